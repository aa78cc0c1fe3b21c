"""Creation, force lists, armies and deployment: every fault of what is handed in, at once, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose, round_base
from adjudicator.kernel.decide.offers import Choice, Places
from adjudicator.rulesets.antares.deploy import block, first_fit
from adjudicator.rulesets.antares.library import ARMIES, FORCES, SCENARIOS
from adjudicator.rulesets.antares.model.messages import (
    ArmyAccepted,
    ArmyUnit,
    CreateGame,
    DeploymentEnded,
    DeployUnit,
    EndTest,
    FiringMode,
    ForceList,
    ForceListLoaded,
    GameCreated,
    KindCount,
    LoadForceList,
    ModelPose,
    OptionEffect,
    Options,
    OverheadEffect,
    SpecialRule,
    Stats,
    StepBegun,
    SubmitArmy,
    TurnStarted,
    UnitDeployed,
    Upgrade,
)
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import amount, box, natural, rules, wall

PATROL = ARMIES["concord_patrol"]
CONCORD = FORCES["concord"]
EDGES = {0: 12_000, 1: 36_000}


# -- ways in


def created(**fields: Any) -> Table:
    """Create a game of these terms."""
    table = Table(rules())
    table.when("referee", creation(**fields)).accepted()
    return table


def creation(**fields: Any) -> CreateGame:
    """Say how a game is created."""
    return CreateGame(**{"scenario": "clash", "points_limit": 0, "terrain": (), "options": Options(), **fields})


def mustered(dice: tuple[int, ...] = (7, 3), red: SubmitArmy = PATROL, blue: SubmitArmy = PATROL) -> Table:
    """Hand both armies in; who sets up first is rolled off with these dice."""
    table = Table(rules(), dice=dice)
    table.play(("referee", creation()), ("red", red), ("blue", blue))
    return table


def submitted(**fields: Any) -> Outcome:
    """Hand in the patrol with these changes."""
    return created().when("red", replace(PATROL, **fields))


def small(**changes: Any) -> ForceList:
    """Give a list of one weapon, device, option and entry out of the Concord's, with changes."""
    made = ForceList(
        id="mine", name="Mine", faction="concord", weapons=CONCORD.weapons[:1], devices=CONCORD.devices[:1],
        options=CONCORD.options[:1], entries=(_entry(),),
    )  # fmt: skip
    return replace(made, **changes)


def _entry(**changes: Any) -> Any:
    made = next(each for each in CONCORD.entries if each.sheet.kind == "interceptors")
    kind = replace(made.models[0].kind, weapons=("concord_carbine",))
    models = (replace(made.models[0], kind=kind),)
    return replace(made, **{"models": models, "upgrades": (), **changes})


def loaded(force: ForceList) -> Outcome:
    """Load a list into a game."""
    return created().when("red", LoadForceList(list=force))


def silence(table: Table, seat: int) -> Any:
    """Say what silence stands for."""
    window = table.window
    assert window is not None
    otherwise = rules().windows[window.kind].default_command
    assert otherwise is not None
    return otherwise(table.game, window, seat)


def reasons(outcome: Outcome) -> list[tuple[str, str, str]]:
    """List what a refusal names: clause, reason and place."""
    outcome.looked_at = True
    return [(each.clause, each.reason, each.path) for each in outcome.faults]


# -- terms


def test_terms_are_agreed() -> None:
    """A game takes its scenario's terms, terrain and points unless it names its own, and options their defaults."""
    table = created(options=Options(coherency=2000, presets=("block_redraw",)))
    event = table.last.one(GameCreated)
    assert event.terms == SCENARIOS["clash"].terms
    assert (event.points_limit, len(event.terrain)) == (1000, 6)
    assert event.options is not None
    assert (event.options.coherency, event.options.half_rounding, event.options.presets) == (
        2000, "down", ("block_redraw",),
    )  # fmt: skip
    assert table.game.how.coherency == 2000
    table.last.asks("armies", "red", "blue").cites("AN-TERRAIN-22")


def test_own_terrain_and_points() -> None:
    """Terrain and points that are named stand in place of the scenario's."""
    table = created(points_limit=500, terrain=(box("wood", 0, 0, 9000, 9000),))
    assert (table.game.terms.points_limit, list(table.game.terrain)) == (500, ["wood"])


