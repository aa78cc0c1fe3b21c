"""Proofs of a register in wallets: against logs, and against registers that an operator has grown otherwise."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adjudicator.kernel.record.chain import head_text
from replays import notes
from replays.audit.audit import audit
from replays.audit.checks_register import Against
from replays.audit.receipts import read_held
from replays.register.checkpoint import key_text
from replays.register.held import compare_wallets
from replays.register.leaves import LOG_OWNER, GameEnded, KeyAdded, KeyRotated, write_leaf
from replays.register.proof import Proof, other_leaves, write_proof
from replays.register.reading import FolderSource, read_register
from replays.register.watching import CLAIMED, FORGED, NOTHING, TOLD, Watch
from replays.wallet.reading import read_wallet
from services.cli import main
from tests.replays.audit.steps import Case
from tests.replays.audit.test_register import BEGUN, end_of, opening_of, registered, start_of
from tests.replays.fixtures import LOG_NAME, find, played
from tests.replays.register.steps import ORIGIN, MadeRegister
from tests.replays.wallet.steps import based, lines, title, wallet_rows


@pytest.fixture(scope="module")
def unsigned():
    """A game that its seats do not sign."""
    return Case(played(1, signed=False))


@pytest.fixture(scope="module")
def again():
    """The same game opened once more with another secret of the dice, under the same id and keys."""
    return Case(played(1, secret=b"\x77" * 32, signed=False))


def inclusion(case, made, at=1, size=None, key=None):
    """The proof that a player was given."""
    size = made.tree.size if size is None else size
    named = notes.sign(key or case.recorder.log_key, LOG_NAME, key_text(made.origin, made.vkey))
    proof = write_proof(at, made.tree.inclusion(at, size), made.checkpoint(size).note)
    return {"kind": "inclusion", "register": made.origin, "leaf": based(made.leaves[at]), "proof": proof, "key": named}


def wallet(case, *more, upto=None):
    """The wallet of red, with these lines beside."""
    return lines([title(case.recorder), *wallet_rows(case, 0, upto=upto), *more])


def of_register(case, made, folder):
    """A register as an auditor reads it."""
    note = notes.sign(case.recorder.log_key, LOG_NAME, key_text(made.origin, made.vkey))
    return read_register(FolderSource(made.write(folder)), made.vkey, key_note=note)


def judged(case, data, file, register=None):
    """Audit with one wallet, and a register."""
    report = audit(data, find=find, held=read_held(file, "red.wallet"), against=Against(register))
    return [(row.code, row.seq, row.expected) for row in report.findings if row.code.startswith(("REG", "SEED", "REC"))]


# -- an audit


def test_a_sound_game(case, tmp_path):
    """What was proven before the contribution is what the log was opened with, and what the register has."""
    made = registered(case, opening_of(case), end_of(case))
    file = wallet(case, inclusion(case, made, size=2))
    assert judged(case, case.forged(), file) == []
    assert judged(case, case.forged(), file, of_register(case, made, tmp_path)) == []


def test_a_remade_game(unsigned, again):
    """The one line of the proof, with no receipt of an entry, shows a game that was opened anew."""
    made = registered(unsigned, opening_of(unsigned))
    file = lines([title(unsigned.recorder), inclusion(unsigned, made)])
    found = judged(again, again.forged(), file)
    commitment = unsigned.recorder.terms.commitment.hex()
    text = f"commitment as it was proven to a holder (red.wallet): {commitment}"
    assert found == [("REGISTRY_MISMATCH", 1, text)]


def test_a_late_opening(case):
    """A proof of an opening that was entered after somebody had contributed shows it."""
    made = registered(case, opening_of(case), time=start_of(case) + 3_600_000)
    assert [row[0] for row in judged(case, case.forged(), wallet(case, inclusion(case, made)))] == ["SEED_COMMIT_LATE"]


def test_two_registers_of_one_name(case, tmp_path):
    """A register that has signed a proof and has another leaf there now shows two histories."""
    made = registered(case, opening_of(case))
    other = registered(case, opening_of(case), time=start_of(case) - 1)
    register = of_register(case, other, tmp_path)
    found = judged(case, case.forged(), wallet(case, inclusion(case, made)), register)
    assert found == [("REGISTRY_MISMATCH", 1, f"what {ORIGIN} has signed (red.wallet)")]


def grown_otherwise(case, made):
    """The register with more leaves, and another one before that of the game."""
    first = write_leaf(start_of(case) - 1, BEGUN)
    return MadeRegister([first, *made.leaves[1:], *made.leaves[1:], *made.leaves[1:]])


def test_two_registers_that_players_were_shown(case):
    """Two proofs of one register are of one tree that grew: what does not fit is found without the register itself."""
    made = registered(case, opening_of(case), end_of(case))
    later = MadeRegister([*made.leaves, *made.leaves[1:]])
    for one, two in ((made, later), (later, made)):
        assert two_judged(case, *(wallet(case, inclusion(case, shown)) for shown in (one, two))) == []
    other = grown_otherwise(case, made)
    due = [("REGISTRY_MISMATCH", 1, f"the register {ORIGIN} as it was proven to a holder (red.wallet)")]
    for one, two in ((made, other), (other, made)):
        assert two_judged(case, *(wallet(case, inclusion(case, shown)) for shown in (one, two))) == due
    # in one wallet too, as a client keeps them that has found it
    both = wallet(case, inclusion(case, made), inclusion(case, other))
    assert judged(case, case.forged(), both) == due


def two_judged(case, red, blue):
    """Audit with the wallets of both players."""
    held = [*read_held(red, "red.wallet"), *read_held(blue, "blue.wallet")]
    report = audit(case.forged(), find=find, held=held)
    return [(row.code, row.seq, row.expected) for row in report.findings if row.code.startswith(("REG", "SEED", "REC"))]


@pytest.mark.parametrize("other", ["root", "leaf", "key"])
def test_two_proofs_that_contradict_each_other(case, other):
    """Of one size one root, one leaf of the game, and one key."""
    made = registered(case, opening_of(case), end_of(case))
    shown = MadeRegister([*made.leaves[:2], made.leaves[1]])
    row = inclusion(case, shown, at=2 if other == "leaf" else 1)
    if other == "key":
        row = inclusion(case, MadeRegister(made.leaves, seed=b"\x07" * 32))
    found = judged(case, case.forged(), wallet(case, inclusion(case, made), row))
    assert found == [("REGISTRY_MISMATCH", 1, f"the register {ORIGIN} as it was proven to a holder (red.wallet)")]


@pytest.mark.parametrize("index", range(7))
def test_trees_of_two_sizes(index):
    """No tree that grew is accused, and whatever leaf before its own a register changes is found."""

    def shown(leaves):
        made = MadeRegister(leaves)
        return Proof(index, tuple(made.tree.inclusion(index, made.tree.size)), ""), made.tree.size

    leaves = [bytes([at]) for at in range(9)]
    for small in range(index + 1, len(leaves)):
        for large in range(small + 1, len(leaves) + 1):
            assert other_leaves(*shown(leaves[:small]), *shown(leaves[:large])) is None
            for at in set(range(large)) - {index}:
                changed = [*leaves[:at], b"another", *leaves[at + 1 : large]]
                found = other_leaves(*shown(leaves[:small]), *shown(changed))
                assert found == other_leaves(*shown(changed), *shown(leaves[:small]))
                assert found is not None or at > index
                assert found is None or found[0] <= at <= found[1] < small


@pytest.mark.parametrize("what", ["key", "leaf", "proof", "register"])
def test_a_proof_that_does_not_hold(case, what):
    """A proof that nobody has signed proves nothing: a warning, whatever it says."""
    made = registered(case, opening_of(case))
    row = inclusion(case, made, key=b"\x05" * 32 if what == "key" else None)
    if what == "leaf":
        row["leaf"] = based(made.leaves[0])
    if what == "register":
        row["register"] = "elsewhere.example.org/day"
    if what == "proof":
        row["proof"] = row["proof"].replace("index 1", "index 0")
    assert [row[0] for row in judged(case, case.forged(), wallet(case, row))] == ["RECEIPT_UNPROVEN"]


# -- a register that is watched with wallets


def log_key(case):
    """The leaf by which a register names the key of the log."""
    return KeyAdded(LOG_OWNER, (vkey_of(case.recorder.log_key),))


def vkey_of(seed):
    return notes.verify_key(LOG_NAME, Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw())


def look(case, made, folder, *files):
    """Look at a register with wallets."""
    wallets = [read_wallet(file, f"{at}.wallet") for at, file in enumerate(files)]
    found = Watch(str(made.write(folder)), made.vkey, wallets=wallets).look(start_of(case))
    return found.status, [(item.code, item.game) for item in found.noticed]


def test_watch_a_sound_register(case, tmp_path):
    """A player's games stand in the register as he knows them."""
    made = registered(case, opening_of(case), end_of(case))
    assert look(case, made, tmp_path, wallet(case, inclusion(case, made, size=2))) == (NOTHING, [])


