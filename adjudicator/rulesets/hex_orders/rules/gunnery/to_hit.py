"""To hit: everything that is added to the roll, and what a hit brings; data/tohit.toml has the numbers (HX-FIRE-03)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decoding import read
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model import board_hexes, ids
from adjudicator.rulesets.hex_orders.model.messages import Ability, Hit, HitScored, Weapon
from adjudicator.rulesets.hex_orders.model.options import PACKAGE
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, is_flying, model_of, owner_if_hidden, weapon_of
from adjudicator.rulesets.hex_orders.model.terrain import RuledNumber
from adjudicator.rulesets.hex_orders.roster import fields_of_fire
from adjudicator.rulesets.hex_orders.rules.board import cover
from adjudicator.rulesets.hex_orders.rules.gunnery import lines_of_fire
from adjudicator.rulesets.hex_orders.rules.gunnery.lines_of_fire import Departure

BASE_WEAPON = 0


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the to-hit table."""

    to_hit: int
    to_be_hit: int
    clause: str


class RangeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a range adds to hitting, penetration and damage."""

    to_hit: int
    clause: str
    ap: int
    damage: int
    damage_clause: str


class HitTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The file tohit.toml."""

    needed: RuledNumber
    aim: RuledNumber
    on_edge: RuledNumber
    enhanced_accuracy: RuledNumber
    speeds: dict[str, Modifier]
    flying: Modifier
    sizes: dict[str, Modifier]
    abilities: dict[str, Modifier]
    camouflage: Modifier
    take_cover: Modifier
    ranges: dict[str, RangeRow]


HIT_TABLE = read(PACKAGE, "tohit.toml", HitTable)
NEEDED = HIT_TABLE.needed.by


class Shooting(NamedTuple):
    """Who shoots and how: `model` is 0 for the unit-base weapon, `range` counts hexes."""

    unit: str
    weapon: Weapon
    model: int
    range: int
    on_edge: bool = False
    aimed: bool = False


# -- ranges


def longest_range(weapon: Weapon) -> int:
    """HX-FIRE-20 Give the longest range of a weapon: twice what is printed."""
    return 2 * weapon.weapon_range


def range_row(weapon: Weapon, distance: int) -> RangeRow:
    """HX-FIRE-17 HX-FIRE-18 HX-FIRE-19 Read the row of a range; up to 1 point-blank alone counts."""
    if distance <= 1:
        return HIT_TABLE.ranges["point_blank"]
    return HIT_TABLE.ranges["normal" if distance <= weapon.weapon_range else "long"]


def best_departure(
    game: Game, row: Unit, weapon: Weapon, where: str, gun: str = "", side: str = ""
) -> Departure | None:
    """HX-FIRE-33 Choose the way on which a shot leaves its hex, off the edge if it can; None where no way is open.

    `gun` is the angle of a gun of a fixed system, "" for any of them; `side` is the side that the firer names.
    """
    any_corner = lines_of_fire.is_any_corner_on_edge(game.options)
    return _best_departure(weapon.arc, row.facing, row.hex, where, gun, side, any_corner)


@lru_cache(maxsize=16_384)
def _best_departure(
    arc: str, facing: str, here: str, where: str, gun: str, side: str, any_corner: bool
) -> Departure | None:
    guns = (gun,) if gun else tuple(item for item, _ in fields_of_fire.guns_of(arc)) or ("",)
    found = (way for item in guns for way in lines_of_fire.ways_out(arc, facing, here, where, item, any_corner))
    return min((way for way in found if side in ("", way.side)), key=lambda way: way.on_edge, default=None)


# -- the firer


def to_hit_rows(game: Game, shooting: Shooting) -> list[RuledNumber]:
    """HX-FIRE-03 List what counts for the firer: the column `to hit`, range, edge and aim."""
    row = game.units[shooting.unit]
    reach = range_row(shooting.weapon, shooting.range)
    found = [_to_hit_number(item) for item in _speed_rows(game, row)]
    found += cover.to_hit(game, row.id)
    found += own_modifiers(game, row.id, shooting.model or best_shooter(game, row.id))
    found += (HIT_TABLE.enhanced_accuracy,) * shooting.weapon.enhanced_accuracy
    found += (HIT_TABLE.aim,) * shooting.aimed
    found += (HIT_TABLE.on_edge,) * shooting.on_edge
    return [*found, RuledNumber(reach.to_hit, reach.clause)]


