"""Chances of throws against play: what the statistics say of a throw, and how often commands play it so.

A position of a random game whose next step throws dice is played many times with other dice. Of each kind of throw the
first of a play is looked at: what was said of it before it fell, and what came. Plays of which the same was said are
compared together, since dice before it may have changed what it needs: within them each result comes as often as was
said, by the levels of the harness, and where every way the dice can fall is played, exactly so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.dice.wgdice import Dice, Roll
from adjudicator.kernel.labels import Chance, Odds
from adjudicator.registry import RULESETS
from adjudicator.rulesets.hex_orders.model.messages import UnitPlaced
from replays.luck.chances import Chances
from replays.tell.throws import beside
from tests.kit import Table
from tests.odds_by_play.every_play import every_play
from tests.odds_by_play.harness import PLAYS, STATES, Line, is_apart, positions, situation
from tests.odds_by_play.shared_plays import Entry, Shared
from tests.odds_by_play.test_grinding_annihilation import deadly_demise
from tests.odds_by_play.test_hex_orders import Found, fear, meeting, situations, spot, terror, token

# games that come to many kinds of throws between them; further ones are drawn
SEEDS = {
    "antares": (502, 514),
    "grinding_annihilation": (500, 501),
    "hex_orders": (506, 503),
    "tile_formations": (500, 505),
}
# kinds that every game comes to
MET = {
    "antares": {"roll-off"},
    "grinding_annihilation": {"roll-off"},
    "hex_orders": {"setup-advantage"},
    "tile_formations": {"to-hit"},
}
Play: TypeAlias = Callable[[Line], object]


class Said(NamedTuple):
    """What was said of a throw before it fell, as weights of its results, and the place of what came."""

    weights: tuple[int, ...]
    place: int


def said_of(odds: Odds) -> Said:
    """Write a chance as the weights of failure and success."""
    if isinstance(odds, Chance):
        return Said((odds.of - odds.good, odds.good), int(odds.success))
    return Said(odds.weights, odds.place)


class Reader:
    """What the statistics say of a game, entry by entry, and of an entry that is only tried."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.chances = Chances(rules)

    def take(self, events: Sequence[tuple[Struct, Sequence[str]]], rolls: Sequence[Roll]) -> list[Odds]:
        """Read an entry."""
        found: list[Odds] = []
        for (event, _), thrown in beside(events, [roll for roll in rolls if roll.sides > 1], self.rules.labels.beside):
            if event is not None:
                found.extend(self.chances.of(event, thrown))
        return found

    def tried(self, entries: Iterable[Entry]) -> list[Odds]:
        """Read entries that are forgotten again."""
        forked = Reader(self.rules)
        forked.chances.known.noted = dict(self.chances.known.noted)
        return [odds for events, rolls in entries for odds in forked.take(events, rolls)]


def steps(line: Line) -> bool:
    """Let silence answer the innermost question; False where it can not."""
    top = line.window
    command_of = line.rules.windows[top.kind].default_command if top is not None and top.asks else None
    if top is None or command_of is None or command_of(line.game, top, top.asks[0]) is None:
        return False
    line.default()
    return True


def read(play: Play, table: Table, reader: Reader, dice: Random | Dice, shared: Shared | None = None) -> list[Odds]:
    """Play on from a position, and give all that is said of the throws."""
    line = Line(table, dice, shared)
    play(line)
    return reader.tried(line.entries)


def compared(play: Play, table: Table, reader: Reader, kind: str, seed: int) -> None:
    """Hold what is said of the first throw of a kind against what comes."""
    shared = Shared()

    def said(dice: Random | Dice) -> Said | None:
        return next((said_of(odds) for odds in read(play, table, reader, dice, shared) if odds.kind == kind), None)

    exact = every_play(said, PLAYS)
    shares: defaultdict[tuple[int, ...], dict[int, Any]] = defaultdict(dict)
    if exact is not None:
        for found, chance in exact.items():
            if isinstance(found, Said):
                shares[found.weights][found.place] = chance
        for weights, came in shares.items():
            whole = sum(came.values())
            expected = {place: Fraction(weight, sum(weights)) for place, weight in enumerate(weights) if weight}
            assert {place: chance / whole for place, chance in came.items()} == expected, kind
        return
    plays = Counter(said(Random(f"{seed}/{number}")) for number in range(PLAYS))
    for found, count in plays.items():
        if found is not None:
            shares[found.weights][found.place] = count
    for weights, came in shares.items():
        for place, weight in enumerate(weights):
            chance, whole = Fraction(weight, sum(weights)), sum(came.values())
            assert not is_apart(came.get(place, 0), whole, chance), (kind, weights, came)


# -- random games


def positions_that_throw(name: str, seed: int) -> Iterator[tuple[Table, Reader, str]]:
    """Go through a random game, and give positions whose next step throws dice of a kind: one of every kind."""
    met: set[str] = set()
    reader, known = None, 0
    for table in positions(RULESETS[name], seed):
        reader = reader or Reader(table.rules)
        for opened in table.log[known:]:
            reader.take(opened.events, opened.rolls)
        known = len(table.log)
        found = read(steps, table, reader, Random(f"{seed}/{known}"))
        for kind in dict.fromkeys(odds.kind for odds in found):
            if kind not in met:
                met.add(kind)
                yield table, reader, kind


@pytest.mark.long
@pytest.mark.parametrize("number", range(max(1, STATES // 2)))
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_what_is_said_of_a_throw_is_what_comes(name: str, number: int) -> None:
    """Of every kind of throw that a random game comes to, results are as likely as the statistics say."""
    seed = (*SEEDS[name], *range(600, 600 + STATES))[number]
    met = set()
    for table, reader, kind in positions_that_throw(name, seed):
        met.add(kind)
        compared(steps, table, reader, kind, seed)
    assert met >= MET[name]


# -- positions that are made


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
@pytest.mark.parametrize("found", [spot, token, meeting, terror, fear], ids=lambda row: row.__name__)
def test_single_throws_of_hex_orders(found: Found, seed: int) -> None:
    """Spotting, tokens, effects of hexes, terror and fear come as is said of them, on boards that are made."""
    for made in situations(found, seed):
        reader = Reader(made.table.rules)
        for unit, sheet in made.table.game.sheets.items():
            placed = UnitPlaced(unit=unit, seat=0, hex="A1", facing="N", sheet=sheet, owner=EVERYONE, slot=None)
            reader.take([(placed, ())], ())
        kinds = dict.fromkeys(odds.kind for odds in read(made.once, made.table, reader, Random(seed)))
        assert kinds
        for kind in kinds:
            compared(made.once, made.table, reader, kind, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_deadly_demise(seed: int) -> None:
    """GA-3.3-36: a Deadly Demise goes off as often as is said."""
    made = situation(RULESETS["grinding_annihilation"], seed, deadly_demise)
    compared(made.once, made.table, Reader(made.table.rules), "deadly-demise", seed)
