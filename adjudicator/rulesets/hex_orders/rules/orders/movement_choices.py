"""Open choices of a movement step: who stays away chooses first, then who enters, in order of rank (HX-CHOICE-01)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice as OneOf
from adjudicator.kernel.decide.offers import Domain, Offer, Shape, items, offer, shape
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    ChooseFleeHex,
    ChooseMoves,
    FleeHexChosen,
    MoveChoice,
    MoveChoices,
    MovesChosen,
)
from adjudicator.rulesets.hex_orders.model.rows import Choice, Unit
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, on_board, order_of_ids, other_seat, own_tokens_in
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingGroup, ChoosingSubject, UnitSubject
from adjudicator.rulesets.hex_orders.rules.orders import choosing_order
from adjudicator.rulesets.hex_orders.rules.orders.chase_follow_flee import Destination
from adjudicator.rulesets.hex_orders.rules.orders.expected_enemies import (
    ExpectedEnemy,
    expected_enemies,
    hanging_on_hidden_friends,
    plan_meets_enemy,
)
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import open_part_of, plan_of

STAY, ENTER = "stay", "enter"


# -- choices


def ask_moves(ruling: Ruling[Game], _window: Window) -> None:
    """HX-CHOICE-01, HX-CHOICE-03 Ask those who stay away first, then those who enter an assault, in order of rank."""
    game = ruling.game
    found: list[ChoosingGroup] = []
    for label in (STAY, ENTER):
        needs = {seat: _choosing(game, seat, label) for seat in SEATS}
        found += choosing_order.groups(game, needs, label)
    choosing_order.ask_in_order(ruling, "moves", found)


def _choosing(game: Game, seat: Party, label: str, nation: str = "") -> tuple[str, ...]:
    """List a seat's units with an open choice that stay away, or enter, by id."""
    rows = (row for row in on_board(game, seat) if nation in ("", game.sheets[row.id].nation))
    return tuple(row.id for row in rows if _label(game, row.id) == label and open_part_of(game, row.id).is_open())


def _label(game: Game, unit: str) -> str:
    made = game.choices.get(unit)
    return ENTER if made is not None and made.enter else STAY


def allowed_answers(game: Game, unit: str, enemies: Sequence[ExpectedEnemy]) -> tuple[tuple[str, str], ...]:
    """HX-CHOICE-03, HX-CHOICE-04 List facing and hex of the answers that a unit's declaration leaves, in order."""
    answers = tuple(open_part_of(game, unit).answers())
    wanted = _label(game, unit) == ENTER
    plans = (plan_of(game, unit, Choice(unit, facing=facing, hex=where)) for facing, where in answers)
    fitting = tuple(
        answer for answer, plan in zip(answers, plans, strict=True) if plan_meets_enemy(game, plan, enemies) == wanted
    )
    return fitting or answers


def choose_moves(ruling: Ruling[Game], command: ChooseMoves) -> None:
    """HX-CHOICE-01 Choose for the units whose turn it is; those left out take the first legal answer (HX-GAP-08)."""
    game, seat, subject = ruling.game, ruling.actor, ruling.subject(ChoosingSubject)
    units, enemies = _choosing(game, seat, subject.label, subject.nation), expected_enemies(game, seat)
    choices: dict[str, MoveChoice] = {}
    for number, choice in enumerate(command.choices.choices if command.choices else ()):
        path = f"choices.choices[{number}]"
        require_own(ruling, choice.unit, f"{path}.unit")
        ruling.require(
            choice.unit not in choices, "HX-CHOICE-01", "unit-chosen-twice", f"{path}.unit", unit=choice.unit
        )
        ruling.require(choice.unit in units, "HX-CHOICE-01", "not-choosing", f"{path}.unit", unit=choice.unit)
        choices[choice.unit] = _checked(ruling, choice, enemies, path)
    unsure = (unit for unit in hanging_on_hidden_friends(game, seat, subject.nation) if unit not in units)
    others = (unit for unit in unsure if _label(game, unit) == subject.label)
    chosen_for = sorted((*units, *others), key=order_of_ids)
    _record(ruling, seat, [choices.get(unit) or _first_answer(game, unit, enemies) for unit in chosen_for])
    ruling.answered()


