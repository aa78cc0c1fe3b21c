"""Who plays without people."""
