"""Hexes that both sides want: exchanges and who says where they are fought, and the fights that come of a step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.hex_orders.model import ids
from adjudicator.rulesets.hex_orders.model.angles import PLAIN, angle_of, without_side
from adjudicator.rulesets.hex_orders.model.board_hexes import facing_between
from adjudicator.rulesets.hex_orders.model.messages import (
    ChooseContestedHex,
    ContestedHexChosen,
    ExchangeFound,
    FightUnit,
    HexContested,
)
from adjudicator.rulesets.hex_orders.model.rows import Exchange, Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, order_of_ids, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import ExchangeSubject
from adjudicator.rulesets.hex_orders.rules.gunnery import revealing
from adjudicator.rulesets.hex_orders.rules.movement.move_resolution import ResolvedMoves, Swap
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import roll_for_rank, stronger_nation
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import Plan

BACKWARDS = "Rev"

# -- exchanges


def ask_exchanges(ruling: Ruling[Game], swaps: Sequence[Swap]) -> None:
    """HX-ASSAULT-02, HX-ASSAULT-07 Ask the side with the higher melee nation where each exchange is fought.

    Their units turn face up. Sides with the same best nation roll for it, once in a step (HX-CHOICE-07).
    """
    game = ruling.game
    if game.rank is None and any(stronger_nation(game, swap.units) is None for swap in swaps):
        roll_for_rank(ruling, "HX-ASSAULT-07")
    found = []
    for number, swap in enumerate(swaps, 1):
        stronger = stronger_nation(game, swap.units)
        seat = (game.rank or 0) if stronger is None else stronger
        event = ExchangeFound(exchange=ids.open_id(ids.EXCHANGE, number), hexes=swap.hexes, units=swap.units, seat=seat)
        ruling.record(event, "HX-ASSAULT-02", "HX-ASSAULT-07")
        found.append(event)
    for unit in sorted({unit for swap in swaps for unit in swap.units}, key=order_of_ids):
        revealing.reveal(ruling, unit, "assault", "HX-GUNNERY-21")
    for event in reversed(found):
        ruling.ask("exchange", event.seat, subject=ExchangeSubject(event.exchange))


def exchange_found(game: Game, event: ExchangeFound) -> None:
    """Remember it until its hex is chosen."""
    low, high = event.hexes
    unseen = tuple(unit for unit in event.units if game.units[unit].hidden)
    game.exchanges[event.exchange] = Exchange(event.exchange, (low, high), event.units, event.seat, unseen=unseen)


def choose_contested_hex(ruling: Ruling[Game], command: ChooseContestedHex) -> None:
    """HX-ASSAULT-07 Say which of the two hexes of an exchange is fought over."""
    game = ruling.game
    key = ruling.subject(ExchangeSubject).exchange
    ruling.require(
        command.exchange == key, "HX-ASSAULT-07", "other-exchange", "exchange", exchange=command.exchange, open=key
    )
    low, high = game.exchanges[key].hexes
    fits = command.hex in (low, high)
    ruling.require(fits, "HX-ASSAULT-07", "not-in-exchange", "hex", hex=command.hex, one=low, other=high)
    ruling.record(ContestedHexChosen(exchange=key, hex=command.hex), "HX-ASSAULT-07", "HX-ASSAULT-38")
    ruling.answered()


def contested_hex_chosen(game: Game, event: ContestedHexChosen) -> None:
    """Remember the hex."""
    game.exchanges[event.exchange] = replace(game.exchanges[event.exchange], hex=event.hex)


def chosen_hexes(game: Game) -> dict[tuple[str, ...], str]:
    """Give the chosen hex of every exchange, by its units."""
    return {row.units: row.hex for row in game.exchanges.values() if row.hex}


def before_reveals(game: Game) -> Game:
    """Give the game as it was when its exchanges were found: units were hidden that turned face up since."""
    unseen = [unit for row in game.exchanges.values() for unit in row.unseen]
    if not unseen:
        return game
    twin = game.fork()
    for unit in unseen:
        twin.units[unit] = replace(twin.units[unit], hidden=True)
    return twin


# -- fights


def record_contests(ruling: Ruling[Game], plans: Mapping[str, Plan], verdict: ResolvedMoves) -> None:
    """HX-TURN-08, HX-ASSAULT-36 List the hexes that are fought over; everybody in a fight turns face up."""
    for unit in verdict.fighting():
        revealing.reveal(ruling, unit, "assault", "HX-GUNNERY-21")
    exchanged = tuple(unit for swap in verdict.swaps for unit in swap.units)
    for number, (name, units) in enumerate(verdict.fights, 1):
        rows = fight_units(ruling.game, plans, verdict.entering, name, units)
        event = HexContested(fight=ids.open_id(ids.FIGHT, number), hex=name, units=rows)
        ruling.record(event, *_clauses(rows, exchanged))


def fight_units(
    game: Game, plans: Mapping[str, Plan], entering: Mapping[str, str], name: str, units: Iterable[str]
) -> tuple[FightUnit, ...]:
    """Say of every unit in a fight where it comes from and what it tries, and how a stationary one is attacked."""
    ordered = sorted(units, key=order_of_ids)
    sides = {seat: _sides(game, entering, name, ordered, seat) for seat in SEATS}
    return tuple(_fight_unit(game, plans, entering, unit, sides[other_seat(game.units[unit].seat)]) for unit in ordered)


def _fight_unit(
    game: Game, plans: Mapping[str, Plan], entering: Mapping[str, str], unit: str, sides: Sequence[str]
) -> FightUnit:
    row = game.units[unit]
    goal = entering.get(unit, "")
    found = [] if goal else [without_side(angle_of(row.facing, side)) for side in sides]
    return FightUnit(
        unit=unit,
        seat=row.seat,
        origin=row.hex,
        goal=goal,
        reverse=bool(goal) and plans[unit].move == BACKWARDS,
        angles=tuple(angle for angle in PLAIN if angle in found),
    )


def _sides(game: Game, entering: Mapping[str, str], name: str, units: Iterable[str], seat: Party) -> list[str]:
    """HX-ASSAULT-12 List the sides of a hex through which a seat's units try to come in."""
    rows = (game.units[unit] for unit in units if entering.get(unit) == name)
    sides = (facing_between(name, row.hex) for row in rows if row.seat == seat)
    return [side for side in sides if side is not None]


