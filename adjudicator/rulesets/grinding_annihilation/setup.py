"""Chapter 7.0, steps one to three and six to eight: scenario, roles, warfield, first turn, beginning of the battle."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, Shape, offer
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.grinding_annihilation import breach, prebattle
from adjudicator.rulesets.grinding_annihilation.carriers import is_aircraft
from adjudicator.rulesets.grinding_annihilation.endings import check_annihilation, forfeit
from adjudicator.rulesets.grinding_annihilation.flow import begin_round, roll_off
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleBegun,
    BattleCreated,
    BeginBattle,
    ChooseDeploymentZone,
    ChooseRole,
    CreateBattle,
    FirstPlayerSet,
    FixedMarkersPlaced,
    Options,
    RolesAssigned,
    RollFirstTurn,
    RollForRoles,
    RollOffMade,
    SetWarfield,
    SubmitRoster,
    WarfieldSet,
    ZonesAssigned,
)
from adjudicator.rulesets.grinding_annihilation.options import Reading
from adjudicator.rulesets.grinding_annihilation.scenario import OPTIONS, SCENARIOS, SIZES, OptionEntry, Scenario
from adjudicator.rulesets.grinding_annihilation.scoring import determine_control
from adjudicator.rulesets.grinding_annihilation.state import INCH, RESERVES, SEATS, STRATEGIC, Game, Marker, rival
from adjudicator.rulesets.grinding_annihilation.zones import fixed_markers, scenario_of, zones_for

ROLES = ("attacker", "defender")
ROLE, AGREED = "role", "agreed"
ENDS = ("low", "high")
LONGEST = 1_000 * INCH
MOST_OPTION = 100_000
SELECTING = ("roles", "markers", "terrain", "late_set_up")

# -- scenario and options


def create_battle(ruling: Ruling[Game], command: CreateBattle) -> None:
    """GA-2.1-01 A game is played on one scenario, with one battle size for both armies (GA-7.0-08)."""
    scenario = SCENARIOS.get(command.scenario)
    if scenario is None:
        ruling.reject("GA-2.1-01", "unknown-scenario", "scenario", scenario=command.scenario, known=" ".join(SCENARIOS))
    fits = command.battle_size in scenario.sizes.accepted
    ruling.require(
        fits, "GA-7.0-08", "wrong-battle-size", "battle_size",
        size=command.battle_size, accepted=" ".join(scenario.sizes.accepted),
    )  # fmt: skip
    ruling.refuse_all(_option_faults(command.options))
    event = BattleCreated(
        battle_size=command.battle_size, points_limit=SIZES[command.battle_size].points,
        scenario=scenario.id, options=_complete(command.options, scenario),
    )  # fmt: skip
    ruling.record(event, "GA-2.1-01", "GA-7.0-08", "GA-8.1-01")
    ruling.answered()
    ruling.ask("rosters", *SEATS)


def battle_created(game: Game, event: BattleCreated) -> None:
    """Note the terms."""
    game.options = event.options
    game.reading = Reading(**{name: getattr(event.options, name) for name in Reading.__struct_fields__})
    game.battle = replace(
        game.battle, scenario=event.scenario, size=event.battle_size, points_limit=event.points_limit, step="rosters"
    )
    for seat in SEATS:
        game.sides[seat] = replace(game.sides[seat], manoeuvre_points=game.how.starting_mp)


def _complete(options: Options, scenario: Scenario) -> Options:
    """Fill the defaults in; that of annihilation_wins is the scenario's (GA-7.0-20)."""
    chosen = {name: _given(options, name, entry) for name, entry in OPTIONS.items()}
    if options.annihilation_wins is None:
        chosen["annihilation_wins"] = scenario.victory.annihilation_wins
    return Options(**chosen)


def _given(options: Options, name: str, entry: OptionEntry) -> Any:
    value = getattr(options, name)
    return entry.default if value is None or value == () else value


def _option_faults(options: Options) -> list[Fault]:
    faults: list[Fault] = []
    for name, entry in OPTIONS.items():
        value = _given(options, name, entry)
        facts = (("option", name), ("default", _text(entry.default)))
        if not entry.read and value != entry.default:
            faults.append(Fault(entry.clause, "option-not-read", f"options.{name}", facts))
        elif not _allowed(entry, value):
            values = (f"0 to {MOST_OPTION}",) if entry.values is None else entry.values
            known = ("known", " ".join(_text(each) for each in values))
            faults.append(Fault(entry.clause, "option-value", f"options.{name}", (*facts, known)))
    return faults


def _allowed(entry: OptionEntry, value: Any) -> bool:
    if entry.values is not None:
        return value in entry.values
    return not isinstance(value, int) or 0 <= value <= MOST_OPTION


def _text(value: object) -> str:
    return ",".join(str(each) for each in value) if isinstance(value, tuple) else str(value).lower()


def _create_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    """Offer each scenario in the sizes that it is played in (GA-7.0-08)."""
    return [
        offer(
            CreateBattle, "GA-2.1-01",
            battle_size=Choice(each.sizes.accepted), scenario=Choice((each.id,)), options=Shape("Options"),
        )
        for each in SCENARIOS.values()
    ]  # fmt: skip


