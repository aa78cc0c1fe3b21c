"""Offers tell of every field of every command, down to its leaves, and what they tell of is not refused (AN-WIN-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import OfferDraw
from adjudicator.rulesets.antares.model.messages import ArmyUnit, SubmitArmy
from adjudicator.rulesets.antares.roster.library import force_of
from adjudicator.rulesets.antares.roster.mustering import unit_points
from tests.conformance.by_offers.every_leaf import ToldLeaves, check
from tests.conformance.by_offers.offer_games import OfferGame
from tests.golden_games import Situation
from tests.kit import Table
from tests.rulesets.antares.assault.steps import assault_from_four_inches, fight
from tests.rulesets.antares.fixtures import (
    RED_TROOPER,
    SPENT,
    USED,
    X,
    Y,
    acting,
    ambusher,
    blue_trooper,
    created_game,
    duel,
    table,
    target_place,
    two_sides,
    with_drawn_die,
)
from tests.rulesets.antares.sheets import INCH, box, gun, marker, troopers, vehicle
from tests.rulesets.antares.steps import answer_by_default, begin_step, charge, move_unit, play_on, react, shoot

PATH = "adjudicator.rulesets.antares"
OPERATORS = "an operator's or the service's own, which no party of a game is offered"
NO_FACTS = "this ruleset states no facts that are confirmed or disputed: what is seen is put on record"
ONE_TARGET = "point blank has one target, in contact, and no aim point"
BOUGHT = "made from what a unit is bought with; what a list says there is not read"
UNTOLD: Mapping[str, str] = {
    "ChangeLogKey": OPERATORS,
    "CloseGame": OPERATORS,
    "ConfirmFact": NO_FACTS,
    "DisputeFact": NO_FACTS,
    "SettleDispute": NO_FACTS,
    "ChoosePointBlankWeapons.weapons.aim": ONE_TARGET,
    "ChoosePointBlankWeapons.weapons.blind": ONE_TARGET,
    "LoadForceList.list.entries.sheet.kinds": BOUGHT,
    "LoadForceList.list.entries.sheet.models": BOUGHT,
    "LoadForceList.list.entries.sheet.points": BOUGHT,
}
GOLDEN_MOST, TRIES = 3, 1
RIDER = troopers(1, unit_type="mounted", flags=("can_assault", "can_sprint", "hit_and_run"))


def rare_situations() -> Iterator[Table]:
    """Go through situations that the golden games do not come to."""
    yield offered_draw()
    yield assault_from_four_inches([], RIDER, troopers(1))[0]
    yield fight([9, 9, 1], troopers(1), troopers(1), theirs={**USED, "pins": 1})[0]
    yield two_sides(pace="step").ask("automatic_break", "table")
    yield with_drawn_die(two_sides(a=SPENT, pace="step")).ask("set_aside", "table")
    yield end_of_a_turn()
    yield weapon_to_choose()
    yield from ambush_on_an_assault()
    yield escape_without_a_way()
    yield device_to_set_up()


def offered_draw() -> Table:
    """Let one seat offer a draw, which the other has to answer."""
    table = with_drawn_die(two_sides())
    table.when("red", OfferDraw()).accepted()
    return table


def end_of_a_turn() -> Table:
    """Let a device that takes a test stand on the table as the tests of a turn's end begin."""
    units = [("a-x", troopers(1), (X, Y), USED), ("b-y", troopers(1), target_place(), USED)]
    played = table(units=units, markers=[marker("m1", "flitter", at=(X, Y + 5 * INCH))], pace="step")
    begin_step(played, "end_tests")
    return played


def weapon_to_choose() -> Table:
    """Let a hit have cost a vehicle a weapon, which the attacker names."""
    chosen = {"weapon_loss_choice": "attacker"}
    arms, faces = [gun(0, "used")], [3, 10, 4, 1]
    played = duel(troopers(1, "used"), vehicle(), faces, weapons=arms, theirs=SPENT, options=chosen)
    shoot(played)
    play_on(played, "disabled_weapon")
    return played


def ambush_on_an_assault() -> Iterator[Table]:
    """Let a unit be about to assault; its way pass an ambusher; and the point be named anew after an Escape."""
    played = duel(troopers(1), troopers(1), [1], 14 * INCH, order="run", theirs={}, more=[ambusher()])
    yield played
    charge(played, 14 * INCH, sprint=True)
    yield played
    react(played, "escape")
    react(played, "ambush_fire", "b-z", point=INCH)
    move_unit(played, 9 * INCH, unit="b-y", who="blue")
    move_unit(played, 12 * INCH, sprint=True).asks("ambush_point", "blue")
    yield played


def escape_without_a_way() -> Table:
    """Let rock on all sides leave an Escape no way."""
    rocks = [
        box("east", 17_500, 5000, 1000, 10_000, movement="impassable", los="clear"),
        box("north", 14_000, 10_500, 4000, 1000, movement="impassable", los="clear"),
        box("south", 14_000, 8500, 4000, 1000, movement="impassable", los="clear"),
    ]
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7], pace="step", terrain=rocks)
    charge(played, 6000)
    react(played, "escape")
    answer_by_default(played).asks("reaction_move", "blue")
    return played


def device_to_set_up() -> Table:
    """Let a unit whose device stands on the table by itself be about to be set up."""
    played = created_game().faces(3, 5)
    force = force_of(played.game, "concord")
    assert force is not None
    placed = {device.id for device in force.devices if device.placed}
    entry = next(entry for entry in force.entries if placed.intersection(entry.sheet.devices))
    unit = ArmyUnit(id="own", entry=entry.sheet.kind, models=(), upgrades=(), points=0)
    unit = replace(unit, points=unit_points(entry, unit))
    army = SubmitArmy(list=force.id, name="", units=(unit,), options=())
    for seat in ("red", "blue"):
        played.when(seat, army).accepted()
    return played


def look() -> ToldLeaves:
    """Look at the golden games, at rare situations, and at a game step by step with reported dice."""
    told = ToldLeaves(PATH, tries=TRIES).look_at_goldens(GOLDEN_MOST)
    for played in rare_situations():
        told.look(Situation(played.game, played.protocol))
    return told.take(OfferGame(PATH, 3, pace="step", reported=True, referee=True, patience=150).play())


@pytest.mark.long
@pytest.mark.rule("AN-WIN-01")
def test_every_leaf_is_told_of():
    """Each leaf of each command has a domain in some offer, or stands here with the reason why it has none."""
    check(look(), UNTOLD)
