"""A generator for bots without chance."""

from __future__ import annotations


class FirstChoice:
    """A generator without random choices: always the first, never a chance of one in several."""

    def randrange(self, stop):
        return stop - 1

    def choice(self, seq):
        return seq[0]

    def shuffle(self, x):
        pass
