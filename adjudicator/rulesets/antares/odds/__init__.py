"""Odds: exact chances of tests, volleys and rounds of hand to hand."""