@pytest.mark.parametrize(
    ("fields", "clause", "reason", "path"),
    [
        ({"scenario": "skirmish"}, "AN-TERRAIN-22", "not-among", "scenario"),
        ({"points_limit": 20_001}, "AN-WIN-01", "number-range", "points_limit"),
        ({"options": Options(half_rounding="even")}, "AN-GEN-06", "option-value", "options.half_rounding"),
        ({"options": Options(coherency=24_001)}, "AN-MOVE-09", "number-range", "options.coherency"),
        ({"options": Options(mod_loss_floor=2)}, "AN-DMG-12", "number-range", "options.mod_loss_floor"),
        ({"options": Options(presets=("other",))}, "AN-OPT-04", "not-among", "options.presets[0]"),
        (
            {"options": Options(natural_one_bonus=(natural("order", "cheer"),))}, "AN-GEN-02",
            "not-among", "options.natural_one_bonus[0]",
        ),
        (
            {"options": Options(natural_ten_penalty=(natural("luck", "add_pin"),))}, "AN-GEN-03",
            "not-among", "options.natural_ten_penalty[0]",
        ),
    ],
)  # fmt: skip
def test_terms_that_do_not_hold(fields: dict[str, Any], clause: str, reason: str, path: str) -> None:
    """Each thing that is wrong with the terms is refused with its clause and its place."""
    assert reasons(Table(rules()).when("referee", creation(**fields))) == [(clause, reason, path)]


@pytest.mark.parametrize(
    ("piece", "clause", "reason", "path"),
    [
        (box("w", 0, 0, 9000, 9000, type="bog"), "AN-TERRAIN-22", "not-among", "type"),
        (box("w", 0, 0, 9000, 9000, los="dim"), "AN-TERRAIN-24", "not-among", "los"),
        (box("w", 0, 0, 9000, 9000, move="deep"), "AN-TERRAIN-25", "not-among", "move"),
        (box("w", 0, 0, 9000, 9000, cover="thin"), "AN-TERRAIN-27", "not-among", "cover"),
        (box("w", 0, 0, 9000, 9000, sees_over=("all",)), "AN-TERRAIN-16", "not-among", "sees_over[0]"),
        (box("w", 0, 0, 9000, 9000, height=48_001), "AN-TERRAIN-16", "number-range", "height"),
        (box("w", 0, 0, 9000, 9000, ground=-1), "AN-TERRAIN-16", "number-range", "ground"),
        (wall("w", (0, 0), (9000, 0), building=True), "AN-TERRAIN-22", "building-no-area", "building"),
        (box("w", 0, 0, 9000, 9000, type="none"), "AN-TERRAIN-22", "open-ground-hinders", ""),
        (box("w", 70_000, 0, 9000, 9000), "AN-TERRAIN-22", "off-the-table", "shape"),
        (wall("w", (0, 0), (0, 0)), "AN-TERRAIN-22", "no-line", "shape"),
        (replace(box("w", 0, 0, 9, 9), shape=box("w", 0, 0, 9, 9).shape[:2]), "AN-TERRAIN-22", "bad-shape", "shape"),
    ],
)
def test_terrain_that_does_not_hold(piece: Any, clause: str, reason: str, path: str) -> None:
    """Each thing that is wrong with a piece of terrain is refused with its clause and its place."""
    found = reasons(Table(rules()).when("referee", creation(terrain=(piece,))))
    assert found == [(clause, reason, f"terrain[0].{path}" if path else "terrain[0]")]


def test_all_faults_of_terms_at_once() -> None:
    """A refusal of terms names every fault, those of pieces with one id too."""
    twice = (box("w", 0, 0, 9000, 9000, los="dim"), box("w", 9000, 0, 9000, 9000, cover="thin"))
    options = Options(lucky_rule="none", max_follow_on_rounds=21)
    found = reasons(Table(rules()).when("referee", creation(points_limit=99_999, terrain=twice, options=options)))
    assert [(reason, path) for _, reason, path in found] == [
        ("number-range", "points_limit"), ("id-twice", "terrain[1]"), ("not-among", "terrain[0].los"),
        ("not-among", "terrain[1].cover"), ("option-value", "options.lucky_rule"),
        ("number-range", "options.max_follow_on_rounds"),
    ]  # fmt: skip


# -- force lists


