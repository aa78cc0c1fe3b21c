"""Clocks under audit: two computations of the same clocks agree, and what is not lawful is found without the rules."""

import asyncio
import random
from typing import Any

import msgpack
import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import REFEREE, TABLE
from adjudicator.kernel.messages import (
    AnswerCall,
    CallReferee,
    ClockTerms,
    Correct,
    EndStop,
    GameTerms,
    GiveBackOutage,
    Grounds,
    PatchItem,
    PauseGame,
    Penalise,
    ResumeGame,
    Rewind,
    SetClock,
    TakeBack,
)
from adjudicator.kernel.record.log import Conflict
from replays.audit.audit import audit
from replays.audit.desk.checks_clocks import check_clocks
from replays.audit.entries import decode
from replays.audit.report import Findings
from services.games.refusals import StaleHead
from tests.replays.audit.steps import BODY, COMMAND, EVENTS, TIME, Case
from tests.replays.fixtures import Recorder, find
from tests.verdicts import holds

WHY = Grounds(reason="the lights went out", clause="", about=())


def terms(no_show_ms=0, time_called_ms=0, **clock):
    """A bank of twenty seconds, where a command takes five on average."""
    usual = dict.fromkeys(("increment_ms", "delay_ms", "cap_ms", "after_flag_ms", "grace_ms", "least_ms"), 0)
    made = ClockTerms(**{**usual, "bank_ms": 20_000, "per": "answer", "on_flag": "note", **clock})
    return GameTerms(
        clock=made,
        stops=None,
        referee_ms=0,
        no_show_ms=no_show_ms,
        time_called_ms=time_called_ms,
        penalties=(),
        endings=(),
        agree="",
    )


class Clocked(Recorder):
    """A game whose seats take their time, and whose referee acts now and then."""

    def __init__(self, seed, *, gap=9_000, rulings=False, **opening):
        super().__init__(seed, referee=rulings, **opening)
        self.times = random.Random(seed)
        self.gap = gap
        self.rulings = rulings

    async def submit(self, party, command):
        """Hand a command in after some time; one that comes too late is given up."""
        self.now += self.times.randint(0, self.gap)
        if self.rulings and self.terms is not command and self.times.random() < 0.3:
            await self._rule()
        await self._try(party, command)

    async def _try(self, party, command):
        try:
            await super().submit(party, command)
        except (Rejected, StaleHead, Conflict):
            async with self.command_handler.locked(self.game_id) as session:
                self.head = session.protocol.head

    def _correction(self, session):
        side = session.game.sides.get(0)
        shields = side.shields if side is not None else 0
        item = PatchItem(table="sides", key="0", field="shields", before=str(shields), after=str(shields + 1))
        return Correct(grounds=WHY, patch=(item,))

    async def _rule(self):
        async with self.command_handler.locked(self.game_id) as session:
            protocol = session.protocol
        seat, docket = self.times.randrange(2), protocol.docket
        bank = docket.clocks.seats[seat].bank
        path = [seq for seq in docket.path(protocol.seq) if seq > 6]
        acts: list[list[Any]] = [
            [(REFEREE, SetClock(grounds=WHY, seat=seat, old_ms=bank, new_ms=70_000))],
            [(seat, CallReferee(question="what now?", about=()))],
            [(TABLE, GiveBackOutage(from_ms=docket.clocks.time, to_ms=docket.clocks.time + 500))],
            [(REFEREE, AnswerCall(grounds=WHY, call=call.seq)) for call in docket.calls],
            [(REFEREE, Rewind(grounds=WHY, to=to, dice="fresh", changes=())) for to in path[-3:]],
            [(docket.note(to).actor.party, TakeBack(to=to)) for to in path[-2:]],
            [(REFEREE, self._correction(session))],
            [(REFEREE, Penalise(grounds=WHY, seat=seat, kind="time", amount=2_000, before=()))],
            [(REFEREE, ResumeGame(grounds=WHY, dice="") if docket.halt else PauseGame(grounds=WHY))],
        ]
        if docket.stops and self.times.random() < 0.2:
            # the service ends the stop in the first ms in which it may: outages have made it later
            self.now = max(self.now, docket.stops[0].until)
            acts = [[(TABLE, EndStop(stop=docket.stops[0].seq))]]
        await self._try(*self.times.choice(self.times.choice([row for row in acts if row])))


def played(seed, **options):
    recorder = Clocked(seed, **options)
    asyncio.run(recorder.play())
    return recorder


def kinds(recorder):
    return [entry[COMMAND][BODY][0] for entry in Case(recorder).entries]


