"""Chances of throws that succeed or fail, and of rolls on damage tables and for tokens, whose results have an order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import EVERYONE, seat_of_id
from adjudicator.kernel.dice.tally import Tally, Term
from adjudicator.kernel.dice.wgdice import Roll, owner_of_stream
from adjudicator.kernel.labels import Chance, Known, Odds, Outcome, at_least, outcome_of, reversed_order, rolled_off
from adjudicator.rulesets.hex_orders.model.messages import (
    AgonyRolled,
    AreaDiceRolled,
    ArmourRolled,
    AssaultDiceRolled,
    DamageRolled,
    DeflectionDiceRolled,
    GameCreated,
    HexEffectRolled,
    HexEffectTriggered,
    HitRolled,
    PreAssaultRetreatRolled,
    RollOffRolled,
    SetupAdvantageGained,
    SetupDiceRolled,
    SpotReckoned,
    SpotRolled,
    StuckRolled,
    TableRow,
    UnitPlaced,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.reports.damage_rows import text_of
from adjudicator.rulesets.hex_orders.rules.damage import acid, damage_tables, damage_tokens
from adjudicator.rulesets.hex_orders.rules.gunnery.open_ended_dice import chance_of
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import NEEDED

SIDES = 6
UNSTUCK = 4
SETUP, SPOT, TOKEN, OPTIONS_NOTED = ("setup",), ("spot",), ("token",), ("options",)
ACID_ENDS = {1: " or less", acid.MOST: " or more"}
BLEEDS_ON = 2  # on a 1 it ends (HX-CONT-22)
WITH_DAMAGE = (damage_tokens.FIRE, damage_tokens.POISON, damage_tokens.BLEEDING)


def luck(event: Struct, known: Known) -> Iterator[Odds]:
    """Give every throw that succeeds or fails and that the reader may see, and damage by the rows of its table."""
    match event:
        case HitRolled():
            yield _open_ended(seat_of_id(event.unit), "to-hit", event.modifiers, event.faces, success=event.hit)
        case HexEffectRolled() if event.faces and known.roller >= 0:
            yield _open_ended(known.roller, "hex-effect", event.modifiers, event.faces, success=event.placed)
        case PreAssaultRetreatRolled():
            seat = seat_of_id(event.unit)
            needed = Tally(event.needed, ())
            yield Chance(
                seat,
                at_least(event.needed, SIDES),
                SIDES,
                event.succeeded,
                "pre-assault-retreat",
                needed,
                faces=(event.face,),
            )
        case StuckRolled() if event.unit is not None and event.face is not None:
            good = Tally(SIDES + 1 - UNSTUCK, ())
            yield Chance(seat_of_id(event.unit), UNSTUCK, SIDES, not event.stuck, "stuck", good, faces=(event.face,))
        case AssaultDiceRolled() | DeflectionDiceRolled():
            kind = "assault" if isinstance(event, AssaultDiceRolled) else "deflection"
            for group in event.groups:
                yield from _dice(group.seat, kind, Tally(group.to_hit, ()), group.faces)
        case RollOffRolled():
            yield from rolled_off(known.rolls, event.winner)
        case SetupDiceRolled():
            known.noted[SETUP] = known.rolls
        case SetupAdvantageGained():
            yield from rolled_off(known.noted.pop(SETUP, ()), event.seat)
        case _:
            yield from _other(event, known)


def _other(event: Struct, known: Known) -> Iterator[Odds]:
    match event:
        case ArmourRolled() if event.target is not None and event.faces is not None and event.needed is not None:
            yield from _dice(seat_of_id(event.target), "armour", Tally(event.needed, ()), event.faces.faces)
        case AreaDiceRolled() if event.target is not None and event.faces is not None and event.needed is not None:
            yield from _area(event.target, event.needed, event.faces.faces, known.rolls[:1])
        case SpotRolled() if event.owner == EVERYONE:  # nothing is reckoned in the open for a hidden spotter
            known.noted[SPOT] = event
        case SpotReckoned() if event.modifiers is not None and event.result is not None:
            yield from _spot(event.modifiers, event.result, known.noted.pop(SPOT, None))
        case HexEffectTriggered() if event.unit is not None and event.faces is not None and event.needed is not None:
            if all(owner_of_stream(roll.stream) == event.owner for roll in known.rolls):
                yield from _staying_below(seat_of_id(event.unit), event.needed, event.faces.faces, known.rolls[:1])
        case _:
            yield from _on_tables(event, known)


def _on_tables(event: Struct, known: Known) -> Iterator[Odds]:
    match event:
        case GameCreated():
            known.noted[OPTIONS_NOTED] = event.options
        case UnitPlaced() | UnitRevealed():
            known.noted["tables", event.unit] = event.sheet
        case AgonyRolled() if event.unit is not None and known.rolls and _is_of_token(event, known.rolls[0]):
            yield from _token(event, event.unit, known.rolls[0], known)
        case DamageRolled() if event.target is not None:
            if event.total is not None and event.face is not None:
                yield from _damage(event, event.target, event.face, event.total.total, known)


# -- dice that succeed or fail


def _open_ended(seat: int, kind: str, modifiers: Tally, faces: tuple[int, ...], *, success: bool) -> Chance:
    """HX-FIRE-03 HX-OPEN-02 Give the chance that the die, whatever is thrown on, comes to enough."""
    least = NEEDED - modifiers.total
    steps = [Term(term.clause, "add", -term.value) for term in modifiers.terms if term.operation in ("base", "add")]
    told = (Term("HX-FIRE-03", "base", NEEDED), *(step for step in steps if step.value))
    terms = told if sum(term.value for term in told) == least else ()
    return Chance(seat, *chance_of(least), success, kind, Tally(least, terms), faces=faces)


def _dice(seat: int, kind: str, needed: Tally, faces: Iterable[int]) -> Iterator[Chance]:
    good = at_least(needed.total, SIDES)
    for face in faces:
        yield Chance(seat, good, SIDES, face >= needed.total, kind, needed, faces=(face,))


def _spot(modifiers: Tally, result: int, rolled: SpotRolled | None) -> Iterator[Chance]:
    """HX-GUNNERY-19 HX-OPEN-02 Tell of a spotter's roll once it is known what the token adds to it."""
    if rolled is not None and rolled.unit is not None and rolled.faces is not None:
        seat, faces = seat_of_id(rolled.unit), rolled.faces.faces
        yield _open_ended(seat, "spot", modifiers, faces, success=result >= NEEDED)


