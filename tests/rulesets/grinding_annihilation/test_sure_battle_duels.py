"""Battle-Manoeuvres of the Brawl Phase: Epic Momentum before a fight, Reprisal after one (5.2, 5.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    BattleManoeuvreUsed,
    CloseIn,
    DeclareMeleeAttacks,
    EffectGained,
    FightBegun,
    FightEnded,
    SelectToFight,
    Sight,
    UseBattleManoeuvre,
)
from tests.rulesets.grinding_annihilation.armed import armed_brawl, kind, points, use
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    blade,
    formation,
    line,
    refused,
    settle,
    story,
    swings,
    trooper,
    wounds_left,
)

EPIC = ("epic_momentum",)
REPRISAL = ("reprisal",)

# -- Epic Momentum


def duellists(*, leader=True, red=EPIC, blue=(), **rest):
    """Red's Leader and escorts stand against an enemy Attached formation, whose Leader is its last troop."""
    heroes = formation(
        "a-r", at=line(2, 20), weapons=(blade(sw=3),), keywords=("infantry",),
        only={1: Member(keywords=("character",))},
    )  # fmt: skip
    squad = formation("b-b", at=line(2, 21), weapons=(), troop=trooper(w=3))
    boss = formation("b-l", at=[(21, 13)], weapons=(), troop=trooper("boss", w=4), keywords=("infantry", "character"),
                     leads=("b",))  # fmt: skip
    return armed_brawl(heroes, squad, boss, red=red, blue=blue, lead={"b-l": "b-b"} if leader else None, **rest)


@pytest.mark.rule("GA-5.3-01", "GA-8.3-16")
def test_a_champion_strikes_at_a_character():
    """The selected formation's Character gains Precision, and all its wounds may go to the visible enemy Character."""
    table = duellists(dice=(5, 5, 5, 5, 5, 5))
    table.when("red", SelectToFight(formation="a-r")).asks("fight_selected", "red")
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").then(BattleManoeuvreUsed, EffectGained, troop="a-r.1")
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    own = tuple(each for each in swings(table, "a-r", "b-b") if each.troop == "a-r.1")
    sight = Sight(observers=("a-r.1",), troops=("b-l.1",), seen="full", fact="")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=own, sights=(sight,))).accepted()
    settle(table, "AllocateAttack")
    assert kind(table) == "precision"
    group = table.game.group.id
    table.faces(1, 1, 1)
    precise = [AllocateAttack(group=group, attack=each, troop="b-l.1") for each in (1, 2, 3)]
    settle(table, AllocateAttack=precise)
    assert wounds_left(table, "b-b") == [3, 3, 1]
    assert points(table, "red") == 4


@pytest.mark.rule("GA-5.3-01")
def test_without_an_attached_enemy_it_is_refused():
    """Against a squad without a Leader nobody is asked; another formation, or who is no Character, is refused."""
    table = duellists(leader=False)
    table.when("red", SelectToFight(formation="a-r")).asks("close_in", "red")
    table.ask("fight_selected", "red", about=("a-r",), over=True)
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").rejected("GA-5.3-01", "no-attached-enemy")
    table = duellists()
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.2").rejected("GA-5.3-01", "no-champion", may="a-r.1")
    use(table, "red", "epic_momentum", "a-pair1", troop="a-pair1.1").rejected("GA-5.3-01", "not-selected")


@pytest.mark.rule("GA-5.3-02")
def test_only_the_champion_is_precise():
    """The escorts' wounds are allocated by the target's player; unseen, the champion's are too."""
    table = duellists(dice=(5,) * 6)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").accepted()
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    fellow = tuple(each for each in swings(table, "a-r", "b-b") if each.troop == "a-r.2")
    sight = Sight(observers=("a-r.2",), troops=("b-l.1",), seen="full", fact="")
    strange = DeclareMeleeAttacks(formation="a-r", attacks=fellow, sights=(sight,))
    table.when("red", strange).rejected("GA-2.4-12", "sight-unasked")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=fellow, sights=())).accepted()
    settle(table, "AllocateAttack")
    assert kind(table) == "allocate"
    table.dice.faces[6:] = [6, 6, 6]
    settle(table)
    table = duellists(dice=(5,) * 6)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").accepted()
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    own = tuple(each for each in swings(table, "a-r", "b-b") if each.troop == "a-r.1")
    blind = Sight(observers=("a-r.1",), troops=("b-l.1",), seen="none", fact="")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=own, sights=(blind,))).accepted()
    settle(table, "AllocateAttack")
    assert kind(table) == "allocate"
    table.dice.faces[6:] = [6, 6, 6]
    settle(table)


# -- Reprisal


def brawlers(*more, red=(), blue=REPRISAL, **rest):
    """Red's "a-r" and "a-s" stand against blue's "b-b" and "b-s"; nobody hurts anybody."""
    pairs = [
        formation(f"{side}-{name}", at=[(x, y)], weapons=(), **rest.pop(f"{side}_{name}", {}))
        for name, y in (("r", 10), ("s", 16))
        for side, x in (("a", 20), ("b", 21))
    ]
    return armed_brawl(*pairs, *more, red=red, blue=blue, **rest)


