"""Shooting is declared, under an order or as a reaction (AN-SHOOT-01, AN-SHOOT-11, AN-SHOOT-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_shape
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, Some, bare, items, offer, optional, shape
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model import volleys, weapons
from adjudicator.rulesets.antares.model.distances import bodies_of
from adjudicator.rulesets.antares.model.messages import DeclareShooting, FiredGroup, FiredWeapon, ShootingDeclared
from adjudicator.rulesets.antares.model.rows import Volley
from adjudicator.rulesets.antares.model.state import Game, enemies_of, has_flag, rival
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.reactions import reaction_windows
from adjudicator.rulesets.antares.rules.shooting import offered_shots, shot_plans, volley_stages

ORDERS = {"fire": "AN-ORDER-02", "advance": "AN-ORDER-05"}

# -- declaring


def declare_shooting(ruling: Ruling[Game], command: DeclareShooting) -> None:
    """AN-SHOOT-01 AN-SHOOT-11 AN-REACT-37 A unit shoots: under its order, or as its reaction lets it."""
    game = ruling.game
    unit = ruling.find(game.units, command.unit, "unit")
    asked = ruling.subject(UnitSubject).unit
    ruling.require(unit.id == asked, "AN-SHOOT-01", "other-unit-acts", "unit", unit=unit.id, asked=asked)
    kind = shooting_kind(game, unit.id)
    if kind != "shooting":
        ruling.refuse_all(list(_fixed(game, command)))
    laid = shot_plans.plan(game, unit.id, command.target, kind, command.weapons)
    ruling.refuse_all(laid.faults)
    order = shot_plans.order_of(game, unit.id, kind)
    ruling.answered()
    for target, groups in laid.volleys:
        declare(ruling, unit.id, target, kind, groups, *_reasons(kind, order, groups))
    _go_on(ruling, kind, order)


def _go_on(ruling: Ruling[Game], kind: str, order: str) -> None:
    """AN-SHOOT-12 AN-REACT-15 Roll after the reactions; a Firefight is rolled with the shooting that it answers."""
    if kind != "firefight":
        volley_stages.push(ruling)
    if kind == "shooting":
        reaction_windows.begin(ruling, order)


def shooting_kind(game: Game, unit: str) -> str:
    """AN-SHOOT-01 Say what shooting of a unit would be now: "shooting", or the reaction that it carries out."""
    started = (
        reaction.reaction for reaction in game.reactions if reaction.unit == unit and reaction.stage == "started"
    )
    return next((row for row in started if row in ("firefight", "ambush_fire")), "shooting")


def _fixed(game: Game, command: DeclareShooting) -> Iterator[Fault]:
    """AN-REACT-37 The triggering unit is the one possible target of a reaction."""
    enemy = trigger_of(game, command.unit)
    named = {command.target, *(weapon.target for weapon in command.weapons if weapon.target)}
    if named != {enemy} or any(weapon.blind for weapon in command.weapons):
        yield fault("AN-REACT-37", "target-is-fixed", "target", unit=command.unit, target=enemy)


def trigger_of(game: Game, unit: str) -> str:
    """Name the unit whose action a reaction answers; "" where none does."""
    other = rival(game.units[unit].seat)
    return next((action.unit for action in reversed(game.actions) if action.seat == other), "")


def declare(
    ruling: Ruling[Game], unit: str, target: str, kind: str, groups: Sequence[FiredGroup], *because: str
) -> str:
    """AN-SHOOT-11 Record a volley, of hand to hand too, and give its id."""
    volley = f"v{ruling.game.volley_count + 1}"
    event = ShootingDeclared(volley=volley, unit=unit, target=target, kind=kind, groups=tuple(groups))
    ruling.record(event, *because)
    return volley


def _reasons(kind: str, order: str, groups: Sequence[FiredGroup]) -> Iterator[str]:
    yield from ("AN-SHOOT-11", "AN-SHOOT-02")
    if kind == "shooting":
        yield ORDERS[order]
    else:
        yield from ("AN-REACT-14", "AN-REACT-15") if kind == "firefight" else ("AN-REACT-24",)
    if any(group.heavy for group in groups):
        yield "AN-ORDER-03"
    if any(group.overhead for group in groups):
        yield "AN-OH-01"
    if any(group.blind for group in groups):
        yield "AN-OH-07"


def shooting_declared(game: Game, event: ShootingDeclared) -> None:
    """Put the volley on record; the action of its unit has shot."""
    game.volley_count += 1
    game.volleys[event.volley] = Volley(
        id=event.volley,
        unit=event.unit,
        target=event.target,
        kind=event.kind,
        seat=game.units[event.unit].seat,
        groups=tuple(map(volleys.group_of, event.groups)),
    )
    if event.kind in ("shooting", "firefight", "ambush_fire"):
        game.actions = tuple(
            replace(action, shot=True) if action.unit == event.unit else action for action in game.actions
        )


# -- offers


def offers_of(game: Game, unit: str) -> list[Offer]:
    """AN-SHOOT-11 Offer shooting at every enemy that can be shot at now: with everything, by weapons and by models."""
    kind = shooting_kind(game, unit)
    fixed = trigger_of(game, unit)
    targets = [enemy.id for enemy in enemies_of(game, unit)] if kind == "shooting" else [fixed]
    able = [row for row in targets if shot_plans.shot_fault(game, unit, row, kind) is None]
    ways = {target: list(offered_shots.ways_at(game, unit, target, kind)) for target in able}
    offers = [row for target in able for row in _offers_at(game, unit, target, kind, ways[target])]
    if kind == "shooting":
        offers += _split_offers(game, unit, [way for rows in ways.values() for way in rows])
        offers += _blind_offers(game, unit)
    return offers


def _blind_offers(game: Game, unit: str) -> Iterator[Offer]:
    """AN-OH-07 Offer blind fire with each overhead weapon that works, at any point in its range."""
    if shot_plans.order_of(game, unit, "shooting") != shot_plans.FIRE:
        return
    for name in weapons.weapons_carried(game, unit):
        weapon = game.weapons[name]
        if weapons.is_overhead(weapon) and weapons.crewed_pieces(game, unit, weapon):
            found = tuple(bare(exact_shape(spot)) for spot in _blind_spots(game, unit, name))
            aim = Places((), weapons.reach(weapon), spots=found)
            one = shape(FiredWeapon, weapon=Choice((name,)), aim=aim, blind=Choice(("true",)))
            if found:
                yield offer(DeclareShooting, "AN-OH-07", unit=Choice((unit,)), weapons=items(one, least=1, most=1))


def _blind_spots(game: Game, unit: str, weapon: str) -> Iterator[Spot]:
    """AN-OH-07 Go through points where enemies stand that blind fire reaches."""
    bodies = (body for enemy in enemies_of(game, unit) for body in bodies_of(game, enemy.id)[:1])
    for spot in (Spot(x=body.pose.x, y=body.pose.y) for body in bodies):
        fired = replace(offered_shots.fired_weapon(weapon), aim=spot, blind=True)
        if not shot_plans.plan(game, unit, "", "shooting", (fired,)).faults:
            yield spot


def _offers_at(game: Game, unit: str, target: str, kind: str, ways: Sequence[offered_shots.Way]) -> Iterator[Offer]:
    """AN-SHOOT-11 Offer everything at a target, one weapon with all or some of its models, and model by model."""
    fields = {"unit": Choice((unit,)), "target": Choice((target,))}
    if not shot_plans.plan(game, unit, target, kind).faults:
        yield offer(DeclareShooting, "AN-SHOOT-11", **fields)
    for way in ways:
        some = optional(Some(way.models, 1, len(way.models)))
        one = shape(FiredWeapon, weapon=Choice((way.weapon,)), mode=Choice(way.modes), models=some)
        yield offer(DeclareShooting, "AN-SHOOT-11", **fields, weapons=items(one, least=1, most=1))
    if len(ways) > 1:
        yield offer(DeclareShooting, "AN-SHOOT-11", **fields, weapons=offered_shots.by_models(game, unit, ways))


def _split_offers(game: Game, unit: str, ways: Sequence[offered_shots.Way]) -> Iterator[Offer]:
    """AN-SHOOT-11 Offer a unit that may split its fire each of its models, with a target of its own."""
    targets = tuple(dict.fromkeys(way.target for way in ways))
    if len(targets) > 1 and has_flag(game, unit, "may_split_targets"):
        rows = offered_shots.by_models(game, unit, ways)
        yield offer(DeclareShooting, "AN-SHOOT-11", unit=Choice((unit,)), weapons=rows)


PART = Part(handlers=handlers(declare_shooting), reducers=reducers(shooting_declared))
