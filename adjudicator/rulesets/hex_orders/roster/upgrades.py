"""Upgrades: what a base becomes by those that are bought for it, hand by hand (HX-ARMY-11 to -25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.hex_orders.model.messages import (
    Angles,
    Model,
    Resistance,
    Sheet,
    UpgradeChoice,
    UpgradeOption,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.order_codes import STAND_STILL
from adjudicator.rulesets.hex_orders.roster.army_lists import ListedUnit
from adjudicator.rulesets.hex_orders.roster.budgets import add_prices
from adjudicator.rulesets.hex_orders.roster.list_checks import HANDS


@dataclass(eq=False)
class ArmedModel:
    """A model while its base is armed: `standard` are the weapons that it came with and still has.

    `held` are the hands that its items take, by weapon or item; `taken` the upgrades that it has got.
    """

    model: Model
    room: int
    standard: list[str]
    held: list[tuple[str, int]]
    taken: list[str] = field(default_factory=list)

    def hands(self) -> int:
        """Count the hands that are full."""
        return sum(hands for _, hands in self.held)

    def give_up(self) -> None:
        """HX-ARMY-19 Drop the standard weapons that take hands; where none does, the first one."""
        full = [item for item, hands in self.held if hands and item in self.standard] or self.standard[:1]
        for item in full:
            self.standard.remove(item)
            self.held = [row for row in self.held if row[0] != item]
        self.model = replace(self.model, weapons=tuple(item for item in self.model.weapons if item not in full))

    def take(self, item: str, hands: int) -> None:
        """Fill hands with an item."""
        self.held.append((item, hands))


@dataclass(eq=False)
class ArmedBase:
    """A base while it is armed; `arsenal` has every weapon that its list knows for it."""

    sheet: Sheet
    bearers: list[ArmedModel]
    arsenal: dict[str, Weapon]
    faults: list[Fault] = field(default_factory=list)
    bought: list[UpgradeOption] = field(default_factory=list)


def _base_as_sold(found: ListedUnit) -> ArmedBase:
    """HX-SETUP-14 Begin with the base as its entry sells it; without an initial speed it stands still."""
    sheet = found.entry.sheet
    sheet = replace(sheet, initial_speed=sheet.initial_speed or STAND_STILL)
    arsenal = {weapon.id: weapon for weapon in (*found.list.weapons, *sheet.weapons)}
    return ArmedBase(sheet, [_armed_model(model, arsenal) for model in sheet.models], arsenal)


def _armed_model(model: Model, arsenal: dict[str, Weapon]) -> ArmedModel:
    """HX-ARMY-16 A model has two hands, unless its entry fills more of them."""
    held = [(item, arsenal[item].hands) for item in model.weapons if item in arsenal]
    return ArmedModel(model, max(HANDS, sum(hands for _, hands in held)), list(model.weapons), held)


def with_upgrades(found: ListedUnit, choices: Iterable[UpgradeChoice], path: str) -> tuple[Sheet, list[Fault]]:
    """HX-ARMY-11 Buy upgrades: elites first, the others in their order; requirements are judged at the end."""
    armed = _base_as_sold(found)
    options = {upgrade.id: upgrade for upgrade in found.list.upgrades}
    named = [(f"{path}.upgrades[{number}]", choice) for number, choice in enumerate(choices)]
    armed.faults += _unknown(found, options, named)
    offered = found.entry.upgrades
    ready = [(where, options[row.upgrade], row.model) for where, row in named if row.upgrade in offered]
    for where, option, model in sorted(ready, key=lambda row: row[1].elite is None):
        fits = _replace_by_elite(armed, option, model, where) if option.elite else _equip(armed, option, model, where)
        armed.bought += [option] if fits else []
    for where, option, _ in ready:
        armed.faults += _unmet_requirements(armed, option, where)
    return _finished_sheet(armed), armed.faults


def _unknown(
    found: ListedUnit, options: dict[str, UpgradeOption], named: Iterable[tuple[str, UpgradeChoice]]
) -> Iterator[Fault]:
    """HX-ARMY-10, HX-ARMY-12 Only what the list has, and the entry offers, can be bought."""
    for where, row in named:
        if row.upgrade not in options:
            yield fault("HX-ARMY-12", "unknown-item", f"{where}.upgrade", item=row.upgrade, nation=found.list.nation)
        elif row.upgrade not in found.entry.upgrades:
            yield fault("HX-ARMY-10", "not-offered", f"{where}.upgrade", item=row.upgrade, kind=found.entry.sheet.kind)


def _unmet_requirements(armed: ArmedBase, option: UpgradeOption, path: str) -> Iterator[Fault]:
    """HX-ARMY-11 Every requirement holds in the army as it is submitted."""
    types = (*armed.sheet.types, *(word for row in armed.bought for word in row.types))
    bought = [row.id for row in armed.bought if row is not option]
    for word in option.requires:
        elite = word == "elite" and any(bearer.model.elite for bearer in armed.bearers)
        typed = word.startswith("type:") and word.removeprefix("type:") in types
        if not (elite or typed or word in bought):
            yield fault("HX-ARMY-11", "requirement", path, item=option.id, requires=word)


# -- elites


def _replace_by_elite(armed: ArmedBase, option: UpgradeOption, number: int, path: str) -> bool:
    """HX-ARMY-22 An elite replaces one regular: the one that is named, else the first."""
    bearer = _named_model(armed, number, path)
    regulars = [row for row in armed.bearers if not row.model.elite]
    if number == 0:
        bearer = regulars[0] if regulars else None
    if option.elite is None or bearer is None or bearer not in regulars:
        armed.faults.append(fault("HX-ARMY-22", "no-regular", path, item=option.id))
        return False
    place = armed.bearers.index(bearer)
    armed.bearers[place] = _armed_model(replace(option.elite, elite=True), armed.arsenal)
    armed.bearers[place].taken.append(option.id)
    return True


def _named_model(armed: ArmedBase, number: int, path: str) -> ArmedModel | None:
    if 0 < number <= len(armed.bearers):
        return armed.bearers[number - 1]
    if number:
        most = len(armed.bearers)
        armed.faults.append(fault("HX-ARMY-13", "unknown-model", f"{path}.model", model=number, most=most))
    return None


# -- other upgrades


def _equip(armed: ArmedBase, option: UpgradeOption, number: int, path: str) -> bool:
    """HX-ARMY-13 An upgrade is for the whole base, or for exactly one model."""
    if option.scope == "model":
        return _equip_one(armed, option, number, path)
    if number or any(row is option for row in armed.bought):
        reason = "for-the-base" if number else "upgrade-twice"
        armed.faults.append(fault("HX-ARMY-13", reason, path, item=option.id))
        return False
    if option.arms == "shared" and not _share(armed, option, path):
        return False
    found = [fault for bearer in armed.bearers for fault in _give(armed, bearer, option, path)]
    armed.faults += found[:1]
    armed.sheet = _base_with(armed.sheet, option)
    return not found


def _share(armed: ArmedBase, option: UpgradeOption, path: str) -> bool:
    """HX-ARMY-18 A base owns at most one unit-base weapon."""
    if armed.sheet.base_weapon:
        second = fault("HX-ARMY-18", "second-base-weapon", path, item=option.id, weapon=armed.sheet.base_weapon)
        armed.faults.append(second)
        return False
    armed.sheet = replace(armed.sheet, base_weapon=option.weapon)
    return True


def _equip_one(armed: ArmedBase, option: UpgradeOption, number: int, path: str) -> bool:
    """HX-ARMY-13, HX-ARMY-24 Give an upgrade to the model that is named, else to the first that can take it."""
    named = _named_model(armed, number, path)
    if number and named is None:
        return False
    able = [row for row in ([named] if named else armed.bearers) if option.id not in row.taken]
    if option.elites_only:
        able = [row for row in able if row.model.elite]
    if not able:
        clause, reason = ("HX-ARMY-24", "no-elite-left") if option.elites_only else ("HX-ARMY-13", "no-model-left")
        armed.faults.append(fault(clause, reason, path, item=option.id))
        return False
    bearer = next((row for row in able if not _too_many(armed, row, option)), able[0])
    found = _give(armed, bearer, option, path)
    armed.faults += found
    return not found


def _give(armed: ArmedBase, bearer: ArmedModel, option: UpgradeOption, path: str) -> list[Fault]:
    """HX-ARMY-16, HX-ARMY-17, HX-ARMY-23 Arm and equip a model; what needs no hands always finds room."""
    blocked = _too_many(armed, bearer, option)
    if blocked:
        return [fault(blocked, "no-hands", path, item=option.id, model=bearer.model.name, hands=bearer.room)]
    model, arms = bearer.model, option.arms in ("all", "one", "adds")
    if _needs_room(armed, bearer, option):
        bearer.give_up()
        model = bearer.model
    if arms:
        bearer.take(option.weapon, armed.arsenal[option.weapon].hands)
        model = replace(model, weapons=tuple(dict.fromkeys((*model.weapons, option.weapon))))
    if option.equipment:
        bearer.take(option.equipment, option.hands)
        model = replace(model, equipment=(*model.equipment, option.equipment))
    own = option.abilities if option.scope == "model" else ()
    bearer.model = replace(
        model,
        abilities=(*model.abilities, *own),
        assault=option.assault or model.assault,
        deflection=option.deflection or model.deflection,
    )
    bearer.taken.append(option.id)
    return []


def _hands_needed(armed: ArmedBase, option: UpgradeOption) -> int:
    weapon = armed.arsenal[option.weapon].hands if option.arms in ("all", "one", "adds") else 0
    return weapon + (option.hands if option.equipment else 0)


def _needs_room(armed: ArmedBase, bearer: ArmedModel, option: UpgradeOption) -> bool:
    """HX-ARMY-19 A weapon that replaces, and an item that finds no free hand, cost the model its standard weapon."""
    if option.arms in ("all", "one"):
        return bool(bearer.standard)
    return (
        option.arms != "adds" and bearer.hands() + _hands_needed(armed, option) > bearer.room and bool(bearer.standard)
    )


def _too_many(armed: ArmedBase, bearer: ArmedModel, option: UpgradeOption) -> str:
    """HX-ARMY-16 Name the clause by which a model has too few hands; "" where it has enough.

    Hands that stay full whatever is given up, and those that a standard weapon beside an added one fills.
    """
    wanted = _hands_needed(armed, option)
    kept = sum(hands for item, hands in bearer.held if item not in bearer.standard)
    if wanted and kept + wanted > bearer.room:
        return "HX-ARMY-16"
    beside = option.arms == "adds" and wanted and bearer.hands() + wanted > bearer.room
    return "HX-ARMY-19" if beside else ""


# -- the base


def _base_with(sheet: Sheet, option: UpgradeOption) -> Sheet:
    """HX-ARMY-13 Give the whole base what an upgrade of its scope holds."""
    armour = {name: max(0, getattr(sheet.armour, name) + option.armour) for name in Angles.__struct_fields__}
    return replace(
        sheet,
        types=_joined(sheet.types, option.types),
        abilities=(*sheet.abilities, *option.abilities),
        immunities=_joined(sheet.immunities, option.immunities),
        armour=Angles(**armour),
        resistances=_added(sheet.resistances, option.resistances),
    )


def _joined(own: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*own, *more)))


def _added(own: tuple[Resistance, ...], more: tuple[Resistance, ...]) -> tuple[Resistance, ...]:
    total = {row.damage_type: row.by for row in own}
    for row in more:
        total[row.damage_type] = total.get(row.damage_type, 0) + row.by
    return tuple(Resistance(damage_type=kind, by=by) for kind, by in total.items())


def _finished_sheet(armed: ArmedBase) -> Sheet:
    """HX-ARMY-20 Write the base down with what it carries now, and what it has cost."""
    models = tuple(bearer.model for bearer in armed.bearers)
    carried = dict.fromkeys(item for model in models for item in model.weapons)
    if armed.sheet.base_weapon:
        carried[armed.sheet.base_weapon] = None
    return replace(
        armed.sheet,
        models=models,
        weapons=tuple(armed.arsenal[item] for item in carried if item in armed.arsenal),
        price=add_prices(armed.sheet.price, *(option.price for option in armed.bought)),
    )
