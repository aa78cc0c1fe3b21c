"""HX-HEXFX, HX-AFTERMATH: what lies in hexes, whom it meets, and how it goes."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.rulesets.hex_orders.model.messages import (
    AcidApplied,
    Aim,
    AimExpired,
    Effects,
    FightUnit,
    HexEffect,
    HexEffectMet,
    HexEffectTriggered,
    HexMarkersReduced,
    PinnedTokenRemoved,
    PoisonApplied,
    Resistance,
    ResolveAftermath,
    TerrainChanged,
    TriggerHexEffects,
    UnitRevealed,
    UnitSetOnFire,
    UnitShaken,
)
from adjudicator.rulesets.hex_orders.model.rows import Cell, Fight
from adjudicator.rulesets.hex_orders.rules.damage import hex_effects, hex_markers
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.givens import Placed, field, infantry, smoke, table, tank, unit


def lying(**changes: Any) -> Effects:
    """Make what lies in a hex: markers of nothing but what is named."""
    return smoke(0, **changes)


def cloud(level: int, density: int, markers: int = 2, **changes: Any) -> Effects:
    """Make a poison cloud."""
    return lying(poison=markers, poison_level=level, poison_density=density, **changes)


def fired(kind: str, level: int = 0, grade: str = "", density: int = 0) -> HexEffect:
    """Make what is placed."""
    return HexEffect(kind=kind, level=level, grade=grade, density=density)


def triggered(
    dice: tuple[int, ...], *units: Placed, hexes: dict[str, Any] | None = None, scope: str = "movement", **rest: Any
) -> tuple[Outcome, Table]:
    """Trigger what lies in hexes for units."""
    played = table(dice, rest.pop("options", None), step="movement_1", units=units, hexes=hexes, turn=5)
    played.set(**rest).ask("effects", "table", about=(scope,))
    return played.when("table", TriggerHexEffects()).accepted(), played


# -- placing


@pytest.mark.rule("HX-HEXFX-04", "HX-HEXFX-09", "HX-HEXFX-13", "HX-HEXFX-15")
def test_placing() -> None:
    """Fresh effects have two markers, further ones add one; clouds become one cloud."""
    assert hex_markers.merged(None, fired("smoke"), 1) == smoke(2, by=(1,))
    assert hex_markers.merged(smoke(1), fired("smoke"), 0).smoke == 2
    poison = hex_markers.merged(cloud(4, 5), fired("poison_cloud", 8, density=4), 0)
    assert (poison.poison, poison.poison_level, poison.poison_density) == (3, 8, 3)
    assert hex_markers.merged(cloud(6, 1), fired("poison_cloud", 6, density=1), 0).poison_density == 1
    both = hex_markers.merged(lying(acid=2, acid_grade="minor", acid_density=4), fired("acid_cloud", 0, "major", 5), 1)
    assert (both.acid, both.acid_grade, both.acid_density, both.acid_by) == (3, "major", 4, (0, 1))
    burning = hex_markers.merged(lying(fire=1), fired("fire"), 0)
    assert (burning.fire, burning.smoke) == (2, 2)
    mixed = hex_markers.merged(None, fired("poison_acid_cloud", 4, "minor", 4), 0)
    assert (mixed.poison, mixed.acid, mixed.poison_density, mixed.acid_grade) == (2, 2, 4, "minor")


# -- meeting


@pytest.mark.rule("HX-HEXFX-06", "HX-HEXFX-07")
def test_poison_cloud() -> None:
    """A die for each model, then the pin test of the base."""
    hexes = {"D5": cloud(8, 4)}
    outcome, played = triggered((4, 6, 1, 2, 5), ("a1", "D5", "N", infantry()), hexes=hexes)
    outcome.then(HexEffectTriggered, effect="poison_cloud", affected=2).then(PoisonApplied, level=8)
    outcome.then(HexEffectTriggered, effect="poison_pin", affected=1).then(UnitShaken, tokens=2, from_turn=5)
    assert unit(played, "a1").poison == (8, 8)
    assert unit(played, "a1").met == ("D5:poison",)


@pytest.mark.rule("HX-HEXFX-07", "HX-HEXFX-08")
def test_who_is_tested() -> None:
    """A crew is pinned and not poisoned; the gas-proof and the lifeless take no test at all."""
    proof = infantry(immunities=("poison_cloud",))
    hardy = infantry(models=infantry().models[:1], resistances=(Resistance(type="poison", by=2),))
    units = [
        ("a1", "D5", "N", tank()), ("a2", "D5", "N", proof), ("a3", "C5", "N", tank(types=("tank",))),
        ("a4", "C5", "N", hardy),
    ]  # fmt: skip
    outcome, played = triggered((4, 1, 6), *units, hexes={"D5": cloud(8, 4), "C5": cloud(8, 4)})
    tests = [event for event in outcome.events if isinstance(event, HexEffectTriggered)]
    needed = [(event.unit, event.effect, event.needed.total) for event in tests if event.needed]
    assert needed == [("a1", "poison_pin", 5), ("a4", "poison_cloud", 4), ("a4", "poison_pin", 7)]
    assert [unit(played, id).pinned for id in ("a1", "a2", "a3", "a4")] == [0, 0, 0, 0]


@pytest.mark.rule("HX-HEXFX-11", "HX-HEXFX-12", "HX-HEXFX-16")
def test_acid_and_fire() -> None:
    """One die for a base, whatever lies there."""
    hexes = {"D5": lying(acid=1, acid_grade="major", acid_density=3, fire=3)}
    outcome, _ = triggered((3, 5), ("a1", "D5", "N", infantry()), hexes=hexes)
    outcome.then(AcidApplied, grade="major", tokens=1).then(UnitSetOnFire, tokens=1)


@pytest.mark.rule("HX-HEXFX-03")
@pytest.mark.parametrize(("options", "tests"), [
    ({}, 2), ({"fx_friendly": False}, 1), ({"fx_affects_flying": True}, 3),
])  # fmt: skip
def test_whom_it_acts_on(options: dict[str, Any], tests: int) -> None:
    """Friend and enemy alike, not those that fly, unless the terms say otherwise."""
    units = [
        ("a1", "D5", "N", tank()), ("b1", "E5", "N", tank()), ("b2", "E5", "N", tank(types=("flying",))),
    ]  # fmt: skip
    hexes = {"D5": lying(fire=1), "E5": lying(fire=1)}
    outcome, _ = triggered((1,) * tests, *units, hexes=hexes, options=options)
    assert sum(isinstance(event, HexEffectTriggered) for event in outcome.events) == tests


@pytest.mark.rule("HX-TURN-03", "HX-HEXFX-01")
def test_scopes() -> None:
    """After gunnery only hexes fired at act; who met an effect does not meet it again."""
    units = [("a1", "D5", "N", tank()), ("b1", "E5", "N", tank(), {"met": ("E5:fire",), "met_turn": 5})]
    hexes = {"D5": lying(fire=1), "E5": lying(fire=1)}
    outcome, _ = triggered((), *units, hexes=hexes, scope="gunnery", fired_at=("E5",))
    assert outcome.events == ()
    outcome, _ = triggered((1,), *units, hexes=hexes)
    outcome.then(HexEffectMet, unit="a1", hex="D5")


@pytest.mark.rule("HX-HEXFX-03", "HX-TURN-06")
def test_contested_hex() -> None:
    """Units that try to enter a contested hex meet its effects, and those of the hex they stand in."""
    units = [("a1", "D5", "N", tank()), ("b1", "D4", "S", tank())]
    fighters = (
        FightUnit(unit="a1", seat=0, origin="D5", goal="D4", reverse=False),
        FightUnit(unit="b1", seat=1, origin="D4", goal="", reverse=False),
    )
    fights = {"f1": Fight("f1", "D4", fighters)}
    outcome, played = triggered((1, 1), *units, hexes={"D4": lying(fire=1)}, fights=fights)
    assert [event.unit for event in outcome.events if isinstance(event, HexEffectMet)] == ["a1", "b1"]
    assert unit(played, "a1").hex == "D5"


@pytest.mark.rule("HX-HEXFX-02", "HX-ASSAULT-06")
@pytest.mark.parametrize(("way", "again"), [
    (("D5", "D4", "D5"), True), (("D5",), False), (("E5", "D5"), False), (("D4",), False),
])  # fmt: skip
@pytest.mark.parametrize("timing", ["on_reentry", "once_per_turn"])
def test_entering_again(way: tuple[str, ...], again: bool, timing: str) -> None:
    """Who really was in a hex and comes back meets its effects anew; who was kept out before does not."""
    changes = {"met": ("D5:fire",), "met_turn": 3}
    game = field(units=[("a1", "D6", "N", tank(), changes)], turn=3, options={"fx_retrigger": timing})
    row = game.units["a1"]
    for where in way:
        row = hex_effects.moved_into(game, row, where)
    assert row.hex == way[-1]
    assert (hex_effects.met_of(game, row) == ()) is (again and timing == "on_reentry")
    game.turn = 4
    assert (hex_effects.met_of(game, row), hex_effects.been_of(game, row)) == ((), ())


@pytest.mark.rule("HX-GUNNERY-21", "HX-GAP-09")
@pytest.mark.parametrize(("reveal", "face", "public"), [
    ("standard", 4, []), ("standard", 5, [UnitRevealed, UnitSetOnFire]), ("spot_only", 5, []),
])  # fmt: skip
def test_hidden_unit(reveal: str, face: int, public: list[type]) -> None:
    """A hidden unit tests in secret; one that takes a token shows itself, where the terms say so."""
    row = ("b1", "D5", "N", tank(), {"hidden": True})
    outcome, played = triggered((face,), row, hexes={"D5": lying(fire=1)}, options={"hidden_reveal": reveal})
    assert [type(event) for event in outcome.events if getattr(event, "owner", EVERYONE) == EVERYONE] == public
    assert [(roll.stream, roll.roller) for roll in played.rolls] == [(2, 1)]


# -- aftermath


@pytest.mark.rule("HX-AFTERMATH-01", "HX-AFTERMATH-02", "HX-AFTERMATH-03", "HX-AFTERMATH-04")
@pytest.mark.parametrize(("decay", "left"), [("each_type", (1, 1, 0)), ("one_per_hex", (1, 2, 1))])
def test_aftermath(decay: str, left: tuple[int, int, int]) -> None:
    """Markers burn down, forests burn to rough ground, pinned tokens and old aims go."""
    hexes: dict[str, Effects | Cell] = {
        "D5": cloud(8, 4, smoke=2, acid=1, acid_grade="minor", acid_density=4),
        "D2": Cell("forest", (), lying(fire=2)),
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
def test_clean_again() -> None:
    """Without markers a hex is clean, and an effect without markers is forgotten."""
    assert hex_markers.reduced(smoke(1), "smoke", 0) is None
    left = hex_markers.reduced(cloud(8, 4, 1, smoke=1), "poison", 0)
    assert left == smoke(1)