def _checked(ruling: Ruling[Game], wanted: MoveChoice, enemies: Sequence[ExpectedEnemy], path: str) -> MoveChoice:
    """Check one choice against what the order leaves open and against the declaration."""
    game, unit = ruling.game, wanted.unit
    found = open_part_of(game, unit)
    facings = found.facings or ("",)
    facing = wanted.facing or facings[0]
    ruling.require(
        facing in facings, "HX-ORDERS-29", "no-such-facing", f"{path}.facing", unit=unit, facing=wanted.facing
    )
    courses = {course.hex: course.others for course in found.destinations}
    where = wanted.hex or next(iter(courses), "")
    if found.enemy:
        where = ""
    clause = plan_of(game, unit, Choice(unit, facing=facing, hex=where)).clause or "HX-ORDERS-06"
    ruling.require(not where or where in courses, clause, "no-such-course", f"{path}.hex", unit=unit, hex=wanted.hex)
    others = courses.get(where, ())
    ruling.require(
        not wanted.other or wanted.other in others,
        clause,
        "other-quarry",
        f"{path}.other",
        unit=unit,
        hex=where,
        other=wanted.other,
    )
    return _check_declaration(
        ruling, MoveChoice(unit=unit, facing=facing, hex=where, other=wanted.other), enemies, path
    )


def _check_declaration(
    ruling: Ruling[Game], wanted: MoveChoice, enemies: Sequence[ExpectedEnemy], path: str
) -> MoveChoice:
    game = ruling.game
    fits = any(
        (wanted.facing, wanted.hex or where) == (facing, where)
        for facing, where in allowed_answers(game, wanted.unit, enemies)
    )
    enter = _label(game, wanted.unit) == ENTER
    clause, reason = ("HX-CHOICE-04", "must-enter") if enter else ("HX-CHOICE-03", "must-stay-away")
    ruling.require(fits, clause, reason, path, unit=wanted.unit)
    return wanted


def _first_answer(game: Game, unit: str, enemies: Sequence[ExpectedEnemy]) -> MoveChoice:
    """HX-GAP-08, HX-GAP-09 Take the first answer, of an open unit rather one that does not hang on hidden friends."""
    answers = allowed_answers(game, unit, enemies)
    courses = {course.hex: course for course in open_part_of(game, unit).destinations}
    row = game.units[unit]
    facing, where = next((item for item in answers if _is_certain(game, row, courses.get(item[1]))), answers[0])
    return MoveChoice(unit=unit, facing=facing, hex="" if open_part_of(game, unit).enemy else where, other="")


def _is_certain(game: Game, row: Unit, course: Destination | None) -> bool:
    """HX-GAP-09 Tell whether a unit may go somewhere for a leader that all see, and past no token of its own side."""
    if course is None or row.hidden:
        return True
    open_ones = [other for other in course.others if not game.units[other].hidden]
    return not own_tokens_in(game, row.seat, course.hex) and (bool(open_ones) or not course.others)


def _record(ruling: Ruling[Game], seat: Party, choices: Sequence[MoveChoice]) -> None:
    """HX-GAP-09 Tell the choices of units that are seen; whom a hidden leader leads stays with its owner."""
    game = ruling.game
    masked = any(row.hidden for row in on_board(game, seat))
    secret = tuple(item for item in choices if game.units[item.unit].hidden)
    seen = tuple(_without_hidden_leader(game, item) for item in choices if not game.units[item.unit].hidden)
    hidden = MoveChoices(choices=secret) if masked else None
    ruling.record(MovesChosen(seat=seat, choices=seen, owner=seat, hidden=hidden), "HX-CHOICE-01", "HX-CHOICE-08")


def _without_hidden_leader(game: Game, choice: MoveChoice) -> MoveChoice:
    hidden = choice.other and game.units[choice.other].hidden
    return replace(choice, other="") if hidden else choice


def moves_chosen(game: Game, event: MovesChosen) -> None:
    """Remember what was chosen."""
    for choice in (*event.choices, *(event.hidden.choices if event.hidden else ())):
        row = game.choices.get(choice.unit) or Choice(choice.unit)
        game.choices[choice.unit] = replace(row, facing=choice.facing, hex=choice.hex, other=choice.other)


# -- the third resort


