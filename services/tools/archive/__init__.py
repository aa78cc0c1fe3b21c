"""`adjudicator archive` with the games of a running service."""
