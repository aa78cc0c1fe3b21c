"""Chapter 2.4, what was stated to be impossible: look-ups of claims, and the end states that speak against them.

A claim is a fact of kind "impossible" with the formation, what it cannot do and the troops concerned as subjects. Its
value is "impossible" while it holds and "possible" once it is refuted. Claims last as long as the action they serve.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from adjudicator.board.inches import Pose
from adjudicator.board.sines import FULL_TURN
from adjudicator.kernel.decide.offers import Some
from adjudicator.kernel.decide.state import Fact
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPath
from adjudicator.rulesets.grinding_annihilation.model.state import Game, forget_facts

CLAIM = "impossible"
IMPOSSIBLE, POSSIBLE = "impossible", "possible"
HOLDS = ("confirmed", "settled")
_END = re.compile(r"([a-z0-9_.-]{1,40}):(-?\d{1,7}),(-?\d{1,7}),(-?\d{1,7}),(\d{1,4})")


def claimed_troops(fact: Fact) -> tuple[str, ...]:
    """Give the troops that a claim is about; none for the whole formation."""
    return fact.subjects[2:]


def claims_of(game: Game, formation: str, what: str) -> list[Fact]:
    """List the claims of a formation about one thing, oldest first."""
    return [fact for fact in game.facts.values() if fact.kind == CLAIM and fact.subjects[:2] == (formation, what)]


def holds(game: Game, formation: str, what: str) -> bool:
    """GA-2.4-13 Tell whether it stands that a formation cannot do something."""
    return any(_supports(fact) for fact in claims_of(game, formation, what))


def troop_claimed(game: Game, formation: str, troop: str, *whats: str) -> bool:
    """GA-2.4-13 Tell whether it stands that a troop cannot do one of these things."""
    return any(
        _supports(fact) and (not claimed_troops(fact) or troop in claimed_troops(fact))
        for what in whats
        for fact in claims_of(game, formation, what)
    )


def _supports(fact: Fact) -> bool:
    return fact.status in HOLDS and fact.value == IMPOSSIBLE


def refuted(game: Game, formation: str, what: str) -> list[Fact]:
    """List the claims about one thing that an end state refuted, oldest first."""
    return [fact for fact in claims_of(game, formation, what) if fact.status in HOLDS and fact.value == POSSIBLE]


def claimable(game: Game, formation: str, what: str, troops: Sequence[str]) -> Some | None:
    """GA-2.4-13 Say for which of some troops a claim may be made: one by one where an end state refuted one already."""
    against = refuted(game, formation, what)
    if not against:
        return Some(tuple(troops), 1, len(troops)) if troops else None
    alone = {claimed_troops(fact) or game.formations[formation].troops for fact in against}
    able = tuple(key for key in troops if (key,) not in alone)
    return Some(able, 1, 1) if able else None


def counterexample(game: Game, formation: str, *whats: str) -> tuple[TroopPath, ...] | None:
    """Give the end state that last refuted a claim about one of these things, as paths."""
    against = [fact for what in whats for fact in refuted(game, formation, what)]
    return read_end_state(max(against, key=lambda fact: _age(fact.id)).other) if against else None


def _age(fact: str) -> tuple[int, int]:
    entry, number = fact[1:].split(".")
    return int(entry), int(number)


def read_end_state(text: str) -> tuple[TroopPath, ...] | None:
    """Read "troop:x,y,z,facing;..." as paths; None where it does not read so.

    Each troop goes straight; several poses of one troop in a row are the way it takes.
    """
    paths: list[TroopPath] = []
    for word in filter(None, map(str.strip, text.split(";"))):
        found = _END.fullmatch(word)
        if found is None or int(found[5]) >= FULL_TURN:
            return None
        pose = Pose(int(found[2]), int(found[3]), int(found[4]), int(found[5]))
        earlier = paths.pop().path if paths and paths[-1].troop == found[1] else ()
        paths.append(TroopPath(troop=found[1], path=(*earlier, pose)))
    return tuple(paths)


def format_end_state(paths: Iterable[TroopPath]) -> str:
    """Write paths down as an end state."""
    return ";".join(f"{path.troop}:{pose.x},{pose.y},{pose.z},{pose.facing}" for path in paths for pose in path.path)


def forget_claims(game: Game, formation: str) -> None:
    """Drop the claims of a formation whose action is done."""
    forget_facts(game, lambda fact: fact.kind == CLAIM and fact.subjects[0] == formation)
