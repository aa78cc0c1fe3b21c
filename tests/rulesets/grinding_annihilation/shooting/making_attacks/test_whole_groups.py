"""A group worked off at once is the same group worked off step by step (GA-3.3-39)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import asdict, replace

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    AttackAllocated,
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    DamageInflicted,
    DefenceRolled,
    DieRerolled,
    HitsRolled,
    ReactionDeclined,
    RerollDie,
    ResolveAttackGroup,
    RollHit,
    RollWound,
    SelectToShoot,
    SetStandingChoices,
    TargetsDeclared,
    TroopProfile,
    WeaponProfile,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import rerollable
from tests.kit import Table, seeded
from tests.rulesets.grinding_annihilation.fixtures import ability, amount, duel, gun, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import AttackTable, troop_profile, weapon, weapon_profile
from tests.rulesets.grinding_annihilation.shooting.steps import begin_group, declared_duel, ones, open_group
from tests.rulesets.grinding_annihilation.steps import aim, events_of, last_event, living, settle, shots, wounds_left

AMOUNTS = st.sampled_from((1, 2, 3, "D3", "D6", "D3+1"))


ABILITIES = (
    ability("rapid_fire", 2),
    ability("destructive"),
    ability("annihilation"),
    ability("sustained_fire", 1),
    ability("sustained_fire", "D3"),
    ability("devastating"),
    ability("volatile"),
    ability("anti", 4, "infantry"),
    ability("emission"),
    ability("heavy"),
    ability("inferno", 2),
    ability("hazard"),
    ability("indirect"),
    ability("ignores_cover"),
    ability("precision"),
)


class GroupCase(Struct, frozen=True):
    """One group and those who stand around it."""

    seed: int
    gun: WeaponProfile
    shooters: int
    copies: int
    target: TroopProfile
    troops: int
    health: int
    demise: int | str | None
    leader: TroopProfile | None
    rerolls: str
    save: str
    moved: str
    seen: str
    stealth: bool


@st.composite
def cases(draw: Any) -> GroupCase:
    abilities = draw(st.lists(st.sampled_from(ABILITIES), max_size=4, unique_by=lambda found: found.name))
    abilities += [ability("twin_weapon")] if draw(st.booleans()) else []
    gun = weapon_profile(
        *abilities,
        swiftness=draw(AMOUNTS),
        skill=draw(st.sampled_from((0, 2, 3, 4, 6))),
        strength=draw(st.integers(2, 9)),
        penetration=-draw(st.integers(0, 3)),
        damage=draw(AMOUNTS),
    )
    kinds = st.builds(
        troop_profile,
        vigour=st.integers(3, 8),
        defence=st.sampled_from((0, 2, 4, 6)),
        wounds=st.integers(1, 4),
        invulnerable=st.sampled_from(((), (4,), (5,))),
    )
    return GroupCase(
        seed=draw(st.integers(1, 10_000)),
        gun=gun,
        shooters=draw(st.integers(1, 4)),
        copies=draw(st.integers(1, 2)),
        target=draw(kinds),
        troops=draw(st.integers(1, 6)),
        health=draw(st.sampled_from((0, 0, 4, 6))),
        demise=draw(st.sampled_from((None, None, 1, "D3"))),
        leader=draw(st.none() | kinds.map(lambda row: replace(row, name="boss"))),
        rerolls=draw(st.sampled_from(("none", "failures", "non_criticals"))),
        save=draw(st.sampled_from(("armour", "invulnerable", "better"))),
        moved=draw(st.sampled_from(("", "remained_stationary"))),
        seen=draw(st.sampled_from(("none", "full"))),
        stealth=draw(st.booleans()),
    )


def case_on_table(case: GroupCase) -> AttackTable:
    """Set the case up, everything chosen ahead, and declare the shots."""
    field = AttackTable(pace="step")
    field.table.dice = seeded(case.seed)
    gun = case.gun
    if case.seen == "none" and not any(row.name == "indirect" for row in gun.abilities):
        gun = replace(gun, abilities=(*gun.abilities, ability("indirect")))
    field.weapons(weapon("gun", gun))
    abilities: list[Ability] = [ability("reinforced_health", case.health)] if case.health else []
    abilities += [ability("stealth")] if case.stealth else []
    demise = [ability("deadly_demise", case.demise)] if case.demise else []
    field.formation("a-guns", case.shooters, carry=("gun",) * case.copies, move=case.moved)
    field.formation("b-wall", case.troops, kind=case.target, abilities=(*abilities, *demise), leader=case.leader)
    field.formation("b-near", 2, kind=troop_profile(wounds=2), at=(10_000, 24_000), abilities=demise)
    troops = tuple(field.game.troops)
    for seat in ("red", "blue"):
        mine = tuple(troop for troop in troops if troop.startswith("a" if seat == "red" else "b"))
        declined = ("precision",) if seat == "red" else ()
        field.table.play(
            (seat, SetStandingChoices(casualty_order=mine, save_preference=case.save, windows_declined=declined))
        )
    return field.shoot(("gun", 0, "b-wall"), seen=case.seen)


STEPS = 400


def dice_to_reroll(field: AttackTable, case: GroupCase) -> tuple[int, ...]:
    keep = {"none": ("failed", "wound", "critical"), "failures": ("wound", "critical"), "non_criticals": ("critical",)}
    attacks = field.game.attacks
    fresh = not any(attack.rerolled for attack in attacks.values())
    return tuple(row for row in rerollable(field.game) if fresh and attacks[row].outcome not in keep[case.rerolls])


def play_on(field: AttackTable, case: GroupCase) -> None:
    """Answer every question as was chosen ahead, until the shooting is over."""
    for _ in range(STEPS):
        window = field.window
        if window.kind in ("shooting_turn", "result"):
            return
        who = window.asks[0]
        if window.kind == "reroll" and (numbers := dice_to_reroll(field, case)):
            command: Any = RerollDie(roll="wound", group=field.open, attacks=numbers, ability="twin_weapon")
        else:
            command = field.table.rules.windows[window.kind].default_command(field.game, window, who)  # type: ignore[misc]
        field.table.when("table" if who == TABLE else who, command).accepted()
    raise AssertionError(f"the shooting does not end: {field.table.windows}")


def counts_as_event(event: Struct) -> bool:
    return type(event).__name__ != "Asked"


def without_ids(event: Struct) -> tuple[str, dict[str, Any]]:
    ids = ("group", "pending")
    return type(event).__name__, {name: value for name, value in asdict(event).items() if name not in ids}


def outcome_of(field: AttackTable) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """Gather what happened since the group began: events without ids, dice, and the state they led to."""
    events = [event for filled in field.table.log for event, _ in filled.events]
    start = next(place for place, event in enumerate(events) if isinstance(event, AttackGroupBegun))
    rolls = [
        (roll.stream, roll.index, roll.sides, roll.faces, roll.why, roll.roller)
        for filled in field.table.log
        for roll in filled.rolls
    ]
    slots = ("troops", "fallen", "formations", "parts", "pending", "demises", "declaration", "battle")
    return (
        [without_ids(event) for event in events[start:] if counts_as_event(event)],
        rolls,
        {name: getattr(field.game, name) for name in slots},
    )


@pytest.mark.rule("GA-3.3-39")
@pytest.mark.ruling("GA-3.3-09.2")
@settings(max_examples=60)
@given(cases())
def test_fast_is_step_by_step(case):
    """ResolveAttackGroup throws the dice of the step-by-step form in its order, with the same events and end."""
    fast, steps = case_on_table(case), case_on_table(case)
    declaration = fast.game.declaration.id
    twin = any(row.name == "twin_weapon" for row in case.gun.abilities)
    rerolls = case.rerolls if twin else "none"
    command = ResolveAttackGroup(declaration=declaration, target="b-wall", weapon="gun", profile=0, rerolls=rerolls)
    fast.table.when("red", command).accepted()
    steps.begin("b-wall", "gun").accepted()
    play_on(fast, case)
    play_on(steps, case)
    assert outcome_of(fast) == outcome_of(steps)


def whole_group_command(field: AttackTable, rerolls: str = "") -> ResolveAttackGroup:
    declaration = field.game.declaration.id
    return ResolveAttackGroup(declaration=declaration, target="b-wall", weapon="gun", profile=0, rerolls=rerolls)


@pytest.mark.rule("GA-3.3-39")
def test_the_six_dice_of_the_book():
    """Three attacks take six dice: three to hit, two to wound, one to save; at once as step by step."""
    field = AttackTable(5, 2, 4, 4, 3, 3)
    field.weapons(weapon("gun", weapon_profile())).formation("a-guns", 3, carry=("gun",)).formation("b-wall")
    field.shoot(("gun", 0, "b-wall"))
    outcome = field.table.when("red", whole_group_command(field)).accepted()
    assert [roll.faces for roll in outcome.rolls] == [(5, 2, 4), (4, 3), (3,)]
    assert [roll.roller for roll in outcome.rolls] == [0, 0, 1]
    assert field.wounds("b-wall.1") == [0]


@pytest.mark.rule("GA-3.3-39", "GA-3.3-40")
@pytest.mark.ruling("GA-3.3-09.2")
def test_open_choices_refuse_the_fast_form():
    """A group is not worked off at once while the other player has a choice in it that was not made ahead."""
    field = AttackTable()
    field.weapons(weapon("gun", weapon_profile())).formation("a-guns", carry=("gun",))
    field.formation("b-wall", 2, kind=troop_profile(invulnerable=(4,)), abilities=(ability("reinforced_health", 5),))
    field.shoot(("gun", 0, "b-wall"))
    field.table.when("red", whole_group_command(field)).rejected(
        "GA-3.3-21", "casualties-open", troops="b-wall.1 b-wall.2"
    )
    order = SetStandingChoices(casualty_order=("b-wall.2",), save_preference="", windows_declined=())
    field.table.play(("blue", order))
    field.table.when("red", whole_group_command(field)).rejected("GA-3.3-25", "save-open")
    field.table.play(("blue", replace(order, save_preference="better")))
    field.table.when("red", whole_group_command(field, "all")).rejected("GA-3.3-40", "unknown-rerolls")
    field.table.faces(1)
    field.table.when("red", whole_group_command(field)).accepted()


@pytest.mark.rule("GA-3.3-35")
def test_several_healths_refuse_the_fast_form():
    """Several Reinforced Health abilities are a choice of the target's player, which no standing choice covers."""
    field = AttackTable()
    field.weapons(weapon("gun", weapon_profile())).formation("a-guns", carry=("gun",))
    field.formation("b-wall", abilities=(ability("reinforced_health", 5), ability("reinforced_health", 6)))
    field.shoot(("gun", 0, "b-wall"))
    field.table.when("red", whole_group_command(field)).rejected("GA-3.3-35", "health-open")


