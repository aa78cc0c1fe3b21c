"""L3: what players hold in their own hands, against logs that are sound in themselves."""

import asyncio
import json

import pytest

from adjudicator.kernel.record.chain import head_text
from replays import notes
from replays.audit.audit import audit
from replays.audit.receipts import read_held, statement_key, statement_text
from replays.bundle import read_bundle
from services.games.signing import public_key
from tests.replays.audit.steps import BODY, COMMAND, Case
from tests.replays.fixtures import LOG_NAME, Recorder, find, played
from tests.verdicts import UNSIGNED, holds


def receipts_of(case, sizes, key=None):
    """What a player holds after these entries, in the file of the clients."""
    rows = []
    for size in sizes:
        head = case.entries[size - 1].recorded
        note = notes.sign(key or case.recorder.log_key, LOG_NAME, head_text(case.recorder.game_id, size, head))
        rows.append({"seq": size, "hash": head.hex(), "note": note, "command_id": ""})
    game = case.recorder.game_id.hex()
    return json.dumps(
        {"format": "adjudicator-receipts/1", "game": game, "log_keys": [case.recorder.vkey], "receipts": rows}
    ).encode()


def stated(case, seat, size, head=None):
    """The statement of a seat, over what it saw or over something else."""
    recorder = case.recorder
    text = statement_text(recorder.game_id, seat, size, head or case.entries[size - 1].recorded)
    return notes.sign(recorder.keys[seat], f"seat-{seat}", text).encode()


def judged(data, *files, vkey=None):
    """Audit with what was held; gives result, codes with entries, and the state of L3."""
    held = [item for place, file in enumerate(files) for item in read_held(file, f"{place}.json")]
    report = audit(data, find=find, vkey=vkey, held=held)
    result = "PASS" if holds(report) and not report.notes else report.result
    found = [(row.code, row.seq) for row in report.findings if row.code not in UNSIGNED]
    return result, found, dict(report.levels)["L3"]


@pytest.fixture(scope="module")
def again():
    """The same game with the same keys, played once more with another secret: what an operator can do."""
    return Case(played(1, secret=b"\x77" * 32, signed=False))


@pytest.fixture(scope="module")
def unsigned():
    """A game that its seats do not sign."""
    return Case(played(1, signed=False))


def test_receipts_of_a_sound_game(case):
    """Receipts and statements of every entry fit a log that was not touched."""
    data = case.forged()
    every = range(1, len(case.entries) + 1)
    files = receipts_of(case, every), *(stated(case, seat, size) for seat in (0, 1) for size in (3, len(case.entries)))
    assert judged(data, *files, vkey=case.recorder.vkey) == ("PASS", [], "done")


@pytest.mark.parametrize("size", [1, 9, 20])
def test_a_game_played_again_with_another_secret(unsigned, again, size):
    """A game remade in whole with all keys passes every check of itself; one receipt of the first tells."""
    vkey = unsigned.recorder.vkey
    data = again.forged()
    assert holds(audit(data, find=find, vkey=vkey))
    expected = ("FAIL", [("RECEIPT_NOT_IN_LOG", size)], "done")
    assert judged(data, receipts_of(unsigned, [size]), vkey=vkey) == expected


@pytest.mark.parametrize("most", [5, 12, 19])
def test_a_game_cut_short(case, most):
    """A log that ends before a head that a player holds was cut, however well its end is signed."""
    held = receipts_of(case, [2, most + 1])
    case.entries = case.entries[:most]
    case.openings = {seq: rows for seq, rows in case.openings.items() if seq <= most}
    _, found, _ = judged(case.operated(), held, vkey=case.recorder.vkey)
    assert ("TRUNCATED_LOG", most + 1) in found
    assert "RECEIPT_NOT_IN_LOG" not in dict(found)


@pytest.mark.parametrize("edit", ["target", "time", "dropped"])
def test_an_entry_edited_after_the_answer(unsigned, edit):
    """A target, a time or a whole command that was changed after its answer is found by the receipt of that answer."""
    case = unsigned.copy()
    place = case.place("Strike") if edit == "target" else 12
    held = receipts_of(case, [place + 1])
    if edit == "target":
        case.entries[place][COMMAND][BODY][-1] = "r1"
    elif edit == "time":
        case.entries[place][4] += 1
    else:
        case.drop(place)
    _, found, _ = judged(case.operated(heads=True), held, vkey=case.recorder.vkey)
    assert ("RECEIPT_NOT_IN_LOG", place + 1) in found


