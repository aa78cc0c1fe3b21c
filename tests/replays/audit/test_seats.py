"""Absent and substituted seats under audit: it follows them, lists them, and finds what was altered."""

import asyncio
import random
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import (
    CorrectHidden,
    Grounds,
    HiddenPatch,
    Inspect,
    OrderAbsent,
    PatchItem,
    RevokeAbsent,
    Substitute,
)
from adjudicator.kernel.record.log import Conflict
from replays.audit.audit import audit
from services.games.refusals import StaleHead
from services.games.signing import public_key
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, EVENTS, SEQ, Case
from tests.replays.audit.test_clocks import WAYS, Clocked, terms
from tests.replays.fixtures import Recorder, find
from tests.verdicts import holds

WHY = Grounds(reason="went to the doctor", clause="", about=())


class Absent(Recorder):
    """A game whose seats are ordered absent and called back now and then, from before the seed on."""

    def __init__(self, seed, **opening):
        super().__init__(seed, referee=True, **opening)
        self.moments = random.Random(seed)

    async def submit(self, party, command):
        """Give the command; what was asked of an absent seat is answered by then."""
        if self.terms is not command and self.moments.random() < 0.2:
            async with self.command_handler.locked(self.game_id) as session:
                away = session.protocol.docket.absences
            seat = self.moments.randrange(2)
            await self._try(REFEREE, (RevokeAbsent if seat in away else OrderAbsent)(grounds=WHY, seat=seat))
        return await self._try(party, command)

    async def _try(self, party, command):
        try:
            return await super().submit(party, command)
        except (Rejected, StaleHead, Conflict):
            async with self.command_handler.locked(self.game_id) as session:
                self.head = session.protocol.head
        return None


def played(seed, **opening):
    recorder = Absent(seed, **opening)
    asyncio.run(recorder.play())
    return recorder


def codes(case):
    found = audit(case.operated(heads=True, keys=True), find=find, levels=("L0", "L1"))
    return {finding.code for finding in found.findings}


@pytest.mark.rule("WG-SEAT-02", "WG-SEAT-03")
@pytest.mark.parametrize("dice_mode", ["seeded", "reported"])
def test_the_audit_follows_absent_seats(dice_mode):
    """Random games pass at all levels; every order is listed as people's word."""
    orders = answers = 0
    for seed in range(8):
        recorder = played(seed, dice_mode=dice_mode)
        found = audit(asyncio.run(recorder.file()), find=find)
        assert holds(found), found.findings
        given = [entry[COMMAND][BODY][0] for entry in Case(recorder).entries]
        answers += given.count("AnswerAbsent")
        told = sum("is absent: silence is taken for it" in line for line in found.testimony)
        assert told == given.count("OrderAbsent")
        orders += told
    assert orders > 5
    assert answers > 20


@pytest.fixture(scope="module")
def recorded():
    """A game in which silence was taken, and an order revoked."""
    for seed in range(20):
        recorder = played(seed)
        given = [entry[COMMAND][BODY][0] for entry in Case(recorder).entries]
        if "AnswerAbsent" in given and "RevokeAbsent" in given:
            return recorder
    raise AssertionError("no such game")


def event(case, name):
    return next(row[0] for entry in case.entries for row in entry[EVENTS] if row[0][0] == name)


def test_silence_that_was_not_taken(recorded):
    """The entry of the service is taken out: something else stands where it was due."""
    case = Case(recorded)
    case.drop(case.place("AnswerAbsent"))
    assert "CLOCK_MISMATCH" in codes(case)


def test_silence_of_a_seat_that_was_there(recorded):
    """The order is another seat's."""
    case = Case(recorded)
    ordered = event(case, "AbsenceOrdered")
    ordered[1] = case.of("OrderAbsent")[COMMAND][BODY][2] = 1 - ordered[1]
    assert "CLOCK_MISMATCH" in codes(case)


def test_an_order_that_nobody_gave(recorded):
    """A note of the referee orders a seat absent."""
    case = Case(recorded)
    case.of("OrderAbsent")[COMMAND][BODY][:] = ["AddNote", case.of("OrderAbsent")[COMMAND][BODY][1]]
    assert "UNAUTHORISED_ACTOR" in codes(case)


# -- substitutes


class Substituted(Recorder):
    """A signed game in which Robin takes the first seat over, at a question of this kind, with a token and a key."""

    def fits(self, top):
        """Before the seed the seat has committed: what it knows is nothing to Robin."""
        return top.kind != "contribute" or top.asks == (1,)

    async def substitute(self, kind):
        await self.play(lambda session: (top := session.game.stack[-1]).kind == kind and self.fits(top))
        key = self.bytes32("Robin")
        given = Substitute(grounds=WHY, seat=0, person="Robin", keys=(public_key(key),))
        await self.submit(REFEREE, given)
        self.keys = [key, self.keys[1]]
        self.tokens[0] = "robin"


async def _taken_over(kind):
    recorder = Substituted(6, referee=True)
    await recorder.substitute(kind)
    return await recorder.play()


@pytest.fixture(scope="module", params=["contribute", "open_contribution", "turn"])
def taken_over(request):
    """A game with a substitution before the seed, between commitments and openings, or in play."""
    return request.param, asyncio.run(_taken_over(request.param))


@pytest.mark.rule("WG-SEAT-01")
def test_the_audit_follows_a_substitution(taken_over):
    """Keys and tokens are the new player's from the next entry on; the contribution is made anew, or absent."""
    kind, recorder = taken_over
    found = audit(asyncio.run(recorder.file()), find=find)
    assert holds(found), found.findings
    given = [entry[COMMAND][BODY][0] for entry in Case(recorder).entries]
    opened = given.count("OpenContribution")
    assert opened == (1 if kind == "open_contribution" else 2)
    assert given.count("CommitContribution") == (3 if kind == "contribute" else 2)


