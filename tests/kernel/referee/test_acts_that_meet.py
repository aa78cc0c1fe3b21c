"""What happens where two acts of the referee's desk meet, row by row."""

import json

import pytest

from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    AddPrivateNote,
    AdjournGame,
    AnswerCall,
    AnswerDraw,
    AnswerProposal,
    CallClosed,
    CallReferee,
    Concede,
    DisputeFact,
    DisputeRolledOff,
    DrawDeclined,
    DrawOffered,
    EndStop,
    EnforceDeadline,
    GameTerms,
    Grounds,
    OfferDraw,
    PauseGame,
    PrivateNoteAdded,
    ReportRoll,
    ResultReached,
    ResumeGame,
    Rewind,
    Rewound,
    RollAcknowledged,
    RulingGiven,
    SealedTaken,
    SealedVoid,
    SealNext,
    StopEnded,
    TakeBack,
    ThrowDrawn,
    VoidThrow,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import (
    ClaimCover,
    CreateMatch,
    Decline,
    DrawToken,
    EndTurn,
    LayAmbush,
    PlotMarch,
    RollStrike,
    Strike,
    StrikeRolled,
)

WHY = Grounds(reason="as it has to be", clause="", about=())
EVENT = b"e" * 16
STRIKE = Strike(piece="r1", target="b1")


def terms(**others):
    """Terms of an event without a clock."""
    return GameTerms(**{"referee_ms": 0, "no_show_ms": 0, "time_called_ms": 0, "agree": "", **others})


def at_red_turn(**ways):
    """Red's turn of the first round, entries 1 to 4."""
    table = Table(TOY, dice=[5, 2], **{"referee": True, **ways})
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("blue", PlotMarch(heading="west")).asks("turn", "red")
    return table


def awaited(**ways):
    """Dice are of the real table; red's first die of the roll-off is awaited since entry 2."""
    table = Table(TOY, reported=True, **{"referee": True, **ways})
    table.when("referee", CreateMatch(rounds=2)).asks("roll_report")
    return table


def back(to, dice="fresh"):
    """A rewind."""
    return Rewind(grounds=WHY, to=to, dice=dice, changes=())


def resume(dice=""):
    """The game goes on."""
    return ResumeGame(grounds=WHY, dice=dice)


def sealing(kind, *fields):
    """A sealed command."""
    return SealNext(kind=kind, fields=json.dumps(list(fields), separators=(",", ":")))


# -- dice


@pytest.mark.rule("WG-STOP-02")
def test_no_faces_are_taken_while_the_game_is_paused():
    """Whether an awaited throw counts is said when the game goes on."""
    table = awaited()
    roller = table.window.asks[0]
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    table.when(roller, ReportRoll(faces=(5,), dice_set="")).rejected("WG-STOP-02", "game-stopped")
    table.when("referee", resume()).rejected("WG-STOP-02", "throw-awaited")
    table.when("referee", resume("count")).asks("roll_report", roller)
    table.when(roller, ReportRoll(faces=(5,), dice_set="")).asks("roll_acknowledge")
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    table.when(1 - roller, AcknowledgeRoll()).rejected("WG-STOP-02", "game-stopped")
    table.when("referee", resume("rethrow")).asks("roll_report", roller)
    table.when(roller, ReportRoll(faces=(2,), dice_set="")).asks("roll_acknowledge")


@pytest.mark.rule("WG-STOP-02")
def test_reported_faces_count_where_the_ruling_says_so():
    """The same faces, acknowledged after the pause."""
    table = awaited()
    roller = table.window.asks[0]
    table.when(roller, ReportRoll(faces=(5,), dice_set="")).accepted()
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    table.when("referee", resume("count")).asks("roll_acknowledge")
    table.when(1 - roller, AcknowledgeRoll()).then(RollAcknowledged)
    table.thrown(2)
    assert [roll.faces for roll in table.rolls] == [(5,), (2,)]
    assert table.game.first == roller


@pytest.mark.rule("WG-STOP-02")
def test_no_choice_of_dice_where_none_are_awaited():
    """A throw that is not there neither counts nor is made again."""
    table = at_red_turn()
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    for word in ("count", "rethrow"):
        table.when("referee", resume(word)).rejected("WG-STOP-02", "no-throw-awaited")