WAYS = [
    {"on_flag": "note", "increment_ms": 1_500, "delay_ms": 500},
    {"on_flag": "defaults_turn", "per": "turn", "increment_ms": 4_000, "cap_ms": 25_000},
    {"on_flag": "defaults_game", "after_flag_ms": 6_000, "delay_ms": 1_000},
    {"on_flag": "loss", "increment_ms": 2_000, "cap_ms": 21_000},
]


@pytest.mark.parametrize("clock", WAYS, ids=lambda way: way["on_flag"])
@pytest.mark.parametrize("rulings", [False, True], ids=["", "ruled"])
@pytest.mark.rule("WG-CLOCK-01")
def test_both_computations_agree(clock, rulings):
    """Games with random times are found in order at all levels, with rulings, stops, rewinds and outages between."""
    given = set()
    for seed in range(10):
        recorder = played(seed, event_terms=terms(**clock), rulings=rulings, entries_most=1_500)
        found = audit(asyncio.run(recorder.file()), find=find)
        assert holds(found), found.findings
        given.update(kinds(recorder))
    acts = {
        "SetClock",
        "CallReferee",
        "AnswerCall",
        "GiveBackOutage",
        "Rewind",
        "TakeBack",
        "Correct",
        "Penalise",
        "EndStop",
    }
    assert given >= {"CallFlag", *(acts if rulings else ())}


def case_of(**options):
    """A game in which a flag has fallen."""
    return Case(played(1, event_terms=terms(**options)))


def codes(case):
    found = audit(case.operated(heads=True, keys=True), find=find, levels=("L0", "L1"))
    return {finding.code for finding in found.findings}


def event(case, name):
    return next(row[0] for entry in case.entries for row in entry[EVENTS] if row[0][0] == name)


def test_a_flag_called_too_early():
    """All times from the fall on are a second earlier than they were."""
    case = case_of()
    for entry in case.entries[case.place("CallFlag") :]:
        entry[TIME] = max(case.entries[case.place("CallFlag") - 1][TIME], entry[TIME] - 15_000)
    assert "CLOCK_MISMATCH" in codes(case)


def test_a_flag_that_was_not_called():
    """The seat has played on: the entry of the fall is taken out."""
    case = case_of()
    case.drop(case.place("CallFlag"))
    assert "CLOCK_MISMATCH" in codes(case)


def test_a_bank_that_was_another():
    """The event says less than was overdrawn."""
    case = case_of()
    event(case, "FlagFell")[2] += 1
    assert "CLOCK_MISMATCH" in codes(case)


def test_time_given_from_another_bank():
    """The old value of a ruling is not what stood."""
    case = next(
        case
        for seed in range(20)
        if "SetClock" in kinds(recorder := played(seed, event_terms=terms(), rulings=True))
        for case in [Case(recorder)]
    )
    event(case, "ClockSet")[2] -= 1
    assert "CLOCK_MISMATCH" in codes(case)


def test_an_outage_longer_than_the_gap():
    """It begins before the last entry."""
    case = next(
        case
        for seed in range(20)
        if "GiveBackOutage" in kinds(recorder := played(seed, event_terms=terms(), rulings=True))
        for case in [Case(recorder)]
    )
    event(case, "OutageGivenBack")[1] -= 60_000
    assert "CLOCK_MISMATCH" in codes(case)


def test_time_called_too_early():
    """The time of the round was not over."""
    case = Case(played(1, event_terms=terms(time_called_ms=60_000, bank_ms=10**9)))
    place = case.place("CallTime")
    before = case.entries[place - 1][TIME]
    for entry in case.entries[place:]:
        entry[TIME] = max(before, entry[TIME] - 15_000)
    assert "CLOCK_MISMATCH" in codes(case)


@pytest.mark.parametrize(
    "forged",
    [["Rewound", 10**9, [], "fresh", [], None], ["FlagFell", 9, 0, True, 0], ["TurnTimed", [7]], ["FlagFell"]],
    ids=["a rewind to what is to come", "a flag of no seat", "a turn of no seat", "unreadable"],
)
def test_forged_events_do_not_end_the_check(forged):
    """Whatever an entry says, what comes after it is looked at: here a flag that was not called."""
    case = case_of()
    place = case.place("CallFlag")
    case.entries[place - 1][EVENTS].append([forged, ["WG-CLOCK-03"]])
    case.entries[place][EVENTS][0][0][2] += 1
    entries = [decode(number, msgpack.packb(fields)) for number, fields in enumerate(case.entries, 1)]
    findings = Findings()
    check_clocks(entries, case.recorder.terms, findings)
    assert place + 1 in {finding.seq for finding in findings.found if finding.code == "CLOCK_MISMATCH"}
