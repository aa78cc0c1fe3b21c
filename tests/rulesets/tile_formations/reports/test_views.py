"""What everybody sees."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.model.messages import Charge
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import formation_sheet, infantry, open_table, path, table, vehicle
from tests.rulesets.tile_formations.reports.fixtures import small_table
from tests.rulesets.tile_formations.steps import begin_action, create, deploy, end_move, move, mustered_table


def test_everybody_sees_everything():
    """Seats, referee and spectators see the same."""
    played = small_table()
    assert len({repr(played.view(party)) for party in ("red", "blue", "referee", "spectator")}) == 1


def test_the_view_tells_the_battlefield():
    """Size, shape, terrain, options, armies, formations and units are stated."""
    shown = small_table(options={"tile_shape": "hex"}).view("red")
    assert (shown.columns, shown.rows, shown.tile_shape, shown.base_terrain) == (5, 5, "hex", "open_ground")
    assert [(tile.tile, tile.base_terrain, tile.overlays) for tile in shown.tiles][:3] == [
        ("A3", "hills", ()),
        ("B3", "hills", ()),
        ("B4", "buildings", ()),
    ]
    assert shown.options.tile_shape == "hex"
    assert [(side.seat, side.integrity) for side in shown.sides] == [(0, 4), (1, 2)]
    assert [(formation.id, formation.shock, formation.state) for formation in shown.formations] == [
        ("a1", 0, "normal"),
        ("a2", 0, "normal"),
        ("b1", 2, "overwatch"),
    ]
    assert [unit.tiles for unit in shown.units][:2] == [("A1",), ("A4", "A5")]
    assert all(unit.has_zone for unit in shown.units)


def test_phases():
    """The phase follows from the innermost question of the game."""
    played: Table = open_table()
    assert played.view("red").phase == "setup"
    create(played).accepted()
    assert played.view("red").phase == "muster"
    played = mustered_table((formation_sheet(infantry()),), (formation_sheet(infantry()),))
    assert played.view("red").phase == "deploy"
    deploy(played, "red", "a1.1", "A1")
    deploy(played, "blue", "b1.1", "A12").accepted()
    assert (played.view("red").phase, played.view("red").active) == ("idle", 0)
    played = small_table()
    begin_action(played, "a1", "advance")
    shown = played.view("red")
    assert (shown.phase, shown.active, shown.action.formation, shown.action.move_number) == ("move", 0, "a1", 1)
    end_move(played, "a1").accepted()
    assert played.view("red").phase == "overwatch"


def test_a_suspended_move_is_stated():
    """A unit whose path waits for a test is named with what is left of its path."""
    played = table(units={"a1.1": ("A1", vehicle()), "b1.1": ("L12", infantry())}, terrain={"B1": "woods"})
    begin_action(played, "a1")
    move(played, "a1.1", "B1", "C1", "D1").accepted()
    shown = played.view("blue")
    assert (shown.phase, shown.action.moving, shown.action.rest) == ("test", "a1.1", ("C1", "D1"))


def test_an_assault_is_stated():
    """The open assault, its contacts and the zones lost in it are stated."""
    played = table(units={"a1.1": ("A1", infantry()), "b1.1": ("C1", infantry())})
    begin_action(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path("B1"), enemy="b1.1")).accepted()
    shown = played.view("red")
    assert shown.assault.formations == ("a1", "b1")
    assert shown.assault.zones_lost == ("b1.1",)
    assert [(contact.unit, contact.enemy) for contact in shown.assault.contacts] == [("a1.1", "b1.1")]
    assert [unit.has_zone for unit in shown.units] == [True, False]
    assert "in contact with b1.1" in shown.board
    assert "without its zone of control" in shown.board
