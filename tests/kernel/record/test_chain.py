import base64
import hashlib
import json
from pathlib import Path

import msgspec
import pytest

from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.dice.wgdice import REPORTED, Roll, commit, state_key, transcript
from adjudicator.kernel.record import chain
from adjudicator.kernel.record.mpint import decode, encode

VECTORS = json.loads((Path(__file__).parents[1] / "chain_vectors.json").read_text())
GAME = bytes.fromhex(VECTORS["game"])
ENTRIES = VECTORS["entries"]
RECORDS = [bytes.fromhex(entry["record"]) for entry in ENTRIES]
FIELDS = [decode(record) for record in RECORDS]
HASHES = [bytes.fromhex(entry["hash"]) for entry in ENTRIES]
SEALED = next(at for at, entry in enumerate(ENTRIES) if "openings" in entry)
OPENINGS = decode(bytes.fromhex(ENTRIES[SEALED]["openings"]))
HEAD = """wglog/1/head 0198c0de0000700080000000000000a1
2
TkyDGioAH2mHToGUctAoDupxeRhkd0ZBNapQcIk+2VA=
"""
HEAD_HASH = base64.b64decode("TkyDGioAH2mHToGUctAoDupxeRhkd0ZBNapQcIk+2VA=")


class TestEntries:
    def test_published_hashes(self):
        """The published records have the published hashes, for ever."""
        assert [chain.entry_hash(record) for record in RECORDS] == HASHES

    def test_first_and_last_hash(self):
        """Two of the published hashes stand here too, so that the file can not move unseen."""
        assert HASHES[0].hex() == "2f8b0046539ebdc086f3232b9e383c516e8047a2f10bc7e67741f4d11c19d3f2"
        assert HASHES[-1].hex() == "abf6fa75b4d6fe197f1fa565ff807254257faa854443145d9559c4981cb14d34"

    def test_domain(self):
        """An entry's hash is no plain hash of its bytes."""
        assert chain.entry_hash(b"x") == hashlib.sha256(b"wglog/1/entry\0x").digest()

    def test_links(self):
        """Each record names the hash of the one before; the first names zeros."""
        before = [fields[3] for fields in FIELDS]
        assert before == [chain.GENESIS_PREV, *HASHES[:-1]]
        assert bytes(32) == chain.GENESIS_PREV

    def test_canonical(self):
        """Published records are spelt as MP-int spells them."""
        assert [encode(fields) for fields in FIELDS] == RECORDS

    def test_any_bit(self):
        """A record with one bit changed anywhere has another hash."""
        record = RECORDS[1]
        changed = {
            chain.entry_hash(record[:at] + bytes([record[at] ^ 1]) + record[at + 1 :]) for at in range(len(record))
        }
        assert len(changed) == len(record)
        assert HASHES[1] not in changed


class TestSeals:
    def test_published_openings(self):
        """Published openings fit the commitments of their entry: the command's seal, then owner by owner."""
        command = FIELDS[SEALED][6]
        found = [chain.sealed_hash(GAME, owner, part, command[0], salt, data) for owner, part, salt, data in OPENINGS]
        assert found == [command[3], *(commitment for _, commitment in FIELDS[SEALED][10])]
        assert found[0].hex() == "18a55b3f10606c40d0da4b4b705b6314dfc0089b5e65148e7a9e5c30da45bf98"

    def test_everything_is_bound(self):
        """Another game, owner, part, command, salt or content has another commitment."""
        own = (GAME, 0, 1, bytes(16), bytes(32), b"data")
        others = [
            (bytes(16), *own[1:]),
            (GAME, 1, *own[2:]),
            (GAME, 0, 0, *own[3:]),
            (GAME, 0, 1, b"\1" * 16, *own[4:]),
            (*own[:4], b"\1" * 32, b"data"),
            (*own[:5], b"date"),
        ]
        assert len({chain.sealed_hash(*case) for case in (own, *others)}) == 7

    @pytest.mark.parametrize(("salt", "command_id"), [(31, 16), (33, 16), (32, 15)])
    def test_lengths(self, salt, command_id):
        """A salt or id of another length is refused, or bytes could wander between the fields."""
        with pytest.raises(ValueError, match="give exactly"):
            chain.sealed_hash(GAME, 0, 0, bytes(command_id), bytes(salt), b"")


class TestDiceOfALog:
    def test_rows_come_from_the_seed(self):
        """The dice of the published game come from its secret, contributions and settings."""
        genesis = FIELDS[0][6][2]
        secret = FIELDS[-1][6][2][1]
        settings = hashlib.sha256(encode([*genesis[1:-1], None])).digest()
        given = [fields[6][2][1] for fields in FIELDS if fields[6][2][0] == "OpenContribution"]
        bound = transcript(GAME, genesis[-1], settings, given)
        rows = [row for fields in FIELDS for row in fields[8]]
        rows += [row for _, part, _, data in OPENINGS if part for row in decode(data)[2]]
        rolls = [roll for roll in msgspec.convert(rows, list[Roll]) if roll.stream != REPORTED]
        dice = SeededDice(secret, bound)
        assert commit(GAME, secret) == genesis[-1]
        assert bound.hex() == VECTORS["transcript"]
        assert [dice.throw(roll.asked()) for roll in rolls] == [roll.faces for roll in rolls]
        assert sum(len(roll.faces) for roll in rolls) == VECTORS["dice"]


class TestStates:
    def test_published_hashes(self):
        """The hash of a view is open to all; that of all tables hangs on the game's secret."""
        state = VECTORS["state"]
        key = state_key(bytes.fromhex(VECTORS["secret"]), bytes.fromhex(VECTORS["transcript"]))
        view, tables = bytes.fromhex(state["view"]), bytes.fromhex(state["tables"])
        assert chain.state_hash(view).hex() == state["hash"]
        assert key.hex() == state["key"]
        assert chain.full_state_hash(key, tables).hex() == state["full"]
        assert any(fields[11] == [chain.state_hash(view), chain.full_state_hash(key, tables)] for fields in FIELDS)


class TestCommands:
    def test_signing_bytes(self):
        """A signature covers game, actor and command behind a domain of its own."""
        fields = FIELDS[SEALED]
        signed = chain.signing_bytes(encode([fields[1], fields[5], fields[6]]))
        assert signed.hex() == VECTORS["signing"]["bytes"]
        assert signed.startswith(b"wglog/1/cmd\0\x93")


class TestHeads:
    def test_text(self):
        """A head is three lines: game, size and hash."""
        assert chain.head_text(GAME, 2, HEAD_HASH) == HEAD

    def test_reading(self):
        """A head reads back as it was written."""
        assert chain.read_head(HEAD) == (GAME, 2, HEAD_HASH)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            HEAD[:-1],
            HEAD + "more\n",
            HEAD.replace("\n2\n", "\n02\n"),
            HEAD.replace("\n2\n", "\n+2\n"),
            HEAD.replace("\n2\n", "\n0\n"),
            HEAD.replace("c0de", "C0DE"),
            HEAD.replace("wglog/1", "wglog/2"),
            HEAD.replace("2VA=", "2VB="),
            HEAD.replace("TkyD", "TkyD\t"),
        ],
    )
    def test_other_texts(self, text):
        """Whatever is not spelt as a head is none."""
        with pytest.raises(ValueError, match="not the three lines of a head"):
            chain.read_head(text)

    def test_empty_log(self):
        """There is no head of nothing."""
        with pytest.raises(ValueError, match="a head of 0 entries"):
            chain.head_text(GAME, 0, HEAD_HASH)
