"""Words of the clause tests of cover, saves, kinds of terrain, Overwatch, crossfire, shooting and Shock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultHits,
    Charge,
    ChooseSave,
    DangerousTerrainRolled,
    DangerousTestRequired,
    DeclareShooting,
    ResolveOverwatch,
    RollSaves,
    RollToHit,
    SavesRolled,
    ShockAdded,
    ShootingDeclared,
    ToHitRolled,
    UnitMoved,
    UnitSheet,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    aircraft,
    at,
    begin,
    end_move,
    infantry,
    light_vehicle,
    move,
    pass_overwatch,
    path,
    roll,
    seat_of,
    table,
    top,
    unit,
    vehicle,
    war_engine,
    weapon,
)

HERE, THERE = (1, 5), (7, 5)
"""Where the attacker stands and where its target does, six tiles east of it."""
MADE = {"INF": infantry, "LV": light_vehicle, "AV": vehicle, "WE": war_engine, "AC": aircraft}
VEHICLES = ("LV", "AV")
MOVES = {"hold": 1, "advance": 1, "double": 2, "marshal": 1}
UNARMED = weapon("none", dice=0)
SIX = weapon("six", dice=6)
ALL_FACES = (1, 2, 3, 4, 5, 6)


class Probe(NamedTuple):
    """What it takes to hit a unit, which save it took at which value, and which faces saved."""

    to_hit: int
    save: str
    value: int
    saved: tuple[int, ...]


def made(kind: str, **changes: Any) -> UnitSheet:
    """Make a unit of a type that has no zone of control."""
    return MADE[kind](**({"flags": ("no_zoc",)} | changes))


def gunner(gun: Any = None, **changes: Any) -> UnitSheet:
    """Make infantry without a zone that shoots with one weapon."""
    return made("INF", **({"weapons": (gun or weapon(),)} | changes))


def plain(units: Mapping[str, Placed], **given: Any) -> Table:
    """Set units on 24 by 24 tiles of open ground, each army with a unit far away that keeps the game going.

    Formations hold together over 20 tiles where nothing else is said.
    """
    bystander = made("INF", weapons=(UNARMED,))
    far: dict[str, Placed] = {"a9.1": ((23, 0), bystander), "b9.1": ((23, 23), bystander)}
    options = {"coherency_tiles": 20} | (given.pop("options", None) or {})
    return table("", {**far, **units}, options=options, **({"columns": 24, "rows": 24} | given))


def duel(foe: UnitSheet, ground: str = "open_ground", gun: Any = None, *, low: bool = False, **given: Any) -> Table:
    """Let a1.1 face b1.1, which stands six tiles off on this ground; `low` says that b1 is in Overwatch."""
    units: dict[str, Placed] = {"a1.1": (HERE, gunner(gun)), "b1.1": (THERE, foe)}
    state = {"formations": {"b1": {"state": "overwatch"}}} if low else {}
    return plain(units, **({"terrain": {THERE: ground, **given.pop("more", {})}} | state | given))


# -- shooting


def ready(played: Table, action: str = "hold", by: str = "a1") -> Table:
    """Bring a formation to its shooting; enemies in Overwatch pass."""
    begin(played, by, action)
    for _ in range(MOVES[action]):
        end_move(played, by).accepted()
        if top(played).kind == "overwatch":
            pass_overwatch(played, "blue" if by[0] == "a" else "red")
    return played


def declare(played: Table, target: str = "b1", by: str = "a1", **fields: Any) -> Outcome:
    """Declare a shooting; the outcome may be a refusal."""
    usual: dict[str, Any] = {"crossfire": False, "air": False, "to_hit_modifier": 0}
    return played.when(seat_of(by), DeclareShooting(**{"formation": by, "target": target, **usual, **fields}))


def aim(played: Table, target: str = "b1", action: str = "hold", by: str = "a1", **fields: Any) -> Outcome:
    """Bring a formation to its shooting and declare it; the outcome may be a refusal."""
    return declare(ready(played, action, by), target, by, **fields)


def hit(played: Table, *faces: int, unit: str = "", target: str = "", who: str = "red") -> Outcome:
    """Roll to hit with these faces."""
    return played.faces(*faces).when(who, RollToHit(unit=unit, target=target)).accepted()


def fire(played: Table, *faces: int, **fields: Any) -> Outcome:
    """Let formation a1 hold and shoot at b1 with these faces to hit."""
    aim(played, **fields).accepted()
    return hit(played, *faces)


def save(played: Table, *faces: int, unit: str = "", who: str = "blue") -> Outcome:
    """Roll saves with these faces."""
    return played.faces(*faces).when(who, RollSaves(unit=unit)).accepted()


def choose(unit: str, save: str, hit: str = "") -> ChooseSave:
    """Choose a save."""
    return ChooseSave(unit=unit, hit=hit, save=save)


def watch(formation: str = "b1", target: str = "a1", **fields: Any) -> ResolveOverwatch:
    """Resolve an Overwatch."""
    usual: dict[str, Any] = {"crossfire": False, "air": False, "to_hit_modifier": 0}
    return ResolveOverwatch(**{"formation": formation, "target": target, **usual, **fields})


def values(outcome: Outcome) -> dict[str, int]:
    """Give the hit value of each unit that rolled."""
    outcome.accepted()
    return {event.unit: event.value.total for event in outcome.events if isinstance(event, ToHitRolled)}


def covers(outcome: Outcome) -> dict[tuple[str, str], int]:
    """Give the cover modifier of each pair of a shooting that was declared."""
    return {(pair.unit, pair.target): pair.cover for pair in outcome.one(ShootingDeclared).pairs}


def cover(outcome: Outcome) -> int:
    """Give the one cover modifier of a shooting that was declared."""
    (only,) = covers(outcome).values()
    return only


def shocks(outcome: Outcome) -> list[tuple[str, int]]:
    """List the Shock that was added, reason by reason."""
    return [(event.reason, event.amount) for event in outcome.events if isinstance(event, ShockAdded)]


def rolled_saves(outcome: Outcome) -> list[tuple[str, int, bool]]:
    """List the saves that were rolled: which, the value, whether it was made."""
    found = [event for event in outcome.events if isinstance(event, SavesRolled)]
    return [(each.save, each.value.total, each.saved) for event in found for each in event.saves]


def probe(
    kind: str, ground: str, *, low: bool = False, gun: Any = None, options: Any = None, bare: bool = False,
    declared: Mapping[str, Any] | None = None, **changes: Any,
) -> Probe:  # fmt: skip
    """Hit a unit of a type on some ground six times, and let it save with all faces of a die; `bare` without dice."""
    foe = made(kind, **({"integrity": 9, "armour": 0, "weapons": (UNARMED,)} | changes))
    played = duel(foe, ground, gun or SIX, low=low, options=options)
    return probed(played, bare=bare, **(declared or {}))


def probed(played: Table, *, bare: bool = False, **declared: Any) -> Probe:
    """Hit b1.1 with six dice, and let it save with all faces of a die; `bare` where it has no save at all."""
    to_hit = values(fire(played, *(1,) * 6, **declared))["a1.1"]
    done = save(played, *(() if bare else ALL_FACES))
    rolls = done.one(SavesRolled).saves
    ((kind, value),) = {(each.save, each.value.total) for each in rolls}
    return Probe(to_hit, kind, value, tuple(each.face for each in rolls if each.saved))


def after_overwatch(ground: str, **changes: Any) -> Table:
    """Let infantry on some ground shoot by Overwatch and miss, and bring a1 to its own shooting at it afterwards."""
    foe = made("INF", **({"integrity": 9} | changes))
    played = duel(foe, ground, SIX, low=True)
    begin(played, "a1", "hold")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", watch()).accepted()
    hit(played, 6, who="blue")
    if top(played).kind == "overwatch":
        pass_overwatch(played, "blue")
    return played


def probed_after(ground: str, *, bare: bool = False, **changes: Any) -> Probe:
    """Hit infantry that has resolved its Overwatch in this turn, and let it save with all faces of a die."""
    played = after_overwatch(ground, **changes)
    declare(played).accepted()
    to_hit = values(hit(played, *(1,) * 6))["a1.1"]
    rolls = save(played, *(() if bare else ALL_FACES)).one(SavesRolled).saves
    ((kind, value),) = {(each.save, each.value.total) for each in rolls}
    return Probe(to_hit, kind, value, tuple(each.face for each in rolls if each.saved))


# -- moving


def before(ground: str, kind: str, **changes: Any) -> Table:
    """Put a1.1 west of a tile of some ground, in the first move of an advance."""
    played = plain({"a1.1": ((2, 2), made(kind, **changes))}, terrain={(3, 2): ground})
    begin(played, "a1", "advance")
    return played


def crosses(ground: str, kind: str) -> None:
    """Check that a tile costs 1 point of speed and needs no test."""
    played = before(ground, kind, speed=2)
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 2)), "exceeds-speed", "TF-MOVE-01", cost=3, speed=2)
    went = move(played, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(4, 2), done=True)
    went.without(DangerousTestRequired, DangerousTerrainRolled)


def barred(ground: str, kind: str, clause: str) -> None:
    """Check that a tile is impassable by this clause, to enter and to cross."""
    played = before(ground, kind)
    for way in (((3, 2),), ((3, 2), (4, 2))):
        refused(move(played, "a1.1", *way), "impassable", clause)


def enters(
    ground: str, kind: str, integrity: int, faces: tuple[int, ...], *, bad: tuple[int, ...] = (6,)
) -> tuple[Outcome, Table]:
    """Let a unit enter a tile and be tested with these faces; check the dice of the test."""
    played = before(ground, kind, integrity=integrity)
    went = move(played, "a1.1", (3, 2)).then(DangerousTestRequired, dice=integrity, faces=bad, second_roll=False)
    assert went.one(DangerousTestRequired).tile == at(3, 2)
    return roll(played, "a1.1", *faces), played


def hurts(ground: str, kind: str, faces: tuple[int, ...], casualties: int, *, bad: tuple[int, ...] = (6,)) -> Outcome:
    """Let a unit with as many points of integrity as dice enter: check its casualties and that no Shock comes."""
    done, played = enters(ground, kind, len(faces), faces, bad=bad)
    assert done.one(DangerousTerrainRolled).casualties == casualties
    row = unit(played, "a1.1")
    assert row.integrity == len(faces) - casualties
    assert bool(row.out) == (casualties == len(faces))
    return done.without(ShockAdded)


# -- assaults


def assaulted(foe: UnitSheet, ground: str, **given: Any) -> Table:
    """Let a1.1 charge b1.1, which stands on some ground, up to the open assault."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), foe)}
    played = plain(units, **({"terrain": {(5, 5): ground}, "referee": True} | given))
    begin(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")).accepted()
    end_move(played, "a1").asks("assault")
    return played


def strike(played: Table, hits: int, unit: str = "b1.1", save_modifier: int = 0) -> Outcome:
    """Let the referee tell hits of an assault."""
    return played.when("referee", AssaultHits(unit=unit, hits=hits, save_modifier=save_modifier)).accepted()


# -- looking


def refused(outcome: Outcome, reason: str, clause: str, **facts: Any) -> None:
    """Check that a command was refused for one fault alone: this reason, under this clause, with these facts."""
    outcome.rejected(clause, reason, **facts)
    assert len(outcome.faults) == 1, f"{outcome.said}: {outcome.faults}, expected only {reason}"
