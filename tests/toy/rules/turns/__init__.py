"""Chapter 2, turns: what a seat does in its turn.

TOY-2.1 to TOY-2.7  `actions`
"""
