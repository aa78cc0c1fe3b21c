"""The published figures of dice and log, computed again."""

import json

import pytest

from adjudicator_client import NotProven
from adjudicator_client.contract.wargame.v1 import record_pb2
from adjudicator_client.proof import dice, games, notes, records
from adjudicator_client.proof.ed25519 import verifies
from adjudicator_client.proof.logged import party_of
from adjudicator_client.proof.mpint import NotMpint, decode, encode
from adjudicator_client.proof.receipts import Kept, Receipts
from adjudicator_client.proof.signers import verify_signatures

SPELT = [
    (None, "c0"),
    (False, "c2"),
    (True, "c3"),
    (0, "00"),
    (127, "7f"),
    (-32, "e0"),
    (-33, "d0df"),
    (-128, "d080"),
    (-129, "d1ff7f"),
    (128, "cc80"),
    (65536, "ce00010000"),
    (2**32, "cf0000000100000000"),
    (2**53 - 1, "cf001fffffffffffff"),
    (-(2**31) - 1, "d3ffffffff7fffffff"),
    ("é", "a2c3a9"),
    (b"\0", "c40100"),
    ([1, ["a", b""]], "920192a161c400"),
]
MISSPELT = [
    *("cc00", "d0ff", "d00001", "cd00ff", "cf00000000ffffffff", "cf0020000000000000", "d90161", "dc000101", "c5000100"),
    *("cb0000000000000000", "80", "d40100", "0101", "", "9201", "a2c3", "a1ff", "ddffffffff", "91" * 17 + "01"),
]


@pytest.fixture
def figures(vectors):
    """The figures of dice."""
    return json.loads((vectors / "dice_vectors.json").read_text())


@pytest.fixture
def setup(figures):
    """Secret, game and the like as bytes."""
    return {name: bytes.fromhex(value) for name, value in figures["setup"].items()}


@pytest.fixture
def chain(vectors):
    """The published game."""
    return json.loads((vectors / "chain_vectors.json").read_text())


def read(chain, data=None):
    """Read the records of the published game, or of a changed one."""
    game = bytes.fromhex(chain["game"])
    found = []
    for seq, row in enumerate(chain["entries"], 1):
        opened = decode(bytes.fromhex(row["openings"])) if row.get("openings") else []
        openings = [records.Opening(*part) for part in opened]
        found.append(records.read_record(data[seq - 1] if data else bytes.fromhex(row["record"]), game, seq, openings))
    return found


def rewritten(chain, seq, change):
    """Change the fields of one record and make the chain good again behind it."""
    copies = [bytes.fromhex(row["record"]) for row in chain["entries"]]
    fields = decode(copies[seq - 1])
    change(fields)
    copies[seq - 1] = encode(fields)
    for at in range(seq, len(copies)):
        after = decode(copies[at])
        after[3] = records.entry_hash(copies[at - 1])
        copies[at] = encode(after)
    return copies


def sealed_at(chain):
    """Number of the entry with sealed parts."""
    return next(seq for seq, row in enumerate(chain["entries"], 1) if row.get("openings"))


def set_face(fields):
    """Turn a die over."""
    row = fields[8][0]
    row[4][0] = row[4][0] % row[3] + 1


def test_commitments_transcript_and_key(setup):
    """Commitments, transcript and key are as published."""
    game, secret = setup["G"], setup["S"]
    assert dice.commit(game, secret) == setup["C"]
    assert [dice.seat_commit(game, seat, setup[f"r{seat}"]) for seat in (0, 1)] == [setup["c0"], setup["c1"]]
    bound = dice.transcript(game, setup["C"], setup["R"], [setup["r0"], setup["r1"]])
    assert bound == setup["T"]
    assert dice.stream_key(secret, bound) == setup["K"]


