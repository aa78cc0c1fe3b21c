"""Offers tell of every field of every command, down to its leaves, and what they tell of is not refused (GA-2.1-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from adjudicator.kernel.messages import DisputeFact, OfferDraw
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareNormalMove,
    DeclareRetreat,
    FormationBattleFatigued,
    SelectToShoot,
    Sight,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Marker
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement
from tests.conformance.by_offers.every_leaf import ToldLeaves, check
from tests.conformance.by_offers.offer_games import OfferGame
from tests.golden_games import Situation
from tests.kit import Table
from tests.rulesets.grinding_annihilation.armies.steps import reserves_waiting
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use
from tests.rulesets.grinding_annihilation.concepts.steps import fact_of, sight_stated
from tests.rulesets.grinding_annihilation.fixtures import (
    battle,
    blade,
    brawl,
    duel,
    formation,
    gun,
    line,
    troop_poses,
    trooper,
)
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import (
    armies_of_single_troops,
    deploying,
    warfield_set,
)
from tests.rulesets.grinding_annihilation.movement.fixtures import FAR_ENEMY, carrier, move_turn, transport_destroyed
from tests.rulesets.grinding_annihilation.steps import aim, fire, move, path, select, settle, shots
from tests.rulesets.grinding_annihilation.troops.fixtures import ENEMY_OF_AIRCRAFT, plane

PATH = "adjudicator.rulesets.grinding_annihilation"
OPERATORS = "an operator's or the service's own, which no party of a game is offered"
GIVEN_BY_SERVICE = "the id of a fact is given by the service; who states it leaves it empty"
UNTOLD: Mapping[str, str] = {
    "ChangeLogKey": OPERATORS,
    "CloseGame": OPERATORS,
    "DeclareMeleeAttacks.sights.fact": GIVEN_BY_SERVICE,
    "DeclareTargets.sights.fact": GIVEN_BY_SERVICE,
    "UseBattleManoeuvre.sights.fact": GIVEN_BY_SERVICE,
}
GOLDEN_MOST, TRIES, STEPS_MOST = 6, 1, 60
MORTAL = ("AllocateMortalWound",)
OPTIONAL_WOUNDS = {"auto_wound_optional": True}
FATIGUED = {"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)]}
RAY = gun("ray", "destructive", "devastating", sw=3, s=4, d=2)


def rare_situations() -> Iterator[Table]:
    """Go through situations that the golden games do not come to."""
    yield offered_draw()
    yield fire(duel(3, 6, gun=gun("bolt", "devastating", d=3), troop=trooper(w=2), troops=4), until=MORTAL)
    yield from wounds_to_waive()
    yield damage_to_roll()
    yield from grenades()
    yield precision_in_melee()
    yield repair_turn()
    yield from casualties_of_a_retreat()
    yield passengers()
    yield transport_destroyed()
    yield aircraft()
    yield no_room()
    yield marker_without_a_place()
    yield dispute()
    yield from arrival_with_losses()
    yield aircraft_that_hovers()


def offered_draw() -> Table:
    """Let one seat offer a draw, which the other has to answer."""
    table = duel()
    table.when("red", OfferDraw()).accepted()
    return table


def wounds_to_waive() -> Iterator[Table]:
    """Let attacks wound without a roll, which by option may be rolled for: of a whole group, and of each."""
    table = duel(6, 4, 1, gun=RAY, troop=trooper(w=6), options=OPTIONAL_WOUNDS)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    yield settle(table, "ResolveAttackGroup")
    yield settle(table, "RollWound")


def damage_to_roll() -> Table:
    """Let an attack have come through, whose damage is thrown."""
    table = duel(6, 6, 1, gun=gun("cannon", s=12, ap=6, d="D6"), troop=trooper(w=6), pace="step")
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    return settle(table, "RollDamage")


def grenades() -> Iterator[Table]:
    """Let Grenades be ready to be thrown, and their dice to be rolled."""
    red = formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades"))
    blue = formation("b-b", at=line(5, 19), weapons=())
    table = prepared_battle(red, blue, red=("grenades",), pace="step")
    yield table
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="")
    use(table, "red", "grenades", "a-r", enemy="b-b", sights=(sight,)).accepted()
    yield settle(table, "RollGrenades")


def precision_in_melee() -> Table:
    """Let a fighter with Precision reach a formation with a Leader."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade("needle", "precision"),))
    blue = formation("b-b", at=[(21, 10)], weapons=())
    boss = trooper("chief", w=4)
    chief = formation(
        "b-chief", at=[(22.2, 10)], weapons=(), troop=boss, keywords=("character",), leads=("b",), powers=("leader",)
    )
    return select(brawl(red, blue, chief, lead={"b-chief": "b-b"}))


