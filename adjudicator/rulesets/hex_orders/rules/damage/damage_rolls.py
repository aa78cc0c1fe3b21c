"""HX-DAMAGE, HX-SPECIAL: armour and damage of hits, one after the other, and what a damage roll does to a base.

How others use it:
- Fire and assaults put hits into `game.hits` and call `begin_damage`; every hit is gone from the table once it is
  rolled. A Hit's `effects` and `extra` are worked off here. Fire of a weapon takes hold once for each Fire order and
  base, fire of an assault once for each base. The terms' grade of assault acid (HX-ABILITIES-21) is applied here too.
- A Hit without `damage` has no armour roll; terms of its `bonus` that an assault clause brought in (supports) add to
  its special damage (HX-ASSAULT-32). A `light` Hit rolls `damage`, a d6 where it has none, on the light table.
- `typed` is damage without a hit. Cause "fear" lets a shaken result count at once where the terms say so
  (HX-ABILITIES-10); causes "fear" and "terror" are also what the die is rolled for.
- Terms of a Hit's tallies are additions.
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.damage_numbers import ARMOUR
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmourRolled,
    DamageRolled,
    Die,
    Faces,
    Hit,
    NoDamage,
    RollDamage,
    TableResult,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.model.state import Game, on_board, other_seat, owner_if_hidden
from adjudicator.rulesets.hex_orders.rules.damage import armour, damage_tables, damage_tokens
from adjudicator.rulesets.hex_orders.rules.damage.casualties import (
    DESTROY,
    KILL,
    destroy_later,
    kill_models,
    raise_bonus,
    record_pending,
)
from adjudicator.rulesets.hex_orders.rules.damage.damage_order import in_order, orderable_hits
from adjudicator.rulesets.hex_orders.rules.damage.shaken import make_shaken
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_orders

FUTURE, SHAKEN, BLEEDING, ON_FIRE = "future", "shaken", "bleeding", "on_fire"
FEAR, TERROR = "fear", "terror"
Order = tuple[str, int, str]

# -- the questions


def begin_damage(ruling: Ruling[Game]) -> None:
    """Ask for the order of damage rolls where there is a choice, then for the rolls; without hits nothing."""
    game = ruling.game
    if not game.hits and not _may_have_hit_tokens(game):
        return
    ruling.ask("damage", TABLE)
    seats = [seat for seat in sorted(game.sides) if orderable_hits(game, seat)]
    if seats:
        ruling.ask("damage_order", *seats)


def _may_have_hit_tokens(game: Game) -> bool:
    """HX-GAP-09 Tell whether area fire went where tokens are that a hit does not turn face up.

    Whether there are hits on them, and so something to roll, must not be seen.
    """
    fired = [(item.target, item.seat) for item in game.declared.values() if item.kind == "area"]
    tokens = [row for row in on_board(game) if row.hidden] if fired else []
    return game.options.hidden_reveal == "spot_only" and any((row.hex, other_seat(row.seat)) in fired for row in tokens)


# -- hits


def roll_damage(ruling: Ruling[Game], _command: RollDamage) -> None:
    """HX-DAMAGE-01 Armour and damage of all hits are rolled, those on a base one after the other."""
    burnt: list[Order] = []
    for hit in in_order(ruling.game):
        _resolve(ruling, hit, burnt)
    ruling.answered()


def _resolve(ruling: Ruling[Game], hit: Hit, burnt: list[Order]) -> None:
    game = ruling.game
    if hit.light:
        die = hit.damage or damage_tables.LIGHT_DIE
        roll_typed_damage(
            ruling, hit.target, damage_tables.LIGHT, die.sides, die.plus, hit.id, hit.seat, "HX-ABILITIES-11"
        )
    else:
        found = _roll_armour(ruling, hit) if hit.damage is not None else armour.THROUGH
        special = found != armour.STOPPED or not game.options.special_needs_penetration
        if special:
            _leave_tokens(ruling, hit, burnt)
        if hit.damage is not None and found != armour.STOPPED:
            _roll_regular(ruling, hit, hit.damage, found)
        if special:
            _roll_extra(ruling, hit)
    if hit.id in game.hits:
        why = "HX-SPECIAL-03" if hit.extra or hit.light else "HX-SPECIAL-01"
        ruling.record(NoDamage(owner=owner_if_hidden(game, hit.target), hit=hit.id, target=hit.target), why)


def _roll_armour(ruling: Ruling[Game], hit: Hit) -> str:
    """HX-ARMOUR-01 Roll the armour of the angle that is hit."""
    game = ruling.game
    value, penetration = armour.armour_of(game, hit.target, hit.angle), hit.penetration.total
    dice, needed = armour.armour_dice(value, penetration)
    defender = game.units[hit.target].seat
    faces = damage_tokens.roll_for_base(ruling, hit.target, dice, ARMOUR.sides.by, "armour", defender) if dice else ()
    successes = sum(face >= needed for face in faces)
    found = armour.outcome_of_armour(successes)
    event = ArmourRolled(
        owner=owner_if_hidden(game, hit.target),
        hit=hit.id,
        target=hit.target,
        armour=value,
        penetration=hit.penetration,
        faces=Faces(faces=faces),
        needed=needed,
        successes=successes,
        outcome=found,
    )
    why = (*armour.clauses_of_armour(penetration, found), *hit.penetration.clauses())
    ruling.record(event, "HX-ARMOUR-01", "HX-ARMOUR-13", *why)
    return found


def _roll_regular(ruling: Ruling[Game], hit: Hit, die: Die, found: str) -> None:
    """HX-DTABLE-01, HX-DTABLE-02 Roll the regular damage of a hit."""
    (face,) = damage_tokens.roll_for_base(ruling, hit.target, 1, die.sides, "damage", hit.seat)
    total = Tally.base(face, "HX-DTABLE-01").add(die.plus, "HX-DTABLE-02")
    total = damage_tables.add_terms(total, hit.bonus)
    if found == armour.REDUCED:
        total = total.add(ARMOUR.reduction.by, ARMOUR.reduction.clause)
    total = damage_tables.with_base_modifiers(
        ruling.game, hit.target, damage_tables.REGULAR, damage_tables.REGULAR, total
    )
    apply_damage_roll(ruling, hit.target, damage_tables.REGULAR, face, total, hit.id, "HX-TURN-23")


def _roll_extra(ruling: Ruling[Game], hit: Hit) -> None:
    """HX-SPECIAL-02 Roll the special damage of a hit; supports of a hit without regular damage add to it."""
    supports = () if hit.damage is not None else hit.bonus.terms
    terms = tuple(term for term in supports if term.clause.startswith("HX-ASSAULT"))
    added = Tally(sum(term.value for term in terms), terms)
    for row in hit.extra:
        sides, plus = row.die.sides, row.die.plus
        roll_typed_damage(
            ruling, hit.target, row.damage_type, sides, plus, hit.id, hit.seat, "HX-SPECIAL-02", supports=added
        )


# -- tokens that come with a hit


def _leave_tokens(ruling: Ruling[Game], hit: Hit, burnt: list[Order]) -> None:
    """HX-SPECIAL-05 Leave what comes with a hit; fire once for each Fire order or assault."""
    fought = in_assault(ruling.game)
    for effect in hit.effects:
        if effect.kind == damage_tokens.FIRE:
            order = _order_of(ruling.game, hit)
            if order in burnt:
                continue
            burnt.append(order)
        damage_tokens.leave_token(
            ruling, hit.target, _graded(ruling.game, effect), _clause(effect, fought=fought), "HX-SPECIAL-05"
        )


def _order_of(game: Game, hit: Hit) -> Order:
    """HX-ABILITIES-18, HX-ABILITIES-19 Name what sets a base on fire only once: a unit's Fire order, or the assault."""
    if in_assault(game):
        return "", 0, hit.target
    return (
        hit.unit,
        fire_orders.order_that_fired(fire_orders.fired_by_order(game, hit.unit), hit.source) or 0,
        hit.target,
    )


