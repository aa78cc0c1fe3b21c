"""Penalties, awards, appeals and readings under audit: what is lawful passes and is listed, the rest is found."""

import asyncio

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.labels import NO_LABELS
from adjudicator.kernel.messages import (
    AddPrivateNote,
    Appeal,
    Award,
    Concede,
    Grounds,
    Inspect,
    Interpret,
    Penalise,
    Penalised,
    RestartGame,
    UpholdRuling,
    WaiveAppeal,
    WithdrawAppeal,
)
from adjudicator.kernel.referee.desk import DESK
from adjudicator.kernel.texts import SENTENCES
from replays.audit.audit import audit
from replays.audit.testimony import SAID
from replays.bundle import read_bundle
from replays.memory import Memory
from replays.tell.show import show
from tests.replays.audit.steps import BODY, COMMAND, EVENTS, Case
from tests.replays.fixtures import Recorder, find, toy_rules
from tests.toy.model.messages import CreateMatch
from tests.verdicts import holds

WHY = Grounds(reason="as the book says", clause="TOY-1.4-01", about=())


async def at_turn(**options):
    """Play to the first turn of a game with ten minutes for appeals."""
    recorder = Recorder(3, referee=True, appeal_window=600, **options)
    await recorder.play(lambda session: any(window.kind == "turn" for window in session.game.stack))
    return recorder


async def give(recorder, *said):
    for party, command in said:
        await recorder.submit(party, command)
    return recorder


async def refereed():
    """Every act: an appeal upheld by silence, one taken back, one granted; then nobody wants another."""
    recorder = await at_turn()
    text = b"suspects something".ljust(1024, b"\0")
    await give(
        recorder,
        (REFEREE, AddPrivateNote(text=text)),
        (REFEREE, Inspect(grounds=WHY, tables=("plots",))),
        (REFEREE, Interpret(grounds=WHY, text="no means no")),
        (REFEREE, Penalise(grounds=WHY, seat=0, kind="points", amount=300)),
        (1, Concede()),
        (0, Appeal(reason="my points")),
        (0, WithdrawAppeal()),
        (1, Appeal(reason="I slipped")),
    )
    async with recorder.command_handler.locked(recorder.game_id) as session:
        appeal = session.protocol.docket.appeal.seq
    award = Award(grounds=WHY, ending="adjudicated", winners=(1,), scores=(100, 200), overturns=appeal)
    await give(recorder, (REFEREE, award), (0, WaiveAppeal()), (1, WaiveAppeal()))
    return await recorder.play()


def report(recorder):
    return audit(asyncio.run(recorder.file()), find=find)


@pytest.fixture(scope="module")
def game():
    return asyncio.run(refereed())


def test_all_acts_pass_and_are_listed(game):
    """At all levels; each act stands among what rests on people's word."""
    found = report(game)
    assert holds(found), found.findings
    told = "\n".join(found.testimony)
    for words in (
        "notes something for referees",
        "looks at the hidden tables plots",
        "says what clause TOY-1.4-01 means: ",
        "red is given points of 300",
        "rules (Award) under TOY-1.4-01: as the book says",
        "red appeals against entry",
        "is withdrawn",
        "overturns what is appealed against in entry",
        ": my points",
        "the result rests on the ruling of entry 17: adjudicated, won by blue",
        "blue will not appeal",
    ):
        assert words in told, words
    assert "suspects" not in told


def test_a_game_is_told_in_words(game):
    """What was given, with its amount, and the note once the game is over."""
    told = "\n".join(text for _, text in show(read_bundle(asyncio.run(game.file())), toy_rules()))
    for words in (
        'AddPrivateNote text="suspects something"',
        "Red is given a penalty of 3 points.",
        "Clause TOY-1.4-01 means: no means no.",
        "Red appeals against entry 13.",
        "What the appeal of entry 14 is about stands: withdrawn.",
        "Entry 13 is overturned, as the appeal of entry 16 asked.",
        "The result stands: blue won by a ruling.",
        "Blue will not appeal.",
    ):
        assert words in told, words


@pytest.mark.parametrize(
    ("kind", "amount", "words"),
    [
        ("yellow", 0, "a yellow card"),
        ("points", 1_250, "a penalty of 12.5 points"),
        ("points_other", 5, "a penalty of 0.05 points for its opponents"),
        ("time", 90_500, "a penalty of 90.5 s"),
        ("loss", 0, "the loss of the game"),
    ],
)
def test_penalties_in_words(kind, amount, words):
    """Points have hundredths, times are in seconds."""
    said = Memory(["red", "blue"], NO_LABELS).said(Penalised(seat=0, kind=kind, amount=amount, rule=1))
    assert "rule {rule} of the terms" in SENTENCES["Penalised.follows"]
    assert said == (SENTENCES["Penalised.follows"], {"what": words})


