"""The throws of a game: each with the exact chances of what came, or with faces that add up, or without odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel.dice.wgdice import PUBLIC, Roll
from adjudicator.kernel.labels import NOTHING, Chance, Odds, Outcome, summed_against
from adjudicator.kernel.messages import ThrowDrawn
from adjudicator.kernel.record.record import OpenedPart, OpenedRecord, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.checks_log import check_genesis
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import Bundle
from replays.luck.chances import Chances
from replays.party_names import party_name
from replays.tell.phrases import EventFormatter
from replays.tell.throws import beside


class Judged(Struct, frozen=True):
    """A throw that succeeded or failed; `name` says in words what it was for."""

    seq: int
    who: str
    name: str
    chance: Chance


class Ranked(Struct, frozen=True):
    """A throw whose results stand in an order, such as the rows of a table."""

    seq: int
    who: str
    name: str
    outcome: Outcome


class Summed(Struct, frozen=True):
    """Dice whose faces add up."""

    seq: int
    who: str
    name: str
    sides: int
    faces: tuple[int, ...]


class GameThrows(Struct, frozen=True):
    """The throws of a game. `without` counts the dice that have no odds, by what they were thrown for.

    `because` says why they have none, where there is a reason, by the same names.
    """

    game: str
    ruleset: str
    seats: tuple[str, ...]
    entries: int
    judged: tuple[Judged, ...]
    summed: tuple[Summed, ...]
    without: Mapping[str, int]
    ranked: tuple[Ranked, ...] = ()
    because: Mapping[str, str] = NOTHING


def throws_of(bundle: Bundle, rules: LoadedRuleset[Any]) -> GameThrows:
    """Read the throws of a replay file, as far as it opens them.

    Raises ValueError where its first entry does not open a game or an entry can not be read.
    """
    entries = read_entries(bundle, Findings())
    terms = check_genesis(entries, Findings())
    if terms is None:
        raise ValueError("the file does not begin with the opening of a game; see replay audit")
    reader = ThrowReader(rules, [seat.name for seat in terms.seats])
    for seq, data in enumerate(bundle.records, start=1):
        try:
            opened = open_record(rules, decoder(rules).decode(data), [OpenedPart(*row) for row in bundle.openings(seq)])
        except (msgspec.MsgspecError, ValueError, TypeError, LookupError) as error:
            raise ValueError(f"entry {seq} is no record of {rules.name}: {error}; see replay audit") from error
        reader.take(seq, opened)
    without = dict(sorted(reader.without.items(), key=lambda row: (-row[1], row[0])))
    return GameThrows(
        entries[0].game.hex(),
        rules.name,
        tuple(reader.names),
        len(bundle.records),
        tuple(reader.judged),
        tuple(reader.summed),
        without or NOTHING,
        tuple(reader.ranked),
        reader.because,
    )


class ThrowReader:
    """Reads the throws of one game, entry by entry."""

    def __init__(self, rules: LoadedRuleset[Any], names: Sequence[str]) -> None:
        self.labels = rules.labels
        self.names = names
        self.chances = Chances(rules)
        self.formatter = EventFormatter(rules, names, rules.labels)
        self.judged: list[Judged] = []
        self.summed: list[Summed] = []
        self.ranked: list[Ranked] = []
        self.without: Counter[str] = Counter()
        self.because: dict[str, str] = {}

    def take(self, seq: int, opened: OpenedRecord) -> None:
        """Read the next entry."""
        found: list[Odds] = []
        for (event, _), rolls in beside(opened.events, opened.rolls, self.labels.beside):
            if event is not None:
                found.extend(self.chances.of(event, rolls))
        for chance in found:
            who, name = party_name(chance.seat, self.names), self.formatter.throw_name(chance.kind)
            if isinstance(chance, Chance):
                self.judged.append(Judged(seq, who, name, chance))
            else:
                self.ranked.append(Ranked(seq, who, name, chance))
        rest = []
        told = [(one.kind, one.faces) for one in found]
        for roll in _once(opened):
            if roll.why in self.labels.sums and (roll.why, roll.faces) in told:  # its chances say for whom it adds up
                told.remove((roll.why, roll.faces))
            elif roll.why in self.labels.sums:
                who, name = party_name(roll.roller, self.names), self.formatter.throw_name(roll.why)
                self.summed.append(Summed(seq, who, name, roll.sides, roll.faces))
            elif roll.why in self.labels.costs:
                who, name = party_name(roll.roller, self.names), self.formatter.throw_name(roll.why)
                self.ranked.append(Ranked(seq, who, name, cost_of(roll)))
            else:
                rest.append(roll)
        for roll, dice in _uncovered(rest, found):
            name = self.formatter.throw_name(roll.why)
            self.without[name] += dice
            if roll.why in self.labels.without:
                self.because[name] = self.labels.without[roll.why]


def cost_of(roll: Roll) -> Outcome:
    """Put the sums of a throw of which less is better in order, from the greatest on."""
    return summed_against(roll.roller, roll.why, roll.sides, roll.faces)


def _once(opened: OpenedRecord) -> Iterator[Roll]:
    """Give throws of dice, without those that silence drew: the command that waited has these faces again."""
    drawn = [event.faces for event, _ in opened.events if isinstance(event, ThrowDrawn)]
    for roll in opened.rolls:
        if roll.stream == PUBLIC and roll.faces in drawn:
            drawn.remove(roll.faces)
        elif roll.sides > 1:
            yield roll


def _uncovered(rolls: Iterable[Roll], found: Iterable[Odds]) -> Iterator[tuple[Roll, int]]:
    """Count the dice of each throw of an entry that no chance of its events covers."""
    left: dict[str, Counter[int]] = {}
    for chance in found:
        left.setdefault(chance.kind, Counter()).update(chance.faces)
    rest = []
    for roll in rolls:
        named = left.get(roll.why, Counter())
        dice = Counter(roll.faces) - named
        named.subtract(Counter(roll.faces) & named)
        rest.append((roll, dice))
    others = sum((+faces for faces in left.values()), Counter())
    for roll, dice in rest:  # a die that is thrown on has a name of its own, and the chance of the first covers it
        covered = dice & others
        others -= covered
        if dice - covered:
            yield roll, (dice - covered).total()
