"""Replay files: what a log is to its readers, and how far it can be trusted."""