@pytest.mark.rule("WG-DICE-04")
def test_who_is_silent_on_dice_does_not_hold_the_game():
    """A requested throw is drawn from the seed; reported faces are acknowledged."""
    table = awaited(limit=60)
    roller = table.window.asks[0]
    table.when("table", EnforceDeadline(window=table.window.id)).rejected("WG-ASK-02", "not-due")
    table.faces(4).wait(60)
    table.when("table", EnforceDeadline(window=table.window.id)).then(ThrowDrawn, roller=roller, faces=(4,))
    other = table.window.asks[0]
    assert table.window.kind == "roll_report"
    table.when(other, ReportRoll(faces=(1,), dice_set="")).asks("roll_acknowledge")
    table.wait(60)
    table.when("table", EnforceDeadline(window=table.window.id)).then(RollAcknowledged).asks("plot", "red", "blue")
    assert table.game.first == roller


@pytest.mark.rule("WG-BACK-01")
def test_a_ruling_that_changes_the_game_drops_the_awaited_throw():
    """The faces are dead: nobody is asked for them."""
    table = awaited()
    roller = table.window.asks[0]
    table.when(roller, ReportRoll(faces=(5,), dice_set="")).accepted()
    table.when("referee", back(2)).asks("create", "referee")
    assert table.game.suspended is None
    for who, dead in ((roller, ReportRoll(faces=(5,), dice_set="")), (1 - roller, AcknowledgeRoll())):
        assert [fault.reason for fault in table.refused(dead, who)] == ["not-asked"]
    table.when("referee", VoidThrow(grounds=WHY)).rejected("WG-DICE-03", "no-throw-awaited")


# -- adjourned


@pytest.mark.rule("WG-STOP-04")
def test_a_sealed_command_is_taken_when_the_game_goes_on():
    """As if it were given then; once for each seat, and legal when it is sealed."""
    table = at_red_turn()
    table.when("red", sealing("EndTurn")).rejected("WG-STOP-04", "not-adjourned")
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("blue", sealing("EndTurn")).rejected("WG-STOP-04", "nothing-to-seal")
    table.when("red", sealing("Strike", "b1", "r1")).rejected("TOY-2.4-01", "not-own")
    table.when("red", sealing("Strike", "r1", "b1")).accepted()
    table.when("red", sealing("EndTurn")).rejected("WG-STOP-04", "sealed-already")
    table.wait(86_399)
    table.when("referee", resume()).then(SealedTaken, entry=6, by=0, kind="Strike").asks("parry", "blue")


@pytest.mark.rule("WG-STOP-04")
def test_a_ruling_that_changes_the_game_voids_what_is_sealed():
    """It may be sealed again."""
    table = at_red_turn()
    table.play(("red", STRIKE), ("blue", Decline()))
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("red", sealing("RollStrike")).accepted()
    table.when("head", back(5)).without(SealedTaken)
    table.when("red", sealing("EndTurn")).accepted()
    table.when("referee", resume()).then(SealedTaken, entry=10, kind="EndTurn").asks("turn", "blue")


@pytest.mark.rule("WG-STOP-03")
def test_giving_up_while_adjourned_leaves_the_envelope_shut():
    """Overturned by going back to the adjournment, where the envelope is valid still."""
    table = at_red_turn(appeal=600)
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("red", sealing("EndTurn")).accepted()
    table.when("blue", Concede()).without(SealedTaken).then(ResultReached, winners=(0,), ending="conceded")
    result = table.protocol.seq
    table.when("head", back(result)).then(Rewound, to=result, voids=(result,))
    table.when("referee", resume()).then(SealedTaken, entry=6, kind="EndTurn").asks("turn", "blue")


@pytest.mark.rule("WG-STOP-01", "WG-STOP-03")
def test_an_adjournment_ends_by_itself_and_takes_what_is_sealed():
    """After the hour that it was for; a day is the most."""
    table = at_red_turn()
    table.when("referee", AdjournGame(grounds=WHY, for_ms=86_400_001)).rejected(
        "WG-STOP-03", "too-long", most=86_400_000
    )
    table.when("referee", AdjournGame(grounds=WHY, for_ms=3_600_000)).accepted()
    table.when("red", sealing("EndTurn")).accepted()
    table.wait(3_599).when("table", EndStop(stop=5)).rejected("WG-STOP-01", "stop-not-due", seconds=1)
    table.wait(1).when("table", EndStop(stop=5)).then(
        StopEnded(stop=5, kind="adjournment", by_limit=True), SealedTaken
    ).asks("turn", "blue")


