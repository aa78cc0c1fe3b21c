"""A force list of a player's own, as it is offered: a few weapons, devices, options and units (AN-OPT-01).

Every figure may be chosen, ids are given: so whatever refers to something finds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from adjudicator.board.bodies import Base
from adjudicator.kernel.decide.offers import (
    Choice,
    Domain,
    Flag,
    Items,
    Offer,
    Range,
    Shape,
    Some,
    Values,
    Words,
    items,
    offer,
    optional,
    shape,
    where,
)
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.antares.model.messages import (
    ArmourBonus,
    ArmyOption,
    DeviceSheet,
    EndTest,
    FiringMode,
    ForceEntry,
    ForceList,
    Hazard,
    KindRange,
    LoadForceList,
    ModelKind,
    OptionEffect,
    OverheadEffect,
    SpecialRule,
    Stats,
    UnitSheet,
    Upgrade,
    Weapon,
)
from adjudicator.rulesets.antares.model.state import INCH, Game
from adjudicator.rulesets.antares.roster.force_lists import (
    ADD_DIE,
    ARMOUR,
    DEVICES,
    EFFECTS,
    FLAGS,
    HOOKS,
    MOMENTS,
    OVERHEAD,
    PROPERTIES,
    REACTIONS,
    SIZES,
    TYPES,
    WEAPONS,
)

LISTS = ("own_list", "second_list")
NAMED = Words(40, 1)
ROUND, LONG = "BASE_SHAPE_ROUND", ("BASE_SHAPE_HULL", "BASE_SHAPE_OVAL")
GUN, MORTAR = "own_gun", "own_mortar"
MARKER, DEVICE = "own_marker", "own_device"
OPTION, SPECIAL_DIE = "own_option", "wild"
SQUAD, TROOPER, LOADER = "own_squad", "trooper", "loader"
FREE_REACTION, GRANT = "free_reaction", "grant_free_reaction"
FARTHEST, BAND = 120 * INCH, 20 * INCH
MOST_POINTS, HIGHEST = 100, 10 * INCH
STATS: Mapping[str, Domain] = MappingProxyType(
    {name: optional(Range(1, 10)) for name in ("agility", "accuracy", "strength", "initiative")}
)


def list_offers(game: Game) -> Iterator[Offer]:
    """AN-OPT-01 Offer a list of one's own, under an id that no army stands under."""
    used = {side.force for side in game.sides.values() if side.accepted}
    names = tuple(name for name in LISTS if name not in used)
    if names:
        yield offer(LoadForceList, "AN-OPT-01", list=_list(names))


@cache
def _list(names: tuple[str, ...]) -> Shape:
    return shape(
        ForceList,
        id=Choice(names),
        name=NAMED,
        faction=NAMED,
        weapons=_all_of(_gun(), _mortar()),
        devices=_all_of(_device(MARKER), _device(DEVICE)),
        options=_all_of(_option()),
        entries=_all_of(_entry()),
    )


def _all_of(*of: Values) -> Items:
    return items(*of, least=len(of), most=len(of), once=True)


def _amounts(most: int) -> list[Domain]:
    """AN-GEN-05 Offer a number, and dice with a number added."""
    fixed = shape(Amount, plus=Range(0, most))
    thrown = shape(Amount, dice=Range(1, 2), sides=Choice(("2", "3", "5", "6", "10")), plus=Range(0, 1))
    return [Domain("", fixed), Domain("", thrown)]


# -- weapons


def _gun() -> Shape:
    """AN-SHOOT-10 A weapon that is fired directly; its bands never cross."""
    modes = items(_mode("single"), _mode("burst"), least=1, most=2, once=True)
    return _weapon(GUN, tuple(kind for kind in WEAPONS if kind != "overhead"), modes=modes)


def _mortar() -> Shape:
    """AN-OH-12 A weapon that is fired overhead."""
    effect = shape(
        OverheadEffect, kind=Choice(OVERHEAD), hits=_amounts(6), radius=Range(0, 5 * INCH), marker=Choice((MARKER,))
    )
    return _weapon(MORTAR, ("overhead",), modes=_all_of(_mode("shell")), overhead=effect)


def _weapon(id: str, kinds: tuple[str, ...], **more: Values) -> Shape:
    return shape(
        Weapon,
        id=Choice((id,)),
        name=NAMED,
        kind=Choice(kinds),
        minimum=Range(0, BAND),
        short_range=Range(BAND, 2 * BAND),
        long_range=Range(2 * BAND, 3 * BAND),
        extreme=Range(3 * BAND, FARTHEST),
        strike_value=_amounts(6),
        crew=Range(0, 2),
        properties=Some(PROPERTIES, 0, len(PROPERTIES)),
        damage_modifier=Range(-3, 3),
        hazard=optional(shape(Hazard, strike_value=_amounts(3))),
        **more,
    )


def _mode(name: str) -> Shape:
    return shape(FiringMode, name=Choice((name,)), shots=Range(1, 4), accuracy=Range(-3, 3), rapid=Flag())


# -- devices and options


