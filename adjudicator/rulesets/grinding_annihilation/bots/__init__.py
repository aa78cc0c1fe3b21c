"""Bots: who plays without people."""
