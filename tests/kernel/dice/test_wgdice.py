import hashlib
import hmac
import inspect
import json
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, SPECTATOR, TABLE
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.dice.dice_sources import DiceMismatch, FacesMissing, LoggedDice, ReportedDice, SeededDice
from adjudicator.kernel.dice.wgdice import (
    MAX_SIDES,
    PUBLIC,
    REFEREE_STREAM,
    REPORTED,
    WELL_KNOWN_SECRETS,
    Roll,
    Throw,
    commit,
    derive_secret,
    die,
    draw,
    hidden_stream,
    owner_of_stream,
    seat_commit,
    state_key,
    stream_key,
    stretch_before,
    stretch_end,
    stretch_secret,
    transcript,
    uniform,
)

VECTORS = json.loads((Path(__file__).parents[1] / "dice_vectors.json").read_text())
SETUP = {name: bytes.fromhex(digits) for name, digits in VECTORS["setup"].items()}
SECRET, GAME, BOUND, KEY = SETUP["S"], SETUP["G"], SETUP["T"], SETUP["K"]
# commitment and secrets of three stretches of the game of the vectors
STRETCHES = [
    "0621f1b794bd34f073017c44796180ebdf69ab01455aaac2034257600db70d11",
    "9314875c48dd2bad94e605d09c762ea1e4f7d8ef8d3a308225b1ce13828694b2",
    "365cfd6fec6cfb21d75871194bdd9332783320c966a73ace3a306e1fe96e0c64",
    "c3027a8814fba0ddb5704566878ed4a65091d4a6c3a2ff99473f1352bfda8317",
]
KINDS = (2, 3, 4, 5, 6, 8, 10, 12, 20, 66, 100)


def ask(count=1, sides=6, index=0, stream=PUBLIC, epoch=0):
    return Throw(stream, epoch, index, sides, count, "charge", 0)


def entropy_of_first_seat(game, epoch, contribution):
    """What an epoch brings in to which the first of two seats contributes, the other and the beacon nothing."""
    seats = b"\2" + b"\1" + contribution + bytes(33)
    beacon = b"\1" + bytes(33)
    return hashlib.sha256(b"wgdice/1/epoch\0" + game + epoch.to_bytes(4, "big") + seats + beacon).digest()


