"""The course of a turn, who chooses first, and how a game ends."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import ResultReached, Unsealed
from adjudicator.rulesets.hex_orders.model import nations
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    AnswerDraw,
    CommitOrders,
    Concede,
    DrawDeclined,
    DrawOffered,
    EndGame,
    GameEnded,
    OfferDraw,
    OrdersRevealed,
    PassChoice,
    RollOff,
    RollOffRolled,
    Score,
    ScoreCounted,
    SecretsPublished,
    SideConceded,
    StepEnded,
    StepStarted,
    TurnEnded,
    TurnStarted,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.model.rows import Orders, Slot
from adjudicator.rulesets.hex_orders.rules.orders import ranking
from adjudicator.rulesets.hex_orders.rules.orders.ranking import Group
from adjudicator.rulesets.hex_orders.rules.turn import turn_steps
from tests.rulesets.hex_orders.givens import change, infantry, price, table, tank

FAR = [("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry())]
STEPS = [
    "gunnery_1", "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2",
    "apply_damage", "agony_0", "agony_1", "agony_2", "agony_3", "agony_4", "aftermath",
]  # fmt: skip


def at_the_end(units=FAR, turn=3, **options):
    """Let the end of a turn be looked at."""
    return table(units=units, turn=turn, step="aftermath", options=options).ask("end_check", "table")


# -- the turn


@pytest.mark.rule("HX-TURN-01")
def test_a_turn_goes_through_its_steps():
    """When both sides have written, the steps of the turn follow each other up to the next writing."""
    played = table(units=FAR, turn=1).set(step="orders", running={}).ask("orders", "red", "blue", about=("1",))
    played.when("red", CommitOrders(turn=2, allow_defaults=True)).accepted()
    done = played.when("blue", CommitOrders(turn=2, allow_defaults=True)).then(OrdersRevealed, StepStarted)
    assert [each.step for each in done.events if isinstance(each, StepStarted)] == STEPS
    assert [each.step for each in done.events if isinstance(each, StepEnded)] == STEPS
    done.then(StepEnded, TurnEnded, TurnStarted, turn=2)
    assert (played.window.kind, played.window.asks, played.window.about) == ("orders", (0, 1), ("2",))
    assert sorted(played.game.orders) == ["a1@2", "b1@2"]


@pytest.mark.rule("HX-TURN-21")
def test_the_aftermath_ends_the_turn():
    """After the Aftermath of a turn the next one is written in."""
    played = table(units=FAR, turn=4, step="aftermath").ask("advance", "table")
    done = played.when("table", AdvanceStep()).then(StepEnded, TurnEnded, TurnStarted, turn=5)
    assert not any(isinstance(each, StepStarted) for each in done.events)
    assert list(turn_steps.STEPS) == STEPS


# -- who chooses first


class Asking:
    """A ruling's stand-in that only asks."""

    def __init__(self, game):
        self.game = game
        self.asked = []

    def ask(self, kind, *parties, about=()):
        self.asked.append((kind, parties, about))


def asked_in_order(played, groups, rank=None):
    """Ask groups in order, and tell who was asked as (seat, nation, label)."""
    played.set(rank=rank)
    ruling: Any = Asking(played.game)
    ranking.ask_in_order(ruling, "fire", groups)
    order = []
    while ruling.asked:
        kind, parties, about = ruling.asked.pop()
        if kind == "choosers":
            then = ranking.WINDOWS["choosers"].then
            assert then is not None
            then(ruling, Window(1, kind, parties, about))
        elif kind == "fire":
            order.append((*parties, *about))
        else:
            order.append(kind)
    return order


@pytest.mark.rule("HX-CHOICE-01")
@pytest.mark.rule("HX-CHOICE-05")
def test_lower_ranks_choose_first():
    """Those that stay away choose before those that enter, and lower-ranked nations before higher-ranked ones."""
    stay = [Group(0, "ork", "stay"), Group(1, "dwarf", "stay")]
    played = table(units=FAR)
    assert asked_in_order(played, [*stay, Group(1, "elf", "enter")]) == [
        (0, "ork", "stay"), (1, "dwarf", "stay"), (1, "elf", "enter"),
    ]  # fmt: skip
    ranks = [nations.choosing_rank(each) for each in ("spartan", "elf", "dark_elf", "dwarf", "ork")]
    assert ranks == sorted(ranks)
    assert nations.assault_rank("ork") < nations.assault_rank("elf")


@pytest.mark.rule("HX-CHOICE-07")
def test_sides_of_one_nation_roll():
    """Where both sides have one nation they roll first, unless a roll holds already; the higher chooses last."""
    both = [Group(0, "ork"), Group(1, "ork")]
    played = table(units=FAR)
    assert asked_in_order(played, both)[0] == "rank"
    assert asked_in_order(played, both, rank=0) == [(1, "ork", ""), (0, "ork", "")]
    assert asked_in_order(played, both, rank=1) == [(0, "ork", ""), (1, "ork", "")]
    apart = [Group(0, "ork", "stay"), Group(1, "ork", "enter")]
    assert asked_in_order(played, apart) == [(0, "ork", "stay"), (1, "ork", "enter")]


@pytest.mark.rule("HX-CHOICE-07")
@pytest.mark.parametrize(("option", "kept"), [("roll_each_time", None), ("roll_once_per_game", 1)])
def test_how_long_a_roll_holds(option, kept):
    """Ties are rolled again; the roll holds for the step, or for the game."""
    played = table([4, 4, 2, 5], units=FAR, options={"mirror_rank": option}).ask("rank", "table")
    played.when("table", RollOff()).then(RollOffRolled, question="rank", faces=(4, 4, 2, 5), winner=1)
    assert played.game.rank == 1
    turn_steps.step_started(played.game, StepStarted(turn=1, step="gunnery_1"))
    assert played.game.rank == kept


