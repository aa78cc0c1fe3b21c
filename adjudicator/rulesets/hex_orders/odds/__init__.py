"""Exact odds of shots and assaults."""
