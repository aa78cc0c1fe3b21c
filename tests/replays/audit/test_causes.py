"""The first finding is the cause: what an attack did is named before what follows from it."""

import msgpack
import pytest

from replays import bundle
from replays.audit.audit import audit
from replays.audit.differences import in_records
from replays.bundle import Sealed, read_bundle
from tests.replays.audit.steps import BODY, COMMAND, EVENTS, SEQ, STATE, TIME, apart
from tests.replays.fixtures import find

ALL_KEYS = {"heads": True, "keys": True}
HELD: tuple[dict[str, bool], ...] = ({}, ALL_KEYS)


def primary(data, **options):
    report = audit(data, find=find, **options)
    assert report.primary is not None
    return report.primary


def twice(case, kind):
    place = case.place(kind)
    case.entries.insert(place + 1, case.copy().entries[place])
    return place + 2, case.renumber()


@pytest.mark.parametrize("how", HELD, ids=["log key", "all keys"])
@pytest.mark.parametrize("kind", ["DrawToken", "RollStrike", "CommitContribution"])
def test_retry_run_twice(case, kind, how):
    """A retry that was run twice is named as that, whatever it threw and whoever gave it."""
    seq, doubled = twice(case, kind)
    found = primary(doubled.operated(**how))
    assert (found.code, found.seq) == ("COMMAND_ID_REUSED", seq)


@pytest.mark.parametrize("first", [True, False])
def test_two_heads_of_one_size(case, first):
    """Two heads of one size are named as a fork, whichever of them the chain agrees with."""
    place = 1
    size = int(case.heads[place].splitlines()[1])
    case.heads.insert(place if first else place + 1, case.note(size, b"f" * 32))
    found = primary(case.forged())
    assert (found.code, found.seq) == ("FORKED_LOG", size)


def test_event_that_differs(case):
    """The field of the event that differs is named by its path, with what is due and what stands there."""
    entry = case.of("RollStrike")
    event = next(row for row in entry[EVENTS] if row[0][0] == "StrikeRolled")
    place = entry[EVENTS].index(event)
    found_face = event[0][3]
    event[0][3] = found_face % 6 + 1
    found = primary(case.operated(**ALL_KEYS), levels=("L0", "L1", "L2"))
    path = f"events[{place}].StrikeRolled.face"
    assert (found.code, found.seq) == ("EVENTS_MISMATCH", entry[SEQ])
    assert (found.expected, found.found) == (f"{path}: {found_face}", f"{path}: {event[0][3]}")


def test_clause_that_differs(case):
    """A clause that an event rests on has a path too."""
    entry = case.of("DrawToken")
    entry[EVENTS][0][1][0] = "TOY-9.9-99"
    found = primary(case.operated(**ALL_KEYS))
    kind = entry[EVENTS][0][0][0]
    assert found.found == f"events[0].{kind}.clauses[0]: TOY-9.9-99"


def test_state_that_differs(case):
    """Of the two hashes of the state the one that differs is named."""
    case.entries[15][STATE][1] = bytes(32)
    assert primary(case.operated(**ALL_KEYS)).found == f"state.keyed: {'00' * 32}"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("seq", (SEQ,)),
        ("actor.key", (5, 2)),
        ("command.body[1]", (COMMAND, BODY, 1)),
        ("events[0].event[1]", (EVENTS, 0, 0, 1)),
        ("state.public", (STATE, 0)),
    ],
)
def test_place_in_a_record(case, path, place):
    """A value of a record is named by its place, whatever it is."""
    entry = next(row for row in case.entries if row[STATE] and len(row[COMMAND][BODY]) > 1 and row[EVENTS][0][0][1:])
    changed = row = apart(list(entry))
    for step in place[:-1]:
        row = row[step]
    row[place[-1]] = "other"
    found = in_records(msgpack.packb(list(entry)), msgpack.packb(list(changed)))
    assert found is not None
    assert (found[0], found[2]) == (path, "other")
    assert in_records(msgpack.packb(list(entry)), msgpack.packb(list(entry))) is None


class TestOneForm:
    """A file has one form: what stands in another order, twice, or for nothing is a finding."""

    @staticmethod
    def faults(data):
        return [row.found for row in audit(data, find=find).findings if row.code == "BUNDLE_MALFORMED"]

    def test_as_written(self, case):
        """What the service writes is that form."""
        assert self.faults(case.forged()) == []

    def test_heads_out_of_order(self, case):
        """Heads stand in the order of their sizes."""
        case.heads[0], case.heads[1] = case.heads[1], case.heads[0]
        assert self.faults(case.forged()) == ["heads.txt: heads stand in the order of their sizes, one of each"]

    def test_head_twice(self, case):
        """A head stands once."""
        case.heads.insert(0, case.heads[0])
        assert self.faults(case.forged()) == ["heads.txt: heads stand in the order of their sizes, one of each"]

    def test_openings_out_of_order(self, case):
        """Openings of an entry stand by part and owner."""
        seq = next(seq for seq, rows in case.openings.items() if len(rows) > 1)
        case.openings[seq].reverse()
        assert self.faults(case.forged()) == [
            f"sealed.msgpack: openings of entry {seq} stand by part and owner, each once"
        ]

    def test_opening_for_nothing(self, case):
        """An entry without openings does not stand among those that have some."""
        case.openings[1] = []
        assert "sealed.msgpack: entry 1 has no openings, and would not stand here" in self.faults(case.forged())

    def test_entries_of_openings_out_of_order(self, case):
        """Entries with openings stand in the order of their numbers, each once."""
        found = read_bundle(case.forged())
        names = tuple(found.manifest[name] for name in ("ruleset", "edition", "engine"))
        for sealed in (found.sealed[::-1], (*found.sealed[:1], *found.sealed)):
            data = bundle._format_bundle(names, found.records, found.heads, sealed)
            assert "sealed.msgpack: entries stand in the order of their numbers, each once" in self.faults(data)

    def test_members_out_of_order(self, case):
        """Members stand in one order, and once."""
        found = read_bundle(case.forged())
        assert isinstance(found.sealed[0], Sealed)
        data = case.forged()
        head = data.index(b"PK\x03\x04", 1)
        assert audit(data[head:] + data[:head], find=find).result == "FAIL"


def test_times_count(case):
    """A time that was set back is the cause of what follows from it."""
    case.entries[9][TIME] -= 60_000
    assert primary(case.operated(**ALL_KEYS)).code == "TIME_REGRESSION"
