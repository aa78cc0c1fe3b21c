"""Which units hang together after a move, and who is lost."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    EnterOverwatch,
    FormationMoveEnded,
    OutOfFormationDestroyed,
    ShockAdded,
    UnitDestroyed,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    FAR_ENEMY,
    FAR_QUIET_ENEMY,
    WOOD_AT_D3,
    Placed,
    infantry,
    open_ground,
    table,
    vehicle,
    war_engine,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    change_unit,
    charge,
    end_action,
    end_move,
    formation_row,
    move,
    refused,
    report_loss,
    roll,
    shock_of,
    unit_row,
    units_left,
)


def formation_at(*places: tuple[int, int], action: str = "advance", **setup: Any) -> Table:
    """Set a formation up, unit by unit, and begin its action."""
    units: dict[str, Placed] = {f"a1.{number}": (place, infantry()) for number, place in enumerate(places, 1)}
    played = open_ground(units, **setup)
    begin_action(played, "a1", action)
    return played


@pytest.mark.rule("TF-COHESION-01")
def test_a_unit_out_of_formation_is_destroyed() -> None:
    """Of three units the one that ends 5 tiles from the others is destroyed at the end of the move, without a die."""
    played = formation_at((2, 2), (3, 2), (4, 2))
    move(played, "a1.3", (5, 2), (6, 2), (7, 2), (8, 2)).without(UnitDestroyed)
    outcome = end_move(played, "a1").then(FormationMoveEnded, move_number=1)
    outcome.then(OutOfFormationDestroyed, formation="a1", units=("a1.3",), kept=("a1.1", "a1.2"))
    outcome.then(UnitDestroyed, unit="a1.3", cause="out_of_formation")
    assert not played.rolls
    assert units_left(played) == ["a1.1", "a1.2", "b1.1"]
    assert unit_row(played, "a1.3").out == "out_of_formation"


@pytest.mark.rule("TF-COHESION-01")
def test_armour_and_cover_do_not_help() -> None:
    """A unit with armour in a fortification is destroyed all the same."""
    places: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry()),
        "a1.2": ((3, 2), infantry()),
        "a1.3": ((9, 2), infantry(armour=6, integrity=4)),
    }
    played = open_ground(places, terrain={(9, 2): "fortifications"})
    begin_action(played, "a1")
    end_move(played, "a1").then(OutOfFormationDestroyed, units=("a1.3",))
    assert not played.rolls
    assert unit_row(played, "a1.3").integrity == 0


@pytest.mark.rule("TF-COHESION-02")
@pytest.mark.parametrize(
    ("places", "links", "whole"),
    [
        (((1, 1), (3, 1), (5, 1)), 2, True),
        (((1, 1), (4, 1)), 2, False),
        (((1, 1), (3, 3), (5, 5)), 2, True),
        (((1, 1), (4, 1)), 3, True),
        (((1, 1), (3, 1)), 1, False),
        (((1, 1), (5, 1), (3, 1)), 2, True),
    ],
)
@pytest.mark.ruling("TF-COHESION-02.2")
def test_a_formation_is_a_chain(places: tuple[tuple[int, int], ...], links: int, whole: bool) -> None:
    """Units at (1,1), (3,1), (5,1) are one body; those at (1,1) and (4,1) are two, unless links are longer."""
    played = formation_at(*places, options={"coherency_tiles": links})
    first = end_move(played, "a1")
    if whole:
        first.without(OutOfFormationDestroyed)
        assert len(units_left(played)) == len(places) + 1
    else:
        refused(first, "choose-a-body", "TF-COHESION-03", bodies=2)
        end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.2",), kept=("a1.1",))


@pytest.mark.rule("TF-COHESION-02")
def test_units_of_other_formations_are_no_links() -> None:
    """A unit of another formation between two units does not link them."""
    places: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry()),
        "a1.2": ((5, 2), infantry()),
        "a2.1": ((4, 2), infantry()),
    }
    played = open_ground(places)
    begin_action(played, "a1")
    end_move(played, "a1", "a1.2").then(OutOfFormationDestroyed, units=("a1.1",))


@pytest.mark.rule("TF-COHESION-03")
def test_the_army_chooses_the_body() -> None:
    """Of the bodies {A, B} and {C} the owner may keep {C}, and A and B are destroyed."""
    played = formation_at((2, 2), (3, 2), (9, 2))
    outcome = end_move(played, "a1", "a1.3")
    outcome.then(OutOfFormationDestroyed, units=("a1.1", "a1.2"), kept=("a1.3",))
    assert units_left(played) == ["a1.3", "b1.1"]


@pytest.mark.rule("TF-COHESION-03")
@pytest.mark.parametrize("keep", [("a1.1", "a1.3"), ("a1.1",), ("a1.1", "a1.2", "a1.3")])
def test_what_is_kept_is_one_whole_body(keep: tuple[str, ...]) -> None:
    """Units of two bodies can not be kept together, nor a part of one body."""
    played = formation_at((2, 2), (3, 2), (9, 2))
    refused(end_move(played, "a1", *keep), "not-one-body", "TF-COHESION-03")
    assert len(units_left(played)) == 4
    end_move(played, "a1", "a1.1", "a1.2").then(OutOfFormationDestroyed, units=("a1.3",))


@pytest.mark.rule("TF-COHESION-04")
def test_no_shock_for_units_out_of_formation() -> None:
    """A formation of Shock 1 that loses a unit so has Shock 1 afterwards."""
    played = formation_at((2, 2), (3, 2), (9, 2), formations={"a1": {"shock": 1}})
    end_move(played, "a1").then(OutOfFormationDestroyed).without(ShockAdded)
    assert shock_of(played, "a1") == 1


@pytest.mark.rule("TF-COHESION-05")
def test_a_march_is_checked_after_each_move() -> None:
    """A unit that is 4 tiles off after the first move is destroyed, though the second could have brought it back."""
    played = formation_at((2, 2), (3, 2), action="march")
    move(played, "a1.1", (2, 3), (2, 4), (2, 5), (2, 6)).accepted()
    end_move(played, "a1", "a1.1").then(FormationMoveEnded, OutOfFormationDestroyed, units=("a1.2",))
    for number in (2, 3):
        end_move(played, "a1").then(FormationMoveEnded, move_number=number).without(OutOfFormationDestroyed)


@pytest.mark.rule("TF-COHESION-05")
@pytest.mark.parametrize("late", [2, 3])
def test_every_move_of_a_march_has_its_check(late: int) -> None:
    """The later moves of a march are checked as the first one is."""
    played = formation_at((2, 2), (3, 2), (4, 2), action="march")
    for _ in range(1, late):
        end_move(played, "a1").without(OutOfFormationDestroyed)
    move(played, "a1.3", (5, 2), (6, 2), (7, 2), (8, 2)).accepted()
    end_move(played, "a1").then(OutOfFormationDestroyed, units=("a1.3",))


@pytest.mark.rule("TF-COHESION-06")
def test_a_unit_lost_to_terrain_is_no_link() -> None:
    """A link that dies in a minefield splits the others into two bodies, of which the owner keeps one."""
    played = formation_at((2, 2), (4, 2), (6, 2), terrain={(4, 3): "+minefield"})
    move(played, "a1.2", (4, 3)).accepted()
    outcome = end_move(played, "a1")
    refused(outcome, "not-asked", "TF-DANGER-13")
    roll(played, "a1.2", 6).then(UnitDestroyed, unit="a1.2").without(OutOfFormationDestroyed)
    refused(end_move(played, "a1"), "choose-a-body", "TF-COHESION-03")
    end_move(played, "a1", "a1.3").then(OutOfFormationDestroyed, units=("a1.1",), kept=("a1.3",))
    assert units_left(played) == ["a1.3", "b1.1"]


@pytest.mark.rule("TF-COHESION-06")
def test_the_check_comes_after_all_have_moved() -> None:
    """A unit that goes ahead is safe as long as the others follow in the same move."""
    played = formation_at((2, 2), (3, 2))
    move(played, "a1.2", (4, 2), (5, 2), (6, 2), (7, 2)).without(OutOfFormationDestroyed)
    move(played, "a1.1", (3, 2), (4, 2), (5, 2), (6, 2)).accepted()
    end_move(played, "a1").without(OutOfFormationDestroyed)


@pytest.mark.rule("TF-COHESION-07")
@pytest.mark.parametrize("after_charge", [True, False])
@pytest.mark.ruling("TF-COHESION-07.2", "TF-COHESION-07.3")
def test_charge_moves_are_checked_too(after_charge: bool) -> None:
    """After a charge move the formation is checked, unless the option leaves it out."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "a1.2": ((1, 5), infantry()),
        "a1.3": ((0, 5), infantry()),
        "b1.1": ((6, 5), vehicle()),
    }
    played = open_ground(units, options={"cohesion_after_charge": after_charge})
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5), (5, 5)).accepted()
    outcome = end_move(played, "a1").accepted()
    if after_charge:
        outcome.then(OutOfFormationDestroyed, units=("a1.1",), kept=("a1.2", "a1.3"))
    else:
        outcome.without(OutOfFormationDestroyed)
        assert len(units_left(played)) == 4


