"""Scenarios in which clocks, stops, outages, penalties and rewinds meet: what is left, to the millisecond (0.3 s)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from adjudicator.kernel.docket import clocks
from adjudicator.kernel.messages import (
    AdjournGame,
    CallFlag,
    CallNoShow,
    CallReferee,
    ConfirmFact,
    EndStop,
    GiveBackOutage,
    PauseGame,
    Penalise,
    ResumeGame,
    Rewind,
    SetClock,
    TakeBack,
    WithdrawCall,
)
from tests.kernel.referee.test_clock_formula import EAST, WEST, WHY, asked_to_plot, at_red_turn, later
from tests.kit import Table
from tests.toy.model.messages import ClaimCover, Decline, EndTurn, RollStrike, Strike

STRIKE = Strike(piece="r1", target="b1")
PAUSE, RESUME = PauseGame(grounds=WHY), ResumeGame(grounds=WHY, dice="")


class Left(NamedTuple):
    """What a scenario ends with: both banks, which flags are down, when (ms from then) what is due first, of whom."""

    banks: tuple[int, int]
    flags: tuple[bool, bool]
    due: tuple[int, int] | None
    ended: str = ""


def left(table: Table) -> Left:
    """Look at the clocks."""
    docket = table.protocol.docket
    rows = docket.clocks.seats
    due = clocks.first_due(docket)
    result = table.game.result
    return Left(
        (rows[0].bank, rows[1].bank),
        (rows[0].flag > 0, rows[1].flag > 0),
        None if due is None else (due.at - table.time, due.seat),
        "" if result is None else f"{result.ending} {result.winners}",
    )


def outage(table: Table, used: int, ms: int, after: int = 0) -> None:
    """Let an outage of so many ms begin after some that were used, and be given back some time after it."""
    start = table.time + used
    later(table, used + ms + after).when("table", GiveBackOutage(from_ms=start, to_ms=start + ms)).accepted()


def give(table: Table, *said: tuple[str, Any]) -> None:
    """Let commands be accepted, all at once."""
    table.play(*said)


def penalty(kind: str, seat: int, amount: int) -> Penalise:
    """A penalty of time."""
    return Penalise(grounds=WHY, seat=seat, kind=kind, amount=amount, before=())


def both_flags_in_one_millisecond() -> Table:
    """Silence for red is an entry of its own; blue falls in the same ms by another, with nothing charged between."""
    table = asked_to_plot(bank_ms=10_000, on_flag="defaults_game")
    later(table, 11_000)
    give(table, ("table", CallFlag(seat=0)))
    give(table, ("table", CallFlag(seat=1)))
    return table


def a_flag_in_the_last_millisecond_of_a_stop() -> Table:
    """Ten seconds and 999 ms are used before a pause that runs out: the flag falls a ms after it, not in it."""
    table = at_red_turn(bank_ms=10_000)
    give(later(table, 10_999), ("referee", PAUSE))
    pause = table.protocol.seq
    later(table, 3_600_000).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    give(table, ("table", EndStop(stop=pause)))
    table.when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    return table


def a_call_in_the_last_millisecond() -> Table:
    """A seat calls when a ms is left: the clock stands, and goes on with that ms."""
    table = at_red_turn(bank_ms=10_000)
    give(later(table, 10_999), ("red", CallReferee(question="may I?", about=())))
    give(later(table, 300_000), ("red", WithdrawCall(call=table.protocol.seq)))
    return table


def time_over_the_cap() -> Table:
    """What a referee and a penalty of the other give stands over the cap, and no increment is added to it."""
    table = at_red_turn(increment_ms=5_000, cap_ms=62_000)
    give(table, ("head", SetClock(grounds=WHY, seat=0, old_ms=62_000, new_ms=90_000)))
    give(table, ("head", penalty("time_other", 1, 10_000)))
    give(later(table, 1_000), ("red", EndTurn()))
    return table


def an_outage_over_a_flag() -> Table:
    """The bank would have been over in it; two seconds before it and three after it are charged."""
    table = at_red_turn(bank_ms=10_000)
    outage(table, 2_000, 60_000, 3_000)
    return table


def an_outage_too_late_for_a_flag() -> Table:
    """The bank was over before it: what it took is given back, and the flag is due all the same."""
    table = at_red_turn(bank_ms=10_000)
    outage(table, 11_000, 60_000)
    return table


def an_outage_within_a_stop() -> Table:
    """The game stood still: nothing is given to a clock, and the pause is longer by the gap."""
    table = at_red_turn(bank_ms=10_000)
    give(later(table, 4_000), ("referee", PAUSE))
    pause, start = table.protocol.seq, table.time
    outage(table, 1_000_000, 500_000)
    table.time = start + 4_099_999
    table.when("table", EndStop(stop=pause)).rejected("WG-STOP-01", "stop-not-due", seconds=1)
    give(later(table, 1), ("table", EndStop(stop=pause)))
    return table


def an_outage_across_the_end_of_an_adjournment() -> Table:
    """It was to end in it; it ends when the service is back, and nobody pays for that."""
    table = at_red_turn(bank_ms=10_000)
    give(later(table, 4_000), ("head", AdjournGame(grounds=WHY, for_ms=600_000)))
    stop = table.protocol.seq
    later(table, 700_000)
    give(table, ("table", EndStop(stop=stop)))
    return table


def a_restart_in_the_grace() -> Table:
    """Half of the grace is used when the service goes down for a minute: the other half is left."""
    table = at_red_turn(bank_ms=10_000)
    outage(table, 10_500, 60_000)
    return table


def a_penalty_that_overdraws_who_is_not_asked() -> Table:
    """Blue's flag is due at once though red is asked; red loses no time for it."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_turn")
    give(later(table, 1_000), ("head", penalty("time", 1, 11_000)))
    give(table, ("table", CallFlag(seat=1)))
    return table


