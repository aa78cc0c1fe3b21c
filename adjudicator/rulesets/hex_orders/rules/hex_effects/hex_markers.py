"""HX-HEXFX-04 to 15: what lies in a hex after smoke, fire or a cloud was placed there, and after markers burn down."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model.messages import Effects, HexEffect

SMOKE, FIRE, POISON, ACID = "smoke", "fire", "poison", "acid"
MINOR, MAJOR = "minor", "major"
NOTHING = Effects(smoke=0, fire=0, poison=0, poison_level=0, poison_density=0, acid=0, acid_grade="", acid_density=0)
_CONTENTS = {
    "smoke": (SMOKE,),
    "fire": (FIRE, SMOKE),
    "poison_cloud": (POISON,),
    "acid_cloud": (ACID,),
    "poison_acid_cloud": (POISON, ACID),
}
_RULES = {
    "smoke": ("HX-TERRAIN-31",),
    "fire": ("HX-HEXFX-15",),
    "poison_cloud": ("HX-HEXFX-09", "HX-HEXFX-10"),
    "acid_cloud": ("HX-HEXFX-13",),
    "poison_acid_cloud": ("HX-HEXFX-14",),
}


def merge_effect(found: Effects | None, effect: HexEffect, seat: Party) -> Effects:
    """Work out what lies in a hex once a seat has placed an effect there."""
    effects = found or NOTHING
    for kind in _CONTENTS[effect.kind]:
        effects = _with_placers(_added(effects, kind, effect), kind, (*placers_of(effects, kind), seat))
    return effects


def placers_of(effects: Effects, kind: str) -> tuple[Party, ...]:
    """HX-HEXFX-03 List the seats that placed what lies there of a kind."""
    return {SMOKE: effects.smoke_by, FIRE: effects.fire_by, POISON: effects.poison_by, ACID: effects.acid_by}[kind]


def _with_placers(effects: Effects, kind: str, seats: tuple[Party, ...]) -> Effects:
    by = tuple(sorted(set(seats)))
    match kind:
        case "smoke":
            return replace(effects, smoke_by=by)
        case "fire":
            return replace(effects, fire_by=by)
        case "poison":
            return replace(effects, poison_by=by)
        case _:
            return replace(effects, acid_by=by)


def rules_of(effect: HexEffect) -> tuple[str, ...]:
    """List the clauses that say how an effect is placed."""
    return "HX-HEXFX-04", *_RULES[effect.kind]


def _added(effects: Effects, kind: str, effect: HexEffect) -> Effects:
    """HX-HEXFX-04 Put two markers into a hex without this kind, one more into a hex that has it."""
    match kind:
        case "smoke":
            return replace(effects, smoke=_more(effects.smoke))
        case "fire":
            return replace(effects, fire=_more(effects.fire))
        case "poison":
            return _more_poison(effects, effect)
        case _:
            return _more_acid(effects, effect)


def _more(markers: int) -> int:
    return markers + 1 if markers else 2


def _more_poison(effects: Effects, effect: HexEffect) -> Effects:
    """HX-HEXFX-09, HX-HEXFX-10 Clouds of poison become one: the higher level, one step denser than the denser."""
    density = max(min(effects.poison_density, effect.density) - 1, 1) if effects.poison else effect.density
    level = max(effects.poison_level, effect.level)
    return replace(effects, poison=_more(effects.poison), poison_level=level, poison_density=density)


def _more_acid(effects: Effects, effect: HexEffect) -> Effects:
    """HX-HEXFX-13 Clouds of acid become one: the worse grade, the lower density."""
    density = min(effects.acid_density, effect.density) if effects.acid else effect.density
    grade = MAJOR if MAJOR in (effects.acid_grade, effect.grade) else MINOR
    return replace(effects, acid=_more(effects.acid), acid_grade=grade, acid_density=density)


def markers(effects: Effects | None, kind: str) -> int:
    """Count a hex's markers of "smoke", "fire", "poison" or "acid"."""
    if effects is None:
        return 0
    return {SMOKE: effects.smoke, FIRE: effects.fire, POISON: effects.poison, ACID: effects.acid}[kind]


def reduced(effects: Effects, kind: str, left: int) -> Effects | None:
    """HX-AFTERMATH-01 Leave so many markers of a kind; an effect without markers is gone, a hex without any clean."""
    match kind:
        case "smoke":
            now = replace(effects, smoke=left)
        case "fire":
            now = replace(effects, fire=left)
        case "poison":
            cleared = replace(effects, poison=0, poison_level=0, poison_density=0)
            now = replace(effects, poison=left) if left else cleared
        case _:
            cleared = replace(effects, acid=0, acid_grade="", acid_density=0)
            now = replace(effects, acid=left) if left else cleared
    now = now if left else _with_placers(now, kind, ())
    return now if any(markers(now, row) for row in (SMOKE, FIRE, POISON, ACID)) else None
