"""Luck: the chance of every throw, what came against what was to be expected, and a test of the dice service."""
