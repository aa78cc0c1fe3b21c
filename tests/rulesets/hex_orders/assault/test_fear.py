"""Fear: whom it reaches, what it rolls, and the dice that it takes."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultDiceHalved,
    AssaultDiceRolled,
    ChooseFearDice,
    DamageRolled,
    DiceKept,
    FearRolled,
    ResolvePreAssaultAbilities,
    UnitShaken,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from tests.rulesets.hex_orders.assault.fixtures import (
    FORWARD,
    NEVER_HITS,
    SLOW,
    STILL,
    base_that_fights,
    model_that_fights,
    mover,
    stander,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import (
    accepted_commands,
    assault,
    assault_dice_of,
    attack_standing,
    damage,
    deflection_dice_of,
    dice_of_base,
    enter_from_both_sides,
    fight,
)
from tests.rulesets.hex_orders.damage.fixtures import future_bonus, resistance_to
from tests.rulesets.hex_orders.damage.steps import among_effects
from tests.rulesets.hex_orders.fixtures import ability, infantry, line, model, table, tank
from tests.rulesets.hex_orders.retreats.fixtures import MAY_RETREAT
from tests.rulesets.hex_orders.retreats.steps import decide_retreat, try_retreat
from tests.rulesets.hex_orders.steps import (
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    innermost_window,
    play_steps,
    rolls_of_game,
    unit,
)

FEAR = (ability("fear", 6),)


def enter_with_fear(dice, *defenders, fear=FEAR, until=(), options=None, fields=None):
    """Let a fearsome tank of orks enter D5, where bases stand and face it, up to the assault step."""
    red = unmanned_vehicle(nation="ork", abilities=fear)
    units = [("a1", "D4", "S", red, SLOW)]
    units += [
        (f"b{number}", "D5", "N", sheet, {**STILL, **(fields or {})}) for number, sheet in enumerate(defenders, 1)
    ]
    played = among_effects(dice, {}, *units, options=options, a1=FORWARD)
    return play_steps(played, "movement_1")


@pytest.mark.rule("HX-ABILITIES-06")
def test_fear_rolls_against_every_base_with_a_psychic_table():
    """Fear[6] against infantry and tank: one d6 against the infantry only, before any assault die."""
    played = enter_with_fear([2], base_that_fights(4, NEVER_HITS), unmanned_vehicle())
    assert [(row.unit, row.target) for row in events_of_kind(played, FearRolled)] == [("a1", "b1")]
    assert rolls_of_game(played) == [("fear", 0, (2,))]
    assert [(row.table, row.total.total) for row in events_of_kind(played, DamageRolled)] == [("psychic", 2)]


@pytest.mark.rule("HX-ABILITIES-06")
def test_fear_throws_its_own_die():
    """Fear[8] throws a d8."""
    played = enter_with_fear([8], base_that_fights(4, NEVER_HITS), fear=(ability("fear", 8),))
    assert damage(played, "psychic") == {"b1": [8]}


@pytest.mark.rule("HX-ABILITIES-06")
@pytest.mark.ruling("HX-ABILITIES-06.2")
def test_fear_works_in_its_own_fight():
    """Enemies beside the contested hex are not rolled against; two units with Fear roll one each."""
    fearful = base_that_fights(1, NEVER_HITS, "ork", abilities=FEAR)
    units = [
        ("a1", "D6", "N", fearful, SLOW),
        ("a2", "D6", "N", fearful, SLOW),
        ("b1", "D4", "S", base_that_fights(4, NEVER_HITS), SLOW),
        ("b2", "E5", "S", base_that_fights(4, NEVER_HITS), STILL),
    ]
    played = among_effects([1, 1], {}, *units, a1=FORWARD, a2=FORWARD, b1=FORWARD)
    play_steps(played, "movement_1")
    assert [(row.unit, row.target) for row in events_of_kind(played, FearRolled)] == [("a1", "b1"), ("a2", "b1")]


@pytest.mark.rule("HX-ABILITIES-06")
def test_who_left_before_the_fight_fears_nothing():
    """Fear comes after the pre-assault retreats: a base that is gone is not rolled against."""
    units = [
        ("a1", "D4", "S", unmanned_vehicle(nation="ork", abilities=FEAR), SLOW),
        ("b1", "D5", "N", base_that_fights(4, NEVER_HITS, abilities=MAY_RETREAT), STILL),
    ]
    played = among_effects([4], {}, *units, a1=FORWARD)
    begin(played, "movement_1")
    finish_silently(played, "retreat_attempt")
    played.when("blue", try_retreat("b1")).accepted()
    finish_silently(played, "retreat_decision")
    played.when("blue", decide_retreat("b1")).accepted()
    finish_silently(played)
    assert not events_of_kind(played, FearRolled)


@pytest.mark.rule("HX-ABILITIES-07")
def test_fear_ignores_armour_and_regular_modifiers():
    """Regular bonus +2, no psychic bonus, d6=3, Psychic Resistance[1]: 2 on the psychic table, no armour dice."""
    sheet = base_that_fights(4, NEVER_HITS, resistances=resistance_to("psychic", 1), armour=tank().armour)
    played = enter_with_fear([3], sheet, fields={"bonuses": future_bonus(2)})
    assert damage(played, "psychic") == {"b1": [2]}
    assert rolls_of_game(played) == [("fear", 0, (3,))]


@pytest.mark.rule("HX-ABILITIES-07")
def test_the_bonus_of_the_psychic_table_counts():
    """A psychic bonus of +1 makes a 3 a 4: shaken."""
    played = enter_with_fear([3], base_that_fights(4, NEVER_HITS), fields={"bonuses": future_bonus(1, "psychic")})
    assert damage(played, "psychic") == {"b1": [4]}
    assert unit(played, "b1").pinned == 2


@pytest.mark.rule("HX-ABILITIES-08")
@pytest.mark.parametrize(("models", "pinned", "dice"), [(5, 2, 2), (4, 1, 2), (1, 2, 0), (5, 0, 5), (4, 0, 4)])
def test_shaken_bases_lose_half_their_dice_to_fear(models, pinned, dice):
    """Shaken with 5 dice rolls 2, with 1 die none; unshaken rolls all."""
    fields = {"pinned": pinned, "shaken_from": 1 if pinned else 0}
    played = enter_with_fear([1], base_that_fights(models, NEVER_HITS), fields=fields)
    played.faces(*[1] * (1 + dice))
    assert dice_of_base(assault(played)).get("b1", 0) == dice


@pytest.mark.rule("HX-ABILITIES-08")
@pytest.mark.ruling("HX-ABILITIES-08.1")
def test_two_fears_halve_once_and_spare_deflection():
    """Two units with Fear leave a shaken base of 4 two dice, and all its deflection dice."""
    fearful = base_that_fights(1, NEVER_HITS, "ork", abilities=FEAR)
    fields = {"b1": {"pinned": 2, "shaken_from": 1}}
    played = enter_from_both_sides(
        [1, 1] + [1, 1] + [1, 1] + [1] * 4,
        [fearful, fearful],
        [base_that_fights(4, NEVER_HITS, shield=6)],
        fields=fields,
    )
    assert dice_of_base(played) == {"a1": 1, "a2": 1, "b1": 2}
    assert deflection_dice_of(played) == {"b1": 4}


@pytest.mark.rule("HX-ABILITIES-08")
def test_without_fear_a_shaken_base_rolls_all():
    """An enemy without Fear takes no dice away; a shaken base with Fear loses none to itself."""
    shaken_with_fear = base_that_fights(4, NEVER_HITS, abilities=FEAR)
    played = attack_standing(
        [1, 1, 1, 1, 1],
        model_that_fights("ork", tables=unmanned_vehicle().tables),
        shaken_with_fear,
        fields={"pinned": 2, "shaken_from": 1},
    )
    assert dice_of_base(played) == {"a1": 1, "b1": 4}


@pytest.mark.rule("HX-ABILITIES-09")
def test_the_owner_says_which_dice_stay():
    """1 hero die and 4 grunt dice: 2 remain, the owner may keep the hero's and one grunt's."""
    mixed = infantry(models=(model("hero", line(1, 3)), *[model("grunt", NEVER_HITS)] * 4))
    played = enter_with_fear([1], mixed, fields={"pinned": 2, "shaken_from": 1})
    assault(played, "fear_dice")
    assert innermost_window(played).asks == (1,)

    def keep(hero, grunts):
        kept = tuple(DiceKept(group=f"b1.{number}", dice=dice) for number, dice in ((1, hero), (2, grunts)) if dice)
        return ChooseFearDice(unit="b1", kept=kept)

    assert accepted_commands(played, "blue", keep(1, 1), keep(0, 2), keep(2, 0), keep(1, 2), keep(0, 1)) == [
        True,
        True,
        False,
        False,
        False,
    ]
    played.faces(1, 1, 1)
    played.when("blue", keep(1, 1)).accepted()
    finish_silently(played)
    assert assault_dice_of(played) == {"a1.1": (1,), "b1.1": (1,), "b1.2": (1,)}
    assert len(events_of_kind(played, AssaultDiceHalved)) == 1


@pytest.mark.rule("HX-ABILITIES-10")
@pytest.mark.parametrize(("at_once", "dice"), [(True, 2), (False, 4)])
@pytest.mark.ruling("HX-ABILITIES-10.2", "HX-ABILITIES-10.3")
def test_fear_shakes_at_once(at_once, dice):
    """Fixture infantry, Fear[6], d6=4: shaken, its 4 dice become 2 in this assault; by option only later."""
    played = enter_with_fear([4], infantry(), options={"fear_shaken_immediate": at_once})
    assert len(events_of_kind(played, UnitShaken)) == (1 if at_once else 0)
    played.faces(*[1] * (1 + dice))
    assert dice_of_base(assault(played))["b1"] == dice
    if not at_once:
        continue_to(played, "apply_damage")
        assert unit(played, "b1").pinned == 2


@pytest.mark.rule("HX-ABILITIES-10")
def test_other_results_of_fear_wait():
    """d6=6 kills one of the infantry in Apply damage; until then all four fight."""
    played = enter_with_fear([6], infantry())
    assert unit(played, "b1").dead == ()
    played.faces(*[1] * 5)
    assert dice_of_base(assault(played))["b1"] == 4
    assert unit(continue_to(played, "apply_damage"), "b1").dead == (1,)


@pytest.mark.rule("HX-ABILITIES-06")
@pytest.mark.rule("HX-ABILITIES-10")
def test_fear_shakes_at_once_and_halves_the_dice():
    """Fear[6] and a 4 against infantry: it is shaken, and rolls two of its four dice in this fight."""
    red = tank(nation="ork", abilities=(ability("fear", 6),))
    units = [("a1", "D6", "N", red, {"speed": "slow"}), ("b1", "D5", "S", infantry())]
    played = table([4], units=units, step="movement_1")
    played.put("fights", Fight("f1", "D5", (mover("a1", "D6", "D5"), stander("b1", "D5"))))
    played.ask("fear", "table")
    played.when("table", ResolvePreAssaultAbilities()).then(FearRolled, unit="a1", target="b1").then(DamageRolled)
    played.last.then(UnitShaken, unit="b1", cause="fear")
    played.faces(1, 1, 1, 1, 1, 1, 1, 1)
    begun = begin(played, "assault_1")
    begun.then(AssaultDiceHalved, unit="b1", kept=(DiceKept(group="b1.1", dice=2),))
    assert [len(group.faces) for group in begun.one(AssaultDiceRolled).groups] == [4, 2]


@pytest.mark.rule("HX-ABILITIES-09")
def test_the_owner_chooses_which_dice_fear_takes():
    """Of a hero's die and four of grunts two stay, at the owner's choice."""
    red = tank(nation="ork", abilities=(ability("fear", 6),))
    blue = infantry(models=(model("hero", line(1, 3)), *infantry().models))
    units = [("a1", "D6", "N", red, {"speed": "slow"}), ("b1", "D5", "S", blue, {"pinned": 2})]
    played, begun = fight(mover("a1", "D6", "D5"), stander("b1", "D5"), units=units)
    begun.asks("fear_dice", "blue")

    def keep(**dice):
        kept = tuple(DiceKept(group=name.replace("_", "."), dice=count) for name, count in dice.items())
        return ChooseFearDice(unit="b1", kept=kept)

    played.when("blue", keep(b1_2=3)).rejected("HX-ABILITIES-08", "not-half", kept=3, half=2)
    played.when("blue", keep(b1_1=2)).rejected("HX-ABILITIES-09", "too-many-dice")
    played.faces(*[1] * 4, 3, 1, *[1] * 2, 6, 6, 1, 1).when("blue", keep(b1_1=1, b1_2=1)).then(AssaultDiceHalved)
    assert [len(group.faces) for group in played.last.one(AssaultDiceRolled).groups] == [4, 1, 1]


@pytest.mark.rule("HX-ABILITIES-08")
def test_half_of_one_die_is_none():
    """A shaken base with one die rolls none against fear."""
    red = tank(nation="ork", abilities=(ability("fear", 6),))
    blue = infantry(models=infantry().models[:1])
    units = [("a1", "D6", "N", red, {"speed": "slow"}), ("b1", "D5", "S", blue, {"pinned": 2})]
    _, begun = fight(mover("a1", "D6", "D5"), stander("b1", "D5"), units=units, dice=[1] * 6)
    begun.then(AssaultDiceHalved, unit="b1", kept=())
    assert [group.unit for group in begun.one(AssaultDiceRolled).groups] == ["a1"]
