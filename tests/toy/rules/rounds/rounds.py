"""Chapter 1: setting up, plotting, whose turn it is, and how the match ends."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.results import Concluded, conclude_plainly
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, table_step, windows
from tests.toy.model.messages import (
    CreateMatch,
    EndTurn,
    FirstChosen,
    MarchPlotted,
    MatchConceded,
    MatchCreated,
    Plot,
    PlotMarch,
    PlotsShown,
    RollForFirst,
    RoundBegun,
    TurnBegun,
    TurnEnded,
)
from tests.toy.model.state import ACTIONS, HEADINGS, PIECES, Game, March, Side, pieces_of
from tests.toy.model.subjects import SeatSubject

BAG = ("gold", "iron", "iron", "lead")

# -- setting up


def create_match(ruling: Ruling[Game], command: CreateMatch) -> None:
    """TOY-1.1-01 A match has at least one round."""
    ruling.require(command.rounds >= 1, "TOY-1.1-01", "no-rounds", "rounds", found=command.rounds)
    ruling.record(MatchCreated(rounds=command.rounds, bag=BAG), "TOY-1.1-01")
    ruling.answered()
    ruling.ask("first", TABLE)


def match_created(game: Game, event: MatchCreated) -> None:
    game.rounds, game.bag = event.rounds, event.bag
    game.pieces = dict(PIECES)
    game.sides = {0: Side(), 1: Side()}


def roll_for_first(ruling: Ruling[Game], _command: RollForFirst) -> None:
    """TOY-1.1-02 The seats roll off for the first turn of every round."""
    off = ruling.roll_off(6, "first")
    faces = tuple(face for row in off.rounds for face in row)
    ruling.record(FirstChosen(seat=off.winner, faces=faces), "TOY-1.1-02")
    ruling.answered()
    ruling.ask("round")


def first_chosen(game: Game, event: FirstChosen) -> None:
    game.first = event.seat


# -- rounds


def begin_round(ruling: Ruling[Game], _window: Window) -> None:
    """TOY-1.2-01 Every round begins with a plot; after the last one the seat with more pieces has won."""
    game = ruling.game
    if game.round == game.rounds:
        left = [len(pieces_of(game, seat)) for seat in (0, 1)]
        winners = tuple(seat for seat in (0, 1) if left[seat] == max(left))
        decided = len(winners) == 1
        ruling.finish(winners if decided else (), "won" if decided else "draw", "points", "TOY-1.2-01")
        return
    ruling.record(RoundBegun(round=game.round + 1), "TOY-1.2-01")
    ruling.ask("round")
    ruling.ask("plot", 0, 1)


def round_begun(game: Game, event: RoundBegun) -> None:
    game.round = event.round
    game.plots = {}


def plot_march(ruling: Ruling[Game], command: PlotMarch) -> None:
    """TOY-1.2-02 Each seat plots a heading that the other does not see before it has plotted too."""
    fits = command.heading in HEADINGS
    ruling.require(fits, "TOY-1.2-02", "no-heading", "heading", heading=command.heading or "")
    plotted = MarchPlotted(seat=ruling.actor, heading=command.heading, entry=ruling.seq)
    ruling.record(plotted, "TOY-1.2-02")
    ruling.answered()


def march_plotted(game: Game, event: MarchPlotted) -> None:
    game.plots[event.seat] = March(event.heading or "", event.entry)


def show_plots(ruling: Ruling[Game], _window: Window) -> None:
    """TOY-1.2-03 When both have plotted, both plots are shown."""
    game = ruling.game
    ruling.unseal(*sorted({march.entry for march in game.plots.values()}), clause="TOY-1.2-03")
    plots = tuple(Plot(seat=seat, heading=game.plots[seat].heading) for seat in sorted(game.plots))
    ruling.record(PlotsShown(plots=plots), "TOY-1.2-03")
    ruling.ask("next_turn", subject=SeatSubject(1 - game.first))
    ruling.ask("next_turn", subject=SeatSubject(game.first))


def plots_shown(game: Game, _event: PlotsShown) -> None:
    game.plots = {seat: replace(march, shown=True) for seat, march in game.plots.items()}


# -- turns


def begin_turn(ruling: Ruling[Game], window: Window) -> None:
    """TOY-1.3-01 A turn asks its seat again and again until the seat ends it."""
    seat = subject_of(window, SeatSubject).seat
    ruling.record(TurnBegun(seat=seat), "TOY-1.3-01")
    ruling.ask("turn", seat)


def turn_begun(game: Game, event: TurnBegun) -> None:
    game.sides[event.seat] = replace(game.sides[event.seat], actions=ACTIONS)


def end_turn(ruling: Ruling[Game], _command: EndTurn) -> None:
    """TOY-1.3-02 The seat ends its turn."""
    ruling.record(TurnEnded(seat=ruling.actor), "TOY-1.3-02")
    ruling.answered()


def turn_ended(game: Game, event: TurnEnded) -> None:
    game.sides[event.seat] = replace(game.sides[event.seat], actions=0)


def conclude(ruling: Ruling[Game], concluded: Concluded) -> None:
    """TOY-1.4-01 A seat may give up at any time of the match."""
    for seat in (0, 1) if concluded.ending == "conceded" else ():
        if seat not in concluded.winners:
            ruling.record(MatchConceded(seat=seat), "TOY-1.4-01")
    conclude_plainly(ruling, concluded)


def match_conceded(_game: Game, _event: MatchConceded) -> None:
    """The result is an event of its own."""


# -- what may be said


def creations(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(CreateMatch, "TOY-1.1-01", rounds=Range(1, 9))]


def marches(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(PlotMarch, "TOY-1.2-02", heading=Choice(HEADINGS))]


def _whose_turn(_game: Game, event: TurnEnded) -> tuple[Party, ...]:
    return (event.seat,)


PART = Part(
    handlers=handlers(create_match, roll_for_first, plot_march, end_turn),
    turns={TurnEnded: _whose_turn},
    reducers=reducers(
        match_created, first_chosen, round_begun, march_plotted, plots_shown, turn_begun, turn_ended, match_conceded
    ),
    windows=windows(
        WindowKind("create", "TOY-1.1-01", (CreateMatch,), creations),
        table_step("first", "TOY-1.1-02", RollForFirst),
        WindowKind("round", "TOY-1.2-01", on_close=begin_round),
        WindowKind("plot", "TOY-1.2-02", (PlotMarch,), marches, always(PlotMarch(heading="north")), show_plots),
        WindowKind("next_turn", "TOY-1.3-01", on_close=begin_turn, subject=SeatSubject),
    ),
)
