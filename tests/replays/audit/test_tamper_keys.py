"""Tampers with what owners, referees and the dice service sign or show, by the keys that the attacker holds.

The audit names the cause first; with `--verifier` those in Go and JavaScript have to say the same.
"""

import asyncio

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import AddNote, AdmitOfficial, Grounds, Official, Stretches
from adjudicator.kernel.record.chain import signing_bytes, warrant_bytes
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.record.record import Actor
from replays.audit.audit import audit
from services.games.requests import CommandRequest
from services.games.signing import public_key, sign, signed_bytes
from services.games.timing.stretches import stretches_commitment
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, DICE, EVENTS, SEQ, SIGNATURE, Case
from tests.replays.fixtures import JUDGE, OWNER, Recorder, find

NOTED = Grounds(reason="a table was wet", clause="", about=())
OWNER_KEY, JUDGE_KEY, NEW_KEY, STRANGER = (bytes([number]) * 32 for number in (41, 42, 43, 44))
COUNT, DICE_OF_ONE = 6, 3
IDS = 10_000
# nobody's key: the file is edited; the log's: heads are signed anew
HELD = {"no key": Case.forged, "log key": Case.operated}


class SignedActs(Recorder):
    """A game whose owner and referee sign; the referee has another key after `admit`."""

    def __init__(self, seed=3):
        officials = tuple(
            Official(office=office, token="owner", keys=(public_key(key),))
            for office, key in (("owner", OWNER_KEY), ("referee", JUDGE_KEY))
        )
        super().__init__(seed, referee=True, acts_signed=True, officials=officials)
        self.judge_key = JUDGE_KEY

    async def submit(self, party, command):
        if party != REFEREE or self.head is None:
            return await super().submit(party, command)
        owner = type(command).__name__ in ("CreateMatch", "AdmitOfficial")
        actor = Actor(OWNER if owner else JUDGE, REFEREE, "owner")
        command_id, salt = self.fresh()[:16], self.fresh()
        data = signed_bytes(self.rules.masks, self.game_id, actor, command_id, self.head, command, salt)
        signature = sign(OWNER_KEY if owner else self.judge_key, data)
        request = CommandRequest(self.game_id, command_id, command, actor, self.head, signature, salt)
        answer = await self.command_handler.submit(request)
        self.head = answer.entry.hash
        return answer

    def admission(self, number=1):
        """The owner's warrant for another key of the referee."""
        keys = (public_key(NEW_KEY),)
        warrant = sign(OWNER_KEY, warrant_bytes(self.game_id, "referee", "owner", keys, number))
        fields = {"office": "referee", "token": "owner", "keys": keys, "number": number, "of_event": False}
        return AdmitOfficial(**fields, warrant=warrant)


class InStretches(Recorder):
    """A game whose open dice are in stretches: the service shows each before the next command."""

    def __init__(self, seed=3):
        super().__init__(seed)
        committed = stretches_commitment(self.secret, self.game_id, COUNT)
        rows = Stretches(count=COUNT, dice=DICE_OF_ONE, time=0, commitment=committed)
        super().__init__(seed, stretches=rows)


@pytest.fixture(scope="module")
def _acts():
    async def play():
        recorder = SignedActs()
        await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
        await recorder.submit(REFEREE, AddNote(grounds=NOTED))
        await recorder.submit(REFEREE, recorder.admission())
        recorder.judge_key = NEW_KEY
        await recorder.submit(REFEREE, AddNote(grounds=NOTED))
        return await recorder.play()

    return Case(asyncio.run(play()))


@pytest.fixture
def acts(_acts):
    """A game with signed notes of its referee, before and after he got another key."""
    return _acts.copy()


@pytest.fixture(scope="module")
def _stretches():
    return Case(asyncio.run(InStretches().play()))


@pytest.fixture
def stretches(_stretches):
    """A game with at least two stretches that were shown."""
    return _stretches.copy()


def first(data):
    report = audit(data, find=find, levels=("L0", "L1"))
    return None if report.primary is None else (report.primary.code, report.primary.seq)


def signed_again(entry, key):
    entry[SIGNATURE] = sign(key, signing_bytes(encode([entry[1], entry[ACTOR], entry[COMMAND]])))


def test_sound_games(acts, stretches):
    """The games that are altered here have nothing wrong with them, and hold what is altered."""
    assert first(acts.forged()) is first(stretches.forged()) is None
    assert acts.place("AddNote", 1) > acts.place("AdmitOfficial") > acts.place("AddNote")
    assert stretches.place("ShowStretch", 1) > 0


def edited(acts):
    acts.of("AddNote")[COMMAND][BODY][1][0] = "a table was dry"


def unsigned(acts):
    acts.of("AddNote")[SIGNATURE] = None


def by_a_stranger(acts):
    signed_again(acts.of("AddNote"), STRANGER)


def by_a_seat(acts):
    signed_again(acts.of("AddNote"), acts.recorder.keys[0])


def with_a_revoked_key(acts):
    signed_again(acts.of("AddNote", 1), JUDGE_KEY)


def with_a_key_to_come(acts):
    signed_again(acts.of("AddNote"), NEW_KEY)


