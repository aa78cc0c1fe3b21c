"""The tamper matrix, second half: reported dice, sealed parts, deadlines."""

import asyncio

import msgpack

from adjudicator.kernel.decide.parties import REFEREE, TABLE
from adjudicator.kernel.dice.wgdice import REPORTED
from adjudicator.kernel.messages import EnforceDeadline
from adjudicator.kernel.record import chain
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, DICE, ID, SEAL, SEALED, TIME, Case
from tests.replays.fixtures import Recorder


class TestReported:
    """Dice from the table: what a player or the operator could do to them."""

    def test_32_never_acknowledged(self, reported, codes):
        """Faces that nobody acknowledged do not count."""
        reported.of("AcknowledgeRoll")[COMMAND][BODY] = ["DrawToken"]
        assert "REPORTED_ROLL_UNCONFIRMED" in codes(reported.operated(heads=True, keys=True))

    def test_32_own_acknowledgement(self, reported, codes):
        """Nobody acknowledges his own report."""
        report, answer = reported.of("ReportRoll"), reported.of("AcknowledgeRoll")
        answer[ACTOR] = list(report[ACTOR])
        assert "REPORTED_ROLL_UNCONFIRMED" in codes(reported.operated(heads=True, keys=True))

    def test_other_faces_than_acknowledged(self, reported, codes):
        """The faces that count are those acknowledged."""
        faces = reported.of("ReportRoll", 2)[COMMAND][BODY][1]
        faces[0] = 1 if faces[0] > 1 else 2
        assert "REPORTED_ROLL_UNCONFIRMED" in codes(reported.operated(heads=True, keys=True))

    def test_33_report_in_a_seeded_game(self, case, codes):
        """A seeded game takes no reports."""
        case.with_dice(2)[DICE][0][0] = REPORTED
        assert "DICE_SOURCE_VIOLATION" in codes(case.operated())

    def test_33_report_command_in_a_seeded_game(self, case, codes):
        """A seeded game takes no reports, even without dice."""
        case.of("Decline")[COMMAND][BODY] = ["ReportRoll", [6], ""]
        assert "DICE_SOURCE_VIOLATION" in codes(case.operated())


class TestSecrets:
    """Sealed parts: what the operator could do to orders that only some may see."""

    def test_order_swapped(self, case, codes):
        """An order can not be swapped for another once it is sealed."""
        seq = case.place("PlotMarch") + 1
        row = next(row for row in case.openings[seq] if row[1] == 0)
        row[3] = msgpack.packb(["west" if msgpack.unpackb(row[3]) != ["west"] else "east"])
        assert "SEALED_OPENING_MISMATCH" in codes(case.forged())

    def test_secret_field_altered(self, case, codes):
        """A secret field in clear is not what the seat sealed."""
        case.of("PlotMarch")[COMMAND][BODY][1] = "west"
        assert codes(case.operated(heads=True, keys=True)) & {"EVENTS_MISMATCH", "BUNDLE_MALFORMED"}

    def test_sealed_part_left_out(self, case, codes):
        """Every seat has its sealed part where the kind demands it."""
        entry = case.of("LayAmbush")
        owner, _ = entry[SEALED].pop()
        case.openings[entry[2]] = [row for row in case.openings[entry[2]] if (row[0], row[1]) != (owner, 1)]
        assert "SEALED_OPENING_MISMATCH" in codes(case.operated(heads=True, keys=True))

    def test_seal_left_out(self, case, codes):
        """A command with secrets is sealed."""
        entry = case.of("LayAmbush")
        entry[COMMAND][SEAL] = None
        case.openings[entry[2]] = [row for row in case.openings[entry[2]] if row[1] != 0]
        assert "SEALED_OPENING_MISMATCH" in codes(case.operated(heads=True, keys=True))

    def test_hidden_die(self, case, codes):
        """A hidden die that its owner resealed with another face is not the seed's."""
        assert codes(reseal(case, lambda row: row[4].__setitem__(0, row[4][0] % 6 + 1))) >= {"DICE_NOT_FROM_SEED"}

    def test_hidden_index_skipped(self, case, codes):
        """A hidden stream has no gaps either."""
        assert "DICE_CURSOR_GAP" in codes(reseal(case, lambda row: row.__setitem__(2, row[2] + 1)))

    def test_hidden_die_of_another_stream(self, case, codes):
        """Hidden dice come from their owner's own stream."""
        assert "DICE_SOURCE_VIOLATION" in codes(reseal(case, lambda row: row.__setitem__(0, 7)))

    def test_part_that_is_no_part(self, case, codes):
        """A sealed part of another form is a finding, and no crash."""
        for junk in (
            b"",
            b"\xc1",
            b"\x93\xc0\xc0\xc0",
            msgpack.packb([[], [], [[1]]]),
            b"\x90",
            b"\xdc\x00\x03\x90\x90\x90",
        ):
            assert "BUNDLE_MALFORMED" in codes(reseal(case.copy(), None, junk))


