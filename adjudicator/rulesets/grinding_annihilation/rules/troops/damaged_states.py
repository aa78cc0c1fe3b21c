"""Chapter 4.1, damaged-state rules: what an ability adds to a profile while a troop has few wounds left (GA-4.1-03).

Nothing is noted down: whoever needs a profile asks here, so it holds at once with the wound that is lost, and ends with
the one that is regained. Lengths are thousandths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import Ability, Alteration, TroopProfile, TroopReach
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, abilities_of, profile_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.dice_outcomes import Modifier

CLAUSE = "GA-4.1-03"
DAMAGED = "damaged"


def alteration(abilities: Iterable[Ability], wounds_left: int) -> Alteration:
    """GA-4.1-03 Add up what abilities do to the profile of a troop with so many wounds left."""
    met = [
        ability.alters
        for ability in abilities
        if ability.name == DAMAGED
        and ability.alters is not None
        and ability.x is not None
        and wounds_left <= ability.x.plus
    ]
    return Alteration(
        hit=sum(row.hit for row in met),
        movement=sum(row.movement for row in met),
        effectiveness=sum(row.effectiveness for row in met),
    )


def _of(game: Game, troop: Troop) -> Alteration:
    return alteration(abilities_of(game, troop), troop.wounds_left)


def hit_modifier(game: Game, troop: str) -> Modifier:
    """GA-4.1-03 GA-3.3-41 Give what is added to the Hit rolls of a troop's attacks; nothing for no troop.

    One that has fallen since it declared them has no wounds left: nobody aims better for being dead.
    """
    if troop in game.fallen:
        return alteration(abilities_of(game, game.fallen[troop].troop), 0).hit, CLAUSE
    row = game.troops.get(troop)
    return (0 if row is None else _of(game, row).hit), CLAUSE


def move_of(game: Game, troop: Troop, clause: str) -> Tally:
    """GA-4.1-03 Give a troop's Move, asked for by a clause."""
    profile = profile_of(game, troop)
    return Tally.base(profile.movement, clause).add(altered_move(profile, _of(game, troop)) - profile.movement, CLAUSE)


def reaches_now(game: Game, reaches: tuple[TroopReach, ...]) -> tuple[TroopReach, ...]:
    """GA-4.1-03 Give reaches of a move that is under way as damage leaves them."""
    return tuple(reach if reach.troop not in game.troops else _current(game, reach) for reach in reaches)


def _current(game: Game, reach: TroopReach) -> TroopReach:
    troop = game.troops[reach.troop]
    profile = profile_of(game, troop)
    counted = sum(term.value for term in reach.reach.terms if term.clause == CLAUSE)
    due = altered_move(profile, _of(game, troop)) - profile.movement
    return TroopReach(troop=reach.troop, reach=reach.reach.add(due - counted, CLAUSE))


def damage_clauses(reaches: Iterable[TroopReach]) -> tuple[str, ...]:
    """GA-4.1-03 Cite the clause where damage counts in how far troops may go."""
    return (CLAUSE,) if any(CLAUSE in reach.reach.clauses() for reach in reaches) else ()


def altered_move(profile: TroopProfile, altered: Alteration) -> int:
    """GA-4.1-03 Give the Move of an altered profile; "-" and "20+" are no numbers to add to."""
    return profile.movement if profile.immovable or profile.at_least else max(0, profile.movement + altered.movement)


def effectiveness(game: Game, troop: Troop) -> int:
    """GA-4.1-03 GA-7.0-03 Give a troop's Battle Effectiveness."""
    return altered_effectiveness(profile_of(game, troop), _of(game, troop))


def altered_effectiveness(profile: TroopProfile, altered: Alteration) -> int:
    """GA-4.1-03 Give the Battle Effectiveness of an altered profile."""
    return max(0, profile.effectiveness + altered.effectiveness)
