"""Chances of throws against play: what the statistics say of a throw, and how often commands play it so.

A position of a random game whose next step throws dice is played many times with other dice. Of each kind of throw the
first of a play is looked at: what was said of it before it fell, and what came. Plays of which the same was said are
compared together, since dice before it may have changed what it needs: within them each result comes as often as was
said, by the levels of the harness, and where every way the dice can fall is played, exactly so.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.dice.wgdice import Dice, Roll
from adjudicator.kernel.labels import Chance, Labels, Odds
from adjudicator.kernel.messages import DisputeFact, DisputeRolledOff
from adjudicator.registry import RULESETS
from adjudicator.rulesets.hex_orders.model.messages import UnitPlaced
from replays.luck.chances import Chances
from replays.tell.throws import beside
from tests.kernel.fixtures import turn
from tests.kit import Table
from tests.odds_by_play.every_play import every_play
from tests.odds_by_play.harness import PLAYS, STATES, Line, Situation, is_apart, positions, situation
from tests.odds_by_play.shared_plays import Entry, Shared
from tests.odds_by_play.test_antares import damage
from tests.odds_by_play.test_grinding_annihilation import deadly_demise
from tests.odds_by_play.test_hex_orders import Found, fear, meeting, shot, situations, spot, terror, token
from tests.toy.model.messages import ClaimCover

FEW = 6  # plays that are looked through for kinds of throws
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

    assert any(said(Random(f"{seed}/{number}")) for number in range(PLAYS)), f"no play comes to {kind}"
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


def kinds_of(made: Situation, reader: Reader, seed: int) -> list[str]:
    """List the kinds of throws that some plays of a position come to."""
    plays = (read(made.once, made.table, reader, Random(f"{seed}/{number}")) for number in range(FEW))
    return list(dict.fromkeys(odds.kind for found in plays for odds in found))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
@pytest.mark.parametrize("found", [shot, spot, token, meeting, terror, fear], ids=lambda row: row.__name__)
def test_single_throws_of_hex_orders(found: Found, seed: int) -> None:
    """Shots, spotting, tokens, effects of hexes, terror and fear come as is said of them, on boards that are made."""
    for made in situations(found, seed):
        reader = Reader(made.table.rules)
        for unit, sheet in made.table.game.sheets.items():
            placed = UnitPlaced(unit=unit, seat=0, hex="A1", facing="N", sheet=sheet, owner=EVERYONE, slot=None)
            reader.take([(placed, ())], ())
        kinds = kinds_of(made, reader, seed)
        assert kinds
        for kind in kinds:
            compared(made.once, made.table, reader, kind, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_deadly_demise(seed: int) -> None:
    """GA-3.3-36: a Deadly Demise goes off as often as is said."""
    made = situation(RULESETS["grinding_annihilation"], seed, deadly_demise)
    compared(made.once, made.table, Reader(made.table.rules), "deadly-demise", seed)


@pytest.mark.long
@pytest.mark.rule("AN-DMG-03")
@pytest.mark.parametrize("seed", range(STATES))
def test_the_damage_chart(seed: int) -> None:
    """The rows of the damage chart come as often as is said, whatever weapon and unit add."""
    made = situation(RULESETS["antares"], seed, damage)
    compared(made.once, made.table, Reader(made.table.rules), "damage", seed)


@pytest.mark.rule("WG-FACT-02")
def test_a_dispute() -> None:
    """Of the 36 first rounds of a dispute each side wins 15, and the 6 ties are thrown again: 1 of 2, as is said."""
    came: Counter[tuple[Fraction, bool]] = Counter()
    for faces in product(range(1, 7), repeat=2):
        table = disputed(*faces, *((6, 1) if faces[0] == faces[1] else ()))
        with_luck = dataclasses.replace(table.rules, labels=Labels(luck=lambda _event, _known: iter(())))
        found = Reader(with_luck).take(table.log[-1].events, table.log[-1].rolls)
        assert [(odds.seat, odds.kind) for odds in found] == [(0, "dispute"), (1, "dispute")]
        if faces[0] != faces[1]:
            came.update((odds.ratio, odds.success) for odds in found if isinstance(odds, Chance) and odds.seat == 0)
    assert came == {(Fraction(1, 2), True): 15, (Fraction(1, 2), False): 15}


def disputed(*faces: int) -> Table:
    """Let the sides of the toy roll off for a disputed fact."""
    table = turn(faces)
    table.when("red", ClaimCover(piece="r1")).asks("fact_stated", "blue")
    table.when("blue", DisputeFact(fact=next(iter(table.game.facts)), value="open")).then(DisputeRolledOff)
    return table
