"""Commands sealed while a game is adjourned: checked, secret, taken or void."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.messages import (
    AddNote,
    AdjournGame,
    CommandSealed,
    Concede,
    Correct,
    EndStop,
    Grounds,
    PatchItem,
    ResumeGame,
    Rewind,
    RollRequested,
    RollsTaken,
    RulingGiven,
    SealedTaken,
    SealedVoid,
    SealNext,
    StopEnded,
    Unsealed,
)
from adjudicator.kernel.record.record import COMMAND_PART, Actor
from tests.kernel.fixtures import changed, plotting, turn
from tests.toy.model.messages import ActionSpent, Decline, DrawToken, Strike, StrikeDeclared, TokenDrawn
from tests.toy.model.subjects import StrikeSubject
from tests.toy.rules.turns.actions import spend

WHY = Grounds(reason="the hall closes", clause="", about=())
ADJOURN = AdjournGame(grounds=WHY, for_ms=0)
RESUME = ResumeGame(grounds=WHY, dice="")
STRIKE = SealNext(kind="Strike", fields='["r1","b1"]')
DRAW = SealNext(kind="DrawToken", fields="[]")


def adjourned(dice=(), **ways):
    table = turn(dice, referee=True, appeal=60, **ways)
    table.when("referee", ADJOURN).accepted()
    return table


@pytest.mark.rule("WG-STOP-04")
def test_a_sealed_command_is_taken():
    """It is opened for everybody when the game goes on, and what follows from it follows then."""
    table = adjourned()
    at = table.protocol.seq
    table.when("red", STRIKE).exactly(CommandSealed(by=0))
    sealed = table.protocol.seq
    table.when("referee", RESUME).exactly(
        RulingGiven(act="ResumeGame", reason=WHY.reason, clause="", about=()),
        StopEnded(stop=at, kind="adjournment", by_limit=False),
        SealedTaken(entry=sealed, by=0, kind="Strike", fields='["r1","b1"]'),
        Unsealed(entries=(sealed,)),
        ActionSpent(seat=0),
        StrikeDeclared(piece="r1", target="b1"),
    )
    table.last.asks("parry", "blue")
    assert table.protocol.docket.envelopes == {}


@pytest.mark.rule("WG-STOP-04")
def test_the_service_takes_it_too():
    """An adjournment that has lasted long enough ends with the sealed command; its dice are drawn then."""
    table = adjourned([4])
    at = table.protocol.seq
    table.when("red", DRAW).accepted()
    table.wait(24 * 3600)
    table.when("table", EndStop(stop=at)).then(
        StopEnded(stop=at, kind="adjournment", by_limit=True), SealedTaken, TokenDrawn(seat=0, token="lead")
    )
    assert [roll.faces for roll in table.rolls] == [(4,)]


@pytest.mark.rule("WG-STOP-04")
def test_it_can_not_be_illegal():
    """What would be refused is refused when it is sealed, as it would be; so is what can not be read."""
    table = adjourned()
    table.when("red", replace(STRIKE, fields='["b1","b1"]')).rejected("TOY-2.4-01", "not-own", "fields", piece="b1")
    for fields in ("", "{}", '["r1"]', '["r1","b1","b2"]', '["r1",1]', "[", '["r1",null]'):
        table.when("red", replace(STRIKE, fields=fields)).rejected("WG-STOP-04", "fields-unreadable", "fields")
    for kind in ("Parry", "PauseGame", "LayAmbush", ""):  # another question's, the kernel's, one with a secret, none
        table.when("red", replace(STRIKE, kind=kind)).rejected("WG-STOP-04", "not-sealable", "kind")
    table.when("blue", STRIKE).rejected("WG-STOP-04", "nothing-to-seal")
    table.when("red", STRIKE).accepted()
    table.when("red", STRIKE).rejected("WG-STOP-04", "sealed-already")
    table.when("referee", RESUME).accepted()
    table.when("blue", SealNext(kind="Decline", fields="[]")).rejected("WG-STOP-04", "not-adjourned")


def test_a_question_of_secrets_seals_nothing():
    """Plots are secret as they are; nobody is asked to seal one."""
    table = plotting(referee=True)
    table.when("referee", ADJOURN).accepted()
    table.when("red", SealNext(kind="PlotMarch", fields='["north"]')).rejected("WG-STOP-04", "nothing-to-seal")


@pytest.mark.rule("WG-STOP-04")
def test_a_ruling_that_changes_the_game_makes_it_void():
    """A note does not; a rewind does, and the seat may seal again."""
    table = adjourned([1])
    table.when("red", DRAW).accepted()
    first = table.protocol.seq
    table.when("referee", AddNote(grounds=WHY)).accepted()
    table.when("red", STRIKE).rejected("WG-STOP-04", "sealed-already")
    ruling = Rewind(grounds=WHY, to=table.protocol.seq, dice="fresh", changes=())
    table.when("referee", ruling).then(SealedVoid(entry=first, by=0))
    table.when("referee", RESUME).then(StopEnded).without(SealedTaken, SealedVoid, Unsealed)
    table.play(("red", DrawToken()), ("referee", ADJOURN), ("red", DRAW))
    table.when("referee", Rewind(grounds=WHY, to=table.protocol.seq, dice="fresh", changes=())).accepted()
    table.when("red", STRIKE).accepted()
    second = table.protocol.seq
    table.when("referee", RESUME).then(SealedTaken, entry=second)


@pytest.mark.rule("WG-STOP-04")
def test_an_end_that_is_overturned():
    """The envelope stays shut over a concession, and is valid again once that is void."""
    table = adjourned()
    at, until = table.protocol.seq, table.protocol.docket.stops[0].until
    table.play(("red", STRIKE), ("blue", Concede()))
    sealed, ended = at + 1, at + 2
    assert (table.protocol.docket.stops, table.protocol.unsealed.get(sealed)) == ((), None)
    table.wait(60)
    table.when("referee", Rewind(grounds=WHY, to=ended, dice="fresh", changes=())).accepted()
    (stop,) = table.protocol.docket.stops
    assert (stop.seq, stop.kind, stop.since, stop.until) == (at, "adjournment", table.time, until)
    table.when("referee", RESUME).then(SealedTaken, entry=sealed)


def test_an_end_overturned_to_before_the_adjournment():
    """The game goes on where it stood; the envelope is of another game."""
    table = adjourned([1])
    at = table.protocol.seq
    table.play(("red", DRAW), ("blue", Concede()))
    table.when("referee", Rewind(grounds=WHY, to=at, dice="fresh", changes=())).accepted()
    assert table.protocol.docket.stops == ()
    table.when("red", DrawToken()).accepted()


@pytest.mark.rule("WG-STOP-04")
def test_dice_of_the_table_wait():
    """A sealed command that needs dice of the real table waits for them as one that is given does."""
    table = adjourned(reported=True)
    table.when("red", DRAW).accepted()
    table.when("referee", RESUME).then(SealedTaken, RollRequested).asks("roll_report", "red")
    assert (table.game.suspended.command, table.game.suspended.actor) == (DrawToken(), 0)
    table.thrown(2).then(TokenDrawn(seat=0, token="iron"), RollsTaken)


def both(ruling, _command):
    """TOY-2.5-01 A reaction that ends the question for both seats."""
    ruling.answered_all()


def test_the_second_of_two_fits_no_more():
    """Both are asked and seal; where the first ends the question the second is void and stays shut."""
    rules = changed({Decline: both})
    table = turn(rules=rules, referee=True)
    table.when("red", Strike(piece="r1", target="b1")).asks("parry", "blue")
    table.ask("parry", "red", "blue", over=True, subject=StrikeSubject("r1", "b1"))
    table.when("referee", ADJOURN).accepted()
    decline = SealNext(kind="Decline", fields="[]")
    table.play(("blue", decline), ("red", decline))
    last = table.protocol.seq
    table.when("referee", RESUME).then(
        SealedTaken(entry=last, by=0, kind="Decline", fields="[]"), SealedVoid(entry=last - 1, by=1)
    )


def test_what_breaks_the_rules_is_never_sealed():
    """Values that no client of the contract could send are refused where they would stop the game on resuming."""

    def broken(ruling, _command):
        """TOY-2.2-01 A handler that fails."""
        spend(ruling)
        raise KeyError

    rules = changed({DrawToken: broken})
    table = turn(rules=rules, referee=True)
    table.when("referee", ADJOURN).accepted()
    table.when("red", DRAW).rejected("WG-STOP-04", "fields-unreadable", "fields")


def test_nothing_tells_what_was_sealed():
    """Whatever is sealed, the entry is of the same bytes but for what is random, and its part opens for its owner."""
    entries = []
    for command in (DRAW, STRIKE):
        table = adjourned([1] if command is DRAW else [])
        table.when("red", command).accepted()
        made = table.drafts[-1]
        record = made.record
        assert (record.command.body, [part.part for part in made.openings][:1]) == (
            SealNext(kind=None, fields=None),
            [COMMAND_PART],
        )
        assert record.actor == Actor(3, 0, "k")
        entries.append((len(made.data), record.events, record.dice, len(record.sealed)))
        table.when("referee", RESUME).accepted()
    assert entries[0] == entries[1]


def test_offers():
    """Offered are what silence stands for and what has no fields; both are accepted."""
    table = adjourned([1])
    seal = table.rules.desk_offers[SealNext]
    (row,) = seal(table.rules, table.game, table.protocol, 0)
    domains = {(domain.field, domain.conditions): domain.values for domain in row.fields}
    assert domains[("kind", ())] == Choice(("EndTurn", "DrawToken"))
    assert [values for (name, _), values in domains.items() if name == "fields"] == [Choice(("[]",)), Choice(("[]",))]
    assert seal(table.rules, table.game, table.protocol, 1) == []
    for kind in ("EndTurn", "DrawToken"):
        assert table.refused(SealNext(kind=kind, fields="[]"), "red") == ()
    table.when("red", DRAW).accepted()
    assert seal(table.rules, table.game, table.protocol, 0) == []
    table.when("referee", RESUME).accepted()


@pytest.mark.rule("WG-STOP-04", "WG-CORRECT-01")
def test_a_correction_makes_it_void():
    """It was checked on another state: the seat seals again, and that is taken."""
    table = adjourned()
    table.when("red", DRAW).accepted()
    first = table.protocol.seq
    shield = PatchItem(table="sides", key="0", field="shields", before="1", after="2")
    table.when("referee", Correct(grounds=WHY, patch=(shield,))).accepted()
    table.when("red", STRIKE).exactly(CommandSealed(by=0))
    second = table.protocol.seq
    table.when("referee", RESUME).then(SealedTaken, entry=second, by=0, kind="Strike").asks("parry", "blue")
    assert first not in [event.entry for event in table.events if isinstance(event, SealedTaken)]
