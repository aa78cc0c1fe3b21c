"""How many bases a hex holds, and what happens to those that are too many."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import MoveOverstacked, UnitMoved, UnitRotated, UnitShaken
from adjudicator.rulesets.hex_orders.rules.movement import stacking
from tests.rulesets.hex_orders.fixtures import Placed, field, infantry, table, tank, with_orders
from tests.rulesets.hex_orders.orders.fixtures import infantry_with_orders
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.setup.steps import deploying, place
from tests.rulesets.hex_orders.steps import carry_out_steps, change, hexes_of, of_kind, refused, unit

# three ways into D5, and one more from the north-east
MODES = (("D6", "N"), ("C5", "SE"), ("E5", "SW"), ("E6", "NW"), ("D4", "S"))
FOOT = infantry(nation="dwarf")
BIRD = infantry(nation="dwarf", types=("infantry", "flying"))


def units_that_enter(*sheets, order="F+-+-", hexes=None, options=None, standing=()):
    """Let units of red enter D5 in the same step from different sides; `standing` are there already."""
    units: list[Placed] = [(f"a{n}", *MODES[n - 1], sheet, {"speed": "slow"}) for n, sheet in enumerate(sheets, 1)]
    units += [(f"a{n}", "D5", "N", sheet) for n, sheet in enumerate(standing, len(sheets) + 1)]
    running = {f"a{n}": (order,) for n in range(1, len(sheets) + 1)}
    return table((), options, pace="step", hexes=hexes, units=units, running=running)


def may_be_together(*sheets, standing=(), **rest):
    """Tell whether units may be in D5 together: all enter, or none does."""
    played = units_that_enter(*sheets, standing=standing, **rest)
    carry_out_steps(played, "movement_1")
    found = {unit(played, f"a{n}").hex == "D5" for n in range(1, len(sheets) + 1)}
    assert len(found) == 1, found
    return found.pop()


@pytest.mark.rule("HX-STACK-01")
@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        (["medium", "medium"], True),
        (["large", "medium"], True),
        (["large", "small"], True),
        (["large", "large"], False),
        (["small", "small"], True),
        (["small", "small", "small"], False),
        (["medium", "small", "large"], False),
    ],
)
def test_a_hex_holds_two_bases_and_one_large_one(sizes, expected):
    """Two bases fit into a hex, of which one may be large; small and medium do not matter."""
    sheets = [tank(size=size) for size in sizes]
    assert may_be_together(*sheets) is expected
    assert may_be_together(sheets[0], standing=sheets[1:]) is expected


@pytest.mark.rule("HX-STACK-02")
def test_a_huge_unit_fills_a_hex():
    """A huge unit shares its hex with nobody, in play or at setup."""
    assert not may_be_together(tank(size="huge"), FOOT)
    assert not may_be_together(FOOT, standing=[tank(size="huge")])
    assert may_be_together(tank(size="huge"))
    played = deploying(["behemoth", "guard"], ["guard"], [6, 1, 1, 6])
    played.play(("red", place(1, "D2")))
    refused(played, "red", place(2, "D2"), "HX-STACK-02", "hex-full")
    assert played.refused(place(2, "D3"), "red") == ()


@pytest.mark.rule("HX-STACK-03")
def test_flying_units_are_counted_apart():
    """Two bases on the ground and two in the air share a hex; a third in the air does not."""
    assert may_be_together(BIRD, standing=[FOOT, FOOT, BIRD])
    assert not may_be_together(BIRD, standing=[FOOT, FOOT, BIRD, BIRD])
    assert may_be_together(FOOT, standing=[FOOT, BIRD, BIRD])
    assert not may_be_together(FOOT, standing=[FOOT, FOOT])


@pytest.mark.rule("HX-STACK-04")
@pytest.mark.ruling("HX-STACK-04.2")
def test_too_many_that_enter_together_stay_and_are_shaken_next_turn():
    """Three bases that go into an empty hex stay where they are and get two pinned tokens that count next turn."""
    played = units_that_enter(FOOT, FOOT, FOOT, order="F+360+-")
    events = carry_out_steps(played, "movement_1")
    assert hexes_of(played, "a1", "a2", "a3") == ["D6", "C5", "E5"]
    assert [(row.unit, row.hex) for row in of_kind(events, MoveOverstacked)] == [(f"a{n}", "D5") for n in (1, 2, 3)]
    found = [(row.unit, row.tokens, row.from_turn) for row in of_kind(events, UnitShaken)]
    assert found == [(f"a{n}", 2, 2) for n in (1, 2, 3)]
    assert [(unit(played, f"a{n}").pinned, unit(played, f"a{n}").shaken_from) for n in (1, 2, 3)] == [(2, 2)] * 3


@pytest.mark.rule("HX-STACK-04")
@pytest.mark.parametrize(
    ("timing", "facings", "turn"), [("next_turn", ["NE", "S", "NW"], 2), ("now", ["N", "SE", "SW"], 1)]
)
@pytest.mark.ruling("HX-STACK-04.2", "HX-STACK-04.3")
def test_the_rest_of_this_turn_runs_as_ordered_unless_the_option_says_now(timing, facings, turn):
    """Later parts of this turn run normally; with overstack_shaken_from now the default comes at once."""
    order = "F+R+-"
    played = units_that_enter(*(with_orders(FOOT, order),) * 3, order=order, options={"overstack_shaken_from": timing})
    carry_out_steps(played, "movement_1", "movement_2")
    assert [unit(played, f"a{n}").facing for n in (1, 2, 3)] == facings
    assert [unit(played, f"a{n}").shaken_from for n in (1, 2, 3)] == [turn] * 3


@pytest.mark.rule("HX-STACK-04")
@pytest.mark.ruling("HX-STACK-04.2")
def test_next_turn_they_run_their_defaults():
    """In the next turn a unit that was held back carries its default out whatever it was ordered."""
    order = "R+-+-"
    played = units_that_enter(*(with_orders(FOOT, order),) * 3, order="F+-+-")
    carry_out_steps(played, "movement_1")
    two = table(
        pace="step",
        turn=2,
        units=[("a1", "D6", "N", with_orders(FOOT, order), {"speed": "slow"})],
        running={"a1": (order,)},
    )
    change(two, "a1", pinned=unit(played, "a1").pinned, shaken_from=unit(played, "a1").shaken_from)
    carry_out_steps(two, "movement_1")
    assert (unit(two, "a1").hex, unit(two, "a1").facing) == ("D5", "N")


@pytest.mark.rule("HX-STACK-05")
@pytest.mark.ruling("HX-STACK-05.2")
def test_friends_in_the_hex_count_and_are_left_alone():
    """A third base is held back and shaken; the two that stand in the hex are not."""
    played = units_that_enter(FOOT, standing=[FOOT, FOOT])
    events = carry_out_steps(played, "movement_1")
    assert hexes_of(played, "a1", "a2", "a3") == ["D6", "D5", "D5"]
    assert [unit(played, id).pinned for id in ("a1", "a2", "a3")] == [2, 0, 0]
    assert [row.unit for row in of_kind(events, UnitShaken)] == ["a1"]


@pytest.mark.rule("HX-STACK-05")
def test_friends_that_leave_do_not_count():
    """Two friends that go on make room for a third."""
    units = [(f"a{n}", name, "N", FOOT, {"speed": "slow"}) for n, name in enumerate(("D6", "D5", "D5"), 1)]
    played = table(pace="step", units=units, running={f"a{n}": ("F+-+-",) for n in (1, 2, 3)})
    carry_out_steps(played, "movement_1")
    assert hexes_of(played, "a1", "a2", "a3") == ["D5", "D4", "D4"]


@pytest.mark.rule("HX-STACK-06")
@pytest.mark.ruling("HX-STACK-06.2")
def test_who_is_held_back_keeps_its_place_and_holds_others_back():
    """Y and Z are held before a full hex, and X behind them is held and shaken too."""
    units: list[Placed] = [("a1", "D6", "N", FOOT, {"speed": "slow"})]
    units += [(f"a{n}", "D5", "N", FOOT, {"speed": "slow"}) for n in (2, 3)]
    units += [(f"a{n}", "D4", "N", FOOT) for n in (4, 5)]
    played = table(pace="step", units=units, running={f"a{n}": ("F+-+-",) for n in (1, 2, 3)})
    carry_out_steps(played, "movement_1")
    assert hexes_of(played, "a1", "a2", "a3", "a4", "a5") == ["D6", "D5", "D5", "D4", "D4"]
    assert [unit(played, f"a{n}").pinned for n in range(1, 6)] == [2, 2, 2, 0, 0]


@pytest.mark.rule("HX-STACK-06")
@pytest.mark.ruling("HX-STACK-06.2")
def test_tokens_and_stuck_rolls_come_before_stacking():
    """A unit that only gains a token, or is stuck, keeps its place and makes those behind it too many."""
    units: list[Placed] = [
        ("a1", "D6", "N", FOOT, {"speed": "slow"}),
        ("a2", "D5", "N", tank(), {"speed": "slow"}),
        ("a3", "D5", "N", FOOT),
    ]
    running = {"a1": ("F+-+-",), "a2": ("F+-+-",)}
    played = table(pace="step", hexes={"D4": "forest"}, units=units, running=running)
    carry_out_steps(played, "movement_1")
    assert hexes_of(played, "a1", "a2") == ["D6", "D5"]
    assert [unit(played, id).pinned for id in ("a1", "a2", "a3")] == [2, 0, 0]
    played = table([1], pace="step", hexes={"D5": "swamp"}, units=units, running=running)
    carry_out_steps(played, "movement_1")
    assert [unit(played, id).pinned for id in ("a1", "a2", "a3")] == [2, 0, 0]


@pytest.mark.rule("HX-STACK-06")
@pytest.mark.ruling("HX-STACK-06.2")
def test_codes_after_a_move_come_last_and_those_before_it_first():
    """F,L from D5 facing N ends in D4 facing NW; L,F from there ends in C5."""
    for order, expected in (("F,L+-+-", ("D4", "NW")), ("L,F+-+-", ("C5", "NW"))):
        units = [("a1", "D5", "N", with_orders(tank(), order), {"speed": "slow"})]
        played = table(pace="step", units=units, running={"a1": (order,)})
        events = carry_out_steps(played, "movement_1")
        assert (unit(played, "a1").hex, unit(played, "a1").facing) == expected
        assert [row.facing for row in of_kind(events, UnitRotated)] == ["NW"]


@pytest.mark.rule("HX-STACK-06")
def test_hexes_of_two_teams_are_left_to_the_assault_rules():
    """Three friends that go into a hex with an enemy are not held back before the fight."""
    units: list[Placed] = [(f"a{n}", *MODES[n - 1], FOOT, {"speed": "slow"}) for n in (1, 2, 3)]
    units.append(("b1", "D5", "N", infantry()))
    played = table(pace="step", units=units, running={f"a{n}": ("F+-+-",) for n in (1, 2, 3)})
    events = carry_out_steps(played, "movement_1")
    assert not of_kind(events, MoveOverstacked)
    assert not of_kind(events, UnitShaken)
    (fight,) = played.game.fights.values()
    assert [row.unit for row in fight.units] == ["a1", "b1", "a2", "a3"]


@pytest.mark.rule("HX-STACK-07")
@pytest.mark.ruling("HX-STACK-07.1")
def test_friends_may_exchange_hexes():
    """Friends that go into each other's hexes swap without a penalty, full hexes too."""
    units = [(f"a{n}", "D5", "N", FOOT, {"speed": "slow"}) for n in (1, 2)]
    units += [(f"a{n}", "D4", "S", FOOT, {"speed": "slow"}) for n in (3, 4)]
    played = table(pace="step", units=units, running={f"a{n}": ("F+-+-",) for n in range(1, 5)})
    carry_out_steps(played, "movement_1")
    assert hexes_of(played, "a1", "a2", "a3", "a4") == ["D4", "D4", "D5", "D5"]
    assert [unit(played, f"a{n}").pinned for n in range(1, 5)] == [0] * 4


