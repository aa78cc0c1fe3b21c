"""Paired worlds at the referee's desk: no act tells anybody a secret of another by words, sizes or times.

Every act of the contract is given by everybody at moments where one seat, red, has a secret; the two worlds of a
moment differ in it alone. A new act joins by a row in `VALUES`.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from adjudicator.kernel.messages import (
    AcceptReferee,
    AddNote,
    AddPrivateNote,
    AdjournGame,
    AdoptEdition,
    AllowDraw,
    AnswerAbsent,
    AnswerCall,
    AnswerProposal,
    Appeal,
    Award,
    CallFlag,
    CallNoShow,
    CallReferee,
    CallTime,
    ChangeDiceSource,
    ClockTerms,
    Concede,
    Correct,
    CorrectHidden,
    DrawThrow,
    EndStop,
    EnforceDeadline,
    GameTerms,
    GiveBackOutage,
    Grounds,
    HiddenPatch,
    Inspect,
    Interpret,
    OrderAbsent,
    PatchItem,
    PauseGame,
    Penalise,
    PenaltyCount,
    RestartGame,
    ResumeGame,
    RetireDice,
    RevokeAbsent,
    Rewind,
    SealNext,
    SetClock,
    Substitute,
    TakeBack,
    UpholdRuling,
    VoidThrow,
    WaiveAppeal,
    WithdrawAppeal,
    WithdrawCall,
)
from adjudicator.kernel.record.visibility import Mask
from tests.conformance.driver import SplitDice
from tests.conformance.referee.paired import acts, copied, differences, viewers
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

WHY = Grounds(reason="it was seen at the table", clause="TOY-1.2-01", about=())
EVENT = b"e" * 16
HOUR = 3_600_000
STRIKE = Strike(piece="r1", target="b1")
GIVERS = ("red", "blue", "referee", "head", "table")
# the last entries that are named
LAST = 4
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


PAUSE, CALL = PauseGame(grounds=WHY), CallReferee(question="is that so?")
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


# -- acts: what is given as each, to a world of this number


def entries(table):
    return [seq for seq in range(table.protocol.seq - LAST, table.protocol.seq + 2) if seq > 0]


def seats(kind, **fields):
    return lambda _table, _world: [kind(**fields, seat=seat) for seat in (0, 1, 2)]


def ruling(kind, **fields):
    return lambda _table, _world: [kind(grounds=WHY, **fields)]


def plain(*commands):
    return lambda _table, _world: list(commands)


def about(kind, field, **fields):
    return lambda table, _world: [kind(**fields, **{field: seq}) for seq in entries(table)]


def rewinds(table, _world):
    return [Rewind(grounds=WHY, to=seq, dice=dice, changes=()) for seq in entries(table) for dice in ("fresh", "stand")]


def patches(table, _world):
    hidden = sorted(table.game.ambushes)
    rows = [
        ("sides", "1", "shields", "1", "2"),
        ("sides", "0", "actions", "2", "1"),
        ("round", "", "", "1", "2"),
        ("round", "", "", "7", "2"),
        *(("ambushes", key, "place", f'"{place}"', '"south"') for key in hidden for place in ("north", "west")),
        ("ambushes", "never", "place", '"north"', '"south"'),
    ]
    return [PatchItem(**dict(zip(PatchItem.__struct_fields__, row, strict=True))) for row in rows]


def corrections(table, world):
    return [Correct(grounds=WHY, patch=(item,)) for item in patches(table, world)]


def hidden_corrections(table, world):
    """Give the world's own old value: what a referee who has inspected it names."""
    found = [
        PatchItem(table="ambushes", key=key, field="place", before=f'"{row.place}"', after=unlike(row.place))
        for key, row in sorted(table.game.ambushes.items())
    ]
    wrong = [item for item in patches(table, world) if item not in found]
    return [CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(item,))) for item in (*found, *wrong)]


def unlike(place):
    """Another place, which no moment has put it at."""
    return '"south"' if place in ("north", "west") else '"north"'


def sealings(_table, world):
    """Of the first, each world seals another; the others are alike."""
    apart = SealNext(kind=("EndTurn", "DrawToken")[world], fields="[]")
    return [apart, SealNext(kind="Decline", fields="[]"), SealNext(kind="LayAmbush", fields='["north"]')]


def penalties(_table, _world):
    rows = {"caution": 0, "points": 100, "time": 1000, "loss": 0}
    return [
        Penalise(grounds=WHY, seat=seat, kind=kind, amount=amount, before=(PenaltyCount(kind="caution", count=0),))
        for kind, amount in rows.items()
        for seat in (0, 1)
    ]


def awards(table, _world):
    matter = table.protocol.docket.appeal
    rows = (("forfeit", (0,)), ("adjudicated", (1,)), ("void", ()), ("agreed", ()), ("time_called", (0,)))
    made = [Award(grounds=WHY, ending=ending, winners=winners, scores=()) for ending, winners in rows]
    return made if matter is None else [*made, *(msgspec.structs.replace(row, overturns=matter.seq) for row in made)]


def clocks(table, _world):
    held = table.protocol.docket.clocks.seats
    return [SetClock(grounds=WHY, seat=seat, old_ms=row.bank, new_ms=row.bank + 1000) for seat, row in enumerate(held)]


def outages(table, _world):
    since = table.protocol.docket.clocks.time
    return [GiveBackOutage(from_ms=since, to_ms=table.time), GiveBackOutage(from_ms=since - 1, to_ms=table.time)]


