from wargame.grinding_annihilation.v1 import commands_pb2 as _commands_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HitOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HIT_OUTCOME_UNSPECIFIED: _ClassVar[HitOutcome]
    HIT_OUTCOME_MISS: _ClassVar[HitOutcome]
    HIT_OUTCOME_HIT: _ClassVar[HitOutcome]
    HIT_OUTCOME_CRITICAL: _ClassVar[HitOutcome]

class WoundOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WOUND_OUTCOME_UNSPECIFIED: _ClassVar[WoundOutcome]
    WOUND_OUTCOME_FAILED: _ClassVar[WoundOutcome]
    WOUND_OUTCOME_WOUND: _ClassVar[WoundOutcome]
    WOUND_OUTCOME_CRITICAL: _ClassVar[WoundOutcome]

class EligibilityPurpose(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ELIGIBILITY_PURPOSE_UNSPECIFIED: _ClassVar[EligibilityPurpose]
    ELIGIBILITY_PURPOSE_ASSAULT: _ClassVar[EligibilityPurpose]
    ELIGIBILITY_PURPOSE_FIGHTS_FIRST: _ClassVar[EligibilityPurpose]

class TacticalPointsCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TACTICAL_POINTS_CAUSE_UNSPECIFIED: _ClassVar[TacticalPointsCause]
    TACTICAL_POINTS_CAUSE_MARKERS: _ClassVar[TacticalPointsCause]
    TACTICAL_POINTS_CAUSE_BLITZKRIEG: _ClassVar[TacticalPointsCause]
    TACTICAL_POINTS_CAUSE_GENERAL: _ClassVar[TacticalPointsCause]
    TACTICAL_POINTS_CAUSE_SCIENTIST: _ClassVar[TacticalPointsCause]

class MoveKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_KIND_UNSPECIFIED: _ClassVar[MoveKind]
    MOVE_KIND_REMAINED_STATIONARY: _ClassVar[MoveKind]
    MOVE_KIND_NORMAL: _ClassVar[MoveKind]
    MOVE_KIND_ADVANCE: _ClassVar[MoveKind]
    MOVE_KIND_RETREAT: _ClassVar[MoveKind]
    MOVE_KIND_ASSAULT: _ClassVar[MoveKind]
    MOVE_KIND_SCOUTS: _ClassVar[MoveKind]

class WeaponLimit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEAPON_LIMIT_UNSPECIFIED: _ClassVar[WeaponLimit]
    WEAPON_LIMIT_STORM: _ClassVar[WeaponLimit]
    WEAPON_LIMIT_SIDEARM: _ClassVar[WeaponLimit]
    WEAPON_LIMIT_STORM_SIDEARM: _ClassVar[WeaponLimit]

class TroopLossCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TROOP_LOSS_CAUSE_UNSPECIFIED: _ClassVar[TroopLossCause]
    TROOP_LOSS_CAUSE_ATTACK: _ClassVar[TroopLossCause]
    TROOP_LOSS_CAUSE_MORTAL_WOUND: _ClassVar[TroopLossCause]
    TROOP_LOSS_CAUSE_HAZARD: _ClassVar[TroopLossCause]
    TROOP_LOSS_CAUSE_DESPERATE_RETREAT: _ClassVar[TroopLossCause]
    TROOP_LOSS_CAUSE_NO_ROOM: _ClassVar[TroopLossCause]
    TROOP_LOSS_CAUSE_COHESION: _ClassVar[TroopLossCause]
    TROOP_LOSS_CAUSE_NOT_ARRIVED: _ClassVar[TroopLossCause]

class AssaultFailure(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ASSAULT_FAILURE_UNSPECIFIED: _ClassVar[AssaultFailure]
    ASSAULT_FAILURE_TOO_SHORT: _ClassVar[AssaultFailure]
    ASSAULT_FAILURE_IMPOSSIBLE: _ClassVar[AssaultFailure]
    ASSAULT_FAILURE_DECLINED: _ClassVar[AssaultFailure]
    ASSAULT_FAILURE_DESTROYED: _ClassVar[AssaultFailure]
    ASSAULT_FAILURE_NO_TARGET: _ClassVar[AssaultFailure]

class FightStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIGHT_STEP_UNSPECIFIED: _ClassVar[FightStep]
    FIGHT_STEP_FIGHTS_FIRST: _ClassVar[FightStep]
    FIGHT_STEP_REMAINING: _ClassVar[FightStep]

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_ROUNDS: _ClassVar[EndReason]
    END_REASON_ANNIHILATION: _ClassVar[EndReason]
    END_REASON_CONCEDED: _ClassVar[EndReason]
    END_REASON_AGREED: _ClassVar[EndReason]
    END_REASON_RULED: _ClassVar[EndReason]

class DisembarkKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DISEMBARK_KIND_UNSPECIFIED: _ClassVar[DisembarkKind]
    DISEMBARK_KIND_READY: _ClassVar[DisembarkKind]
    DISEMBARK_KIND_MOVED: _ClassVar[DisembarkKind]
    DISEMBARK_KIND_WRECK: _ClassVar[DisembarkKind]
    DISEMBARK_KIND_EMERGENCY: _ClassVar[DisembarkKind]

class BindingTime(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BINDING_TIME_UNSPECIFIED: _ClassVar[BindingTime]
    BINDING_TIME_ROUND: _ClassVar[BindingTime]
    BINDING_TIME_TURN: _ClassVar[BindingTime]

class ArrivalOrigin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARRIVAL_ORIGIN_UNSPECIFIED: _ClassVar[ArrivalOrigin]
    ARRIVAL_ORIGIN_RESERVES: _ClassVar[ArrivalOrigin]
    ARRIVAL_ORIGIN_STRATEGIC_RESERVES: _ClassVar[ArrivalOrigin]

class ManoeuvreCategory(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MANOEUVRE_CATEGORY_UNSPECIFIED: _ClassVar[ManoeuvreCategory]
    MANOEUVRE_CATEGORY_WAR_TACTIC: _ClassVar[ManoeuvreCategory]
    MANOEUVRE_CATEGORY_EPIC_FEAT: _ClassVar[ManoeuvreCategory]
    MANOEUVRE_CATEGORY_GEAR: _ClassVar[ManoeuvreCategory]
    MANOEUVRE_CATEGORY_STRATAGEM: _ClassVar[ManoeuvreCategory]
HIT_OUTCOME_UNSPECIFIED: HitOutcome
HIT_OUTCOME_MISS: HitOutcome
HIT_OUTCOME_HIT: HitOutcome
HIT_OUTCOME_CRITICAL: HitOutcome
WOUND_OUTCOME_UNSPECIFIED: WoundOutcome
WOUND_OUTCOME_FAILED: WoundOutcome
WOUND_OUTCOME_WOUND: WoundOutcome
WOUND_OUTCOME_CRITICAL: WoundOutcome
ELIGIBILITY_PURPOSE_UNSPECIFIED: EligibilityPurpose
ELIGIBILITY_PURPOSE_ASSAULT: EligibilityPurpose
ELIGIBILITY_PURPOSE_FIGHTS_FIRST: EligibilityPurpose
TACTICAL_POINTS_CAUSE_UNSPECIFIED: TacticalPointsCause
TACTICAL_POINTS_CAUSE_MARKERS: TacticalPointsCause
TACTICAL_POINTS_CAUSE_BLITZKRIEG: TacticalPointsCause
TACTICAL_POINTS_CAUSE_GENERAL: TacticalPointsCause
TACTICAL_POINTS_CAUSE_SCIENTIST: TacticalPointsCause
MOVE_KIND_UNSPECIFIED: MoveKind
MOVE_KIND_REMAINED_STATIONARY: MoveKind
MOVE_KIND_NORMAL: MoveKind
MOVE_KIND_ADVANCE: MoveKind
MOVE_KIND_RETREAT: MoveKind
MOVE_KIND_ASSAULT: MoveKind
MOVE_KIND_SCOUTS: MoveKind
WEAPON_LIMIT_UNSPECIFIED: WeaponLimit
WEAPON_LIMIT_STORM: WeaponLimit
WEAPON_LIMIT_SIDEARM: WeaponLimit
WEAPON_LIMIT_STORM_SIDEARM: WeaponLimit
TROOP_LOSS_CAUSE_UNSPECIFIED: TroopLossCause
TROOP_LOSS_CAUSE_ATTACK: TroopLossCause
TROOP_LOSS_CAUSE_MORTAL_WOUND: TroopLossCause
TROOP_LOSS_CAUSE_HAZARD: TroopLossCause
TROOP_LOSS_CAUSE_DESPERATE_RETREAT: TroopLossCause
TROOP_LOSS_CAUSE_NO_ROOM: TroopLossCause
TROOP_LOSS_CAUSE_COHESION: TroopLossCause
TROOP_LOSS_CAUSE_NOT_ARRIVED: TroopLossCause
ASSAULT_FAILURE_UNSPECIFIED: AssaultFailure
ASSAULT_FAILURE_TOO_SHORT: AssaultFailure
ASSAULT_FAILURE_IMPOSSIBLE: AssaultFailure
ASSAULT_FAILURE_DECLINED: AssaultFailure
ASSAULT_FAILURE_DESTROYED: AssaultFailure
ASSAULT_FAILURE_NO_TARGET: AssaultFailure
FIGHT_STEP_UNSPECIFIED: FightStep
FIGHT_STEP_FIGHTS_FIRST: FightStep
FIGHT_STEP_REMAINING: FightStep
END_REASON_UNSPECIFIED: EndReason
END_REASON_ROUNDS: EndReason
END_REASON_ANNIHILATION: EndReason
END_REASON_CONCEDED: EndReason
END_REASON_AGREED: EndReason
END_REASON_RULED: EndReason
DISEMBARK_KIND_UNSPECIFIED: DisembarkKind
DISEMBARK_KIND_READY: DisembarkKind
DISEMBARK_KIND_MOVED: DisembarkKind
DISEMBARK_KIND_WRECK: DisembarkKind
DISEMBARK_KIND_EMERGENCY: DisembarkKind
BINDING_TIME_UNSPECIFIED: BindingTime
BINDING_TIME_ROUND: BindingTime
BINDING_TIME_TURN: BindingTime
ARRIVAL_ORIGIN_UNSPECIFIED: ArrivalOrigin
ARRIVAL_ORIGIN_RESERVES: ArrivalOrigin
ARRIVAL_ORIGIN_STRATEGIC_RESERVES: ArrivalOrigin
MANOEUVRE_CATEGORY_UNSPECIFIED: ManoeuvreCategory
MANOEUVRE_CATEGORY_WAR_TACTIC: ManoeuvreCategory
MANOEUVRE_CATEGORY_EPIC_FEAT: ManoeuvreCategory
MANOEUVRE_CATEGORY_GEAR: ManoeuvreCategory
MANOEUVRE_CATEGORY_STRATAGEM: ManoeuvreCategory

class MusteredTroop(_message.Message):
    __slots__ = ("id", "profile", "weapons", "gear", "enhancements", "abilities", "keywords")
    ID_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    ENHANCEMENTS_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    id: str
    profile: str
    weapons: _containers.RepeatedScalarFieldContainer[str]
    gear: _containers.RepeatedScalarFieldContainer[str]
    enhancements: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    keywords: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., profile: _Optional[str] = ..., weapons: _Optional[_Iterable[str]] = ..., gear: _Optional[_Iterable[str]] = ..., enhancements: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ..., keywords: _Optional[_Iterable[str]] = ...) -> None: ...

class MusteredFormation(_message.Message):
    __slots__ = ("id", "catalogue", "name", "points", "keywords", "leads", "abilities", "profiles", "troops", "transport")
    ID_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    LEADS_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    PROFILES_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    id: str
    catalogue: str
    name: str
    points: int
    keywords: _containers.RepeatedScalarFieldContainer[str]
    leads: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    profiles: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopProfile]
    troops: _containers.RepeatedCompositeFieldContainer[MusteredTroop]
    transport: _commands_pb2.Hold
    def __init__(self, id: _Optional[str] = ..., catalogue: _Optional[str] = ..., name: _Optional[str] = ..., points: _Optional[int] = ..., keywords: _Optional[_Iterable[str]] = ..., leads: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ..., profiles: _Optional[_Iterable[_Union[_commands_pb2.TroopProfile, _Mapping]]] = ..., troops: _Optional[_Iterable[_Union[MusteredTroop, _Mapping]]] = ..., transport: _Optional[_Union[_commands_pb2.Hold, _Mapping]] = ...) -> None: ...

class Zone(_message.Message):
    __slots__ = ("seat", "x0", "y0", "x1", "y1")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X0_FIELD_NUMBER: _ClassVar[int]
    Y0_FIELD_NUMBER: _ClassVar[int]
    X1_FIELD_NUMBER: _ClassVar[int]
    Y1_FIELD_NUMBER: _ClassVar[int]
    seat: int
    x0: int
    y0: int
    x1: int
    y1: int
    def __init__(self, seat: _Optional[int] = ..., x0: _Optional[int] = ..., y0: _Optional[int] = ..., x1: _Optional[int] = ..., y1: _Optional[int] = ...) -> None: ...

class TroopMove(_message.Message):
    __slots__ = ("troop", "pose", "distance")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    troop: str
    pose: _table_pb2.Pose
    distance: int
    def __init__(self, troop: _Optional[str] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ..., distance: _Optional[int] = ...) -> None: ...

class TroopReach(_message.Message):
    __slots__ = ("troop", "reach")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    troop: str
    reach: _record_pb2.Tally
    def __init__(self, troop: _Optional[str] = ..., reach: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ...) -> None: ...

class MarkerControl(_message.Message):
    __slots__ = ("marker", "levels", "controller")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    CONTROLLER_FIELD_NUMBER: _ClassVar[int]
    marker: str
    levels: _containers.RepeatedScalarFieldContainer[int]
    controller: int
    def __init__(self, marker: _Optional[str] = ..., levels: _Optional[_Iterable[int]] = ..., controller: _Optional[int] = ...) -> None: ...

class MarkerPoint(_message.Message):
    __slots__ = ("marker", "x", "y")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    marker: str
    x: int
    y: int
    def __init__(self, marker: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class DeclaredShot(_message.Message):
    __slots__ = ("troop", "weapon", "profile", "target", "distance", "half_range", "target_visible", "characters_visible", "plunging")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    HALF_RANGE_FIELD_NUMBER: _ClassVar[int]
    TARGET_VISIBLE_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_VISIBLE_FIELD_NUMBER: _ClassVar[int]
    PLUNGING_FIELD_NUMBER: _ClassVar[int]
    troop: str
    weapon: str
    profile: int
    target: str
    distance: int
    half_range: bool
    target_visible: bool
    characters_visible: _containers.RepeatedScalarFieldContainer[str]
    plunging: bool
    def __init__(self, troop: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., target: _Optional[str] = ..., distance: _Optional[int] = ..., half_range: _Optional[bool] = ..., target_visible: _Optional[bool] = ..., characters_visible: _Optional[_Iterable[str]] = ..., plunging: _Optional[bool] = ...) -> None: ...

class DeclaredMelee(_message.Message):
    __slots__ = ("troop", "weapon", "profile", "target", "attacks", "characters_visible")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_VISIBLE_FIELD_NUMBER: _ClassVar[int]
    troop: str
    weapon: str
    profile: int
    target: str
    attacks: int
    characters_visible: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, troop: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., target: _Optional[str] = ..., attacks: _Optional[int] = ..., characters_visible: _Optional[_Iterable[str]] = ...) -> None: ...

class TargetFacts(_message.Message):
    __slots__ = ("target", "vigour", "troops", "seen")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    VIGOUR_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    SEEN_FIELD_NUMBER: _ClassVar[int]
    target: str
    vigour: _record_pb2.Tally
    troops: int
    seen: bool
    def __init__(self, target: _Optional[str] = ..., vigour: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., troops: _Optional[int] = ..., seen: _Optional[bool] = ...) -> None: ...

class Cover(_message.Message):
    __slots__ = ("source", "clause")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    source: str
    clause: str
    def __init__(self, source: _Optional[str] = ..., clause: _Optional[str] = ...) -> None: ...

class CountedAttacks(_message.Message):
    __slots__ = ("troop", "faces", "attacks", "half_range", "characters_visible", "left")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    HALF_RANGE_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_VISIBLE_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    troop: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    attacks: _record_pb2.Tally
    half_range: bool
    characters_visible: _containers.RepeatedScalarFieldContainer[str]
    left: int
    def __init__(self, troop: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., attacks: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., half_range: _Optional[bool] = ..., characters_visible: _Optional[_Iterable[str]] = ..., left: _Optional[int] = ...) -> None: ...

class HitResult(_message.Message):
    __slots__ = ("troop", "face", "outcome", "wounds", "extra", "extra_faces")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FACES_FIELD_NUMBER: _ClassVar[int]
    troop: str
    face: int
    outcome: HitOutcome
    wounds: bool
    extra: int
    extra_faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, troop: _Optional[str] = ..., face: _Optional[int] = ..., outcome: _Optional[_Union[HitOutcome, str]] = ..., wounds: _Optional[bool] = ..., extra: _Optional[int] = ..., extra_faces: _Optional[_Iterable[int]] = ...) -> None: ...

class WoundResult(_message.Message):
    __slots__ = ("attack", "troop", "face", "outcome")
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    attack: int
    troop: str
    face: int
    outcome: WoundOutcome
    def __init__(self, attack: _Optional[int] = ..., troop: _Optional[str] = ..., face: _Optional[int] = ..., outcome: _Optional[_Union[WoundOutcome, str]] = ...) -> None: ...

class Rerolled(_message.Message):
    __slots__ = ("attack", "was", "face", "outcome")
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    WAS_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    attack: int
    was: int
    face: int
    outcome: str
    def __init__(self, attack: _Optional[int] = ..., was: _Optional[int] = ..., face: _Optional[int] = ..., outcome: _Optional[str] = ...) -> None: ...

class DemiseResult(_message.Message):
    __slots__ = ("formation", "distance", "faces", "wounds")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    distance: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    wounds: int
    def __init__(self, formation: _Optional[str] = ..., distance: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., wounds: _Optional[int] = ...) -> None: ...

class BattleCreated(_message.Message):
    __slots__ = ("battle_size", "points_limit", "scenario", "options")
    BATTLE_SIZE_FIELD_NUMBER: _ClassVar[int]
    POINTS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    battle_size: _commands_pb2.BattleSize
    points_limit: int
    scenario: str
    options: _commands_pb2.Options
    def __init__(self, battle_size: _Optional[_Union[_commands_pb2.BattleSize, str]] = ..., points_limit: _Optional[int] = ..., scenario: _Optional[str] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ...) -> None: ...

class RosterAccepted(_message.Message):
    __slots__ = ("seat", "faction", "doctrine", "points", "formations", "weapons", "general", "prepared_manoeuvres")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACTION_FIELD_NUMBER: _ClassVar[int]
    DOCTRINE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    GENERAL_FIELD_NUMBER: _ClassVar[int]
    PREPARED_MANOEUVRES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faction: str
    doctrine: str
    points: int
    formations: _containers.RepeatedCompositeFieldContainer[MusteredFormation]
    weapons: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Weapon]
    general: str
    prepared_manoeuvres: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., faction: _Optional[str] = ..., doctrine: _Optional[str] = ..., points: _Optional[int] = ..., formations: _Optional[_Iterable[_Union[MusteredFormation, _Mapping]]] = ..., weapons: _Optional[_Iterable[_Union[_commands_pb2.Weapon, _Mapping]]] = ..., general: _Optional[str] = ..., prepared_manoeuvres: _Optional[_Iterable[str]] = ...) -> None: ...

