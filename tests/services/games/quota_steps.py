"""Processes that share a store and count the games of an owner, and what there is of games."""

from __future__ import annotations

from services.games.quotas import Quotas


class Process:
    """The quotas of an owner as a process sees them that shares its store with others."""

    def __init__(self, keys, log, time):
        self.log = log
        self.quotas = Quotas(keys, lambda: time[0], "open")

    def room(self, games):
        return self.quotas.room("kid", games, self.log, self.log.exists)


class Log:
    """Says which games there are."""

    def __init__(self):
        self.games = set()

    async def exists(self, game):
        return game in self.games


NOW = 1_800_000_000_000


def made(time, count):
    """Make ids of games in ascending order."""
    return [time[0].to_bytes(6, "big") + number.to_bytes(10, "big") for number in range(count)]
