import base64
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays.notes import NoteInvalid, key_id, key_of, sign, verify, verify_key

NAME = "ref.example.org/wg"
SEED = bytes(range(32))
KEY = "ref.example.org/wg+7d67d898+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
TEXT = """wglog/1/head 0198c0de0000700080000000000000a1
2
TkyDGioAH2mHToGUctAoDupxeRhkd0ZBNapQcIk+2VA=
"""
SIGNATURE = "fWfYmCP0PUHvZPsDR7xi1m3gV/aEP3QmBidLFnQL4PmUL6Z5EogF8Yfl2JYO28aXIcTa1ILVwp3lMsKQHd8jfbAR5AY="
NOTE = f"{TEXT}\n— {NAME} {SIGNATURE}\n"
OTHER = Ed25519PrivateKey.from_private_bytes(b"\1" * 32)
OTHER_KEY = verify_key("other", OTHER.public_key().public_bytes_raw())
CHAIN = json.loads((Path(__file__).parents[1] / "kernel" / "chain_vectors.json").read_text())


def line_of(note):
    return note.split("\n\n")[1]


class TestVector:
    def test_signing(self):
        """A seed, name and text give the published note."""
        assert sign(SEED, NAME, TEXT) == NOTE
        assert sign(Ed25519PrivateKey.from_private_bytes(SEED), NAME, TEXT) == NOTE

    def test_verifying(self):
        """The published note holds under the published key."""
        assert verify(KEY, NOTE) == TEXT

    def test_key(self):
        """A key whose base64 holds a plus sign is split at the first two alone."""
        name, public = key_of(KEY)
        assert (name, public.hex()) == (NAME, "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")
        assert verify_key(name, public) == KEY
        assert key_id(name, public).hex() == "7d67d898"

    def test_published_game(self):
        """The head of the published game is signed by the key that its genesis names."""
        assert verify(CHAIN["verify_key"], CHAIN["note"]).splitlines()[1] == str(len(CHAIN["entries"]))


class TestSeveralSignatures:
    def test_others_are_passed_over(self):
        """Signatures of other keys neither help nor hinder."""
        both = NOTE + line_of(sign(OTHER, "other", TEXT))
        assert verify(KEY, both) == verify(OTHER_KEY, both) == TEXT

    def test_not_ours(self):
        """A note that only others signed is refused."""
        with pytest.raises(NoteInvalid, match="no signature of other"):
            verify(OTHER_KEY, NOTE)

    def test_same_name_other_key(self):
        """A signature under our name by another key is not ours."""
        with pytest.raises(NoteInvalid, match="no signature of ref"):
            verify(KEY, sign(OTHER, NAME, TEXT))

    def test_a_bad_one_beside_a_good_one(self):
        """One false signature under our key's id spoils the note."""
        bad = base64.b64encode(bytes.fromhex("7d67d898") + bytes(64)).decode()
        with pytest.raises(NoteInvalid, match="does not fit"):
            verify(KEY, f"{NOTE}— {NAME} {bad}\n")

    def test_too_many(self):
        """More signatures than any honest note has are not looked at."""
        with pytest.raises(NoteInvalid, match="signatures"):
            verify(KEY, NOTE + line_of(NOTE) * 16)

    def test_text_with_empty_lines(self):
        """The last empty line is where the signatures begin."""
        text = "a\n\nb\n"
        assert verify(KEY, sign(SEED, NAME, text)) == text


class TestForgeries:
    @pytest.mark.parametrize(
        "note",
        [
            NOTE.replace("\n2\n", "\n3\n"),
            NOTE.replace("a1\n", "a1\r\n", 1),
            NOTE.replace("fWfYmCP0", "fWfYmCP1"),
            NOTE.replace("5AY=", "5AZ="),
            NOTE.replace("5AY=", "5AY"),
            NOTE.replace("5AY=", "5A Y="),
            NOTE.replace("— ", "- "),
            NOTE.replace("— ", "—"),
            NOTE.replace(f"— {NAME}", "— "),
            NOTE[:-1],
            NOTE + "\n",
            NOTE + "more\n",
            TEXT,
            "",
            "\n" + line_of(NOTE),
            f"{TEXT}\n— {NAME} fWfYmA==\n",
        ],
    )
    def test_note(self, note):
        """A note that is changed, cut or longer is refused."""
        with pytest.raises(NoteInvalid):
            verify(KEY, note)

    @pytest.mark.parametrize(
        "line",
        [
            "",
            NAME,
            KEY.replace("7d67d898", "7d67d899"),
            KEY.replace("7d67d898", "7D67D898"),
            KEY.replace("ref", "Ref"),
            KEY[:-1],
            KEY.replace("+AQOh", "+AgOh"),
            KEY + "\n",
        ],
    )
    def test_key(self, line):
        """A key whose parts do not belong together is refused."""
        with pytest.raises(NoteInvalid):
            verify(line, NOTE)

    @pytest.mark.parametrize("name", ["", "two words", "a+b", "tab\t", "nul\0"])
    def test_name(self, name):
        """A name that could be read as something else is refused."""
        with pytest.raises(NoteInvalid):
            sign(SEED, name, TEXT)
        with pytest.raises(NoteInvalid):
            verify_key(name, bytes(32))

    @pytest.mark.parametrize("text", ["", "no newline", "tab\t\n", "return\r\n"])
    def test_text(self, text):
        """Only whole lines without control characters are signed."""
        with pytest.raises(NoteInvalid):
            sign(SEED, NAME, text)
