"""What the service finds itself against a claim (GA-2.4-13) is found by the rules: no bot has a say in it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

import pytest

import adjudicator.rulesets.grinding_annihilation as ruleset
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table as BotTable
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseRetreatCasualties,
    ClaimImpossible,
    CloseIn,
    DeclareAssault,
    DeclareRetreat,
    FormationMoved,
    RollAssault,
    SelectToFight,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, blade, brawl, formation
from tests.rulesets.grinding_annihilation.steps import path

OPTIONS = {"impossibility": "solver", "close_in_base_contact": True}


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every bot see nothing and find nothing."""

    def nothing(*_args: Any, **_more: Any) -> Any:
        raise LookupError("a bot is asked")

    monkeypatch.setattr(BotTable, "__init__", nothing)
    for found in pkgutil.walk_packages(ruleset.__path__, f"{ruleset.__name__}."):
        if "bot" in found.name.removeprefix(ruleset.__name__):
            module = importlib.import_module(found.name)
            for name, _ in inspect.getmembers(module, inspect.isfunction):
                monkeypatch.setattr(module, name, nothing)


def charging() -> Table:
    """Let "a-r" stand before a free way to "b-b", its Assault rolled."""
    units = [
        formation("a-r", at=((10, 10), (8, 10)), weapons=(blade(),)),
        formation("b-b", at=((16, 10),), weapons=(blade(),)),
    ]
    table = battle(*units, phase="assault", dice=(5, 5), options=OPTIONS)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_move", "red")
    return table


def silence(table: Table) -> Any:
    """Give what silence stands for."""
    otherwise = table.rules.windows[table.window.kind].default_command if table.window else None
    return None if otherwise is None or table.window is None else otherwise(table.game, table.window, 0)


@pytest.mark.rule("GA-2.4-13", "GA-3.4-10")
@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("what", ["assault", "contact", "closer"])
def test_a_claim_about_an_assault_is_refused_whatever_a_bot_finds(what: str):
    """An Assault that is free to be made is found and made, though no bot would find it."""
    table = charging()
    claim = ClaimImpossible(what=what, formation="a-r")
    table.when("red", claim).rejected("GA-2.4-13", "end-found", "what", found=what)
    assert "ClaimImpossible" not in [offer.command for offer in table.offers("red")]
    table.when("red", silence(table)).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-2.4-13", "GA-3.5-11")
@pytest.mark.usefixtures("blind")
def test_a_claim_about_a_fight_is_refused_whatever_a_bot_finds():
    """Contact that is free to be made in Close In is found, though no bot would find it."""
    units = [
        formation("a-r", at=((20, 10), (18, 10)), weapons=(blade(),)),
        formation("b-b", at=((21.5, 10),), weapons=()),
    ]
    table = brawl(*units, options=OPTIONS)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    claim = ClaimImpossible(what="contact", formation="a-r", troops=("a-r.1",))
    table.when("red", claim).rejected("GA-2.4-13", "end-found", "what", found="contact")
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (20.2, 10)),))).rejected(
        "GA-3.5-11", "contact-owed"
    )


@pytest.mark.rule("GA-2.4-13", "GA-3.2-21")
@pytest.mark.usefixtures("blind")
def test_a_claim_about_a_retreat_is_refused_whatever_a_bot_finds():
    """A Retreat that is left to the survivors is found and made, though no bot would find it."""
    own = formation("a-r", at=[(10, 10 + 1.5 * n) for n in range(3)])
    foe = formation("b-b", at=[(11.5, 10), (11.5, 11.5)])
    table = battle(own, foe, phase="move", dice=[1, 4], options=OPTIONS)
    plan = (path("a-r.1", (14.5, 10)), path("a-r.2", (14.5, 12.5)), path("a-r.3", (14.5, 14.9)))
    table.when("red", DeclareRetreat(formation="a-r", paths=plan)).accepted()
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.2",))).asks("make_move", "red")
    claim = ClaimImpossible(what="retreat", formation="a-r")
    table.when("red", claim).rejected("GA-2.4-13", "end-found", "what", found="retreat")
    table.when("red", silence(table)).then(FormationMoved, kind="retreat")
