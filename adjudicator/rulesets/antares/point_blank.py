"""AN-PBS: point blank shooting on contact, part by part: Stand and Shoot, both sides at once, Down units last.

A suspended "pbs" is about the units that have not shot yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.offers import Choice, Offer, Shape, offer
from adjudicator.kernel.parties import TABLE, Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.antares import arms, breaks, salvo, triggers, volleys
from adjudicator.rulesets.antares.asking import table_step
from adjudicator.rulesets.antares.assault import fighters_left
from adjudicator.rulesets.antares.messages import (
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
    ShootingDeclared,
)
from adjudicator.rulesets.antares.rows import Assault
from adjudicator.rulesets.antares.state import Game, has_flag, is_down

STAND_AND_SHOOT, SIMULTANEOUS, DOWN = "stand_and_shoot", "simultaneous", "down"
PART_CLAUSE = {STAND_AND_SHOOT: "AN-PBS-05", SIMULTANEOUS: "AN-PBS-04", DOWN: "AN-PBS-06"}

# -- part by part


def _next_part(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-04 AN-PBS-05 AN-PBS-06 Ask for the next part of the shooting, until all have shot that can."""
    game = ruling.game
    left = [each for each in window.about if each in fighters_left(game)]
    part, units = part_of(game, left)
    shooting = tuple(each for each in units if arms.usable(game, each))
    if len(fighters_left(game)) < 2 or not units:
        return
    ruling.ask("pbs", about=tuple(each for each in left if each not in units))
    if not shooting:
        return
    ruling.ask("pbs_over", about=(part,))
    ruling.ask("pbs_part", TABLE, about=(part, *shooting))
    choosing = [game.units[each].seat for each in shooting if arms.has_choice(game, each)]
    if choosing:
        ruling.ask("pbs_weapons", *choosing, about=(part, *shooting))


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
    clause = PART_CLAUSE[part]
    ruling.record(PointBlankPartBegun(part=part, units=tuple(units)), "AN-PBS-01", clause)
    if part == STAND_AND_SHOOT:
        event = ReactionStarted(unit=units[0], reaction=triggers.STAND, point=0)
        ruling.record(event, "AN-REACT-18", "AN-REACT-33")
    for unit in units:
        volley, kind = volleys.next_id(ruling.game), "stand_and_shoot" if part == STAND_AND_SHOOT else "point_blank"
        shooting = ShootingDeclared(
            volley=volley, unit=unit, target=foe_of(game, unit), kind=kind, groups=chosen(ruling.game, unit),
        )  # fmt: skip
        ruling.record(shooting, "AN-PBS-01", "AN-PBS-02", "AN-PBS-03", clause)
    ruling.answered()
    salvo.push(ruling)


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
    ruling.refuse_all(list(arms.faults(game, row.id, command.weapons)))
    groups = arms.groups(game, row.id, command.weapons)
    ruling.record(PointBlankWeaponsChosen(unit=row.id, groups=groups), "AN-PBS-02", PART_CLAUSE[part])
    ruling.answered()


def chosen(game: Game, unit: str) -> tuple[FiredGroup, ...]:
    """Give the weapons that a unit chose, or those that it fires without a choice."""
    named = dict(game.assault.arms if game.assault is not None else ())
    return named[unit] if unit in named else arms.groups(game, unit, ())


def _weapon_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    units = tuple(each for each in window.about[1:] if game.units[each].seat == party)
    unit = Choice(units)
    return [
        offer(ChoosePointBlankWeapons, "AN-PBS-02", unit=unit),
        offer(ChoosePointBlankWeapons, "AN-PBS-02", unit=unit, weapons=Shape("FiredWeapon")),
    ]


def _usual(game: Game, window: Window, party: Party) -> ChoosePointBlankWeapons:
    unit = next(each for each in window.about[1:] if game.units[each].seat == party)
    return ChoosePointBlankWeapons(unit=unit, weapons=())


# -- Hit and Run


def _hit_and_run(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-09 Ask who may break off, the assaulter first; one that leaves ends the fight."""
    game = ruling.game
    left = fighters_left(game)
    asked = [each for each in left if has_flag(game, each, "hit_and_run") and each not in window.about]
    if len(left) < 2 or not asked:
        return
    ruling.ask("hit_and_run", about=(*window.about, asked[0]))
    ruling.ask("break_off", game.units[asked[0]].seat, about=(asked[0],))


def decline_break_off(ruling: Ruling[Game], command: DeclineBreakOff) -> None:
    """AN-PBS-09 A unit with Hit and Run stays and fights."""
    unit = ruling.window.about[0] if ruling.window else ""
    ruling.require(command.unit == unit, "AN-PBS-09", "other-unit-asked", "unit", unit=command.unit, asked=unit)
    ruling.record(BreakOffDeclined(unit=unit), "AN-PBS-09")
    ruling.answered()


def _break_offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = Choice(window.about)
    leave = offer(BreakOff, "AN-PBS-10", unit=unit, paths=Shape("ModelPath"))
    return [leave, offer(DeclineBreakOff, "AN-PBS-09", unit=unit)]


def _stays(_game: Game, window: Window, _party: Party) -> DeclineBreakOff:
    return DeclineBreakOff(unit=window.about[0])


# -- reducers


def point_blank_part_begun(game: Game, event: PointBlankPartBegun) -> None:
    """Note it among the parts."""
    _change(game, parts=(*_fight(game).parts, event.part))


def point_blank_weapons_chosen(game: Game, event: PointBlankWeaponsChosen) -> None:
    """Keep them for the shots."""
    row = _fight(game)
    _change(game, chosen=(*row.chosen, event.unit), arms=(*row.arms, (event.unit, event.groups)))


def break_off_declined(_game: Game, _event: BreakOffDeclined) -> None:
    """It stays."""


def _fight(game: Game) -> Assault:
    if game.assault is None:
        raise LookupError("no assault is under way")
    return game.assault


def _change(game: Game, **fields: object) -> None:
    game.assault = replace(_fight(game), **fields)


def _parts() -> Iterator[Asks]:
    yield Asks("pbs", "AN-PBS-04", then=_next_part)
    yield table_step("pbs_part", "AN-PBS-01", ResolvePointBlankShooting)
    yield Asks("pbs_over", "AN-PBS-08", then=_part_over)
    yield Asks("pbs_weapons", "AN-PBS-02", (ChoosePointBlankWeapons,), _weapon_offers, _usual)
    yield Asks("hit_and_run", "AN-PBS-09", then=_hit_and_run)
    yield Asks("break_off", "AN-PBS-09", (BreakOff, DeclineBreakOff), _break_offers, _stays)


CLAUSES = clauses(choose_point_blank_weapons, resolve_point_blank_shooting, decline_break_off)
REDUCERS = reducers(point_blank_part_begun, point_blank_weapons_chosen, break_off_declined)
WINDOWS = windows(*_parts())

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "foe_of", "part_of"]
