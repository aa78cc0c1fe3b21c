"""Statistics of the dice of a game: counts, means, and tests, which for one game show little.

Floats are allowed here: nothing of this reaches a digest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from adjudicator.kernel.labels import NOTHING
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.sentences import counted
from replays.audit.checks_dice import hidden_rows
from replays.audit.dice_source import counted_rows
from replays.audit.entries import RawEntry
from replays.bundle import Bundle
from replays.party_names import party_name
from replays.tell.tail_probabilities import chi_square_tail, log_evidence, multinomial_tail, normal_tail

MIN_ROLLS = 100
EXACT_LIMIT = 150_000
EXPECTED_LEAST = 5
FAIR, UNUSUAL, CHECK = "compatible with fair dice", "unusual", "check the dice"
LEVELS = ((math.log(1e5), "referee"), (math.log(1e3), "look at the dice"), (math.log(20), "note"))


class Pool(Struct, frozen=True):
    """One party's dice of one kind. Without p-values where there are too few rolls for them to mean anything."""

    who: str
    sides: int
    rolls: int
    counts: tuple[int, ...]
    mean: float
    z: float
    evidence: float
    level: str
    faces_p: float | None = None
    serial_p: float | None = None
    lag_z: float | None = None
    verdict: str = ""


class Draws(Struct, frozen=True):
    """What one party drew from something that gets less: of how many things, and z of their places among them."""

    who: str
    origin: str
    draws: int
    least: int
    most: int
    z: float


class Statistics(Struct, frozen=True):
    """Dice of a game, by party and kind."""

    source: str
    pools: tuple[Pool, ...]
    draws: tuple[Draws, ...]
    remarks: tuple[str, ...]


def statistics(
    entries: Sequence[RawEntry], bundle: Bundle, terms: OpenGame, draws: Mapping[str, str] = NOTHING
) -> Statistics:
    """Compute the statistics of all dice of a game that the file shows.

    `draws` says from what the throws of these names draw, which have as many sides as is left there.
    """
    names = [seat.name for seat in terms.seats]
    thrown: dict[tuple[int, int], list[int]] = {}
    drawn: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for raw in entries:
        for _, _, _, sides, faces, why, roller in [*counted_rows(raw), *hidden_rows(raw, bundle)]:
            if why in draws:
                drawn.setdefault((roller, why), []).extend((sides, face) for face in faces if sides > 1)
            else:
                thrown.setdefault((roller, sides), []).extend(faces)
    pools = [
        pool_statistics(party_name(party, names), sides, faces)
        for (party, sides), faces in sorted(thrown.items())
        if sides > 1
    ]
    drawing = [
        draw_statistics(party_name(party, names), draws[why], found)
        for (party, why), found in sorted(drawn.items())
        if found
    ]
    return Statistics(terms.dice_mode, tuple(pools), tuple(drawing), tuple(_remarks(terms, pools)))


def pool_statistics(who: str, sides: int, faces: Sequence[int]) -> Pool:
    """Compute the statistics of one party's dice of one kind."""
    count, tally = len(faces), Counter(faces)
    counts = tuple(tally[face] for face in range(1, sides + 1))
    mean = sum(faces) / count
    z = (mean - (sides + 1) / 2) * math.sqrt(count) / math.sqrt((sides * sides - 1) / 12)
    evidence = log_evidence(counts)
    level = next((word for least, word in LEVELS if evidence >= least), "")
    pool = Pool(who, sides, count, counts, mean, z, evidence / math.log(10), level)
    return pool if count < MIN_ROLLS else _tested(pool, faces)


def draw_statistics(who: str, origin: str, found: Sequence[tuple[int, int]]) -> Draws:
    """Compare the places of what was drawn, each among as many as there were, with the middle: z of their sum."""
    above = sum(face - (sides + 1) / 2 for sides, face in found)
    z = above / math.sqrt(sum((sides * sides - 1) / 12 for sides, _ in found))
    numbers = [sides for sides, _ in found]
    return Draws(who, origin, len(found), min(numbers), max(numbers), z)


def _tested(pool: Pool, faces: Sequence[int]) -> Pool:
    faces_p, (serial_p, lag_z) = faces_test(pool.counts), serial_test(faces, pool.sides)
    smallest = min(p for p in (faces_p, serial_p, 1.0) if p is not None)
    bad = smallest < 1e-3 or pool.level in ("referee", "look at the dice")  # noqa: PLR2004  (the levels of the report)
    odd = smallest < 1e-2 or pool.level == "note"  # noqa: PLR2004
    verdict = CHECK if bad else UNUSUAL if odd else FAIR
    values = {name: getattr(pool, name) for name in pool.__struct_fields__}
    return Pool(**{**values, "faces_p": faces_p, "serial_p": serial_p, "lag_z": lag_z, "verdict": verdict})


