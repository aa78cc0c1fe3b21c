"""Chapters 3.2, 4.2 and 4.3, lookups about Reserves, transports and Aircraft that several chapters share."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.board.inches import Body
from adjudicator.rulesets.grinding_annihilation.measure import bodies_on_warfield, enemy_bodies
from adjudicator.rulesets.grinding_annihilation.model.messages import Hold
from adjudicator.rulesets.grinding_annihilation.state import (
    EMBARKED,
    RESERVES,
    STRATEGIC,
    WARFIELD,
    Formation,
    Game,
    Troop,
    ability_of,
    any_has,
    has_keyword,
    on_warfield,
    rival,
    troop_keywords,
    troops_of,
)

AIRCRAFT, FLY = "aircraft", "fly"
WAITING = (RESERVES, STRATEGIC)

# -- abilities of a whole formation


def every_has(game: Game, formation: str, ability: str) -> bool:
    """GA-4.2-07 Tell whether every living troop of a formation has an ability, its Leader too."""
    troops = troops_of(game, formation)
    return bool(troops) and all(ability_of(game, troop, ability) is not None for troop in troops)


def is_aircraft(game: Game, formation: str) -> bool:
    """GA-4.3-05 Tell whether a formation is an Aircraft formation; one in Hover mode is none."""
    return any_has(game, formation, AIRCRAFT)


def can_fly(game: Game, formation: str) -> bool:
    """GA-4.3-13 Tell whether a formation can Fly: every troop of it can."""
    return all(has_keyword(game, troop, FLY) for troop in troops_of(game, formation))


def grounded(game: Game, seat: int) -> list[Body]:
    """GA-4.3-12 GA-4.3-15 List the bodies of a player's enemies that are no Aircraft."""
    return [body for troop, body in bodies_on_warfield(game, rival(seat)) if not has_keyword(game, troop, AIRCRAFT)]


def foes_by_troop(game: Game, formation: str) -> dict[str, list[Body]]:
    """GA-4.3-15 Give the enemies that each troop closes in on: those that can Fly on all, the others on no Aircraft."""
    seat = game.formations[formation].seat
    every, low = enemy_bodies(game, seat), grounded(game, seat)
    return {troop.id: every if has_keyword(game, troop, FLY) else low for troop in troops_of(game, formation)}


def may_strike(game: Game, troop: Troop, target: str) -> bool:
    """GA-4.3-14 Tell whether Aircraft keep a troop from attacking a formation in melee."""
    if is_aircraft(game, target) and not has_keyword(game, troop, FLY):
        return False
    return not has_keyword(game, troop, AIRCRAFT) or can_fly(game, target)


# -- Reserves


def waiting(game: Game, seat: int) -> list[Formation]:
    """GA-3.2-29 List a player's Reserve Formations that have not arrived, by id."""
    rows = (game.formations[key] for key in sorted(game.formations))
    return [row for row in rows if row.seat == seat and row.place in WAITING]


def off_field(game: Game, formation: Formation) -> bool:
    """GA-3.2-29 Tell whether a formation is in Reserves, itself or aboard of a transport that is."""
    if formation.place == EMBARKED and formation.aboard in game.troops:
        return off_field(game, game.formations[game.troops[formation.aboard].formation])
    return formation.place in WAITING


# -- transports


def hold_of(game: Game, troop: Troop) -> Hold | None:
    """GA-3.2-33 Give what a troop carries; None where it is no transport."""
    return game.parts[troop.part].transport


def aboard_of(game: Game, transport: str) -> list[Formation]:
    """GA-3.2-33 List the formations aboard of a transport troop, by id."""
    return [game.formations[key] for key in sorted(game.formations) if game.formations[key].aboard == transport]


def passengers_of(game: Game, formation: str) -> list[Formation]:
    """GA-3.2-33 List the formations aboard of the troops of a formation, by id."""
    own = game.formations[formation].troops
    return [game.formations[key] for key in sorted(game.formations) if game.formations[key].aboard in own]


def taken(game: Game, transport: str) -> int:
    """GA-3.2-33 Count the troops aboard of a transport troop."""
    return sum(len(row.troops) for row in aboard_of(game, transport))


def carries(game: Game, hold: Hold, troops: Iterable[Troop]) -> bool:
    """GA-3.2-33 Tell whether troops are of the sort that a transport carries."""
    sets = [frozenset(each.keywords) for each in hold.allowed]
    words = [troop_keywords(game, troop) for troop in troops]
    return all(any(each <= own for each in sets) and own.isdisjoint(hold.refused) for own in words)


def transports_of(game: Game, seat: int) -> list[Troop]:
    """GA-3.2-33 List a player's transport troops on the warfield."""
    rows = on_warfield(game, seat)
    return [troop for row in rows for troop in troops_of(game, row.id) if hold_of(game, troop) is not None]


def stands(game: Game, troop: str) -> bool:
    """GA-2.1-07 Tell whether a living troop stands on the warfield."""
    row = game.troops.get(troop)
    return row is not None and game.formations[row.formation].place == WARFIELD


__all__ = [
    "AIRCRAFT", "FLY", "WAITING", "aboard_of", "can_fly", "carries", "every_has", "foes_by_troop", "grounded",
    "hold_of", "is_aircraft", "may_strike", "off_field", "passengers_of", "stands", "taken", "transports_of", "waiting",
]  # fmt: skip
