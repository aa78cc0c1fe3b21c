"""What the dice of a game look like: counts, means, luck, and tests that say how little one game can show.

Floats are at home here: nothing of this reaches a digest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from adjudicator.kernel.messages import OpenGame
from replays.audit.checks_dice import hidden_rows
from replays.audit.entries import Raw
from replays.bundle import Bundle
from replays.tell.names import party_name
from replays.tell.tail_probabilities import chi_square_tail, log_evidence, multinomial_tail, normal_tail, success_tail

ENOUGH = 100
CHEAP = 150_000
EXPECTED_LEAST = 5
FAIR, UNUSUAL, CHECK = "compatible with fair dice", "unusual", "check the dice"
LEVELS = ((math.log(1e5), "referee"), (math.log(1e3), "look at the dice"), (math.log(20), "note"))
Luck = Callable[[Struct], Iterable[tuple[int, int, int, bool]]]


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


class Fortune(Struct, frozen=True):
    """One party's successes against what its chances promised."""

    who: str
    rolls: int
    successes: int
    expected: float
    z: float
    tail: float


class Statistics(Struct, frozen=True):
    """Dice of a game, by party and kind, and how well they served each party."""

    source: str
    pools: tuple[Pool, ...]
    luck: tuple[Fortune, ...]
    remarks: tuple[str, ...]


def statistics(
    entries: Sequence[Raw], bundle: Bundle, opening: OpenGame, events: Iterable[Struct] = (), luck: Luck | None = None
) -> Statistics:
    """Look at all dice of a game that the file shows.

    `luck` gives (roller, numerator, denominator, success) of every throw that an event tells of.
    """
    names = [seat.name for seat in opening.seats]
    thrown: dict[tuple[int, int], list[int]] = {}
    for raw in entries:
        for row in [*raw.dice, *hidden_rows(raw, bundle)]:
            thrown.setdefault((row[6], row[3]), []).extend(row[4])
    pools = [
        pool(party_name(party, names), sides, faces) for (party, sides), faces in sorted(thrown.items()) if sides > 1
    ]
    fortunes = _fortunes(events, luck, names) if luck is not None else ()
    return Statistics(opening.dice_mode, tuple(pools), tuple(fortunes), tuple(_remarks(opening, pools)))


def pool(who: str, sides: int, faces: Sequence[int]) -> Pool:
    """Look at one party's dice of one kind."""
    count, tally = len(faces), Counter(faces)
    counts = tuple(tally[face] for face in range(1, sides + 1))
    mean = sum(faces) / count
    z = (mean - (sides + 1) / 2) * math.sqrt(count) / math.sqrt((sides * sides - 1) / 12)
    evidence = log_evidence(counts)
    level = next((word for least, word in LEVELS if evidence >= least), "")
    made = Pool(who, sides, count, counts, mean, z, evidence / math.log(10), level)
    return made if count < ENOUGH else _tested(made, faces)


def _tested(made: Pool, faces: Sequence[int]) -> Pool:
    faces_p, (serial_p, lag_z) = faces_test(made.counts), serial_test(faces, made.sides)
    smallest = min(p for p in (faces_p, serial_p, 1.0) if p is not None)
    bad = smallest < 1e-3 or made.level in ("referee", "look at the dice")  # noqa: PLR2004  (the levels of the report)
    odd = smallest < 1e-2 or made.level == "note"  # noqa: PLR2004
    verdict = CHECK if bad else UNUSUAL if odd else FAIR
    values = {name: getattr(made, name) for name in made.__struct_fields__}
    return Pool(**{**values, "faces_p": faces_p, "serial_p": serial_p, "lag_z": lag_z, "verdict": verdict})


def faces_test(counts: Sequence[int]) -> float | None:
    """How seldom fair dice give counts as uneven as these: exactly where that is cheap, else by chi-square.

    None where there are too few rolls for either.
    """
    count, sides = sum(counts), len(counts)
    if math.comb(count + sides - 1, sides - 1) <= CHEAP:
        return multinomial_tail(counts)
    due = count / sides
    if due < EXPECTED_LEAST:
        return None
    return chi_square_tail(sum((found - due) ** 2 / due for found in counts), sides - 1)


