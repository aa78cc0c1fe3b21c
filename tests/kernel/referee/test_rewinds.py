"""WG-BACK: what a ruling, an agreement or a seat's own take-back makes void, and what stays as it was."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.dice.wgdice import Roll, hidden_stream
from adjudicator.kernel.messages import (
    AddNote,
    AnswerProposal,
    Concede,
    EnforceDeadline,
    FieldChange,
    Grounds,
    ProposalDeclined,
    ProposalMade,
    Rewind,
    Rewound,
    RulingGiven,
    TakeBack,
)
from adjudicator.kernel.referee.desk import DESK
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import (
    CreateMatch,
    Decline,
    DrawToken,
    EndTurn,
    PlotMarch,
    RollStrike,
    Strike,
    StrikeRolled,
)

WHY = Grounds(reason="the wrong modifier was used", clause="TOY-2.4-04", about=())
EVENT = b"e" * 16


def at_red_turn(**terms):
    """Red's turn of the first round: entries 1 to 4, of which the last opened both plots."""
    table = Table(TOY, dice=[5, 2], **terms)
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("blue", PlotMarch(heading="west")).asks("turn", "red")
    assert table.protocol.seq == 4
    return table


def struck(**terms):
    """Red has struck and missed: 5 the strike, 6 blue lets it pass, 7 the die, a 3."""
    table = at_red_turn(**terms).faces(3)
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    assert table.protocol.seq == 7
    return table


def back(to, dice="fresh", **changes):
    """A rewind to an entry."""
    rows = tuple(FieldChange(field=name, value=value) for name, value in changes.items())
    return Rewind(grounds=WHY, to=to, dice=dice, changes=rows)


@pytest.mark.rule("WG-BACK-01")
def test_the_game_is_as_it_was_before_the_entry():
    """All tables are those before the entry; the questions are asked anew under new ids."""
    table = struck(referee=True)
    before = table.pasts[4]
    table.when("referee", back(5)).exactly(
        RulingGiven(act="Rewind", reason=WHY.reason, clause=WHY.clause, about=()),
        Rewound(to=5, voids=(5, 6, 7), dice="fresh", learnt=()),
    ).asks("turn", "red")
    assert table.game.sides == before.sides
    assert table.game.pieces == before.pieces
    assert [window.kind for window in table.windows] == [window.kind for window in before.stack]
    assert all(window.opened == 8 for window in table.windows)
    assert table.protocol.docket.path(8) == [1, 2, 3, 4, 8]


@pytest.mark.rule("WG-BACK-01")
def test_after_fresh_dice_no_face_of_the_void_stretch_is_used():
    """The index goes on where it was: the next die is a new one."""
    table = struck(referee=True)
    table.when("referee", back(5)).accepted()
    table.faces(6)
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    assert [roll.index for roll in table.rolls] == [3]


@pytest.mark.rule("WG-BACK-02")
def test_standing_dice_are_used_once_more_by_the_named_command():
    """The corrected command is the only one that may be given, and takes the very faces."""
    table = struck(referee=True)
    table.when("referee", back(7, "stand")).then(Rewound).asks("again", "red")
    table.when("red", EndTurn()).rejected("WG-BACK-02", "other-command")
    table.when("blue", RollStrike()).rejected("WG-BACK-02", "not-asked", window="again")
    table.when("red", RollStrike()).then(StrikeRolled, face=3).asks("turn", "red")
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(2, (3,))]
    assert table.protocol.cursors == {0: 3}
    table.faces(6)
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(3, (6,))], "what stood is used up"


@pytest.mark.rule("WG-BACK-02")
def test_silence_takes_the_named_command():
    """Who does not give it gives it all the same."""
    table = struck(referee=True, limit=60)
    table.when("referee", back(7, "stand")).accepted()
    table.wait(60)
    table.when("table", EnforceDeadline(window=table.window.id)).then(StrikeRolled, face=3)


@pytest.mark.rule("WG-BACK-02")
def test_dice_do_not_stand_where_there_are_none():
    """An entry without dice has nothing to stand; what is corrected has to be a field and fit its type."""
    table = struck(referee=True)
    table.when("referee", back(5, "stand")).rejected("WG-BACK-02", "no-dice-there", "to", entry=5)
    table.when("referee", back(7, "stand", luck="6")).rejected("WG-BACK-02", "field-unknown", "changes[0].field")
    table.when("referee", back(7, piece='"r1"')).rejected("WG-BACK-02", "changes-without-dice", "changes")


