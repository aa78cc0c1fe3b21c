"""Bots: how a bot sets up, orders, moves, shoots and reacts."""
