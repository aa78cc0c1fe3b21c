"""The state of a game: its tables and rows, options, messages, subjects of windows, hexes, order codes and terrain."""
