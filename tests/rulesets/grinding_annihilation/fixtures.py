"""Small armies with exact statistics and battles that stand in the middle of a round.

Lengths are inches here and become thousandths. Formations of "red" are "a-...", those of "blue" "b-...". A battle is
made of the contract's own events, without the commands that would lead to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Base, Pose, Shape
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.messages import Amount
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    AssaultDeclared,
    AssaultRolled,
    Attachment,
    BattleBegun,
    BattleFormations,
    BattleFormationsRevealed,
    BeginPhase,
    CreateBattle,
    FightsFirstGained,
    FirstPlayerSet,
    FixedMarkersPlaced,
    FormationDeployed,
    FormationDestroyed,
    FormationMoved,
    MoveDeclared,
    MusteredFormation,
    MusteredTroop,
    ObjectiveMarkerPlaced,
    Options,
    PhaseBegun,
    PhaseEnded,
    PlayerTurnBegun,
    PlayerTurnEnded,
    RolesAssigned,
    RosterAccepted,
    RoundBegun,
    RoundEnded,
    TroopDestroyed,
    TroopPose,
    TroopProfile,
    WarfieldClosed,
    WarfieldSet,
    Weapon,
    WeaponProfile,
    Zone,
    ZonesAssigned,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions import warfield_layout
from tests.kit import NAMES, Table


def mil(inches: float) -> int:
    """Give inches as thousandths."""
    return round(1000 * inches)


DICE = re.compile(r"(?:(?P<count>\d*)D(?P<sides>[36]))?(?P<plus>[+-]?\d+)?")


def amount(text: str | int) -> Amount:
    """Read "2", "D6", "2D3" or "D6+2"."""
    found = DICE.fullmatch(str(text))
    assert found, text
    sides = int(found["sides"] or 0)
    return Amount(dice=int(found["count"] or 1) if sides else 0, sides=sides, plus=int(found["plus"] or 0))


def ability(name: str, x: str | int | None = None, keyword: str = "", gear: str = "") -> Ability:
    """Name an ability, with its X and keyword."""
    return Ability(name=name, x=None if x is None else amount(x), keyword=keyword, gear=gear)


def _ability(text: str) -> Ability:
    name, *rest = text.split()
    x = rest[-1] if rest else None
    return ability(name, x, rest[0] if len(rest) > 1 else "")


def abilities(names: Iterable[str | Ability]) -> tuple[Ability, ...]:
    """Read abilities; "rapid_fire 1" has an X, "anti vehicle 4" a keyword and an X."""
    return tuple(name if isinstance(name, Ability) else _ability(name) for name in names)


def _profile(
    name: str, reach: float, sw: str | int, skill: int, s: int, ap: int, d: str | int, powers: Iterable[str | Ability]
) -> WeaponProfile:
    return WeaponProfile(
        name=name,
        weapon_range=mil(reach),
        swiftness=amount(sw),
        skill=skill,
        strength=s,
        penetration=ap,
        damage=amount(d),
        abilities=abilities(powers),
    )


def gun(
    id: str = "rifle",
    *powers: str | Ability,
    reach: float = 24,
    sw: str | int = 1,
    rs: int = 3,
    s: int = 4,
    ap: int = 0,
    d: str | int = 1,
) -> Weapon:
    """Make a ranged weapon with one profile."""
    return Weapon(id=id, name=id, melee=False, profiles=(_profile("", reach, sw, rs, s, ap, d, powers),))


def blade(
    id: str = "blade", *powers: str | Ability, sw: str | int = 1, ms: int = 3, s: int = 4, ap: int = 0, d: str | int = 1
) -> Weapon:
    """Make a melee weapon with one profile."""
    return Weapon(id=id, name=id, melee=True, profiles=(_profile("", 0, sw, ms, s, ap, d, powers),))


def modes(id: str, *weapons: Weapon) -> Weapon:
    """Make one weapon of the profiles of several."""
    profiles = tuple(replace(weapon.profiles[0], name=weapon.id) for weapon in weapons)
    return Weapon(id=id, name=id, melee=weapons[0].melee, profiles=profiles)


def trooper(
    name: str = "trooper",
    *,
    m: float | None = 6,
    v: int = 4,
    de: int = 4,
    w: int = 1,
    he: int = 7,
    be: int = 1,
    inv: Sequence[int] = (),
    base: float | Base = 1,
) -> TroopProfile:
    """Make the statistics of a kind of troop on a round base of one inch."""
    foot = base if isinstance(base, Base) else Base(length=mil(base), width=mil(base), shape=Shape.ROUND)
    return TroopProfile(
        name=name,
        movement=mil(m or 0),
        immovable=m is None,
        vigour=v,
        defence=de,
        wounds=w,
        heroism=he,
        effectiveness=be,
        invulnerable=tuple(inv),
        base_size=foot,
        height=1000,
    )


Place = tuple[float, ...]


class Unit(NamedTuple):
    """A formation, its weapons and where it stands."""

    row: MusteredFormation
    weapons: tuple[Weapon, ...]
    at: tuple[Place, ...]

    @property
    def seat(self) -> int:
        return 0 if self.row.id.startswith("a-") else 1


class Member(NamedTuple):
    """What one troop has that the others have not; None is what the formation has."""

    profile: TroopProfile | None = None
    weapons: tuple[Weapon, ...] | None = None
    powers: tuple[str | Ability, ...] = ()
    keywords: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()


RIFLE = gun()

PLAIN = trooper()

LONG_RIFLE = gun("long_rifle", reach=100)


def formation(
    id: str,
    *,
    at: Sequence[Place],
    troop: TroopProfile = PLAIN,
    weapons: Sequence[Weapon] = (RIFLE,),
    keywords: Sequence[str] = ("infantry",),
    powers: Sequence[str | Ability] = (),
    leads: Sequence[str] = (),
    only: Mapping[int, Member] | None = None,
) -> Unit:
    """Make a formation with a troop at each place; `only` says what single troops have, by number."""
    members = [(only or {}).get(number, Member()) for number in range(1, len(at) + 1)]
    arms = [tuple(weapons) if member.weapons is None else member.weapons for member in members]
    profiles = {member.name: member for member in (troop, *(one.profile for one in members if one.profile))}
    used = {(one.profile or troop).name for one in members}
    troops = tuple(
        MusteredTroop(
            id=f"{id}.{number}",
            profile=(one.profile or troop).name,
            weapons=tuple(item.id for item in arm),
            gear=one.gear,
            abilities=abilities(one.powers),
            keywords=one.keywords,
        )
        for number, (one, arm) in enumerate(zip(members, arms, strict=True), 1)
    )
    row = MusteredFormation(
        id=id,
        catalogue=id.split("-")[1],
        name=id,
        points=100,
        keywords=tuple(keywords),
        leads=tuple(leads),
        abilities=abilities(powers),
        profiles=tuple(profile for name, profile in profiles.items() if name in used),
        troops=troops,
    )
    return Unit(row, tuple({item.id: item for arm in arms for item in arm}.values()), tuple(at))


def line(count: int, x: float, y: float = 10, step: float = 1.5) -> list[Place]:
    """Give places one behind the other along y."""
    return [(x, y + step * number) for number in range(count)]


SPARES = (
    formation("a-spare", at=[(2, 42)], weapons=(LONG_RIFLE,)),
    formation("b-spare", at=[(58, 42)], weapons=(LONG_RIFLE,)),
)

PHASES = ("manoeuvres", "move", "shooting", "assault", "brawl")

WAR_OF_CONTROL = "war_of_control"


def created(
    size: str = "small", options: Mapping[str, Any] | None = None, scenario: str = WAR_OF_CONTROL, **rest: Any
) -> Table:
    """Create a battle: rosters are asked for."""
    table = Table(rules_of("grinding_annihilation"), **rest)
    chosen = Options(**(options or {}))
    table.when("referee", CreateBattle(battle_size=size, scenario=scenario, options=chosen)).accepted()
    return table


def _check_weapon_ids(units: Sequence[Unit]) -> None:
    """Weapons of one id have to be the same weapon, since a battle knows them by their ids."""
    known: dict[str, Weapon] = {}
    for weapon in (row for unit in units for row in unit.weapons):
        assert known.setdefault(weapon.id, weapon) == weapon, f"two weapons are called {weapon.id}: rename one"


def mustered(units: Sequence[Unit]) -> list[Struct]:
    rows: list[Struct] = []
    for seat in (0, 1):
        own = [unit for unit in units if unit.seat == seat]
        weapons = {weapon.id: weapon for unit in own for weapon in unit.weapons}
        rows.append(
            RosterAccepted(
                seat=seat,
                faction="autereium",
                doctrine="",
                points=100 * len(own),
                formations=tuple(unit.row for unit in own),
                weapons=tuple(weapons.values()),
                general=own[0].row.troops[0].id if own else "",
                prepared_manoeuvres=(),
            )
        )
    return rows


ROLES_AND_ENDS = (RolesAssigned(attacker=0, defender=1), ZonesAssigned(low=0, high=1))


def _placed(markers: Sequence[Place]) -> list[Struct]:
    return [
        ObjectiveMarkerPlaced(marker=str(number), seat=(number - 1) % 2, x=mil(x), y=mil(y), next=None)
        for number, (x, y) in enumerate(markers, 1)
    ]


def war_of_control_field(size: str, markers: Sequence[Place]) -> list[Struct]:
    length = 90 if size == "large" else 60
    zones = (
        Zone(seat=0, x0=0, y0=0, x1=mil(20), y1=mil(44)),
        Zone(seat=1, x0=mil(length - 20), y0=0, x1=mil(length), y1=mil(44)),
    )
    return [
        *ROLES_AND_ENDS,
        WarfieldSet(length=mil(length), width=mil(44), zones=zones),
        *_placed(markers),
        WarfieldClosed(),
    ]


def scenario_field(table: Table, markers: Sequence[Place]) -> list[Struct]:
    """Lay the warfield of another scenario out as the rules do."""
    game = table.given(*ROLES_AND_ENDS).game
    least = warfield_layout.scenario_of(game).boards[game.battle.size]
    table.given(
        WarfieldSet(
            length=least.length, width=least.width, zones=warfield_layout.zones_for(game, least.length, least.width)
        )
    )
    fixed = warfield_layout.scenario_of(game).markers.place == "fixed"
    laid = [FixedMarkersPlaced(markers=warfield_layout.fixed_markers(table.game))] if fixed else []
    return [*laid, *_placed(markers), WarfieldClosed()]


def pose(at: Place) -> Pose:
    """Read (x, y), (x, y, z) or (x, y, z, degrees)."""
    x, y, z, facing = (*at, 0.0, 0.0)[:4] if len(at) < 4 else at
    return Pose(x=mil(x), y=mil(y), z=mil(z), facing=round(10 * facing))


def poses_of(unit: Unit) -> list[TroopPose]:
    """Give the places of a formation's troops."""
    return [TroopPose(troop=troop.id, pose=pose(at)) for troop, at in zip(unit.row.troops, unit.at, strict=True)]


