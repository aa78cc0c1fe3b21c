"""What everybody sees, the board in text, what holds of every game, what may be asked, and how it is told."""

import pytest

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.invariants import invariants
from adjudicator.rulesets.tile_formations.kinds import KINDS
from adjudicator.rulesets.tile_formations.library import FORCES, MAPS
from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    CasualtyTaken,
    Charge,
    FormationSheet,
    GameEnded,
    SaveRolled,
    SavesRolled,
    ToHitRolled,
    TurnStarted,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.queries import read_force, read_map, read_terrain
from adjudicator.rulesets.tile_formations.reports.messages import ReadForceRequest, ReadMapRequest, ReadTerrainRequest
from adjudicator.rulesets.tile_formations.rows import Cell
from adjudicator.rulesets.tile_formations.story import story
from adjudicator.rulesets.tile_formations.telling import luck
from tests.kit import Table
from tests.rulesets.tile_formations.creating import create, deploy, formation, mustered, opened
from tests.rulesets.tile_formations.givens import (
    begin,
    change,
    end_move,
    infantry,
    move,
    path,
    rules,
    table,
    vehicle,
    war_engine,
)


def field(**rest):
    """Set up two sides: two units of red, one of them larger, and two of blue."""
    return table(
        ". . W . =\n. . . . =\nH H . . .\n. B . . .\n. . . . .", {
            "a1.1": ("A1", vehicle(), {"integrity": 1}), "a2.1": ("A4", war_engine(columns=1, rows=2)),
            "b1.1": ("D3", infantry()), "b1.2": ("E4", infantry()),
        }, terrain={"D1": "woods+minefield", "B4": Cell("buildings", (), 2)},
        **({"formations": {"b1": {"shock": 2, "state": "overwatch"}}} | rest),
    )  # fmt: skip


# -- the view


def test_everybody_sees_everything():
    """Seats, referee and spectators see the same."""
    played = field()
    assert len({repr(played.view(party)) for party in ("red", "blue", "referee", "spectator")}) == 1


def test_the_view_tells_the_battlefield():
    """Size, shape, terrain, options, armies, formations and units are told."""
    shown = field(options={"tile_shape": "hex"}).view("red")
    assert (shown.columns, shown.rows, shown.tile_shape, shown.base) == (5, 5, "hex", "open_ground")
    assert [(each.tile, each.base, each.overlays) for each in shown.tiles][:3] == [
        ("A3", "hills", ()), ("B3", "hills", ()), ("B4", "buildings", ()),
    ]  # fmt: skip
    assert shown.options.tile_shape == "hex"
    assert [(each.seat, each.integrity) for each in shown.sides] == [(0, 4), (1, 2)]
    assert [(each.id, each.shock, each.state) for each in shown.formations] == [
        ("a1", 0, "normal"), ("a2", 0, "normal"), ("b1", 2, "overwatch"),
    ]  # fmt: skip
    assert [each.tiles for each in shown.units][:2] == [("A1",), ("A4", "A5")]
    assert all(each.has_zone for each in shown.units)


def test_phases():
    """The phase follows from the innermost question of the game."""
    played: Table = opened()
    assert played.view("red").phase == "setup"
    create(played).accepted()
    assert played.view("red").phase == "muster"
    played = mustered((formation(infantry()),), (formation(infantry()),))
    assert played.view("red").phase == "deploy"
    deploy(played, "red", "a1.1", "A1")
    deploy(played, "blue", "b1.1", "A12").accepted()
    assert (played.view("red").phase, played.view("red").active) == ("idle", 0)
    played = field()
    begin(played, "a1", "advance")
    shown = played.view("red")
    assert (shown.phase, shown.active, shown.action.formation, shown.action.move) == ("move", 0, "a1", 1)
    end_move(played, "a1").accepted()
    assert played.view("red").phase == "overwatch"


def test_a_walk_that_waits_is_told():
    """A unit whose path waits for a test is named with what is left of its path."""
    played = table(units={"a1.1": ("A1", vehicle()), "b1.1": ("L12", infantry())}, terrain={"B1": "woods"})
    begin(played, "a1")
    move(played, "a1.1", "B1", "C1", "D1").accepted()
    shown = played.view("blue")
    assert (shown.phase, shown.action.moving, shown.action.rest) == ("test", "a1.1", ("C1", "D1"))


def test_an_assault_is_told():
    """The open assault, its contacts and the zones lost in it are told."""
    played = table(units={"a1.1": ("A1", infantry()), "b1.1": ("C1", infantry())})
    begin(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path("B1"), enemy="b1.1")).accepted()
    shown = played.view("red")
    assert shown.assault.formations == ("a1", "b1")
    assert shown.assault.zones_lost == ("b1.1",)
    assert [(each.unit, each.enemy) for each in shown.assault.contacts] == [("a1.1", "b1.1")]
    assert [each.has_zone for each in shown.units] == [True, False]
    assert "in contact with b1.1" in shown.board
    assert "without its zone of control" in shown.board


# -- the board in text


def test_the_board_in_text():
    """Squares stand in rows with a ruler: terrain in signs, below it who is there."""
    played = field()
    lines = played.view("red").board.splitlines()
    assert lines[0] == "Turn 1"
    assert lines[1].split() == ["A", "B", "C", "D", "E"]
    assert lines[2].split() == ["1", ".", ".", "W", "W*", "="]
    assert lines[3].split() == ["a1.1"]
    assert lines[8].split() == ["4", ".", "B!", ".", ".", "."]
    assert lines[9].split() == ["a2.1", "b1.2"]
    assert lines[11].split() == ["a2.1"]
    text = "\n".join(lines)
    assert "* minefield" in text
    assert "b1 b1: overwatch, Shock 2" in text
    assert "a1.1  A1   AV (AV), integrity 1" in text
    assert "occupies A4 A5" in text


