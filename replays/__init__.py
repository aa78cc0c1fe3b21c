"""Replay files: reading, auditing and showing the log of a game without the service."""
