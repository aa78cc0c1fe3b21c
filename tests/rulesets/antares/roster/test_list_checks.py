"""Force lists that a player brings: what they sell, and every fault of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import round_base
from adjudicator.kernel.decide.offers import Choice, Items, Some
from adjudicator.rulesets.antares.model.messages import (
    ArmyAccepted,
    ArmyUnit,
    EndTest,
    FiringMode,
    ForceList,
    ForceListLoaded,
    LoadForceList,
    OptionEffect,
    OverheadEffect,
    SpecialRule,
    Stats,
    SubmitArmy,
    Upgrade,
)
from adjudicator.rulesets.antares.rules.mission.army_offers import own_army_offers
from tests.kit import Outcome
from tests.rulesets.antares.fixtures import created_game
from tests.rulesets.antares.roster.fixtures import CONCORD, small_entry, small_list
from tests.rulesets.antares.sheets import amount
from tests.rulesets.antares.steps import fault_rows


def _weapon(**changes: Any) -> ForceList:
    return small_list(weapons=(replace(CONCORD.weapons[0], **changes),))


def _mode(**changes: Any) -> ForceList:
    return _weapon(modes=(replace(FiringMode(name="one", shots=1, accuracy=0, rapid=False), **changes),))


BLAST = OverheadEffect(kind="blast", hits=amount("d5"), radius=3000, marker="")


def _device(**changes: Any) -> ForceList:
    return small_list(devices=(replace(CONCORD.devices[0], **changes),))


TEST = EndTest(sides=10, compare="at_least", value=7, success="remove", failure="stay")


def _option(**changes: Any) -> ForceList:
    return small_list(options=(replace(CONCORD.options[0], **changes),))


def _sheet(**changes: Any) -> ForceList:
    return small_list(entries=(small_entry(sheet=replace(small_entry().sheet, **changes)),))


SHAPED = Stats(agility=5, accuracy=5, strength=5, resist=5, initiative=5, command=5)


def _kind(**changes: Any) -> ForceList:
    row = small_entry().models[0]
    return small_list(entries=(small_entry(models=(replace(row, kind=replace(row.kind, **changes)),)),))


UPGRADE, KIND = "list.entries[0].upgrades[0]", "list.entries[0].models[0].kind"


def _upgrade(**changes: Any) -> ForceList:
    upgrade = Upgrade(
        id="more", name="More", points=1, devices=(), options=(), rules=(), flags=(), model="", count=0, weapons=()
    )
    return small_list(entries=(small_entry(upgrades=(replace(upgrade, **changes),)),))


LISTS: dict[str, tuple[ForceList, str, str, str]] = {
    "list id": (small_list(id="My List"), "WG-DATA-01", "bad-id", "list.id"),
    "kind of weapon": (_weapon(kind="laser"), "AN-ORDER-03", "not-among", "list.weapons[0].kind"),
    "property": (_weapon(properties=("hot",)), "AN-PBS-02", "not-among", "list.weapons[0].properties[0]"),
    "bands": (_weapon(short_range=40_000), "AN-SHOOT-10", "bands-cross", "list.weapons[0]"),
    "minimum": (_weapon(minimum=30_000), "AN-SHOOT-10", "bands-cross", "list.weapons[0]"),
    "no mode": (_weapon(modes=()), "AN-ACC-18", "no-mode", "list.weapons[0].modes"),
    "no shots": (_mode(shots=0), "AN-ACC-18", "number-range", "list.weapons[0].modes[0].shots"),
    "accuracy": (_mode(accuracy=21), "AN-ACC-18", "number-range", "list.weapons[0].modes[0].accuracy"),
    "dice": (_weapon(strike_value=amount("d7")), "AN-GEN-05", "no-such-dice", "list.weapons[0].strike_value"),
    "crew": (_weapon(crew=21), "AN-ACC-21", "number-range", "list.weapons[0].crew"),
    "damage": (_weapon(damage_modifier=-21), "AN-DMG-03", "number-range", "list.weapons[0].damage_modifier"),
    "overhead": (_weapon(kind="overhead"), "AN-OH-12", "overhead-mismatch", "list.weapons[0].overhead"),
    "direct": (_weapon(overhead=BLAST), "AN-OH-12", "overhead-mismatch", "list.weapons[0].overhead"),
    "template": (
        _weapon(kind="overhead", overhead=replace(BLAST, radius=24_001)),
        "AN-OH-12",
        "number-range",
        "list.weapons[0].overhead.radius",
    ),
    "marker": (
        _weapon(kind="overhead", overhead=replace(BLAST, marker="smoke")),
        "AN-OH-12",
        "not-among",
        "list.weapons[0].overhead.marker",
    ),
    "device": (_device(kind="radar"), "AN-ACC-27", "not-among", "list.devices[0].kind"),
    "re-rolls": (_device(miss_rerolls="two"), "AN-REROLL-01", "not-among", "list.devices[0].miss_rerolls"),
    "scope": (_device(scope="all"), "AN-REROLL-01", "not-among", "list.devices[0].scope"),
    "end test": (
        _device(end_test=replace(TEST, compare="over")),
        "AN-TURNEND-14",
        "not-among",
        "list.devices[0].end_test.compare",
    ),
    "end result": (
        _device(end_test=replace(TEST, failure="burst")),
        "AN-TURNEND-14",
        "not-among",
        "list.devices[0].end_test.failure",
    ),
    "uses": (_option(uses=0), "AN-OPT-01", "number-range", "list.options[0].uses"),
    "moment": (_option(windows=("noon",)), "AN-OPT-10", "not-among", "list.options[0].windows[0]"),
    "no moment": (_option(windows=()), "AN-OPT-10", "no-window", "list.options[0].windows"),
    "effect": (
        _option(effects=(OptionEffect(kind="win", number=0, word=""),)),
        "AN-OPT-01",
        "not-among",
        "list.options[0].effects[0].kind",
    ),
    "special dice": (
        _option(effects=(OptionEffect(kind="add_special_die", number=0, word="odd"),) * 2),
        "AN-OPT-03",
        "special-die-twice",
        "list.options[0].effects",
    ),
    "granted": (
        _option(effects=(OptionEffect(kind="grant_free_reaction", number=1, word="hide"),)),
        "AN-REACT-26",
        "not-among",
        "list.options[0].effects[0].word",
    ),
    "type": (_sheet(unit_type="ship"), "AN-ORDER-19", "not-among", "list.entries[0].sheet.unit_type"),
    "size": (_sheet(size="tiny"), "AN-SHOOT-08", "not-among", "list.entries[0].sheet.size"),
    "order dice": (_sheet(order_dice=0), "AN-TURN-09", "number-range", "list.entries[0].sheet.order_dice"),
    "move": (_sheet(movement=60_001), "AN-MOVE-01", "number-range", "list.entries[0].sheet.movement"),
    "flag": (_sheet(flags=("-quick",)), "AN-MOVE-05", "not-among", "list.entries[0].sheet.flags[0]"),
    "its device": (_sheet(devices=("radar",)), "WG-DATA-01", "not-among", "list.entries[0].sheet.devices[0]"),
    "statistic": (
        _sheet(stats=replace(SHAPED, agility=21)),
        "AN-GEN-01",
        "number-range",
        "list.entries[0].sheet.stats.agility",
    ),
    "no Res": (
        _sheet(stats=replace(SHAPED, resist=None)),
        "AN-RESIST-01",
        "stat-missing",
        "list.entries[0].sheet.stats.resist",
    ),
    "no Co": (
        _sheet(stats=replace(SHAPED, command=None)),
        "AN-BREAK-01",
        "stat-missing",
        "list.entries[0].sheet.stats.command",
    ),
    "hook": (
        _sheet(rules=(SpecialRule(name="", hook="fly", number=0, word="", models=0),)),
        "AN-OPT-09",
        "not-among",
        "list.entries[0].sheet.rules[0].hook",
    ),
    "free reaction": (
        _sheet(rules=(SpecialRule(name="", hook="free_reaction", number=1, word="", models=0),)),
        "AN-REACT-26",
        "not-among",
        "list.entries[0].sheet.rules[0].word",
    ),
    "no models": (small_list(entries=(small_entry(models=()),)), "WG-DATA-01", "no-models", "list.entries[0].models"),
    "kind twice": (
        small_list(entries=(small_entry(models=small_entry().models * 2),)),
        "WG-DATA-01",
        "id-twice",
        "list.entries[0].models[1]",
    ),
    "most": (
        small_list(entries=(small_entry(models=(replace(small_entry().models[0], most=2),)),)),
        "WG-DATA-01",
        "number-range",
        "list.entries[0].models[0].most",
    ),
    "base": (_kind(base_size=round_base(24_001)), "AN-GEN-07", "number-range", f"{KIND}.base_size"),
    "height": (_kind(height=0), "AN-SHOOT-08", "number-range", f"{KIND}.height"),
    "wounds": (_kind(wounds=0), "AN-RESIST-08", "number-range", f"{KIND}.wounds"),
    "attacks": (_kind(attacks=21), "AN-H2H-06", "number-range", f"{KIND}.attacks"),
    "blow": (_kind(strike_value=amount("d9")), "AN-GEN-05", "no-such-dice", f"{KIND}.strike_value"),
    "its weapon": (_kind(weapons=("axe",)), "WG-DATA-01", "not-among", f"{KIND}.weapons[0]"),
    "its gun": (_kind(crews="axe"), "AN-ACC-21", "not-among", f"{KIND}.crews"),
    "upgrade's device": (_upgrade(devices=("radar",)), "WG-DATA-01", "not-among", f"{UPGRADE}.devices[0]"),
    "upgrade's option": (_upgrade(options=("win",)), "WG-DATA-01", "not-among", f"{UPGRADE}.options[0]"),
    "upgrade's weapon": (_upgrade(weapons=("axe",)), "WG-DATA-01", "not-among", f"{UPGRADE}.weapons[0]"),
    "upgrade's flag": (_upgrade(flags=("quick",)), "AN-MOVE-05", "not-among", f"{UPGRADE}.flags[0]"),
    "upgrade's model": (_upgrade(model="pilot"), "WG-DATA-01", "not-among", f"{UPGRADE}.model"),
}


def load_list(force: ForceList) -> Outcome:
    """Load a list into a game."""
    return created_game().when("red", LoadForceList(list=force))


def test_a_players_list_sells_what_it_says_in_its_own_game() -> None:
    """A list that a player brings sells what it says, and stays out of reach of other games' armies."""
    table = created_game()
    table.when("blue", LoadForceList(list=small_list())).then(ForceListLoaded, seat=1)
    unit = ArmyUnit(id="one", entry="interceptors", models=(), upgrades=(), points=140)
    army = SubmitArmy(list="mine", name="", units=(unit,), options=("superior_shard",))
    event = table.when("blue", army).one(ArmyAccepted)
    assert (event.name, event.points, [row.id for row in event.units]) == ("Mine", 140, ["b-one"])
    assert [option.id for option in event.options] == ["b-superior_shard"]
    used = replace(small_list(), name="Other")
    table.when("red", LoadForceList(list=used)).rejected("WG-DATA-01", "list-in-use", "list.id", list="mine")