def test_dice_of_every_size(figures, setup):
    """Dice of six, of other sizes, and of sizes for which words are passed over."""
    key = setup["K"]
    assert dice.draw(key, 0, 6, 24) == figures["d6"]["faces"]
    mixed = figures["mixed"]
    found = [dice.draw(key, mixed["first"] + at, sides, 1)[0] for at, sides in enumerate(mixed["sides"])]
    assert found == mixed["faces"]
    over = figures["rejection"]
    assert [list(dice.uniform(key, over["first"] + at, over["sides"])) for at in range(len(over["draws"]))] == over[
        "draws"
    ]
    carry = figures["carry"]
    assert list(dice.uniform(key, carry["index"], carry["sides"])) == carry["draw"]
    ended = figures["open_ended"]
    assert dice.draw(key, ended["first"], 6, 3) == ended["faces"]


def test_an_absent_seat_a_later_epoch_and_a_hidden_stream(figures, setup):
    """Seats without a contribution, later epochs and hidden streams have keys of their own."""
    row = figures["later_epoch"]
    bound = dice.transcript(setup["G"], setup["C"], setup["R"], [setup["r0"], None])
    entropy = dice.epoch_entropy(setup["G"], 1, [bytes.fromhex(row["contribution"]), None])
    key = dice.stream_key(setup["S"], bound, 1, row["stream"], entropy)
    assert [bound.hex(), entropy.hex(), key.hex()] == [row["T"], row["E"], row["K"]]
    assert dice.draw(key, 0, 6, 12) == row["faces"]


def test_bytes_of_another_length_are_refused(setup):
    """Nothing is padded in silence, and there are no dice of no sides."""
    for call in (
        lambda: dice.commit(setup["G"], bytes(31)),
        lambda: dice.transcript(setup["G"], setup["C"], setup["R"], [bytes(33)]),
        lambda: dice.uniform(setup["K"], 0, 0),
        lambda: dice.uniform(setup["K"], 2**32, 6),
    ):
        with pytest.raises(ValueError, match=r"exactly|a die of"):
            call()


@pytest.mark.parametrize(("value", "digits"), SPELT, ids=[digits for _, digits in SPELT])
def test_values_have_one_spelling(value, digits):
    """A value is written in its one way, and read back."""
    assert encode(value).hex() == digits
    assert decode(bytes.fromhex(digits)) == value


@pytest.mark.parametrize("size", [15, 16, 31, 32, 255, 256, 65535, 65536])
def test_lengths_on_both_sides_of_every_step(size):
    """Text, bytes and lists of every length come back."""
    for value in ("x" * size, bytes(size), [None] * size):
        assert decode(encode(value)) == value


@pytest.mark.parametrize("value", [1.5, 2**53, {}, {1}, "\ud800", object()], ids=repr)
def test_other_values_have_no_place(value):
    """What MP-int does not have is not written."""
    with pytest.raises(NotMpint):
        encode(value)


@pytest.mark.parametrize("digits", MISSPELT)
def test_other_spellings_are_refused(digits):
    """Longer spellings, values of other kinds, and halves are not read."""
    with pytest.raises(NotMpint):
        decode(bytes.fromhex(digits))


def test_the_published_game_verifies(chain):
    """Hashes, sealed parts, seed, dice, the signed command and the signed head are as published."""
    found = read(chain)
    assert [record.hash.hex() for record in found] == [row["hash"] for row in chain["entries"]]
    secret, transcript = games.seed_of(found)
    assert [secret.hex(), transcript.hex()] == [chain["secret"], chain["transcript"]]
    kept = Kept(len(found), found[-1].hash, chain["note"])
    proof = games.verify_game(found, [kept], chain["verify_key"])
    assert (proof.entries, proof.receipts, proof.dice, proof.revealed) == (8, 1, chain["dice"], True)
    signed = found[sealed_at(chain) - 1]
    assert records.signing_bytes(signed.game, signed.actor, signed.command).hex() == chain["signing"]["bytes"]
    data = bytes.fromhex(chain["signing"]["bytes"])
    assert verifies(bytes.fromhex(chain["signing"]["public"]), signed.signature, data)
    assert not verifies(bytes.fromhex(chain["signing"]["public"]), signed.signature, data + b"\0")


def test_the_state_hash(chain):
    """The hash of a public state is as published."""
    assert records.state_hash(bytes.fromhex(chain["state"]["view"])).hex() == chain["state"]["hash"]


