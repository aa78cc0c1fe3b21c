"""Chapters 7.0 and 7.1, before the battle: roles, warfield, markers and battle formations."""

from __future__ import annotations

import tomllib
from importlib import resources
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Attachment,
    BattleCreated,
    BattleFormations,
    BattleFormationsCommitted,
    BattleFormationsRevealed,
    BeginPhase,
    ChooseDeploymentZone,
    ChooseRole,
    CommitBattleFormations,
    CreateBattle,
    DeployFormation,
    Embarkation,
    ObjectiveMarkerPlaced,
    ObjectiveMarkerReturned,
    Options,
    PassTerrain,
    PlaceObjectiveMarker,
    PlaceTerrainFeature,
    RolesAssigned,
    RollForRoles,
    RollOff,
    RollOffMade,
    SetWarfield,
    SubmitRoster,
    TroopPose,
    WarfieldClosed,
    WarfieldSet,
    Zone,
    ZonesAssigned,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    Unit,
    created,
    formation,
    kind_for,
    last,
    line,
    mustered,
    pose,
    refused,
    story,
    trooper,
)
from tests.rulesets.grinding_annihilation.ground import craters

NOTHING = BattleFormations()
OPTIONS = resources.files("adjudicator.rulesets.grinding_annihilation").joinpath("data", "options.toml")


def asked(table: Table, command: str, *who: str) -> Table:
    """Open the question that a command answers."""
    return table.ask(kind_for(table, command), *who)


def start(*units: Unit, size: str = "small", **rest: Any) -> Table:
    """Hand both armies in, of one formation each if none are named."""
    armies = units or (formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)]))
    return created(size, **rest).given(*mustered(armies))


def on_field(*units: Unit, **rest: Any) -> Table:
    """Take the roles, sides and size of the warfield: red attacks from the low end."""
    zones = (Zone(seat=0, x0=0, y0=0, x1=20_000, y1=44_000), Zone(seat=1, x0=40_000, y0=0, x1=60_000, y1=44_000))
    field = WarfieldSet(length=60_000, width=44_000, zones=zones)
    return start(*units, **rest).given(RolesAssigned(attacker=0, defender=1), ZonesAssigned(low=0, high=1), field)


def deploying(*units: Unit, red: BattleFormations = NOTHING, blue: BattleFormations = NOTHING) -> Table:
    """Write down both players' battle formations: the Attacker deploys next."""
    table = on_field(*units).given(WarfieldClosed())
    asked(table, "CommitBattleFormations", "red", "blue")
    table.when("red", CommitBattleFormations(formations=red)).accepted()
    table.when("blue", CommitBattleFormations(formations=blue)).accepted()
    return table


def deploy(name: str, *at: Place) -> DeployFormation:
    """Set a formation up."""
    troops = tuple(TroopPose(troop=f"{name}.{number}", pose=pose(one)) for number, one in enumerate(at, 1))
    return DeployFormation(formation=name, troops=troops)


# -- the steps


@pytest.mark.rule("GA-2.1-01", "GA-7.0-06")
def test_nothing_goes_before_the_scenario():
    """Without a scenario neither rosters nor deployments are taken."""
    table = Table(rules_of("grinding_annihilation"))
    roster = SubmitRoster(faction="autereium", doctrine="", formations=(), general="", prepared_manoeuvres=())
    for who, command in (("red", roster), ("red", deploy("a-r", (5, 5))), ("table", BeginPhase(phase="manoeuvres"))):
        refused(table, who, command, "GA-2.1-01").rejected("GA-2.1-01", "not-asked", asks="the referee")
    table.when("referee", CreateBattle(battle_size="small", scenario="war_of_control", options=Options())).accepted()
    early = refused(table, "red", deploy("a-r", (5, 5)), "GA-8.1-04")
    early.rejected("GA-8.1-04", "not-asked", window="rosters")
    faults = table.refused(roster, "red")
    assert faults
    assert "not-asked" not in {each.reason for each in faults}


