"""Smoke, clouds and fire that weapons put into a hex: fired, rolled, and there when the step is over (HX-HEXFX-17)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model import board_hexes, ids
from adjudicator.rulesets.hex_orders.model.messages import FireHexEffect, HexEffectFired, HexEffectRolled, Weapon
from adjudicator.rulesets.hex_orders.model.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, weapon_of
from adjudicator.rulesets.hex_orders.rules.board import line_of_sight
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_orders, legal_shots, open_ended_dice, to_hit
from adjudicator.rulesets.hex_orders.rules.gunnery.declared_shots import check_fire, used_aim
from adjudicator.rulesets.hex_orders.rules.gunnery.load_and_aim import spend_load_and_aim
from adjudicator.rulesets.hex_orders.rules.gunnery.revealing import reveal
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import Shooting
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effects

# -- declaring


def declare_effect(ruling: Ruling[Game], command: FireHexEffect) -> None:
    """HX-HEXFX-17 Models of a unit fire a weapon that puts an effect into a hex."""
    game = ruling.game
    row = legal_shots.own_unit(ruling, command.unit)
    weapon = legal_shots.own_weapon(ruling, row, command.weapon)
    ruling.require(weapon.hex_effect is not None, "HX-HEXFX-17", "no-effect-weapon", "weapon", weapon=weapon.id)
    already_fired = check_fire(ruling, row, weapon, command.models, "models")
    ruling.require(board_hexes.on_map(game, command.hex), "HX-HEXFX-17", "no-such-hex", "hex", target=command.hex)
    fault = fault_of_hex(game, row, weapon, command.hex, command.exit)
    facts: dict[str, int | str] = {"unit": row.id, "weapon": weapon.id, "target": command.hex, "gun": ""}
    fire_orders.refuse_at(ruling, fault, "hex", **facts, exit=command.exit)
    shooting = shooting_at(game, row, weapon, command.models, command.hex, side=command.exit, use_aim=command.use_aim)
    if command.use_aim:
        fault = fault_of_aim(game, row, weapon, command.models, shooting)
        fire_orders.refuse_at(ruling, fault, "use_aim", unit=row.id)
    reveal(ruling, row.id, "fired", "HX-GUNNERY-21")
    ruling.record(
        HexEffectFired(
            id=ids.open_id(ids.SHOT, fire_orders.next_number(game)),
            unit=row.id,
            weapon=weapon.id,
            models=command.models,
            hex=command.hex,
            distance=shooting.range,
            on_edge=shooting.on_edge,
            aimed=shooting.aimed,
        ),
        "HX-HEXFX-17",
        "HX-FIRE-21",
    )
    spend_load_and_aim(ruling, row, weapon, already_fired=already_fired, aimed=shooting.aimed)


def shooting_at(
    game: Game, row: Unit, weapon: Weapon, models: tuple[int, ...], where: str, *, side: str = "", use_aim: bool = False
) -> Shooting:
    """HX-HEXFX-17 Work out how the first of these models, or the base, fires into a hex."""
    way = to_hit.best_departure(game, row, weapon, where, side=side)
    place = legal_shots.aim_hex(game, row, weapon.id, models) if use_aim else ""
    return Shooting(
        row.id,
        weapon,
        next(iter(models), to_hit.BASE_WEAPON),
        board_hexes.distance(row.hex, where),
        way is not None and way.on_edge,
        not weapon.automatic and legal_shots.aim_holds_hex(game, place, where),
    )


def fault_of_aim(game: Game, row: Unit, weapon: Weapon, models: tuple[int, ...], shooting: Shooting) -> Fault | None:
    """HX-HEXFX-17 HX-GUNNERY-15 Say why an effect does not use an aim that is asked for; None where it does."""
    if weapon.automatic:
        return Fault("HX-HEXFX-17", "dice-not-aimed")
    return legal_shots.fault_of_aim(legal_shots.aim_hex(game, row, weapon.id, models), aimed=shooting.aimed)


def aimed_hexes(game: Game, weapon: Weapon, place: str, hexes: Sequence[str]) -> tuple[str, ...]:
    """HX-HEXFX-17 HX-GUNNERY-17 List those of some hexes at which an aim that was taken at a place counts."""
    return tuple(name for name in hexes if not weapon.automatic and legal_shots.aim_holds_hex(game, place, name))


def fault_of_hex(game: Game, row: Unit, weapon: Weapon, where: str, side: str = "") -> Fault | None:
    """HX-HEXFX-17 Say why an effect may not be fired into a hex of the board; None where it may."""
    fault = legal_shots.fault_of_line(game, row, weapon, where, side=side)
    if fault is None and not line_of_sight.sees_hex(game, row.id, where):
        return Fault("HX-HEXFX-17", "no-line-of-sight")
    return fault


def hexes_for(game: Game, row: Unit, weapon: Weapon) -> tuple[str, ...]:
    """HX-HEXFX-17 List the hexes that an effect may be fired into now."""
    near = (name for name in game.hexes if board_hexes.distance(row.hex, name) <= to_hit.longest_range(weapon))
    return tuple(
        name for name in sorted(near, key=board_hexes.order_of_hexes) if fault_of_hex(game, row, weapon, name) is None
    )


def hex_effect_fired(game: Game, event: HexEffectFired) -> None:
    """Remember the attack."""
    row = game.units[event.unit]
    game.declared[event.id] = Declared(
        event.id,
        "effect",
        row.seat,
        row.id,
        event.weapon,
        event.models,
        target=event.hex,
        on_edge=event.on_edge,
        aimed=event.aimed,
        range=event.distance,
        aim_hex=used_aim(game, row) if event.aimed else "",
    )


# -- rolling


def roll_effect(ruling: Ruling[Game], declared: Declared) -> None:
    """HX-HEXFX-17 Roll once for every model that fires, or for the base; nothing where the effect comes by itself."""
    weapon = weapon_of(ruling.game.sheets[declared.unit], declared.weapon)
    if weapon is None:
        return
    for model in declared.models or (to_hit.BASE_WEAPON,):
        for _ in range(max(1, weapon.burst)):
            _roll(
                ruling,
                declared,
                weapon,
                Shooting(declared.unit, weapon, model, declared.range, declared.on_edge, declared.aimed),
            )


def _roll(ruling: Ruling[Game], declared: Declared, weapon: Weapon, shooting: Shooting) -> None:
    if weapon.automatic:
        tally, because = to_hit.tally_of(())
        event = HexEffectRolled(shot=declared.id, modifiers=tally, result=0, placed=True)
        ruling.record(event, "HX-HEXFX-17", *because)
        return
    faces = open_ended_dice.throw_open_ended(ruling, "hex-effect", declared.seat)
    tally, because = to_hit.modifiers(ruling.game, shooting, None)
    result = open_ended_dice.face_value(faces) + tally.total
    placed = result >= to_hit.NEEDED
    event = HexEffectRolled(shot=declared.id, faces=faces, modifiers=tally, result=result, placed=placed)
    ruling.record(event, "HX-HEXFX-17", "HX-FIRE-02", *open_ended_dice.clauses_of_throw(faces), *because)


def hex_effect_rolled(game: Game, event: HexEffectRolled) -> None:
    """Let the effect wait for the end of the step, where it comes."""
    declared = game.declared[event.shot]
    if event.placed:
        game.declared[declared.id] = replace(declared, successes=declared.successes + 1)
        game.fired_at = tuple(dict.fromkeys((*game.fired_at, declared.target)))


def place_effects(ruling: Ruling[Game]) -> None:
    """HX-HEXFX-17 At the end of the step, put down what was fired."""
    for declared in fire_orders.in_order(ruling.game):
        weapon = weapon_of(ruling.game.sheets[declared.unit], declared.weapon)
        if weapon is not None and weapon.hex_effect is not None:
            for _ in range(declared.successes):
                hex_effects.place_effect(ruling, declared.target, weapon.hex_effect, declared.seat, "HX-HEXFX-17")


PART = Part(reducers=reducers(hex_effect_fired, hex_effect_rolled))
