"""L3: what the public register says of a game, against files that are sound in themselves (rows 23 and 36)."""

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.seed import opening_digest
from adjudicator.kernel.record import mpint
from replays import notes
from replays.audit.audit import audit
from replays.audit.checks_register import Against, carried_origin
from replays.bundle import Sealed, read_bundle, write_bundle
from replays.cli import report_lines
from replays.register.checkpoint import cosign, key_text, with_cosignatures
from replays.register.leaves import Begun, GameEnded, GameOpened, write_leaf
from replays.register.policy import Policy, Witness
from replays.register.proof import write_proof
from replays.register.reading import FolderSource, RegisterForged, read_register
from replays.register.watching import TOLD, Watch
from tests.replays.audit.steps import BODY, COMMAND, TIME, Case
from tests.replays.fixtures import ENGINE, LOG_NAME, find, played
from tests.replays.register.steps import ORIGIN, VKEY, WITNESS, WITNESS_KEY, WITNESS_NAME, MadeRegister

BEGUN = Begun("day", None, "2026-11-24", 0, ())
HOUR = 3_600_000


def terms_of(case):
    return msgspec.convert(case.entries[0][COMMAND][BODY], OpenGame)


def opening_of(case):
    terms = terms_of(case)
    keys = tuple(tuple(seat.keys) for seat in terms.seats)
    return GameOpened(
        case.recorder.game_id, terms.commitment, opening_digest(terms), terms.ruleset, keys, None, "", "", None
    )


def end_of(case):
    size = len(case.entries)
    return GameEnded(case.recorder.game_id, size, case.entries[-1].recorded, "won", "", (0,))


def start_of(case):
    return case.entries[0][TIME]


def registered(case, *bodies, time=None, begun=BEGUN):
    """A register that says this."""
    time = start_of(case) if time is None else time
    return MadeRegister([write_leaf(time, body) for body in (begun, *bodies)])


def carried(case, made, places=(0, 1, 2), key=None, note=None):
    """What a file of this game carries of a register."""
    seed = key or case.recorder.log_key
    named = notes.sign(seed, LOG_NAME, key_text(made.origin, made.vkey))
    size = made.tree.size
    proofs = [write_proof(at, made.tree.inclusion(at, size), note or made.checkpoint().note) for at in places]
    return mpint.encode([named, [[made.leaves[at], proof] for at, proof in zip(places, proofs, strict=True)]])


def file_of(case, register, data=None):
    """The file of a game with what it carries."""
    bundle = read_bundle(data or case.forged())
    return write_bundle(
        "toy", case.recorder.rules.edition, ENGINE, bundle.records, bundle.heads,
        [Sealed(row.seq, row.openings) for row in bundle.sealed], register=register,
    )  # fmt: skip


def whole(case):
    return registered(case, opening_of(case), end_of(case))


def judged(case, data, made=None, tmp_path=None, policy=None):
    """Audit a file, with a register as it is read from its folder."""
    read = None
    if made is not None:
        note = notes.sign(case.recorder.log_key, LOG_NAME, key_text(made.origin, made.vkey))
        read = read_register(FolderSource(made.write(tmp_path)), made.vkey, key_note=note)
    report = audit(data, find=find, vkey=case.recorder.vkey, against=Against(read, policy))
    return report.result, [(row.code, row.seq) for row in report.findings]


@pytest.fixture(scope="module")
def again():
    """The same game with the same keys, played once more with another secret."""
    return Case(played(1, secret=b"\x77" * 32, signed=False))


@pytest.fixture(scope="module")
def unsigned():
    """A game that its seats do not sign."""
    return Case(played(1, signed=False))


