"""AN-PBS: point blank shooting on contact, part by part: Stand and Shoot, both sides at once, Down units last.

A suspended "pbs" is about the units that have not shot yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Places, Shape, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.antares import breaks, firing, parting, salvo, shooting, triggers, ways, weapons
from adjudicator.rulesets.antares.assault import fighters_left
from adjudicator.rulesets.antares.model.messages import (
    BreakOff,
    BreakOffDeclined,
    ChoosePointBlankWeapons,
    DeclineBreakOff,
    FiredGroup,
    PointBlankPartBegun,
    PointBlankWeaponsChosen,
    ReactionCarriedOut,
    ReactionStarted,
    ResolvePointBlankShooting,
)
from adjudicator.rulesets.antares.rows import Assault, Model
from adjudicator.rulesets.antares.state import Game, has_flag, is_down, kind_of, models_of

STAND_AND_SHOOT, SIMULTANEOUS, DOWN = "stand_and_shoot", "simultaneous", "down"
CLOSE = "point_blank"
BOTH = 2
PART_CLAUSE = {STAND_AND_SHOOT: "AN-PBS-05", SIMULTANEOUS: "AN-PBS-04", DOWN: "AN-PBS-06"}

# -- part by part


def _next_part(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-04 AN-PBS-05 AN-PBS-06 Ask for the next part of the shooting, until all have shot that can."""
    game = ruling.game
    left = [each for each in window.about if each in fighters_left(game)]
    part, units = part_of(game, left)
    able = tuple(each for each in units if not firing.plan(game, each, foe_of(game, each), CLOSE).faults)
    if len(fighters_left(game)) < BOTH or not units:
        return
    ruling.ask("pbs", about=tuple(each for each in left if each not in units))
    if not able:
        return
    ruling.ask("pbs_over", about=(part,))
    ruling.ask("pbs_part", TABLE, about=(part, *able))
    choosing = [game.units[each].seat for each in able if has_choice(game, each)]
    if choosing:
        ruling.ask("pbs_weapons", *choosing, about=(part, *able))


def part_of(game: Game, left: list[str]) -> tuple[str, tuple[str, ...]]:
    """Name the part that is next and the units that shoot in it, out of those that have not shot yet."""
    fight = game.assault
    if fight is not None and fight.reactor and fight.target in left:
        return STAND_AND_SHOOT, (fight.target,)
    up = tuple(each for each in left if not is_down(game, each))
    return (SIMULTANEOUS, up) if up else (DOWN, tuple(left))


def resolve_point_blank_shooting(ruling: Ruling[Game], _command: ResolvePointBlankShooting) -> None:
    """AN-PBS-01 Let the units of a part shoot at each other as under an Advance, the assaulter's volley first."""
    game = ruling.game
    part, *units = ruling.window.about if ruling.window else ("",)
    clause, kind = PART_CLAUSE[part], _kind(part)
    ruling.record(PointBlankPartBegun(part=part, units=tuple(units)), "AN-PBS-01", clause)
    if part == STAND_AND_SHOOT:
        event = ReactionStarted(unit=units[0], reaction=triggers.STAND, point=0)
        ruling.record(event, "AN-REACT-18", "AN-REACT-33")
    for unit in units:
        reasons = ("AN-PBS-01", "AN-PBS-02", "AN-PBS-03", clause)
        shooting.declare(ruling, unit, foe_of(game, unit), kind, chosen(ruling.game, unit), *reasons)
    ruling.answered()
    salvo.push(ruling)


def _kind(part: str) -> str:
    return STAND_AND_SHOOT if part == STAND_AND_SHOOT else CLOSE


