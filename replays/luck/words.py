"""How likely something was, in words that a player understands."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.kernel.sentences import counted
from replays.luck.players import PIPS, STEPS, SUCCESSES, UNUSUAL, Luck, Row

UNITS = {SUCCESSES: ("success", "successes"), PIPS: ("pip", "pips"), STEPS: ("step", "steps")}
OFTEN = Fraction(1, 10)
HUNDRED = 100
PRECISE = 2


def once_in(chance: Fraction | float, things: str = "games") -> str:
    """Say how often something comes: "1 of 12 games", "37 of 100 games"."""
    if chance <= 0:
        return f"none of any number of {things}"
    if chance > OFTEN:
        share = round(HUNDRED * chance)
        return f"{share} of {HUNDRED} {things}" if share < HUNDRED else f"nearly all {things}"
    number = round(1 / Fraction(chance))
    digits = max(0, len(str(number)) - PRECISE)
    rounded: int = round(number, -digits)
    return f"1 of {rounded:,} {things}"


def decimal(value: Fraction, places: int = 1) -> str:
    """Write a fraction with so many decimal places."""
    return f"{float(value):.{places}f}"


def got_words(row: Row) -> str:
    """Say how many came."""
    return counted(row.got, *UNITS[row.counts])


def row_words(row: Row, games: int) -> str:
    """Say what came of a row, and how often so much or little comes."""
    of = ("die", "dice") if row.counts == PIPS else ("throw", "throws")
    above = " above the worst results" if row.counts == STEPS else ""
    came = f"{got_words(row)}{above} of {counted(row.throws, *of)}, {decimal(row.expected)} expected"
    one, things = ("a game", "games") if games == 1 else (f"a set of {games} games", "sets")
    if row.spread.chance(row.got) == 1:
        return f"{came}: nothing else could come"
    if row.got == row.expected:
        return f"{came}: just what was to be expected"
    side = "lucky" if row.got > row.expected else "unlucky"
    return f"{came}; {one} as {side} as this or more comes in {once_in(row.tail, things)}"


def verdict(luck: Luck) -> str:
    """Say whether anything is unusual, given how much was looked at."""
    looks = len(luck.rows)
    if not looks:
        return "no throw of these games has odds: nothing can be said of luck"
    given = f"given that {counted(looks, 'thing was', 'things were')} looked at"
    if not luck.unusual:
        return f"nothing here is unusual {given}"
    found = "; ".join(
        f"{row.who}, {row.what} ({'lucky' if row.got > row.expected else 'unlucky'}: with fair dice so far out in at "
        f"most {once_in(row.corrected, 'such reports')})"
        for row in luck.unusual
    )
    return f"unusual even {given}: {found}. Of fair dice at most {once_in(UNUSUAL, 'reports')} says so"
