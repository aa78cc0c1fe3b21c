"""Chapter 3.3, Reinforced Health: wounds that a troop ignores (GA-3.3-34, GA-3.3-35)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, abilities_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes


def health_of(game: Game, troop: Troop) -> tuple[int, ...]:
    """GA-3.3-35 List the faces that a troop's Reinforced Health needs, lowest first, each once."""
    found = {
        ability.x.plus for ability in abilities_of(game, troop) if ability.name == "reinforced_health" and ability.x
    }
    return tuple(sorted(found))


def suffer(ruling: Ruling[Game], troop: Troop, wounds: int, health: int) -> tuple[tuple[int, ...], int, int]:
    """GA-3.3-34 GA-3.3-35 Let a troop lose wounds one by one; each may be ignored. Give faces, ignored and lost."""
    faces: list[int] = []
    ignored = lost = 0
    while unspent(wounds, troop.wounds_left, ignored, lost):
        if health:
            faces += ruling.roll(1, dice_outcomes.SIDES, "reinforced-health", troop.seat)
        if faces and dice_outcomes.ignored(faces[-1], health):
            ignored += 1
        else:
            lost += 1
    return tuple(faces), ignored, lost


def unspent(wounds: int, left: int, ignored: int, lost: int) -> bool:
    """GA-3.3-27 GA-3.3-34 Tell whether a troop is to lose one more of some wounds, having ignored and lost so many."""
    return ignored + lost < wounds and lost < left


def note_wounds(game: Game, troop: str, left: int) -> None:
    """Note how many wounds a troop has left, for reducers."""
    game.troops[troop] = replace(game.troops[troop], wounds_left=left)
