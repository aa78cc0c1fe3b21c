"""Assault moves (GA-3.4-08, -11 to -15): where they end, what they cross, the bonus."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    ClaimImpossible,
    DeclareAssault,
    FightsFirstGained,
    FormationMoved,
    MakeAssaultMove,
    RollAssault,
)
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn, rolled_assault
from tests.rulesets.grinding_annihilation.assault.steps import assault_move, make_assault_move, path_to, roll_assault
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, mil
from tests.rulesets.grinding_annihilation.steps import formation_view, path, refused, settle
from tests.rulesets.grinding_annihilation.terrain.fixtures import debris, with_terrain


@pytest.mark.rule("GA-3.4-08")
def test_assault_ends_out_of_threat_range_of_the_undeclared():
    """The move ends within Threat Range of the target and out of that of every enemy that was not declared."""
    table = roll_assault(assault_turn(5, 5, other=((18, 12.5),)))
    beside = assault_move(path_to(17.357, 10.766))
    refused(table, "red", beside, "GA-3.4-08").rejected("GA-3.4-08", "ends-in-threat", enemy="b-c.1")
    refused(table, "red", assault_move(path_to(15.5, 10)), "GA-3.4-08", "GA-3.4-11").rejected(
        "GA-3.4-08", "target-not-reached"
    ).rejected("GA-3.4-11", "contact-owed")
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved, kind="assault")


ROLL = RollAssault(formation="a-r")


@pytest.mark.rule("GA-3.4-08")
def test_every_declared_target_has_to_be_reached():
    """An Assault on two targets of which one is out of reach fails."""
    table = assault_turn(3, 5, other=((10, 23),))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b", "b-c"))).accepted()
    table.when("red", ROLL).then(AssaultFailed, reason="too_short")
    table = roll_assault(assault_turn(4, 5, enemy=((18, 10),), other=((18, 12),)), "b-b", "b-c")
    refused(table, "red", assault_move(path_to(17, 9.9)), "GA-3.4-08").rejected("GA-3.4-08", "target-not-reached")
    table.when("red", assault_move(path_to(17.2, 10.6))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-08", "GA-2.2-05")
def test_assault_ends_in_cohesion():
    """The formation ends its Assault in cohesion."""
    table = roll_assault(assault_turn(5, 5, at=((10, 10), (10, 11.5))))
    refused(table, "red", assault_move(path_to(17, 10), path_to(10.1, 11.5, 2)), "GA-3.4-08", "GA-3.4-11").rejected(
        "GA-3.4-08", "not-cohesive"
    ).rejected("GA-3.4-11", "contact-owed")
    table.when("red", assault_move(path_to(17, 10), path_to(17.5, 10.867, 2))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-3.4-11")
def test_every_troop_ends_closer_and_in_contact_if_it_can():
    """A troop that can end base-to-base with its target has to; none ends farther or stays where it may come closer."""
    table = roll_assault(assault_turn(3, 5, enemy=((16, 10),)))
    refused(table, "red", assault_move(path_to(14.5, 10)), "GA-3.4-11").rejected("GA-3.4-11", "contact-owed")
    for end in (assault_move(path_to(9.5, 10)), assault_move()):
        outcome = refused(table, "red", end, "GA-3.4-11", "GA-3.4-08")
        outcome.rejected("GA-3.4-11", "not-closer").rejected("GA-3.4-08", "target-not-reached")
    table.when("red", assault_move(path_to(15, 10))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-11")
def test_left_standing_with_free_ground_ahead():
    """A second troop that could come closer is not left standing."""
    table = roll_assault(assault_turn(3, 5, at=((12, 10), (12.5, 11.5)), enemy=((16, 10),)))
    refused(table, "red", assault_move(path_to(15, 10)), "GA-3.4-11").rejected("GA-3.4-11", "not-closer", troop="a-r.2")
    short = assault_move(path_to(15, 10), path_to(13, 11.5, 2))
    refused(table, "red", short, "GA-3.4-11").rejected("GA-3.4-11", "contact-owed", troop="a-r.2")
    table.when("red", assault_move(path_to(15, 10), path_to(16, 11, 2))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-12")
@pytest.mark.ruling("GA-3.4-12.1")
def test_assault_passes_enemies_and_does_not_cross_them():
    """The way may pass within Threat Range of anybody, but not over an enemy or the edge."""
    table = roll_assault(assault_turn(5, 5, other=((13, 11.7),)))
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved)
    table = roll_assault(assault_turn(5, 5, other=((13, 10.5),)))
    crossed = refused(table, "red", assault_move(path_to(17, 10)), "GA-3.4-12")
    crossed.rejected("GA-3.4-12", "crosses-enemy", enemy="b-c.1")
    table.when("red", assault_move(path("a-r.1", (13, 9.4), (17, 10)))).then(FormationMoved)
    table = roll_assault(assault_turn(5, 5, at=((10, 2),), enemy=((18, 2),)))
    over = assault_move(path("a-r.1", (14, 0.4), (17, 2)))
    refused(table, "red", over, "GA-3.4-12").rejected("GA-3.4-12", "over-the-edge")
    table.when("red", assault_move(path("a-r.1", (14, 0.5), (17, 2)))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-12", "GA-3.2-06", "GA-3.2-07")
@pytest.mark.parametrize(
    ("mover", "friend", "accepted"),
    [("infantry", "vehicle", True), ("vehicle", "infantry", True), ("vehicle", "monstrous", False)],
)
def test_friends_are_crossed_as_in_any_move(mover: str, friend: str, *, accepted: bool):
    """Friends are crossed in an Assault as in a Normal move, and nobody ends on top of one."""
    table = roll_assault(
        assault_turn(5, 5, keywords=(mover,), rest=(formation("a-f", at=[(13, 10)], keywords=(friend,)),))
    )
    if accepted:
        table.when("red", assault_move(path_to(17, 10))).then(FormationMoved)
    else:
        table.when("red", assault_move(path_to(17, 10))).rejected("GA-3.2-07", "crosses-friend", friend="a-f.1")
    table = roll_assault(
        assault_turn(5, 5, keywords=(mover,), rest=(formation("a-f", at=[(17, 10.9)], keywords=(friend,)),))
    )
    table.when("red", assault_move(path_to(17, 10))).rejected("GA-3.2-06", "on-top")


@pytest.mark.rule("GA-3.4-14")
def test_flying_troops_assault_over_enemies():
    """A flying troop assaults over enemies and ends out of Threat Range of those that are not its targets."""
    screen, target = ((13, 9), (13, 10), (13, 11)), ((19, 10),)
    table = roll_assault(assault_turn(4, 5, keywords=("fly",), enemy=target, other=screen))
    outcome = refused(table, "red", assault_move(path_to(13, 10)), "GA-3.2-06", "GA-3.4-08", "GA-3.4-11")
    outcome.rejected("GA-3.2-06", "on-top").rejected("GA-3.4-08", "ends-in-threat", enemy="b-c.2")
    table.when("red", assault_move(path_to(18, 10))).then(FormationMoved)
    table = roll_assault(assault_turn(4, 5, enemy=target, other=screen))
    refused(table, "red", assault_move(path_to(18, 10)), "GA-3.4-12").rejected("GA-3.4-12", "crosses-enemy")
    near = ((13, 10), (15.5, 10), (17.999, 11.999))
    table = roll_assault(assault_turn(4, 5, keywords=("fly",), enemy=target, other=near))
    refused(table, "red", assault_move(path_to(18, 10)), "GA-3.4-08").rejected(
        "GA-3.4-08", "ends-in-threat", enemy="b-c.3"
    )
    table.when("red", assault_move(path_to(18.13, 9.5))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-15")
def test_assault_bonus_is_fights_first():
    """Who makes an Assault move has Fights First until the end of the round."""
    table = roll_assault(assault_turn(5, 5))
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved, FightsFirstGained, formation="a-r")
    assert formation_view(table, "a-r").fights_first
    assert formation_view(table, "a-r").assaulted


@pytest.mark.rule("GA-3.4-11")
def test_five_around_one():
    """Five troops end around one target, each in contact; a place that is left is owed by those who can take it."""
    ends = {1: (15.498, 9.131), 2: (16.502, 9.131), 3: (15, 10), 4: (15.498, 10.869), 5: (16.502, 10.869)}
    at = ((10, 8.5), (10, 7.4), (10, 10), (10, 11.5), (10, 12.6))
    around = {2: ((14, 7.5),), 5: ((14, 12.5),)}
    ways = [path(f"a-r.{number}", *around.get(number, ()), end) for number, end in ends.items()]
    table = roll_assault(assault_turn(6, 6, at=at, enemy=((16, 10),)))
    lazy = path("a-r.5", (14, 12.5), (15.2, 12))
    refused(table, "red", assault_move(*ways[:4], lazy), "GA-3.4-11").rejected("GA-3.4-11", "contact-owed")
    table.when("red", assault_move(*ways)).then(FormationMoved)


@pytest.mark.rule("GA-3.4-08", "GA-3.4-11", "GA-3.4-15")
@pytest.mark.ruling("GA-3.4-11.2")
def test_an_assault_ends_in_contact_with_its_targets_and_clear_of_all_others():
    """Half an inch short, or near an undeclared enemy, is refused; in contact it gives Fights First."""
    table = rolled_assault(
        formation("a-r", at=[(10, 10)]), formation("b-b", at=[(16, 10)]), formation("b-c", at=[(16.6, 8.2)])
    )
    make_assault_move(table, path("a-r.1", (14.5, 10))).rejected("GA-3.4-11", "contact-owed", troop="a-r.1")
    make_assault_move(table, path("a-r.1", (15.25, 9.33))).rejected("GA-3.4-08", "ends-in-threat", enemy="b-c.1")
    make_assault_move(table, path("a-r.1", (10, 11))).rejected("GA-3.4-08", "target-not-reached", target="b-b")
    make_assault_move(table).rejected("GA-3.4-11", "not-closer")
    outcome = make_assault_move(table, path("a-r.1", (15, 10)))
    outcome.then(FormationMoved, FightsFirstGained, formation="a-r").asks("assault_turn", "red")
    row = table.game.formations["a-r"]
    assert (row.assaulted, row.fights_first, table.game.action) == (True, True, None)


def assault_over_wall(*dice, wall=3):
    """Let "a-r" declare an Assault on "b-b", a gap of 6" and a wall between them."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(17, 10)])
    table = with_terrain(battle(red, blue, phase="assault", dice=dice), debris(12, 5, 12.5, 15, top=wall))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=("a-r.1",))).accepted()
    return settle(table, "MakeAssaultMove")


@pytest.mark.rule("GA-3.4-13")
@pytest.mark.parametrize(("dice", "reached"), [((5, 5), False), ((5, 6), True)])
def test_an_assault_climbs_like_any_move(dice, reached):
    """A target 6" away behind a 3" wall takes 11": 5" across, 3" up, 3" down."""
    table = assault_over_wall(*dice)
    way = path("a-r.1", (11.5, 10), (11.5, 10, 3), (13, 10, 3), (13, 10), (15, 10))
    outcome = table.when("red", MakeAssaultMove(formation="a-r", paths=(way,)))
    if reached:
        assert outcome.accepted().one(FormationMoved).troops[0].distance == mil(11)
    else:
        outcome.rejected("GA-3.2-23", "too-far")


@pytest.mark.rule("GA-3.4-13")
def test_an_assault_goes_through_no_wall():
    """The way through a wall is refused by the clause of the Assault."""
    table = assault_over_wall(5, 6)
    way = path("a-r.1", (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(way,))).rejected("GA-3.4-13", "through-terrain")
