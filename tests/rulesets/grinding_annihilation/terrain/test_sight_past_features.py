"""Sight past woods and ruins (GA-6.5, GA-6.6): boundaries, and statements that keep to them."""

from __future__ import annotations

import pytest

from adjudicator.board.inches import Base, Shape
from adjudicator.kernel.messages import DisputeFact, Spot
from adjudicator.rulesets.grinding_annihilation.model.messages import TerrainFeature
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import most_seen, visibility_of
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, mil, trooper
from tests.rulesets.grinding_annihilation.steps import aim, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import (
    GEOMETRIC,
    facing_in_terrain,
    ruins,
    shooting_in_terrain,
    solid,
    with_terrain,
    woods,
)
from tests.rulesets.grinding_annihilation.terrain.steps import sight_of_troop


@pytest.mark.rule("GA-6.5-02")
@pytest.mark.ruling("GA-6.5-02.2")
def test_woods_never_show_anything_fully():
    """Behind or in a wood a troop is visible and not fully; if it or the observer is Towering or Aircraft, fully."""
    assert sight_of_troop(facing_in_terrain(woods(14, 5, 16, 15))) == "visible"
    assert sight_of_troop(facing_in_terrain(woods(18, 5, 22, 15))) == "visible"
    assert sight_of_troop(facing_in_terrain(woods(14, 12, 16, 15))) == "full"
    for word in ("towering", "aircraft"):
        assert sight_of_troop(facing_in_terrain(woods(14, 5, 16, 15), keywords=(word,))) == "full"
        assert sight_of_troop(facing_in_terrain(woods(14, 5, 16, 15), red_keywords=(word,))) == "full"
    trunk = (solid((15, 9, 15.5, 11), 9),)
    assert sight_of_troop(facing_in_terrain(woods(14, 5, 16, 15, solids=trunk))) == "none"


@pytest.mark.rule("GA-6.5-03")
def test_who_is_wholly_in_a_wood_looks_out_of_it():
    """Wholly inside one sees out as if the wood were not there, half inside not, and nobody in it fully."""
    assert sight_of_troop(facing_in_terrain(woods(8, 5, 12, 15))) == "full"
    assert sight_of_troop(facing_in_terrain(woods(10, 5, 12, 15))) == "visible"
    assert sight_of_troop(facing_in_terrain(woods(8, 5, 22, 15))) == "visible"


WALL_WITH_GAP = (solid((14, 2, 14.2, 9.97), 9, kind="wall"), solid((14, 10.03, 14.2, 18), 9, kind="wall"))


@pytest.mark.rule("GA-6.6-03")
@pytest.mark.ruling("GA-6.6-03.2")
def test_nobody_sees_across_ruins_however_low():
    """Across ruins nothing is seen, through a window neither; Towering troops and Aircraft have true line of sight."""
    bare, walled = ruins(13, 2, 16, 18), ruins(13, 2, 16, 18, solids=WALL_WITH_GAP)
    assert sight_of_troop(facing_in_terrain(bare)) == "none"
    assert sight_of_troop(facing_in_terrain(walled)) == "none"
    for word in ("towering", "aircraft"):
        assert sight_of_troop(facing_in_terrain(bare, keywords=(word,))) == "full"
        assert sight_of_troop(facing_in_terrain(walled, red_keywords=(word,))) == "under_half"


@pytest.mark.rule("GA-6.6-04")
@pytest.mark.ruling("GA-6.6-04.2")
def test_sight_into_ruins_and_out_of_them_is_normal():
    """A troop inside is seen through a window; who is wholly inside looks out, who is half inside not across."""
    assert sight_of_troop(facing_in_terrain(ruins(13, 2, 22, 18, solids=WALL_WITH_GAP))) == "under_half"
    assert sight_of_troop(facing_in_terrain(ruins(13, 2, 22, 18))) == "full"
    assert sight_of_troop(facing_in_terrain(ruins(8, 5, 13, 15))) == "full"
    assert sight_of_troop(facing_in_terrain(ruins(10, 5, 13, 15))) == "none"


