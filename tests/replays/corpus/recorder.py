"""A plugin of pytest that writes down what clause tests play: `-p tests.replays.corpus.recorder --corpus-to FOLDER`.

Each process writes one file of JSON lines: every step once, by the hash of its bytes, and for every command that a test
is about a candidate for a case. Those are all refusals, the last accepted command of each table, and what is ruled
under a clause that the test is marked with. A test that fails leaves nothing, a test with random examples neither.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import pytest
from msgspec import Struct

from adjudicator import registry
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.dice.wgdice import Dice, Throw
from replays.corpus.games import change_form, fault_form, given_form, outcome_form
from replays.corpus.values import NoValue, tagged
from tests import kit
from tests.kit import Table

MOST_STEPS: Final = 60
MOST_BYTES: Final = 400_000
MOST_OF_A_TEST: Final = 40


class Heard:
    """A source of faces that keeps what it hands out."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.faces: list[int] = []

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out faces and keep them."""
        faces = self.dice.throw(ask)
        self.faces.extend(faces)
        return faces


class Play:
    """What one table has played: its steps, and the state that they lead to."""

    def __init__(self, table: Table) -> None:
        self.steps: list[str] = []
        self.size = 0
        self.last: dict[str, object] = kit._slots(table.rules.start(len(table.opening.seats)))
        self.lost = ""
        self.heard: list[int] = []
        self.candidates: list[dict[str, Any]] = []


class Recorder:
    """Writes down the tables of one process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.out = (folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'one')}-{os.getpid()}.jsonl").open("wb")
        self.plays: list[tuple[Table, Play]] = []
        self.written: set[str] = set()
        self.pending: dict[str, bytes] = {}

    # -- of a table

    def play(self, table: Table) -> Play:
        """Find what a table has played."""
        found = getattr(table, "corpus_play", None)
        if found is None:
            found = Play(table)
            table.corpus_play = found  # type: ignore[attr-defined]  # kept where it ends with the table
            self.plays.append((table, found))
        return cast("Play", found)

    def catch_up(self, table: Table) -> Play:
        """Write down what was set past all rules since the last step."""
        play = self.play(table)
        now = _slots(table)
        changed = {name: value for name, value in now.items() if value != play.last[name]}
        if changed and not play.lost:
            before = {name: _table(play.last[name], getattr(table.game, name)) for name in changed}
            try:
                forms = {name: change_form(before[name], getattr(table.game, name)) for name in sorted(changed)}
                self.step(play, {"tables": forms})
            except NoValue as fault:
                play.lost = str(fault)
            play.last = now
        return play

    def step(self, play: Play, form: dict[str, Any]) -> None:
        """Add a step."""
        data = msgspec.json.encode(form)
        key = hashlib.sha256(data).hexdigest()[:16]
        self.pending[key] = data
        play.steps.append(key)
        play.size += len(data)

    def candidate(self, table: Table, play: Play, given: dict[str, Any], expected: dict[str, Any]) -> None:
        """Note a command and what came of it."""
        if not play.lost and len(play.steps) <= MOST_STEPS and play.size <= MOST_BYTES:
            play.candidates.append(
                {
                    "ruleset": table.rules.name,
                    "game": table.game_id.hex(),
                    "setup": list(play.steps),
                    "command": given,
                    "expected": expected,
                }
            )

    # -- of a test

    def finished(self, item: pytest.Item, *, passed: bool) -> None:
        """Write down what a test was about."""
        clauses = sorted({clause for mark in item.iter_markers("rule") for clause in mark.args})
        rulings = sorted({row for mark in item.iter_markers("ruling") for row in mark.args})
        chosen: list[dict[str, Any]] = []
        if passed and clauses and not getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            chosen = [
                row
                for table, play in self.plays
                if table.rules.name in registry.RULESETS
                for row in _chosen(play, clauses)
            ]
        title = (getattr(getattr(item, "obj", None), "__doc__", "") or "").strip().partition("\n")[0]
        for row in chosen[-MOST_OF_A_TEST:]:
            for key in row["setup"]:
                if key not in self.written:
                    self.written.add(key)
                    self.line({"step": key, "form": msgspec.Raw(self.pending[key])})
            self.line({"case": row | {"clauses": clauses, "rulings": rulings, "title": title}})
        self.plays.clear()
        self.pending.clear()

    def line(self, row: dict[str, Any]) -> None:
        self.out.write(msgspec.json.encode(row) + b"\n")


