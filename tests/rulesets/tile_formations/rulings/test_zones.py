"""Whose zones count: broken formations, flags, and what the action of a formation is bound by."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    EnteredOverwatch,
    EnterOverwatch,
)
from tests.kit import Outcome
from tests.rulesets.tile_formations.fixtures import ENEMY_INFANTRY, TESTED, Placed, infantry, open_ground
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    end_move,
    formation_row,
    move,
    refused,
    unit_row,
)

BROKEN = {"b1": {"state": "broken"}}


def overwatch_near(enemy: Any, **setup: Any) -> Outcome:
    """Let a formation with one unit two tiles from an enemy ask for Overwatch."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "a1.2": ((3, 5), infantry()), "b1.1": ((5, 5), enemy)}
    return ask_action(open_ground(units, **setup), "a1", "overwatch")


@pytest.mark.rule("TF-ZOC-02", "TF-ZOC-11")
@pytest.mark.ruling("TF-ZOC-02.2", "TF-ZOC-02.3", "TF-ZOC-02.4", "TF-ZOC-11.2", "TF-OW-01.2")
def test_a_zone_keeps_a_formation_from_overwatch() -> None:
    """A broken enemy has its zone as any other has, unless the option takes it; a unit with the flag has none."""
    refused(overwatch_near(infantry()), "in-enemy-zone", "TF-ZOC-11", unit="a1.2")
    refused(overwatch_near(infantry(), formations=BROKEN), "in-enemy-zone", "TF-ZOC-11", unit="a1.2")
    overwatch_near(infantry(), formations=BROKEN, options={"broken_units_have_zoc": False}).accepted()
    refused(overwatch_near(infantry(), options={"broken_units_have_zoc": False}), "in-enemy-zone", "TF-ZOC-11")
    overwatch_near(infantry(flags=("no_zoc",))).accepted()


@pytest.mark.rule("TF-OW-01", "TF-MOVE-10")
@pytest.mark.ruling("TF-OW-01.2")
def test_overwatch_has_its_action_test() -> None:
    """After a failed test no formation enters Overwatch; after a passed one it does."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "b1.1": ((9, 5), infantry())}
    played = open_ground(units, options=TESTED, referee=True)
    failed = begin_action(played, "a1", "overwatch", test="failed").then(ActionTestFailed, action="overwatch")
    failed.without(ActionBegun).asks("action_instead", "referee")
    assert formation_row(played, "a1").state == "normal"
    played = open_ground(units, options=TESTED)
    begin_action(played, "a1", "overwatch", test="passed").then(ActionBegun, action="overwatch", moves=0)
    played.when("red", EnterOverwatch(formation="a1")).then(EnteredOverwatch, formation="a1")


@pytest.mark.rule("TF-ZOC-11")
@pytest.mark.ruling("TF-ZOC-11.2")
def test_the_choice_binds_nobody_else() -> None:
    """In an engage action that one unit in a zone needs, another may stay, move elsewhere, or charge."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "a1.2": ((3, 5), infantry()), "b1.1": ENEMY_INFANTRY}
    for way in ((), ((1, 6),), ((2, 6), (3, 6), (4, 6))):
        played = open_ground(units, options={"coherency_tiles": 20})
        ask_action(played, "a1", "engage", target="b1").then(ActionBegun, bound=("a1.2",))
        move(played, "a1.1", *way).accepted()
        assert unit_row(played, "a1.1").contacts == (("b1.1",) if len(way) == 3 else ())
        move(played, "a1.2", (4, 5)).accepted()
        end_move(played, "a1").accepted().asks("assault")
