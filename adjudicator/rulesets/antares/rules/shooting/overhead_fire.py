"""Overhead fire: templates shift, come down, and strike whatever stands under them (AN-OH)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.board.inches import Pose, point_gap_within
from adjudicator.board.sines import FULL_TURN, ahead
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model import distances, volleys
from adjudicator.rulesets.antares.model.messages import (
    DirectionEntered,
    EffectOnUnit,
    EnterDirection,
    Hit,
    OverheadEffect,
    RollOverheadShift,
    TemplateResolved,
    TemplateShifted,
    Weapon,
)
from adjudicator.rulesets.antares.model.rows import Volley
from adjudicator.rulesets.antares.model.state import INCH, Game, models_of, on_table, rival
from adjudicator.rulesets.antares.model.subjects import VolleySubject
from adjudicator.rulesets.antares.model.volleys import Die
from adjudicator.rulesets.antares.rules.damage import nets
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.shooting import markers
from adjudicator.rulesets.antares.rules.tests import amounts
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10

WINDOW, TAG = "shift", "staa_tag"
COMPASS, STEP = 100, 36
NOWHERE = Spot(x=0, y=0)
DIRECTIONS = tuple(face * STEP % FULL_TURN for face in range(1, COMPASS + 1))

# -- moving


def roll_overhead_shift(ruling: Ruling[Game], _command: RollOverheadShift) -> None:
    """AN-OH-02 AN-OH-03 AN-OH-09 Bring every template of the volley down, die by die, and count what it strikes."""
    volley = ruling.subject(VolleySubject).volley
    ruling.answered()
    for die in volleys.landing_dice(ruling.game.volleys[volley]):
        at = _final_place(ruling, volley, die)
        _strike(ruling, volley, die, at)


def enter_direction(ruling: Ruling[Game], command: EnterDirection) -> None:
    """AN-OH-05 Take the direction in which a physical die points for the next move of a template."""
    top = ruling.game.stack[-1] if ruling.game.stack else None
    ruling.require(top is not None and top.kind == WINDOW, "AN-OH-05", "no-template-moves", "direction")
    ruling.require(command.direction < FULL_TURN, "AN-OH-05", "no-direction", "direction", direction=command.direction)
    ruling.record(DirectionEntered(direction=command.direction), "AN-OH-05")


def _final_place(ruling: Ruling[Game], volley: str, die: Die) -> Spot:
    row = ruling.game.volleys[volley]
    group = row.groups[die.group]
    aim = group.aim or NOWHERE
    if group.blind:
        distances, directions, reasons = _drift(ruling, row)
    elif die.result == "shift":
        distances, directions, reasons = _shift(ruling, row, die)
    else:
        return aim
    at = moved(aim, distances, directions)
    event = TemplateShifted(volley=volley, die=die.number, distances=distances, directions=directions, at=at)
    ruling.record(event, *reasons, "AN-OH-05")
    return at


def _shift(ruling: Ruling[Game], row: Volley, die: Die) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
    """AN-OH-03 AN-OH-04 A fresh D10, or the failed die itself, and 1 inch for each pin of the shooter."""
    game = ruling.game
    face = die.face if game.options.oh_shift_uses_accuracy_die else ruling.roll(1, D10, "shift", row.seat)[0]
    return (shift_distance(game, row, face),), (_direction(ruling, row, 0),), ("AN-OH-03", "AN-OH-04", "AN-HIT-06")


def shift_distance(game: Game, row: Volley, face: int) -> int:
    """AN-OH-04 Give how far a template shifts by a face: an inch for each point, and one for each pin."""
    return (face + game.units[row.unit].pins) * INCH


def drifts(game: Game) -> int:
    """AN-OH-09 Give how many ways a template of blind fire goes."""
    return 2 if game.options.blind_shift_mode == "two_vectors" else 1


def _drift(ruling: Ruling[Game], row: Volley) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
    """AN-OH-09 Two D10, each with its own direction; or one, by the option. Pins do not lengthen them."""
    distances: list[int] = []
    directions: list[int] = []
    for index in range(drifts(ruling.game)):
        distances.append(ruling.roll(1, D10, "drift", row.seat)[0] * INCH)
        directions.append(_direction(ruling, row, index))
    return tuple(distances), tuple(directions), ("AN-OH-08", "AN-OH-09")


def _direction(ruling: Ruling[Game], row: Volley, index: int) -> int:
    """AN-OH-05 Take the direction that was entered, or throw the compass die; tenths of a degree from the north."""
    if index < len(row.directions):
        return row.directions[index]
    return ruling.pick(DIRECTIONS, "direction", row.seat)


def moved(start: Spot, distances: tuple[int, ...], directions: tuple[int, ...]) -> Spot:
    """AN-OH-05 Move a point, one way after the other; north is towards greater y, east towards greater x."""
    x, y = start.x, start.y
    for distance, direction in zip(distances, directions, strict=True):
        north, east = ahead(distance, direction)
        x, y = x + east, y + north
    return Spot(x=x, y=y)


# -- striking


def models_under(game: Game, unit: str, at: Spot, radius: int) -> tuple[str, ...]:
    """AN-OH-12 List the models of a unit under a template, by number: any part of a base counts."""
    rows = (model for model in models_of(game, unit) if model.pose is not None)
    return tuple(row.id for row in rows if point_gap_within(distances.body_of(game, row), at.x, at.y, radius))


def struck(game: Game, volley: str, unit: str) -> tuple[str, ...]:
    """AN-OH-12 List the models of a unit that stand under any template of a volley: they take its hits first."""
    out: list[str] = []
    for group in game.volleys[volley].groups:
        effect = game.weapons[group.weapon].overhead if group.overhead else None
        places = [row for row in group.landing_spots if row is not None] if effect is not None else []
        for at in places:
            out += [row for row in models_under(game, unit, at, effect.radius if effect else 0) if row not in out]
    return tuple(model for model in game.units[unit].models if model in out)


def _strike(ruling: Ruling[Game], volley: str, die: Die, at: Spot) -> None:
    """AN-OH-12 Let what lies under a template suffer its effect, friends too; leave the marker that it leaves."""
    row = ruling.game.volleys[volley]
    weapon = ruling.game.weapons[row.groups[die.group].weapon]
    effect = weapon.overhead
    if effect is None:
        return
    units = _effects(ruling, row, weapon, effect, at)
    hits = _hits(ruling, row, die, units)
    # what scores no hits hits whoever lies under it
    calls = hit_scoring.BREAK_TEST in weapon.properties and effect.kind != "blast"
    shaken = tuple(unit.unit for unit in units) if calls else ()
    event = TemplateResolved(volley=volley, die=die.number, at=at, units=units, hits=hits, shaken=shaken)
    ruling.record(event, "AN-OH-12", *_because(row, die, weapon, effect))
    if effect.marker:
        _leave(ruling, row, effect, at)


def _leave(ruling: Ruling[Game], row: Volley, effect: OverheadEffect, at: Spot) -> None:
    """AN-OH-12 AN-ACC-12 Leave a marker where the template lies; a tag sticks to the enemies under it instead."""
    game = ruling.game
    if game.device_sheets[effect.marker].kind != TAG:
        markers.place(ruling, effect.marker, row.seat, "AN-OH-12", pose=Pose(at.x, at.y, 0, 0))
        return
    for unit in on_table(game, rival(row.seat)):
        if models_under(game, unit.id, at, effect.radius):
            markers.place(ruling, effect.marker, row.seat, "AN-OH-12", "AN-ACC-12", unit=unit.id)


def _because(row: Volley, die: Die, weapon: Weapon, effect: OverheadEffect) -> tuple[str, ...]:
    stayed = () if row.groups[die.group].blind or die.result == "shift" else ("AN-OH-02",)
    lucky = ("AN-OH-11",) if die.result == "lucky" else ()
    net = (nets.net_clause(weapon), "AN-PIN-13") if effect.kind == "net" else ()
    return (*stayed, *lucky, *net)


def _effects(
    ruling: Ruling[Game], row: Volley, weapon: Weapon, effect: OverheadEffect, at: Spot
) -> tuple[EffectOnUnit, ...]:
    if effect.kind == "marker" and hit_scoring.BREAK_TEST not in weapon.properties:
        return ()
    under = ((unit.id, models_under(ruling.game, unit.id, at, effect.radius)) for unit in on_table(ruling.game))
    return tuple(_effect(ruling, row, weapon, effect, unit, models) for unit, models in under if models)


def _effect(
    ruling: Ruling[Game], row: Volley, weapon: Weapon, effect: OverheadEffect, unit: str, models: tuple[str, ...]
) -> EffectOnUnit:
    if effect.kind == "marker":
        return EffectOnUnit(unit=unit, faces=(), hits=0, pins=0, models=models)
    if effect.kind == "net":
        faces = ruling.roll(1, nets.net_sides(weapon), "net", row.seat)
        return EffectOnUnit(unit=unit, faces=faces, hits=0, pins=faces[0] + 1, models=models)
    amount = effect.hits
    faces = amounts.roll_faces(ruling, amount, "blast", row.seat)
    return EffectOnUnit(unit=unit, faces=faces, hits=max(0, sum(faces) + amount.plus), pins=0, models=models)


def _hits(ruling: Ruling[Game], row: Volley, die: Die, units: tuple[EffectOnUnit, ...]) -> tuple[Hit, ...]:
    """AN-OH-11 AN-OH-12 Number the hits of a template; of a lucky die's the last on the target, or on an enemy."""
    group = row.groups[die.group]
    weapon = ruling.game.weapons[group.weapon]
    struck = [item.unit for item in units for _ in range(item.hits)]
    lucky = _lucky_place(ruling.game, row, struck) if die.result == "lucky" else -1
    return tuple(
        Hit(
            id=f"{row.id}.{die.number:03}-{index + 1:03}",
            volley=row.id,
            unit=unit,
            weapon=weapon.id,
            strike_value=amounts.roll_strike_value(ruling, weapon.strike_value, row.seat),
            lucky=index == lucky,
            overhead=True,
            shooter=volleys.shooter_of(group, die.place),
            model="",
        )
        for index, unit in enumerate(struck)
    )