def _plain_battle(_game: Game, _window: Window, _party: Party) -> Struct:
    """Let silence take the first size and scenario."""
    return CreateBattle(battle_size=next(iter(SIZES)), scenario=next(iter(SCENARIOS)), options=Options())


def _roster_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(SubmitRoster, "GA-8.1-04", formations=Shape("RosterFormation"))]


def _armies_mustered(ruling: Ruling[Game], _window: Window) -> None:
    """GA-7.0-06 With both armies mustered the roles are rolled for or agreed; who musters none gives the battle up."""
    absent = tuple(seat for seat in SEATS if not ruling.game.sides[seat].mustered)
    if absent:
        forfeit(ruling, absent)
    elif ruling.game.how.roles == AGREED:
        ruling.ask("choose_role", SEATS[0])
    else:
        ruling.ask("roles", TABLE)


# -- roles and ends


def roll_for_roles(ruling: Ruling[Game], _command: RollForRoles) -> None:
    """GA-7.0-07 The players roll off; the winner chooses a role."""
    winner = roll_off(ruling, "roles", "GA-7.0-07")
    ruling.answered()
    ruling.ask("choose_role", winner)


def roll_off_made(game: Game, event: RollOffMade) -> None:
    """The winner chooses or places next."""
    if event.purpose in SELECTING:
        game.battle = replace(game.battle, selects=event.winner)


def choose_role(ruling: Ruling[Game], command: ChooseRole) -> None:
    """GA-7.0-07 The winner is Attacker or Defender, the other player the other one; or that is stated as agreed."""
    ruling.require(command.role in ROLES, "GA-7.0-07", "unknown-role", "role", role=command.role)
    ruling.answered()
    other = rival(ruling.actor)
    if ruling.game.how.roles == AGREED:
        fact = ruling.state_fact(ROLE, (ruling.protocol.seats[ruling.actor],), command.role, "GA-7.0-07")
        ruling.ask("roles_agreed", about=(fact,))
        ruling.ask("fact_stated", other, about=(fact,))
    else:
        _assign(ruling, ruling.actor, command.role, zone=other)


def _assign(ruling: Ruling[Game], seat: Party, role: str, *, zone: Party) -> None:
    """GA-7.0-07 Record the roles, and ask who has the choice of the zones."""
    attacker = seat if role == "attacker" else rival(seat)
    ruling.record(RolesAssigned(attacker=attacker, defender=rival(attacker)), "GA-7.0-07")
    ruling.ask("choose_zone", zone)


def judge_role(ruling: Ruling[Game], fact: Fact, value: str) -> None:
    """GA-7.0-07 GA-2.5-11 Who disputes agreed roles holds the other role against the one stated."""
    ruling.require(value in ROLES, "GA-7.0-07", "unknown-role", "value", role=value)
    ruling.require(fact.status != "stated" or value != fact.value, "GA-7.0-07", "same-role", "value", role=value)


def _roles_agreed(ruling: Ruling[Game], window: Window) -> None:
    """GA-7.0-07 Agreed roles stand as stated or as settled; who did not have his way about them chooses the zone."""
    fact = ruling.game.facts[window.about[0]]
    beaten = fact.status == "settled" and fact.value == fact.other
    _assign(ruling, fact.by, fact.value, zone=fact.by if beaten else rival(fact.by))


def roles_assigned(game: Game, event: RolesAssigned) -> None:
    """Note the roles; a statement about them has done its work."""
    for seat, role in ((event.attacker, "attacker"), (event.defender, "defender")):
        game.sides[seat] = replace(game.sides[seat], role=role)
    game.battle = replace(game.battle, step="zones")
    for key in [key for key, fact in game.facts.items() if fact.kind == ROLE]:
        del game.facts[key]


def choose_deployment_zone(ruling: Ruling[Game], command: ChooseDeploymentZone) -> None:
    """GA-7.0-07 The other player chooses which of the two mirrored zones is his."""
    ruling.require(command.side in ENDS, "GA-7.0-07", "unknown-end", "side", side=command.side)
    low = ruling.actor if command.side == "low" else rival(ruling.actor)
    ruling.record(ZonesAssigned(low=low, high=rival(low)), "GA-7.0-07")
    ruling.answered()
    ruling.ask("warfield", REFEREE if ruling.protocol.referee else TABLE)


def zones_assigned(game: Game, event: ZonesAssigned) -> None:
    """Note the ends."""
    for seat, end in ((event.low, "low"), (event.high, "high")):
        game.sides[seat] = replace(game.sides[seat], end=end)
    game.battle = replace(game.battle, step="warfield", selects=None)


# -- warfield


