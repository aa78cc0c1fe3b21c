"""Exact odds of shootings and of dangerous terrain."""
