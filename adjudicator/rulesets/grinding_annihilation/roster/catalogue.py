"""Chapter 4.1, catalogues: what a battle is played with, read once from data and refused where it does not hold.

Lengths are thousandths of an inch. Numbers that may be thrown for are text such as "3", "D6", "2D3+1".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudicator.board.inches import Base, hull_base, oval_base, round_base
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    Alteration,
    Hold,
    KeywordSet,
    TroopProfile,
    Weapon,
    WeaponProfile,
)

AMOUNT = re.compile(r"(?:(\d*)D([36])(?:([+-]\d+))?|(\d+))\Z")
BASES: Mapping[str, Callable[[int, int], Base]] = MappingProxyType(
    {"round": lambda length, _width: round_base(length), "hull": hull_base, "oval": oval_base}
)

Count = Annotated[int, Meta(ge=0)]
Length = Annotated[int, Meta(gt=0)]
OneOrMore = Annotated[int, Meta(ge=1)]
Category = Literal["war_tactic", "epic_feat", "gear", "stratagem"]


class AbilityEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An ability as data names it."""

    name: str
    x: str | None = None
    keyword: str = ""
    alters: AlterationEntry | None = None


class AlterationEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """GA-4.1-03 What an ability adds to a profile while it applies: to Hit rolls, Move, Battle Effectiveness."""

    hit: int = 0
    move: int = 0
    effectiveness: int = 0


class AbilityKind(Struct, frozen=True, forbid_unknown_fields=True):
    """What an ability of a name carries with it."""

    clause: str
    x: Literal["none", "number", "amount", "face"]
    keyword: bool
    read: bool
    alters: bool = False


class ProfileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to use a weapon."""

    name: str
    range: Count
    swiftness: str
    skill: Annotated[int, Meta(ge=0, le=6)]
    strength: OneOrMore
    penetration: Annotated[int, Meta(le=0)]
    damage: str
    abilities: tuple[AbilityEntry, ...]


class WeaponEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon."""

    clause: str
    name: str
    kind: Literal["ranged", "melee"]
    profiles: Annotated[tuple[ProfileEntry, ...], Meta(min_length=1)]


class GearEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An item and what it bestows, on its bearer or on his formation."""

    clause: str
    name: str
    scope: Literal["troop", "formation"]
    abilities: tuple[AbilityEntry, ...]


class EnhancementEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An enhancement of a Character troop."""

    clause: str
    name: str
    points: Count
    unique: bool
    abilities: tuple[AbilityEntry, ...]


class DoctrineEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A doctrine: abilities for the army's troops with a keyword."""

    clause: str
    name: str
    keyword: str
    abilities: tuple[AbilityEntry, ...]


class BaseEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A base."""

    shape: Literal["round", "hull", "oval"]
    length: Length
    width: Length


class TroopEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The statistics of a kind of troop; `immovable` is a Move of "-", `at_least` one of "20+"."""

    name: str
    vigour: OneOrMore
    defence: Annotated[int, Meta(ge=0, le=7)]
    wounds: OneOrMore
    heroism: Annotated[int, Meta(ge=2, le=12)]
    effectiveness: Count
    invulnerable: tuple[Annotated[int, Meta(ge=2, le=6)], ...]
    base: BaseEntry
    height: Length
    move: Length | None = None
    immovable: bool = False
    at_least: bool = False


class Composition(Struct, frozen=True, forbid_unknown_fields=True):
    """How many troops of a profile a formation has, and what they carry at first."""

    profile: str
    min: Count
    max: OneOrMore
    weapons: tuple[str, ...]
    gear: tuple[str, ...]
    points: Count