@pytest.mark.rule("AN-WIN-01")
def test_an_option_that_no_army_can_pay_is_not_offered() -> None:
    """A list is offered with the options that leave room for a unit, and one unit at least is."""
    table = created_game(points_limit=1000)
    dear = replace(CONCORD.options[0], id="dear", points=900)
    cheap = replace(CONCORD.options[0], id="cheap", points=1)
    table.play(("red", LoadForceList(list=small_list(options=(dear, cheap)))))
    (found,) = [row for row in own_army_offers(table.game) if row.fields[0].values == Choice(("mine",))]
    fields = {domain.field: domain.values for domain in found.fields}
    assert fields["options"] == Some(("cheap",), 0, 1)
    units = fields["units"]
    assert isinstance(units, Items)
    assert 1 <= units.least <= units.most


@pytest.mark.rule("WG-DATA-01")
@pytest.mark.parametrize(("force", "clause", "reason", "path"), LISTS.values(), ids=LISTS)
def test_each_fault_of_a_list_is_refused_with_its_place(force: ForceList, clause: str, reason: str, path: str) -> None:
    """Each thing that is wrong with a force list is refused with its clause and its place."""
    assert fault_rows(load_list(force)) == [(clause, reason, path)]


def test_a_refusal_of_a_list_names_every_fault() -> None:
    """A refusal of a list names the faults of all its parts."""
    twice = (replace(CONCORD.weapons[0], kind="laser"), CONCORD.weapons[0])
    found = fault_rows(load_list(small_list(weapons=twice, devices=(replace(CONCORD.devices[0], kind="radar"),))))
    assert [(reason, path) for _, reason, path in found] == [
        ("id-twice", "list.weapons[1].id"),
        ("not-among", "list.weapons[0].kind"),
        ("not-among", "list.devices[0].kind"),
    ]