def faces_test(counts: Sequence[int]) -> float | None:
    """P-value of these counts for fair dice: exactly where that is cheap, else by chi-square.

    None where there are too few rolls for either.
    """
    count, sides = sum(counts), len(counts)
    if math.comb(count + sides - 1, sides - 1) <= EXACT_LIMIT:
        return multinomial_tail(counts)
    due = count / sides
    if due < EXPECTED_LEAST:
        return None
    return chi_square_tail(sum((found - due) ** 2 / due for found in counts), sides - 1)


def serial_test(faces: Sequence[int], sides: int) -> tuple[float | None, float]:
    """Test whether faces depend on the one before.

    Gives the p-value of the pairs (None where there are too few) and z of the lag-1 correlation.
    """
    count = len(faces) - 1
    mean = sum(faces) / len(faces)
    spread = sum((face - mean) ** 2 for face in faces)
    both = sum((a - mean) * (b - mean) for a, b in pairwise(faces))
    lag_z = both / spread * math.sqrt(len(faces)) if spread else 0.0
    cells = sides * sides
    if count < EXPECTED_LEAST * cells:
        return None, lag_z
    pairs = Counter(pairwise(faces))
    # pairs overlap: the statistic of the pairs less that of the single faces is chi-square (Good 1953)
    x2 = _squared_deviations([pairs[a, b] for a in range(1, sides + 1) for b in range(1, sides + 1)], count)
    x1 = _squared_deviations([faces[1:].count(face) for face in range(1, sides + 1)], count)
    return chi_square_tail(max(x2 - x1, 0.0), cells - sides), lag_z


def _squared_deviations(counts: Sequence[int], total: int) -> float:
    due = total / len(counts)
    return sum((found - due) ** 2 / due for found in counts)


def _remarks(terms: OpenGame, pools: Sequence[Pool]) -> Iterable[str]:
    if terms.dice_mode == "seeded":
        yield "these dice come from a committed seed: the audit proves them; this shows only luck"
    else:
        yield "these dice were thrown on the table: one game shows only a strong bias, and proves nothing"
    if any(pool.rolls < MIN_ROLLS for pool in pools):
        yield f"fewer than {MIN_ROLLS} rolls: counts and no p-value"
    tests = sum(pool.faces_p is not None for pool in pools) + sum(pool.serial_p is not None for pool in pools)
    if tests:
        yield f"{tests} tests at one in twenty give {tests / 20:.1f} false alarms on fair dice"


def as_text(found: Statistics) -> list[str]:
    """Format statistics for people."""
    lines = [f"{found.source} dice"]
    for pool in found.pools:
        fair = (pool.sides + 1) / 2
        faces = (f"{face}:{count}" for face, count in enumerate(pool.counts, start=1) if count)
        lines.append(f"{pool.who}: {pool.rolls} d{pool.sides}, mean {pool.mean:.2f} (fair {fair:.2f}), z {pool.z:+.1f}")
        lines.append(f"    faces {' '.join(faces)}")
        if pool.verdict:
            lines.append(f"    {pool.verdict}: {_tests(pool)}")
        if pool.level:
            lines.append(f"    anytime test 10^{pool.evidence:.1f}: {pool.level}")
    for row in found.draws:
        among = f"{row.least} to {row.most}" if row.least < row.most else f"{row.most}"
        lines.append(f"{row.who}: {counted(row.draws, 'draw')} from {row.origin}, among {among}, z {row.z:+.1f}")
    return [*lines, *found.remarks]


def _tests(pool: Pool) -> str:
    tests = [f"faces p {pool.faces_p:.3f}"] if pool.faces_p is not None else ["too few rolls of so many sides to test"]
    if pool.serial_p is not None:
        tests.append(f"pairs p {pool.serial_p:.3f}")
    if pool.lag_z is not None:
        tests.append(f"lag 1 z {pool.lag_z:+.1f} (p {2 * normal_tail(abs(pool.lag_z)):.3f})")
    return ", ".join(tests)


def as_json(found: Statistics) -> dict[str, Any]:
    """Plain values for machines."""
    return {
        "source": found.source,
        "remarks": list(found.remarks),
        "pools": [_as_json(pool) for pool in found.pools],
        "draws": [_as_json(row) for row in found.draws],
    }


def _as_json(row: Struct) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
