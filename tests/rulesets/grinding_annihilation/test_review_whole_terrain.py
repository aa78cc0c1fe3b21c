"""Terrain put to the test: low rises, walls of ruins, borders that touch, shapes that bend, attackers that fell."""

import pytest

from adjudicator.board.inches import Base, Shape
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.cover import has_cover
from adjudicator.rulesets.grinding_annihilation.lines import field_of, most_seen
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    DeclareRetreat,
    DesperateRetreatTested,
    FormationMoved,
    MakeAssaultMove,
    RollAssault,
    Spot,
    TargetFacts,
    TerrainFeature,
)
from adjudicator.rulesets.grinding_annihilation.rows import Attack, AttackGroup, Declaration
from tests.rulesets.grinding_annihilation.givens import (
    battle,
    formation,
    gun,
    make,
    mil,
    move,
    path,
    trooper,
)
from tests.rulesets.grinding_annihilation.ground import craters, debris, hill, ruins, solid, with_terrain, woods

GEOMETRIC = {"visibility_source": "geometric"}
HOUSE = (
    solid((14, 8, 14.3, 14), 8, kind="wall"),
    solid((14.3, 8, 19, 14), 3.2, 3, kind="floor"),
)


def walking(*features, m=6, keywords=("infantry",), others=(), phase="move", dice=()):
    """Let "a-r" stand at x 10 with terrain and others about it."""
    red = formation("a-r", at=[(10, 10)], troop=trooper(m=m), keywords=keywords)
    units = [red, *(others or (formation("b-b", at=[(40, 30)]),))]
    return with_terrain(battle(*units, phase=phase, dice=dice), *features)


