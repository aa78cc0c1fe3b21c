"""Stops and dice of the table under audit: what is lawful passes and is listed, what is not is found without rules."""

import asyncio

import pytest

from adjudicator.kernel.decide.parties import REFEREE, TABLE, is_seat
from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED
from adjudicator.kernel.messages import (
    AdjournGame,
    AnswerCall,
    CallReferee,
    ChangeDiceSource,
    ClockTerms,
    Concede,
    Correct,
    EndStop,
    EnforceDeadline,
    GameTerms,
    Grounds,
    PatchItem,
    PauseGame,
    Penalise,
    ResumeGame,
    RetireDice,
    Rewind,
    SealNext,
    VoidThrow,
)
from replays.audit.audit import audit
from replays.audit.dice_source import counted_rows
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import read_bundle
from tests.replays.audit.steps import BODY, COMMAND, DICE, EVENTS, TIME, Case
from tests.replays.fixtures import Recorder, find
from tests.verdicts import holds

WHY = Grounds(reason="the hall closes", clause="", about=())
HOUR = 3_600_000


async def stopped(**options):
    """A game with a call that stops the clocks, a pause that the service ends, and a sealed command."""
    recorder = Recorder(3, referee=True, **options)
    await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
    calling = await recorder.submit(1, CallReferee(question="is that in cover?", about=()))
    await recorder.submit(REFEREE, AnswerCall(grounds=WHY, call=calling.record.seq))
    paused = await recorder.submit(REFEREE, PauseGame(grounds=WHY))
    recorder.now += HOUR
    await recorder.submit(TABLE, EndStop(stop=paused.record.seq))
    await recorder.submit(REFEREE, AdjournGame(grounds=WHY, for_ms=HOUR))
    (asked,) = paused.stack[-1].asks
    await recorder.submit(asked, SealNext(kind="DrawToken", fields="[]"))
    await recorder.submit(REFEREE, ResumeGame(grounds=WHY, dice=""))
    return await recorder.play()


async def thrown(**options):
    """A game of reported dice: a throw void, one drawn, one acknowledged by silence, a set retired, another source."""
    recorder = Recorder(3, referee=True, dice_mode="reported", response_limit=60, **options)
    await recorder.play(awaits("roll_report"))
    await recorder.submit(REFEREE, VoidThrow(grounds=WHY))
    await silent(recorder)
    await recorder.play(awaits("roll_acknowledge"))
    await silent(recorder)
    await recorder.submit(REFEREE, RetireDice(grounds=WHY, dice_set="green"))
    await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
    await recorder.submit(REFEREE, ChangeDiceSource(grounds=WHY, source="seeded"))
    return await recorder.play()


def awaits(kind):
    return lambda session: session.game.stack[-1].kind == kind and is_seat(session.game.stack[-1].asks[0])


async def silent(recorder):
    async with recorder.command_handler.locked(recorder.game_id) as session:
        window = session.game.stack[-1].id
    recorder.now += 60_000
    await recorder.submit(TABLE, EnforceDeadline(window=window))


@pytest.fixture(scope="module")
def stops():
    return asyncio.run(stopped())


@pytest.fixture(scope="module")
def throws():
    return asyncio.run(thrown())


def codes(case):
    found = audit(case.chain(heads=True, keys=True).operated(), find=find, levels=("L0", "L1"))
    return {finding.code for finding in found.findings}


def event(entry, kind):
    return next(row[0] for row in entry[EVENTS] if row[0][0] == kind)


def test_stops_pass_and_are_listed(stops):
    """At all levels; calls, stops, their ends and what was sealed are among what rests on people's word."""
    found = audit(asyncio.run(stops.file()), find=find)
    assert holds(found), found.findings
    told = "\n".join(found.testimony)
    for words in (
        "calls the referee: is that in cover?",
        "stands still: pause",
        "stands still: adjournment",
        "is over",
        "seals its next command",
        "sealed is given: DrawToken",
    ):
        assert words in told


def test_dice_of_the_table_pass_and_are_listed(throws):
    """At all levels; a throw that was drawn says so."""
    found = audit(asyncio.run(throws.file()), find=find)
    assert holds(found), found.findings
    told = "\n".join(found.testimony)
    assert "is silent; the throw is drawn from the seed" in told
    assert "rules (RetireDice): the hall closes" in told