def serial_test(faces: Sequence[int], sides: int) -> tuple[float | None, float]:
    """Tell whether faces depend on the one before.

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
    x2 = _uneven([pairs[a, b] for a in range(1, sides + 1) for b in range(1, sides + 1)], count)
    x1 = _uneven([faces[1:].count(face) for face in range(1, sides + 1)], count)
    return chi_square_tail(max(x2 - x1, 0.0), cells - sides), lag_z


def _uneven(counts: Sequence[int], total: int) -> float:
    due = total / len(counts)
    return sum((found - due) ** 2 / due for found in counts)


def _fortunes(events: Iterable[Struct], luck: Luck, names: Sequence[str]) -> list[Fortune]:
    chances: dict[int, list[tuple[float, bool]]] = {}
    for event in events:
        for roller, numerator, denominator, success in luck(event):
            chances.setdefault(roller, []).append((numerator / denominator, success))
    return [fortune(party_name(roller, names), each) for roller, each in sorted(chances.items())]


def fortune(who: str, chances: Sequence[tuple[float, bool]]) -> Fortune:
    """Weigh successes against their chances: z, and the exact chance of as many or more (or as few or fewer)."""
    found = sum(success for _, success in chances)
    expected = sum(p for p, _ in chances)
    variance = sum(p * (1 - p) for p, _ in chances)
    z = (found - expected) / math.sqrt(variance) if variance else 0.0
    return Fortune(who, len(chances), found, expected, z, success_tail([p for p, _ in chances], found))


def _remarks(opening: OpenGame, pools: Sequence[Pool]) -> Iterable[str]:
    if opening.dice_mode == "seeded":
        yield "these dice come from a committed seed: the audit proves them; this shows luck alone"
    else:
        yield "these dice were thrown on the table: one game detects a gross bias only, and convicts nobody"
    if any(each.rolls < ENOUGH for each in pools):
        yield f"fewer than {ENOUGH} rolls: counts and no p-value"
    tests = sum(each.faces_p is not None for each in pools) + sum(each.serial_p is not None for each in pools)
    if tests:
        yield f"{tests} tests at one in twenty give {tests / 20:.1f} false alarms on fair dice"


def as_text(found: Statistics) -> list[str]:
    """Write statistics for people."""
    lines = [f"{found.source} dice"]
    for each in found.pools:
        fair = (each.sides + 1) / 2
        counted = (f"{face}:{count}" for face, count in enumerate(each.counts, start=1) if count)
        lines.append(f"{each.who}: {each.rolls} d{each.sides}, mean {each.mean:.2f} (fair {fair:.2f}), z {each.z:+.1f}")
        lines.append(f"    faces {' '.join(counted)}")
        if each.verdict:
            lines.append(f"    {each.verdict}: {_tests(each)}")
        if each.level:
            lines.append(f"    anytime test 10^{each.evidence:.1f}: {each.level}")
    for one in found.luck:
        side = "as many or more" if one.z >= 0 else "as few or fewer"
        lines.append(
            f"{one.who}: {one.successes} successes of {one.rolls}, {one.expected:.1f} expected, z {one.z:+.1f}; "
            f"{side} in {100 * one.tail:.1f} % of games"
        )
    return [*lines, *found.remarks]


def _tests(each: Pool) -> str:
    said = [f"faces p {each.faces_p:.3f}"] if each.faces_p is not None else ["too few rolls of so many sides to test"]
    if each.serial_p is not None:
        said.append(f"pairs p {each.serial_p:.3f}")
    if each.lag_z is not None:
        said.append(f"lag 1 z {each.lag_z:+.1f} (p {2 * normal_tail(abs(each.lag_z)):.3f})")
    return ", ".join(said)


def as_json(found: Statistics) -> dict[str, Any]:
    """Plain values for machines."""
    return {
        "source": found.source, "remarks": list(found.remarks),
        "pools": [{name: getattr(each, name) for name in each.__struct_fields__} for each in found.pools],
        "luck": [{name: getattr(each, name) for name in each.__struct_fields__} for each in found.luck],
    }  # fmt: skip


__all__ = [
    "Fortune",
    "Luck",
    "Pool",
    "Statistics",
    "as_json",
    "as_text",
    "faces_test",
    "fortune",
    "pool",
    "serial_test",
    "statistics",
]
