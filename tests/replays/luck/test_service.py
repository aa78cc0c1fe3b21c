"""The test of the dice service: seldom wrong about fair dice, and awake to dice that are not."""

from __future__ import annotations

import math
import random

import pytest

from replays.bundle import read_bundle
from replays.luck.report import service_json, service_lines
from replays.luck.service import GameDice, dice_of, service_test, uniform_chance
from replays.tell.stats import CHECK, FAIR, UNUSUAL
from tests.replays.fixtures import recorded

KINDS = (6, 10)


def game(number, faces, sides=6, secret=b""):
    dice = tuple(((0, 0, place), sides, face) for place, face in enumerate(faces))
    return GameDice(f"{number:032x}", dice, secret)


def fair(generator, count, sides=6):
    return generator.choices(range(1, sides + 1), k=count)


def event(generator, games=4, count=60):
    """Give fair dice of the games of an event, of two kinds."""
    return [
        game(number * 2 + place, fair(generator, count, sides), sides)
        for number in range(games)
        for place, sides in enumerate(KINDS)
    ]


class TestFairDice:
    def test_false_alarms(self):
        """Of two thousand events of fair dice no more are called unusual than one in a hundred, and some nearly are."""
        generator = random.Random(2024)
        found = [service_test(event(generator)) for _ in range(2000)]
        least = [min(look.corrected for look in one.looks) for one in found]
        assert all(len(one.looks) == 5 for one in found)
        allowed = 2000 * 0.01 + 3 * math.sqrt(2000 * 0.01)
        assert sum(one.verdict != FAIR for one in found) <= allowed
        assert sum(one.verdict == CHECK for one in found) <= 2000 * 0.001 + 3 * math.sqrt(2000 * 0.001)
        # not blind, either: a test that never comes near its bound could not see anything
        assert 2000 * 0.01 < sum(chance < 0.05 for chance in least) <= 2000 * 0.05 + 3 * math.sqrt(2000 * 0.05)

    def test_words(self):
        """It says what was tested, and that the dice are as fair dice."""
        found = service_test(event(random.Random(1), games=3))
        text = "\n".join(service_lines(found))
        assert "360 dice drawn from the seeds of 6 games" in text
        assert text.endswith("compatible with fair dice, given that 5 things were looked at (corrected for the number "
                             "of looks by Holm)")  # fmt: skip
        assert service_json(found)["verdict"] == FAIR

    def test_few(self):
        """Fewer than a hundred dice of a kind are counted and not tested."""
        found = service_test([game(1, [6] * 99)])
        assert (found.looks, found.verdict) == ((), "")
        assert found.faces[0].counts == (0, 0, 0, 0, 0, 99)
        assert "99 dice of kinds with fewer than 100: not tested" in "\n".join(service_lines(found))

    def test_none(self):
        """Where all dice are of the table there is nothing to test, and that is said."""
        found = service_test([game(1, [])])
        assert list(service_lines(found)) == ["the dice service: no die of these games was drawn from a seed"]


class TestUnfairDice:
    @pytest.mark.parametrize(("weight", "count", "least"), [(1.9, 600, 95), (1.5, 1200, 90)])
    def test_loaded_faces(self, weight, count, least):
        """A six that comes half as often again is seen in 1,200 dice, one nearly twice as likely in 600."""
        generator, seen = random.Random(5), 0
        for _ in range(100):
            faces = generator.choices(range(1, 7), weights=(1, 1, 1, 1, 1, weight), k=count)
            halves = (faces[: count // 2], faces[count // 2 :])
            seen += service_test([game(number, half) for number, half in enumerate(halves)]).verdict != FAIR
        assert seen >= least

    def test_dice_that_hang_on_the_last(self):
        """Every face as often as it should, but each a third of the time the same as the last: that is seen."""
        generator, faces = random.Random(6), [1]
        while len(faces) < 600:
            faces.append(faces[-1] if generator.random() < 1 / 3 else generator.randint(1, 6))
        found = service_test([game(1, faces)])
        assert found.verdict == CHECK
        assert [look.what for look in found.looks if look.corrected < 1e-3] == ["what follows what"]

    def test_a_fixed_order(self):
        """Faces in a fixed order are even, and still no dice."""
        found = service_test([game(1, [1, 2, 3, 4, 5, 6] * 40)])
        assert [(look.what, look.corrected < 1e-9) for look in found.looks] == [
            ("faces", False),
            ("what follows what", True),
        ]

    def test_a_stream_that_comes_again(self):
        """Two games of twenty with half their dice the same at the same places are seen, whichever they are."""
        generator = random.Random(7)
        games = [fair(generator, 60) for _ in range(20)]
        games[13][:30] = games[4][:30]
        found = service_test([game(number, faces) for number, faces in enumerate(games)])
        again = next(look for look in found.looks if look.what == "the same dice in two games")
        assert (again.dice, found.verdict) == (60, CHECK)

    def test_a_secret_that_comes_again(self):
        """Two games that show one secret need no chance: they are named."""
        generator = random.Random(8)
        games = [game(number, fair(generator, 60), secret=secret) for number, secret in enumerate((b"a", b"b", b"a"))]
        found = service_test(games)
        assert found.repeats == (f"games {0:032x} and {2:032x} have shown the same secret",)
        assert found.verdict == CHECK
        assert found.repeats[0] in "\n".join(service_lines(found))


class TestChances:
    def test_by_hand(self):
        """A coin shows four heads of four in one of 16: on both sides and for both faces that is bounded by 1/4."""
        assert uniform_chance((4, 0)) == pytest.approx(2 * 2 / 16)
        assert uniform_chance((2, 2)) == 1

    def test_one_face_of_six(self):
        """Five sixes of five: twice 1/7776 on the one side, times six faces."""
        assert uniform_chance((0, 0, 0, 0, 0, 5)) == pytest.approx(6 * 2 / 6**5)

    def test_unusual(self):
        """Between one in a thousand and one in a hundred the word is unusual."""
        faces = [face for face in range(1, 7) for _ in range(70)] + [6] * 36
        random.Random(9).shuffle(faces)
        found = service_test([game(1, faces)])
        assert 1e-3 < found.looks[0].corrected < 1e-2
        assert found.verdict == UNUSUAL


def test_dice_of_a_file():
    """The dice that the seed gave are read, hidden ones that the file opens too; those of the table are not."""
    found = dice_of(read_bundle(recorded(1)))
    assert len(found.dice) == 9
    assert len({place for place, _, _ in found.dice}) == 9
    assert found.secret
    assert len(dice_of(read_bundle(recorded(1, dice_mode="reported"))).dice) < 9


def test_no_opening(case):
    """A file whose first entry opens no game has no dice."""
    del case.entries[0]
    with pytest.raises(ValueError, match="does not begin"):
        dice_of(read_bundle(case.forged()))