def a_penalty_within_the_grace() -> Table:
    """Nine seconds taken of ten, and one used: what is left is the grace."""
    table = at_red_turn(bank_ms=10_000)
    give(later(table, 1_000), ("head", penalty("time", 0, 9_000)))
    return table


def a_take_back_of_a_flagged_seat() -> Table:
    """It answers what its book asks after the flag, takes that back, and has what is left of the five seconds."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_game", after_flag_ms=5_000)
    give(later(table, 10_999), ("red", STRIKE), ("blue", Decline()))
    give(later(table, 1), ("table", CallFlag(seat=0)))
    table.faces(2)
    give(later(table, 3_000), ("red", RollStrike()))
    roll = table.protocol.seq
    table.when("red", TakeBack(to=roll)).rejected("WG-BACK-03", "something-learnt")
    give(table, ("head", Rewind(grounds=WHY, to=roll, dice="fresh", changes=())))
    return table


def a_take_back_after_the_flag_however_often() -> Table:
    """A seat without time confirms what was stated, and takes that back: of its five seconds two are left."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_game", after_flag_ms=5_000)
    give(table, ("head", penalty("time", 1, 11_000)), ("table", CallFlag(seat=1)))
    give(table, ("red", ClaimCover(piece="r1")))
    fact = table.window.subject[0]
    for _ in range(3):
        give(later(table, 1_000), ("blue", ConfirmFact(fact=fact)))
        give(table, ("blue", TakeBack(to=table.protocol.seq)))
    return table


def a_rewind_to_before_a_fall_and_back() -> Table:
    """The fall is void and the least time given, once; going back over the rewind takes nothing and gives nothing."""
    table = at_red_turn(bank_ms=10_000, least_ms=20_000)
    give(later(table, 11_000), ("table", CallFlag(seat=0)))
    fall = table.protocol.seq
    give(table, ("head", Rewind(grounds=WHY, to=fall, dice="fresh", changes=())))
    give(later(table, 5_000), ("head", Rewind(grounds=WHY, to=fall + 1, dice="fresh", changes=())))
    return table