def test_amounts_are_read():
    """The notation of these tests reads dice as the contract holds them."""
    assert (amount("2D3+1").dice, amount("2D3+1").sides, amount("2D3+1").plus) == (2, 3, 1)


def without_group_id(event: Struct) -> Struct:
    """Leave out the group's id, which tells the entry that opened it."""
    return replace(event, group="")


@pytest.mark.rule("GA-3.3-39")
def test_whole_group_at_once_throws_the_same_dice():
    """ResolveAttackGroup throws the dice of the single steps in their order and does the same."""
    slow = declared_duel(5, 2, 4, 4, 3, 3, gun=gun(sw=3), troop=trooper(w=2))
    begin_group(slow)
    slow.when("red", RollHit(group=open_group(slow))).accepted()
    slow.when("red", RollWound(group=open_group(slow))).accepted()
    settle(slow)
    fast = declared_duel(5, 2, 4, 4, 3, 3, gun=gun(sw=3), troop=trooper(w=2))
    view = fast.view("red").declaration
    command = ResolveAttackGroup(declaration=view.id, target="b-b", weapon="rifle", profile=0, rerolls="")
    fast.when("red", command).accepted()
    settle(fast)
    for kind in (AttacksCounted, HitsRolled, WoundsRolled, AttackAllocated, DefenceRolled, DamageInflicted):
        found = [[without_group_id(event) for event in events_of(table, kind)] for table in (slow, fast)]
        assert found[0] == found[1] != []


