"""What a side may declare in a gunnery step for its units of a nation: fire, spotting, and that it holds its fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Condition, Domain, Offer, Range, Shape, Some, items, shape, where
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    FireAreaWeapon,
    FireHeld,
    FireHexEffect,
    FireWeapon,
    HoldFire,
    PassChoice,
    SpotHiddenUnit,
    Spots,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, on_board
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject
from adjudicator.rulesets.hex_orders.roster import fields_of_fire
from adjudicator.rulesets.hex_orders.rules.gunnery import (
    area_attacks,
    declared_shots,
    fire_orders,
    legal_shots,
    lines_of_fire,
    spotting,
)
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effect_fire

WINDOW, GUNNERY = "fire", "HX-GUNNERY-18"
NO_SIDES: Mapping[str, tuple[Domain, ...]] = MappingProxyType({})
YES_OR_NO = Choice(("false", "true"))

# -- who has a choice


def units_asked(game: Game, seat: Party, nation: str) -> tuple[Unit, ...]:
    """List a seat's units that a window is about: those of its nation, or all where none is named."""
    return tuple(row for row in on_board(game, seat) if nation in ("", game.sheets[row.id].nation))


def has_choice(game: Game, row: Unit) -> bool:
    """HX-CHOICE-08 Tell whether a unit could still fire or spot in this step."""
    return could_fire(game, row) or bool(spotting.tokens_for(game, row))


def could_fire(game: Game, row: Unit) -> bool:
    """HX-FIRE-01 Tell whether a unit could still fire something at something in this step."""
    return any(_has_target(game, row, weapon) for weapon, _ in _weapons_to_fire(game, row))


def _has_target(game: Game, row: Unit, weapon: Weapon) -> bool:
    """HX-GUNNERY-18 Tell whether there is anything that a weapon may be fired at now."""
    if weapon.hex_effect is not None:
        return bool(hex_effect_fire.hexes_for(game, row, weapon))
    if weapon.area:
        return bool(area_attacks.hexes_for(game, row, weapon))
    return any(legal_shots.has_target(game, row, weapon, gun) for gun, _ in _guns(weapon))


def close_if_done(ruling: Ruling[Game]) -> None:
    """HX-CHOICE-08 End the asking of a seat that has nothing left to choose, unless it has tokens: it has to pass."""
    game, seat = ruling.game, ruling.actor
    if any(row.hidden for row in on_board(game, seat)):
        return
    nation = ruling.subject(ChoosingSubject).nation
    if not any(has_choice(game, row) for row in units_asked(game, seat, nation)):
        ruling.answered()


# -- declarations


def fire_weapon(ruling: Ruling[Game], command: FireWeapon) -> None:
    """HX-GUNNERY-18 Models of a unit fire a weapon at enemy units."""
    declared_shots.declare_shots(ruling, command)
    close_if_done(ruling)


def fire_area_weapon(ruling: Ruling[Game], command: FireAreaWeapon) -> None:
    """HX-AREA-07 Models of a unit fire an area weapon at a hex."""
    area_attacks.declare_area(ruling, command)
    close_if_done(ruling)


def fire_hex_effect(ruling: Ruling[Game], command: FireHexEffect) -> None:
    """HX-HEXFX-17 Models of a unit fire an effect into a hex."""
    hex_effect_fire.declare_effect(ruling, command)
    close_if_done(ruling)


def spot_hidden_unit(ruling: Ruling[Game], command: SpotHiddenUnit) -> None:
    """HX-GUNNERY-19 A unit that is seen itself tries to reveal a token."""
    spotting.declare_spot(ruling, command)
    close_if_done(ruling)


def spot_on_passing(ruling: Ruling[Game], command: PassChoice) -> None:
    """HX-GAP-08 Nothing more is fired; what hidden units spot is declared along with it."""
    spotting.spot_in_secret(ruling, command.spots.spots if command.spots else ())


# -- holding fire


