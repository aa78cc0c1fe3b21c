"""Shots at units: declared model by model or gun by gun, rolled one by one when the step's choices are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model import board_hexes, ids
from adjudicator.rulesets.hex_orders.model.messages import (
    DeclaredShot,
    FireWeapon,
    HitRolled,
    Shot,
    TargetChosen,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, weapon_of
from adjudicator.rulesets.hex_orders.roster import fields_of_fire
from adjudicator.rulesets.hex_orders.rules.gunnery import (
    fire_orders,
    legal_shots,
    lines_of_fire,
    open_ended_dice,
    to_hit,
)
from adjudicator.rulesets.hex_orders.rules.gunnery.load_and_aim import spend_load_and_aim
from adjudicator.rulesets.hex_orders.rules.gunnery.revealing import reveal
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import Shooting

# -- declaring


def declare_shots(ruling: Ruling[Game], command: FireWeapon) -> None:
    """HX-GUNNERY-18 HX-ARMY-20 Models of a unit fire a weapon, each at a target of its own."""
    row = legal_shots.own_unit(ruling, command.unit)
    weapon = legal_shots.own_weapon(ruling, row, command.weapon)
    fire_orders.refuse_at(ruling, fault_of_kind(weapon), "weapon", weapon=weapon.id)
    ruling.require(command.shots, "HX-FIRE-01", "no-shots", "shots", unit=row.id)
    models = tuple(number for number in dict.fromkeys(shot.model for shot in command.shots) if number)
    already_fired = check_fire(ruling, row, weapon, models, "shots")
    _check_guns(ruling, row, weapon, command.shots)
    for index, shot in enumerate(command.shots):
        _check_shot(ruling, row, weapon, shot, f"shots[{index}]")
    place = legal_shots.aim_hex(ruling.game, row, weapon.id, models) if command.use_aim else ""
    declared = _declared(ruling.game, row, weapon, command.shots, place)
    if command.use_aim:
        aimed = any(item.aimed for item in declared)
        fire_orders.refuse_at(ruling, legal_shots.fault_of_aim(place, aimed=aimed), "use_aim", unit=row.id)
    reveal(ruling, row.id, "fired", "HX-GUNNERY-21")
    ruling.record(TargetChosen(unit=row.id, weapon=weapon.id, shots=declared), *_clauses_of_shots(weapon, models))
    spend_load_and_aim(ruling, row, weapon, already_fired=already_fired, aimed=any(item.aimed for item in declared))


def fault_of_kind(weapon: Weapon) -> Fault | None:
    """HX-AREA-07 HX-HEXFX-17 Say why a weapon is not fired at units; None where it is."""
    if weapon.area:
        return Fault("HX-AREA-07", "area-weapon")
    return None if weapon.hex_effect is None else Fault("HX-HEXFX-17", "effect-weapon")


def check_fire(ruling: Ruling[Game], row: Unit, weapon: Weapon, models: tuple[int, ...], path: str) -> bool:
    """Refuse what may not be fired now; tell whether the weapon was fired under this Fire order before."""
    legal_shots.check_models(ruling, row, weapon, models, path)
    found = fire_orders.fired_by_order(ruling.game, row.id)
    fault = fire_orders.fault_of_order(ruling.game, found, weapon.id, models)
    already_fired = fire_orders.order_that_fired(found, weapon.id) is not None
    fault = fault or legal_shots.fault_of_weapon(ruling.game, row, weapon, already_fired=already_fired)
    fire_orders.refuse_at(ruling, fault, "weapon", unit=row.id, weapon=weapon.id, speed=row.speed)
    return already_fired


def _clauses_of_shots(weapon: Weapon, models: tuple[int, ...]) -> tuple[str, ...]:
    base = () if models else ("HX-ARMY-25", "HX-ARMY-26")
    guns = ("HX-FIXED-02",) if fields_of_fire.guns_of(weapon.arc) else ()
    burst = ("HX-ABILITIES-15",) if weapon.burst else ()
    return ("HX-GUNNERY-18", "HX-FIRE-01", "HX-ANGLES-05", "HX-FIRE-21", *base, *guns, *burst)


def _check_guns(ruling: Ruling[Game], row: Unit, weapon: Weapon, shots: tuple[Shot, ...]) -> None:
    """HX-FIXED-02 Let every gun of a fixed system fire once, and every other model once."""
    fault = fault_of_guns(row, weapon, shots)
    if fault is not None:
        ruling.reject(fault.clause, fault.reason, "shots", **dict(fault.facts))


def fault_of_guns(row: Unit, weapon: Weapon, shots: Sequence[Shot]) -> Fault | None:
    """HX-FIXED-02 Say why guns or models can not fire like this together; None where they can."""
    guns = dict(fields_of_fire.guns_of(weapon.arc))
    fired = Counter((item.model, item.gun) for item in shots)
    for (model, gun), count in fired.items():
        facts: tuple[tuple[str, int | str], ...]
        facts = (("unit", row.id), ("weapon", weapon.id), ("model", model), ("gun", gun))
        if not guns and gun:
            return Fault("HX-FIXED-01", "no-fixed-guns", "", facts)
        if not guns and count > 1:
            clause, reason = ("HX-ARMY-20", "model-twice") if model else ("HX-ARMY-25", "base-weapon-twice")
            return Fault(clause, reason, "", facts)
        if guns and gun not in guns:
            return Fault("HX-FIXED-01", "no-such-gun", "", (*facts, ("guns", ", ".join(guns))))
        if guns and count > guns[gun]:
            return Fault("HX-FIXED-03", "too-many-guns", "", (*facts, ("most", guns[gun])))
    return None


def _check_shot(ruling: Ruling[Game], row: Unit, weapon: Weapon, shot: Shot, path: str) -> None:
    game = ruling.game
    target = ruling.find(game.units, shot.target, f"{path}.target")
    facts: dict[str, int | str] = {"unit": row.id, "weapon": weapon.id, "target": target.id, "gun": shot.gun}
    facts["exit"] = shot.exit
    fault = legal_shots.fault_of_target(game, row, weapon, target, shot.gun)
    fire_orders.refuse_at(ruling, fault, f"{path}.target", **facts)
    fault = legal_shots.fault_of_line(game, row, weapon, target.hex, shot.gun, shot.exit)
    fire_orders.refuse_at(ruling, fault, f"{path}.exit", **facts)
    ways = lines_of_fire.entries(row.hex, target.hex)
    ruling.require(
        shot.entry in ("", *ways), "HX-ANGLES-12", "not-a-way-in", f"{path}.entry", **facts, ways=", ".join(ways)
    )


def _declared(game: Game, row: Unit, weapon: Weapon, shots: tuple[Shot, ...], place: str) -> tuple[DeclaredShot, ...]:
    """HX-ABILITIES-15 Number the shots; a burst weapon makes several, all at one target."""
    repeated = [item for item in shots for _ in range(max(1, weapon.burst))]
    first = fire_orders.next_number(game)
    return tuple(
        _declared_shot(game, row, weapon, item, place, ids.open_id(ids.SHOT, first + index))
        for index, item in enumerate(repeated)
    )


def _declared_shot(game: Game, row: Unit, weapon: Weapon, shot: Shot, place: str, id: str) -> DeclaredShot:
    target = game.units[shot.target]
    way = to_hit.best_departure(game, row, weapon, target.hex, shot.gun, shot.exit)
    return DeclaredShot(
        id=id,
        model=shot.model,
        gun=shot.gun,
        target=target.id,
        distance=board_hexes.distance(row.hex, target.hex),
        on_edge=way is not None and way.on_edge,
        angle=angle_hit(game, row.hex, target, shot.entry),
        aimed=legal_shots.aim_holds(game, place, target),
    )


def angle_hit(game: Game, origin: str, target: Unit, entry: str) -> str:
    """HX-ANGLES-10 HX-ANGLES-12 Name the angle of a target that is hit; at a corner the one named, or the weakest."""
    found = lines_of_fire.impacts(target.facing, origin, target.hex)
    named = [row for row in found if row.side == entry]
    return lines_of_fire.weakest_impact(game.sheets[target.id].armour, named or found).angle


def target_chosen(game: Game, event: TargetChosen) -> None:
    """Remember the shots, and where the aim was taken that they use."""
    models = tuple(number for number in dict.fromkeys(shot.model for shot in event.shots) if number)
    row = game.units[event.unit]
    id, aimed = event.shots[0].id, any(shot.aimed for shot in event.shots)
    game.declared[id] = Declared(
        id,
        "shots",
        row.seat,
        row.id,
        event.weapon,
        models,
        event.shots,
        aimed=aimed,
        aim_hex=used_aim(game, row) if aimed else "",
    )


def used_aim(game: Game, row: Unit) -> str:
    """Say where the aim was taken that is used now, or was used before in this step."""
    if row.aim is not None:
        return row.aim.hex
    return next((item.aim_hex for item in game.declared.values() if item.unit == row.id and item.aim_hex), "")


# -- rolling


def roll_shots(ruling: Ruling[Game], declared: Declared) -> None:
    """HX-FIRE-02 HX-FIRE-03 Roll to hit for each shot; a hit waits for armour and damage."""
    weapon = weapon_of(ruling.game.sheets[declared.unit], declared.weapon)
    if weapon is not None:
        for shot in declared.shots:
            _roll(ruling, declared, weapon, shot)


def _roll(ruling: Ruling[Game], declared: Declared, weapon: Weapon, shot: DeclaredShot) -> None:
    shooting = Shooting(declared.unit, weapon, shot.model, shot.distance, shot.on_edge, shot.aimed)
    faces = open_ended_dice.throw_open_ended(ruling, "to-hit", declared.seat)
    tally, because = to_hit.modifiers(ruling.game, shooting, shot.target)
    result = open_ended_dice.face_value(faces) + tally.total
    hit = result >= to_hit.NEEDED
    event = HitRolled(
        shot=shot.id, unit=declared.unit, target=shot.target, faces=faces, modifiers=tally, result=result, hit=hit
    )
    ruling.record(event, "HX-FIRE-02", "HX-FIRE-31", *open_ended_dice.clauses_of_throw(faces), *because)
    if hit:
        to_hit.score_hit(ruling, shooting, shot.target, shot.angle)


def hit_rolled(_game: Game, _event: HitRolled) -> None:
    """Change nothing: a hit has an event of its own."""


PART = Part(reducers=reducers(target_chosen, hit_rolled))
