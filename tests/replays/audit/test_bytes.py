"""Files as nobody wrote them: whatever the bytes are, the audit answers, and never with a pass."""

import io
import struct
import zipfile

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.kernel.record.chain import sealed_hash
from replays import bundle
from replays.audit.audit import audit
from replays.audit.entries import MAX_DEPTH, MAX_INT, read_entries
from replays.audit.report import EXIT, FAIL, INCOMPLETE, PASS, Findings
from replays.bundle import MEMBERS, OPTIONAL_MEMBERS, BundleFault, Sealed, read_bundle, write_bundle
from tests.replays.audit.steps import COMMAND, EVENTS, ID, SEAL, SEALED, Case
from tests.replays.fixtures import ENGINE, find, played, recorded

SMALL = {"profile": "P0", "rounds": 1}


@pytest.fixture(scope="module")
def data():
    return recorded(2, **SMALL)


def inside(data):
    """Give the bytes that belong to a member's contents; all others are the container's."""
    places: set[int] = set()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            name, extra = struct.unpack_from("<HH", data, info.header_offset + 26)
            start = info.header_offset + 30 + name + extra
            places.update(range(start, start + info.file_size))
    return places


def test_the_small_game_passes(data):
    """The file that this module alters is a sound one."""
    assert audit(data, find=find).result == PASS
    assert len(inside(data)) > len(data) // 2


def test_container_bytes(data):
    """Every byte of the container is accounted for."""
    for place in sorted(set(range(len(data))) - inside(data)):
        for bit in (1, 128):
            flipped = data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
            report = audit(flipped, find=find)
            assert report.result == FAIL, (place, bit)
            assert "BUNDLE_MALFORMED" in [finding.code for finding in report.findings]


def nested(depth):
    """Give a list in a list, so many deep."""
    return [nested(depth - 1)] if depth else []


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (MAX_INT, None),
        (-MAX_INT, None),
        (MAX_INT + 1, "an integer beyond 2^53-1"),
        (-MAX_INT - 1, "an integer beyond 2^53-1"),
        (1.0, "a float"),
        ({}, "a dict"),
        # a value of an event lies in four lists
        (nested(MAX_DEPTH - 5), None),
        (nested(MAX_DEPTH - 4), f"nested deeper than {MAX_DEPTH}"),
    ],
    ids=["most", "least", "too much", "too little", "float", "map", "deep", "too deep"],
)
def test_what_no_record_may_hold(data, value, told):
    """A value that the log's bytes have no place for is named, anywhere in an entry; the last that has one is read."""
    bundle, findings = read_bundle(data), Findings()
    fields = msgpack.unpackb(bundle.records[0])
    fields[EVENTS][-1][0].append(value)
    entries = read_entries(replace(bundle, records=[msgpack.packb(fields)]), findings)
    found = [(finding.code, finding.found) for finding in findings.report("", 1, (), ()).findings]
    assert found == ([] if told is None else [("BUNDLE_MALFORMED", told)])
    assert len(entries) == (told is None)


def test_the_entry_comes_before_the_file(data):
    """Where an entry was altered the primary finding names it, not only the file that it lies in."""
    third = len(data) // 3
    report = audit(data[:third] + bytes([data[third] ^ 1]) + data[third + 1 :], find=find)
    assert "BUNDLE_MALFORMED" in [finding.code for finding in report.findings]
    assert report.primary.seq > 0


def test_member_bytes(data):
    """No byte of a member can be changed without a failure."""
    for place in sorted(inside(data))[::5]:
        flipped = data[:place] + bytes([data[place] ^ (1 << place % 8)]) + data[place + 1 :]
        assert audit(flipped, find=find).result == FAIL, place


def test_truncation(data):
    """A file that is cut off anywhere is no replay file."""
    for length in [*range(0, len(data), 11), *range(len(data) - 100, len(data))]:
        report = audit(data[:length], find=find)
        assert report.findings[0].code == "BUNDLE_MALFORMED", length
        assert report.exit_code == EXIT[FAIL]


def test_more_behind(data):
    """Bytes behind or before the archive are not the file as it was written."""
    for altered in (data + b"\0", b"\0" + data, data + data):
        assert audit(altered, find=find).findings[0].code == "BUNDLE_MALFORMED"


def test_read_write(data):
    """What is read of a file and written again is the same file."""
    bundle = read_bundle(data)
    engine = bytes.fromhex(bundle.manifest["engine"])
    repeated = write_bundle("toy", "1", engine, bundle.records, bundle.heads, bundle.sealed)
    assert repeated == data
    assert not bundle.altered


