"""Boards: pure geometry in whole numbers, shared by rulesets, with no word of any game."""
