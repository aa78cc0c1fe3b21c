"""The rules, a folder per chapter of the book."""
