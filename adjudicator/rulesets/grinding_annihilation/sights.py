"""Chapter 2.4, facts of sight that a declaration rests on: complete, stated, and binding once settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.game import Fact
from adjudicator.kernel.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.measure import FULL, SIGHT, UNSEEN, VISIBLE
from adjudicator.rulesets.grinding_annihilation.messages import Sight
from adjudicator.rulesets.grinding_annihilation.state import Game

Pair: TypeAlias = tuple[str, str]
Seen: TypeAlias = Mapping[Pair, str]

WORDS = (UNSEEN, VISIBLE, FULL)


def check_sights(ruling: Ruling[Game], sights: Iterable[Sight], wanted: Collection[Pair]) -> Seen:
    """GA-2.4-12 Refuse statements that do not answer every pair of observer and troop exactly once.

    What was settled binds until one of the troops moves (GA-2.5-11).
    """
    seen: dict[Pair, str] = {}
    for sight in sights:
        ruling.require(sight.seen in WORDS, "GA-2.4-12", "unknown-sight", "sights", found=sight.seen)
        for pair in product(sight.observers, sight.troops):
            observer, troop = pair
            ruling.require(pair in wanted, "GA-2.4-12", "sight-unasked", "sights", observer=observer, troop=troop)
            ruling.require(pair not in seen, "GA-2.4-12", "sight-twice", "sights", observer=observer, troop=troop)
            seen[pair] = sight.seen
    missing = next((pair for pair in wanted if pair not in seen), None)
    if missing is not None:
        ruling.reject("GA-2.4-12", "sight-missing", "sights", observer=missing[0], troop=missing[1])
    _check_settled(ruling, seen)
    return seen


def _check_settled(ruling: Ruling[Game], seen: Seen) -> None:
    bound = settled(ruling.game)
    for pair, value in seen.items():
        holds = bound.get(pair, (value, ""))[0]
        ruling.require(
            value == holds, "GA-2.5-11", "sight-settled", "sights", observer=pair[0], troop=pair[1], settled=holds
        )


def settled(game: Game) -> dict[Pair, tuple[str, str]]:
    """GA-2.5-11 Gather what was settled about sight, with the fact that says so."""
    return {
        pair: (said(fact), fact.id)
        for fact in game.facts.values()
        if fact.kind == SIGHT and fact.status == "settled"
        for pair in product(_side(game, fact, mine=True), _side(game, fact, mine=False))
    }


def said(fact: Fact) -> str:
    """GA-2.5-11 Give what a fact of sight says; a word that is none says "none"."""
    return fact.value if fact.value in WORDS else UNSEEN


def judge(ruling: Ruling[Game], _fact: Fact, value: str) -> str | None:
    """GA-2.5-11 Hold one of the words of sight against a statement; who is right is not for the rules to say."""
    ruling.require(value in WORDS, "GA-2.4-12", "unknown-sight", "value", found=value)
    return None


def _side(game: Game, fact: Fact, *, mine: bool) -> list[str]:
    """Take the observers, or the troops they look at, out of the subjects; those that fell have no sight."""
    return [each for each in fact.subjects if each in game.troops and (game.troops[each].seat == fact.by) == mine]


def state_sights(ruling: Ruling[Game], sights: Iterable[Sight]) -> tuple[Sight, ...]:
    """GA-2.4-12 Put sight on record as the actor's statements; what is settled already is not stated anew."""
    bound = settled(ruling.game)
    return tuple(replace(each, fact=_fact_of(ruling, each, bound)) for each in sights)


def _fact_of(ruling: Ruling[Game], sight: Sight, bound: Mapping[Pair, tuple[str, str]]) -> str:
    pairs = list(product(sight.observers, sight.troops))
    if pairs and all(pair in bound for pair in pairs):
        return bound[pairs[0]][1]
    return ruling.state_fact(SIGHT, (*sight.observers, *sight.troops), sight.seen, "GA-2.4-12")


JUDGES = MappingProxyType({SIGHT: judge})

__all__ = ["JUDGES", "WORDS", "Pair", "Seen", "check_sights", "said", "settled", "state_sights"]
