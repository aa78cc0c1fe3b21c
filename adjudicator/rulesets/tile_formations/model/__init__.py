"""State of a game, and the messages of its contract."""
