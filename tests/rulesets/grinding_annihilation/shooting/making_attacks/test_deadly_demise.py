"""Deadly Demise (GA-3.3-36 to -38): its reach, its order, its chains."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateMortalWound,
    AttackGroupEnded,
    ChooseOrder,
    DeadlyDemiseRolled,
    InflictDamage,
    RollDeadlyDemise,
    ShootingEnded,
    TroopDestroyed,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import (
    Unit,
    ability,
    battle,
    blade,
    brawl,
    formation,
    gun,
    line,
    trooper,
)
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, squad
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import (
    allocate,
    allocate_next_to,
    roll_hits_and_wounds,
    roll_save,
)
from tests.rulesets.grinding_annihilation.steps import (
    events_of,
    fight,
    fire,
    last_event,
    living,
    settle,
    shoot,
    wounds_left,
)


def bomb_and_neighbours(x: str) -> list[Unit]:
    """Give a shooter and a bomb; own and other formations stand 5.9, 6 and 6.1 inches from the bomb."""
    return [
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], weapons=(), powers=(f"deadly_demise {x}",)),
        formation("a-near", at=[(20, 16.9)], weapons=(), troop=trooper(w=5)),
        formation("b-edge", at=[(27, 10)], weapons=(), troop=trooper(w=5)),
        formation("b-far", at=[(20, 2.9)], weapons=(), troop=trooper(w=5)),
    ]


def explosion(*dice: int) -> Table:
    """Let a shooter face a bomb of one wound with the others about it."""
    return battle(*bomb_and_neighbours("2"), dice=dice)


@pytest.mark.rule("GA-3.3-36", "GA-2.1-04")
def test_deadly_demise_on_a_six():
    """On a 6 every formation within 6 inches suffers the mortal wounds, own and enemy."""
    table = fire(explosion(3, 4, 1, 6))
    rolled = last_event(table, DeadlyDemiseRolled)
    assert (rolled.face, [(result.formation, result.wounds) for result in rolled.results]) == (
        6,
        [("a-near", 2), ("b-edge", 2)],
    )
    assert (wounds_left(table, "a-near"), wounds_left(table, "b-edge"), wounds_left(table, "b-far")) == ([3], [3], [5])


@pytest.mark.rule("GA-3.3-36")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_no_deadly_demise_below_a_six(face: int):
    """On 1 to 5 nothing happens."""
    table = fire(explosion(3, 4, 1, face))
    assert last_event(table, DeadlyDemiseRolled).results == ()
    assert [wounds_left(table, row) for row in ("a-near", "b-edge", "b-far")] == [[5], [5], [5]]


@pytest.mark.rule("GA-3.3-37")
def test_random_deadly_demise_is_rolled_for_each_formation():
    """A random x is rolled for every formation: D6 of 5, 2 and 3 are 3, 1 and 2 mortal wounds."""
    third = formation("b-third", at=[(20, 12)], weapons=(), troop=trooper(w=5))
    table = fire(battle(*bomb_and_neighbours("D3"), third, dice=(3, 4, 1, 6, 5, 2, 3)))
    results = last_event(table, DeadlyDemiseRolled).results
    assert [(result.faces, result.wounds) for result in results] == [((5,), 3), ((2,), 1), ((3,), 2)]
    assert [wounds_left(table, result.formation) for result in results] == [[2], [4], [3]]
    assert wounds_left(table, "b-far") == [5]


@pytest.mark.rule("GA-3.3-37")
@pytest.mark.ruling("GA-3.3-37.1")
def test_deadly_demise_strikes_its_own_survivors():
    """The troop's own formation suffers too, as far as it lives."""
    table = shoot(3, 4, 1, 6, 1, troops=3, powers=("deadly_demise 1",), troop=trooper(w=1))
    assert [result.formation for result in events_of(table, DeadlyDemiseRolled)[0].results] == ["b-b"]
    assert [event.cause for event in events_of(table, TroopDestroyed)] == ["attack", "mortal_wound"]
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-3.3-38")
@pytest.mark.ruling("GA-3.3-32.2")
def test_deadly_demise_comes_before_the_next_attack():
    """A demise is done before the next attack of the group is allocated."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun(sw=2),))
    blue = formation("b-b", at=line(2, 20), weapons=(), powers=("deadly_demise 1",), troop=trooper(w=1))
    table = fire(battle(red, blue, dice=(3, 3, 4, 4, 1, 6, 5)))
    assert [event.cause for event in events_of(table, TroopDestroyed)] == ["attack", "mortal_wound"]
    assert last_event(table, AttackGroupEnded).lost == 1


@pytest.mark.rule("GA-3.3-38", "GA-2.5-09")
def test_demises_of_one_moment_are_ordered_by_the_player_in_turn():
    """Demises that one demise sets off wait until it is finished; whose turn it is orders them."""
    units = [
        formation("a-r", at=[(10, 10)], weapons=(gun(),)),
        formation("b-b", at=[(20, 10)], weapons=(), powers=("deadly_demise 1",)),
        formation("b-c", at=[(20, 14)], weapons=(), powers=("deadly_demise 1",)),
        formation("b-d", at=[(20, 6)], weapons=(), powers=("deadly_demise 1",)),
    ]
    table = battle(*units, dice=(3, 4, 1, 6, 1, 2))
    fire(table, until=("ChooseOrder",))
    assert table.window is not None
    assert sorted(event.troop for event in events_of(table, TroopDestroyed)) == ["b-b.1", "b-c.1", "b-d.1"]
    chosen = ChooseOrder(order=tuple(table.window.subject))
    table.when("blue", chosen).rejected("GA-2.5-09", "not-asked", asks="red")
    table.when("red", ChooseOrder(order=("b-c.1",))).rejected("GA-2.5-09", "order-incomplete")
    table.when("red", ChooseOrder(order=tuple(reversed(table.window.subject)))).accepted()
    settle(table)
    order = [event.troop for event in events_of(table, DeadlyDemiseRolled)]
    assert order[0] == "b-b.1"
    assert order[1:] == ["b-d.1", "b-c.1"]


@pytest.mark.rule("GA-3.3-37", "GA-4.2-07")
def test_attached_formation_suffers_a_demise_once():
    """Escort and Leader within reach are one formation, which suffers once."""
    bomb = formation("b-b", at=[(20, 10)], weapons=(), powers=("deadly_demise 1",))
    own = formation("b-c", at=[(20, 14), (20, 15.5)], weapons=(), troop=trooper(w=3))
    chief = formation(
        "b-chief",
        at=[(21.5, 14)],
        weapons=(),
        troop=trooper("chief", w=4),
        keywords=("character",),
        leads=("c",),
        powers=("leader",),
    )
    red = formation("a-r", at=[(10, 10)])
    table = fire(battle(red, bomb, own, chief, lead={"b-chief": "b-c"}, dice=(3, 4, 1, 6)))
    assert [(result.formation, result.wounds) for result in last_event(table, DeadlyDemiseRolled).results] == [
        ("b-c", 1)
    ]
    assert sorted(wounds_left(table, "b-c")) == [2, 3, 4]


@pytest.mark.rule("GA-3.3-36", "GA-3.3-38")
@pytest.mark.ruling("GA-3.3-38.2")
def test_demise_reaches_from_where_the_troop_stood():
    """A demise is measured from the place of the destroyed troop, not from its formation."""
    bombs = formation("b-b", at=[(20, 10), (20, 12.5)], weapons=(), powers=("deadly_demise 1",))
    near = formation("b-c", at=[(20, 19.4)], weapons=(), troop=trooper(w=3))
    red = formation("a-r", at=[(10, 10)])
    table = fire(battle(red, bombs, near, dice=(3, 4, 1, 6, 1)), AllocateAttack=[allocate_next_to("b-b.1")])
    assert [result.formation for result in events_of(table, DeadlyDemiseRolled)[0].results] == ["b-b"]
    table = fire(battle(red, bombs, near, dice=(3, 4, 1, 6, 1)), AllocateAttack=[allocate_next_to("b-b.2")])
    assert sorted(result.formation for result in events_of(table, DeadlyDemiseRolled)[0].results) == ["b-b", "b-c"]


@pytest.mark.rule("GA-3.3-36", "GA-3.3-37", "GA-3.3-38", "GA-2.5-09")
@pytest.mark.ruling("GA-3.3-38.2")
def test_deadly_demise_and_its_chain():
    """On a 6 every formation within 6" suffers; what that kills waits, ordered by the player whose turn it is."""
    bomb = (ability("deadly_demise", "D3"),)
    field = attack_table().formation("b-wall", abilities=bomb)
    field.formation("b-bomb", abilities=bomb, at=(12_000, 23_000))
    field.formation("b-mine", abilities=bomb, at=(8_000, 23_000))
    field.formation("b-edge", 2, at=(10_000, 28_000), kind=troop_profile(wounds=3)).formation(
        "b-far", at=(10_000, 13_999)
    )
    roll_hits_and_wounds(field, 5, 5)
    outcome = roll_save(field, 1, 1, 6, 5, 2, 3)
    demise = outcome.one(DeadlyDemiseRolled)
    assert [(result.formation, result.wounds) for result in demise.results] == [
        ("b-bomb", 3),
        ("b-edge", 1),
        ("b-mine", 2),
    ]
    outcome.asks("mortal_wound", "blue")
    pending = field.game.pending[0].id
    allocated = field.table.when("blue", AllocateMortalWound(pending=pending, troop="b-edge.1"))
    allocated.asks("order", "red")
    field.table.faces(1, 1)
    ordered = field.table.when("red", ChooseOrder(order=("b-mine.1", "b-bomb.1")))
    rolled = [event.troop for event in ordered.events if isinstance(event, DeadlyDemiseRolled)]
    assert rolled == ["b-mine.1", "b-bomb.1"]
    ordered.then(AttackGroupEnded, ShootingEnded)


