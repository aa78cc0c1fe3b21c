"""The tamper matrix, third part: rewinds, receipts and rulings, by the keys that are held."""

import asyncio
import json

import pytest

from replays.audit.audit import audit
from replays.audit.receipts import FORMAT, read_held
from tests.replays.audit.steps import BODY, COMMAND, DICE, EVENTS, Case
from tests.replays.fixtures import find, played
from tests.rewound_games import agreed, ruled

LOG_KEY: dict[str, bool] = {}
ALL_KEYS = {"heads": True, "keys": True}
HELD = pytest.mark.parametrize("how", [LOG_KEY, ALL_KEYS], ids=["log key", "all keys"])


@pytest.fixture(scope="module")
def _games():
    return {game.__name__: Case(asyncio.run(game())) for game in (agreed, ruled)}


@pytest.fixture
def agreed_game(_games):
    """A game without a referee: rewinds by agreement, and a take-back."""
    return _games["agreed"].copy()


@pytest.fixture
def ruled_game(_games):
    """A game of an event, with rewinds by a head referee."""
    return _games["ruled"].copy()


def first(data, **options):
    report = audit(data, find=find, **options)
    assert report.primary is not None, report.findings
    return report.primary


def receipts_of(case, sizes, folder):
    """Give what the holder of these receipts has: heads of the game as it was recorded."""
    hashes = {entry[2]: entry.recorded for entry in case.entries}
    rows = [{"note": case.note(size, hashes[size])} for size in sizes]
    path = folder / "receipts.json"
    path.write_text(json.dumps({"format": FORMAT, "game": case.recorder.game_id.hex(), "receipts": rows}))
    return read_held(path.read_bytes(), path.name)


class TestRemade:
    """Row 23: with all keys the whole game is made anew, with a luckier seed."""

    @staticmethod
    def again():
        """The same game id, seats and keys, another secret: dice that suit the operator."""
        return played(1, secret=b"luckier".ljust(32, b"\1"))

    def test_nothing_in_the_file_shows_it(self, codes):
        """Without a receipt nothing shows it, which is why receipts are part of the dice."""
        assert codes(Case(self.again()).forged()) == set()

    @pytest.mark.parametrize("size", [1, 5, 17])
    def test_one_receipt_shows_it(self, case, tmp_path, size):
        """A single receipt of the first game, of whatever entry, shows it."""
        held = receipts_of(case, [size], tmp_path)
        found = first(Case(self.again()).forged(), held=held)
        assert (found.code, found.seq) == ("RECEIPT_NOT_IN_LOG", size)

    def test_an_entry_dropped(self, case, tmp_path):
        """A command that was dropped with all keys is missed by whoever holds its receipt."""
        place = case.place("DrawToken")
        held = receipts_of(case, [place + 1], tmp_path)
        found = audit(case.drop(place).operated(**ALL_KEYS), find=find, held=held)
        assert "RECEIPT_NOT_IN_LOG" in {row.code for row in found.findings}

    def test_a_tail_dropped(self, case, tmp_path):
        """A tail that was cut off and signed anew is missed by whoever holds the last receipt."""
        held = receipts_of(case, [len(case.entries)], tmp_path)
        del case.entries[-5:]
        found = audit(case.operated(**ALL_KEYS), find=find, held=held)
        assert "TRUNCATED_LOG" in {row.code for row in found.findings}


class TestRewinds:
    """Rows 27 and 28, and what else can be done to a rewind."""

    @HELD
    def test_27_take_back_over_dice(self, agreed_game, how):
        """A take-back that reaches over dice is found, though seat and operator agree."""
        place = agreed_game.place("TakeBack")
        event = next(row[0] for row in agreed_game.entries[place][EVENTS] if row[0][0] == "Rewound")
        thrown = max(at for at, entry in enumerate(agreed_game.entries[:place]) if entry[DICE]) + 1
        event[1], event[2] = thrown, list(range(thrown, place + 1))
        found = {row.code for row in audit(agreed_game.operated(**how), find=find).findings}
        assert "UNDO_AFTER_INFORMATION" in found

    @HELD
    def test_28_rewind_that_rewinds_the_cursor(self, ruled_game, how):
        """After a rewind with fresh dice the indices of void dice are not used again."""
        case = ruled_game
        back = next(at for at, entry in enumerate(case.entries) if entry[COMMAND][BODY][0] == "Rewind")
        used = next(entry[DICE][0] for entry in reversed(case.entries[:back]) if entry[DICE])
        after = next(entry for entry in case.entries[back:] if entry[DICE])
        after[DICE][0] = list(used)
        assert first(case.operated(**how)).code == "DICE_REUSED"

    @HELD
    def test_stand_twice(self, agreed_game, how):
        """Dice that stand are used once more and not twice."""
        entries = agreed_game.entries
        back = next(at for at, entry in enumerate(entries) if stands(entry))
        once, twice = [entry for entry in entries[back:] if entry[DICE]][:2]
        twice[DICE][0] = list(once[DICE][0])
        assert "DICE_REUSED" in {row.code for row in audit(agreed_game.operated(**how), find=find).findings}

    @HELD
    def test_void_entries_not_named(self, ruled_game, how):
        """A rewind names all that it makes void."""
        event = next(row[0] for entry in ruled_game.entries for row in entry[EVENTS] if row[0][0] == "Rewound")
        event[2].pop()
        assert first(ruled_game.operated(**how)).code == "REWIND_INVALID"


def stands(entry):
    return any(row[0][0] == "Rewound" and row[0][3] == "stand" for row in entry[EVENTS])


class TestRulings:
    """Rulings after the close, and rulings that are edited."""

    @HELD
    def test_30_ruling_after_the_close(self, ruled_game, how):
        """A ruling that is given once more after the close is late, and its command id was used."""
        late = ruled_game.entries[ruled_game.place("Rewind")].copy()
        ruled_game.entries.append(late)
        codes = {row.code for row in audit(ruled_game.renumber().operated(**how), find=find).findings}
        assert codes >= {"LATE_RULING", "COMMAND_ID_REUSED"}

    def test_29_edited_by_who_has_the_log_key(self, ruled_game):
        """Words of a ruling that were edited move every head that players signed over after it."""
        grounds = ruled_game.of("Rewind")[COMMAND][BODY][1]
        grounds[0] += ", said nobody"
        found = {row.code for row in audit(ruled_game.operated(heads=True), find=find).findings}
        assert "COMMAND_SIGNATURE_INVALID" in found

    def test_29_edited_with_all_keys(self, ruled_game, tmp_path):
        """With the players' keys too, the receipt of any later entry shows it."""
        held = receipts_of(ruled_game, [len(ruled_game.entries) - 2], tmp_path)
        ruled_game.of("Rewind")[COMMAND][BODY][1][0] += ", said nobody"
        found = {row.code for row in audit(ruled_game.operated(**ALL_KEYS), find=find, held=held).findings}
        assert "RECEIPT_NOT_IN_LOG" in found

    def test_a_ruling_without_a_head(self, ruled_game):
        """A ruling says on what it was decided."""
        ruled_game.of("Rewind")[COMMAND][1] = None
        assert "STALE_COMMAND" in {row.code for row in audit(ruled_game.operated(**ALL_KEYS), find=find).findings}