def test_no_text_for_people(data):
    """A manifest with something of its own in it is refused: what is not checked would be believed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in MEMBERS}
    members["manifest.json"] = members["manifest.json"].replace(b"{\n", b'{\n "comment": "red won",\n', 1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in MEMBERS:
            archive.writestr(name, members[name])
    assert read_bundle(out.getvalue()).altered


@pytest.mark.parametrize("junk", [b"", b"PK", b"x" * 100, b"PK\x05\x06" + bytes(18)])
def test_no_archive(junk):
    """What is no archive is refused by name."""
    with pytest.raises(BundleFault, match=r"export it again|exactly"):
        read_bundle(junk)


def test_members_are_counted_before_they_are_read(monkeypatch):
    """An archive whose directory names the same bytes thousands of times is refused and no member of it is read."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(len(MEMBERS) + len(OPTIONAL_MEMBERS) + 1):
            archive.writestr(f"{number}", b"x")
    monkeypatch.setattr(zipfile.ZipFile, "open", None)
    with pytest.raises(BundleFault, match=r"6 members; a replay file has exactly"):
        read_bundle(out.getvalue())


def test_a_file_is_read_as_far_as_it_may_be_long(tmp_path, monkeypatch):
    """Of a longer file a byte more is read, and it is refused."""
    monkeypatch.setattr(bundle, "FILE_MAX", 10)
    (tmp_path / "long").write_bytes(bytes(1000))
    found = bundle.file_bytes(tmp_path / "long")
    assert len(found) == 11
    with pytest.raises(BundleFault, match=r"larger than 10 bytes"):
        read_bundle(found)


WORDS = st.text(max_size=8)
INTEGERS = st.one_of(st.integers(-5, 300), st.integers(-(2**63), 2**64 - 1))
SCALARS = st.one_of(st.none(), st.booleans(), INTEGERS, WORDS, st.binary(max_size=40), st.floats(allow_nan=False))
VALUES = st.recursive(SCALARS, lambda found: st.lists(found, max_size=5), max_leaves=12)


@settings(max_examples=60)
@given(st.binary(max_size=400))
def test_any_bytes(junk):
    """Any bytes get a report."""
    assert audit(junk, find=find).result == FAIL


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=60), max_size=4), st.lists(WORDS, max_size=3), WORDS)
def test_any_members(records, heads, name):
    """Any contents in a sound container get a report."""
    data = write_bundle(name, "1", ENGINE, records, heads, [Sealed(1, ((0, 1, b"", b""),))])
    assert audit(data, find=find).result == FAIL


def packed(value):
    try:
        return msgpack.packb(value)
    except OverflowError:
        return b""


CASES: list[Case] = []


def case():
    if not CASES:
        CASES.append(Case(played(4, rounds=1)))
    return CASES[0].copy()


@settings(max_examples=150)
@given(st.data())
def test_any_value_anywhere(data):
    """Any value in the place of any other, hashed and signed again by all keys, gets a report."""
    altered = case()
    entry = altered.entries[data.draw(st.integers(0, len(altered.entries) - 1))]
    target, place = entry, data.draw(st.integers(1, 11))
    while isinstance(target[place], list) and target[place] and data.draw(st.booleans()):
        target = target[place]
        place = data.draw(st.integers(0, len(target) - 1))
    target[place] = data.draw(VALUES)
    records = [msgpack.packb(row) for row in altered.entries]
    sealed = [Sealed(seq, tuple(map(tuple, rows))) for seq, rows in sorted(altered.openings.items())]
    report = audit(write_bundle("toy", "1", ENGINE, records, altered.heads, sealed), find=find)
    assert report.result in (FAIL, INCOMPLETE, PASS)
    assert all(isinstance(finding.found, str) for finding in report.findings)


@settings(max_examples=100)
@given(st.integers(0, 23), st.binary(max_size=60))
def test_any_sealed_bytes(place, junk):
    """Any bytes under a seal get a report."""
    altered = case()
    rows = altered.openings.get(place + 1, [])
    for row in rows:
        row[3] = junk
    assert audit(altered.operated(), find=find).result == (FAIL if rows else PASS)


@settings(max_examples=100)
@given(st.integers(0, 23), st.one_of(st.binary(max_size=60), VALUES.map(packed)))
def test_any_bytes_that_fit_their_seal(place, junk):
    """Any bytes under a seal that all keys have made anew get a report."""
    altered = case()
    entry = altered.entries[place]
    rows = altered.openings.get(place + 1, [])
    as_it_was = all(row[3] == junk for row in rows)
    for row in rows:
        row[3] = junk
        commitment = sealed_hash(entry[1], row[0], row[1], entry[COMMAND][ID], row[2], junk)
        if row[1] == 0:
            entry[COMMAND][SEAL] = commitment
        else:
            entry[SEALED] = [[owner, commitment if owner == row[0] else old] for owner, old in entry[SEALED]]
    report = audit(altered.operated(heads=True, keys=True), find=find)
    assert (report.result == PASS) == as_it_was
