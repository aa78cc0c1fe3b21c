"""What may be handed in: options, a battlefield and an army of one's own, field by field."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.board.tiles import EDGES, name_of
from adjudicator.kernel.decide.offers import (
    Choice,
    Domain,
    Flag,
    Items,
    Range,
    Shape,
    Some,
    Words,
    items,
    optional,
    shape,
    where,
)
from adjudicator.rulesets.tile_formations.model.look_ups import OVERWATCH
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionNumber,
    DeploymentZone,
    FormationSheet,
    HitValues,
    Options,
    SideTerms,
    TerrainCell,
    TerrainKind,
    TileTerrain,
    TypeClass,
    UnitSheet,
    Weapon,
)
from adjudicator.rulesets.tile_formations.model.options import ENGAGE, NONE_LISTED, OPTIONS, actions_of
from adjudicator.rulesets.tile_formations.model.terrain_table import CLASSES, LAYERS, MOVES, OBSCURING, TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.option_checks import MOST_MODIFIER, MOST_MOVES
from adjudicator.rulesets.tile_formations.roster.sides import MOST_SIDES
from adjudicator.rulesets.tile_formations.roster.terrain_kinds import FACES, MOST_COVER, MOST_VISION
from adjudicator.rulesets.tile_formations.roster.unit_sheets import (
    FLAGS,
    MOST_DICE,
    MOST_FOOTPRINT,
    MOST_INTEGRITY,
    MOST_SPEED,
    MOST_TILES,
    MOST_VALUE,
    TYPES,
)

NAME = Words(60, 1)
# so many of everything are offered; more may be handed in
FORMATIONS, UNITS, TILES, OVERLAYS = 6, 6, 6, 2
WEAPONS = ("first weapon", "second weapon")
OWN_TERRAIN = "own_terrain"

# -- options


def options_shape() -> Shape:
    """Offer every option of a game; each may be left out."""
    known = actions_of(OPTIONS.defaults)
    numbers = {action: Range(0, MOST_MOVES) for action in known}
    numbers |= {OVERWATCH: Range(0, 0), ENGAGE: Range(1, MOST_MOVES)}
    parts = OPTIONS.domains(
        default_footprint=items(Range(1, MOST_FOOTPRINT), least=2, most=2),
        class_of_type=_each(
            shape(TypeClass, unit_type=Choice((kind,)), column=Choice((*CLASSES, NONE_LISTED))) for kind in TYPES
        ),
        failed_action=Choice(known),
        moves_per_action=_each(
            shape(ActionNumber, action=Choice((action,)), number=number) for action, number in numbers.items()
        ),
        exit_edges=Some(EDGES, 1, len(EDGES)),
        screen_types=[optional(Some(TYPES, 1, len(TYPES))), optional(Some((NONE_LISTED,), 1, 1))],
        default_weapon=_weapon("default weapon"),
        action_to_hit_modifiers=_each(
            shape(ActionNumber, action=Choice((action,)), number=Range(-MOST_MODIFIER, MOST_MODIFIER))
            for action in known
        ),
        shooting_actions=Some(known, 1, len(known)),
        first_seat=Range(0, 1),
    )
    return Shape(Options.__name__, parts)


def _each(shapes: Iterable[Shape]) -> Items:
    rows = tuple(shapes)
    return items(*rows, least=1, most=len(rows), once=True)


# -- sides and battlefields


def sides() -> Domain:
    """TF-BLOCK-06 Offer to name the sides of the first two seats, each a side of its own; other seats have others."""
    half = MOST_SIDES // 2
    numbers = (Range(1, half), Range(half + 1, MOST_SIDES))
    rows = [shape(SideTerms, name=optional(NAME), side=optional(number)) for number in numbers]
    return optional(items(*rows, least=0, most=len(rows), once=True))


def own_tiles() -> Domain:
    """TF-TERRAIN-08 Offer terrain for the tiles in the corner of a battlefield of one's own."""
    bases, overlays = _layer(LAYERS[0]), _layer(LAYERS[1])
    rows = [
        shape(
            TileTerrain,
            tile=Choice((tile,)),
            base_terrain=optional(Choice(bases)),
            overlays=Some(overlays, 0, OVERLAYS),
        )
        for tile in corner()
    ]
    return optional(items(*rows, least=0, most=len(rows), once=True))


