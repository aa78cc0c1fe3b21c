"""Chances of throws against play: what the statistics say of a throw, and how often commands play it so.

A position of a random game whose next step throws dice is played many times with other dice. Of each kind of throw the
first of a play is looked at: what was said of it before it fell, and what came. Plays of which the same was said are
compared together, since dice before it may have changed what it needs: within them each result comes as often as was
said, by the levels of the harness, and where every way the dice can fall is played, exactly so.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.dice.wgdice import Dice, Roll
from adjudicator.kernel.labels import Chance, Odds
from adjudicator.registry import RULESETS
from replays.luck.chances import Chances
from replays.tell.throws import beside
from tests.kit import Table, party_of
from tests.odds_by_play.every_play import every_play
from tests.odds_by_play.harness import COMPARISONS, LEVEL, PLAYS, STATES, Line, RandomDice, positions, two_sided

GAMES = max(1, int(os.environ.get("ODDS_STATES", STATES)) // 2)
EACH = 1  # situations of a kind that are played of one game
# kinds that every build meets in its games, whatever their seeds
MET = {
    "antares": {"roll-off"},
    "grinding_annihilation": {"roll-off"},
    "hex_orders": {"rank", "setup-advantage"},
    "tile_formations": {"to-hit"},
}


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

    def take(self, events: Any, rolls: Any) -> list[Odds]:
        """Read an entry."""
        found: list[Odds] = []
        for (event, _), thrown in beside(events, [roll for roll in rolls if roll.sides > 1], self.rules.labels.beside):
            if event is not None:
                found.extend(self.chances.of(event, thrown))
        return found

    def tried(self, events: Any, rolls: Any) -> list[Odds]:
        """Read an entry that is forgotten again."""
        forked = Reader(self.rules)
        forked.chances._known.noted = dict(self.chances._known.noted)
        return forked.take(events, rolls)


def stepped(line: Line) -> tuple[list[tuple[Struct, tuple[str, ...]]], tuple[Roll, ...]] | None:
    """Let silence answer the innermost question, and give the events and throws of that; None where it can not."""
    top = line.window
    if top is None or not top.asks:
        return None
    command_of = line.rules.windows[top.kind].default_command
    command = command_of(line.game, top, top.asks[0]) if command_of else None
    if command is None:
        return None
    who = 0 if top.asks[0] == TABLE else top.asks[0]
    ruling = adjudicate(line.rules, line.game, line.protocol, party_of(who), command, line.dice, line.time)
    return list(ruling.events), tuple(ruling.rolls)


def first_of(table: Table, reader: Reader, kind: str, dice: Random | Dice) -> Said | None:
    """Play a position once, and give the first throw of a kind."""
    done = stepped(Line(table, dice))
    assert done is not None
    found = (said_of(odds) for odds in reader.tried(*done) if odds.kind == kind)
    return next(found, None)


def situations(name: str, seed: int) -> Iterator[tuple[Table, Reader, str]]:
    """Go through a random game, and give positions whose next step throws dice of a kind; EACH of every kind."""
    met: Counter[str] = Counter()
    reader, read = None, 0
    for table in positions(RULESETS[name], seed):
        reader = reader or Reader(table.rules)
        for opened in table.log[read:]:
            reader.take(opened.events, opened.rolls)
        read = len(table.log)
        done = stepped(Line(table, RandomDice(Random(f"{seed}/{read}"))))
        kinds = dict.fromkeys(odds.kind for odds in reader.tried(*done)) if done is not None else {}
        for kind in kinds:
            if met[kind] < EACH:
                met[kind] += 1
                yield table, reader, kind


def compared(table: Table, reader: Reader, kind: str, seed: int) -> None:
    """Hold what is said of a kind of throw against what comes."""
    exact = every_play(lambda dice: first_of(table, reader, kind, dice), PLAYS)
    if exact is not None:
        shares: defaultdict[tuple[int, ...], dict[int, Fraction]] = defaultdict(dict)
        for said, chance in exact.items():
            if isinstance(said, Said):
                shares[said.weights][said.place] = chance
        for weights, came in shares.items():
            whole = sum(came.values())
            expected = {place: Fraction(weight, sum(weights)) for place, weight in enumerate(weights) if weight}
            assert {place: chance / whole for place, chance in came.items()} == expected, kind
        return
    counts: defaultdict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
    for number in range(PLAYS):
        said = first_of(table, reader, kind, RandomDice(Random(f"{seed}/{number}")))
        if said is not None:
            counts[said.weights][said.place] += 1
    for weights, tally in counts.items():
        for place, weight in enumerate(weights):
            chance = Fraction(weight, sum(weights))
            if chance in (0, 1):
                assert tally[place] == tally.total() * chance, (kind, weights, tally)
            else:
                likely = two_sided(tally[place], tally.total(), float(chance))
                assert likely >= LEVEL / COMPARISONS, (kind, weights, tally)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_what_is_said_of_a_throw_is_what_comes(name: str, seed: int) -> None:
    """Of every kind of throw that a random game comes to, results are as likely as the statistics say."""
    met = set()
    for table, reader, kind in situations(name, 500 + seed):
        met.add(kind)
        compared(table, reader, kind, seed)
    print(sorted(met))
    assert met
