"""Why an open unit does something else, and what silence does for it, is the same whatever its hidden friends are."""

from typing import Any

import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders.model.messages import MovesChosen, OrderReplacedByDefault, UnitMoved
from tests.conformance.driver import SplitDice
from tests.rulesets.hex_orders.fixtures import infantry, table, tank, with_orders
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN
from tests.rulesets.hex_orders.orders.test_flying import winged_infantry
from tests.rulesets.hex_orders.secrets.steps import Twins
from tests.rulesets.hex_orders.steps import begin, events_of_kind

STILL = "-+-+-"
REVEALS: tuple[dict[str, str], ...] = ({}, {"hidden_reveal": "spot_only"})


def movement_twice(viewer: int, order: str, worlds_units: list[Any], options: Any = None, **rest: Any) -> Twins:
    """Carry a movement step out in two worlds that differ in what stands behind red's tokens."""
    dice: Any = SplitDice(2, 1, (0,))
    standing = {id: (STILL,) for id, *_ in worlds_units[0] if id != "a1"}
    running = {**standing, "a1": (order,)}
    worlds = [table(dice, options, units=units, running=running, **rest) for units in worlds_units]
    for world in worlds:
        begin(world, "movement_1")
    pair = Twins(worlds[0], worlds[1], viewer)
    while not pair.end and pair.one.game.step == "movement_1" and pair.one.window.kind != "advance":
        pair.go_on(1)
    return pair


def reasons(world: Any) -> list[tuple[str | None, str | None]]:
    """List what is carried out instead of what was ordered, and why."""
    return [(row.instead, row.reason) for row in events_of_kind(world, OrderReplacedByDefault) if row.unit == "a1"]


def hidden(sheet: Any, where: str, number: int, **changes: Any) -> tuple[Any, ...]:
    """Place a token of red."""
    return (f"a{number}", where, "S", with_orders(sheet, STILL), {**TOKEN, **changes})


@pytest.mark.rule("HX-ORDERS-34", "HX-ORDERS-37", "HX-GAP-09")
@pytest.mark.parametrize("options", REVEALS)
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize(
    ("before", "order", "reason"),
    [
        ("slow", "A[gliding],F+-+-", "off-map"),
        ("gliding", "B[slow],F+-+-", "off-map"),
        ("gliding", "B[slow],R,F+-+-", "impassable"),
        ("slow", "A[gliding],A[nowhere]+-+-", "no-speed"),
    ],
)
def test_why_a_part_fails_does_not_tell_the_height_of_friends(viewer, options, before, order, reason):
    """A part that fails anyway fails for that, whether or not tokens in the hex leave room to fly or to land."""
    winged = with_orders(winged_infantry(nation="dwarf", types=("vehicle", "tracked")), order)
    alone = ("b1", "G9", "S", tank(nation="elf"))
    worlds = [
        [
            ("a1", "D1", "N", winged, {"speed": before}),
            *(hidden(winged_infantry(hidden=True, nation="dwarf"), "D1", n, speed=speed) for n in (2, 3)),
            alone,
        ]
        for speed in ("slow", "gliding")
    ]
    pair = movement_twice(viewer, order, worlds, options, hexes={"E1": "building"})
    assert pair.end == ""
    assert reasons(pair.one)[0][1] == reasons(pair.two)[0][1] == reason


