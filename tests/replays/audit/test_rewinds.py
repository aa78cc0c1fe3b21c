"""Rewinds under audit: what is lawful passes and is listed, and what is not is found without the rules."""

import asyncio
from contextlib import suppress

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice.dice_sources import DiceMismatch
from adjudicator.kernel.dice.wgdice import PUBLIC, Roll, Throw
from adjudicator.kernel.messages import (
    AnswerAbsent,
    AnswerProposal,
    Grounds,
    OrderAbsent,
    ReportRoll,
    RevokeAbsent,
    Rewind,
    RollReported,
    TakeBack,
)
from replays.audit.audit import audit
from replays.audit.checks_rules import LoggedStreams
from services.games.refusals import StaleHead
from tests.replays.audit.steps import BODY, COMMAND, EVENTS, Case
from tests.replays.fixtures import Recorder, find
from tests.toy.model.messages import CreateMatch, DrawToken
from tests.verdicts import holds

WHY = Grounds(reason="the wrong modifier", clause="TOY-2.4-04", about=())


async def rewound(dice="fresh", *, referee=True, **options):
    """Play until a seat's command has thrown dice, go back before it, and play to the end."""
    recorder = Recorder(3, referee=referee, **options)
    await recorder.play(_struck)
    async with recorder.command_handler.locked(recorder.game_id) as session:
        to = _struck(session)
    ruling = Rewind(grounds=WHY, to=to, dice=dice, changes=())
    if referee:
        await recorder.submit(REFEREE, ruling)
    else:
        await recorder.submit(0, ruling)
        await recorder.submit(1, AnswerProposal(agree=True))
    await recorder.play()
    return recorder


def _struck(session):
    notes = session.protocol.docket.entries
    return next(
        (seq for seq, note in enumerate(notes, 1) if note.rolls and not isinstance(note.command, CreateMatch)), 0
    )


def report(recorder):
    return audit(asyncio.run(recorder.file()), find=find)


@pytest.mark.parametrize("dice", ["fresh", "stand"])
@pytest.mark.parametrize("referee", [True, False])
def test_a_rewind_passes_and_is_listed(dice, referee):
    """At all levels; the ruling, its reason and what it voided are among what rests on people's word."""
    found = report(asyncio.run(rewound(dice, referee=referee)))
    assert holds(found), found.findings
    told = "\n".join(found.testimony)
    assert "the wrong modifier" in told
    assert f"dice {dice}" in told


def test_silence_of_an_absent_seat_takes_dice_that_stand():
    """The seat that is to give its command again is ordered absent: the service gives it, with the faces that stand."""

    async def absent():
        recorder = Recorder(3, referee=True)
        await recorder.play(_struck)
        async with recorder.command_handler.locked(recorder.game_id) as session:
            to = _struck(session)
            seat = session.protocol.docket.note(to).actor.party
            notes_before = session.protocol.seq
        await recorder.submit(REFEREE, Rewind(grounds=WHY, to=to, dice="stand", changes=()))
        await recorder.submit(REFEREE, OrderAbsent(grounds=WHY, seat=seat))
        with suppress(StaleHead):  # what is due to be answered is answered first
            await recorder.submit(REFEREE, RevokeAbsent(grounds=WHY, seat=seat))
        async with recorder.command_handler.locked(recorder.game_id) as session:
            recorder.head, notes = session.protocol.head, session.protocol.docket.entries
        assert next(note.kind for note in notes[notes_before:] if note.rolls) is AnswerAbsent
        await recorder.submit(REFEREE, RevokeAbsent(grounds=WHY, seat=seat))
        return await recorder.play()

    found = report(asyncio.run(absent()))
    assert holds(found), found.findings


@pytest.fixture(scope="module")
def game():
    return asyncio.run(rewound())


@pytest.fixture
def rewind(game):
    """A case, the entry of its rewind, and the fields of the event."""
    case = Case(game)
    entry = next(row for row in case.entries if any(event[0][0] == "Rewound" for event in row[EVENTS]))
    return case, entry, next(event[0] for event in entry[EVENTS] if event[0][0] == "Rewound")


def codes(case):
    found = audit(case.chain(heads=True, keys=True).operated(), find=find, levels=("L0", "L1"))
    return {finding.code for finding in found.findings}


def test_voids_are_all_that_stood(rewind):
    """An entry that is left out of the list is found."""
    case, _, event = rewind
    event[2].pop()
    assert "REWIND_INVALID" in codes(case)


def test_nothing_goes_back_before_the_seed(rewind):
    """The opening can not be void."""
    case, _, event = rewind
    event[1] = 1
    assert "REWIND_INVALID" in codes(case)


def test_what_was_shown_is_named(rewind):
    """A rewind over opened orders that does not say what was learnt, or splits them, is found."""
    case, entry, event = rewind
    opened = next(row for row in case.entries if any(found[0][0] == "Unsealed" for found in row[EVENTS]))
    event[1], event[2] = opened[2], list(range(opened[2], entry[2]))
    assert "REWIND_INVALID" in codes(case)


def test_dice_that_do_not_stand_are_not_used_again(game):
    """A rewind with fresh dice, and the old faces again: fishing."""
    case = Case(asyncio.run(rewound("stand")))
    event = next(found[0] for row in case.entries for found in row[EVENTS] if found[0][0] == "Rewound")
    event[3], event[5] = "fresh", None
    assert "DICE_REUSED" in codes(case)


