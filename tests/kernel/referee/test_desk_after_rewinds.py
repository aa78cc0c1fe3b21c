"""What the desk knows after the game has gone back: stops, envelopes, proposals, sets of dice."""

import pytest

from adjudicator.kernel.decide.offers import Words
from adjudicator.kernel.messages import (
    AdjournGame,
    Appeal,
    Concede,
    Correct,
    EnforceDeadline,
    FieldChange,
    Finish,
    GameTerms,
    Grounds,
    OfferDraw,
    PatchItem,
    Penalise,
    ProposalDeclined,
    ProposalMade,
    ResultReached,
    ResumeGame,
    RetireDice,
    Rewind,
    SealedTaken,
    SealedVoid,
    SealNext,
    UpholdRuling,
    WaiveAppeal,
    WithdrawAppeal,
)
from adjudicator.kernel.referee.dues import next_due
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, Decline, LayAmbush, PlotMarch, RollStrike, Strike

WHY = Grounds(reason="as it has to be", clause="", about=())
EVENT = b"e" * 16
TERMS = GameTerms(referee_ms=0, no_show_ms=0, time_called_ms=0, agree="")
FEWER = PatchItem(table="sides", key="1", field="shields", before="1", after="0")


def at_red_turn(**ways):
    """Red's turn of the first round, entries 1 to 4."""
    table = Table(TOY, dice=[5, 2], **{"referee": True, **ways})
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("blue", PlotMarch(heading="west")).asks("turn", "red")
    return table


def adjourned(**ways):
    """Entry 5: the game is adjourned; entry 6: red has sealed the end of the turn."""
    table = at_red_turn(appeal=600, **ways)
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("red", SealNext(kind="EndTurn", fields="[]")).accepted()
    return table


def back(to):
    """A rewind."""
    return Rewind(grounds=WHY, to=to, dice="fresh", changes=())


@pytest.mark.rule("WG-STOP-03", "WG-STOP-04")
def test_a_result_that_was_revised_is_void_with_the_concession():
    """The adjournment that the concession ended is taken up again, and the envelope holds."""
    table = adjourned()
    table.when("blue", Concede()).then(ResultReached)
    table.when("referee", Penalise(grounds=WHY, seat=0, kind="points", amount=100, before=())).then(ResultReached)
    table.when("head", back(7)).without(SealedVoid)
    assert table.protocol.docket.halt is not None
    table.when("referee", ResumeGame(grounds=WHY, dice="")).then(SealedTaken, by=0)


@pytest.mark.rule("WG-STOP-03", "WG-BACK-01")
def test_a_result_that_stands_again_ends_the_adjournment_again():
    """The rewind of the concession is itself void: nothing is stopped, and the time for appeals ends the game."""
    table = adjourned()
    table.when("blue", Concede()).accepted()
    table.when("head", back(7)).accepted()
    table.when("head", back(8)).accepted()
    assert (table.game.result is not None, table.protocol.docket.stops) == (True, ())
    assert table.window.kind == "appeal"
    table.when("head", back(7)).without(SealedVoid)
    assert table.protocol.docket.halt is not None
    table.when("head", back(10)).accepted()
    table.wait(600).when("table", Finish()).accepted()


@pytest.mark.rule("WG-STOP-04")
@pytest.mark.parametrize("ruling", [back(6), back(5), Correct(grounds=WHY, patch=(FEWER,))])
def test_an_envelope_is_void_once_a_ruling_has_changed_the_game(ruling):
    """It is said in the entry of the ruling, once; another command may be sealed."""
    table = adjourned()
    table.when("head", ruling).then(SealedVoid, entry=6, by=0)
    table.when("referee", ResumeGame(grounds=WHY, dice="")).without(SealedTaken, SealedVoid)


@pytest.mark.rule("WG-BACK-04")
def test_a_correction_ends_what_was_proposed():
    """The question is dropped, and the referee may propose again."""
    table = at_red_turn(event=EVENT, terms=TERMS)
    table.when("referee", back(2)).then(ProposalMade)
    table.when("head", Correct(grounds=WHY, patch=(FEWER,))).asks("turn", "red")
    table.when("referee", back(2)).then(ProposalMade).asks("consent", "referee")