def _graded(game: Game, effect: WeaponEffect) -> WeaponEffect:
    """HX-ABILITIES-21 Lower the acid of an assault where the terms say so."""
    minor = game.options.assault_acid_grade == "always_minor" and in_assault(game)
    return replace(effect, kind=damage_tokens.MINOR_ACID) if minor and effect.kind == damage_tokens.ACID else effect


def _clause(effect: WeaponEffect, *, fought: bool) -> str:
    pairs = {
        damage_tokens.FIRE: ("HX-ABILITIES-18", "HX-ABILITIES-19"),
        damage_tokens.POISON: ("HX-ABILITIES-22", "HX-ABILITIES-23"),
    }
    return pairs.get(effect.kind, ("HX-ABILITIES-20", "HX-ABILITIES-21"))[fought]


def in_assault(game: Game) -> bool:
    """Tell whether the hits of this step come from an assault."""
    return game.step.startswith("assault")


# -- damage rolls


def roll_typed_damage(
    ruling: Ruling[Game],
    unit: str,
    table: str,
    sides: int,
    plus: int,
    cause: str,
    seat: Party,
    *clauses: str,
    supports: Tally | None = None,
) -> tuple[TableResult, ...]:
    """HX-SPECIAL-02 to 04 Roll damage of a type that a seat causes; give the results of its row.

    Nothing is rolled against a base without such a table. `cause` is the id of a hit, or a word such as "terror".
    """
    game = ruling.game
    if damage_tables.table_of(game.sheets[unit], table) is None:
        return ()
    why = cause if cause in (FEAR, TERROR) else f"{table}-damage"
    (face,) = damage_tokens.roll_for_base(ruling, unit, 1, sides, why, seat)
    total = Tally.base(face, "HX-SPECIAL-02").add(plus, "HX-SPECIAL-02")
    if supports is not None:
        total = damage_tables.add_terms(total, supports)
    total = damage_tables.with_base_modifiers(game, unit, table, table, total)
    return apply_damage_roll(ruling, unit, table, face, total, cause, *clauses, "HX-SPECIAL-04")


