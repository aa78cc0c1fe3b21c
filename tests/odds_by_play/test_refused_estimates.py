"""An estimate in hex_orders is told if and only if the command that it is about is accepted; else both say the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.rulesets.hex_orders.model.messages import (
    FireAreaWeapon,
    FireHexEffect,
    FireWeapon,
    HexEffect,
    Load,
    Shot,
)
from adjudicator.rulesets.hex_orders.reports.messages import (
    EstimateAreaAttackRequest,
    EstimateRollRequest,
    EstimateShotRequest,
)
from tests.kit import Table
from tests.odds_by_play.test_hex_orders import GAME, NEAR, duel, gun_of, sheet_of
from tests.odds_by_play.test_hex_orders_special import is_asked_to_fire, shared_by

BOARDS = 250
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
    asked = EstimateShotRequest(game=GAME, unit="a1", weapon=weapon, use_aim=False, **words)
    return "EstimateShot", asked, FireWeapon(unit="a1", weapon=weapon, shots=(Shot(**words),), use_aim=False)


def area(chance: Random, weapon: str, where: str) -> tuple[str, Struct, Struct]:
    """An area attack."""
    words: dict[str, Any] = {
        "unit": "a1",
        "weapon": weapon,
        "models": chance.choice(((), (1,), (1, 1), (1, 2), (5,))),
        "hex": where,
        "entry": chance.choice(("", "", "S")),
        "use_aim": False,
    }
    return "EstimateAreaAttack", EstimateAreaAttackRequest(game=GAME, **words), FireAreaWeapon(**words)


def effect(chance: Random, weapon: str, where: str) -> tuple[str, Struct, Struct]:
    """An effect in a hex."""
    model = chance.choice((0, 1, 1, 2, 5))
    asked = EstimateRollRequest(
        game=GAME, roll="hex-effect", unit="a1", target="", hex=where, weapon=weapon, model=model, use_aim=False
    )
    models = (model,) if model else ()
    command = FireHexEffect(unit="a1", weapon=weapon, models=models, hex=where, exit="", use_aim=False)
    return "EstimateRoll", asked, command


def fault_of_estimate(played: Table, query: str, request: Struct) -> Fault | None:
    """Give the first thing that an estimate is refused for."""
    try:
        played.rules.queries[query](played.game, 0, request)
    except Rejected as refusal:
        return refusal.faults[0]
    return None


@pytest.mark.parametrize("ask", [shot, area, effect], ids=lambda row: row.__name__)
def test_an_estimate_says_what_its_command_says(ask: Ask) -> None:
    """HX-ABILITIES-16 and all others: told where it is accepted, refused by the same clause and reason where not."""
    seen = set[str]()
    for seed in range(BOARDS):
        chance = Random(f"{ask.__name__}/{seed}")
        played = board(chance, ask.__name__)
        if not is_asked_to_fire(played):
            continue
        weapon = chance.choice([row.id for row in played.game.sheets["a1"].weapons])
        where = played.game.units["b1"].hex if chance.random() < 0.8 else chance.choice(NEAR)
        query, request, command = ask(chance, weapon, where)
        faults = played.refused(command, 0)
        told = fault_of_estimate(played, query, request)
        ruled = (faults[0].clause, faults[0].reason) if faults else None
        assert (None if told is None else (told.clause, told.reason)) == ruled, (seed, command)
        seen.add("" if ruled is None else ruled[1])
    assert {"", "out-of-ammunition", "wrong-speed", "models-or-base"} <= seen, seen