def ask_flights(ruling: Ruling[Game], _window: Window) -> None:
    """HX-ORDERS-32 Let the enemy move those that can only flee closer, unit by unit."""
    game = ruling.game
    for row in reversed(on_board(game)):
        if len(_flights(game, row.id)) > 1:
            ruling.ask("flee", other_seat(row.seat), subject=UnitSubject(row.id))


def _flights(game: Game, unit: str) -> tuple[str, ...]:
    """List where the enemy may move a fleeing unit, by the part that it carries out after its owner's choices."""
    found, made = open_part_of(game, unit), game.choices.get(unit)
    carried = found.enemy and plan_of(game, unit, made).part == found.part
    return tuple(course.hex for course in found.destinations) if carried else ()


def choose_flee_hex(ruling: Ruling[Game], command: ChooseFleeHex) -> None:
    """HX-ORDERS-32 The enemy moves a fleeing unit to any legal neighbouring hex that it likes."""
    unit = ruling.subject(UnitSubject).unit
    ruling.require(command.unit == unit, "HX-ORDERS-32", "other-flight", "unit", unit=command.unit, open=unit)
    legal = _flights(ruling.game, unit)
    ruling.require(command.hex in legal, "HX-ORDERS-32", "no-such-course", "hex", unit=unit, hex=command.hex)
    ruling.record(FleeHexChosen(unit=unit, hex=command.hex), "HX-ORDERS-32")
    ruling.answered()


def flee_hex_chosen(game: Game, event: FleeHexChosen) -> None:
    """Remember where the enemy wants it."""
    row = game.choices.get(event.unit) or Choice(event.unit)
    game.choices[event.unit] = replace(row, hex=event.hex)


def require_own(ruling: Ruling[Game], unit: str, path: str) -> None:
    row = ruling.find(ruling.game.units, unit, path)
    ruling.require(row.seat == ruling.actor, "HX-GAP-04", "not-own-mover", path, unit=unit)


# -- what may be said


def _move_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    subject = subject_of(window, ChoosingSubject)
    enemies = expected_enemies(game, party)
    rows = [_choice(game, unit, enemies) for unit in _choosing(game, party, subject.label, subject.nation)]
    choices = shape(MoveChoices, choices=items(*rows, least=0, most=len(rows), once=True))
    return [offer(ChooseMoves, "HX-CHOICE-01", choices=choices)]


def _choice(game: Game, unit: str, enemies: Sequence[ExpectedEnemy]) -> Shape:
    """Offer what fits together: where not every facing goes with every hex, the first facing with its hexes."""
    answers = allowed_answers(game, unit, enemies)
    facings = tuple(dict.fromkeys(facing for facing, _ in answers))
    hexes = tuple(dict.fromkeys(where for _, where in answers))
    if len(answers) < len(facings) * len(hexes):
        facings = facings[:1]
        hexes = tuple(where for facing, where in answers if facing == facings[0])
    hexes = ("",) if open_part_of(game, unit).enemy else hexes
    parts = (Domain("unit", OneOf((unit,))), Domain("facing", OneOf(facings)), Domain("hex", OneOf(hexes)))
    return Shape("MoveChoice", (*parts, Domain("other", OneOf(("",)))))


def _flee_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = subject_of(window, UnitSubject).unit
    return [offer(ChooseFleeHex, "HX-ORDERS-32", unit=OneOf((unit,)), hex=OneOf(_flights(game, unit)))]


def _first_flight(game: Game, window: Window, _party: Party) -> Struct:
    unit = subject_of(window, UnitSubject).unit
    return ChooseFleeHex(unit=unit, hex=_flights(game, unit)[0])


PART = Part(
    handlers=handlers(choose_moves, choose_flee_hex),
    reducers=reducers(moves_chosen, flee_hex_chosen),
    windows=windows(
        WindowKind("choosing", "HX-CHOICE-01", on_close=ask_moves),
        WindowKind(
            "moves",
            "HX-CHOICE-01",
            (ChooseMoves,),
            _move_offers,
            always(ChooseMoves(choices=MoveChoices(choices=()))),
            subject=ChoosingSubject,
        ),
        WindowKind("flights", "HX-ORDERS-32", on_close=ask_flights),
        WindowKind(
            "flee", "HX-ORDERS-32", (ChooseFleeHex,), _flee_offers, _first_flight, subject=UnitSubject, after_flag=True
        ),
    ),
)
