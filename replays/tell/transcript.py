"""Games as text: one line per command, dice, event, question and view, for players to read and tests to play again."""

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
from replays.tell.names import party_name, party_of
from replays.tell.values import Reader, Unreadable, field_text, fields_text, read_message

BYTES_ONLY = (OpenGame, CommitContribution, OpenContribution, Reveal, SeedFixed)
COLUMN = 76
_ENTRY = re.compile(r"(?P<seq>\d+|-) +(?P<who>\S+) +(?P<kind>[A-Z]\w*) ?(?P<fields>.*)")
_DICE = re.compile(r"(?P<count>\d+)d(?P<sides>\d+) (?P<why>\S+) (?P<who>\S+)(?P<faces>(?: \d+)+)(?P<hidden> hidden)?")
_SEES = re.compile(r"sees (?P<who>\S+) after (?P<seq>\d+):(?P<text>.*)")


class Step(Struct, frozen=True):
    """One command and what became of it; `seq` is 0 where it was refused, `stack` None where it stayed as it was."""

    seq: int
    party: int
    command: Struct
    rolls: tuple[Roll, ...] = ()
    ruled: tuple[Ruled, ...] = ()
    stack: Stack | None = None
    faults: tuple[Fault, ...] = ()
    comments: tuple[str, ...] = ()


class Throw(Struct, frozen=True):
    """A row of dice as the text has it."""

    count: int
    sides: int
    why: str
    roller: int
    faces: tuple[int, ...]
    hidden: bool


class Line(Struct, frozen=True):
    """A command as the text has it, with the dice under it and the parties whose views stand behind it."""

    seq: int
    party: int
    command: Struct
    throws: tuple[Throw, ...]
    sees: tuple[int, ...]
    comments: tuple[str, ...]


class Script(Struct, frozen=True):
    """A game read back from its text: enough to play it again."""

    opening: OpenGame
    game: bytes
    lines: tuple[Line, ...]
    digest: str


# -- printing


def head_text(opening: OpenGame, game: bytes) -> str:
    """Write the first line: what the game is and how it is played."""
    seats = ",".join(seat.name for seat in opening.seats)
    said = {
        "seats": seats, "pace": opening.pace, "dice": opening.dice_mode, "profile": opening.profile,
        "limit": opening.response_limit, "appeal": opening.appeal_window, "referee": "yes" if opening.referee else "no",
        "id": game.hex(),
    }  # fmt: skip
    return f"game {opening.ruleset} {opening.edition}  " + "  ".join(f"{name}={value}" for name, value in said.items())


def step_text(step: Step, names: Sequence[str], rules: LoadedRuleset[Any]) -> list[str]:
    """Write one command: who and what, dice, events with their clauses, and the question that is open now."""
    width = max(len(name) for name in (*names, "referee")) + 1
    body = "" if isinstance(step.command, BYTES_ONLY) else f" {_fields(step.command, rules)}".rstrip()
    number = str(step.seq) if step.seq else " -"
    lines = [*step.comments, f"{number} {party_name(step.party, names):<{width}}{type(step.command).__name__}{body}"]
    indent = " " * (len(number) + 1 + width)
    lines.extend(indent + _roll(roll, names) for roll in step.rolls)
    lines.extend(indent + _event(event, clauses, rules, len(indent)) for event, clauses in step.ruled if _told(event))
    lines.extend(indent + _refused(fault, len(indent)) for fault in step.faults)
    if step.stack is not None:
        lines.append(indent + _question(step.stack, names))
    return lines


def _told(event: Struct) -> bool:
    return not isinstance(event, Asked)


def _fields(message: Struct, rules: LoadedRuleset[Any]) -> str:
    if isinstance(message, BYTES_ONLY):
        return ""
    return fields_text(message, rules.masks[type(message)].secret)


def _event(event: Struct, clauses: Iterable[str], rules: LoadedRuleset[Any], indent: int) -> str:
    said = f"{type(event).__name__} {_fields(event, rules)}".rstrip()
    return f"{said:<{COLUMN - indent}}  {' '.join(clauses)}"


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
    """Write what a party sees, as far as it differs from what it saw before; also give all it sees now."""
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
    elif isinstance(value, tuple) and any(isinstance(each, Struct) for each in value):
        for place, each in enumerate(value):
            yield from _leaves(f"{path}[{place}]", each)
    else:
        yield path, field_text(value)


# -- reading


def parse(text: str, rules: LoadedRuleset[Any]) -> Script:
    """Read a game back from its text; events, questions and views are left to those who play it again.

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
        self.opening: OpenGame | None = None
        self.game = b""
        self.names: list[str] = []
        self.lines: list[Line] = []
        self.comments: list[str] = []
        self.digest = ""

    def script(self) -> Script:
        """Give what was read."""
        if self.opening is None:
            raise Unreadable("line 1: a transcript begins with `game`, the ruleset and its edition")
        return Script(self.opening, self.game, tuple(self.lines), self.digest)

    def take(self, line: str) -> None:
        """Read one line."""
        if self.opening is None:
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
            raise Unreadable(f"a game of {self.rules.name} is due, not {line!r}")
        said = Reader(line.partition("  ")[2]).fields()
        seats = said["seats"]
        self.names = [str(name) for name in (seats if isinstance(seats, list) else [seats])]
        self.game = bytes.fromhex(said["id"])
        self.opening = read_message(OpenGame, " ".join([
            f"ruleset={ruleset} edition={edition} package={self.rules.package} engine={bytes(32).hex()}",
            f"seats=[{','.join(f'(name={name} bot=no)' for name in self.names)}] pace={said['pace']}",
            f"dice_mode={said['dice']} profile={said['profile']} response_limit={said['limit']}",
            f"appeal_window={said['appeal']} referee={said['referee']} test=yes signed=no master_key=\"\" log_key=\"\"",
        ]))  # type: ignore[assignment]  # fmt: skip

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
        """Stand-ins: whoever plays the game again makes seeds and commitments of his own."""
        return self.opening if kind is OpenGame and self.opening is not None else stand_in(kind)

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
        self.lines[-1] = Line(**{**values, **{name: (*values[name], each) for name, each in added.items()}})


def stand_in(kind: type[Struct]) -> Struct:
    """Make a command of one field of 32 bytes, which the text leaves out."""
    return kind(**{kind.__struct_fields__[0]: bytes(32)})


__all__ = [
    "Line", "Script", "Step", "Throw", "head_text", "parse", "stand_in", "step_text", "view_text",
]  # fmt: skip