def test_a_seat_does_not_rule(rewind):
    """A ruling to go back with a seat as its actor."""
    case, entry, _ = rewind
    entry[5] = [3, 0, "seat0"]
    assert "UNAUTHORISED_ACTOR" in codes(case)


def test_a_ruling_says_on_what(rewind):
    """Without a head it is not known on which state the referee ruled."""
    case, entry, _ = rewind
    entry[COMMAND][1] = None
    assert "STALE_COMMAND" in codes(case)


def test_a_take_back_stops_at_dice(rewind):
    """A seat that takes dice back is found, whatever the operator signs."""
    case, entry, _ = rewind
    entry[5], entry[COMMAND][BODY] = [3, 0, "seat0"], ["TakeBack", entry[COMMAND][BODY][2]]
    assert "UNDO_AFTER_INFORMATION" in codes(case)


@pytest.mark.parametrize("kind", ["RollRequested", "RollReported"])
def test_a_take_back_stops_at_dice_on_the_table(kind):
    """A throw that is asked for may have been made: who takes the command back, or the report, is found."""

    async def awaited():
        recorder = Recorder(3, dice_mode="reported")
        await recorder.play(
            lambda session: any(RollReported in note.events for note in session.protocol.docket.entries)
        )
        await recorder.play(lambda session: session.game.stack and session.game.stack[-1].kind == "turn")
        async with recorder.command_handler.locked(recorder.game_id) as session:
            seat = session.game.stack[-1].asks[0]
        await recorder.submit(seat, DrawToken())
        if kind == "RollReported":
            await recorder.submit(seat, ReportRoll(faces=(1,), dice_set=""))
        async with recorder.command_handler.locked(recorder.game_id) as session:
            to = session.protocol.seq
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("adjudicator.kernel.referee.rewinding.rewinds.ON_THE_TABLE", ())
            await recorder.submit(seat, TakeBack(to=to))
        return await recorder.play()

    found = audit(asyncio.run(asyncio.run(awaited()).file()), find=find, levels=("L0", "L1"))
    assert [finding.code for finding in found.findings] == ["UNDO_AFTER_INFORMATION"]


def test_an_agreement_is_of_all():
    """A proposal that the other seat did not agree to is found."""
    case = Case(asyncio.run(rewound(referee=False)))
    answer = case.of("AnswerProposal")
    answer[COMMAND][BODY][1] = False
    assert "UNAUTHORISED_ACTOR" in codes(case)


def test_a_take_back_passes():
    """Of a strike that nobody has answered."""

    async def taken_back():
        recorder = Recorder(3)
        await recorder.play(lambda session: session.game.stack and session.game.stack[-1].kind == "parry")
        async with recorder.command_handler.locked(recorder.game_id) as session:
            seq, by = session.protocol.seq, session.protocol.docket.note(session.protocol.seq).actor.party
        assert isinstance((await recorder.log.entry(recorder.game_id, seq)).seq, int)
        await recorder.submit(by, TakeBack(to=seq))
        return await recorder.play()

    found = report(asyncio.run(taken_back()))
    assert holds(found), found.findings


def test_only_the_named_command_uses_dice_that_stand():
    """Another one that throws with the old faces fishes."""
    case = Case(asyncio.run(rewound("stand")))
    again = next(found[0] for row in case.entries for found in row[EVENTS] if found[0][0] == "Rewound")[5]
    again[2] = "DrawToken" if again[2] != "DrawToken" else "RollStrike"
    assert "DICE_REUSED" in codes(case)


def test_dice_that_stand_are_no_faces_of_the_log():
    """A ruling takes them by itself; the rules ask the log for what is thrown besides."""
    stands, fresh = Roll(PUBLIC, 0, 3, 6, (5,), "strike", 0), Roll(PUBLIC, 0, 9, 6, (2,), "strike", 1)
    logged = LoggedStreams([stands, fresh], {PUBLIC: 9})
    assert logged.throw(Throw(PUBLIC, 0, 9, 6, 1, "strike", 1)) == (2,)
    with pytest.raises(DiceMismatch):
        LoggedStreams([stands], {PUBLIC: 9}).throw(Throw(PUBLIC, 0, 3, 6, 1, "strike", 0))


@pytest.mark.parametrize(("new", "set_before"), [(60_000, False), (59_999, False), (None, False), (None, True)])
def test_a_void_fall_of_a_flag_gives_the_least_time(rewind, new, set_before):
    """A fall that is void, and the seat has less than the least time of the terms; but where it was lifted before."""
    case, entry, event = rewind
    fallen = case.entries[event[1] - 1]
    fallen[EVENTS].append([["FlagFell", 1, 0, False, 0], ["WG-CLOCK-03"]])
    if set_before:
        case.entries[event[1]][EVENTS].append([["ClockSet", 1, 0, 70_000], ["WG-CLOCK-04"]])
    if new is not None:
        entry[EVENTS].append([["ClockSet", 1, 0, new], ["WG-CLOCK-04"]])
    assert ("REWIND_INVALID" in codes(case)) == (not set_before and new != 60_000)
