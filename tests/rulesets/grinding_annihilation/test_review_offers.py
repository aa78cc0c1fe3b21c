"""Offers that would be refused, and set-ups that take their time to be found."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.decide.offers import Choice
from adjudicator.rulesets.grinding_annihilation import deploy
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    DeclareAssault,
    DeclareNoRoom,
    DeployFormation,
    RollAssault,
)
from tests.rulesets.grinding_annihilation.givens import _field as field
from tests.rulesets.grinding_annihilation.givens import battle, created, formation, mustered

FULL = 20


@pytest.mark.rule("GA-2.4-13")
def test_claims_of_an_assault_are_offered_as_they_may_be_made():
    """That the Assault is impossible is offered without troops; contact and closer with some or none."""
    red, blue = formation("a-r", at=[(20, 10), (20, 11.5)]), formation("b-b", at=[(27, 10)])
    table = battle(red, blue, phase="assault", dice=[6, 6])
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_move", "red")
    claims = [each for each in table.offers("red") if each.command == "ClaimImpossible"]
    found = {value for each in claims for domain in each.fields if domain.field == "what" for value in values(domain)}
    assert found == {"assault", "contact", "closer"}
    for each in claims:
        domains = {domain.field: domain.values for domain in each.fields}
        for what in domains["what"].values:
            troops = domains["troops"].values if "troops" in domains else ()
            assert table.refused(ClaimImpossible(what=what, formation="a-r", troops=troops), "red") == ()


def values(domain):
    assert isinstance(domain.values, Choice)
    return domain.values.values


def crowded(step: int, troops: int):
    """Let red set "a-r" up in a zone where a friend stands on every point of a grid, so many mils apart."""
    rows = [formation("a-r", at=[(0, 0)] * troops), formation("a-f", at=[(0, 0)]), formation("b-b", at=[(0, 0)])]
    table = created()
    table.given(*mustered(rows), *field("small", ()))
    friend = table.game.troops["a-f.1"]
    grid = [(x, y) for x in range(1_000, 20_000, step) for y in range(1_000, 44_000, step)]
    crowd = [replace(friend, id=f"a-f.{n}", wounds_left=1, pose=Pose(x, y, 0, 0)) for n, (x, y) in enumerate(grid, 1)]
    table.put("troops", *crowd)
    names = tuple(each.id for each in crowd)
    table.put("formations", replace(table.game.formations["a-f"], place="warfield", troops=names))
    table.set(battle=replace(table.game.battle, step="deployment"))
    return table.ask("deploy", "red")


@pytest.mark.rule("GA-7.0-13")
def test_a_crowded_zone_is_searched_place_by_place_once(monkeypatch):
    """Where nobody has room, a formation of twenty costs no more looks than one of one troop."""
    looks = []
    real = deploy.placement_fault

    def seen(*args: Any) -> Any:
        looks.append(1)
        return real(*args)

    monkeypatch.setattr(deploy, "placement_fault", seen)
    counts = []
    for troops in (1, FULL):
        table = crowded(1_500, troops)
        del looks[:]
        assert deploy.what_fits(table.game, table.game.formations["a-r"]) == ()
        counts.append(len(looks))
    assert counts[0] == counts[1]


@pytest.mark.rule("GA-7.0-13", "GA-7.0-12")
def test_silence_sets_up_as_many_as_have_room():
    """Where one friend steps out of a crowd, two of five find room: those with the lowest numbers; else all do."""
    table = crowded(1_500, 5)
    row = table.game.formations["a-f"]
    gone = next(key for key in row.troops if table.game.troops[key].pose == Pose(10_000, 10_000, 0, 0))
    table.set(troops={key: each for key, each in table.game.troops.items() if key != gone})
    table.put("formations", replace(row, troops=tuple(each for each in row.troops if each != gone)))
    said = silence(table)
    assert isinstance(said, DeclareNoRoom)
    assert [each.troop for each in said.troops] == ["a-r.1", "a-r.2"]
    assert isinstance(silence(crowded(6_000, 5)), DeployFormation)


def silence(table):
    return table.rules.windows["deploy"].default_command(table.game, table.window, 0)


@pytest.mark.rule("GA-7.0-12", "GA-7.0-13")
def test_the_view_says_who_sets_up_after_a_loss():
    """Where a formation found no room at all, the view names the other player as the next to set up."""
    table = crowded(1_500, 1)
    assert table.view("blue").selects_next == 0
    table.when("red", DeclareNoRoom(formation="a-r", troops=())).accepted().asks("deploy", "blue")
    assert table.view("red").selects_next == 1