@pytest.mark.rule("GA-3.3-39")
def test_whole_group_needs_a_standing_choice_where_the_other_player_chooses():
    """A group goes at once only where its target's player has nothing to choose, or has said how."""
    table = declared_duel(3, 4, 1, troops=3)
    view = table.view("red").declaration
    command = ResolveAttackGroup(declaration=view.id, target="b-b", weapon="rifle", profile=0, rerolls="")
    table.when("red", command).rejected("GA-3.3-21", "casualties-open", troops="b-b.1 b-b.2 b-b.3")
    order = ("b-b.2", "b-b.1", "b-b.3")
    given_terms = SetStandingChoices(casualty_order=order, save_preference="better", windows_declined=())
    table.when("blue", given_terms).accepted()
    table.when("red", command).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.1", "b-b.3"]


@pytest.mark.rule("GA-3.3-39", "GA-8.3-09")
@pytest.mark.parametrize(
    ("rerolls", "rerolled", "expected_events"),
    [("", (), []), ("failures", (5,), [(1, 2, 5)]), ("non_criticals", (6, 1), [(1, 2, 6), (2, 4, 1)])],
)
def test_own_rerolls_of_a_whole_group(
    rerolls: str, rerolled: tuple[int, ...], expected_events: list[tuple[int, int, int]]
):
    """A group that goes at once takes the attacker's re-rolls as he says: none, failures or what is not critical."""
    saves = {"": 2, "failures": 3, "non_criticals": 2}[rerolls]
    table, command = twin_weapon_fired(*rerolled, *ones(saves), rerolls=rerolls)
    table.when("red", command).accepted()
    settle(table)
    assert thrown_again(table) == expected_events
    assert wounds_left(table, "b-b") == [9 - saves]