def _deployed(units: Sequence[Unit], lead: Mapping[str, str]) -> list[Struct]:
    rows: list[Struct] = []
    for seat in (0, 1):
        joined = tuple(
            Attachment(leader=leader, escort=escort) for leader, escort in lead.items() if leader[0] == "ab"[seat]
        )
        rows.append(BattleFormationsRevealed(seat=seat, formations=BattleFormations(attachments=joined)))
    poses = {unit.row.id: poses_of(unit) for unit in units}
    for leader, escort in lead.items():
        poses[escort] += poses.pop(leader)
    rows.extend(FormationDeployed(formation=id, troops=tuple(troops), next=None) for id, troops in poses.items())
    return rows


def deployed(
    *units: Unit,
    lead: Mapping[str, str] | None = None,
    markers: Sequence[Place] = (),
    spares: bool = True,
    size: str = "small",
    options: Mapping[str, Any] | None = None,
    scenario: str = WAR_OF_CONTROL,
    **rest: Any,
) -> Table:
    """Set a battle up in which both armies are deployed; `lead` names the Escort of each Leader.

    Red is the Attacker and has the low end. Markers of other scenarios than the usual are added to those it fixes.

    A formation with a rifle stands far away on either side, if `spares`, so that turns do not end by themselves.
    """
    armies = [*units, *(SPARES if spares else ())]
    _check_weapon_ids(armies)
    table = created(size, options, scenario, **rest).given(*mustered(armies))
    field = war_of_control_field(size, markers) if scenario == WAR_OF_CONTROL else scenario_field(table, markers)
    return table.given(*field, *_deployed(armies, lead or {}))