def hold_fire(ruling: Ruling[Game], command: HoldFire) -> None:
    """HX-FIRE-01 Models of a unit hold their fire; those of a hidden unit do it by passing, which tells nothing."""
    game = ruling.game
    row = legal_shots.own_unit(ruling, command.unit)
    ruling.require(not row.hidden, "HX-GAP-09", "hidden-holds-in-secret", "unit", unit=row.id)
    fires = fire_orders.FIRE in fire_orders.actions_of(game, row.id)
    ruling.require(fires, fire_orders.clause_of_firing(game), "no-fire-part", "unit", unit=row.id)
    left = models_to_fire(game, row)
    ruling.require(left, "HX-FIRE-01", "nobody-left", "unit", unit=row.id)
    for model in command.models:
        ruling.require(model in left, "HX-FIRE-01", "may-not-hold", "models", unit=row.id, model=model)
    models = tuple(sorted(set(command.models))) or left
    ruling.record(FireHeld(unit=row.id, models=models), "HX-FIRE-01")
    close_if_done(ruling)


def models_to_fire(game: Game, row: Unit) -> tuple[int, ...]:
    """List the models that have neither fired under every Fire order of the step nor hold their fire."""
    found, idle = fire_orders.fired_by_order(game, row.id), fire_orders.holding_models(game, row.id)
    return tuple(
        model
        for model in alive(game, row.id)
        if model not in idle and any(not _fired(bucket, model) for bucket in found)
    )


def _fired(bucket: fire_orders.FiredUnderOrder, model: int) -> bool:
    return any(not models or model in models for _, models in bucket)


def fire_held(game: Game, event: FireHeld) -> None:
    """Remember who holds."""
    row, id = game.units[event.unit], f"held.{event.unit}"
    before = game.declared.get(id, Declared(id, "held", row.seat, row.id))
    models = tuple(sorted({*before.models, *event.models}))
    game.declared[id] = replace(before, models=models)


# -- offers


def offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer what a seat's units of this nation may fire, hold and spot; passing ends it (HX-GAP-08)."""
    units = units_asked(game, party, subject_of(window, ChoosingSubject).nation)
    found = [fire_offer for row in units for fire_offer in fire_offers(game, row)]
    found += [hold_offer for row in units for hold_offer in _hold_offers(game, row)]
    found += [spot_offer for row in units if not row.hidden for spot_offer in _spot_offers(game, row)]
    return [*found, Offer(PassChoice.__name__, tuple(_secret_spots(game, units)), "HX-GAP-08")]


def _hold_offers(game: Game, row: Unit) -> Iterator[Offer]:
    """HX-FIRE-01 Offer a unit that could fire to hold; without a target there is nothing to decline (HX-GUNNERY-18)."""
    left = models_to_fire(game, row)
    if left and not row.hidden and could_fire(game, row):
        fields = (_unit(row), Domain("models", Some(_numbers(left), 0, len(left))))
        yield Offer(HoldFire.__name__, fields, "HX-FIRE-01")


def _spot_offers(game: Game, row: Unit) -> Iterator[Offer]:
    tokens = spotting.tokens_for(game, row)
    if tokens:
        yield Offer(SpotHiddenUnit.__name__, (Domain("spot", _spot_shape(row, tokens)),), "HX-GUNNERY-19")


def _spot_shape(row: Unit, tokens: tuple[str, ...]) -> Shape:
    return Shape("SpotAim", (_unit(row), Domain("token", Choice(tokens))))


def _secret_spots(game: Game, units: Sequence[Unit]) -> Iterator[Domain]:
    """HX-GAP-09 Offer what hidden units may spot, along with the pass."""
    rows = tuple(
        _spot_shape(row, tokens)
        for row in units
        if row.hidden and (tokens := spotting.tokens_for(game, row))
        for _ in range(spotting.attempts_left(game, row))
    )
    if rows:
        yield Domain("spots", shape(Spots, spots=items(*rows, least=0, most=len(rows), once=True)), optional=True)


def fire_offers(game: Game, row: Unit) -> Iterator[Offer]:
    """HX-GUNNERY-18 Offer the weapons that a unit may fire now, each with its models and targets."""
    for weapon, models in _weapons_to_fire(game, row):
        yield from _offers_of(game, row, weapon, models)