def test_a_list_is_loaded_and_used() -> None:
    """A list that a player brings sells what it says, and stays out of reach of other games' armies."""
    table = created()
    table.when("blue", LoadForceList(list=small())).then(ForceListLoaded, seat=1)
    unit = ArmyUnit(id="one", entry="interceptors", models=(), upgrades=(), points=140)
    army = SubmitArmy(list="mine", name="", units=(unit,), options=("superior_shard",))
    event = table.when("blue", army).one(ArmyAccepted)
    assert (event.name, event.points, [each.id for each in event.units]) == ("Mine", 140, ["b-one"])
    assert [each.id for each in event.options] == ["b-superior_shard"]
    used = replace(small(), name="Other")
    table.when("red", LoadForceList(list=used)).rejected("AN-OPT-01", "list-in-use", "list.id", list="mine")


def _weapon(**changes: Any) -> ForceList:
    return small(weapons=(replace(CONCORD.weapons[0], **changes),))


def _device(**changes: Any) -> ForceList:
    return small(devices=(replace(CONCORD.devices[0], **changes),))


def _option(**changes: Any) -> ForceList:
    return small(options=(replace(CONCORD.options[0], **changes),))


def _sheet(**changes: Any) -> ForceList:
    return small(entries=(_entry(sheet=replace(_entry().sheet, **changes)),))


def _kind(**changes: Any) -> ForceList:
    row = _entry().models[0]
    return small(entries=(_entry(models=(replace(row, kind=replace(row.kind, **changes)),)),))


def _upgrade(**changes: Any) -> ForceList:
    made = Upgrade(
        id="more", name="More", points=1, devices=(), options=(), rules=(), flags=(), model="", count=0, weapons=()
    )
    return small(entries=(_entry(upgrades=(replace(made, **changes),)),))


def _mode(**changes: Any) -> ForceList:
    return _weapon(modes=(replace(FiringMode(name="one", shots=1, accuracy=0, rapid=False), **changes),))


