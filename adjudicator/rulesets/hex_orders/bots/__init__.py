"""Bots that play through views and offers."""