@pytest.mark.rule("GA-3.2-05", "GA-3.4-12", "GA-3.2-22")
def test_nobody_leaps_over_a_screen_of_enemies():
    """A rise of 2" is as absent; it lifts no assaulter over an enemy in the way, whatever terrain is about."""
    screen = [formation("b-s", at=[(13, 10)]), formation("b-b", at=[(16, 10)])]
    table = walking(craters(40, 5, 42, 7), others=screen, phase="assault", dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-s", "b-b"))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    leap = path("a-r.1", (10, 10, 2), (15, 10, 2), (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(leap,))).rejected("GA-3.4-12", "crosses-enemy")
    round_about = path("a-r.1", (13, 11.2), (14.2, 11.2), (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(round_about,))).then(FormationMoved)


@pytest.mark.rule("GA-3.2-05", "GA-3.2-22")
def test_nobody_walks_through_a_low_hill_under_who_stands_on_it():
    """A low hill is as absent, whoever stands on it is not."""
    screen = [formation("b-s", at=[(13, 10, 1.5)]), formation("b-b", at=[(16, 10)])]
    table = walking(hill(12, 8, 14, 12, top=1.5), others=screen, phase="assault", dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-s", "b-b"))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    through = path("a-r.1", (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(through,))).rejected("GA-3.4-12", "crosses-enemy")
    beside = path("a-r.1", (13, 11.2), (14.2, 11.2), (15, 10))
    moved = table.when("red", MakeAssaultMove(formation="a-r", paths=(beside,))).one(FormationMoved)
    assert moved.troops[0].distance == 5874


@pytest.mark.rule("GA-3.2-18", "GA-3.2-22")
def test_a_leap_is_tested_as_a_crossing():
    """Who retreats over an enemy takes his test though his way rises by 2"."""
    table = walking(craters(40, 5, 42, 7), others=[formation("b-s", at=[(11.5, 10)])], dice=(6,))
    leap = path("a-r.1", (10, 10, 2), (14.5, 10, 2), (14.5, 10))
    table.when("red", DeclareRetreat(formation="a-r", paths=(leap,))).then(DesperateRetreatTested, failures=0)


@pytest.mark.rule("GA-6.6-01", "GA-3.2-28")
def test_a_flyer_lands_on_a_floor_over_the_wall_and_not_through_it():
    """Who flies onto an upper floor goes round or over the walls that are higher."""
    table = walking(ruins(14, 8, 19, 14, solids=HOUSE), m=20, keywords=("vehicle", "fly"))
    move(table, path("a-r.1", (17, 10, 3.2))).rejected("GA-6.6-01", "through-terrain")
    over = path("a-r.1", (13, 10, 8), (15, 10, 8), (17, 10, 3.2))
    table = walking(ruins(14, 8, 19, 14, solids=HOUSE), m=20, keywords=("vehicle", "fly"))
    move(table, over).accepted().one(FormationMoved)


@pytest.mark.rule("GA-3.2-28", "GA-3.2-22")
def test_a_flyer_does_not_fly_through_a_higher_tier():
    """From the lower tier of a hill a flyer goes over the upper tier, not through it."""
    box = hill(5, 5, 12, 15, top=3)
    tiers = TerrainFeature(
        type=box.type, footprint=hill(5, 5, 20, 15).footprint,
        solids=(*box.solids, *hill(12, 5, 20, 15, top=9).solids),
    )  # fmt: skip
    red = formation("a-r", at=[(10, 10, 3)], troop=trooper(m=30), keywords=("infantry", "fly"))
    table = with_terrain(battle(red, formation("b-b", at=[(40, 30)]), phase="move"), tiers)
    move(table, path("a-r.1", (22, 10))).rejected("GA-3.2-22", "through-terrain")
    over = make("a-r", path("a-r.1", (10, 10, 9), (21, 10, 9), (22, 10)))
    table.when("red", over).then(FormationMoved)


@pytest.mark.rule("GA-3.2-24")
def test_a_gap_a_little_wider_than_a_base_is_not_walked_on_air():
    """A gap between roofs that is a fifth wider than a base is too wide, wherever the way begins."""
    near, far = hill(10.5, 5, 13, 15, top=3), hill(14.25, 5, 20, 15, top=3)
    for start in (12, 12.1, 12.2, 12.3):
        table = walking(near, far, m=20)
        way = ((10, 10), (10, 10, 3), (start, 10, 3), (19, 10, 3))
        move(table, path("a-r.1", *way)).rejected("GA-3.2-24", "off-the-ground")


def square(x, y, id, **rest):
    """A formation of one square base with its sides along the edges of the warfield."""
    base = Base(length=mil(1), width=mil(1), shape=Shape.HULL)
    return formation(id, at=[(x, y)], troop=trooper(id, base=base), **rest)


@pytest.mark.rule("GA-6.5-02")
@pytest.mark.parametrize("x", [19.5, 19.6])
def test_wholly_in_a_wood_nobody_is_fully_visible(x):
    """A side flush with the border shows itself, and still its troop is within the wood."""
    units = (square(10, 10, "a-r"), square(x, 10, "b-b", weapons=()))
    table = with_terrain(battle(*units, options=GEOMETRIC), woods(19, 5, 25, 15))
    assert field_of(table.game, 0).pair("a-r.1", "b-b.1") == "visible"
    troops = table.game.troops
    assert most_seen(table.game, troops["a-r.1"], troops["b-b.1"]) == ("visible", "GA-6.5-02")


@pytest.mark.rule("GA-6.6-04", "GA-6.6-03")
def test_who_is_inside_bent_ruins_is_seen_across_their_notch():
    """Sight at a troop wholly inside is normal though it crosses another arm of the ruins; behind them it is barred."""
    bent = tuple(Spot(x=mil(x), y=mil(y)) for x, y in (
        (14, 5), (16, 5), (16, 13), (20, 13), (20, 5), (23, 5), (23, 15), (14, 15),
    ))  # fmt: skip
    house = TerrainFeature(type="ruins", footprint=bent, solids=(), boundary=bent)
    for x, word in ((21.5, "full"), (18, "none"), (25, "none")):
        units = (formation("a-r", at=[(10, 8)]), formation("b-b", at=[(x, 8)], weapons=()))
        table = with_terrain(battle(*units, options=GEOMETRIC), house)
        assert field_of(table.game, 0).pair("a-r.1", "b-b.1") == word


@pytest.mark.rule("GA-6.0-05", "GA-6.0-06", "GA-6.0-07")
@pytest.mark.parametrize("keywords", [("vehicle",), ("infantry",)])
@pytest.mark.parametrize(("fallen", "sources"), [((), (("t1", "GA-6.4-02"),)), (("a-r.1",), ())])
def test_cover_against_a_shooter_that_fell(keywords, fallen, sources):
    """A Vehicle is looked at from where its shooter stood; from a formation without troops nobody is hidden."""
    units = (
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], weapons=(), keywords=keywords),
    )
    options = GEOMETRIC | {"partial_cover_scope": "all_attackers"}
    table = with_terrain(battle(*units, options=options, fallen=fallen), hill(18, 0, 18.2, 20, top=0.9))
    group = AttackGroup(
        id="g1", declaration="d1", formation="a-r", target="b-b", weapon="rifle", profile=0, keywords=(), stealth=False
    )
    seen = TargetFacts(target="b-b", vigour=Tally.base(4, "GA-3.3-19"), troops=1, seen=True)
    declared = Declaration(id="d1", formation="a-r", melee=False, shots=(), targets=(seen,), sights=())
    table.set(group=group, declaration=declared)
    attack = Attack(number=1, troop="a-r.1", automatic=False)
    found = has_cover(table.game, table.game.troops["b-b.1"], attack)
    assert tuple((each.source, each.clause) for each in found) == sources


@pytest.mark.rule("GA-3.2-23")
def test_a_statue_taller_than_two_inches_is_not_crossed_for_nothing():
    """A way in two legs over a 3" statue costs both climbs."""
    statue = debris(12, 9, 12.5, 11, top=3)
    over = path("a-r.1", (11.5, 10), (11.5, 10, 3), (13, 10, 3), (13, 10))
    assert move(walking(statue, m=9), over).one(FormationMoved).troops[0].distance == mil(9)
    move(walking(statue, m=8.999), over).rejected("GA-3.2-23", "too-far", distance=9000)
