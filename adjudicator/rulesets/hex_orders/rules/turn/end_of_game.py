"""How a game ends, who has won it, and that everything is told then (HX-GAP-01, HX-GAP-07, HX-GAP-09)."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.results import Concluded, conclude_plainly, hundredths
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.messages import ScorePart, SeatScore
from adjudicator.rulesets.hex_orders.model.board_hexes import no_mans_land
from adjudicator.rulesets.hex_orders.model.messages import EndGame, GameEnded, Score, ScoreCounted, SecretsPublished
from adjudicator.rulesets.hex_orders.model.state import ENDED, SEATS, Game, is_flying, on_board, other_seat, units_in
from adjudicator.rulesets.hex_orders.roster.budgets import total
from adjudicator.rulesets.hex_orders.rules.gunnery import revealing
from adjudicator.rulesets.hex_orders.rules.orders import due_orders
from adjudicator.rulesets.hex_orders.rules.turn import turn_steps

# words of the contract's enum Ending, and the reasons of GameEnded
ENDINGS = {"elimination": "eliminated"}
REASONS = {"conceded": "concession", "agreed": "agreement"}

# -- the end of a turn


def end_game(ruling: Ruling[Game], _command: EndGame) -> None:
    """HX-GAP-01 HX-GAP-07 A side without units has lost; else the game goes on until its last turn."""
    game = ruling.game
    left = tuple(seat for seat in SEATS if on_board(game, seat))
    ruling.answered()
    if len(left) < len(SEATS):
        finish_game(ruling, "elimination", left[0] if left else None, "HX-GAP-01")
    elif game.options.turn_limit and game.turn >= game.options.turn_limit:
        _count(ruling)
    else:
        turn_steps.begin_turn(ruling, game.turn + 1)


def _count(ruling: Ruling[Game]) -> None:
    """HX-GAP-07 After the last turn the victory option decides; without points it is a draw."""
    victory = ruling.game.options.victory
    if victory == "last_standing":
        finish_game(ruling, "turn_limit", None, "HX-GAP-07")
        return
    score_of = attrition if victory == "attrition" else ground_held
    points = tuple(score_of(ruling.game, seat) for seat in SEATS)
    scores = tuple(Score(seat=seat, points=points[seat]) for seat in SEATS)
    ruling.record(ScoreCounted(scores=scores), "HX-GAP-07")
    winner = None if points[0] == points[1] else points.index(max(points))
    finish_game(ruling, "turn_limit", winner, "HX-GAP-07")


def attrition(game: Game, seat: Party) -> int:
    """HX-GAP-07 Add the prices of enemy bases that are gone or found no room, all pools together."""
    enemy = other_seat(seat)
    lost = (game.sheets[unit.id] for unit in game.units.values() if unit.seat == enemy and unit.out)
    roomless = (slot.sheet for slot in game.armies.values() if slot.seat == enemy and slot.out)
    return sum(total(sheet.price) for sheet in (*lost, *roomless))


def ground_held(game: Game, seat: Party) -> int:
    """HX-GAP-07 Count the hexes of NoMansLand that hold a ground unit of a side."""
    return sum(
        any(unit.seat == seat and not is_flying(game, unit) for unit in units_in(game, name))
        for name in no_mans_land(game)
    )


def score_counted(_game: Game, _event: ScoreCounted) -> None:
    """The points decide who has won, which is an event of its own."""


# -- the end


def finish_game(ruling: Ruling[Game], reason: str, winner: Party | None, *cited: str) -> None:
    """End the game and tell every secret; `winner` is None for a draw (HX-GAP-09)."""
    _tell(ruling, reason, winner, *cited)
    outcome, ending = ("draw" if winner is None else "won"), ENDINGS.get(reason, "points")
    ruling.finish(() if winner is None else (winner,), outcome, ending, *cited)


def _tell(ruling: Ruling[Game], reason: str, winner: Party | None, *cited: str) -> None:
    ruling.record(GameEnded(reason=reason, winner=winner), *cited)
    for unit in on_board(ruling.game):
        if unit.hidden:
            revealing.reveal(ruling, unit.id, "end", "HX-GAP-09")
    _publish(ruling)


def _publish(ruling: Ruling[Game]) -> None:
    """HX-GAP-09 Tell orders that nobody else knows, and open the entries that hold them."""
    rows = due_orders.orders_not_due(ruling.game)
    entries = sorted({row.entry for row in rows if row.entry})
    if entries:
        ruling.unseal(*entries, clause="HX-GAP-09")
    plots = tuple(due_orders.plot_of(ruling.game, row) for row in rows)
    ruling.record(SecretsPublished(orders=plots), "HX-GAP-09")


def game_ended(game: Game, event: GameEnded) -> None:
    """Stop the clock."""
    game.step, game.ended, game.winner = ENDED, event.reason, event.winner


def secrets_published(game: Game, _event: SecretsPublished) -> None:
    """Everybody knows every order now."""
    for row in due_orders.orders_not_due(game):
        due_orders.mark_shown(game, row.turn, (row.unit,))


# -- an end that does not follow from the rules


def conclude(ruling: Ruling[Game], concluded: Concluded) -> None:
    """HX-GAP-01 HX-GAP-09 End a game that is given up, drawn by agreement or ended by a ruling; secrets are told."""
    winner = next(iter(concluded.winners), None)
    _tell(ruling, REASONS.get(concluded.reason, concluded.reason), winner, "HX-GAP-01", concluded.clause)
    conclude_plainly(ruling, concluded)


def score(game: Game) -> tuple[SeatScore, ...]:
    """HX-GAP-07 Count by the option `victory`; nothing where the last side standing wins."""
    victory = game.options.victory
    if victory == "last_standing" or not game.sides:
        return ()
    name, count = ("prices of enemy bases lost", attrition) if victory == "attrition" else ("hexes held", ground_held)
    values = tuple(hundredths(count(game, seat)) for seat in SEATS)
    return tuple(
        SeatScore(total=value, parts=(ScorePart(name=name, value=value, clause="HX-GAP-07"),)) for value in values
    )


PART = Part(
    handlers=handlers(end_game),
    reducers=reducers(score_counted, game_ended, secrets_published),
    windows=windows(table_step("end_check", "HX-GAP-01", EndGame)),
)
