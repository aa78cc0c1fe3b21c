"""Bots, and the games that they agree on."""