def _speed_rows(game: Game, row: Unit) -> list[Modifier]:
    """HX-FIRE-32 Read the rows of a unit's speed, and of flying (HX-FIRE-10)."""
    found = [HIT_TABLE.speeds[row.speed]] if row.speed in HIT_TABLE.speeds else []
    return [*found, HIT_TABLE.flying] if is_flying(game, row) else found


def _to_hit_number(modifier: Modifier) -> RuledNumber:
    return RuledNumber(modifier.to_hit, modifier.clause)


def own_modifiers(game: Game, unit: str, model: int) -> list[RuledNumber]:
    """HX-FIRE-24 to HX-FIRE-27 List what a model's own abilities add to its shots."""
    names = dict.fromkeys(ability.name for ability in abilities_of_model(game, unit, model))
    rows = (HIT_TABLE.abilities[name] for name in names if name in HIT_TABLE.abilities)
    return [RuledNumber(row.to_hit, row.clause) for row in rows if row.to_hit]


def abilities_of_model(game: Game, unit: str, model: int) -> tuple[Ability, ...]:
    """List the abilities of a model with those of its base."""
    return (*game.sheets[unit].abilities, *model_of(game, unit, model).abilities)


def best_shooter(game: Game, unit: str) -> int:
    """HX-ARMY-26 Name the alive model whose own modifiers sum highest, the first of equal ones."""
    return best_of(game, unit, alive(game, unit))


def best_of(game: Game, unit: str, models: Iterable[int]) -> int:
    """Name the model among these whose own modifiers sum highest, the first of equal ones."""
    return max(models, key=lambda model: (sum(row.by for row in own_modifiers(game, unit, model)), -model))


# -- the target


def to_be_hit_rows(game: Game, target: str) -> list[RuledNumber]:
    """HX-FIRE-03 List what counts for the target: the column `to be hit`."""
    row, sheet = game.units[target], game.sheets[target]
    found = [RuledNumber(item.to_be_hit, item.clause) for item in _speed_rows(game, row)]
    found += cover.to_be_hit(game, target)
    size = HIT_TABLE.sizes.get(sheet.size)
    if size is not None:
        found.append(RuledNumber(size.to_be_hit, size.clause))
    return [*found, *_shared_abilities(game, row)]


def _shared_abilities(game: Game, row: Unit) -> list[RuledNumber]:
    """HX-FIRE-32 List abilities of a target: they count only while every alive model has them."""
    first, *others = (abilities_of_model(game, row.id, model) for model in alive(game, row.id))
    shared = [item for item in dict.fromkeys(first) if all(item in other for other in others)]
    rows = (_shared_ability(game, row, item) for item in shared)
    return [item for item in rows if item is not None]


def _shared_ability(game: Game, row: Unit, ability: Ability) -> RuledNumber | None:
    if ability.name == "camouflage":
        hidden_by = game.hexes[row.hex].terrain == ability.word and not is_flying(game, row)
        return RuledNumber(HIT_TABLE.camouflage.to_be_hit, HIT_TABLE.camouflage.clause) if hidden_by else None
    if ability.name == "take_cover":
        by = HIT_TABLE.take_cover.to_be_hit * ability.x
        return RuledNumber(by, HIT_TABLE.take_cover.clause) if row.speed == ability.word else None
    plain = HIT_TABLE.abilities.get(ability.name)
    return RuledNumber(plain.to_be_hit, plain.clause) if plain is not None and plain.to_be_hit else None


# -- all of it


def tally_of(rows: Iterable[RuledNumber]) -> tuple[Tally, tuple[str, ...]]:
    """HX-FIRE-03 Add modifiers up; their clauses too, those of the ones that add 0 as well."""
    tally, because = Tally.base(0, "HX-FIRE-03"), ["HX-FIRE-03"]
    for row in rows:
        tally = tally.add(row.by, row.clause)
        because.append(row.clause)
    return tally, tuple(dict.fromkeys(because))