@pytest.mark.rule("TF-COHESION-07")
def test_nothing_is_checked_outside_a_move() -> None:
    """A formation whose middle unit is shot away keeps its units in overwatch, until it completes a move again."""
    units: dict[str, Placed] = {f"a1.{n}": ((2 * n, 2), infantry()) for n in (1, 2, 3)}
    played = open_ground({**units, "b1.1": FAR_ENEMY}, referee=True)
    report_loss(played, "a1.2").then(UnitDestroyed, unit="a1.2").without(OutOfFormationDestroyed)
    begin_action(played, "a1", "overwatch").without(OutOfFormationDestroyed)
    played.when("red", EnterOverwatch(formation="a1")).without(OutOfFormationDestroyed, UnitDestroyed)
    assert units_left(played) == ["a1.1", "a1.3", "b1.1"]
    begin_action(played, "a1")
    end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.3",))


@pytest.mark.rule("TF-COHESION-01")
def test_only_the_formation_that_moves_is_checked() -> None:
    """A move of one formation costs another, which has fallen apart, nothing."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry()),
        "a2.1": ((2, 9), infantry()),
        "a2.2": ((9, 9), infantry()),
    }
    played = open_ground(units)
    begin_action(played, "a1")
    end_move(played, "a1").without(OutOfFormationDestroyed, UnitDestroyed)
    assert units_left(played) == ["a1.1", "a2.1", "a2.2", "b1.1"]


@pytest.mark.rule("TF-COHESION-08")
def test_a_single_unit_is_in_formation() -> None:
    """The last unit of a formation moves without a loss, whatever it is far from."""
    played = formation_at((2, 2), (9, 9))
    change_unit(played, "a1.2", out="shooting", tile="", integrity=0)
    move(played, "a1.1", (2, 3), (2, 4)).accepted()
    end_move(played, "a1").then(FormationMoveEnded).without(OutOfFormationDestroyed, UnitDestroyed)
    assert units_left(played) == ["a1.1", "b1.1"]


@pytest.mark.rule("TF-COHESION-01", "TF-COHESION-03", "TF-COHESION-04", "TF-COHESION-05")
def test_units_out_of_formation_are_lost_after_each_move() -> None:
    """After a move only one body of a formation remains; the owner says which, without Shock."""
    units = FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry()), "a1.2": ("B1", infantry()), "a1.3": ("F1", infantry())}
    played = table("", units)
    begin_action(played, "a1", "march")
    ended = end_move(played, "a1").then(FormationMoveEnded, OutOfFormationDestroyed, units=("a1.3",))
    ended.then(UnitDestroyed, unit="a1.3", cause="out_of_formation")
    assert formation_row(played, "a1").shock == 0
    played = table("", units)
    begin_action(played, "a1")
    end_move(played, "a1", "a1.1", "a1.3").rejected("TF-COHESION-03", "not-one-body")
    end_move(played, "a1", "a1.3").then(OutOfFormationDestroyed, units=("a1.1", "a1.2"))
    assert units_left(played) == ["a1.3", "b1.1"]
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry()), "a1.2": ("D1", infantry())})
    begin_action(played, "a1")
    end_move(played, "a1").rejected("TF-COHESION-03", "choose-a-body", bodies=2)
    end_move(played, "a1", "a1.2").accepted()


@pytest.mark.rule("TF-COHESION-02")
@pytest.mark.parametrize(("x", "whole"), [(5, True), (6, False)])
def test_links_run_from_the_nearest_tiles(x: int, whole: bool) -> None:
    """A 2 by 2 unit at (2,2) reaches column 3: a unit in column 5 is linked to it, one in column 6 is not."""
    units: dict[str, Placed] = {"a1.1": ((2, 2), war_engine(columns=2, rows=2)), "a1.2": ((x, 2), infantry())}
    played = open_ground(units)
    begin_action(played, "a1")
    outcome = end_move(played, "a1", *(() if whole else ("a1.1",)))
    if whole:
        outcome.without(OutOfFormationDestroyed)
    else:
        outcome.then(OutOfFormationDestroyed, units=("a1.2",))


@pytest.mark.rule("TF-COHESION-06")
def test_the_last_unit_of_a_formation_may_die_in_its_move() -> None:
    """Where the only unit of the acting formation dies in its move, the action ends and the game goes on."""
    played = open_ground({"a1.1": ((2, 2), vehicle()), "a2.1": ((9, 2), infantry())}, terrain=WOOD_AT_D3)
    begin_action(played, "a1", "march")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed, unit="a1.1")
    end_move(played, "a1").without(OutOfFormationDestroyed).asks("action_end", "red")
    end_action(played, "a1").asks("choose_action", "blue")
    assert units_left(played) == ["a2.1", "b1.1"]


@pytest.mark.rule("TF-COHESION-01")
def test_who_is_out_of_formation_is_not_a_casualty() -> None:
    """A unit lost for being out of formation is destroyed by that clause alone, not for want of integrity."""
    formation = {f"a1.{number}": (place, infantry()) for number, place in enumerate(("A1", "A2", "A9"), 1)}
    played = table("", {**formation, "b1.1": FAR_ENEMY})
    begin_action(played, "a1")
    end_move(played, "a1").then(UnitDestroyed, unit="a1.3", cause="out_of_formation")
    clauses = next(ids for event, ids in played.ruled if isinstance(event, UnitDestroyed))
    assert "TF-COHESION-01" in clauses
    assert "TF-DANGER-04" not in clauses


@pytest.mark.rule("TF-COHESION-07")
@pytest.mark.parametrize("after_charge", [True, False])
def test_the_option_is_for_charges_alone(after_charge: bool) -> None:
    """An advance is checked whatever the option says of charges."""
    units: Any = {"a1.1": ((2, 2), zoneless("INF")), "a1.2": ((9, 2), zoneless("INF"))}
    played = wide_ground(units, options={"cohesion_after_charge": after_charge, "coherency_tiles": 2})
    begin_action(played, "a1")
    end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.2",), kept=("a1.1",))
