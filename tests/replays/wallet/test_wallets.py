"""L3 with wallets: what a player holds, against logs that an operator with all keys has made sound in themselves."""

import json

import pytest

from adjudicator.kernel.record.mpint import encode
from replays.wallet.reading import is_wallet, read_wallet
from tests.replays.audit.steps import BODY, COMMAND, DICE, Case
from tests.replays.fixtures import played
from tests.replays.wallet.steps import judged, lines, receipt, title, told, unproven, wallet, wallet_rows
from tests.verdicts import UNSIGNED, holds


@pytest.fixture(scope="module")
def _unsigned():
    return Case(played(1, signed=False))


@pytest.fixture
def unsigned(_unsigned):
    """A game that its seats do not sign, as it was played."""
    return _unsigned.copy()


@pytest.fixture(scope="module")
def again():
    """The same game opened once more with another secret of the dice, under the same id and keys."""
    return Case(played(1, secret=b"\x77" * 32, signed=False))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_sound_game(case, seat):
    """Everything in the wallet of each player fits a log that nobody touched."""
    report = judged(case.forged(), wallet(case, seat), vkey=case.recorder.vkey)
    assert (holds(report), told(report), dict(report.levels)["L3"]) == (True, [], "done")


# -- the operator plays the game again until it suits him


@pytest.mark.parametrize("upto", [1, 9, None])
def test_a_remade_game(unsigned, again, upto):
    """A game opened anew under its id is told from the first receipt on, and what differs is the commitment."""
    vkey = unsigned.recorder.vkey
    assert holds(judged(again.forged(), vkey=vkey))
    report = judged(again.forged(), wallet(unsigned, 0, upto=upto), vkey=vkey)
    assert (report.result, report.primary.code, report.primary.seq) == ("FAIL", "RECEIPT_NOT_IN_LOG", 1)
    assert report.primary.expected.startswith("command.body.commitment: ")
    assert ("OPENING_REPLACED", 1) in told(report)


def test_a_remade_game_found_by_an_opponent(unsigned, again):
    """One receipt of the other player's is enough, without a wallet's other parts."""
    row = wallet_rows(unsigned, 1, words=False)[3]
    report = judged(again.forged(), lines([title(unsigned.recorder), row]), vkey=unsigned.recorder.vkey)
    assert (report.primary.code, report.primary.seq) == ("RECEIPT_NOT_IN_LOG", row["seq"])


def test_without_a_signature(unsigned, again):
    """What the holder noted alone proves nothing to others: warnings that name commitment, contribution and heads."""
    report = judged(again.forged(), wallet(unsigned, 0, receipts=False))
    assert report.result == "PASS_WITH_NOTES"
    assert set(told(report)) >= {("WALLET_CONTRADICTED", 1), ("WALLET_CONTRADICTED", 2)}
    assert {row.code for row in report.findings} - UNSIGNED == {"WALLET_CONTRADICTED"}
    assert any(row.expected.startswith("commitment: ") for row in report.findings)


def test_a_head_under_a_key_that_its_holder_did_not_know(case):
    """Under a key of the log it proves the fork; under any other it is told, and proves nothing."""
    recorder, vkey = case.recorder, case.recorder.vkey
    strange = judged(case.forged(), wallet(case, 0, unproven(recorder, 5, b"other", recorder.keys[0])), vkey=vkey)
    assert (strange.result, told(strange)) == ("PASS_WITH_NOTES", [("RECEIPT_UNPROVEN", 5)])
    forked = judged(case.forged(), wallet(case, 0, unproven(recorder, 1, b"other", recorder.log_key)), vkey=vkey)
    assert (forked.result, told(forked)) == ("FAIL", [("FORKED_LOG", 1)])


# -- the operator drops what came last, or a command


