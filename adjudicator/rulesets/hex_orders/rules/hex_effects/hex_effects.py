"""HX-HEXFX: smoke, clouds and fire in hexes, and what they do to the units that meet them.

`place_effect` puts an effect into a hex at once. `ask_trigger` asks for a trigger step: "gunnery" for hexes that an
effect was fired into in this step, "movement" for all units and the contested hexes that they try to enter, "assault"
for all units where they stand now.

What a unit met in a hex acts on it again only when it enters that hex anew (HX-HEXFX-02). So whoever moves a unit into
another hex, in the reducers of UnitMoved and UnitRetreated alike, makes its new row by `moved_into`. It notes the hex
that is left as one in which the unit really was, and drops what it met in the hex that is entered if it really was
there before in this turn. A unit that is kept out of a contested hex has met its effects and was not in it: when it
comes in later, be it as the winner, that is its first entry and nothing acts again. A unit that stood in a hex, left it
and comes back meets it anew. With option fx_retrigger=once_per_turn nothing is ever dropped within a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.ids import effect_met_id, place_of
from adjudicator.rulesets.hex_orders.model.messages import (
    Effects,
    Faces,
    HexEffect,
    HexEffectMet,
    HexEffectPlaced,
    HexEffectTriggered,
    TriggerHexEffects,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, is_flying, on_board, owner_if_hidden
from adjudicator.rulesets.hex_orders.model.subjects import ScopeSubject
from adjudicator.rulesets.hex_orders.rules.damage import damage_tokens
from adjudicator.rulesets.hex_orders.rules.damage.damage_tables import resistance
from adjudicator.rulesets.hex_orders.rules.damage.shaken import make_shaken
from adjudicator.rulesets.hex_orders.rules.gunnery import revealing
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_markers

GUNNERY, MOVEMENT, ASSAULT = "gunnery", "movement", "assault"
ACTING = (hex_markers.POISON, hex_markers.ACID, hex_markers.FIRE)
POISON_CLOUD, POISON_PIN, ACID_CLOUD, HEX_FIRE = "poison-cloud", "poison-pin", "acid-cloud", "hex-fire"
EFFECT_OF = {POISON_CLOUD: "poison_cloud", POISON_PIN: "poison_pin", ACID_CLOUD: "acid_cloud", HEX_FIRE: "fire"}
KIND_OF = {
    POISON_CLOUD: hex_markers.POISON,
    POISON_PIN: hex_markers.POISON,
    ACID_CLOUD: hex_markers.ACID,
    HEX_FIRE: hex_markers.FIRE,
}
DIE = 6
CATCHES_FIRE = 5
_SCOPES = {GUNNERY: "HX-TURN-03", MOVEMENT: "HX-TURN-06", ASSAULT: "HX-TURN-10"}


class EffectTest(NamedTuple):
    """What a unit rolls that meets an effect: dice, their sides, and what a die needs to do it harm."""

    dice: int
    sides: int
    needed: Tally


# -- into a hex


def place_effect(ruling: Ruling[Game], where: str, effect: HexEffect, seat: Party, *clauses: str) -> None:
    """HX-HEXFX-04 Put an effect of a seat into a hex of the board, or more of what lies there."""
    now = hex_markers.merge_effect(ruling.game.hexes[where].effects, effect, seat)
    event = HexEffectPlaced(hex=where, effect=effect, effects=now, seat=seat)
    ruling.record(event, *clauses, *hex_markers.rules_of(effect))


def hex_effect_placed(game: Game, event: HexEffectPlaced) -> None:
    """Keep what lies in the hex."""
    game.hexes[event.hex] = replace(game.hexes[event.hex], effects=event.effects)


# -- who meets what


def ask_trigger(ruling: Ruling[Game], scope: str) -> None:
    """Ask for a trigger step of this scope; see the module."""
    ruling.ask("effects", TABLE, subject=ScopeSubject(scope))


def moved_into(game: Game, row: Unit, where: str) -> Unit:
    """HX-HEXFX-02 Put a unit into another hex, and drop what it met there if it has been there in this turn."""
    met, been = effects_met(game, row), hexes_left(game, row)
    if where in been and game.options.fx_retrigger == "on_reentry":
        met = tuple(item for item in met if place_of(item) != where)
    left = been if row.hex in been else (*been, row.hex)
    return replace(row, hex=where, met=met, hexes_left=left, turn_of_met=game.turn)


def effects_met(game: Game, row: Unit) -> tuple[str, ...]:
    """List the effects that a unit met in this turn, as "hex:kind"."""
    return row.met if row.turn_of_met == game.turn else ()


def hexes_left(game: Game, row: Unit) -> tuple[str, ...]:
    """List the hexes that a unit left in this turn."""
    return row.hexes_left if row.turn_of_met == game.turn else ()


def meetings(game: Game, scope: str) -> Iterator[tuple[str, str, str]]:
    """HX-HEXFX-01, HX-HEXFX-03 List unit, hex and kind of the effects that act now, by unit."""
    for row in on_board(game):
        for where in _places(game, row, scope):
            effects = game.hexes[where].effects
            if effects is not None:
                found = (kind for kind in ACTING if acts_on(game, row, effects, kind))
                yield from (
                    (row.id, where, kind) for kind in found if effect_met_id(where, kind) not in effects_met(game, row)
                )


def acts_on(game: Game, row: Unit, effects: Effects, kind: str) -> bool:
    """HX-HEXFX-03 Tell whether what lies in a hex acts on a unit that meets it: not on who flies, unless by option."""
    above = is_flying(game, row) and not game.options.fx_affects_flying
    return bool(hex_markers.markers(effects, kind)) and not above and not is_spared(game, row, effects, kind)


def _places(game: Game, row: Unit, scope: str) -> tuple[str, ...]:
    """List the hexes whose effects a unit meets: its own, and a contested one that it fights for (HX-ASSAULT-38)."""
    if scope == GUNNERY:
        return (row.hex,) if row.hex in game.fired_at else ()
    if scope == ASSAULT:
        return (row.hex,)
    fights = (fight for fight in game.fights.values() if not fight.over)
    goals = [fight.hex for fight in fights for unit in fight.units if unit.unit == row.id and unit.goal]
    return tuple(dict.fromkeys((row.hex, *goals)))


def is_spared(game: Game, row: Unit, effects: Effects, kind: str) -> bool:
    """HX-HEXFX-03 Tell whether a unit's own side alone placed an effect, and the terms spare it."""
    return not game.options.fx_friendly and hex_markers.placers_of(effects, kind) == (row.seat,)