def modifiers(game: Game, shooting: Shooting, target: str | None) -> tuple[Tally, tuple[str, ...]]:
    """HX-FIRE-03 Give all modifiers of a shot at a unit, or at a hex without one (HX-HEXFX-17)."""
    rows = to_hit_rows(game, shooting)
    return tally_of(rows if target is None else [*rows, *to_be_hit_rows(game, target)])


def default_weapon(game: Game, unit: str) -> Weapon | None:
    """HX-GUNNERY-19 Name the weapon whose range and arc count for spotting: the first aimed one of an alive model."""
    sheet = game.sheets[unit]
    own = [name for model in alive(game, unit) for name in model_of(game, unit, model).weapons]
    kept = [name for name in (*own, sheet.base_weapon) if name and name not in game.units[unit].lost_weapons]
    found = [weapon for name in dict.fromkeys(kept) if (weapon := weapon_of(sheet, name)) is not None]
    aimed = (row for row in found if not row.area and row.hex_effect is None)
    return next(aimed, next(iter(found), None))


def spot_modifiers(game: Game, spotter: Unit, token: Unit) -> tuple[Tally, tuple[str, ...]]:
    """HX-GUNNERY-19 Give the modifiers of a spotter against a token: those of a shot by its best model.

    Raises LookupError where the spotter has no weapon, which no declaration allows.
    """
    weapon = default_weapon(game, spotter.id)
    if weapon is None:
        raise LookupError(f"{spotter.id} has no weapon to spot with")
    way = best_departure(game, spotter, weapon, token.hex)
    edge = way is not None and way.on_edge
    shooting = Shooting(spotter.id, weapon, BASE_WEAPON, board_hexes.distance(spotter.hex, token.hex), edge)
    return modifiers(game, shooting, token.id)


# -- a hit


def hit_of(game: Game, shooting: Shooting, target: str, angle: str, id: str) -> Hit:
    """HX-DAMAGE-01 Say what a hit brings: penetration and damage by range (HX-DAMAGE-02 to -04), special damage."""
    weapon, reach = shooting.weapon, range_row(shooting.weapon, shooting.range)
    return Hit(
        id=id,
        seat=game.units[shooting.unit].seat,
        unit=shooting.unit,
        source=weapon.id,
        target=target,
        angle=angle,
        penetration=penetration_of(shooting),
        damage=weapon.damage,
        bonus=Tally.base(0, "HX-DTABLE-02").add(reach.damage, reach.damage_clause),
        extra=weapon.extra,
        light=False,
        effects=weapon.effects,
    )


def penetration_of(shooting: Shooting) -> Tally:
    """HX-DAMAGE-02 HX-DAMAGE-04 Give the armour penetration of a shot."""
    reach = range_row(shooting.weapon, shooting.range)
    return Tally.base(shooting.weapon.ap, "HX-DAMAGE-01").add(reach.ap, reach.damage_clause)


def score_hit(ruling: Ruling[Game], shooting: Shooting, target: str, angle: str) -> None:
    """HX-DAMAGE-01 Put a hit on record; those on hidden units are numbered by themselves (HX-GAP-09)."""
    game = ruling.game
    reach = range_row(shooting.weapon, shooting.range)
    hit = hit_of(game, shooting, target, angle, _next_id(game, target))
    ruling.record(
        HitScored(owner=owner_if_hidden(game, target), hit=hit), "HX-DAMAGE-01", reach.damage_clause, "HX-ANGLES-10"
    )


def _next_id(game: Game, target: str) -> str:
    unit = target if game.units[target].hidden else ""
    number = 1 + sum(ids.read_numbered_id(hit).unit == unit for hit in game.hits)
    return ids.hidden_id(unit, number) if unit else ids.open_id(ids.HIT, number)


def hit_scored(game: Game, event: HitScored) -> None:
    """Let it wait for its armour and damage rolls."""
    if event.hit is not None:
        game.hits[event.hit.id] = event.hit


PART = Part(reducers=reducers(hit_scored))
