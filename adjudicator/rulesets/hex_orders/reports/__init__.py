"""What is shown of a game: views, boards, summaries, answers to queries, and what must always hold."""
