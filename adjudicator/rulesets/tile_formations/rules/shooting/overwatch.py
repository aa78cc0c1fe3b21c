"""Chapter TF-OW: the enemy is asked after each move, and formations in Overwatch may shoot at the mover."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import NORMAL, OVERWATCH, allied, enemy_seats, units_of
from adjudicator.rulesets.tile_formations.model.messages import (
    EnteredOverwatch,
    EnterOverwatch,
    OverwatchEnded,
    OverwatchResolved,
    OverwatchWindowClosed,
    OverwatchWindowOpened,
    PassOverwatch,
    ResolveOverwatch,
)
from adjudicator.rulesets.tile_formations.model.rows import Formation
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import (
    FormationSubject,
    MoverSubject,
    OverwatchSeatsSubject,
    OverwatchSeatSubject,
)
from adjudicator.rulesets.tile_formations.rules.movement.movers import require_acting
from adjudicator.rulesets.tile_formations.rules.play import outside_results
from adjudicator.rulesets.tile_formations.rules.shooting import declaring, shot_facts
from adjudicator.rulesets.tile_formations.rules.shooting.declaring import OVERWATCH_AGAIN

EXTERNAL = "external"
ENTER, NEXT = "enter_overwatch", "overwatch_next"


def formations_in_overwatch(game: Game, seat: Party) -> tuple[str, ...]:
    """TF-OW-04 List the formations of a seat that are in Overwatch, by id."""
    found = (row.id for row in game.formations.values() if row.seat == seat and row.state == OVERWATCH)
    return tuple(sorted((key for key in found if units_of(game, key)), key=id_order))


# -- entering and leaving it


def ask_to_enter(ruling: Ruling[Game], formation: Formation) -> None:
    """TF-OW-01 The action of entering Overwatch has no moves; its owner enters."""
    ruling.ask(ENTER, formation.seat, subject=FormationSubject(formation.id))


def enter_overwatch(ruling: Ruling[Game], command: EnterOverwatch) -> None:
    """TF-OW-01 Overwatch is an action without movement that puts the formation into that state."""
    acting = require_acting(ruling, command.formation)
    ruling.record(EnteredOverwatch(formation=acting), "TF-OW-01")
    ruling.answered_all()


def entered_overwatch(game: Game, event: EnteredOverwatch) -> None:
    """Put the formation into Overwatch."""
    game.formations[event.formation] = replace(game.formations[event.formation], state=OVERWATCH)


def end_overwatch(ruling: Ruling[Game], formation: Formation) -> None:
    """TF-OW-03 A formation that acts is in Overwatch no more."""
    if formation.state == OVERWATCH:
        ruling.record(OverwatchEnded(formation=formation.id), "TF-OW-03")


def overwatch_ended(game: Game, event: OverwatchEnded) -> None:
    """Take the formation out of Overwatch."""
    game.formations[event.formation] = replace(game.formations[event.formation], state=NORMAL)


# -- the window


def open_windows(ruling: Ruling[Game], mover: str) -> None:
    """TF-OW-04 Ask each enemy army with formations in Overwatch, one after the other."""
    game = ruling.game
    if game.options.overwatch_window != EXTERNAL:
        seats = enemy_seats(game, game.formations[mover].seat)
        _ask_next(ruling, mover, tuple(seat for seat in seats if formations_in_overwatch(game, seat)))


def _ask_next(ruling: Ruling[Game], mover: str, seats: tuple[Party, ...]) -> None:
    if seats:
        ruling.ask(NEXT, subject=OverwatchSeatsSubject(mover, seats))


def _open_next_window(ruling: Ruling[Game], window: Window) -> None:
    """TF-OW-04 Open the window of the next army."""
    subject = subject_of(window, OverwatchSeatsSubject)
    mover, (seat, *others) = subject.mover, subject.seats
    _ask_next(ruling, mover, tuple(others))
    found = formations_in_overwatch(ruling.game, seat)
    if found and units_of(ruling.game, mover):
        ruling.record(OverwatchWindowOpened(seat=seat, mover=mover, formations=found), "TF-OW-04")
        ruling.ask(OVERWATCH, seat, subject=MoverSubject(mover))


def _ask_again(ruling: Ruling[Game], window: Window) -> None:
    """TF-OW-04 Ask on while the army has formations in Overwatch and there is something to shoot at."""
    subject = subject_of(window, OverwatchSeatSubject)
    if formations_in_overwatch(ruling.game, subject.seat) and units_of(ruling.game, subject.mover):
        ruling.ask(OVERWATCH, subject.seat, subject=MoverSubject(subject.mover))
        return
    ruling.record(OverwatchWindowClosed(seat=subject.seat, passed=False), "TF-OW-04")


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
    outside_results.require_battlefield(ruling, "TF-OW-03")
    in_window = outside_results.answers_window(ruling, OVERWATCH)
    formation = ruling.find(game.formations, command.formation, "formation")
    mine = ruling.actor in {formation.seat, REFEREE}
    ruling.require(mine, "TF-OW-04", "not-your-formation", "formation", formation=formation.id)
    ruling.require(formation.state == OVERWATCH, "TF-OW-03", "not-in-overwatch", "formation", formation=formation.id)
    mover = subject_of(ruling.window, MoverSubject).mover if in_window and ruling.window else ""
    _require_window(ruling, in_window=in_window)
    target = command.target or mover or (game.action.formation if game.action else "")
    shot_at = ruling.find(game.formations, target, "target")
    ruling.require(not mover or target == mover, "TF-OW-04", "not-the-mover", "target", mover=mover)
    hostile = not allied(game, formation.seat, shot_at.seat)
    ruling.require(hostile, "TF-OW-04", "not-an-enemy", "target", enemy=target)
    declaring.declare(ruling, formation.id, target, command, mover)


def _require_window(ruling: Ruling[Game], *, in_window: bool) -> None:
    """TF-OW-04 Without a window of its own Overwatch is resolved where the options leave it to outside rules."""
    game = ruling.game
    external = game.options.overwatch_window == EXTERNAL and game.turn > 0 and not game.ended
    ruling.require(in_window or external, "TF-OW-04", "no-overwatch-window")
    busy = game.shooting is not None or game.danger_test is not None or bool(game.hits)
    ruling.require(not busy, "TF-OW-04", "dice-are-due")


def overwatch_resolved(game: Game, event: OverwatchResolved) -> None:
    """Take the formation out of Overwatch."""
    game.formations[event.formation] = replace(game.formations[event.formation], state=NORMAL)


# -- offers


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    mover = subject_of(window, MoverSubject).mover
    able = tuple(key for key in formations_in_overwatch(game, party) if mover in declaring.targets(game, key))
    return [*(_shot(game, key, mover) for key in able), offer(PassOverwatch, "TF-OW-04")]


def _shot(game: Game, formation: str, target: str) -> Offer:
    stated = declaring.statement_domains(game, formation, target)
    return offer(ResolveOverwatch, "TF-OW-03", formation=Choice((formation,)), **stated)


def _anytime_offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    """TF-OW-04 Offer Overwatch where outside rules say when it is resolved."""
    busy = game.shooting is not None or game.danger_test is not None or bool(game.hits)
    if game.options.overwatch_window != EXTERNAL or not game.turn or game.ended or busy:
        return []
    seats = sorted(game.sides) if party == REFEREE else [party]
    ready = [key for seat in seats for key in formations_in_overwatch(game, seat)]
    return [
        _shot(game, key, enemy)
        for key in ready
        for enemy in declaring.targets(game, key)
        if not shot_facts.may_not_interrupt(shot_facts.statements_that_stand(game, key, enemy))
    ]


def _enter_offers(_game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-OW-01 Offer to enter Overwatch."""
    formation = Choice((subject_of(window, FormationSubject).formation,))
    return [offer(EnterOverwatch, "TF-OW-01", formation=formation)]


def _enter(_game: Game, window: Window, _party: Party) -> Struct:
    return EnterOverwatch(formation=subject_of(window, FormationSubject).formation)


PART = Part(
    handlers=handlers(enter_overwatch, resolve_overwatch, pass_overwatch),
    reducers=reducers(
        entered_overwatch, overwatch_ended, overwatch_window_opened, overwatch_window_closed, overwatch_resolved
    ),
    windows=windows(
        WindowKind(ENTER, "TF-OW-01", (EnterOverwatch,), _enter_offers, _enter, subject=FormationSubject),
        WindowKind(NEXT, "TF-OW-04", on_close=_open_next_window, subject=OverwatchSeatsSubject),
        WindowKind(OVERWATCH_AGAIN, "TF-OW-04", on_close=_ask_again, subject=OverwatchSeatSubject),
        WindowKind(
            OVERWATCH,
            "TF-OW-04",
            (ResolveOverwatch, PassOverwatch),
            _offers,
            always(PassOverwatch()),
            subject=MoverSubject,
        ),
    ),
    anytime=frozenset({ResolveOverwatch}),
    anytime_offers={ResolveOverwatch: _anytime_offers},
)