BLAST = OverheadEffect(kind="blast", hits=amount("d5"), radius=3000, marker="")
UPGRADE, KIND = "list.entries[0].upgrades[0]", "list.entries[0].models[0].kind"
TEST = EndTest(sides=10, compare="at_least", value=7, success="remove", failure="stay")
SHAPED = Stats(agility=5, accuracy=5, strength=5, resist=5, initiative=5, command=5)
LISTS: dict[str, tuple[ForceList, str, str, str]] = {
    "list id": (small(id="My List"), "AN-OPT-01", "bad-id", "list.id[0]"),
    "kind of weapon": (_weapon(kind="laser"), "AN-ORDER-03", "not-among", "list.weapons[0].kind"),
    "property": (_weapon(properties=("hot",)), "AN-PBS-02", "not-among", "list.weapons[0].properties[0]"),
    "bands": (_weapon(short=40_000), "AN-SHOOT-10", "bands-cross", "list.weapons[0]"),
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
        _weapon(kind="overhead", overhead=replace(BLAST, radius=24_001)), "AN-OH-12", "number-range",
        "list.weapons[0].overhead.radius",
    ),
    "marker": (
        _weapon(kind="overhead", overhead=replace(BLAST, marker="smoke")), "AN-OH-12", "not-among",
        "list.weapons[0].overhead.marker",
    ),
    "device": (_device(kind="radar"), "AN-ACC-27", "not-among", "list.devices[0].kind"),
    "re-rolls": (_device(miss_rerolls="two"), "AN-REROLL-01", "not-among", "list.devices[0].miss_rerolls"),
    "scope": (_device(scope="all"), "AN-REROLL-01", "not-among", "list.devices[0].scope"),
    "end test": (
        _device(end_test=replace(TEST, compare="over")), "AN-TURNEND-14", "not-among",
        "list.devices[0].end_test.compare",
    ),
    "end result": (
        _device(end_test=replace(TEST, failure="burst")), "AN-TURNEND-14", "not-among", "list.devices[0].end_test[1]",
    ),
    "uses": (_option(uses=0), "AN-OPT-01", "number-range", "list.options[0].uses"),
    "moment": (_option(windows=("noon",)), "AN-OPT-10", "not-among", "list.options[0].windows[0]"),
    "no moment": (_option(windows=()), "AN-OPT-10", "no-window", "list.options[0].windows"),
    "effect": (
        _option(effects=(OptionEffect(kind="win", number=0, word=""),)), "AN-OPT-01", "not-among",
        "list.options[0].effects[0].kind",
    ),
    "special dice": (
        _option(effects=(OptionEffect(kind="add_special_die", number=0, word="odd"),) * 2),
        "AN-OPT-03",
        "special-die-twice",
        "list.options[0].effects",
    ),
    "granted": (
        _option(effects=(OptionEffect(kind="grant_free_reaction", number=1, word="hide"),)), "AN-REACT-26", "not-among",
        "list.options[0].effects[0].word",
    ),
    "type": (_sheet(type="ship"), "AN-ORDER-19", "not-among", "list.entries[0].sheet.type"),
    "size": (_sheet(size="tiny"), "AN-SHOOT-08", "not-among", "list.entries[0].sheet.size"),
    "order dice": (_sheet(order_dice=0), "AN-TURN-09", "number-range", "list.entries[0].sheet.order_dice"),
    "move": (_sheet(move=60_001), "AN-MOVE-01", "number-range", "list.entries[0].sheet.move"),
    "flag": (_sheet(flags=("-quick",)), "AN-MOVE-05", "not-among", "list.entries[0].sheet.flags[0]"),
    "its device": (_sheet(devices=("radar",)), "AN-ACC-27", "not-among", "list.entries[0].sheet.devices[0]"),
    "statistic": (
        _sheet(stats=replace(SHAPED, agility=21)), "AN-GEN-01", "number-range", "list.entries[0].sheet.stats.agility",
    ),
    "no Res": (
        _sheet(stats=replace(SHAPED, resist=None)), "AN-RESIST-01", "stat-missing",
        "list.entries[0].sheet.stats.resist",
    ),
    "no Co": (
        _sheet(stats=replace(SHAPED, command=None)), "AN-BREAK-01", "stat-missing",
        "list.entries[0].sheet.stats.command",
    ),
    "hook": (
        _sheet(rules=(SpecialRule(name="", hook="fly", number=0, word="", models=0),)), "AN-OPT-09", "not-among",
        "list.entries[0].sheet.rules[0].hook",
    ),
    "free reaction": (
        _sheet(rules=(SpecialRule(name="", hook="free_reaction", number=1, word="", models=0),)), "AN-REACT-26",
        "not-among", "list.entries[0].sheet.rules[0].word",
    ),
    "no models": (small(entries=(_entry(models=()),)), "AN-TURN-08", "no-models", "list.entries[0].models"),
    "kind twice": (
        small(entries=(_entry(models=_entry().models * 2),)), "AN-TURN-08", "id-twice", "list.entries[0].models[1]",
    ),
    "most": (
        small(entries=(_entry(models=(replace(_entry().models[0], most=2),)),)), "AN-TURN-08", "number-range",
        "list.entries[0].models[0].most",
    ),
    "base": (_kind(base=round_base(24_001)), "AN-GEN-07", "number-range", f"{KIND}.base"),
    "height": (_kind(height=0), "AN-SHOOT-08", "number-range", f"{KIND}.height"),
    "wounds": (_kind(wounds=0), "AN-RESIST-08", "number-range", f"{KIND}.wounds"),
    "attacks": (_kind(attacks=21), "AN-H2H-06", "number-range", f"{KIND}.attacks"),
    "blow": (_kind(strike_value=amount("d9")), "AN-GEN-05", "no-such-dice", f"{KIND}.strike_value"),
    "its weapon": (_kind(weapons=("axe",)), "AN-SHOOT-02", "not-among", f"{KIND}.weapons[0]"),
    "its gun": (_kind(crews="axe"), "AN-ACC-21", "not-among", f"{KIND}.crews"),
    "upgrade's device": (_upgrade(devices=("radar",)), "AN-ACC-27", "not-among", f"{UPGRADE}.devices[0]"),
    "upgrade's option": (_upgrade(options=("win",)), "AN-OPT-01", "not-among", f"{UPGRADE}.options[0]"),
    "upgrade's weapon": (_upgrade(weapons=("axe",)), "AN-SHOOT-02", "not-among", f"{UPGRADE}.weapons[0]"),
    "upgrade's flag": (_upgrade(flags=("quick",)), "AN-MOVE-05", "not-among", f"{UPGRADE}.flags[0]"),
    "upgrade's model": (_upgrade(model="pilot"), "AN-TURN-08", "not-among", f"{UPGRADE}.model"),
}  # fmt: skip