@pytest.mark.rule("WG-BACK-02")
def test_refusals_of_standing_dice_name_the_entry():
    """A command of the kernel, and one that holds a secret."""
    table = at_red_turn()
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", OfferDraw()))
    stand = Rewind(grounds=WHY, to=6, dice="stand", changes=())
    table.when("head", stand).rejected("WG-BACK-02", "not-of-the-rules", "to", entry=6, kind="OfferDraw")
    table.faces(3, 1).play(("blue", Decline()), ("red", RollStrike()), ("red", LayAmbush(place="north")))
    stand = Rewind(grounds=WHY, to=9, dice="stand", changes=())
    table.when("head", stand).rejected("WG-BACK-02", "secret-command", "to", entry=9, kind="LayAmbush")


@pytest.mark.rule("WG-DICE-03")
def test_more_sets_may_be_retired():
    """What is offered is never a set that is out of use already."""
    table = at_red_turn()
    for name in ("bone", " Ivory "):
        table.when("referee", RetireDice(grounds=WHY, dice_set=name)).accepted()
    offers = table.rules.desk_offers[RetireDice](table.rules, table.game, table.protocol, 254)
    assert [field.values for field in offers[0].fields if field.field == "dice_set"] == [Words(200, 6)]


@pytest.mark.rule("WG-BACK-04", "WG-ASK-02")
@pytest.mark.parametrize(("limit", "waits"), [(0, 3600), (60, 60)])
def test_a_proposal_of_a_seat_ends_by_itself(limit, waits):
    """In an event in which nothing else limits the answer: after the hour that a referee has."""
    table = at_red_turn(referee=False, event=EVENT, terms=TERMS, limit=limit)
    table.when("red", back(4)).rejected("WG-BACK-01", "splits-a-reveal")
    table.when("red", back(3)).asks("consent", "blue")
    due = next_due(table.rules, table.game, table.protocol, table.time)
    assert (due.at - table.time, due.command) == (1000 * waits, EnforceDeadline(window=table.window.id))
    table.wait(waits).when("table", due.command).then(ProposalDeclined, by=1).asks("turn", "red")


@pytest.mark.rule("WG-BACK-02")
@pytest.mark.parametrize("rounds", ["1000000000000000000000", "-1000000000000000000000"])
def test_a_command_that_could_not_be_carried_out_is_not_given_again(rounds):
    """A number beyond those that a log can hold: refused in the ruling, since silence would have to take it later."""
    table = at_red_turn()
    changes = (FieldChange(field="rounds", value=rounds),)
    ruling = Rewind(grounds=WHY, to=2, dice="stand", changes=changes)
    assert {fault.clause for fault in table.refused(ruling, "head")} & {"WG-BACK-02", "TOY-1.1-01"}


@pytest.mark.rule("WG-STOP-04")
def test_nothing_sealed_keeps_a_game_from_going_on():
    """A command over which the rules stumble once it is due is void, and stays shut."""
    table = adjourned()
    table.set(sides={})
    table.when("referee", ResumeGame(grounds=WHY, dice="")).then(SealedVoid, entry=6, by=0).without(SealedTaken)


@pytest.mark.rule("WG-BACK-01", "WG-APPEAL-02", "WG-APPEAL-04")
def test_an_appeal_waits_no_more_once_the_game_went_back_over_its_end():
    """Where an appeal waited at the moment that a rewind goes back to, the time for appeals runs, and nobody is asked.

    The appeal has ended since, so that there is nothing to uphold; every seat may still let the game close.
    """
    table = at_red_turn(appeal=600)
    table.when("blue", Concede()).accepted()
    table.when("red", Appeal(reason="time was left")).asks("appeal_lodged", "referee")
    table.when("red", WithdrawAppeal()).asks("appeal", "table")
    table.when("head", back(table.protocol.seq)).asks("appeal", "table")
    assert [row.kind for row in table.game.stack] == ["appeal"]
    assert next_due(table.rules, table.game, table.protocol, table.time) is not None
    table.when("head", UpholdRuling(grounds=WHY)).rejected("WG-END-01", "not-asked")
    table.play(("red", WaiveAppeal()), ("blue", WaiveAppeal()))
    assert table.protocol.finished is not None
