"""What comes as data: kinds of terrain, flags and numbers of units."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    BattlefieldCreated,
    TerrainCell,
    TerrainKind,
)
from tests.rulesets.tile_formations.fixtures import (
    formation_sheet,
    gunner,
    infantry,
    open_ground,
    open_table,
    unarmed,
    vehicle,
    wide_ground,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    come_and_declare,
    cover_modifier,
    create,
    danger_tests,
    move,
    muster,
    refused,
    roll,
)


def bunkers() -> TerrainKind:
    """Give the bunkers of the page, as a battlefield tells them."""
    told = create(open_table()).one(BattlefieldCreated).terrain
    return next(kind for kind in told if kind.name == "bunkers")


@pytest.mark.rule("TF-BUNK-03")
@pytest.mark.ruling("TF-BUNK-03.2")
def test_bunkers_are_as_printed() -> None:
    """Impassable with cover for infantry, dangerous for vehicles, impassable for war engines."""
    kind = bunkers()
    cells = [(cell.movement, cell.cover) for cell in (kind.infantry, kind.vehicles, kind.war_engines)]
    assert cells == [("impassable", 4), ("dangerous", 0), ("impassable", 0)]


@pytest.mark.rule("TF-BUNK-03")
@pytest.mark.ruling("TF-BUNK-03.2")
def test_a_game_may_change_the_table() -> None:
    """A battlefield that brings its own bunkers has those: open to infantry, closed to vehicles."""
    other = replace(
        bunkers(),
        infantry=TerrainCell(movement="none", cover=4, vision=0),
        vehicles=TerrainCell(movement="impassable", cover=0, vision=0),
    )
    told = create(open_table(), terrain=(other,)).one(BattlefieldCreated).terrain
    assert [kind for kind in told if kind.name == "bunkers"] == [other]
    units: Any = {"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), infantry())}
    for kinds, crosses in (((), False), ((other,), True)):
        played = open_ground(units, terrain={(3, 2): "+bunkers"}, kinds=kinds)
        begin_action(played, "a1")
        walked = move(played, "a1.2", (3, 2), (4, 2))
        if crosses:
            walked.accepted()
            driven = move(played, "a1.1", (3, 2))
            driven.looked_at = True
            assert [fault.reason for fault in driven.faults] == ["impassable"]
        else:
            refused(walked, "not-crossed", "TF-BUNK-02")
            assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
            roll(played, "a1.1", 1)


@pytest.mark.rule("TF-SAVE-07")
@pytest.mark.ruling("TF-SAVE-07.2")
@pytest.mark.parametrize(("armour", "taken"), [(0, True), (6, True), (7, False)])
def test_armour_lies_between_0_and_6(armour: int, taken: bool) -> None:
    """An army is mustered with armour 0 to 6, and not with 7."""
    played = open_table()
    create(played).accepted()
    tried = muster(played, "red", formation_sheet(infantry(armour=armour)))
    if taken:
        assert tried.one(ArmyMustered).formations[0].units[0].armour == armour
        return
    tried.looked_at = True
    assert [(fault.reason, fault.path) for fault in tried.faults] == [("number-range", "formations[0].units[0].armour")]


@pytest.mark.rule("TF-COVER-06", "TF-COVER-07")
@pytest.mark.ruling("TF-COVER-06.5")
def test_units_that_obscure_hide_as_terrain_does() -> None:
    """One flagged unit between is worth -1 and two block; a flagged unit hides neither itself nor for itself."""
    flagged = ("no_zoc", "obscures")
    units: Any = {"a1.1": ((1, 5), gunner(flags=flagged)), "b1.1": ((7, 5), unarmed("AV", flags=flagged))}
    assert cover_modifier(come_and_declare(wide_ground(units))) == 0
    units |= {"b2.1": ((3, 5), unarmed("WE", flags=flagged))}
    assert cover_modifier(come_and_declare(wide_ground(units))) == -1
    units |= {"a2.1": ((4, 5), unarmed("INF", flags=flagged))}
    refused(come_and_declare(wide_ground(units)), "no-line-of-fire", "TF-COVER-07")
    units |= {"a2.1": ((4, 5), unarmed("INF"))}
    assert cover_modifier(come_and_declare(wide_ground(units))) == -1
