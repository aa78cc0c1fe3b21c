"""Chapter 3.2, formations off the warfield: in Reserves, or aboard of a transport and what it holds."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rulesets.grinding_annihilation.model.messages import Hold
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import (
    EMBARKED,
    RESERVES,
    STRATEGIC,
    WARFIELD,
    Game,
    on_warfield,
    troop_keywords,
    troops_of,
)

WAITING = (RESERVES, STRATEGIC)


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
    sets = [frozenset(row.keywords) for row in hold.allowed]
    words = [troop_keywords(game, troop) for troop in troops]
    return all(any(row <= own for row in sets) and own.isdisjoint(hold.refused) for own in words)


def transports_of(game: Game, seat: int) -> list[Troop]:
    """GA-3.2-33 List a player's transport troops on the warfield."""
    rows = on_warfield(game, seat)
    return [troop for row in rows for troop in troops_of(game, row.id) if hold_of(game, troop) is not None]


def stands(game: Game, troop: str) -> bool:
    """GA-2.1-07 Tell whether a living troop stands on the warfield."""
    row = game.troops.get(troop)
    return row is not None and game.formations[row.formation].place == WARFIELD