@pytest.mark.rule("GA-7.0-08")
@pytest.mark.parametrize(("size", "scenario"), [("large", "exstintech_recovery"), ("huge", "war_of_control")])
def test_size_has_to_be_one_of_the_scenarios(size: str, scenario: str):
    """A size that is not known, or not of the scenario, is refused."""
    table = Table(rules_of("grinding_annihilation"))
    command = CreateBattle(battle_size=size, scenario=scenario, options=Options())
    refused(table, "referee", command, "GA-7.0-08").rejected("GA-7.0-08", "wrong-battle-size")


SCENARIOS = ("war_of_control", "exstintech_recovery", "scientist_capture", "no_mans_land", "break_through")


@pytest.mark.rule("GA-7.0-08", "GA-2.1-01")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sizes_of_each_scenario(scenario: str):
    """Every scenario accepts Small and Medium, and all but Exstintech Recovery Large."""
    for size in ("small", "medium", *(() if scenario == "exstintech_recovery" else ("large",))):
        table = Table(rules_of("grinding_annihilation"))
        table.when("referee", CreateBattle(battle_size=size, scenario=scenario, options=Options())).then(
            BattleCreated, battle_size=size, scenario=scenario
        )


def test_options_take_the_values_that_they_know():
    """An option that has words for values takes no other word."""
    catalogue = tomllib.loads(OPTIONS.read_text())
    worded = {name: row for name, row in catalogue.items() if isinstance(row["default"], str)}
    assert len(worded) > 10
    for name, known in worded.items():
        not_created({name: "nonsense"}, known["clause"])
        for value in known["values"]:
            assert getattr(last(created(options={name: value}), BattleCreated).options, name) == value


def not_created(options: dict[str, Any], clause: str) -> None:
    """Find a battle with these options refused."""
    table = Table(rules_of("grinding_annihilation"))
    command = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(**options))
    refused(table, "referee", command, clause).rejected(clause, "option-value")


@pytest.mark.rule("GA-7.0-06", "GA-7.1-03")
def test_steps_are_done_in_order():
    """While terrain is placed nobody deploys, and while markers are placed nobody places terrain."""
    table = asked(on_field(), "PassTerrain", "red")
    early = refused(table, "red", deploy("a-r", (5, 5)), "GA-7.0-10")
    early.rejected("GA-7.0-10", "not-asked", window="terrain")
    table.when("red", PassTerrain()).accepted()
    table = asked(on_field(), "PlaceObjectiveMarker", "red")
    early = refused(table, "red", PassTerrain(), "GA-7.1-02")
    early.rejected("GA-7.1-02", "not-asked", window="place_marker")


@pytest.mark.rule("GA-7.0-07", "GA-2.5-08")
@pytest.mark.parametrize(("dice", "winner"), [((5, 3), "red"), ((4, 4, 2, 6), "blue"), ((3, 3, 5, 2), "red")])
def test_roles_and_sides(dice: tuple[int, ...], winner: str):
    """The winner of a roll-off takes a role, the other player a side; a tie is thrown again."""
    table = asked(start(dice=dice), "RollForRoles", "table")
    other = "blue" if winner == "red" else "red"
    rolled = table.when("table", RollForRoles()).one(RollOffMade)
    assert (rolled.faces, rolled.winner) == (dice, ("red", "blue").index(winner))
    refused(table, other, ChooseRole(role="attacker"), "GA-7.0-07").rejected("GA-7.0-07", "not-asked", asks=winner)
    refused(table, winner, ChooseRole(role="spectator"), "GA-7.0-07").rejected("GA-7.0-07", "unknown-role")
    roles = table.when(winner, ChooseRole(role="defender")).one(RolesAssigned)
    assert (roles.defender, roles.attacker) == (rolled.winner, 1 - rolled.winner)
    zone = refused(table, winner, ChooseDeploymentZone(side="low"), "GA-7.0-07")
    zone.rejected("GA-7.0-07", "not-asked", asks=other)
    table.faces(6, 1)  # for the markers
    sides = table.when(other, ChooseDeploymentZone(side="high")).one(ZonesAssigned)
    assert (sides.high, sides.low) == (1 - rolled.winner, rolled.winner)


# -- the warfield