class TestVectors:
    def test_setup(self):
        """Commitments, transcript and key come out as published."""
        assert commit(GAME, SECRET) == SETUP["C"]
        assert seat_commit(GAME, 0, SETUP["r0"]) == SETUP["c0"]
        assert seat_commit(GAME, 1, SETUP["r1"]) == SETUP["c1"]
        assert transcript(GAME, SETUP["C"], SETUP["R"], [SETUP["r0"], SETUP["r1"]]) == BOUND
        assert stream_key(SECRET, BOUND) == KEY

    def test_six_sided(self):
        """Twenty-four dice of six come out as published, one by one and as one throw."""
        row = VECTORS["d6"]
        assert [die(KEY, index, 6) for index in range(24)] == row["faces"]
        assert list(SeededDice(SECRET, BOUND).throw(ask(24))) == row["faces"]

    def test_first_block(self):
        """The first word of a block is the one that counts."""
        row = VECTORS["d6"]
        block = wgdice._mac(KEY, wgdice._DRAW, wgdice._place(0, 6, 0))
        assert block.hex() == row["block"]
        assert int(row["block"][:8], 16) % 6 + 1 == row["faces"][0]

    def test_mixed_sides(self):
        """Every index may have another number of sides."""
        row = VECTORS["mixed"]
        found = [die(KEY, row["first"] + at, sides) for at, sides in enumerate(row["sides"])]
        assert found == row["faces"]

    def test_rejection(self):
        """Words beyond the last whole multiple of the sides are passed over and counted."""
        row = VECTORS["rejection"]
        found = [list(uniform(KEY, row["first"] + at, row["sides"])) for at in range(12)]
        assert found == row["draws"]

    def test_rejection_inside_a_throw(self):
        """A throw passes the same words over as a single die."""
        row = VECTORS["rejection"]
        faces = draw(KEY, row["first"], row["sides"], 12)
        assert list(faces) == [value + 1 for value, _ in row["draws"]]

    def test_block_carry(self):
        """The ninth word is the first of the second block."""
        row = VECTORS["carry"]
        assert list(uniform(KEY, row["index"], row["sides"])) == row["draw"]

    def test_open_ended(self):
        """An open-ended roll goes on to the next index while its faces say so."""
        row = VECTORS["open_ended"]
        faces = draw(KEY, row["first"], 6, len(row["faces"]))
        assert list(faces) == row["faces"]
        assert [face in row["on"] for face in faces] == [True, True, False]
        assert [die(KEY, row["control"]["first"], 6)] == row["control"]["faces"]

    def test_bag(self):
        """A token is drawn by its place among those that are left."""
        row = VECTORS["bag"]
        bag = list(row["bag"])
        drawn = [bag.pop(die(KEY, row["first"] + at, len(bag)) - 1) for at in range(6)]
        assert ("".join(drawn), "".join(bag)) == (row["drawn"], row["rest"])

    def test_shuffle(self):
        """A shuffle swaps from the last place down, one die for each place."""
        row = VECTORS["bag"]
        items = list("ABCDEFGH")
        for at, last in enumerate(range(7, 0, -1)):
            other = die(KEY, row["shuffle_first"] + at, last + 1) - 1
            items[last], items[other] = items[other], items[last]
        assert "".join(items) == row["shuffled"]

    def test_absent_seat_and_later_epoch(self):
        """An absent seat leaves its mark; a later epoch's streams hang on its contributions."""
        row = VECTORS["later_epoch"]
        bound = transcript(GAME, SETUP["C"], SETUP["R"], [SETUP["r0"], None])
        entropy = entropy_of_first_seat(GAME, 1, bytes.fromhex(row["contribution"]))
        assert bound.hex() == row["T"]
        assert entropy.hex() == row["E"]
        assert stream_key(SECRET, bound, 1, row["stream"], entropy).hex() == row["K"]
        key = stream_key(SECRET, bound, 1, row["stream"], entropy)
        assert list(draw(key, 0, 6, 12)) == row["faces"]

    def test_stretches(self):
        """Secrets of stretches are a chain of hashes that ends in the commitment; each gives its own dice."""
        end = stretch_end(SECRET, GAME)
        assert end.hex() == hmac.digest(SECRET, b"wgdice/1/stretches\0" + GAME, "sha256").hex()
        chain = [stretch_secret(end, GAME, 3, epoch) for epoch in (-1, 0, 1, 2)]
        assert chain[3] == end
        for number in (3, 2, 1):
            before = b"wgdice/1/stretch\0" + GAME + number.to_bytes(4, "big") + chain[number]
            assert hashlib.sha256(before).digest() == chain[number - 1]
        assert [secret.hex() for secret in chain] == STRETCHES
        seeded = SeededDice(SECRET, BOUND, lambda epoch: chain[epoch + 1])
        assert seeded.throw(ask(4, epoch=1)) == draw(stream_key(chain[2], BOUND, 1), 0, 6, 4)
        assert seeded.throw(ask(4, stream=2)) == SeededDice(SECRET, BOUND).throw(ask(4, stream=2))

    def test_no_stretch_foretells_the_next(self):
        """What is shown of a stretch leads back and never on: the next secret is not among what follows from it."""
        end = stretch_end(SECRET, GAME)
        chain = [stretch_secret(end, GAME, 5, epoch) for epoch in range(-1, 5)]
        shown = chain[3]
        reached = {shown, *(stretch_before(GAME, number, shown) for number in range(1, 6)), stretch_end(shown, GAME)}
        assert not reached & set(chain[4:])
        assert len(set(chain)) == len(chain)

    def test_secret_and_state_key(self):
        """The secret of a game and the key of its state's hash have had these bytes from the start."""
        assert derive_secret(SECRET, GAME).hex() == "5d0ade45177cc40d11e369781217e558a9a830ff32ce840c9b4c12dc6f266267"
        assert (
            derive_secret(SECRET, GAME, 1).hex() == "75c804253de540afedd90a42b0a695e75194cd99157eee39cda294f9c34badf5"
        )
        assert state_key(SECRET, BOUND).hex() == "bfe6d5c4bbcb6c08f3c55763f64cfd0b053bde71337cd43bb32f97a581ec24dd"


