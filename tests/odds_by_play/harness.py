"""Odds against play: what an estimate says of a game, and how often it comes out when commands play it.

A test brings situations, each with the odds of one estimate and a way to play it once:

    def charge(table: Table, generator: Random) -> Situation | None:     # None: nothing to estimate here
        odds = ask(table, "EstimateCharge", 0, EstimateChargeRequest(formation="r1", target="b2"))
        def once(line: Line) -> str:
            line.send(0, DeclareAssault(formation="r1", targets=("b2",)))
            while (top := line.window) is not None and top.kind == "roll_assault":
                line.default()
            return "reached" if line.happened(AssaultRolled).reached else "short"
        return Situation("EstimateCharge r1 b2", chances(odds.outcomes), once, table)

    @pytest.mark.long
    @pytest.mark.parametrize("seed", range(STATES))
    def test_charge(seed): compare(situation(PATH, seed, charge), seed)

A line is a fork of the table's game: its commands are adjudicated by the rules and nothing is recorded, so that some
thousand plays of one situation take seconds. Every play has other dice.

`ODDS_STATES` and `ODDS_PLAYS` set how many states of each estimate are tried and how often each is played.

Where the dice of a situation can fall in no more ways than it would be played, every way is played once and the chances
are equal as fractions (every_play.py). All that is compared by random plays shares one level of significance
(Bonferroni): each outcome of each situation is tested by itself, two-sided, with an exact binomial tail, at LEVEL
divided by COMPARISONS, which is more than the outcomes that all estimates of all rulesets compare in one run: some
35,000 in 200 states of each. Seeds are fixed: a result stays until odds or rules change. What has no chance by the odds
must never come out, and chances add up to one.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.wgdice import Dice, Throw
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from tests.conformance.driver import Driver, rules_at
from tests.kit import GAME, Table, party_of, seeded
from tests.odds_by_play.every_play import every_play
from tests.odds_by_play.shared_plays import DrawnDice, Entry, Position, Ruled, Shared, Way, follow

STATES = int(os.environ.get("ODDS_STATES", "2"))
PLAYS = int(os.environ.get("ODDS_PLAYS", "300"))
LEVEL = 1e-3
COMPARISONS = 100_000
WALK = 400
WALKS = 4
LINES = 200
PER_GAME = 5  # situations of an estimate that one game is searched for


class RandomDice:
    """Fair dice of a generator."""

    def __init__(self, generator: Random) -> None:
        self.generator = generator

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Roll."""
        return tuple(self.generator.randint(1, ask.sides) for _ in range(ask.count))


