"""Scenes: what a View has stands in them at its place, marks tell what an entry did, and nothing else is in them.

About 3 seconds: each of three golden games is folded and drawn once.
"""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.scene import Area, Body, Line, Measure, Path, Shot, Template, Token, Zone, to_json
from adjudicator.registry import rules_of
from adjudicator.rulesets.antares.model.messages import RollOverheadShift
from adjudicator.rulesets.antares.roster.library import SCENARIOS
from tests.golden_scenes import (
    assert_comes_back,
    assert_ids_are_stable,
    assert_marks_fit,
    assert_numbers_stand_at_their_paths,
    draw,
    drawn_games,
    drawn_step,
    setting_of,
    ten_of,
)
from tests.rulesets.antares.fixtures import created_game, overhead_duel, target_place
from tests.rulesets.antares.steps import fired, roll_accuracy

NAME = "antares"
PLACES = [(18_000, 24_000, 3_000), (36_000, 24_000, 3_000), (54_000, 24_000, 3_000)]
games = pytest.mark.parametrize("name", ["attrition", "clash", "hold_the_ground_otherwise"])


def _places(view):
    models = (model for unit in view.units for model in unit.models)
    return {f"body:{model.id}": (model.pose.x, model.pose.y) for model in models if model.pose is not None}


@games
def test_ten_entries_of_a_game_are_drawn_as_their_views_have_them(name):
    """Every base stands where its model does, with its wounds; every drawn number is one that its paths name."""
    for row in ten_of(drawn_games(NAME, name)):
        bodies = {item.id: item for item in row.scene.items if isinstance(item, Body)}
        models = {f"body:{model.id}": (unit, model) for unit in row.view.units for model in unit.models}
        placed = {f"body:{device.id}" for device in row.view.devices if device.pose is not None}
        assert {key: (body.x, body.y) for key, body in bodies.items() if key not in placed} == _places(row.view)
        for key, body in bodies.items():
            if key not in placed:
                unit, model = models[key]
                assert (body.unit, body.seat, body.wounds, body.hidden) == (unit.id, unit.seat, model.wounds, False)
                assert ("pinned" in body.states, "down" in body.states) == (unit.pins > 0, unit.order == "down")
        assert_numbers_stand_at_their_paths(row)
        assert_comes_back(row.scene)


@games
def test_order_dice_and_pins_lie_with_their_units(name):
    """Every unit on the table has its order and pins as tokens, and no other unit has one."""
    for row in ten_of(drawn_games(NAME, name)):
        tokens = {item.id: item.value for item in row.scene.items if isinstance(item, Token)}
        units = [unit for unit in row.view.units if unit.place == "table" and any(row.pose for row in unit.models)]
        orders = {f"token:order-{unit.id}": unit.order for unit in units if unit.order}
        pins = {f"token:pins-{unit.id}": str(unit.pins) for unit in units if unit.pins}
        assert {key: text for key, text in tokens.items() if key.startswith("token:order-")} == orders
        assert {key: text for key, text in tokens.items() if key.startswith("token:pins-")} == pins
        away = {unit.id for unit in row.view.units if unit.place != "table"}
        assert away == {item.unit for item in row.scene.board.aside}


@games
def test_marks_begin_and_end_where_the_views_have_the_bases(name):
    """Ways lead from the View before to the View after, shots name what is drawn, limits that hold are kept."""
    drawn = drawn_games(NAME, name)
    assert_ids_are_stable(drawn)
    for row in drawn:
        assert_marks_fit(row, _places)
    kinds = {type(mark) for row in drawn for mark in row.marks}
    assert kinds == {Path, Shot, Measure}


