"""Resist tests: every hit that was placed, against Res, armour, strike value and cover (AN-RESIST)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import Hit, Resisted, ResistRolled, RollResist, WoundLost
from adjudicator.rulesets.antares.model.rows import Model, Volley, VolleyResult
from adjudicator.rulesets.antares.model.state import Game, has_flag, kind_of, models_of, stat
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.hits import hit_allocation
from adjudicator.rulesets.antares.rules.terrain import cover
from adjudicator.rulesets.antares.rules.tests.natural_results import apply_natural_result
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, passes

PINNED_UP_TO = 10
CHART = "uses_damage_chart"

# -- the number


def resist_tally(game: Game, hit: Hit, model: Model) -> Tally:
    """AN-RESIST-01 Give the target number of a resist test: Res, armour, strike value, cover."""
    volley = game.volleys.get(hit.volley)
    covered, clause = cover_bonus(game, hit, model, volley)
    needed = armoured_resist(game, hit, model, volley, in_open=clause == "AN-TERRAIN-27")
    needed = needed.add(-hit.strike_value, "AN-RESIST-03")
    return needed.add(covered, clause).add(0, "AN-RESIST-04")


def armoured_resist(game: Game, hit: Hit, model: Model, volley: Volley | None, *, in_open: bool) -> Tally:
    """AN-RESIST-02 Give Res with the best armour bonus that helps against such a hit."""
    words = attack_kinds(hit, volley) | ({"open"} if in_open else set())
    bonuses = [row.bonus for row in kind_of(game, model).armour if row.applies in words]
    return Tally.base(stat(game, model.unit, "resist", model) or 0, "AN-RESIST-01").add(
        max(bonuses, default=0), "AN-RESIST-02"
    )


def attack_kinds(hit: Hit, volley: Volley | None) -> set[str]:
    """AN-RESIST-02 Name the kinds of attack that a hit is, as armour counts them."""
    if is_blow(volley):
        return {"always", "h2h"}
    if hit.overhead:
        return {"always", "overhead", "blast", "shooting"}
    close = {"pbs"} if volley is not None and volley.kind in volleys.CLOSE else set()
    return {"always", "shooting"} | close


def is_blow(volley: Volley | None) -> bool:
    """Tell whether hits of a volley were struck hand to hand."""
    return volley is not None and volley.kind == volleys.HAND_TO_HAND


def cover_bonus(game: Game, hit: Hit, model: Model, volley: Volley | None) -> tuple[int, str]:
    """AN-RESIST-04 AN-RESIST-05 AN-TERRAIN-19 Give what cover adds to Resist against a hit, and by what clause."""
    if is_blow(volley):
        return 0, "AN-RESIST-05"
    weapon = game.weapons.get(hit.weapon)
    if hit.overhead or (weapon is not None and "disruptor" in weapon.properties):
        return 0, "AN-TERRAIN-19"
    return cover.bonus(game, model, cover_of(game, hit, model, volley))


def cover_of(game: Game, hit: Hit, model: Model, volley: Volley | None) -> str:
    """AN-TERRAIN-20 AN-TERRAIN-21 Give the cover of a model against a hit: as people stated it, or as it stands."""
    if volley is not None and volley.sight_stated:
        return next((row.cover for row in volley.covers if row.model == model.id), cover.CLEAR)
    return cover.cover_against(game, model, _shooters(game, hit, volley))


def _shooters(game: Game, hit: Hit, volley: Volley | None) -> tuple[Model, ...]:
    if hit.shooter in game.models:
        return (game.models[hit.shooter],)
    return models_of(game, volley.unit) if volley is not None and volley.unit in game.units else ()


# -- the test


def roll_resist(ruling: Ruling[Game], _command: RollResist) -> None:
    """AN-RESIST-01 AN-PIN-04 Roll for every hit that was placed on the models of a unit; each volley has its event."""
    game = ruling.game
    unit = ruling.subject(UnitSubject).unit
    ruling.answered()
    hits = [row for row in hit_allocation.hits_in_order(game) if row.unit == unit and row.model]
    numbers = [resist_tally(game, row, game.models[row.model]) for row in hits]
    faces = ruling.roll(len(hits), D10, "resist", by=game.units[unit].seat)
    tests = tuple(
        Resisted(hit=hit.id, model=hit.model, needed=needed, face=face, saved=passes(face, needed.total))
        for hit, needed, face in zip(hits, numbers, faces, strict=True)
    )
    rows = tuple(zip(hits, tests, strict=True))
    for volley in dict.fromkeys(hit.volley for hit in hits):
        _record(ruling, unit, [row for row in rows if row[0].volley == volley])
    for test in tests:
        apply_natural_result(ruling, unit, "resist", test.face)


def _record(ruling: Ruling[Game], unit: str, rows: Sequence[tuple[Hit, Resisted]]) -> None:
    game, tests = ruling.game, tuple(test for _, test in rows)
    chart = has_flag(game, unit, CHART)
    event = ResistRolled(
        unit=unit,
        tests=tests,
        low=any(is_low(game, hit, game.models[hit.model], test.needed.total) for hit, test in rows),
        chart=chart,
        by=hit_allocation.seat_of_hit(game, rows[0][0]),
    )
    numbers = (clause for test in tests for clause in test.needed.clauses())
    ruling.record(event, "AN-RESIST-01", *numbers, *_clauses(tests, chart=chart))
    for test in tests:
        if not test.saved and not chart:
            _wound(ruling, test.model)


def _clauses(tests: tuple[Resisted, ...], *, chart: bool) -> tuple[str, ...]:
    failed = any(not test.saved for test in tests)
    naturals = ("AN-RESIST-06",) if any(test.face in (1, D10) for test in tests) else ()
    return (*naturals, *(("AN-RESIST-09",) if failed and chart else ()))


def is_low(game: Game, hit: Hit, model: Model, total: int) -> bool:
    """AN-PIN-01 Tell whether a hit on a model is resisted at 10 or less, as the option counts it."""
    if game.options.pin_res_basis == "modified":
        return total <= PINNED_UP_TO
    volley = game.volleys.get(hit.volley)
    in_open = cover_bonus(game, hit, model, volley)[1] == "AN-TERRAIN-27"
    return armoured_resist(game, hit, model, volley, in_open=in_open).total <= PINNED_UP_TO


def _wound(ruling: Ruling[Game], model: str) -> None:
    """AN-RESIST-07 AN-RESIST-08 A model loses a Wound; one that has none left suffers no more."""
    row = ruling.game.models.get(model)
    if row is not None and row.wounds > 0:
        clause = "AN-RESIST-08" if row.wounds > 1 else "AN-RESIST-07"
        ruling.record(WoundLost(model=model, left=row.wounds - 1), clause)


# -- reducers


def resist_rolled(game: Game, event: ResistRolled) -> None:
    """Take the hits away, and keep what pins and damage rolls follow from."""
    hits = [game.hits.pop(test.hit) for test in event.tests]
    old = game.volley_results.get(event.unit) or VolleyResult(unit=event.unit)
    failed = [(hit.weapon, test.model) for hit, test in zip(hits, event.tests, strict=True) if not test.saved]
    rolls = tuple((weapon, model, event.by) for weapon, model in failed) if event.chart else ()
    effect = old.effect_of(hits[0].volley)
    effect = replace(effect, resisted_low=effect.resisted_low or event.low, wounds=effect.wounds + len(rolls))
    game.volley_results[event.unit] = replace(
        old.with_effect(effect), hit=True, damage_rolls=(*old.damage_rolls, *rolls)
    )


def wound_lost(game: Game, event: WoundLost) -> None:
    """Take a Wound away, by the volley that was just resisted; a model without any falls when all is rolled."""
    row = game.models[event.model]
    game.models[event.model] = replace(row, wounds=event.left)
    old = game.volley_results[row.unit]
    effect = replace(old.effects[-1], wounds=old.effects[-1].wounds + 1)
    fallen = (*old.removed_models, event.model) if event.left == 0 else old.removed_models
    game.volley_results[row.unit] = replace(old.with_effect(effect), removed_models=fallen)


PART = Part(
    handlers=handlers(roll_resist),
    reducers=reducers(resist_rolled, wound_lost),
    windows=windows(table_step("resist", "AN-RESIST-01", RollResist, subject=UnitSubject, after_flag=True)),
)
