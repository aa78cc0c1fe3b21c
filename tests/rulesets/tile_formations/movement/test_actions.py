"""Which actions a formation may begin, and what follows a failed action test."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact, FactStated
from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    ActionTestPassed,
    BeginAction,
    EndAction,
    EnterOverwatch,
    FormationMoveBegun,
    FormationMoveEnded,
)
from adjudicator.rulesets.tile_formations.rules.movement import action_offers
from tests.rulesets.tile_formations.fixtures import (
    FAR_ENEMY,
    FAR_QUIET_ENEMY,
    MOVING_ACTIONS,
    TESTED,
    Placed,
    at,
    infantry,
    open_ground,
    table,
)
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    end_move,
    formation_row,
    lone_unit,
    move,
    open_fact,
    open_window,
    refused,
    refused_by_window,
    report_loss,
    tile_of_unit,
)


@pytest.mark.rule("TF-MOVE-04")
@pytest.mark.parametrize(
    ("action", "moves"), [("advance", 1), ("double", 2), ("march", 3), ("engage", 1), ("marshal", 1), ("hold", 1)]
)
@pytest.mark.ruling("TF-MOVE-04.2")
def test_an_action_has_its_moves(action: str, moves: int) -> None:
    """An action fixes the number of moves: three for a march, one charge for an engage; and then there is no more."""
    played = open_ground({"a1.1": ((2, 2), infantry())})
    target = "b1" if action == "engage" else ""
    begun = begin_action(played, "a1", action, target=target)
    assert begun.one(ActionBegun).moves == moves
    assert begun.one(FormationMoveBegun).left == moves - 1
    for number in range(moves):
        move(played, "a1.1", (3 + number, 2)).accepted()
        end_move(played, "a1").then(FormationMoveEnded, move_number=number + 1)
    after = ("action_end", "TF-MOVE-06") if action in {"march", "engage"} else ("shooting", "TF-SHOOT-01")
    refused_by_window(move(played, "a1.1", (3 + moves, 2)), *after)
    assert tile_of_unit(played, "a1.1") == at(2 + moves, 2)


@pytest.mark.rule("TF-MOVE-04")
@pytest.mark.ruling("TF-MOVE-04.2")
def test_overwatch_has_no_move() -> None:
    """An overwatch action opens no move: its formation can only enter the state."""
    played = open_ground({"a1.1": ((2, 2), infantry())})
    begin_action(played, "a1", "overwatch").without(FormationMoveBegun).asks("enter_overwatch", "red")
    refused_by_window(move(played, "a1.1", (3, 2)), "enter_overwatch", "TF-OW-01")
    played.when("red", EnterOverwatch(formation="a1")).accepted()
    assert tile_of_unit(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-MOVE-04")
@pytest.mark.ruling("TF-MOVE-04.2")
def test_the_moves_of_actions_are_an_option() -> None:
    """The option moves_per_action changes the moves of an action, and adds actions; others are unknown."""
    played = open_ground({"a1.1": ((2, 2), infantry())}, options={"moves_per_action": {"march": 2, "sprint": 4}})
    assert begin_action(played, "a1", "march").one(ActionBegun).moves == 2
    assert begin_action(played, "a1", "sprint").one(ActionBegun).moves == 4
    assert begin_action(played, "a1", "double").one(ActionBegun).moves == 2
    refused(ask_action(played, "a1", "dance"), "no-such-action", "TF-MOVE-04")


@pytest.mark.rule("TF-MOVE-10")
def test_a_failed_test_opens_no_move() -> None:
    """A march whose test failed is not begun."""
    played = open_ground({"a1.1": ((2, 2), infantry())}, options=TESTED)
    outcome = begin_action(played, "a1", "march", test="failed").then(ActionTestFailed, action="march", instead="")
    outcome.without(ActionBegun, FormationMoveBegun)


@pytest.mark.rule("TF-MOVE-10")
@pytest.mark.ruling("TF-MOVE-10.2")
def test_another_action_may_be_begun_instead() -> None:
    """The option failed_action names what is begun where the test failed; a passed test begins the action itself."""
    played = open_ground({"a1.1": ((2, 2), infantry())}, options=TESTED | {"failed_action": "hold"})
    begin_action(played, "a1", "march", test="failed").then(
        ActionTestFailed(formation="a1", action="march", instead="hold"), ActionBegun, action="hold", moves=1
    )
    begin_action(played, "a1", "march", test="passed").without(ActionTestFailed).then(
        ActionBegun, action="march", moves=3
    )
    refused(ask_action(played, "a1", "march", test="perhaps"), "no-such-result", "TF-MOVE-10")


@pytest.mark.rule("TF-MOVE-04")
def test_a_formation_acts_by_its_owner() -> None:
    """Only an own formation with units begins an action that there is, once in a turn."""
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry())}, options=TESTED)
    ask_action(played, "a1", "fly").rejected("TF-MOVE-04", "no-such-action")
    played.when("red", BeginAction(formation="b1", action="hold", test="passed", target="", road_march=False)).rejected(
        "WG-TURN-01", "not-your-formation"
    )
    begin_action(played, "a1", "hold", test="passed").then(ActionTestPassed, ActionBegun, moves=1)
    played.ask("choose_action", "red")
    hold = BeginAction(formation="a1", action="hold", test="passed", target="", road_march=False)
    played.when("red", hold).rejected("WG-TURN-01", "acted-already")


@pytest.mark.rule("TF-MOVE-10")
def test_a_failed_test_begins_nothing() -> None:
    """An action whose test failed is not begun; the options may name another that is."""
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry()), "a2.1": ("A3", infantry())}, options=TESTED)
    begin_action(played, "a1", "march", test="failed").then(ActionTestFailed, instead="").without(ActionBegun)
    assert open_window(played).kind == "choose_action"
    assert open_window(played).asks == (1,)
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry())}, options=TESTED | {"failed_action": "hold"})
    begin_action(played, "a1", "march", test="failed").then(ActionTestFailed, ActionBegun, action="hold")
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry())}, options=TESTED, referee=True)
    begin_action(played, "a1", "march", test="failed").asks("action_instead", "referee")
    other = BeginAction(formation="b1", action="hold", test="", target="", road_march=False)
    played.when("referee", other).rejected("TF-MOVE-10", "not-your-formation")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("referee", hold).then(ActionBegun, action="hold")
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry())}, options=TESTED, referee=True)
    begin_action(played, "a1", "march", test="failed")
    played.when("referee", EndAction(formation="a1")).accepted().asks("choose_action", "blue")


@pytest.mark.rule("TF-MOVE-10")
def test_a_second_failed_test_asks_once() -> None:
    """What is begun instead may fail its test too; the action waits beneath once, however often that happens."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, options=TESTED, referee=True)
    begin_action(played, "a1", "march", test="failed").then(ActionTestFailed).asks("action_instead", "referee")
    again = BeginAction(formation="a1", action="advance", test="failed", target="", road_march=False)
    played.when("referee", again).then(ActionTestFailed).asks("action_instead", "referee")
    assert [window.kind for window in played.windows] == ["action", "action_instead"]


