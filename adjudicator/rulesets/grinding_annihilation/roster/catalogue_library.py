"""All catalogues of all factions as one library, refused at load where something in them does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decoding import read, read_folder, read_table
from adjudicator.rulesets.grinding_annihilation.model.messages import Weapon
from adjudicator.rulesets.grinding_annihilation.model.options import PACKAGE
from adjudicator.rulesets.grinding_annihilation.roster.catalogue import (
    AbilityEntry,
    AbilityKind,
    Catalogue,
    DoctrineEntry,
    EnhancementEntry,
    Faction,
    GearEntry,
    GearOption,
    Manoeuvre,
    OwnManoeuvreEntry,
    ability,
    weapon,
)

FACES = range(2, 7)


class AbilityKinds(Struct, frozen=True, forbid_unknown_fields=True):
    """Abilities by name, of weapons and of troops."""

    weapon: dict[str, AbilityKind]
    troop: dict[str, AbilityKind]


class CatalogueManoeuvre(Struct, frozen=True):
    """GA-5.0-04 A Battle-Manoeuvre of a faction's catalogues; `row` is the core one, altered as the catalogue says.

    Its target needs the keyword, where there is one; `clause` is what its narrower terms rest on.
    """

    faction: str
    core: str
    clause: str
    keyword: str
    row: Manoeuvre


class Library(Struct, frozen=True):
    """What an army may be made of, by id; doctrines and enhancements with the faction whose they are.

    `manoeuvres` are the core ones, `own` those of the catalogues.
    """

    factions: Mapping[str, Faction]
    catalogues: Mapping[str, Catalogue]
    weapons: Mapping[str, Weapon]
    gear: Mapping[str, GearEntry]
    doctrines: Mapping[str, tuple[str, DoctrineEntry]]
    enhancements: Mapping[str, tuple[str, EnhancementEntry]]
    manoeuvres: Mapping[str, Manoeuvre]
    own: Mapping[str, CatalogueManoeuvre]

    def manoeuvre(self, key: str) -> Manoeuvre | None:
        """Find a Battle-Manoeuvre, core or of a catalogue."""
        found = self.own.get(key)
        return self.manoeuvres.get(key) if found is None else found.row

    def core(self, key: str) -> str:
        """GA-5.0-04 Name the core Battle-Manoeuvre that one works as: itself, unless it is a catalogue's."""
        found = self.own.get(key)
        return key if found is None else found.core


def library(factions: Iterable[Faction], kinds: AbilityKinds, manoeuvres: Mapping[str, Manoeuvre]) -> Library:
    """Gather factions.

    Raises ValueError with every fault found.
    """
    every = tuple(factions)
    out = Library(
        factions={item.id: item for item in every},
        catalogues={row.id: row for item in every for row in item.catalogues},
        weapons={key: weapon(key, row) for item in every for key, row in item.weapons.items()},
        gear={key: row for item in every for key, row in item.gear.items()},
        doctrines={key: (item.id, row) for item in every for key, row in item.doctrines.items()},
        enhancements={key: (item.id, row) for item in every for key, row in item.enhancements.items()},
        manoeuvres=manoeuvres,
        own={
            key: _own(item.id, row, manoeuvres[row.works_as])
            for item in every
            for key, row in item.manoeuvres.items()
            if row.works_as in manoeuvres
        },
    )
    faults = [*_twice(every), *_faults(every, out, kinds)]
    if faults:
        raise ValueError("the catalogues do not hold: " + "; ".join(faults))
    return out


def _own(faction: str, entry: OwnManoeuvreEntry, core: Manoeuvre) -> CatalogueManoeuvre:
    """GA-5.0-04 Alter a core Battle-Manoeuvre as a catalogue says."""
    phases = entry.phases or core.phases
    row = replace(core, name=entry.name, category=entry.category, cost=entry.cost, phases=phases)
    return CatalogueManoeuvre(faction=faction, core=entry.works_as, clause=entry.clause, keyword=entry.keyword, row=row)


def _twice(factions: tuple[Faction, ...]) -> Iterator[str]:
    for what in ("weapons", "gear", "doctrines", "enhancements", "manoeuvres"):
        yield from _repeated(key for faction in factions for key in getattr(faction, what))
    yield from _repeated(row.id for faction in factions for row in faction.catalogues)


