"""Boards of games, entry by entry, as each party is shown them."""
