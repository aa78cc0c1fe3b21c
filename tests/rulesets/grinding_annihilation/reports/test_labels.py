"""A battle told to people: headings and lengths fit the contract, and luck is counted as the dice were judged."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.labels import Known, Outcome
from adjudicator.rulesets.grinding_annihilation import RULESET
from adjudicator.rulesets.grinding_annihilation.model import messages as model
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFatigueTested,
    BattleManoeuvreUsed,
    DamageInflicted,
    DeadlyDemiseRolled,
    DefenceRolled,
    DemiseResult,
    DesperateRetreatTested,
    DieRerolled,
    HazardTested,
    HitResult,
    HitsRolled,
    Rerolled,
    RollOffMade,
    WoundResult,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.reports import messages as reports
from adjudicator.rulesets.grinding_annihilation.reports.chances import FIVES, luck
from adjudicator.rulesets.grinding_annihilation.reports.labels import LABELS
from replays.tell.phrases import EventFormatter
from tests.kit import placeholders
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import shots_declared_at
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use
from tests.rulesets.grinding_annihilation.fixtures import gun
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


def hits(needed, face, outcome):
    result = HitResult(troop="a-r.1", face=face, outcome=outcome, wounds=False, extra=0)
    return HitsRolled(
        group="g", faces=(face,), needed=Tally.base(needed, "GA-3.3-16"), results=(result,), hits=1, criticals=0
    )


def rerolled(roll, face, outcome, **fields):
    die = Rerolled(attack=1, was=1, face=face, outcome=outcome)
    return DieRerolled(roll=roll, group="g", ability="reorder_roll", dice=(die,), formation="a-r", **fields)


@pytest.mark.rule("GA-2.5-04", "GA-5.1-01")
def test_a_die_that_is_thrown_again_needs_what_it_needed():
    """Hits, wounds, saves and tests thrown again have the chance of the first throw, and a kind of their own."""
    known = Known()
    wound = WoundResult(attack=1, troop="a-r.1", face=2, outcome="failed")
    needed = Tally.base(3, "GA-3.3-19")
    before = [
        hits(4, 1, "miss"),
        WoundsRolled(
            group="g", faces=(2,), strength=4, vigour=3, needed=needed, critical=6, results=(wound,), wounds=0
        ),
        DefenceRolled(
            group="g", attack=1, troop="b-b.1", save="armour", face=1, needed=Tally.base(1, "GA-3.3-23"), saved=False
        ),
    ]
    assert [row[:5] for event in before for row in luck(event, known)] == [
        (0, 3, 6, False, "hit-roll"),
        (0, 4, 6, False, "wound-roll"),
        (1, 5, 6, False, "defence-check"),
    ]
    hit = HitResult(troop="a-r.1", face=5, outcome="hit", wounds=False, extra=0)
    again = [
        rerolled("hit", 5, "hit", hits=(hit,)),
        rerolled("wound", 2, "failed"),
        rerolled("defence", 2, ""),
        rerolled("hazard", 1, ""),
    ]
    assert [row[:5] for event in again for row in luck(event, known)] == [
        (0, 3, 6, True, "hit-reroll"),
        (0, 4, 6, False, "wound-reroll"),
        (1, 5, 6, True, "defence-reroll"),
        (0, 5, 6, False, "hazard-reroll"),
    ]
    assert list(luck(rerolled("wound", 2, "failed"), Known())) == []


@pytest.mark.rule("GA-8.3-27")
def test_what_may_hit_on_a_five_has_no_chance():
    """With the option by which a 5 of some weapons hits too, a hit on a 6 of an unknown one is left out alone."""
    known = Known()
    known.noted[FIVES] = True
    assert list(luck(hits(6, 5, "hit"), known)) == []
    assert [row[:4] for row in luck(hits(5, 5, "hit"), known)] == [(0, 2, 6, True)]
    assert [row[:4] for row in luck(hits(7, 5, "miss"), Known())] == [(0, 1, 6, False)]


@pytest.mark.rule("GA-8.3-27", "GA-5.7-05")
@pytest.mark.parametrize(("ability", "good"), [("annihilation", 2), ("heavy", 1)])
def test_what_hits_on_a_five_hangs_on_the_weapon(ability, good):
    """By the option a 5 of Annihilation hits where a 6 is needed: 2 of 6; else, and in Overwatch, it is 1 of 6."""
    known = Known()
    known.noted[FIVES] = True
    known.noted["profile", "g"] = gun("g", ability).profiles[0]
    outcome = "hit" if good == 2 else "miss"
    assert [row[:4] for row in luck(hits(7, 5, outcome), known)] == [(0, good, 6, good == 2)]
    shot = hits(4, 6, "critical")
    overwatch = replace(shot, needed=shot.needed.set(6, "GA-5.7-05"))
    assert [row[:4] for row in luck(overwatch, known)] == [(0, 1, 6, True)]


@pytest.mark.rule("GA-2.5-08")
def test_a_roll_off_is_won_in_one_of_two():
    """Red 4 and blue 4, then red 2 and blue 6: each had 1 of 2, with the dice of both rounds."""
    known = Known()
    known.rolls = tuple(Roll(0, 0, at, 6, (face,), "roll-off", at % 2) for at, face in enumerate((4, 4, 2, 6)))
    event = RollOffMade(purpose="initiative", faces=(4, 4, 2, 6), winner=1)
    found = list(luck(event, known))
    assert [row[:5] for row in found] == [(0, 1, 2, False, "roll-off"), (1, 1, 2, True, "roll-off")]
    assert [row.faces for row in found] == [(4, 2), (4, 6)]


@pytest.mark.rule("GA-3.3-36")
def test_a_deadly_demise_goes_off_on_a_six():
    """A Deadly Demise goes off in 1 of 6, and its random wounds add up."""
    found = [row[:5] for face in (5, 6) for row in luck(DeadlyDemiseRolled(troop="b-b.1", face=face), Known())]
    assert found == [(1, 1, 6, False, "deadly-demise"), (1, 1, 6, True, "deadly-demise")]
    assert "deadly-demise-wounds" in LABELS.sums


@pytest.mark.rule("GA-3.3-37")
def test_a_deadly_demise_among_its_own():
    """Its wounds on an own formation are bad luck for who throws: of two dice 7 is that or better in 21 of 36."""
    own = DemiseResult(formation="b-c", distance=0, faces=(3, 4), wounds=7)
    enemy = DemiseResult(formation="a-r", distance=0, faces=(2,), wounds=2)
    fixed = DemiseResult(formation="b-d", distance=0, wounds=1)
    event = DeadlyDemiseRolled(troop="b-b.1", face=6, results=(enemy, own, fixed))
    _, found = luck(event, Known())
    assert isinstance(found, Outcome)
    assert (found.seat, found.kind, found.faces) == (1, "deadly-demise-wounds", (3, 4))
    assert (found.names[0], found.names[found.place], found.names[-1]) == ("12", "7", "2")
    assert (sum(found.weights[found.place :]), sum(found.weights)) == (21, 36)


def test_its_report_says_its_own_name():
    """The report names it, and what it works as; of a core one it says no more than before."""
    table = shots_declared_at(blue=("find_cover", "closed_orbit"), keywords=("infantry", "sentinels"))
    formatter = EventFormatter(table.rules, ("Red", "Blue"))
    own = use(table, "blue", "closed_orbit", "b-b").one(BattleManoeuvreUsed)
    assert formatter.format_event(own).startswith("Blue uses closed orbit as find cover for b-b, pays 1 ")
    core = use(table, "blue", "find_cover", "b-b").one(BattleManoeuvreUsed)
    assert formatter.format_event(core).startswith("Blue uses find cover for b-b, pays 2 ")
