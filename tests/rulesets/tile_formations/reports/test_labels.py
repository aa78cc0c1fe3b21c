"""How lucky the dice of a game were."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Known
from adjudicator.rulesets.tile_formations.model.messages import (
    DangerousTerrainRolled,
    DangerousTestRequired,
    SaveRolled,
    SavesRolled,
    ToHitRolled,
)
from adjudicator.rulesets.tile_formations.model.options import OPTIONS
from adjudicator.rulesets.tile_formations.reports.chances import OPTIONS_NOTED, luck


def test_luck():
    """A roll counts with its chance: the worst face never succeeds, a value of 0 never either."""
    value = Tally.base(4, "TF-SHOOT-01")
    shot = ToHitRolled(unit="b1.1", target="a1.1", weapon="gun", value=value, faces=(1, 5), hits=1)
    assert [row[:4] for row in luck(shot, Known())] == [(1, 4, 6, True), (1, 4, 6, False)]
    save = SaveRolled(hit="h1", save="armour", value=Tally.base(7, "TF-SAVE-07"), face=6, saved=False)
    none = SaveRolled(hit="h2", save="none", value=Tally.base(0, "TF-SAVE-07"), face=0, saved=False)
    assert [row[:4] for row in luck(SavesRolled(unit="a1.1", saves=(save, none)), Known())] == [(0, 5, 6, False)]


@pytest.mark.rule("TF-GRID-04", "TF-GRID-05")
def test_luck_follows_the_options_of_the_game():
    """Where the worst face may succeed a value of 6 always does; read the other way round, 3 stands for 4 or more."""
    six = SaveRolled(hit="h1", save="cover", value=Tally.base(6, "TF-SAVE-07"), face=6, saved=True)
    known = Known()
    known.noted[OPTIONS_NOTED] = replace(OPTIONS.defaults, natural_worst_face_fails=False)
    assert [row[:5] for row in luck(SavesRolled(unit="a1.1", saves=(six,)), known)] == [(0, 6, 6, True, "cover-save")]
    known.noted[OPTIONS_NOTED] = replace(OPTIONS.defaults, roll_direction="over")
    shot = ToHitRolled(
        unit="b1.1", target="a1.1", weapon="gun", value=Tally.base(3, "TF-SHOOT-01"), faces=(4, 3, 6), hits=2
    )
    found = list(luck(shot, known))
    assert [row[:4] for row in found] == [(1, 3, 6, True), (1, 3, 6, False), (1, 3, 6, True)]
    assert {(row.needed and row.needed.total, row.low) for row in found} == {(4, False)}


@pytest.mark.rule("TF-DANGER-03", "TF-DANGER-10")
@pytest.mark.parametrize(
    ("scope", "bad", "second", "weights"),
    [
        ("test", (6,), (), (1, 10, 25)),
        ("test", (5, 6), (), (1, 4, 4)),
        ("test", (6,), (1, 1), (1, 120, 1175)),
        ("die", (6,), (1, 1), (1, 70, 1225)),
    ],
)
def test_luck_of_dangerous_terrain(scope, bad, second, weights):
    """Of two dice both are casualties in 1 of 36, one in 10, none in 25; cautiously the better roll counts.

    Of two rolls both have two casualties in 1/36 of 1/36, at least one in 11/36 of 11/36; die by die each is one in
    1/36. With two bad faces it is 1/9, 4/9 and 4/9.
    """
    known = Known()
    known.noted[OPTIONS_NOTED] = replace(OPTIONS.defaults, cautious_scope=scope)
    required = DangerousTestRequired(
        unit="b1.1",
        tile="D4",
        feature="woods@D4",
        kind="woods",
        starting=False,
        dice=2,
        faces=bad,
        second_roll=bool(second),
    )
    assert list(luck(required, known)) == []
    rolled = DangerousTerrainRolled(
        unit="b1.1", feature="woods@D4", faces=(6, 2), second_faces=second, casualties=0 if second else 1
    )
    (found,) = luck(rolled, known)
    assert found.names == ("2 casualties", "1 casualty", "no casualties")
    assert found.weights == weights
    assert (found.seat, found.kind, found.faces) == (1, "dangerous-terrain", (6, 2, *second))
    assert found.names[found.place] == ("no casualties" if second else "1 casualty")