def _clauses(rows: Sequence[FightUnit], exchanged: Iterable[str]) -> tuple[str, ...]:
    crossing = tuple(exchanged)
    found = ["HX-ASSAULT-36"]
    if any(row.unit in crossing for row in rows):
        found += ["HX-ASSAULT-02", "HX-ASSAULT-38"]
    if any(not row.goal for row in rows):
        found += ["HX-ASSAULT-03", "HX-ASSAULT-12"]
    if len({row.seat for row in rows if row.goal and row.unit not in crossing}) > 1:
        found.append("HX-ASSAULT-01")
    return tuple(found)


def hex_contested(game: Game, event: HexContested) -> None:
    """Open the fight."""
    game.fights[event.fight] = Fight(event.fight, event.hex, event.units)


# -- what may be said


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    row = game.exchanges[subject_of(window, ExchangeSubject).exchange]
    return [offer(ChooseContestedHex, "HX-ASSAULT-07", exchange=Choice((row.id,)), hex=Choice(row.hexes))]


def _silence(game: Game, window: Window, _party: Party) -> Struct:
    row = game.exchanges[subject_of(window, ExchangeSubject).exchange]
    return ChooseContestedHex(exchange=row.id, hex=row.hexes[0])


PART = Part(
    handlers=handlers(choose_contested_hex),
    reducers=reducers(exchange_found, contested_hex_chosen, hex_contested),
    windows=windows(
        WindowKind(
            "exchange",
            "HX-ASSAULT-07",
            (ChooseContestedHex,),
            _offers,
            _silence,
            subject=ExchangeSubject,
            after_flag=True,
        )
    ),
)
