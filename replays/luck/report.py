"""Luck and the test of the dice service, written for people and for machines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import format_chance
from adjudicator.kernel.labels import NOTHING, Outcome
from adjudicator.kernel.sentences import counted
from replays.audit.report import printable
from replays.luck.exact import of_places, of_sums
from replays.luck.players import Luck, Row
from replays.luck.service import Look, ServiceTest
from replays.luck.throws import GameThrows, Judged, Ranked, Summed
from replays.luck.words import decimal, once_in, row_words, verdict
from replays.tell.phrases import SIGNS
from replays.tell.stats import MIN_ROLLS

CORRECTION = "Holm"
Thrown: TypeAlias = Judged | Ranked | Summed


# -- every throw


def throw_lines(game: GameThrows) -> Iterator[str]:
    """Write every throw with its chance, in the order of the log; those without odds are counted."""
    throws: list[Thrown] = [*game.judged, *game.ranked, *game.summed]
    for throw in sorted(throws, key=lambda throw: throw.seq):
        yield printable(_line(throw))
    yield printable(without_line(game.without, game.because))


def _line(throw: Thrown) -> str:
    if isinstance(throw, Judged):
        return _judged(throw)
    return _ranked(throw) if isinstance(throw, Ranked) else _summed(throw)


def _ranked(throw: Ranked) -> str:
    outcome = throw.outcome
    faces = " ".join(map(str, outcome.faces))
    just, better = _ratios_of_result(outcome)
    came = ": ".join(filter(None, (faces, outcome.names[outcome.place])))  # a die that is told before has no face here
    return f"{throw.seq:>5} {throw.who}, {throw.name}: {came}; chance of just that {just}, of that or better {better}"


def _ratios_of_result(outcome: Outcome) -> tuple[str, str]:
    """Give how likely just this result was, and this or a better one."""
    spread = of_places([outcome.weights])
    return format_chance(spread.chance(outcome.place))[0], format_chance(spread.at_least(outcome.place))[0]


def _judged(throw: Judged) -> str:
    chance = throw.chance
    faces = " ".join(map(str, chance.faces)) or "-"
    came = "success" if chance.success else "failure"
    needs = f"needs {_needed(chance.needed, low=chance.low)}; " if chance.needed is not None else ""
    of = f"chance {chance.good}/{chance.of}"
    return f"{throw.seq:>5} {throw.who}, {throw.name}: {needs}{of}; {faces}: {came}"


def _needed(needed: Tally, *, low: bool) -> str:
    number = f"{needed.total} or {'less' if low else 'more'}"
    if len(needed.terms) < 2:  # noqa: PLR2004  (one step alone says what the total says)
        return number
    steps = ", ".join(
        f"{SIGNS.get(term.operation, term.operation + ' {}').format(term.value)} ({term.clause})"
        for term in needed.terms
    )
    return f"{number} ({steps})"


def _summed(throw: Summed) -> str:
    ratio = _ratio_of_sum(throw)
    faces = " ".join(map(str, throw.faces))
    dice = f"{len(throw.faces)}d{throw.sides}"
    return f"{throw.seq:>5} {throw.who}, {throw.name}: {dice}; {faces}: {sum(throw.faces)}, chance of just that {ratio}"


def _ratio_of_sum(throw: Summed) -> str:
    return format_chance(of_sums([throw.sides] * len(throw.faces)).chance(sum(throw.faces)))[0]


def without_line(without: Mapping[str, int], because: Mapping[str, str] = NOTHING) -> str:
    """Say how many dice have no odds, what they were thrown for, and why they have none, each reason once."""
    if not without:
        return "no die without odds"
    total = sum(without.values())
    kinds: dict[str, list[str]] = {}
    for what, dice in without.items():
        kinds.setdefault(because.get(what, ""), []).append(f"{dice} for {what}")
    listed = ", ".join(", ".join(rows) + (f" ({why})" if why else "") for why, rows in kinds.items())
    return f"{counted(total, 'die', 'dice')} without odds: {listed}"


# -- players


def luck_lines(luck: Luck) -> Iterator[str]:
    """Write what came of each player's throws."""
    several = len({row.ruleset for row in luck.rows}) > 1
    for row in luck.rows:
        of = f" ({row.ruleset})" if several else ""
        yield printable(f"{row.who}, {row.what}{of}: {row_words(row, luck.games)}")
    yield printable(without_line(luck.without, luck.because))
    yield printable(f"{verdict(luck)} (corrected for the number of looks by {CORRECTION})")


# -- the service


