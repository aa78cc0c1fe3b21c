"""When every act may be given: before the seed, in play, stopped, after a result, under an appeal, and once closed."""

import pytest

from adjudicator.kernel.messages import (
    AddNote,
    AddPrivateNote,
    AdjournGame,
    Appeal,
    Award,
    CallReferee,
    ChangeDiceSource,
    Concede,
    Correct,
    Finish,
    Grounds,
    Inspect,
    OfferDraw,
    OrderAbsent,
    PatchItem,
    PauseGame,
    Penalise,
    RestartGame,
    ResumeGame,
    RetireDice,
    Rewind,
    Substitute,
    TakeBack,
    UpholdRuling,
    WaiveAppeal,
    WithdrawAppeal,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, PlotMarch, Strike

WHY = Grounds(reason="as it has to be", clause="TOY-1.3-01", about=())
MOMENTS = ("before", "play", "stopped", "result", "appeal", "closed")


def at(moment):
    """A game of two seats with a referee at a moment; in play red has struck and blue is asked for a reaction."""
    if moment == "before":
        return Table(TOY, profile="P1", referee=True, appeal=600)
    table = Table(TOY, dice=[5, 2], referee=True, appeal=600)
    table.play(
        ("referee", CreateMatch(rounds=2)),
        ("red", PlotMarch(heading="east")),
        ("blue", PlotMarch(heading="west")),
        ("red", Strike(piece="r1", target="b1")),
    )
    if moment == "stopped":
        table.when("referee", PauseGame(grounds=WHY)).accepted()
    if moment in ("result", "appeal", "closed"):
        table.when("blue", Concede()).accepted()
    if moment == "appeal":
        table.when("red", Appeal(reason="I had won on points")).accepted()
    if moment == "closed":
        table.wait(600).when("table", Finish()).accepted()
    return table


def points(amount=100):
    """Points taken from red."""
    return Penalise(grounds=WHY, seat=0, kind="points", amount=amount, before=())


def award(moment):
    """A draw by ruling; under an appeal it overturns the result."""
    overturns = 7 if moment == "appeal" else None
    return Award(grounds=WHY, ending="adjudicated", winners=(0,), scores=(), overturns=overturns)


def rewind(moment):
    """Back to before red's strike."""
    overturns = 7 if moment == "appeal" else None
    return Rewind(grounds=WHY, to=5, dice="fresh", changes=(), overturns=overturns)


def correct(moment):
    """Red has another shield."""
    overturns = 7 if moment == "appeal" else None
    shield = PatchItem(table="sides", key="0", field="shields", before="1", after="2")
    return Correct(grounds=WHY, patch=(shield,), overturns=overturns)


def restart(moment):
    """Another game takes its place."""
    overturns = 7 if moment == "appeal" else None
    return RestartGame(grounds=WHY, new_game=b"n" * 16, overturns=overturns)


ACTS = {
    "call": ("BPSRL", "red", lambda _: CallReferee(question="what now?", about=())),
    "note": ("BPSRL", "referee", lambda _: AddNote(grounds=WHY)),
    "private note": ("BPSRL", "referee", lambda _: AddPrivateNote(text=b"x".ljust(1024, b"\0"))),
    "inspect": ("BPSRL", "referee", lambda _: Inspect(grounds=WHY, tables=("ambushes",))),
    "pause": ("BP", "referee", lambda _: PauseGame(grounds=WHY)),
    "resume": ("S", "referee", lambda _: ResumeGame(grounds=WHY, dice="")),
    "adjourn": ("P", "referee", lambda _: AdjournGame(grounds=WHY, for_ms=0)),
    "rewind": ("PSRL", "head", rewind),
    "correct": ("PSRL", "head", correct),
    "substitute": ("BPS", "referee", lambda _: Substitute(grounds=WHY, seat=0, person="robin", keys=(b"k" * 32,))),
    "penalise": ("BPSRL", "referee", lambda _: points()),
    "award": ("BPSL", "referee", award),
    "restart": ("BPSRL", "head", restart),
    "retire dice": ("PS", "referee", lambda _: RetireDice(grounds=WHY, dice_set="bone")),
    "dice source": ("PS", "referee", lambda _: ChangeDiceSource(grounds=WHY, source="reported")),
    "take-back": ("P", "red", lambda _: TakeBack(to=5)),
    "absent": ("BPS", "referee", lambda _: OrderAbsent(grounds=WHY, seat=0)),
    "concede": ("BPS", "red", lambda _: Concede()),
    "draw": ("P", "red", lambda _: OfferDraw()),
    "appeal": ("R", "blue", lambda _: Appeal(reason="I did not mean it")),
    "withdraw appeal": ("L", "red", lambda _: WithdrawAppeal()),
    "uphold": ("L", "head", lambda _: UpholdRuling(grounds=WHY)),
    "waive": ("R", "blue", lambda _: WaiveAppeal()),
}
LETTERS = dict(zip(MOMENTS, "BPSRLF", strict=True))
CELLS = [(act, moment) for act in ACTS for moment in MOMENTS]


@pytest.mark.rule("WG-RULE-01", "WG-END-04")
@pytest.mark.parametrize(("act", "moment"), CELLS)
def test_every_act_has_its_moments(act, moment):
    """Accepted in its own, refused in all others; nothing but reveal and confirmation once the game is closed."""
    own, who, command = ACTS[act]
    faults = at(moment).refused(command(moment), who)
    assert (not faults) == (LETTERS[moment] in own), f"{act} {moment}: {faults}"


@pytest.mark.rule("WG-STOP-03", "WG-END-06", "WG-END-07")
def test_what_an_adjourned_game_allows():
    """A concession and a draw, and no second stop."""
    table = at("play")
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    assert table.refused(Concede(), "red") == ()
    assert table.refused(OfferDraw(), "blue") == ()
    assert [fault.reason for fault in table.refused(PauseGame(grounds=WHY), "referee")] == ["stopped-already"]
    assert [fault.reason for fault in table.refused(AdjournGame(grounds=WHY, for_ms=0), "referee")] == [
        "stopped-already"
    ]
    table.when("red", Appeal(reason="there is no result")).rejected("WG-APPEAL-01", "no-time-for-appeals")
