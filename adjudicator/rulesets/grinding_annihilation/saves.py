"""Chapters 3.3, 5.9 and 6.0, the saves of a troop that an attack was put on, and what they are owed to."""

from __future__ import annotations

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation import effects, outcomes
from adjudicator.rulesets.grinding_annihilation.cover import plunging
from adjudicator.rulesets.grinding_annihilation.groups import opened, profile_at
from adjudicator.rulesets.grinding_annihilation.state import Attack, Game, Troop, abilities_of, profile_of


def saves_of(game: Game, attack: Attack) -> dict[str, Tally]:
    """GA-3.3-23 GA-3.3-25 List the saves of the troop an attack was put on, with the face that each needs."""
    group, troop = opened(game), game.troops[attack.allocated]
    penetration = profile_at(game, group.weapon, group.profile).penetration
    saves: dict[str, Tally] = {}
    defence = profile_of(game, troop).defence
    if defence:
        saves[outcomes.ARMOUR] = outcomes.needed_to_save(
            defence, penetration, cover=bool(attack.covers), cap=game.how.cover_cap, plunging=plunging(game, attack)
        )  # fmt: skip
    best = invulnerable_of(game, troop)
    if best:
        saves[outcomes.INVULNERABLE] = Tally.base(best, "GA-3.3-25")
    return saves


def invulnerable_of(game: Game, troop: Troop) -> int:
    """GA-3.3-25 GA-5.9-01 Give a troop's best invulnerable save; 0 without one."""
    best = min((_own_invulnerable(game, troop), *effects.shelter(game, troop)))
    return best if best < outcomes.NO_SAVE else 0


def _own_invulnerable(game: Game, troop: Troop) -> int:
    """GA-3.3-25 Give the best invulnerable save that a troop has by itself; one that never holds without any."""
    granted = (each.x.plus for each in abilities_of(game, troop) if each.name == outcomes.INVULNERABLE and each.x)
    return min((*profile_of(game, troop).invulnerable, *granted), default=outcomes.NO_SAVE)


def preferred(game: Game, attack: Attack) -> str:
    """GA-3.3-25 Name the save that its player preferred ahead, else the better chance."""
    saves = saves_of(game, attack)
    ahead = game.sides[game.troops[attack.allocated].seat].save_preference
    if ahead in saves:
        return ahead
    return outcomes.better_save(saves.get(outcomes.ARMOUR), saves.get(outcomes.INVULNERABLE))


def granted(game: Game, attack: Attack, save: str, needed: Tally) -> tuple[str, ...]:
    """GA-6.0-02 GA-5.9-01 Name what gave the cover, or the invulnerable save, that a Defense Check was made with."""
    if save == outcomes.INVULNERABLE:
        troop = game.troops[attack.allocated]
        return ("GA-5.9-01",) if needed.total < _own_invulnerable(game, troop) else ()
    return tuple(each.clause for each in attack.covers) if "GA-6.0-02" in needed.clauses() else ()


__all__ = ["granted", "invulnerable_of", "preferred", "saves_of"]
