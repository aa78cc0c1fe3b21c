"""How the dice of hits and saves are read."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import SavesRolled, ToHitRolled, UnitDestroyed
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import TARGET, Placed, infantry, open_ground, vehicle, weapon
from tests.rulesets.tile_formations.steps import (
    about_to_shoot,
    declare,
    hold_and_shoot,
    lone_unit,
    move,
    roll,
    roll_saves,
    try_saves,
    try_to_hit,
    unit_row,
)


def _shooting_table(target: Placed, *, dice: int = 6, hits: int = 4, **setup: Any) -> Table:
    gun = weapon(dice=dice, to_hit=hits)
    return open_ground({"a1.1": ((2, 2), infantry(weapons=(gun,))), "b1.1": target}, **setup)


@pytest.mark.rule("TF-GRID-04")
@pytest.mark.parametrize(
    ("direction", "terrain", "hits"),
    [
        ("under", "open_ground", (1, 2, 3, 4)),
        ("under", "marsh", (1, 2, 3)),
        ("over", "open_ground", (3, 4, 5, 6)),
        ("over", "marsh", (4, 5, 6)),
    ],
)
@pytest.mark.ruling("TF-GRID-04.3", "TF-GRID-04.4")
def test_hits_are_read_under_or_over_the_value(direction: str, terrain: str, hits: tuple[int, ...]) -> None:
    """A hit value of 4 hits on 1 to 4, with -1 on 1 to 3; read the other way round on 7 minus the value or more."""
    target: Placed = ((7, 2), infantry(integrity=9))
    for face in range(1, 7):
        played = _shooting_table(target, dice=1, terrain={(7, 2): terrain}, options={"roll_direction": direction})
        rolled = hold_and_shoot(played, face).one(ToHitRolled)
        assert rolled.value.total == (4 if terrain == "open_ground" else 3)
        assert rolled.hits == (face in hits), f"die {face}"


@pytest.mark.rule("TF-GRID-04")
@pytest.mark.parametrize(
    ("direction", "crossfire", "passes"),
    [("under", False, (1, 2, 3)), ("under", True, (1, 2)), ("over", False, (4, 5, 6)), ("over", True, (5, 6))],
)
@pytest.mark.ruling("TF-GRID-04.3", "TF-GRID-04.4", "TF-SAVE-02.1")
def test_saves_are_read_under_or_over_the_value(direction: str, crossfire: bool, passes: tuple[int, ...]) -> None:
    """A cover value of 3 saves on 1 to 3, with -1 for crossfire on 1 and 2; the other way round on 4 or 5 and more."""
    played = _shooting_table(
        ((7, 2), infantry(integrity=9)), terrain={(7, 2): "ruins"}, options={"roll_direction": direction}
    )
    hit = 1 if direction == "under" else 6
    hold_and_shoot(played, *[hit] * 6, crossfire=crossfire)
    saves = roll_saves(played, 1, 2, 3, 4, 5, 6).one(SavesRolled).saves
    assert [save.value.total for save in saves] == [2 if crossfire else 3] * 6
    assert tuple(save.face for save in saves if save.saved) == passes


@pytest.mark.rule("TF-GRID-04")
@pytest.mark.parametrize("direction", ["under", "over"])
def test_danger_has_its_own_scale(direction: str) -> None:
    """In dangerous terrain 6 is bad and 1 harmless, whichever way hits and saves are read."""
    for face, alive in ((1, True), (5, True), (6, False)):
        played = lone_unit(infantry(), terrain={(3, 2): "marsh"}, options={"roll_direction": direction})
        move(played, "a1.1", (3, 2)).accepted()
        rolled = roll(played, "a1.1", face)
        assert (not unit_row(played, "a1.1").out) is alive
        if not alive:
            rolled.one(UnitDestroyed)


@pytest.mark.rule("TF-GRID-05")
@pytest.mark.parametrize(("direction", "best", "worst"), [("under", 1, 6), ("over", 6, 1)])
@pytest.mark.parametrize("fails", [True, False])
@pytest.mark.ruling("TF-GRID-05.2", "TF-GRID-05.3")
def test_the_worst_face_fails(direction: str, best: int, worst: int, fails: bool) -> None:
    """Armour 5 with +1 against the air is 6: the worst face fails all the same, unless the option lets it pass."""
    options = {"roll_direction": direction, "natural_worst_face_fails": fails}
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry(weapons=(weapon(dice=2, to_hit=6, air=True),))),
        "b1.1": ((7, 2), vehicle(armour=5, integrity=9)),
    }
    played = open_ground(units, terrain={(7, 2): "woods"}, options=options)
    hold_and_shoot(played, best, best)
    saves = roll_saves(played, worst, best).one(SavesRolled).saves
    assert [save.value.total for save in saves] == [6, 6]
    assert [save.saved for save in saves] == [not fails, True]


@pytest.mark.rule("TF-GRID-05")
@pytest.mark.parametrize(("fails", "hits"), [(True, 5), (False, 6)])
@pytest.mark.ruling("TF-GRID-05.3")
def test_a_six_never_hits(fails: bool, hits: int) -> None:
    """A hit value of 6 hits on 1 to 5, since a 6 always fails; without that rule on every face."""
    played = _shooting_table(((7, 2), infantry(integrity=9)), hits=6, options={"natural_worst_face_fails": fails})
    assert hold_and_shoot(played, 1, 2, 3, 4, 5, 6).one(ToHitRolled).hits == hits


@pytest.mark.rule("TF-GRID-05")
def test_a_value_of_nothing_never_succeeds() -> None:
    """Armour 1 in a crossfire is worth 0, and a 1 does not save; a hit value of 1 against cover does not hit on a 1."""
    played = _shooting_table(((7, 2), vehicle(armour=1, integrity=9)), dice=1)
    hold_and_shoot(played, 1, crossfire=True)
    save = roll_saves(played, 1).one(SavesRolled).saves[0]
    assert (save.value.total, save.saved) == (0, False)
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry(weapons=(weapon(dice=1, to_hit=1),))),
        "b1.1": ((7, 2), infantry()),
    }
    played = open_ground(units, terrain={(7, 2): "woods"})
    rolled = hold_and_shoot(played, 1, to_hit_modifier=0).one(ToHitRolled)
    assert (rolled.value.total, rolled.hits) == (0, 0)


@pytest.mark.rule("TF-GRID-05")
@pytest.mark.parametrize(("face", "hits"), [(5, 1), (6, 0), (1, 1)])
@pytest.mark.ruling("TF-GRID-05.2")
def test_the_worst_face_never_hits(face: int, hits: int) -> None:
    """A natural 6 misses, whatever the value."""
    played = about_to_shoot("", {"a1.1": ("A1", infantry(weapons=(weapon(to_hit=6),)))} | TARGET)
    declare(played)
    try_to_hit(played, face).then(ToHitRolled, hits=hits)
    if hits:
        try_saves(played)


@pytest.mark.rule("TF-GRID-04")
def test_dice_may_be_read_the_other_way_round() -> None:
    """A value n may stand for 7 - n or more; then the 1 is the worst face."""
    for face, hits in ((3, 1), (2, 0), (6, 1), (1, 0)):
        played = about_to_shoot(options={"roll_direction": "over"})
        declare(played)
        try_to_hit(played, face).then(ToHitRolled, hits=hits)
        if hits:
            try_saves(played)
    played = about_to_shoot(
        "",
        {"a1.1": ("A1", infantry(weapons=(weapon(to_hit=6),)))} | TARGET,
        options={"natural_worst_face_fails": False},
    )
    declare(played)
    try_to_hit(played, 6).then(ToHitRolled, hits=1)
    try_saves(played)