@pytest.mark.parametrize("most", [7, 12, 19])
def test_a_game_cut_short(case, most):
    """A log that ends before a receipt of the wallet was cut, however well its end is signed."""
    held = wallet(case, 0), wallet(case, 1)
    case.entries = case.entries[:most]
    case.openings = {seq: rows for seq, rows in case.openings.items() if seq <= most}
    report = judged(case.operated(), *held, vkey=case.recorder.vkey)
    assert ("TRUNCATED_LOG", most + 1) in told(report)
    assert not {"RECEIPT_NOT_IN_LOG", "COMMAND_ALTERED"} & {row.code for row in report.findings}


def own_place(case, seat, after=8):
    return next(place for place, row in enumerate(case.entries) if place > after and row[5][:2] == [3, seat])


def test_a_dropped_command(unsigned):
    """A command that was confirmed and is not in the log any more is missing, by its id."""
    held, place = wallet(unsigned, 0), own_place(unsigned, 0)
    unsigned.drop(place)
    report = judged(unsigned.operated(heads=True), held)
    assert ("RECEIPT_NOT_IN_LOG", place + 1) in told(report)
    assert ("COMMAND_MISSING", place + 1) in told(report)


# -- the operator alters what was given, or what came of it


def test_an_altered_command(unsigned):
    """A target that was changed after the answer is named with its field."""
    held = wallet(unsigned, 0), wallet(unsigned, 1)
    place = unsigned.place("Strike")
    before = unsigned.entries[place][COMMAND][BODY][-1]
    unsigned.entries[place][COMMAND][BODY][-1] = "r1" if before != "r1" else "r2"
    report = judged(unsigned.operated(heads=True), *held)
    found = next(row for row in report.findings if row.code == "COMMAND_ALTERED")
    assert (found.seq, found.expected) == (place + 1, f"command.body.target: {before}")


def test_an_altered_die(unsigned):
    """A die that was changed after the answer is named by its place in the entry."""
    held = wallet(unsigned, 0), wallet(unsigned, 1)
    place = next(at for at, row in enumerate(unsigned.entries) if row[DICE] and row[5][0] == 3)
    faces = unsigned.entries[place][DICE][0][4]
    faces[0], before = 7 - faces[0], faces[0]
    report = judged(unsigned.operated(heads=True), *held)
    first = next(row for row in report.findings if row.code == "RECEIPT_NOT_IN_LOG")
    assert (first.seq, first.expected.split(",")[0], first.found) == (
        place + 1,
        f"dice[0].faces[0]: {before}",
        str(faces[0]),
    )
    assert ("COMMAND_ALTERED", place + 1) not in told(report)


@pytest.mark.parametrize("kind", ["CommitContribution", "OpenContribution"])
def test_a_replaced_contribution(unsigned, kind):
    """A contribution that was exchanged is found by who brought it, with what he had brought."""
    held = wallet(unsigned, 0)
    place = next(
        at for at in range(8) if unsigned.entries[at][COMMAND][BODY][0] == kind and unsigned.entries[at][5][1] == 0
    )
    brought = unsigned.entries[place][COMMAND][BODY][1]
    unsigned.entries[place][COMMAND][BODY][1] = b"\x05" * 32
    report = judged(unsigned.operated(heads=True), held)
    found = next(row for row in report.findings if row.code == "CONTRIBUTION_REPLACED")
    assert (found.seq, found.expected, found.found) == (
        place + 1,
        f"{kind} of seat 0: {brought.hex()}",
        (b"\x05" * 32).hex(),
    )


def test_a_signature_taken_off(case):
    """Who signed a command is not robbed of its signature by terms that say nothing of it."""
    held = wallet(case, 0, receipts=False)
    place = own_place(case, 0)
    case.entries[place][7] = None
    report = judged(case.operated(heads=True, keys=True), held)
    found = [row for row in report.findings if row.code == "WALLET_CONTRADICTED" and row.seq == place + 1]
    assert any(row.expected.startswith("signature: ") for row in found)


# -- the operator shows two histories