def set_warfield(ruling: Ruling[Game], command: SetWarfield) -> None:
    """GA-7.0-09 The warfield is a rectangle at least as large as the scenario's minimum."""
    scenario = scenario_of(ruling.game)
    least = scenario.boards[ruling.game.battle.size]
    length, width = command.length or least.length, command.width or least.width
    for name, found, needed in (("length", length, least.length), ("width", width, least.width)):
        ruling.require(found >= needed, "GA-7.0-09", "small-warfield", name, side=name, least=needed, found=found)
        ruling.require(found <= LONGEST, "GA-7.0-09", "huge-warfield", name, side=name, most=LONGEST, found=found)
    zones = zones_for(ruling.game, length, width)
    ruling.record(WarfieldSet(length=length, width=width, zones=zones), "GA-7.0-09", scenario.zones.clause)
    if scenario.markers.place == "fixed":
        points = fixed_markers(ruling.game)
        ruling.record(FixedMarkersPlaced(markers=points), scenario.markers.clause, "GA-7.0-01", "GA-7.0-05")
    ruling.answered()
    ruling.ask("roll_off", TABLE)


def warfield_set(game: Game, event: WarfieldSet) -> None:
    """Note size and zones."""
    game.battle = replace(game.battle, length=event.length, width=event.width, zones=event.zones, step="markers")


def fixed_markers_placed(game: Game, event: FixedMarkersPlaced) -> None:
    """Put the markers down; terrain is next."""
    for each in event.markers:
        game.markers[each.marker] = Marker(id=each.marker, x=each.x, y=each.y, fixed=True)
    game.battle = replace(game.battle, step="terrain")


# -- first turn and beginning


def roll_first_turn(ruling: Ruling[Game], _command: RollFirstTurn) -> None:
    """GA-7.0-15 The winner of a roll-off has the first turn of every phase of round 1 (GA-3.1-02)."""
    winner = roll_off(ruling, "first_turn", "GA-7.0-15")
    ruling.record(FirstPlayerSet(round=1, seat=winner), "GA-7.0-15", "GA-3.1-02")
    ruling.answered()
    prebattle.begin(ruling)


def begin_battle(ruling: Ruling[Game], _command: BeginBattle) -> None:
    """GA-7.0-06 The set-up is over; round 1 begins. In Break Through the Defender holds the markers (GA-7.5-03)."""
    ruling.record(BattleBegun(), "GA-7.0-06", "GA-7.0-05")
    if breach.lines(ruling.game):
        determine_control(ruling)
    ruling.answered()
    if not check_annihilation(ruling):
        begin_round(ruling, 1)


def battle_begun(game: Game, _event: BattleBegun) -> None:
    """Leave the set-up; Aircraft in Reserves are Strategic Reserves from now on (GA-4.3-02)."""
    game.battle = replace(game.battle, step="", selects=None)
    for key, row in game.formations.items():
        if row.place == RESERVES and is_aircraft(game, key):
            game.formations[key] = replace(row, place=STRATEGIC)


# -- offers and what silence stands for


def _role_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ChooseRole, "GA-7.0-07", role=Choice(ROLES))]


def _first_role(_game: Game, _window: Window, _party: Party) -> Struct:
    return ChooseRole(role=ROLES[0])


def _zone_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ChooseDeploymentZone, "GA-7.0-07", side=Choice(ENDS))]


def _low_end(_game: Game, _window: Window, _party: Party) -> Struct:
    return ChooseDeploymentZone(side=ENDS[0])


def _warfield_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    least = scenario_of(game).boards[game.battle.size]
    sizes = {"length": Range(least.length, 2 * least.length), "width": Range(least.width, 2 * least.width)}
    return [offer(SetWarfield, "GA-7.0-09", **sizes)]


def _least_warfield(_game: Game, _window: Window, _party: Party) -> Struct:
    return SetWarfield(length=0, width=0)


# -- tables

OPENS = "battle"
CLAUSES = handlers(
    create_battle, roll_for_roles, choose_role, choose_deployment_zone, set_warfield, roll_first_turn, begin_battle
)
REDUCERS = reducers(
    battle_created, roll_off_made, roles_assigned, zones_assigned, warfield_set, fixed_markers_placed, battle_begun
)
JUDGES = MappingProxyType({ROLE: judge_role})
WINDOWS = windows(
    WindowKind(OPENS, "GA-2.1-01", (CreateBattle,), _create_offers, _plain_battle),
    WindowKind("rosters", "GA-8.1-04", (SubmitRoster,), _roster_offers, on_close=_armies_mustered, silence_passes=True),
    table_step("roles", "GA-7.0-07", RollForRoles),
    WindowKind("choose_role", "GA-7.0-07", (ChooseRole,), _role_offers, _first_role),
    WindowKind("roles_agreed", "GA-7.0-07", on_close=_roles_agreed),
    WindowKind("choose_zone", "GA-7.0-07", (ChooseDeploymentZone,), _zone_offers, _low_end),
    WindowKind("warfield", "GA-7.0-09", (SetWarfield,), _warfield_offers, _least_warfield),
    table_step("first_turn", "GA-7.0-15", RollFirstTurn),
    table_step("begin_battle", "GA-7.0-06", BeginBattle),
)

__all__ = ["CLAUSES", "JUDGES", "OPENS", "REDUCERS", "WINDOWS"]
