"""Chapter 7.0, steps nine and ten: how a battle ends, and who has won it."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.results import Concluded, conclude_plainly, hundredths
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.messages import ScorePart, SeatScore
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleConceded,
    BattleEnded,
    EndBattle,
    VictorDetermined,
)
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game, rival
from adjudicator.rulesets.grinding_annihilation.rules.missions import break_through, scoring
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import defender_of, scenario_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import waiting
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import (
    destroy,
    destroyed_seats,
)


def check_annihilation(ruling: Ruling[Game]) -> bool:
    """GA-7.0-17 End the battle at once where an army is destroyed and nothing that this set off is left to do.

    Drops every window and asks for EndBattle. Returns whether the battle is over.
    """
    game = ruling.game
    if game.demises or game.wrecks or game.pending or not destroyed_seats(game):
        return False
    game.stack = ()
    ruling.ask("end_battle", TABLE)
    return True


def end_battle(ruling: Ruling[Game], _command: EndBattle) -> None:
    """GA-7.0-17 The battle is over when an army is destroyed, or with the last round."""
    reason = "annihilation" if destroyed_seats(ruling.game) else "rounds"
    _lose_reserves(ruling)
    scoring.pay_generals(ruling)
    scoring.close_battle(ruling, early=reason != "rounds")
    ruling.record(BattleEnded(reason=reason, round=ruling.game.battle.round), "GA-7.0-17")
    _name_victor(ruling)


def _lose_reserves(ruling: Ruling[Game]) -> None:
    """GA-3.2-29 GA-7.0-18 What has not arrived from Reserves counts as destroyed, with all that is aboard of it."""
    game = ruling.game
    spared = game.battle.round if game.options.aircraft_last_round_safe else 0
    rows = [row for seat in SEATS for row in waiting(game, seat) if not (spared and row.left == spared)]
    for key in [troop for row in rows for troop in row.troops]:
        destroy(ruling, key, "not_arrived", "GA-7.0-18", "GA-3.2-29")


def battle_ended(game: Game, event: BattleEnded) -> None:
    """Stop the clock."""
    game.battle = replace(game.battle, phase="over", step="", turn=None, selects=None, ended=event.reason)


def _name_victor(ruling: Ruling[Game]) -> None:
    """GA-7.0-19 GA-7.0-20 A destroyed army loses where it counts; else more Tactical Points win."""
    game = ruling.game
    destroyed, clause = destroyed_seats(game), scenario_of(game).victory.clause
    points = _points(game)
    decided = len(destroyed) == 1 and _annihilation_wins(game)
    winner = rival(destroyed[0]) if decided else _more_points(game, points)
    why = (clause, "GA-7.5-08") if decided and break_through.lines(game) else (clause,)
    ruling.record(VictorDetermined(points=points, destroyed=destroyed, winner=winner), *why)
    ending = "eliminated" if destroyed else "points"
    if winner is None:
        ruling.finish((), "draw", ending, clause)
    else:
        ruling.finish((winner,), "won", ending, clause)


def _annihilation_wins(game: Game) -> bool:
    """GA-7.0-19 GA-7.0-20 GA-7.5-08 Tell whether a destroyed army loses whatever the points, always or by option."""
    return scenario_of(game).victory.rule == "annihilation_then_points" or game.options.annihilation_wins


def _more_points(game: Game, points: tuple[int, ...]) -> int | None:
    """GA-7.0-20 Equal points are a draw; in Break Through they go to the Attacker by an option (GA-7.5-07)."""
    if points[0] != points[1]:
        return points.index(max(points))
    attacker = break_through.lines(game) and game.options.break_through_tie == "attacker"
    return rival(defender_of(game)) if attacker else None


def victor_determined(game: Game, event: VictorDetermined) -> None:
    """Note who has won."""
    game.battle = replace(game.battle, winner=event.winner)


def conclude(ruling: Ruling[Game], concluded: Concluded) -> None:
    """GA-7.0-17 End a battle that is given up, drawn by agreement or ended by a ruling."""
    round_ = ruling.game.battle.round
    ruling.record(BattleEnded(reason=concluded.reason, round=round_), "GA-7.0-17", concluded.clause)
    ruling.record(
        VictorDetermined(points=_points(ruling.game), destroyed=(), winner=next(iter(concluded.winners), None)),
        "GA-7.0-17",
        concluded.clause,
    )
    conclude_plainly(ruling, concluded)


def score(game: Game) -> tuple[SeatScore, ...]:
    """GA-7.0-20 Tactical Points are what a battle is counted in."""
    rows = ((hundredths(points), "GA-7.0-20") for points in _points(game))
    return tuple(
        SeatScore(total=value, parts=(ScorePart(name="Tactical Points", value=value, clause=clause),))
        for value, clause in rows
    )


def _points(game: Game) -> tuple[int, ...]:
    return tuple(game.sides[seat].tactical_points for seat in SEATS)


def forfeit(ruling: Ruling[Game], absent: tuple[int, ...]) -> None:
    """GA-7.0-17 Let players who give no answer that the battle needs lose it; it is a draw where nobody does."""
    for seat in absent:
        ruling.record(BattleConceded(seat=seat), "GA-7.0-17")
    ruling.record(BattleEnded(reason="conceded", round=ruling.game.battle.round), "GA-7.0-17")
    winners = tuple(seat for seat in SEATS if seat not in absent)
    ruling.finish(winners if absent else (), "conceded" if winners else "draw", "forfeit", "GA-7.0-17")


def battle_conceded(game: Game, event: BattleConceded) -> None:
    """Note that the other player has won."""
    game.sides[event.seat] = replace(game.sides[event.seat], conceded=True)
    other = rival(event.seat)
    game.battle = replace(game.battle, winner=None if game.sides[other].conceded else other)


PART = Part(
    handlers=handlers(end_battle),
    reducers=reducers(battle_ended, victor_determined, battle_conceded),
    windows=windows(table_step("end_battle", "GA-7.0-17", EndBattle)),
)
