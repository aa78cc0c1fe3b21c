"""An estimate in hex_orders is told if and only if the command that it is about is accepted; else both say the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AttemptPreAssaultRetreat,
    FireAreaWeapon,
    FireHexEffect,
    FireWeapon,
    HexEffect,
    Load,
    Shot,
    SpotAim,
    SpotHiddenUnit,
)
from adjudicator.rulesets.hex_orders.model.state import on_board
from adjudicator.rulesets.hex_orders.reports.messages import (
    EstimateAreaAttackRequest,
    EstimateRollRequest,
    EstimateShotRequest,
)
from tests.kit import Table
from tests.odds_by_play.test_hex_orders import AHEAD, GAME, NEAR, STILL, duel, gun_of, row_of, sheet_of
from tests.odds_by_play.test_hex_orders import board as random_board
from tests.odds_by_play.test_hex_orders_special import is_asked_to_fire, shared_by
from tests.refused_estimates.told_as_ruled import (
    EVERY_GAME,
    Law,
    Question,
    check,
    mostly,
    offered,
    refusal_of_estimate,
    walk,
)
from tests.rulesets.hex_orders.fixtures import ability
from tests.rulesets.hex_orders.steps import finish_silently

PATH = "adjudicator.rulesets.hex_orders"
# boards of every run, among which there is one for each reason that has to come up, and those of a long one
FEW = {"shot": 280, "area": 150, "effect": 150, "spot": 100}
BOARDS = 420
EVERY_SIZE = pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)], ids=["few", "all"])
AIMS = 0.3
NO_AIMS = {"shot": "no-aim", "area": "dice-not-aimed", "effect": "no-aim"}
SMOKE = HexEffect(kind="smoke", level=0, grade="", density=0)
KINDS: dict[str, dict[str, Any]] = {
    "shot": {},
    "area": {"area": 4},
    "effect": {"hex_effect": SMOKE, "damage": None, "extra": (), "effects": ()},
}
Ask = Callable[[Random, str, str], tuple[str, Struct, Struct]]


def board(chance: Random, kind: str) -> Table:
    """Let a1 be asked for fire with a weapon that may be spent, lost, of another speed, shared or of fixed guns."""
    kind = kind if chance.random() < 0.9 else chance.choice(sorted(KINDS))
    gun = replace(
        replace(gun_of(chance), **KINDS[kind]),
        limited_ammo=chance.choice((0, 0, 1, 2)),
        speeds=chance.choice(((), (), ("stand_still",), ("slow",))),
    )
    if chance.random() < 0.2:
        gun = replace(gun, arc="x2/x1/x1/-")
    own = sheet_of(chance, "dwarf", gun)
    if chance.random() < 0.3:
        own = shared_by(own, gun, chance)
    played = duel(chance, own, sheet_of(chance, "elf"))
    row = played.game.units["a1"]
    models = range(1, len(own.models) + 1)
    changes: dict[str, Any] = {
        "uses": tuple(Load(weapon=item.id, count=chance.randrange(3)) for item in own.weapons if item.limited_ammo),
        "speed": chance.choice(("stand_still", "slow")),
        "aim": Aim(hex=chance.choice((row.hex, "D8")), turn=played.game.turn) if chance.random() < 0.5 else None,
        "lost_weapons": ("gun",) if chance.random() < 0.1 else (),
        "dead": tuple(sorted(chance.sample(models, chance.randrange(len(models))))) if chance.random() < 0.3 else (),
    }
    uses = tuple(replace(use, count=min(use.count, gun.limited_ammo)) for use in changes["uses"])
    played.put("units", replace(row, **changes | {"uses": uses}))
    return played


def shot(chance: Random, weapon: str, where: str) -> tuple[str, Struct, Struct]:
    """A shot at b1, by whatever model, gun and way."""
    del where
    words: dict[str, Any] = {
        "model": chance.choice((0, 1, 1, 1, 1, 2, 5)),
        "gun": chance.choice(("", "", "", "", "front", "back")),
        "target": chance.choice(("b1", "b1", "b1", "a1")),
        "exit": chance.choice(("", "", "N", "SE")),
        "entry": chance.choice(("", "", "S", "NE")),
    }
    aim = chance.random() < AIMS
    asked = EstimateShotRequest(game=GAME, unit="a1", weapon=weapon, use_aim=aim, **words)
    return "EstimateShot", asked, FireWeapon(unit="a1", weapon=weapon, shots=(Shot(**words),), use_aim=aim)


def area(chance: Random, weapon: str, where: str) -> tuple[str, Struct, Struct]:
    """An area attack."""
    words: dict[str, Any] = {
        "unit": "a1",
        "weapon": weapon,
        "models": chance.choice(((), (1,), (1, 1), (1, 2), (5,))),
        "hex": where,
        "entry": chance.choice(("", "", "S")),
        "use_aim": chance.random() < AIMS,
    }
    return "EstimateAreaAttack", EstimateAreaAttackRequest(game=GAME, **words), FireAreaWeapon(**words)


def effect(chance: Random, weapon: str, where: str) -> tuple[str, Struct, Struct]:
    """An effect in a hex."""
    model, aim = chance.choice((0, 1, 1, 2, 5)), chance.random() < AIMS
    asked = EstimateRollRequest(
        game=GAME, roll="hex-effect", unit="a1", target="", hex=where, weapon=weapon, model=model, use_aim=aim
    )
    models = (model,) if model else ()
    command = FireHexEffect(unit="a1", weapon=weapon, models=models, hex=where, exit="", use_aim=aim)
    return "EstimateRoll", asked, command


@EVERY_SIZE
@pytest.mark.parametrize("ask", [shot, area, effect], ids=lambda row: row.__name__)
def test_an_estimate_says_what_its_command_says(ask: Ask, long: bool) -> None:
    """HX-ABILITIES-16 and all others: told where it is accepted, refused by the same clause and reason where not."""
    seen = set[str]()
    for seed in range(BOARDS if long else FEW[ask.__name__]):
        chance = Random(f"{ask.__name__}/{seed}")
        played = board(chance, ask.__name__)
        if not is_asked_to_fire(played):
            continue
        weapon = chance.choice([row.id for row in played.game.sheets["a1"].weapons])
        where = played.game.units["b1"].hex if chance.random() < 0.8 else chance.choice(NEAR)
        query, request, command = ask(chance, weapon, where)
        seen.add(check(played, Question(query, request, command, 0)))
    assert {"", "out-of-ammunition", "wrong-speed", "models-or-base", NO_AIMS[ask.__name__]} <= seen, seen


# -- positions of whole games

# load, orders, and who holds are supposed
FIRE = Law(
    supposed=frozenset(
        {
            "not-loaded",
            "burst-not-full",
            "model-holds",
            "all-hold",
            "no-fire-part",
            "weapon-has-fired",
            "models-have-fired",
            "model-has-fired",
            "base-has-fired",
            "other-nation",
        }
    )
)


def in_a_game(table: Table, seat: int, chance: Random) -> Question:
    """Let a unit that may fire do so: at whomever, with whatever it carries."""
    game = table.game
    unit = mostly(chance, offered(table, seat, "FireWeapon", "unit"), [row.id for row in on_board(game, seat)])
    weapon = mostly(chance, [row.id for row in game.sheets[unit].weapons], ["none"])
    open_units = [row for row in on_board(game) if not row.hidden]
    target = mostly(chance, offered(table, seat, "FireWeapon", "target"), [row.id for row in open_units])
    models = range(len(game.sheets[unit].models) + 1)
    words: dict[str, Any] = {"model": chance.choice(models), "gun": "", "target": target, "exit": "", "entry": ""}
    aim = chance.random() < AIMS
    asked = EstimateShotRequest(game=GAME, unit=unit, weapon=weapon, use_aim=aim, **words)
    command = FireWeapon(unit=unit, weapon=weapon, shots=(Shot(**words),), use_aim=aim)
    return Question("EstimateShot", asked, command, seat)


@EVERY_GAME
def test_shots_of_whole_games_are_told_as_they_are_ruled(seed: int) -> None:
    """HX-GUNNERY-18: odds of a shot suppose load, orders and who holds, and ask for all else as the command does."""
    seen = set[str]()
    for game in range(3 * seed, 3 * seed + 3):
        for table, seat, chance in walk(PATH, game, "fire"):
            seen |= {check(table, in_a_game(table, seat, chance), FIRE) for _ in range(4)}
    assert "" in seen, seen


# -- rolls that a seat asks for


def spotting(chance: Random) -> tuple[Table, SpotHiddenUnit]:
    """Let a1 be asked for what it does, with a token, an open enemy and a friend around."""
    units = [
        ("a1", "D5", "N", sheet_of(chance, "dwarf", gun_of(chance)), row_of(chance, pinned=0, shaken_from=0)),
        ("a2", "D6", "N", sheet_of(chance, "dwarf"), row_of(chance, hidden=chance.random() < 0.5)),
        ("b1", chance.choice(NEAR), "S", sheet_of(chance, "elf"), row_of(chance, hidden=True)),
        ("b2", chance.choice(NEAR), "S", sheet_of(chance, "elf"), row_of(chance)),
    ]
    orders = {key: (STILL, "Spot+-" if key == "a1" else "-+-") for key, *_ in units}
    played = placed_board(chance, units, {key: row if key == "a1" else (STILL,) for key, row in orders.items()})
    token = chance.choice(("b1", "b1", "b1", "b2", "a2", "zz"))
    return played, SpotHiddenUnit(spot=SpotAim(unit="a1", token=token))


def placed_board(chance: Random, units: list[Any], orders: dict[str, Any]) -> Table:
    """Set a random board up at the first step of gunnery."""
    return random_board(chance, units, orders, step="gunnery_1")


@EVERY_SIZE
def test_spotting_is_told_as_it_is_ruled(long: bool) -> None:
    """HX-GUNNERY-19 HX-GAP-09: what may be spotted has odds for who knows what the token adds, and for nobody else."""
    seen = set[str]()
    for seed in range(BOARDS if long else FEW["spot"]):
        played, command = spotting(Random(f"spot/{seed}"))
        if played.window is None or played.window.kind != "fire" or played.window.asks != (0,):
            continue
        token = command.spot.token
        words: dict[str, Any] = {"hex": "", "weapon": "", "model": 0, "use_aim": False}
        asked = EstimateRollRequest(game=GAME, roll="spot", unit="a1", target=token, **words)
        reason = check(played, Question("EstimateRoll", asked, command, 0, 1))
        if not reason:
            refusal = refusal_of_estimate(played, Question("EstimateRoll", asked, command, 0))
            assert refusal is not None
            assert (refusal.clause, refusal.reason) == ("HX-GAP-09", "odds-unknown")
        seen.add(reason)
    assert {"", "not-a-token", "unknown-id", "no-line-of-sight"} <= seen, seen


@pytest.mark.rule("HX-ABILITIES-01")
@pytest.mark.parametrize("able", [True, False])
def test_who_may_try_to_retreat_has_odds(able: bool) -> None:
    """A base in a fight tries if and only if odds of it are told; odds suppose that it is in one."""
    for seed in range(20):
        chance = Random(seed)
        shy = replace(sheet_of(chance, "elf"), abilities=(ability("pre_assault_retreat", 4),) if able else ())
        other = replace(sheet_of(chance, "elf"), abilities=(ability("pre_assault_retreat", 4),))
        moving = row_of(chance, speed="slow", pinned=0, shaken_from=0)
        units = [("a1", "D5", "N", sheet_of(chance, "dwarf"), moving), ("b1", "D4", "S", shy, row_of(chance))]
        units += [
            ("b2", "D4", "S", replace(shy, abilities=other.abilities), row_of(chance)),
            ("b3", "A1", "S", other, {}),
        ]
        orders = {"a1": (AHEAD,), **dict.fromkeys(("b1", "b2", "b3"), (STILL,))}
        played = random_board(chance, units, orders, step="movement_1", hexes={"D4": "clear", "D5": "clear"})
        finish_silently(played, "retreat_attempt")
        words: dict[str, Any] = {"target": "", "hex": "", "weapon": "", "model": 0, "use_aim": False}
        told = {}
        for unit in ("b1", "b2", "b3"):
            asked = EstimateRollRequest(game=GAME, roll="pre-assault-retreat", unit=unit, **words)
            command = AttemptPreAssaultRetreat(units=(unit,))
            question = Question("EstimateRoll", asked, command, 1)
            told[unit] = (refusal_of_estimate(played, question) is None, not played.refused(command, 1))
        assert told == {"b1": (able, able), "b2": (True, True), "b3": (True, False)}