def test_two_players_with_two_histories(unsigned, again):
    """Heads of one size and two hashes, both signed: the log was forked, whichever of them is shown."""
    held = receipts_of(unsigned, [8]), receipts_of(again, [8])
    for shown in (unsigned, again):
        result, found, _ = judged(shown.forged(), *held)
        assert result == "FAIL"
        assert ("FORKED_LOG", 8) in found


def test_a_receipt_that_nobody_signed(case):
    """A receipt under another key proves nothing: it is a warning, and the game passes with a note."""
    held = receipts_of(case, [4], key=b"\x05" * 32)
    assert judged(case.forged(), held) == ("PASS_WITH_NOTES", [("RECEIPT_UNPROVEN", 4)], "done")


def test_receipts_of_another_game(case):
    """With receipts of another game alone nothing was compared, and the report says so."""
    other = Case(played(2))
    assert judged(case.forged(), receipts_of(other, [3]))[::2] == ("INCOMPLETE", "none of the receipts is of this game")
    result, found, level = judged(case.forged(), receipts_of(other, [3]), receipts_of(case, [3]))
    assert (result, found, level) == ("PASS_WITH_NOTES", [], "done")


def test_a_statement_against_the_log(case):
    """A seat can state what never was: a warning that names it, for only the service's signature settles it."""
    held = stated(case, 1, 7, b"\x09" * 32)
    assert judged(case.forged(), held) == ("PASS_WITH_NOTES", [("STATEMENT_CONTRADICTED", 7)], "done")


def test_a_statement_in_anothers_name(case):
    """A statement counts only with the key of the seat that it names."""
    text = statement_text(case.recorder.game_id, 0, 7, case.entries[6].recorded)
    held = notes.sign(case.recorder.keys[1], "seat-0", text).encode()
    assert judged(case.forged(), held) == ("PASS_WITH_NOTES", [("RECEIPT_UNPROVEN", 7)], "done")


def test_the_key_of_a_statement(case):
    """A statement is a signed note of four lines, under the key of the seat."""
    recorder = case.recorder
    note = stated(case, 1, 7).decode()
    public = public_key(recorder.keys[1])
    assert notes.verify(statement_key(1, public), note).split("\n")[:3] == [
        f"wglog/1/statement {recorder.game_id.hex()}",
        "1",
        "7",
    ]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"{}", "is neither a wallet"),
        (b"[1]", "is neither a wallet"),
        (b"\xff", "is neither a wallet"),
        (b"nothing", "is neither a wallet"),
        (b'{"format": "adjudicator-receipts/1", "game": "00"}', "has no list `receipts`"),
        (b'{"format": "adjudicator-receipts/1", "game": "00", "receipts": []}', "names no game"),
        (b'{"format": "adjudicator-receipts/1", "game": 1, "receipts": []}', "names no game"),
        (
            b'{"format": "adjudicator-receipts/1", "game": "%s", "receipts": [{"note": "x"}]}' % (b"0" * 32),
            "has no signed head as `note` in receipts[0]",
        ),
        (b"wglog/1/statement 00\n1\n", "is no whole statement"),
        (b"wglog/1/statement zz\n1\n2\nx\n\n", "non-hexadecimal"),
    ],
)
def test_other_files(data, text):
    """A file that holds no receipts is refused in words that say what it lacks."""
    with pytest.raises(ValueError, match=text.replace("[", r"\[")):
        read_held(data, "file")


def test_receipts_of_a_running_game(case):
    """Receipts fit the file of a game that goes on, too."""
    recorder = Recorder(1)
    asyncio.run(recorder.play(lambda session: session.protocol.seq >= 12))
    data = asyncio.run(recorder.file(seat=0))
    assert len(read_bundle(data).records) == 12
    result, found, level = judged(data, receipts_of(case, [3, 12]))
    assert (result, found, level) == ("INCOMPLETE", [], "done")
