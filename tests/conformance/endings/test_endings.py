"""Whatever is asked of whoever: a seat may give up, seats may agree, and the game ends and closes (WG-END-06, -07)."""

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import AnswerDraw, Concede, Finished, OfferDraw, ResultReached
from tests.conformance.by_offers.offer_games import converter_at
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

STEPS = (0, 1, 3, 9, 27, 81)


def walked(path, steps):
    """A table after this many commands of a random game."""
    table = Table(rules_at(path), dice=seeded(7))
    driver = Driver(table, 7)
    return driver.walk(steps) if steps else table


def serialized(path, table):
    """Write the events of the last entry and every seat's view as they are sent."""
    converter = converter_at(path)
    events = [converter.to_pb(event) for event, _ in table.log[-1].events]
    return [*events, *(converter.to_pb(table.view(who)) for who in (0, 1, REFEREE))]


def results_of(table):
    return [event for opened in table.log for event, _ in opened.events if isinstance(event, ResultReached)]


@every_ruleset
@pytest.mark.parametrize("steps", STEPS)
def test_giving_up_at_any_moment(path, steps):
    """The game is over at once for the other seat, its result says so, and nothing more is asked under the rules."""
    table = walked(path, steps)
    if table.game.result is not None:
        return
    table.when(1, Concede()).accepted()
    (result,) = results_of(table)
    assert (result.winners, result.ending, result.by, result.places) == ((0,), "conceded", "seats", (1, 2))
    assert not list(table.rules.invariants(table.game))
    assert serialized(path, table)
    assert [type(event) for event, _ in table.log[-1].events].count(Finished) <= 1
    assert all(window.kind in ("result", "reveal", "confirm_result", "appeal") for window in table.game.stack)


@every_ruleset
@pytest.mark.parametrize("steps", STEPS[::2])
def test_agreeing_at_any_moment(path, steps):
    """A draw that is offered and accepted ends the game, whosever question is open."""
    table = walked(path, steps)
    if table.game.result is not None:
        return
    table.when(0, OfferDraw()).accepted()
    table.when(1, AnswerDraw(accept=True)).accepted()
    (result,) = results_of(table)
    assert (result.winners, result.outcome, result.ending, result.places) == ((), "draw", "agreed", (1, 1))
    assert serialized(path, table)


@every_ruleset
@pytest.mark.parametrize("steps", STEPS[::2])
@pytest.mark.parametrize("winners", [(), (0,)])
def test_ruling_at_any_moment(path, steps, winners):
    """A game that is ended by a ruling tells its end like any other, with or without a winner."""
    table = walked(path, steps)
    if table.game.result is not None:
        return
    ruling = Ruling(table.rules, table.game.fork(), table.protocol, 0, seeded(1), 0)
    ruling.conclude("adjudicated", winners, "WG-END-08", by="ruling")
    converter = converter_at(path)
    assert all(converter.to_pb(event) for event, _ in ruling.events)
    assert converter.to_pb(table.rules.view(ruling.game, 0)).IsInitialized()
    assert (ruling.game.result.winners, ruling.game.result.ending) == (winners, "adjudicated")