@pytest.mark.parametrize(("force", "clause", "reason", "path"), LISTS.values(), ids=LISTS)
def test_lists_that_do_not_hold(force: ForceList, clause: str, reason: str, path: str) -> None:
    """Each thing that is wrong with a force list is refused with its clause and its place."""
    assert reasons(loaded(force)) == [(clause, reason, path)]


def test_all_faults_of_a_list_at_once() -> None:
    """A refusal of a list names the faults of all its parts."""
    twice = (replace(CONCORD.weapons[0], kind="laser"), CONCORD.weapons[0])
    found = reasons(loaded(small(weapons=twice, devices=(replace(CONCORD.devices[0], kind="radar"),))))
    assert [(reason, path) for _, reason, path in found] == [
        ("id-twice", "list.weapons[1]"), ("not-among", "list.weapons[0].kind"), ("not-among", "list.devices[0].kind"),
    ]  # fmt: skip


# -- armies


def test_an_army_is_mustered() -> None:
    """An army comes with its units in order, their models, devices and flags, its options and what it costs."""
    event = submitted().one(ArmyAccepted)
    assert event.points == 625
    alpha = event.units[0]
    assert (alpha.id, alpha.sheet.points, alpha.sheet.devices) == ("a-alpha", 130, ("concord_spotter",))
    assert alpha.sheet.models == ("leader", *["trooper"] * 4)
    assert alpha.sheet.flags == ("can_assault", "can_sprint", "down_forces_rerolls")
    assert next((each.id, each.sheet) for each in event.devices) == ("a-alpha#1", "concord_spotter")
    assert [each.id for each in event.options] == ["a-block"]


def test_an_upgrade_rearms_the_last_models() -> None:
    """An upgrade of so many models makes the last ones of a kind its own kind; a "-" takes a flag of the type away."""
    event = submitted().one(ArmyAccepted)
    beta = event.units[1].sheet
    assert beta.models == ("leader", "trooper", "trooper", "trooper", "trooper (plasma lance)")
    assert next(each.weapons for each in beta.kinds if each.name == beta.models[-1]) == ("concord_lance",)
    ghar = created().when("red", ARMIES["ghar_legion"]).one(ArmyAccepted)
    flags = next(each.sheet.flags for each in ghar.units if each.id == "a-suits")
    assert flags == ("can_assault", "can_sprint", "heavily_armoured", "-down_forces_rerolls")


def _unit(**changes: Any) -> tuple[ArmyUnit, ...]:
    return (replace(PATROL.units[0], **changes), *PATROL.units[1:])


@pytest.mark.parametrize(
    ("fields", "clause", "reason", "path"),
    [
        ({"list": "romans"}, "AN-OPT-01", "no-such-list", "list"),
        ({"units": ()}, "AN-WIN-01", "no-units", "units"),
        ({"name": "x" * 61}, "AN-WIN-01", "name-too-long", "name"),
        ({"units": _unit(id="Alpha")}, "AN-WIN-01", "bad-id", "units[0]"),
        ({"units": _unit(id="beta")}, "AN-WIN-01", "id-twice", "units[1]"),
        ({"units": _unit(entry="cohort")}, "AN-WIN-01", "no-such-entry", "units[0].entry"),
        ({"units": _unit(upgrades=("sword",), points=120)}, "AN-WIN-01", "no-such-upgrade", "units[0].upgrades[0]"),
        ({"units": _unit(upgrades=("lance",) * 2)}, "AN-WIN-01", "upgrade-twice", "units[0].upgrades[1]"),
        ({"units": _unit(points=131)}, "AN-WIN-01", "wrong-points", "units[0].points"),
        ({"options": ("luck",)}, "AN-OPT-01", "no-such-option", "options[0]"),
    ],
)
def test_armies_that_do_not_hold(fields: dict[str, Any], clause: str, reason: str, path: str) -> None:
    """Each thing that is wrong with an army is refused with its clause and its place."""
    assert reasons(submitted(**fields)) == [(clause, reason, path)]


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ((("leader", 1), ("trooper", 3)), ["model-count"]),
        ((("leader", 2), ("trooper", 4)), ["model-count"]),
        ((("leader", 1), ("pilot", 1)), ["no-such-kind", "model-count"]),
        ((("leader", 1), ("trooper", 4), ("trooper", 4)), ["kind-twice"]),
    ],
)
def test_models_of_a_unit(counts: tuple[tuple[str, int], ...], found: list[str]) -> None:
    """A unit has of each kind of model as many as its entry allows."""
    models = tuple(KindCount(kind=kind, count=count) for kind, count in counts)
    outcome = reasons(submitted(units=_unit(models=models)))
    assert [reason for _, reason, _ in outcome] == found


