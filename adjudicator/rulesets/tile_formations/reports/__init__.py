"""Reports of a game: views, queries, the board in text, the summary."""
