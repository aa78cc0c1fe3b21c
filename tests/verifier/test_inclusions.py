"""Proofs of a register in a player's wallet: the verifiers find in them what the audit finds."""

import json
import subprocess

import pytest

from adjudicator.kernel.record.mpint import decode, encode
from replays import notes
from replays.audit.audit import audit
from replays.audit.receipts import read_held
from replays.audit.report import CODES
from replays.bundle import read_bundle
from replays.register.leaves import KeyAdded, write_leaf
from tests.replays.audit.steps import Case
from tests.replays.audit.test_register import BEGUN, end_of, opening_of, registered, start_of
from tests.replays.fixtures import LOG_NAME, find, played
from tests.replays.register.steps import SEED, MadeRegister
from tests.replays.wallet.steps import based, receipt, unproven
from tests.replays.wallet.test_inclusions import inclusion, wallet
from tests.verifier.others import LEVELS, first_words

pytestmark = pytest.mark.verifier
EVERY = 5


@pytest.fixture
def made(case):
    """A register with the opening of the game and its end."""
    return registered(case, opening_of(case), end_of(case))


@pytest.fixture
def agree(go, javascript, tmp_path):
    """Compare what the audit and the verifiers find with a wallet: verdict, every finding of L3, and what differs."""

    def compare(data, file):
        path = tmp_path / "red.wallet"
        path.write_bytes(file)
        report = audit(data, levels=LEVELS, find=find, held=read_held(file, str(path)))
        said = go.verify(data, receipts=[str(path)])
        assert (said["result"], said["code"], said["seq"]) == first_words(report)
        due = [(row.code, row.seq, row.expected) for row in report.findings if CODES[row.code][0] == "L3"]
        told = said["report"]["findings"]
        assert [(row["code"], row["seq"]) for row in told if CODES[row["code"]][0] == "L3"] == [row[:2] for row in due]
        for row, (code, _, expected) in zip((row for row in told if CODES[row["code"]][0] == "L3"), due, strict=True):
            assert code != "REGISTRY_MISMATCH" or row["expected"].split(" as ")[0] == expected.split(" as ")[0]
        other = javascript.verify(data, receipts=[str(path)])["report"]["findings"]
        assert sorted((row["code"], row["seq"]) for row in other if CODES[row["code"]][0] == "L3") == sorted(
            row[:2] for row in due
        )
        return said["report"]["result"], {code for code, _, _ in due} | {row["code"] for row in told}

    return compare


def test_a_sound_proof(agree, case, made):
    """A proof of what the log was opened with passes, and nothing is left to note."""
    assert agree(case.forged(), wallet(case, inclusion(case, made, size=2))) == ("PASS", set())


def test_a_remade_game(agree):
    """The one line shows a game that was opened anew, with the same id and keys and another secret."""
    first = Case(played(1, signed=False))
    again = Case(played(1, secret=b"\x77" * 32, signed=False))
    line = inclusion(first, registered(first, opening_of(first)))
    result, codes = agree(again.forged(), wallet(again, line))
    assert (result, "REGISTRY_MISMATCH" in codes) == ("FAIL", True)


def test_a_head_under_a_key_that_its_holder_did_not_know(agree, case):
    """A fork under a key of the log, and else a note of what was shown."""
    recorder = case.recorder
    strange, forked = (unproven(recorder, 1, b"other", key) for key in (recorder.keys[0], recorder.log_key))
    assert agree(case.forged(), wallet(case, strange)) == ("PASS_WITH_NOTES", {"RECEIPT_UNPROVEN"})
    assert agree(case.forged(), wallet(case, forked)) == ("FAIL", {"FORKED_LOG"})


def test_a_head_that_came_before_the_receipt_that_it_contradicts(agree, case):
    """In whatever order the lines stand, it is held against what the holder could verify."""
    recorder = case.recorder
    first = read_bundle(case.forged()).records[0]
    rows = [unproven(recorder, 1, b"other", recorder.log_key), receipt(recorder, 1, first)]
    assert agree(case.forged(), wallet(case, *rows)) == ("FAIL", {"FORKED_LOG"})


def test_a_late_opening(agree, case):
    """A game that was entered after somebody had contributed was committed to too late."""
    late = registered(case, opening_of(case), time=start_of(case) + 3_600_000)
    assert "SEED_COMMIT_LATE" in agree(case.forged(), wallet(case, inclusion(case, late)))[1]


@pytest.mark.parametrize("name", ["game", "commitment", "terms", "keys", "event", "round", "table", "restarts"])
def test_another_opening(agree, case, name):
    """Each field of an opening that the register has otherwise than the log is told, by its name."""
    body = opening_of(case)
    fields = {field: getattr(body, field) for field in body.__struct_fields__}
    other = {"keys": fields["keys"][::-1], "event": b"e" * 16, "restarts": b"r" * 16, "round": "2", "table": "9"}
    fields[name] = other.get(name) or bytes([fields[name][0] ^ 1, *fields[name][1:]])
    made = registered(case, type(body)(**fields))
    assert agree(case.forged(), wallet(case, inclusion(case, made))) == ("FAIL", {"REGISTRY_MISMATCH"})


def test_a_ruleset_by_another_name(agree, case):
    """The name of a ruleset is bound by the digest of the terms, and not compared by itself."""
    body = opening_of(case)
    fields = {field: getattr(body, field) for field in body.__struct_fields__} | {"ruleset": "other"}
    made = registered(case, type(body)(**fields))
    assert agree(case.forged(), wallet(case, inclusion(case, made))) == ("PASS", set())


