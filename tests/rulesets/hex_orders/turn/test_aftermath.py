"""How effects burn down and tokens expire at the end of a turn."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AimExpired,
    Effects,
    HexMarkersReduced,
    PinnedTokenRemoved,
    ResolveAftermath,
    TerrainChanged,
)
from adjudicator.rulesets.hex_orders.model.rows import BoardHex
from adjudicator.rulesets.hex_orders.model.state import is_shaken
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_markers
from tests.rulesets.hex_orders.board.steps import attempts_needed, see_each_other
from tests.rulesets.hex_orders.damage.fixtures import acid_cloud, cloud_weapon, effects_in_hex, poison_cloud
from tests.rulesets.hex_orders.damage.steps import among_effects, effects
from tests.rulesets.hex_orders.fixtures import infantry, smoke, table, tank
from tests.rulesets.hex_orders.steps import events_of_kind, play_steps, turn, unit


def burnt(what, *units, number=1, **options):
    """Let an Aftermath pass over D5 with this in it."""
    return play_steps(among_effects([], {"D5": what}, *units, options=options, number=number), "aftermath")


def markers(played, name="D5"):
    """Give the markers of smoke, fire, poison and acid in a hex."""
    found = effects(played, name)
    return found.smoke, found.fire, found.poison, found.acid


@pytest.mark.rule("HX-AFTERMATH-01")
@pytest.mark.ruling("HX-AFTERMATH-01.2")
def test_one_marker_of_each_type_goes():
    """Poison 2, acid 1, smoke 2: poison 1, acid gone, smoke 1."""
    played = burnt(poison_cloud(smoke=2, acid=1, acid_grade="minor", acid_density=4))
    assert markers(played) == (1, 0, 1, 0)
    assert (effects(played, "D5").acid_grade, effects(played, "D5").acid_density) == ("", 0)


@pytest.mark.rule("HX-AFTERMATH-01")
def test_the_last_marker_takes_the_effect_away():
    """At zero an effect is gone, and the hex is clean."""
    for what in (smoke(1), poison_cloud(markers=1), acid_cloud(markers=1)):
        assert effects(burnt(what), "D5") == effects_in_hex()


@pytest.mark.rule("HX-AFTERMATH-01")
def test_every_hex_is_cleared():
    """Smoke in two hexes burns down in both."""
    played = play_steps(among_effects([], {"B2": smoke(2), "F8": smoke(1)}), "aftermath")
    assert (markers(played, "B2")[0], markers(played, "F8")[0]) == (1, 0)


@pytest.mark.rule("HX-AFTERMATH-01")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2, 2, 1), (1, 2, 1)),
        ((1, 2, 1), (1, 1, 1)),
        ((1, 1, 3), (1, 1, 2)),
        ((0, 2, 2), (0, 1, 2)),
        ((2, 0, 2), (1, 0, 2)),
    ],
)
@pytest.mark.ruling("HX-AFTERMATH-01.3")
def test_by_option_one_marker_in_all_goes(before, after):
    """With one_per_hex the type with most markers loses one, at ties smoke before poison before acid."""
    fog, poison, acid = before
    what = effects_in_hex(
        smoke=fog,
        poison=poison,
        poison_level=8 if poison else 0,
        poison_density=4 if poison else 0,
        acid=acid,
        acid_grade="minor" if acid else "",
        acid_density=4 if acid else 0,
    )
    found = markers(burnt(what, aftermath_decay="one_per_hex"))
    assert (found[0], found[2], found[3]) == after


@pytest.mark.rule("HX-AFTERMATH-02")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0), (3, 2)])
def test_fire_burns_down(before, after):
    """2 fire become 1, still burning next turn; 1 becomes 0, out."""
    played = burnt(effects_in_hex(fire=before))
    assert markers(played)[1] == after
    assert [(row.hex, row.kind, row.left) for row in events_of_kind(played, HexMarkersReduced)] == [
        ("D5", "fire", after)
    ]


@pytest.mark.rule("HX-AFTERMATH-02")
def test_fire_burns_down_besides_the_smoke():
    """By option too a fire marker goes besides the one marker of clouds and smoke."""
    assert markers(burnt(effects_in_hex(fire=2, smoke=2))) == (1, 1, 0, 0)
    assert markers(burnt(effects_in_hex(fire=2, smoke=2), aftermath_decay="one_per_hex")) == (1, 1, 0, 0)


@pytest.mark.rule("HX-AFTERMATH-03")
@pytest.mark.parametrize("before", [2, 1])
def test_a_burning_forest_becomes_rough(before):
    """A forest that loses a fire marker is Rough at that moment, and keeps the fire that is left."""
    played = play_steps(among_effects([], {"D2": BoardHex("forest", (), effects_in_hex(fire=before))}), "aftermath")
    assert (played.game.hexes["D2"].terrain, markers(played, "D2")[1]) == ("rough", before - 1)
    assert [(row.hex, row.terrain) for row in events_of_kind(played, TerrainChanged)] == [("D2", "rough")]


@pytest.mark.rule("HX-AFTERMATH-03")
def test_rough_ground_is_not_in_the_way_and_costs_2():
    """What a burnt forest is now does not block sight by itself and costs 2 for all; the forest cost infantry 1."""
    assert see_each_other("D5", "D2", {"D3": "rough"})
    assert not see_each_other("D5", "D2", {"D3": "forest"})
    assert [attempts_needed(sheet, "rough") for sheet in (tank(), infantry())] == [2, 2]
    assert [attempts_needed(sheet, "forest") for sheet in (tank(), infantry())] == [2, 1]


@pytest.mark.rule("HX-AFTERMATH-03")
@pytest.mark.parametrize("terrain", ["hills", "building", "clear", "swamp"])
def test_other_terrain_does_not_burn_down(terrain):
    """Only forest becomes rough; a forest that does not burn stays."""
    played = play_steps(
        among_effects([], {"D2": BoardHex(terrain, (), effects_in_hex(fire=2)), "D4": "forest"}), "aftermath"
    )
    assert (played.game.hexes["D2"].terrain, played.game.hexes["D4"].terrain) == (terrain, "forest")


@pytest.mark.rule("HX-AFTERMATH-04")
@pytest.mark.ruling("HX-AFTERMATH-04.1")
def test_one_aftermath_removes_everything_at_once():
    """Poison 2, a shaken tank with 2 pinned tokens, an aim of last turn: poison 1, pinned 1, no aim."""
    units = [
        ("a1", "D8", "N", tank(), {"pinned": 2, "shaken_from": 4}),
        ("b1", "D2", "S", infantry(), {"aim": Aim(hex="D2", turn=4)}),
    ]
    played = burnt(poison_cloud(), *units, number=5)
    assert (markers(played)[2], unit(played, "a1").pinned, unit(played, "b1").aim) == (1, 1, None)
    assert [row.unit for row in events_of_kind(played, AimExpired)] == ["b1"]


@pytest.mark.rule("HX-AFTERMATH-04")
def test_a_fresh_aim_lasts():
    """An aim of this turn is not removed before the next Aftermath."""
    units = [("a1", "D8", "N", tank(), {}), ("b1", "D2", "S", infantry(), {"aim": Aim(hex="D2", turn=5)})]
    played = burnt(poison_cloud(), *units, number=5)
    assert unit(played, "b1").aim == Aim(hex="D2", turn=5)
    turn(played, 6)
    assert unit(play_steps(played, "aftermath"), "b1").aim is None


@pytest.mark.rule("HX-AFTERMATH-01", "HX-AFTERMATH-02", "HX-AFTERMATH-03", "HX-AFTERMATH-04")
@pytest.mark.parametrize(("decay", "left"), [("each_type", (1, 1, 0)), ("one_per_hex", (1, 2, 1))])
def test_markers_forests_tokens_and_aims_go_in_the_aftermath(decay: str, left: tuple[int, int, int]) -> None:
    """Markers burn down, forests burn to rough ground, pinned tokens and old aims go."""
    hexes: dict[str, Effects | BoardHex] = {
        "D5": cloud_weapon(8, 4, smoke=2, acid=1, acid_grade="minor", acid_density=4),
        "D2": BoardHex("forest", (), effects_in_hex(fire=2)),
    }
    changes = {"pinned": 2, "shaken_from": 4, "aim": Aim(hex="D8", turn=4)}
    units = [("a1", "D5", "N", tank(), changes), ("b1", "D2", "N", tank(), {"pinned": 2, "shaken_from": 6})]
    played = table((), {"aftermath_decay": decay}, step="aftermath", units=units, hexes=hexes, turn=5)
    outcome = played.ask("aftermath", "table").when("table", ResolveAftermath())
    outcome.then(HexMarkersReduced, hex="D2", kind="fire", left=1).then(TerrainChanged, hex="D2", terrain="rough")
    outcome.then(PinnedTokenRemoved, unit="a1", left=1).then(AimExpired, unit="a1")
    found = played.game.hexes["D5"].effects
    assert (found.smoke, found.poison, found.acid) == left
    assert (unit(played, "b1").pinned, unit(played, "a1").aim) == (1, None)


@pytest.mark.rule("HX-AFTERMATH-01")
def test_a_hex_without_markers_is_clean() -> None:
    """Without markers a hex is clean, and an effect without markers is forgotten."""
    assert hex_markers.reduced(smoke(1), "smoke", 0) is None
    left = hex_markers.reduced(cloud_weapon(8, 4, 1, smoke=1), "poison", 0)
    assert left == smoke(1)


@pytest.mark.rule("HX-AFTERMATH-04", "HX-STACK-04", "HX-SHAKEN-02")
def test_who_is_overstacked_is_shaken_for_the_next_turn_and_no_longer():
    """Two tokens of an overstacked move count from the next turn; one goes in this Aftermath, the other in the next."""
    played = table((), turn=5, units=[("a1", "D5", "N", tank(), {"pinned": 2, "shaken_from": 6})])
    aftermath = played.ask("aftermath", "table").when("table", ResolveAftermath())
    assert aftermath.one(PinnedTokenRemoved).left == 1
    played.set(turn=6)
    assert is_shaken(played.game, unit(played, "a1"))
    played.ask("aftermath", "table").when("table", ResolveAftermath()).accepted()
    played.set(turn=7)
    assert unit(played, "a1").pinned == 0
