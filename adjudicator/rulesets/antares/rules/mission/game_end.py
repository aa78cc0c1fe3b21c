"""How a turn and a game end: broken armies, points and the winner (AN-TURNEND-16, AN-WIN)."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Range, items, offer
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.decide.results import Concluded, conclude_plainly, hundredths
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, table_step, windows
from adjudicator.kernel.messages import ScorePart, SeatScore
from adjudicator.rulesets.antares.model.messages import (
    ArmyBroken,
    EndGame,
    EndTurn,
    GameConceded,
    GameEnded,
    ObjectivesScored,
    TurnEnded,
)
from adjudicator.rulesets.antares.model.state import SEATS, Game, on_table, rival, terms_of
from adjudicator.rulesets.antares.rules.damage import casualties
from adjudicator.rulesets.antares.rules.mission.objectives import points_of_turn
from adjudicator.rulesets.antares.rules.tests.rounding import is_majority
from adjudicator.rulesets.antares.rules.turn import turn_steps

ENDED = "ended"
ENDINGS = {"destroyed": "eliminated", "ruled": "adjudicated"}
END_TURN, END_GAME = "end_turn", "end_game"
# so many points a referee is offered to count at most; more may be counted
MOST_POINTS = 1_000

# -- the end of a turn


def end_turn(ruling: Ruling[Game], _command: EndTurn) -> None:
    """AN-TURNEND-16 AN-WIN-01 Look for broken armies and for the end; else the next turn begins."""
    game = ruling.game
    ruling.record(TurnEnded(turn=game.turn, lost=tuple(game.sides[seat].dice_lost for seat in SEATS)), "AN-TURNEND-16")
    casualties.let_flee(ruling, "AN-TURNEND-16")
    points = points_of_turn(ruling.game)
    if any(points):
        ruling.record(ObjectivesScored(points=points), "AN-TURNEND-16")
    _find_broken(ruling)
    ruling.answered()
    if reason_to_end(ruling.game):
        ruling.ask(END_GAME, TABLE)
    else:
        turn_steps.begin_turn(ruling, game.turn + 1)


def _find_broken(ruling: Ruling[Game]) -> None:
    """AN-WIN-01 AN-WIN-02 AN-WIN-05 Note which armies are broken by now."""
    for seat in SEATS:
        if is_broken(ruling.game, seat) and not ruling.game.sides[seat].broken:
            ruling.record(ArmyBroken(seat=seat), "AN-WIN-01", "AN-WIN-02")


def is_broken(game: Game, seat: Party) -> bool:
    """AN-WIN-01 AN-GEN-06 Tell whether an army has lost more than half of its starting dice."""
    row = game.sides[seat]
    return is_majority(row.dice_lost, row.starting_dice)


def reason_to_end(game: Game) -> str:
    """AN-TURNEND-16 AN-WIN-05 Give the reason why the game is over at the end of a turn; empty where it is not."""
    terms = terms_of(game).terms
    if any(not on_table(game, seat) for seat in SEATS):
        return "destroyed"
    ends = game.options.broken_army_ends_game or terms.ends_when_broken
    if ends and any(game.sides[seat].broken for seat in SEATS):
        return "army_broken"
    return "turn_limit" if terms.turns and game.turn >= terms.turns else ""


# -- the end of the game


def end_game(ruling: Ruling[Game], command: EndGame) -> None:
    """AN-WIN-03 AN-WIN-05 End the game and count: by the scenario, or as the referee does."""
    game = ruling.game
    reason = reason_to_end(game)
    ruled = ruling.giver == REFEREE
    ruling.require(reason or ruled, "AN-WIN-05", "not-over")
    ruling.require(not command.points or ruled, "AN-WIN-03", "referee-only", "points")
    fits = len(command.points) in (0, len(SEATS))
    ruling.require(fits, "AN-WIN-03", "points-of-both", "points", found=len(command.points))
    _find_broken(ruling)
    counted = command.points or counted_points(ruling.game)
    _finish(ruling, reason or "ruled", counted)


def counted_points(game: Game) -> tuple[int, ...]:
    """AN-WIN-03 Count what the scenario scores, seat 0 first; empty where it is not scored in points."""
    scoring = terms_of(game).terms.scoring
    if scoring == "lost_dice":
        return tuple(game.sides[rival(seat)].dice_lost for seat in SEATS)
    return tuple(game.sides[seat].points for seat in SEATS) if scoring == "objectives" else ()


def final_points(game: Game, points: tuple[int, ...]) -> tuple[int, ...]:
    """AN-WIN-04 Cap the points of a broken army at those of an opponent who is not."""
    loser = sole_broken(game)
    if loser is None or not points:
        return points
    capped = min(points[loser], points[rival(loser)])
    return tuple(capped if seat == loser else points[seat] for seat in SEATS)


def sole_broken(game: Game) -> Party | None:
    """AN-WIN-05 Give the seat whose army alone is broken; None where neither or both are."""
    broken = [seat for seat in SEATS if game.sides[seat].broken]
    return broken[0] if len(broken) == 1 else None


def both_broken(game: Game) -> bool:
    """AN-WIN-05 Tell whether both armies are broken."""
    return all(game.sides[seat].broken for seat in SEATS)


def winner_of(game: Game, reason: str, points: tuple[int, ...]) -> Party | None:
    """AN-WIN-03 AN-WIN-05 Give the seat that has won; None for a draw.

    Without points it is the side that is left, or the one that is not broken where that ends the game. Of two broken
    armies neither wins, unless the option lets points decide.
    """
    loser = sole_broken(game)
    if both_broken(game) and game.options.both_broken == "draw":
        return None
    if points:
        if loser is not None:
            return rival(loser)
        return None if points[0] == points[1] else points.index(max(points))
    if reason == "army_broken" and loser is not None:
        return rival(loser)
    left = [seat for seat in SEATS if on_table(game, seat) and seat != loser]
    return left[0] if reason == "destroyed" and len(left) == 1 else None


def _finish(ruling: Ruling[Game], reason: str, points: tuple[int, ...]) -> None:
    game = ruling.game
    final = final_points(game, points)
    winner = winner_of(game, reason, final)
    broken = tuple(seat for seat in SEATS if game.sides[seat].broken)
    cited = ("AN-WIN-03", "AN-WIN-04", "AN-WIN-05") if points else ("AN-WIN-05",)
    ruling.record(GameEnded(reason=reason, points=points, final_points=final, broken=broken, winner=winner), *cited)
    outcome = "draw" if winner is None else "won"
    winners = () if winner is None else (winner,)
    ruling.finish(winners, outcome, ENDINGS.get(reason, "points"), *cited)


def conclude(ruling: Ruling[Game], concluded: Concluded) -> None:
    """AN-WIN-05 End a game that is given up, drawn by agreement or ended by a ruling."""
    broken = tuple(seat for seat, side in sorted(ruling.game.sides.items()) if side.broken)
    winner = next(iter(concluded.winners), None)
    ended = GameEnded(reason=concluded.reason, points=(), final_points=(), broken=broken, winner=winner)
    ruling.record(ended, "AN-WIN-05", concluded.clause)
    conclude_plainly(ruling, concluded)


def score(game: Game) -> tuple[SeatScore, ...]:
    """AN-WIN-03 Count what the scenario scores; nothing where it scores no points."""
    if game.terms is None:
        return ()
    counted = game.final_points or final_points(game, counted_points(game))
    name = "enemy order dice lost" if terms_of(game).terms.scoring == "lost_dice" else "points"
    return tuple(
        SeatScore(total=value, parts=(ScorePart(name=name, value=value, clause="AN-WIN-03"),))
        for value in map(hundredths, counted)
    )


# -- reducers


def turn_ended(_game: Game, _event: TurnEnded) -> None:
    """What it leaves is cleared when the next one begins."""


def objectives_scored(game: Game, event: ObjectivesScored) -> None:
    """Add the points."""
    for seat in SEATS:
        row = game.sides[seat]
        game.sides[seat] = replace(row, points=row.points + event.points[seat])


def army_broken(game: Game, event: ArmyBroken) -> None:
    """Note it."""
    game.sides[event.seat] = replace(game.sides[event.seat], broken=True)


def game_conceded(_game: Game, _event: GameConceded) -> None:
    """The end is an event of its own."""


def game_ended(game: Game, event: GameEnded) -> None:
    """Stop the clock."""
    game.step, game.end_reason, game.winner, game.final_points = ENDED, event.reason, event.winner, event.final_points


# -- what may be said


def _end_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(EndGame, "AN-WIN-05")] if reason_to_end(game) else []


def _referee_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    """AN-WIN-03 Offer a referee to end the game with points as he counts them, those of seat 0 first."""
    count = Range(0, MOST_POINTS)
    return [offer(EndGame, "AN-WIN-03", points=items(count, count, least=2, most=2, once=True))]


PART = Part(
    handlers=handlers(end_turn, end_game),
    reducers=reducers(turn_ended, objectives_scored, army_broken, game_conceded, game_ended),
    windows=windows(
        dataclasses.replace(table_step(END_TURN, "AN-TURNEND-16", EndTurn), accepts=(EndTurn, EndGame)),
        WindowKind(END_GAME, "AN-WIN-05", (EndGame,), _end_offers, always(EndGame()), referee_offers=_referee_offers),
    ),
)