def test_a_restart_and_an_appeal_that_lapses_pass():
    """The service takes silence for the referee's after an hour, and closes the game."""

    async def play():
        recorder = await at_turn()
        await give(recorder, (REFEREE, RestartGame(grounds=WHY, new_game=b"n" * 16)), (0, Appeal(reason="why?")))
        return await recorder.play()

    found = report(asyncio.run(play()))
    assert holds(found), found.findings
    assert "is lapsed" in "\n".join(found.testimony)


@pytest.fixture
def case(game):
    return Case(game)


def event(case, kind):
    """Entry and fields of the first event of this kind."""
    entry = next(row for row in case.entries if any(found[0][0] == kind for found in row[EVENTS]))
    return entry, next(found[0] for found in entry[EVENTS] if found[0][0] == kind)


def codes(case):
    found = audit(case.chain(heads=True, keys=True).operated(), find=find, levels=("L0", "L1"))
    return {finding.code for finding in found.findings}


def test_an_appeal_is_not_passed_over(case):
    """A close while an appeal waits for a referee."""
    entry, _ = event(case, "AppealOverturned")
    entry[EVENTS] = [row for row in entry[EVENTS] if row[0][0] != "AppealOverturned"]
    assert "APPEAL_UNRESOLVED" in codes(case)


def test_time_that_was_left(case):
    """Less than there was, and less than five minutes after an appeal."""
    _, fields = event(case, "AppealLodged")
    fields[3] -= 1
    assert "CLOCK_MISMATCH" in codes(case)


def test_time_that_is_left(case):
    """An appeal that was taken back costs the others no time."""
    _, fields = event(case, "AppealSettled")
    fields[3] = 0
    assert "CLOCK_MISMATCH" in codes(case)


def test_a_matter_is_appealed_once(case):
    """The same seat about the same result."""
    lodged = [found[0] for row in case.entries for found in row[EVENTS] if found[0][0] == "AppealLodged"]
    lodged[1][1] = lodged[0][1]
    assert "APPEAL_INVALID" in codes(case)


def test_an_overturned_matter_is_another(case):
    """The ruling has to be about what was appealed against."""
    _, fields = event(case, "AppealOverturned")
    fields[2] -= 1
    assert "APPEAL_INVALID" in codes(case)


def test_one_seat_waives_for_both(case):
    """A game that closes at once although a seat has said nothing."""
    entry, fields = event(case, "AppealWaived")
    entry[EVENTS] = [row for row in entry[EVENTS] if row[0] is not fields]
    assert "APPEAL_INVALID" in codes(case)


def test_an_appeal_is_taken_back_by_its_seat(case):
    """Not by the other one."""
    _, fields = event(case, "AppealSettled")
    fields[2] = "upheld"
    assert "UNAUTHORISED_ACTOR" in codes(case)


def test_a_ruling_after_the_close(case):
    """It belongs to the event."""
    entry = case.of("ConfirmResult")
    entry[EVENTS].insert(0, [["RulingGiven", "AddNote", "too late", "", []], ["WG-RULE-01"]])
    assert "LATE_RULING" in codes(case)


def test_nobody_upholds_a_ruling_of_his_own():
    """The referee who gave a penalty, once another one has ruled in the game."""

    async def play():
        recorder = await at_turn()
        await give(recorder, (REFEREE, Penalise(grounds=WHY, seat=0, kind="caution", amount=0)), (1, Concede()))
        async with recorder.command_handler.locked(recorder.game_id) as session:
            ruled = next(iter(session.protocol.docket.rulings))
        await give(recorder, (0, Appeal(reason="undeserved", about=ruled)), (REFEREE, UpholdRuling(grounds=WHY)))
        return await recorder.play()

    recorder = asyncio.run(play())
    assert holds(report(recorder))
    case = Case(recorder)
    note = next(row for row in case.entries if row[COMMAND][BODY][0] == CreateMatch.__name__)
    note[5] = [2, REFEREE, "another"]
    note[EVENTS].insert(0, [["RulingGiven", "AddNote", "x", "", []], ["WG-RULE-01"]])
    upheld = case.of("UpholdRuling")[2]
    found = audit(case.chain(heads=True, keys=True).operated(), find=find, levels=("L0", "L1"))
    assert ("UNAUTHORISED_ACTOR", upheld) in {(finding.code, finding.seq) for finding in found.findings}


# events that follow from the rules of the kernel, and what other lines of the testimony say
FOLLOWS = {"FlagFell", "TurnTimed", "AfterFlagGiven", "SeatsMissing"}
OTHERWISE = {"OfficialAdmitted", "RulingGiven", "Rewound", "Penalised", "TimeCalled"}


def test_no_act_of_the_desk_is_left_out():
    """Every event of the desk has words, but those that follow from entries alone."""
    kinds = {kind.__name__ for kind in DESK.reducers}
    assert kinds - set(SAID) == FOLLOWS | OTHERWISE
    fields = {kind.__name__: kind.__struct_fields__ for kind in DESK.reducers} | {"ThrowDrawn": ("roller", "faces")}
    assert [kind for kind, (least, _) in SAID.items() if least > len(fields[kind])] == []
