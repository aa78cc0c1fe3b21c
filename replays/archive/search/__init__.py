"""Questions to tables of games: SQL, and what became of a clause."""