@pytest.mark.rule("WG-STOP-03")
def test_a_draw_is_agreed_while_adjourned():
    """The game ends."""
    table = at_red_turn(appeal=600)
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("red", sealing("EndTurn")).accepted()
    table.when("blue", OfferDraw()).then(DrawOffered, seat=1)
    table.when("red", AnswerDraw(accept=True)).without(SealedTaken).then(
        ResultReached, winners=(), ending="agreed", by="seats", places=(1, 1), played=True
    )


# -- calls, disputes, draws


@pytest.mark.rule("WG-CALL-01")
def test_a_call_that_nobody_answers_lapses():
    """After an hour; two answers to one call are one too many."""
    table = at_red_turn()
    table.when("red", CallReferee(question="is that cover?", about=())).accepted()
    table.when("referee", AnswerCall(grounds=WHY, call=5)).then(RulingGiven).then(CallClosed, call=5, end="answered")
    table.when("second", AnswerCall(grounds=WHY, call=5)).rejected("WG-CALL-01", "no-such-call")
    table.when("blue", CallReferee(question="is that?", about=())).accepted()
    call = table.protocol.seq
    table.wait(599).when("table", EndStop(stop=call)).rejected("WG-STOP-01", "stop-not-due")
    table.wait(1).when("table", EndStop(stop=call)).exactly(StopEnded(stop=call, kind="call", by_limit=True))
    table.wait(2_999).when("table", EndStop(stop=call)).rejected("WG-STOP-01", "stop-not-due")
    table.wait(1).when("table", EndStop(stop=call)).then(CallClosed, call=call, end="lapsed")


@pytest.mark.rule("WG-FACT-02")
def test_a_dispute_that_no_referee_settles_is_rolled_off():
    """After the referee's time."""
    table = at_red_turn(event=EVENT, terms=terms(referee_ms=120_000))
    table.when("red", ClaimCover(piece="r1")).accepted()
    (fact,) = table.game.facts
    table.when("blue", DisputeFact(fact=fact, value="open")).asks("dispute", "referee")
    table.faces(6, 1).wait(119)
    table.when("table", EnforceDeadline(window=table.window.id)).rejected("WG-ASK-02", "not-due")
    table.wait(1)
    table.when("table", EnforceDeadline(window=table.window.id)).then(DisputeRolledOff).asks("turn", "red")


@pytest.mark.rule("WG-END-07")
def test_an_offered_draw_ends_with_the_next_command_of_play_or_a_rewind():
    """The other plays on; or the game goes back."""
    table = at_red_turn()
    table.when("red", STRIKE).accepted()
    table.when("red", OfferDraw()).then(DrawOffered, seat=0)
    table.when("blue", Decline()).then(DrawDeclined, seat=1)
    table.when("blue", AnswerDraw(accept=True)).rejected("WG-END-07", "no-draw-offered")
    table.when("red", OfferDraw()).accepted()
    table.when("head", back(6)).accepted()
    table.when("blue", AnswerDraw(accept=True)).rejected("WG-END-07", "no-draw-offered")


@pytest.mark.rule("WG-END-09")
def test_an_event_may_rule_out_draws():
    """By agreement at all."""
    table = at_red_turn(event=EVENT, terms=terms(agree="never"))
    table.when("red", OfferDraw()).rejected("WG-END-09", "ending-refused")


# -- notes


@pytest.mark.rule("WG-NOTE-01")
def test_two_private_notes_look_the_same_to_everybody_else():
    """One length, whatever they say, and the same event."""
    drafts = []
    for words in (b"red hides a die", b"all is well"):
        table = at_red_turn()
        table.when("referee", AddPrivateNote(text=words.ljust(1_024, b"\0"))).exactly(PrivateNoteAdded())
        assert words not in table.drafts[-1].data
        drafts.append(table.drafts[-1].data)
    assert len(drafts[0]) == len(drafts[1])
    for size in (0, 1_023, 1_025):
        table.when("referee", AddPrivateNote(text=b"x" * size)).rejected("WG-NOTE-01", "note-size", expected=1_024)


# -- going back is no fishing for dice