class TestExactness:
    @pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 10, 20, 100, 1000])
    def test_every_face_is_equally_likely(self, sides, monkeypatch):
        """Of all words of sixteen bits every face gets the same share, and the rest is passed over."""
        words = 2**16
        monkeypatch.setattr(wgdice, "_WORDS", words)
        monkeypatch.setattr(wgdice, "_mac", lambda key, *_: key)
        monkeypatch.setattr(wgdice, "_words", lambda word: (int.from_bytes(word, "big"), 0))
        draws = [uniform(word.to_bytes(2, "big"), 0, sides) for word in range(words)]
        shares = Counter(value for value, attempts in draws if attempts == 1)
        assert sorted(shares) == list(range(sides))
        assert set(shares.values()) == {words // sides}
        assert sum(attempts == 2 for _, attempts in draws) == words % sides

    @pytest.mark.parametrize("sides", [*range(1, 101), 1000, MAX_SIDES])
    def test_limit_is_a_multiple(self, sides):
        """The limit is the largest multiple of the sides that a word reaches."""
        limit = wgdice._limit(sides)
        assert limit % sides == 0
        assert 0 <= 2**32 - limit < sides

    @pytest.mark.parametrize("sides", KINDS)
    def test_range(self, sides):
        """Every face from one to the number of sides comes up, and no other."""
        assert sorted(set(draw(KEY, 0, sides, 60 * sides))) == list(range(1, sides + 1))

    def test_one_side(self):
        """A die of one side shows it, and still takes its index."""
        assert draw(KEY, 0, 1, 3) == (1, 1, 1)

    def test_chi_square(self):
        """Sixty thousand dice of a fixed seed lie where fair dice lie nineteen times in twenty."""
        faces = draw(KEY, 0, 6, 60_000)
        pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
        assert _chi_square(Counter(faces), 6, 60_000) < 11.07
        assert _chi_square(pairs, 36, 30_000) < 49.8

    def test_sides_are_part_of_the_derivation(self):
        """One index as another kind of die is another draw, so no row can be read as another kind."""
        same = sum(draw(KEY, at, 6, 1)[0] % 3 == draw(KEY, at, 3, 1)[0] % 3 for at in range(600))
        assert 150 < same < 250

    @pytest.mark.parametrize("sides", [0, -1, MAX_SIDES + 1])
    def test_impossible_sides(self, sides):
        """A die that no word can decide is refused."""
        with pytest.raises(ValueError, match=f"a die of {sides} sides"):
            draw(KEY, 0, sides, 1)

    def test_drawing_takes_nothing_of_the_game(self):
        """What draws knows a key, a place, a number of sides and a count, and nothing else."""
        assert list(inspect.signature(uniform).parameters) == ["key", "index", "sides"]
        assert list(inspect.signature(die).parameters) == ["key", "index", "sides"]
        assert list(inspect.signature(draw).parameters) == ["key", "index", "sides", "count"]


def _chi_square(counts, cells, total):
    expected = total / cells
    return sum((count - expected) ** 2 / expected for count in counts.values())


class TestLengths:
    @pytest.mark.parametrize("size", [0, 31, 33])
    def test_secrets(self, size):
        """Secrets, hashes and contributions of another length are refused by their name."""
        bad = bytes(size)
        cases = {
            "master": lambda: derive_secret(bad, GAME),
            "secret": lambda: commit(GAME, bad),
            "contribution": lambda: transcript(GAME, BOUND, BOUND, [bad]),
            "commitment": lambda: transcript(GAME, bad, BOUND, []),
            "settings": lambda: transcript(GAME, BOUND, bad, []),
            "transcript": lambda: SeededDice(SECRET, bad),
            "entropy": lambda: stream_key(SECRET, BOUND, 0, 0, bad),
        }
        for name, case in cases.items():
            with pytest.raises(ValueError, match=f"^{name} has {size} bytes: give exactly 32$"):
                case()

    def test_game(self):
        """A game id has sixteen bytes."""
        with pytest.raises(ValueError, match="game has 15 bytes"):
            seat_commit(bytes(15), 0, BOUND)

    def test_seats(self):
        """More seats than a byte can count are refused."""
        with pytest.raises(ValueError, match="256 contributions"):
            transcript(GAME, BOUND, BOUND, [None] * 256)


class TestStreams:
    def test_places(self):
        """Streams of public, seats', referee's and reported dice never meet."""
        seats = [hidden_stream(seat) for seat in range(SPECTATOR)]
        every = [PUBLIC, *seats, REFEREE_STREAM, REPORTED]
        assert len(set(every)) == len(every)
        assert (hidden_stream(0), hidden_stream(4)) == (1, 5)

    @pytest.mark.parametrize("owner", [0, 1, 251, REFEREE])
    def test_owner(self, owner):
        """A stream tells whose its dice are; open dice are everyone's, and those of the table the referee's."""
        assert owner_of_stream(hidden_stream(owner)) == owner
        assert hidden_stream(TABLE) == REFEREE_STREAM
        assert {owner_of_stream(stream) for stream in (PUBLIC, REPORTED)} == {EVERYONE}

    def test_known_secrets(self):
        """The published secret is on the list of those that prove nothing."""
        assert SECRET in WELL_KNOWN_SECRETS


class TestSeeded:
    @given(st.integers(0, 10_000), st.integers(0, 40), st.sampled_from(KINDS))
    def test_cutting_changes_nothing(self, index, count, sides):
        """A face hangs on its index alone, not on how dice are thrown together."""
        seeded = SeededDice(SECRET, BOUND)
        whole = seeded.throw(ask(count, sides, index))
        assert whole == tuple(die(KEY, index + at, sides) for at in range(count))

    def test_streams_differ(self):
        """Each stream has dice of its own."""
        seeded = SeededDice(SECRET, BOUND)
        rows = [seeded.throw(ask(40, stream=stream)) for stream in (PUBLIC, 1, 2, REFEREE_STREAM)]
        assert len(set(rows)) == 4

    def test_again(self):
        """The same question has the same answer, whatever was asked between."""
        seeded = SeededDice(SECRET, BOUND)
        first = seeded.throw(ask(10, index=7))
        seeded.throw(ask(3, stream=1))
        assert seeded.throw(ask(10, index=7)) == first

    def test_epoch_that_has_not_begun(self):
        """No die falls in an epoch whose contributions are unknown."""
        with pytest.raises(ValueError, match="epoch that never begins"):
            SeededDice(SECRET, BOUND).throw(ask(epoch=1))
        with pytest.raises(ValueError, match="stretch 3 of 3"):
            stretch_secret(stretch_end(SECRET, GAME), GAME, 3, 3)

    def test_reported_stream(self):
        """What is thrown on the table is never derived."""
        with pytest.raises(ValueError, match="on the table"):
            SeededDice(SECRET, BOUND).throw(ask(stream=REPORTED))


class TestLogged:
    def test_same_questions(self):
        """The same questions get the logged faces, and then all rows are done."""
        rows = [ask(2).rolled((3, 4)), ask(sides=10, index=2).rolled((9,))]
        logged = LoggedDice(rows)
        assert logged.throw(ask(2)) == (3, 4)
        assert not logged.done()
        assert logged.throw(ask(sides=10, index=2)) == (9,)
        assert logged.done()

    @pytest.mark.parametrize(
        ("field", "value"),
        [("stream", 1), ("epoch", 1), ("index", 1), ("sides", 8), ("count", 3), ("why", "save"), ("roller", 1)],
    )
    def test_another_question(self, field, value):
        """A question that differs in anything from the logged one is a mismatch that holds both."""
        row = ask(2).rolled((3, 4))
        other = msgspec.structs.replace(ask(2), **{field: value})
        with pytest.raises(DiceMismatch) as caught:
            LoggedDice([row]).throw(other)
        assert (caught.value.expected, caught.value.found) == (other, row)

    def test_no_row_left(self):
        """A question beyond the last row is a mismatch with nothing found."""
        with pytest.raises(DiceMismatch, match="the log holds None") as caught:
            LoggedDice([]).throw(ask())
        assert caught.value.found is None

    def test_impossible_face(self):
        """A logged face that the die does not have never reaches the rules."""
        with pytest.raises(DiceMismatch, match=re.escape("[7]")):
            LoggedDice([ask().rolled((7,))]).throw(ask())


class TestReported:
    def test_in_order(self):
        """Acknowledged reports answer in order; then the next throw is missing."""
        reported = ReportedDice([(2, 5), (1,)])
        assert reported.throw(ask(2, stream=REPORTED)) == (2, 5)
        assert reported.throw(ask(stream=REPORTED, index=2)) == (1,)
        wanted = ask(4, stream=REPORTED, index=3)
        with pytest.raises(FacesMissing, match="4d6 'charge'") as caught:
            reported.throw(wanted)
        assert caught.value.ask == wanted

    @pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3), (1, 7), (0, 2)])
    def test_report_that_does_not_fit(self, faces):
        """A report of other dice than those asked for is refused."""
        with pytest.raises(ValueError, match="report it again"):
            ReportedDice([faces]).throw(ask(2, stream=REPORTED))

    def test_other_streams(self):
        """Dice of a derived stream are never taken from a report."""
        with pytest.raises(ValueError, match="not thrown on the table"):
            ReportedDice([(1,)]).throw(ask())


class TestRows:
    def test_layout(self):
        """A row is written as the array stream, epoch, index, sides, faces, why, roller."""
        row = Roll(1, 0, 7, 6, (3, 4), "charge", 2)
        data = msgspec.msgpack.encode(row)
        assert msgspec.msgpack.decode(data) == [1, 0, 7, 6, [3, 4], "charge", 2]
        assert msgspec.msgpack.decode(data, type=Roll) == row

    def test_unknown_field(self):
        """A row with a field more is refused, not cut."""
        data = msgspec.msgpack.encode([1, 0, 7, 6, [3], "charge", 2, 9])
        with pytest.raises(msgspec.ValidationError):
            msgspec.msgpack.decode(data, type=Roll)

    def test_question_and_answer(self):
        """A row gives back the question that it answers."""
        assert ask(2).rolled((3, 4)).asked() == ask(2)
