"""Options: every one is read, shown at the opening, and bounded."""

from __future__ import annotations

import dataclasses
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import adjudicator.rulesets.grinding_annihilation as ruleset
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import BattleCreated, CreateBattle, GameOptions, Options
from adjudicator.rulesets.grinding_annihilation.model.options import OPTIONS
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up import battle_creation
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import created
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import table_without_battle
from tests.rulesets.grinding_annihilation.steps import last_event, refused

RULESET_FOLDER = Path(ruleset.__file__).parent


def test_every_option_is_read_by_a_clause():
    """Each option of the catalogue is marked as read, stands in what clauses ask, and some module asks for it."""
    catalogue = tomllib.loads(resources.files(ruleset).joinpath("data", "options.toml").read_text())
    assert all(row["read"] for row in catalogue.values())
    assert sorted(GameOptions.__struct_fields__) == sorted(catalogue)
    found = "".join(item.read_text() for item in RULESET_FOLDER.rglob("*.py") if item.name != "messages.py")
    assert [name for name in catalogue if f"options.{name}" not in found] == []


def test_an_option_that_nothing_reads_takes_its_default_alone(monkeypatch: pytest.MonkeyPatch):
    """Were an option marked as unread, any other value of it would be refused."""
    unread = replace(OPTIONS.rows["roles"], read=False)
    monkeypatch.setattr(
        battle_creation, "OPTIONS", dataclasses.replace(OPTIONS, rows={**OPTIONS.rows, "roles": unread})
    )
    for roles in ("roll_off", "agreed"):
        table = Table(created().rules)
        start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(roles=roles))
        outcome = table.when("referee", start)
        if roles == "agreed":
            outcome.rejected("GA-7.0-07", "option-not-read", "options.roles", option="roles", default="roll_off")
        else:
            outcome.accepted()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("roles", "agreed"),
        ("impossibility", "solver"),
        ("dispute_by", "roll_off"),
        ("auto_wound_optional", True),
        ("precision_steers_mortals", True),
    ],
)
def test_the_opening_shows_what_was_chosen(option: str, value: Any):
    """The battle's creation names every option as it stands, and the view shows the same."""
    for chosen in ({}, {option: value}):
        table = created(options=chosen)
        event = last_event(table, BattleCreated).options
        assert getattr(event, option) == (value if chosen else getattr(OPTIONS.defaults, option))
        assert table.view("spectator").options == event
        assert getattr(table.game.options, option) == getattr(event, option)


def test_options_with_an_unknown_value_are_refused():
    """A value that an option does not know is refused with those that it knows."""
    table = Table(rules_of("grinding_annihilation"))
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(cohesion_check="never"))
    refusal = table.when("referee", start)
    refusal.rejected("GA-2.2-08", "option-value", "options.cohesion_check", known="end_of_turn end_of_round")
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(roles="roll_off"))
    table.when("referee", start).accepted()


@pytest.mark.parametrize("name", ["starting_mp", "mp_cap", "general_kill_tp", "marker_radius"])
def test_numbers_of_options_end_somewhere(name):
    """An option that is a number is refused where sums with it would not go over the wire."""
    table = table_without_battle(**{name: 2**32 - 1})
    faults = table.last.faults
    assert [(fault.reason, fault.path) for fault in faults] == [("number-range", f"options.{name}")]
    table.last.looked_at = True
    table_without_battle(**{name: 1}).last.accepted()


OPTIONS_FILE = resources.files("adjudicator.rulesets.grinding_annihilation").joinpath("data", "options.toml")


def creation_refused(options: dict[str, Any], clause: str) -> None:
    """Find a battle with these options refused."""
    table = Table(rules_of("grinding_annihilation"))
    command = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(**options))
    refused(table, "referee", command, clause).rejected(clause, "option-value")


def test_options_take_the_values_that_they_know():
    """An option that has words for values takes no other word."""
    catalogue = tomllib.loads(OPTIONS_FILE.read_text())
    worded = {name: row for name, row in catalogue.items() if isinstance(row["default"], str)}
    assert len(worded) > 10
    for name, known in worded.items():
        creation_refused({name: "nonsense"}, known["clause"])
        for value in known["values"]:
            assert getattr(last_event(created(options={name: value}), BattleCreated).options, name) == value