@pytest.mark.rule("HX-STACK-06", "HX-TERRAIN-20")
@pytest.mark.parametrize(("hex_of", "ahead"), [("D5", "building"), ("D1", "")])
def test_an_impassable_move_is_judged_before_a_stuck_roll(hex_of, ahead):
    """A tracked tank in a swamp whose way leads into a building or off the map does not roll."""
    hexes = {hex_of: "swamp", **({"D4": ahead} if ahead else {})}
    units = [("a1", hex_of, "N", tank(), {"speed": "slow"})]
    played = table(pace="step", hexes=hexes, units=units, running={"a1": ("F+-+-",)})
    carry_out_steps(played, "movement_1")
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == (hex_of, 0)


@pytest.mark.rule("HX-STACK-04", "HX-STACK-06")
def test_who_is_held_back_holds_others_back_behind_it() -> None:
    """Who is held back fills its own hex, so that others are held back behind it."""
    foot = infantry()
    slow = {"speed": "slow"}
    units = [
        ("a1", "D6", "N", foot, slow),
        ("a2", "D5", "N", foot, slow),
        ("a3", "D5", "N", foot, slow),
        ("a4", "D4", "N", foot, None),
        ("a5", "D4", "N", foot, None),
        ("b1", "A9", "N", foot, None),
    ]
    played = begin_movement(units=units, running=dict.fromkeys(("a1", "a2", "a3"), ("F+-+-",)))
    outcome = resolve(played).without(UnitMoved)
    held = [event.unit for event in outcome.events if isinstance(event, MoveOverstacked)]
    assert held == ["a1", "a2", "a3"]
    outcome.then(MoveOverstacked, UnitShaken, tokens=2, from_turn=2)