@pytest.mark.rule("GA-7.0-09", "GA-7.1-01")
@pytest.mark.parametrize(("size", "length", "width", "accepted"), [
    ("medium", 60, 44, True), ("medium", 58, 44, False), ("medium", 60, 43, False), ("large", 60, 44, False),
    ("large", 90, 44, True), ("small", 72, 48, True),
])  # fmt: skip
def test_warfield_is_as_large_as_the_scenario_says(size: str, length: int, width: int, *, accepted: bool):
    """The warfield has at least the scenario's size for the battle's size; zones are 20 inches deep."""
    table = start(size=size).given(RolesAssigned(attacker=0, defender=1), ZonesAssigned(low=1, high=0))
    table.faces(*((6, 1) if accepted else ()))
    asked(table, "SetWarfield", "table")
    command = SetWarfield(length=1000 * length, width=1000 * width)
    if not accepted:
        refused(table, "table", command, "GA-7.0-09").rejected("GA-7.0-09", "small-warfield")
        return
    zones = {each.seat: each for each in table.when("table", command).one(WarfieldSet).zones}
    assert (zones[1].x0, zones[1].x1, zones[1].y1) == (0, 20_000, 1000 * width)
    assert (zones[0].x0, zones[0].x1) == (1000 * length - 20_000, 1000 * length)


def marking(*dice: int) -> Table:
    """Roll off for the first marker."""
    table = on_field(dice=dice)
    table.ask(kind_for(table, "RollOff"), "table", about=("markers",))
    table.when("table", RollOff(purpose="markers")).accepted()
    return table


def mark(table: Table, who: str, number: int, x: float, y: float) -> Outcome:
    """Place a marker."""
    return table.when(who, PlaceObjectiveMarker(marker=str(number), x=round(1000 * x), y=round(1000 * y)))


@pytest.mark.rule("GA-7.1-02")
def test_four_markers_in_turns():
    """Four markers are placed in turns, the roll-off's winner first, apart from edges, zones and each other."""
    table = marking(2, 5)
    not_marked(table, "red", "1", 30, 22, "not-asked")
    for x, y, reason in (
        (30, 6, "marker-edge"), (30, 38, "marker-edge"), (23, 22, "marker-zone"), (37, 22, "marker-zone"),
        (22, 22, "marker-zone"), (5, 5, "marker-edge"),
    ):  # fmt: skip
        not_marked(table, "blue", "1", x, y, reason)
    for x, y in ((30_000, 6_001), (30_000, 37_999), (23_001, 22_000), (36_999, 22_000)):
        said = PlaceObjectiveMarker(marker="1", x=x, y=y)
        assert table.refused(said, "blue") == ()
    mark(table, "blue", 1, 30, 22).then(ObjectiveMarkerPlaced, next=0)
    not_marked(table, "red", "2", 30, 31, "marker-near")
    not_marked(table, "red", "4", 30, 31.5, "other-marker")
    mark(table, "red", 2, 30, 31.5).then(ObjectiveMarkerPlaced, next=1)
    mark(table, "blue", 3, 30, 12.5).then(ObjectiveMarkerPlaced, next=0)
    table.faces(6, 1)
    placed = mark(table, "red", 4, 36.9, 37.9).one(ObjectiveMarkerPlaced)
    assert (placed.seat, placed.next) == (0, None)
    assert [each.seat for each in story(table, ObjectiveMarkerPlaced)] == [1, 0, 1, 0]


def not_marked(table: Table, who: str, key: str, x: float, y: float, reason: str) -> None:
    """Find a place for a marker refused."""
    said = PlaceObjectiveMarker(marker=key, x=round(1000 * x), y=round(1000 * y))
    refused(table, who, said, "GA-7.1-02").rejected("GA-7.1-02", reason)


def boxes(table: Table, who: str) -> list[tuple[int, int, int, int]]:
    """List the boxes in which a marker is offered to be placed."""
    offers = (each for each in table.offers(who) if each.command == "PlaceObjectiveMarker")
    domains = ({domain.field: domain.values for domain in each.fields} for each in offers)
    return [(each["x"].least, each["y"].least, each["x"].most, each["y"].most) for each in domains]