@pytest.mark.rule("WG-BACK-01")
def test_what_is_void_or_before_the_seed_is_no_place_to_go_back_to():
    """Only an entry that stands, after the dice were fixed."""
    table = struck(referee=True)
    table.when("referee", back(1)).rejected("WG-BACK-01", "before-the-seed", "to", first=2)
    table.when("referee", back(9)).rejected("WG-BACK-01", "entry-unknown", "to", entry=9)
    table.when("referee", back(6)).accepted()
    table.when("referee", back(7)).rejected("WG-BACK-01", "entry-void", "to", entry=7)
    table.when("referee", Rewind(grounds=Grounds(reason=" ", clause="", about=()), to=5, dice="", changes=())).rejected(
        "WG-RULE-01", "reason-missing", "grounds.reason"
    )


@pytest.mark.rule("WG-BACK-01")
def test_a_rewind_is_overturned_by_going_back_before_it():
    """What the rewind voided stands again."""
    table = struck(referee=True)
    after = table.game.fork()
    table.when("referee", back(5)).accepted()
    table.when("referee", back(8)).then(Rewound, to=8, voids=(8,))
    assert table.game.sides == after.sides
    assert table.protocol.docket.path(9) == [1, 2, 3, 4, 5, 6, 7, 9]
    table.when("referee", back(7)).then(Rewound, voids=(7, 9))


@pytest.mark.rule("WG-BACK-01")
def test_a_reveal_is_not_split():
    """Orders that an entry has opened are void together."""
    table = at_red_turn(referee=True)
    table.when("referee", back(4)).rejected("WG-BACK-01", "splits-a-reveal", "to", first=3)
    table.when("referee", back(3)).then(Rewound, voids=(3, 4), learnt=(4,)).asks("plot", "red", "blue")


@pytest.mark.rule("WG-BACK-01")
def test_over_dice_a_referee_of_an_event_does_not_rule_alone():
    """The head referee does, or a second referee agrees; without dice one is enough."""
    table = struck(referee=True, event=EVENT)
    table.when("referee", back(7)).exactly(ProposalMade(by=254)).asks("consent", "referee")
    table.when("referee", AnswerProposal(agree=True)).rejected("WG-BACK-04", "own-proposal")
    table.when("second", AnswerProposal(agree=True)).then(RulingGiven).then(Rewound, voids=(7, 8))
    head = struck(referee=True, event=EVENT)
    head.when("head", back(7)).then(Rewound, voids=(7,))
    plain = at_red_turn(referee=True, event=EVENT)
    plain.play(("red", Strike(piece="r1", target="b1")))
    plain.when("referee", back(5)).then(Rewound, voids=(5,))


@pytest.mark.rule("WG-BACK-04")
def test_seats_agree_where_no_referee_is_seated():
    """One proposes, the others answer; silence does not agree."""
    table = struck(limit=60)
    table.when("red", back(7)).exactly(ProposalMade(by=0)).asks("consent", "blue")
    table.when("red", DrawToken()).rejected("WG-BACK-04", "not-asked")
    table.when("blue", AnswerProposal(agree=False)).exactly(ProposalDeclined(by=1)).asks("turn", "red")
    table.when("red", back(7)).accepted()
    table.wait(60)
    table.when("table", EnforceDeadline(window=table.window.id)).then(ProposalDeclined).asks("turn", "red")
    table.when("blue", back(7)).accepted()
    table.when("red", AnswerProposal(agree=True)).then(Rewound, voids=(7, 8, 9, 10, 11, 12)).asks("strike", "red")


@pytest.mark.rule("WG-BACK-02", "WG-BACK-04")
def test_seats_agree_on_dice_that_stand():
    """The command of the roller is given once more with its faces; nothing is proposed that could not be ruled."""
    table = struck()
    table.when("blue", back(5, "stand")).rejected("WG-BACK-02", "no-dice-there", "to", entry=5)
    table.when("blue", back(7, "stand")).exactly(ProposalMade(by=1)).asks("consent", "red")
    table.when("red", AnswerProposal(agree=True)).then(Rewound, to=7, dice="stand").asks("again", "red")
    table.when("red", DrawToken()).rejected("WG-BACK-02", "other-command")
    table.when("red", RollStrike()).then(StrikeRolled, face=3).asks("turn", "red")
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(2, (3,))]


