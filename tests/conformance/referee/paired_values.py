"""What is given as each act of the referee's desk in paired worlds; a new act joins by a row in `VALUES`."""

from __future__ import annotations

import msgspec

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    AcceptReferee,
    AddNote,
    AddPrivateNote,
    AdjournGame,
    AdmitOfficial,
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
    Correct,
    CorrectHidden,
    DrawThrow,
    EndStop,
    EnforceDeadline,
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
    ShowStretch,
    Stretches,
    Substitute,
    TakeBack,
    UpholdRuling,
    VoidThrow,
    WaiveAppeal,
    WithdrawAppeal,
    WithdrawCall,
)
from tests.kit import GAME

WHY = Grounds(reason="it was seen at the table", clause="WG-RULE-01", about=())
HOUR = 3_600_000
# the last entries that are named
LAST = 4
CALL = CallReferee(question="is that so?")
# stretches of open dice, and the secret of the last of them
STRETCHES, END = 3, b"\x7e" * 32

# makes the commands that are given as an act in a world: that of number 0 or 1


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


def stretches(dice):
    """Let a stretch have so many open dice."""
    return Stretches(count=STRETCHES, dice=dice, time=0, commitment=wgdice.stretch_secret(END, GAME, STRETCHES, -1))


def shown_stretches(table, _world):
    """Show the secret of each stretch, and one that is none."""
    known = [wgdice.stretch_secret(END, table.game_id, STRETCHES, epoch) for epoch in range(STRETCHES)]
    return [ShowStretch(epoch=epoch, secret=secret) for epoch, secret in enumerate((*known, END))]


def officials(_table, _world):
    """Each office, of any token and of one; without keys; by a warrant for the event; twice, and by what is none."""
    rows = [
        *((office, token, (b"o" * 32,)) for office in ("owner", "referee", "head_referee") for token in ("", "k")),
        ("referee", "k", ()),
    ]
    made = [
        AdmitOfficial(office=office, token=token, keys=keys, number=1, of_event=of_event, warrant=b"w" * 64)
        for office, token, keys in rows
        for of_event in (False, True)
    ]
    return [*made, *(msgspec.structs.replace(made[0], **wrong) for wrong in ({"number": 0}, {"warrant": b"w"}))]


VALUES = {
    "AddNote": ruling(AddNote),
    "AddPrivateNote": plain(AddPrivateNote(text=b"a" * 1024), AddPrivateNote(text=b"short")),
    "AcceptReferee": plain(AcceptReferee(key="h")),
    "AdjournGame": ruling(AdjournGame, for_ms=HOUR),
    "AdmitOfficial": officials,
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
    "ShowStretch": shown_stretches,
    "Substitute": seats(Substitute, grounds=WHY, person="carol", keys=()),
    "TakeBack": about(TakeBack, "to"),
    "UpholdRuling": ruling(UpholdRuling),
    "VoidThrow": ruling(VoidThrow),
    "WaiveAppeal": plain(WaiveAppeal()),
    "WithdrawAppeal": plain(WithdrawAppeal()),
    "WithdrawCall": about(WithdrawCall, "call"),
}
# what red gives otherwise in either world is red's own secret, and what a referee has inspected the referee's