def test_a_sound_game_passes_with_its_register(case, tmp_path):
    """What the file carries, and what the register says, fit a game that was not touched; the head says where."""
    made = whole(case)
    data = file_of(case, carried(case, made))
    assert judged(case, data) == ("PASS", [])
    assert judged(case, data, made, tmp_path) == ("PASS", [])
    assert judged(case, case.forged(), made, tmp_path / "b") == ("PASS", [])
    assert carried_origin(read_bundle(data).register) == ORIGIN
    report = audit(data, find=find)
    assert any(ORIGIN in line for line in report.declared)
    assert any("no place in a public register" in line for line in audit(case.forged(), find=find).declared)


# -- 23: the whole game played anew


def test_remade_under_the_opening_of_the_first(unsigned, again):
    """With the first opening's proof in it, a game that was played anew has another commitment than the one there."""
    made = registered(unsigned, opening_of(unsigned), end_of(again))
    found = judged(again, file_of(again, carried(again, made)))
    assert found[0] == "FAIL"
    assert ("REGISTRY_MISMATCH", 1) in found[1]


def test_remade_and_entered_anew(unsigned, again, tmp_path):
    """A second opening of the same game is in the register for everybody to see."""
    made = registered(unsigned, opening_of(unsigned), opening_of(again), end_of(again))
    found = judged(again, file_of(again, carried(again, made, (0, 2, 3))), made, tmp_path)
    assert found[0] == "FAIL"
    assert ("REGISTRY_MISMATCH", 1) in found[1]


def test_remade_in_another_register(unsigned, again, tmp_path):
    """A register that was made anew for the new game is none that goes on from what a monitor has read."""
    before, after = whole(unsigned), whole(again)
    result, found = judged(again, file_of(again, carried(again, after)))
    assert (result != "FAIL", found) == (True, [("UNSIGNED_GAME", 0)])
    state = tmp_path / "state"
    Watch(str(before.write(tmp_path / "a")), VKEY, state).look(start_of(unsigned))
    known = tuple(before.leaves)
    with pytest.raises(RegisterForged, match="shows another history"):
        read_register(FolderSource(after.write(tmp_path / "b")), VKEY, known)


# -- 36: a game that vanishes


def test_dropped_has_no_end(case, tmp_path):
    """A game without an end in the register is told by a monitor, and by the audit of its file."""
    made = registered(case, opening_of(case))
    folder = made.write(tmp_path / "r")
    found = Watch(str(folder), VKEY, hours=1).look(start_of(case) + 2 * HOUR)
    assert (found.status, [item.code for item in found.noticed]) == (TOLD, ["GAME_ABANDONED"])
    assert ("GAME_ABANDONED", 0) in judged(case, case.forged(), made, tmp_path / "c")[1]


def test_dropped_from_the_register(case, tmp_path):
    """A game that its register does not have is found by the audit against it."""
    made = registered(case, replace(opening_of(case), game=b"x" * 16))
    assert judged(case, case.forged(), made, tmp_path) == ("FAIL", [("REGISTRY_MISMATCH", 1)])


def test_dropped_from_the_files_of_an_event(case, again, tmp_path):
    """Of a whole event each registered game has its file."""
    other = replace(opening_of(again), game=b"x" * 16)
    made = registered(case, opening_of(case), end_of(case), other)
    files = {"a.replay": case.forged()}
    found = Watch(str(made.write(tmp_path)), VKEY, files=files, whole=True).look(start_of(case))
    assert [(item.code, item.game) for item in found.noticed] == [("GAME_MISSING", (b"x" * 16).hex())]


# -- cut


@pytest.mark.parametrize("most", [5, 12, 19])
def test_cut_short(case, most, tmp_path):
    """A file that ends before the end that is registered was cut, however well its last head is signed."""
    made = whole(case)
    register = carried(case, made)
    case.entries = case.entries[:most]
    case.openings = {seq: rows for seq, rows in case.openings.items() if seq <= most}
    data = file_of(case, register, case.operated())
    assert ("TRUNCATED_LOG", most + 1) in judged(case, data)[1]
    found = Watch(str(made.write(tmp_path)), VKEY, files={"cut.replay": data}).look(start_of(case))
    assert [item.code for item in found.noticed] == ["GAME_CUT"]


