"""The kept games with rewinds, and one whose seat was taken over: the audit says what the clients have to say."""

import json
from pathlib import Path

import msgpack
import pytest

from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.mpint import decode
from replays.audit.audit import audit
from replays.bundle import Sealed, write_bundle
from tests.replays.fixtures import ENGINE, find
from tests.verdicts import UNSIGNED

VECTORS = json.loads((Path(__file__).parents[2] / "kernel/rewind_vectors.json").read_text())
TAKEN_OVER = json.loads((Path(__file__).parents[2] / "kernel/seat_vectors.json").read_text())
CORRECTED = json.loads((Path(__file__).parents[2] / "kernel/correction_vectors.json").read_text())
GAMES = {game["name"]: game for game in VECTORS["games"]}
CHANGES = [(name, place) for name, game in GAMES.items() for place in range(len(game["changes"]))]


def findings(game, change=None, levels=("L0", "L1")):
    """Audit a kept game, or a changed one, without the rules: what is found, and at which entry."""
    records = [bytes.fromhex(row["record"]) for row in game["entries"]]
    opened = ((seq, row.get("openings")) for seq, row in enumerate(game["entries"], 1))
    sealed = [Sealed(seq, tuple(map(tuple, decode(bytes.fromhex(rows))))) for seq, rows in opened if rows]
    terms = msgpack.unpackb(records[0])[6][2]
    if change is not None:
        records = changed(records, change)
    data = write_bundle("toy", terms[2], ENGINE, records, [game["note"]], sealed)
    found = audit(data, find=find, levels=levels)
    return {(row.code, row.seq) for row in found.findings}


def changed(records, change):
    """Set one value, and make the chain good again behind it."""
    fields = [msgpack.unpackb(record) for record in records]
    holder = fields[change["entry"] - 1]
    for place in change["path"][:-1]:
        holder = holder[place]
    value = bytes.fromhex(change["bytes"]) if "bytes" in change else change["value"]
    assert holder[change["path"][-1]] != value
    holder[change["path"][-1]] = value
    before, made = bytes(32), []
    for row in fields:
        row[3] = before
        made.append(msgpack.packb(row))
        before = entry_hash(made[-1])
    return made


@pytest.mark.parametrize("name", GAMES)
def test_the_kept_games_pass(name):
    """Chain, seed, rewinds and every die; of the heads only the last is kept."""
    assert {code for code, _ in findings(GAMES[name])} - UNSIGNED == {"HEAD_CADENCE"}


@pytest.mark.parametrize(("name", "place"), CHANGES)
def test_a_change_is_found(name, place):
    """By the name and at the entry that the vectors have."""
    change = GAMES[name]["changes"][place]
    assert (change["check"], change["at"]) in findings(GAMES[name], change), change["name"]


def test_a_game_whose_seat_was_taken_over():
    """It passes; a signature of who left, or is yet to come, is named as by no key of the player's then."""
    assert {code for code, _ in findings(TAKEN_OVER)} - UNSIGNED == {"HEAD_CADENCE"}
    for change in TAKEN_OVER["changes"]:
        codes = {code for code, seq in findings(TAKEN_OVER, change) if seq == change["at"]}
        assert codes & {"KEY_NOT_VALID", "COMMAND_SIGNATURE_INVALID"}, change["name"]


def test_a_game_that_was_corrected_and_adopted_an_edition():
    """It passes at L0 and L1; what was set otherwise than the ruling says, or told, is found without the rules."""
    assert {code for code, _ in findings(CORRECTED)} - UNSIGNED == {"HEAD_CADENCE"}
    assert [sum(count for _, count in CORRECTED["corrected"]), len(CORRECTED["editions"])] == [3, 1]
    for change in CORRECTED["changes"]:
        if change["check"] == "CORRECTION_MISMATCH":
            codes = {code for code, seq in findings(CORRECTED, change) if seq == change["at"]}
            assert change["check"] in codes, change["name"]


def test_editions_go_forward():
    """An edition that is no later one is found by whoever has the rules of any."""
    changes = [change for change in CORRECTED["changes"] if change["check"] == "ILLEGAL_COMMAND_ACCEPTED"]
    assert len(changes) == 3
    for change in changes:
        assert (change["check"], change["at"]) in findings(CORRECTED, change, levels=("L0", "L1", "L2")), change["name"]
