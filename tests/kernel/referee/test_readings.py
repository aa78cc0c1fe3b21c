"""WG-NOTE, WG-INSPECT, WG-INTERPRET: notes for referees, inspections, and what clauses mean."""

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.docket.readings import Inspection, Interpretation
from adjudicator.kernel.messages import (
    AddNote,
    AddPrivateNote,
    ClauseInterpreted,
    Concede,
    GameTerms,
    Grounds,
    Inspect,
    Inspected,
    Interpret,
    PrivateNoteAdded,
    RulingGiven,
)
from adjudicator.kernel.record.record import COMMAND_PART
from tests.kernel.fixtures import turn
from tests.rulesets.tile_formations.fixtures import infantry
from tests.rulesets.tile_formations.fixtures import table as battlefield

WHY = Grounds(reason="a doubt", clause="TOY-1.2-02", about=())
TABLES = ("ambushes", "bag", "blow", "first", "pieces", "plots", "round", "rounds", "sides")


def note(text):
    """A private note of the one size."""
    return AddPrivateNote(text=text.encode().ljust(1024, b"\0"))


@pytest.mark.rule("WG-NOTE-01")
@pytest.mark.parametrize("secrets", [True, False])
def test_notes_for_referees(secrets):
    """The words are sealed for the referee alone, in rulesets without secrets too."""
    if secrets:
        table = turn(referee=True)
    else:
        table = battlefield("", {"a1.1": ("A1", infantry())}, referee=True)
        table.ask("choose_action", "red")
    table.when("referee", note("suspects loaded dice")).exactly(PrivateNoteAdded())
    drafted = table.drafts[-1]
    (sealed,) = [part for part in drafted.openings if part.part == COMMAND_PART]
    assert sealed.owner == REFEREE
    assert b"suspects" in sealed.data
    assert b"suspects" not in drafted.data
    assert drafted.record.command.body == AddPrivateNote(text=None)


@pytest.mark.rule("WG-NOTE-01")
def test_all_notes_are_of_one_size():
    """Nothing shows in an entry of how much a referee has written: paired notes differ in hashes alone."""
    sizes = []
    for text in ("x", "y" * 1024):
        table = turn(referee=True)
        table.when("referee", note(text)).accepted()
        drafted = table.drafts[-1]
        sizes.append((len(drafted.data), [len(part.data) for part in drafted.openings], drafted.record.events))
    assert sizes[0] == sizes[1]
    table.when("referee", AddPrivateNote(text=b"short")).rejected(
        "WG-NOTE-01", "note-size", "text", expected=1024, found=5
    )
    table.when("referee", AddPrivateNote(text=None)).rejected("WG-NOTE-01", "note-size", "text", found=0)


@pytest.mark.rule("WG-INSPECT-01")
def test_an_inspection_names_tables_and_nothing_in_them():
    """It says who looks at what, at once; what is there is not in the entry."""
    table = turn(referee=True)
    table.when("referee", Inspect(grounds=WHY, tables=("ambushes", "plots"))).exactly(
        RulingGiven(act="Inspect", reason=WHY.reason, clause=WHY.clause, about=()),
        Inspected(tables=("ambushes", "plots")),
    )
    assert table.protocol.docket.inspected == {table.protocol.seq: Inspection("k", ("ambushes", "plots"))}


@pytest.mark.rule("WG-INSPECT-01")
def test_tables_that_there_are_not():
    """Names of the ruleset's own tables, each once."""
    table = turn(referee=True)
    table.when("referee", Inspect(grounds=WHY, tables=())).rejected("WG-INSPECT-01", "tables-missing", "tables")
    for name in ("r1", "stack", "derived"):
        table.when("referee", Inspect(grounds=WHY, tables=("plots", name))).rejected(
            "WG-INSPECT-01", "table-unknown", "tables[1]", known=", ".join(TABLES)
        )
    table.when("referee", Inspect(grounds=WHY, tables=("bag", "bag"))).rejected(
        "WG-INSPECT-01", "table-twice", "tables[1]", table="bag"
    )


@pytest.mark.rule("WG-INTERPRET-01")
def test_a_clause_is_interpreted():
    """By a head referee, with the clause and what it means; under the number of the entry."""
    said = GameTerms(referee_ms=0, no_show_ms=0, time_called_ms=0, agree="free")
    table = turn(referee=True, event=b"e" * 16, terms=said)
    meaning = Interpret(grounds=WHY, text="a march has no turn in it")
    table.when("referee", meaning).rejected("WG-INTERPRET-01", "head-referee-needed")
    nothing = Grounds(reason="a doubt", clause="", about=())
    table.when("head", Interpret(grounds=nothing, text="x")).rejected(
        "WG-INTERPRET-01", "clause-missing", "grounds.clause"
    )
    table.when("head", Interpret(grounds=WHY, text=" ")).rejected("WG-INTERPRET-01", "meaning-missing", "text")
    table.when("head", meaning).exactly(
        RulingGiven(act="Interpret", reason=WHY.reason, clause=WHY.clause, about=()),
        ClauseInterpreted(clause="TOY-1.2-02", text="a march has no turn in it"),
    )
    found = Interpretation("TOY-1.2-02", "a march has no turn in it")
    assert table.protocol.docket.interpreted == {table.protocol.seq: found}


@pytest.mark.rule("WG-RULE-01")
@pytest.mark.parametrize(
    "command",
    [AddNote(grounds=WHY), note("x"), Inspect(grounds=WHY, tables=("bag",)), Interpret(grounds=WHY, text="x")],
)
def test_nothing_is_ruled_after_the_close(command):
    """What comes later belongs to the event."""
    table = turn(referee=True)
    table.when("red", Concede()).accepted()
    table.when("referee", command).rejected("WG-RULE-01", "closed-already")
    rules = table.rules
    assert rules.desk_offers[type(command)](rules, table.game, table.protocol, REFEREE) == []
