"""Paired worlds at the referee's desk: no act tells anybody a secret of another by words, sizes or times.

Every act of the contract is given by everybody at moments where one seat, red, has a secret; the two worlds of a
moment differ in it alone. A new act joins by a row in `VALUES`.
"""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import (
    AdjournGame,
    Appeal,
    ClockTerms,
    Concede,
    CorrectHidden,
    GameTerms,
    HiddenPatch,
    Inspect,
    OrderAbsent,
    PatchItem,
    PauseGame,
    Rewind,
    SealNext,
    TakeBack,
)
from adjudicator.kernel.record.visibility import Mask
from tests.conformance.driver import SplitDice
from tests.conformance.referee.paired import acts
from tests.conformance.referee.paired_values import CALL, HOUR, VALUES, WHY, stretches
from tests.conformance.referee.paired_worlds import GIVERS, Pair, taken
from tests.kernel.fixtures import TOY, changed
from tests.kit import Table
from tests.toy.model.messages import (
    CreateMatch,
    Decline,
    DrawToken,
    EndTurn,
    LayAmbush,
    PlotMarch,
    RollForFirst,
    RollStrike,
    Strike,
)
from tests.toy.rules.rounds.rounds import end_turn

EVENT = b"e" * 16
STRIKE = Strike(piece="r1", target="b1")
# dice of this seed give red the first turn
FIRST_SEED = 4

# -- moments: two games each, which differ in a secret of red


def terms(on_flag="defaults_turn"):
    clock = ClockTerms(
        bank_ms=HOUR,
        increment_ms=0,
        delay_ms=0,
        cap_ms=0,
        per="answer",
        on_flag=on_flag,
        after_flag_ms=0,
        grace_ms=0,
        least_ms=0,
    )
    return GameTerms(clock=clock, referee_ms=HOUR, no_show_ms=HOUR, time_called_ms=3 * HOUR, agree="referee")


def end_and_look(ruling, command):
    """TOY-1.3-02 The turn ends, and whose ambush lies in the north sees to it with a hidden die."""
    if any(row.place == "north" and row.seat != ruling.actor for row in ruling.game.ambushes.values()):
        ruling.roll(1, 6, "ambush", by=1 - ruling.actor, hidden=True)
    end_turn(ruling, command)


def created(world, rules=TOY, **ways):
    """Both are asked for their plot; red's turns come first."""
    usual = {"referee": True, "event": EVENT, "terms": terms(), "appeal": 600}
    table = Table(rules, dice=SplitDice(FIRST_SEED, world, (0,)), **{**usual, **ways})
    table.when("referee", CreateMatch(rounds=2)).accepted()
    while table.window.kind == "roll_report":
        table.thrown(6 if table.window.asks == (0,) else 1)
    if table.window.kind == "first":
        table.when("red", RollForFirst()).accepted()
    return table


def unplotted(world):
    """Nobody has plotted: nothing is secret yet but dice that no one has seen."""
    return created(world)


def plotted(world):
    """Red's march is sealed; blue's answer shows it."""
    table = created(world)
    table.when("red", PlotMarch(heading=("north", "south")[world])).accepted()
    return table


def ambushed(world, **ways):
    """The marches are shown; where red's ambush lies, and how strong it is, is secret."""
    table = created(world, **ways)
    table.play(("red", PlotMarch(heading="north")), ("blue", PlotMarch(heading="east")))
    table.when("red", LayAmbush(place=("north", "west")[world])).asks("turn", "red")
    return table


def after(*said, **ways):
    """Make a moment: an ambush lies, and this was given since."""

    def moment(world):
        table = ambushed(world, **ways)
        for who, command in said:
            table.when(who, command).accepted()
        return table

    return moment


LOOKED = changed({EndTurn: end_and_look}, masks={**TOY.masks, EndTurn: Mask(seals=True)})


def looked(*said, **ways):
    """Blue has ended its turn; red has thrown a hidden die in blue's entry in one world alone."""
    return after(("red", EndTurn()), ("blue", EndTurn()), *said, rules=LOOKED, **ways)


