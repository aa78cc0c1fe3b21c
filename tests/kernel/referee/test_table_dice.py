"""Dice of the real table: throws that do not count, their source, sets out of use, and who is silent over them."""

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    Award,
    ChangeDiceSource,
    DeadlineEnforced,
    DiceRetired,
    DiceSourceChanged,
    DisputeFact,
    DisputeRolledOff,
    DrawThrow,
    EnforceDeadline,
    FactSettled,
    Grounds,
    Penalise,
    ProposalDeclined,
    ProposalMade,
    ReportRoll,
    RestartGame,
    ResultReached,
    RetireDice,
    Rewind,
    RollAcknowledged,
    RollRequested,
    RollsTaken,
    RulingGiven,
    TakeBack,
    ThrowDrawn,
    ThrowVoided,
    VoidThrow,
)
from adjudicator.kernel.protocol.dice_reports import in_use
from tests.kernel.fixtures import turn
from tests.toy.model.messages import ActionSpent, ClaimCover, DrawToken, TokenDrawn

WHY = Grounds(reason="the die fell from the table", clause="", about=())
VOID = VoidThrow(grounds=WHY)


def awaited(**ways):
    table = turn(referee=True, reported=True, **ways)
    table.when("red", DrawToken()).asks("roll_report", "red")
    return table


def silence(table):
    return EnforceDeadline(window=table.window.id)


@pytest.mark.rule("WG-DICE-03")
@pytest.mark.parametrize("reported", [False, True])
def test_a_throw_that_does_not_count(reported):
    """It is made again, under a new id; faces that were reported are forgotten."""
    table = awaited()
    if reported:
        table.when("red", ReportRoll(faces=(3,), dice_set="")).accepted()
    before = table.window.id
    table.when("referee", VOID).exactly(
        RulingGiven(act="VoidThrow", reason=WHY.reason, clause="", about=()), ThrowVoided()
    )
    table.last.asks("roll_report", "red")
    assert (table.window.id > before, table.game.suspended.reported) == (True, None)
    table.thrown(1).then(TokenDrawn(seat=0, token="gold"), RollsTaken)
    table.when("referee", VOID).rejected("WG-DICE-03", "no-throw-awaited")


@pytest.mark.rule("WG-DICE-03")
def test_dice_come_from_the_seed_from_here_on():
    """An awaited throw is still made on the table; the next command takes its dice from the seed, and back again."""
    table = awaited()
    seeded = ChangeDiceSource(grounds=WHY, source="seeded")
    table.when("referee", ChangeDiceSource(grounds=WHY, source="reported")).rejected(
        "WG-DICE-03", "same-source", "source", source="reported"
    )
    table.when("referee", ChangeDiceSource(grounds=WHY, source="")).rejected("WG-DICE-03", "source-missing", "source")
    table.when("referee", seeded).exactly(
        RulingGiven(act="ChangeDiceSource", reason=WHY.reason, clause="", about=()), DiceSourceChanged(source="seeded")
    )
    table.thrown(1).then(TokenDrawn(seat=0, token="gold"), RollsTaken)
    assert [roll.stream for roll in table.rolls] == [REPORTED]
    table.faces(2)
    table.when("red", DrawToken()).then(TokenDrawn(seat=0, token="iron")).without(RollRequested)
    assert [roll.stream for roll in table.rolls] == [PUBLIC]
    table.when("referee", ChangeDiceSource(grounds=WHY, source="reported")).accepted()
    table.when("red", DrawToken()).then(RollRequested)
    table.thrown(1).then(TokenDrawn(seat=0, token="iron"))


@pytest.mark.rule("WG-DICE-03")
def test_dice_out_of_use():
    """A report with them is refused, however their name is written; the throw waits for others."""
    table = awaited()
    retire = RetireDice(grounds=WHY, dice_set="The green ones")
    table.when("referee", RetireDice(grounds=WHY, dice_set=" ")).rejected("WG-DICE-03", "set-unnamed", "dice_set")
    table.when("referee", retire).then(DiceRetired(dice_set="The green ones"))
    table.when("referee", retire).rejected("WG-DICE-03", "retired-already", "dice_set")
    table.when("red", ReportRoll(faces=(1,), dice_set=" the GREEN ones")).rejected(
        "WG-DICE-03", "dice-retired", "dice_set", name=" the GREEN ones"
    )
    table.thrown(1).then(TokenDrawn)


@pytest.mark.rule("WG-DICE-03")
def test_no_set_is_offered_where_no_longer_name_is_left():
    """Where a set whose name is as long as any that is offered is out of use, offers name none, and retire no more."""
    table = awaited()
    table.when("referee", RetireDice(grounds=WHY, dice_set="g" * 200)).accepted()
    (row,) = table.rules.windows["roll_report"].offered(table.game, table.window, 0)
    assert [one.field for one in row.fields] == ["faces", "dice_set"]
    assert [one.field for one in in_use(table.protocol, row).fields] == ["faces"]
    assert table.rules.desk_offers[RetireDice](table.rules, table.game, table.protocol, REFEREE) == []


@pytest.mark.rule("WG-DICE-04")
def test_a_silent_roller():
    """The throw is drawn from the seed and counts as if it had been made; its source stands in the log."""
    table = awaited(limit=60)
    window = table.window.id
    table.when("red", DrawThrow()).rejected("WG-DICE-04", "only-by-silence")
    table.wait(59)
    table.when("table", silence(table)).rejected("WG-ASK-02", "not-due", "window", seconds=1)
    table.wait(1)
    table.faces(4)
    table.when("table", silence(table)).exactly(
        DeadlineEnforced(window=window, party=0, answer="DrawThrow"),
        ThrowDrawn(roller=0, faces=(4,)),
        ActionSpent(seat=0),
        TokenDrawn(seat=0, token="lead"),
        RollsTaken(count=1),
    )
    assert [(roll.stream, roll.faces) for roll in table.rolls] == [(PUBLIC, (4,)), (REPORTED, (4,))]