def window_kind_of(table: Table, command: str) -> str:
    """Find the kind of window that a command answers."""
    return next(kind for kind, asks in table.rules.windows.items() if command in asks.names)


def _troop_lost(table: Table, troop: str) -> list[Struct]:
    row, troops = table.game.troops[troop], table.game.troops.values()
    fellows = [item for item in troops if item.formation == row.formation and item.id != troop]
    lost: list[Struct] = [
        TroopDestroyed(troop=troop, formation=row.formation, cause="attack", pose=row.pose, demise=False)
    ]
    if not any(fellow.part == row.part for fellow in fellows):
        whole = not fellows
        lost.append(FormationDestroyed(formation=row.formation, part=row.part, cause="attack", whole=whole))
    return lost


def _past_phase(phase: str, number: int, player: int, events: Sequence[Struct]) -> list[Struct]:
    return [
        PhaseBegun(round=number, phase=phase),
        *(PlayerTurnBegun(seat=seat, phase=phase) for seat in (player, 1 - player) if phase != "brawl"),
        *events,
        *(PlayerTurnEnded(seat=seat, phase=phase) for seat in (player, 1 - player) if phase != "brawl"),
        PhaseEnded(phase=phase),
    ]


def _wound(table: Table, wounds: Mapping[str, int], marked: Sequence[str]) -> None:
    troops = table.game.troops
    table.put("troops", *(replace(troops[troop], wounds_left=left) for troop, left in wounds.items()))
    table.put("troops", *(replace(table.game.troops[troop], marked=True) for troop in marked))


