"""Steps of an attack, one by one: rolls, allocations and saves."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AllocateMortalWound,
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    DeclareMeleeAttacks,
    DeclareTargets,
    MeleeAttack,
    RerollDie,
    RollDefence,
    RollHit,
    RollWound,
    SelectToShoot,
    Shot,
    Sight,
    TargetsDeclared,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.fixtures import duel
from tests.rulesets.grinding_annihilation.shooting.fixtures import AttackTable
from tests.rulesets.grinding_annihilation.steps import Answer, aim, events_of, last_event, settle, shots


def roll_hits_and_wounds(field: AttackTable, *faces: int) -> AttackTable:
    """Shoot, with all hit and wound dice of these faces, up to the first allocation."""
    field.shoot(("gun", 0, "b-wall"))
    field.begin("b-wall", "gun").accepted()
    hits = field.game.group.counted
    field.table.faces(*faces)
    field.table.play(("red", RollHit(group=field.open)))
    if len(faces) > hits:
        field.table.play(("red", RollWound(group=field.open)))
    return field


def allocate(field: AttackTable, attack: int, troop: str, who: str = "blue") -> Outcome:
    return field.table.when(who, AllocateAttack(group=field.open, attack=attack, troop=troop))


def roll_save(field: AttackTable, attack: int, *faces: int, kind: str = "") -> Outcome:
    field.table.faces(*faces)
    return field.table.when("blue", RollDefence(group=field.open, attack=attack, save=kind))


def melee_declaration(*shares: tuple[str, int], sights: tuple[Sight, ...] = ()) -> DeclareMeleeAttacks:
    attacks = tuple(
        MeleeAttack(troop="a-guns.1", weapon="gun", profile=0, target=target, attacks=share) for target, share in shares
    )
    return DeclareMeleeAttacks(formation="a-guns", attacks=attacks, sights=sights)


def open_group(table: Table) -> str:
    """Give the open group of attacks."""
    group = table.view("referee").group
    assert group is not None
    return str(group.id)


def allocate_command(table: Table, attack: int, troop: str) -> AllocateAttack:
    """Put an attack of the open group on a troop."""
    return AllocateAttack(group=open_group(table), attack=attack, troop=troop)


def next_attack(table: Table) -> int:
    """Give the number of the next attack of the open group."""
    group = table.view("referee").group
    assert group is not None
    wounding = [attack for attack in group.attacks if attack.outcome in ("wound", "critical")]
    return min(int(row.attack) for row in wounding if row.status == "due")


def allocate_next_to(troop: str) -> Answer:
    """Put the next attack on a troop, once."""
    return lambda table, _window, _party: allocate_command(table, next_attack(table), troop)


def mortal_wound_on(troop: str) -> Answer:
    """Put the next mortal wound on a troop."""
    return lambda table, _window, _party: AllocateMortalWound(pending=table.view("referee").pending[0].id, troop=troop)


def declared_duel(*dice: int, seen: str = "full", **rest: Any) -> Table:
    """Declare the shots of a duel and confirm what was said of sight: the first group is next."""
    table = duel(*dice, **rest)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen=seen)).accepted()
    return settle(table, "BeginAttackGroup")


def begin_group(table: Table, weapon: str = "rifle", target: str = "b-b") -> None:
    """Begin the next group."""
    view = table.view("red").declaration
    table.when("red", BeginAttackGroup(declaration=view.id, target=target, weapon=weapon, profile=0)).accepted()


def precision_on(troop: str) -> Answer:
    """Put an attack on a troop by Precision, where the attacker is asked."""

    def answer(table: Table, window: object, party: int) -> AllocateAttack | None:
        del window
        group = table.view("referee").group
        assert group is not None
        due = [attack.attack for attack in group.attacks if attack.status == "due" and not attack.allocated]
        return AllocateAttack(group=group.id, attack=min(due), troop=troop) if party == 0 else None

    return answer


def attack_count(table: Table) -> int:
    """Give the number of attacks of the last group."""
    return last_event(table, AttacksCounted).attacks


class Counted(NamedTuple):
    """The attacks of a group."""

    weapon: str
    attacks: int


def attack_counts(table: Table) -> list[Any]:
    """Give which weapon attacked how often, group by group."""
    begun = {event.group: event.weapon for event in events_of(table, AttackGroupBegun)}
    return [Counted(begun[event.group], event.attacks) for event in events_of(table, AttacksCounted)]


def declare_sidearms(table: Table, target: str, *weapons: str, sidearms: bool = True) -> DeclareTargets:
    """Select "a-r" with or without its SideArms, and aim these weapons."""
    table.when("red", SelectToShoot(formation="a-r", sidearms=("a-r.1",) if sidearms else ())).accepted()
    return aim(table, "a-r", *shots(table, "a-r", target, *weapons))


def select_shooter(table: Table, formation: str = "a-r") -> Table:
    """Select a formation of red to shoot."""
    table.when("red", SelectToShoot(formation=formation, sidearms=())).accepted()
    return table


def begin_group_command(table: Table, weapon: str, target: str, profile: int = 0) -> BeginAttackGroup:
    """Begin a group of the last declaration."""
    declared = last_event(table, TargetsDeclared).declaration
    return BeginAttackGroup(declaration=declared, target=target, weapon=weapon, profile=profile)


def shot_at(troop: str, weapon: str, target: str, profile: int = 0) -> Shot:
    """Fire one weapon."""
    return Shot(troop=troop, weapon=weapon, profile=profile, target=target)


def ones(count: int) -> tuple[int, ...]:
    """Throw nothing but ones."""
    return (1,) * count


def reroll_wounds(table: Table, *attacks: int) -> RerollDie:
    """Throw wound dice again by Twin-Weapon."""
    group = table.view("referee").group
    assert group is not None
    return RerollDie(roll="wound", group=group.id, attacks=attacks or (1,), ability="twin_weapon")
