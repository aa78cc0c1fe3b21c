"""WG-CORRECT: what a ruling sets in the state, in full view or for one seat's eyes."""

import msgspec
import pytest

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.docket.readings import Inspection
from adjudicator.kernel.messages import (
    AnswerProposal,
    Concede,
    Correct,
    Corrected,
    CorrectHidden,
    Grounds,
    HiddenPatch,
    PatchItem,
    ProposalMade,
    RulingGiven,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, Decline, LayAmbush, PlotMarch, RollStrike, Strike
from tests.toy.model.state import Ambush

WHY = Grounds(reason="a shield was counted twice", clause="", about=())
SHIELDS = PatchItem(table="sides", key="0", field="shields", before="1", after="2")
EVENT = b"e" * 16


def at_red_turn(**terms):
    """Red's turn of the first round: entries 1 to 4."""
    table = Table(TOY, dice=[5, 2], **terms)
    table.play(
        ("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")), ("blue", PlotMarch(heading="west"))
    )
    return table


def patch(*items):
    return Correct(grounds=WHY, patch=items)


def hidden(*items):
    return CorrectHidden(grounds=WHY, patch=HiddenPatch(items=items))


def at(table, key, field, old, new):
    return PatchItem(table=table, key=key, field=field, before=old, after=new)


def inspected(table, *pairs):
    """Let these pairs of credential and table have been seen."""
    for protocol in (table.protocol, table.twin_protocol):
        protocol.docket.inspected = {at: Inspection(key, (name,)) for at, (key, name) in enumerate(pairs)}
    return table


def dumped(game):
    return {name: rows for name, rows in msgspec.to_builtins(game.dump()) if name != "stack"}


@pytest.mark.rule("WG-CORRECT-01")
def test_just_the_named_values_change_and_the_questions_are_asked_anew():
    """Two values are set at once; all else stands; the turn is asked under a new id."""
    table = at_red_turn(referee=True)
    before = dumped(table.game)
    given = patch(SHIELDS, at("round", "", "", "1", "2"))
    table.when("referee", given).exactly(
        RulingGiven(act="Correct", reason=WHY.reason, clause="", about=()),
        Corrected(known_to=EVERYONE, table="sides", key="0", field="shields", before="1", after="2"),
        Corrected(known_to=EVERYONE, table="round", key="", field="", before="1", after="2"),
    ).asks("turn", "red")
    assert table.window.opened == 5
    before["sides"][0][1][0] = 2
    before["round"] = 2
    assert dumped(table.game) == before
    assert table.protocol.docket.changed == 5


@pytest.mark.rule("WG-CORRECT-01")
def test_a_row_is_put_in_and_taken_away():
    """The whole of a row is named by an empty field; null is no row."""
    table = at_red_turn(referee=True)
    table.when("referee", patch(at("pieces", "b2", "", "1", "null"), at("pieces", "r3", "", "null", "0"))).accepted()
    assert table.game.pieces == {"b1": 1, "r1": 0, "r2": 0, "r3": 0}


@pytest.mark.rule("WG-CORRECT-01")
@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (at("sides", "0", "shields", "0", "2"), "old-differs"),
        (at("sides", "0", "shields", "1", "1"), "nothing-to-set"),
        (at("sides", "0", "shields", "1", "-1"), "breaks-the-rules"),
        (at("sides", "0", "shields", "1", "2.0"), "value-unfit"),
        (at("sides", "0", "shields", "1", " 2"), "value-not-canonical"),
        (at("sides", "0", "shields", "1", "true"), "value-unfit"),
        (at("sides", "0", "luck", "1", "2"), "not-correctable"),
        (at("sides", "0", "", "1", "2"), "not-correctable"),
        (at("sides", "2", "shields", "1", "2"), "no-such-row"),
        (at("sides", "00", "shields", "1", "2"), "no-such-row"),
        (at("round", "1", "", "1", "2"), "no-such-row"),
        (at("blow", "", "parried", "false", "true"), "no-such-row"),
        (at("facts", "f1", "value", "1", "2"), "not-correctable"),
        (at("result", "", "", "null", "2"), "not-correctable"),
        (at("stack", "", "", "1", "2"), "not-correctable"),
        (at("ambushes", "a9", "strength", "1", "2"), "hidden-value"),
    ],
)
def test_what_does_not_fit_is_refused(item, reason):
    """The old value stands, the new one is of its type and written as the state writes it, and nothing is broken."""
    at_red_turn(referee=True).when("referee", patch(item)).rejected("WG-CORRECT-01", reason)


@pytest.mark.rule("WG-CORRECT-01")
def test_a_place_is_named_once():
    """Neither twice, nor as a field of a row that is named too; and something is named."""
    table = at_red_turn(referee=True)
    table.when("referee", patch(SHIELDS, SHIELDS)).rejected("WG-CORRECT-01", "place-twice", "patch[1]")
    table.when("referee", patch()).rejected("WG-CORRECT-01", "nothing-to-set", "patch")


@pytest.mark.rule("WG-CORRECT-01")
def test_without_a_referee_the_seats_agree():
    """A seat proposes; the other agrees, and the values are set by its answer."""
    table = at_red_turn()
    table.when("red", patch(SHIELDS)).exactly(ProposalMade(by=0)).asks("consent", "blue")
    table.when("blue", AnswerProposal(agree=True)).then(RulingGiven, Corrected).asks("turn", "red")
    assert table.game.sides[0].shields == 2
    assert table.protocol.docket.proposal is None
    table.when("blue", patch(at("sides", "0", "shields", "2", "1"))).accepted()
    table.when("red", AnswerProposal(agree=False)).asks("turn", "red")
    assert table.game.sides[0].shields == 2


