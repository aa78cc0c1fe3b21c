"""HX-RETREAT: losers leave and winners enter, once all fights of a step are over.

Losers choose in order of choosing. Then all go at once: where both sides chose one hex they roll for it, and who loses
that chooses anew. Who is surrounded fights once more, at once; winners wait for that as far as it is about their hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import EVERYONE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.hex_orders.model.board_hexes import order_of_hexes, turned
from adjudicator.rulesets.hex_orders.model.messages import (
    FightUnit,
    HexContested,
    ResolveRetreats,
    RetreatChosen,
    RetreatUnit,
    RollOffRolled,
    UnitRetreated,
    UnitRotated,
    UnitTrapped,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, other_seat, own_tokens_in, units_in
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject, FightsSubject, RetreatPart, RetreatsSubject
from adjudicator.rulesets.hex_orders.rules.assault.fights import (
    attacked_from,
    choosing_groups,
    fighters,
    leave_all_fights,
    next_fight_id,
    retreat_of,
)
from adjudicator.rulesets.hex_orders.rules.damage import casualties
from adjudicator.rulesets.hex_orders.rules.gunnery import revealing
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effects
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import ask_in_order
from adjudicator.rulesets.hex_orders.rules.retreats import fight_ends, pre_assault_retreats
from adjudicator.rulesets.hex_orders.rules.retreats.retreat_hexes import (
    END,
    cannot_share_hex,
    clauses_of_retreat,
    destinations,
    entries,
    fight_of_unit,
    hexes_to_choose,
    losers,
    scope,
    ways_out,
    winners,
)

SURROUNDED = "surrounded"

# -- losers choose


def begin_after_assault(ruling: Ruling[Game]) -> None:
    """HX-TURN-09, HX-TURN-10 Let losers choose, then let everybody go; then hex effects act once more."""
    hex_effects.ask_trigger(ruling, "assault")
    ruling.ask(END, TABLE)
    ask_losers(ruling)


def ask_losers(ruling: Ruling[Game]) -> None:
    """HX-RETREAT-01 Ask the owners of losers that have not chosen, in order of choosing."""
    ask_in_order(ruling, "retreats", choosing_groups(ruling.game, losers_to_choose(ruling.game)))


def losers_to_choose(game: Game, seat: Party | None = None, nation: str = "") -> tuple[str, ...]:
    """List losers whose owner has a choice to make: none was made, or it is no longer open; by id."""
    return tuple(
        unit
        for unit in losers(game)
        if seat in (None, game.units[unit].seat)
        and nation in ("", game.sheets[unit].nation)
        and (found := hexes_to_choose(game, unit))
        and retreat_of(game, unit).hex not in found
    )


def retreat_unit(ruling: Ruling[Game], command: RetreatUnit) -> None:
    """HX-RETREAT-04 HX-RETREAT-08 The owner of a loser says where it goes and how it turns."""
    game, nation = ruling.game, ruling.subject(ChoosingSubject).nation
    mine = command.unit in losers_to_choose(game, ruling.actor, nation)
    ruling.require(mine, "HX-RETREAT-01", "not-a-loser", "unit", unit=command.unit)
    where = pre_assault_retreats.chosen_hex(ruling, command.hex, hexes_to_choose(game, command.unit))
    turn = pre_assault_retreats.chosen_turn(ruling, command.turn)
    because = _clauses_of_choice(game, command.unit, where)
    ruling.record(RetreatChosen(unit=command.unit, hex=where, turn=turn), "HX-RETREAT-01", *because, "HX-RETREAT-08")
    if not losers_to_choose(ruling.game, ruling.actor, nation):
        ruling.answered()


def _clauses_of_choice(game: Game, unit: str, where: str) -> tuple[str, ...]:
    return clauses_of_retreat(game, unit, where) if where in destinations(game, unit) else ("HX-RETREAT-06",)


def retreat_chosen(game: Game, event: RetreatChosen) -> None:
    """Keep the choice until all go."""
    game.retreats[event.unit] = replace(retreat_of(game, event.unit), hex=event.hex, turn=event.turn, decided=True)


# -- all go


def resolve_retreats(ruling: Ruling[Game], _command: ResolveRetreats) -> None:
    """HX-ASSAULT-08 HX-RETREAT-09 Losers leave at the same time, then winners enter; then the surrounded fight."""
    game = ruling.game
    ruling.answered()
    if not losers_to_choose(game):
        _leave(ruling)
    if losers_to_choose(game):
        ruling.ask(END, TABLE, subject=RetreatsSubject(scope(game)))
        ask_losers(ruling)
        return
    trapped = losers(game)
    fighting = [unit for unit in trapped if retreat_of(game, unit).hex in ways_out_of(game, unit)]
    for unit in trapped:
        _surround(ruling, unit, fights=unit in fighting)
    waiting = [entry.unit for entry in entries(game, winners(game)) if entry.held == "trapped"]
    # who was surrounded and has won makes room for those that wait
    free = [winner.unit for winner in winners(game) if retreat_of(game, winner.unit).trapped]
    fight_ends.enter_as_winners(
        ruling, [winner for winner in winners(game) if winner.unit in free], "HX-RETREAT-06", "HX-ASSAULT-08"
    )
    rest = [winner for winner in winners(game) if winner.unit not in free]
    fight_ends.enter_as_winners(ruling, rest, "HX-ASSAULT-08", "HX-ASSAULT-38")
    if fighting:
        _fight_again(ruling, fighting, waiting)


def ways_out_of(game: Game, unit: str) -> tuple[str, ...]:
    """HX-RETREAT-06 List the hexes that a surrounded loser may fight for, once in a step."""
    return () if retreat_of(game, unit).trapped or scope(game) else ways_out(game, unit)


def _leave(ruling: Ruling[Game]) -> None:
    """HX-RETREAT-09 Let all go that have a hex to go to; where both sides want one they roll, and the lower waits."""
    game = ruling.game
    going = [unit for unit in losers(game) if retreat_of(game, unit).hex in destinations(game, unit)]
    wanted = {unit: retreat_of(game, unit).hex for unit in going}
    late = _rolled_for_space(ruling, wanted)
    choices = {unit: retreat_of(game, unit) for unit in going if unit not in late}
    because = {unit: _clauses_of_choice(game, unit, row.hex) for unit, row in choices.items()}
    for unit, row in choices.items():
        fight_ends.record_retreat(ruling, unit, row.hex, row.turn, "HX-RETREAT-01", *because[unit])


def _rolled_for_space(ruling: Ruling[Game], wanted: dict[str, str]) -> list[str]:
    """HX-RETREAT-09 Roll for every hex that both sides want, in order of hexes; list the units that go elsewhere."""
    late: list[str] = []
    for where in sorted(set(wanted.values()), key=order_of_hexes):
        units = [unit for unit in wanted if wanted[unit] == where]
        if _compete(ruling.game, units):
            off = ruling.roll_off(6, "retreat-space")
            event = RollOffRolled(question="retreat_space", faces=off.faces, winner=off.winner)
            ruling.record(event, "HX-RETREAT-09")
            late.extend(unit for unit in units if ruling.game.units[unit].seat != off.winner)
    return late


def _compete(game: Game, units: Sequence[str]) -> bool:
    rows = [game.units[unit] for unit in units]
    return any(one.seat != other.seat and cannot_share_hex(game, one, other) for one in rows for other in rows)


def retreated(game: Game, event: UnitRetreated) -> None:
    """Put it there; it is out of its fight."""
    pre_assault_retreats.left_fight(game, event)
    row = game.units[event.unit]
    if event.hex != row.hex:
        row = hex_effects.moved_into(game, row, event.hex)
    game.units[event.unit] = replace(row, facing=event.facing)


# -- the surrounded


def _surround(ruling: Ruling[Game], unit: str, *, fights: bool) -> None:
    """HX-RETREAT-06 A surrounded unit fights its way out, or is destroyed when damage is applied."""
    row = retreat_of(ruling.game, unit)
    ruling.record(UnitTrapped(unit=unit, hex=row.hex if fights else ""), "HX-RETREAT-06")
    if not fights:
        casualties.destroy_later(ruling, unit, SURROUNDED, "HX-RETREAT-06")


def unit_trapped(game: Game, event: UnitTrapped) -> None:
    """Its first fight is behind it; it does not retreat any more in this step."""
    row = replace(retreat_of(game, event.unit), hex=event.hex, trapped=True)
    game.retreats[event.unit] = row if row.fight else replace(row, fight=_last_fight(game, event.unit))
    leave_all_fights(game, event.unit)


def _last_fight(game: Game, unit: str) -> str:
    found = fight_of_unit(game, unit)
    return found[0].id if found is not None else ""


def _fight_again(ruling: Ruling[Game], units: Sequence[str], waiting: Sequence[str]) -> None:
    """HX-RETREAT-06 Let the surrounded fight for the hexes they should have gone to, before anything else happens."""
    game = ruling.game
    goals = sorted({retreat_of(game, unit).hex for unit in units}, key=order_of_hexes)
    made = [_contest(ruling, where, [unit for unit in units if retreat_of(game, unit).hex == where]) for where in goals]
    ruling.ask(END, TABLE, subject=RetreatsSubject((*_parts("fight", made), *_parts("winner", waiting))))
    ruling.ask("losers")
    ruling.ask("fights", subject=FightsSubject(surrounded=1))


def _parts(kind: str, ids: Iterable[str]) -> tuple[RetreatPart, ...]:
    return tuple(RetreatPart(kind, id) for id in ids)


def _contest(ruling: Ruling[Game], where: str, units: Sequence[str]) -> str:
    game = ruling.game
    enemies = [
        row.id
        for row in units_in(game, where)
        if row.seat == other_seat(game.units[units[0]].seat)
        and any(cannot_share_hex(game, row, game.units[unit]) for unit in units)
    ]
    for enemy in enemies:
        revealing.reveal(ruling, enemy, "assault", "HX-RETREAT-06")
    movers = tuple(_mover(ruling, unit, where) for unit in units)
    stationary = tuple(_stationary(game, enemy, where) for enemy in enemies)
    fight = Fight(next_fight_id(game), where, (*movers, *stationary))
    seen = tuple(
        replace(fighter, angles=attacked_from(game, fight, fighter))
        for seat in SEATS
        for fighter in fighters(fight, seat)
    )
    ruling.record(HexContested(fight=fight.id, hex=where, units=seen), "HX-RETREAT-06", "HX-ASSAULT-36")
    return fight.id


def _mover(ruling: Ruling[Game], unit: str, where: str) -> FightUnit:
    """HX-RETREAT-06 It fights with its front values if it turns about first, or else backs in."""
    game = ruling.game
    row, choice = game.units[unit], retreat_of(game, unit)
    if fight_ends.CLICKS[choice.turn]:
        facing = turned(row.facing, fight_ends.CLICKS[choice.turn])
        event = UnitRotated(owner=EVERYONE, unit=unit, facing=facing, code="retreat")
        ruling.record(event, "HX-RETREAT-06", "HX-RETREAT-08")
    # who is surrounded where it came from goes back there from the hex that it failed to enter
    origin = row.hex if row.hex != where else game.fights[choice.fight].hex
    reverse = choice.turn != "about"
    return FightUnit(unit=unit, seat=row.seat, origin=origin, goal=where, reverse=reverse)


def _stationary(game: Game, unit: str, where: str) -> FightUnit:
    return FightUnit(unit=unit, seat=game.units[unit].seat, origin=where, goal="", reverse=False)


def _losers_again(ruling: Ruling[Game], _window: Window) -> None:
    ask_losers(ruling)


# -- what may be said


def _loser_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    units = losers_to_choose(game, party, subject_of(window, ChoosingSubject).nation)
    return [
        offer(RetreatUnit, "HX-RETREAT-04", unit=Choice((unit,)), hex=Choice(hexes_to_choose(game, unit)), turn=TURNS)
        for unit in units
    ]


def _first_hex(game: Game, window: Window, party: Party) -> RetreatUnit:
    """HX-GAP-08, HX-GAP-09 The first hex, rather one without tokens of the own side, and the facing stays."""
    unit = losers_to_choose(game, party, subject_of(window, ChoosingSubject).nation)[0]
    names = hexes_to_choose(game, unit)
    free = (name for name in names if not own_tokens_in(game, party, name))
    return RetreatUnit(unit=unit, hex=next(free, names[0]), turn="none")


TURNS = Choice(fight_ends.TURNS)


PART = Part(
    handlers=handlers(retreat_unit, resolve_retreats),
    reducers=reducers(retreat_chosen, retreated, unit_trapped),
    windows=windows(
        WindowKind(
            "retreats",
            "HX-RETREAT-01",
            (RetreatUnit,),
            _loser_offers,
            _first_hex,
            subject=ChoosingSubject,
            after_flag=True,
        ),
        table_step(END, "HX-TURN-09", ResolveRetreats, subject=RetreatsSubject),
        WindowKind("losers", "HX-RETREAT-01", on_close=_losers_again),
    ),
)
