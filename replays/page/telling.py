"""The entries of a game told for its page: sentences, clauses, throws, computed numbers with their reasons, chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED, Roll
from adjudicator.kernel.labels import Chance, Outcome
from adjudicator.kernel.record.record import OpenedPart, OpenedRecord, Record, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import inches
from replays.audit.report import printable
from replays.luck.chances import Chances
from replays.party_names import party_name
from replays.tell.moments import may_see
from replays.tell.phrases import EventFormatter
from replays.tell.throws import beside
from replays.tell.transcript import BYTES_ONLY
from replays.tell.values import brief_text

REFEREE_DESK = "adjudicator.kernel.referee"
Plain = dict[str, Any]


class Step(Protocol):
    """An entry with what its file or log opens of it, and the innermost questions before and after it."""

    @property
    def record(self) -> Record:
        """The entry."""

    @property
    def parts(self) -> Sequence[OpenedPart]:
        """Its opened parts."""

    @property
    def asked(self) -> Window | None:
        """The question before it."""

    @property
    def asks(self) -> Window | None:
        """The question after it."""


class EntryTeller:
    """Tells the entries of a game, in order, as one party was shown them; `names` are those of its seats."""

    def __init__(self, rules: LoadedRuleset[Any], names: Sequence[str], viewer: Party) -> None:
        self.rules = rules
        self.names = names
        self.viewer = viewer
        self.formatter = EventFormatter(rules, list(names), rules.labels)
        self.chances = Chances(rules)

    def entry(self, step: Step) -> Plain:
        """Tell one entry; the names of the keys are short, since there are thousands of each."""
        parts = [part for part in step.parts if may_see(step.record, part, self.viewer)]
        opened = open_record(self.rules, step.record, parts)
        asked = step.asked.subject if step.asked is not None else ()
        self.formatter.memory.enter(step.record.actor.party, asked, step.record.seq)
        headings: list[str] = []
        told = []
        for (event, clauses), rolls in beside(opened.events, opened.rolls, self.rules.labels.beside):
            headings.extend(self._heading(event, opened) if event is not None else ())
            row = self._event(event, clauses, rolls, opened)
            if row is not None:
                told.append(row)
        party = step.record.actor.party
        found: Plain = {
            "n": step.record.seq,
            "by": party_name(party, self.names),
            "seat": party if is_seat(party) else -1,
            "kind": type(step.record.command.body).__name__,
            "with": self._command(opened),
            "ev": told,
        }
        optional = {"head": headings, "asks": self._question(step), "desk": self._of_the_desk(step)}
        return found | {name: value for name, value in optional.items() if value}

    def _of_the_desk(self, step: Step) -> bool:
        handler = self.rules.handlers.get(type(step.record.command.body))
        return getattr(handler, "__module__", "").startswith(REFEREE_DESK) and not is_seat(step.record.actor.party)

    def _heading(self, event: Struct, opened: OpenedRecord) -> Iterator[str]:
        phrase = self.rules.labels.headings.get(type(event).__name__)
        if phrase is not None:
            yield printable(self.formatter.format_event(event, phrase, whole=opened.whole))

    def _event(
        self, event: Struct | None, clauses: Sequence[str], rolls: Sequence[Roll], opened: OpenedRecord
    ) -> Plain | None:
        throws = [self._throw(roll) for roll in rolls if roll.sides > 1]
        if event is None:
            return {"k": "", "throws": throws} if throws else None
        # asked even where nothing is told: chances rest on earlier events
        found = self.chances.of(event, rolls)
        odds = [_chance(chance) for chance in found if isinstance(chance, Chance)]
        orders = [_outcome(outcome) for outcome in found if isinstance(outcome, Outcome)]
        # its sentence is made even where only a heading is shown: later sentences name what it says
        sentence = self.formatter.format_event(event, whole=opened.whole)
        kind = type(event).__name__
        if kind in self.rules.labels.headings and type(event) not in self.rules.labels.variants:
            sentence = ""
        if not sentence and not throws:
            return None
        row: Plain = {"k": kind, "t": printable(sentence), "c": list(clauses)}
        optional = {"sums": list(self._sums(event)), "throws": throws, "odds": odds, "orders": orders}
        return row | {name: value for name, value in optional.items() if value}

    def _throw(self, roll: Roll) -> Plain:
        source = {PUBLIC: "seeded", REPORTED: "reported"}.get(roll.stream, "hidden")
        return {
            "for": printable(self.formatter.throw_name(roll.why)),
            "by": party_name(roll.roller, self.names),
            "src": source,
            "d": roll.sides,
            "f": list(roll.faces),
            "at": [roll.stream, roll.epoch, roll.index],
        }

    def _sums(self, event: Struct) -> Iterator[Plain]:
        """Give every computed number of an event with its steps, those in its lists of messages too."""
        lengths = self.rules.labels.lengths
        for name, tally in _tallies(event):
            terms = [[term.clause, term.operation, term.value] for term in tally.terms]
            row: Plain = {"name": name.replace("_", " "), "total": tally.total, "terms": terms}
            yield row | {"inches": 1} if name in lengths else row

    def _question(self, step: Step) -> str:
        window = step.asks
        if window is None or not window.asks or (step.asked is not None and step.asked.id == window.id):
            return ""
        return printable(self.formatter.format_question(window.kind, window.subject, window.asks))

    def _command(self, opened: OpenedRecord) -> str:
        """Write what a command names in one word or a few; what it lists is told by its events."""
        command = opened.command
        if isinstance(command, BYTES_ONLY):
            return ""
        secret = () if opened.whole else self.rules.masks[type(command)].secret
        written = []
        for index, name in enumerate(command.__struct_fields__):
            value = getattr(command, name)
            if value is None and index in secret:
                written.append(f"{name} hidden")
            elif isinstance(value, int) and not isinstance(value, bool) and name in self.rules.labels.lengths:
                written.append(f"{name} {inches(value)}")
            elif value not in (None, "", (), False) and not _nested(value):
                written.append(f"{name} {brief_text(value)}")
        return printable(", ".join(written).replace("_", " "))


def _tallies(message: Struct) -> Iterator[tuple[str, Tally]]:
    for name in message.__struct_fields__:
        value = getattr(message, name)
        if isinstance(value, Tally):
            yield name, value
        elif isinstance(value, Struct):
            yield from _tallies(value)
        elif isinstance(value, tuple):
            yield from (found for item in value if isinstance(item, Struct) for found in _tallies(item))


def _chance(chance: Chance) -> list[int]:
    return [chance.seat, chance.good, chance.of, int(chance.success)]


def _outcome(outcome: Outcome) -> list[Any]:
    """Give whose it was, what came, and the chances of just that and of that or better, of so many."""
    just, better = outcome.weights[outcome.place], sum(outcome.weights[outcome.place :])
    return [outcome.seat, printable(outcome.names[outcome.place]), just, better, sum(outcome.weights)]


def _nested(value: object) -> bool:
    return isinstance(value, Struct) or (isinstance(value, tuple) and any(map(_nested, value)))