def test_limits_of_an_army() -> None:
    """An army keeps to its points, to the most of an entry, and to what a table holds."""
    squad = ArmyUnit(id="x", entry="strike_squad", models=(), upgrades=(), points=120)
    many = tuple(replace(squad, id=f"s{number}") for number in range(9))
    assert [(reason, path) for _, reason, path in reasons(submitted(units=many))] == [("over-limit", "units")]
    carriers = tuple(replace(squad, id=f"c{n}", entry="heavy_carrier", points=330) for n in range(2))
    submitted(units=carriers).rejected("AN-WIN-01", "too-many-of-it", "units", found=2, most=1)
    models = (KindCount(kind="leader", count=1), KindCount(kind="trooper", count=9))
    crowd = tuple(replace(squad, id=f"s{number}", points=200, models=models) for number in range(31))
    submitted(units=crowd).rejected("AN-WIN-01", "too-many-models", "units", found=310, most=300)


def test_all_faults_of_an_army_at_once() -> None:
    """A refusal of an army names every fault of it."""
    units = (*_unit(entry="cohort"), replace(PATROL.units[0], id="omega", points=1))
    found = [reason for _, reason, _ in reasons(submitted(units=units, options=("luck",), name="x" * 61))]
    assert found == ["name-too-long", "no-such-entry", "wrong-points", "no-such-option"]


def test_things_of_one_name_are_the_same() -> None:
    """Weapons and devices of both armies that share an id have to be the same."""
    table = created()
    other = small(weapons=(replace(CONCORD.weapons[0], short=10_000),))
    table.play(("red", PATROL), ("blue", LoadForceList(list=other)))
    unit = ArmyUnit(id="one", entry="interceptors", models=(), upgrades=(), points=140)
    army = SubmitArmy(list="mine", name="", units=(unit,), options=())
    table.when("blue", army).rejected("AN-OPT-01", "id-clash", "list", id="concord_carbine")


@pytest.mark.parametrize("name", sorted(ARMIES))
def test_ready_armies_hold(name: str) -> None:
    """Every ready army is accepted as it stands in a game of its size, and by silence one of them is handed in."""
    army = ARMIES[name]
    table = created(scenario="clash" if name not in ("concord_patrol", "ghar_raid", "coil_swarm") else "attrition")
    event = table.when("red", army).one(ArmyAccepted)
    assert event.points <= table.game.terms.points_limit
    assert {each.id for each in event.units} == {f"a-{each.id}" for each in army.units}


def test_silence_hands_in_different_armies() -> None:
    """What silence stands for is a ready army for each side, not the same for both."""
    table = created().faces(7, 3)
    made = [silence(table, seat) for seat in (0, 1)]
    assert made[0] != made[1]
    table.play(("red", made[0]), ("blue", made[1]))


# -- deployment


def where(table: Table, unit: str, x: int, y: int, **changes: Any) -> DeployUnit:
    """Set a unit up in files from a corner."""
    made = DeployUnit(unit=unit, models=block(table.game, unit, x, y), devices=())
    return replace(made, **changes)


def test_the_winner_sets_up_first_and_sides_alternate() -> None:
    """A roll-off says who sets the first unit up; then the sides take turns until all stand and turn 1 begins."""
    table = mustered(dice=(3, 7, 7))
    assert table.game.first == 1
    sides: list[int] = []
    while table.game.step == "setup":
        assert table.window is not None
        (seat,) = table.window.asks
        sides.append(seat)
        offered = table.offers(seat)
        unit = offered[0].fields[0].values
        assert isinstance(unit, Choice)
        models = first_fit(table.game, unit.values[0])
        outcome = table.when(seat, DeployUnit(unit=unit.values[0], models=models, devices=()))
        outcome.then(UnitDeployed)
    assert sides == [1, 0] * 5
    outcome.then(DeploymentEnded, TurnStarted, StepBegun)
    assert [row.bag for row in table.game.sides.values()] == [5, 4]


