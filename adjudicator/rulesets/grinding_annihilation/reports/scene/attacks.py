"""Attacks as marks: who shoots or strikes at whom, what came of it, and the distances that were measured for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.kernel.scene import Mark, Measure, SeenEvent, Shot
from adjudicator.kernel.scene.inch_ground import body_id
from adjudicator.kernel.sentences import counted, inches
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    AttackAllocated,
    AttackGroupBegun,
    AttackGroupEnded,
    AttacksCounted,
    DamageInflicted,
    DeadlyDemiseRolled,
    DeclaredShot,
    DefenceRolled,
    GrenadesRolled,
    HitsRolled,
    MeleeDeclared,
    TargetsDeclared,
    TroopDestroyed,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import View
from adjudicator.rulesets.grinding_annihilation.reports.scene.ground import Warfield
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_declaration import LIMIT
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.grenades import REACH as THROW
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.heros_ingress import REACH as INGRESS
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import DEMISE_REACH


class Attack:
    """What an entry did of one group of attacks; a number is None where the entry did not come to it."""

    def __init__(self, group: str, unit: str, target: str, weapon: str) -> None:
        self.group, self.unit, self.target, self.weapon = group, unit, target, weapon
        self.attacks: int | None = None
        self.hits: int | None = None
        self.wounds: int | None = None
        self.saved = self.unsaved = self.lost = self.destroyed = 0
        self.allocated: list[str] = []
        self.why: dict[str, None] = {}

    def take(self, event: Struct) -> None:
        """Take one more event of the group."""
        match event:
            case AttacksCounted():
                self.attacks = event.attacks
            case HitsRolled():
                self.hits = event.hits
            case WoundsRolled():
                self.wounds = event.wounds
            case AttackAllocated():
                self.allocated.append(f"attack {event.attack} goes to {event.troop}")
            case DefenceRolled():
                self.saved += event.saved
                self.unsaved += not event.saved
            case DamageInflicted():
                self.lost += event.lost

    @property
    def unrolled(self) -> bool:
        """Tell whether the entry threw no dice for it."""
        return self.attacks is None and self.hits is None and self.wounds is None

    @property
    def result(self) -> str:
        """Say in a word what came of it so far."""
        if self.destroyed:
            return "destroyed"
        if self.lost or self.unsaved:
            return "wound"
        if self.saved:
            return "saved"
        if self.wounds is not None:
            return "hit" if self.wounds else "no wound"
        if self.hits is not None:
            return "hit" if self.hits else "miss"
        return "allocated" if self.allocated else "declared"

    def sentence(self, weapon: str) -> str:
        """Tell it in one sentence."""
        told = [
            *([counted(self.attacks, "attack")] if self.attacks is not None else []),
            *([counted(self.hits, "hit")] if self.hits is not None else []),
            *([f"{self.wounds} that wound"] if self.wounds is not None else []),
            *(self.allocated if self.unrolled else []),
            *([f"{self.saved} saved"] if self.saved else []),
            *([f"{counted(self.lost, 'wound')} lost"] if self.lost else []),
            *([f"{self.destroyed} destroyed"] if self.destroyed else []),
        ]
        return f"{self.unit} attacks {self.target} with {weapon}{': ' if told else ''}{', '.join(told)}."


def attacks_of(before: View, after: View, events: Sequence[SeenEvent]) -> Mapping[str, Attack]:
    """Gather the groups of attacks of an entry by their ids, in their order."""
    found = {
        view.group.id: Attack(view.group.id, view.group.formation, view.group.target, view.group.weapon)
        for view in (before, after)
        if view.group is not None
    }
    order: dict[str, Attack] = {}
    current: Attack | None = None
    for event, why in events:
        if isinstance(event, AttackGroupBegun):
            found[event.group] = Attack(event.group, event.formation, event.target, event.weapon)
        group = str(getattr(event, "group", ""))
        current = found.get(group, current)
        if isinstance(event, AttackGroupEnded):
            current = None
        elif current is not None and group:
            order.setdefault(current.group, current).take(event)
            current.why |= dict.fromkeys(why)
        elif current is not None and isinstance(event, TroopDestroyed) and event.formation == current.target:
            current.destroyed += 1
    return order


def attack_marks(
    event: Struct, why: tuple[str, ...], ground: Warfield, attacks: Mapping[str, Attack]
) -> Iterator[Mark]:
    """Draw the attacks of an event."""
    yield from _group(str(getattr(event, "group", "")), ground, attacks)
    match event:
        case TargetsDeclared():
            yield from _declared(event, why, ground, attacks)
        case MeleeDeclared():
            for target in dict.fromkeys(row.target for row in event.attacks):
                yield from _declared_at(event.formation, target, "fights", why, ground, attacks)
        case AssaultDeclared() | AssaultRolled() | AssaultFailed():
            yield from _assault(event, why, ground)
        case GrenadesRolled() | ArmouredChargeRolled() | DeadlyDemiseRolled():
            yield from _mortal_wounds(event, why, ground)


def _mortal_wounds(
    event: GrenadesRolled | ArmouredChargeRolled | DeadlyDemiseRolled, why: tuple[str, ...], ground: Warfield
) -> Iterator[Mark]:
    match event:
        case GrenadesRolled():
            said = f"{event.formation} throws grenades at {event.enemy}: {counted(event.wounds, 'mortal wound')}."
            result = "wound" if event.wounds else "miss"
            yield from _shot("grenades", event.formation, event.enemy, result, said, why, ground)
            yield from _measured(event.formation, event.enemy, said, why, ground, (None, THROW, True))
        case ArmouredChargeRolled():
            said = f"{event.formation} charges into {event.enemy}: {counted(event.wounds, 'mortal wound')}."
            result = "wound" if event.wounds else "miss"
            yield from _shot("armoured-charge", event.formation, event.enemy, result, said, why, ground)
        case DeadlyDemiseRolled():
            for row in event.results:
                said = f"The end of {event.troop} strikes {row.formation}: {counted(row.wounds, 'mortal wound')}."
                limits = (row.distance, DEMISE_REACH, True)
                yield from _measured(event.troop, row.formation, said, why, ground, limits)


# -- groups


def _group(group: str, ground: Warfield, attacks: Mapping[str, Attack]) -> Iterator[Mark]:
    """Draw a group of attacks once, at the first of its events in the entry."""
    row = attacks.get(group)
    if row is not None and f"group-{row.group}" not in ground.drawn:
        ground.drawn.add(f"group-{row.group}")
        said = row.sentence(_name(row.weapon, ground))
        yield from _shot(f"group-{row.group}", row.unit, row.target, row.result, said, tuple(row.why), ground)


def _name(weapon: str, ground: Warfield) -> str:
    return ground.weapons[weapon].name if weapon in ground.weapons else weapon


def _declared(
    event: TargetsDeclared, why: tuple[str, ...], ground: Warfield, attacks: Mapping[str, Attack]
) -> Iterator[Mark]:
    nearest: dict[str, DeclaredShot] = {}
    for shot in event.shots:
        kept = nearest.get(shot.target)
        nearest[shot.target] = shot if kept is None or shot.distance < kept.distance else kept
    for target, shot in nearest.items():
        yield from _declared_at(event.formation, target, "shoots at", why, ground, attacks)
        weapon = ground.weapons.get(shot.weapon)
        limit = weapon.profiles[shot.profile].weapon_range if weapon is not None else None
        said = f"{shot.troop} is {inches(shot.distance)} from {target}; {_name(shot.weapon, ground)} reaches "
        said += f"{inches(limit or 0)}."
        ok = None if limit is None else shot.distance <= limit
        yield from _measured(shot.troop, target, said, why, ground, (shot.distance, limit, ok))


def _declared_at(
    unit: str, target: str, does: str, why: tuple[str, ...], ground: Warfield, attacks: Mapping[str, Attack]
) -> Iterator[Mark]:
    if not any((row.unit, row.target) == (unit, target) for row in attacks.values()):
        yield from _shot(f"declared-{target}", unit, target, "declared", f"{unit} {does} {target}.", why, ground)


def _assault(
    event: AssaultDeclared | AssaultRolled | AssaultFailed, why: tuple[str, ...], ground: Warfield
) -> Iterator[Mark]:
    """Draw how far an Assault has to go to its targets, and how far it may; one that failed as such."""
    if isinstance(event, AssaultDeclared):
        ground.assaulted = event.targets
        limit = INGRESS if event.ingress else LIMIT
        for target, distance in zip(event.targets, event.distances, strict=True):
            said = f"{event.formation} assaults {target}, {inches(distance)} away, of at most {inches(limit)}."
            yield from _measured(event.formation, target, said, why, ground, (distance, limit, distance <= limit))
        return
    if isinstance(event, AssaultFailed) and "assault" in ground.drawn:
        return
    ground.drawn.add("assault")
    for target in ground.assaulted:
        if isinstance(event, AssaultRolled):
            said = f"{event.formation} may go {inches(event.reach.total)} towards {target}{ground.failure}."
            limit, ok = event.reach.total, False if ground.failure else None
            yield from _measured(event.formation, target, said, why, ground, (None, limit, ok))
        else:
            said = f"The Assault of {event.formation} on {target} fails: {event.reason.replace('_', ' ')}."
            yield from _measured(event.formation, target, said, why, ground, (None, None, False))


# -- drawing


def _shot(
    name: str, unit: str, target: str, result: str, said: str, why: tuple[str, ...], ground: Warfield
) -> Iterator[Mark]:
    """Draw a shot between the nearest bases that are left of both; where one side is gone, the way it went."""
    pair = ground.nearest(ground.standing(unit, left=True), ground.standing(target, left=True))
    if pair is not None:
        yield Shot(
            id=ground.name(f"shot:{name}"),
            text=said,
            why=why,
            from_item=body_id(pair[0]),
            to_item=body_id(pair[1]),
            result=result,
        )
        return
    yield from _measured(unit, target, said, why, ground, (None, None, None))


def _measured(
    unit: str,
    target: str,
    said: str,
    why: tuple[str, ...],
    ground: Warfield,
    found: tuple[int | None, int | None, bool | None],
) -> Iterator[Mark]:
    """Draw a distance between the nearest bases: its length if measured, limit, and whether it holds."""
    pair = ground.nearest(ground.standing(unit), ground.standing(target))
    if pair is not None:
        length, limit, ok = found
        yield Measure(
            id=ground.name(f"measure:{unit}-{target}"),
            text=said,
            why=why,
            points=ground.edges(*pair),
            length=ground.gap(*pair) if length is None else length,
            limit=limit,
            ok=ok,
            clause=why[0] if why else "",
        )
