"""Area attacks: one die for every enemy model in a hex, and like attacks of one unit are one attack (HX-AREA)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model import angles, board_hexes, ids
from adjudicator.rulesets.hex_orders.model.messages import (
    AreaAttackDeclared,
    AreaDiceRolled,
    Faces,
    FireAreaWeapon,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, owner_if_hidden, weapon_of
from adjudicator.rulesets.hex_orders.model.terrain import RuledNumber
from adjudicator.rulesets.hex_orders.rules.board import line_of_sight
from adjudicator.rulesets.hex_orders.rules.gunnery import (
    fire_orders,
    legal_shots,
    lines_of_fire,
    open_ended_dice,
    to_hit,
)
from adjudicator.rulesets.hex_orders.rules.gunnery.declared_shots import angle_hit, check_fire, used_aim
from adjudicator.rulesets.hex_orders.rules.gunnery.load_and_aim import spend_load_and_aim
from adjudicator.rulesets.hex_orders.rules.gunnery.revealing import reveal
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import Shooting

BEST = 1

# -- declaring


def declare_area(ruling: Ruling[Game], command: FireAreaWeapon) -> None:
    """HX-AREA-07 Models of a unit fire an area weapon at a hex with an enemy that is seen."""
    game = ruling.game
    row = legal_shots.own_unit(ruling, command.unit)
    weapon = legal_shots.own_weapon(ruling, row, command.weapon)
    ruling.require(weapon.area, "HX-AREA-01", "no-area-weapon", "weapon", weapon=weapon.id)
    already_fired = check_fire(ruling, row, weapon, command.models, "models")
    _check_hex(ruling, row, weapon, command)
    event = declared_attack(game, row, weapon, command)
    if command.use_aim:
        fire_orders.refuse_at(ruling, fault_of_aim(game, row, weapon, command, event), "use_aim", unit=row.id)
    merged = _attacks_at(game, row.id, weapon, command.hex) + _attack_count(weapon, command.models)
    reveal(ruling, row.id, "fired", "HX-GUNNERY-21")
    ruling.record(event, "HX-AREA-07", *needed(weapon, merged).clauses())
    spend_load_and_aim(ruling, row, weapon, already_fired=already_fired, aimed=event.aimed)


def declared_attack(game: Game, row: Unit, weapon: Weapon, command: FireAreaWeapon) -> AreaAttackDeclared:
    """HX-AREA-07 Work out what a legal attack declares: how it is aimed, what a die needs, where it enters."""
    way = to_hit.best_departure(game, row, weapon, command.hex)
    place = legal_shots.aim_hex(game, row, weapon.id, command.models) if command.use_aim else ""
    merged = _attacks_at(game, row.id, weapon, command.hex) + _attack_count(weapon, command.models)
    return AreaAttackDeclared(
        id=ids.open_id(ids.SHOT, fire_orders.next_number(game)),
        unit=row.id,
        weapon=weapon.id,
        models=command.models,
        hex=command.hex,
        distance=board_hexes.distance(row.hex, command.hex),
        needed=needed(weapon, merged).total,
        entry=command.entry or _entry(game, row, command.hex),
        aimed=game.options.area_uses_hit_modifiers and legal_shots.aim_holds_hex(game, place, command.hex),
        on_edge=way is not None and way.on_edge,
    )


def fault_of_aim(
    game: Game, row: Unit, weapon: Weapon, command: FireAreaWeapon, event: AreaAttackDeclared
) -> Fault | None:
    """HX-AREA-06 HX-GUNNERY-15 Say why an attack does not use an aim that it asks for; None where it does."""
    if not game.options.area_uses_hit_modifiers:
        return Fault("HX-AREA-06", "dice-not-aimed")
    place = legal_shots.aim_hex(game, row, weapon.id, command.models)
    return legal_shots.fault_of_aim(place, aimed=event.aimed)


def aimed_hexes(game: Game, place: str, hexes: Sequence[str]) -> tuple[str, ...]:
    """HX-AREA-06 HX-GUNNERY-17 List those of some hexes at which an aim that was taken at a place counts."""
    counts = game.options.area_uses_hit_modifiers
    return tuple(name for name in hexes if counts and legal_shots.aim_holds_hex(game, place, name))


def _check_hex(ruling: Ruling[Game], row: Unit, weapon: Weapon, command: FireAreaWeapon) -> None:
    where = command.hex
    facts: dict[str, int | str] = {"unit": row.id, "weapon": weapon.id, "target": where, "gun": ""}
    ruling.require(board_hexes.on_map(ruling.game, where), "HX-AREA-07", "no-such-hex", "hex", target=where)
    fire_orders.refuse_at(ruling, fault_of_area(ruling.game, row, weapon, where), "hex", **facts)
    ways = lines_of_fire.entries(row.hex, where)
    may = command.entry in ("", *ways)
    ruling.require(may, "HX-ANGLES-12", "not-a-way-in", "entry", **facts, ways=", ".join(ways))


def fault_of_area(game: Game, row: Unit, weapon: Weapon, where: str) -> Fault | None:
    """HX-AREA-07 Say why an area weapon may not be fired at a hex of the board; None where it may."""
    unknown = fire_orders.hidden_at_start(game)
    seen = [
        enemy for enemy in legal_shots.enemies_in(game, row.seat, where) if not enemy.hidden and enemy.id not in unknown
    ]
    if not seen:
        return Fault("HX-AREA-07", "nobody-there")
    fault = legal_shots.fault_of_line(game, row, weapon, where)
    if fault is None and not any(line_of_sight.sees(game, row.id, item.id) for item in seen):
        return Fault("HX-AREA-07", "no-line-of-sight")
    return fault


def hexes_for(game: Game, row: Unit, weapon: Weapon) -> tuple[str, ...]:
    """HX-AREA-07 List the hexes that an area weapon may be fired at now."""
    found = dict.fromkeys(unit.hex for unit in game.units.values() if unit.seat != row.seat and not unit.out)
    return tuple(
        name for name in sorted(found, key=board_hexes.order_of_hexes) if fault_of_area(game, row, weapon, name) is None
    )


def _entry(game: Game, row: Unit, where: str) -> str:
    """HX-ANGLES-12 At a corner, take the side where the enemies that are seen have least armour; "" in the own hex."""
    ways = lines_of_fire.entries(row.hex, where)
    if row.hex == where or len(ways) == 1:
        return "" if row.hex == where else ways[0]
    seen = [enemy for enemy in legal_shots.enemies_in(game, row.seat, where) if not enemy.hidden]
    return min(ways, key=lambda side: sum(_armour(game, item, side) for item in seen))


def _armour(game: Game, target: Unit, side: str) -> int:
    return angles.value_at(game.sheets[target.id].armour, angles.angle_of(target.facing, side))


def _attack_count(weapon: Weapon, models: tuple[int, ...]) -> int:
    """HX-ABILITIES-15 Count the attacks of models, or of the base: each makes as many as its burst."""
    return max(1, len(models)) * max(1, weapon.burst)


def _like_attacks(game: Game, unit: str, weapon: str, where: str) -> list[Declared]:
    """HX-AREA-03 List what one unit fired with one area weapon into one hex."""
    rows = (row for row in fire_orders.in_order(game) if row.kind == "area" and row.unit == unit)
    return [row for row in rows if (row.weapon, row.target) == (weapon, where)]


def _attacks_at(game: Game, unit: str, weapon: Weapon, where: str) -> int:
    return sum(_attack_count(weapon, row.models) for row in _like_attacks(game, unit, weapon.id, where))


def needed(weapon: Weapon, attacks: int) -> Tally:
    """HX-AREA-03 HX-AREA-05 Give the face that a die needs: one less for every attack after the first, at least 1."""
    return Tally.base(weapon.area, "HX-AREA-01").add(1 - attacks, "HX-AREA-03").at_least(BEST, "HX-AREA-05")


def area_attack_declared(game: Game, event: AreaAttackDeclared) -> None:
    """Remember the attack."""
    row = game.units[event.unit]
    game.declared[event.id] = Declared(
        event.id,
        "area",
        row.seat,
        row.id,
        event.weapon,
        event.models,
        target=event.hex,
        entry=event.entry,
        needed=event.needed,
        on_edge=event.on_edge,
        aimed=event.aimed,
        range=event.distance,
        aim_hex=used_aim(game, row) if event.aimed else "",
    )


# -- rolling


def roll_area(ruling: Ruling[Game], declared: Declared) -> None:
    """HX-AREA-03 Roll like attacks of one unit as one, when the first of them is due."""
    game = ruling.game
    weapon = weapon_of(game.sheets[declared.unit], declared.weapon)
    same = _like_attacks(game, declared.unit, declared.weapon, declared.target)
    if weapon is None or same[0].id != declared.id:
        return
    whole = whole_attack(game, declared)
    for target in legal_shots.enemies_in(game, declared.seat, declared.target):
        _roll(ruling, whole, weapon, target)


def whole_attack(game: Game, declared: Declared) -> Declared:
    """HX-AREA-03 Put like attacks of one unit together: the models of all, aimed where one of them is."""
    same = _like_attacks(game, declared.unit, declared.weapon, declared.target)
    models = tuple(model for row in same for model in row.models)
    return replace(same[0], models=models, aimed=any(row.aimed for row in same))


def face_needed(game: Game, whole: Declared, weapon: Weapon, target: str) -> Tally:
    """HX-AREA-03, HX-AREA-06 Give the face that a die of a whole attack needs against a base."""
    base = needed(weapon, _attacks_at(game, whole.unit, weapon, whole.target))
    return _with_modifiers(game, shooting_of(game, whole, weapon), target, base)


def hit_angle(game: Game, whole: Declared, target: Unit) -> str:
    """HX-ANGLES-12 Name the angle of a base at which a whole attack hits it."""
    return angle_hit(game, game.units[whole.unit].hex, target, whole.entry)


def _roll(ruling: Ruling[Game], declared: Declared, weapon: Weapon, target: Unit) -> None:
    """HX-AREA-01 HX-AREA-02 Roll one die for every model of a base; each success is a hit on it.

    Of a hidden base only its own side learns anything; one that is hit is seen (HX-GUNNERY-21), unless only
    spotting reveals.
    """
    game = ruling.game
    shooting = shooting_of(game, declared, weapon)
    face = face_needed(game, declared, weapon, target.id)
    hidden = game.units[target.id].hidden
    by = target.seat if hidden else declared.seat
    faces = ruling.roll(len(alive(game, target.id)), open_ended_dice.SIDES, "area", by, hidden=hidden)
    successes = sum(row >= face.total for row in faces)
    if successes:
        reveal(ruling, target.id, "effect", "HX-GUNNERY-21")
    event = AreaDiceRolled(
        owner=owner_if_hidden(game, target.id),
        shot=declared.id,
        target=target.id,
        faces=Faces(faces=faces),
        needed=face,
        successes=successes,
    )
    ruling.record(event, "HX-AREA-01", "HX-AREA-06", *face.clauses())
    for _ in range(successes):
        to_hit.score_hit(ruling, shooting, target.id, hit_angle(game, declared, target))


def shooting_of(game: Game, declared: Declared, weapon: Weapon) -> Shooting:
    """HX-ARMY-26 Say who shoots in an area attack: the best of its models."""
    model = to_hit.best_of(game, declared.unit, declared.models) if declared.models else to_hit.BASE_WEAPON
    return Shooting(declared.unit, weapon, model, declared.range, declared.on_edge, declared.aimed)


def _with_modifiers(game: Game, shooting: Shooting, target: str, face: Tally) -> Tally:
    """HX-AREA-06 By option every row of the to-hit table counts for an area die: it lowers or raises what it needs."""
    if not game.options.area_uses_hit_modifiers:
        return face
    rows: list[RuledNumber] = [*to_hit.to_hit_rows(game, shooting), *to_hit.to_be_hit_rows(game, target)]
    for row in rows:
        face = face.add(-row.by, row.clause)
    return face.at_least(BEST, "HX-AREA-05")


def area_dice_rolled(_game: Game, _event: AreaDiceRolled) -> None:
    """Change nothing: every success has an event of its own."""


PART = Part(reducers=reducers(area_attack_declared, area_dice_rolled))