def _part_over(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-05 AN-PBS-08 A part is settled; breaks wait for the last one, unless the option settles each."""
    for row in ruling.game.reactions:
        if window.about[0] == STAND_AND_SHOOT and row.reaction == triggers.STAND and row.stage == "started":
            ruling.record(ReactionCarriedOut(unit=row.unit, reaction=row.reaction), "AN-REACT-18", "AN-REACT-34")
    if ruling.game.how.pbs_break_timing == "per_volley":
        breaks.push_checks(ruling)


def foe_of(game: Game, unit: str) -> str:
    """AN-ASSAULT-07 Name the other unit of the assault."""
    fight = game.assault
    if fight is None:
        return ""
    return fight.target if unit == fight.unit else fight.unit


# -- weapons


def choose_point_blank_weapons(ruling: Ruling[Game], command: ChoosePointBlankWeapons) -> None:
    """AN-PBS-02 A side that shoots in this part names its weapons and modes."""
    game = ruling.game
    part, *units = ruling.window.about if ruling.window else ("",)
    row = ruling.find(game.units, command.unit, "unit")
    asked = next((each for each in units if game.units[each].seat == ruling.actor), "")
    ruling.require(row.id == asked, "AN-PBS-02", "other-unit-shoots", "unit", unit=row.id, asked=asked)
    elsewhere = next((each.target for each in command.weapons if each.target not in ("", foe_of(game, row.id))), "")
    ruling.require(not elsewhere, "AN-ASSAULT-07", "shoots-out-of-the-fight", "weapons", unit=row.id, target=elsewhere)
    laid = firing.plan(game, row.id, foe_of(game, row.id), CLOSE, command.weapons)
    ruling.refuse_all(laid.faults)
    groups = laid.volleys[0][1]
    ruling.record(PointBlankWeaponsChosen(unit=row.id, groups=groups), "AN-PBS-02", PART_CLAUSE[part])
    ruling.answered()


def chosen(game: Game, unit: str) -> tuple[FiredGroup, ...]:
    """Give the weapons that a unit chose, or those that it fires without a choice."""
    named = dict(game.assault.arms if game.assault is not None else ())
    return named[unit] if unit in named else firing.plan(game, unit, foe_of(game, unit), CLOSE).volleys[0][1]


def has_choice(game: Game, unit: str) -> bool:
    """AN-PBS-02 Tell whether some model of a unit has more than one way to shoot at point blank."""
    return any(len(_ways_of(game, each)) > 1 for each in models_of(game, unit))


def _ways_of(game: Game, model: Model) -> list[tuple[str, str]]:
    rows = (game.weapons[each] for each in kind_of(game, model).weapons)
    usable = (
        each
        for each in rows
        if firing.barred(game, model.unit, each, CLOSE) is None and not weapons.is_disabled(game, model, each.id)
    )
    return [(each.id, mode.name) for each in usable for mode in each.modes]


def _weapon_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    units = tuple(each for each in window.about[1:] if game.units[each].seat == party)
    made = [offer(ChoosePointBlankWeapons, "AN-PBS-02", unit=Choice(units))]
    for name, modes in _modes(game, units[0]).items():
        shape = Shape("FiredWeapon", (Domain("weapon", Choice((name,))), Domain("mode", Choice(modes))))
        made.append(offer(ChoosePointBlankWeapons, "AN-PBS-02", unit=Choice(units), weapons=shape))
    return made


def _modes(game: Game, unit: str) -> dict[str, tuple[str, ...]]:
    found = [each for model in models_of(game, unit) for each in _ways_of(game, model)]
    names = dict.fromkeys(weapon for weapon, _ in found)
    return {name: tuple(dict.fromkeys(mode for weapon, mode in found if weapon == name)) for name in names}


def _usual(game: Game, window: Window, party: Party) -> ChoosePointBlankWeapons:
    unit = next(each for each in window.about[1:] if game.units[each].seat == party)
    return ChoosePointBlankWeapons(unit=unit, weapons=())


# -- Hit and Run


def _hit_and_run(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-09 Ask who may break off, the assaulter first; one that leaves ends the fight."""
    game = ruling.game
    left = fighters_left(game)
    asked = [each for each in left if has_flag(game, each, "hit_and_run") and each not in window.about]
    if len(left) < BOTH or not asked:
        return
    ruling.ask("hit_and_run", about=(*window.about, asked[0]))
    ruling.ask("break_off", game.units[asked[0]].seat, about=(asked[0],))


def decline_break_off(ruling: Ruling[Game], command: DeclineBreakOff) -> None:
    """AN-PBS-09 A unit with Hit and Run stays and fights."""
    unit = ruling.window.about[0] if ruling.window else ""
    ruling.require(command.unit == unit, "AN-PBS-09", "other-unit-asked", "unit", unit=command.unit, asked=unit)
    ruling.record(BreakOffDeclined(unit=unit), "AN-PBS-09")
    ruling.answered()


def _break_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = window.about[0]
    straight = parting.off(game, unit)
    made = [BreakOff(unit=unit, paths=straight)] if straight else []
    places = Places(game.units[unit].models, ways.allowance(game, unit, "break_off"))
    own = offer(BreakOff, "AN-PBS-10", unit=Choice((unit,)), paths=places)
    stay = offer(DeclineBreakOff, "AN-PBS-09", unit=Choice((unit,)))
    return [*exact_offers(made, "AN-PBS-10"), own, stay]


def _stays(_game: Game, window: Window, _party: Party) -> DeclineBreakOff:
    return DeclineBreakOff(unit=window.about[0])


# -- reducers


def point_blank_part_begun(game: Game, event: PointBlankPartBegun) -> None:
    """Note it among the parts."""
    _change(game, parts=(*_fight(game).parts, event.part))


def point_blank_weapons_chosen(game: Game, event: PointBlankWeaponsChosen) -> None:
    """Keep them for the shots."""
    row = _fight(game)
    _change(game, arms=(*row.arms, (event.unit, event.groups)))


def break_off_declined(_game: Game, _event: BreakOffDeclined) -> None:
    """It stays."""


def _fight(game: Game) -> Assault:
    if game.assault is None:
        raise LookupError("no assault is under way")
    return game.assault


def _change(game: Game, **fields: object) -> None:
    game.assault = replace(_fight(game), **fields)


def _parts() -> Iterator[WindowKind]:
    yield WindowKind("pbs", "AN-PBS-04", on_close=_next_part)
    yield table_step("pbs_part", "AN-PBS-01", ResolvePointBlankShooting)
    yield WindowKind("pbs_over", "AN-PBS-08", on_close=_part_over)
    yield WindowKind("pbs_weapons", "AN-PBS-02", (ChoosePointBlankWeapons,), _weapon_offers, _usual)
    yield WindowKind("hit_and_run", "AN-PBS-09", on_close=_hit_and_run)
    yield WindowKind("break_off", "AN-PBS-09", (BreakOff, DeclineBreakOff), _break_offers, _stays)


CLAUSES = handlers(choose_point_blank_weapons, resolve_point_blank_shooting, decline_break_off)
REDUCERS = reducers(point_blank_part_begun, point_blank_weapons_chosen, break_off_declined)
WINDOWS = windows(*_parts())

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "foe_of", "part_of"]
