"""Values of results from outside, as they stand in facts: written and read side by side, and disputed only by such."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.decide.handlers import Disputes, Judge
from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.rulesets.tile_formations.model.state import Game

MOST_HITS, MOST_SAVE_MODIFIER, MOST_SHOCK, MOST_DAMAGE, MOST_CASUALTIES, MOST_REASON = 60, 6, 99, 99, 999, 200
SHOCKING = "shock"
OVER, NOT_OVER = "over", "not over"
HITS = re.compile(r"([0-9]{1,2})(?: ([+-][0-9]))?", re.ASCII)
CASUALTIES = re.compile(r"([0-9]{1,3})( shock)?", re.ASCII)
SHOCK = re.compile(r"([+-]?[0-9]{1,2})(?: (.{0,200}))?", re.ASCII | re.DOTALL)
POINTS = re.compile(r"([0-9]{1,2})", re.ASCII)

Read: TypeAlias = Callable[[str], object]
"""Reads a value; None where it is none."""


class Hits(NamedTuple):
    """Hits of an assault on a unit, and what they do to its saves."""

    number: int
    save_modifier: int

    def format(self) -> str:
        """Write it as it stands in a fact."""
        return f"{self.number} {self.save_modifier:+d}" if self.save_modifier else str(self.number)


class Casualties(NamedTuple):
    """Points of integrity lost, and whether a unit that is destroyed brings Shock."""

    points: int
    shocks: bool

    def format(self) -> str:
        """Write it as it stands in a fact."""
        return f"{self.points} {SHOCKING}" if self.shocks else str(self.points)


class ShockChange(NamedTuple):
    """Shock that is added or taken away, and why."""

    amount: int
    reason: str

    def format(self) -> str:
        """Write it as it stands in a fact."""
        return f"{self.amount:+d} {self.reason}".strip()


def read_hits(value: str) -> Hits | None:
    """Read hits and a save modifier, as `2 -1`."""
    found = HITS.fullmatch(value)
    if found is None or int(found[1]) > MOST_HITS or abs(int(found[2] or 0)) > MOST_SAVE_MODIFIER:
        return None
    return Hits(int(found[1]), int(found[2] or 0))


def read_casualties(value: str) -> Casualties | None:
    """Read points and whether they bring Shock, as `3 shock`."""
    found = CASUALTIES.fullmatch(value)
    return Casualties(int(found[1]), found[2] is not None) if found else None


def read_shock(value: str) -> ShockChange | None:
    """Read an amount with its sign and a reason, as `+2 panic`."""
    found = SHOCK.fullmatch(value)
    return ShockChange(int(found[1]), found[2] or "") if found else None


def read_points(value: str) -> int | None:
    """Read points of damage."""
    return int(value) if POINTS.fullmatch(value) else None


def one_of(*words: str) -> Read:
    """Read one of these words."""
    return lambda value: value if value in words else None


def held(*values: str) -> Disputes:
    """Say what may be held against a fact: any of these but its own value."""
    return lambda _game, fact: Choice(tuple(value for value in values if value != fact.value))


def judge_of(clause: str, form: str, read: Read) -> Judge:
    """Make the judge of a kind of facts: what is held against one can be read, or is empty for not so."""

    def judge(ruling: Ruling[Game], _fact: Fact, value: str) -> None:
        ruling.require(
            not value or read(value) is not None, clause, "unreadable-value", "value", found=value[:40], form=form
        )

    return judge