@pytest.mark.rule("HX-GAP-09")
def test_hidden_tokens_are_asked_for_every_nation():
    """A side with hidden tokens is asked for each nation it has, whatever its tokens stand for."""
    units = [("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry(), {"hidden": True})]
    played = table(units=units)
    side = played.game.sides[1]
    played.set(sides={**played.game.sides, 1: replace(side, nations=("elf", "ork"))})
    assert ranking.groups(played.game, {0: ["a1"]}) == (Group(1, "ork"), Group(0, "dwarf"), Group(1, "elf"))
    assert ranking.groups(played.game, {1: ["b1"]}) == (Group(1, "ork"), Group(1, "elf"))


# -- the end


@pytest.mark.rule("HX-GAP-01")
def test_a_side_without_units_has_lost():
    """The side that has units left wins, and nobody where none has."""
    played = change(at_the_end(), "b1", out="destroyed")
    played.when("table", EndGame()).then(GameEnded, SecretsPublished, ResultReached, winners=(0,), outcome="won")
    assert (played.view("blue").ended, played.view("blue").winner) == ("elimination", 0)
    played = change(change(at_the_end(), "b1", out="destroyed"), "a1", out="destroyed")
    played.when("table", EndGame()).then(GameEnded, reason="elimination", winner=None)


@pytest.mark.rule("HX-GAP-07")
def test_the_last_turn():
    """The last turn ends the game: without a victory option in a draw, and no turn before it does."""
    at_the_end(turn_limit=4).when("table", EndGame()).then(TurnStarted, turn=4)
    at_the_end(turn_limit=3).when("table", EndGame()).then(GameEnded, reason="turn_limit", winner=None)


@pytest.mark.rule("HX-GAP-07")
def test_attrition():
    """Under attrition prices of enemy bases that are gone or found no room count, all pools together."""
    units = [*FAR, ("a2", "B2", "S", tank(price=price(ip=8))), ("b2", "B8", "N", tank(price=price(ip=6)))]
    played = at_the_end(units, turn_limit=3, victory="attrition")
    change(change(played, "a2", out="destroyed"), "b2", out="destroyed")
    played.set(armies={**played.game.armies, "1:3": Slot(1, 3, infantry(price=price(mp=4)), out=True)})
    scores = (Score(seat=0, points=10), Score(seat=1, points=8))
    played.when("table", EndGame()).then(ScoreCounted(scores=scores), GameEnded, winner=0)


@pytest.mark.rule("HX-GAP-07")
def test_no_mans_land():
    """Under no_mans_land hexes of it with a ground unit of a side count; equal counts are a draw."""
    units = [*FAR, ("a2", "B5", "S", tank(types=("flying",))), ("b2", "C5", "N", infantry())]
    played = at_the_end(units, turn_limit=3, victory="no_mans_land")
    scores = (Score(seat=0, points=0), Score(seat=1, points=1))
    played.when("table", EndGame()).then(ScoreCounted(scores=scores), GameEnded, winner=1)
    at_the_end(turn_limit=3, victory="no_mans_land").when("table", EndGame()).then(GameEnded, winner=None)


@pytest.mark.rule("HX-GAP-09")
def test_everything_is_told_at_the_end():
    """A side may concede at any time; then hidden units and orders that are not due are told."""
    played = table(units=[*FAR, ("b2", "F8", "N", infantry(), {"hidden": True})], turn=2, step="orders")
    kept = Orders("b2", 1, 3, "F+-+-", ("Spot+Spot",), played.protocol.seq, final=True)
    played.set(orders={"b2@3": kept}, running={}).ask("orders", "red", "blue", about=("2",))
    assert played.view("red").units[2].sheet is None
    done = played.when("blue", Concede()).then(SideConceded, GameEnded, UnitRevealed, SecretsPublished, ResultReached)
    assert [each.unit for each in done.one(SecretsPublished).orders] == ["b2"]
    assert done.one(Unsealed).entries == (kept.entry,)
    assert done.one(ResultReached).winners == (0,)
    assert played.view("red").units[2].sheet == infantry()
    assert played.game.orders["b2@3"].shown


@pytest.mark.rule("HX-GAP-01")
def test_a_draw_is_agreed_on():
    """An offer of a draw is answered by the other side, and gone with the next turn."""
    played = table(units=FAR, turn=2, step="orders").ask("orders", "red", "blue", about=("2",))
    played.when("referee", OfferDraw()).rejected("HX-GAP-01", "not-a-side")
    played.when("blue", AnswerDraw(accept=True)).rejected("HX-GAP-01", "no-draw-offered")
    played.when("red", OfferDraw()).then(DrawOffered, seat=0)
    assert played.view("blue").draw_offered == 0
    played.when("red", OfferDraw()).rejected("HX-GAP-01", "draw-offered")
    played.when("red", AnswerDraw(accept=True)).rejected("HX-GAP-01", "no-draw-offered")
    played.when("blue", AnswerDraw(accept=False)).then(DrawDeclined, seat=1)
    played.when("blue", OfferDraw()).accepted()
    turn_steps.turn_started(played.game, TurnStarted(turn=3))
    turn_steps.turn_started(played.twin, TurnStarted(turn=3))
    assert played.game.draw_offered is None
    played.when("red", OfferDraw()).accepted()
    played.when("blue", AnswerDraw(accept=True)).then(GameEnded, ResultReached, winners=(0, 1), outcome="draw")


@pytest.mark.rule("HX-GAP-08")
def test_passing_is_no_spotting_elsewhere():
    """What hidden units spot is said in a gunnery step only, so nothing else accepts it."""
    played = at_the_end()
    played.when("red", PassChoice()).rejected("HX-GAP-01", "not-asked")