# -- what it does


def trigger_hex_effects(ruling: Ruling[Game], _command: TriggerHexEffects) -> None:
    """HX-HEXFX-01 Effects act on the units that meet them for the first time."""
    scope = ruling.subject(ScopeSubject).scope
    for unit, where, kind in list(meetings(ruling.game, scope)):
        effects = ruling.game.hexes[where].effects
        if effects is not None:
            _apply_effect(ruling, unit, where, kind, effects, _SCOPES[scope])
    ruling.answered()


def _apply_effect(ruling: Ruling[Game], unit: str, where: str, kind: str, effects: Effects, scope: str) -> None:
    game = ruling.game
    event = HexEffectMet(owner=owner_if_hidden(game, unit), unit=unit, hex=where, effect=kind)
    ruling.record(event, "HX-HEXFX-01", "HX-HEXFX-03", scope)
    if kind == hex_markers.POISON:
        _poison_test(ruling, unit, where, effects)
        _pin_test(ruling, unit, where, effects)
    elif kind == hex_markers.ACID:
        _acid_test(ruling, unit, where, effects)
    else:
        _fire_test(ruling, unit, where, effects)


def effect_test(game: Game, unit: str, roll: str, effects: Effects) -> EffectTest | None:
    """HX-HEXFX-06 to HX-HEXFX-16 Say what is rolled for a unit that meets an effect, by its label; None for nothing."""
    sheet = game.sheets[unit]
    poisoned = bool(effects.poison) and not _gas_proof(game, unit)
    if roll == POISON_CLOUD and poisoned and damage_tokens.biological(game, unit):
        return EffectTest(len(alive(game, unit)), DIE, Tally.base(effects.poison_density, "HX-HEXFX-06"))
    if roll == POISON_PIN and poisoned and any(row in sheet.types for row in ("biological", "biological_crew")):
        needed = Tally.base(effects.poison_density + 1, "HX-HEXFX-07")
        return EffectTest(1, effects.poison_level, needed.add(resistance(sheet, "poison"), "HX-ABILITIES-27"))
    if roll == ACID_CLOUD and effects.acid and damage_tokens.ACID not in sheet.immunities:
        return EffectTest(1, DIE, Tally.base(effects.acid_density, acid_clause(effects)))
    if roll == HEX_FIRE and effects.fire and damage_tokens.FIRE not in sheet.immunities:
        return EffectTest(1, DIE, Tally.base(CATCHES_FIRE, "HX-HEXFX-16"))
    return None