@pytest.mark.rule("HX-ORDERS-37", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_no_room_or_nowhere_to_go_is_one_reason(viewer):
    """Take-off and Follow in one part: that friends fill the air, or that none leads, is one reason."""
    winged, alone = winged_infantry(nation="dwarf"), ("b1", "G9", "S", tank(nation="elf"))
    full = [hidden(winged_infantry(hidden=True, nation="dwarf"), "D5", n, speed="gliding") for n in (2, 3)]
    free = [hidden(winged_infantry(hidden=True, nation="dwarf"), "D5", n, speed="slow") for n in (2, 3)]
    leads = hidden(tank(hidden=True, leader_follow=True, nation="dwarf"), "D2", 4)
    plain = hidden(tank(hidden=True, nation="dwarf"), "D2", 4)
    unit = ("a1", "D5", "N", with_orders(winged, "A[gliding],Follow+-+-"), {"speed": "slow"})
    pair = movement_twice(viewer, "A[gliding],Follow+-+-", [[unit, *full, leads, alone], [unit, *free, plain, alone]])
    assert pair.end == ""
    assert reasons(pair.one) == reasons(pair.two) == [("F", "no-room-or-nowhere")]


@pytest.mark.rule("HX-ORDERS-27", "HX-ORDERS-28", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_the_clause_of_a_follower_does_not_count_hidden_leaders(viewer):
    """Two open leaders straight ahead: whether a token beside them leads too changes no clause of the move."""
    units = [
        ("a1", "D8", "N", with_orders(infantry(nation="dwarf"), "Flee+-+-", "Follow+-+-"), {"speed": "slow"}),
        *((f"a{n}", where, "N", tank(nation="dwarf", leader_follow=True)) for n, where in ((2, "D5"), (3, "D4"))),
        ("b1", "A1", "S", tank(nation="elf")),
    ]
    worlds = [
        [*units, hidden(tank(hidden=True, leader_follow=leads, nation="dwarf"), "D6", 4)] for leads in (True, False)
    ]
    pair = movement_twice(viewer, "Follow+-+-", worlds)
    assert pair.end == ""
    assert [row.hex for row in events_of_kind(pair.one, UnitMoved)] == ["D7"]


@pytest.mark.rule("HX-ORDERS-30", "HX-GAP-08", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_silence_flees_where_no_token_can_be_in_the_way(viewer):
    """A unit that may flee into several hexes goes where no token stands, whether or not there is room beside one."""
    unit = ("a1", "D5", "N", with_orders(infantry(nation="dwarf"), "Flee+-+-", "Follow+-+-"), {"speed": "slow"})
    enemy = ("b1", "D8", "N", tank(nation="elf"))
    beside = ("a2", "D4", "N", tank(nation="dwarf"))
    worlds = [
        [unit, enemy, beside, hidden(winged_infantry(hidden=True, nation="dwarf"), "D4", 3, speed=speed)]
        for speed in ("gliding", "slow")
    ]
    pair = movement_twice(viewer, "Flee+-+-", worlds)
    assert pair.end == ""
    (moved,) = {row.choices[0].hex for row in events_of_kind(pair.one, MovesChosen) if row.choices}
    assert moved != "D4"


@pytest.mark.rule("HX-ORDERS-27", "HX-GAP-08", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_silence_follows_an_open_leader(viewer):
    """Silence follows the leader that everybody sees, whether or not a token leads too."""
    units = [
        ("a1", "D8", "N", with_orders(infantry(nation="dwarf"), "Flee+-+-", "Follow+-+-"), {"speed": "slow"}),
        ("a2", "A8", "N", tank(nation="dwarf", leader_follow=True)),
        ("b1", "A1", "S", tank(nation="elf")),
    ]
    worlds = [
        [*units, hidden(tank(hidden=True, leader_follow=leads, nation="dwarf"), "D5", 4)] for leads in (True, False)
    ]
    pair = movement_twice(viewer, "Follow+-+-", worlds)
    assert pair.end == ""
    assert pair.one.game.units["a1"].hex != "D7"


@pytest.mark.rule("HX-ORDERS-37", "HX-GAP-09")
@pytest.mark.parametrize("order", ["B[slow],360+-+-", "B[slow]+-+-"])
def test_what_may_land_does_not_tell_the_height_of_an_enemy_token(order):
    """A token counts as on the ground: nobody lands beside it, and the owner is offered the same whatever it is."""
    winged = with_orders(winged_infantry(nation="dwarf"), order)
    above = with_orders(winged_infantry(hidden=True, nation="elf"), STILL)
    worlds = [
        [
            ("a1", "D5", "N", winged, {"speed": "gliding"}),
            ("b1", "D5", "S", above, {**TOKEN, "speed": speed}),
            ("b2", "G9", "S", tank(nation="elf")),
        ]
        for speed in ("slow", "gliding")
    ]
    pair = movement_twice(0, order, worlds)
    assert pair.end == ""