def test_silence_of_who_can_only_engage_engages() -> None:
    """Where every action but an engage action stands still, a unit in an enemy zone charges or leaves by silence."""
    still = dict.fromkeys(("advance", "double", "march", "marshal", "hold"), 0)
    units: dict[str, Placed] = {"a1.1": ("D4", infantry()), "b1.1": ("F4", infantry())}
    played = table("", units, options={"moves_per_action": still})
    played.ask("choose_action", "red")
    silence = action_offers.default_action(played.game, open_window(played), 0)
    assert silence is not None
    played.when("red", silence).asks("formation_move", "red")


@pytest.mark.rule("TF-MOVE-04")
@pytest.mark.parametrize(
    ("action", "options", "shoots"),
    [
        ("advance", {}, True),
        ("march", {}, False),
        ("march", {"shooting_actions": ("march",)}, True),
        ("advance", {"shooting_actions": ("march",)}, False),
    ],
)
@pytest.mark.ruling("TF-MOVE-04.2")
def test_which_actions_include_shooting_comes_from_outside(
    action: str, options: dict[str, tuple[str, ...]], shoots: bool
) -> None:
    """After its moves an advance shoots and a march does not, unless the options say otherwise."""
    played = lone_unit(infantry(), action=action, options=options)
    for _ in range(3 if action == "march" else 1):
        ended = end_move(played, "a1").accepted()
    ended.asks("shooting" if shoots else "action_end", "red")


