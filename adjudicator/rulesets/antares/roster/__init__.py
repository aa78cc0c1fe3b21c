"""Roster: force lists, armies and terrain as they are handed in, and those that the service has of its own."""
