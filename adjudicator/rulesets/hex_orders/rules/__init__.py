"""The rules by chapter: setup, board, orders, turn, movement, gunnery, hex_effects, damage, assault, retreats."""
