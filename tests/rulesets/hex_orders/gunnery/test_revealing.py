"""Gunnery: what may be fired at, spotting, and how hidden units are revealed."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AreaDiceRolled,
    DamageRolled,
    HitRolled,
    HitScored,
    LoadSpent,
    SpotAim,
    SpotFailed,
    SpotHiddenUnit,
    SpotReckoned,
    SpotRolled,
    TargetChosen,
    UnitMoved,
    UnitRevealed,
)
from tests.rulesets.hex_orders.givens import ability, begin, free, gunnery, infantry, smoke, tank, unit, weapon
from tests.rulesets.hex_orders.said import kept, refused
from tests.rulesets.hex_orders.said_fire import (
    GUN,
    LOADED,
    SILENT,
    asked,
    at,
    declares,
    duel,
    fires,
    firing,
    hush,
    rolls,
    settle,
    shooter,
    silence,
    squad,
    throws,
)

SPOT = ("-+-+-", "Spot+Spot")
TOKEN = {"hidden": True, "speed": "stand_still"}


def spots(unit_id, token):
    """Let a unit in the open try to reveal a token."""
    return SpotHiddenUnit(spot=SpotAim(unit=unit_id, token=token))


def spotting(dice, *, other=None, hexes=None, **given):
    """Let a1 spot b1, a standing token in a forest, and roll; the table and its events to the end of the step."""
    where = {given.get("to", "D3"): "forest"} if hexes is None else hexes
    played = duel(dice, other={**TOKEN, **(other or {})}, orders=SPOT, hexes=where, **given)
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", spots("a1", "b1")).accepted()
    return played, [*rolls(played).events, *settle(played)]


# -- targets


@pytest.mark.rule("HX-GUNNERY-18")
def test_targets_are_enemies_in_sight_and_arc():
    """A target in sight outside the arc is refused, and so is a friend."""
    more = [("a2", "D2", "N", infantry(nation="dwarf")), ("b2", "D7", "N", infantry())]
    played = firing((), tank(), own={"loads": LOADED}, more=more)
    refused(played, "red", fires("a1", "main_gun", at("b2")), "HX-ANGLES-05", "outside-arc")
    refused(played, "red", fires("a1", "main_gun", at("a2")), "HX-GUNNERY-18", "friendly-target")
    declares(played, at("b1"), gun="main_gun").accepted()
    hush(played)


@pytest.mark.rule("HX-GUNNERY-18")
def test_without_a_target_the_part_passes():
    """A loaded tank that has no legal target does nothing and keeps its load."""
    played = duel((), tank(), to="D8", own={"loads": LOADED})
    events = [*begin(played, "gunnery_1").events, *silence(played)]
    assert not kept(events, TargetChosen)
    assert not kept(events, LoadSpent)
    assert unit(played, "a1").loads[0].count == 1


@pytest.mark.rule("HX-GUNNERY-18")
def test_the_target_is_chosen_when_firing():
    """Both enemies may be chosen as they stand when the shot is declared."""
    for target in ("b1", "b2"):
        played = firing([1], more=[("b2", "D2", "S", infantry(), {"speed": "slow"})])
        declares(played, at(target)).accepted()
        assert rolls(played).one(HitRolled).target == target


# -- spotting


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.parametrize(("face", "seen"), [(5, True), (4, False)])
def test_a_spot_is_an_ordinary_roll_to_hit(face, seen):
    """Slow spotter, standing infantry in a forest at normal range: 5 reveals it, 4 does not; there is no damage."""
    played, events = spotting([face])
    (reckoned,) = kept(events, SpotReckoned)
    assert (reckoned.modifiers.total, reckoned.result) == (0, face)
    assert [each.unit for each in kept(events, UnitRevealed)] == (["b1"] if seen else [])
    assert unit(played, "b1").hidden is not seen
    assert not kept(events, HitScored)
    assert not kept(events, DamageRolled)


@pytest.mark.rule("HX-GUNNERY-19")
def test_no_load_is_needed_or_used():
    """A tank spots with an empty main gun, and a loaded one keeps its token."""
    for loads in ({}, LOADED):
        played, events = spotting([5], firer=tank(), own={"loads": loads})
        assert kept(events, SpotRolled)
        assert sum(each.count for each in unit(played, "a1").loads) == sum(loads.values())


@pytest.mark.rule("HX-GUNNERY-19")
def test_arc_sight_and_double_range_limit_it():
    """A token outside the arc, out of sight or beyond double range is refused; at double range it is -1."""
    ahead = shooter(weapon("gun", range=2, arc="*/-/-/-", always_loaded=True))
    played = duel(
        (), ahead, orders=SPOT, at="D6", to="D4",
        other=TOKEN, more=[("b2", "D8", "N", infantry(), TOKEN), ("b3", "D1", "N", infantry(), TOKEN)],
    )  # fmt: skip
    begin(played, "gunnery_1").asks("fire", "red")
    for token, clause, reason in (("b2", "HX-ANGLES-05", "outside-arc"), ("b3", "HX-FIRE-20", "out-of-range")):
        refused(played, "red", spots("a1", token), clause, reason)
    assert not played.refused(spots("a1", "b1"), "red")
    silence(played)
    near = ("b2", "D4", "S", infantry(), TOKEN)
    blind = duel((), ahead, orders=SPOT, other=TOKEN, hexes={"D4": "forest"}, more=[near])
    begin(blind, "gunnery_1").asks("fire", "red")
    refused(blind, "red", spots("a1", "b1"), "HX-GUNNERY-20", "no-line-of-sight")
    silence(blind)
    far, events = spotting([6, 1], firer=ahead, to="D1", hexes={})
    assert kept(events, SpotReckoned)[0].modifiers.total == 1 - 1
    assert not unit(far, "b1").hidden


@pytest.mark.rule("HX-GUNNERY-19")
def test_size_and_abilities_of_the_token_count():
    """The service reckons with what stands behind the token: camouflage makes it harder, huge size easier."""
    hiding = infantry(abilities=(ability("camouflage", word="forest"),))
    _, events = spotting([5], target=hiding)
    assert (kept(events, SpotReckoned)[0].modifiers.total, kept(events, UnitRevealed)) == (-1, [])
    _, events = spotting([4], target=infantry(size="huge"))
    assert (kept(events, SpotReckoned)[0].modifiers.total, len(kept(events, UnitRevealed))) == (1, 1)


@pytest.mark.rule("HX-GUNNERY-19")
def test_one_roll_for_the_base_by_its_best_model():
    """A base of four rolls once, with the modifiers of its best model."""
    base = squad(GUN)
    good = replace(base, models=(*base.models[:3], replace(base.models[3], abilities=(ability("good_shot"),))))
    _, events = spotting([4], firer=good)
    assert len(kept(events, SpotRolled)) == 1
    assert len(kept(events, UnitRevealed)) == 1


@pytest.mark.rule("HX-GUNNERY-08")
def test_one_attempt_in_each_gunnery_step():
    """Spot+Spot makes two rolls a turn, at the same token or at two, and one in a step."""
    more = [("b2", "E4", "S", infantry(), TOKEN)]
    played = duel([1, 1], other=TOKEN, orders=SPOT, more=more)
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", spots("a1", "b1")).accepted()
    refused(played, "red", spots("a1", "b2"), "HX-GUNNERY-18", "not-asked")
    assert [each.token for each in kept(rolls(played).events, SpotRolled)] == ["b1"]
    silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    played.when("red", spots("a1", "b2")).accepted()
    outcome = rolls(played)
    assert [each.token for each in kept(outcome.events, SpotRolled)] == ["b2"]
    assert [each.token for each in kept(outcome.events, SpotFailed)] == ["b2"]


@pytest.mark.rule("HX-GUNNERY-20")
def test_a_hidden_unit_is_no_target_and_may_be_spotted():
    """A shot at a token is refused, a Spot at it allowed."""
    sharp = free(shooter(), gunnery=(gunnery("Fire+Spot"),))
    more = [("b2", "E4", "S", infantry(), {"speed": "slow"})]
    played = firing((), sharp, other=TOKEN, orders=("-+-+-", "Fire+Spot"), more=more)
    refused(played, "red", fires("a1", "gun", at("b1")), "HX-GUNNERY-20", "hidden-target")
    silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    assert not played.refused(spots("a1", "b1"), "red")
    refused(played, "red", spots("a1", "b2"), "HX-GUNNERY-19", "not-a-token")
    silence(played)


@pytest.mark.rule("HX-GUNNERY-20")
def test_an_area_attack_counts_hidden_models():
    """An area attack on a hex with a revealed enemy has dice for the hidden enemy there too."""
    bomb = weapon("bomb", range=4, area=4, always_loaded=True)
    played = firing([1] * 8, squad(bomb, count=1), more=[("b2", "D3", "S", infantry(), TOKEN)])
    played.when("red", throws("bomb", "D3", 1)).accepted()
    assert [each.target for each in kept(rolls(played).events, AreaDiceRolled)] == ["b1", "b2"]


# -- revealing


@pytest.mark.rule("HX-GUNNERY-21")
def test_firing_reveals():
    """A hidden unit that fires is revealed, and is a legal target only after that gunnery step."""
    sniper = shooter(nation="ork")
    more = [("b2", "D8", "N", tank(nation="ork"), {"speed": "slow"})]
    played = duel(
        [1, 1], shooter(weapon("gun", range=8, always_loaded=True)), sniper, other=TOKEN, more=more,
        orders=("-+-+-", "Fire+Fire"), running={"b1": ("-+-+-", "Fire+-")},
    )  # fmt: skip
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", at("a1"))).then(UnitRevealed, unit="b1", reason="fired")
    while asked(played)[1] != (0,):
        played.when(asked(played)[1][0], SILENT).accepted()
    refused(played, "red", fires("a1", "gun", at("b1")), "HX-TURN-22", "revealed-too-late")
    declares(played, at("b2")).accepted()
    assert len(kept(rolls(played).events, HitRolled)) == 2
    silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    assert not played.refused(fires("a1", "gun", at("b1")), "red")
    silence(played)


@pytest.mark.rule("HX-GUNNERY-21")
def test_moving_in_sight_reveals():
    """A hidden unit that leaves a forest for a hex that an enemy sees is revealed at the end of Movement 1."""
    played = duel(
        (), tank(), other={**TOKEN, "speed": "slow"}, at="D7", to="D3", looks="S", hexes={"D3": "forest"},
        running={"b1": ("F+-+-",)},
    )  # fmt: skip
    begin(played, "movement_1")
    events = silence(played)
    assert [(each.unit, each.reason) for each in kept(events, UnitRevealed)] == [("b1", "moved")]
    places = [type(each) for each in events]
    assert places.index(UnitMoved) < places.index(UnitRevealed)


@pytest.mark.rule("HX-GUNNERY-21")
def test_moving_out_of_sight_does_not():
    """A hidden unit that moves where no enemy sees it stays hidden."""
    hexes = {"D5": "mountains", "C5": "mountains", "E5": "mountains"}
    played = duel(
        (), tank(), other={**TOKEN, "speed": "slow"}, at="D8", to="D2", looks="S", hexes=hexes,
        running={"b1": ("F+-+-",)},
    )  # fmt: skip
    begin(played, "movement_1")
    assert not kept(silence(played), UnitRevealed)
    assert (unit(played, "b1").hex, unit(played, "b1").hidden) == ("D3", True)


@pytest.mark.rule("HX-GUNNERY-21")
def test_doing_nothing_does_not():
    """A hidden unit in the open with -+-+- and -+- stays hidden for the whole turn."""
    played = duel((), tank(), other=TOKEN)
    for step in ("gunnery_1", "movement_1", "movement_2", "movement_3", "gunnery_2"):
        begin(played, step)
        assert not kept(silence(played), UnitRevealed)
    assert unit(played, "b1").hidden


@pytest.mark.rule("HX-GUNNERY-21")
def test_an_assault_reveals():
    """A hidden unit whose hex is entered, and one that enters, is drawn into the assault and revealed."""
    for hidden in ("a1", "b1"):
        own, other = ({"speed": "slow", "hidden": hidden == name} for name in ("a1", "b1"))
        played = duel((), tank(), at="D4", to="D3", own=own, other=other, running={"a1": ("F+-+-",), "b1": ("-+-+-",)})
        begin(played, "movement_1")
        events = silence(played, until="effects")
        assert [(each.unit, each.reason) for each in kept(events, UnitRevealed)] == [(hidden, "assault")]


@pytest.mark.rule("HX-GUNNERY-21")
def test_a_token_from_a_hex_effect_reveals():
    """A hidden unit that is poisoned by a cloud is revealed; one that the cloud spares is not."""
    cloud = smoke(0, poison=2, poison_level=8, poison_density=4)
    for dice, seen in (((4, 1, 1, 1, 1), True), ((1, 1, 1, 1, 1), False)):
        played = duel(dice, tank(), other=TOKEN, hexes={"D3": cloud})
        begin(played, "movement_1")
        assert bool(kept(silence(played), UnitRevealed)) is seen


@pytest.mark.rule("HX-GUNNERY-21")
def test_by_option_only_a_spot_reveals():
    """With hidden_reveal = spot_only neither firing nor moving in sight reveals, and a Spot does."""
    sniper = shooter(nation="ork")
    played = duel([1], tank(), sniper, other=TOKEN, running={"b1": ("-+-+-", "Fire+-")}, hidden_reveal="spot_only")
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", at("a1"))).without(UnitRevealed)
    rolls(played)
    assert unit(played, "b1").hidden
    played = duel(
        (), tank(), other={**TOKEN, "speed": "slow"}, at="D7", running={"b1": ("F+-+-",)}, hidden_reveal="spot_only"
    )
    begin(played, "movement_1")
    assert not kept(silence(played), UnitRevealed)
    _, events = spotting([5], hidden_reveal="spot_only")
    assert [each.reason for each in kept(events, UnitRevealed)] == ["spotted"]
