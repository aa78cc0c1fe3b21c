"""What a party may see: everything but what is sealed, not yet due, or behind a token (HX-GAP-06, HX-GAP-09)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.hex_orders.model.messages import Hit, MapArea, Options, PlacedPlot, Plot
from adjudicator.rulesets.hex_orders.model.rows import BoardHex, Fight, Orders, Side, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, knows_unit, on_board, order_of_ids, orders_key
from adjudicator.rulesets.hex_orders.reports.board_text import board_text
from adjudicator.rulesets.hex_orders.reports.messages import (
    FightView,
    HexView,
    SetupView,
    ShotView,
    SideView,
    SlotView,
    UnitView,
    View,
)
from adjudicator.rulesets.hex_orders.rules.gunnery.revealing import status_of
from adjudicator.rulesets.hex_orders.rules.orders.due_orders import plot_of
from adjudicator.rulesets.hex_orders.rules.turn import turn_steps

EMPTY = BoardHex()


def view(game: Game, party: Party) -> View:
    """Show the game; `seq` and `head` are the service's to fill in."""
    return replace(bot_view(game, party), board=board_text(game, party))


def bot_view(game: Game, party: Party) -> View:
    """Show the game without the board as text, which only people read."""
    terms = game.terms
    return View(
        seq=0,
        head=b"",
        scenario=terms.scenario if terms else "",
        game_type=terms.game_type if terms else "",
        options=to_message(game.options, Options) if terms else None,
        columns=terms.columns if terms else 0,
        rows=terms.rows if terms else 0,
        turn=game.turn,
        step=game.step or (turn_steps.WRITING if game.sides else ""),
        sides=tuple(_side(game, seat, party) for seat in sorted(game.sides)),
        hexes=tuple(_hexes(game)),
        army=tuple(_army(game, party)),
        own_area=_own_area(game, party),
        setup=_setup(game),
        units=tuple(map(partial(_unit, game, party), on_board(game))),
        own_orders=tuple(_own_orders(game, party)),
        shots=tuple(_shots(game, party)),
        hits=tuple(_hits(game, party)),
        fights=tuple(_fight(fight) for fight in game.fights.values()),
        destroyed=tuple(map(partial(_unit, game, party), _gone(game))),
        draw_offered=game.draw.by if game.draw else None,
        ended=game.ended,
        winner=game.winner,
        board="",
    )


# -- sides and what they brought


def _side(game: Game, seat: Party, party: Party) -> SideView:
    row = game.sides[seat]
    return SideView(
        seat=seat,
        number=row.number,
        role=row.role,
        nations=row.nations,
        budget_package=row.package,
        budget=row.budget if _knows_budget(game, row, own=seat == party) else None,
        huge_declared=row.huge is not None,
        huge=row.huge or () if row.huge_shown or seat == party else (),
        army_committed=row.army,
        area_committed=row.area,
        orders_committed=row.orders,
        tokens=sum(unit.hidden for unit in on_board(game, seat)),
        not_deployed=tuple(_not_deployed(game, seat)) if seat == party else (),
    )


def _knows_budget(game: Game, row: Side, *, own: bool) -> bool:
    """HX-ARMY-06 The points that the armoured side divided in secret are told when the set-up is over."""
    begun = game.turn > 0 or game.step in {"", turn_steps.WRITING} or bool(game.ended)
    return own or row.free is None or begun


def _not_deployed(game: Game, seat: Party) -> Iterator[int]:
    return (slot.number for slot in game.armies.values() if slot.seat == seat and slot.out)


def _army(game: Game, party: Party) -> Iterator[SlotView]:
    """Show an army to its own side while some of it waits to be placed."""
    own = sorted((slot for slot in game.armies.values() if slot.seat == party), key=lambda slot: slot.number)
    if all(slot.unit or slot.out for slot in own):
        return
    for slot in own:
        yield SlotView(slot=slot.number, sheet=slot.sheet, placed=bool(slot.unit) or slot.out)


def _own_area(game: Game, party: Party) -> MapArea | None:
    """HX-MAP-05 Show a side the area that it designed, until both are laid out."""
    return None if all(side.area for side in game.sides.values()) else game.areas.get(party)