class RollOffMade(_message.Message):
    __slots__ = ("purpose", "faces", "winner")
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    purpose: _commands_pb2.RollOffPurpose
    faces: _containers.RepeatedScalarFieldContainer[int]
    winner: int
    def __init__(self, purpose: _Optional[_Union[_commands_pb2.RollOffPurpose, str]] = ..., faces: _Optional[_Iterable[int]] = ..., winner: _Optional[int] = ...) -> None: ...

class RolesAssigned(_message.Message):
    __slots__ = ("attacker", "defender")
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    attacker: int
    defender: int
    def __init__(self, attacker: _Optional[int] = ..., defender: _Optional[int] = ...) -> None: ...

class ZonesAssigned(_message.Message):
    __slots__ = ("low", "high")
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    low: int
    high: int
    def __init__(self, low: _Optional[int] = ..., high: _Optional[int] = ...) -> None: ...

class WarfieldSet(_message.Message):
    __slots__ = ("length", "width", "zones")
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    length: int
    width: int
    zones: _containers.RepeatedCompositeFieldContainer[Zone]
    def __init__(self, length: _Optional[int] = ..., width: _Optional[int] = ..., zones: _Optional[_Iterable[_Union[Zone, _Mapping]]] = ...) -> None: ...

class ObjectiveMarkerPlaced(_message.Message):
    __slots__ = ("marker", "seat", "x", "y", "next")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    marker: str
    seat: int
    x: int
    y: int
    next: int
    def __init__(self, marker: _Optional[str] = ..., seat: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., next: _Optional[int] = ...) -> None: ...

