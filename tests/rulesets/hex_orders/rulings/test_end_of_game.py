"""Rulings of the end of a game and of who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import Concede
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    EndGame,
    GameEnded,
    OrderReplacedByDefault,
    ScoreCounted,
    UnitMoved,
    UnitRevealed,
)
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import Placed, infantry, price, table, tank
from tests.rulesets.hex_orders.orders.steps import positions_after
from tests.rulesets.hex_orders.setup.fixtures import entry, upgrade
from tests.rulesets.hex_orders.setup.steps import area, army, buy, create_with_lists, huge_units_named, place
from tests.rulesets.hex_orders.steps import SILENT, begin, change, events_of_kind, finish_silently, innermost_window
from tests.rulesets.hex_orders.turn.fixtures import at_the_end

LIMIT = {"turn_limit": 3, "victory": "attrition"}
HOLDING = {"turn_limit": 3, "victory": "no_mans_land"}


def at_the_limit(units: list[Placed], options: Mapping[str, Any], **changes: Any) -> Table:
    """Let the last turn of a game end with these units."""
    played = table((), options, turn=3, pace="step", units=units, **changes)
    begin(played, "aftermath")
    finish_silently(played)
    played.when("table", AdvanceStep()).accepted()
    return end_check(played)


def end_check(played: Table) -> Table:
    """Let the service look whether the game is over, where it is asked to."""
    if played.window is not None and played.window.kind == "end_check":
        played.when("table", EndGame()).accepted()
    return played


def points(played: Table) -> dict[int, int]:
    """Give what each side has scored."""
    (counted,) = events_of_kind(played, ScoreCounted)
    return {row.seat: row.points for row in counted.scores}


PAIR: list[Placed] = [("a1", "D2", "S", tank(price=price(ip=6))), ("b1", "D8", "N", infantry(price=price(mp=4)))]


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
@pytest.mark.parametrize(("dead", "expected"), [((1, 2, 3), 0), ((), 0)])
def test_a_base_with_a_model_left_is_not_lost(dead, expected):
    """Attrition counts bases that are wholly removed: one model that is left saves the whole price."""
    own, other = PAIR
    assert points(at_the_limit([own, (*other, {"dead": dead})], LIMIT)) == {0: expected, 1: 0}


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
def test_every_pool_of_a_price_counts_the_same():
    """A base of 3 ip, 2 mp, 5 cp, 1 xp and 4 com is worth 15 points to who removes it."""
    dear = price(ip=3, mp=2, cp=5, xp=1, com=4)
    units = [*PAIR, ("b2", "B8", "N", infantry(price=dear), {"out": "damage"})]
    played = at_the_limit(units, LIMIT)
    assert points(played) == {0: 15, 1: 0}
    assert [row.winner for row in events_of_kind(played, GameEnded)] == [0]


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
@pytest.mark.parametrize(("bought", "expected"), [((), 4), (("masks",), 6), (("masks", "horns"), 9)])
def test_upgrades_belong_to_the_price_of_a_lost_base(bought, expected):
    """A base of 4 mp with upgrades for 2 cp and 3 xp is worth 9 points when it is lost."""
    foot = infantry(kind="foot", price=price(mp=4))
    sold = [upgrade("masks", equipment="masks"), upgrade("horns", cost=price(xp=3), equipment="horns")]
    options: dict[str, Any] = {"turn_limit": 1, "victory": "attrition"}
    played = create_with_lists([entry(foot, "masks", "horns")], sold, dice=[1, 6], **options)
    huge_units_named(played)
    played.play(("red", army("foot")), ("blue", army(buy("foot", *bought), "foot")))
    played.play(("red", area()), ("blue", area()), ("red", SILENT), ("blue", SILENT))
    assert innermost_window(played).asks == (0,)
    played.play(("red", place(1, "D2", "S")), ("blue", place(1, "D8")), ("blue", place(2, "B8")))
    change(played, "b1", out="damage")
    played.set(turn=1, step="aftermath", stack=()).ask("end_check", "table")
    end_check(played)
    assert points(played) == {0: expected, 1: 0}


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
def test_a_token_holds_a_hex_of_no_mans_land_as_any_other():
    """A hidden unit on the ground between the areas counts for its side when the game ends; one above it does not."""
    token = {"hidden": True}
    for types, expected in ((("infantry",), {0: 1, 1: 0}), (("infantry", "flying"), {0: 0, 1: 0})):
        units = [*PAIR, ("a2", "D5", "N", infantry(nation="dwarf", types=types, hidden=True), token)]
        assert points(at_the_limit(units, HOLDING)) == expected


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3")
@pytest.mark.parametrize(("where", "expected"), [("D3", 0), ("D4", 1), ("D6", 1), ("D7", 0)])
def test_only_rows_between_the_areas_are_held(where, expected):
    """Rows 4 to 6 are NoMansLand, rows 3 and 7 are not, whoever stands there."""
    assert points(at_the_limit([*PAIR, ("a2", where, "N", tank())], HOLDING)) == {0: expected, 1: 0}


@pytest.mark.rule("HX-GAP-01")
@pytest.mark.ruling("HX-GAP-01.2")
def test_tokens_of_both_sides_keep_a_game_going():
    """Two sides of tokens alone play on; where one token is gone its side has lost."""
    units: list[Placed] = [
        ("a1", "D2", "S", infantry(nation="dwarf", hidden=True), {"hidden": True}),
        ("b1", "D8", "N", infantry(hidden=True), {"hidden": True}),
    ]
    for out, winners in (("", []), ("surrounded", [0])):
        played = at_the_end(units)
        change(played, "b1", out=out)
        end_check(played)
        assert [row.winner for row in events_of_kind(played, GameEnded)] == winners


@pytest.mark.rule("HX-GAP-02")
@pytest.mark.ruling("HX-GAP-02.2")
@pytest.mark.parametrize(("order", "at"), [("Rev+-+-", "D9"), ("R,F+-+-", "G5"), ("L,F+-+-", "A9")])
def test_no_code_leads_off_the_board(order, at):
    """Backwards or after a turn no unit leaves the board."""
    speeds = tuple(replace(row, default_movement="-+-+-") for row in tank().speeds)
    (found,) = positions_after(order, tank(speeds=speeds), at=at, speed="slow", steps=1)
    assert found[0] == at


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
def test_tokens_of_both_sides_are_shown_when_the_game_is_over():
    """Whoever ends it: what stood behind every token is published, and told to everybody."""
    units: list[Placed] = [
        *PAIR,
        ("a2", "A2", "S", infantry(nation="dwarf", hidden=True), {"hidden": True}),
        ("b2", "A8", "N", infantry(hidden=True), {"hidden": True}),
    ]
    played = at_the_end(units)
    played.set(step="gunnery_1")
    played.when("red", Concede()).then(GameEnded, winner=1)
    assert sorted(row.unit for row in events_of_kind(played, UnitRevealed)) == ["a2", "b2"]
    for who in ("red", "blue", "spectator", "referee"):
        assert all(row.sheet is not None for row in played.view(who).units)
    assert not events_of_kind(played, UnitMoved)
    assert not events_of_kind(played, OrderReplacedByDefault)