@pytest.mark.rule("WG-BACK-03")
def test_nothing_that_was_thrown_or_answered_is_taken_back():
    """Hidden dice neither; nor a strike that the other has answered, nor while the game stands still."""
    table = at_red_turn().faces(4)
    table.when("red", LayAmbush(place="west")).accepted()
    table.when("red", TakeBack(to=5)).rejected("WG-BACK-03", "something-learnt", entry=5)
    table.when("red", STRIKE).accepted()
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    table.when("red", TakeBack(to=6)).rejected("WG-STOP-02", "game-stopped")
    table.when("referee", resume()).accepted()
    table.when("red", TakeBack(to=6)).rejected("WG-BACK-03", "not-only-yours")
    table.when("blue", Decline()).accepted()
    table.when("red", TakeBack(to=6)).rejected("WG-BACK-03", "not-only-yours")


@pytest.mark.rule("WG-BACK-01")
def test_every_throw_after_a_rewind_has_an_index_of_its_own():
    """Three times back and three times thrown: indices 2, 3, 4 and 5, and going back over a rewind revives no face."""
    table = at_red_turn()
    found = []
    for face in (1, 2, 1):
        table.faces(face)
        start = table.protocol.seq + 1
        table.play(("red", STRIKE), ("blue", Decline()), ("red", RollStrike()))
        found += [roll.index for roll in table.rolls]
        table.when("head", back(start)).asks("turn", "red")
    assert found == [2, 3, 4]
    table.when("head", back(table.protocol.seq)).asks("turn", "red")
    table.faces(2)
    table.when("red", DrawToken()).accepted()
    assert [roll.index for roll in table.rolls] == [5]
    assert table.protocol.cursors == {0: 6}


@pytest.mark.rule("WG-BACK-02")
def test_standing_faces_are_not_used_for_another_throw():
    """After the named command is void too, its next dice are new."""
    table = at_red_turn().faces(3)
    table.play(("red", STRIKE), ("blue", Decline()), ("red", RollStrike()))
    table.when("head", back(7, "stand")).asks("again", "red")
    for other in (EndTurn(), DrawToken(), STRIKE, Decline()):
        assert table.refused(other, "red") != ()
    table.when("red", TakeBack(to=7)).rejected("WG-BACK-03", "entry-void", entry=7)
    table.when("red", RollStrike()).then(StrikeRolled, face=3)
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(2, (3,))]
    table.when("head", back(7)).rejected("WG-BACK-01", "entry-void", entry=7)
    table.when("head", back(9, "stand")).asks("again", "red")
    table.when("red", RollStrike()).then(StrikeRolled, face=3)
    table.when("head", back(11)).asks("strike", "red")
    table.faces(1)
    table.when("red", RollStrike()).then(StrikeRolled, face=1)
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(3, (1,))]


@pytest.mark.rule("WG-BACK-04")
def test_a_proposal_stands_with_the_last_answer_and_is_one_at_a_time():
    """Without a referee; the proposer does not answer, and nothing is played meanwhile."""
    table = at_red_turn(referee=False)
    table.when("red", STRIKE).accepted()
    table.when("red", back(5)).asks("consent", "blue")
    table.when("red", AnswerProposal(agree=True)).rejected("WG-BACK-04", "not-asked")
    table.when("blue", back(3)).rejected("WG-BACK-04", "proposal-open")
    table.when("blue", Decline()).rejected("WG-BACK-04", "not-asked", window="consent")
    table.when("blue", AnswerProposal(agree=True)).then(Rewound, voids=(5, 6)).asks("turn", "red")


@pytest.mark.rule("WG-BACK-02")
def test_only_the_dice_of_the_named_command_stand():
    """The token that was drawn after the strike is void with its face: the next one is a new throw."""
    table = at_red_turn().faces(3, 2)
    table.play(("red", STRIKE), ("blue", Decline()), ("red", RollStrike()), ("red", DrawToken()))
    table.when("head", back(7, "stand")).asks("again", "red")
    table.when("red", RollStrike()).then(StrikeRolled, face=3)
    table.faces(1)
    table.when("red", DrawToken()).accepted()
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(4, (1,))]


@pytest.mark.rule("WG-STOP-04")
def test_what_a_rewind_made_void_is_not_taken_when_the_game_goes_on():
    """Blue's reaction to a strike that was taken back; the adjournment itself goes on."""
    table = at_red_turn()
    table.when("red", STRIKE).accepted()
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("blue", sealing("Decline")).accepted()
    table.when("head", back(5)).then(SealedVoid, entry=7, by=1)
    table.when("red", EndTurn()).rejected("WG-STOP-02", "game-stopped")
    table.when("referee", resume()).without(SealedTaken, SealedVoid).asks("turn", "red")
