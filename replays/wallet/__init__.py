"""Wallets: what a player was given and gave, kept in his own hand, and compared with anybody's log."""