def _setup(game: Game) -> SetupView | None:
    """Show the setup step; whose placement it is, is known once the question is open."""
    row, top = game.setup, game.stack[-1] if game.stack else None
    if row is None:
        return None
    turn = top.asks[0] if top is not None and top.kind == "placing" and top.asks else None
    return SetupView(step=row.step, turn=turn, quota=row.quota)


# -- the board


def _hexes(game: Game) -> Iterator[HexView]:
    for name in sorted(game.hexes, key=lambda name: (int(name[1:]), name[0])):
        cell = game.hexes[name]
        if cell != EMPTY:
            yield HexView(hex=name, terrain=cell.terrain, overlays=cell.overlays, effects=cell.effects)


def _gone(game: Game) -> list[Unit]:
    return sorted((unit for unit in game.units.values() if unit.out), key=lambda unit: order_of_ids(unit.id))


def _unit(game: Game, party: Party, unit: Unit) -> UnitView:
    """HX-GAP-09 Show a unit: of the enemy's hidden unit only its token and hex."""
    if not knows_unit(party, unit):
        return UnitView(id=unit.id, seat=unit.seat, hex=unit.hex, hidden=True)
    return UnitView(
        id=unit.id,
        seat=unit.seat,
        hex=unit.hex,
        hidden=unit.hidden,
        sheet=game.sheets[unit.id],
        status=status_of(game, unit),
        orders=_orders(game, party, unit),
        committed=_committed(game, unit),
    )


# -- orders


def _orders(game: Game, party: Party, unit: Unit) -> tuple[PlacedPlot, ...]:
    """HX-ORDERS-05 Show a unit's orders of this turn, once they are due."""
    row = game.orders.get(orders_key(unit.id, game.turn))
    if row is None or unit.out or not (row.shown or (unit.seat == party and is_due(game, row))):
        return ()
    return (plot_of(game, row),)


def is_due(game: Game, row: Orders) -> bool:
    """HX-ORDERS-05 Tell whether orders are being carried out, or were."""
    return row.turn < game.turn or (row.turn == game.turn and game.step != turn_steps.WRITING)


def _committed(game: Game, unit: Unit) -> tuple[int, ...]:
    """HX-GAP-09 Name the turns for which a unit has final orders that are not shown."""
    rows = (row for row in game.orders.values() if row.unit == unit.id and row.final and not row.shown)
    return () if unit.out else tuple(sorted(row.turn for row in rows if row.turn >= game.turn))


def _own_orders(game: Game, party: Party) -> Iterator[Plot]:
    """Show a side the orders that it wrote and that are not yet due."""
    own = (row for row in game.orders.values() if row.seat == party and not is_due(game, row))
    for row in sorted(own, key=lambda row: (row.turn, order_of_ids(row.unit))):
        if not game.units[row.unit].out:
            movement = plot_of(game, row).movement
            yield Plot(turn=row.turn, unit=row.unit, movement=(movement,), gunnery=row.gunnery)


# -- what is under way


def _shots(game: Game, party: Party) -> Iterator[ShotView]:
    """HX-GAP-09 Show what was declared, but for what hidden units of the other side spot."""
    for row in game.declared.values():
        if row.kind == "held" or (row.kind == "spot" and not knows_unit(party, game.units[row.unit])):
            continue
        for shot in row.shots:
            yield ShotView(id=shot.id, unit=row.unit, weapon=row.weapon, target=shot.target)
        if not row.shots:
            yield ShotView(id=row.id, unit=row.unit, weapon=row.weapon, target=row.target)


def _hits(game: Game, party: Party) -> Iterator[Hit]:
    """HX-GAP-09 Show hits, but for those on hidden units of the other side: they tell how these face."""
    for hit in game.hits.values():
        if knows_unit(party, game.units[hit.target]):
            yield hit


def _fight(row: Fight) -> FightView:
    return FightView(
        id=row.id,
        hex=row.hex,
        units=row.units,
        groups=row.groups,
        deflections=row.deflections,
        advantage=row.advantage,
        hits=row.hits,
        over=row.over,
    )
