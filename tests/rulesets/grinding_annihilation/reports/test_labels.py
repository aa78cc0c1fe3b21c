"""A battle told to people: headings and lengths fit the contract, and luck is counted as the dice were judged."""

from __future__ import annotations

import pytest

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Known
from adjudicator.rulesets.grinding_annihilation import RULESET
from adjudicator.rulesets.grinding_annihilation.model import messages as model
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFatigueTested,
    BattleManoeuvreUsed,
    DamageInflicted,
    DesperateRetreatTested,
    HazardTested,
)
from adjudicator.rulesets.grinding_annihilation.reports import messages as reports
from adjudicator.rulesets.grinding_annihilation.reports.chances import luck
from adjudicator.rulesets.grinding_annihilation.reports.labels import LABELS
from replays.tell.phrases import EventFormatter
from tests.kit import placeholders
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import shots_declared_at
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use
from tests.rulesets.grinding_annihilation.steps import shoot

EVENTS = {kind.__name__: kind for kind in RULESET.rules.part.reducers}


def test_headings_and_lengths_name_what_there_is():
    """Headings name fields of their events, and every length is an integer field of the contract."""
    for kind, heading in LABELS.headings.items():
        assert placeholders(heading) <= set(EVENTS[kind].__struct_fields__)
    rows = [*vars(model).values(), *vars(reports).values()]
    fields = {field for row in rows if hasattr(row, "__struct_fields__") for field in row.__struct_fields__}
    assert LABELS.lengths - fields <= {"x", "y", "z", "length", "width", "height"}
    assert "needed" not in LABELS.lengths


def test_luck_counts_every_die_that_was_judged():
    """Two hits of three at 3+, one wound of two at 4+, one save at 4+: chances and successes as thrown, by seat."""
    table = shoot(3, 6, 1, 4, 3, 5, guns=3, troops=2)
    known = Known()
    found = [chance for entry in table.log for event, _ in entry.events for chance in luck(event, known)]
    assert [row[:4] for row in found] == [
        (0, 4, 6, True),
        (0, 4, 6, True),
        (0, 4, 6, False),
        (0, 3, 6, True),
        (0, 3, 6, False),
        (1, 3, 6, True),
    ]
    assert [(row.kind, row.needed and row.needed.total, row.faces) for row in found] == [
        ("hit-roll", 3, (3,)),
        ("hit-roll", 3, (6,)),
        ("hit-roll", 3, (1,)),
        ("wound-roll", 4, (4,)),
        ("wound-roll", 4, (3,)),
        ("defence-check", 4, (5,)),
    ]


@pytest.mark.parametrize(
    ("event", "expected_events"),
    [
        (
            BattleFatigueTested(formation="b-b", faces=(3, 4), total=Tally.base(7, "GA-3.1-06"), needed=7, passed=True),
            [(1, 21, 36, True)],
        ),
        (
            DamageInflicted(
                group="g",
                attack=1,
                troop="a-r.1",
                damage=Tally.base(2, "GA-3.3-26"),
                health_faces=(5, 2),
                health_needed=5,
                ignored=1,
                lost=1,
                wounds_left=1,
            ),
            [(0, 2, 6, True), (0, 2, 6, False)],
        ),
        (
            DesperateRetreatTested(formation="a-r", troops=("a-r.1", "a-r.2"), faces=(2, 3), failures=1),
            [(0, 4, 6, False), (0, 4, 6, True)],
        ),
        (HazardTested(declaration="d", formation="b-b", faces=(1, 2), failures=1), [(1, 5, 6, False), (1, 5, 6, True)]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_tests_count_as_luck(event, expected_events):
    """Tests of Battle-Fatigue, Reinforced Health, Retreat and Hazard are throws that succeed or fail."""
    assert [row[:4] for row in luck(event, Known())] == expected_events


def test_its_report_says_its_own_name():
    """The report names it, and what it works as; of a core one it says no more than before."""
    table = shots_declared_at(blue=("find_cover", "closed_orbit"), keywords=("infantry", "sentinels"))
    formatter = EventFormatter(table.rules, ("Red", "Blue"))
    own = use(table, "blue", "closed_orbit", "b-b").one(BattleManoeuvreUsed)
    assert formatter.format_event(own).startswith("Blue uses closed orbit as find cover for b-b, pays 1 ")
    core = use(table, "blue", "find_cover", "b-b").one(BattleManoeuvreUsed)
    assert formatter.format_event(core).startswith("Blue uses find cover for b-b, pays 2 ")
