"""The public tables hold what a spectator may know, all tables are declared, and nothing secret changes them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.decide.public_tables import PublicTables
from adjudicator.kernel.decide.state import Draw, Tables
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.record.mpint import encode
from adjudicator.rulesets.hex_orders.model import public
from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AllocatedHit,
    Bonus,
    FreePoints,
    HexTerrain,
    Hit,
    Load,
    MapArea,
    Pending,
    SplitFreePoints,
    TableResult,
)
from adjudicator.rulesets.hex_orders.model.public import public_tables
from adjudicator.rulesets.hex_orders.model.rows import (
    ArmyUnit,
    Choice,
    Declared,
    Exchange,
    Fight,
    Orders,
    Proposal,
    Retreat,
    Running,
    Setup,
    Unit,
)
from adjudicator.rulesets.hex_orders.model.state import Game
from tests.rulesets.hex_orders.fixtures import board_hex, field, infantry, tank
from tests.rulesets.hex_orders.secrets import steps
from tests.rulesets.hex_orders.secrets.steps import Pair, created_twice, shelled
from tests.rulesets.hex_orders.secrets.test_whole_games import IN_EVERY_RUN as SEEN
from tests.rulesets.hex_orders.setup.full_lists import area_of, full_army, full_list
from tests.rulesets.hex_orders.setup.steps import huge

VIEWERS = (0, 1, SPECTATOR)
SPOT: dict[str, Any] = {"hidden_reveal": "spot_only"}
OPEN: dict[str, Any] = {"open_orders": True, "open_choices": True}
WAYS = ("orders", "intents", "contributors", "allocations")


@pytest.fixture
def compare_public_tables(monkeypatch):
    """Let pairs of worlds compare their public tables after every entry, beside all that a viewer gets."""
    plain = steps.sent_to

    def shown(world, viewer):
        return {**plain(world, viewer), "tables": encode(public.public_tables(world.game))}

    monkeypatch.setattr(steps, "sent_to", shown)


# -- games that differ in a secret


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.usefixtures("compare_public_tables")
@pytest.mark.parametrize(
    ("options", "viewer"),
    [
        pytest.param(options, viewer, marks=pytest.mark.long if (name, viewer) in SEEN else (), id=f"{name}-{viewer}")
        for name, options in {"standard": {}, "spot_only": SPOT, "open": OPEN}.items()
        for viewer in VIEWERS
    ],
)
def test_what_stands_behind_tokens_is_not_in_them(options, viewer):
    """Sheet, facing, speed, tokens, orders, choices and dice of hidden units change no byte at any entry."""
    played = [Pair(seed, viewer, **options).play(150) for seed in range(4000, 4004)]
    assert sum(row.differ for row in played) > 3 * len(played)
    assert sum(row.entries for row in played) > 30 * len(played)


@pytest.mark.rule("HX-ORDERS-05", "HX-CHOICE-02", "HX-ASSAULT-14", "HX-ASSAULT-23")
@pytest.mark.usefixtures("compare_public_tables")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_answers_are_not_in_them_until_they_are_shown(viewer):
    """Orders that are not due, intents, contributors and allocations of open units change no byte before that."""
    played = [Pair(seed, viewer, WAYS).play(60) for seed in range(5000, 5006)]
    assert all(row.differ for row in played)
    assert {row.end for row in played} == {"came out"}


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.usefixtures("compare_public_tables")
def test_hits_on_tokens_are_not_in_them():
    """Where only spotting reveals, area fire on a token changes no byte, whether it hits or not."""
    assert sum(hits_differ(seed) for seed in range(6)), "nowhere was the token hit otherwise in the other world"


def hits_differ(seed: int) -> bool:
    """Fire at a hex with a token, step by step; tell whether the hits are others in the other world at any entry."""
    pair, differ = shelled(seed, SPECTATOR, pace="step"), False
    while pair.one.window.kind != "orders" and not pair.end:
        differ |= pair.one.game.hits != pair.two.game.hits
        pair.go_on(1)
    return differ


@pytest.mark.rule("HX-HUGE-01", "HX-ARMY-05", "HX-ARMY-09", "HX-MAP-05")
@pytest.mark.usefixtures("compare_public_tables")
def test_what_is_handed_in_is_not_in_them():
    """Free points, huge units, armies and areas change no byte until they are told."""
    pair = created_twice(
        SPECTATOR, "asymmetric", (("dwarf", 1, "armoured"), ("elf", 2, "light")), secret_map_design=True
    ).go_on(1)
    pair.give(0, *(SplitFreePoints(points=FreePoints(mp=mp, cp=6 - mp, xp=0)) for mp in (6, 1)))
    pair.give(0, huge("behemoth"), huge("behemoth"))
    pair.give(1, huge(), huge())
    pair.give(0, full_army("behemoth", "snipers", "rangers"), full_army("behemoth", "stalker"))
    pair.give(1, full_army("line_infantry"), full_army("line_infantry"))
    pair.give(0, area_of(A1="forest", B2="swamp"), area_of(C3="hills"))
    assert (pair.differ, pair.end) == (3, "")
    other = created_twice(SPECTATOR)
    other.give(0, huge("behemoth"), huge())
    assert (other.differ, other.end) == (1, "")


SECRET = {"again", "areas", "choices", "running", "suspended"}
REDACTED = public_tables.redacted


def make_public(monkeypatch, name: str) -> None:
    """Let a table be public as it is."""
    kept = {key: redact for key, redact in REDACTED.items() if key != name}
    secret = SECRET - {name, "again", "suspended"}
    plain = set(Game.ALL) - set(Tables.ALL) - set(kept) - secret
    monkeypatch.setattr(public, "public_tables", PublicTables(Game, public=plain, redacted=kept, secret=secret))


@pytest.mark.usefixtures("compare_public_tables")
@pytest.mark.parametrize(
    ("name", "first"),
    [
        *((name, 4000) for name in ("units", "sheets", "orders", "armies", "running", "choices")),
        ("declared", 4010),  # seldom in a pair
    ],
)
def test_the_pairs_find_a_table_that_is_not_redacted(monkeypatch, name, first):
    """A table that is shown as it is makes pairs differ that must not."""
    make_public(monkeypatch, name)
    with pytest.raises(AssertionError, match="sees another"):
        play_many(range(first, first + 30))


def play_many(seeds: range) -> None:
    """Play pairs before a spectator."""
    for seed in seeds:
        Pair(seed, SPECTATOR, **SPOT).play(120)


@pytest.mark.usefixtures("compare_public_tables")
@pytest.mark.parametrize("name", ["sides", "armies", "areas"])
def test_the_pairs_of_armies_find_a_table_that_is_not_redacted(monkeypatch, name):
    """A table that is shown as it is tells what was handed in."""
    make_public(monkeypatch, name)
    with pytest.raises(AssertionError, match="sees another"):
        test_what_is_handed_in_is_not_in_them()


@pytest.mark.usefixtures("compare_public_tables")
def test_the_pairs_of_shells_find_hits_that_are_not_redacted(monkeypatch):
    """Hits that are shown as they are tell that a token was hit."""
    make_public(monkeypatch, "hits")
    with pytest.raises(AssertionError, match="sees another"):
        [hits_differ(seed) for seed in range(6)]


# -- what a unit did behind its token


def board() -> Game:
    """Set up an open unit and a token of either side, in the second turn."""
    units = [
        ("a1", "D6", "N", tank()),
        ("a2", "C7", "N", infantry(hidden=True), {"hidden": True}),
        ("b1", "D3", "S", tank(nation="elf")),
        ("b2", "C3", "S", infantry(nation="elf", hidden=True), {"hidden": True}),
    ]
    game = field(units=units, turn=2, step="gunnery_1")
    game.orders["a1@3"] = Orders("a1", 0, 3, "F+-+-", ("-+-",), 9, final=True)
    return game


def hashed_bytes(game: Game) -> bytes:
    """Give the bytes that are hashed."""
    return encode(public_tables(game))


OTHERS: dict[str, Any] = {
    "facing": "SW",
    "speed": "slow",
    "dead": (2,),
    "pinned": 2,
    "shaken_from": 3,
    "difficult_hex": "C4",
    "difficult": 1,
    "aim": Aim(hex="C4", turn=1),
    "lost_weapons": ("gun",),
    "acid": 1,
    "minor_acid": 1,
    "fire": 1,
    "poison": (4,),
    "bleeding": (4,),
    "armour_loss": 1,
    "met": ("C3:fire",),
    "stuck": 8,
    "chosen": (1,),
    "turn_of_met": 2,
    "hexes_left": ("C4",),
    "hex": "C4",
    "out": "damage",
    "loads": (Load(weapon="gun", count=1),),
    "uses": (Load(weapon="gun", count=1),),
    "bonuses": (Bonus(table="regular", by=1),),
    "pending": (Pending(result=TableResult(kind="kill", x=1, word=""), cause="damage"),),
}


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.parametrize("name", [name for name in Unit.__struct_fields__ if name not in ("id", "seat", "hidden")])
def test_a_token_shows_its_hex_alone(name):
    """Every field of a hidden unit but its hex is secret; of an open one it is public."""
    game, before = board(), hashed_bytes(board())
    game.units["b2"] = replace(game.units["b2"], **{name: OTHERS[name]})
    assert (hashed_bytes(game) != before) == (name == "hex")
    game = board()
    game.units["b1"] = replace(game.units["b1"], **{"turn_of_met": 2, name: OTHERS[name]})
    assert hashed_bytes(game) != before


@pytest.mark.rule("HX-GAP-09")
def test_what_a_unit_did_before_it_was_turned_face_up_stays_out():
    """Effects met in earlier turns, earlier orders, attempts to spot, hits and replaced orders are told by no event."""
    one, two = board(), board()
    for game in (one, two):
        game.units["b2"] = replace(game.units["b2"], hidden=False)
        game.orders["b2@2"] = replace(game.orders["b2@2"], shown=True)
    two.units["b2"] = replace(two.units["b2"], turn_of_met=1, hexes_left=("C4",))
    two.orders["b2@1"] = Orders("b2", 1, 1, "Rev+-+-", ("-+-",), 0, final=True, shown=True)
    two.running["b2"] = Running("b2", ("-", "-", "-"), (("-", "-"),), shaken=True)
    two.declared["b2.1"] = Declared("b2.1", "spot", 1, "b2", target="a2")
    two.hits["b2.1"] = a_hit("b2.1")
    assert hashed_bytes(one) == hashed_bytes(two)
    two.hits["h1"] = a_hit("h1")
    assert hashed_bytes(one) != hashed_bytes(two)


def a_hit(id: str) -> Hit:
    """Make a hit of a1 on b2."""
    nothing = Tally.base(0, "HX-DAMAGE-01")
    return Hit(
        id=id,
        seat=0,
        unit="a1",
        source="gun",
        target="b2",
        angle="front",
        penetration=nothing,
        damage=None,
        bonus=nothing,
        extra=(),
        light=False,
        effects=(),
    )


@pytest.mark.rule("HX-ORDERS-04", "HX-ORDERS-05")
def test_orders_are_known_to_be_there_before_they_are_shown():
    """Of committed orders of an open unit nothing but their turn is public; all of them is once they are shown."""
    one, two = board(), board()
    two.orders["a1@3"] = Orders("a1", 0, 3, "Rev+-+-", ("Fire+-",), 8, final=True, defaulted=True)
    assert hashed_bytes(one) == hashed_bytes(two)
    two.orders["a1@3"] = replace(two.orders["a1@3"], final=False)
    assert hashed_bytes(one) != hashed_bytes(two)
    for game in (one, two):
        game.orders["a1@3"] = replace(game.orders["a1@3"], final=True, shown=True)
    assert hashed_bytes(one) != hashed_bytes(two)


# -- what is public is in them


def changes() -> dict[str, Any]:
    """Give a change of something public for every table that is not secret."""
    return {
        "armies": {"0:9": ArmyUnit(0, 9, tank(), out=True)},
        "attempts": ("a1",),
        "draw_offered": 1,
        "ended": "agreement",
        "declared": {"s1": Declared("s1", "spot", 0, "a1", target="b2")},
        "exchanges": {"x1": Exchange("x1", ("D4", "D5"), ("a1", "b1"), 0)},
        "fights": {"f1": Fight("f1", "D5", ())},
        "fired_at": ("D3",),
        "hits": {"h1": a_hit("h1")},
        "hexes": {**board().hexes, "D5": board_hex("forest")},
        "options": replace(board().options, reshake="add_two"),
        "lists": {"elf": full_list("elf")},
        "draw": Draw(0),
        "order": ("h1",),
        "orders": {},
        "proposal": Proposal(0, ()),
        "rank": 1,
        "retreats": {"a1": Retreat("a1", "f1")},
        "setup": Setup(3),
        "sheets": {**board().sheets, "a1": infantry()},
        "sides": {},
        "step": "movement_1",
        "terms": None,
        "turn": 3,
        "units": {**board().units, "a1": replace(board().units["a1"], facing="S")},
        "winner": 0,
    }


@pytest.mark.parametrize("name", [name for name in Game.ALL if name not in {*SECRET, "facts", "result", "stack"}])
def test_a_change_of_what_is_public_changes_them(name):
    """Every table that is declared public, or in part, is in the bytes."""
    game = board()
    setattr(game, name, changes()[name])
    assert hashed_bytes(game) != hashed_bytes(board())


@pytest.mark.parametrize("name", ["areas", "choices", "running"])
def test_secret_tables_are_left_out(name):
    """Designs, choices and what units carry out are in none of the bytes."""
    game, others = board(), {"areas": {0: MapArea(hexes=(HexTerrain(hex="A1", terrain="forest", overlays=()),))}}
    setattr(game, name, {**others, "choices": {"a1": Choice("a1", hex="D5")}, "running": {}}[name])
    assert hashed_bytes(game) == hashed_bytes(board())


@pytest.mark.rule("HX-ASSAULT-14", "HX-ASSAULT-23")
def test_answers_that_wait_for_the_other_side_are_left_out():
    """Contributors and allocations of one side are secret until both are in."""
    game, other = board(), board()
    game.fights = {"f1": Fight("f1", "D5", ())}
    hit = AllocatedHit(id="", seat=0, group="a1.1", target="b1", supports=())
    other.fights = {"f1": Fight("f1", "D5", (), committed=((0, ("a1",)),), allocated=((0, (hit,)),))}
    assert hashed_bytes(game) == hashed_bytes(other)


@pytest.mark.rule("HX-SETUP-16")
def test_an_army_shows_which_open_units_found_no_room():
    """Who was to stand behind a token stays secret, unless it is huge."""
    game = board()
    game.armies["0:8"] = ArmyUnit(0, 8, infantry(hidden=True), out=True)
    assert hashed_bytes(game) == hashed_bytes(board())
    game.armies["0:8"] = ArmyUnit(0, 8, infantry(hidden=True, size="huge"), out=True)
    assert hashed_bytes(game) != hashed_bytes(board())


# -- their shape


def test_they_are_shaped_like_all_tables():
    """Names ascend, rows ascend by key, and nothing that was drawn for people is in them."""
    tables = public_tables(board())
    names = [name for name, _ in tables]
    assert names == sorted(names)
    assert {*names} == {*Game.ALL} - SECRET
    for _, rows in tables:
        keys = [row[0] for row in rows] if isinstance(rows, list) else []
        assert keys == sorted(keys)
    assert "\n" not in str(tables)


def test_a_table_that_is_not_declared_is_an_error():
    """Nothing is public by default."""
    with pytest.raises(TypeError, match="winner"):
        PublicTables(Game, public=set(Game.ALL) - set(Tables.ALL) - set(REDACTED) - {"winner"}, redacted=REDACTED)