def test_watch_a_dropped_game(case, again, tmp_path):
    """A game that a player holds and the register lacks is told; with his proof the register is shown to have lied."""
    made, other = registered(case, opening_of(case)), registered(case, log_key(case))
    game = case.recorder.game_id.hex()
    # heads alone do not say in which of the log's registers the game belongs
    assert look(case, other, tmp_path / "a", wallet(case)) == (CLAIMED, [("GAME_MISSING", game)])
    found = look(case, other, tmp_path / "b", wallet(case, inclusion(case, made)))
    assert found == (FORGED, [("REGISTRY_MISMATCH", game), ("GAME_MISSING", game)])


def test_watch_a_remade_game(unsigned, again, tmp_path):
    """A game that stands there with another commitment than its player was told was played anew."""
    made, other = registered(unsigned, opening_of(unsigned)), registered(again, opening_of(again), end_of(again))
    game = unsigned.recorder.game_id.hex()
    found = look(unsigned, other, tmp_path, wallet(unsigned, inclusion(unsigned, made)))
    assert found == (FORGED, [("REGISTRY_MISMATCH", game), ("GAME_REMADE", game)])
    bare = [row for row in wallet_rows(unsigned, 0) if row["kind"] == "opening"]
    assert look(unsigned, other, tmp_path, lines([title(unsigned.recorder), *bare])) == (
        CLAIMED,
        [("GAME_REMADE", game)],
    )


