"""Appeals and results in the docket: what is lodged, what was overturned, who waives, and when the time is over."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.docket.stops import outage_ms
from adjudicator.kernel.messages import (
    AppealLodged,
    AppealOverturned,
    AppealSettled,
    AppealWaived,
    DrawAllowed,
    GameRestarted,
    ResultReached,
    Rewound,
)

# kinds of windows: the time for appeals runs, or is held while one waits for a referee
APPEAL: Final = "appeal"
LODGED: Final = "appeal_lodged"
# the least time for appeals after one was settled, ms
LEAST_MS: Final = 300_000


class OpenAppeal(Struct, frozen=True):
    """An appeal that waits for a referee, by its entry; `about` is that of the result or ruling, `left_ms` was left."""

    seq: int
    seat: Party
    about: int
    left_ms: int


class Resumed(Struct, frozen=True):
    """The time for appeals runs on from this entry, for so many ms."""

    seq: int
    left_ms: int


def appeal_lodged(docket: Any, event: AppealLodged, heard: Heard) -> None:
    """Note what waits, and that this seat has appealed about that."""
    docket.appeal = OpenAppeal(heard.seq, event.seat, event.about, event.left_ms)
    docket.appealed = (*docket.appealed, (event.seat, event.about))


def appeal_settled(docket: Any, event: AppealSettled, heard: Heard) -> None:
    """Let the time run on."""
    docket.appeal = None
    docket.resumed = Resumed(heard.seq, event.left_ms)


def appeal_overturned(docket: Any, event: AppealOverturned, heard: Heard) -> None:
    """Note by which ruling."""
    docket.appeal = None
    docket.overturned = {**docket.overturned, event.about: heard.seq}


def appeal_waived(docket: Any, event: AppealWaived, _heard: Heard) -> None:
    """Note who will not appeal."""
    docket.waived = (*docket.waived, event.seat)


def result_reached(docket: Any, event: ResultReached, heard: Heard) -> None:
    """Every seat may appeal against a new result; a ruled one makes what was seen before it stale."""
    docket.waived = ()
    docket.proposal = None
    if event.ruling:
        docket.changed = heard.seq


def rewound(docket: Any, _event: Rewound, _heard: Heard) -> None:
    """There is no result any more, or another one."""
    docket.appeal = None
    docket.waived = ()


def draw_allowed(docket: Any, _event: DrawAllowed, heard: Heard) -> None:
    """Note the ruling."""
    docket.draw_allowed = heard.seq


def game_restarted(docket: Any, event: GameRestarted, _heard: Heard) -> None:
    """Note the game that takes the place of this one."""
    docket.restarted = event.new_game


def appeals_close(protocol: Any, window: Window) -> int:
    """Give the time at which a window for appeals closes, ms since 1970; outages since it opened make it later."""
    docket = protocol.docket
    resumed = docket.resumed
    since, left = protocol.time_of(window.opened), 1000 * protocol.terms.appeal_window
    if resumed is not None and resumed.seq >= window.opened:
        since, left = protocol.time_of(resumed.seq), resumed.left_ms
    return int(since + left + outage_ms(docket, since))


REDUCERS: DocketReducers = {
    AppealLodged: appeal_lodged,
    AppealSettled: appeal_settled,
    AppealOverturned: appeal_overturned,
    AppealWaived: appeal_waived,
    ResultReached: result_reached,
    Rewound: rewound,
    DrawAllowed: draw_allowed,
    GameRestarted: game_restarted,
}