def battle(
    *units: Unit,
    phase: str = "shooting",
    first: str = "red",
    number: int = 1,
    dice: Sequence[int] = (),
    past: Mapping[str, Sequence[Struct]] | None = None,
    before: Sequence[Struct] = (),
    fallen: Sequence[str] = (),
    wounds: Mapping[str, int] | None = None,
    marked: Sequence[str] = (),
    begin: bool = True,
    **rest: Any,
) -> Table:
    """Set a battle up in which `phase` of round `number` begins with the first player's turn.

    `past` has the events of earlier phases of the round, `before` those of the round before. `fallen` are troops
    that are destroyed already, `wounds` the wounds left to others, `marked` those that attacks were allocated to.
    Where `begin` is false the phase has not begun. What else may be said is said to `deployed`. Dice for the
    initiative are thrown where a later round begins.
    """
    player = NAMES.index(first)
    table = deployed(*units, dice=dice, **rest)
    table.given(FirstPlayerSet(round=1, seat=player), BattleBegun())
    for troop in fallen:
        table.given(*_troop_lost(table, troop))
    for row in range(1, number):
        table.given(RoundBegun(round=row), FirstPlayerSet(round=row, seat=player))
        table.given(*(before if row == number - 1 else ()), RoundEnded(round=row))
    table.given(RoundBegun(round=number), FirstPlayerSet(round=number, seat=player))
    for earlier in PHASES[: PHASES.index(phase)]:
        table.given(*_past_phase(earlier, number, player, (past or {}).get(earlier, ())))
    _wound(table, wounds or {}, marked)
    if begin:
        table.ask(window_kind_of(table, "BeginPhase"), "table")
        table.when("table", BeginPhase(phase=phase)).accepted()
    return table


PAIRS = tuple(
    formation(f"{side}-pair{number}", at=[(x, 40)], weapons=(blade("pair_blade"),))
    for number, place in ((1, 2), (2, 8))
    for side, x in (("a", place), ("b", place + 1.5))
)


def brawl(*units: Unit, first: str = "blue", **rest: Any) -> Table:
    """Begin a Brawl Phase in which red selects first; two pairs fight elsewhere, so that it goes on."""
    return battle(*units, *PAIRS, phase="brawl", first=first, **rest)


def duel(
    *dice: int,
    gun: Weapon = RIFLE,
    guns: int = 1,
    troop: TroopProfile = PLAIN,
    troops: int = 1,
    gap: float = 12,
    powers: Sequence[str | Ability] = (),
    keywords: Sequence[str] = ("infantry",),
    **rest: Any,
) -> Table:
    """Let "a-r" with one weapon each face "b-b" across a gap of so many inches, in red's Shooting turn."""
    red = formation("a-r", at=line(guns, 10), weapons=(gun,))
    blue = formation("b-b", at=line(troops, 11 + gap), troop=troop, weapons=(), powers=powers, keywords=keywords)
    return battle(red, blue, dice=dice, **rest)


def clash(
    *dice: int,
    weapons: Sequence[Weapon] = (blade(),),
    count: int = 1,
    troop: TroopProfile = PLAIN,
    troops: int = 1,
    keywords: Sequence[str] = ("infantry",),
    powers: Sequence[str | Ability] = (),
    gap: float = 0,
    **rest: Any,
) -> Table:
    """Let "a-r" stand against "b-b", troop against troop, at the beginning of a Brawl Phase."""
    red = formation("a-r", at=line(count, 20), weapons=tuple(weapons))
    blue = formation("b-b", at=line(troops, 21 + gap), troop=troop, weapons=(), keywords=keywords, powers=powers)
    return brawl(red, blue, dice=dice, **rest)


def moved(formation: str, kind: str = "normal") -> list[Struct]:
    """Let a formation have made a move of a kind in which nobody moved."""
    declared = MoveDeclared(formation=formation, kind=kind, reaches=(), paths=(), tested=())
    return [declared, FormationMoved(formation=formation, kind=kind, troops=())]


def assaulted(formation: str, *targets: str) -> list[Struct]:
    """Let a formation have made an Assault move."""
    return [
        AssaultDeclared(formation=formation, targets=targets, distances=(), needed=0),
        AssaultRolled(formation=formation, faces=(6, 6), reach=Tally.base(mil(12), "GA-3.4-07")),
        FormationMoved(formation=formation, kind="assault", troops=()),
        FightsFirstGained(formation=formation),
    ]


def troop_poses(id: str, *at: Place) -> tuple[TroopPose, ...]:
    """Name places for a formation's troops."""
    return tuple(TroopPose(troop=f"{id}.{number}", pose=pose(one)) for number, one in enumerate(at, 1))
