"""Chapter 4.1, from roster to troops: composition, gear options and what they bestow on whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    GearChoice,
    MusteredFormation,
    MusteredTroop,
    RosterFormation,
    Weapon,
)
from adjudicator.rulesets.grinding_annihilation.model.state import id_of
from adjudicator.rulesets.grinding_annihilation.roster.catalogue import (
    Catalogue,
    Composition,
    DoctrineEntry,
    GearOption,
    abilities,
    hold,
    troop_profile,
)
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY


@dataclass
class Draft:
    """A troop of a roster while its gear is changed."""

    profile: str
    weapons: list[str]
    gear: list[str] = field(default_factory=list)


def composition_of(catalogue: Catalogue, profile: str) -> Composition | None:
    """GA-4.1-05 Find how many troops of a profile there may be."""
    return next((row for row in catalogue.composition if row.profile == profile), None)


def option_of(catalogue: Catalogue, key: str) -> GearOption | None:
    """GA-4.1-06 Find a gear option."""
    return next((row for row in catalogue.gear_options if row.id == key), None)


def drafted(row: RosterFormation, catalogue: Catalogue) -> list[Draft]:
    """GA-4.1-05 List the troops with what they carry at first, in the order of their numbers."""
    drafts: list[Draft] = []
    for troop in row.troops:
        entry = composition_of(catalogue, troop.profile)
        if entry is not None:
            drafts += [Draft(entry.profile, [*entry.weapons], [*entry.gear]) for _ in range(troop.count)]
    return drafts


def named_troops(choice: GearChoice, option: GearOption, drafts: Sequence[Draft]) -> tuple[int, ...]:
    """GA-4.1-06 Number the troops that an option changes: those named, else the first that it covers."""
    if choice.troops:
        return choice.troops
    covered = (number for number, draft in enumerate(drafts, 1) if draft.profile == option.profile)
    return tuple(covered)[: option.troops]


def change_gear(row: RosterFormation, catalogue: Catalogue, drafts: list[Draft]) -> Iterator[str]:
    """GA-4.1-06 Use the options in any order that works; give those whose weapons have gone."""
    order = [option.id for option in catalogue.gear_options]
    left = sorted((item for item in row.gear if item.option in order), key=lambda found: order.index(found.option))
    moving = True
    while left and moving:
        waiting = [item for item in left if not _use(item, catalogue, drafts)]
        moving, left = len(waiting) < len(left), waiting
    return (item.option for item in left)


def _use(choice: GearChoice, catalogue: Catalogue, drafts: list[Draft]) -> bool:
    option = option_of(catalogue, choice.option)
    if option is None:
        return False
    changed = [drafts[number - 1] for number in named_troops(choice, option, drafts) if 0 < number <= len(drafts)]
    needed = (*option.requires, *option.removes)
    if not all(item in draft.weapons for draft in changed for item in needed):
        return False
    for draft in changed:
        for item in option.removes:
            draft.weapons.remove(item)
        draft.weapons += option.adds
        draft.gear += option.gear
    return True


def points_of(row: RosterFormation, catalogue: Catalogue) -> int:
    """GA-8.1-04 Add up troops, gear options and enhancements."""
    drafts = drafted(row, catalogue)
    entries = {entry.profile: entry.points for entry in catalogue.composition}
    total = sum(entries[draft.profile] for draft in drafts)
    for choice in row.gear:
        option = option_of(catalogue, choice.option)
        if option is not None:
            total += option.points * len(named_troops(choice, option, drafts))
    chosen = (LIBRARY.enhancements.get(enhancement.enhancement) for enhancement in row.enhancements)
    return total + sum(found[1].points for found in chosen if found is not None)


def mustered(row: RosterFormation, seat: int, doctrine: DoctrineEntry | None, general: int | None) -> MusteredFormation:
    """GA-8.4-01 Copy into the battle everything that its catalogue says about a formation."""
    catalogue = LIBRARY.catalogues[row.catalogue]
    drafts = drafted(row, catalogue)
    tuple(change_gear(row, catalogue, drafts))
    key = id_of(seat, row.id)
    return MusteredFormation(
        id=key,
        catalogue=catalogue.id,
        name=catalogue.name,
        points=row.points,
        keywords=tuple(keyword.lower() for keyword in catalogue.keywords),
        leads=catalogue.leads,
        abilities=(*abilities(catalogue.abilities), *_shared_gear(drafts)),
        profiles=tuple(troop_profile(profile) for profile in catalogue.profiles),
        troops=tuple(
            _troop(key, number, draft, row, _doctrine_abilities(doctrine, catalogue), number == general)
            for number, draft in enumerate(drafts, 1)
        ),
        transport=hold(catalogue.transport),
    )


def _shared_gear(drafts: Iterable[Draft]) -> Iterator[Ability]:
    items = dict.fromkeys(item for draft in drafts for item in draft.gear)
    for item in items:
        if LIBRARY.gear[item].scope == "formation":
            yield from abilities(LIBRARY.gear[item].abilities, item)


def _doctrine_abilities(doctrine: DoctrineEntry | None, catalogue: Catalogue) -> tuple[Ability, ...]:
    """GA-8.1-03 Give what the doctrine bestows on troops of a catalogue."""
    if doctrine is None or doctrine.keyword not in catalogue.keywords:
        return ()
    return abilities(doctrine.abilities)


def _troop(
    formation: str, number: int, draft: Draft, row: RosterFormation, doctrine: tuple[Ability, ...], general: bool
) -> MusteredTroop:
    chosen = tuple(enhancement.enhancement for enhancement in row.enhancements if enhancement.troop == number)
    own = [item for item in draft.gear if LIBRARY.gear[item].scope == "troop"]
    of_gear = (ability for item in own for ability in abilities(LIBRARY.gear[item].abilities, item))
    enhanced = (ability for key in chosen for ability in abilities(LIBRARY.enhancements[key][1].abilities))
    return MusteredTroop(
        id=f"{formation}.{number}",
        profile=draft.profile,
        weapons=tuple(draft.weapons),
        gear=tuple(draft.gear),
        enhancements=chosen,
        abilities=(*of_gear, *enhanced, *doctrine),
        keywords=("general",) if general else (),
    )


def arsenal(formations: Iterable[MusteredFormation]) -> tuple[Weapon, ...]:
    """List every weapon that a troop carries, by id."""
    carried = {item for row in formations for troop in row.troops for item in troop.weapons}
    return tuple(LIBRARY.weapons[item] for item in sorted(carried))
