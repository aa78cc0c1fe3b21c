"""Which actions the army that is asked may take, and what its silence stands for."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window, subject_of
from adjudicator.rulesets.tile_formations.model.geometry import tiles_of
from adjudicator.rulesets.tile_formations.model.look_ups import enemy_formations, units_of
from adjudicator.rulesets.tile_formations.model.messages import BeginAction, EndAction, EndTurn
from adjudicator.rulesets.tile_formations.model.options import (
    ENGAGE,
    FAILED,
    HOLD,
    MARCH,
    PASSED,
    moves_of,
    takes_action_tests,
)
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject
from adjudicator.rulesets.tile_formations.model.tile_terrain import road_at
from adjudicator.rulesets.tile_formations.rules.play import turns
from adjudicator.rulesets.tile_formations.rules.zones.action_choice import possible_actions
from adjudicator.rulesets.tile_formations.rules.zones.leave_checks import road_fault


def action_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """TF-MOVE-04 Offer each formation that may act the actions that it may take, in the order of ids.

    Where turns come from outside, their end is offered too; else a seat that lost everybody who could act while it was
    asked lets the game go on (WG-TURN-01).
    """
    external = game.options.turn_order != turns.ALTERNATE
    ready = turns.formations_ready(game, party)
    over = [offer(EndTurn, "WG-TURN-01")] if external else [] if ready else [offer(EndAction, "WG-TURN-01")]
    return [*(row for key in ready for row in _offers_of(game, key)), *over]


def offers_instead(game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-MOVE-10 Offer a referee what a formation may do after a failed test, and nothing."""
    formation = subject_of(window, FormationSubject).formation
    return [*_offers_of(game, formation, free=True), offer(EndAction, "TF-MOVE-10", formation=Choice((formation,)))]


def _offers_of(game: Game, formation: str, *, free: bool = False) -> Iterator[Offer]:
    able = possible_actions(game, formation, free=free)
    plain = tuple(action for action in able if action != ENGAGE)
    one, results = Choice((formation,)), _results(game, free=free)
    if plain:
        yield offer(BeginAction, "TF-MOVE-04", formation=one, action=Choice(plain), **results)
    targets = _targets(game, formation)
    if ENGAGE in able and targets:
        engage = Choice((ENGAGE,))
        yield offer(BeginAction, "TF-CHARGE-03", formation=one, action=engage, target=Choice(targets), **results)
    if MARCH in able and _may_march_on_road(game, formation):
        yield offer(BeginAction, "TF-ROAD-05", formation=one, action=Choice((MARCH,)), road_march=Choice(("true",)))


def _results(game: Game, *, free: bool) -> dict[str, Choice]:
    """TF-MOVE-10 Offer the results of an action test where one is stated; what a referee begins instead needs none."""
    return {"test": Choice((PASSED, FAILED))} if takes_action_tests(game.options) and not free else {}


def _targets(game: Game, formation: str) -> tuple[str, ...]:
    """TF-CHARGE-03 List the enemy formations that are on the battlefield."""
    return enemy_formations(game, game.formations[formation].seat)


def _may_march_on_road(game: Game, formation: str) -> bool:
    """TF-ROAD-05 Tell whether a formation may march on the road alone."""
    units, moves = units_of(game, formation), moves_of(game.options, MARCH) or 0
    on_road = all(road_at(game, tile) for unit in units for tile in tiles_of(game, unit.id))
    return on_road and not any(road_fault(game, unit, moves) for unit in units)


def silence(game: Game, window: Window, party: Party) -> Struct | None:
    """WG-TURN-01 Take the action that silence stands for, unless the question is left to others who are asked.

    Where turns come from outside, a seat whose formations have all acted leaves it to them: nobody's silence ends the
    turn for those who could still act. The last who is asked says that it is over.
    """
    external = game.options.turn_order != turns.ALTERNATE
    idle = external and not turns.formations_to_act(game, party)
    return None if idle and _others_asked(game, window, party) else default_action(game, window, party)


def default_action(game: Game, _window: Window, party: Party) -> Struct:
    """Let silence hold with the first formation, or take the first action that it may; an engage action last.

    Where action tests are taken outside, silence claims no success: the test counts as failed (TF-MOVE-10). Where turns
    come from outside, it says that the turn is over once all its formations have acted in it, so that a game ends.
    """
    formation = next(iter(turns.formations_to_act(game, party)), None)
    if formation is None:
        return EndAction(formation="") if game.options.turn_order == turns.ALTERNATE else EndTurn()
    able = [action for action in possible_actions(game, formation) if action != ENGAGE]
    action = HOLD if HOLD in able else next(iter(able), ENGAGE)
    target = "" if able else next(iter(_targets(game, formation)), "")
    test = FAILED if takes_action_tests(game.options) else ""
    return BeginAction(formation=formation, action=action, test=test, target=target, road_march=False)


def _others_asked(game: Game, window: Window, party: Party) -> bool:
    """Tell whether the question, as it stands by now, asks somebody besides this seat."""
    return any(other != party for row in game.stack if row.id == window.id for other in row.asks)


def end_offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-MOVE-06 Offer to end the action."""
    return [offer(EndAction, "TF-MOVE-06", formation=Choice((subject_of(window, FormationSubject).formation,)))]


def default_end(_game: Game, window: Window, _party: Party) -> Struct:
    """Let silence end the action, or begin nothing."""
    return EndAction(formation=subject_of(window, FormationSubject).formation)
