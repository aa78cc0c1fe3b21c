"""Reports: views, queries, invariants, summaries and how a game is told."""