CHANGES = {
    "another secret": (8, lambda fields: fields[6][2].__setitem__(1, bytes(32)), "SEED_COMMIT_MISMATCH"),
    "another contribution": (5, lambda fields: fields[6][2].__setitem__(1, bytes(32)), "CONTRIBUTION_MISMATCH"),
    "other settings": (1, lambda fields: fields[6][2].__setitem__(1, "other"), "TRANSCRIPT_MISMATCH"),
    "an index skipped": (7, lambda fields: fields[8][0].__setitem__(2, fields[8][0][2] + 1), "DICE_CURSOR_GAP"),
    "an index again": (7, lambda fields: fields[8][0].__setitem__(2, fields[8][0][2] - 1), "DICE_REUSED"),
    "a die turned over": (7, set_face, "DICE_NOT_FROM_SEED"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_game_is_told(chain, name):
    """What was changed is told by its name, even where the chain was made good again behind it."""
    seq, change, check = CHANGES[name]
    with pytest.raises(NotProven) as caught:
        games.verify_dice(read(chain, rewritten(chain, seq, change)))
    assert (caught.value.check, caught.value.game.hex()) == (check, chain["game"])
    assert caught.value.seq
    assert caught.value.expected != caught.value.found


def test_a_broken_chain_is_told(chain):
    """A changed byte, a missing entry and another history are told."""
    copies = [bytes.fromhex(row["record"]) for row in chain["entries"]]
    fields = decode(copies[1])
    fields[4] += 1
    copies[1] = encode(fields)
    with pytest.raises(NotProven, match="CHAIN_BREAK"):
        games.verify_chain(read(chain, copies))
    whole = read(chain)
    with pytest.raises(NotProven, match="MISSING_ENTRY"):
        games.verify_chain([*whole[:2], *whole[3:]])
    with pytest.raises(NotProven, match="MISSING_ENTRY"):
        read(chain, copies[1:] + copies[:1])
    kept = Kept(len(whole), whole[-1].hash, chain["note"])
    with pytest.raises(NotProven, match="TRUNCATED_LOG"):
        games.verify_game(whole[:-1], [kept], chain["verify_key"])
    other = read(chain, rewritten(chain, 7, lambda fields: fields.__setitem__(4, fields[4] + 1)))
    with pytest.raises(NotProven, match="HEAD_MISMATCH"):
        games.verify_game(other, [kept], chain["verify_key"])


def test_another_spelling_and_another_format_are_told(chain):
    """Records are canonical, and of format 1."""
    game, first = bytes.fromhex(chain["game"]), bytes.fromhex(chain["entries"][0]["record"])
    with pytest.raises(NotProven, match="NON_CANONICAL_ENTRY"):
        records.read_record(b"\xdc\0\x0c" + first[1:], game, 1)
    for data in (encode([2]), encode(1), encode([1, *[None] * 11])):
        with pytest.raises(NotProven, match="BUNDLE_MALFORMED"):
            records.read_record(data, game, 1)
    with pytest.raises(NotProven, match="WRONG_GAME"):
        records.read_record(first, bytes(16), 1)


def test_a_forged_opening_is_told(chain):
    """An opening opens its own part, of its own owner, with its own bytes."""
    seq = sealed_at(chain)
    row = chain["entries"][seq - 1]
    owner, part, salt, data = decode(bytes.fromhex(row["openings"]))[0]
    for forged in ((owner, part, salt, encode([1])), (1 - owner, part, salt, data), (owner, 1 - part, salt, data)):
        with pytest.raises(NotProven, match="SEALED_OPENING_MISMATCH"):
            records.read_record(
                bytes.fromhex(row["record"]), bytes.fromhex(chain["game"]), seq, [records.Opening(*forged)]
            )


def test_a_forged_signature_of_a_command_is_told(chain):
    """A signature of a seat fits its command, or the game does not verify."""
    changed = read(chain, rewritten(chain, sealed_at(chain), lambda fields: fields.__setitem__(7, bytes(64))))
    with pytest.raises(NotProven, match="COMMAND_SIGNATURE_INVALID"):
        verify_signatures(changed)


def test_receipts_are_kept_in_a_file(chain, tmp_path):
    """Receipts come back from their file, each verified; two heads of one size are told."""
    receipts = Receipts(bytes.fromhex(chain["game"]), [chain["verify_key"]])
    last = len(chain["entries"])
    digest = bytes.fromhex(chain["entries"][-1]["hash"])
    receipts.keep(Kept(last, digest, chain["note"], b"i" * 16))
    receipts.save(tmp_path / "receipts.json")
    again = Receipts.load(tmp_path / "receipts.json")
    assert again.kept == receipts.kept
    assert (again.game, again.log_keys, again.head) == (receipts.game, receipts.log_keys, digest)
    with pytest.raises(NotProven, match="TWO_HEADS"):
        again.note(last, bytes(32))
    text = (tmp_path / "receipts.json").read_text()
    (tmp_path / "receipts.json").write_text(text.replace(f'"seq": {last}', f'"seq": {last + 1}'))
    with pytest.raises(NotProven, match="RECEIPT_MISMATCH"):
        Receipts.load(tmp_path / "receipts.json")
    (tmp_path / "receipts.json").write_text(text.replace("\\n8\\n", "\\n9\\n"))
    with pytest.raises(NotProven, match="HEAD_SIGNATURE_INVALID"):
        Receipts.load(tmp_path / "receipts.json")
    (tmp_path / "receipts.json").write_text("{}")
    with pytest.raises(ValueError, match="no file of receipts"):
        Receipts.load(tmp_path / "receipts.json")


def test_keys_that_do_not_fit_are_refused(chain):
    """A verification key names its own id, and a note is signed by the key."""
    line = chain["verify_key"]
    with pytest.raises(notes.NoteInvalid, match="its id is wrong"):
        notes.verify_note(line.replace("7d67", "7d68"), chain["note"])
    with pytest.raises(notes.NoteInvalid, match="no signature of"):
        notes.verify_note(line, chain["note"].replace("— ref", "— xref"))
    with pytest.raises(notes.NoteInvalid, match="does not fit"):
        notes.verify_note(line, chain["note"].replace("\n8\n", "\n7\n"))
    with pytest.raises(notes.NoteInvalid, match="three lines"):
        notes.read_head("wglog/1/head\n")
    assert notes.handed_on(line, ["wglog/1/key\nother\nnext\n\n— x y\n"]) == [line]


def padded(note, count, name="other"):
    """The note, with more lines beneath it that others have signed."""
    row = note.splitlines()[-1].partition(" ")[2].partition(" ")[2]
    return note + f"\N{EM DASH} {name} {row}\n" * count


def test_what_others_sign_beneath_a_note_has_an_end(chain):
    """A note has sixteen signatures at most and a length, so that others cannot fill the wallets that keep it."""
    line, note = chain["verify_key"], chain["note"]
    assert notes.verify_note(line, padded(note, 15)) == notes.verify_note(line, note)
    for too_much in (padded(note, 16), padded(note, 15, "x" * 600)):
        with pytest.raises(notes.NoteInvalid, match="more than"):
            notes.verify_note(line, too_much)


def test_parties_as_the_log_has_them():
    """A seat is its number; who is no seat has a number above."""
    named = (record_pb2.NAMED_PARTY_TABLE, record_pb2.NAMED_PARTY_REFEREE, record_pb2.NAMED_PARTY_EVERYONE)
    found = [party_of(record_pb2.Party(named=number)) for number in named]
    assert [*found, party_of(record_pb2.Party(seat=1))] == [255, 254, 253, 1]


def test_a_file_of_receipts_stays_whole_where_it_can_not_be_written(tmp_path, monkeypatch):
    """Where a disk takes no more, the file that was there before stays as it was, and nothing is left beside it."""
    path = tmp_path / "receipts.json"
    Receipts(bytes(16), ["first"]).save(path)
    before = path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            Receipts(bytes(16), ["second"]).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    Receipts(bytes(16), ["second"]).save(path)
    assert Receipts.load(path).log_keys == ["second"]
    assert list(tmp_path.iterdir()) == [path]