class GearOption(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of gear, used at most once in a formation, by at most `troops` troops."""

    id: str
    profile: str
    troops: OneOrMore
    requires: tuple[str, ...]
    removes: tuple[str, ...]
    adds: tuple[str, ...]
    gear: tuple[str, ...]
    points: Count


class HoldEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """What each troop of a catalogue carries; a passenger has all keywords of one set and none that is refused."""

    capacity: OneOrMore
    allowed: Annotated[tuple[tuple[str, ...], ...], Meta(min_length=1)]
    refused: tuple[str, ...] = ()


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    """A troop catalogue."""

    id: str
    name: str
    clause: str
    faction_keywords: tuple[str, ...]
    other_keywords: tuple[str, ...]
    abilities: tuple[AbilityEntry, ...]
    leads: tuple[str, ...]
    profiles: Annotated[tuple[TroopEntry, ...], Meta(min_length=1)]
    composition: Annotated[tuple[Composition, ...], Meta(min_length=1)]
    gear_options: tuple[GearOption, ...]
    transport: HoldEntry | None = None

    @property
    def keywords(self) -> tuple[str, ...]:
        """Both lists in one (GA-2.1-06)."""
        return (*self.faction_keywords, *self.other_keywords)


class Faction(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a faction fields."""

    id: str
    name: str
    clause: str
    weapons: dict[str, WeaponEntry]
    catalogues: tuple[Catalogue, ...]
    doctrines: dict[str, DoctrineEntry] = {}
    enhancements: dict[str, EnhancementEntry] = {}
    gear: dict[str, GearEntry] = {}
    manoeuvres: dict[str, OwnManoeuvreEntry] = {}


class OwnManoeuvreEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """GA-5.0-04 A catalogue's own Battle-Manoeuvre: a core one by another name, cost and category.

    `works_as` is the core one. Its target needs the keyword, and of the core one's phases it may be used in `phases`;
    empty narrows nothing.
    """

    clause: str
    name: str
    category: Category
    cost: Count
    works_as: str
    keyword: str = ""
    phases: tuple[str, ...] = ()


class Manoeuvre(Struct, frozen=True, forbid_unknown_fields=True):
    """A Battle-Manoeuvre: what it costs, and when and how often it may be used (GA-5.0-01 to GA-5.0-11)."""

    clause: str
    name: str
    category: Category
    cost: Count
    side: Literal["own", "opponent", "either"]
    phases: tuple[str, ...]
    per: Literal["phase", "round"]


# -- values of the contract


def amount(text: str) -> Amount:
    """GA-2.5-01 Read a number that may be thrown for.

    Raises ValueError for anything else.
    """
    found = AMOUNT.match(text)
    if found is None:
        raise ValueError(f'"{text}" is no amount: write "3", "D6", "2D3" or "D6+1"')
    count, sides, plus, fixed = found.groups()
    if fixed:
        return Amount(dice=0, sides=0, plus=int(fixed))
    return Amount(dice=int(count or 1), sides=int(sides), plus=int(plus or 0))


def ability(entry: AbilityEntry, gear: str = "") -> Ability:
    """Turn an entry into an ability, bestowed by an item or not."""
    x = None if entry.x is None else amount(entry.x)
    return Ability(name=entry.name, x=x, keyword=entry.keyword, gear=gear, alters=_alteration(entry.alters))


def _alteration(entry: AlterationEntry | None) -> Alteration | None:
    if entry is None:
        return None
    return Alteration(hit=entry.hit, movement=entry.move, effectiveness=entry.effectiveness)


def abilities(entries: Iterable[AbilityEntry], gear: str = "") -> tuple[Ability, ...]:
    """Turn entries into abilities."""
    return tuple(ability(entry, gear) for entry in entries)


def base(entry: BaseEntry) -> Base:
    """Turn an entry into a base."""
    return BASES[entry.shape](entry.length, entry.width)


def troop_profile(entry: TroopEntry) -> TroopProfile:
    """Turn an entry into the statistics that a battle uses."""
    return TroopProfile(
        name=entry.name,
        movement=entry.move or 0,
        immovable=entry.immovable,
        vigour=entry.vigour,
        defence=entry.defence,
        wounds=entry.wounds,
        heroism=entry.heroism,
        effectiveness=entry.effectiveness,
        invulnerable=tuple(sorted(entry.invulnerable)),
        base_size=base(entry.base),
        height=entry.height,
        at_least=entry.at_least or None,
    )


def hold(entry: HoldEntry | None) -> Hold | None:
    """GA-3.2-33 Turn an entry into what a transport carries."""
    if entry is None:
        return None
    allowed = tuple(KeywordSet(keywords=row) for row in entry.allowed)
    return Hold(capacity=entry.capacity, allowed=allowed, refused=entry.refused)


def weapon(key: str, entry: WeaponEntry) -> Weapon:
    """Turn an entry into a weapon."""
    profiles = tuple(
        WeaponProfile(
            name=profile.name,
            weapon_range=profile.range,
            swiftness=amount(profile.swiftness),
            skill=profile.skill,
            strength=profile.strength,
            penetration=profile.penetration,
            damage=amount(profile.damage),
            abilities=abilities(profile.abilities),
        )
        for profile in entry.profiles
    )
    return Weapon(id=key, name=entry.name, melee=entry.kind == "melee", profiles=profiles)