@pytest.mark.rule("WG-BACK-04")
def test_where_a_referee_is_seated_seats_do_not_propose():
    """They call."""
    struck(referee=True).when("red", back(7)).rejected("WG-BACK-04", "referee-seated")


@pytest.mark.rule("WG-BACK-03")
def test_a_seat_takes_its_own_back():
    """As far as nothing was thrown or shown, and nobody else acted."""
    table = at_red_turn()
    table.when("red", TakeBack(to=5)).rejected("WG-BACK-03", "entry-unknown", "to", entry=5)
    table.when("red", Strike(piece="r1", target="b1")).accepted()
    table.when("blue", TakeBack(to=5)).rejected("WG-BACK-03", "not-only-yours", "to", entry=5)
    table.when("red", TakeBack(to=5)).exactly(Rewound(to=5, voids=(5,), dice="fresh", learnt=())).asks("turn", "red")
    table.faces(1).when("red", DrawToken()).accepted()
    table.when("red", TakeBack(to=7)).rejected("WG-BACK-03", "something-learnt", "to", entry=7)


@pytest.mark.rule("WG-BACK-03")
def test_a_plot_is_taken_back_before_the_other_has_plotted():
    """The other is asked as before, and learns nothing of the plot."""
    table = Table(TOY, dice=[5, 2])
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("red", TakeBack(to=3)).asks("plot", "red", "blue")
    table.play(("red", PlotMarch(heading="west")), ("blue", PlotMarch(heading="north"))).asks("turn", "red")
    assert table.game.plots[0].heading == "west"


@pytest.mark.rule("WG-BACK-01")
def test_a_command_that_waits_for_dice_is_dropped():
    """Faces on their way count for nothing."""
    table = Table(TOY, reported=True, referee=True)
    table.when("referee", CreateMatch(rounds=1)).accepted()
    table.thrown(5, by="red")
    assert table.window.kind == "roll_report"
    table.when("referee", back(2)).then(Rewound).asks("create", "referee")
    assert table.game.suspended is None


@pytest.mark.rule("WG-BACK-01")
def test_a_result_goes_with_its_entry():
    """The result of a void entry is none any more, in the game and in the protocol state."""
    table = at_red_turn(referee=True, appeal=60)

    table.when("blue", Concede()).accepted()
    assert table.protocol.result is not None
    table.when("head", back(5)).asks("turn", "red")
    assert (table.game.result, table.protocol.result) == (None, None)


@pytest.mark.rule("WG-RULE-01")
def test_a_note_says_why_and_changes_nothing():
    """It is about entries that are there."""
    table = struck(referee=True)
    table.when("referee", AddNote(grounds=Grounds(reason="cocked die", clause="", about=(7,)))).exactly(
        RulingGiven(act="AddNote", reason="cocked die", clause="", about=(7,))
    )
    table.when("referee", AddNote(grounds=Grounds(reason="x", clause="", about=(99,)))).rejected(
        "WG-RULE-01", "entry-unknown", "grounds.about[0]", entry=99
    )


@pytest.mark.rule("WG-BACK-03")
def test_nothing_is_offered_to_take_back_past_what_another_did():
    """Plots that are shown together are no place to go back to; what stands before them is not offered either."""
    table = at_red_turn()
    assert [table.protocol.docket.note(seq).actor.party for seq in (3, 4)] == [0, 1]
    assert DESK.desk_offers[TakeBack](table.rules, table.game, table.protocol, 0) == []
    table.when("red", Strike(piece="r1", target="b1")).accepted()
    (found,) = DESK.desk_offers[TakeBack](table.rules, table.game, table.protocol, 0)
    assert [domain.values for domain in found.fields] == [Choice(("5",))]


@pytest.mark.rule("WG-BACK-03")
@pytest.mark.parametrize(("seat", "offered"), [(0, False), (1, True)])
def test_a_take_back_tells_nothing_of_hidden_dice(seat, offered):
    """Own ones are learnt; whether another seat's were thrown in the entry is that seat's secret."""
    table = at_red_turn()
    table.play(("red", Strike(piece="r1", target="b1")))
    entries = table.protocol.docket.entries
    hidden = Roll(hidden_stream(seat), 0, 0, 6, (3,), "ambush", seat)
    entries[-1] = replace(entries[-1], rolls=(hidden,))
    found = table.rules.desk_offers[TakeBack](table.rules, table.game, table.protocol, 0)
    assert (bool(found), not table.refused(TakeBack(to=5), "red")) == (offered, offered)