def apply_damage_roll(
    ruling: Ruling[Game], unit: str, table: str, face: int, total: Tally, cause: str, *clauses: str, without: str = ""
) -> tuple[TableResult, ...]:
    """HX-DTABLE-03, HX-DTABLE-04 Read a total on a base's table and let it suffer the row; give its results.

    `without` is a kind of result that does not count.
    """
    game = ruling.game
    found = damage_tables.table_of(game.sheets[unit], table)
    row = damage_tables.row_for(found, total.total) if found is not None else None
    event = DamageRolled(
        owner=owner_if_hidden(game, unit),
        hit=cause,
        target=unit,
        table=table,
        face=face,
        total=total,
        row=None if row is None else row.value,
    )
    ruling.record(event, *clauses, *total.clauses(), "HX-DTABLE-04")
    if row is None:
        ruling.record(NoDamage(owner=owner_if_hidden(game, unit), hit=cause, target=unit), "HX-DTABLE-03")
        return ()
    results = tuple(result for result in row.results if result.kind != without)
    for result in sorted(results, key=_urgency):
        _apply_result(ruling, unit, table, result, cause)
    return results


def _urgency(result: TableResult) -> int:
    """HX-DTABLE-05 Deaths halve the old bonus before the row adds to it."""
    return 0 if result.kind in (KILL, DESTROY) else 1


def _apply_result(ruling: Ruling[Game], unit: str, table: str, result: TableResult, cause: str) -> None:
    """HX-TURN-24 Let a result count: numbers and tokens at once, everything else when damage is applied."""
    match result.kind:
        case "kill":
            kill_models(ruling, unit, result.x, cause, "HX-DTABLE-06")
        case "destroy":
            destroy_later(ruling, unit, cause, "HX-DTABLE-06")
        case "future":
            raise_bonus(ruling, unit, table, result.x)
        case "bleeding":
            damage_tokens.give_bleeding(ruling, unit, result.x, "HX-CONT-22", "HX-TURN-24")
        case "on_fire":
            damage_tokens.set_on_fire(ruling, unit, "HX-CONT-15", "HX-TURN-24")
        case "shaken" if cause == FEAR and ruling.game.options.fear_shaken_immediate:
            make_shaken(ruling, unit, cause, "HX-ABILITIES-10")
        case _:
            record_pending(ruling, unit, result, cause, "HX-DTABLE-09")


# -- reducers


def armour_rolled(game: Game, event: ArmourRolled) -> None:
    """Strike the hit: its dice are known."""
    _strike(game, event.hit)


def damage_rolled(game: Game, event: DamageRolled) -> None:
    """Strike the hit: its dice are known."""
    _strike(game, event.hit)


def no_damage(game: Game, event: NoDamage) -> None:
    """Strike the hit: it does nothing."""
    _strike(game, event.hit)


def _strike(game: Game, hit: str | None) -> None:
    if game.hits.pop(hit or "", None) is not None:
        game.order = tuple(id for id in game.order if id != hit)


PART = Part(
    handlers=handlers(roll_damage),
    reducers=reducers(armour_rolled, damage_rolled, no_damage),
    windows=windows(table_step("damage", "HX-DAMAGE-01", RollDamage)),
)