@pytest.mark.rule("GA-7.1-02")
@pytest.mark.parametrize("placed", [(), ((30, 22),), ((30, 22), (30, 31.5)), ((26.1, 15), (33, 21.5), (30, 31.5))])
def test_every_point_that_is_offered_for_a_marker_is_legal(placed: tuple[Place, ...]):
    """Boxes are offered of which no point is too near a marker; only points close to a circle's rim are in none."""
    table = marking(6, 1)
    for number, (x, y) in enumerate(placed, 1):
        mark(table, ("red", "blue")[1 - number % 2], number, x, y).accepted()
    who, key = ("red", "blue")[len(placed) % 2], str(len(placed) + 1)
    if key == "4":
        table.faces(6, 1)  # for terrain
    found = boxes(table, who)
    assert 1 <= len(found) <= 40
    for x0, y0, x1, y1 in found:
        for x, y in ((x0, y0), (x0, y1), (x1, y0), (x1, y1), ((x0 + x1) // 2, (y0 + y1) // 2)):
            assert table.refused(PlaceObjectiveMarker(marker=key, x=x, y=y), who) == ()
    for x, y in product(range(22_400, 38_000, 800), range(5_600, 38_900, 800)):
        offered = any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in found)
        legal = not table.refused(PlaceObjectiveMarker(marker=key, x=x, y=y), who)
        far = all((x - 1000 * a) ** 2 + (y - 1000 * b) ** 2 > 11_500**2 for a, b in placed)
        assert offered <= legal
        assert (legal and far) <= offered
    mark(table, who, int(key), found[0][0] / 1000, found[0][1] / 1000).then(ObjectiveMarkerPlaced)


@pytest.mark.rule("GA-7.1-04")
def test_a_marker_taken_back_is_offered_elsewhere():
    """The place from which a marker was taken back lies in no box, though all around it is free."""
    table = marking(6, 1)
    table.set(battle=replace(table.game.battle, returned=(30_000, 22_000)))
    found = boxes(table, "red")
    assert not any(x0 <= 30_000 <= x1 and y0 <= 22_000 <= y1 for x0, y0, x1, y1 in found)
    for x, y in ((29_999, 22_000), (30_001, 22_000), (30_000, 21_999), (30_000, 22_001)):
        assert any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in found)


@pytest.mark.rule("GA-7.1-04")
def test_marker_that_leaves_no_room_is_taken_back():
    """Where no legal point is left for the next marker, the last one is taken back and placed again."""
    table = marking(6, 1)
    mark(table, "red", 1, 30, 11).accepted()
    mark(table, "blue", 2, 30, 22).accepted()
    mark(table, "red", 3, 30, 33).accepted()
    while not story(table, ObjectiveMarkerReturned):
        top = table.window
        assert top is not None
        table.when(top.asks[0], table.rules.windows[top.kind].default_command(table.game, top, top.asks[0])).accepted()  # type: ignore[misc,arg-type]
    assert last(table, ObjectiveMarkerReturned) == ObjectiveMarkerReturned(marker="3", seat=0)
    mark(table, "red", 3, 30, 31.5).accepted()


@pytest.mark.rule("GA-7.1-03", "GA-7.0-10")
def test_terrain_follows_the_fourth_marker():
    """With four markers a roll-off says who places terrain first; when both pass the warfield is closed."""
    table = marking(6, 1)
    for number, (who, y) in enumerate((("red", 7), ("blue", 17), ("red", 27)), 1):
        mark(table, who, number, 30, y).accepted()
    early = refused(table, "blue", PlaceTerrainFeature(feature=craters(24, 34, 28, 38)), "GA-7.1-03")
    early.rejected("GA-7.1-03", "markers-first")
    table.faces(2, 3)
    mark(table, "blue", 4, 30, 37).then(RollOffMade, purpose="terrain", winner=1)
    refused(table, "red", PassTerrain(), "GA-7.0-10").rejected("GA-7.0-10", "not-asked", asks="blue")
    table.when("blue", PassTerrain()).without(WarfieldClosed)
    refused(table, "blue", PassTerrain(), "GA-7.0-10").rejected("GA-7.0-10", "not-asked", asks="red")
    table.when("red", PassTerrain()).then(WarfieldClosed)


# -- battle formations


def leader(name: str, *leads: str, at: Place = (5, 5)) -> Unit:
    """Make a Leader who may join these catalogues."""
    return formation(
        name, at=[at], keywords=("infantry", "character"), powers=("leader",), leads=leads, troop=trooper("chief")
    )


