"""AN-PBS: point blank shooting on contact, part by part: Stand and Shoot, both sides at once, Down units last.

A suspended "pbs" is about the units that have not shot yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Items, Offer, Some, items, offer, optional, shape
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.antares.model import weapons
from adjudicator.rulesets.antares.model.messages import (
    ChoosePointBlankWeapons,
    FiredGroup,
    FiredWeapon,
    PointBlankPartBegun,
    PointBlankWeaponsChosen,
    ReactionCarriedOut,
    ReactionStarted,
    ResolvePointBlankShooting,
)
from adjudicator.rulesets.antares.model.rows import Model
from adjudicator.rulesets.antares.model.state import Game, is_down, kind_of, models_of
from adjudicator.rulesets.antares.model.subjects import PointBlankSubject, UnitsSubject
from adjudicator.rulesets.antares.rules.assault.fighters import current_assault, fighters_left, other_fighter
from adjudicator.rulesets.antares.rules.damage import break_tests
from adjudicator.rulesets.antares.rules.reactions import triggers
from adjudicator.rulesets.antares.rules.shooting import declarations, offered_shots, shot_plans, volley_stages

STAND_AND_SHOOT, SIMULTANEOUS, DOWN = "stand_and_shoot", "simultaneous", "down"
CLOSE = "point_blank"
BOTH = 2
PART_CLAUSE = {STAND_AND_SHOOT: "AN-PBS-05", SIMULTANEOUS: "AN-PBS-04", DOWN: "AN-PBS-06"}

# -- part by part


def _next_part(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-04 AN-PBS-05 AN-PBS-06 Ask for the next part of the shooting, until all have shot that can."""
    game = ruling.game
    left = [unit for unit in subject_of(window, UnitsSubject).units if unit in fighters_left(game)]
    part, units = part_of(game, left)
    able = tuple(unit for unit in units if not shot_plans.plan(game, unit, other_fighter(game, unit), CLOSE).faults)
    if len(fighters_left(game)) < BOTH or not units:
        return
    ruling.ask("pbs", subject=UnitsSubject(tuple(row for row in left if row not in units)))
    if not able:
        return
    ruling.ask("pbs_over", subject=PointBlankSubject(part))
    ruling.ask("pbs_part", TABLE, subject=PointBlankSubject(part, able))
    choosing = [game.units[row].seat for row in able if has_choice(game, row)]
    if choosing:
        ruling.ask("pbs_weapons", *choosing, subject=PointBlankSubject(part, able))


def part_of(game: Game, left: list[str]) -> tuple[str, tuple[str, ...]]:
    """Name the part that is next and the units that shoot in it, out of those that have not shot yet."""
    fight = game.assault
    if fight is not None and fight.stands_and_shoots and fight.target in left:
        return STAND_AND_SHOOT, (fight.target,)
    up = tuple(row for row in left if not is_down(game, row))
    return (SIMULTANEOUS, up) if up else (DOWN, tuple(left))


def resolve_point_blank_shooting(ruling: Ruling[Game], _command: ResolvePointBlankShooting) -> None:
    """AN-PBS-01 Let the units of a part shoot at each other as under an Advance, the assaulter's volley first."""
    game = ruling.game
    subject = ruling.subject(PointBlankSubject)
    part, units = subject.part, subject.units
    clause, kind = PART_CLAUSE[part], _volley_kind(part)
    ruling.record(PointBlankPartBegun(part=part, units=tuple(units)), "AN-PBS-01", clause)
    if part == STAND_AND_SHOOT:
        event = ReactionStarted(unit=units[0], reaction=triggers.STAND, point=0)
        ruling.record(event, "AN-REACT-18", "AN-REACT-33")
    for unit in units:
        reasons = ("AN-PBS-01", "AN-PBS-02", "AN-PBS-03", clause)
        declarations.declare(ruling, unit, other_fighter(game, unit), kind, weapons_of(ruling.game, unit), *reasons)
    ruling.answered()
    volley_stages.push(ruling)


def _volley_kind(part: str) -> str:
    return STAND_AND_SHOOT if part == STAND_AND_SHOOT else CLOSE