def test_watch_a_game_cut_short(case, tmp_path):
    """An end before an entry that was signed for the player, and another last entry, are told."""
    size, game = len(case.entries) - 2, case.recorder.game_id.hex()
    end = GameEnded(case.recorder.game_id, size, case.entries[size - 1].recorded, "won", "", (0,))
    made = registered(case, opening_of(case), end, log_key(case))
    last = len(case.entries)
    note = case.note(last, case.entries[-1].recorded)
    head = case.entries[-1].recorded.hex()
    row = {"kind": "receipt", "seq": last, "hash": head, "note": note, "command_id": "", "record": ""}
    assert look(case, made, tmp_path, wallet(case, row)) == (TOLD, [("GAME_CUT", game)])
    forged = {**row, "note": notes.sign(b"\x05" * 32, LOG_NAME, head_text(case.recorder.game_id, last, b"h" * 32))}
    own = [row for row in wallet_rows(case, 0) if row["kind"] == "log_key"]
    bare = lines([title(case.recorder), *own, forged])
    assert look(case, made, tmp_path, bare) == (NOTHING, [])


def test_two_last_entries_that_were_signed_are_told_in_any_order(case, tmp_path):
    """Of two heads that the log has signed for its last entry one is another than the register has."""
    size, game = len(case.entries), case.recorder.game_id
    end = GameEnded(game, size, case.entries[-1].recorded, "won", "", (0,))
    made = registered(case, opening_of(case), end, log_key(case))
    rows = []
    for head in (b"h" * 32, case.entries[-1].recorded):
        note = notes.sign(case.recorder.log_key, LOG_NAME, head_text(game, size, head))
        rows.append({"kind": "receipt", "seq": size, "hash": head.hex(), "note": note, "command_id": "", "record": ""})
    for place, ordered in enumerate((rows, rows[::-1])):
        file = lines([title(case.recorder), *ordered])
        assert look(case, made, tmp_path / str(place), file) == (TOLD, [("GAME_REMADE", game.hex())])


def test_a_register_that_names_no_key_of_the_log_silences_nobody(case, tmp_path):
    """Where no leaf says which key signs the heads, those of the wallet's own keys are a claim."""
    size, game = len(case.entries) - 2, case.recorder.game_id
    end = GameEnded(game, size, case.entries[size - 1].recorded, "won", "", (0,))
    made, last = registered(case, opening_of(case), end), len(case.entries)
    head = case.entries[-1].recorded
    note = case.note(last, head)
    row = {"kind": "receipt", "seq": last, "hash": head.hex(), "note": note, "command_id": "", "record": ""}
    assert look(case, made, tmp_path, wallet(case, row)) == (CLAIMED, [("GAME_CUT", game.hex())])