def test_a_drawn_throw_is_counted_once(throws):
    """It stands twice in the log, as it was drawn and as the faces of the command that waited; statistics take one."""
    bundle = read_bundle(asyncio.run(throws.file()))
    entries = read_entries(bundle, Findings(1))
    drawn = next(raw for raw in entries if raw.event("ThrowDrawn") is not None)
    faces = event(drawn.fields, "ThrowDrawn")[2]
    assert next(row for row in drawn.dice if row[0] == PUBLIC)[4] == faces
    assert [row for row in counted_rows(drawn) if row[0] == PUBLIC] == []
    rows = [row for raw in entries for row in counted_rows(raw) if row[0] == REPORTED]
    assert rows[0][4] == faces


def test_a_stop_is_not_ended_early(stops):
    """The service lets a pause last as long as it may."""
    case = Case(stops)
    ended = case.of("EndStop")
    for entry in case.entries[case.place("EndStop") :]:
        entry[TIME] -= 2_000
    assert ended[TIME] < event(case.of("PauseGame"), "GameStopped")[2]
    assert "STOP_INVALID" in codes(case)


@pytest.mark.parametrize(
    ("kind", "name", "field"), [("PauseGame", "GameStopped", 2), ("CallReferee", "RefereeCalled", 4)]
)
def test_a_stop_is_as_long_as_the_terms_say(stops, kind, name, field):
    """An end that is a ms later is found."""
    case = Case(stops)
    event(case.of(kind), name)[field] += 1
    assert "STOP_INVALID" in codes(case)


def test_a_call_that_stops_nothing(stops):
    """A call of the terms' number that the operator lets stop no clock."""
    case = Case(stops)
    event(case.of("CallReferee"), "RefereeCalled")[4] = 0
    assert "STOP_INVALID" in codes(case)


def test_nothing_is_played_in_a_stop(stops):
    """A pause that is said to have begun before a seat's command."""
    case = Case(stops)
    ended = case.of("ResumeGame")
    ended[EVENTS] = [row for row in ended[EVENTS] if row[0][0] != "StopEnded"]
    assert "STOP_INVALID" in codes(case)


def test_a_sealed_command_is_not_kept_back(stops):
    """The operator neither takes the envelope nor says that it is void."""
    case = Case(stops)
    ended = case.of("ResumeGame")
    ended[EVENTS] = [row for row in ended[EVENTS] if row[0][0] != "SealedTaken"]
    assert "STOP_INVALID" in codes(case)


def test_another_command_than_the_sealed_one(stops):
    """What is said to have been sealed is compared with what was: at L2, where its part is open."""
    case = Case(stops)
    event(case.of("ResumeGame"), "SealedTaken")[3] = "EndTurn"
    found = audit(case.chain(heads=True, keys=True).operated(), find=find)
    assert "EVENTS_MISMATCH" in {finding.code for finding in found.findings}


def test_a_deadline_does_not_run_in_a_stop(throws):
    """A throw that is drawn before its time is found, and so is one in a game without limits."""
    case = Case(throws)
    for entry in case.entries[case.place("EnforceDeadline") :]:
        entry[TIME] -= 2_000
    assert "CLOCK_MISMATCH" in codes(case)


def test_faces_that_nobody_drew(throws):
    """A throw that is said to be drawn is drawn from the seed; without saying so it is no source of the game."""
    case = Case(throws)
    drawn = next(entry for entry in case.entries if any(row[0][0] == "ThrowDrawn" for row in entry[EVENTS]))
    said = event(drawn, "ThrowDrawn")
    said[2] = [said[2][0] % 6 + 1]
    assert "DICE_SOURCE_VIOLATION" in codes(case)
    case = Case(throws)
    drawn = case.entries[drawn[2] - 1]
    row = next(row for row in drawn[DICE] if row[0] == PUBLIC)
    row[4] = [row[4][0] % 6 + 1]
    assert codes(case) & {"DICE_NOT_FROM_SEED", "DICE_SOURCE_VIOLATION"}


def test_a_source_that_nobody_changed(throws):
    """Dice from the seed in a game of reported dice, without a ruling."""
    case = Case(throws)
    ruling = case.of("ChangeDiceSource")
    ruling[EVENTS] = [row for row in ruling[EVENTS] if row[0][0] != "DiceSourceChanged"]
    assert "DICE_SOURCE_VIOLATION" in codes(case)


