"""The damage chart of vehicles, vehicle drones and humongous beasts, row by row (AN-DMG)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.kernel.decoding import read_table
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import (
    ChooseDisabledWeapon,
    DamageRolled,
    MovementReduced,
    ResistReduced,
    RollDamageChart,
    WeaponDisabled,
)
from adjudicator.rulesets.antares.model.options import PACKAGE
from adjudicator.rulesets.antares.model.state import Game, is_on_table, kind_of, models_of
from adjudicator.rulesets.antares.model.subjects import ForcedDownSubject, UnitSubject
from adjudicator.rulesets.antares.rules.damage import casualties, pins
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10
from adjudicator.rulesets.antares.rules.turn import going_down

ROLL, CHOOSE, FORCED = "damage", "disabled_weapon", "forced_down"


class ChartRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the chart: totals up to `most`, the die of its extra pins with what is added, and what it does."""

    clause: str
    most: int
    sides: int = 0
    plus: int = 0
    breach: int = 0
    mod_loss: bool = False
    weapon: bool = False
    move: bool = False
    down: bool = False
    forced: bool = False
    test: bool = False
    destroyed: bool = False


CHART = read_table(PACKAGE, "damage.toml", ChartRow)


def row_of(total: int) -> tuple[str, ChartRow]:
    """AN-DMG-03 Read a total on the chart: the name of the row, and the row."""
    *_, last = CHART.items()
    return next(((name, row) for name, row in CHART.items() if total <= row.most), last)


def damage_tally(game: Game, unit: str, weapon: str, face: int) -> Tally:
    """AN-DMG-03 Give the total of a damage roll: the die with what weapon and unit add."""
    arm = game.weapons.get(weapon)
    added = arm.damage_modifier if arm is not None else 0
    return Tally.base(face, "AN-DMG-03").add(added, "AN-DMG-03").add(game.sheets[unit].damage_modifier, "AN-DMG-03")


# -- the roll


def roll_damage_chart(ruling: Ruling[Game], _command: RollDamageChart) -> None:
    """AN-DMG-02 AN-DMG-18 Make the next damage roll of the unit that is asked for, and all that its row says."""
    game = ruling.game
    unit = ruling.subject(UnitSubject).unit
    ruling.answered()
    weapon, model, seat = game.volley_results[unit].damage_rolls[0]
    (face,) = ruling.roll(1, D10, "damage", by=seat)
    total = damage_tally(game, unit, weapon, face)
    name, row = row_of(total.total)
    die = ruling.roll(1, row.sides, "extra-pins", by=seat)[0] if row.sides else 0
    event = DamageRolled(unit=unit, total=total, face=face, row=name, pins=die + row.plus, pin_die=die, model=model)
    ruling.record(event, "AN-DMG-02", "AN-DMG-03", row.clause)
    if row.destroyed:
        casualties.lose_model(ruling, model, "damage", "AN-DMG-04")
    else:
        _apply_row(ruling, unit, row, die + row.plus, seat)


def _apply_row(ruling: Ruling[Game], unit: str, row: ChartRow, extra: int, seat: Party) -> None:
    """AN-DMG-18 Die loss, pins, breach, weapon, movement, Down; the break test comes when all is settled."""
    if row.mod_loss:
        _lose_die(ruling, unit, row.clause)
    if not is_on_table(ruling.game, unit):
        return
    pins.add_pins(ruling, unit, extra, "damage", row.clause, "AN-DMG-13")
    if row.breach:
        ruling.record(ResistReduced(unit=unit, by=row.breach), row.clause, "AN-DMG-16")
    if row.move:
        _reduce_movement(ruling, unit, row.clause)
    if row.test:
        casualties.require_break_test(ruling, unit, "damage", row.clause, "AN-BREAK-09", "AN-BREAK-02")
    if row.down:
        ruling.ask(FORCED, subject=ForcedDownSubject(unit, row.clause, ("forced",) if row.forced else ()))
    if row.weapon:
        _disable(ruling, unit, seat)


def _lose_die(ruling: Ruling[Game], unit: str, clause: str) -> None:
    """AN-DMG-12 A unit with several dice loses one for good; by the option the last one as well, and so the unit."""
    floor = ruling.game.options.mod_loss_floor
    if ruling.game.units[unit].dice <= floor:
        return
    casualties.lose_dice(ruling, unit, 1, "damage", clause, "AN-DMG-12")
    if ruling.game.units[unit].dice == 0:
        casualties.destroy(ruling, unit, "damage", "AN-DMG-12")


def _reduce_movement(ruling: Ruling[Game], unit: str, clause: str) -> None:
    """AN-DMG-15 The greatest move falls by 1M; a unit that can not move at all stays so."""
    limit = ruling.game.units[unit].move_limit
    if limit > 0:
        ruling.record(MovementReduced(unit=unit, limit=limit - 1), clause, "AN-DMG-15")


