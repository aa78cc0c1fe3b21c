"""A test of the dice service itself, over many games: faces, what follows what, and dice that come again.

Floats are allowed here: nothing of this reaches a digest. Every chance is that of an exact distribution.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from msgspec import Struct

from adjudicator.kernel.dice import wgdice
from replays.audit.checks_dice import Seed, hidden_rows
from replays.audit.checks_log import check_genesis
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import Bundle
from replays.luck.exact import holm, two_sided
from replays.tell.stats import CHECK, FAIR, MIN_ROLLS, UNUSUAL

ODD, BAD = 1e-2, 1e-3
CLOSEST = 20
Place = tuple[int, int, int]


class GameDice(Struct, frozen=True):
    """The dice that the service drew for a game: (stream, epoch, index), sides and face of each, in order."""

    game: str
    dice: tuple[tuple[Place, int, int], ...]
    secret: bytes = b""


class Look(Struct, frozen=True):
    """One thing that was looked at; with fair dice something as far out comes with this chance at most."""

    what: str
    sides: int
    dice: int
    chance: float
    corrected: float


class Faces(Struct, frozen=True):
    """How often each face of dice of one kind came."""

    sides: int
    counts: tuple[int, ...]


class ServiceTest(Struct, frozen=True):
    """What a test of the service found."""

    games: int
    dice: int
    faces: tuple[Faces, ...]
    looks: tuple[Look, ...]
    repeats: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """Say in a few words what to think of the dice; empty where there are too few."""
        least = min((look.corrected for look in self.looks), default=1.0)
        if self.repeats or least < BAD:
            return CHECK
        return (UNUSUAL if least < ODD else FAIR) if self.looks else ""


def dice_of(bundle: Bundle) -> GameDice:
    """Read the dice of a replay file that were drawn from its seed, hidden ones that it opens included.

    Raises ValueError where its first entry does not open a game.
    """
    entries = read_entries(bundle, Findings())
    terms = check_genesis(entries, Findings())
    if terms is None:
        raise ValueError("the file does not begin with the opening of a game; see replay audit")
    found = []
    for raw in entries:
        for stream, epoch, index, sides, faces, *_ in [*raw.dice, *hidden_rows(raw, bundle)]:
            if stream != wgdice.REPORTED and sides > 1:
                found += [((stream, epoch, place), sides, face) for place, face in enumerate(faces, index)]
    shown = Seed(entries, terms).secret
    return GameDice(entries[0].game.hex(), tuple(found), b"" if shown is None or terms.test else shown[1])


def service_test(games: Sequence[GameDice]) -> ServiceTest:
    """Test the dice of some games, each of which is there once; dice of a kind are tested from MIN_ROLLS on."""
    kinds = sorted({sides for game in games for _, sides, _ in game.dice})
    faces, found = [], []
    for sides in kinds:
        sequences = [[face for _, kind, face in game.dice if kind == sides] for game in games]
        counts = _counts((face for sequence in sequences for face in sequence), sides)
        faces.append(Faces(sides, counts))
        steps = _counts(((b - a) % sides + 1 for row in sequences for a, b in pairwise(row)), sides)
        for what, tally in (("faces", counts), ("what follows what", steps)):
            if sum(tally) >= MIN_ROLLS:
                found.append((what, sides, sum(tally), uniform_chance(tally)))
    again = _same_at_same_place(games)
    if again is not None:
        found.append(("the same dice in two games", 0, *again))
    corrected = holm([row[-1] for row in found])
    looks = tuple(Look(*row, one) for row, one in zip(found, corrected, strict=True))
    return ServiceTest(len(games), sum(len(game.dice) for game in games), tuple(faces), looks, tuple(_repeats(games)))


def _counts(faces: Iterator[int], sides: int) -> tuple[int, ...]:
    tally = Counter(faces)
    return tuple(tally[face] for face in range(1, sides + 1))


def uniform_chance(counts: Sequence[int]) -> float:
    """Bound the chance that fair dice have a face so far from its share: each face exactly, times the faces.

    Steps from a die to the next, around the die, are as fair dice themselves: no step hangs on another.
    """
    total, sides = sum(counts), len(counts)
    at_most, at_least = _tails(total, sides)
    return min(1.0, sides * min(two_sided(at_most[found], at_least[found]) for found in counts))


@lru_cache(maxsize=512)
def _tails(total: int, sides: int) -> tuple[list[float], list[float]]:
    """Give the chances of at most and at least each number of one face among so many dice."""
    chances = list(_binomial(total, sides))
    at_most, at_least = _summed(chances), _summed(chances[::-1])[::-1]
    return at_most, at_least


def _summed(chances: Sequence[float]) -> list[float]:
    found, sofar = [], 0.0
    for chance in chances:
        sofar += chance
        found.append(min(1.0, sofar))
    return found


def _binomial(total: int, sides: int) -> Iterator[float]:
    hit, miss = math.log(1 / sides), math.log1p(-1 / sides)
    ways = math.lgamma(total + 1)
    for number in range(total + 1):
        log = ways - math.lgamma(number + 1) - math.lgamma(total - number + 1)
        yield math.exp(log + number * hit + (total - number) * miss)


# -- dice that come again


def _same_at_same_place(games: Sequence[GameDice]) -> tuple[int, float] | None:
    """Bound the chance that two of the games agree in so many dice that stand at the same place of the same stream.

    Gives the dice of the pair that agrees most beyond what is to be expected, too; None where no two can be compared.
    """
    places = [
        {sides: frozenset(at for at, kind, _ in game.dice if kind == sides) for sides in _kinds(game)} for game in games
    ]
    whole = [frozenset(game.dice) for game in games]
    pairs = []
    for one, other in combinations(range(len(games)), 2):
        common = tuple(
            (sides, number)
            for sides in sorted(places[one].keys() & places[other].keys())
            if (number := len(places[one][sides] & places[other][sides]))
        )
        if common:
            same = len(whole[one] & whole[other])
            expected = sum(number / sides for sides, number in common)
            spread = sum(number * (sides - 1) / sides**2 for sides, number in common)
            pairs.append(((same - expected) / math.sqrt(spread), same, common))
    if not pairs:
        return None
    closest = sorted(pairs, reverse=True)[:CLOSEST]
    chance, dice = min((_as_many(same, common), sum(number for _, number in common)) for _, same, common in closest)
    return dice, min(1.0, len(pairs) * chance)


def _kinds(game: GameDice) -> set[int]:
    return {sides for _, sides, _ in game.dice}


def _as_many(same: int, common: Sequence[tuple[int, int]]) -> float:
    """Give the chance that so many dice or more agree, of these numbers of dice by their sides."""
    chances = [1.0]
    for sides, number in common:
        added = list(_binomial(number, sides))
        made = [0.0] * (len(chances) + number)
        for place, chance in enumerate(chances):
            for more, other in enumerate(added, place):
                made[more] += chance * other
        chances = made
    return min(1.0, math.fsum(chances[same:]))


def _repeats(games: Sequence[GameDice]) -> Iterator[str]:
    """Name games that have shown the same secret, which no chance explains."""
    first: dict[bytes, str] = {}
    for game in games:
        if game.secret and first.setdefault(game.secret, game.game) != game.game:
            yield f"games {first[game.secret]} and {game.game} have shown the same secret"
