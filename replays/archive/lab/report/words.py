"""What a study says in words: whom it is about, what came out, how sure one can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from adjudicator.kernel.sentences import counted, listed
from replays.archive.lab.bots import WORDS
from replays.archive.lab.plan import Plan, Setting
from replays.archive.lab.report.study import EVEN, NAMES, Answer, Compared, Range
from replays.archive.lab.sequential import ALTERNATIVE, NULL

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


def asked(plan: Plan) -> Iterator[str]:
    """Say what the plan asks, and how."""
    yield plan.question or f"How often does {WHOM[plan.of].rstrip(',')} win?"
    seats = "half of them with the sides on each other's seats" if plan.pairing == "swapped" else "seats as written"
    settings = counted(len(plan.settings), "setting")
    yield f"{settings} of {plan.ruleset}, up to {counted(plan.per_setting, 'game')} each, {seats}."
    bots = dict.fromkeys(side.bot for setting in plan.settings for side in (setting.a, setting.b))
    yield f"Bots: {'; '.join(f'{bot}, {WORDS[bot]}' for bot in bots)}."
    if plan.stop is None:
        yield (
            "The intervals and p-values are those of a number of games that was set before the first of them. "
            "An interval speaks of its own row alone; a p-value is corrected for the number of rows."
        )
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
    text = (
        f"{whom[0].upper()}{whom[1:]} won {answer.won} of {counted(answer.decided, 'game')} that were won or lost: "
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
    if row.corrected is None:
        return f"{text}. Games were stopped by a test: no p-value is given."
    if row.corrected < 1 - plan.confidence:
        return f"{text}: a difference beyond what luck explains (p {chance_words(row.corrected)}, corrected)."
    return f"{text}: no difference is shown (p {chance_words(row.corrected)}, corrected)."


def setting_words(setting: Setting) -> str:
    """Say what a setting is made of."""
    parts = [f"scenario {setting.scenario}" if setting.scenario else "the usual scenario"]
    parts += [f"{name} = {_plain(value)}" for name, value in {**setting.create, **setting.options}.items()]
    for name, side in (("a", setting.a), ("b", setting.b)):
        laid_down = [
            f"{kind} {field} = {_plain(value)}"
            for kind, row in side.commands.items()
            for field, value in row.items()
            if value not in ([], "")
        ]
        if laid_down or setting.a.bot != setting.b.bot:
            parts.append(f"side {name}: {listed([f'bot {side.bot}', *laid_down])}")
    return ", ".join(parts)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return listed([f"{name} {_plain(inner)}" for name, inner in value.items()])
    if isinstance(value, list):
        return "; ".join(map(_plain, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def sure(plan: Plan, looks: int) -> Iterator[str]:
    """Say how sure one can be, and of what."""
    yield (
        f"Intervals hold at {percent(plan.confidence, 0)} each: {NAMES[plan.interval]} for shares, Newcombe for "
        "differences of shares, Student for means."
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
        "spread that luck had, and estimates the same."
    )
    yield "All of this is about these bots. People may play otherwise, and an advantage among bots need not be theirs."
