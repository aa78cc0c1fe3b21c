"""Statistics of dice: known values, and no verdict on too little."""

import gzip
import math
import random
import re
from itertools import product
from pathlib import Path

import pytest

from adjudicator.registry import rules_of
from replays.audit.audit import audit
from replays.bundle import read_bundle
from replays.tell.stats import (
    CHECK,
    FAIR,
    Draws,
    as_json,
    as_text,
    draw_statistics,
    faces_test,
    pool_statistics,
    serial_test,
)
from replays.tell.stats_of_replay import statistics_of
from replays.tell.tail_probabilities import chi_square_tail, log_evidence, multinomial_tail, normal_tail
from tests.replays.fixtures import find, recorded

HISTORY = Path(__file__).parents[1] / "history/antares-2026.4.replay.gz"


class TestChance:
    @pytest.mark.parametrize(("value", "p"), [(11.07, 0.05), (15.09, 0.01), (20.52, 0.001), (35.89, 1e-6)])
    def test_chi_square(self, value, p):
        """The critical values of five degrees of freedom are the known ones."""
        assert chi_square_tail(value, 5) == pytest.approx(p, rel=0.01)

    @pytest.mark.parametrize(("value", "freedom", "p"), [(3.841, 1, 0.05), (5.991, 2, 0.05), (43.773, 30, 0.05)])
    def test_chi_square_other(self, value, freedom, p):
        """Odd and even degrees of freedom agree with the known tables."""
        assert chi_square_tail(value, freedom) == pytest.approx(p, rel=0.001)
        assert chi_square_tail(0, freedom) == 1

    @pytest.mark.parametrize(("counts", "p"), [((0, 1, 1, 2, 2, 6), 0.104), ((2, 2, 2, 2, 2, 14), 0.00035)])
    def test_multinomial(self, counts, p):
        """Small samples get the exact value, where chi-square would be far off."""
        assert multinomial_tail(counts) == pytest.approx(p, rel=0.02)

    def test_multinomial_by_hand(self):
        """The exact value is what listing every throw gives."""
        throws = [tuple(throw.count(face) for face in (1, 2, 3)) for throw in product((1, 2, 3), repeat=5)]
        counts_of = {counts: throws.count(counts) for counts in throws}
        due = sum(counts_of[counts] for counts in counts_of if counts_of[counts] <= counts_of[4, 1, 0]) / 3**5
        assert multinomial_tail((4, 1, 0)) == pytest.approx(due)

    def test_normal(self):
        """The tail of the normal distribution is the known one."""
        assert normal_tail(1.959964) == pytest.approx(0.025, rel=1e-4)

    def test_evidence(self):
        """Evidence is one without rolls, falls with fair counts, and grows past all levels with loaded dice."""
        assert log_evidence((0,) * 6) == pytest.approx(0)
        assert log_evidence((100,) * 6) < 0
        assert log_evidence((20, 20, 20, 20, 20, 140)) > math.log(1e5)

    def test_evidence_of_one(self):
        """One roll tells nothing: every face has the same evidence, and on average it is one."""
        assert log_evidence((0, 0, 1, 0, 0, 0)) == pytest.approx(0)
        two = [math.exp(log_evidence(counts)) for counts in ((2, 0), (1, 1), (1, 1), (0, 2))]
        assert sum(two) / 4 == pytest.approx(1)


class TestPool:
    @staticmethod
    def fair(count):
        return random.Random(11).choices(range(1, 7), k=count)

    def test_few(self):
        """Fewer than a hundred rolls show counts and no p-value."""
        found = pool_statistics("red", 6, [6] * 99)
        assert (found.counts, found.faces_p, found.verdict) == ((0, 0, 0, 0, 0, 99), None, "")
        assert found.z == pytest.approx(2.5 * math.sqrt(99) / math.sqrt(35 / 12))

    def test_fair(self):
        """Fair dice are compatible with fair dice."""
        found = pool_statistics("red", 6, self.fair(600))
        assert found.verdict == FAIR
        assert found.faces_p == pytest.approx(faces_test(found.counts))
        assert (found.faces_p or 0) > 0.01
        assert found.serial_p is not None

    def test_loaded_dice(self):
        """A die that shows six every second time has to be checked."""
        faces = [6 if place % 2 else face for place, face in enumerate(self.fair(600))]
        found = pool_statistics("red", 6, faces)
        assert found.verdict == CHECK
        assert found.level == "referee"

    def test_repeating(self):
        """Faces in a fixed order have even counts and telling pairs."""
        found = pool_statistics("red", 6, [1, 2, 3, 4, 5, 6] * 100)
        assert found.faces_p == pytest.approx(1)
        assert (1 if found.serial_p is None else found.serial_p) < 1e-9
        assert found.verdict == CHECK

    def test_serial_needs_many(self):
        """Pairs are tested only where each could come five times."""
        assert serial_test(self.fair(150), 6)[0] is None
        assert serial_test([3] * 200, 6)[1] == 0

    def test_many_sides(self):
        """A die of many sides and few rolls gets no p-value."""
        assert faces_test([1] * 100) is None
        assert faces_test([60, 40]) == pytest.approx(multinomial_tail((60, 40)))


class TestGame:
    def test_counts(self):
        """All dice of a game are counted, each with its thrower, hidden ones that are open included."""
        found = statistics_of(read_bundle(recorded(1)))
        assert [(pool.who, pool.sides, pool.rolls) for pool in found.pools] == [
            ("red", 2, 1),
            ("red", 4, 1),
            ("red", 6, 2),
            ("blue", 3, 1),
            ("blue", 6, 4),
        ]
        assert found.source == "seeded"

    def test_draws(self):
        """What is drawn from a bag is told as draws from it, one row for all, and is no die of as many sides."""
        places = [(13, 13), (12, 1), (2, 2)]
        z = (6 - 5.5 + 0.5) / math.sqrt((168 + 143 + 3) / 12)
        assert draw_statistics("table", "the bag", places) == Draws("table", "the bag", 3, 2, 13, z)
        rules = rules_of("antares")
        found = statistics_of(read_bundle(gzip.decompress(HISTORY.read_bytes())), rules)
        assert [(row.who, row.origin, row.draws, row.least, row.most) for row in found.draws] == [
            ("table", "the bag of order dice", 35, 2, 13)
        ]
        assert {(pool.who, pool.sides) for pool in found.pools} == {("red", 10), ("blue", 10)}
        (told,) = (line for line in as_text(found) if line.startswith("table"))
        assert re.fullmatch(r"table: 35 draws from the bag of order dice, among 2 to 13, z [+-]\d\.\d", told)
        assert as_json(found)["draws"][0]["draws"] == 35

    def test_words(self):
        """Reported dice are shown with what one game can not show, seeded ones with what proves them."""
        assert "proves nothing" in "\n".join(as_text(statistics_of(read_bundle(recorded(1, dice_mode="reported")))))
        assert "the audit proves them" in "\n".join(as_text(statistics_of(read_bundle(recorded(1)))))
        assert as_json(statistics_of(read_bundle(recorded(1))))["pools"][0]["counts"] == (0, 1)

    def test_no_opening(self, case):
        """A file whose first entry opens no game has no statistics."""
        del case.entries[0]
        with pytest.raises(ValueError, match="does not begin"):
            statistics_of(read_bundle(case.forged()))

    def test_the_audit_does_not_need_them(self):
        """Statistics are no finding."""
        assert audit(recorded(1), find=find).findings == ()