@pytest.mark.parametrize("other", ["grown", "before", "behind", "root", "leaf", "key"])
def test_two_registers(agree, case, made, other):
    """Two proofs of one register that are not of one tree are told, of whatever sizes; a tree that only grew is not."""
    more = write_leaf(start_of(case), KeyAdded("log", ("one",)))
    trees = {
        "grown": [*made.leaves, more, more],
        "before": [write_leaf(start_of(case) - 1, BEGUN), *made.leaves[1:], more, more],
        "behind": [*made.leaves[:2], more, more, more],  # behind the leaf, where nothing of the smaller tree was full
        "root": [*made.leaves[:2], more],
        "leaf": [*made.leaves, made.leaves[1]],
        "key": made.leaves,
    }
    shown = MadeRegister(trees[other], seed=b"\x07" * 32 if other == "key" else SEED)
    row = inclusion(case, shown, at=3 if other == "leaf" else 1)
    due = ("PASS", set()) if other in ("grown", "behind") else ("FAIL", {"REGISTRY_MISMATCH"})
    assert agree(case.forged(), wallet(case, inclusion(case, made), row)) == due


def _end(case, made, row):
    row.update(inclusion(case, made, at=2))


def _other_leaf(case, made, row):
    row["leaf"] = based(made.leaves[0])


def _field_more(case, made, row):
    value = decode(made.leaves[1])
    value[2].append(None)
    made.leaves[1] = encode(value)
    made = MadeRegister(made.leaves)
    row.update(inclusion(case, made))


def _other_signer(case, made, row):
    row.update(inclusion(case, made, key=b"\x05" * 32))


def _other_title(case, made, row):
    text = row["key"].split("\n\n")[0].replace("wgregister/1/key", "wgregister/1/kex") + "\n"
    row["key"] = notes.sign(case.recorder.log_key, LOG_NAME, text)


def _other_register(case, made, row):
    row["register"] = "elsewhere.example.org/day"


def _no_blank(case, made, row):
    row["proof"] = row["proof"].replace("\n\n", "\n", 1)


UNPROVEN = (_end, _other_leaf, _field_more, _other_signer, _other_title, _other_register, _no_blank)


@pytest.mark.parametrize("tamper", UNPROVEN)
def test_a_proof_that_proves_nothing(agree, case, made, tamper):
    """What is no proof of an opening, or was signed by nobody who counts, is a warning."""
    row = inclusion(case, made)
    tamper(case, made, row)
    assert agree(case.forged(), wallet(case, row)) == ("PASS_WITH_NOTES", {"RECEIPT_UNPROVEN"})


def other_byte(data, place):
    return based(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])


def other_sign(text, place):
    return text[:place] + ("B" if text[place] == "A" else "A") + text[place + 1 :]


@pytest.mark.parametrize("name", ["leaf", "proof", "key"])
def test_altered_lines(agree, case, made, name):
    """Wherever a byte of a leaf, or a character of a proof or key, is another, both say the same."""
    good, found = inclusion(case, made, size=2), set()
    leaf = made.leaves[1]
    for place in range(0, len(leaf if name == "leaf" else good[name]), EVERY):
        row = {**good, name: other_byte(leaf, place) if name == "leaf" else other_sign(good[name], place)}
        found |= agree(case.forged(), wallet(case, row))[1]
    assert found == {"RECEIPT_UNPROVEN"}


@pytest.mark.parametrize("change", [{"leaf": "no base64"}, {"leaf": 7}, {"proof": None}, {"key": 1}, {"register": []}])
def test_a_line_that_is_none(go_command, tmp_path, case, made, change):
    """A line of this kind with other fields than it has to have makes the file none that can be used."""
    file = wallet(case, inclusion(case, made) | change)
    with pytest.raises(ValueError, match=next(iter(change))):
        read_held(file, "red.wallet")
    (tmp_path / "red.wallet").write_bytes(file)
    (tmp_path / "game.replay").write_bytes(case.forged())
    words = [*go_command, "--receipts", str(tmp_path / "red.wallet"), str(tmp_path / "game.replay")]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (run.returncode, next(iter(change)) in run.stderr) == (4, True)


@pytest.mark.parametrize("line", [b'{"kind":"new"}}', b'{"kind":"new"}]', b'{"kind":"new"} {}', b'{"kind":"\xff"}'])
def test_a_line_with_more_than_an_object(go_command, tmp_path, case, made, line):
    """A line that is no JSON object in UTF-8, from its first byte to its last, makes the file none that can be used."""
    file = wallet(case, inclusion(case, made)) + line + b"\n"
    with pytest.raises(ValueError, match=r"line|UTF-8|utf-8"):
        read_held(file, "red.wallet")
    (tmp_path / "red.wallet").write_bytes(file)
    (tmp_path / "game.replay").write_bytes(case.forged())
    words = [*go_command, "--receipts", str(tmp_path / "red.wallet"), str(tmp_path / "game.replay")]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (run.returncode, "JSON object" in run.stderr) == (4, True)


def test_of_another_game(agree, case, made):
    """A wallet of another game is no matter of this one, whatever its proof says."""
    rows = wallet(case, inclusion(case, made)).decode().splitlines()
    rows[0] = json.dumps(json.loads(rows[0]) | {"game": "00" * 16})
    found = agree(case.forged(), ("\n".join([*rows, ""])).encode())
    assert found[1] <= {"RECEIPT_UNPROVEN"}
