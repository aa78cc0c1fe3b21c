"""Chapters 7.0 and 7.1, before the battle: roles, warfield, markers, battle formations and deployment."""

from __future__ import annotations

import tomllib
from importlib import resources
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.messages import (
    Attachment,
    BattleCreated,
    BattleFormations,
    BattleFormationsCommitted,
    BattleFormationsRevealed,
    ChooseDeploymentZone,
    ChooseRole,
    CommitBattleFormations,
    CreateBattle,
    DeclareNoRoom,
    DeployFormation,
    Embarkation,
    FirstPlayerSet,
    FormationDeployed,
    FormationDestroyed,
    ObjectiveMarkerPlaced,
    ObjectiveMarkerReturned,
    Options,
    PassTerrain,
    PlaceObjectiveMarker,
    RolesAssigned,
    RollForRoles,
    RollOff,
    RollOffMade,
    SetWarfield,
    SubmitRoster,
    TroopDestroyed,
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
    refused(table, "red", roster)
    refused(table, "red", deploy("a-r", (5, 5)))
    table.when("referee", CreateBattle(battle_size="small", scenario="war_of_control", options=Options())).accepted()
    refused(table, "red", deploy("a-r", (5, 5)))


@pytest.mark.rule("GA-7.0-08", "GA-2.1-01", "GA-8.1-01")
@pytest.mark.parametrize(("size", "scenario"), [("large", "exstintech_recovery"), ("huge", "war_of_control")])
def test_scenario_and_size_have_to_exist(size: str, scenario: str):
    """A scenario or size that is not known is refused."""
    table = Table(rules_of("grinding_annihilation"))
    command = CreateBattle(battle_size=size, scenario=scenario, options=Options())
    refused(table, "referee", command, "GA-7.0-08", "GA-2.1-01", "GA-8.1-01")


@pytest.mark.rule("GA-2.1-01")
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
    refused(table, "referee", command, clause)


@pytest.mark.rule("GA-7.0-06", "GA-7.1-03")
def test_steps_are_done_in_order():
    """While terrain is placed nobody deploys, and while markers are placed nobody places terrain."""
    table = asked(on_field(), "PassTerrain", "red")
    refused(table, "red", deploy("a-r", (5, 5)))
    table = asked(on_field(), "PlaceObjectiveMarker", "red")
    refused(table, "red", PassTerrain())


@pytest.mark.rule("GA-7.0-07", "GA-2.5-08")
@pytest.mark.parametrize(("dice", "winner"), [((5, 3), "red"), ((4, 4, 2, 6), "blue"), ((3, 3, 5, 2), "red")])
def test_roles_and_sides(dice: tuple[int, ...], winner: str):
    """The winner of a roll-off takes a role, the other player a side; a tie is thrown again."""
    table = asked(start(dice=dice), "RollForRoles", "table")
    other = "blue" if winner == "red" else "red"
    rolled = table.when("table", RollForRoles()).one(RollOffMade)
    assert (rolled.faces, rolled.winner) == (dice, ("red", "blue").index(winner))
    refused(table, other, ChooseRole(role="attacker"))
    refused(table, winner, ChooseRole(role="spectator"))
    roles = table.when(winner, ChooseRole(role="defender")).one(RolesAssigned)
    assert roles.defender == rolled.winner
    refused(table, winner, ChooseDeploymentZone(side="low"))
    table.faces(6, 1)  # for the markers
    sides = table.when(other, ChooseDeploymentZone(side="high")).one(ZonesAssigned)
    assert (sides.high, sides.low) == (1 - rolled.winner, rolled.winner)


# -- the warfield


@pytest.mark.rule("GA-7.0-09", "GA-7.1-01", "GA-2.4-07")
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
        refused(table, "table", command, "GA-7.0-09", "GA-7.1-01")
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
    refused(table, "red", PlaceObjectiveMarker(marker="1", x=30_000, y=22_000))
    for x, y in ((30, 6), (30, 38), (23, 22), (37, 22), (22, 22), (5, 5)):
        refused(table, "blue", PlaceObjectiveMarker(marker="1", x=1000 * x, y=1000 * y), "GA-7.1-02")
    mark(table, "blue", 1, 30, 22).then(ObjectiveMarkerPlaced, next=0)
    refused(table, "red", PlaceObjectiveMarker(marker="2", x=30_000, y=31_000), "GA-7.1-02")
    refused(table, "red", PlaceObjectiveMarker(marker="4", x=30_000, y=31_500), "GA-7.1-02")
    mark(table, "red", 2, 30, 31.5).then(ObjectiveMarkerPlaced, next=1)
    mark(table, "blue", 3, 30, 12.5).then(ObjectiveMarkerPlaced, next=0)
    table.faces(6, 1)
    placed = mark(table, "red", 4, 36.9, 37.9).one(ObjectiveMarkerPlaced)
    assert (placed.seat, placed.next) == (0, None)
    assert len(story(table, ObjectiveMarkerPlaced)) == 4


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
        table.when(top.asks[0], table.rules.windows[top.kind].otherwise(table.game, top, top.asks[0])).accepted()  # type: ignore[misc,arg-type]
    assert last(table, ObjectiveMarkerReturned) == ObjectiveMarkerReturned(marker="3", seat=0)
    mark(table, "red", 3, 30, 31.5).accepted()


@pytest.mark.rule("GA-7.1-03", "GA-7.0-10")
def test_terrain_follows_the_fourth_marker():
    """With four markers a roll-off says who places terrain first; when both pass the warfield is closed."""
    table = marking(6, 1)
    for number, (who, y) in enumerate((("red", 7), ("blue", 17), ("red", 27)), 1):
        mark(table, who, number, 30, y).accepted()
    table.faces(2, 3)
    mark(table, "blue", 4, 30, 37).then(RollOffMade, purpose="terrain", winner=1)
    refused(table, "red", PassTerrain())
    table.when("blue", PassTerrain()).without(WarfieldClosed)
    refused(table, "blue", PassTerrain())
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
    refused(table, "red", CommitBattleFormations(formations=NOTHING))
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
    for pairs in (
        (("a-one", "a-squad"), ("a-two", "a-squad")), (("a-one", "a-other"),),
        (("a-one", "a-squad"), ("a-one", "a-squad")), (("a-squad", "a-other"),),
    ):  # fmt: skip
        refused(table, "red", written(*pairs), "GA-4.2-06", "GA-7.0-11")
    refused(table, "red", written(("a-one", "b-squad")))
    refused(table, "red", written(("a-nobody", "a-squad")))
    table.when("red", written(("a-one", "a-squad"))).accepted()
    table.when("blue", written()).accepted()
    joined = next(each for each in table.view("blue").formations if each.id == "a-squad")
    assert [part.role for part in joined.parts] == ["escort", "leader"]
    assert len(joined.troops) == 4
    refused(table, "red", written(("a-two", "a-other")))


@pytest.mark.rule("GA-7.0-11", "GA-3.2-34", "GA-4.2-01", "GA-8.2-01")
@pytest.mark.parametrize("formations", [
    BattleFormations(embarked=(Embarkation(formation="a-r", transport="a-r.1"),)), BattleFormations(reserves=("a-r",)),
    BattleFormations(hover=("a-r",)),
])  # fmt: skip
def test_who_does_not_qualify_stays_on_the_warfield(formations: BattleFormations):
    """A formation that does not qualify for a place off the warfield is refused it."""
    table = on_field().given(WarfieldClosed())
    asked(table, "CommitBattleFormations", "red", "blue")
    refused(table, "red", CommitBattleFormations(formations=formations))


# -- deployment


def armies(red: int, blue: int) -> list[Unit]:
    """Give formations of one troop each."""
    return [
        *(formation(f"a-{number}", at=[(5, 5)]) for number in range(red)),
        *(formation(f"b-{number}", at=[(55, 5)]) for number in range(blue)),
    ]


@pytest.mark.rule("GA-7.0-12")
def test_players_deploy_in_turns():
    """The Attacker begins, the players take turns, and who has more goes on alone."""
    table = deploying(*armies(2, 4))
    refused(table, "blue", deploy("b-0", (55, 5)))
    order = [("red", "a-0", 5), ("blue", "b-0", 55), ("red", "a-1", 5), ("blue", "b-1", 55), ("blue", "b-2", 55)]
    for number, (who, name, x) in enumerate(order):
        table.when(who, deploy(name, (x, 5 + 2 * number))).then(FormationDeployed, formation=name)
    assert [each.next for each in story(table, FormationDeployed)] == [1, 0, 1, 1, 1]
    refused(table, "blue", deploy("b-2", (50, 30)), "GA-7.0-12")
    table.faces(2, 6)
    table.when("blue", deploy("b-3", (55, 30))).then(FormationDeployed, next=None).then(RollOffMade, FirstPlayerSet)
    assert last(table, FirstPlayerSet) == FirstPlayerSet(round=1, seat=1)


@pytest.mark.rule("GA-7.0-12", "GA-7.1-01", "GA-2.4-07", "GA-2.4-05")
@pytest.mark.parametrize(("at", "accepted"), [
    ((19.5, 10), True), ((19.6, 10), False), ((20.5, 10), False), ((0.5, 0.5), True), ((0.4, 10), False),
    ((10, 43.6), False), ((45, 10), False),
])  # fmt: skip
def test_deployed_wholly_within_the_zone(at: Place, *, accepted: bool):
    """Every base stands wholly within its player's zone and on the warfield."""
    table = deploying(*armies(1, 1))
    if accepted:
        table.when("red", deploy("a-0", at)).then(FormationDeployed)
    else:
        refused(table, "red", deploy("a-0", at), "GA-7.0-12", "GA-7.1-01", "GA-2.4-07")


@pytest.mark.rule("GA-2.2-05", "GA-2.2-06", "GA-3.2-06")
def test_deployed_whole_in_cohesion_and_apart():
    """A formation is set up with all its troops, in cohesion, and none on top of another."""
    table = deploying(formation("a-r", at=line(3, 5)), formation("b-b", at=[(55, 5)]))
    refused(table, "red", deploy("a-r", (5, 10), (5, 13), (5, 16.1)), "GA-2.2-05", "GA-2.2-02", "GA-2.2-01")
    refused(table, "red", deploy("a-r", (5, 10), (5, 12)), "GA-2.2-06", "GA-7.0-12")
    refused(table, "red", deploy("a-r", (5, 10), (5, 12), (5, 12.5)))
    table.when("red", deploy("a-r", (5, 10), (5, 13), (5, 16))).then(FormationDeployed)


@pytest.mark.rule("GA-4.2-07")
def test_attached_formation_deploys_as_one():
    """Escort and Leader are set up together, in one cohesion."""
    units = (leader("a-one", "squad"), formation("a-squad", at=line(2, 5)), formation("b-b", at=[(55, 5)]))
    joined = BattleFormations(attachments=(Attachment(leader="a-one", escort="a-squad"),))
    table = deploying(*units, red=joined)
    refused(table, "red", deploy("a-one", (5, 5)))
    refused(table, "red", deploy("a-squad", (5, 10), (5, 12)))
    poses = (("a-squad.1", (5, 10)), ("a-squad.2", (5, 12)), ("a-one.1", (5, 14)))
    troops = tuple(TroopPose(troop=troop, pose=pose(at)) for troop, at in poses)
    table.when("red", DeployFormation(formation="a-squad", troops=troops)).then(FormationDeployed)


@pytest.mark.rule("GA-7.0-13")
def test_formation_without_room_is_destroyed():
    """A formation for which its zone has no room counts as destroyed; nothing is triggered by it."""
    giant = formation("a-giant", at=[(5, 5)], troop=trooper(base=30), powers=("deadly_demise 3",))
    table = deploying(giant, *armies(1, 1))
    refused(table, "red", deploy("a-giant", (15, 20)))
    table.when("red", DeclareNoRoom(formation="a-giant", troops=())).then(FormationDestroyed, part="a-giant")
    assert last(table, FormationDestroyed).cause == "no_room"
    assert [each.demise for each in story(table, TroopDestroyed)] in ([], [False])


@pytest.mark.rule("GA-7.0-13", "GA-2.2-06", "GA-2.4-13")
def test_room_is_not_denied_where_there_is_some():
    """While a formation could be set up nobody declares that there is no room for it."""
    table = deploying(*armies(1, 1))
    refused(table, "red", DeclareNoRoom(formation="a-0", troops=()), "GA-7.0-13", "GA-2.2-06", "GA-2.4-13")


@pytest.mark.rule("GA-2.3-03")
@pytest.mark.parametrize(("gap", "accepted"), [(1.0, False), (1.1, True)])
def test_nobody_is_set_up_within_threat_range(gap: float, *, accepted: bool):
    """A troop is not set up within Threat Range of an enemy."""
    table = deploying(*armies(1, 2))
    enemy = TroopPose(troop="b-1.1", pose=pose((11 + gap, 10)))
    table.given(FormationDeployed(formation="b-1", troops=(enemy,), next=0))
    if accepted:
        table.when("red", deploy("a-0", (10, 10))).then(FormationDeployed)
    else:
        refused(table, "red", deploy("a-0", (10, 10)), "GA-2.3-03")


@pytest.mark.rule("GA-2.4-07", "GA-3.2-24")
def test_nobody_is_set_up_in_the_air():
    """Without terrain troops are set up on the ground."""
    refused(deploying(*armies(1, 1)), "red", deploy("a-0", (10, 10, 5)))