def _weapons_to_fire(game: Game, row: Unit) -> Iterator[tuple[Weapon, tuple[int, ...]]]:
    """HX-GUNNERY-18 Go through the weapons that a unit may fire, had they a target, with the models that fire them."""
    found = fire_orders.fired_by_order(game, row.id)
    if not found:
        return
    for weapon in legal_shots.weapons_of(game, row.id):
        already_fired = fire_orders.order_that_fired(found, weapon.id) is not None
        if legal_shots.fault_of_weapon(game, row, weapon, already_fired=already_fired) is not None:
            continue
        shared = legal_shots.is_shared(game, row.id, weapon)
        models = () if shared else _models(game, row, weapon, found)
        if models or (shared and _base_may_fire(game, row, weapon, found)):
            yield weapon, models


def _base_may_fire(game: Game, row: Unit, weapon: Weapon, found: list[fire_orders.FiredUnderOrder]) -> bool:
    all_hold = set(alive(game, row.id)) <= set(fire_orders.holding_models(game, row.id))
    return not all_hold and fire_orders.order_to_fire_under(found, weapon.id, ()) is not None


def _models(game: Game, row: Unit, weapon: Weapon, found: list[fire_orders.FiredUnderOrder]) -> tuple[int, ...]:
    """HX-GUNNERY-23 List models that may all fire a weapon under one and the same Fire order."""
    idle = fire_orders.holding_models(game, row.id)
    able = [model for model in legal_shots.models_with_weapon(game, row.id, weapon) if model not in idle]
    holder = fire_orders.order_that_fired(found, weapon.id)
    places = range(len(found)) if holder is None else (holder,)
    sets = (
        tuple(
            model
            for model in able
            if fire_orders.order_to_fire_under(found[at : at + 1], weapon.id, (model,)) is not None
        )
        for at in places
    )
    return next((item for item in sets if item), ())


def _offers_of(game: Game, row: Unit, weapon: Weapon, models: tuple[int, ...]) -> Iterator[Offer]:
    start = (_unit(row), Domain("weapon", Choice((weapon.id,))))
    place = _aim(game, row, weapon, models)
    if weapon.hex_effect is None and not weapon.area:
        for shapes, aim in _volleys(game, row, weapon, models, place):
            yield Offer(FireWeapon.__name__, (*start, _shots(shapes), *aim), GUNNERY)
        return
    chapter, kind = (area_attacks, FireAreaWeapon) if weapon.hex_effect is None else (hex_effect_fire, FireHexEffect)
    hexes = chapter.hexes_for(game, row, weapon)
    aimed = _aimed_hexes(game, weapon, place, hexes)
    aim = (replace(where(YES_OR_NO, hex=aimed), field="use_aim"),) if aimed else ()
    who = (Domain("models", Some(_numbers(models), 1, len(models))),) if models else ()
    clause = "HX-AREA-07" if chapter is area_attacks else "HX-HEXFX-17"
    if hexes:
        yield Offer(kind.__name__, (*start, *who, Domain("hex", Choice(hexes)), *aim), clause)
    for name in hexes:
        sides = [side for side in _sides(game, row, weapon, name) if side.field in kind.__struct_fields__]
        if sides:
            only = (Domain("hex", Choice((name,))), *sides, *_use(aimed=name in aimed))
            yield Offer(kind.__name__, (*start, *who, *only), clause)


def _aim(game: Game, row: Unit, weapon: Weapon, models: tuple[int, ...]) -> str:
    """HX-GUNNERY-15 Say from where an aim was taken that any of these models may use; "" where one may not."""
    places = {legal_shots.aim_hex(game, row, weapon.id, some) for some in (models, *((model,) for model in models))}
    return places.pop() if len(places) == 1 else ""


def _aimed_hexes(game: Game, weapon: Weapon, place: str, hexes: tuple[str, ...]) -> tuple[str, ...]:
    if weapon.hex_effect is None:
        return area_attacks.aimed_hexes(game, place, hexes)
    return hex_effect_fire.aimed_hexes(game, weapon, place, hexes)


def _use(*, aimed: bool) -> tuple[Domain, ...]:
    return (Domain("use_aim", YES_OR_NO),) if aimed else ()