def written(*pairs: tuple[str, str]) -> CommitBattleFormations:
    """Write down Leaders and their Escorts."""
    joined = tuple(Attachment(leader=one, escort=other) for one, other in pairs)
    return CommitBattleFormations(formations=BattleFormations(attachments=joined))


@pytest.mark.rule("GA-7.0-11")
def test_battle_formations_are_secret_until_both_are_in():
    """What a player wrote down is known to him alone until both have written."""
    table = on_field().given(WarfieldClosed())
    asked(table, "CommitBattleFormations", "red", "blue")
    done = table.when("red", CommitBattleFormations(formations=NOTHING))
    done.then(BattleFormationsCommitted, seat=0).without(BattleFormationsRevealed)
    assert [side.committed for side in table.view("blue").sides] == [True, False]
    assert table.view("red").own_formations == NOTHING
    assert table.view("blue").own_formations is None
    assert table.view("spectator").own_formations is None
    again = refused(table, "red", CommitBattleFormations(formations=NOTHING), "GA-7.0-11")
    again.rejected("GA-7.0-11", "not-asked", asks="blue")
    table.when("blue", CommitBattleFormations(formations=NOTHING)).accepted()
    assert sorted(each.seat for each in story(table, BattleFormationsRevealed)) == [0, 1]


@pytest.mark.rule("GA-4.2-06", "GA-7.0-11")
def test_leader_joins_one_escort_of_his_kind():
    """A Leader joins one own Escort that he lists; an Escort takes one Leader."""
    units = (
        leader("a-one", "squad"), leader("a-two", "squad"), formation("a-squad", at=line(3, 5, 10)),
        formation("a-other", at=line(3, 5, 20)), formation("b-squad", at=line(3, 55, 10)),
    )  # fmt: skip
    table = on_field(*units).given(WarfieldClosed())
    asked(table, "CommitBattleFormations", "red", "blue")
    for reason, pairs in (
        ("attached-twice", (("a-one", "a-squad"), ("a-two", "a-squad"))), ("may-not-lead", (("a-one", "a-other"),)),
        ("attached-twice", (("a-one", "a-squad"), ("a-one", "a-squad"))), ("may-not-lead", (("a-squad", "a-other"),)),
    ):  # fmt: skip
        refused(table, "red", written(*pairs), "GA-4.2-06").rejected("GA-4.2-06", reason)
    for pair in (("a-one", "b-squad"), ("a-nobody", "a-squad")):
        refused(table, "red", written(pair), "").rejected("", "unknown-id")
    table.when("red", written(("a-one", "a-squad"))).accepted()
    table.when("blue", written()).accepted()
    joined = next(each for each in table.view("blue").formations if each.id == "a-squad")
    assert [part.role for part in joined.parts] == ["escort", "leader"]
    assert len(joined.troops) == 4
    late = refused(table, "red", written(("a-two", "a-squad")), "GA-7.0-12")
    late.rejected("GA-7.0-12", "not-asked", window="deploy")


@pytest.mark.rule("GA-7.0-11", "GA-3.2-33", "GA-4.2-01", "GA-4.3-04")
@pytest.mark.parametrize(("formations", "faults"), [
    (
        BattleFormations(embarked=(Embarkation(formation="a-r", transport="a-s.1"),)),
        {"GA-3.2-33": "no-transport"},
    ),
    (BattleFormations(reserves=("a-r",)), {"GA-4.2-01": "no-reserve-troop"}),
    (BattleFormations(hover=("a-r",)), {"GA-4.3-04": "no-hover"}),
])  # fmt: skip
def test_who_does_not_qualify_stays_on_the_warfield(formations: BattleFormations, faults: dict[str, str]):
    """A formation that does not qualify for a place off the warfield is refused it."""
    units = [formation(key, at=[at]) for key, at in (("a-r", (5, 5)), ("a-s", (5, 8)), ("b-b", (55, 5)))]
    table = on_field(*units).given(WarfieldClosed())
    asked(table, "CommitBattleFormations", "red", "blue")
    outcome = refused(table, "red", CommitBattleFormations(formations=formations), *faults)
    for clause, reason in faults.items():
        outcome.rejected(clause, reason)
    table.when("red", CommitBattleFormations(formations=NOTHING)).then(BattleFormationsCommitted)