@pytest.mark.rule("TF-MOVE-10")
@pytest.mark.ruling("TF-MOVE-10.2")
def test_a_referee_says_what_is_begun_instead() -> None:
    """After a failed test the referee begins what the outside rules prescribe, or lets the formation do nothing."""
    played = open_ground({"a1.1": ((2, 2), infantry())}, options=TESTED, referee=True)
    failed = begin_action(played, "a1", "march", test="failed").then(ActionTestFailed, action="march", instead="")
    failed.without(ActionBegun, FormationMoveBegun).asks("action_instead", "referee")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("referee", hold).then(ActionBegun, formation="a1", action="hold", moves=1)
    played = open_ground({"a1.1": ((2, 2), infantry())}, options=TESTED, referee=True)
    begin_action(played, "a1", "march", test="failed").asks("action_instead", "referee")
    nothing = played.when("referee", EndAction(formation="a1")).without(ActionBegun)
    nothing.asks("choose_action", "blue")
    assert formation_row(played, "a1").acted == played.game.turn


@pytest.mark.rule("TF-MOVE-10")
@pytest.mark.parametrize("other", ["failed", ""])
@pytest.mark.parametrize(("faces", "event"), [((6, 1), ActionTestPassed), ((1, 6), ActionTestFailed)])
def test_a_stated_test_is_a_fact(faces: tuple[int, int], event: type, other: str) -> None:
    """That a test was passed counts when the enemy lets it stand; a dispute is rolled off."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, options=TESTED)
    stated = ask_action(played, "a1", "march", test="passed").asks("fact_stated", "blue")
    stated.then(FactStated, kind="action_test", subjects=("a1", "march"), value="passed")
    stated.without(ActionTestPassed, ActionBegun)
    refused(played.when("blue", DisputeFact(fact=open_fact(played), value="so so")), "not-among", "TF-MOVE-10")
    ruled = played.faces(*faces).when("blue", DisputeFact(fact=open_fact(played), value=other))
    ruled.then(event, formation="a1", action="march")
    assert [isinstance(row, ActionBegun) for row in ruled.events].count(True) == (event is ActionTestPassed)


@pytest.mark.rule("TF-MOVE-10")
def test_a_confirmed_test_begins_the_action() -> None:
    """With the enemy's word, or the referee's, the action begins; where no tests are taken nobody is asked."""
    for who in ("blue", "referee"):
        played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, options=TESTED, referee=True)
        ask_action(played, "a1", "march", test="passed").asks("fact_stated", "blue", "referee")
        confirmed = played.when(who, ConfirmFact(fact=open_fact(played)))
        confirmed.then(ActionTestPassed, ActionBegun).asks("formation_move", "red")
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY})
    ask_action(played, "a1", "march").then(ActionBegun).asks("formation_move", "red")


@pytest.mark.rule("TF-MOVE-10", "TF-ROAD-05")
@pytest.mark.ruling("TF-MOVE-04.2")
@pytest.mark.parametrize("action", [*MOVING_ACTIONS, "engage", "overwatch"])
def test_a_test_that_nobody_speaks_of_is_not_passed(action: str) -> None:
    """Where action tests are taken outside, no action begins before a result is stated; a road march needs none."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}
    played = table("", units, terrain={"A1": "+roads"}, options=TESTED)
    target = "b1" if action == "engage" else ""
    refused(ask_action(played, "a1", action, target=target), "result-needed", "TF-MOVE-10", action=action)
    assert played.game.action is None
    ask_action(played, "a1", action, target=target, test="passed").asks("fact_stated", "blue")
    played = table("", units, terrain={"A1": "+roads"}, options=TESTED)
    ask_action(played, "a1", "march", road_march=True).then(ActionTestPassed, automatic=True).then(ActionBegun)


@pytest.mark.rule("TF-MOVE-10")
def test_silence_passes_no_test() -> None:
    """Silence states that the test was failed, and the enemy may dispute it; without tests it holds."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}
    for options, test in ((TESTED, "failed"), ({}, "")):
        played = table("", units, options=options).ask("choose_action", "red")
        silence = action_offers.default_action(played.game, open_window(played), 0)
        assert silence == BeginAction(formation="a1", action="hold", test=test, target="", road_march=False)
    played = table("", units, options=TESTED).ask("choose_action", "red")
    silence = action_offers.default_action(played.game, open_window(played), 0)
    assert silence is not None
    played.when("red", silence).without(ActionTestFailed).asks("fact_stated", "blue")
    confirmed = played.when("blue", ConfirmFact(fact=open_fact(played)))
    confirmed.then(ActionTestFailed, action="hold").without(ActionBegun).asks("choose_action", "blue")


@pytest.mark.rule("TF-MOVE-10")
def test_results_are_offered_where_tests_are_taken() -> None:
    """Where tests are taken outside, both results are offered with every action but a road march; else none is."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}
    for options, results in ((TESTED, ("passed", "failed")), ({}, ())):
        played = table("", units, terrain={"A1": "+roads"}, options=options).ask("choose_action", "red")
        offers = [row.fields for row in played.offers("red") if row.command == "BeginAction"]
        assert {words_of(fields, "test") for fields in offers if not words_of(fields, "road_march")} == {results}
        assert {words_of(fields, "test") for fields in offers if words_of(fields, "road_march")} == {()}