def _staying_below(seat: int, needed: Tally, faces: Iterable[int], rolls: Sequence[Roll]) -> Iterator[Chance]:
    """HX-HEXFX-06 HX-HEXFX-07 HX-HEXFX-11 HX-HEXFX-16 Tell of each die: it is its unit's luck to stay below."""
    for roll in rolls:
        good = roll.sides - at_least(needed.total, roll.sides)
        most = Tally(needed.total - 1, ())
        for face in faces:
            yield Chance(seat, good, roll.sides, face < needed.total, roll.why, most, low=True, faces=(face,))


def _area(unit: str, needed: Tally, faces: Iterable[int], rolls: Sequence[Roll]) -> Iterator[Chance]:
    """HX-AREA-01 HX-GAP-09 Tell of each die; that of a hidden base is its own side's, who is lucky to stay below.

    Such a base is face up in this entry if it was hit, and so the event may be everybody's: the throw is not.
    """
    for roll in rolls:
        if roll.roller != seat_of_id(unit):
            yield from _dice(roll.roller, "area", needed, faces)
        elif owner_of_stream(roll.stream) == seat_of_id(unit):
            yield from _staying_below(roll.roller, needed, faces, rolls)


# -- dice on tables


def _of_enemy(owner: int, unit: str, roll: Roll) -> bool | None:
    """HX-GAP-09 Tell whether a throw against a base is its enemy's, or its own side's, as of what is hidden.

    None where it is not the throw of this event: one of an open base with the face of a hidden one's, or the reverse.
    """
    seat = seat_of_id(unit)
    if owner == EVERYONE:
        return True if roll.roller not in (-1, seat) else None
    return False if owner == seat == owner_of_stream(roll.stream) else None


def _is_of_token(event: AgonyRolled, roll: Roll) -> bool:
    """Tell whether a throw is a token's own: where dice were thrown at once for several, it may be another's."""
    return roll.why.replace("-", "_") == event.kind and event.face in roll.faces