def fights(table, formation, who):
    """Select a formation and let it do nothing, up to the answer to its fight."""
    table.when(who, SelectToFight(formation=formation)).accepted()
    return idle(table)


def idle(table):
    settle(table, "SelectToFight", "UseBattleManoeuvre", CloseIn=[], DeclareMeleeAttacks=[])
    return table


@pytest.mark.rule("GA-5.2-01", "GA-5.2-02")
def test_a_reprisal_fights_next_whatever_the_step():
    """In the Fights First step, after red's first charger, blue's formation without Fights First fights at once."""
    first = {"powers": ("fights_first",)}
    table = brawlers(a_r=first, a_s=first)
    assert table.game.brawl.step == "fights_first"
    fights(table, "a-r", "red")
    assert kind(table) == "fight_ended"
    outcome = use(table, "blue", "reprisal", "b-s").then(BattleManoeuvreUsed, FightBegun, formation="b-s")
    assert outcome.one(FightBegun).reprisal
    assert points(table, "blue") == 3
    idle(table)
    assert story(table, FightEnded)[-1].formation == "b-s"
    assert (table.game.brawl.step, kind(table), table.window.asks) == ("fights_first", "select_to_fight", (0,))
    fights(table, "a-s", "red")
    settle(table, "SelectToFight")
    assert table.game.brawl.step == "remaining"
    if table.window.asks == (0,):
        fights(table, "a-pair1", "red")
        settle(table, "SelectToFight")
    assert table.window.asks == (1,)
    refused(table, "blue", SelectToFight(formation="b-s"), "GA-3.5-05").rejected("GA-3.5-05", "has-fought")
    table.when("blue", SelectToFight(formation="b-r")).then(FightBegun, formation="b-r")


@pytest.mark.rule("GA-5.2-02")
def test_a_reprisal_takes_the_place_of_the_next_selection():
    """After red's fight and blue's Reprisal it is red's turn to select."""
    table = brawlers()
    fights(table, "a-r", "red")
    use(table, "blue", "reprisal", "b-s").accepted()
    idle(table)
    assert (kind(table), table.window.asks) == ("select_to_fight", (0,))


@pytest.mark.rule("GA-5.2-01")
def test_who_may_answer_with_a_fight():
    """A formation that has fought, and one 3" from the nearest enemy, are refused; it need not be near who fought."""
    table = brawlers(formation("b-far", at=[(20, 20)], weapons=()))
    fights(table, "a-r", "red")
    table.put("formations", replace(table.game.formations["b-r"], fought=True))
    use(table, "blue", "reprisal", "b-r").rejected("GA-5.2-01", "has-fought")
    use(table, "blue", "reprisal", "b-far").rejected("GA-5.2-01", "no-enemy-near")
    assert points(table, "blue") == 5
    use(table, "blue", "reprisal", "b-s").then(FightBegun, formation="b-s", reprisal=True)
    idle(table)


@pytest.mark.rule("GA-5.2-01")
@pytest.mark.parametrize(("y", "near"), [(18, True), (18.1, False)])
def test_a_reprisal_needs_an_enemy_within_threat_range(y, near):
    """An enemy 1" away is within Threat Range, one that is 1.1" away is not."""
    table = brawlers(formation("b-far", at=[(20, y)], weapons=()))
    fights(table, "a-r", "red")
    used = use(table, "blue", "reprisal", "b-far")
    if not near:
        used.rejected("GA-5.2-01", "no-enemy-near")
        return
    used.then(FightBegun, formation="b-far", reprisal=True)
    idle(table)


@pytest.mark.rule("GA-5.2-03")
def test_a_reprisal_may_answer_a_reprisal():
    """Red answers blue's Reprisal with its own; a second one of blue in the phase is refused."""
    table = brawlers(red=REPRISAL)
    fights(table, "a-r", "red")
    use(table, "blue", "reprisal", "b-s").accepted()
    idle(table)
    assert (kind(table), table.window.asks, table.window.about) == ("fight_ended", (0,), ("b-s",))
    use(table, "red", "reprisal", "a-s").accepted()
    idle(table)
    assert (kind(table), table.window.asks) == ("select_to_fight", (1,))
    table.ask("fight_ended", "blue", about=("a-s",), over=True)
    use(table, "blue", "reprisal", "b-r").rejected("GA-5.0-03", "used-already")


@pytest.mark.rule("GA-5.2-03")
def test_a_reprisal_keeps_to_who_may_fight():
    """An Aircraft near enemies none of which can Fly is no target of a Reprisal; near one that can it is."""
    wings = {"keywords": ("aircraft", "fly", "vehicle")}
    table = brawlers(b_s=wings)
    fights(table, "a-r", "red")
    answer = UseBattleManoeuvre(manoeuvre="reprisal", formation="b-s")
    refused(table, "blue", answer, "GA-5.2-03").rejected("GA-5.2-03", "nobody-to-fight")
    table = brawlers(b_s=wings, a_s={"keywords": ("infantry", "fly")})
    fights(table, "a-r", "red")
    table.when("blue", answer).then(FightBegun, formation="b-s")
    idle(table)