def test_a_forked_game(unsigned, again):
    """Two wallets with two signed heads of one size show a fork, whichever history is handed in."""
    held = wallet(unsigned, 0, upto=9), wallet(again, 0, upto=9)
    for shown in (unsigned, again):
        report = judged(shown.forged(), *held)
        assert report.result == "FAIL"
        assert ("FORKED_LOG", 1) in told(report)


def test_another_log_key(unsigned):
    """A log signed anew under a key of its own is told by the key that the holder was given first."""
    other = Case(played(1, signed=False))
    other.recorder.log_key = b"\x05" * 32
    held = lines([title(unsigned.recorder), {"kind": "log_key", "key": "ref.example.org+0000+AAAA"}])
    report = judged(unsigned.forged(), held)
    assert told(report) == [("WALLET_CONTRADICTED", 1)]
    assert report.primary is None


def test_receipts_that_nobody_signed(case):
    """A wallet written by anybody proves nothing: warnings, and the game passes with notes."""
    record = encode([1, case.recorder.game_id, 4])
    row = receipt(case.recorder, 4, record, key=b"\x05" * 32)
    report = judged(case.forged(), lines([title(case.recorder), row]))
    assert (report.result, told(report)) == ("PASS_WITH_NOTES", [("RECEIPT_UNPROVEN", 4)])


def test_a_record_that_is_not_its_receipts(case):
    """A record beside a receipt counts only where the signed head is its hash."""
    rows = wallet_rows(case, 0)
    own = next(row for row in rows if row["kind"] == "receipt" and row["seq"] > 9)
    own["record"] = rows[-2].get("record", "")
    assert holds(judged(case.forged(), lines([title(case.recorder), *rows])))


# -- files


def test_parts_of_later_releases(case):
    """Parts that this release does not know are named, and what it knows is compared all the same."""
    more = {"kind": "weather", "sky": "grey"}, {"kind": "weather"}
    report = judged(case.forged(), wallet(case, 0, *more))
    assert report.result == "PASS_WITH_NOTES"
    assert any("weather (2)" in note for note in report.notes)


def test_a_torn_end(case):
    """A last line that a crash has cut is left out; the others count."""
    data = wallet(case, 0)
    found = read_wallet(data[:-9], "cut")
    assert found.torn
    assert len(found.heads) == len(read_wallet(data, "whole").heads) - 1
    assert holds(judged(case.forged(), data[:-9]))


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"kind": "head", "seq": 0, "hash": "00" * 32}, "line 2: seq is not a number from 1 on"),
        ({"kind": "head", "seq": True, "hash": "00" * 32}, "line 2: seq is not a number from 1 on"),
        ({"kind": "head", "seq": 1, "hash": "AA" * 32}, "line 2: hash is not 64 hex digits"),
        ({"kind": "head", "seq": 1}, "line 2: hash is not 64 hex digits"),
        ({"kind": "log_key"}, "line 2: key is not a text"),
        ({"kind": 7}, "line 2: kind is not a text"),
        ({"kind": "inclusion", "proof": "..."}, "line 2: register is not a text"),
        ({"kind": "command", "command": "%"}, "line 2: command is not base64"),
        ({"kind": "command", "command": "wA=="}, "line 2: command is not game, actor and command"),
        ([1], "line 2: is no JSON object"),
    ],
)
def test_faults_of_a_wallet(row, text):
    """A line that is not what its kind says is refused with its number and field."""
    data = lines([{"format": "adjudicator-wallet/1", "game": "00" * 16}, row])
    with pytest.raises(ValueError, match=text):
        read_wallet(data, "file")


@pytest.mark.parametrize("first", [{}, {"format": "adjudicator-wallet/2", "game": "00" * 16}, {"format": 1}])
def test_other_formats(first):
    """A file that does not say that it is a wallet of this format is none."""
    assert not is_wallet(json.dumps(first).encode() + b"\n")
    with pytest.raises(ValueError, match="no wallet"):
        read_wallet(json.dumps(first).encode() + b"\n", "file")