# -- the proofs themselves


def test_an_opening_that_came_after_a_contribution(case):
    """A commitment that was made public once contributions were known proves nothing."""
    made = registered(case, opening_of(case), end_of(case), time=case.of("CommitContribution")[TIME] + 1)
    assert ("SEED_COMMIT_LATE", 2) in judged(case, file_of(case, carried(case, made)))[1]


@pytest.mark.parametrize("wrong", ["terms", "keys", "game", "end"])
def test_leaves_of_another_game(case, wrong):
    """Each thing that an opening or an end says is compared with the file."""
    opening, end = opening_of(case), end_of(case)
    changed = {
        "terms": (replace(opening, terms=bytes(32)), end),
        "keys": (replace(opening, keys=((), ())), end),
        "game": (replace(opening, game=b"x" * 16), end),
        "end": (opening, replace(end, head=bytes(32))),
    }
    result, found = judged(case, file_of(case, carried(case, registered(case, *changed[wrong]))))
    assert result == "FAIL"
    assert {code for code, _ in found} == {"REGISTRY_MISMATCH"}


@pytest.mark.parametrize("wrong", ["key", "proof", "order", "bytes", "beginning", "twice"])
def test_what_does_not_hold_is_found(case, wrong):
    """A key that no key of the log names, a proof that does not lead to the root, leaves in another order."""
    made = whole(case)
    carries = {
        "key": lambda: carried(case, made, key=b"\x05" * 32),
        "proof": lambda: carried(case, made, note=registered(case, opening_of(case)).checkpoint().note),
        "order": lambda: carried(case, made, (1, 0, 2)),
        "bytes": lambda: carried(case, made) + b"\0",
        "beginning": lambda: carried(case, made, (1, 2)),
        "twice": lambda: carried(case, made, (0, 1, 1)),
    }
    result, found = judged(case, file_of(case, carries[wrong]()))
    assert result == "FAIL"
    assert ("REGISTRY_MISMATCH", 0) in found


def test_every_byte_of_what_is_carried_counts(case):
    """Whatever byte of it is changed, something is found."""
    data = bytearray(carried(case, whole(case)))
    for place in range(0, len(data), 41):
        data[place] ^= 1
        assert judged(case, file_of(case, bytes(data)))[0] == "FAIL", place
        data[place] ^= 1


# -- witnesses


def test_fewer_witnesses_than_the_policy_asks_for(case):
    """The register's first leaf says how many have to cosign; the proof of the opening has to have them."""
    made = registered(case, opening_of(case), end_of(case), begun=replace(BEGUN, quorum=1, witnesses=(WITNESS_KEY,)))
    signed = made.checkpoint().note
    assert judged(case, file_of(case, carried(case, made)))[1] == [("WITNESS_QUORUM_MISSING", 0)]
    line = cosign(WITNESS, WITNESS_NAME, notes.split(signed)[0], 1_790_000_000)
    seen = with_cosignatures(signed, [line])
    assert judged(case, file_of(case, carried(case, made, note=seen))) == ("PASS", [])


def test_the_auditor_s_own_policy(case):
    """An auditor who trusts other witnesses names them."""
    made = whole(case)
    own = Policy(1, (Witness("w", WITNESS_KEY, ""),))
    found = judged(case, file_of(case, carried(case, made)), policy=own)
    assert found == ("FAIL", [("WITNESS_QUORUM_MISSING", 0)])


def test_the_report_says_what_to_do(case):
    """A finding of the register has its sentence and its advice."""
    made = registered(case, replace(opening_of(case), commitment=bytes(32)), end_of(case))
    lines = report_lines(audit(file_of(case, carried(case, made)), find=find))
    assert any("Ask the operator" in line for _, line in lines)
