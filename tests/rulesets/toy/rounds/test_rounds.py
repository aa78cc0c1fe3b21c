import pytest

from adjudicator.kernel.messages import Concede
from tests.kit import Table
from tests.toy import RULESET
from tests.toy.model.messages import (
    CreateMatch,
    FirstChosen,
    MatchConceded,
    MatchCreated,
    PlotMarch,
    PlotsShown,
    RoundBegun,
    TurnBegun,
)

FIRST = (6, 1)


@pytest.mark.rule("TOY-1.1-01", "TOY-1.1-02", "TOY-1.2-01")
def test_a_match_begins():
    """A match has a round, a roll-off gives the first turns, and both seats are asked for their plot."""
    table = Table(RULESET, dice=[3, 3, *FIRST])
    created = table.when("referee", CreateMatch(rounds=1))
    created.then(MatchCreated, FirstChosen(seat=0, faces=(3, 3, 6, 1)), RoundBegun(round=1)).asks("plot", "red", "blue")


@pytest.mark.rule("TOY-1.1-01")
def test_no_rounds():
    """A match of no rounds is refused."""
    Table(RULESET).when("referee", CreateMatch(rounds=0)).rejected("TOY-1.1-01", "no-rounds", "rounds", found=0)


@pytest.mark.rule("TOY-1.2-02", "TOY-1.2-03")
def test_plots_are_shown_together():
    """A plot is its owner's alone until the other seat has plotted too; then both are shown."""
    table = Table(RULESET, dice=FIRST)
    table.when("referee", CreateMatch(rounds=1)).accepted()
    table.when("red", PlotMarch(heading="up")).rejected("TOY-1.2-02", "no-heading", "heading", heading="up")
    table.when("red", PlotMarch(heading="north")).without(PlotsShown)
    assert [len(table.view(seat).plots) for seat in ("red", "blue", "spectator")] == [1, 0, 0]
    table.when("blue", PlotMarch(heading="east")).then(PlotsShown, TurnBegun(seat=0)).asks("turn", "red")
    assert [plot.heading for plot in table.view("spectator").plots] == ["north", "east"]


@pytest.mark.rule("TOY-1.4-01")
def test_giving_up():
    """A seat may give up when it is not its turn, and then the other one has won."""
    table = Table(RULESET, dice=FIRST)
    table.when("referee", CreateMatch(rounds=1)).accepted()
    table.when("blue", Concede()).then(MatchConceded(seat=1))
    assert table.game.result.winners == (0,)