def _settle_part(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-05 AN-PBS-08 A part is settled; breaks wait for the last one, unless the option settles each."""
    for row in ruling.game.reactions:
        if (
            subject_of(window, PointBlankSubject).part == STAND_AND_SHOOT
            and row.reaction == triggers.STAND
            and row.stage == "started"
        ):
            ruling.record(ReactionCarriedOut(unit=row.unit, reaction=row.reaction), "AN-REACT-18", "AN-REACT-34")
    if ruling.game.options.pbs_break_timing == "per_volley":
        break_tests.push_checks(ruling)


# -- weapons


def choose_point_blank_weapons(ruling: Ruling[Game], command: ChoosePointBlankWeapons) -> None:
    """AN-PBS-02 A side that shoots in this part names its weapons and modes."""
    game = ruling.game
    subject = ruling.subject(PointBlankSubject)
    part, units = subject.part, subject.units
    row = ruling.find(game.units, command.unit, "unit")
    asked = next((unit for unit in units if game.units[unit].seat == ruling.actor), "")
    ruling.require(row.id == asked, "WG-ASK-01", "other-unit-shoots", "unit", unit=row.id, asked=asked)
    ruling.refuse_if(out_of_fight_fault(row.id, other_fighter(game, row.id), command.weapons))
    laid = shot_plans.plan(game, row.id, other_fighter(game, row.id), CLOSE, command.weapons)
    ruling.refuse_all(laid.faults)
    groups = laid.volleys[0][1]
    ruling.record(PointBlankWeaponsChosen(unit=row.id, groups=groups), "AN-PBS-02", PART_CLAUSE[part])
    ruling.answered()


def out_of_fight_fault(unit: str, enemy: str, fired: Sequence[FiredWeapon]) -> Fault | None:
    """AN-ASSAULT-07 Say which weapon fires at somebody outside of the fight; None where all fire at the enemy in it."""
    elsewhere = next((row.target for row in fired if row.target not in ("", enemy)), "")
    if not elsewhere:
        return None
    return fault("AN-ASSAULT-07", "shoots-out-of-the-fight", "weapons", unit=unit, target=elsewhere)


def weapons_of(game: Game, unit: str) -> tuple[FiredGroup, ...]:
    """Give the weapons that a unit chose, or those that it fires without a choice."""
    named = dict(game.assault.chosen_weapons if game.assault is not None else ())
    return named[unit] if unit in named else shot_plans.plan(game, unit, other_fighter(game, unit), CLOSE).volleys[0][1]


def has_choice(game: Game, unit: str) -> bool:
    """AN-PBS-02 Tell whether some model of a unit has more than one way to shoot at point blank."""
    return any(len(_weapon_choices(game, model)) > 1 for model in models_of(game, unit))


def _weapon_choices(game: Game, model: Model) -> list[tuple[str, str]]:
    rows = (game.weapons[weapon] for weapon in kind_of(game, model).weapons)
    usable = (
        row
        for row in rows
        if shot_plans.weapon_fault(game, model.unit, row, CLOSE) is None
        and not weapons.is_disabled(game, model, row.id)
    )
    return [(row.id, mode.name) for row in usable for mode in row.modes]


def _weapon_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """AN-PBS-02 Offer everything in its standard mode, one weapon with all or some of its models, and by models."""
    units = (unit for unit in subject_of(window, PointBlankSubject).units if game.units[unit].seat == party)
    unit = next(units)
    one, ways = Choice((unit,)), list(offered_shots.ways_at(game, unit, other_fighter(game, unit), CLOSE))
    chosen: list[Items] = []
    for way in ways:
        some = optional(Some(way.models, 1, len(way.models)))
        fired = shape(FiredWeapon, weapon=Choice((way.weapon,)), mode=Choice(way.modes), models=some)
        chosen.append(items(fired, least=1, most=1))
    if len(ways) > 1:
        chosen.append(offered_shots.by_models(game, unit, ways))
    named = [offer(ChoosePointBlankWeapons, "AN-PBS-02", unit=one, weapons=rows) for rows in chosen]
    return [offer(ChoosePointBlankWeapons, "AN-PBS-02", unit=one), *named]


def _default_command(game: Game, window: Window, party: Party) -> ChoosePointBlankWeapons:
    unit = next(row for row in subject_of(window, PointBlankSubject).units if game.units[row].seat == party)
    return ChoosePointBlankWeapons(unit=unit, weapons=())


# -- reducers


def point_blank_part_begun(game: Game, event: PointBlankPartBegun) -> None:
    """Note it among the parts."""
    _change(game, parts=(*current_assault(game).parts, event.part))


def point_blank_weapons_chosen(game: Game, event: PointBlankWeaponsChosen) -> None:
    """Keep them for the shots."""
    row = current_assault(game)
    _change(game, chosen_weapons=(*row.chosen_weapons, (event.unit, event.groups)))


def _change(game: Game, **fields: object) -> None:
    game.assault = replace(current_assault(game), **fields)


PART = Part(
    handlers=handlers(choose_point_blank_weapons, resolve_point_blank_shooting),
    reducers=reducers(point_blank_part_begun, point_blank_weapons_chosen),
    windows=windows(
        WindowKind("pbs", "AN-PBS-04", on_close=_next_part, subject=UnitsSubject),
        table_step("pbs_part", "AN-PBS-01", ResolvePointBlankShooting, subject=PointBlankSubject),
        WindowKind("pbs_over", "AN-PBS-08", on_close=_settle_part, subject=PointBlankSubject),
        WindowKind(
            "pbs_weapons",
            "AN-PBS-02",
            (ChoosePointBlankWeapons,),
            _weapon_offers,
            _default_command,
            subject=PointBlankSubject,
            after_flag=True,
        ),
    ),
)
