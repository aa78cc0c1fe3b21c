"""The games that bots agree on: one for every scenario name, together for every rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bot import Generator
from adjudicator.rulesets.hex_orders.model.messages import CreateGame, Feature, LoadArmyList, Options, SideTerms
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS
from adjudicator.rulesets.hex_orders.roster.budgets import ASYMMETRIC
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS
from adjudicator.rulesets.hex_orders.rules.setup.terms import SCENARIO

Make: TypeAlias = Callable[[Generator], CreateGame]
FEWEST_TURNS, SOME_TURNS = 4, 3
VICTORIES = ("attrition", "attrition", "last_standing", "no_mans_land")
LABELS = (
    Feature(name="entrenchment", cost=1, blocks=False, to_be_hit=-1),
    Feature(name="hedge", cost=0, blocks=True, to_be_hit=0),
)
SIZES = ("7x9", "7x9", "6x9", "8x11", "5x12")
LONG = "long_valley"
LONG_FIGHT = 25
LEFT_ALONE = ("turn_limit", "victory", "overlay_data", "map_size", "advanced", "entrenched_rows")


def create(scenario: str, chance: Generator) -> Struct:
    """Make the command that creates a game; seldom, before it, one that loads a nation's list anew.

    Raises KeyError for a scenario that there is not.
    """
    make = SCENARIOS[scenario]
    if make is not _as_printed and chance.randrange(12) == 0:
        return LoadArmyList(list=LISTS[_nation(chance)])
    return make(chance)


# -- terms


def _nation(chance: Generator) -> str:
    return chance.choice(tuple(LISTS))


def _side(chance: Generator, number: int = 0, role: str = "") -> SideTerms:
    nations: tuple[str, ...] = (_nation(chance),)
    if chance.randrange(6) == 0:
        nations = tuple(dict.fromkeys((*nations, _nation(chance))))
    return SideTerms(nations=nations, number=number, role=role)


def _sides(chance: Generator, roles: tuple[str, str] = ("", "")) -> tuple[SideTerms, SideTerms]:
    """Take any two sides, seldom of the same nation; who plays from which edge is rolled for, every other time."""
    first = chance.randrange(4)
    numbers = (first, 3 - first) if first in (1, 2) else (0, 0)
    one, other = (_side(chance, numbers[seat], roles[seat]) for seat in (0, 1))
    return one, replace(other, nations=one.nations) if chance.randrange(6) == 0 else other


def _terms(chance: Generator, game_type: str, ready: str, **options: object) -> CreateGame:
    limit = FEWEST_TURNS + chance.randrange(SOME_TURNS)
    agreed = {"turn_limit": limit, "victory": chance.choice(VICTORIES), "overlay_data": LABELS, **options}
    roles = chance.choice((("armoured", "light"), ("", ""))) if game_type == ASYMMETRIC else ("", "")
    return CreateGame(
        scenario=SCENARIO,
        game_type=game_type,
        map_name=ready,
        sides=_sides(chance, roles),
        options=replace(Options(), **{**_random_options(chance), **agreed}),
    )


def _random_options(chance: Generator) -> dict[str, object]:
    """Read a few rules in another of the ways that the book leaves open, every third game."""
    if chance.randrange(3):
        return {}
    open_ones = {name: row.values for name, row in OPTIONS.rows.items() if row.values and name not in LEFT_ALONE}
    return {name: chance.choice(values) for name, values in open_ones.items() if chance.randrange(3) == 0}


def _map(chance: Generator) -> str:
    """Take a ready map, or build one."""
    return chance.choice((*MAPS, *[""] * len(MAPS)))


def _size(chance: Generator, ready: str) -> dict[str, object]:
    return {} if ready else {"map_size": chance.choice(SIZES)}


# -- scenarios


def _standard(chance: Generator) -> CreateGame:
    ready = _map(chance)
    advanced = {"advanced": True} if chance.randrange(4) == 0 else {}
    return _terms(chance, "standard", ready, **_size(chance, ready), **advanced)


def _entrenched(chance: Generator) -> CreateGame:
    return _terms(chance, "standard", "", entrenched_rows=chance.choice((9, 10)))


def _of_type(game_type: str) -> Make:
    def make(chance: Generator) -> CreateGame:
        ready = _map(chance)
        return _terms(chance, game_type, ready, **_size(chance, ready))

    return make


def _advanced(chance: Generator) -> CreateGame:
    return _terms(chance, chance.choice(("standard", "infantry")), _map(chance), advanced=True)


def _to_the_end(chance: Generator) -> CreateGame:
    """Fight on a small board until one side is gone, or for a long time."""
    return _terms(
        chance,
        chance.choice(("pure_tank", "infantry")),
        "",
        map_size="4x7",
        turn_limit=LONG_FIGHT,
        victory="last_standing",
        weapons_start_loaded=True,
    )


def _as_printed(chance: Generator) -> CreateGame:
    """Play a standard game under the book's own options, and nothing agreed besides."""
    return replace(_terms(chance, "standard", ""), options=Options())


def _long_valley(chance: Generator) -> CreateGame:
    return _terms(chance, "standard", LONG)


SCENARIOS: Mapping[str, Make] = MappingProxyType(
    {
        "": _standard,
        "as_printed": _as_printed,
        "entrenched": _entrenched,
        "infantry": _of_type("infantry"),
        "pure_tank": _of_type("pure_tank"),
        "asymmetric": _of_type(ASYMMETRIC),
        "advanced": _advanced,
        "long_valley": _long_valley,
        "to_the_end": _to_the_end,
    }
)