def acid_clause(effects: Effects) -> str:
    """Name the clause of an acid cloud by its grade."""
    return "HX-HEXFX-11" if effects.acid_grade == hex_markers.MINOR else "HX-HEXFX-12"


def _poison_test(ruling: Ruling[Game], unit: str, where: str, effects: Effects) -> None:
    """HX-HEXFX-06, HX-HEXFX-08 Roll for each model of a biological unit."""
    for _ in range(_test(ruling, unit, where, POISON_CLOUD, effects)):
        damage_tokens.give_poison(ruling, unit, effects.poison_level, "HX-HEXFX-06")


def _pin_test(ruling: Ruling[Game], unit: str, where: str, effects: Effects) -> None:
    """HX-HEXFX-07 Roll whether a base with anybody alive in it is pinned."""
    if _test(ruling, unit, where, POISON_PIN, effects):
        make_shaken(ruling, unit, "poison_cloud", "HX-SHAKEN-06", "HX-HEXFX-07")


def _acid_test(ruling: Ruling[Game], unit: str, where: str, effects: Effects) -> None:
    """HX-HEXFX-11, HX-HEXFX-12 Roll whether acid gets on a base."""
    if _test(ruling, unit, where, ACID_CLOUD, effects):
        damage_tokens.give_acid(ruling, unit, effects.acid_grade, acid_clause(effects))


def _fire_test(ruling: Ruling[Game], unit: str, where: str, effects: Effects) -> None:
    """HX-HEXFX-16 Roll whether a base catches fire."""
    if _test(ruling, unit, where, HEX_FIRE, effects):
        damage_tokens.set_on_fire(ruling, unit, "HX-HEXFX-16")


def _test(ruling: Ruling[Game], unit: str, where: str, roll: str, effects: Effects) -> int:
    """Roll, and count the dice that reach what they need; a hidden unit that is hit shows itself (HX-GUNNERY-21)."""
    test = effect_test(ruling.game, unit, roll, effects)
    if test is None:
        return 0
    faces = damage_tokens.roll_for_base(ruling, unit, test.dice, test.sides, roll, TABLE)
    affected = sum(face >= test.needed.total for face in faces)
    event = HexEffectTriggered(
        owner=owner_if_hidden(ruling.game, unit),
        unit=unit,
        hex=where,
        effect=EFFECT_OF[roll],
        faces=Faces(faces=faces),
        needed=test.needed,
        affected=affected,
    )
    ruling.record(event, *test.needed.clauses())
    if affected:
        revealing.reveal(ruling, unit, "effect", "HX-GUNNERY-21")
    return affected


def _gas_proof(game: Game, unit: str) -> bool:
    immunities = game.sheets[unit].immunities
    return "poison" in immunities or "poison_cloud" in immunities


# -- reducers


def hex_effect_met(game: Game, event: HexEffectMet) -> None:
    """Note the meeting, for this turn."""
    row = game.units[event.unit or ""]
    met = (*effects_met(game, row), effect_met_id(event.hex or "", event.effect or ""))
    game.units[row.id] = replace(row, met=met, hexes_left=hexes_left(game, row), turn_of_met=game.turn)


def hex_effect_triggered(_game: Game, _event: HexEffectTriggered) -> None:
    """What it does are events of their own."""


PART = Part(
    handlers=handlers(trigger_hex_effects),
    reducers=reducers(hex_effect_placed, hex_effect_met, hex_effect_triggered),
    windows=windows(table_step("effects", "HX-HEXFX-01", TriggerHexEffects, subject=ScopeSubject)),
)