@pytest.mark.rule("WG-DICE-04")
def test_a_report_that_nobody_answers():
    """It is acknowledged for the first that is asked."""
    table = awaited(limit=60)
    table.when("red", ReportRoll(faces=(1,), dice_set="")).accepted()
    window = table.window
    table.wait(60)
    table.when("table", silence(table)).then(
        DeadlineEnforced(window=window.id, party=1, answer="AcknowledgeRoll"),
        RollAcknowledged(by=1),
        TokenDrawn(seat=0, token="gold"),
        RollsTaken(count=1),
    )
    assert [roll.stream for roll in table.rolls] == [REPORTED]


@pytest.mark.rule("WG-FACT-02")
def test_a_silent_referee():
    """A dispute that the referee leaves open for an hour is rolled off, with dice of the table where they are used."""
    table = turn(referee=True, dice=[2, 5])
    table.when("red", ClaimCover(piece="r1")).accepted()
    (fact,) = table.game.facts
    table.when("blue", DisputeFact(fact=fact, value="open")).asks("dispute", "referee")
    window = table.window.id
    table.wait(3599)
    table.when("table", silence(table)).rejected("WG-ASK-02", "not-due", "window", seconds=1)
    table.wait(1)
    table.when("table", silence(table)).exactly(
        DeadlineEnforced(window=window, party=254, answer="SettleDispute"),
        DisputeRolledOff(fact=fact, faces=(2, 5), winner=1),
        FactSettled(fact=fact, value="open"),
    )


def test_a_silent_referee_and_reported_dice():
    """The roll-off is thrown on the table, and the silence that asked for it is not asked whether it is due again."""
    table = turn(referee=True, reported=True)
    table.when("red", ClaimCover(piece="r1")).accepted()
    (fact,) = table.game.facts
    table.when("blue", DisputeFact(fact=fact, value="open")).accepted()
    table.wait(3600)
    table.when("table", silence(table)).then(RollRequested).asks("roll_report", "red")
    table.thrown(2).then(RollRequested)
    table.thrown(5).then(DisputeRolledOff(fact=fact, faces=(2, 5), winner=1), FactSettled, RollsTaken)


def test_a_second_referee_is_silent():
    """What one referee may not rule alone is not ruled where no other agrees within the hour; the game goes on."""
    table = turn(referee=True, event=b"e" * 16, dice=[1])
    table.when("red", DrawToken()).accepted()
    back = Rewind(grounds=WHY, to=table.protocol.seq, dice="fresh", changes=())
    table.when("referee", back).asks("consent", "referee")
    window = table.window.id
    table.wait(3599)
    table.when("table", silence(table)).rejected("WG-ASK-02", "not-due", "window", seconds=1)
    table.wait(1)
    table.when("table", silence(table)).exactly(
        DeadlineEnforced(window=window, party=254, answer="AnswerProposal"), ProposalDeclined(by=254)
    )
    table.last.asks("turn", "red")


@pytest.mark.rule("WG-AWARD-01", "WG-RESTART-01")
@pytest.mark.parametrize("reported", [False, True])
@pytest.mark.parametrize(
    "ruling",
    [
        Award(grounds=WHY, ending="adjudicated", winners=(1,), scores=()),
        RestartGame(grounds=WHY, new_game=b"n" * 16),
        Penalise(grounds=WHY, seat=0, kind="loss", amount=0, before=()),
    ],
)
def test_a_ruling_that_ends_the_game_ends_the_throw(ruling, reported):
    """Nobody is asked for faces any more, and faces on their way are dead."""
    table = awaited(appeal=600)
    roller = table.window.asks[0]
    if reported:
        table.when(roller, ReportRoll(faces=(3,), dice_set="")).asks("roll_acknowledge")
    table.when("head", ruling).then(ResultReached)
    assert table.game.suspended is None
    assert "roll" not in " ".join(window.kind for window in table.windows)
    for who, dead in ((roller, ReportRoll(faces=(3,), dice_set="")), (1 - roller, AcknowledgeRoll())):
        assert table.refused(dead, who) != ()


# -- going back is no fishing for dice


@pytest.mark.rule("WG-BACK-03")
@pytest.mark.parametrize("reported", [False, True])
def test_a_throw_that_is_asked_for_is_not_taken_back(reported):
    """The dice may lie on the table already: neither the command nor the report of its faces is taken back."""
    table = awaited()
    asked = table.protocol.seq
    if reported:
        table.when("red", ReportRoll(faces=(1,), dice_set="")).accepted()
    for to in range(asked, table.protocol.seq + 1):
        table.when("red", TakeBack(to=to)).rejected("WG-BACK-03", "something-learnt", "to")
    assert table.rules.desk_offers[TakeBack](table.rules, table.game, table.protocol, 0) == []


@pytest.mark.rule("WG-BACK-01")
def test_one_referee_alone_takes_no_throw_back_that_is_asked_for():
    """In a game of an event a second referee has to agree, as with dice that stand in the log."""
    table = awaited(event=b"e" * 16)
    table.when("referee", Rewind(grounds=WHY, to=table.protocol.seq, dice="fresh", changes=())).then(ProposalMade)