def own_zones() -> Domain:
    """WG-SETUP-02 Offer zones for the first two seats, in the corner of a battlefield of one's own."""
    tiles = Some(corner(), 1, len(corner()))
    rows = [shape(DeploymentZone, seat=Range(seat, seat), tiles=tiles) for seat in (0, 1)]
    return optional(items(*rows, least=0, most=len(rows), once=True))


def own_terrain() -> Domain:
    """TF-TERRAIN-01 Offer a kind of terrain that a game brings along."""
    covered = _cell(optional(Range(0, MOST_COVER)))
    kind = shape(
        TerrainKind,
        name=Choice((OWN_TERRAIN,)),
        layer=Choice(LAYERS),
        obscuring=Choice(OBSCURING),
        lie_low=Flag(),
        road=Flag(),
        infantry=covered,
        gun_shield=Flag(),
        vehicles=[where(covered, gun_shield="true"), where(_cell(Range(0, 0)), gun_shield="false")],
        war_engines=_cell(Range(0, 0)),
        impeded=Some(TYPES, 0, len(TYPES)),
        danger_faces=Some(tuple(str(face) for face in range(1, FACES + 1)), 0, FACES),
        bars_second_roll=Flag(),
        canopy=Flag(),
        bastion=Flag(),
        destructible_into=[optional(where(Choice(_layer(layer)), layer=layer)) for layer in LAYERS],
        climbable=Flag(),
    )
    return optional(items(kind, least=0, most=1))


def _cell(cover: Range | Domain) -> Shape:
    return shape(TerrainCell, movement=Choice(MOVES), cover=cover, vision=Range(0, MOST_VISION))


def _layer(layer: str) -> tuple[str, ...]:
    return tuple(kind.name for kind in TERRAIN_KINDS.values() if kind.layer == layer)


def base_names() -> tuple[str, ...]:
    """List the kinds of terrain that a battlefield may be made of."""
    return _layer(LAYERS[0])


def corner() -> tuple[str, ...]:
    """List the tiles of a corner that every offered battlefield has."""
    return tuple(name_of(column, row) for column in range(TILES) for row in range(TILES))


# -- armies


def own_formations() -> Items:
    """WG-SETUP-02 Offer formations of one's own, down to the weapons."""
    unit = shape(
        UnitSheet,
        name=NAME,
        unit_type=Choice(TYPES),
        speed=Range(0, MOST_SPEED),
        integrity=Range(1, MOST_INTEGRITY),
        armour=optional(Range(0, MOST_VALUE)),
        vision=optional(Range(0, MOST_TILES)),
        columns=optional(Range(1, MOST_FOOTPRINT)),
        rows=where(Range(1, MOST_FOOTPRINT), columns=tuple(str(size) for size in range(1, MOST_FOOTPRINT + 1))),
        flags=Some(FLAGS, 0, len(FLAGS)),
        weapons=items(*map(_weapon, WEAPONS), least=0, most=len(WEAPONS), once=True),
    )
    formation = shape(FormationSheet, name=NAME, units=items(unit, least=1, most=UNITS))
    return items(formation, least=1, most=FORMATIONS)


def _weapon(name: str) -> Shape:
    value = Range(0, MOST_VALUE)
    return shape(
        Weapon,
        name=Choice((name,)),
        dice=Range(0, MOST_DICE),
        to_hit=shape(HitValues, infantry=value, vehicles=value, war_engines=value),
        weapon_range=Range(0, MOST_TILES),
        save_modifier=Range(-MOST_VALUE, MOST_VALUE),
        air=Flag(),
    )
