"""Chapter 3.3, a whole group at once (GA-3.3-39): the same steps, the same dice in the same order.

Allowed where the other player has nothing to choose in it, or chose ahead by SetStandingChoices. Where a Deadly Demise
has to be rolled for in between, the rest of the group goes on step by step after it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.kernel.offers import Choice, Offer, offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import clauses
from adjudicator.kernel.ruling import Fault, Ruling
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.grinding_annihilation import abilities, outcomes
from adjudicator.rulesets.grinding_annihilation.groups import (
    check_group,
    declared,
    entries_of,
    group_fields,
    open_group,
    openable,
    opened,
    profile_at,
    seat_of,
)
from adjudicator.rulesets.grinding_annihilation.messages import BeginAttackGroup, ResolveAttackGroup
from adjudicator.rulesets.grinding_annihilation.mortal import (
    exposed,
    health_of,
    set_off,
    standing_choice,
    takers,
)
from adjudicator.rulesets.grinding_annihilation.rolls import reroll, rerollable, roll_hits, roll_wounds
from adjudicator.rulesets.grinding_annihilation.sequence import Step, end_group, perform, todo
from adjudicator.rulesets.grinding_annihilation.state import (
    Formation,
    Game,
    Group,
    has_keyword,
    led,
    profile_of,
    rival,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.wounds import (
    allocate,
    defend,
    inflict,
    invulnerable_of,
    preferred,
    throw_damage,
)

REROLLS = ("", "none", "failures", "non_criticals")


def resolve_attack_group(ruling: Ruling[Game], command: ResolveAttackGroup) -> None:
    """GA-3.3-39 GA-3.3-40 Work a group off at once."""
    group = check_group(ruling, command)
    ruling.require(command.rerolls in REROLLS, "GA-3.3-40", "unknown-rerolls", "rerolls", found=command.rerolls)
    fault = next(iter(_open_choices(ruling.game, group)), None)
    if fault is not None:
        ruling.reject(fault.clause, fault.reason, fault.path, **dict(fault.facts))
    open_group(ruling, group)
    ruling.answered()
    step = todo(ruling.game)
    while step.name != "end":
        _take(ruling, step, command.rerolls)
        if ruling.game.demises:
            ruling.ask("group")
            set_off(ruling)
            return
        step = _after(ruling.game, step)
    end_group(ruling)


def _after(game: Game, step: Step) -> Step:
    """Say what is next; a re-roll is taken once."""
    following = todo(game)
    return todo_settled(game) if step.name == following.name == "reroll" else following


def todo_settled(game: Game) -> Step:
    """Say what is next once re-rolls are settled."""
    raise NotImplementedError


def _take(ruling: Ruling[Game], step: Step, rerolls: str) -> None:
    raise NotImplementedError
