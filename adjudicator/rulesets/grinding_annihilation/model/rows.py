"""Rows of a battle's tables: what is true of each thing, frozen.

Lengths are thousandths of an inch, seats 0 and 1. Ids are as the contract says: formation "a-guard", troop
"a-guard.3", marker "1"; a part is a formation as it was mustered, before a Leader joined it.
"""

from __future__ import annotations

from msgspec import Struct

from adjudicator.board.inches import Pose
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    BattleFormations,
    CountedAttacks,
    Cover,
    DeclaredMelee,
    DeclaredShot,
    HitResult,
    Hold,
    Loan,
    Sight,
    TargetFacts,
    TerrainFeature,
    TroopPath,
    TroopProfile,
    TroopReach,
    Zone,
)

UNDEPLOYED = "undeployed"


class Battle(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """What there is once: terms, clock and end.

    `phase` and `step` are as the contract's View says; `turn` is the seat whose turn it is, in the Brawl Phase
    the first player (GA-3.0-07); `selects` is whoever places, sets up or selects next,
    `embarks` the formation that has just moved and may get into a transport.
    """

    size: str = ""
    scenario: str = ""
    points_limit: int = 0
    phase: str = "setup"
    step: str = ""
    round: int = 0
    first: int | None = None
    turn: int | None = None
    selects: int | None = None
    length: int = 0
    width: int = 0
    zones: tuple[Zone, ...] = ()
    passes: int = 0
    returned: tuple[int, ...] = ()
    order: tuple[str, ...] = ()
    ended: str = ""
    winner: int | None = None
    embarks: str = ""


class ManoeuvreUse(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """One use of a Battle-Manoeuvre: its phase, and the seat whose turn it was."""

    manoeuvre: str
    phase: str
    turn: int


class Side(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """A player's side. `written` are the battle formations, secret until `revealed`; `used` is of this round.

    `removed` is the last round in which the player removed a marker.
    """

    seat: int
    mustered: bool = False
    faction: str = ""
    doctrine: str = ""
    points: int = 0
    general: str = ""
    prepared: tuple[str, ...] = ()
    role: str = ""
    end: str = ""
    committed: bool = False
    written: BattleFormations | None = None
    entry: int = 0
    revealed: bool = False
    manoeuvre_points: int = 0
    tactical_points: int = 0
    round_points: int = 0
    casualty_order: tuple[str, ...] = ()
    save_preference: str = ""
    declined: tuple[str, ...] = ()
    conceded: bool = False
    general_paid: bool = False
    used: tuple[ManoeuvreUse, ...] = ()
    removed: int = 0


class FormationPart(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """A formation as mustered; `formation` is the one it belongs to now, `role` plain, leader or escort."""

    id: str
    seat: int
    formation: str
    catalogue: str
    name: str
    role: str = "plain"
    points: int
    strength: int
    keywords: tuple[str, ...]
    leads: tuple[str, ...]
    abilities: tuple[Ability, ...]
    profiles: tuple[TroopProfile, ...]
    destroyed: bool = False
    transport: Hold | None = None


class Formation(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """A formation and what it did; an Attached one has the id of its Escort and the Escort's part first.

    `troops` are its living troops. `place`: undeployed, warfield, reserves, strategic_reserves, embarked
    or destroyed. Of this round: `move` (as View's move_kind), `assaulted`, `ingressed` (its Assault was a Hero's
    Ingress, failed or not), `fights_first`; of this phase: `shot`, `near`, `assault_declared`, `first_step`, `fought`,
    `repaired`; of this turn: `tested`. `fatigued` is the round in whose Manoeuvres Phase the fatigue ends, 0 without.
    `aboard` is the transport troop it is in, `began` the one its player's Move turn began in; `arrived` and `left` are
    the rounds of its arrival from Reserves and, while it is off, of its flight off the warfield. `disembarked` and
    `lent` are of this phase, `bound` (no Assault) of this "round" or "turn".
    """

    id: str
    seat: int
    place: str = UNDEPLOYED
    parts: tuple[str, ...]
    troops: tuple[str, ...]
    fatigued: int = 0
    tested: bool = False
    move: str = ""
    shot: bool = False
    near: bool = False
    assault_declared: bool = False
    assaulted: bool = False
    fights_first: bool = False
    first_step: bool = False
    fought: bool = False
    repaired: bool = False
    aboard: str = ""
    began: str = ""
    arrived: int = 0
    left: int = 0
    disembarked: str = ""
    bound: str = ""
    lent: bool = False
    hover: bool = False
    scouted: bool = False
    ingressed: bool = False


class Troop(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """A living troop; `kind` is the key of its statistics in Game.profiles, `marked` as GA-3.3-22."""

    id: str
    seat: int
    formation: str
    part: str
    kind: str
    wounds_left: int
    pose: Pose | None = None
    weapons: tuple[str, ...]
    gear: tuple[str, ...]
    enhancements: tuple[str, ...]
    abilities: tuple[Ability, ...]
    keywords: tuple[str, ...]
    marked: bool = False


class Fallen(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """A destroyed troop as it was when it fell, and why; `near` are the formations its Deadly Demise can reach."""

    troop: Troop
    cause: str
    near: tuple[str, ...] = ()


class Marker(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """An objective marker; `levels` and `controller` are from when control was last determined.

    `captured` is the round in which the Attacker took it for good, `dominion` whether he had it at the end of the
    last round; `named` is the round in which it last gave a scientist, and to which seat.
    """

    id: str
    x: int
    y: int
    seat: int = 0
    levels: tuple[int, ...] = ()
    controller: int | None = None
    fixed: bool = False
    captured: int = 0
    dominion: bool = False
    named: tuple[int, ...] = ()


class Terrain(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """A terrain feature; `agreed` once both players let its type and boundary stand (GA-6.0-01)."""

    id: str
    seat: int
    feature: TerrainFeature
    agreed: bool = False


class Action(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """The move, shooting, Assault or fight under way.

    `kind`: normal, advance, retreat, shooting, assault or fight. `step` of a fight: close_in, declare,
    attacks or consolidate; of a move: declared, tested, rolled. `paths` and `tested` belong to a Retreat, `targets`,
    `needed` and `reach` to an Assault, `sidearms` and `only` to shooting. `overwatch` is the only target of an
    Overwatch, `ingress` an Assault out of turn, `answered` one that an Overwatch has interrupted.
    """

    formation: str
    kind: str
    step: str = ""
    reaches: tuple[TroopReach, ...] = ()
    paths: tuple[TroopPath, ...] = ()
    tested: tuple[str, ...] = ()
    failures: int = 0
    targets: tuple[str, ...] = ()
    needed: int = 0
    reach: Tally | None = None
    sidearms: tuple[str, ...] = ()
    only: str = ""
    overwatch: str = ""
    ingress: bool = False
    loans: tuple[Loan, ...] = ()
    answered: bool = False


class Group(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """One weapon profile on one target within a declaration; `status`: waiting, open, done or lost."""

    target: str
    weapon: str
    profile: int
    troops: tuple[str, ...]
    status: str = "waiting"


class HeldWounds(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """Mortal wounds of one Devastating attack, held until normal damage on the target is done.

    `troop` is the Character that Precision puts them on, by option.
    """

    group: str
    attack: int
    target: str
    wounds: int
    troop: str = ""


class SplitAttacks(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """The Swiftness of a melee weapon whose attacks are split: thrown once, `left` for its other targets."""

    troop: str
    weapon: str
    left: int


class Declaration(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """Declared attacks that are being worked off; `target` is the one whose groups are open, empty before."""

    id: str
    formation: str
    melee: bool
    shots: tuple[DeclaredShot, ...] = ()
    attacks: tuple[DeclaredMelee, ...] = ()
    targets: tuple[TargetFacts, ...] = ()
    sights: tuple[Sight, ...] = ()
    groups: tuple[Group, ...] = ()
    target: str = ""
    held: tuple[HeldWounds, ...] = ()
    swings: tuple[SplitAttacks, ...] = ()
    hazards: int = 0
    hazards_tested: bool = False
    hazards_failed: int = 0


class AttackGroup(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """The open group: what was counted, rolled to hit and rolled to wound. `step`: counted, hit, wounded."""

    id: str
    declaration: str
    formation: str
    target: str
    weapon: str
    profile: int
    keywords: tuple[str, ...]
    stealth: bool
    step: str = ""
    counts: tuple[CountedAttacks, ...] = ()
    counted: int = 0
    hit_needed: Tally | None = None
    hits: tuple[HitResult, ...] = ()
    strength: int = 0
    vigour: int = 0
    wound_needed: Tally | None = None
    critical: int = 6


class Attack(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """One hit of the open group; `status`: due, allocated, saved, failed_save, damaged, mortal, lost.

    `declined`: the attacker did not put it on a Character by Precision. `covers` gave the troop cover against it.
    """

    number: int
    troop: str
    face: int = 0
    outcome: str = "hit"
    automatic: bool = False
    rerolled: bool = False
    precision: bool = False
    declined: bool = False
    allocated: str = ""
    damage: Tally | None = None
    status: str = ""
    covers: tuple[Cover, ...] = ()


class PendingWounds(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """Mortal wounds that wait for troops of a formation to take them; `begun` once one of them was suffered."""

    id: str
    formation: str
    wounds: int
    source: str
    first: str = ""
    spill: bool = True
    begun: bool = False


class Wreck(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """A destroyed transport troop whose passengers have to get out; `quiet` if it was removed for cohesion."""

    troop: str
    quiet: bool = False


class Brawl(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, kw_only=True):
    """The alternation of the Brawl Phase; `step` is fights_first or remaining."""

    step: str
    selects: int
