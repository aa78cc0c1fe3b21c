"""Audit of the acts of the referee's desk, without the rules."""