class Line:
    """One way on from a table's position; the table itself stays as it is.

    Lines of one situation that are given the same `shared` rule once on what they have in common.
    """

    def __init__(self, table: Table, dice: Random | Dice, shared: Shared | None = None) -> None:
        self.rules = table.rules
        self.game: Any = table.game.fork()
        self.protocol = _copied(table.protocol)
        self.dice: Dice = RandomDice(dice) if isinstance(dice, Random) else dice
        self.time = table.time
        self.events: list[Struct] = []
        self.entries: list[Entry] = []
        self.shared = shared
        self.position: Position | None = shared.root if shared else None

    @property
    def window(self) -> Window | None:
        """The innermost question."""
        return self.game.stack[-1] if self.game.stack else None

    def offers(self, who: str | Party) -> tuple[Offer, ...]:
        """What the innermost window offers this party."""
        top, party = self.window, party_of(who)
        if top is None or party not in top.asks:
            return ()
        offers = self.rules.windows[top.kind].offers
        return tuple(offers(self.game, top, party)) if offers else ()

    def send(self, who: str | Party, command: Struct) -> list[Struct]:
        """Let a command be ruled; gives its events. Raises Rejected where it is refused."""
        party, here = party_of(who), self.position
        if here is None or self.shared is None:
            return self._stand(self._rule(party, command, self.dice))
        start = here.ways.setdefault((party, command), Way())
        end, drawn = follow(start, self.dice)
        ruled = end.ruled
        if ruled is None:
            dice = DrawnDice(start, drawn, self.dice)
            ruled = self._rule(party, command, dice)
            self.shared.keep(dice.way, ruled)
        return self._stand(ruled)

    def _rule(self, party: Party, command: Struct, dice: Dice) -> Ruled:
        ruling = adjudicate(self.rules, self.game, self.protocol, party, command, dice, self.time)
        entry = Entry(tuple(ruling.events), tuple(ruling.rolls))
        return Ruled(Position(ruling.game), ruling.seq, ruling.cursors, [event for event, _ in ruling.events], entry)

    def _stand(self, ruled: Ruled) -> list[Struct]:
        self.position, self.game = ruled.position, ruled.position.game
        self.protocol.seq, self.protocol.cursors = ruled.seq, ruled.cursors
        self.protocol.times.append(self.time)
        self.events += ruled.events
        self.entries.append(ruled.entry)
        return list(ruled.events)

    def default(self) -> list[Struct]:
        """Give the default command of the innermost window, for its first party."""
        if self.position is None or self.position.silent is None:
            silent = self._silent()
            if self.position is not None:
                self.position.silent = silent
        else:
            silent = self.position.silent
        return self.send(*silent)

    def _silent(self) -> tuple[Party, Struct]:
        top = self.window
        assert top is not None, "nothing is asked"
        command_of = self.rules.windows[top.kind].default_command
        command = command_of(self.game, top, top.asks[0]) if command_of else None
        assert command is not None, f"{top} has no default command"
        return 0 if top.asks[0] == TABLE else top.asks[0], command

    def happened(self, kind: type[Any]) -> Any:
        """Give the last event of a kind; None without one."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)


class Situation(NamedTuple):
    """What is compared: `odds` are the estimate's chances by outcome, `once` plays it and names what came out."""

    name: str
    odds: Mapping[Any, Fraction]
    once: Callable[[Line], Hashable]
    table: Table


def _copied(protocol: ProtocolState) -> ProtocolState:
    copied = ProtocolState(GAME)
    for slot in protocol.__slots__:
        value = getattr(protocol, slot)
        setattr(copied, slot, value.copy() if isinstance(value, dict | list) else value)
    return copied


# -- positions


def ask(table: Table, query: str, who: str | Party, request: Struct) -> Any:
    """Ask a query of the ruleset; None where it is refused for this request."""
    try:
        return table.rules.queries[query](table.game, party_of(who), request)
    except Rejected:
        return None


def chances(rows: Iterable[Any]) -> dict[str, Fraction]:
    """Read a message's rows of chances as fractions, by outcome or number written out."""
    return {str(_first(row, ("outcome", "number"))): fraction(row) for row in rows}


def fraction(row: Any) -> Fraction:
    """Read the chance that a message holds."""
    return Fraction(row.ratio if hasattr(row, "ratio") else row.chance.ratio)


def _first(row: Any, names: tuple[str, ...]) -> Any:
    return next(getattr(row, name) for name in names if hasattr(row, name))


class QuickTable(Table):
    """A table whose commands are not checked twice: views and invariants of random games are tested elsewhere."""

    def _compare(self, command: Struct) -> None:
        pass


class QuickDriver(Driver):
    """A driver that takes offers as they are."""

    def check_offers(self, party: Party, top: Window) -> None:
        """Check nothing; nothing is drawn for it either, so that the game is the one of a driver that does."""


class Walk:
    """A random game of a ruleset, any scenario and options, walked as far as somebody asked, every position kept."""

    def __init__(self, path: str, seed: int) -> None:
        self._table = QuickTable(rules_at(path), dice=seeded(seed))
        self._driver = QuickDriver(self._table, seed, any_options=True)
        self._kept: list[dict[str, Any]] = []

    def position(self, number: int) -> Table | None:
        """Give a table of its own for the position after so many commands, from 0; None after the end of the game."""
        while len(self._kept) <= number:
            if self._table.window is None:
                return None
            self._driver.walk(1)
            now = self._table.__dict__
            self._kept.append(
                {
                    **now,
                    "game": self._table.game.fork(),
                    "protocol": _copied(self._table.protocol),
                    "log": len(now["log"]),
                }
            )
        kept, table = self._kept[number], QuickTable.__new__(QuickTable)
        game = kept["game"]
        changed = {"game": game.fork(), "twin": game.fork(), "protocol": _copied(kept["protocol"])}
        table.__dict__.update(kept, **changed, log=self._table.log[: kept["log"]])
        return table


