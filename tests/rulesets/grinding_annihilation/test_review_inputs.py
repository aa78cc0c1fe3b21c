"""Values that no honest client sends: they are refused with a clause, and nothing breaks."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation import QUERIES, sights
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseDeploymentZone,
    ChooseRole,
    ConcedeBattle,
    CreateBattle,
    DeclareMeleeAttacks,
    Options,
    RollForRoles,
    SelectToShoot,
    SetStandingChoices,
    SetWarfield,
    Sight,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import MeasureDistanceRequest
from tests.kit import GAME, Table
from tests.rulesets.grinding_annihilation.givens import aim, clash, duel, select, shots, strike
from tests.rulesets.grinding_annihilation.test_rosters import RAID, hand_in

STANDING = SetStandingChoices(casualty_order=(), save_preference="better", windows_declined=())


@pytest.mark.rule("GA-3.3-03")
@pytest.mark.parametrize("profile", [-1, 1, 2**31])
def test_a_shot_names_a_profile_that_there_is(profile):
    """Profiles of a ranged weapon are numbered from 0."""
    table = duel()
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    shot = replace(shots(table, "a-r", "b-b")[0], profile=profile)
    table.when("red", aim(table, "a-r", shot)).rejected("GA-3.3-03", "no-such-profile", profiles=1)


@pytest.mark.rule("GA-3.5-13")
@pytest.mark.parametrize("profile", [-1, 1, 2**31])
def test_a_blow_names_a_profile_that_there_is(profile):
    """Profiles of a melee weapon are numbered from 0."""
    table = select(clash())
    blows = DeclareMeleeAttacks(formation="a-r", attacks=(strike("a-r.1", profile=profile),), sights=())
    table.when("red", blows).rejected("GA-3.5-13", "no-such-profile", profiles=1)


@pytest.mark.rule("GA-2.4-12")
def test_a_statement_of_thousands_of_names_costs_no_more_than_its_length(monkeypatch):
    """Of what is said about sight only the pairs that matter are made, however many names a statement has."""
    made: list[tuple[str, ...]] = []

    def counting(*sides: Collection[str]) -> list[tuple[str, ...]]:
        pairs = list(product(*(sorted(each)[:99] for each in sides)))
        made.extend(pairs)
        return pairs

    monkeypatch.setattr(sights, "product", counting)
    names = tuple(f"a-x.{n}" for n in range(6000))
    said = Sight(observers=(*names, "a-r.1"), troops=("b-b.1", *names), seen="full", fact="")
    wanted = [("a-r.1", "b-b.1"), ("a-r.1", "b-b.2")]
    assert sights.stated_of(duel().game, (said,), wanted) == [("a-r.1", "b-b.1")]
    assert made == [("a-r.1", "b-b.1")]


@pytest.mark.rule("GA-8.1-07")
@pytest.mark.parametrize("number", ["0", "01", "-1", "1 ", "9" * 5_000, "\u0661", "", "x"])
def test_a_general_is_named_by_a_plain_number(number):
    """A General whose number is none of the formation's is refused, however it is written."""
    formation = RAID.general.rsplit(".", 1)[0]
    hand_in(replace(RAID, general=f"{formation}.{number}")).rejected("GA-8.1-07", "no-general")


def test_nothing_is_measured_before_the_battle_is_created():
    """A distance asked for before there are formations is of an id that does not exist."""
    table = Table(rules_of("grinding_annihilation"))
    asked = MeasureDistanceRequest(game=GAME, first="a-r", second="b-b")
    with pytest.raises(Unknown):
        QUERIES["MeasureDistance"](table.game, 0, asked)


@pytest.mark.rule("GA-2.1-02")
@pytest.mark.parametrize("who", ["referee", "table", "spectator"])
@pytest.mark.parametrize("command", [ConcedeBattle(), STANDING], ids=["concede", "standing"])
def test_only_players_speak_for_an_army(who: str, command: Struct):
    """Who commands no army neither gives the battle up nor makes choices ahead."""
    duel().when(who, command).rejected("GA-2.1-02", "no-player")


def bare(*dice: int, **options: Any) -> Table:
    table = Table(rules_of("grinding_annihilation"), pace="step", dice=dice)
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(**options))
    table.when("referee", start)
    return table


@pytest.mark.rule("GA-7.0-09")
@pytest.mark.parametrize(("length", "width", "side"), [(2**32 - 1, 0, "length"), (0, 1_000_001, "width")])
def test_a_warfield_ends_somewhere(length, width, side):
    """A warfield beyond every table is refused; before that its coordinates would not go over the wire."""
    table = bare(6, 1)
    table.play(
        ("red", RAID), ("blue", RAID), ("red", RollForRoles()), ("red", ChooseRole(role="attacker")),
        ("blue", ChooseDeploymentZone(side="low")),
    )  # fmt: skip
    table.when("red", SetWarfield(length=length, width=width)).rejected("GA-7.0-09", "huge-warfield", side, side=side)
    table.when("red", SetWarfield(length=1_000_000, width=1_000_000)).accepted()


@pytest.mark.parametrize("name", ["starting_mp", "mp_cap", "general_kill_tp", "marker_radius"])
def test_numbers_of_options_end_somewhere(name):
    """An option that is a number is refused where sums with it would not go over the wire."""
    table = bare(**{name: 2**32 - 1})
    faults = table.last.faults
    assert [(each.reason, each.path) for each in faults] == [("option-value", f"options.{name}")]
    table.last.looked_at = True
    bare(**{name: 1}).last.accepted()