@pytest.mark.rule("WG-CORRECT-01")
def test_where_a_referee_is_seated_no_seat_corrects():
    """The seat is told to call the referee."""
    at_red_turn(referee=True).when("red", patch(SHIELDS)).rejected("WG-BACK-04", "referee-seated")


@pytest.mark.rule("WG-CORRECT-01")
def test_a_throw_that_is_awaited_is_dropped():
    """The command that waited for its dice has to be given again, on the corrected state."""
    table = Table(TOY, referee=True, reported=True)
    table.when("referee", CreateMatch(rounds=2)).accepted()
    table.thrown(5)
    table.thrown(2)
    table.play(("red", PlotMarch(heading="east")), ("blue", PlotMarch(heading="west")))
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    assert table.window.kind == "roll_report"
    table.when("referee", patch(SHIELDS)).accepted()
    assert table.game.suspended is None
    assert table.window.kind not in ("roll_report", "roll_acknowledge")


@pytest.mark.rule("WG-CORRECT-01")
def test_after_a_result_only_a_head_referee_corrects():
    """In a game of an event another referee may not; before it he may."""
    table = at_red_turn(referee=True, event=EVENT, appeal=60)
    table.when("referee", patch(SHIELDS)).accepted()
    table.when("red", Concede()).accepted()
    back = patch(at("sides", "0", "shields", "2", "1"))
    table.when("referee", back).rejected("WG-CORRECT-01", "head-referee-needed")
    table.when("head", back).accepted()
    assert table.game.sides[0].shields == 1


# -- what only one seat knows


def ambushed(strength=3):
    """Red has laid an ambush, a5, of this strength."""
    table = at_red_turn(referee=True).faces(strength)
    table.when("red", LayAmbush(place="north")).accepted()
    assert table.game.ambushes == {"a5": Ambush(0, "north", strength)}
    return table


@pytest.mark.rule("WG-CORRECT-02")
def test_a_hidden_value_is_set_by_who_has_inspected_it():
    """Its owner has the values in its sealed part; the record names no table, key or value."""
    table = inspected(ambushed(), ("k", "ambushes"))
    given = hidden(at("ambushes", "a5", "strength", "3", "4"))
    table.when("referee", given).exactly(
        RulingGiven(act="CorrectHidden", reason=WHY.reason, clause="", about=()),
        Corrected(known_to=0, table="ambushes", key="a5", field="strength", before="3", after="4"),
    )
    assert table.game.ambushes["a5"].strength == 4
    made = table.drafts[-1]
    assert b"ambushes" not in made.data
    assert [(part.owner, b"ambushes" in part.data) for part in made.openings] == [(254, True), (0, True), (1, False)]


@pytest.mark.rule("WG-CORRECT-02")
def test_a_hidden_value_needs_an_inspection_by_the_same_referee():
    """Another table, or another credential, is none; and nothing of the value shows in the refusal."""
    table = inspected(ambushed(), ("k", "plots"), ("other", "ambushes"))
    for key, old in (("a5", "3"), ("a5", "1"), ("a9", "3")):
        given = hidden(at("ambushes", key, "strength", old, "4"))
        table.when("referee", given).rejected("WG-CORRECT-02", "not-inspected", "patch.items[0].table")


@pytest.mark.rule("WG-CORRECT-02")
def test_what_is_hidden_is_not_set_in_full_view_nor_the_other_way_round():
    """Each has its command."""
    table = inspected(ambushed(), ("k", "ambushes"), ("k", "sides"))
    secret = patch(at("ambushes", "a5", "strength", "3", "4"))
    table.when("referee", secret).rejected("WG-CORRECT-01", "hidden-value", "patch[0]")
    table.when("referee", hidden(SHIELDS)).rejected("WG-CORRECT-02", "open-value", "patch.items[0]")
    wrong = hidden(at("ambushes", "a5", "strength", "2", "4"))
    table.when("referee", wrong).rejected("WG-CORRECT-02", "hidden-old-differs", "patch.items[0].before")


@pytest.mark.rule("WG-CORRECT-02")
def test_in_an_event_a_head_referee_corrects_what_is_hidden():
    """Any other referee is refused before anything is looked at."""
    table = Table(TOY, dice=[5, 2, 3], referee=True, event=EVENT)
    table.play(
        ("referee", CreateMatch(rounds=2)),
        ("red", PlotMarch(heading="east")),
        ("blue", PlotMarch(heading="west")),
        ("red", LayAmbush(place="north")),
    )
    given = hidden(at("ambushes", "a5", "strength", "3", "4"))
    table.when("referee", given).rejected("WG-CORRECT-02", "head-referee-needed")


@pytest.mark.rule("WG-CORRECT-02")
def test_the_entry_is_of_one_size_whatever_the_value():
    """Two worlds that differ in the value have entries that differ in hashes alone."""
    worlds = []
    for strength in (3, 5):
        table = inspected(ambushed(strength), ("k", "ambushes"))
        table.when("referee", hidden(at("ambushes", "a5", "strength", str(strength), "100000"))).accepted()
        worlds.append(table)
    records = [table.drafts[-1].record for table in worlds]
    assert records[0].events == records[1].events
    assert records[0].command.body == records[1].command.body
    assert len(worlds[0].drafts[-1].data) == len(worlds[1].drafts[-1].data)
    assert worlds[0].view("blue") == worlds[1].view("blue")