def reseal(case, change, data=None):
    """Let all keys collude: the first ambush's sealed part is changed and committed to anew."""
    entry = case.of("LayAmbush")
    owner = entry[ACTOR][1]
    row = next(row for row in case.openings[entry[2]] if (row[0], row[1]) == (owner, 1))
    rest = msgpack.unpackb(row[3])
    if change is not None:
        change(rest[2][0])
    row[3] = msgpack.packb(rest) if data is None else data
    commitment = chain.sealed_hash(entry[1], owner, 1, entry[COMMAND][ID], row[2], row[3])
    entry[SEALED] = [[item, commitment if item == owner else old] for item, old in entry[SEALED]]
    return case.operated(heads=True, keys=True)


class TestClock:
    """Deadlines: the service may end a question only when its time has come."""

    @staticmethod
    async def silent(party, wait):
        recorder = Recorder(1, response_limit=60, referee=True)
        await recorder.play(lambda session: session.game.stack[-1].kind == "turn")
        async with recorder.command_handler.locked(recorder.game_id) as session:
            window = session.game.stack[-1].id
        recorder.now += wait
        await recorder.submit(party, EnforceDeadline(window=window))
        await recorder.play()
        return Case(recorder, await recorder.file())

    def test_in_time(self, codes):
        """A deadline that ran out may be enforced."""
        assert codes(asyncio.run(self.silent(TABLE, 60_000)).forged()) == set()

    def test_referee_any_time(self, codes):
        """A referee may end a question at any time."""
        assert codes(asyncio.run(self.silent(REFEREE, 0)).forged()) == set()

    def test_too_early(self, codes):
        """A deadline that the service enforced too early is found out from the log's own times."""
        case = asyncio.run(self.silent(TABLE, 60_000))
        place = case.place("EnforceDeadline")
        for entry in case.entries[place:]:
            entry[TIME] -= 30_000
        assert "CLOCK_MISMATCH" in codes(case.operated(heads=True, keys=True))

    def test_confirmation_not_awaited(self, codes):
        """The service waits ten minutes for the seats to confirm."""

        async def play(wait):
            recorder = Recorder(1)
            await recorder.play(lambda session: session.game.stack[-1].kind == "confirm_result")
            async with recorder.command_handler.locked(recorder.game_id) as session:
                window = session.game.stack[-1].id
            recorder.now += wait
            await recorder.submit(TABLE, EnforceDeadline(window=window))
            await recorder.play()
            return Case(recorder, await recorder.file())

        case = asyncio.run(play(600_000))
        assert codes(case.forged()) == {"RESULT_UNCONFIRMED"}
        for entry in case.entries[case.place("EnforceDeadline") :]:
            entry[TIME] -= 300_000
        assert "CLOCK_MISMATCH" in codes(case.operated(heads=True, keys=True))
