"""What the rules refuse has no odds, and is refused under the clause of the rule."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.rulesets.antares import RULESET
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateDamageRequest,
    EstimateShootingRequest,
    EstimateTemplateRequest,
    EstimateTestRequest,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import table
from tests.rulesets.antares.sheets import INCH, gun, overhead_gun, probe, troopers, vehicle

GONE: dict[str, Any] = {"place": "destroyed"}
GAME = b""


def standing(own: Any = None, other: Any = None, ours: Any = None, theirs: Any = None) -> Table:
    """Let "a-x" and "b-y" stand 5 inches apart, or be gone."""
    units = [
        ("a-x", own or troopers(5, "gun", "lobber"), (10 * INCH, 10 * INCH), ours or {}),
        ("b-y", other or troopers(5), (15 * INCH, 10 * INCH), theirs or {}),
    ]
    return table(units=units, weapons=(gun(), overhead_gun()))


def refused(played: Table, request: Any) -> list[tuple[str, str, str]]:
    """Ask for odds that are not told: clause, reason and place of what is wrong."""
    query = RULESET.queries[type(request).__name__.removesuffix("Request")]
    with pytest.raises(Rejected) as found:
        query(played.game, 0, request)
    return [(row.clause, row.reason, row.path) for row in found.value.faults]


@pytest.mark.rule("AN-SHOOT-02")
def test_a_target_that_is_gone_is_shot_at_by_nobody() -> None:
    """An estimate says of a target that is gone what a declaration says."""
    played = standing(theirs=GONE)
    shot = EstimateShootingRequest(game=GAME, unit="a-x", target="b-y", order="fire", weapons=(), point_blank=False)
    lob = EstimateTemplateRequest(
        game=GAME, unit="a-x", target="b-y", order="fire", weapon="lobber", mode="", aim=None, blind=False
    )
    for request in (shot, lob):
        assert refused(played, request) == [("AN-SHOOT-02", "target-gone", "target")]


@pytest.mark.rule("AN-ASSAULT-01", "AN-ASSAULT-02", "AN-ASSAULT-03")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"theirs": GONE}, ("AN-ASSAULT-01", "assault-on-nobody", "target")),
        ({"other": probe()}, ("AN-ASSAULT-03", "assault-on-a-probe", "target")),
        ({"own": vehicle()}, ("AN-ASSAULT-02", "type-does-not-assault", "unit")),
    ],
)
def test_an_assault_that_can_not_be_declared_has_no_odds(changes: dict[str, Any], fault: tuple[str, str, str]) -> None:
    """Nobody assaults probes or who is gone, and some types never assault."""
    assert refused(standing(**changes), EstimateAssaultRequest(game=GAME, unit="a-x", target="b-y")) == [fault]


@pytest.mark.rule(
    "AN-TURN-08", "AN-TURNEND-02", "AN-REACT-29", "AN-BREAK-10", "AN-MOVE-06", "AN-TERRAIN-06", "AN-DMG-02"
)
@pytest.mark.parametrize(
    ("test", "clause", "reason"),
    [
        ("fire", "AN-TURN-08", "not-on-table"),
        ("rally", "AN-TURN-08", "not-on-table"),
        ("recovery", "AN-TURNEND-02", "not-on-table"),
        ("reaction", "AN-REACT-29", "not-on-table"),
        ("break", "AN-BREAK-10", "not-on-table"),
        ("sprint", "AN-MOVE-06", "not-on-table"),
        ("terrain", "AN-TERRAIN-06", "not-on-table"),
        ("damage", "AN-DMG-02", "not-on-table"),
    ],
)
def test_who_is_gone_takes_no_test(test: str, clause: str, reason: str) -> None:
    """Each test of a unit that is gone is refused under the clause by which it would be taken."""
    played = standing(ours=GONE)
    request = EstimateTestRequest(game=GAME, unit="a-x", test=test, weapon="")
    assert refused(played, request) == [(clause, reason, "unit")]


@pytest.mark.rule("AN-REACT-29")
def test_who_flees_reacts_to_nothing() -> None:
    """A unit that is fleeing is on the table and can not react."""
    request = EstimateTestRequest(game=GAME, unit="a-x", test="reaction", weapon="")
    assert refused(standing(ours={"fleeing": True}), request) == [("AN-REACT-29", "reactor-gone", "unit")]


@pytest.mark.rule("AN-DMG-02")
def test_who_is_gone_is_not_damaged() -> None:
    """Damage rolls of a unit that is gone have no odds."""
    request = EstimateDamageRequest(game=GAME, unit="a-x", weapon="", rolls=1)
    assert refused(standing(own=vehicle(), ours=GONE), request) == [("AN-DMG-02", "not-on-table", "unit")]