def later_of_seat(case: Case) -> Any:
    """The first entry of the seat after the substitution."""
    return next(entry for entry in case.entries[case.place("Substitute") :] if entry[ACTOR][:2] == [3, 0])


@pytest.mark.rule("WG-SEAT-01")
def test_a_command_by_the_token_of_who_left(taken_over):
    """Unsigned games have nothing but the tokens to tell players apart."""
    case = Case(taken_over[1])
    later_of_seat(case)[ACTOR][2] = "seat0"
    assert "KEY_NOT_VALID" in codes(case)


@pytest.mark.rule("WG-SEAT-01")
@pytest.mark.parametrize("token", ["seat1", "owner"])
def test_a_substitute_who_plays_or_referees_here(taken_over, token):
    """The other seat's token, and a referee's, give nothing for the seat once they were used for what they are."""
    case = Case(taken_over[1])
    entry = later_of_seat(case)
    used = token in {row[ACTOR][2] for row in case.entries[: entry[SEQ] - 1]}
    entry[ACTOR][2] = token
    assert ("KEY_NOT_VALID" in codes(case)) == used
    assert used or taken_over[0] == "contribute"


@pytest.mark.rule("WG-SEAT-01")
def test_a_substitute_with_the_name_or_the_key_of_another_player(taken_over):
    """The operator writes the other seat's into the ruling."""
    name, key = Case(taken_over[1]), Case(taken_over[1])
    event(name, "SeatSubstituted")[2] = name.of("Substitute")[COMMAND][BODY][3] = "Blue "
    theirs = [key.of("OpenGame")[COMMAND][BODY][5][1][1][0]]
    event(key, "SeatSubstituted")[3] = key.of("Substitute")[COMMAND][BODY][4] = theirs
    assert "KEY_NOT_VALID" in codes(name)
    assert "KEY_NOT_VALID" in codes(key)


@pytest.mark.rule("WG-SEAT-01")
def test_a_command_signed_by_who_left_or_is_yet_to_come(taken_over):
    """The key was the seat's, or will be: it is not valid for this entry."""
    recorder = taken_over[1]
    for after in (True, False):
        case = Case(recorder)
        place = case.place("Substitute")
        moved = case.entries.pop(place)
        given = [number for number, entry in enumerate(case.entries) if entry[ACTOR][:2] == [3, 0]]
        # the ruling stands later, or earlier, than it was given
        first = min(number for number in given if number >= place)
        case.entries.insert(first + 1 if after else max(number for number in given if number < place), moved)
        case.renumber()
        found = audit(case.operated(), find=find, levels=("L0", "L1"))
        assert "KEY_NOT_VALID" in {finding.code for finding in found.findings}


@pytest.mark.rule("WG-SEAT-01", "WG-SEED-01")
def test_a_contribution_that_who_left_has_committed_to():
    """The substitute commits anew before the openings, and opens nothing of the other's after them."""
    recorder = asyncio.run(_taken_over("contribute"))
    case = Case(recorder)
    case.drop(case.place("CommitContribution", 1 if case.of("CommitContribution", 1)[ACTOR][1] == 0 else 2))
    assert "CONTRIBUTION_ORDER" in codes(case)
    case = Case(recorder)
    moved = case.entries.pop(case.place("Substitute"))
    opened = next(place for place, entry in enumerate(case.entries) if _opens(entry, 0))
    case.entries.insert(opened, moved)
    assert "CONTRIBUTION_ORDER" in codes(case.renumber())


def _opens(entry, seat):
    return entry[COMMAND][BODY][0] == "OpenContribution" and entry[ACTOR][1] == seat


# -- absences, corrections and clocks together


class Ruled(Clocked):
    """A game with clocks, in which seats are ordered absent, and values that one seat knows are set."""

    async def _rule(self):
        async with self.command_handler.locked(self.game_id) as session:
            docket = session.protocol.docket
        game: Any = session.game
        away: list[Any] = [RevokeAbsent(grounds=WHY, seat=seat) for seat in docket.absences]
        if game.ambushes:
            await self._try(REFEREE, Inspect(grounds=WHY, tables=("ambushes",)))
            await self._try(REFEREE, self._hidden(session))
        elif self.times.random() < 0.3:
            await super()._rule()
        else:
            absent = away or [OrderAbsent(grounds=WHY, seat=self.times.randrange(2))]
            await self._try(REFEREE, self.times.choice(absent))

    def _hidden(self, session):
        """Another strength for an ambush."""
        key, row = self.times.choice(sorted(session.game.ambushes.items()))
        before, after = str(row.strength), str(row.strength % 6 + 1)
        item = PatchItem(table="ambushes", key=key, field="strength", before=before, after=after)
        return CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(item,)))


@pytest.mark.rule("WG-SEAT-03", "WG-CLOCK-01", "WG-CORRECT-02")
def test_absences_and_hidden_corrections_with_clocks():
    """Both computations of the clocks agree, and the dumps differ by what was set alone."""
    given = set[str]()
    for seed in range(12):
        clock = terms(**WAYS[seed % len(WAYS)])
        recorder = Ruled(seed, event_terms=clock, rulings=True, entries_most=1_500)
        asyncio.run(recorder.play())
        found = audit(asyncio.run(recorder.file()), find=find)
        assert holds(found), found.findings
        given.update(entry[COMMAND][BODY][0] for entry in Case(recorder).entries)
    assert given >= {"OrderAbsent", "RevokeAbsent", "AnswerAbsent", "CallFlag", "Rewind", "Inspect", "CorrectHidden"}