def test_what_is_offered_for_deployment() -> None:
    """Every unit that is not set up is offered with its side's zone."""
    table = mustered()
    offers = table.offers("red")
    assert offers[0].fields[0].values == Choice(("a-alpha",))
    places = offers[0].fields[1].values
    assert isinstance(places, Places)
    assert places.region == (0, 0, 72_000, 12_000)


def test_units_are_set_up_rightly() -> None:
    """A unit stands wholly in its zone, clear of others, on ground that can be stood on, and hangs together."""
    table = mustered()
    table.when("red", where(table, "a-alpha", 0, 8000)).then(UnitDeployed, unit="a-alpha")
    table.when("blue", where(table, "b-beta", 0, 30_000)).rejected("AN-MOVE-09", "outside-zone", "models[0]")
    table.when("blue", where(table, "a-beta", 0, 40_000)).rejected("AN-TURN-08", "wrong-side", "unit")
    table.when("blue", where(table, "b-beta", 0, 40_000)).accepted()
    table.when("red", where(table, "a-alpha", 0, 0)).rejected("AN-TURN-14", "stands-already", "unit")
    table.when("red", where(table, "a-beta", 500, 8000)).rejected("AN-MOVE-09", "stands-on-another", "models[0]")
    some = where(table, "a-beta", 20_000, 0)
    table.when("red", replace(some, models=some.models[1:])).rejected("AN-MOVE-09", "models-left-out", "models")
    far = replace(some.models[-1], pose=Pose(40_000, 6000, 0, 0))
    torn = replace(some, models=(*some.models[:-1], far))
    table.when("red", torn).rejected("AN-MOVE-09", "set-up-apart", "models", limit=1000)


def test_impassable_ground_and_heights() -> None:
    """Nobody is set up on impassable ground, and whoever stands on a hill stands as high as it is."""
    rock = box("rock", 0, 0, 9000, 9000, move="impassable", los="blocking", cover="clear")
    hill = box("hill", 20_000, 0, 20_000, 11_000, move="open", los="clear", cover="clear", ground=3000)
    table = Table(rules(), dice=(7, 3))
    table.play(("referee", creation(terrain=(rock, hill))), ("red", PATROL), ("blue", PATROL))
    table.when("red", where(table, "a-alpha", 8500, 0)).rejected("AN-TERRAIN-26", "impassable-ground", "models[0]")
    event = table.when("red", where(table, "a-alpha", 25_000, 1000)).one(UnitDeployed)
    assert {each.pose.z for each in event.models} == {3000}


def test_devices_that_stand_by_themselves() -> None:
    """A placed device is put into the zone with its unit; others are not placed."""
    line = ARMIES["concord_line"]
    table = mustered(red=line, blue=line)
    seeker = ModelPose(model="a-shard#2", pose=Pose(30_000, 11_000, 0, 0))
    wrong = where(table, "a-shard", 30_000, 0, devices=(replace(seeker, model="a-shard#1"),))
    table.when("red", wrong).rejected("AN-ACC-08", "no-such-device", "devices[0]", device="a-shard#1")
    outside = replace(seeker, pose=Pose(30_000, 20_000, 0, 0))
    table.when("red", replace(wrong, devices=(outside,))).rejected("AN-ACC-08", "outside-zone", "devices[0]")
    table.when("red", replace(wrong, devices=(seeker,))).accepted()
    assert table.game.devices["a-shard#2"].pose == seeker.pose


def test_silence_sets_the_first_unit_up() -> None:
    """Silence sets up the first unit that finds room; where there is none it stands for nothing."""
    table = mustered()
    table.when("red", silence(table, 0)).then(UnitDeployed, unit="a-alpha")
    wall_to_wall = box("rock", 0, 0, 72_000, 12_000, move="impassable", los="blocking", cover="clear")
    full = Table(rules(), dice=(7, 3))
    full.play(("referee", creation(terrain=(wall_to_wall,))), ("red", PATROL), ("blue", PATROL))
    assert silence(full, 0) is None