def a_no_show_in_an_outage() -> Table:
    """Ten minutes to come, of which the service was down for nine and the game paused for one: twenty in all."""
    table = asked_to_plot(others={"no_show_ms": 600_000}, bank_ms=10**9)
    start = table.time
    outage(table, 0, 540_000)
    give(table, ("referee", PAUSE))
    give(later(table, 60_000), ("referee", RESUME))
    give(table, ("blue", WEST))
    table.time = start + 1_199_999
    table.when("table", CallNoShow()).rejected("WG-CLOCK-05", "no-show-not-due")
    give(later(table, 1), ("table", CallNoShow()))
    return table


def increments_and_take_backs_under_a_cap() -> Table:
    """Each plot adds what the cap leaves, and each take-back withdraws just that: nothing is won by doing it often."""
    table = asked_to_plot(increment_ms=5_000, cap_ms=61_000, least_ms=1_000)
    for heading in (EAST, WEST, EAST):
        give(later(table, 1_000), ("red", heading))
        give(table, ("red", TakeBack(to=table.protocol.seq)))
    return table


def an_outage_in_two_parts_is_given_back_once() -> Table:
    """The second names time before the last entry, and is refused."""
    table = at_red_turn(bank_ms=100_000)
    start = table.time
    outage(table, 10_000, 20_000, 10_000)
    table.when("table", GiveBackOutage(from_ms=start + 30_000, to_ms=start + 35_000)).rejected(
        "WG-CLOCK-07", "outage-not-here"
    )
    return table


UP = (False, False)
SCENARIOS: list[tuple[Callable[[], Table], Left]] = [
    (both_flags_in_one_millisecond, Left((0, 0), (True, True), (0, 0))),
    (a_flag_in_the_last_millisecond_of_a_stop, Left((-999, 10_000), UP, (1, 0))),
    (a_call_in_the_last_millisecond, Left((-999, 10_000), UP, (1, 0))),
    (time_over_the_cap, Left((99_000, 62_000), UP, (63_000, 1))),
    (an_outage_over_a_flag, Left((5_000, 10_000), UP, (6_000, 0))),
    (an_outage_too_late_for_a_flag, Left((-1_000, 10_000), UP, (0, 0))),
    (an_outage_within_a_stop, Left((6_000, 10_000), UP, (7_000, 0))),
    (an_outage_across_the_end_of_an_adjournment, Left((6_000, 10_000), UP, (7_000, 0))),
    (a_restart_in_the_grace, Left((-500, 10_000), UP, (500, 0))),
    (a_penalty_that_overdraws_who_is_not_asked, Left((9_000, 0), (False, True), (10_000, 0))),
    (a_penalty_within_the_grace, Left((0, 10_000), UP, (1_000, 0))),
    (a_take_back_of_a_flagged_seat, Left((0, 10_000), (True, False), (2_000, 0))),
    (a_take_back_after_the_flag_however_often, Left((10_000, 0), (False, True), (2_000, 1))),
    (a_rewind_to_before_a_fall_and_back, Left((15_000, 10_000), UP, (16_000, 0))),
    (a_no_show_in_an_outage, Left((999_400_000, 10**9), UP, None, "no_show (1,)")),
    (increments_and_take_backs_under_a_cap, Left((57_000, 57_000), UP, (58_000, 0))),
    (an_outage_in_two_parts_is_given_back_once, Left((80_000, 100_000), UP, (81_000, 0))),
]


@pytest.mark.rule("WG-CLOCK-01", "WG-CLOCK-02", "WG-CLOCK-03", "WG-CLOCK-04", "WG-CLOCK-05", "WG-CLOCK-07")
@pytest.mark.parametrize(("scenario", "expected"), SCENARIOS, ids=[row.__name__ for row, _ in SCENARIOS])
def test_where_clocks_meet(scenario, expected):
    """Banks, flags and what is due next."""
    assert left(scenario()) == expected