def sealed(world):
    """The game is adjourned, and red has sealed its next command."""
    table = ambushed(world)
    table.when("head", AdjournGame(grounds=WHY, for_ms=HOUR)).accepted()
    table.when(
        "red", (SealNext(kind="EndTurn", fields="[]"), SealNext(kind="DrawToken", fields="[]"))[world]
    ).accepted()
    return table


def shown_before(world):
    """Red has taken its march back, and plotted another way again."""
    table = plotted(world)
    table.when("red", TakeBack(to=table.protocol.seq)).accepted()
    table.when("red", PlotMarch(heading=("east", "west")[world])).accepted()
    return table


def corrected(world):
    """A referee has inspected red's ambush, and set it otherwise."""
    table = ambushed(world)
    table.when("head", Inspect(grounds=WHY, tables=("ambushes",))).accepted()
    ((key, row),) = table.game.ambushes.items()
    item = PatchItem(
        table="ambushes", key=key, field="place", before=f'"{row.place}"', after=f'"{("south", "east")[world]}"'
    )
    table.when("head", CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(item,)))).accepted()
    return table


def timed(moment, seconds):
    """The same moment, so much later."""

    def later(world):
        return moment(world).wait(seconds)

    return later


def no_show(world):
    """Red has plotted and blue never came."""
    return plotted(world).wait(3601)


PAUSE = PauseGame(grounds=WHY)
BACK = Rewind(grounds=WHY, to=5, dice="fresh", changes=())
MOMENTS = {
    "unplotted": unplotted,
    "plotted": plotted,
    "plotted again": shown_before,
    "ambushed": ambushed,
    "struck": after(("red", STRIKE)),
    "rolled": after(("red", STRIKE), ("blue", Decline()), ("red", RollStrike())),
    "handed over": after(("red", EndTurn())),
    "looked": looked(),
    "looked, of seats alone": looked(referee=False),
    "looked, and ended": looked(("blue", Concede())),
    # with the hidden dice of one world it would have its four, and with those of the other not
    "looked, in a stretch": looked(stretches=stretches(4)),
    "after a stretch": looked(stretches=stretches(2)),
    "sealed": sealed,
    "adjourned": after(("head", AdjournGame(grounds=WHY, for_ms=HOUR))),
    "paused": after(("head", PAUSE)),
    "called": after(("blue", CALL)),
    "called by red": after(("red", CALL)),
    "awaiting": after(("red", DrawToken()), reported=True),
    "silent": timed(after(("red", DrawToken()), reported=True, limit=60), 61),
    "absent": after(("head", OrderAbsent(grounds=WHY, seat=0))),
    "rewound": after(("red", EndTurn()), ("head", BACK)),
    "corrected": corrected,
    "conceded": after(("blue", Concede())),
    "appealed": after(("blue", Concede()), ("blue", Appeal(reason="I was not asked"))),
    "of seats alone": after(referee=False),
    "proposed": after(("red", Rewind(grounds=WHY, to=5, dice="fresh", changes=())), referee=False),
    "late": timed(after(("red", STRIKE)), 3700),
    "late and sealed": timed(plotted, 3700),
    "called by time": timed(sealed, 3601),
    "out of time": timed(after(("red", EndTurn())), 3 * 3600),
    "no show": no_show,
}


def test_every_act_has_values():
    """An act that joins the contract is tried here, too."""
    assert set(VALUES) == acts()


def test_every_act_is_taken_somewhere():
    """The moments are such that each act is not only refused."""
    left = dict(VALUES)
    for moment in MOMENTS.values():
        table = moment(0)
        for act in sorted(left):
            if any(taken(table, act, who, command) for command in left[act](table, 0) for who in GIVERS):
                del left[act]
    assert not left


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_act_tells_a_secret(moment):
    """Refusals, events, sizes, views, offers, times, story and testimony are the same in both worlds."""
    pair = Pair(MOMENTS[moment])
    pair.try_all(VALUES)
    assert pair.taken
    assert pair.refused
