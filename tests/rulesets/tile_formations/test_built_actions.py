"""Actions, formations, overwatch windows, turns and ends."""

from __future__ import annotations

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    ActionTestPassed,
    AnswerDraw,
    BeginAction,
    Concede,
    EndAction,
    EndTurn,
    EnteredOverwatch,
    EnterOverwatch,
    FormationMoveEnded,
    GameEnded,
    OfferDraw,
    OutOfFormationDestroyed,
    OverwatchEnded,
    OverwatchWindowClosed,
    OverwatchWindowOpened,
    PassOverwatch,
    TurnEnded,
    TurnStarted,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.reach import reach
from adjudicator.rulesets.tile_formations.reports.messages import ReachRequest
from tests.rulesets.tile_formations.givens import (
    alive,
    asked,
    begin,
    end_action,
    end_move,
    formation,
    infantry,
    light_vehicle,
    move,
    table,
    top,
    vehicle,
)

QUIET = infantry(flags=("no_zoc",))
FOE = {"b1.1": ("L12", QUIET)}


def test_a_formation_acts_by_its_owner() -> None:
    """Only an own formation with units begins an action that there is, once in a turn."""
    played = table("", FOE | {"a1.1": ("A1", infantry())})
    asked(played, "a1", "fly").rejected("TF-MOVE-04", "no-such-action")
    played.when("red", BeginAction(formation="b1", action="hold", test="", target="", road_march=False)).rejected(
        "TF-MOVE-04", "not-your-formation"
    )
    begin(played, "a1", "hold", test="passed").then(ActionTestPassed, ActionBegun, moves=1)
    played.ask("choose_action", "red")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("red", hold).rejected("TF-PLAY-02", "acted-already")


def test_a_failed_test_begins_nothing() -> None:
    """An action whose test failed is not begun; the options may name another that is."""
    played = table("", FOE | {"a1.1": ("A1", infantry()), "a2.1": ("A3", infantry())})
    begin(played, "a1", "march", test="failed").then(ActionTestFailed, instead="").without(ActionBegun)
    assert top(played).kind == "choose_action"
    assert top(played).asks == (1,)
    played = table("", FOE | {"a1.1": ("A1", infantry())}, options={"failed_action": "hold"})
    begin(played, "a1", "march", test="failed").then(ActionTestFailed, ActionBegun, action="hold")
    played = table("", FOE | {"a1.1": ("A1", infantry())}, referee=True)
    begin(played, "a1", "march", test="failed").asks("action_instead", "referee")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("referee", hold).then(ActionBegun, action="hold")
    played = table("", FOE | {"a1.1": ("A1", infantry())}, referee=True)
    begin(played, "a1", "march", test="failed")
    played.when("referee", EndAction(formation="a1")).accepted().asks("choose_action", "blue")


def test_a_road_march_needs_no_test() -> None:
    """A march on roads alone passes its test, begins on roads and never leaves them."""
    drawing = "= = = = = = =\n. . . . . . .\n. . . . . . ."
    units = {"a1.1": ("A1", light_vehicle(speed=1)), "b1.1": ("G3", QUIET)}
    played = table(drawing, units)
    asked(played, "a1", "advance", road_march=True).rejected("TF-ROAD-05", "not-a-march")
    begin(played, "a1", "march", road_march=True).then(ActionTestPassed, automatic=True)
    move(played, "a1.1", "B2").rejected("TF-ROAD-05", "off-the-road")
    move(played, "a1.1", "B1", "C1", "D1").accepted()
    played = table(drawing, units | {"a1.2": ("B2", infantry())})
    asked(played, "a1", "march", road_march=True).rejected("TF-ROAD-05", "unit-off-road", unit="a1.2")


def test_units_out_of_formation_are_lost_after_each_move() -> None:
    """After a move only one body of a formation remains; the owner says which, without Shock."""
    units = FOE | {"a1.1": ("A1", infantry()), "a1.2": ("B1", infantry()), "a1.3": ("F1", infantry())}
    played = table("", units)
    begin(played, "a1", "march")
    ended = end_move(played, "a1").then(FormationMoveEnded, OutOfFormationDestroyed, units=("a1.3",))
    ended.then(UnitDestroyed, unit="a1.3", cause="out_of_formation")
    assert formation(played, "a1").shock == 0
    played = table("", units)
    begin(played, "a1")
    end_move(played, "a1", "a1.1", "a1.3").rejected("TF-COHESION-03", "not-one-body")
    end_move(played, "a1", "a1.3").then(OutOfFormationDestroyed, units=("a1.1", "a1.2"))
    assert alive(played) == ["a1.3", "b1.1"]
    played = table("", FOE | {"a1.1": ("A1", infantry()), "a1.2": ("D1", infantry())})
    begin(played, "a1")
    end_move(played, "a1").rejected("TF-COHESION-03", "choose-a-body", bodies=2)
    end_move(played, "a1", "a1.2").accepted()