def declare_with_sight(table, word):
    """Declare shots with this word for every pair."""
    return table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen=word))


@pytest.mark.rule("GA-6.5-02", "GA-6.6-03")
def test_statements_keep_to_the_boundaries():
    """Where sight is stated, nobody is stated to be seen better than woods and ruins allow."""
    declare_with_sight(shooting_in_terrain(woods(14, 5, 16, 15)), "full").rejected(
        "GA-6.5-02", "sight-barred", most="visible"
    )
    declare_with_sight(shooting_in_terrain(woods(14, 5, 16, 15)), "visible").accepted()
    declare_with_sight(shooting_in_terrain(ruins(13, 2, 16, 18)), "visible").rejected(
        "GA-6.6-03", "sight-barred", most="none"
    )
    declare_with_sight(shooting_in_terrain(ruins(13, 2, 22, 18)), "full").accepted()
    table = shooting_in_terrain(ruins(13, 8, 19.9, 12))
    assert most_seen(table.game, table.game.troops["a-r.1"], table.game.troops["b-b.1"]) == ("visible", "GA-6.6-03")


@pytest.mark.rule("GA-2.5-11", "GA-6.5-02")
@pytest.mark.ruling("GA-2.5-11.1")
def test_no_dispute_goes_beyond_a_boundary():
    """What woods bar is not for the dice to settle either."""
    table = shooting_in_terrain(woods(14, 5, 16, 15), dice=(1, 6))
    declare_with_sight(table, "none").rejected("GA-3.3-04", "not-visible")
    declare_with_sight(table, "visible").accepted()
    fact = next(iter(table.game.facts))
    table.when("blue", DisputeFact(fact=fact, value="full")).rejected("GA-6.5-02", "sight-barred")
    table.when("blue", DisputeFact(fact=fact, value="none")).accepted()


def square_troop(x, y, id, **rest):
    """A formation of one square base with its sides along the edges of the warfield."""
    base = Base(length=mil(1), width=mil(1), shape=Shape.HULL)
    return formation(id, at=[(x, y)], troop=trooper(id, base=base), **rest)


@pytest.mark.rule("GA-6.5-02")
@pytest.mark.parametrize("x", [19.5, 19.6])
def test_wholly_in_a_wood_nobody_is_fully_visible(x):
    """A side flush with the border shows itself, and still its troop is within the wood."""
    units = (square_troop(10, 10, "a-r"), square_troop(x, 10, "b-b", weapons=()))
    table = with_terrain(battle(*units, options=GEOMETRIC), woods(19, 5, 25, 15))
    assert visibility_of(table.game, 0).pair("a-r.1", "b-b.1") == "visible"
    troops = table.game.troops
    assert most_seen(table.game, troops["a-r.1"], troops["b-b.1"]) == ("visible", "GA-6.5-02")


@pytest.mark.rule("GA-6.6-04", "GA-6.6-03")
def test_who_is_inside_bent_ruins_is_seen_across_their_notch():
    """Sight at a troop wholly inside is normal though it crosses another arm of the ruins; behind them it is barred."""
    bent = tuple(
        Spot(x=mil(x), y=mil(y))
        for x, y in ((14, 5), (16, 5), (16, 13), (20, 13), (20, 5), (23, 5), (23, 15), (14, 15))
    )
    house = TerrainFeature(terrain_type="ruins", footprint=bent, solids=(), boundary=bent)
    for x, word in ((21.5, "full"), (18, "none"), (25, "none")):
        units = (formation("a-r", at=[(10, 8)]), formation("b-b", at=[(x, 8)], weapons=()))
        table = with_terrain(battle(*units, options=GEOMETRIC), house)
        assert visibility_of(table.game, 0).pair("a-r.1", "b-b.1") == word
