"""Chapter 2.4, statements of sight that a declaration rests on: complete, and binding once settled (GA-2.4-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Items, Some, Values, items, shape
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.rulesets.grinding_annihilation.model.messages import Sight
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, forget_facts
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import (
    FULL,
    UNDER_HALF,
    UNSEEN,
    VISIBLE,
    Boundaries,
    visibility_of,
)

Pair: TypeAlias = tuple[str, str]
Seen: TypeAlias = Mapping[Pair, str]
WORDS = (UNSEEN, UNDER_HALF, VISIBLE, FULL)
GEOMETRIC = "geometric"
BY_DICE = "roll_off"
SIGHT = "sight"


def check_sights(
    ruling: Ruling[Game], sights: Iterable[Sight], wanted: Collection[Pair], *, alone: bool = False
) -> Seen:
    """GA-2.4-12 Refuse statements that do not answer every pair of observer and troop exactly once.

    What was settled binds until one of the troops moves (GA-2.5-11). Where sight is worked out from positions nothing
    is stated; `alone` works it out troop by troop, fellows of the target in the way (GA-2.4-08).
    """
    if geometric(ruling.game):
        ruling.require(not tuple(sights), "GA-2.4-12", "sight-worked-out", "sights")
        return _worked_out(ruling.game, wanted, alone=alone)
    seen: dict[Pair, str] = {}
    for sight in sights:
        ruling.require(not sight.fact, "GA-2.4-12", "fact-of-service", "sights", fact=sight.fact[:40])
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
    _check_boundaries(ruling, seen)
    return seen


def geometric(game: Game) -> bool:
    """GA-2.4-12 Tell whether sight is worked out from positions and not stated."""
    return game.options.visibility_source == GEOMETRIC


def _worked_out(game: Game, wanted: Collection[Pair], *, alone: bool) -> Seen:
    if not wanted:
        return {}
    view = visibility_of(game, game.troops[next(iter(wanted))[0]].seat)
    return {pair: view.alone(*pair) if alone else view.pair(*pair) for pair in wanted}


def _check_boundaries(ruling: Ruling[Game], seen: Seen) -> None:
    """GA-6.5-02 GA-6.6-03 Refuse to see more than the boundaries of woods and ruins let anybody see."""
    boundaries, troops = Boundaries(ruling.game), ruling.game.troops
    for (observer, troop), value in seen.items():
        if value == UNSEEN:  # which nothing bars
            continue
        most, clause = boundaries.most(troops[observer], troops[troop])
        ruling.require(
            WORDS.index(value) <= WORDS.index(most),
            clause,
            "sight-barred",
            "sights",
            observer=observer,
            troop=troop,
            most=most,
        )


def stated_of(game: Game, sights: Iterable[Sight], wanted: Collection[Pair]) -> Collection[Pair]:
    """GA-8.3-16 Give those of some pairs that are stated; all of them where sight is worked out."""
    if geometric(game):
        return wanted
    # only what is wanted is paired: a statement may name thousands
    ours, theirs = ({pair[side] for pair in wanted} for side in (0, 1))
    stated = {
        pair
        for sight in sights
        for pair in product(ours.intersection(sight.observers), theirs.intersection(sight.troops))
    }
    return [pair for pair in wanted if pair in stated]


def sees_by_itself(game: Game, observer: Troop, target: Troop) -> bool:
    """GA-8.3-16 GA-2.4-08 Tell whether a troop that is seen is also seen by itself, its fellows in the way."""
    return not geometric(game) or visibility_of(game, observer.seat).alone(observer.id, target.id) != UNSEEN


def _check_settled(ruling: Ruling[Game], seen: Seen) -> None:
    bound = settled_sights(ruling.game)
    for pair, value in seen.items():
        holds = bound.get(pair, (value, ""))[0]
        ruling.require(
            value == holds, "GA-2.5-11", "sight-settled", "sights", observer=pair[0], troop=pair[1], settled=holds
        )


def settled_sights(game: Game) -> dict[Pair, tuple[str, str]]:
    """GA-2.5-11 Gather what was settled about sight, with the fact that says so."""
    return {
        pair: (value_of_statement(fact), fact.id)
        for fact in game.facts.values()
        if fact.kind == SIGHT and fact.status == "settled"
        for pair in product(_side(game, fact, mine=True), _side(game, fact, mine=False))
    }


def value_of_statement(fact: Fact) -> str:
    """GA-2.5-11 Give what a fact of sight says; a word that is none says "none"."""
    return fact.value if fact.value in WORDS else UNSEEN


def rolled_off(game: Game) -> tuple[str, ...]:
    """GA-2.5-11 Tell whether dice settle disputes although a referee is seated, as the option says."""
    return ("GA-2.5-11", "GA-2.5-08") if game.options.dispute_by == BY_DICE else ()


def judge(ruling: Ruling[Game], fact: Fact, value: str) -> None:
    """GA-2.5-11 Hold one of the words of sight against a statement; who is right the referee or the dice say.

    No dispute makes visible what a boundary bars.
    """
    ruling.require(value in WORDS, "GA-2.4-12", "unknown-sight", "value", found=value)
    pairs = product(_side(ruling.game, fact, mine=True), _side(ruling.game, fact, mine=False))
    _check_boundaries(ruling, dict.fromkeys(pairs, value))


def words_for(game: Game, pairs: Iterable[Pair]) -> dict[Pair, tuple[str, ...]]:
    """GA-2.4-12 GA-2.5-11 GA-6.5-02 Say what may be stated of pairs: what was settled, else any sight not barred.

    That somebody is not seen at all is stated by leaving him out, unless nothing else may be said of him.
    """
    bound, boundaries = settled_sights(game), Boundaries(game)
    found: dict[Pair, tuple[str, ...]] = {}
    for pair in pairs:
        most, _ = boundaries.most(game.troops[pair[0]], game.troops[pair[1]])
        free = WORDS[1 : WORDS.index(most) + 1] or (UNSEEN,)
        found[pair] = (bound[pair][0],) if pair in bound else free
    return found


def statements(words: Mapping[Pair, tuple[str, ...]]) -> Items:
    """GA-2.4-12 Offer one statement for each of these pairs, those together of which the same may be said."""
    rows: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (observer, troop), may in words.items():
        rows.setdefault((observer, may), []).append(troop)
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for (observer, may), troops in rows.items():
        alike.setdefault((tuple(troops), may), []).append(observer)
    shapes = [
        shape(Sight, observers=_all_of(observers), troops=_all_of(troops), seen=Choice(may))
        for (troops, may), observers in alike.items()
    ]
    return items(*shapes, least=len(shapes), most=len(shapes), once=True)


def _all_of(keys: Sequence[str]) -> Some:
    return Some(tuple(keys), len(keys), len(keys))


def disputes(game: Game, fact: Fact) -> Values | None:
    """GA-2.5-11 GA-6.5-02 Offer the other words that no boundary bars for any of the pairs of a statement."""
    pairs = list(product(_side(game, fact, mine=True), _side(game, fact, mine=False)))
    boundaries, troops = Boundaries(game), game.troops
    most = min((WORDS.index(boundaries.most(troops[one], troops[other])[0]) for one, other in pairs), default=0)
    other = tuple(word for word in WORDS[: most + 1] if word != fact.value)
    return Choice(other) if other else None


def _side(game: Game, fact: Fact, *, mine: bool) -> list[str]:
    """Take the observers, or the troops they look at, out of the subjects; those that fell have no sight."""
    return [
        subject
        for subject in fact.subjects
        if subject in game.troops and (game.troops[subject].seat == fact.by) == mine
    ]


def state_sights(ruling: Ruling[Game], sights: Iterable[Sight], seen: Seen | None = None) -> tuple[Sight, ...]:
    """GA-2.4-12 Put sight on record as the actor's statements; what is settled already is not stated again.

    Where sight is worked out, what was `seen` is put down instead, and is no fact that could be disputed.
    """
    if geometric(ruling.game):
        return tuple(_to_messages(seen or {}))
    bound = settled_sights(ruling.game)
    return tuple(replace(sight, fact=_fact_of(ruling, sight, bound)) for sight in sights)


def _to_messages(seen: Seen) -> Iterator[Sight]:
    for observer in dict.fromkeys(observer for observer, _ in seen):
        own = {troop: word for (row, troop), word in seen.items() if row == observer}
        for word in dict.fromkeys(own.values()):
            alike = tuple(troop for troop, value in own.items() if value == word)
            yield Sight(observers=(observer,), troops=alike, seen=word, fact="")


def _fact_of(ruling: Ruling[Game], sight: Sight, bound: Mapping[Pair, tuple[str, str]]) -> str:
    pairs = list(product(sight.observers, sight.troops))
    if pairs and all(pair in bound for pair in pairs):
        return bound[pairs[0]][1]
    return ruling.state_fact(SIGHT, (*sight.observers, *sight.troops), sight.seen, "GA-2.4-12")


def forget_sights(game: Game, moved: Iterable[str]) -> None:
    """GA-2.5-11 Drop what was stated about the sight of troops that have moved since."""
    stale = frozenset(moved)
    forget_facts(game, lambda fact: fact.kind == SIGHT and not stale.isdisjoint(fact.subjects))


PART = Part(judges={SIGHT: judge}, disputes={SIGHT: disputes})