def _device(id: str) -> Shape:
    return shape(
        DeviceSheet,
        id=Choice((id,)),
        name=NAMED,
        kind=Choice(DEVICES),
        radius=Range(0, 5 * INCH),
        end_test=optional(_end_test()),
        accuracy=optional(Range(-3, 3)),
        miss_rerolls=Choice(("", "one_per_source", "all")),
        scope=Choice(("", "own_unit", "side")),
        base_size=_bases(2 * INCH),
        height=Range(1, 2 * INCH),
        placed=Flag(),
    )


def _end_test() -> Shape:
    return shape(
        EndTest,
        sides=Choice(("6", "10")),
        compare=Choice(("at_least", "at_most")),
        value=Range(1, 10),
        success=Choice(("remove", "stay")),
        failure=Choice(("remove", "stay")),
    )


def _bases(most: int) -> list[Domain]:
    """AN-GEN-07 Offer round bases of some sizes, oval ones and hulls of any."""
    sizes = [Range(size, size) for size in range(INCH // 2, most + 1, INCH // 2)]
    rounds = [shape(Base, length=size, width=size, shape=Choice((ROUND,))) for size in sizes]
    any_size = Range(INCH // 2, most)
    return [Domain("", row) for row in (*rounds, shape(Base, length=any_size, width=any_size, shape=Choice(LONG)))]


def _option() -> Shape:
    """AN-OPT-01 AN-OPT-03 An army option with at most one effect of a kind."""
    effects = [_effect(kind) for kind in EFFECTS]
    return shape(
        ArmyOption,
        id=Choice((OPTION,)),
        name=NAMED,
        uses=Range(1, 3),
        windows=Some(MOMENTS, 1, len(MOMENTS)),
        effects=items(*effects, least=0, most=2, once=True),
        end_test=optional(_end_test()),
        points=Range(0, MOST_POINTS),
    )


def _effect(kind: str) -> Shape:
    words = {ADD_DIE: (SPECIAL_DIE,), GRANT: REACTIONS}.get(kind, ("",))
    return shape(OptionEffect, kind=Choice((kind,)), number=Range(1, 2), word=Choice(words))


# -- units


def _entry() -> Shape:
    """AN-TURN-08 A unit of some troopers and those who load for them; its kinds and points come of what is bought."""
    return shape(
        ForceEntry,
        sheet=_sheet(),
        models=_all_of(_range(TROOPER, "", 1, (1, 3)), _range(LOADER, MORTAR, 0, (0, 1))),
        points=Range(1, MOST_POINTS),
        upgrades=items(_upgrade("first"), _upgrade("second"), least=0, most=2, once=True),
        most=Range(0, 6),
    )


def _sheet() -> Shape:
    return shape(
        UnitSheet,
        kind=Choice((SQUAD,)),
        name=NAMED,
        faction=NAMED,
        unit_type=Choice(tuple(TYPES)),
        size=Choice(SIZES),
        order_dice=Range(1, 2),
        stats=shape(Stats, **STATS, resist=Range(1, 15), command=Range(1, 10)),
        movement=Range(0, 10 * INCH),
        flags=Some(FLAGS, 0, len(FLAGS)),
        rules=_rules(),
        devices=Some((DEVICE,), 0, 1),
        damage_modifier=Range(-3, 3),
    )


def _rules() -> Items:
    words = where(Choice(REACTIONS), hook=FREE_REACTION)
    rule = shape(SpecialRule, name=NAMED, hook=Choice(HOOKS), number=Range(-2, 2), word=words, models=Range(0, 3))
    return items(rule, least=0, most=2)


def _range(name: str, crews: str, least: int, fewest: tuple[int, int]) -> Shape:
    return shape(
        KindRange,
        kind=_kind(name, crews, primary=not crews),
        least=Range(*fewest),
        most=Range(max(least, fewest[1], 1), 5),
        points=Range(0, MOST_POINTS),
    )


def _kind(name: str, crews: str, *, primary: bool) -> Shape:
    armour = shape(ArmourBonus, applies=Choice(ARMOUR), bonus=Range(-1, 4))
    return shape(
        ModelKind,
        name=Choice((name,)),
        base_size=_bases(2 * INCH),
        height=Range(1, HIGHEST),
        wounds=Range(1, 3),
        armour=items(armour, least=0, most=2),
        attacks=Range(0, 4),
        strike_value=_amounts(4),
        hazard=optional(shape(Hazard, strike_value=_amounts(3))),
        weapons=Some((GUN, MORTAR), 0, 2),
        primary=Choice((str(primary).lower(),)),
        crews=Choice((crews,)),
        equipment=Flag(),
        stats=optional(shape(Stats, **STATS, resist=optional(Range(1, 15)), command=optional(Range(1, 10)))),
    )


def _upgrade(id: str) -> Shape:
    return shape(
        Upgrade,
        id=Choice((id,)),
        name=NAMED,
        points=Range(0, MOST_POINTS),
        devices=Some((DEVICE,), 0, 1),
        options=Some((OPTION,), 0, 1),
        rules=_rules(),
        flags=Some(FLAGS, 0, 2),
        model=Choice(("", TROOPER)),
        count=Range(0, 2),
        weapons=Some((GUN,), 0, 1),
    )
