"""How data files spell what the contract holds in messages: angles, dice, abilities, effects, results of damage.

Every function raises ValueError that names the text it could not read and how to write it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.rulesets.hex_orders.model.angles import read_stat
from adjudicator.rulesets.hex_orders.model.messages import (
    Ability,
    Angles,
    Die,
    GunneryOrder,
    HexEffect,
    TableResult,
    TypedDie,
    WeaponEffect,
)

_WORD = r"[a-z][a-z0-9_]*"
_DIE = re.compile(r"d(\d+)([+-]\d+)?", re.ASCII)
_TYPED = re.compile(rf"({_WORD}) (\S+)", re.ASCII)
_NAMED = re.compile(rf"({_WORD})(\S*)", re.ASCII)
_ABILITIES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "terror": re.compile(r"\[(?P<x>\d+)\]\[d(?P<sides>\d+)\]", re.ASCII),
        "fear": re.compile(r"\[(?P<x>\d+)\]", re.ASCII),
        "pre_assault_retreat": re.compile(r"\[(?P<x>\d)\+\]", re.ASCII),
        "camouflage": re.compile(rf"\[(?P<word>{_WORD})\]", re.ASCII),
        "take_cover": re.compile(rf"\[(?P<word>{_WORD}),-(?P<x>\d+)\]", re.ASCII),
        "cunning_assault": re.compile(r"\[(?P<x>\d+)\]", re.ASCII),
    }
)
_EFFECT = re.compile(r"(fire|acid|minor_acid)|(poison)\[(\d+)\]", re.ASCII)
_HEX_EFFECT = re.compile(
    r"(?P<plain>smoke|fire)|(?P<kind>poison_cloud|acid_cloud|poison_acid_cloud)"
    r"\[(?P<level>\d+)?,?(?P<grade>minor|major)?\]\((?P<density>\d)\+\)",
    re.ASCII,
)
_RESULTS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "future": re.compile(r"\+(?P<x>\d+)", re.ASCII),
        "kill": re.compile(r" (?P<x>\d+)", re.ASCII),
        "bleeding": re.compile(r"\[(?P<x>\d+)\]", re.ASCII),
        "weapon_lost": re.compile(rf"\[(?P<word>{_WORD})\]", re.ASCII),
        "speed_set": re.compile(rf"\[(?P<word>{_WORD})\]", re.ASCII),
    }
)
_RESULT = re.compile(r"([a-z_]+)(.*)", re.ASCII)
_PART = re.compile(rf"([^(]+)(?:\(({_WORD}(?:,{_WORD})*)\))?", re.ASCII)


def read_angles(text: str) -> Angles:
    """HX-ANGLES-03, HX-ANGLES-04 Read a stat: four entries "4/3/3/2", or one for all; "-" is 0."""
    return read_stat("/".join("0" if word == "-" else word for word in text.split("/")))


def read_die(text: str) -> Die:
    """Read a die such as "d6" or "d8+2"."""
    found = _DIE.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no die: write one such as "d6" or "d6-1"')
    return Die(sides=int(found[1]), plus=int(found[2] or 0))


def read_typed(text: str) -> TypedDie:
    """HX-SPECIAL-02 Read special damage such as "psychic d6"."""
    found = _TYPED.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no special damage: write its type and its die, such as "psychic d6"')
    return TypedDie(damage_type=found[1], die=read_die(found[2]))


def read_ability(text: str) -> Ability:
    """Read an ability such as "good_shot" or "terror[2][d6]"."""
    found = _NAMED.fullmatch(text)
    pattern = _ABILITIES.get(found[1], re.compile("")) if found else None
    values = pattern.fullmatch(found[2]) if found and pattern else None
    if found is None or values is None:
        raise ValueError(f'"{text}" is no ability: write one such as "steady", "fear[6]" or "take_cover[crawling,-2]"')
    parts = values.groupdict()
    return Ability(
        name=found[1], x=int(parts.get("x", 0)), sides=int(parts.get("sides", 0)), word=parts.get("word", "")
    )


def read_effect(text: str) -> WeaponEffect:
    """Read what a hit leaves: "fire", "acid", "minor_acid" or "poison[8]"."""
    found = _EFFECT.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no effect: write "fire", "acid", "minor_acid" or "poison[8]"')
    return WeaponEffect(kind=found[1] or found[2], level=int(found[3] or 0))


def read_hex_effect(text: str) -> HexEffect:
    """Read what is put into a hex: "smoke", "fire", "poison_cloud[8](4+)", "poison_acid_cloud[4,minor](4+)"."""
    found = _HEX_EFFECT.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no hex effect: write one such as "smoke" or "poison_cloud[8](4+)"')
    if found["plain"]:
        return HexEffect(kind=found["plain"], level=0, grade="", density=0)
    return HexEffect(
        kind=found["kind"], level=int(found["level"] or 0), grade=found["grade"] or "", density=int(found["density"])
    )


def read_result(text: str) -> TableResult:
    """HX-DTABLE-09 Read a result of a damage table: "future+1", "kill 1", "bleeding[4]", "speed_set[slow]"."""
    found = _RESULT.fullmatch(text)
    pattern = _RESULTS.get(found[1], re.compile("")) if found else None
    values = pattern.fullmatch(found[2]) if found and pattern else None
    if found is None or values is None:
        raise ValueError(f'"{text}" is no result of damage: write one such as "shaken", "kill 1" or "future+1"')
    parts = values.groupdict()
    return TableResult(kind=found[1], x=int(parts.get("x", 0)), word=parts.get("word", ""))


def read_gunnery(text: str) -> GunneryOrder:
    """HX-GUNNERY-10 Read a gunnery order; speeds stand behind a part, as in "-+Load(stand_still)"."""
    parts = [_PART.fullmatch(word) for word in text.split("+")]
    if not all(parts):
        raise ValueError(f'"{text}" is no gunnery order: write two parts such as "-+Load(stand_still)"')
    speeds = [tuple(part[2].split(",")) if part and part[2] else () for part in parts]
    pattern = "+".join(part[1] for part in parts if part)
    return GunneryOrder(pattern=pattern, first_speeds=speeds[0], second_speeds=speeds[-1] if len(parts) > 1 else ())
