"""How a game ends: sides without units, the turn limit, and what is agreed on."""

import pytest

from adjudicator.kernel.messages import AnswerDraw, Concede, DrawDeclined, DrawOffered, OfferDraw, ResultReached
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    CommitOrders,
    EndGame,
    GameEnded,
    Score,
    ScoreCounted,
    SecretsPublished,
    TurnStarted,
    UnitDestroyed,
)
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.rulesets.hex_orders.fixtures import infantry, price, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import shooter
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, declare_shots
from tests.rulesets.hex_orders.orders.fixtures import PAIR
from tests.rulesets.hex_orders.orders.steps import writing
from tests.rulesets.hex_orders.setup.fixtures import terms
from tests.rulesets.hex_orders.setup.steps import load_lists
from tests.rulesets.hex_orders.steps import begin, change, of_kind, refused, roll_declared, shot, silence
from tests.rulesets.hex_orders.turn.fixtures import FAR_APART, at_the_end

DEAD = {"out": "destroyed"}


def ended(units, turn=8, **options):
    """Let the Aftermath of a turn be over, and the service look whether the game is; what happened."""
    played = table((), options, turn=turn, pace="step", units=units)
    begin(played, "aftermath")
    events = [*played.events, *silence(played)]
    assert not of_kind(events, GameEnded)
    outcome = played.when("table", AdvanceStep()).accepted()
    return [*outcome.events, *ending(played)]


def result(events):
    """Give the winner of the game that ended, "none" for a draw, "" where it goes on."""
    found = of_kind(events, GameEnded)
    if not found:
        return ""
    return "none" if found[0].winner is None else str(found[0].winner)


@pytest.mark.rule("HX-GAP-01")
@pytest.mark.ruling("HX-GAP-01.2")
def test_a_side_without_units_has_lost_after_the_aftermath():
    """Apply damage removes the last unit of side 2: side 1 wins, but after that turn's Aftermath."""
    played = begin_firing([5], target=shooter(nation="elf"), turn=2)
    declare_shots(played, shot("b1")).accepted()
    roll_declared(played)
    played.faces(6)
    silence(played)
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert [row.unit for row in of_kind(events, UnitDestroyed)] == ["b1"]
    assert not of_kind(events, GameEnded)
    for step in ("agony_0", "agony_1", "agony_2", "agony_3", "agony_4", "aftermath"):
        assert not of_kind([*begin(played, step).events, *silence(played)], GameEnded)
    outcome = played.when("table", AdvanceStep())
    events = [*outcome.events, *ending(played)]
    assert [(row.reason, row.winner) for row in of_kind(events, GameEnded)] == [("elimination", 0)]
    assert of_kind(events, ResultReached)[0].winners == (0,)


def ending(played):
    """Let the service look whether the game is over; what happened."""
    window = played.window
    if window is None or window.kind != "end_check":
        return ()
    otherwise = played.rules.windows[window.kind].default_command
    assert otherwise is not None
    return played.when("table", otherwise(played.game, window, window.asks[0])).accepted().events


@pytest.mark.rule("HX-GAP-01")
@pytest.mark.ruling("HX-GAP-01.2")
def test_both_sides_gone_is_a_draw():
    """Where both lose their last unit in the same turn nobody has won."""
    assert result(ended([("a1", "D2", "S", tank(), DEAD), ("b1", "D8", "N", infantry(), DEAD)])) == "none"
    assert result(ended([("a1", "D2", "S", tank(), DEAD), ("b1", "D8", "N", infantry())])) == "1"


