"""HX-ABILITIES: pre-assault retreat, Fear and Cunning Assault."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AssaultDiceHalved,
    AttemptPreAssaultRetreat,
    ChooseFearDice,
    DamageRolled,
    DecidePreAssaultRetreat,
    DiceKept,
    FearRolled,
    GroupCount,
    PreAssaultRetreatRolled,
    SuccessesExchanged,
    SupportMove,
    SupportUse,
    UnitShaken,
    UseCunningAssault,
)
from tests.rulesets.hex_orders.givens import ability, begin, infantry, line, model, tank, top, unit
from tests.rulesets.hex_orders.said_assault import finish, happened, onward, plus, resists, steps, thrown, walk
from tests.rulesets.hex_orders.said_fight import (
    NEVER,
    SLOW,
    STILL,
    SURE,
    allocate,
    assault,
    band,
    damage,
    deflected,
    hit,
    lone,
    machine,
    meet,
    refusal,
    rolled,
    storm,
    strike,
    thrown_by,
    tried,
)

BRUTE = lone("ork")
GOES = (ability("pre_assault_retreat", 4),)
FEAR = (ability("fear", 6),)
FORWARD = "F+-+-"
STAY = "-+-+-"


def attacked(dice, *defenders, until="retreat_attempt", fields=None, hexes=None, others=()):
    """Let an Ork from D4 come at bases in D5 that face N, up to the question who tries to retreat."""
    units = [
        ("a1", "D4", "S", BRUTE, SLOW), *others,
        *((f"b{number}", "D5", "N", sheet, {**STILL, **(fields or {})}) for number, sheet in enumerate(defenders, 1)),
    ]  # fmt: skip
    played = walk(dice, hexes or {}, *units, a1=FORWARD)
    begin(played, "movement_1")
    return finish(played, until)


def tries(*units):
    """Let units try."""
    return AttemptPreAssaultRetreat(units=units)


def decides(unit, to="D6", turn="none", *, go=True):
    """Let a unit go, or stay."""
    return DecidePreAssaultRetreat(unit=unit, go=go, hex=to if go else "", turn=turn if go else "")


# -- pre-assault retreat


@pytest.mark.rule("HX-ABILITIES-01")
@pytest.mark.parametrize("face", [4, 6])
@pytest.mark.parametrize("go", [True, False])
def test_a_roll_of_n_lets_a_base_leave(face, go):
    """[4+] and d6=4: it may leave as in a retreat, or stay and fight."""
    played = attacked([face], lone(abilities=GOES))
    assert top(played).asks == (1,)
    played.when("blue", tries("b1")).accepted()
    finish(played, "retreat_decision")
    assert [(each.face, each.needed, each.succeeded) for each in happened(played, PreAssaultRetreatRolled)] == [
        (face, 4, True)
    ]
    played.when("blue", decides("b1", go=go)).accepted()
    finish(played)
    assert (unit(played, "b1").hex, unit(played, "b1").speed) == (("D6", "slow") if go else ("D5", "stand_still"))
    played.faces(*([] if go else [1, 1]))
    assault(played)
    assert thrown_by(played) == ({} if go else {"a1": 1, "b1": 1})


@pytest.mark.rule("HX-ABILITIES-01")
def test_a_lower_roll_keeps_it_in_the_fight():
    """[4+] and d6=3: it stays and fights, and nothing is left to decide."""
    played = attacked([3], lone(abilities=GOES))
    played.when("blue", tries("b1")).accepted()
    finish(played)
    assert [each.succeeded for each in happened(played, PreAssaultRetreatRolled)] == [False]
    played.faces(1, 1)
    assert thrown_by(assault(played)) == {"a1": 1, "b1": 1}


@pytest.mark.rule("HX-ABILITIES-01")
def test_nobody_has_to_try():
    """A base that does not try rolls nothing; one that has no such ability can not try."""
    played = attacked([], lone(abilities=GOES), lone())
    refusal(played, "blue", tries("b2"), "HX-ABILITIES-01", "no-pre-assault-retreat")
    played.when("blue", tries()).accepted()
    finish(played)
    assert thrown(played) == []


@pytest.mark.rule("HX-ABILITIES-01")
def test_a_mover_stays_where_it_came_from():
    """An attacker that retreats before the fight is still in D4, turned about if it likes."""
    runner = lone("ork", abilities=GOES)
    units = [("a1", "D4", "S", runner, SLOW), ("b1", "D5", "N", lone(), STILL)]
    played = walk([5], {}, *units, a1=FORWARD)
    begin(played, "movement_1")
    finish(played, "retreat_attempt")
    played.when("red", tries("a1")).accepted()
    finish(played, "retreat_decision")
    played.when("red", decides("a1", "D4", "about")).accepted()
    finish(played)
    assert (unit(played, "a1").hex, unit(played, "a1").facing) == ("D4", "N")


@pytest.mark.rule("HX-ABILITIES-02")
def test_who_left_neither_rolls_nor_is_hit():
    """A base of four leaves, a tank stays: only the tank rolls and only it can be hit."""
    played = attacked([4], band(4, SURE, abilities=GOES), machine())
    played.when("blue", tries("b1")).accepted()
    finish(played, "retreat_decision")
    played.when("blue", decides("b1")).accepted()
    finish(played)
    played.faces(6, 1, 1)
    assault(played)
    assert thrown_by(played) == {"a1": 1, "b2": 1}
    assert hit(played) == [("a1", "b2")]


@pytest.mark.rule("HX-ABILITIES-02")
def test_the_rules_of_retreats_hold():
    """It may turn by one click or about, and goes elsewhere where the hex behind is held."""
    other = ("a2", "D6", "N", lone("ork"), STILL)
    played = attacked([4], lone(abilities=GOES), others=[other])
    played.when("blue", tries("b1")).accepted()
    finish(played, "retreat_decision")
    found = tried(played, "blue", decides("b1", "D6"), decides("b1", "C6"), decides("b1", "E6"), decides("b1", "D4"))
    assert found == [False, True, True, False]
    refusal(played, "blue", decides("b1", "C6", "SE"), "HX-RETREAT-08", "no-such-turn")
    played.when("blue", decides("b1", "C6", "left")).accepted()
    assert (unit(finish(played), "b1").hex, unit(played, "b1").facing) == ("C6", "NW")


@pytest.mark.rule("HX-ABILITIES-03")
@pytest.mark.parametrize(("speed", "after"), [("stand_still", "slow"), ("fast", "fast"), ("slow", "slow")])
def test_a_unit_that_stood_still_is_slow_afterwards(speed, after):
    """Stand still becomes slow; other speeds do not change."""
    sheet = lone(abilities=GOES)
    sheet = replace(sheet, speeds=tuple(replace(each, default_movement="-+-+-") for each in sheet.speeds))
    played = attacked([4], sheet, fields={"speed": speed})
    played.when("blue", tries("b1")).accepted()
    finish(played, "retreat_decision")
    played.when("blue", decides("b1")).accepted()
    assert unit(finish(played), "b1").speed == after


@pytest.mark.rule("HX-ABILITIES-04")
def test_one_model_with_the_ability_is_enough():
    """3 regulars and an elite with [3+]: the whole base may leave on a 3."""
    regulars = band(3, NEVER).models
    elite = replace(regulars[0], name="scout", elite=True, abilities=(ability("pre_assault_retreat", 3),))
    played = attacked([3], infantry(models=(*regulars, elite)))
    played.when("blue", tries("b1")).accepted()
    finish(played, "retreat_decision")
    played.when("blue", decides("b1")).accepted()
    assert unit(finish(played), "b1").hex == "D6"


@pytest.mark.rule("HX-ABILITIES-04")
def test_the_best_number_counts_and_there_is_one_roll():
    """With [5+] and [3+] in one base the roll needs 3; naming the base twice is refused."""
    regular = band(1, NEVER).models[0]
    two = tuple(replace(regular, name=f"elite {x}", abilities=(ability("pre_assault_retreat", x),)) for x in (5, 3))
    played = attacked([2], infantry(models=two))
    refusal(played, "blue", tries("b1", "b1"), "HX-ABILITIES-04", "one-try-only")
    played.when("blue", tries("b1")).accepted()
    finish(played)
    assert [(each.face, each.needed) for each in happened(played, PreAssaultRetreatRolled)] == [(2, 3)]


@pytest.mark.rule("HX-ABILITIES-04")
def test_a_dead_model_lends_its_ability_to_nobody():
    """Where the only model with the ability is dead nobody is asked."""
    regulars = band(3, NEVER).models
    elite = replace(regulars[0], name="scout", elite=True, abilities=GOES)
    played = attacked([], infantry(models=(*regulars, elite)), until="advance", fields={"dead": (4,)})
    assert not happened(played, PreAssaultRetreatRolled)


# -- Fear


def scared(dice, *defenders, fear=FEAR, until=(), options=None, fields=None):
    """Let a fearsome tank of orks enter D5, where bases stand and face it, up to the assault step."""
    red = machine(nation="ork", abilities=fear)
    units = [("a1", "D4", "S", red, SLOW)]
    units += [
        (f"b{number}", "D5", "N", sheet, {**STILL, **(fields or {})}) for number, sheet in enumerate(defenders, 1)
    ]
    played = walk(dice, {}, *units, options=options, a1=FORWARD)
    return steps(played, "movement_1")


@pytest.mark.rule("HX-ABILITIES-06")
def test_fear_rolls_against_every_base_with_a_psychic_table():
    """Fear[6] against infantry and tank: one d6 against the infantry only, before any assault die."""
    played = scared([2], band(4, NEVER), machine())
    assert [(each.unit, each.target) for each in happened(played, FearRolled)] == [("a1", "b1")]
    assert thrown(played) == [("fear", 0, (2,))]
    assert [(each.table, each.total.total) for each in happened(played, DamageRolled)] == [("psychic", 2)]


@pytest.mark.rule("HX-ABILITIES-06")
def test_fear_throws_its_own_die():
    """Fear[8] throws a d8."""
    played = scared([8], band(4, NEVER), fear=(ability("fear", 8),))
    assert damage(played, "psychic") == {"b1": [8]}


@pytest.mark.rule("HX-ABILITIES-06")
def test_fear_works_in_its_own_fight():
    """Enemies beside the contested hex are not rolled against; two units with Fear roll one each."""
    fearful = band(1, NEVER, "ork", abilities=FEAR)
    units = [
        ("a1", "D6", "N", fearful, SLOW), ("a2", "D6", "N", fearful, SLOW), ("b1", "D4", "S", band(4, NEVER), SLOW),
        ("b2", "E5", "S", band(4, NEVER), STILL),
    ]  # fmt: skip
    played = walk([1, 1], {}, *units, a1=FORWARD, a2=FORWARD, b1=FORWARD)
    steps(played, "movement_1")
    assert [(each.unit, each.target) for each in happened(played, FearRolled)] == [("a1", "b1"), ("a2", "b1")]


@pytest.mark.rule("HX-ABILITIES-06")
def test_who_left_before_the_fight_fears_nothing():
    """Fear comes after the pre-assault retreats: a base that is gone is not rolled against."""
    units = [
        ("a1", "D4", "S", machine(nation="ork", abilities=FEAR), SLOW),
        ("b1", "D5", "N", band(4, NEVER, abilities=GOES), STILL),
    ]
    played = walk([4], {}, *units, a1=FORWARD)
    begin(played, "movement_1")
    finish(played, "retreat_attempt")
    played.when("blue", tries("b1")).accepted()
    finish(played, "retreat_decision")
    played.when("blue", decides("b1")).accepted()
    finish(played)
    assert not happened(played, FearRolled)


@pytest.mark.rule("HX-ABILITIES-07")
def test_fear_ignores_armour_and_regular_modifiers():
    """Regular bonus +2, no psychic bonus, d6=3, Psychic Resistance[1]: 2 on the psychic table, no armour dice."""
    sheet = band(4, NEVER, resistances=resists("psychic", 1), armour=tank().armour)
    played = scared([3], sheet, fields={"bonuses": plus(2)})
    assert damage(played, "psychic") == {"b1": [2]}
    assert thrown(played) == [("fear", 0, (3,))]


@pytest.mark.rule("HX-ABILITIES-07")
def test_the_bonus_of_the_psychic_table_counts():
    """A psychic bonus of +1 makes a 3 a 4: shaken."""
    played = scared([3], band(4, NEVER), fields={"bonuses": plus(1, "psychic")})
    assert damage(played, "psychic") == {"b1": [4]}
    assert unit(played, "b1").pinned == 2


@pytest.mark.rule("HX-ABILITIES-08")
@pytest.mark.parametrize(("models", "pinned", "dice"), [(5, 2, 2), (4, 1, 2), (1, 2, 0), (5, 0, 5), (4, 0, 4)])
def test_shaken_bases_lose_half_their_dice_to_fear(models, pinned, dice):
    """Shaken with 5 dice rolls 2, with 1 die none; unshaken rolls all."""
    fields = {"pinned": pinned, "shaken_from": 1 if pinned else 0}
    played = scared([1], band(models, NEVER), fields=fields)
    played.faces(*[1] * (1 + dice))
    assert thrown_by(assault(played)).get("b1", 0) == dice


@pytest.mark.rule("HX-ABILITIES-08")
def test_two_fears_halve_once_and_spare_deflection():
    """Two units with Fear leave a shaken base of 4 two dice, and all its deflection dice."""
    fearful = band(1, NEVER, "ork", abilities=FEAR)
    fields = {"b1": {"pinned": 2, "shaken_from": 1}}
    played = meet([1, 1] + [1, 1] + [1, 1] + [1] * 4, [fearful, fearful], [band(4, NEVER, shield=6)], fields=fields)
    assert thrown_by(played) == {"a1": 1, "a2": 1, "b1": 2}
    assert deflected(played) == {"b1": 4}


@pytest.mark.rule("HX-ABILITIES-08")
def test_without_fear_a_shaken_base_rolls_all():
    """An enemy without Fear takes no dice away; a shaken base with Fear loses none to itself."""
    shaken_with_fear = band(4, NEVER, abilities=FEAR)
    played = storm(
        [1, 1, 1, 1, 1], lone("ork", tables=machine().tables), shaken_with_fear, fields={"pinned": 2, "shaken_from": 1}
    )
    assert thrown_by(played) == {"a1": 1, "b1": 4}


@pytest.mark.rule("HX-ABILITIES-09")
def test_the_owner_says_which_dice_stay():
    """1 hero die and 4 grunt dice: 2 remain, the owner may keep the hero's and one grunt's."""
    mixed = infantry(models=(model("hero", line(1, 3)), *[model("grunt", NEVER)] * 4))
    played = scared([1], mixed, fields={"pinned": 2, "shaken_from": 1})
    assault(played, "fear_dice")
    assert top(played).asks == (1,)

    def keep(hero, grunts):
        kept = tuple(DiceKept(group=f"b1.{number}", dice=dice) for number, dice in ((1, hero), (2, grunts)) if dice)
        return ChooseFearDice(unit="b1", kept=kept)

    assert tried(played, "blue", keep(1, 1), keep(0, 2), keep(2, 0), keep(1, 2), keep(0, 1)) == [
        True, True, False, False, False,
    ]  # fmt: skip
    played.faces(1, 1, 1)
    played.when("blue", keep(1, 1)).accepted()
    finish(played)
    assert rolled(played) == {"a1.1": (1,), "b1.1": (1,), "b1.2": (1,)}
    assert len(happened(played, AssaultDiceHalved)) == 1


@pytest.mark.rule("HX-ABILITIES-10")
@pytest.mark.parametrize(("at_once", "dice"), [(True, 2), (False, 4)])
def test_fear_shakes_at_once(at_once, dice):
    """Fixture infantry, Fear[6], d6=4: shaken, its 4 dice become 2 in this assault; by option only later."""
    played = scared([4], infantry(), options={"fear_shaken_immediate": at_once})
    assert len(happened(played, UnitShaken)) == (1 if at_once else 0)
    played.faces(*[1] * (1 + dice))
    assert thrown_by(assault(played))["b1"] == dice
    if not at_once:
        onward(played, "apply_damage")
        assert unit(played, "b1").pinned == 2


@pytest.mark.rule("HX-ABILITIES-10")
def test_other_results_of_fear_wait():
    """d6=6 kills one of the infantry in Apply damage; until then all four fight."""
    played = scared([6], infantry())
    assert unit(played, "b1").dead == ()
    played.faces(*[1] * 5)
    assert thrown_by(assault(played))["b1"] == 4
    assert unit(onward(played, "apply_damage"), "b1").dead == (1,)


# -- Cunning Assault


def cunning(count, *, per=2, others=0):
    """Make orks that hit always and may exchange successes, with others beside them that may not."""
    clever = replace(model("clever", SURE), abilities=(ability("cunning_assault", per),))
    return infantry(nation="ork", models=(*[clever] * count, *[model("plain", SURE)] * others))


def exchange(played, target, *hits, supports=0, group="a1.1", moved=()):
    """Exchange hits, and supports of the first hit on a base."""
    of = [each for each in played.game.fights["f1"].hits if each.target == target]
    used = (SupportUse(hit=of[0].id, supports=GroupCount(group=group, count=supports)),) if supports else ()
    return UseCunningAssault(target=target, hits=tuple(of[number].id for number in hits), supports=used, moved=moved)


@pytest.mark.rule("HX-ABILITIES-11")
def test_successes_are_exchanged_for_light_damage():
    """[1 per 2], 5 successes on a tank: keep the damaging one and exchange 4 supports for two light rolls."""
    played = meet([1] * 5 + [1], [cunning(5)], [machine()], "cunning")
    assert top(played).asks == (0,)
    refusal(played, "red", exchange(played, "b1", supports=3), "HX-ABILITIES-11", "not-divisible")
    played.faces(3, 5, 1)
    played.when("red", exchange(played, "b1", supports=4)).accepted()
    finish(played)
    assert [each.rolls for each in happened(played, SuccessesExchanged)] == [2]
    assert len(damage(played, "light")["b1"]) == 2
    assert len(damage(played)["b1"]) == 1
    assert len([why for why, _, _ in thrown(played) if why == "light-damage"]) == 2


@pytest.mark.rule("HX-ABILITIES-11")
def test_light_damage_is_typed_damage():
    """No armour and no supports for a light roll; a light resistance counts."""
    target = machine(armour=tank().armour, resistances=resists("light", 1))
    played = meet([1] * 2 + [1], [cunning(2)], [target], "cunning")
    played.faces(5)
    played.when("red", exchange(played, "b1", 0, supports=1)).accepted()
    finish(played)
    assert damage(played, "light") == {"b1": [5 - 1]}
    assert (damage(played), thrown(played, "armour")) == ({}, [])


@pytest.mark.rule("HX-ABILITIES-11")
def test_only_successes_of_models_with_the_ability_count():
    """Two successes of plain models can not be exchanged."""
    played = meet([1] * 4 + [1] * 2, [cunning(2, others=2)], [machine(), machine()], "allocations")
    played.when("red", allocate(strike("a1.1", "b1", a1_1=1), strike("a1.2", "b2", a1_2=1))).accepted()
    finish(played, "cunning")
    refusal(played, "red", exchange(played, "b2", 0, supports=1, group="a1.2"), "HX-ABILITIES-11", "not-cunning")
    played.faces(4, 1)
    played.when("red", exchange(played, "b1", 0, supports=1)).accepted()
    finish(played)
    assert (damage(played, "light"), damage(played)) == ({"b1": [4]}, {"b2": [1 + 1]})


@pytest.mark.rule("HX-ABILITIES-12")
def test_only_bases_with_a_light_table_are_open_to_it():
    """2 successes on infantry and 1 on a tank with [1 per 2]: no exchange is possible."""
    played = meet([1] * 3 + [1] * 3 + [1] * 3, [cunning(3)], [band(2, NEVER), machine()])
    assert not happened(played, SuccessesExchanged)
    assert len(hit(played)) == 3


@pytest.mark.rule("HX-ABILITIES-12")
def test_successes_on_other_bases_stay():
    """With 2 successes on each, those on the tank may be exchanged and those on the infantry may not."""
    played = meet([1] * 4 + [1] * 3, [cunning(4)], [band(2, NEVER), machine()], "allocations")
    played.when("red", allocate(*[strike("a1.1", "b1")] * 2, strike("a1.1", "b2", a1_1=1))).accepted()
    finish(played, "cunning")
    refusal(played, "red", exchange(played, "b1", 0, 1), "HX-ABILITIES-12", "no-light-table")
    played.faces(1, 1, 4)
    played.when("red", exchange(played, "b2", 0, supports=1)).accepted()
    finish(played)
    assert (damage(played, "light"), hit(played).count(("a1", "b1"))) == ({"b2": [4]}, 2)


@pytest.mark.rule("HX-ABILITIES-13")
def test_a_support_without_its_hit_is_lost():
    """After a damaging hit and one support are exchanged the other support does nothing."""
    played = meet([1] * 3 + [1], [cunning(3)], [machine()], "cunning")
    played.faces(4)
    played.when("red", exchange(played, "b1", 0, supports=1)).accepted()
    finish(played)
    assert (damage(played), damage(played, "light")) == ({}, {"b1": [4]})


@pytest.mark.rule("HX-ABILITIES-13")
def test_it_may_join_another_hit_before():
    """A support whose hit is exchanged may be moved to another damaging hit of the same side."""
    played = meet([1] * 4 + [1] * 2, [cunning(4)], [machine(), lone()], "allocations")
    played.when("red", allocate(strike("a1.1", "b1", a1_1=2), strike("a1.1", "b2"))).accepted()
    finish(played, "cunning")
    hits = {each.target: each.id for each in played.game.fights["f1"].hits}
    moved = SupportMove(leaves=hits["b1"], joins=hits["b2"], supports=GroupCount(group="a1.1", count=1))
    played.faces(4, 2)
    played.when("red", exchange(played, "b1", 0, supports=1, moved=(moved,))).accepted()
    finish(played)
    assert damage(played, "light")["b1"][0] in {2, 4}
    assert damage(played)["b2"] in ([2 + 1], [4 + 1])


@pytest.mark.rule("HX-ABILITIES-13")
def test_nothing_is_allocated_anew():
    """After the exchange the fight goes on to its damage: nobody is asked to allocate again."""
    played = meet([1] * 5 + [1], [cunning(5)], [machine()], "cunning")
    played.faces(3, 5, 1)
    played.when("red", exchange(played, "b1", supports=4)).accepted()
    finish(played, "retreats", "cunning", "allocations")
    assert top(played).kind == "retreats"
    finish(played)
    assert len(happened(played, SuccessesExchanged)) == 1