@pytest.mark.rule("AN-GEN-07")
def test_objectives_tell_who_holds_them():
    """AN-GEN-07 An objective is drawn with its reach, and is whose side alone is near it."""
    drawn = drawn_games(NAME, "hold_the_ground_otherwise")
    held = set()
    for row in drawn:
        zones = [item for item in row.scene.items if isinstance(item, Zone) and item.kind == "objective"]
        assert [zone.seat for zone in zones] == [objective.holder for objective in row.view.objectives]
        assert [(zone.circle.x, zone.circle.y, zone.circle.radius) for zone in zones] in ([], PLACES)
        held |= {zone.seat for zone in zones}
    assert held == {None, 0, 1}


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_every_piece_of_terrain_of_every_scenario_is_drawn(scenario):
    """Areas are drawn by their ground, obstacles as lines, each with a word for what it is."""
    scene = draw(NAME, created_game(scenario=scenario).game)
    terrain = SCENARIOS[scenario].terrain
    areas = {item.id: item.poly for item in scene.items if isinstance(item, Area)}
    lines = {item.id: item.points for item in scene.items if isinstance(item, Line)}
    shapes = {piece.id: tuple((spot.x, spot.y) for spot in piece.shape) for piece in terrain}
    assert areas == {f"area:{row.id}": shapes[row.id] for row in terrain if row.terrain_type == "area"}
    assert lines == {f"line:{row.id}": shapes[row.id] for row in terrain if row.terrain_type == "obstacle"}
    assert (scene.board.width, scene.board.height) == (
        SCENARIOS[scenario].terms.length,
        SCENARIOS[scenario].terms.width,
    )


@pytest.mark.rule("AN-OH-12")
def test_a_template_lies_on_the_table_until_its_volley_is_settled():
    """AN-OH-12 A template that came down is drawn with its radius, and a mark tells on whom it came down."""
    played = overhead_duel([4, 3])
    x, y = target_place()
    roll_accuracy(played, fired("lobber", aim=(x, y)))
    row = drawn_step(NAME, played, lambda: played.when("table", RollOverheadShift()).accepted())
    (template,) = [item for item in row.scene.items if isinstance(item, Template)]
    (radius,) = {weapon.overhead.radius for weapon in row.view.weapons if weapon.id == "lobber"}
    assert template.points == ((x, y), (x + radius, y))
    assert row.marks[0].points == template.points
    assert row.marks[0].text.endswith("comes down on b-y (3 hits, 0 pins).")
    assert_numbers_stand_at_their_paths(row)


@pytest.mark.rule("AN-OH-03")
def test_a_template_that_shifts_is_drawn_from_its_aim():
    """AN-OH-03 A failed shot against 4 shifts 8 inches east: drawn from the aim point to where it lies."""
    played = overhead_duel([7, 8, 25])
    x, y = target_place()
    roll_accuracy(played, fired("lobber", aim=(x, y)))
    row = drawn_step(NAME, played, lambda: played.when("table", RollOverheadShift()).accepted())
    assert (row.marks[0].points, row.marks[0].length) == (((x, y), (x + 8000, y)), 8000)


def test_every_party_is_shown_the_same_table():
    """Nothing is secret in this game: the scene of a seat is that of a spectator, but for the viewer's name."""
    game = created_game(scenario="clash").game
    seat, spectator = draw(NAME, game, 0), draw(NAME, game, SPECTATOR)
    assert (seat.viewer, spectator.viewer) == ("red", "spectator")
    assert to_json(replace(seat, viewer="spectator")) == to_json(spectator)


def test_wounds_are_those_that_are_left():
    """AN-RESIST-08 A model that has lost Wounds is drawn with those it has left, of those of its kind."""
    row = drawn_games(NAME, "clash")[-1]
    unit = next(unit for unit in row.view.units if unit.place == "table")
    hurt = replace(unit, models=(replace(unit.models[0], wounds=5), *unit.models[1:]))
    view = replace(row.view, units=tuple(hurt if other.id == unit.id else other for other in row.view.units))
    scene = rules_of(NAME).scene.scene(view, setting_of(("red", "blue"), rules_of(NAME).start(2), 1))
    bodies = {item.id: item for item in scene.items if isinstance(item, Body)}
    kinds = {kind.name: kind.wounds for kind in unit.sheet.kinds}
    drawn = [(bodies[f"body:{model.id}"].wounds, bodies[f"body:{model.id}"].of) for model in unit.models]
    assert drawn[0] == (5, kinds[unit.models[0].kind])
    assert drawn[1:] == [(model.wounds, kinds[model.kind]) for model in unit.models[1:]]