def _repeated(keys: Iterable[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
    return (f"{key} stands twice" for key, count in seen.items() if count > 1)


def _faults(factions: tuple[Faction, ...], rows: Library, kinds: AbilityKinds) -> Iterator[str]:
    for faction in factions:
        yield from _weapon_faults(faction, kinds)
        for key, row in faction.manoeuvres.items():
            yield from (f"{key}: {fault}" for fault in _manoeuvre_faults(key, row, faction, rows))
        for catalogue in faction.catalogues:
            yield from (f"{catalogue.id}: {fault}" for fault in _catalogue_faults(catalogue, rows, kinds))
        for key, entries in _doctrine_abilities(faction):
            yield from (f"{key}: {fault}" for fault in _ability_faults(entries, kinds.troop))


def _manoeuvre_faults(key: str, row: OwnManoeuvreEntry, faction: Faction, rows: Library) -> Iterator[str]:
    """GA-5.0-04 Find what is wrong with a catalogue's own Battle-Manoeuvre."""
    if key in rows.manoeuvres:
        yield "a core Battle-Manoeuvre has this id"
    core = rows.manoeuvres.get(row.works_as)
    if core is None:
        yield f"{row.works_as} is no core Battle-Manoeuvre"
    else:
        yield from (f"{phase} is no phase of {row.works_as}" for phase in row.phases if phase not in core.phases)
    if row.keyword and all(row.keyword not in catalogue.keywords for catalogue in faction.catalogues):
        yield f"no formation of the faction has the keyword {row.keyword}"


def _doctrine_abilities(faction: Faction) -> Iterator[tuple[str, tuple[AbilityEntry, ...]]]:
    yield from ((key, row.abilities) for key, row in faction.gear.items())
    yield from ((key, row.abilities) for key, row in faction.doctrines.items())
    yield from ((key, row.abilities) for key, row in faction.enhancements.items())


def _weapon_faults(faction: Faction, kinds: AbilityKinds) -> Iterator[str]:
    for key, row in faction.weapons.items():
        for profile in row.profiles:
            if (profile.range == 0) != (row.kind == "melee"):
                yield f"{key}: a melee weapon has range 0, a ranged one more"
            if profile.skill == 1:
                yield f"{key}: skill is 2 to 6, or 0 for a weapon that hits without a roll"
            yield from (f"{key}: {fault}" for fault in _ability_faults(profile.abilities, kinds.weapon))


def _ability_faults(entries: Iterable[AbilityEntry], kinds: Mapping[str, AbilityKind]) -> Iterator[str]:
    for entry in entries:
        kind = kinds.get(entry.name)
        if kind is None or not kind.read:
            yield f"ability {entry.name} is not known here"
            continue
        if bool(entry.keyword) != kind.keyword:
            yield f"ability {entry.name}: keyword is wrong or missing"
        if not _fits(entry, kind.x):
            yield f"ability {entry.name}: x does not fit ({kind.x})"
        if (entry.alters is not None) != kind.alters:
            yield f"ability {entry.name}: alters is wrong or missing"


def _fits(entry: AbilityEntry, sort: str) -> bool:
    x = ability(entry).x
    if x is None or sort == "none":
        return x is None and sort == "none"
    return sort == "amount" or (x.dice == 0 and (sort == "number" or x.plus in FACES))


def _catalogue_faults(row: Catalogue, rows: Library, kinds: AbilityKinds) -> Iterator[str]:
    yield from _ability_faults(row.abilities, kinds.troop)
    names = {profile.name for profile in row.profiles}
    yield from (f"profile {item.name}: defence 1" for item in row.profiles if item.defence == 1)
    yield from (f"profile {item.name}: move or immovable" for item in row.profiles if bool(item.move) == item.immovable)
    yield from (f"{item.profile} is no profile" for item in row.composition if item.profile not in names)
    aircraft, carrier = "aircraft" in row.keywords, "transport" in row.keywords
    yield from (f"profile {item.name}: at_least or aircraft" for item in row.profiles if item.at_least != aircraft)
    yield from (f"{item}: hold or keyword" for item in ("transport",) if (row.transport is None) == carrier)
    yield from (f"{item.profile}: min over max" for item in row.composition if item.min > item.max)
    yield from (f"{lead} is no catalogue" for lead in row.leads if lead not in rows.catalogues)
    yield from _repeated(item.profile for item in row.composition)
    yield from _repeated(option.id for option in row.gear_options)
    for item in row.composition:
        yield from _unknown_items(item.weapons, item.gear, rows)
    for option in row.gear_options:
        yield from _option_faults(option, names, rows)


def _option_faults(option: GearOption, names: set[str], rows: Library) -> Iterator[str]:
    if option.profile not in names:
        yield f"option {option.id}: {option.profile} is no profile"
    yield from _unknown_items((*option.requires, *option.removes, *option.adds), option.gear, rows)


def _unknown_items(weapons: Iterable[str], gear: Iterable[str], rows: Library) -> Iterator[str]:
    yield from (f"{row} is no weapon" for row in weapons if row not in rows.weapons)
    yield from (f"{row} is no gear" for row in gear if row not in rows.gear)


ABILITIES = read(PACKAGE, "abilities.toml", AbilityKinds)
LIBRARY = library(
    read_folder(PACKAGE, "catalogues", Faction).values(),
    ABILITIES,
    MappingProxyType(dict(read_table(PACKAGE, "manoeuvres.toml", Manoeuvre))),
)