def _use_at(covered: set[str], targets: Mapping[str, tuple[str, ...]]) -> tuple[Domain, ...]:
    """HX-GUNNERY-15 HX-GUNNERY-17 Offer an aim where it counts for one of the targets of a volley at least."""
    named = tuple(dict.fromkeys(name for names in targets.values() for name in names))
    aimed = tuple(name for name in named if name in covered)
    if aimed == named:
        return _use(aimed=bool(aimed))
    return (Domain("use_aim", YES_OR_NO, conditions=(Condition(".shots.target", aimed),)),) if aimed else ()


def _shots(shapes: tuple[Shape, ...]) -> Domain:
    return Domain("shots", items(*shapes, least=1, most=len(shapes), once=True))


def _volleys(
    game: Game, row: Unit, weapon: Weapon, models: tuple[int, ...], place: str
) -> Iterator[tuple[tuple[Shape, ...], tuple[Domain, ...]]]:
    """HX-ANGLES-12, HX-FIRE-33 Offer the shots of all at any targets, then those at each target on a corner line.

    Each with the use of an aim that was taken at the place, where it counts (HX-GUNNERY-17).
    """
    guns = _guns(weapon)
    targets = {gun: legal_shots.targets_of(game, row, weapon, gun) for gun, _ in guns}
    covered = {
        name for names in targets.values() for name in names if legal_shots.aim_holds(game, place, game.units[name])
    }
    if any(targets.values()):
        yield tuple(_shapes(models, guns, targets)), _use_at(covered, targets)
    for target in dict.fromkeys(target for names in targets.values() for target in names):
        sides = {gun: tuple(_sides(game, row, weapon, game.units[target].hex, gun)) for gun, _ in guns}
        if any(sides.values()):
            only = {gun: (target,) if target in names else () for gun, names in targets.items()}
            yield tuple(_shapes(models, guns, only, sides)), _use(aimed=target in covered)


def _guns(weapon: Weapon) -> Sequence[tuple[str, int]]:
    """HX-FIXED-03 List the fixed guns of a weapon, each with its number; of one without any a gun without a name."""
    return fields_of_fire.guns_of(weapon.arc) or (("", 1),)


def _shapes(
    models: tuple[int, ...],
    guns: Sequence[tuple[str, int]],
    targets: Mapping[str, tuple[str, ...]],
    sides: Mapping[str, tuple[Domain, ...]] = NO_SIDES,
) -> Iterator[Shape]:
    """HX-FIXED-03 Offer a shot of every model, or of every one of its fixed guns that has a target."""
    for model in models or (0,):
        for gun, count in guns:
            what = (Domain("gun", Choice((gun,))), Domain("target", Choice(targets[gun])), *sides.get(gun, ()))
            for _ in range(count if targets[gun] else 0):
                yield Shape("Shot", (Domain("model", Range(model, model)), *what))


def _sides(game: Game, row: Unit, weapon: Weapon, where: str, gun: str = "") -> Iterator[Domain]:
    """HX-ANGLES-12, HX-FIRE-33 Offer the sides through which a shot may leave and enter, where there are several."""
    ways = lines_of_fire.departures(game.options, weapon.arc, row.facing, row.hex, where, gun)
    for field, names in (("exit", tuple(way.side for way in ways)), ("entry", lines_of_fire.entries(row.hex, where))):
        if len(names) > 1:
            yield Domain(field, Choice(names))


def _unit(row: Unit) -> Domain:
    return Domain("unit", Choice((row.id,)))


def _numbers(models: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(model) for model in models)


ANSWERS = (FireWeapon, FireAreaWeapon, FireHexEffect, HoldFire, SpotHiddenUnit, PassChoice)


PART = Part(
    handlers=handlers(fire_weapon, fire_area_weapon, fire_hex_effect, hold_fire, spot_hidden_unit),
    reducers=reducers(fire_held),
    windows=windows(
        WindowKind(WINDOW, "HX-GUNNERY-18", ANSWERS, offers, always(PassChoice()), subject=ChoosingSubject)
    ),
)
