"""Transcripts: games as text, one line per command, dice, event, question and view; a test can play them again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.windows import Stack
from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED, Roll
from adjudicator.kernel.messages import Asked, CommitContribution, OpenContribution, OpenGame, Reveal, SeedFixed
from adjudicator.kernel.record.record import Ruled
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.report import printable
from replays.party_names import party_name, party_of
from replays.tell.values import Reader, Unreadable, field_text, fields_text, read_message

BYTES_ONLY = (OpenGame, CommitContribution, OpenContribution, Reveal, SeedFixed)
COLUMN = 76
_ENTRY = re.compile(r"(?P<seq>\d+|-) +(?P<who>\S+) +(?P<kind>[A-Z]\w*) ?(?P<fields>.*)")
_DICE = re.compile(r"(?P<count>\d+)d(?P<sides>\d+) (?P<why>\S+) (?P<who>\S+)(?P<faces>(?: \d+)+)(?P<hidden> hidden)?")
_SEES = re.compile(r"sees (?P<who>\S+) after (?P<seq>\d+):(?P<text>.*)")


class Step(Struct, frozen=True):
    """One command and its result; `seq` is 0 where it was refused, `stack` None where no window changed."""

    seq: int
    party: int
    command: Struct
    rolls: tuple[Roll, ...] = ()
    ruled: tuple[Ruled, ...] = ()
    stack: Stack | None = None
    faults: tuple[Fault, ...] = ()
    comments: tuple[str, ...] = ()


class Throw(Struct, frozen=True):
    """A row of dice as it stands in a transcript."""

    count: int
    sides: int
    why: str
    roller: int
    faces: tuple[int, ...]
    hidden: bool


class Line(Struct, frozen=True):
    """A command as it stands in a transcript, with its dice and the parties whose views follow it."""

    seq: int
    party: int
    command: Struct
    throws: tuple[Throw, ...]
    sees: tuple[int, ...]
    comments: tuple[str, ...]


class Script(Struct, frozen=True):
    """A game read from a transcript: enough to play it again."""

    terms: OpenGame
    game: bytes
    lines: tuple[Line, ...]
    digest: str


# -- printing


def head_text(terms: OpenGame, game: bytes) -> str:
    """Format the first line: the game and its terms."""
    seats = ",".join(seat.name for seat in terms.seats)
    fields = {
        "seats": seats,
        "pace": terms.pace,
        "dice": terms.dice_mode,
        "profile": terms.profile,
        "limit": terms.response_limit,
        "appeal": terms.appeal_window,
        "referee": "yes" if terms.referee else "no",
        "id": game.hex(),
    }
    return f"game {terms.ruleset} {terms.edition}  " + "  ".join(f"{name}={value}" for name, value in fields.items())


def step_text(step: Step, names: Sequence[str], rules: LoadedRuleset[Any]) -> list[str]:
    """Format one command: party and command, dice, events with their clauses, and the question that is open now."""
    width = max(len(name) for name in (*names, "referee")) + 1
    body = "" if isinstance(step.command, BYTES_ONLY) else f" {_fields(step.command, rules)}".rstrip()
    number = str(step.seq) if step.seq else " -"
    lines = [*step.comments, f"{number} {party_name(step.party, names):<{width}}{type(step.command).__name__}{body}"]
    indent = " " * (len(number) + 1 + width)
    lines.extend(indent + _roll(roll, names) for roll in step.rolls)
    lines.extend(
        indent + _event(event, clauses, rules, len(indent)) for event, clauses in step.ruled if _is_shown(event)
    )
    lines.extend(indent + _refused(fault, len(indent)) for fault in step.faults)
    if step.stack is not None:
        lines.append(indent + _question(step.stack, names))
    return lines


def _is_shown(event: Struct) -> bool:
    return not isinstance(event, Asked)


def _fields(message: Struct, rules: LoadedRuleset[Any]) -> str:
    if isinstance(message, BYTES_ONLY):
        return ""
    return fields_text(message, rules.masks[type(message)].secret)


def _event(event: Struct, clauses: Iterable[str], rules: LoadedRuleset[Any], indent: int) -> str:
    text = f"{type(event).__name__} {_fields(event, rules)}".rstrip()
    return f"{text:<{COLUMN - indent}}  {' '.join(clauses)}"


def _refused(fault: Fault, indent: int) -> str:
    facts = [f"{name}={field_text(value)}" for name, value in (("path", fault.path), *fault.facts) if value != ""]
    return f"{' '.join(['rejected', fault.reason, *facts]):<{COLUMN - indent}}  {fault.clause}".rstrip()


def _roll(roll: Roll, names: Sequence[str]) -> str:
    faces = " ".join(map(str, roll.faces))
    hidden = "" if roll.stream in (PUBLIC, REPORTED) else " hidden"
    return f"{len(roll.faces)}d{roll.sides} {printable(roll.why)} {party_name(roll.roller, names)} {faces}{hidden}"


def _question(stack: Stack, names: Sequence[str]) -> str:
    if not stack:
        return "? nothing"
    top = stack[-1]
    subject = f" subject={field_text(top.subject)}" if top.subject else ""
    return f"? {top.kind} {','.join(party_name(party, names) for party in top.asks)}{subject}"


def view_text(before: dict[str, str], view: object) -> tuple[dict[str, str], str]:
    """Format what a party sees, as far as it differs from what it saw before; also give all it sees now."""
    now = dict(_leaves("", view))
    gone = [f"-{path}" for path in before if path not in now]
    new = [f"{path}={text}" for path, text in now.items() if before.get(path) != text]
    return now, " ".join([*new, *gone]) or "nothing new"


def _leaves(path: str, value: object) -> Iterable[tuple[str, str]]:
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            # number and head of a view are set by the service; they are no part of the game
            if path or name not in ("seq", "head"):
                yield from _leaves(f"{path}.{name}" if path else name, getattr(value, name))
    elif isinstance(value, tuple) and any(isinstance(item, Struct) for item in value):
        for place, item in enumerate(value):
            yield from _leaves(f"{path}[{place}]", item)
    else:
        yield path, field_text(value)


# -- reading


def parse(text: str, rules: LoadedRuleset[Any]) -> Script:
    """Read a game from its transcript; events, questions and views are not read: playing it again makes them anew.

    Raises Unreadable with the number of the line.
    """
    reader = _Reader(rules)
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            reader.take(line)
        except (ValueError, KeyError) as error:
            raise Unreadable(f"line {number}: {error}") from error
    return reader.script()


class _Reader:
    def __init__(self, rules: LoadedRuleset[Any]) -> None:
        self.rules = rules
        self.terms: OpenGame | None = None
        self.game = b""
        self.names: list[str] = []
        self.lines: list[Line] = []
        self.comments: list[str] = []
        self.digest = ""

    def script(self) -> Script:
        """Give what was read."""
        if self.terms is None:
            raise Unreadable("line 1: a transcript begins with `game`, the ruleset and its edition")
        return Script(self.terms, self.game, tuple(self.lines), self.digest)

    def take(self, line: str) -> None:
        """Read one line."""
        if self.terms is None:
            self._head(line)
        elif line.startswith("#"):
            self.comments.append(line)
        elif line.startswith("= "):
            self.digest = line[2:].strip()
        elif match := _SEES.fullmatch(line):
            self._sees(party_of(match["who"], self.names))
        elif match := _ENTRY.fullmatch(line.strip() if line.startswith(" -") else line):
            self._entry(match)
        elif match := _DICE.fullmatch(line.strip()):
            self._throw(match)
        elif line.strip() and not line.startswith(" "):
            raise Unreadable(f"{line!r} is no line of a transcript")

    def _head(self, line: str) -> None:
        word, ruleset, edition, *_ = [*line.split(), "", "", ""]
        if word != "game" or ruleset != self.rules.name:
            raise Unreadable(f"a game of {self.rules.name} is expected, not {line!r}")
        fields = Reader(line.partition("  ")[2]).fields()
        seats = fields["seats"]
        self.names = [str(name) for name in (seats if isinstance(seats, list) else [seats])]
        self.game = bytes.fromhex(fields["id"])
        self.terms = read_message(
            OpenGame,
            " ".join(
                [
                    f"ruleset={ruleset} edition={edition} package={self.rules.package} engine={bytes(32).hex()}",
                    f"seats=[{','.join(f'(name={name} bot=no)' for name in self.names)}] pace={fields['pace']}",
                    f"dice_mode={fields['dice']} profile={fields['profile']} response_limit={fields['limit']}",
                    f"appeal_window={fields['appeal']} referee={fields['referee']} test=yes signed=no",
                    'master_key="" log_key=""',
                ]
            ),
        )  # type: ignore[assignment]

    def _entry(self, match: re.Match[str]) -> None:
        kind = self.rules.command(match["kind"])
        if kind is None:
            raise Unreadable(f"{match['kind']} is no command of {self.rules.name}")
        seq = 0 if match["seq"] == "-" else int(match["seq"])
        command = self._bytes_only(kind) if kind in BYTES_ONLY else read_message(kind, match["fields"])
        who = party_of(match["who"], self.names)
        self.lines.append(Line(seq, who, command, (), (), tuple(self.comments)))
        self.comments = []

    def _bytes_only(self, kind: type[Struct]) -> Struct:
        """Stand-ins: playing the game again makes seeds and commitments anew."""
        return self.terms if kind is OpenGame and self.terms is not None else stand_in(kind)

    def _throw(self, match: re.Match[str]) -> None:
        faces = tuple(map(int, match["faces"].split()))
        roller = party_of(match["who"], self.names)
        count, sides = int(match["count"]), int(match["sides"])
        self._more(throws=Throw(count, sides, match["why"], roller, faces, bool(match["hidden"])))

    def _sees(self, party: int) -> None:
        self._more(sees=party)

    def _more(self, **added: Any) -> None:
        if not self.lines:
            raise Unreadable("dice and views stand under a command")
        last = self.lines[-1]
        values = {name: getattr(last, name) for name in last.__struct_fields__}
        self.lines[-1] = Line(**{**values, **{name: (*values[name], value) for name, value in added.items()}})


def stand_in(kind: type[Struct]) -> Struct:
    """Make a command of one field of 32 bytes, which the text leaves out."""
    return kind(**{kind.__struct_fields__[0]: bytes(32)})
