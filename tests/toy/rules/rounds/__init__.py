"""Chapter 1, rounds: setting up, plotting, whose turn it is, and how the match ends.

TOY-1.1 to TOY-1.4  `rounds`
"""
