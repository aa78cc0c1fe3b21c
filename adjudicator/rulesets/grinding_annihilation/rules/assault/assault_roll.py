"""Chapter 3.4, the Assault roll, and Assaults that fail (GA-3.4-07, GA-3.4-09).

The suspended window `assault_rolled` judges the roll once whatever changes it is done; `assault_started` asks the other
player for an Overwatch and then for the move in `assault_move`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    AssaultRolled,
    RollAssault,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.state import D6, INCH, Game, living
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_checks import living_targets, reach_now
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_declaration import needed_reach
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import onslaught_overwatch
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.armoured_charge import charge_offers
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import asked_opponents
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import forget_claims
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import acting, same_reach

DICE = 2


def roll_assault(ruling: Ruling[Game], command: RollAssault) -> None:
    """GA-3.4-07 Two dice are the inches that each troop may move."""
    action = acting(ruling, command.formation)
    faces = ruling.roll(DICE, D6, "assault-roll")
    event = AssaultRolled(formation=action.formation, faces=faces, reach=assault_reach(faces))
    ruling.record(event, "GA-3.4-07")
    ruling.answered()
    ruling.ask("assault_rolled", subject=FormationSubject(action.formation))
    ask_reroll(ruling, action.formation, "assault", *faces)


def assault_reach(faces: Sequence[int]) -> Tally:
    """GA-3.4-07 Give how far each troop may move with this roll."""
    return Tally.base(sum(faces) * INCH, "GA-3.4-07")


def assault_rolled(game: Game, event: AssaultRolled) -> None:
    if game.action is not None:
        reaches = same_reach(game, event.formation, event.reach)
        game.action = replace(game.action, step="rolled", reach=event.reach, reaches=reaches)


def _judge_roll(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.4-09 A roll too low for the straight way to the farthest target fails at once."""
    formation = formation_of(window)
    if not too_short(ruling.game):
        seat = ruling.game.formations[formation].seat
        ruling.ask(
            "assault_started",
            *asked_opponents(ruling.game, seat, "assault_started", OVERWATCH),
            subject=FormationSubject(formation),
        )
        return
    ruling.record(AssaultFailed(formation=formation, reason="too_short"), "GA-3.4-09")


def too_short(game: Game) -> bool:
    """GA-3.4-09 Tell whether the reach cannot bring the formation to all of its targets."""
    action = game.action
    return action is not None and action.reach is not None and falls_short(action.reach.total, action.needed)


def falls_short(reach: int, needed: int) -> bool:
    """GA-3.4-09 Tell whether a reach is less than what is needed straight ahead."""
    return reach < needed


def assault_failed(game: Game, event: AssaultFailed) -> None:
    """Nobody moves; the action is done."""
    forget_claims(game, event.formation)
    game.action = None


def ask_move(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.4-10 GA-5.7-06 Ask for the move, if the survivors of what came before can reach all targets."""
    game, formation = ruling.game, formation_of(window)
    if battle_end.check_annihilation(ruling):
        return
    targets = living_targets(game)
    if not living(game, formation):
        ruling.record(AssaultFailed(formation=formation, reason="destroyed"), "GA-5.7-06")
    elif not targets:
        ruling.record(AssaultFailed(formation=formation, reason="no_target"), "GA-5.7-06", "GA-3.4-08")
    elif falls_short(reach_now(game), needed_reach(game, formation, targets)):
        ruling.record(AssaultFailed(formation=formation, reason="too_short"), "GA-5.7-06", "GA-3.4-09")
    else:
        ruling.ask("assault_move", game.formations[formation].seat, subject=FormationSubject(formation))


def fail(ruling: Ruling[Game], formation: str) -> None:
    """GA-3.4-09 An Assault that cannot be completed fails."""
    ruling.record(AssaultFailed(formation=formation, reason="impossible"), "GA-3.4-09", "GA-2.4-13")


def _roll_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    return [offer(RollAssault, "GA-3.4-07", formation=Choice((formation_of(window),))), *charge_offers(game, party)]


def _default_roll(_game: Game, window: Window, _party: Party) -> Struct:
    return RollAssault(formation=formation_of(window))


PART = Part(
    handlers=handlers(roll_assault),
    reducers=reducers(assault_rolled, assault_failed),
    windows=windows(
        WindowKind(
            "assault_roll",
            "GA-3.4-07",
            (RollAssault, UseBattleManoeuvre),
            _roll_offers,
            _default_roll,
            subject=FormationSubject,
        ),
        WindowKind("assault_rolled", "GA-3.4-09", on_close=_judge_roll, subject=FormationSubject),
        onslaught_overwatch.overwatch_window("assault_started", "GA-3.4-10", ask_move),
    ),
)