def test_overwatch_is_an_action_without_moves() -> None:
    """A formation enters Overwatch, and leaves it when it acts again."""
    played = table("", FOE | {"a1.1": ("A1", infantry())})
    begin(played, "a1", "overwatch").asks("enter_overwatch", "red")
    played.when("red", EnterOverwatch(formation="a1")).then(EnteredOverwatch).asks("action_end", "red")
    assert formation(played, "a1").state == "overwatch"
    played.set(turn=2)
    begin(played, "a1").then(OverwatchEnded, ActionBegun)


def test_an_army_in_overwatch_is_asked_after_each_move() -> None:
    """After each move armies with formations in Overwatch are asked, and pass before anything else goes on."""
    units = FOE | {"a1.1": ("A1", infantry())}
    played = table("", units, formations={"b1": {"state": "overwatch"}})
    begin(played, "a1", "march")
    for _ in range(2):
        end_move(played, "a1").then(OverwatchWindowOpened, formations=("b1",)).asks("overwatch", "blue")
        end_action(played, "a1").rejected("TF-OW-04", "not-asked")
        played.when("blue", PassOverwatch()).then(OverwatchWindowClosed, passed=True).asks("formation_move", "red")
    played = table("", units, formations={"b1": {"state": "overwatch"}}, options={"overwatch_window": "external"})
    begin(played, "a1", "march")
    end_move(played, "a1").without(OverwatchWindowOpened).asks("formation_move", "red")


def test_seats_take_turns() -> None:
    """Seats act in turn with formations that have not acted; then the turn ends and the other seat begins."""
    units = FOE | {"a1.1": ("A1", infantry()), "a2.1": ("A5", infantry())}
    played = table("", units, options={"turn_limit": 2})
    for who, each in (("a1", "blue"), ("b1", "red")):
        begin(played, who, "march") if who == "a1" else played.when(
            "blue", BeginAction(formation="b1", action="march", test="", target="", road_march=False)
        ).accepted()
        for _ in range(3):
            end_move(played, who).accepted()
        end_action(played, who).asks("choose_action", each)
    begin(played, "a2", "march")
    for _ in range(3):
        end_move(played, "a2").accepted()
    end_action(played, "a2").then(TurnEnded, TurnStarted, turn=2, seat=1).asks("choose_action", "blue")
    begin(played, "b1", "overwatch")
    played.when("blue", EnterOverwatch(formation="b1")).accepted()
    end_action(played, "b1").accepted()
    for who in ("a1", "a2"):
        begin(played, who, "overwatch")
        played.when("red", EnterOverwatch(formation=who)).accepted()
        outcome = end_action(played, who).accepted()
    outcome.then(GameEnded, reason="turn_limit", winners=(0,), integrity=(2, 1))


def test_turns_may_come_from_outside() -> None:
    """With external order any seat acts, again and again, and the turn is ended from outside."""
    played = table("", FOE | {"a1.1": ("A1", infantry())}, options={"turn_order": "external"})
    played.ask("choose_action", "red", "blue")
    played.when("red", EndTurn()).accepted().asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=top(played).about[0])).then(TurnEnded, TurnStarted, turn=2)
    played.when("blue", BeginAction(formation="b1", action="overwatch", test="", target="", road_march=False)).asks(
        "enter_overwatch", "blue"
    )
    played.when("red", EndTurn()).rejected("TF-PLAY-02", "not-between-actions")


def test_ends_that_are_said() -> None:
    """A seat gives up, or a draw is agreed on."""
    played = table("", FOE | {"a1.1": ("A1", vehicle())})
    played.ask("choose_action", "red")
    played.when("blue", OfferDraw()).accepted().asks("draw", "red")
    played.when("red", AnswerDraw(accept=False)).accepted().asks("choose_action", "red")
    played.when("blue", OfferDraw()).accepted()
    played.when("red", AnswerDraw(accept=True)).then(GameEnded, reason="agreed", winners=())
    played = table("", FOE | {"a1.1": ("A1", vehicle())})
    played.ask("choose_action", "red")
    played.when("red", Concede()).then(GameEnded, reason="conceded", winners=(1,))


def test_reach_tells_ways_and_tests() -> None:
    """The query lists ends with cost, way and tests, and what a unit in a zone must do."""
    played = table(". W .\n. . .\n. . .", {"a1.1": ("A1", vehicle(speed=1, integrity=2)), "b1.1": ("C3", QUIET)})
    found = reach(played.game, 1, ReachRequest(game=b"", unit="a1.1", action="", cautious=True, road_march=False))
    assert [tile.tile for tile in found.tiles] == ["A1", "A2", "B1", "B2"]
    woods = found.tiles[2]
    assert (woods.cost, woods.path, [(each.kind, each.dice, each.second_roll) for each in woods.tests]) == (
        1, ("B1",), [("woods", 2, True)],
    )  # fmt: skip
    played = table("", {"a1.1": ((4, 5), infantry()), "b1.1": ((5, 5), vehicle())})
    bound = reach(played.game, 0, ReachRequest(game=b"", unit="a1.1", action="", cautious=False, road_march=False))
    assert (bound.must, bound.bound) == ("leave", ("b1.1",))
    assert not any(tile.in_zone for tile in bound.tiles)