class ObjectiveMarkerReturned(_message.Message):
    __slots__ = ("marker", "seat")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    marker: str
    seat: int
    def __init__(self, marker: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class TerrainFeaturePlaced(_message.Message):
    __slots__ = ("feature", "seat", "terrain")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    feature: str
    seat: int
    terrain: _commands_pb2.TerrainFeature
    def __init__(self, feature: _Optional[str] = ..., seat: _Optional[int] = ..., terrain: _Optional[_Union[_commands_pb2.TerrainFeature, _Mapping]] = ...) -> None: ...

class TerrainFeatureAgreed(_message.Message):
    __slots__ = ("feature", "terrain")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    feature: str
    terrain: _commands_pb2.TerrainFeature
    def __init__(self, feature: _Optional[str] = ..., terrain: _Optional[_Union[_commands_pb2.TerrainFeature, _Mapping]] = ...) -> None: ...

class TerrainPassed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class WarfieldClosed(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BattleFormationsCommitted(_message.Message):
    __slots__ = ("seat", "formations", "entry")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    formations: _commands_pb2.BattleFormations
    entry: int
    def __init__(self, seat: _Optional[int] = ..., formations: _Optional[_Union[_commands_pb2.BattleFormations, _Mapping]] = ..., entry: _Optional[int] = ...) -> None: ...

class BattleFormationsRevealed(_message.Message):
    __slots__ = ("seat", "formations")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    formations: _commands_pb2.BattleFormations
    def __init__(self, seat: _Optional[int] = ..., formations: _Optional[_Union[_commands_pb2.BattleFormations, _Mapping]] = ...) -> None: ...

class HoverTaken(_message.Message):
    __slots__ = ("formation", "movement")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    movement: int
    def __init__(self, formation: _Optional[str] = ..., movement: _Optional[int] = ...) -> None: ...

class FormationDeployed(_message.Message):
    __slots__ = ("formation", "troops", "next")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopPose]
    next: int
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[_commands_pb2.TroopPose, _Mapping]]] = ..., next: _Optional[int] = ...) -> None: ...

class FirstPlayerSet(_message.Message):
    __slots__ = ("round", "seat")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    round: int
    seat: int
    def __init__(self, round: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class BattleBegun(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RoundBegun(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class PhaseBegun(_message.Message):
    __slots__ = ("round", "phase")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    round: int
    phase: _commands_pb2.Phase
    def __init__(self, round: _Optional[int] = ..., phase: _Optional[_Union[_commands_pb2.Phase, str]] = ...) -> None: ...

class ManoeuvrePointsGained(_message.Message):
    __slots__ = ("points", "totals")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    points: int
    totals: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, points: _Optional[int] = ..., totals: _Optional[_Iterable[int]] = ...) -> None: ...

class PlayerTurnBegun(_message.Message):
    __slots__ = ("seat", "phase")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    phase: _commands_pb2.Phase
    def __init__(self, seat: _Optional[int] = ..., phase: _Optional[_Union[_commands_pb2.Phase, str]] = ...) -> None: ...

class BattleFatigueEnded(_message.Message):
    __slots__ = ("formations",)
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    formations: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formations: _Optional[_Iterable[str]] = ...) -> None: ...

class EligibilityNoted(_message.Message):
    __slots__ = ("purpose", "seat", "formations")
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    purpose: EligibilityPurpose
    seat: int
    formations: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, purpose: _Optional[_Union[EligibilityPurpose, str]] = ..., seat: _Optional[int] = ..., formations: _Optional[_Iterable[str]] = ...) -> None: ...

class MoveStepEnded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TurnEnding(_message.Message):
    __slots__ = ("seat", "phase")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    phase: _commands_pb2.Phase
    def __init__(self, seat: _Optional[int] = ..., phase: _Optional[_Union[_commands_pb2.Phase, str]] = ...) -> None: ...

class CohesionChecked(_message.Message):
    __slots__ = ("broken",)
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    broken: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, broken: _Optional[_Iterable[str]] = ...) -> None: ...

class ControlDetermined(_message.Message):
    __slots__ = ("markers",)
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    markers: _containers.RepeatedCompositeFieldContainer[MarkerControl]
    def __init__(self, markers: _Optional[_Iterable[_Union[MarkerControl, _Mapping]]] = ...) -> None: ...

class TacticalPointsScored(_message.Message):
    __slots__ = ("seat", "points", "total", "cause")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    points: _record_pb2.Tally
    total: int
    cause: TacticalPointsCause
    def __init__(self, seat: _Optional[int] = ..., points: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., total: _Optional[int] = ..., cause: _Optional[_Union[TacticalPointsCause, str]] = ...) -> None: ...

class PlayerTurnEnded(_message.Message):
    __slots__ = ("seat", "phase")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    phase: _commands_pb2.Phase
    def __init__(self, seat: _Optional[int] = ..., phase: _Optional[_Union[_commands_pb2.Phase, str]] = ...) -> None: ...

class PhaseEnded(_message.Message):
    __slots__ = ("phase",)
    PHASE_FIELD_NUMBER: _ClassVar[int]
    phase: _commands_pb2.Phase
    def __init__(self, phase: _Optional[_Union[_commands_pb2.Phase, str]] = ...) -> None: ...

class RoundEnded(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class OrderChosen(_message.Message):
    __slots__ = ("seat", "order")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    order: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., order: _Optional[_Iterable[str]] = ...) -> None: ...

class BattleFatigueTested(_message.Message):
    __slots__ = ("formation", "faces", "total", "needed", "passed")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    formation: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    total: _record_pb2.Tally
    needed: int
    passed: bool
    def __init__(self, formation: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., total: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., needed: _Optional[int] = ..., passed: _Optional[bool] = ...) -> None: ...

class FormationBattleFatigued(_message.Message):
    __slots__ = ("formation", "until")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    formation: str
    until: int
    def __init__(self, formation: _Optional[str] = ..., until: _Optional[int] = ...) -> None: ...

class FormationRemainedStationary(_message.Message):
    __slots__ = ("formation",)
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    def __init__(self, formation: _Optional[str] = ...) -> None: ...

class MoveDeclared(_message.Message):
    __slots__ = ("formation", "kind", "reaches", "paths", "tested")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REACHES_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    TESTED_FIELD_NUMBER: _ClassVar[int]
    formation: str
    kind: MoveKind
    reaches: _containers.RepeatedCompositeFieldContainer[TroopReach]
    paths: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopPath]
    tested: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., kind: _Optional[_Union[MoveKind, str]] = ..., reaches: _Optional[_Iterable[_Union[TroopReach, _Mapping]]] = ..., paths: _Optional[_Iterable[_Union[_commands_pb2.TroopPath, _Mapping]]] = ..., tested: _Optional[_Iterable[str]] = ...) -> None: ...

class AdvanceRolled(_message.Message):
    __slots__ = ("formation", "face", "reaches")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    REACHES_FIELD_NUMBER: _ClassVar[int]
    formation: str
    face: int
    reaches: _containers.RepeatedCompositeFieldContainer[TroopReach]
    def __init__(self, formation: _Optional[str] = ..., face: _Optional[int] = ..., reaches: _Optional[_Iterable[_Union[TroopReach, _Mapping]]] = ...) -> None: ...

class ReachesChanged(_message.Message):
    __slots__ = ("formation", "reaches")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    REACHES_FIELD_NUMBER: _ClassVar[int]
    formation: str
    reaches: _containers.RepeatedCompositeFieldContainer[TroopReach]
    def __init__(self, formation: _Optional[str] = ..., reaches: _Optional[_Iterable[_Union[TroopReach, _Mapping]]] = ...) -> None: ...

