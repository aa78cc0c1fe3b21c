"""The tamper matrix: whatever is altered, with whichever keys, is found, and by all verifiers under one name."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from replays.audit.audit import audit
from replays.audit.receipts import read_held
from replays.audit.report import CODES
from tests.replays.fixtures import find
from tests.verdicts import holds
from tests.verifier.matrix.alterations import ALTERATIONS
from tests.verifier.matrix.files import PINS, altered, held, register_of, watched
from tests.verifier.matrix.games import DISHONEST, HONEST, game
from tests.verifier.others import LEVELS, with_single
from tools.tampers.cells import AUDIT, BOTH, GO, JAVASCRIPT, KEYS, MONITOR, REGISTER, VANISHED, VERIFIERS
from tools.tampers.table import TAMPERS

pytestmark = pytest.mark.verifier
LOWER = (("L0",), LEVELS)
FILES = [row for row in TAMPERS if not row.no_file]
LAST_ROW = 41
# row 19 is what all keys add to row 18
ROWS = {str(row) for row in range(1, LAST_ROW + 1)} - {"19"}
CELLS = [pytest.param(row, keys, id=f"{row.row}-{row.name}-{keys}") for row in TAMPERS for keys in KEYS]
UNSEEN = [cell for cell in CELLS if cell.values[0].found[cell.values[1]].others]


@pytest.fixture
def beside(go, javascript):
    """The verifiers that know nothing of our code."""
    return {GO: go, JAVASCRIPT: javascript}


@pytest.mark.parametrize("name", HONEST)
def test_games_are_sound(beside, name):
    """Nothing is wrong with the games that are altered: what is found has been done to them."""
    case = game(name)
    data, vkey = case.forged(), case.recorder.vkey
    assert holds(audit(data, find=find, vkey=vkey))
    for verifier in beside.values():
        assert verifier.verify(data, vkey=vkey)["code"] is None


@pytest.mark.parametrize("row", FILES, ids=lambda row: f"{row.row}-{row.name}")
def test_in_the_file(beside, row):
    """What each verifier finds first in the file alone, with the published key pinned, by the keys of the attacker."""
    said: dict[bytes, dict[str, str]] = {}
    for keys in KEYS:
        sound, data = altered(row.name, keys)
        assert data is not None
        if data not in said:
            said[data] = said_of(beside, data, sound.recorder.vkey, PINS.get(row.name, {}))
        assert said[data] == {name: row.found[keys].by(name) for name in VERIFIERS}, keys


def said_of(beside, data, vkey, pins):
    """Ask each for its first finding; a verifier's has to be the audit's at the levels that it claims."""
    judged = {levels: audit(data, find=find, vkey=vkey, levels=levels) for levels in LOWER}
    first = {AUDIT: first_of(audit(data, find=find, vkey=vkey, **pins))[0]}
    for name, verifier in beside.items():
        said = verifier.verify(data, vkey=vkey)
        own = with_single(judged[verifier.levels], judged[LEVELS], verifier.single)
        assert (said["code"] or "", said["seq"] or 0) == first_of(own), name
        first[name] = said["code"] or ""
    return first


def first_of(report):
    return (report.primary.code, report.primary.seq) if report.primary else ("", 0)


@pytest.mark.parametrize(("row", "keys"), UNSEEN)
def test_in_nobody_s_file(beside, row, keys, tmp_path):
    """What no file shows is found by what somebody holds, or by the register, under the name that the matrix has."""
    found = altered(row.name, keys)
    for who, code in row.found[keys].others:
        if who in (MONITOR, BOTH):
            assert code in watched(found, who, keys, tmp_path / who), who
        elif who == REGISTER:
            assert found.data is not None
            against = register_of(found.sound, tmp_path / who)
            report = audit(found.data, find=find, vkey=found.sound.recorder.vkey, against=against)
            assert code in {finding.code for finding in report.findings}, who
        else:
            _with_what_is_held(beside, found, held(found, who), code)


def _with_what_is_held(beside, found, file, code):
    vkey = found.sound.recorder.vkey
    report = audit(found.data, find=find, vkey=vkey, held=read_held(file, "held"))
    due = {(row.code, row.seq) for row in report.findings if CODES[row.code][0] == "L3"}
    assert code in {row.code for row in report.findings}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "held"
        path.write_bytes(file)
        for name, verifier in beside.items():
            said = verifier.verify(found.data, vkey=vkey, receipts=[str(path)])["report"]["findings"]
            assert code in {row["code"] for row in said}, name
            assert {(row["code"], row["seq"]) for row in said if CODES[row["code"]][0] == "L3"} == due, name


def test_no_row_is_missing():
    """Every row of the design is here, each alteration once, and what nothing shows in a file has somebody who does."""
    assert {row.row for row in TAMPERS} >= ROWS
    names = [row.name for row in TAMPERS]
    assert sorted(names) == sorted({*ALTERATIONS, *DISHONEST, VANISHED})
    for row in TAMPERS:
        for keys, found in row.found.items():
            assert bool(found.audit) != bool(found.others), (row.name, keys)


def test_codes_are_those_of_the_audit():
    """Whatever the matrix names is a finding of the audit or of a monitor."""
    told = {
        code for row in TAMPERS for found in row.found.values() for code in (*found[:3], *dict(found.others).values())
    }
    assert told - {"", "GAME_MISSING"} <= set(CODES)
