"""The rules, a folder per chapter."""
