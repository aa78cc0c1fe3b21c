"""How a bot answers what others do: reactions, re-rolls, hits, point blank shots, hand to hand and parting."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.sampling import word_of
from adjudicator.rulesets.antares.bots.moves import would_win
from adjudicator.rulesets.antares.bots.situation import Turn
from adjudicator.rulesets.antares.model.messages import CarryOutReaction, ChooseFollowOn, PassReaction, RerollMisses
from adjudicator.rulesets.antares.model.state import current_action

SHY = 3
AMBUSH_FIRE = "ambush_fire"

# -- reactions


def choose_reaction(turn: Turn) -> Struct | None:
    """React: shoot back or from ambush where possible, stand if stronger and flee if not, go Down under fire.

    Where one unit reacts the others are not shy.
    """
    offers = turn.offered("DeclareReaction")
    joined = any(row.stage == "declared" for row in turn.game.reactions)
    if not offers or (not joined and turn.one_in(SHY)):
        return PassReaction(unit="")
    units = sorted(turn.words("DeclareReaction", "unit"))
    unit = turn.chance.choice(units)
    own = [offer for offer in offers if word_of(offer.fields, "unit") == unit]
    wanted = _preferences(
        turn, unit, ambushed=any(word_of(offer.fields, "reaction") == AMBUSH_FIRE for offer in offers)
    )
    ranks = [
        (wanted.index(name) if (name := word_of(row.fields, "reaction")) in wanted else len(wanted)) for row in own
    ]
    best = [row for row, rank in zip(own, ranks, strict=True) if rank == min(ranks)]
    return turn.sampled(turn.chance.choice(own if turn.one_in(SHY) else best))


def _preferences(turn: Turn, unit: str, *, ambushed: bool) -> tuple[str, ...]:
    """List reactions by preference; whom somebody covers from ambush draws the assaulter across its fire."""
    if not turn.game.actions:
        return ()
    if ambushed:
        return (AMBUSH_FIRE, "escape", "countercharge", "firefight", "go_down")
    if would_win(turn, unit, current_action(turn.game).unit):
        return ("countercharge", "stand_and_shoot", "ambush_fire", "firefight")
    return ("stand_and_shoot", "escape", "ambush_fire", "firefight", "dash_to_cover", "go_down")


def choose_carrying_out(turn: Turn) -> Struct | None:
    """Go on with a reaction by a way that is offered, the likeliest first; let it lapse where there is none."""
    commands = [turn.sampled(row) for kind in ("MoveUnit", "CarryOutReaction") for row in turn.complete_offers(kind)]
    going = [row for row in commands if row is not None and not (isinstance(row, CarryOutReaction) and row.lapse)]
    if going:
        return turn.chance.choice(going[:3]) if turn.one_in(2) else going[0]
    return next((row for row in commands if row is not None), None)


# -- dice


def choose_rerolls(turn: Turn) -> Struct | None:
    """Re-roll misses, as many as the source may."""
    commands = turn.any_of("RerollMisses")
    if not isinstance(commands, RerollMisses) or turn.one_in(12):
        return turn.any_of("DeclineReroll")
    return commands


# -- assaults


def choose_follow_on(turn: Turn) -> Struct | None:
    """Fight on where the loser would lose again."""
    fight = turn.game.assault
    if fight is None:
        return None
    own, enemy = fight.unit, fight.target
    if turn.game.units[own].seat != turn.seat:
        own, enemy = enemy, own
    return ChooseFollowOn(follow_on=would_win(turn, own, enemy) != turn.one_in(4))


def choose_break_off(turn: Turn) -> Struct | None:
    """Leave a fight against somebody stronger, and often any other."""
    leaving = turn.complete_offers("BreakOff")
    if leaving and not turn.one_in(SHY):
        return turn.sampled(leaving[0])
    return turn.any_of("DeclineBreakOff")