@pytest.mark.rule("HX-STACK-07")
def test_friends_may_swap_hexes() -> None:
    """Friends may swap hexes; only where they end counts."""
    foot, slow = infantry(), {"speed": "slow"}
    units = [("a1", "D5", "N", foot, slow), ("a2", "D4", "S", foot, slow)]
    resolve(played := begin_movement(units=units, running={"a1": ("F+-+-",), "a2": ("F+-+-",)}))
    assert hexes_of(played, "a1", "a2") == ["D4", "D5"]


@pytest.mark.rule("HX-STACK-06", "HX-ORDERS-11")
def test_codes_before_a_move_come_first_and_those_behind_it_last() -> None:
    """Part F,L goes forward and turns then; part L,F turns first."""
    made = infantry_with_orders("F,L+-+-", "L,F+-+-")
    units = [("a1", "D5", "N", made, {"speed": "slow"}), ("a2", "D8", "N", made, {"speed": "slow"})]
    played = begin_movement(units=units, running={"a1": ("F,L+-+-",), "a2": ("L,F+-+-",)})
    resolve(played).then(UnitRotated, UnitMoved, UnitMoved, UnitRotated)
    assert [(unit(played, row).hex, unit(played, row).facing) for row in ("a1", "a2")] == [("D4", "NW"), ("C8", "NW")]