ACTS = (
    (edited, "AddNote", 0, "COMMAND_SIGNATURE_INVALID"),
    (unsigned, "AddNote", 0, "COMMAND_SIGNATURE_INVALID"),
    (by_a_stranger, "AddNote", 0, "COMMAND_SIGNATURE_INVALID"),
    (by_a_seat, "AddNote", 0, "UNAUTHORISED_ACTOR"),
    (with_a_revoked_key, "AddNote", 1, "KEY_NOT_VALID"),
    (with_a_key_to_come, "AddNote", 0, "KEY_NOT_VALID"),
)


@pytest.mark.parametrize(("alter", "kind", "nth", "code"), ACTS, ids=lambda value: getattr(value, "__name__", ""))
@pytest.mark.parametrize("held", HELD)
def test_29_acts(acts, alter, kind, nth, code, held):
    """A ruling that its referee did not sign is found: with the file alone by the chain behind it as well."""
    seq = acts.place(kind, nth) + 1
    alter(acts)
    assert first(HELD[held](acts)) == (code, seq)


class TestWarrants:
    """Who may sign rests on the owner's word: the owner's command is signed anew, the warrant is not his."""

    @pytest.mark.parametrize("change", ["forged", "of another game", "for another key"])
    def test_forged(self, acts, change):
        """A warrant that the owner did not sign, or signed for something else, brings no key."""
        entry = acts.of("AdmitOfficial")
        body = entry[COMMAND][BODY]
        keys = (public_key(STRANGER),) if change == "for another key" else tuple(body[3])
        scope = b"g" * 16 if change == "of another game" else acts.recorder.game_id
        key = STRANGER if change == "forged" else OWNER_KEY
        body[6] = sign(key, warrant_bytes(scope, "referee", "owner", keys, 1))
        signed_again(entry, OWNER_KEY)
        assert first(acts.operated()) == ("KEY_NOT_VALID", entry[SEQ])

    def test_played_again(self, acts):
        """A warrant counts once: the same one given a second time brings back no key."""
        place = acts.place("AdmitOfficial")
        again = acts.entries[place].copy()
        again[COMMAND][0] = b"again".ljust(16, b"\0")
        signed_again(again, OWNER_KEY)
        acts.entries.insert(place + 1, again)
        acts.renumber()
        assert first(acts.operated(heads=True)) == ("KEY_NOT_VALID", place + 2)


def wrong_secret(case):
    case.of("ShowStretch")[COMMAND][BODY][2] = b"w" * 32
    return case.place("ShowStretch") + 1


def reused_epoch(case):
    case.of("ShowStretch", 1)[COMMAND][BODY][1] = 0
    return case.place("ShowStretch", 1) + 1


def skipped_epoch(case):
    case.of("ShowStretch")[COMMAND][BODY][1] = 1
    return case.place("ShowStretch") + 1


def shown_early(case):
    """Shown one entry with dice before the stretch was used up."""
    place = case.place("ShowStretch")
    before = max(at for at in range(place) if case.entries[at][DICE] and case.entries[at][DICE][0][0] == 0)
    case.entries.insert(before, case.entries.pop(place))
    case.renumber()
    return before + 1


def shown_late(case):
    """Not shown before the next open die, which is of the next stretch all the same."""
    place = case.place("ShowStretch")
    case.drop(place)
    for entry in case.entries[place:]:
        for event in (row[0] for row in entry[EVENTS] if row[0][0] == "Asked"):
            for window in event[2]:
                window[0] -= IDS if window[0] // IDS > place else 0  # windows are named by the entries that asked them
    after = (at for at in range(place, len(case.entries)) if any(row[0] == 0 for row in case.entries[at][DICE]))
    return next(after) + 1


def dice_of_another_epoch(case):
    entry = next(row for row in case.entries if any(die[0] == 0 for die in row[DICE]))
    entry[DICE][0][1] = 1
    return entry[SEQ]


def another_end(case):
    """The chain of another secret stands in the opening."""
    rows = case.entries[0][COMMAND][BODY][24]
    rows[3] = stretches_commitment(b"o" * 32, case.recorder.game_id, COUNT)
    return 1


STRETCHES = (wrong_secret, reused_epoch, skipped_epoch, shown_early, shown_late, dice_of_another_epoch, another_end)


@pytest.mark.parametrize("alter", STRETCHES, ids=lambda alter: alter.__name__)
@pytest.mark.parametrize("held", ["log key", "all keys"])
def test_29_stretches(stretches, alter, held):
    """A stretch of another secret, number or place is found, whoever signed everything anew."""
    seq = alter(stretches)
    found = first(stretches.operated(heads=held == "all keys", keys=held == "all keys"))
    if held == "log key" and alter is shown_late:
        assert found[0] == "STALE_COMMAND"  # a seat has signed that it saw entries after the one that is gone
    else:
        assert found == ("EPOCH_INVALID", seq)


def test_a_stretch_has_its_own_secret(stretches):
    """Dice of a stretch that was shown are drawn again before the game is over."""
    place = stretches.place("ShowStretch")
    entry = next(row for row in stretches.entries[:place] if any(die[0] == 0 for die in row[DICE]))
    row = next(die for die in entry[DICE] if die[0] == 0)
    row[4][0] = row[4][0] % row[3] + 1
    del stretches.entries[place + 1 :]
    stretches.openings = {seq: rows for seq, rows in stretches.openings.items() if seq <= place + 1}
    assert first(stretches.operated(heads=True, keys=True)) == ("DICE_NOT_FROM_SEED", entry[SEQ])