class DesperateRetreatTested(_message.Message):
    __slots__ = ("formation", "troops", "faces", "failures")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedScalarFieldContainer[str]
    faces: _containers.RepeatedScalarFieldContainer[int]
    failures: int
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[str]] = ..., faces: _Optional[_Iterable[int]] = ..., failures: _Optional[int] = ...) -> None: ...

class FormationMoved(_message.Message):
    __slots__ = ("formation", "kind", "troops")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    kind: MoveKind
    troops: _containers.RepeatedCompositeFieldContainer[TroopMove]
    def __init__(self, formation: _Optional[str] = ..., kind: _Optional[_Union[MoveKind, str]] = ..., troops: _Optional[_Iterable[_Union[TroopMove, _Mapping]]] = ...) -> None: ...

class FormationSelectedToShoot(_message.Message):
    __slots__ = ("formation", "sidearms", "only", "overwatch", "loans")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    SIDEARMS_FIELD_NUMBER: _ClassVar[int]
    ONLY_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_FIELD_NUMBER: _ClassVar[int]
    LOANS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    sidearms: _containers.RepeatedScalarFieldContainer[str]
    only: WeaponLimit
    overwatch: str
    loans: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Loan]
    def __init__(self, formation: _Optional[str] = ..., sidearms: _Optional[_Iterable[str]] = ..., only: _Optional[_Union[WeaponLimit, str]] = ..., overwatch: _Optional[str] = ..., loans: _Optional[_Iterable[_Union[_commands_pb2.Loan, _Mapping]]] = ...) -> None: ...

class TargetsDeclared(_message.Message):
    __slots__ = ("declaration", "formation", "shots", "targets", "sights")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    formation: str
    shots: _containers.RepeatedCompositeFieldContainer[DeclaredShot]
    targets: _containers.RepeatedCompositeFieldContainer[TargetFacts]
    sights: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Sight]
    def __init__(self, declaration: _Optional[str] = ..., formation: _Optional[str] = ..., shots: _Optional[_Iterable[_Union[DeclaredShot, _Mapping]]] = ..., targets: _Optional[_Iterable[_Union[TargetFacts, _Mapping]]] = ..., sights: _Optional[_Iterable[_Union[_commands_pb2.Sight, _Mapping]]] = ...) -> None: ...

class DeclarationWithdrawn(_message.Message):
    __slots__ = ("declaration", "fact")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    fact: str
    def __init__(self, declaration: _Optional[str] = ..., fact: _Optional[str] = ...) -> None: ...

class AttackGroupBegun(_message.Message):
    __slots__ = ("group", "declaration", "formation", "target", "weapon", "profile", "keywords", "stealth")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    STEALTH_FIELD_NUMBER: _ClassVar[int]
    group: str
    declaration: str
    formation: str
    target: str
    weapon: str
    profile: int
    keywords: _containers.RepeatedScalarFieldContainer[str]
    stealth: bool
    def __init__(self, group: _Optional[str] = ..., declaration: _Optional[str] = ..., formation: _Optional[str] = ..., target: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., keywords: _Optional[_Iterable[str]] = ..., stealth: _Optional[bool] = ...) -> None: ...

class AttacksCounted(_message.Message):
    __slots__ = ("group", "counts", "attacks", "hazards")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    HAZARDS_FIELD_NUMBER: _ClassVar[int]
    group: str
    counts: _containers.RepeatedCompositeFieldContainer[CountedAttacks]
    attacks: int
    hazards: int
    def __init__(self, group: _Optional[str] = ..., counts: _Optional[_Iterable[_Union[CountedAttacks, _Mapping]]] = ..., attacks: _Optional[int] = ..., hazards: _Optional[int] = ...) -> None: ...

class HitsRolled(_message.Message):
    __slots__ = ("group", "faces", "needed", "results", "hits", "criticals", "unlike")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    CRITICALS_FIELD_NUMBER: _ClassVar[int]
    UNLIKE_FIELD_NUMBER: _ClassVar[int]
    group: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    needed: _record_pb2.Tally
    results: _containers.RepeatedCompositeFieldContainer[HitResult]
    hits: int
    criticals: int
    unlike: _containers.RepeatedCompositeFieldContainer[TroopNeed]
    def __init__(self, group: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., results: _Optional[_Iterable[_Union[HitResult, _Mapping]]] = ..., hits: _Optional[int] = ..., criticals: _Optional[int] = ..., unlike: _Optional[_Iterable[_Union[TroopNeed, _Mapping]]] = ...) -> None: ...

class TroopNeed(_message.Message):
    __slots__ = ("troop", "needed")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    troop: str
    needed: _record_pb2.Tally
    def __init__(self, troop: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ...) -> None: ...

class WoundsRolled(_message.Message):
    __slots__ = ("group", "faces", "strength", "vigour", "needed", "critical", "results", "wounds")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    VIGOUR_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    CRITICAL_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    group: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    strength: int
    vigour: int
    needed: _record_pb2.Tally
    critical: int
    results: _containers.RepeatedCompositeFieldContainer[WoundResult]
    wounds: int
    def __init__(self, group: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., strength: _Optional[int] = ..., vigour: _Optional[int] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., critical: _Optional[int] = ..., results: _Optional[_Iterable[_Union[WoundResult, _Mapping]]] = ..., wounds: _Optional[int] = ...) -> None: ...

class DieRerolled(_message.Message):
    __slots__ = ("roll", "group", "ability", "dice", "formation", "hits", "counted", "damage", "reaches", "reach", "failures")
    ROLL_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    COUNTED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    REACHES_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    roll: _commands_pb2.RerolledRoll
    group: str
    ability: str
    dice: _containers.RepeatedCompositeFieldContainer[Rerolled]
    formation: str
    hits: _containers.RepeatedCompositeFieldContainer[HitResult]
    counted: CountedAttacks
    damage: _record_pb2.Tally
    reaches: _containers.RepeatedCompositeFieldContainer[TroopReach]
    reach: _record_pb2.Tally
    failures: int
    def __init__(self, roll: _Optional[_Union[_commands_pb2.RerolledRoll, str]] = ..., group: _Optional[str] = ..., ability: _Optional[str] = ..., dice: _Optional[_Iterable[_Union[Rerolled, _Mapping]]] = ..., formation: _Optional[str] = ..., hits: _Optional[_Iterable[_Union[HitResult, _Mapping]]] = ..., counted: _Optional[_Union[CountedAttacks, _Mapping]] = ..., damage: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., reaches: _Optional[_Iterable[_Union[TroopReach, _Mapping]]] = ..., reach: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., failures: _Optional[int] = ...) -> None: ...

class AttackAllocated(_message.Message):
    __slots__ = ("group", "attack", "troop", "seat", "precision", "covers")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PRECISION_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    troop: str
    seat: int
    precision: bool
    covers: _containers.RepeatedCompositeFieldContainer[Cover]
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., troop: _Optional[str] = ..., seat: _Optional[int] = ..., precision: _Optional[bool] = ..., covers: _Optional[_Iterable[_Union[Cover, _Mapping]]] = ...) -> None: ...

class DefenceRolled(_message.Message):
    __slots__ = ("group", "attack", "troop", "save", "face", "needed", "saved")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    SAVED_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    troop: str
    save: str
    face: int
    needed: _record_pb2.Tally
    saved: bool
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., troop: _Optional[str] = ..., save: _Optional[str] = ..., face: _Optional[int] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., saved: _Optional[bool] = ...) -> None: ...

class DamageRolled(_message.Message):
    __slots__ = ("group", "attack", "faces", "damage")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    damage: _record_pb2.Tally
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., damage: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ...) -> None: ...

class MortalWoundsHeld(_message.Message):
    __slots__ = ("group", "attack", "target", "wounds", "troop")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    target: str
    wounds: _record_pb2.Tally
    troop: str
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., target: _Optional[str] = ..., wounds: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., troop: _Optional[str] = ...) -> None: ...

class DamageInflicted(_message.Message):
    __slots__ = ("group", "attack", "troop", "damage", "health_faces", "health_needed", "ignored", "lost", "wounds_left")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    HEALTH_FACES_FIELD_NUMBER: _ClassVar[int]
    HEALTH_NEEDED_FIELD_NUMBER: _ClassVar[int]
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    troop: str
    damage: _record_pb2.Tally
    health_faces: _containers.RepeatedScalarFieldContainer[int]
    health_needed: int
    ignored: int
    lost: int
    wounds_left: int
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., troop: _Optional[str] = ..., damage: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., health_faces: _Optional[_Iterable[int]] = ..., health_needed: _Optional[int] = ..., ignored: _Optional[int] = ..., lost: _Optional[int] = ..., wounds_left: _Optional[int] = ...) -> None: ...

class TroopDestroyed(_message.Message):
    __slots__ = ("troop", "formation", "cause", "pose", "demise", "near")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    DEMISE_FIELD_NUMBER: _ClassVar[int]
    NEAR_FIELD_NUMBER: _ClassVar[int]
    troop: str
    formation: str
    cause: TroopLossCause
    pose: _table_pb2.Pose
    demise: bool
    near: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, troop: _Optional[str] = ..., formation: _Optional[str] = ..., cause: _Optional[_Union[TroopLossCause, str]] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ..., demise: _Optional[bool] = ..., near: _Optional[_Iterable[str]] = ...) -> None: ...

class FormationDestroyed(_message.Message):
    __slots__ = ("formation", "part", "cause", "whole")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    WHOLE_FIELD_NUMBER: _ClassVar[int]
    formation: str
    part: str
    cause: TroopLossCause
    whole: bool
    def __init__(self, formation: _Optional[str] = ..., part: _Optional[str] = ..., cause: _Optional[_Union[TroopLossCause, str]] = ..., whole: _Optional[bool] = ...) -> None: ...