def _go_down(ruling: Ruling[Game], window: Window) -> None:
    """AN-DMG-17 The unit goes Down once a weapon is chosen."""
    subject = subject_of(window, ForcedDownSubject)
    if is_on_table(ruling.game, subject.unit):
        going_down.go_down(ruling, subject.unit, "damage", subject.clause, "AN-DMG-17", forced=bool(subject.wording))


# -- weapons


def working_weapons(game: Game, unit: str) -> tuple[tuple[str, str], ...]:
    """AN-DMG-14 List the weapons of a unit that work: model and weapon, by number and in the order of its kind."""
    row = game.units[unit]
    pairs = ((model.id, weapon) for model in models_of(game, unit) for weapon in kind_of(game, model).weapons)
    out = [(model, weapon) for model, weapon in pairs if weapon not in row.disabled_weapons]
    return tuple((model, weapon) for model, weapon in out if f"{model}:{weapon}" not in row.disabled_weapons)


def _disable(ruling: Ruling[Game], unit: str, seat: Party) -> None:
    """AN-DMG-14 One working weapon is lost: at random, or as the attacker or the owner chooses, by the option."""
    found = working_weapons(ruling.game, unit)
    who = {"attacker": seat, "owner": ruling.game.units[unit].seat}.get(ruling.game.options.weapon_loss_choice)
    if len(found) < 2:  # noqa: PLR2004  (nothing to choose or to roll for)
        lost = found[0] if found else None
    elif who is not None:
        ruling.ask(CHOOSE, who, subject=UnitSubject(unit))
        return
    else:
        lost = ruling.pick(found, "disabled-weapon", by=TABLE)
    if lost is not None:
        _record_lost(ruling, unit, lost)


def _record_lost(ruling: Ruling[Game], unit: str, lost: tuple[str, str]) -> None:
    model, weapon = lost
    ruling.record(WeaponDisabled(unit=unit, weapon=weapon, model=model), "AN-DMG-07", "AN-DMG-14")


def choose_disabled_weapon(ruling: Ruling[Game], command: ChooseDisabledWeapon) -> None:
    """AN-DMG-14 Name the weapon that is lost; of several alike the first model's."""
    asked = ruling.subject(UnitSubject).unit
    ruling.require(command.unit == asked, "WG-ASK-01", "other-unit-hit", "unit", unit=asked)
    found = {weapon: model for model, weapon in reversed(working_weapons(ruling.game, command.unit))}
    ruling.require(command.weapon in found, "AN-DMG-14", "no-working-weapon", "weapon", weapon=command.weapon)
    ruling.answered()
    _record_lost(ruling, command.unit, (found[command.weapon], command.weapon))


# -- reducers


def damage_rolled(game: Game, event: DamageRolled) -> None:
    """One roll less is to be made."""
    row = game.volley_results[event.unit]
    game.volley_results[event.unit] = replace(row, damage_rolls=row.damage_rolls[1:])


def resist_reduced(game: Game, event: ResistReduced) -> None:
    """Lower Res for good."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(row, resist_loss=row.resist_loss + event.by)


def weapon_disabled(game: Game, event: WeaponDisabled) -> None:
    """Put the weapon out of use."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(row, disabled_weapons=(*row.disabled_weapons, f"{event.model}:{event.weapon}"))


def movement_reduced(game: Game, event: MovementReduced) -> None:
    """Lower the greatest move for good."""
    game.units[event.unit] = replace(game.units[event.unit], move_limit=event.limit)


# -- what may be said


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = subject_of(window, UnitSubject).unit
    names = tuple(dict.fromkeys(weapon for _, weapon in working_weapons(game, unit)))
    return [offer(ChooseDisabledWeapon, "AN-DMG-14", unit=Choice((unit,)), weapon=Choice(names))]


def _default_command(game: Game, window: Window, _party: Party) -> ChooseDisabledWeapon:
    return ChooseDisabledWeapon(
        unit=subject_of(window, UnitSubject).unit,
        weapon=working_weapons(game, subject_of(window, UnitSubject).unit)[0][1],
    )


PART = Part(
    handlers=handlers(roll_damage_chart, choose_disabled_weapon),
    reducers=reducers(damage_rolled, resist_reduced, weapon_disabled, movement_reduced),
    windows=windows(
        table_step(ROLL, "AN-DMG-02", RollDamageChart, subject=UnitSubject, after_flag=True),
        WindowKind(
            CHOOSE,
            "AN-DMG-14",
            (ChooseDisabledWeapon,),
            _offers,
            _default_command,
            subject=UnitSubject,
            after_flag=True,
        ),
        WindowKind(FORCED, "AN-DMG-17", on_close=_go_down, subject=ForcedDownSubject),
    ),
)
