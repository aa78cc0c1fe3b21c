"""The state of a battle: its messages, options, rows and tables, what windows are about, and small look-ups."""
