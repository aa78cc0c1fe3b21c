"""Shots and moves step by step, as the ledger tells them: "a-x" (red) acts, "b-y" (blue) has used its die.

Services' steps are given by the tests, so that each die stands where it is thrown. The gap runs between first models.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    DieRerolled,
    FiredWeapon,
    HitsScored,
    RerollHits,
    RerollMisses,
    RollAccuracy,
    RollOverheadShift,
    TemplateResolved,
    UnitMoved,
)
from adjudicator.rulesets.antares.rows import Device
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, amount, marker, mode, overhead, weapon
from tests.rulesets.antares.said_fights import X, Y, asked, duel, go, gun, men, of, shoot, through

EAST = 25
NORTH = 100
SINGLE = (mode("single"),)


# -- weapons


def big(id: str = "big", **changes: Any) -> Any:
    """Make a heavy direct weapon that its bearer serves alone."""
    return gun(0, id, **{"kind": "heavy", "properties": (), **changes})


def lobber(id: str = "lobber", hits: str | int = "d5", radius: int = INCH, **changes: Any) -> Any:
    """Make an overhead weapon of one shot, minimum range 5 inches, short range 30."""
    made = {
        "kind": "overhead", "minimum": 5 * INCH, "short": 30 * INCH, "long": 40 * INCH, "extreme": 50 * INCH,
        "modes": SINGLE, "strike_value": amount(0), "crew": 1, "properties": ("blast",),
        "overhead": overhead("blast", hits, radius),
    }  # fmt: skip
    return weapon(id, **{**made, **changes})


# -- tables


def field(
    faces: Iterable[int] = (), gap: int = 10 * INCH, own: Any = None, foe: Any = None, **rest: Any
) -> Table:  # fmt: skip
    """Let one gun stand so far from one model without gun; every step of the service waits."""
    return duel(own or men(1, "gun"), foe or men(1), faces, gap, **{"pace": "step", **rest})


def lobbing(faces: Iterable[int] = (), gap: int = 10 * INCH, *, arm: Any = None, **rest: Any) -> Table:
    """Let one overhead weapon stand so far from one model."""
    used = arm or lobber()
    return field(faces, gap, rest.pop("own", None) or men(1, used.id), weapons=[used], **rest)


def mark(gap: int = 10 * INCH) -> tuple[int, int]:
    """Give the place of the first model of "b-y"."""
    return X + INCH + gap, Y


def spotting(faces: Any, count: int, **rest: Any) -> Table:
    """Let so many guns with a spotter shoot on Advance: each die needs 5."""
    own = men(count, "gun", devices=rest.pop("devices", ("spotter",)), faction=rest.pop("faction", "concord"))
    return field(faces, own=own, **{"order": "advance", "foe": men(5), **rest})


def offered(played: Table) -> bool:
    """Roll and tell whether misses may be thrown again."""
    roll(played)
    return asked(played) == "miss_reroll"


# -- markers


def near(distance: int, sheet: str, id: str = "m1", seat: int = 0, *, gap: int = 10 * INCH, **changes: Any) -> Device:
    """Make a marker so far north of the first model of "b-y", rim to rim; its base is half an inch across."""
    x, y = mark(gap)
    made = marker(id, sheet, seat, at=(x, y - 750 - distance))
    return replace(made, **changes)


def advancing(*markers: Device, **rest: Any) -> Table:
    """Let one gun with Acc 5 and no bonus shoot at one model."""
    faces = rest.pop("faces", [9])
    return field(faces, **{"order": "advance", "markers": markers, **rest})


# -- steps


def roll(played: Table, *arms: FiredWeapon, target: str = "b-y") -> Outcome:
    """Shoot and throw the accuracy dice."""
    shoot(played, *arms, target=target).accepted()
    return played.when("table", RollAccuracy()).accepted()


def tally(played: Table, *arms: FiredWeapon, target: str = "b-y") -> Tally:
    """Shoot and give the number that the one group of dice needs."""
    return roll(played, *arms, target=target).one(AccuracyRolled).needed


def needs(played: Table, *arms: FiredWeapon, target: str = "b-y") -> int:
    """Shoot and give the total that the one group of dice needs."""
    return tally(played, *arms, target=target).total


def results(outcome: Outcome) -> list[str]:
    """List what the dice of all groups are."""
    return [die.result for each in of(outcome.events, AccuracyRolled) for die in each.dice]


def count(outcome: Outcome) -> int:
    """Count accuracy dice."""
    return len(results(outcome))


def miss_again(played: Table, source: str, *dice: int) -> Outcome:
    """Re-roll misses."""
    return played.when("red", RerollMisses(volley="v1", source=source, dice=dice))


def hit_again(played: Table) -> list[tuple[int, int, int]]:
    """Re-roll or halve hits: number of each die that is thrown again, and its faces before and now."""
    outcome = played.when("table", RerollHits()).accepted()
    return [(each.die, each.before, each.now.face) for each in of(outcome.events, DieRerolled)]


def scored(played: Table, unit: str = "b-y") -> int:
    """Count the final hits of the last command on a unit."""
    return sum(len(each.hits) for each in of(played.last.events, HitsScored, unit=unit))


def land(played: Table, *arms: FiredWeapon, target: str = "b-y") -> Outcome:
    """Shoot, throw the accuracy dice and bring templates down."""
    roll(played, *arms, target=target)
    return played.when("table", RollOverheadShift()).accepted()


def places(outcome: Outcome) -> list[tuple[int, int]]:
    """List where templates lie."""
    return [(each.at.x, each.at.y) for each in of(outcome.events, TemplateResolved)]


# -- moves


def agility(played: Table, dx: int = 0, *, sprint: bool = False) -> list[tuple[str, int, int, bool]]:
    """Move east and list the agility tests: what for, number, face, whether passed."""
    go(played, dx, sprint=sprint).accepted()
    found = of(through(played, "action"), AgilityTested)
    return [(each.cause, each.needed.total, each.face, each.passed) for each in found]


def gone(played: Table, unit: str = "a-x") -> int:
    """Tell how far east of its start the first model of a unit stands."""
    pose = played.game.models[f"{unit}.1"].pose
    assert pose is not None
    return int(pose.x) - X


def ended(played: Table) -> UnitMoved:
    """Give the last move among the last command's events."""
    found = of(played.last.events, UnitMoved)
    assert found, "nobody moved"
    return found[-1]