class AttackGroupEnded(_message.Message):
    __slots__ = ("group", "lost")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    group: str
    lost: int
    def __init__(self, group: _Optional[str] = ..., lost: _Optional[int] = ...) -> None: ...

class MortalWoundsPending(_message.Message):
    __slots__ = ("pending", "formation", "wounds", "source", "first", "spill")
    PENDING_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SPILL_FIELD_NUMBER: _ClassVar[int]
    pending: str
    formation: str
    wounds: int
    source: str
    first: str
    spill: bool
    def __init__(self, pending: _Optional[str] = ..., formation: _Optional[str] = ..., wounds: _Optional[int] = ..., source: _Optional[str] = ..., first: _Optional[str] = ..., spill: _Optional[bool] = ...) -> None: ...

class MortalWoundSuffered(_message.Message):
    __slots__ = ("pending", "troop", "health_face", "health_needed", "ignored", "wounds_left", "remaining")
    PENDING_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEALTH_FACE_FIELD_NUMBER: _ClassVar[int]
    HEALTH_NEEDED_FIELD_NUMBER: _ClassVar[int]
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    pending: str
    troop: str
    health_face: int
    health_needed: int
    ignored: bool
    wounds_left: int
    remaining: int
    def __init__(self, pending: _Optional[str] = ..., troop: _Optional[str] = ..., health_face: _Optional[int] = ..., health_needed: _Optional[int] = ..., ignored: _Optional[bool] = ..., wounds_left: _Optional[int] = ..., remaining: _Optional[int] = ...) -> None: ...

class MortalWoundsEnded(_message.Message):
    __slots__ = ("pending", "lost")
    PENDING_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    pending: str
    lost: int
    def __init__(self, pending: _Optional[str] = ..., lost: _Optional[int] = ...) -> None: ...

class DeadlyDemiseRolled(_message.Message):
    __slots__ = ("troop", "face", "results")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    troop: str
    face: int
    results: _containers.RepeatedCompositeFieldContainer[DemiseResult]
    def __init__(self, troop: _Optional[str] = ..., face: _Optional[int] = ..., results: _Optional[_Iterable[_Union[DemiseResult, _Mapping]]] = ...) -> None: ...

class HazardTested(_message.Message):
    __slots__ = ("declaration", "formation", "faces", "failures")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    formation: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    failures: int
    def __init__(self, declaration: _Optional[str] = ..., formation: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., failures: _Optional[int] = ...) -> None: ...

class HazardResolved(_message.Message):
    __slots__ = ("formation", "troop", "remaining")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troop: str
    remaining: int
    def __init__(self, formation: _Optional[str] = ..., troop: _Optional[str] = ..., remaining: _Optional[int] = ...) -> None: ...

class ShootingEnded(_message.Message):
    __slots__ = ("formation",)
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    def __init__(self, formation: _Optional[str] = ...) -> None: ...

class AssaultDeclared(_message.Message):
    __slots__ = ("formation", "targets", "distances", "needed", "ingress")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    DISTANCES_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    INGRESS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    targets: _containers.RepeatedScalarFieldContainer[str]
    distances: _containers.RepeatedScalarFieldContainer[int]
    needed: int
    ingress: bool
    def __init__(self, formation: _Optional[str] = ..., targets: _Optional[_Iterable[str]] = ..., distances: _Optional[_Iterable[int]] = ..., needed: _Optional[int] = ..., ingress: _Optional[bool] = ...) -> None: ...

class AssaultRolled(_message.Message):
    __slots__ = ("formation", "faces", "reach")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    formation: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    reach: _record_pb2.Tally
    def __init__(self, formation: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., reach: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ...) -> None: ...

class AssaultFailed(_message.Message):
    __slots__ = ("formation", "reason")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    formation: str
    reason: AssaultFailure
    def __init__(self, formation: _Optional[str] = ..., reason: _Optional[_Union[AssaultFailure, str]] = ...) -> None: ...

class FightsFirstGained(_message.Message):
    __slots__ = ("formation",)
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    def __init__(self, formation: _Optional[str] = ...) -> None: ...

class FightBegun(_message.Message):
    __slots__ = ("formation", "step", "reprisal")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    REPRISAL_FIELD_NUMBER: _ClassVar[int]
    formation: str
    step: FightStep
    reprisal: bool
    def __init__(self, formation: _Optional[str] = ..., step: _Optional[_Union[FightStep, str]] = ..., reprisal: _Optional[bool] = ...) -> None: ...

class ClosedIn(_message.Message):
    __slots__ = ("formation", "troops")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopMove]
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopMove, _Mapping]]] = ...) -> None: ...

class MeleeDeclared(_message.Message):
    __slots__ = ("declaration", "formation", "fighters", "attacks", "targets", "sights")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    FIGHTERS_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    formation: str
    fighters: _containers.RepeatedScalarFieldContainer[str]
    attacks: _containers.RepeatedCompositeFieldContainer[DeclaredMelee]
    targets: _containers.RepeatedCompositeFieldContainer[TargetFacts]
    sights: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Sight]
    def __init__(self, declaration: _Optional[str] = ..., formation: _Optional[str] = ..., fighters: _Optional[_Iterable[str]] = ..., attacks: _Optional[_Iterable[_Union[DeclaredMelee, _Mapping]]] = ..., targets: _Optional[_Iterable[_Union[TargetFacts, _Mapping]]] = ..., sights: _Optional[_Iterable[_Union[_commands_pb2.Sight, _Mapping]]] = ...) -> None: ...

class MeleeEnded(_message.Message):
    __slots__ = ("formation",)
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    def __init__(self, formation: _Optional[str] = ...) -> None: ...

class Consolidated(_message.Message):
    __slots__ = ("formation", "troops", "marker")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    MARKER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopMove]
    marker: str
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopMove, _Mapping]]] = ..., marker: _Optional[str] = ...) -> None: ...

class FightEnded(_message.Message):
    __slots__ = ("formation",)
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    def __init__(self, formation: _Optional[str] = ...) -> None: ...

class SelectionPassed(_message.Message):
    __slots__ = ("step", "seat")
    STEP_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    step: FightStep
    seat: int
    def __init__(self, step: _Optional[_Union[FightStep, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class BrawlStepEnded(_message.Message):
    __slots__ = ("step",)
    STEP_FIELD_NUMBER: _ClassVar[int]
    step: FightStep
    def __init__(self, step: _Optional[_Union[FightStep, str]] = ...) -> None: ...

class ReactionDeclined(_message.Message):
    __slots__ = ("seat", "window", "attack")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    window: _commands_pb2.ReactionWindow
    attack: int
    def __init__(self, seat: _Optional[int] = ..., window: _Optional[_Union[_commands_pb2.ReactionWindow, str]] = ..., attack: _Optional[int] = ...) -> None: ...

class TroopRemovedForCohesion(_message.Message):
    __slots__ = ("troop", "formation")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    troop: str
    formation: str
    def __init__(self, troop: _Optional[str] = ..., formation: _Optional[str] = ...) -> None: ...

class StandingChoicesSet(_message.Message):
    __slots__ = ("seat", "casualty_order", "save_preference", "windows_declined")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CASUALTY_ORDER_FIELD_NUMBER: _ClassVar[int]
    SAVE_PREFERENCE_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_DECLINED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    casualty_order: _containers.RepeatedScalarFieldContainer[str]
    save_preference: _commands_pb2.SavePreference
    windows_declined: _containers.RepeatedScalarFieldContainer[_commands_pb2.ReactionWindow]
    def __init__(self, seat: _Optional[int] = ..., casualty_order: _Optional[_Iterable[str]] = ..., save_preference: _Optional[_Union[_commands_pb2.SavePreference, str]] = ..., windows_declined: _Optional[_Iterable[_Union[_commands_pb2.ReactionWindow, str]]] = ...) -> None: ...

class BattleConceded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class BattleEnded(_message.Message):
    __slots__ = ("reason", "round")
    REASON_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    reason: EndReason
    round: int
    def __init__(self, reason: _Optional[_Union[EndReason, str]] = ..., round: _Optional[int] = ...) -> None: ...

class PreBattleRuleResolved(_message.Message):
    __slots__ = ("formation", "rule", "used")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    formation: str
    rule: str
    used: bool
    def __init__(self, formation: _Optional[str] = ..., rule: _Optional[str] = ..., used: _Optional[bool] = ...) -> None: ...

class FormationEmbarked(_message.Message):
    __slots__ = ("formation", "transport")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    transport: str
    def __init__(self, formation: _Optional[str] = ..., transport: _Optional[str] = ...) -> None: ...

class FormationDisembarked(_message.Message):
    __slots__ = ("formation", "transport", "troops", "kind", "move_kind", "bound")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MOVE_KIND_FIELD_NUMBER: _ClassVar[int]
    BOUND_FIELD_NUMBER: _ClassVar[int]
    formation: str
    transport: str
    troops: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopPose]
    kind: DisembarkKind
    move_kind: MoveKind
    bound: BindingTime
    def __init__(self, formation: _Optional[str] = ..., transport: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[_commands_pb2.TroopPose, _Mapping]]] = ..., kind: _Optional[_Union[DisembarkKind, str]] = ..., move_kind: _Optional[_Union[MoveKind, str]] = ..., bound: _Optional[_Union[BindingTime, str]] = ...) -> None: ...

class FormationArrived(_message.Message):
    __slots__ = ("formation", "troops", "origin", "round", "passengers")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PASSENGERS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopPose]
    origin: ArrivalOrigin
    round: int
    passengers: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[_commands_pb2.TroopPose, _Mapping]]] = ..., origin: _Optional[_Union[ArrivalOrigin, str]] = ..., round: _Optional[int] = ..., passengers: _Optional[_Iterable[str]] = ...) -> None: ...

