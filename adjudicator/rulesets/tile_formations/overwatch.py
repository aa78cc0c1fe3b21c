"""Chapter TF-OW: the enemy is asked after each move, and formations in Overwatch may shoot at the mover."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import outside, shooting
from adjudicator.rulesets.tile_formations.model.messages import (
    OverwatchResolved,
    OverwatchWindowClosed,
    OverwatchWindowOpened,
    PassOverwatch,
    ResolveOverwatch,
)
from adjudicator.rulesets.tile_formations.state import (
    NORMAL,
    OVERWATCH,
    Game,
    allied,
    enemies_of,
    order_of_ids,
    units_of,
)

EXTERNAL = "external"
NEXT, AGAIN = "overwatch_next", "overwatch_again"


def watching(game: Game, seat: Party) -> tuple[str, ...]:
    """TF-OW-04 List the formations of a seat that are in Overwatch, by id."""
    found = (row.id for row in game.formations.values() if row.seat == seat and row.state == OVERWATCH)
    return tuple(sorted((key for key in found if units_of(game, key)), key=order_of_ids))


# -- the window


def open_windows(ruling: Ruling[Game], mover: str) -> None:
    """TF-OW-04 Ask each enemy army with formations in Overwatch, one after the other."""
    game = ruling.game
    if game.how.overwatch_window != EXTERNAL:
        seats = tuple(str(seat) for seat in enemies_of(game, game.formations[mover].seat) if watching(game, seat))
        _ask_next(ruling, mover, seats)


def _ask_next(ruling: Ruling[Game], mover: str, seats: tuple[str, ...]) -> None:
    if seats:
        ruling.ask(NEXT, about=(mover, *seats))


def _next(ruling: Ruling[Game], window: Window) -> None:
    """TF-OW-04 Open the window of the next army."""
    mover, seat, *rest = window.about
    _ask_next(ruling, mover, tuple(rest))
    found = watching(ruling.game, int(seat))
    if found and units_of(ruling.game, mover):
        opened = OverwatchWindowOpened(seat=int(seat), mover=mover, formations=found)
        ruling.record(opened, "TF-OW-04")
        ruling.ask(OVERWATCH, int(seat), about=(mover,))


def _again(ruling: Ruling[Game], window: Window) -> None:
    """TF-OW-04 Ask on while the army has formations in Overwatch and there is something to shoot at."""
    mover, seat = window.about[0], int(window.about[1])
    if watching(ruling.game, seat) and units_of(ruling.game, mover):
        ruling.ask(OVERWATCH, seat, about=(mover,))
        return
    ruling.record(OverwatchWindowClosed(seat=seat, passed=False), "TF-OW-04")


def overwatch_window_opened(_game: Game, _event: OverwatchWindowOpened) -> None:
    """Who is asked stands on the stack of questions."""


def overwatch_window_closed(_game: Game, _event: OverwatchWindowClosed) -> None:
    """Who is asked stands on the stack of questions."""


def pass_overwatch(ruling: Ruling[Game], _command: PassOverwatch) -> None:
    """TF-OW-04 An army may let the mover go on."""
    ruling.record(OverwatchWindowClosed(seat=ruling.actor, passed=True), "TF-OW-04")
    ruling.answered()


# -- shooting by it


def resolve_overwatch(ruling: Ruling[Game], command: ResolveOverwatch) -> None:
    """TF-OW-03 Overwatch is resolved when the formation shoots by it; lying low ends with it."""
    game = ruling.game
    asked = outside.answering(ruling, OVERWATCH)
    formation = ruling.find(game.formations, command.formation, "formation")
    mine = ruling.actor in {formation.seat, REFEREE}
    ruling.require(mine, "TF-OW-03", "not-your-formation", "formation", formation=formation.id)
    ruling.require(formation.state == OVERWATCH, "TF-OW-03", "not-in-overwatch", "formation", formation=formation.id)
    mover = ruling.window.about[0] if asked and ruling.window else ""
    _require_window(ruling, asked=asked)
    target = command.target or mover or (game.action.formation if game.action else "")
    shot_at = ruling.find(game.formations, target, "target")
    ruling.require(not mover or target == mover, "TF-OW-04", "not-the-mover", "target", mover=mover)
    hostile = not allied(game, formation.seat, shot_at.seat)
    ruling.require(hostile, "TF-OW-03", "not-an-enemy", "target", enemy=target)
    ruling.record(OverwatchResolved(formation=formation.id, target=target), "TF-OW-03", "TF-HILL-06")
    if asked:
        ruling.answered()
        ruling.ask(AGAIN, about=(mover, str(formation.seat)))
    shooting.declare(ruling, formation.id, target, command, overwatch=True)


def _require_window(ruling: Ruling[Game], *, asked: bool) -> None:
    """TF-OW-04 Without a window of its own Overwatch is resolved where the options leave it to outside rules."""
    game = ruling.game
    external = game.how.overwatch_window == EXTERNAL and game.turn > 0 and not game.ended
    ruling.require(asked or external, "TF-OW-04", "no-overwatch-window")
    busy = game.volley is not None or game.test is not None or bool(game.hits)
    ruling.require(not busy, "TF-OW-04", "dice-are-due")


def overwatch_resolved(game: Game, event: OverwatchResolved) -> None:
    """Take the formation out of Overwatch."""
    game.formations[event.formation] = replace(game.formations[event.formation], state=NORMAL)


# -- offers


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    mover = window.about[0]
    able = tuple(key for key in watching(game, party) if mover in shooting.targets(game, key, overwatch=True))
    shots = [offer(ResolveOverwatch, "TF-OW-03", formation=Choice(able), target=Choice((mover,)))] if able else []
    return [*shots, offer(PassOverwatch, "TF-OW-04")]


def _silence(_game: Game, _window: Window, _party: Party) -> Struct:
    return PassOverwatch()


CLAUSES = handlers(resolve_overwatch, pass_overwatch)
REDUCERS = reducers(overwatch_window_opened, overwatch_window_closed, overwatch_resolved)
WINDOWS = windows(
    WindowKind(NEXT, "TF-OW-04", on_close=_next),
    WindowKind(AGAIN, "TF-OW-04", on_close=_again),
    WindowKind(OVERWATCH, "TF-OW-04", (ResolveOverwatch, PassOverwatch), _offers, _silence),
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "open_windows", "watching"]