def test_dice_out_of_use_are_not_thrown(throws):
    """A report with a set that was retired before."""
    case = Case(throws)
    case.of("ReportRoll")[COMMAND][BODY][2] = "green"
    retire = case.of("RetireDice")
    retired, first = retire[EVENTS], case.place("ReportRoll")
    case.entries[first - 1][EVENTS] = [*case.entries[first - 1][EVENTS], retired[1]]
    assert "DICE_SOURCE_VIOLATION" in codes(case)


async def adjourned(*, revised=False, **options):
    """A game that is adjourned; what was sealed is made void by a rewind, or outlives a result that was revised."""
    recorder = Recorder(3, referee=True, appeal_window=600, **options)
    await recorder.play(awaits("turn"))
    adjourning = await recorder.submit(REFEREE, AdjournGame(grounds=WHY, for_ms=HOUR))
    (asked,) = adjourning.stack[-1].asks
    sealing = await recorder.submit(asked, SealNext(kind="DrawToken", fields="[]"))
    to = sealing.record.seq
    if revised:
        to = (await recorder.submit(1 - asked, Concede())).record.seq
        await recorder.submit(REFEREE, Penalise(grounds=WHY, seat=0, kind="points", amount=100, before=()))
    await recorder.submit(REFEREE, Rewind(grounds=WHY, to=to, dice="fresh", changes=()))
    recorder.now += 2 * HOUR
    await recorder.submit(REFEREE, ResumeGame(grounds=WHY, dice=""))
    return await recorder.play()


@pytest.mark.parametrize(("revised", "kind", "left_out"), [(False, "SealedVoid", False), (True, "SealedTaken", True)])
def test_what_a_rewind_leaves_of_an_adjournment(revised, kind, left_out):
    """The audit follows what is sealed by code of its own: void by a rewind, or valid after a result that is void."""
    game = asyncio.run(adjourned(revised=revised))
    found = audit(asyncio.run(game.file()), find=find)
    assert holds(found), found.findings
    case = Case(game)
    entry = next(row for row in case.entries if any(event[0][0] == kind for event in row[EVENTS]))
    assert (entry[COMMAND][BODY][0] == "ResumeGame") == revised
    if left_out:
        entry[EVENTS] = [event for event in entry[EVENTS] if event[0][0] != kind]
    else:
        event(entry, kind)[1] = 1
    assert "STOP_INVALID" in codes(case)


def test_nobody_else_ends_a_stop(stops):
    """A stop that ends in an entry of a seat."""
    case = Case(stops)
    entry = case.of("SealNext")
    entry[EVENTS].append([["StopEnded", case.of("AdjournGame")[2], "adjournment", False], ["WG-STOP-02"]])
    assert "STOP_INVALID" in codes(case)


def test_faces_of_a_command_that_a_correction_drops_are_dead():
    """One throw of a command is acknowledged, a ruling changes the game, and both are thrown anew."""

    async def corrected():
        recorder = Recorder(3, referee=True, dice_mode="reported")
        await recorder.play(lambda session: session.game.suspended and session.game.suspended.faces)
        fewer = PatchItem(table="sides", key="1", field="shields", before="1", after="0")
        await recorder.submit(REFEREE, Correct(grounds=WHY, patch=(fewer,)))
        return await recorder.play()

    found = audit(asyncio.run(asyncio.run(corrected()).file()), find=find)
    assert holds(found), found.findings


@pytest.mark.parametrize("revised", [False, True])
def test_no_clock_runs_in_an_adjournment_that_is_taken_up_again(revised):
    """Nothing is due after two hours of it, of a bank of an hour."""
    clock = ClockTerms(
        bank_ms=HOUR,
        increment_ms=0,
        delay_ms=0,
        cap_ms=0,
        per="answer",
        on_flag="note",
        after_flag_ms=0,
        grace_ms=0,
        least_ms=0,
    )
    terms = GameTerms(clock=clock, referee_ms=0, no_show_ms=0, time_called_ms=0, agree="")
    found = audit(asyncio.run(asyncio.run(adjourned(revised=revised, event_terms=terms)).file()), find=find)
    assert holds(found), found.findings
