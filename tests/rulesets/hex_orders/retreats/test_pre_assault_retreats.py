"""Retreats before a fight."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultCancelled,
    AssaultDiceRolled,
    AttemptPreAssaultRetreat,
    DecidePreAssaultRetreat,
    HexContested,
    PassChoice,
    PreAssaultRetreatDeclined,
    PreAssaultRetreatRolled,
    SpeedChanged,
    SpotAim,
    Spots,
    UnitMoved,
    UnitRetreated,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    ALWAYS_HITS,
    BRUTE,
    FORWARD,
    NEVER_HITS,
    SLOW,
    STILL,
    base_that_fights,
    model_that_fights,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import accepted_commands, assault, dice_of_base, hit
from tests.rulesets.hex_orders.damage.steps import among_effects
from tests.rulesets.hex_orders.fixtures import ability, infantry, table, tank
from tests.rulesets.hex_orders.retreats.fixtures import MAY_RETREAT, MAY_RETREAT_FIRST, tank_ahead
from tests.rulesets.hex_orders.retreats.steps import decide_retreat, silent_answer, try_retreat
from tests.rulesets.hex_orders.steps import (
    begin,
    events_of_kind,
    finish_silently,
    innermost_window,
    of_kind,
    refused,
    rolls_of_game,
    run_service_until,
    silence,
    unit,
)


def attacked_bases(dice, *defenders, until="retreat_attempt", fields=None, hexes=None, others=()):
    """Let an Ork from D4 come at bases in D5 that face N, up to the question who tries to retreat."""
    units = [
        ("a1", "D4", "S", BRUTE, SLOW),
        *others,
        *((f"b{number}", "D5", "N", sheet, {**STILL, **(fields or {})}) for number, sheet in enumerate(defenders, 1)),
    ]
    played = among_effects(dice, hexes or {}, *units, a1=FORWARD)
    begin(played, "movement_1")
    return finish_silently(played, until)


@pytest.mark.rule("HX-ABILITIES-01")
@pytest.mark.parametrize("face", [4, 6])
@pytest.mark.parametrize("go", [True, False])
def test_a_roll_of_n_lets_a_base_leave(face, go):
    """[4+] and d6=4: it may leave as in a retreat, or stay and fight."""
    played = attacked_bases([face], model_that_fights(abilities=MAY_RETREAT))
    assert innermost_window(played).asks == (1,)
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played, "retreat_decision")
    assert [(row.face, row.needed, row.succeeded) for row in events_of_kind(played, PreAssaultRetreatRolled)] == [
        (face, 4, True)
    ]
    played.when("blue", decide_retreat("b1", go=go)).accepted()
    finish_silently(played)
    assert (unit(played, "b1").hex, unit(played, "b1").speed) == (("D6", "slow") if go else ("D5", "stand_still"))
    played.faces(*([] if go else [1, 1]))
    assault(played)
    assert dice_of_base(played) == ({} if go else {"a1": 1, "b1": 1})


@pytest.mark.rule("HX-ABILITIES-01")
def test_a_lower_roll_keeps_it_in_the_fight():
    """[4+] and d6=3: it stays and fights, and nothing is left to decide."""
    played = attacked_bases([3], model_that_fights(abilities=MAY_RETREAT))
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played)
    assert [row.succeeded for row in events_of_kind(played, PreAssaultRetreatRolled)] == [False]
    played.faces(1, 1)
    assert dice_of_base(assault(played)) == {"a1": 1, "b1": 1}


@pytest.mark.rule("HX-ABILITIES-01")
def test_nobody_has_to_try():
    """A base that does not try rolls nothing; one that has no such ability can not try."""
    played = attacked_bases([], model_that_fights(abilities=MAY_RETREAT), model_that_fights())
    refused(played, "blue", try_retreat("b2"), "HX-ABILITIES-01", "no-pre-assault-retreat")
    played.when("blue", try_retreat()).accepted()
    finish_silently(played)
    assert rolls_of_game(played) == []


@pytest.mark.rule("HX-ABILITIES-01")
def test_a_mover_stays_where_it_came_from():
    """An attacker that retreats before the fight is still in D4, turned about if it likes."""
    runner = model_that_fights("ork", abilities=MAY_RETREAT)
    units = [("a1", "D4", "S", runner, SLOW), ("b1", "D5", "N", model_that_fights(), STILL)]
    played = among_effects([5], {}, *units, a1=FORWARD)
    begin(played, "movement_1")
    finish_silently(played, "retreat_attempt")
    played.when("red", try_retreat("a1")).accepted()
    finish_silently(played, "retreat_decision")
    played.when("red", decide_retreat("a1", "D4", "about")).accepted()
    finish_silently(played)
    assert (unit(played, "a1").hex, unit(played, "a1").facing) == ("D4", "N")


@pytest.mark.rule("HX-ABILITIES-02")
def test_who_left_neither_rolls_nor_is_hit():
    """A base of four leaves, a tank stays: only the tank rolls and only it can be hit."""
    played = attacked_bases([4], base_that_fights(4, ALWAYS_HITS, abilities=MAY_RETREAT), unmanned_vehicle())
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played, "retreat_decision")
    played.when("blue", decide_retreat("b1")).accepted()
    finish_silently(played)
    played.faces(6, 1, 1)
    assault(played)
    assert dice_of_base(played) == {"a1": 1, "b2": 1}
    assert hit(played) == [("a1", "b2")]


@pytest.mark.rule("HX-ABILITIES-02")
def test_the_rules_of_retreats_hold():
    """It may turn by one click or about, and goes elsewhere where the hex behind is held."""
    other = ("a2", "D6", "N", model_that_fights("ork"), STILL)
    played = attacked_bases([4], model_that_fights(abilities=MAY_RETREAT), others=[other])
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played, "retreat_decision")
    found = accepted_commands(
        played,
        "blue",
        decide_retreat("b1", "D6"),
        decide_retreat("b1", "C6"),
        decide_retreat("b1", "E6"),
        decide_retreat("b1", "D4"),
    )
    assert found == [False, True, True, False]
    refused(played, "blue", decide_retreat("b1", "C6", "SE"), "HX-RETREAT-08", "no-such-turn")
    played.when("blue", decide_retreat("b1", "C6", "left")).accepted()
    assert (unit(finish_silently(played), "b1").hex, unit(played, "b1").facing) == ("C6", "NW")


@pytest.mark.rule("HX-ABILITIES-03")
@pytest.mark.parametrize(("speed", "after"), [("stand_still", "slow"), ("fast", "fast"), ("slow", "slow")])
def test_a_unit_that_stood_still_is_slow_afterwards(speed, after):
    """Stand still becomes slow; other speeds do not change."""
    sheet = model_that_fights(abilities=MAY_RETREAT)
    sheet = replace(sheet, speeds=tuple(replace(row, default_movement="-+-+-") for row in sheet.speeds))
    played = attacked_bases([4], sheet, fields={"speed": speed})
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played, "retreat_decision")
    played.when("blue", decide_retreat("b1")).accepted()
    assert unit(finish_silently(played), "b1").speed == after


@pytest.mark.rule("HX-ABILITIES-04")
def test_one_model_with_the_ability_is_enough():
    """3 regulars and an elite with [3+]: the whole base may leave on a 3."""
    regulars = base_that_fights(3, NEVER_HITS).models
    elite = replace(regulars[0], name="scout", elite=True, abilities=(ability("pre_assault_retreat", 3),))
    played = attacked_bases([3], infantry(models=(*regulars, elite)))
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played, "retreat_decision")
    played.when("blue", decide_retreat("b1")).accepted()
    assert unit(finish_silently(played), "b1").hex == "D6"


@pytest.mark.rule("HX-ABILITIES-04")
@pytest.mark.ruling("HX-ABILITIES-04.1")
def test_the_best_number_counts_and_there_is_one_roll():
    """With [5+] and [3+] in one base the roll needs 3; naming the base twice is refused."""
    regular = base_that_fights(1, NEVER_HITS).models[0]
    two = tuple(replace(regular, name=f"elite {x}", abilities=(ability("pre_assault_retreat", x),)) for x in (5, 3))
    played = attacked_bases([2], infantry(models=two))
    refused(played, "blue", try_retreat("b1", "b1"), "HX-ABILITIES-04", "one-try-only")
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played)
    assert [(row.face, row.needed) for row in events_of_kind(played, PreAssaultRetreatRolled)] == [(2, 3)]


@pytest.mark.rule("HX-ABILITIES-04")
def test_a_dead_model_lends_its_ability_to_nobody():
    """Where the only model with the ability is dead nobody is asked."""
    regulars = base_that_fights(3, NEVER_HITS).models
    elite = replace(regulars[0], name="scout", elite=True, abilities=MAY_RETREAT)
    played = attacked_bases([], infantry(models=(*regulars, elite)), until="advance", fields={"dead": (4,)})
    assert not events_of_kind(played, PreAssaultRetreatRolled)


@pytest.mark.rule("HX-ABILITIES-01")
@pytest.mark.rule("HX-ABILITIES-03")
@pytest.mark.rule("HX-ASSAULT-37")
def test_a_base_retreats_before_the_assault():
    """A 4 on [4+]: the base may go; it goes from stand still to slow, there is no assault, and the enemy enters."""
    shy = infantry(abilities=(ability("pre_assault_retreat", 4),), nation="elf")
    units = [("a1", "D6", "N", tank_ahead(), {"speed": "slow"}), ("b1", "D5", "S", shy)]
    played = table([4], units=units, running={"a1": ("F+-+-",)})
    begin(played, "movement_1").then(HexContested).asks("retreat_attempt", "blue")
    played.when("blue", AttemptPreAssaultRetreat(units=("a1",))).rejected("HX-ABILITIES-01", "no-pre-assault-retreat")
    tried = played.when("blue", AttemptPreAssaultRetreat(units=("b1",)))
    tried.then(PreAssaultRetreatRolled, succeeded=True, needed=4).asks("retreat_decision", "blue")
    ruled = played.when("blue", DecidePreAssaultRetreat(unit="b1", goes=True, hex="", turn="right"))
    ruled.then(UnitRetreated, hex="D4", facing="SW").then(SpeedChanged, speed="slow")
    ruled.then(AssaultCancelled, UnitMoved, unit="a1", hex="D5").without(AssaultDiceRolled)


@pytest.mark.rule("HX-ABILITIES-01")
def test_a_failed_roll_and_a_change_of_mind_stay():
    """A 3 on [4+] stays; who may go may stay too; silence tries nothing."""
    shy = infantry(abilities=(ability("pre_assault_retreat", 4),), nation="elf")
    units = [("a1", "D6", "N", tank_ahead(), {"speed": "slow"}), ("b1", "D5", "S", shy), ("b2", "D5", "S", shy)]
    played = table([3, 5], units=units, running={"a1": ("F+-+-",)})
    begin(played, "movement_1")
    assert silent_answer(played, "blue") == PassChoice()
    spots = Spots(spots=(SpotAim(unit="b1", token="a1"),))
    played.when("blue", PassChoice(spots=spots)).rejected("HX-GUNNERY-08", "no-spotting-here")
    played.when("blue", AttemptPreAssaultRetreat(units=("b2", "b1"))).asks("retreat_decision", "blue")
    rolled = [(event.unit, event.succeeded) for event in played.events if isinstance(event, PreAssaultRetreatRolled)]
    assert rolled == [("b1", False), ("b2", True)]
    stay = DecidePreAssaultRetreat(unit="b1", goes=False, hex="", turn="none")
    played.when("blue", stay).rejected("HX-ABILITIES-01", "nothing-to-decide")
    for field, value in (("hex", "D4"), ("turn", "left")):
        both = replace(stay, unit="b2", **{field: value})
        played.when("blue", both).rejected("HX-ABILITIES-01", "stays-and-goes", field, unit="b2")
    played.faces(*[1] * 4, *[1] * 8, 1, 1)
    played.when("blue", replace(stay, unit="b2")).then(PreAssaultRetreatDeclined).then(AssaultDiceRolled)


@pytest.mark.rule("HX-ASSAULT-37", "HX-RETREAT-10")
def test_who_goes_off_to_a_fight_that_is_called_off_makes_room():
    """Two assaults are called off at once: an enemy comes into the hex that a mover of the other fight leaves."""
    units = [
        ("a1", "D5", "N", tank(), {"speed": "slow"}),
        ("a2", "C6", "NE", replace(MAY_RETREAT_FIRST, nation="ork"), {"speed": "slow"}),
        ("b1", "D4", "S", MAY_RETREAT_FIRST, {}),
        ("b2", "D6", "N", tank(nation="spartan"), {"speed": "slow"}),
    ]
    played = table((6, 6), units=units, running=dict.fromkeys(("a1", "a2", "b2"), ("F+-+-",)), pace="step")
    begin(played, "movement_1")
    events = []
    while innermost_window(played).kind != "advance":
        silence(played, until="retreat_attempt")
        if innermost_window(played).kind == "retreat_attempt":
            (seat,) = innermost_window(played).asks
            played.when(seat, AttemptPreAssaultRetreat(units=(("a2", "b1")[seat],))).accepted()
            run_service_until(played, "retreat_decision")
        while innermost_window(played).kind == "retreat_decision":
            (seat,) = innermost_window(played).asks
            go = DecidePreAssaultRetreat(unit=("a2", "b1")[seat], goes=True, hex="", turn="none")
            events += [*played.when(seat, go).accepted().events, *run_service_until(played, "retreat_decision")]
    assert len(of_kind(events, AssaultCancelled)) == 2
    assert {(row.unit, row.hex) for row in of_kind(events, UnitMoved)} == {("a1", "D4"), ("b2", "D5")}


@pytest.mark.rule("HX-ABILITIES-03", "HX-ORDERS-09")
@pytest.mark.parametrize(("knows", "after"), [(True, "slow"), (False, "stand_still")])
def test_only_who_can_be_slow_is_slow_after_a_retreat(knows, after):
    """A base that stands and has no speed slow retreats before the assault and stands still."""
    speeds = MAY_RETREAT_FIRST.speeds if knows else (MAY_RETREAT_FIRST.speeds[0],)
    base = replace(MAY_RETREAT_FIRST, speeds=speeds, ladder=MAY_RETREAT_FIRST.ladder if knows else ("stand_still",))
    units = [("a1", "D6", "N", tank(), {"speed": "slow"}), ("b1", "D5", "N", base, {})]
    played = table((6,), units=units, running={"a1": ("F+-+-",)}, pace="step")
    begin(played, "movement_1")
    silence(played, until="retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    silence(played, until="retreat_decision")
    outcome = played.when("blue", DecidePreAssaultRetreat(unit="b1", goes=True, hex="D6", turn="none"))
    outcome.accepted()
    assert bool(of_kind(outcome.events, SpeedChanged)) == knows
    assert unit(played, "b1").speed == after
