"""How many penalties a person has had in an event: in its games, by what they have told, and outside of games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from adjudicator.kernel.protocol.terms import CAUTION, FINAL, MEASURED, RED, REMOVAL, USUAL_PENALTIES, YELLOW
from services.events.messages import read_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.kernel.messages import PenaltyRule
    from adjudicator.kernel.record.record import Actor
    from services.events.log.state import EventState
    from services.games.digests import Digest

KINDS: Final = (CAUTION, YELLOW, RED, *MEASURED, *FINAL)


def penalties_in_games(state: EventState, person: str, signs: Sequence[bytes], without: bytes = b"") -> Counter[str]:
    """Count the penalties of a person in all games but one, by kind; those of an overturned ruling do not count.

    A penalty is of whoever played the seat at that time.
    """
    digests = {(digest.game, digest.seq): digest for digest in map(read_digest, signs) if digest.game != without}
    return Counter(kind for kind in KINDS for name, _ in _penalised(state, digests, kind) if name == person)


def _penalised(
    state: EventState, digests: Mapping[tuple[bytes, int], Digest], kind: str
) -> Iterator[tuple[str, tuple[bytes, int]]]:
    """Give who was penalised so, and where."""
    overturned = _overturned(digests.values())
    taken: dict[tuple[bytes, int], str] = {}
    for place in sorted(digests):
        digest = digests[place]
        paired = state.games[digest.game].row.seats if digest.game in state.games else ()
        for sign in digest.signs:
            if sign.party is None or not 0 <= sign.party < len(paired):
                continue
            if sign.kind == "substitution":
                taken[digest.game, sign.party] = sign.act
            elif sign.kind == "penalty" and sign.act == kind and place not in overturned:
                yield taken.get((digest.game, sign.party), paired[sign.party].person), place


def penalty_rules(state: EventState) -> tuple[PenaltyRule, ...]:
    """Give what follows from what in an event: where its terms name nothing, the usual."""
    named = state.terms.games.penalties if state.terms is not None else ()
    return named or USUAL_PENALTIES


def removals(state: EventState, signs: Sequence[bytes]) -> dict[str, tuple[Actor, str]]:
    """Give who was removed from the event, by whose ruling and where that stands; not those of overturned rulings."""
    found: dict[str, tuple[Actor, str]] = {}
    digests = {(digest.game, digest.seq): digest for digest in map(read_digest, signs)}
    for name, place in _penalised(state, digests, REMOVAL):
        found.setdefault(name, (digests[place].actor, f"entry {place[1]} of the game {place[0].hex()}"))
    bodies: dict[int, Any] = {given.seq: given for given in state.penalties}
    for given in bodies.values():
        if given.body.kind == REMOVAL:
            root = given
            while root.body.follows:
                root = bodies[root.body.follows]
            found.setdefault(given.body.person, (root.actor, f"entry {given.seq} of the event"))
    return found


def penalties_outside(state: EventState, person: str) -> Counter[str]:
    """Count the penalties of a person outside of games, by kind."""
    bodies: list[Any] = [given.body for given in state.penalties]
    return Counter(body.kind for body in bodies if body.person == person)


def _overturned(digests: Iterable[Digest]) -> set[tuple[bytes, int]]:
    return {
        (digest.game, entry)
        for digest in digests
        for sign in digest.signs
        if sign.name == "AppealOverturned"
        for entry in sign.about
    }