def _token(event: AgonyRolled, unit: str, roll: Roll, known: Known) -> Iterator[Odds]:
    """HX-CONT-03 Tell what the die for a token does, to the enemy who throws it; that of damage is told with its row.

    Of what is hidden its own side throws: it is lucky where the token does little.
    HX-CONT-22 A bleeding that goes on damages: that is one chance, and the row that is read then another.
    """
    if event.face is None or event.result is None or event.kind is None:
        return
    of_enemy = _of_enemy(event.owner, unit, roll)
    if of_enemy is None:
        return
    less = event.face - event.result
    results = [face - less for face in range(1, roll.sides + 1)]
    if event.kind == damage_tokens.ACID:
        rows = [min(max(result, 1), acid.MOST) for result in results]
        order = _acid_rows(known)
        names = [f"row {row}{ACID_ENDS.get(row, '')}" for row in order]
        found = outcome_of(roll.roller, roll.why, event.face, [order.index(row) for row in rows], names)
        yield found if of_enemy else reversed_order(found)
    elif event.kind == damage_tokens.MINOR_ACID:
        yield _of_token(roll, event.face, acid.MINOR_STAYS + less, of_enemy=of_enemy)
    elif event.kind in WITH_DAMAGE:
        bleeds = event.kind == damage_tokens.BLEEDING
        known.noted[TOKEN] = None if bleeds and event.face < BLEEDS_ON else roll
        if bleeds:
            yield _of_token(roll, event.face, BLEEDS_ON, of_enemy=of_enemy)


def _of_token(roll: Roll, face: int, least: int, *, of_enemy: bool) -> Chance:
    """HX-CONT-13 HX-CONT-22 Tell whether a token stays: luck of the enemy who throws, and bad luck of its own side."""
    if of_enemy:
        good, needed = at_least(least, roll.sides), Tally(least, ())
        return Chance(roll.roller, good, roll.sides, face >= least, roll.why, needed, faces=(face,))
    (found,) = _staying_below(roll.roller, Tally(least, ()), (face,), (roll,))
    return found


def _acid_rows(known: Known) -> list[int]:
    """HX-CONT-09 HX-CONT-10 Put the rows of acid in order: by the option a 5 is a 6 that sets on fire besides."""
    options = known.noted.get(OPTIONS_NOTED, OPTIONS.defaults)
    rows = list(range(1, acid.MOST + 1))
    return [*rows[:-2], acid.MOST, acid.MOST - 1] if options.acid_five == acid.AS_SIX else rows


def _damage(event: DamageRolled, unit: str, face: int, total: int, known: Known) -> Iterator[Outcome]:
    """HX-DTABLE-03 HX-DTABLE-04 Put the rows that a die could have read in order, the worst for who threw it first.

    Of what is hidden its own side throws, for which the order is the other way round.
    """
    sheet = known.noted.get(("tables", unit))
    found = damage_tables.table_of(sheet, event.table or "") if sheet is not None else None
    of_token = event.hit in WITH_DAMAGE
    roll = known.noted.pop(TOKEN, None) if of_token else next(iter(known.rolls), None)
    of_enemy = None if roll is None else _of_enemy(event.owner, unit, roll)
    if found is None or roll is None or of_enemy is None:
        return
    bleeds = event.hit == damage_tokens.BLEEDING
    rows = (None, *sorted(found.rows, key=lambda row: row.value))
    names = list(dict.fromkeys(_row_name(row, bleeds=bleeds) for row in rows))
    totals = range(1 + total - face, roll.sides + 1 + total - face)
    places = [names.index(_row_name(damage_tables.row_for(found, at), bleeds=bleeds)) for at in totals]
    if bleeds:  # a 1 ends it before it damages
        outcome = outcome_of(roll.roller, "bleeding-damage", face - 1, places[1:], names)._replace(faces=())
    else:
        outcome = outcome_of(roll.roller, roll.why, face, places, names)
    yield outcome if of_enemy else reversed_order(outcome)


def _row_name(row: TableRow | None, *, bleeds: bool) -> str:
    """HX-CONT-24 Name a row for people; what bleeds gets no new bleeding of it."""
    left = (one for one in row.results if not (bleeds and one.kind == damage_tokens.BLEEDING)) if row else ()
    return text_of(replace(row, results=tuple(left)) if row else None).replace("_", " ")