def test_hexes_in_text():
    """Of hexes every second column lies half a tile lower."""
    lines = field(options={"tile_shape": "hex"}).view("red").board.splitlines()
    assert lines[2].split() == ["1", ".", "W", "="]
    assert lines[3].split() == ["a1.1", ".", "W*"]


def test_wide_boards_name_formations():
    """Where there is no room for the id of a unit, its formation stands on the board."""
    played = table(units={"a1.1": ("A1", infantry()), "b1.1": ("AD1", infantry())}, columns=30, rows=2)
    assert played.view("red").board.splitlines()[3].split() == ["a1", "b1"]


def test_units_that_are_gone_are_counted():
    """Units that wait or are lost are counted with their formation."""
    played = change(field(), "b1.2", integrity=0, tile="", out="shooting")
    played = change(played, "a2.1", integrity=3, tile="", out="held_back")
    text = played.view("red").board
    assert "b1 b1: overwatch, Shock 2, 1 lost" in text
    assert "a2 a2: 1 held back" in text


# -- what holds of every game


@pytest.mark.parametrize(("fields", "words"), [
    ({"integrity": 0}, "of integrity 1 has 0"), ({"tile": "Z9"}, "off the battlefield"),
    ({"tile": "D3"}, "D3 holds enemies"), ({"tile": "A4"}, "A4 holds"), ({"contacts": ("b1.1",)}, "in contact"),
    ({"out": "shooting"}, "is shooting"), ({"zone_lost": "assault-1"}, "lost its zone"),
    ({"formation": "a2"}, "no formation"),
])  # fmt: skip
def test_broken_units_are_found(fields, words):
    """Whatever can not be true of a unit is said in words."""
    played = field()
    assert list(invariants(played.game)) == []
    change(played, "a1.1", **fields)
    assert any(words in each for each in invariants(played.game))


def test_broken_games_are_found():
    """Terrain without a kind, formations in no state, and actions over each other are said in words."""
    played = field()
    played.set(cells={"Z9": Cell("lava")})
    assert any("off the battlefield" in each for each in invariants(played.game))
    assert any("lava" in each for each in invariants(played.game))
    played = field(formations={"a1": {"state": "merry", "shock": -1}})
    assert any("merry" in each for each in invariants(played.game))
    played = field()
    begin(played, "a1")
    played.ask("choose_action", "red")
    assert "an action is asked for while one is under way" in list(invariants(played.game))


# -- what may be asked


def test_maps_and_forces_are_read():
    """Names are told, and one map or force whole; another name is unknown."""
    game = field().game
    assert read_map(game, 0, ReadMapRequest(game=b"", map="")).names == tuple(MAPS)
    assert read_map(game, 0, ReadMapRequest(game=b"", map="crossroads")).text.startswith("title: Crossroads")
    assert read_force(game, 0, ReadForceRequest(game=b"", force="river_guard")).formations == FORCES["river_guard"]
    with pytest.raises(Unknown):
        read_map(game, 0, ReadMapRequest(game=b"", map="x"))
    with pytest.raises(Unknown):
        read_force(game, 0, ReadForceRequest(game=b"", force="x"))


def test_terrain_is_read():
    """The table of the game is told; before there is one, that of the page."""
    game = field().game
    assert [each.name for each in read_terrain(game, 0, ReadTerrainRequest(game=b"")).kinds] == sorted(KINDS)
    assert len(read_terrain(rules().start(2), 0, ReadTerrainRequest(game=b"")).kinds) == len(KINDS)


# -- how it is told


def test_luck():
    """A throw counts with its chance: the worst face never succeeds, a value of 0 never either."""
    value = Tally.base(4, "TF-SHOOT-01")
    shot = ToHitRolled(unit="b1.1", target="a1.1", weapon="gun", value=value, faces=(1, 5), hits=1)
    assert list(luck(shot)) == [(1, 4, 6, True), (1, 4, 6, False)]
    save = SaveRolled(hit="h1", save="armour", value=Tally.base(7, "TF-SAVE-07"), face=6, saved=False)
    none = SaveRolled(hit="h2", save="none", value=Tally.base(0, "TF-SAVE-07"), face=0, saved=False)
    assert list(luck(SavesRolled(unit="a1.1", saves=(save, none)))) == [(0, 5, 6, False)]


def test_the_story():
    """A game is told in turns, turning points and its end."""
    army = FormationSheet(name="Few", units=(infantry(name="rifles", integrity=3),))
    told = story(("Ann", "Bob"), [
        (3, ArmyMustered(seat=1, force="", formations=(army,))), (5, TurnStarted(turn=1, seat=0)),
        (9, CasualtyTaken(unit="b1.1", points=3, left=0, cause="shooting")),
        (9, UnitDestroyed(unit="b1.1", cause="shooting", morale=True)),
        (9, GameEnded(reason="eliminated", winners=(0,), integrity=(4, 0))),
    ])  # fmt: skip
    assert told == [
        "Turn 1: integrity lost Ann 0, Bob 3. Destroyed: Bob's rifles b1.1 (shooting).",
        "Turning point, entry 9 (turn 1): units worth 3 points of integrity fell: rifles b1.1.",
        "Integrity left: Ann 4, Bob 0.",
        "Ann won in turn 1: eliminated.",
    ]
