"""Reports of a game: views, queries, invariants, the board in text, the summary."""
