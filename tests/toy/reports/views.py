"""What each party may see of the toy."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from tests.toy.model.messages import Plot
from tests.toy.model.state import Game, pieces_of
from tests.toy.reports.messages import AmbushView, SideView, View


def view(game: Game, party: Party) -> View:
    """Show everything but the other seat's ambushes, and its plot before both are shown."""
    return View(
        seq=0,
        head=b"",
        round=game.round,
        rounds=game.rounds,
        bag=len(game.bag),
        sides=tuple(_side(game, seat) for seat in sorted(game.sides)),
        plots=tuple(
            Plot(seat=seat, heading=march.heading)
            for seat, march in sorted(game.plots.items())
            if march.shown or seat == party
        ),
        ambushes=tuple(
            AmbushView(id=key, place=ambush.place, strength=ambush.strength)
            for key, ambush in sorted(game.ambushes.items())
            if ambush.seat == party
        ),
    )


def _side(game: Game, seat: Party) -> SideView:
    side = game.sides[seat]
    return SideView(
        seat=seat, pieces=pieces_of(game, seat), shields=side.shields, tokens=side.tokens, plotted=seat in game.plots
    )
