"""Acts of the desk that stand in entries of other commands: found without the rules."""

import asyncio

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import AddNote, Grounds
from replays.audit.audit import audit
from replays.audit.desk.checks_acts import ACTS
from tests.kernel.fixtures import TOY
from tests.replays.audit.steps import BODY, COMMAND, EVENTS, Case
from tests.replays.fixtures import Recorder, find

NOTED = Grounds(reason="a table was wet", clause="", about=())
FORGED = (
    ["EditionAdopted", "1", "2", b"e" * 32, False],
    ["Penalised", 0, "points", 100, 0],
    ["ClockSet", 0, 0, 70_000],
    ["SeatSubstituted", 0, "Zoe", [b"k" * 32]],
    ["DrawAllowed"],
    ["DiceSourceChanged", "reported"],
    ["DiceRetired", "the green ones"],
    ["RefereeAccepted", 0, "k"],
    ["ClauseInterpreted", "TOY-1.3-01", "the other way round"],
    ["Inspected", ["ambushes"]],
    ["GameRestarted", b"n" * 16],
    ["ThrowVoided"],
    ["OutageGivenBack", 1, 2],
    ["GameStopped", "pause", 1],
)


@pytest.fixture(scope="module")
def noted():
    """A game in which a referee notes something."""

    async def play():
        recorder = Recorder(3, referee=True)
        await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
        await recorder.submit(REFEREE, AddNote(grounds=NOTED))
        return await recorder.play()

    return asyncio.run(play())


def codes(case):
    found = audit(case.operated(heads=True, keys=True), find=find, levels=("L0", "L1"))
    return {(finding.code, finding.seq) for finding in found.findings}


@pytest.mark.parametrize("event", FORGED, ids=lambda event: event[0])
def test_34_a_note_that_changes_the_game(noted, event):
    """With all keys a note can be made to do something; that it is no note's to do is found."""
    case = Case(noted)
    note = case.place("AddNote")
    assert codes(case) == {("UNSIGNED_ACTS", note + 1)}
    case.entries[note][EVENTS].append([event, ["WG-RULE-01"]])
    assert ("CORRECTION_UNDECLARED", note + 1) in codes(case)


def test_an_edition_without_its_command(noted):
    """A game that goes on under other rules says so in a command of its own."""
    case = Case(noted)
    case.of("AddNote")[COMMAND][2] = ["CallTime"]
    case.of("CallTime")[EVENTS].append([["EditionAdopted", "1", "2", b"e" * 32, False], ["WG-EDITION-01"]])
    assert "CORRECTION_UNDECLARED" in {code for code, _ in codes(case)}


def test_the_table_names_events_and_commands_that_there_are():
    """A kind that is misspelt would let everything pass."""
    events, commands = ({kind.__name__ for kind in kinds} for kinds in (TOY.reducers, TOY.handlers))
    assert set(ACTS) <= events
    assert {name for names in ACTS.values() for name in names} <= commands


INCOMPLETE = {
    "no reason": lambda given, _said: given.__setitem__(2, ""),
    "a blank reason": lambda given, _said: given.__setitem__(2, " \x1f\u2003"),
    "another reason": lambda given, _said: given.__setitem__(2, "a chair was wet"),
    "another clause": lambda given, _said: given.__setitem__(3, "TOY-1.3-01"),
    "another act": lambda given, _said: given.__setitem__(1, "Rewind"),
    "about what has not come": lambda given, said: [row.__setitem__(-1, [400]) for row in (given, said)],
    "about nothing that is": lambda given, said: [row.__setitem__(-1, [0]) for row in (given, said)],
    "no reason in either": lambda given, said: (given.__setitem__(2, "\t"), said.__setitem__(0, "\t")),
}


@pytest.mark.rule("WG-RULE-01")
@pytest.mark.parametrize("change", INCOMPLETE.values(), ids=INCOMPLETE)
def test_a_ruling_that_does_not_say_why(noted, change):
    """Whoever has all keys can not take the reason of a ruling away, or give another than the command gave."""
    case = Case(noted)
    entry = case.of("AddNote")
    assert "RULING_INCOMPLETE" not in {code for code, _ in codes(case)}
    change(entry[EVENTS][0][0], entry[COMMAND][BODY][1])
    assert ("RULING_INCOMPLETE", entry[2]) in codes(case)


@pytest.mark.rule("WG-RULE-01")
def test_a_ruling_that_is_not_told(noted):
    """The command of a ruling whose entry does not say that somebody has ruled is found."""
    case = Case(noted)
    entry = case.of("AddNote")
    del entry[EVENTS][0]
    assert ("RULING_INCOMPLETE", entry[2]) in codes(case)
