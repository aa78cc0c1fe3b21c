"""Games that end by their seats: given up, or drawn by agreement; and what a result says."""

import pytest

from adjudicator.kernel.decide.results import places_of
from adjudicator.kernel.messages import (
    AnswerDraw,
    CloseGame,
    Concede,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    OfferDraw,
    ResultReached,
    SideConceded,
)
from tests.kernel.fixtures import turn
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import infantry
from tests.rulesets.tile_formations.fixtures import table as battlefield
from tests.toy import RULESET
from tests.toy.model.messages import DrawToken, EndTurn, MatchConceded


def offered(table, seat):
    """What of this a seat is offered, whatever is asked."""
    rules, game = table.rules, table.game
    rows = [row for kind in (Concede, OfferDraw) for row in rules.desk_offers[kind](rules, game, table.protocol, seat)]
    return [row.command for row in [*rows, *rules.anytime_offers[AnswerDraw](rules, game, seat)]]


@pytest.mark.rule("WG-END-06", "WG-END-08")
def test_a_seat_gives_up():
    """Its opponent has won by concession, on the seats' own word, and has the first place."""
    ended = turn().when("blue", Concede()).then(SideConceded, seat=1).then(MatchConceded, seat=1)
    ended.then(
        ResultReached, winners=(0,), outcome="conceded", ending="conceded", by="seats", places=(1, 2), played=True
    )


@pytest.mark.rule("WG-END-06")
@pytest.mark.parametrize("who", ["referee", "table", "spectator"])
@pytest.mark.parametrize("command", [Concede(), OfferDraw(), AnswerDraw(accept=True)])
def test_only_seats_end_a_game(who, command):
    """Nobody else has a game to give up or a draw to agree on."""
    clause = "WG-END-06" if isinstance(command, Concede) else "WG-END-07"
    turn().when(who, command).rejected(clause, "not-a-seat")


@pytest.mark.rule("WG-END-06")
def test_before_the_match_is_created():
    """A seat may give up as soon as the game is open."""
    Table(RULESET).when("red", Concede()).then(ResultReached, winners=(1,), ending="conceded")


@pytest.mark.rule("WG-END-06", "WG-END-07")
def test_after_a_result():
    """With a result there is nothing left to give up or to agree on."""
    table = turn(pace="step")
    table.play(("red", Concede()))
    table.when("red", Concede()).rejected("WG-END-06", "result-stands")
    table.when("blue", OfferDraw()).rejected("WG-END-07", "result-stands")
    table.when("blue", AnswerDraw(accept=True)).rejected("WG-END-07", "result-stands")
    assert offered(table, 0) == []


@pytest.mark.rule("WG-END-07")
def test_a_draw_is_agreed():
    """The other seat alone is offered the answer, and with its yes the game is drawn."""
    table = turn()
    table.when("blue", AnswerDraw(accept=True)).rejected("WG-END-07", "no-draw-offered")
    table.when("red", OfferDraw()).then(DrawOffered, seat=0).asks("turn", "red")
    table.when("red", OfferDraw()).rejected("WG-END-07", "draw-offered")
    table.when("red", AnswerDraw(accept=True)).rejected("WG-END-07", "no-draw-offered")
    assert offered(table, 0) == ["Concede"]
    assert offered(table, 1) == ["Concede", "AnswerDraw"]
    agreed = table.when("blue", AnswerDraw(accept=True)).then(DrawAccepted, seat=1)
    agreed.then(ResultReached, winners=(), outcome="draw", ending="agreed", by="seats", places=(1, 1))


@pytest.mark.rule("WG-END-07")
def test_a_draw_is_declined():
    """After a no the game goes on, and a draw may be offered again."""
    table = turn()
    table.play(("red", OfferDraw()))
    table.when("blue", AnswerDraw(accept=False)).then(DrawDeclined, seat=1).without(ResultReached).asks("turn", "red")
    table.when("blue", OfferDraw()).then(DrawOffered, seat=1)


@pytest.mark.rule("WG-END-07")
def test_who_plays_on_declines():
    """A seat's own command of play ends an offer that waits for its answer; that of the offering seat does not."""
    table = turn([1])
    table.play(("red", OfferDraw()))
    table.when("red", DrawToken()).without(DrawDeclined)
    assert table.game.draw is not None
    table.when("red", EndTurn()).without(DrawDeclined).asks("turn", "blue")
    table.when("blue", EndTurn()).then(DrawDeclined, seat=1)
    assert table.game.draw is None


@pytest.mark.rule("WG-END-07")
def test_every_other_seat_has_to_accept():
    """Of three seats two have to accept; one that has accepted is not asked again, and its play declines nothing."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("L12", infantry()), "c1.1": ("A12", infantry())}
    table = battlefield("", units, seats=3)
    table.ask("choose_action", "red")
    table.play(("red", OfferDraw()), ("blue", AnswerDraw(accept=True)))
    table.when("blue", AnswerDraw(accept=True)).rejected("WG-END-07", "no-draw-offered")
    agreed = table.when("green", AnswerDraw(accept=True))
    agreed.then(ResultReached, winners=(), ending="agreed", places=(1, 1, 1))


@pytest.mark.rule("WG-END-08", "WG-END-05")
def test_a_closed_game_is_void():
    """The operator's word gives nobody a place."""
    closed = turn().when("table", CloseGame(reason="the players left"))
    closed.then(ResultReached, winners=(), ending="void", by="ruling", places=())


@pytest.mark.rule("WG-END-08")
@pytest.mark.parametrize(
    ("winners", "ending", "seats", "places"),
    [
        ((0,), "points", 2, (1, 2)),
        ((1,), "eliminated", 3, (2, 1, 2)),
        ((0, 2), "points", 4, (1, 3, 1, 3)),
        ((), "points", 3, (1, 1, 1)),
        ((), "void", 2, ()),
    ],
)
def test_places(winners, ending, seats, places):
    """Winners share the first place, all others the next one after them; in a draw all are first."""
    assert places_of(winners, ending, seats) == places
