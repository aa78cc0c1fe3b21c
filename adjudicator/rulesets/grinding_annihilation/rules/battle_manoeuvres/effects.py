"""Chapter 5.0, effects of Battle-Manoeuvres that last until the end of the phase (GA-5.0-10).

An effect has the name of its Battle-Manoeuvre; one of a catalogue does what the core one does that it works as
(GA-5.0-04). What it does is asked for where it counts: cover, Stealth and the save of Find Cover! by the attack
sequence, Precision by melee, the 6 of an Overwatch by the Hit roll.
"""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import Effect, EffectGained, EffectsEnded
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY

SMOKE, SHELTER, DUEL = "smokescreen", "find_cover", "epic_momentum"
CHARGE, OVERWATCH = "armoured_charge", "onslaught_overwatch"
SHELTER_SAVE = 5


def gain(ruling: Ruling[Game], manoeuvre: str, formation: str, clause: str, troop: str = "") -> None:
    """GA-5.0-10 Let an effect be in force until the end of the phase."""
    ruling.record(EffectGained(manoeuvre=manoeuvre, formation=formation, troop=troop), clause, "GA-5.0-10")


def effect_gained(game: Game, event: EffectGained) -> None:
    """Note the effect."""
    new = Effect(manoeuvre=event.manoeuvre, formation=event.formation, troop=event.troop)
    game.effects = (*game.effects, new)


def drop(ruling: Ruling[Game], manoeuvre: str, formation: str, clause: str) -> None:
    """End an effect before its time, because it has worked."""
    named = (manoeuvre, formation)
    ended = tuple(effect for effect in ruling.game.effects if (effect.manoeuvre, effect.formation) == named)
    ruling.record(EffectsEnded(effects=ended), clause)


def drop_all(ruling: Ruling[Game], core: str, formation: str, clause: str) -> None:
    """End every effect on a formation that works as a core Battle-Manoeuvre, because it can do nothing more."""
    ruling.record(EffectsEnded(effects=tuple(working_as(ruling.game, core, formation))), clause)


def expire(ruling: Ruling[Game], *, phase_over: bool) -> None:
    """GA-5.0-10 End every effect with the phase, or with the player's turn by option."""
    game = ruling.game
    if game.effects and (phase_over or game.options.bm_limit_scope == "player_turn"):
        ruling.record(EffectsEnded(effects=game.effects), "GA-5.0-10")


def effects_ended(game: Game, event: EffectsEnded) -> None:
    """Forget the effects."""
    game.effects = tuple(effect for effect in game.effects if effect not in event.effects)


# -- what is in force


def working_as(game: Game, core: str, formation: str) -> list[Effect]:
    """List the effects on a formation that work as a core Battle-Manoeuvre."""
    return [
        effect for effect in game.effects if effect.formation == formation and LIBRARY.core(effect.manoeuvre) == core
    ]


def in_force(game: Game, core: str, formation: str) -> bool:
    """Tell whether an effect is in force on a formation."""
    return bool(working_as(game, core, formation))


def covers(game: Game, formation: str) -> tuple[tuple[str, str], ...]:
    """GA-5.8-01 GA-5.9-01 Name what grants the Benefit of Cover to a formation, each with its clause."""
    granting = ((SMOKE, "GA-5.8-01"), (SHELTER, "GA-5.9-01"))
    return tuple((one.manoeuvre, clause) for core, clause in granting for one in working_as(game, core, formation))


def stealthy(game: Game, formation: str) -> bool:
    """GA-5.8-01 Tell whether smoke gives a formation Stealth."""
    return in_force(game, SMOKE, formation)


def find_cover_save(game: Game, troop: Troop) -> tuple[int, ...]:
    """GA-5.9-01 Give the invulnerable save that a troop has from Find Cover!; none without it."""
    return (SHELTER_SAVE,) if in_force(game, SHELTER, troop.formation) else ()


def precise(game: Game, troop: str) -> bool:
    """GA-5.3-01 GA-5.3-02 Tell whether a troop's melee attacks have Precision by Epic Momentum."""
    return any(effect.troop == troop and LIBRARY.core(effect.manoeuvre) == DUEL for effect in game.effects)


def sixes_only(game: Game, formation: str) -> bool:
    """GA-5.7-05 Tell whether ranged attacks of a formation hit on an unmodified 6 alone."""
    return in_force(game, OVERWATCH, formation)


PART = Part(reducers=reducers(effect_gained, effects_ended))
