"""What may be handed in before a game: its terms, and an army list."""

from __future__ import annotations

from adjudicator.kernel.decide.exact_offers import exact_shape
from adjudicator.kernel.decide.offers import (
    Choice,
    Condition,
    Domain,
    Flag,
    Items,
    Offer,
    Range,
    Shape,
    Some,
    bare,
    items,
    offer,
    optional,
    shape,
    where,
)
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyList,
    CreateGame,
    Feature,
    FreePoints,
    LoadArmyList,
    Options,
    SideTerms,
    SplitFreePoints,
)
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS
from adjudicator.rulesets.hex_orders.roster.budgets import ASYMMETRIC, FREE_POINTS, GAME_TYPES, ROLES, price
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS
from adjudicator.rulesets.hex_orders.roster.value_checks import MOST
from adjudicator.rulesets.hex_orders.rules.setup.terms import BY_POINTS, LONG_BOARD, NUMBERS, SCENARIO

MOST_TURNS = 30
HUGE = "huge"
SIZES = ("7x9", "7x12", "9x9")
OWN_OVERLAY = "own_overlay"


def create_offer() -> Offer:
    """HX-MAP-01 Offer a game of any type, on a ready map or one to be designed."""
    return offer(
        CreateGame,
        "HX-MAP-01",
        scenario=Choice((SCENARIO,)),
        game_type=Choice(tuple(GAME_TYPES)),
        map_name=Choice(("", *MAPS)),
        sides=[Domain("", _sides(NUMBERS, ROLES)), Domain("", _sides(NUMBERS[::-1], ROLES[::-1]))],
        options=_options(),
    )


def _sides(numbers: tuple[int, ...], roles: tuple[str, ...]) -> Items:
    """HX-GAP-04 Describe both sides; where both have a number or a role these differ."""
    nations = tuple(LISTS)
    asymmetric = Condition(".game_type", (ASYMMETRIC,))
    rows = [
        shape(
            SideTerms,
            nations=Some(nations, 1, len(nations)),
            number=optional(Range(number, number)),
            role=Domain("", Choice((role,)), optional=True, conditions=(asymmetric,)),
        )
        for number, role in zip(numbers, roles, strict=True)
    ]
    return items(*rows, least=2, most=2, once=True)


def _options() -> Shape:
    limits = tuple(str(turn) for turn in range(1, MOST_TURNS + 1))
    standing = tuple(value for value in OPTIONS.rows["victory"].values or () if value not in BY_POINTS)
    free = Condition(".map_name", ("",))
    feature = shape(
        Feature, name=Choice((OWN_OVERLAY,)), cost=Range(0, MOST), blocks=Flag(), to_be_hit=Range(-MOST, MOST)
    )
    long = str(LONG_BOARD)
    usual = tuple(str(value) for value in OPTIONS.rows["entrenched_rows"].values or () if value != LONG_BOARD)
    parts = OPTIONS.domains(
        overlay_data=items(feature, least=1, most=1),
        entrenched_rows=[optional(Choice(usual)), Domain("", Choice((long,)), optional=True, conditions=(free,))],
        map_size=[
            Domain("", Choice(SIZES), True, (free, Condition("entrenched_rows", ("", *usual)))),
            Domain("", Choice((f"7x{long}",)), True, (free, Condition("entrenched_rows", (long,)))),
        ],
        turn_limit=Range(1, MOST_TURNS),
        victory=[optional(Choice(standing)), optional(where(Choice(BY_POINTS), turn_limit=limits))],
    )
    return Shape(Options.__name__, parts)


def list_offer() -> Offer:
    """HX-ARMY-12 Offer to play with a shorter list of a nation: a vehicle and a unit of foot, as they stand."""
    return offer(LoadArmyList, "HX-ARMY-12", list=[bare(_short_list(nation)) for nation in LISTS])


def _short_list(nation: str) -> Shape:
    whole = LISTS[nation]
    on_foot = [unit for unit in whole.units if not unit.sheet.price.ip and not unit.sheet.price.com]
    driven = [unit for unit in whole.units if price(ip=unit.sheet.price.ip) == unit.sheet.price]
    units = tuple(next(unit for unit in found if unit.sheet.size != HUGE) for found in (driven, on_foot))
    return exact_shape(ArmyList(nation=nation, units=units, upgrades=whole.upgrades, weapons=whole.weapons))


def split_offer() -> Offer:
    """HX-ARMY-05 Offer every way to divide the free points."""
    every = range(FREE_POINTS + 1)
    cp = [where(Range(0, FREE_POINTS - mp), mp=str(mp)) for mp in every]
    left = {(mp, cp): FREE_POINTS - mp - cp for mp in every for cp in every if mp + cp <= FREE_POINTS}
    xp = [where(Range(rest, rest), mp=str(mp), cp=str(cp)) for (mp, cp), rest in left.items()]
    return offer(SplitFreePoints, "HX-ARMY-05", points=shape(FreePoints, mp=Range(0, FREE_POINTS), cp=cp, xp=xp))
