"""Precedents of clauses, read from the tables of an archive."""
