"""State of the toy, and the messages of its contract."""