@pytest.mark.rule("TF-MOVE-10")
def test_a_formation_that_is_lost_meanwhile_does_not_begin() -> None:
    """A formation that the referee takes off while its test is asked about begins nothing, and play goes on."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "a2.1": ("A3", infantry()), "b1.1": FAR_ENEMY}
    played = table("", units, options=TESTED, referee=True)
    ask_action(played, "a1", "march", test="passed").accepted()
    report_loss(played, "a1.1", 1)
    played.when("blue", ConfirmFact(fact=open_fact(played))).without(ActionBegun).asks("choose_action")


@pytest.mark.rule("TF-MOVE-10", "WG-TURN-01")
def test_a_failed_test_is_the_action_of_the_turn() -> None:
    """A formation whose test failed tries no other action in that turn."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "a2.1": ("A3", infantry()), "b1.1": FAR_ENEMY}
    played = table("", units, options=TESTED)
    begin_action(played, "a1", "march", test="failed").then(ActionTestFailed).without(ActionBegun)
    played.ask("choose_action", "red")
    for test in ("passed", "failed", ""):
        again = BeginAction(formation="a1", action="advance", test=test, target="", road_march=False)
        refused(played.when("red", again), "acted-already", "WG-TURN-01")
    assert formation_row(played, "a1").acted == played.game.turn


@pytest.mark.rule("TF-MOVE-10", "TF-ZOC-10", "TF-ZOC-12")
def test_a_failed_test_lifts_no_duty_to_leave() -> None:
    """A unit in an enemy zone whose formation failed its test stays there, and has to leave in its next action."""
    played = table("", {"a1.1": ("D4", infantry()), "b1.1": ("F4", infantry())}, options=TESTED)
    begin_action(played, "a1", "march", test="failed").then(ActionTestFailed).without(ActionBegun)
    assert tile_of_unit(played, "a1.1") == "D4"
    begin_action(played, "a1", "advance", test="passed").then(ActionBegun, bound=("a1.1",), could_leave=())
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")
    move(played, "a1.1", "C4").accepted()
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-MOVE-10", "TF-ZOC-11")
@pytest.mark.ruling("TF-MOVE-10.2")
@pytest.mark.parametrize(("place", "begun"), [("D4", ""), ("A9", "overwatch")])
def test_what_is_begun_instead_keeps_nobody_in_a_zone(place: str, begun: str) -> None:
    """An overwatch prescribed for failed tests is not begun with a unit in an enemy zone, and else is."""
    units: dict[str, Placed] = {"a1.1": (place, infantry()), "b1.1": ("F4", infantry())}
    played = table("", units, options=TESTED | {"failed_action": "overwatch"})
    outcome = begin_action(played, "a1", "march", test="failed").then(ActionTestFailed, instead=begun)
    assert [event.action for event in outcome.events if isinstance(event, ActionBegun)] == [begun] * bool(begun)


@pytest.mark.rule("TF-ROAD-05", "TF-MOVE-10")
@pytest.mark.parametrize("test", ["passed", "failed"])
def test_a_road_march_has_no_test_to_speak_of(test: str) -> None:
    """A road march passes without rolling: whoever states a result of it is refused, and nothing begins."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, terrain={"A1": "+roads"}, options=TESTED)
    refused(ask_action(played, "a1", "march", road_march=True, test=test), "passes-untested", "TF-ROAD-05", test=test)
    assert played.game.action is None


@pytest.mark.rule("TF-ROAD-05")
@pytest.mark.parametrize(("action", "reason"), [("march", "unit-off-road"), ("hold", "not-a-march")])
def test_what_is_no_road_march_is_told_before_its_test(action: str, reason: str) -> None:
    """Where a road march can not be made at all, that is the reason, whatever is said of its test."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, options=TESTED)
    refused(ask_action(played, "a1", action, road_march=True, test="failed"), reason, "TF-ROAD-05")