@lru_cache(maxsize=WALKS)
def _walk(path: str, seed: int) -> Walk:
    """Share a game between the estimates that look for their positions in it, one after the other."""
    return Walk(path, seed)


def positions(path: str, seed: int, *, most: int = WALK) -> Iterator[Table]:
    """Walk through a random game of a ruleset (its module's path), any scenario and options: every position once.

    Each has a table of its own; what is done to it changes neither the game nor the positions to come.
    """
    walk = _walk(path, seed)
    for number in range(most):
        table = walk.position(number)
        if table is None:
            return
        yield table


def settled(table: Table, line: Line) -> Table:
    """Give a table as a line has left it, to play on from there: what needs no dice is done once for all plays."""
    made = QuickTable.__new__(QuickTable)
    made.__dict__.update(table.__dict__, game=line.game, protocol=line.protocol)
    return made


def situation(
    path: str, seed: int, found: Callable[[Table, Random], Situation | None], *, after: int | None = None
) -> Situation:
    """Find a position of a random game, at random, in which there is something to estimate.

    Walks through games of further seeds until one has such a position. Raises AssertionError where 200 have none.
    """
    generator = Random(seed)
    for further in range(LINES):
        skip = generator.randrange(WALK // 2) if after is None else after
        for number, table in enumerate(positions(path, seed // PER_GAME + 1_000 * further)):
            made = found(table, generator) if number >= skip else None
            if made is not None:
                return made
            if number >= skip:
                skip += generator.randrange(5)
    message = f"no position to estimate in {LINES} games of {path}"
    raise AssertionError(message)


# -- comparing


def compare(given: Situation, seed: int = 0, plays: int = PLAYS) -> None:
    """Compare a situation with its odds: by every way its dice can fall, or by many plays where these are too many.

    Raises AssertionError with the odds and shares of every outcome where they do not go together.
    """
    assert sum(given.odds.values()) == 1, f"{given.name}: chances add up to {sum(given.odds.values())}"
    shared = Shared()
    exact = every_play(lambda dice: given.once(Line(given.table, dice, shared)), plays)
    if exact is not None:
        apart = {key for key in {**given.odds, **exact} if exact.get(key, 0) != given.odds.get(key, 0)}
        _complain(given, apart, exact, "every play there is")
        return
    counts: Counter[Any] = Counter()
    for number in range(plays):
        counts[given.once(Line(given.table, Random(f"{seed}/{number}"), shared))] += 1
    odds = {**dict.fromkeys(counts, Fraction(0)), **given.odds}
    apart = {key for key, chance in odds.items() if is_apart(counts[key], plays, chance)}
    _complain(given, apart, {key: count / plays for key, count in counts.items()}, f"{plays} plays")


def _complain(given: Situation, apart: Collection[Any], played: Mapping[Any, float | Fraction], how: str) -> None:
    lines = [
        f"  {key}: odds {float(given.odds.get(key, 0)):.4f}, played {float(played.get(key, 0)):.4f}"
        f"{'   <--' if key in apart else ''}"
        for key in sorted({**given.odds, **played}, key=str)
    ]
    assert not apart, f"{given.name}, {how}:\n" + "\n".join(lines)


def is_apart(found: int, plays: int, chance: Fraction) -> bool:
    """Tell whether a count is beyond what chance allows: the tail on its side at LEVEL / COMPARISONS / 2."""
    if chance in (0, 1):
        return found != plays * chance
    return two_sided(found, plays, float(chance)) < LEVEL / COMPARISONS


def two_sided(found: int, plays: int, chance: float) -> float:
    """Twice the binomial tail on the side of the count, 1 at most."""
    side = range(found, plays + 1) if found >= plays * chance else range(found + 1)
    return min(1.0, 2 * math.fsum(math.exp(_log_binomial(number, plays, chance)) for number in side))


def _log_binomial(number: int, plays: int, chance: float) -> float:
    ways = math.lgamma(plays + 1) - math.lgamma(number + 1) - math.lgamma(plays - number + 1)
    return ways + number * math.log(chance) + (plays - number) * math.log1p(-chance)