VALUES = {
    "AddNote": ruling(AddNote),
    "AddPrivateNote": plain(AddPrivateNote(text=b"a" * 1024), AddPrivateNote(text=b"short")),
    "AcceptReferee": plain(AcceptReferee(key="h")),
    "AdjournGame": ruling(AdjournGame, for_ms=HOUR),
    "AdoptEdition": plain(AdoptEdition(edition="2", engine=bytes(32))),
    "AllowDraw": ruling(AllowDraw),
    "AnswerAbsent": plain(AnswerAbsent(seat=0), AnswerAbsent(seat=1)),
    "AnswerCall": about(AnswerCall, "call", grounds=WHY),
    "AnswerProposal": plain(AnswerProposal(agree=True), AnswerProposal(agree=False)),
    "Appeal": plain(Appeal(reason="that is wrong"), Appeal(reason="that is wrong", about=2)),
    "Award": awards,
    "CallFlag": plain(CallFlag(seat=0), CallFlag(seat=1)),
    "CallNoShow": plain(CallNoShow()),
    "CallReferee": plain(CALL),
    "CallTime": plain(CallTime()),
    "ChangeDiceSource": plain(*(ChangeDiceSource(grounds=WHY, source=source) for source in ("seeded", "reported"))),
    "Correct": corrections,
    "CorrectHidden": hidden_corrections,
    "DrawThrow": lambda table, _world: [DrawThrow(), EnforceDeadline(window=table.window.id)],  # the second gives it
    "EndStop": about(EndStop, "stop"),
    "GiveBackOutage": outages,
    "Inspect": ruling(Inspect, tables=("ambushes", "plots")),
    "Interpret": ruling(Interpret, text="as it is written"),
    "OrderAbsent": seats(OrderAbsent, grounds=WHY),
    "PauseGame": ruling(PauseGame),
    "Penalise": penalties,
    "RestartGame": ruling(RestartGame, new_game=b"n" * 16),
    "ResumeGame": plain(*(ResumeGame(grounds=WHY, dice=dice) for dice in ("", "count", "rethrow"))),
    "RetireDice": ruling(RetireDice, dice_set="bone"),
    "RevokeAbsent": seats(RevokeAbsent, grounds=WHY),
    "Rewind": rewinds,
    "SealNext": sealings,
    "SetClock": clocks,
    "Substitute": seats(Substitute, grounds=WHY, person="carol", keys=()),
    "TakeBack": about(TakeBack, "to"),
    "UpholdRuling": ruling(UpholdRuling),
    "VoidThrow": ruling(VoidThrow),
    "WaiveAppeal": plain(WaiveAppeal()),
    "WithdrawAppeal": plain(WithdrawAppeal()),
    "WithdrawCall": about(WithdrawCall, "call"),
}
# what red gives otherwise in either world is red's own secret, and what a referee has inspected the referee's
# what a referee who is not the head referee has others agree to
HEAD_OTHERWISE = {"Rewind", "AnswerProposal"}
OWN = {"SealNext": ("red",), "CorrectHidden": ("head", "referee")}


class Pair:
    """Two games at a moment, and every act given in both."""

    def __init__(self, moment, rules=None):
        self.worlds = [moment(0), moment(1)]
        self.taken, self.refused = set(), set()

    def try_all(self, values, givers=GIVERS):
        self.require_alike(self.worlds, "before any act")
        for act, made in sorted(values.items()):
            ready = [ready_for(act, table) for table in self.worlds]
            for given in zip(*(made(table, world) for world, table in enumerate(ready)), strict=True):
                for who in givers:
                    self.give(act, who, ready, given)

    def give(self, act, who, ready, given):
        """Give it in both; a refusal is the same to all but red, who knows what red keeps secret."""
        faults = [table.refused(command, who) for table, command in zip(ready, given, strict=True)]
        if given[0] != given[1] and who not in OWN[act]:
            return
        if any(faults):
            assert faults[0] == faults[1] or who == "red", f"{act} by {who} is refused otherwise: {given} {faults}"
            self.refused.add(act)
            return
        self.taken.add(act)
        if who == "referee" and act not in HEAD_OTHERWISE:
            return  # as the head referee
        after = [copied(table) for table in ready]
        for table, command in zip(after, given, strict=True):
            table.when(who, command).accepted()
        reveals = [any(table.rules.masks[type(event)].reveals for event, _ in table.ruled) for table in after]
        assert reveals[0] == reveals[1], f"{act} by {who} shows what was secret in one world alone"
        if not reveals[0]:
            self.require_alike(after, f"{act} by {who}: {given[0]}")

    def require_alike(self, worlds, after):
        """Nobody but red, and a referee who has set what red hides, is told anything that is not so in both."""
        seen = any(isinstance(command, CorrectHidden) for _, command in worlds[0].commands)
        found = differences(*worlds, viewers("red", referee=not seen))
        assert not found, f"after {after}: {found}"


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


def taken(table, act, who, command):
    return not ready_for(act, table).refused(command, who)


def ready_for(act, table):
    """Copy a game; a later edition is adopted by its own server."""
    made = copied(table)
    if act == "AdoptEdition":
        made.rules = replace(made.rules, edition="2")
    return made


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_act_tells_a_secret(moment):
    """Refusals, events, sizes, views, offers, times, story and testimony are the same in both worlds."""
    pair = Pair(MOMENTS[moment])
    pair.try_all(VALUES)
    assert pair.taken
    assert pair.refused