@pytest.mark.rule("HX-STACK-01", "HX-STACK-02")
@pytest.mark.parametrize(
    ("sizes", "clause"),
    [
        (("medium", "medium"), None),
        (("large", "medium"), None),
        (("small", "large"), None),
        (("huge",), None),
        (("large", "large"), "HX-STACK-01"),
        (("small",) * 3, "HX-STACK-01"),
        (("huge", "small"), "HX-STACK-02"),
    ],
)
def test_a_hex_holds_two_bases_or_one_huge(sizes, clause):
    """A hex holds two bases, of them one large, or a huge one alone."""
    assert stacking.fits(sizes) is (clause is None)
    assert stacking.fault_of(sizes) == clause


@pytest.mark.rule("HX-STACK-03")
def test_the_air_has_its_own_limit():
    """Two bases on the ground leave room for two in the air, and no third in either."""
    bird = infantry(types=("infantry", "flying"))
    places = [("a1", "D5", "N", tank()), ("a2", "D5", "N", tank()), ("a3", "D5", "N", bird)]
    game = field(units=places)
    assert not stacking.has_room_for(game, "D5", tank())
    assert stacking.has_room_for(game, "D5", tank(), without=("a2",))
    assert stacking.has_room_for(game, "D5", bird, flying=True)
    assert not stacking.has_room_for(game, "D5", bird, bird, flying=True)
    assert [unit.id for unit in stacking.occupants(game, "D5", flying=True)] == ["a3"]
    assert stacking.fits_after_moves(game, ["a1", "a2", "a3"])