def _slots(table: Table) -> dict[str, object]:
    return kit._slots(table.game)


def _table(slot: object, like: object) -> object:
    """Make a table again of the pairs in which a slot is kept."""
    return dict(cast("list[tuple[Any, Any]]", slot)) if isinstance(like, dict) and isinstance(slot, list) else slot


def _chosen(play: Play, clauses: list[str]) -> Iterator[dict[str, Any]]:
    accepted = [row for row in play.candidates if "events" in row["expected"]]
    for row in play.candidates:
        if row not in accepted[:-1] or _cited(row["expected"]) & set(clauses):
            yield row


def _cited(expected: dict[str, Any]) -> set[str]:
    return {clause for event in expected.get("events", ()) for clause in event["clauses"]}


# -- where the kit is listened to


def listen(recorder: Recorder) -> None:
    """Let every table of the kit tell what it plays."""
    submit, rule, given, refused = Table._submit, Table._rule, Table.given, Table.refused

    def heard_rule(table: Table, actor: int, command: Struct) -> Any:
        dice, table.dice = table.dice, cast("Any", Heard(table.dice))
        try:
            return rule(table, actor, command)
        finally:
            recorder.play(table).heard = cast("Heard", table.dice).faces
            table.dice = dice

    def heard_submit(table: Table, actor: int, command: Struct) -> None:
        play = recorder.catch_up(table)
        try:
            submit(table, actor, command)
        except Rejected as refusal:
            form = given_form(table._actor(actor), table.time, command)
            recorder.candidate(table, play, form, {"refused": [fault_form(fault) for fault in refusal.faults]})
            raise
        form = given_form(table._actor(actor), table.time, command, play.heard)
        expected = outcome_form(table.ruled, table.rolls)
        recorder.candidate(table, play, form, expected)
        recorder.step(play, {"command": form, "cites": sorted(_cited(expected))})
        play.last = _slots(table)

    def heard_given(table: Table, *events: Struct) -> Table:
        play = recorder.catch_up(table)
        made = given(table, *events)
        recorder.step(play, {"events": [tagged(event) for event in events]})
        play.last = _slots(table)
        return made

    def heard_refused(table: Table, command: Struct, who: str | int) -> Any:
        play = recorder.catch_up(table)
        faults = refused(table, command, who)
        if faults:
            form = given_form(table._actor(kit.party_of(who)), table.time, command)
            recorder.candidate(table, play, form, {"refused": [fault_form(fault) for fault in faults]})
        return faults

    for name, heard in (
        ("_rule", heard_rule),
        ("_submit", heard_submit),
        ("given", heard_given),
        ("refused", heard_refused),
    ):
        setattr(Table, name, heard)


RECORDER: Final = pytest.StashKey[Recorder]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the folder."""
    parser.addoption("--corpus-to", type=Path, help="folder that takes what the tests of clauses play")


def pytest_configure(config: pytest.Config) -> None:
    """Listen, where a folder is named; the process that only hands tests out writes nothing."""
    folder = config.getoption("--corpus-to")
    workers = getattr(config.option, "numprocesses", None)
    if folder is None or (workers and not hasattr(config, "workerinput")):
        return
    config.stash[RECORDER] = Recorder(folder)
    listen(config.stash[RECORDER])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Keep what a test has played when it is over."""
    report = yield
    recorder = item.config.stash.get(RECORDER, None)
    if recorder is not None and call.when == "call":
        recorder.finished(item, passed=report.passed)
    return report


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the file."""
    recorder = config.stash.get(RECORDER, None)
    if recorder is not None:
        recorder.out.close()