@pytest.mark.rule("HX-GAP-01")
@pytest.mark.ruling("HX-GAP-01.2")
def test_a_hidden_token_is_a_unit_on_the_board():
    """A side with nothing but a token left plays on, and so do sides that both have units."""
    assert result(ended([("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry(), {"hidden": True})])) == ""
    assert result(ended(PAIR)) == ""


@pytest.mark.rule("HX-GAP-01")
def test_a_side_may_concede():
    """Who concedes has lost at once."""
    writing(PAIR, 3).when("blue", Concede()).then(GameEnded, reason="concession", winner=0)
    writing(PAIR, 3).when("red", Concede()).then(GameEnded, winner=1)


@pytest.mark.rule("HX-GAP-01")
def test_a_draw_needs_both():
    """An offered draw ends the game when the other side agrees, and not when it declines."""
    played = writing(PAIR, 3)
    refused(played, "blue", AnswerDraw(accept=True), "WG-END-07", "no-draw-offered")
    played.when("red", OfferDraw()).then(DrawOffered)
    refused(played, "red", AnswerDraw(accept=True), "WG-END-07", "no-draw-offered")
    played.when("blue", AnswerDraw(accept=False)).then(DrawDeclined).without(GameEnded)
    played.when("red", OfferDraw()).accepted()
    played.when("blue", AnswerDraw(accept=True)).then(GameEnded, reason="agreement", winner=None)


def destroyed_unit(**changes):
    """Give units and armies of a game in which side 2 has lost more than side 1, or as `changes` say."""
    own, other = changes.get("own", 8), changes.get("other", 6)
    return [
        *PAIR,
        ("a2", "B2", "S", tank(price=price(ip=own)), DEAD),
        ("b2", "B8", "N", tank(price=price(ip=other)), DEAD),
        ("b3", "C8", "N", infantry(price=price(mp=changes.get("third", 4))), DEAD),
    ]


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
def test_attrition_at_the_turn_limit():
    """With bases of 6 ip and 4 mp lost by side 2 and one of 8 ip by side 1, side 1 wins after turn 8."""
    limit = {"turn_limit": 8, "victory": "attrition"}
    events = ended(destroyed_unit(), **limit)
    assert result(events) == "0"
    assert {score.seat: score.points for score in of_kind(events, ScoreCounted)[0].scores} == {0: 10, 1: 8}
    assert result(ended(destroyed_unit(own=10), **limit)) == "none"
    assert result(ended(destroyed_unit(own=11), **limit)) == "1"
    assert result(ended(destroyed_unit(), turn=7, **limit)) == ""


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
def test_bases_that_found_no_room_count():
    """Under attrition a base of the enemy that was not deployed counts like a lost one."""
    played = table((), {"turn_limit": 8, "victory": "attrition"}, turn=8, pace="step", units=PAIR)
    played.set(armies={**played.game.armies, "1:2": ArmyUnit(1, 2, infantry(price=price(mp=3, xp=2)), out=True)})
    begin(played, "aftermath")
    silence(played)
    played.when("table", AdvanceStep())
    events = [*played.events, *ending(played)]
    assert (result(events), of_kind(events, ScoreCounted)[0].scores[0].points) == ("0", 5)


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
def test_last_standing_is_a_draw_at_the_limit():
    """The same game under last_standing is a draw; without a limit it goes on."""
    events = ended(destroyed_unit(), turn_limit=8)
    assert [(row.reason, row.winner) for row in of_kind(events, GameEnded)] == [("turn_limit", None)]
    assert result(ended(destroyed_unit())) == ""


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
def test_no_mans_land_at_the_limit():
    """Under no_mans_land who holds more of its hexes with ground units wins; flyers hold none."""
    limit = {"turn_limit": 8, "victory": "no_mans_land"}
    holders = [("a2", "B5", "S", tank()), ("a3", "B6", "S", tank()), ("b2", "C5", "N", infantry())]
    assert result(ended([*PAIR, *holders], **limit)) == "0"
    above = ("b3", "E5", "N", infantry(types=("flying",)))
    assert result(ended([*PAIR, holders[0], holders[2], above], **limit)) == "none"
    assert result(ended([*PAIR, holders[2]], **limit)) == "1"
    two_in_one = [("a2", "B5", "S", tank()), ("a3", "B5", "S", tank()), ("b2", "C5", "N", infantry())]
    assert result(ended([*PAIR, *two_in_one], **limit)) == "none"


@pytest.mark.rule("HX-GAP-07")
def test_elimination_ends_every_game():
    """A side without units has lost whatever the victory option says, before the limit and at it."""
    for turn in (3, 8):
        units = [PAIR[0], ("a2", "B2", "S", tank(price=price(ip=20)), DEAD), ("b1", "D8", "N", infantry(), DEAD)]
        events = ended(units, turn=turn, turn_limit=8, victory="attrition")
        assert [(row.reason, row.winner) for row in of_kind(events, GameEnded)] == [("elimination", 0)]


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.4")
def test_a_victory_by_points_needs_a_limit():
    """Attrition and no_mans_land are refused without a turn limit."""
    for victory in ("attrition", "no_mans_land"):
        refused(load_lists(), "referee", terms(victory=victory), "HX-GAP-07", "limit-needed")
        load_lists().when("referee", terms(victory=victory, turn_limit=3)).accepted()


@pytest.mark.rule("HX-GAP-07")
def test_a_victory_that_there_is_not_is_refused_once():
    """An unknown way to win is refused for that alone: whether it would need a limit, nobody can say."""
    refused(load_lists(), "referee", terms(victory="otherwise"), "HX-GAP-07", "option-value")


@pytest.mark.rule("HX-GAP-01")
def test_a_side_without_units_has_lost():
    """The side that has units left wins, and nobody where none has."""
    played = change(at_the_end(), "b1", out="destroyed")
    played.when("table", EndGame()).then(GameEnded, SecretsPublished, ResultReached, winners=(0,), outcome="won")
    assert (played.view("blue").ended, played.view("blue").winner) == ("elimination", 0)
    played = change(change(at_the_end(), "b1", out="destroyed"), "a1", out="destroyed")
    played.when("table", EndGame()).then(GameEnded, reason="elimination", winner=None)


@pytest.mark.rule("HX-GAP-07")
def test_the_last_turn_ends_the_game():
    """The last turn ends the game: without a victory option in a draw, and no turn before it does."""
    at_the_end(turn_limit=4).when("table", EndGame()).then(TurnStarted, turn=4)
    at_the_end(turn_limit=3).when("table", EndGame()).then(GameEnded, reason="turn_limit", winner=None)


@pytest.mark.rule("HX-GAP-07")
def test_attrition_counts_the_prices_of_lost_enemies():
    """Under attrition prices of enemy bases that are gone or found no room count, all pools together."""
    units = [*FAR_APART, ("a2", "B2", "S", tank(price=price(ip=8))), ("b2", "B8", "N", tank(price=price(ip=6)))]
    played = at_the_end(units, turn_limit=3, victory="attrition")
    change(change(played, "a2", out="destroyed"), "b2", out="destroyed")
    played.set(armies={**played.game.armies, "1:3": ArmyUnit(1, 3, infantry(price=price(mp=4)), out=True)})
    scores = (Score(seat=0, points=10), Score(seat=1, points=8))
    played.when("table", EndGame()).then(ScoreCounted(scores=scores), GameEnded, winner=0)


@pytest.mark.rule("HX-GAP-07")
def test_hexes_of_no_mans_land_are_counted():
    """Under no_mans_land hexes of it with a ground unit of a side count; equal counts are a draw."""
    units = [*FAR_APART, ("a2", "B5", "S", tank(types=("flying",))), ("b2", "C5", "N", infantry())]
    played = at_the_end(units, turn_limit=3, victory="no_mans_land")
    scores = (Score(seat=0, points=0), Score(seat=1, points=1))
    played.when("table", EndGame()).then(ScoreCounted(scores=scores), GameEnded, winner=1)
    at_the_end(turn_limit=3, victory="no_mans_land").when("table", EndGame()).then(GameEnded, winner=None)


@pytest.mark.rule("HX-GAP-01")
def test_a_draw_is_agreed_on():
    """An offer of a draw is answered by the other side; who plays on without an answer has declined it."""
    played = table(units=FAR_APART, turn=2, step="orders").ask("orders", "red", "blue", subject=OrdersSubject(2))
    played.when("referee", OfferDraw()).rejected("WG-END-07", "not-a-seat")
    played.when("blue", AnswerDraw(accept=True)).rejected("WG-END-07", "no-draw-offered")
    played.when("red", OfferDraw()).then(DrawOffered, seat=0)
    assert played.view("blue").draw_offered == 0
    played.when("red", OfferDraw()).rejected("WG-END-07", "draw-offered")
    played.when("red", AnswerDraw(accept=True)).rejected("WG-END-07", "no-draw-offered")
    played.when("blue", AnswerDraw(accept=False)).then(DrawDeclined, seat=1)
    played.when("blue", OfferDraw()).accepted()
    played.when("red", CommitOrders(turn=3, allow_defaults=True)).then(DrawDeclined, seat=0)
    assert played.game.draw is None
    played.when("red", OfferDraw()).accepted()
    played.when("blue", AnswerDraw(accept=True)).then(
        GameEnded, ResultReached, winners=(), outcome="draw", ending="agreed", places=(1, 1)
    )
