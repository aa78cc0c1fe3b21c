"""Reports: views, queries, summaries and how a game is told."""