class FormationLeftWarfield(_message.Message):
    __slots__ = ("formation", "round")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    formation: str
    round: int
    def __init__(self, formation: _Optional[str] = ..., round: _Optional[int] = ...) -> None: ...

class TransportWrecked(_message.Message):
    __slots__ = ("troop", "formations", "quiet")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    QUIET_FIELD_NUMBER: _ClassVar[int]
    troop: str
    formations: _containers.RepeatedScalarFieldContainer[str]
    quiet: bool
    def __init__(self, troop: _Optional[str] = ..., formations: _Optional[_Iterable[str]] = ..., quiet: _Optional[bool] = ...) -> None: ...

class WreckRolled(_message.Message):
    __slots__ = ("formation", "transport", "faces", "hurts", "wounds")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    HURTS_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    transport: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    hurts: int
    wounds: int
    def __init__(self, formation: _Optional[str] = ..., transport: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., hurts: _Optional[int] = ..., wounds: _Optional[int] = ...) -> None: ...

class VictorDetermined(_message.Message):
    __slots__ = ("points", "destroyed", "winner")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    destroyed: _containers.RepeatedScalarFieldContainer[int]
    winner: int
    def __init__(self, points: _Optional[_Iterable[int]] = ..., destroyed: _Optional[_Iterable[int]] = ..., winner: _Optional[int] = ...) -> None: ...

class BattleManoeuvreUsed(_message.Message):
    __slots__ = ("seat", "manoeuvre", "category", "formation", "troop", "enemy", "cost", "left", "phase", "turn", "works_as")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    WORKS_AS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    manoeuvre: str
    category: ManoeuvreCategory
    formation: str
    troop: str
    enemy: str
    cost: _record_pb2.Tally
    left: int
    phase: _commands_pb2.Phase
    turn: int
    works_as: str
    def __init__(self, seat: _Optional[int] = ..., manoeuvre: _Optional[str] = ..., category: _Optional[_Union[ManoeuvreCategory, str]] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ..., enemy: _Optional[str] = ..., cost: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., left: _Optional[int] = ..., phase: _Optional[_Union[_commands_pb2.Phase, str]] = ..., turn: _Optional[int] = ..., works_as: _Optional[str] = ...) -> None: ...

class BattleManoeuvreWithdrawn(_message.Message):
    __slots__ = ("seat", "manoeuvre", "fact", "left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    manoeuvre: str
    fact: str
    left: int
    def __init__(self, seat: _Optional[int] = ..., manoeuvre: _Optional[str] = ..., fact: _Optional[str] = ..., left: _Optional[int] = ...) -> None: ...

class EffectGained(_message.Message):
    __slots__ = ("manoeuvre", "formation", "troop")
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    manoeuvre: str
    formation: str
    troop: str
    def __init__(self, manoeuvre: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ...) -> None: ...

class Effect(_message.Message):
    __slots__ = ("manoeuvre", "formation", "troop")
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    manoeuvre: str
    formation: str
    troop: str
    def __init__(self, manoeuvre: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ...) -> None: ...

class EffectsEnded(_message.Message):
    __slots__ = ("effects",)
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    effects: _containers.RepeatedCompositeFieldContainer[Effect]
    def __init__(self, effects: _Optional[_Iterable[_Union[Effect, _Mapping]]] = ...) -> None: ...

class GrenadesRolled(_message.Message):
    __slots__ = ("formation", "enemy", "faces", "wounds", "manoeuvre")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    formation: str
    enemy: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    wounds: int
    manoeuvre: str
    def __init__(self, formation: _Optional[str] = ..., enemy: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., wounds: _Optional[int] = ..., manoeuvre: _Optional[str] = ...) -> None: ...

class ArmouredChargeRolled(_message.Message):
    __slots__ = ("formation", "enemy", "troop", "weapon", "dice", "vigour", "faces", "wounds", "manoeuvre")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    VIGOUR_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    formation: str
    enemy: str
    troop: str
    weapon: str
    dice: _record_pb2.Tally
    vigour: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    wounds: int
    manoeuvre: str
    def __init__(self, formation: _Optional[str] = ..., enemy: _Optional[str] = ..., troop: _Optional[str] = ..., weapon: _Optional[str] = ..., dice: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., vigour: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., wounds: _Optional[int] = ..., manoeuvre: _Optional[str] = ...) -> None: ...

class ManoeuvresRuleResolved(_message.Message):
    __slots__ = ("rule", "formation", "troop", "wounds_left")
    RULE_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    rule: str
    formation: str
    troop: str
    wounds_left: int
    def __init__(self, rule: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ..., wounds_left: _Optional[int] = ...) -> None: ...

class RoundRuleResolved(_message.Message):
    __slots__ = ("rule", "formation", "troop", "wounds_left", "enemies")
    RULE_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    ENEMIES_FIELD_NUMBER: _ClassVar[int]
    rule: str
    formation: str
    troop: str
    wounds_left: int
    enemies: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, rule: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ..., wounds_left: _Optional[int] = ..., enemies: _Optional[_Iterable[str]] = ...) -> None: ...

class FixedMarkersPlaced(_message.Message):
    __slots__ = ("markers",)
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    markers: _containers.RepeatedCompositeFieldContainer[MarkerPoint]
    def __init__(self, markers: _Optional[_Iterable[_Union[MarkerPoint, _Mapping]]] = ...) -> None: ...

class ObjectiveMarkerRemoved(_message.Message):
    __slots__ = ("marker", "seat", "round")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    marker: str
    seat: int
    round: int
    def __init__(self, marker: _Optional[str] = ..., seat: _Optional[int] = ..., round: _Optional[int] = ...) -> None: ...

class ScientistNamed(_message.Message):
    __slots__ = ("marker", "formation", "troop", "keywords", "round")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    marker: str
    formation: str
    troop: str
    keywords: _containers.RepeatedScalarFieldContainer[str]
    round: int
    def __init__(self, marker: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ..., keywords: _Optional[_Iterable[str]] = ..., round: _Optional[int] = ...) -> None: ...

class ScientistDelivered(_message.Message):
    __slots__ = ("formation", "troop", "keywords")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troop: str
    keywords: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., troop: _Optional[str] = ..., keywords: _Optional[_Iterable[str]] = ...) -> None: ...

class DominionNoted(_message.Message):
    __slots__ = ("markers",)
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    markers: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, markers: _Optional[_Iterable[str]] = ...) -> None: ...