def service_lines(found: ServiceTest) -> Iterator[str]:
    """Write the test of the dice service."""
    if not found.dice:
        yield "the dice service: no die of these games was drawn from a seed"
        return
    drawn = counted(found.dice, "die", "dice")
    yield f"the dice service, {drawn} drawn from the seeds of {counted(found.games, 'game')}"
    tested = {look.sides for look in found.looks}
    for row in (row for row in found.faces if row.sides in tested):
        faces = " ".join(f"{face}:{count}" for face, count in enumerate(row.counts, start=1) if count)
        yield f"    d{row.sides}: {faces}"
    for look in found.looks:
        yield f"    {look_words(look)}"
    rest = sum(sum(row.counts) for row in found.faces if row.sides not in tested)
    if rest:
        yield f"    {counted(rest, 'die', 'dice')} of kinds with fewer than {MIN_ROLLS}: not tested"
    yield from found.repeats
    if found.verdict:
        given = f"given that {counted(len(found.looks), 'thing was', 'things were')} looked at"
        yield f"{found.verdict}, {given} (corrected for the number of looks by {CORRECTION})"


def look_words(look: Look) -> str:
    """Say how unusual one look was."""
    of = f" of d{look.sides}" if look.sides else ""
    if look.chance >= 1:
        return f"{look.what}{of}, {counted(look.dice, 'die', 'dice')}: as fair dice mostly are"
    often = once_in(look.chance, "such tests")
    return f"{look.what}{of}, {counted(look.dice, 'die', 'dice')}: fair dice are so far out in at most {often}"


# -- for machines


def luck_json(luck: Luck, games: Sequence[GameThrows]) -> dict[str, Any]:
    """Give plain values: chances of single throws as ratios, those of rows computed exactly and written as numbers."""
    throws: list[tuple[GameThrows, Thrown]] = []
    for game in games:
        throws += [(game, throw) for throw in game.judged]
        throws += [(game, throw) for throw in game.ranked]
        throws += [(game, throw) for throw in game.summed]
    return {
        "correction": CORRECTION,
        "looks": len(luck.rows),
        "verdict": verdict(luck),
        "luck": [_row(row, luck.games) for row in luck.rows],
        "without_odds": dict(luck.without),
        "without_odds_because": dict(luck.because),
        "throws": [_throw(game, throw) for game, throw in throws],
    }


def _row(row: Row, games: int) -> dict[str, Any]:
    return {
        "who": row.who,
        "ruleset": row.ruleset,
        "what": row.what,
        "counts": row.counts,
        "throws": row.throws,
        "got": row.got,
        "expected": decimal(row.expected, 6),
        "at_most": float(row.spread.at_most(row.got)),
        "at_least": float(row.spread.at_least(row.got)),
        "corrected": float(row.corrected),
        "words": row_words(row, games),
    }


def _throw(game: GameThrows, throw: Thrown) -> dict[str, Any]:
    found: dict[str, Any] = {"game": game.game, "entry": throw.seq, "who": throw.who, "kind": throw.name}
    if isinstance(throw, Summed):
        faces = list(throw.faces)
        return found | {"sides": throw.sides, "faces": faces, "sum": sum(faces), "chance": _ratio_of_sum(throw)}
    if isinstance(throw, Ranked):
        return found | _plain_outcome(throw.outcome)
    chance = throw.chance
    needed = None
    if chance.needed is not None:
        terms = [[term.clause, term.operation, term.value] for term in chance.needed.terms]
        needed = {"total": chance.needed.total, "or": "less" if chance.low else "more", "terms": terms}
    return found | {
        "needed": needed,
        "faces": list(chance.faces),
        "chance": format_chance(chance.ratio)[0],
        "success": chance.success,
    }


def _plain_outcome(outcome: Outcome) -> dict[str, Any]:
    spread = of_places([outcome.weights])
    just, better = _ratios_of_result(outcome)
    chances = [format_chance(spread.chance(place))[0] for place in range(len(outcome.names))]
    return {
        "faces": list(outcome.faces),
        "result": outcome.names[outcome.place],
        "chance": just,
        "or_better": better,
        "results": [list(row) for row in zip(outcome.names, chances, strict=True)],
    }


def service_json(found: ServiceTest) -> dict[str, Any]:
    """Give plain values."""
    return {
        "games": found.games,
        "dice": found.dice,
        "faces": [{"sides": row.sides, "counts": list(row.counts)} for row in found.faces],
        "correction": CORRECTION,
        "looks": [{name: getattr(look, name) for name in look.__struct_fields__} for look in found.looks],
        "repeats": list(found.repeats),
        "verdict": found.verdict,
    }