def repair_turn() -> Table:
    """Let a walker be hurt that another mends in the Manoeuvres Phase."""
    red = formation("a-r", at=line(2, 10), troop=trooper(w=5), powers=("field_repair 2",))
    return battle(red, FAR_ENEMY, phase="manoeuvres", wounds={"a-r.1": 1, "a-r.2": 4})


def casualties_of_a_retreat() -> Iterator[Table]:
    """Let two of four have failed their tests in a Retreat, of which their player chooses who falls."""
    table = move_turn((11.5, 10), at=tuple(line(4, 10)), past=FATIGUED, dice=(1, 2, 3, 6))
    yield table
    back = tuple(path(f"a-r.{number}", (5, 8.5 + 1.5 * number)) for number in range(1, 5))
    table.when("red", DeclareRetreat(formation="a-r", paths=back)).accepted()
    yield table
    yield settle(table, "MakeRetreatMove")


def passengers() -> Table:
    """Let a formation have moved up to a transport."""
    table = battle(formation("a-p", at=[(24, 20)]), carrier(), FAR_ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    return table


def aircraft() -> Table:
    """Let Aircraft be about to fly."""
    table = battle(plane((10, 10)), ENEMY_OF_AIRCRAFT, phase="move")
    table.when("red", DeclareNormalMove(formation="a-f")).accepted()
    return table


def no_room() -> Table:
    """Let a formation be too large for its zone."""
    return deploying(formation("a-giant", at=line(4, 8, 8, 14), troop=trooper(base=13)), *armies_of_single_troops(1, 1))


def dispute() -> Table:
    """Let a statement of sight be disputed before a referee."""
    table = sight_stated(referee=True)
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).accepted()
    return table


def arrival_with_losses() -> Iterator[Table]:
    """Let a formation that has to arrive now have room for two of its three troops."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(placement, "find_places", lambda *_: troop_poses("a-p", (5, 5), (5, 6.5)))
        table = reserves_waiting(2, troops=3)
        yield table.ask("ordered_arrival", "red", subject=FormationSubject("a-p"))


def marker_without_a_place() -> Table:
    """Let one marker lie, and no place be left for the next."""
    table = warfield_set(pace="step").put("markers", Marker(id="1", seat=0, x=30_000, y=22_000))
    return table.ask("marker_back", "table")


def aircraft_that_hovers() -> Table:
    """Let an army with Aircraft that may hover write its battle formations."""
    return warfield_set(plane((10, 10), powers=("hover",)), ENEMY_OF_AIRCRAFT).ask("formations", "red", "blue")


def look() -> ToldLeaves:
    """Look at the golden games, at rare situations, and at a battle step by step with reported dice."""
    told = ToldLeaves(PATH, tries=TRIES).look_at_goldens(GOLDEN_MOST)
    for table in rare_situations():
        told.look(Situation(table.game, table.protocol))
    return told.take(played_step_by_step())


def played_step_by_step() -> OfferGame:
    """Play the beginning of a battle, in which dice are reported."""
    game = OfferGame(PATH, 3, pace="step", reported=True, referee=True)
    while game.table.window is not None and len(game.table.commands) < STEPS_MOST:
        game.step()
    return game


@pytest.mark.long
@pytest.mark.rule("GA-2.1-01")
def test_every_leaf_is_told_of():
    """Each leaf of each command has a domain in some offer, or stands here with the reason why it has none."""
    check(look(), UNTOLD)