class MarkerCaptured(_message.Message):
    __slots__ = ("marker", "seat", "round")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    marker: str
    seat: int
    round: int
    def __init__(self, marker: _Optional[str] = ..., seat: _Optional[int] = ..., round: _Optional[int] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("battle_created", "roster_accepted", "roll_off_made", "roles_assigned", "zones_assigned", "warfield_set", "objective_marker_placed", "objective_marker_returned", "terrain_passed", "warfield_closed", "battle_formations_committed", "battle_formations_revealed", "formation_deployed", "first_player_set", "battle_begun", "round_begun", "phase_begun", "manoeuvre_points_gained", "player_turn_begun", "battle_fatigue_ended", "eligibility_noted", "move_step_ended", "turn_ending", "cohesion_checked", "control_determined", "tactical_points_scored", "player_turn_ended", "phase_ended", "round_ended", "order_chosen", "battle_fatigue_tested", "formation_battle_fatigued", "formation_remained_stationary", "move_declared", "advance_rolled", "desperate_retreat_tested", "formation_moved", "formation_selected_to_shoot", "targets_declared", "declaration_withdrawn", "attack_group_begun", "attacks_counted", "hits_rolled", "wounds_rolled", "die_rerolled", "attack_allocated", "defence_rolled", "damage_rolled", "mortal_wounds_held", "damage_inflicted", "troop_destroyed", "formation_destroyed", "attack_group_ended", "mortal_wounds_pending", "mortal_wound_suffered", "mortal_wounds_ended", "deadly_demise_rolled", "hazard_tested", "hazard_resolved", "shooting_ended", "assault_declared", "assault_rolled", "assault_failed", "fights_first_gained", "fight_begun", "closed_in", "melee_declared", "melee_ended", "consolidated", "fight_ended", "selection_passed", "brawl_step_ended", "reaction_declined", "troop_removed_for_cohesion", "standing_choices_set", "battle_conceded", "battle_ended", "victor_determined", "battle_manoeuvre_used", "battle_manoeuvre_withdrawn", "effect_gained", "effects_ended", "grenades_rolled", "armoured_charge_rolled", "manoeuvres_rule_resolved", "round_rule_resolved", "terrain_feature_placed", "terrain_feature_agreed", "hover_taken", "pre_battle_rule_resolved", "formation_embarked", "formation_disembarked", "formation_arrived", "formation_left_warfield", "transport_wrecked", "wreck_rolled", "fixed_markers_placed", "objective_marker_removed", "scientist_named", "scientist_delivered", "dominion_noted", "marker_captured", "reaches_changed")
    BATTLE_CREATED_FIELD_NUMBER: _ClassVar[int]
    ROSTER_ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    ROLL_OFF_MADE_FIELD_NUMBER: _ClassVar[int]
    ROLES_ASSIGNED_FIELD_NUMBER: _ClassVar[int]
    ZONES_ASSIGNED_FIELD_NUMBER: _ClassVar[int]
    WARFIELD_SET_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_MARKER_PLACED_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_MARKER_RETURNED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_PASSED_FIELD_NUMBER: _ClassVar[int]
    WARFIELD_CLOSED_FIELD_NUMBER: _ClassVar[int]
    BATTLE_FORMATIONS_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    BATTLE_FORMATIONS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_DEPLOYED_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_SET_FIELD_NUMBER: _ClassVar[int]
    BATTLE_BEGUN_FIELD_NUMBER: _ClassVar[int]
    ROUND_BEGUN_FIELD_NUMBER: _ClassVar[int]
    PHASE_BEGUN_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRE_POINTS_GAINED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_TURN_BEGUN_FIELD_NUMBER: _ClassVar[int]
    BATTLE_FATIGUE_ENDED_FIELD_NUMBER: _ClassVar[int]
    ELIGIBILITY_NOTED_FIELD_NUMBER: _ClassVar[int]
    MOVE_STEP_ENDED_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDING_FIELD_NUMBER: _ClassVar[int]
    COHESION_CHECKED_FIELD_NUMBER: _ClassVar[int]
    CONTROL_DETERMINED_FIELD_NUMBER: _ClassVar[int]
    TACTICAL_POINTS_SCORED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    PHASE_ENDED_FIELD_NUMBER: _ClassVar[int]
    ROUND_ENDED_FIELD_NUMBER: _ClassVar[int]
    ORDER_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    BATTLE_FATIGUE_TESTED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_BATTLE_FATIGUED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_REMAINED_STATIONARY_FIELD_NUMBER: _ClassVar[int]
    MOVE_DECLARED_FIELD_NUMBER: _ClassVar[int]
    ADVANCE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DESPERATE_RETREAT_TESTED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_MOVED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_SELECTED_TO_SHOOT_FIELD_NUMBER: _ClassVar[int]
    TARGETS_DECLARED_FIELD_NUMBER: _ClassVar[int]
    DECLARATION_WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    ATTACK_GROUP_BEGUN_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_COUNTED_FIELD_NUMBER: _ClassVar[int]
    HITS_ROLLED_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DIE_REROLLED_FIELD_NUMBER: _ClassVar[int]
    ATTACK_ALLOCATED_FIELD_NUMBER: _ClassVar[int]
    DEFENCE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    MORTAL_WOUNDS_HELD_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_INFLICTED_FIELD_NUMBER: _ClassVar[int]
    TROOP_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    ATTACK_GROUP_ENDED_FIELD_NUMBER: _ClassVar[int]
    MORTAL_WOUNDS_PENDING_FIELD_NUMBER: _ClassVar[int]
    MORTAL_WOUND_SUFFERED_FIELD_NUMBER: _ClassVar[int]
    MORTAL_WOUNDS_ENDED_FIELD_NUMBER: _ClassVar[int]
    DEADLY_DEMISE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    HAZARD_TESTED_FIELD_NUMBER: _ClassVar[int]
    HAZARD_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    SHOOTING_ENDED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_DECLARED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ROLLED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_FAILED_FIELD_NUMBER: _ClassVar[int]
    FIGHTS_FIRST_GAINED_FIELD_NUMBER: _ClassVar[int]
    FIGHT_BEGUN_FIELD_NUMBER: _ClassVar[int]
    CLOSED_IN_FIELD_NUMBER: _ClassVar[int]
    MELEE_DECLARED_FIELD_NUMBER: _ClassVar[int]
    MELEE_ENDED_FIELD_NUMBER: _ClassVar[int]
    CONSOLIDATED_FIELD_NUMBER: _ClassVar[int]
    FIGHT_ENDED_FIELD_NUMBER: _ClassVar[int]
    SELECTION_PASSED_FIELD_NUMBER: _ClassVar[int]
    BRAWL_STEP_ENDED_FIELD_NUMBER: _ClassVar[int]
    REACTION_DECLINED_FIELD_NUMBER: _ClassVar[int]
    TROOP_REMOVED_FOR_COHESION_FIELD_NUMBER: _ClassVar[int]
    STANDING_CHOICES_SET_FIELD_NUMBER: _ClassVar[int]
    BATTLE_CONCEDED_FIELD_NUMBER: _ClassVar[int]
    BATTLE_ENDED_FIELD_NUMBER: _ClassVar[int]
    VICTOR_DETERMINED_FIELD_NUMBER: _ClassVar[int]
    BATTLE_MANOEUVRE_USED_FIELD_NUMBER: _ClassVar[int]
    BATTLE_MANOEUVRE_WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    EFFECT_GAINED_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_ENDED_FIELD_NUMBER: _ClassVar[int]
    GRENADES_ROLLED_FIELD_NUMBER: _ClassVar[int]
    ARMOURED_CHARGE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRES_RULE_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    ROUND_RULE_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FEATURE_PLACED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FEATURE_AGREED_FIELD_NUMBER: _ClassVar[int]
    HOVER_TAKEN_FIELD_NUMBER: _ClassVar[int]
    PRE_BATTLE_RULE_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_EMBARKED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_DISEMBARKED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_ARRIVED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_LEFT_WARFIELD_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_WRECKED_FIELD_NUMBER: _ClassVar[int]
    WRECK_ROLLED_FIELD_NUMBER: _ClassVar[int]
    FIXED_MARKERS_PLACED_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_MARKER_REMOVED_FIELD_NUMBER: _ClassVar[int]
    SCIENTIST_NAMED_FIELD_NUMBER: _ClassVar[int]
    SCIENTIST_DELIVERED_FIELD_NUMBER: _ClassVar[int]
    DOMINION_NOTED_FIELD_NUMBER: _ClassVar[int]
    MARKER_CAPTURED_FIELD_NUMBER: _ClassVar[int]
    REACHES_CHANGED_FIELD_NUMBER: _ClassVar[int]
    battle_created: BattleCreated
    roster_accepted: RosterAccepted
    roll_off_made: RollOffMade
    roles_assigned: RolesAssigned
    zones_assigned: ZonesAssigned
    warfield_set: WarfieldSet
    objective_marker_placed: ObjectiveMarkerPlaced
    objective_marker_returned: ObjectiveMarkerReturned
    terrain_passed: TerrainPassed
    warfield_closed: WarfieldClosed
    battle_formations_committed: BattleFormationsCommitted
    battle_formations_revealed: BattleFormationsRevealed
    formation_deployed: FormationDeployed
    first_player_set: FirstPlayerSet
    battle_begun: BattleBegun
    round_begun: RoundBegun
    phase_begun: PhaseBegun
    manoeuvre_points_gained: ManoeuvrePointsGained
    player_turn_begun: PlayerTurnBegun
    battle_fatigue_ended: BattleFatigueEnded
    eligibility_noted: EligibilityNoted
    move_step_ended: MoveStepEnded
    turn_ending: TurnEnding
    cohesion_checked: CohesionChecked
    control_determined: ControlDetermined
    tactical_points_scored: TacticalPointsScored
    player_turn_ended: PlayerTurnEnded
    phase_ended: PhaseEnded
    round_ended: RoundEnded
    order_chosen: OrderChosen
    battle_fatigue_tested: BattleFatigueTested
    formation_battle_fatigued: FormationBattleFatigued
    formation_remained_stationary: FormationRemainedStationary
    move_declared: MoveDeclared
    advance_rolled: AdvanceRolled
    desperate_retreat_tested: DesperateRetreatTested
    formation_moved: FormationMoved
    formation_selected_to_shoot: FormationSelectedToShoot
    targets_declared: TargetsDeclared
    declaration_withdrawn: DeclarationWithdrawn
    attack_group_begun: AttackGroupBegun
    attacks_counted: AttacksCounted
    hits_rolled: HitsRolled
    wounds_rolled: WoundsRolled
    die_rerolled: DieRerolled
    attack_allocated: AttackAllocated
    defence_rolled: DefenceRolled
    damage_rolled: DamageRolled
    mortal_wounds_held: MortalWoundsHeld
    damage_inflicted: DamageInflicted
    troop_destroyed: TroopDestroyed
    formation_destroyed: FormationDestroyed
    attack_group_ended: AttackGroupEnded
    mortal_wounds_pending: MortalWoundsPending
    mortal_wound_suffered: MortalWoundSuffered
    mortal_wounds_ended: MortalWoundsEnded
    deadly_demise_rolled: DeadlyDemiseRolled
    hazard_tested: HazardTested
    hazard_resolved: HazardResolved
    shooting_ended: ShootingEnded
    assault_declared: AssaultDeclared
    assault_rolled: AssaultRolled
    assault_failed: AssaultFailed
    fights_first_gained: FightsFirstGained
    fight_begun: FightBegun
    closed_in: ClosedIn
    melee_declared: MeleeDeclared
    melee_ended: MeleeEnded
    consolidated: Consolidated
    fight_ended: FightEnded
    selection_passed: SelectionPassed
    brawl_step_ended: BrawlStepEnded
    reaction_declined: ReactionDeclined
    troop_removed_for_cohesion: TroopRemovedForCohesion
    standing_choices_set: StandingChoicesSet
    battle_conceded: BattleConceded
    battle_ended: BattleEnded
    victor_determined: VictorDetermined
    battle_manoeuvre_used: BattleManoeuvreUsed
    battle_manoeuvre_withdrawn: BattleManoeuvreWithdrawn
    effect_gained: EffectGained
    effects_ended: EffectsEnded
    grenades_rolled: GrenadesRolled
    armoured_charge_rolled: ArmouredChargeRolled
    manoeuvres_rule_resolved: ManoeuvresRuleResolved
    round_rule_resolved: RoundRuleResolved
    terrain_feature_placed: TerrainFeaturePlaced
    terrain_feature_agreed: TerrainFeatureAgreed
    hover_taken: HoverTaken
    pre_battle_rule_resolved: PreBattleRuleResolved
    formation_embarked: FormationEmbarked
    formation_disembarked: FormationDisembarked
    formation_arrived: FormationArrived
    formation_left_warfield: FormationLeftWarfield
    transport_wrecked: TransportWrecked
    wreck_rolled: WreckRolled
    fixed_markers_placed: FixedMarkersPlaced
    objective_marker_removed: ObjectiveMarkerRemoved
    scientist_named: ScientistNamed
    scientist_delivered: ScientistDelivered
    dominion_noted: DominionNoted
    marker_captured: MarkerCaptured
    reaches_changed: ReachesChanged
    def __init__(self, battle_created: _Optional[_Union[BattleCreated, _Mapping]] = ..., roster_accepted: _Optional[_Union[RosterAccepted, _Mapping]] = ..., roll_off_made: _Optional[_Union[RollOffMade, _Mapping]] = ..., roles_assigned: _Optional[_Union[RolesAssigned, _Mapping]] = ..., zones_assigned: _Optional[_Union[ZonesAssigned, _Mapping]] = ..., warfield_set: _Optional[_Union[WarfieldSet, _Mapping]] = ..., objective_marker_placed: _Optional[_Union[ObjectiveMarkerPlaced, _Mapping]] = ..., objective_marker_returned: _Optional[_Union[ObjectiveMarkerReturned, _Mapping]] = ..., terrain_passed: _Optional[_Union[TerrainPassed, _Mapping]] = ..., warfield_closed: _Optional[_Union[WarfieldClosed, _Mapping]] = ..., battle_formations_committed: _Optional[_Union[BattleFormationsCommitted, _Mapping]] = ..., battle_formations_revealed: _Optional[_Union[BattleFormationsRevealed, _Mapping]] = ..., formation_deployed: _Optional[_Union[FormationDeployed, _Mapping]] = ..., first_player_set: _Optional[_Union[FirstPlayerSet, _Mapping]] = ..., battle_begun: _Optional[_Union[BattleBegun, _Mapping]] = ..., round_begun: _Optional[_Union[RoundBegun, _Mapping]] = ..., phase_begun: _Optional[_Union[PhaseBegun, _Mapping]] = ..., manoeuvre_points_gained: _Optional[_Union[ManoeuvrePointsGained, _Mapping]] = ..., player_turn_begun: _Optional[_Union[PlayerTurnBegun, _Mapping]] = ..., battle_fatigue_ended: _Optional[_Union[BattleFatigueEnded, _Mapping]] = ..., eligibility_noted: _Optional[_Union[EligibilityNoted, _Mapping]] = ..., move_step_ended: _Optional[_Union[MoveStepEnded, _Mapping]] = ..., turn_ending: _Optional[_Union[TurnEnding, _Mapping]] = ..., cohesion_checked: _Optional[_Union[CohesionChecked, _Mapping]] = ..., control_determined: _Optional[_Union[ControlDetermined, _Mapping]] = ..., tactical_points_scored: _Optional[_Union[TacticalPointsScored, _Mapping]] = ..., player_turn_ended: _Optional[_Union[PlayerTurnEnded, _Mapping]] = ..., phase_ended: _Optional[_Union[PhaseEnded, _Mapping]] = ..., round_ended: _Optional[_Union[RoundEnded, _Mapping]] = ..., order_chosen: _Optional[_Union[OrderChosen, _Mapping]] = ..., battle_fatigue_tested: _Optional[_Union[BattleFatigueTested, _Mapping]] = ..., formation_battle_fatigued: _Optional[_Union[FormationBattleFatigued, _Mapping]] = ..., formation_remained_stationary: _Optional[_Union[FormationRemainedStationary, _Mapping]] = ..., move_declared: _Optional[_Union[MoveDeclared, _Mapping]] = ..., advance_rolled: _Optional[_Union[AdvanceRolled, _Mapping]] = ..., desperate_retreat_tested: _Optional[_Union[DesperateRetreatTested, _Mapping]] = ..., formation_moved: _Optional[_Union[FormationMoved, _Mapping]] = ..., formation_selected_to_shoot: _Optional[_Union[FormationSelectedToShoot, _Mapping]] = ..., targets_declared: _Optional[_Union[TargetsDeclared, _Mapping]] = ..., declaration_withdrawn: _Optional[_Union[DeclarationWithdrawn, _Mapping]] = ..., attack_group_begun: _Optional[_Union[AttackGroupBegun, _Mapping]] = ..., attacks_counted: _Optional[_Union[AttacksCounted, _Mapping]] = ..., hits_rolled: _Optional[_Union[HitsRolled, _Mapping]] = ..., wounds_rolled: _Optional[_Union[WoundsRolled, _Mapping]] = ..., die_rerolled: _Optional[_Union[DieRerolled, _Mapping]] = ..., attack_allocated: _Optional[_Union[AttackAllocated, _Mapping]] = ..., defence_rolled: _Optional[_Union[DefenceRolled, _Mapping]] = ..., damage_rolled: _Optional[_Union[DamageRolled, _Mapping]] = ..., mortal_wounds_held: _Optional[_Union[MortalWoundsHeld, _Mapping]] = ..., damage_inflicted: _Optional[_Union[DamageInflicted, _Mapping]] = ..., troop_destroyed: _Optional[_Union[TroopDestroyed, _Mapping]] = ..., formation_destroyed: _Optional[_Union[FormationDestroyed, _Mapping]] = ..., attack_group_ended: _Optional[_Union[AttackGroupEnded, _Mapping]] = ..., mortal_wounds_pending: _Optional[_Union[MortalWoundsPending, _Mapping]] = ..., mortal_wound_suffered: _Optional[_Union[MortalWoundSuffered, _Mapping]] = ..., mortal_wounds_ended: _Optional[_Union[MortalWoundsEnded, _Mapping]] = ..., deadly_demise_rolled: _Optional[_Union[DeadlyDemiseRolled, _Mapping]] = ..., hazard_tested: _Optional[_Union[HazardTested, _Mapping]] = ..., hazard_resolved: _Optional[_Union[HazardResolved, _Mapping]] = ..., shooting_ended: _Optional[_Union[ShootingEnded, _Mapping]] = ..., assault_declared: _Optional[_Union[AssaultDeclared, _Mapping]] = ..., assault_rolled: _Optional[_Union[AssaultRolled, _Mapping]] = ..., assault_failed: _Optional[_Union[AssaultFailed, _Mapping]] = ..., fights_first_gained: _Optional[_Union[FightsFirstGained, _Mapping]] = ..., fight_begun: _Optional[_Union[FightBegun, _Mapping]] = ..., closed_in: _Optional[_Union[ClosedIn, _Mapping]] = ..., melee_declared: _Optional[_Union[MeleeDeclared, _Mapping]] = ..., melee_ended: _Optional[_Union[MeleeEnded, _Mapping]] = ..., consolidated: _Optional[_Union[Consolidated, _Mapping]] = ..., fight_ended: _Optional[_Union[FightEnded, _Mapping]] = ..., selection_passed: _Optional[_Union[SelectionPassed, _Mapping]] = ..., brawl_step_ended: _Optional[_Union[BrawlStepEnded, _Mapping]] = ..., reaction_declined: _Optional[_Union[ReactionDeclined, _Mapping]] = ..., troop_removed_for_cohesion: _Optional[_Union[TroopRemovedForCohesion, _Mapping]] = ..., standing_choices_set: _Optional[_Union[StandingChoicesSet, _Mapping]] = ..., battle_conceded: _Optional[_Union[BattleConceded, _Mapping]] = ..., battle_ended: _Optional[_Union[BattleEnded, _Mapping]] = ..., victor_determined: _Optional[_Union[VictorDetermined, _Mapping]] = ..., battle_manoeuvre_used: _Optional[_Union[BattleManoeuvreUsed, _Mapping]] = ..., battle_manoeuvre_withdrawn: _Optional[_Union[BattleManoeuvreWithdrawn, _Mapping]] = ..., effect_gained: _Optional[_Union[EffectGained, _Mapping]] = ..., effects_ended: _Optional[_Union[EffectsEnded, _Mapping]] = ..., grenades_rolled: _Optional[_Union[GrenadesRolled, _Mapping]] = ..., armoured_charge_rolled: _Optional[_Union[ArmouredChargeRolled, _Mapping]] = ..., manoeuvres_rule_resolved: _Optional[_Union[ManoeuvresRuleResolved, _Mapping]] = ..., round_rule_resolved: _Optional[_Union[RoundRuleResolved, _Mapping]] = ..., terrain_feature_placed: _Optional[_Union[TerrainFeaturePlaced, _Mapping]] = ..., terrain_feature_agreed: _Optional[_Union[TerrainFeatureAgreed, _Mapping]] = ..., hover_taken: _Optional[_Union[HoverTaken, _Mapping]] = ..., pre_battle_rule_resolved: _Optional[_Union[PreBattleRuleResolved, _Mapping]] = ..., formation_embarked: _Optional[_Union[FormationEmbarked, _Mapping]] = ..., formation_disembarked: _Optional[_Union[FormationDisembarked, _Mapping]] = ..., formation_arrived: _Optional[_Union[FormationArrived, _Mapping]] = ..., formation_left_warfield: _Optional[_Union[FormationLeftWarfield, _Mapping]] = ..., transport_wrecked: _Optional[_Union[TransportWrecked, _Mapping]] = ..., wreck_rolled: _Optional[_Union[WreckRolled, _Mapping]] = ..., fixed_markers_placed: _Optional[_Union[FixedMarkersPlaced, _Mapping]] = ..., objective_marker_removed: _Optional[_Union[ObjectiveMarkerRemoved, _Mapping]] = ..., scientist_named: _Optional[_Union[ScientistNamed, _Mapping]] = ..., scientist_delivered: _Optional[_Union[ScientistDelivered, _Mapping]] = ..., dominion_noted: _Optional[_Union[DominionNoted, _Mapping]] = ..., marker_captured: _Optional[_Union[MarkerCaptured, _Mapping]] = ..., reaches_changed: _Optional[_Union[ReachesChanged, _Mapping]] = ...) -> None: ...
