"""AN-OH-11 and AN-OH-12: what templates, nets and markers do where they lie."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import Corrected
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AllocateHits,
    DeclareShooting,
    HitPlace,
    HitsAllocated,
    HitsScored,
    MarkerPlaced,
    PassReaction,
    RerollHits,
    RollAccuracy,
    RollOverheadShift,
    TemplateResolved,
    TemplateShifted,
)
from adjudicator.rulesets.antares.rules.shooting.overhead_fire import struck
from tests.rulesets.antares.fixtures import USED, X, Y, overhead_duel, stepwise_duel, table, target_place, with_order
from tests.rulesets.antares.sheets import (
    INCH,
    amount,
    armed_squad,
    box,
    device_sheet,
    model_kind,
    overhead_effect,
    overhead_gun,
    plain_squad,
    stats,
    troopers,
    weapon,
)
from tests.rulesets.antares.shooting.fixtures import (
    FAR,
    FAR_ENEMY_X,
    FAR_TARGET,
    NETS,
    aimed,
    launcher_at,
    launcher_duel,
)
from tests.rulesets.antares.steps import (
    answer_by_default,
    effects_by_unit,
    events_of,
    faces_and_hits,
    fired,
    hits_scored,
    land_templates,
    one_event,
    pins_gained,
    play_on,
    question,
    reroll_hits,
    resist_tests,
    resolved_templates,
    roll_accuracy,
    set_by_ruling,
    shoot,
    shoot_command,
)

AIM = target_place()


@pytest.mark.rule("AN-SHOOT-11")
def test_overhead_dice_and_hits_stand_before_direct_ones():
    """In a mixed volley overhead dice stand before direct ones, and so do their hits."""
    kinds = (model_kind(), model_kind("gunner", weapons=("launcher",)))
    own = plain_squad(kinds=kinds, models=("trooper", "trooper", "gunner"))
    played = stepwise_duel((3, 4, 9, 2), own=own, **FAR)
    played.when("red", shoot_command()).accepted()
    played.when("table", RollAccuracy()).accepted()
    event = played.when("table", RollOverheadShift()).one(HitsScored)
    assert [(hit.id, hit.weapon) for hit in event.hits] == [
        ("v1.001-001", "launcher"),
        ("v1.001-002", "launcher"),
        ("v1.002", "carbine"),
    ]


@pytest.mark.rule("AN-ACC-12", "AN-OH-12")
@pytest.mark.ruling("AN-ACC-12.2")
def test_a_tag_sticks_to_the_enemies_under_it() -> None:
    """A weapon that leaves a tag puts it on every enemy unit that it lands on, and none on the table."""
    tagger = weapon(
        "tagger",
        kind="overhead",
        minimum=0,
        crew=1,
        overhead=overhead_effect("marker", 0, 3 * INCH, "tag"),
        properties=(),
        modes=(weapon().modes[0],),
    )
    units = [
        ("a-x", armed_squad("tagger", count=1), (0, 10_000)),
        ("b-y", plain_squad(), [(15_000 + 1500 * n, 10_000) for n in range(5)]),
    ]
    played = table([2, 1], units=units, weapons=[tagger], device_sheets=[device_sheet("staa_tag", "tag")])
    with_order(played, "a-x").when("red", DeclareShooting(unit="a-x", target="b-y", weapons=())).accepted()
    played.when("blue", PassReaction(unit="")).accepted()
    event = played.last.one(MarkerPlaced)
    assert (event.unit, event.seat, event.pose) == ("b-y", 0, None)
    played.last.cites("AN-ACC-12")


@pytest.mark.rule("AN-OH-11")
@pytest.mark.ruling("AN-OH-11.2")
def test_an_overhead_ten_is_a_dud():
    """On Fire a 10 misses without shift and without template, even against 11."""
    for acc in (5, 12):
        played = overhead_duel([10], own=troopers(1, "lobber", stats=stats(accuracy=acc)), pace="auto")
        shoot(played, aimed()).accepted()
        events = play_on(played)
        assert one_event(events, AccuracyRolled).dice[0].result == "dud"
        assert not events_of(events, TemplateShifted) + events_of(events, TemplateResolved)


@pytest.mark.rule("AN-OH-11")
@pytest.mark.ruling("AN-OH-11.3")
def test_an_overhead_one_stays_and_makes_one_lucky_hit():
    """A 1 leaves the template on the aim point; one of its hits is lucky and the shooter places it, last."""
    played = overhead_duel([1, 3], enemy=troopers(5), pace="auto")
    shoot(played, fired("lobber", aim=(AIM[0], AIM[1] + 750))).accepted()
    events = play_on(played, "allocate", "allocate_lucky")
    assert not events_of(events, TemplateShifted)
    hits = one_event(events, HitsScored).hits
    assert (len(hits), sum(hit.lucky for hit in hits)) == (3, 1)
    assert question(played) in ("allocate", "allocate_lucky")
    if question(played) == "allocate":
        answer_by_default(played)
    assert question(played) == "allocate_lucky"
    window = played.window
    assert window is not None
    assert window.asks == (0,)
    played.faces(1, 1, 1)
    allocated = events_of(play_on(played), HitsAllocated, lucky=True)
    assert len(allocated) == 1


@pytest.mark.rule("AN-OH-11")
@pytest.mark.ruling("AN-OH-11.3")
def test_a_one_stays_and_one_hit_is_lucky():
    """A 1 stays on the aim point and one of the hits on the target is the lucky one."""
    played = launcher_duel((1, 3, 2), more=[("a-z", plain_squad(), (FAR_ENEMY_X, Y - 8_000))])
    outcome = land_templates(played, launcher_at((FAR_ENEMY_X, Y - 600)))
    scored = {
        event.unit: [hit.lucky for hit in event.hits] for event in outcome.events if isinstance(event, HitsScored)
    }
    assert scored == {"a-z": [False] * 3, "b-y": [False, True]}


@pytest.mark.rule("AN-OH-12")
@pytest.mark.ruling("AN-OH-12.2")
def test_every_unit_under_the_template_rolls_its_own_hits():
    """A blast of D5 over X and Y makes 4 hits on the one and 2 on the other, friends and enemies alike."""
    friend = ("a-z", troopers(1), (AIM[0] + 1500, Y), USED)
    arm = overhead_gun(hits="d5", radius=2 * INCH)
    played = overhead_duel([4, 4, 2], arm=arm, more=[friend])
    outcome = land_templates(played, aimed())
    assert faces_and_hits(outcome) == {"a-z": ((4,), 4), "b-y": ((2,), 2)}
    assert [(roll.sides, len(roll.faces)) for roll in outcome.rolls if roll.why == "blast"] == [(5, 1), (5, 1)]


@pytest.mark.rule("AN-OH-12")
@pytest.mark.parametrize(("radius", "under"), [(1000, 1), (2000, 2), (4000, 3)])
def test_the_radius_decides_who_is_under_the_template(radius, under):
    """Of three models 1.5 inches apart a wider template lies over more."""
    played = overhead_duel([4, 1], arm=overhead_gun(radius=radius - 501), enemy=troopers(3))
    found = land_templates(played, aimed()).one(TemplateResolved)
    assert len(found.units[0].models) == under


@pytest.mark.rule("AN-OH-12")
def test_units_beside_the_template_are_not_hit():
    """A unit outside the template takes nothing, the target neither."""
    played = overhead_duel([4])
    outcome = land_templates(played, aimed(AIM[0], AIM[1] + 4 * INCH))
    assert outcome.one(TemplateResolved).units == ()
    assert not events_of(outcome.events, HitsScored)


@pytest.mark.rule("AN-OH-12")
@pytest.mark.ruling("AN-OH-12.3")
def test_models_under_the_template_are_hit_first():
    """Of three hits with two models under the template these take one each first, then the third another."""
    played = overhead_duel([4, 3, 1, 1, 1], enemy=troopers(4), arm=overhead_gun(radius=900), pace="auto")
    shoot(played, aimed(AIM[0], AIM[1] + 750)).accepted()
    events = play_on(played)
    placed = sorted(hit.model for hit in one_event(events, HitsAllocated).hits)
    assert placed[:2] == ["b-y.1", "b-y.2"]
    assert placed[2] in ("b-y.3", "b-y.4")


@pytest.mark.rule("AN-OH-12")
@pytest.mark.ruling("AN-OH-12.3")
def test_a_hit_beside_the_template_before_one_under_it_is_refused():
    """One hit and two models under the template: it can not be given to a third."""
    played = overhead_duel([4, 1, 1], enemy=troopers(4), arm=overhead_gun(radius=900), pace="auto")
    shoot(played, aimed(AIM[0], AIM[1] + 750)).accepted()
    assert question(played) == "allocate"
    hit = one_event(played.last.events, HitsScored).hits[0].id
    place = AllocateHits(unit="b-y", hits=(HitPlace(hit=hit, model="b-y.4"),))
    played.when("blue", place).rejected("AN-OH-12", "template-first")
    under = AllocateHits(unit="b-y", hits=(HitPlace(hit=hit, model="b-y.2"),))
    played.when("blue", under).accepted()


@pytest.mark.rule("AN-OH-12")
@pytest.mark.ruling("AN-OH-12.2")
def test_fixed_hits_are_not_rolled():
    """A weapon whose data give 2 hits throws nothing for them."""
    played = overhead_duel([4], arm=overhead_gun(hits=2))
    assert faces_and_hits(land_templates(played, aimed())) == {"b-y": ((), 2)}


@pytest.mark.rule("AN-OH-12")
def test_cover_does_not_help_under_a_template():
    """In hard cover the hits are resisted at 6."""
    wood = box("w1", AIM[0] - INCH, Y - 2 * INCH, 3 * INCH, 6 * INCH, los="clear", movement="open", cover="hard")
    played = overhead_duel([4, 1, 2], terrain=[wood], pace="auto")
    shoot(played, aimed()).accepted()
    assert [resist_test.needed.total for resist_test in resist_tests(play_on(played))] == [6]


@pytest.mark.rule("AN-OH-12")
@pytest.mark.ruling("AN-OH-12.2", "AN-PIN-13.2")
def test_a_net_gives_pins_to_every_unit_under_it():
    """A thrown net that shows 3 and 1 gives 4 pins to one unit and 2 to the other."""
    arm = overhead_gun("net", properties=("suspensor_net",), overhead=overhead_effect("net", 0, 2 * INCH))
    other = ("b-z", troopers(1), (AIM[0] + 1500, Y), USED)
    played = overhead_duel([4, 3, 1], arm=arm, more=[other], pace="auto")
    shoot(played, fired("net", aim=AIM)).accepted()
    events = play_on(played)
    assert (pins_gained(events, "b-y"), pins_gained(events, "b-z")) == (4, 2)


@pytest.mark.rule("AN-OH-12", "AN-OH-02")
@pytest.mark.ruling("AN-OH-12.2")
def test_a_marker_stays_where_it_lies():
    """A weapon whose effect is a marker leaves it on the aim point."""
    arm = overhead_gun("flare", properties=(), overhead=overhead_effect("marker", 0, INCH, "munition"))
    played = overhead_duel([4], arm=arm, pace="auto")
    shoot(played, fired("flare", aim=AIM)).accepted()
    placed = one_event(play_on(played), MarkerPlaced)
    assert placed.pose is not None
    assert (placed.sheet, placed.pose.x, placed.pose.y) == ("munition", *AIM)


@pytest.mark.rule("AN-OH-12", "AN-SHOOT-11")
@pytest.mark.ruling("AN-SHOOT-11.3")
def test_template_hits_are_placed_before_direct_hits():
    """A template over the first model and a direct hit: the first model takes the one, another the other."""
    kinds = (model_kind("gunner", weapons=("gun",)), model_kind("thrower", weapons=("lobber",)))
    own = troopers(2, kinds=kinds, models=("gunner", "thrower"))
    played = overhead_duel(
        [4, 3, 1, 1, 1], own=own, enemy=troopers(2), arm=overhead_gun(hits="d5", radius=900), pace="auto"
    )
    shoot(played, fired("gun"), aimed()).accepted()
    events = play_on(played)
    placed = {row.hit: row.model for found in events_of(events, HitsAllocated) for row in found.hits}
    overhead_hits = [hit for found in events_of(events, HitsScored) for hit in found.hits if hit.overhead]
    direct = [hit for found in events_of(events, HitsScored) for hit in found.hits if not hit.overhead]
    assert (len(overhead_hits), len(direct)) == (1, 1)
    assert placed[overhead_hits[0].id] == "b-y.1"
    assert placed[direct[0].id] == "b-y.2"


@pytest.mark.rule("AN-OH-12")
def test_the_strike_value_is_that_of_the_weapon():
    """Hits of a blast of strike value 2 are resisted at 4."""
    played = overhead_duel([4, 1, 2], arm=overhead_gun(strike_value=amount(2)), pace="auto")
    shoot(played, aimed()).accepted()
    assert [resist_test.needed.total for resist_test in resist_tests(play_on(played))] == [4]


@pytest.mark.rule("AN-OH-12", "AN-REROLL-08")
@pytest.mark.parametrize(("rounds", "hits"), [((3, 3), 3), ((1, 1), 1)])
def test_hits_of_two_templates_on_one_down_unit_are_halved_together(rounds, hits):
    """The number of blast hits of a volley is halved: 3 and 3 make 3, 1 and 1 make 1."""
    played = overhead_duel([4, 4, *rounds], own=troopers(2, "lobber"), theirs={"order": "down"})
    land_templates(played, aimed())
    reroll_hits(played)
    assert hits_scored(played) == hits


@pytest.mark.rule("AN-OH-12")
def test_every_unit_under_a_template_throws_its_hits_in_order_of_id():
    """Every unit under the template takes its own dice of hits, friends too, in order of id."""
    played = launcher_duel((3, 4, 2), more=[("a-z", plain_squad(), (FAR_ENEMY_X, Y - 8_000))])
    outcome = land_templates(played, launcher_at((FAR_ENEMY_X, Y - 600)))
    assert effects_by_unit(outcome) == {"a-z": ((4,), 4, 0), "b-y": ((2,), 2, 0)}
    (event,) = resolved_templates(outcome)
    assert [unit.models for unit in event.units] == [("a-z.4", "a-z.5"), ("b-y.1", "b-y.2")]
    assert {(hit.overhead, hit.weapon, hit.shooter) for hit in event.hits} == {(True, "launcher", "a-x.1")}
    assert [row.unit for row in outcome.events if isinstance(row, HitsScored)] == ["a-z", "b-y"]
    assert struck(played.game, "v1", "b-y") == ("b-y.1", "b-y.2")


@pytest.mark.rule("AN-OH-12")
def test_a_marker_is_left_where_the_template_lies():
    """A weapon that leaves a marker puts it where its template lies."""
    smoke = weapon(
        "smoke", kind="overhead", crew=1, properties=(), overhead=overhead_effect("marker", 0, marker="blur")
    )
    played = launcher_duel(
        (3,), own=armed_squad("smoke", count=1), weapons=[smoke], device_sheets=[device_sheet("blur")]
    )
    outcome = land_templates(played, fired("smoke", aim=FAR_TARGET))
    event = outcome.one(MarkerPlaced)
    assert (event.sheet, event.seat, event.pose.x, event.pose.y) == ("blur", 0, *FAR_TARGET)
    outcome.without(HitsScored).asks("pins")


@pytest.mark.rule("AN-OH-12", "AN-OH-03")
def test_a_marker_that_shifted_beyond_the_edge_leaves_the_game_whole():
    """A shift of 10 inches from an inch within the edge ends beyond it; the referee may still set any value."""
    flare = weapon(
        "flare", kind="overhead", crew=1, properties=(), overhead=overhead_effect("marker", 0, marker="munition")
    )
    played = launcher_duel((9, 10, 50), own=armed_squad("flare", count=1), weapons=[flare])
    placed = land_templates(played, fired("flare", aim=(X, INCH))).one(MarkerPlaced)
    assert placed.pose is not None
    assert (placed.pose.x, placed.pose.y) == (X, -9 * INCH)
    set_by_ruling(played, "units", "b-y", pins=2).then(Corrected, after="2")
    off = replace(placed.pose, y=-1)
    set_by_ruling(played, "devices", placed.marker, pose=off).rejected("WG-CORRECT-01", "breaks-the-rules")
    set_by_ruling(played, "devices", placed.marker, pose=replace(off, y=0)).then(Corrected)


@pytest.mark.rule("AN-OH-12")
def test_hits_of_several_templates_add_up():
    """Each die that passes brings a template down, and the hits on a unit add up."""
    played = launcher_duel((3, 4, 9, 3, 10, 2, 2, 1, 50, 3, 1), own=armed_squad("launcher", count=5))
    outcome = land_templates(played, launcher_at())
    assert [resolved_template.die for resolved_template in resolved_templates(outcome)] == [1, 2, 3, 4]
    assert len(outcome.one(HitsScored).hits) == 2 + 2 + 3 + 1
    assert played.game.volleys["v1"].groups[0].landing_spots[4] is None


@pytest.mark.rule("AN-PIN-11", "AN-PIN-12")
@pytest.mark.parametrize(
    ("arm", "face", "pins", "clause"), [("light_net", 2, 3, "AN-PIN-11"), ("heavy_net", 5, 6, "AN-PIN-12")]
)
def test_nets_give_d3_or_d5_pins_and_one_and_no_hits(arm, face, pins, clause):
    """A net gives D3 + 1 pins from a light weapon and D5 + 1 from a heavy one, and no hits."""
    played = launcher_duel((3, face), own=armed_squad(arm, count=1), weapons=NETS)
    outcome = land_templates(played, fired(arm, aim=FAR_TARGET)).cites(clause)
    assert effects_by_unit(outcome) == {"b-y": ((face,), 0, pins)}
    assert outcome.one(HitsScored).net == pins
    result = played.game.volley_results["b-y"]
    assert (result.effect_of("v1").net_pins, result.hit) == (pins, False)


@pytest.mark.rule("AN-PIN-11")
def test_a_net_shot_directly_throws_its_die_with_the_final_hits():
    """A net that is shot directly throws its die with the final hits."""
    played = stepwise_duel((3, 9, 2), own=armed_squad("thrown_net", count=2), weapons=NETS)
    roll_accuracy(played).asks("hit_reroll")
    event = played.when("table", RerollHits()).one(HitsScored)
    assert (len(event.hits), event.net, event.net_faces) == (1, 3, (2,))