def _lucky_place(game: Game, row: Volley, struck: list[str]) -> int:
    on_target = [index for index, unit in enumerate(struck) if unit == row.target]
    on_enemies = [index for index, unit in enumerate(struck) if game.units[unit].seat != row.seat]
    return max(on_target or on_enemies, default=-1)


# -- reducers


def direction_entered(game: Game, event: DirectionEntered) -> None:
    """Keep it for the volley whose templates move next."""
    open_ones = [row for row in game.volleys.values() if not row.shifted and volleys.landing_dice(row)]
    for row in open_ones[:1]:
        game.volleys[row.id] = replace(row, directions=(*row.directions, event.direction))


def template_shifted(game: Game, event: TemplateShifted) -> None:
    """Use up the directions that were entered for it."""
    row = game.volleys[event.volley]
    game.volleys[event.volley] = replace(row, directions=row.directions[len(event.directions) :])


def template_resolved(game: Game, event: TemplateResolved) -> None:
    """Put the template where it lies, and what it did to whom."""
    row = game.volleys[event.volley]
    die = volleys.dice_of(row)[event.die - 1]
    group = row.groups[die.group]
    landed = group.landing_spots or (None,) * len(group.rolled)
    landed = (*landed[: die.place], event.at, *landed[die.place + 1 :])
    volleys.put_group(game, event.volley, die.group, replace(group, landing_spots=landed))
    nets = dict(row.nets)
    for unit in event.units:
        if unit.pins:
            nets[unit.unit] = max(unit.pins, nets.get(unit.unit, 0))
    row = game.volleys[event.volley]
    game.volleys[event.volley] = replace(row, shifted=True, nets=tuple(sorted(nets.items())))
    game.hits |= {hit.id: hit for hit in event.hits}
    hit_scoring.note_break_test(game, event.shaken)


def _direction_offers(_rules: object, game: Game, _party: Party) -> list[Offer]:
    """AN-OH-05 Offer any direction while a template is to move."""
    moves = bool(game.stack) and game.stack[-1].kind == WINDOW
    return [offer(EnterDirection, "AN-OH-05", direction=Range(0, FULL_TURN - 1))] if moves else []


PART = Part(
    handlers=handlers(roll_overhead_shift, enter_direction),
    reducers=reducers(direction_entered, template_shifted, template_resolved),
    windows=windows(table_step(WINDOW, "AN-OH-03", RollOverheadShift, subject=VolleySubject)),
    anytime=frozenset({EnterDirection}),
    anytime_offers={EnterDirection: _direction_offers},
)