def twin_weapon_fired(*dice: int, rerolls: str) -> tuple[Table, ResolveAttackGroup]:
    """Let three attacks of a Twin-Weapon be declared, which hit with 3s and wound with 2, 4 and 6: one fails."""
    table = duel(3, 3, 3, 2, 4, 6, *dice, gun=gun("twin", "twin_weapon", sw=3), troop=trooper(w=9))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last_event(table, TargetsDeclared).declaration
    return table, ResolveAttackGroup(declaration=declared, target="b-b", weapon="twin", profile=0, rerolls=rerolls)


def thrown_again(table: Table) -> list[tuple[int, int, int]]:
    """Give attack, old and new face of every die that was thrown again."""
    return [(die.attack, die.was, die.face) for event in events_of(table, DieRerolled) for die in event.dice]


NO_REROLLS = SetStandingChoices(casualty_order=(), save_preference="", windows_declined=("reroll",))


@pytest.mark.rule("GA-3.3-40", "GA-8.3-09", "GA-3.3-39")
@pytest.mark.parametrize(
    ("rerolls", "rerolled", "saves"),
    [("", (), 2), ("none", (), 2), ("failures", (5,), 3), ("non_criticals", (6, 1), 2)],
)
def test_rerolls_that_a_group_asks_for_are_made_although_they_were_declined_ahead(
    rerolls: str, rerolled: tuple[int, ...], saves: int
):
    """Declined ahead, no question about re-rolls is put; those that ResolveAttackGroup names are thrown."""
    table, command = twin_weapon_fired(*rerolled, *ones(saves), rerolls=rerolls)
    table.when("red", NO_REROLLS).accepted()
    (offered,) = [row for row in table.offers("red") if row.command == "ResolveAttackGroup"]
    assert words_of(offered.fields, "rerolls") == ("none", "failures", "non_criticals")
    table.when("red", command).accepted()
    settle(table)
    assert [face for _, _, face in thrown_again(table)] == list(rerolled)
    # dice that were not thrown again are let stand here only where some were asked for: else nobody was asked
    assert (events_of(table, ReactionDeclined) != []) is bool(rerolled)
    assert wounds_left(table, "b-b") == [9 - saves]


@pytest.mark.rule("GA-3.3-40", "GA-8.3-09")
def test_step_by_step_a_question_that_was_declined_ahead_is_not_put():
    """After the Wound roll of a Twin-Weapon the saves are next, and no die is thrown again."""
    table, command = twin_weapon_fired(1, 1, rerolls="")
    table.when("red", NO_REROLLS).accepted()
    begin = BeginAttackGroup(declaration=command.declaration, target="b-b", weapon="twin", profile=0)
    table.when("red", begin).accepted()
    settle(table)
    assert thrown_again(table) == []
    assert events_of(table, ReactionDeclined) == []
    assert wounds_left(table, "b-b") == [7]
