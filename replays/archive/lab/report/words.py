"""What a study says in words: whom it is about, what came out, how sure one can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from adjudicator.kernel.sentences import counted, listed
from replays.archive.lab.bots import WORDS
from replays.archive.lab.plan import Plan, Setting, plain, variant_words
from replays.archive.lab.report.reported import Reported
from replays.archive.lab.report.study import EVEN, NAMES, Answer, Compared, Range
from replays.archive.lab.sequential import ALTERNATIVE, NULL

# Looks before a report that are named; the rest are counted.
LOOKS_MOST: Final = 5
WHOM: Final[Mapping[str, str]] = MappingProxyType(
    {
        "first": "the first player",
        "red": "red, on the first seat,",
        "blue": "blue, on the second seat,",
        "a": "side a",
        "b": "side b",
    }
)


def percent(value: float, digits: int = 1) -> str:
    """Write a share."""
    return f"{100 * value:.{digits}f} %"


def range_words(found: Range | None) -> str:
    """Write a share with its interval."""
    return "-" if found is None else f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"


def points_words(found: Range | None) -> str:
    """Write a mean with its interval."""
    return "-" if found is None else f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def difference_words(found: Range | None) -> str:
    """Write a difference of two shares, in percentage points, with its interval."""
    if found is None:
        return "-"
    value, low, high = (f"{100 * part:+.1f}" for part in (found.value, found.low, found.high))
    return f"{value} percentage points ({low} to {high})"


def chance_words(p: float | None) -> str:
    """Write a p-value."""
    if p is None:
        return "-"
    return "below 0.001" if p < 0.001 else f"{p:.3f}"  # noqa: PLR2004


def looked_words(before: Sequence[Reported], now: Reported) -> str:
    """Say what was looked at before a report; nothing where nothing was."""
    if not before:
        return ""
    told = list(dict.fromkeys(_looked(row, now) for row in before))
    shown = told[:LOOKS_MOST] if len(told) > LOOKS_MOST else told
    more = [f"{len(told) - len(shown)} others"] if len(told) > len(shown) else []
    return (
        f"Reports of these games were looked at before this one, after {listed([*shown, *more])}. The intervals and "
        "p-values are those of a number of games and of comparisons that were set before the first game: as far as "
        "what was seen had a say in going on or in what is compared, the intervals are too narrow and the p-values too "
        "small. Games of another seed, their number set beforehand and looked at once, would confirm what is found."
    )


def _looked(row: Reported, now: Reported) -> str:
    least = "" if row.least == row.most else f"{row.least} to "
    text = f"{least}{counted(row.most, 'game')} of each setting"
    changed = {"other comparisons": not row.compares(now), "other intervals": not row.measures(now)}
    found = [name for name, is_so in changed.items() if is_so]
    return f"{text} with {listed(found)}" if found else text


def asked(plan: Plan, looked: str = "") -> Iterator[str]:
    """Say what the plan asks, and how; `looked` are the words about looks before this one."""
    yield plan.question or f"How often does {WHOM[plan.of].rstrip(',')} win?"
    seats = "half of them with the sides on each other's seats" if plan.pairing == "swapped" else "seats as written"
    settings = counted(len(plan.settings), "setting")
    yield f"{settings} of {plan.ruleset}, up to {counted(plan.per_setting, 'game')} each, {seats}."
    if plan.alternate:
        values = [variant_words(plan, variant) for variant in range(plan.variants)]
        yield f"In turn {listed(values)}: each in as many games of a setting."
    if plan.alike:
        yield f"Both sides give the same {listed(plan.alike)}: what the one gave first, the other gives too."
    bots = dict.fromkeys(side.bot for setting in plan.settings for side in (setting.a, setting.b))
    yield f"Bots: {'; '.join(f'{bot}, {WORDS[bot]}' for bot in bots)}."
    if plan.stop is None:
        yield looked or (
            "The intervals and p-values are those of a number of games that was set before the first of them."
        )
        yield ("An interval speaks of its own row alone; a p-value is corrected for the number of rows.")
    else:
        stop = plan.stop
        yield (
            f"Stated beforehand: a sequential probability ratio test of a share of {percent(stop.null)} against "
            f"{percent(stop.alternative)}, wrong in at most {percent(stop.alpha)} of cases where the first is true and "
            f"{percent(stop.beta)} where the second is. A setting stops at the game that decides."
        )


def answer_words(plan: Plan, answer: Answer) -> str:
    """Say in a sentence or two what came out for a setting, and how sure that is."""
    if answer.share is None:
        return "No game was won or lost: nothing can be said."
    whom = WHOM[plan.of]
    share, sure = answer.share, percent(plan.confidence, 0)
    were = "was" if answer.decided == 1 else "were"
    text = (
        f"{whom[0].upper()}{whom[1:]} won {answer.won} of {counted(answer.decided, 'game')} that {were} won or lost: "
        f"{percent(share.value)}; at {sure} confidence the true share lies between {percent(share.low)} and "
        f"{percent(share.high)}."
    )
    return f"{text} {_verdict(plan, answer, share)}"


def _verdict(plan: Plan, answer: Answer, share: Range) -> str:
    if answer.course is not None and plan.stop is not None:
        return _decision(plan, answer)
    if answer.corrected is not None and answer.corrected < 1 - plan.confidence:
        what = "An advantage" if share.value > EVEN else "A disadvantage"
        return f"{what}, beyond what luck explains (p {chance_words(answer.corrected)}, corrected)."
    chance = chance_words(answer.corrected)
    if not share.low <= EVEN <= share.high:
        what = "an advantage" if share.value > EVEN else "a disadvantage"
        if answer.p is not None and answer.p >= 1 - plan.confidence:
            return f"The interval leaves out one half, the exact test does not show {what} (p {chance}, corrected)."
        return f"Alone that would be {what}; among so many rows luck explains one like it (p {chance}, corrected)."
    return f"Neither advantage nor disadvantage is shown: any share in that range may be true (p {chance}, corrected)."


def _decision(plan: Plan, answer: Answer) -> str:
    stop, course = plan.stop, answer.course
    if stop is None or course is None:
        return ""
    if course.decision == ALTERNATIVE:
        return f"The test decided for {percent(stop.alternative)} after {counted(len(course.path), 'such game')}."
    if course.decision == NULL:
        return f"The test decided for {percent(stop.null)} after {counted(len(course.path), 'such game')}."
    return "The test has not decided yet: more games would be needed."


def compared_words(plan: Plan, row: Compared) -> str:
    """Say in a sentence what a comparison shows."""
    if row.difference is None:
        return "There are no games to compare."
    text = f"Wins of {WHOM[plan.of].rstrip(',')}: {difference_words(row.difference)}"
    points = f" Points with luck taken out: {difference_words(row.adjusted)}." if row.adjusted is not None else ""
    if row.corrected is None:
        return f"{text}. Games were stopped by a test: no p-value is given.{points}"
    if row.corrected < 1 - plan.confidence:
        return f"{text}: a difference beyond what luck explains (p {chance_words(row.corrected)}, corrected).{points}"
    chance = f"(p {chance_words(row.corrected)}, corrected).{points}"
    if row.difference.low <= 0 <= row.difference.high:
        return f"{text}: no difference is shown {chance}"
    if row.p is not None and row.p >= 1 - plan.confidence:
        return f"{text}: the interval leaves out 0, the score test does not show a difference {chance}"
    return f"{text}: alone that would be a difference; among so many rows luck explains one like it {chance}"


def setting_words(setting: Setting) -> str:
    """Say what a setting is made of."""
    parts = [f"scenario {setting.scenario}" if setting.scenario else "the usual scenario"]
    parts += [f"{name} = {plain(value)}" for name, value in {**setting.create, **setting.options}.items()]
    for name, side in (("a", setting.a), ("b", setting.b)):
        laid_down = [
            f"{kind} {field} = {plain(value)}"
            for kind, row in side.commands.items()
            for field, value in row.items()
            if value not in ([], "")
        ]
        if laid_down or setting.a.bot != setting.b.bot:
            parts.append(f"side {name}: {listed([f'bot {side.bot}', *laid_down])}")
    return ", ".join(parts)


def sure(plan: Plan, looks: int, *, looked: bool = False) -> Iterator[str]:
    """Say how sure one can be, and of what; `looked` tells that there were looks before this one."""
    once = ", as if these games had been looked at once" if looked else ""
    yield (
        f"Intervals {'are made for' if looked else 'hold at'} {percent(plan.confidence, 0)} each{once}: "
        f"{NAMES[plan.interval]} for shares, Newcombe for differences of shares, Student for means."
    )
    yield (
        "p is how often games would come out at least this far from even, or two settings this far apart, if nothing "
        "but luck stood between them: near 1 shows nothing, near 0 speaks against luck alone."
    )
    if looks:
        yield f"P-values are raised for the number of looks ({looks}) as Holm does; the intervals are not."
    if plan.stop is not None:
        yield (
            "Games were stopped by a test, and intervals are those of a number set beforehand: they lean a little to "
            "the side that was decided for. The decision is what was asked, and has the error rates that were stated, "
            "for each setting by itself."
        )
    yield (
        "Luck taken out: where the exact chance of a throw is known, success less chance adds up to 0 in expectation, "
        "whatever anybody chooses. Regressed on these sums of both players, the share of points loses the part of its "
        "spread that luck had, and estimates the same. The difference of two such shares is given with its interval "
        "alone: what a comparison decides by is the wins."
    )
    yield "All of this is about these bots. People may play otherwise, and an advantage among bots need not be theirs."