@pytest.mark.parametrize("what", ["cut", "remade", "missing"])
def test_what_a_forged_wallet_says_is_a_claim_at_most(case, tmp_path, what):
    """Heads signed by a key that the wallet names, and the register does not, prove nothing against anybody.

    They are told all the same: who was shown a fork under a key that nobody knows has nothing else to show.
    """
    size, game, own = len(case.entries), case.recorder.game_id, b"\x05" * 32
    end = GameEnded(game, size, case.entries[-1].recorded, "won", "", (0,))
    opened = (opening_of(case), end) if what != "missing" else ()
    made = registered(case, *opened, log_key(case))
    at, head = (size + 3, b"h" * 32) if what == "cut" else (size, b"h" * 32)
    note = notes.sign(own, LOG_NAME, head_text(game, at, head))
    row = {"kind": "receipt", "seq": at, "hash": head.hex(), "note": note, "command_id": "", "record": ""}
    file = lines([title(case.recorder), {"kind": "log_key", "key": vkey_of(own)}, row])
    told = {"cut": "GAME_CUT", "remade": "GAME_REMADE", "missing": "GAME_MISSING"}[what]
    assert look(case, made, tmp_path, file) == (CLAIMED, [(told, game.hex())])


def test_heads_of_a_key_that_came_later(case, tmp_path):
    """A key that the log's key has handed on to proves as well as the first."""
    later, game, size = b"\x06" * 32, case.recorder.game_id, len(case.entries) - 2
    end = GameEnded(game, size, case.entries[size - 1].recorded, "won", "", (0,))
    rotated = KeyRotated(LOG_OWNER, vkey_of(later), "a note of both keys")
    made = registered(case, opening_of(case), end, log_key(case), rotated)
    note = notes.sign(later, LOG_NAME, head_text(game, size + 1, b"h" * 32))
    row = {"kind": "receipt", "seq": size + 1, "hash": (b"h" * 32).hex(), "note": note, "command_id": "", "record": ""}
    file = lines([title(case.recorder), row])
    assert look(case, made, tmp_path, file) == (TOLD, [("GAME_CUT", game.hex())])


def test_watch_a_game_that_nobody_has_played(case, tmp_path):
    """A second game with the player's key, of which he has no wallet, is told."""
    other = opening_of(case)
    unknown = type(other)(b"\x09" * 16, *(getattr(other, name) for name in other.__struct_fields__[1:]))
    made = registered(case, other, end_of(case), unknown)
    assert look(case, made, tmp_path, wallet(case)) == (CLAIMED, [("GAME_UNKNOWN", (b"\x09" * 16).hex())])


def test_watch_another_register(case, tmp_path):
    """A wallet of a game in another register says where to look."""
    elsewhere = MadeRegister([write_leaf(start_of(case), body) for body in (BEGUN, opening_of(case))], "other/day/x")
    found = look(case, registered(case), tmp_path, wallet(case, inclusion(case, elsewhere)))
    assert found == (CLAIMED, [("OTHER_REGISTER", case.recorder.game_id.hex())])


def test_watch_with_a_proof_that_does_not_hold(case, tmp_path):
    """A proof of this register that nobody has signed is told of, and accuses nobody."""
    made = registered(case, opening_of(case))
    row = inclusion(case, made)
    row["proof"] = row["proof"].replace("index 1", "index 0")
    found = compare_wallets(of_register(case, made, tmp_path), [read_wallet(wallet(case, row), "red")])
    assert (found.forged, [item.code for item in found.noticed]) == ("", ["PROOF_INVALID"])


def test_watch_by_the_program(case, tmp_path, capsys):
    """The program takes wallets, says what it has found, and ends with its status."""
    made, other = registered(case, opening_of(case)), registered(case)
    path = tmp_path / "red.wallet"
    path.write_bytes(wallet(case, inclusion(case, made)))
    place = other.write(tmp_path / "register")
    words = ["register", "watch", str(place), "--vkey", other.vkey, "--wallet", str(path)]
    assert main(words) == FORGED
    said = capsys.readouterr().out
    assert "GAME_MISSING" in said
    assert "not to be believed" in said
    assert main([*words, "--json"]) == FORGED
    assert json.loads(capsys.readouterr().out)["noticed"][0]["code"] == "REGISTRY_MISMATCH"
    assert main([*words[:-1], str(tmp_path / "none")]) == 4
    assert "none" in capsys.readouterr().err


def test_a_register_that_names_another_key_silences_nobody(case, tmp_path):
    """Where a register names a key that has signed none of the heads, those of the wallet's own keys are a claim."""
    size, game = len(case.entries) - 2, case.recorder.game_id
    end = GameEnded(game, size, case.entries[size - 1].recorded, "won", "", (0,))
    other = KeyAdded(LOG_OWNER, (vkey_of(b"\x05" * 32),))
    made, last = registered(case, opening_of(case), end, other), len(case.entries)
    head = case.entries[-1].recorded
    note = case.note(last, head)
    row = {"kind": "receipt", "seq": last, "hash": head.hex(), "note": note, "command_id": "", "record": ""}
    assert look(case, made, tmp_path, wallet(case, row)) == (CLAIMED, [("GAME_CUT", game.hex())])