@pytest.mark.rule("GA-3.3-36")
def test_deadly_demise_is_a_step_of_its_own():
    """Where nothing happens by itself anybody at the table may let the Deadly Demise be rolled."""
    field = attack_table(pace="step").formation("b-far", at=(40_000, 40_000))
    field.formation("b-wall", abilities=(ability("deadly_demise", 1),))
    roll_hits_and_wounds(field, 5, 5)
    allocate(field, 1, "b-wall.1")
    roll_save(field, 1, 1)
    inflict = InflictDamage(group=field.open, attack=1, reinforced_health=0)
    field.table.when("blue", inflict).asks("demise", "table")
    field.table.when("red", RollDeadlyDemise(troop="b-far.1")).rejected("GA-3.3-38", "other-demise", next="b-wall.1")
    field.table.faces(5)
    field.table.when("red", RollDeadlyDemise(troop="b-wall.1")).then(DeadlyDemiseRolled, results=())


@pytest.mark.rule("GA-3.3-37")
def test_demise_spares_who_is_aboard():
    """Of a transport beside a bomb and its passengers the transport suffers alone."""
    bomb = formation("b-b", at=[(20, 25)], weapons=(), powers=("deadly_demise 2",))
    shooter = formation("a-r", at=[(10, 30)], weapons=(gun(),))
    table = battle_with_absent(
        squad(2), carrier(), shooter, bomb, off={"a-p": "a-t.1"}, phase="shooting", dice=(6, 6, 1, 6)
    )
    fire(table)
    assert [(result.formation, result.wounds) for result in last_event(table, DeadlyDemiseRolled).results] == [
        ("a-t", 2)
    ]
    assert wounds_left(table, "a-t") == [6]
    assert [table.game.troops[row].wounds_left for row in ("a-p.1", "a-p.2")] == [1, 1]


@pytest.mark.rule("GA-2.5-09", "GA-3.3-38")
@pytest.mark.ruling("GA-2.5-09.1")
def test_demises_of_a_brawl_are_ordered_by_the_first_player_of_the_round():
    """In the Brawl Phase, which has no turns, the round's first player orders them, whoever fights."""
    bombs = [
        formation(name, at=[at], weapons=(), powers=("deadly_demise 1",))
        for name, at in (("b-b", (21, 10)), ("b-c", (24, 10)), ("b-d", (24, 12)))
    ]
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),), troop=trooper(w=4))
    table = fight(brawl(red, *bombs, dice=(3, 4, 1, 6, 1, 2), first="blue"), until=("ChooseOrder",))
    assert table.window is not None
    assert table.window.subject == ("b-c.1", "b-d.1")
    chosen = ChooseOrder(order=("b-d.1", "b-c.1"))
    table.when("red", chosen).rejected("GA-2.5-09", "not-asked", asks="blue")
    table.when("blue", chosen).accepted()
    settle(table)
    assert [(event.troop, event.face) for event in events_of(table, DeadlyDemiseRolled)] == [
        ("b-b.1", 6),
        ("b-d.1", 1),
        ("b-c.1", 2),
    ]
