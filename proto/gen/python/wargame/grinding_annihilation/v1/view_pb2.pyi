from wargame.grinding_annihilation.v1 import commands_pb2 as _commands_pb2
from wargame.grinding_annihilation.v1 import events_pb2 as _events_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import table_pb2 as _table_pb2
from wargame.v1 import values_pb2 as _values_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ActionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_KIND_UNSPECIFIED: _ClassVar[ActionKind]
    ACTION_KIND_NORMAL: _ClassVar[ActionKind]
    ACTION_KIND_ADVANCE: _ClassVar[ActionKind]
    ACTION_KIND_RETREAT: _ClassVar[ActionKind]
    ACTION_KIND_ASSAULT: _ClassVar[ActionKind]
    ACTION_KIND_SHOOTING: _ClassVar[ActionKind]
    ACTION_KIND_FIGHT: _ClassVar[ActionKind]

class PartRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PART_ROLE_UNSPECIFIED: _ClassVar[PartRole]
    PART_ROLE_PLAIN: _ClassVar[PartRole]
    PART_ROLE_LEADER: _ClassVar[PartRole]
    PART_ROLE_ESCORT: _ClassVar[PartRole]

class FormationPlace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORMATION_PLACE_UNSPECIFIED: _ClassVar[FormationPlace]
    FORMATION_PLACE_UNDEPLOYED: _ClassVar[FormationPlace]
    FORMATION_PLACE_WARFIELD: _ClassVar[FormationPlace]
    FORMATION_PLACE_RESERVES: _ClassVar[FormationPlace]
    FORMATION_PLACE_STRATEGIC_RESERVES: _ClassVar[FormationPlace]
    FORMATION_PLACE_EMBARKED: _ClassVar[FormationPlace]
    FORMATION_PLACE_DESTROYED: _ClassVar[FormationPlace]

class ActionStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_STEP_UNSPECIFIED: _ClassVar[ActionStep]
    ACTION_STEP_DECLARED: _ClassVar[ActionStep]
    ACTION_STEP_ROLLED: _ClassVar[ActionStep]
    ACTION_STEP_TESTED: _ClassVar[ActionStep]
    ACTION_STEP_CLOSE_IN: _ClassVar[ActionStep]
    ACTION_STEP_DECLARE: _ClassVar[ActionStep]
    ACTION_STEP_ATTACKS: _ClassVar[ActionStep]
    ACTION_STEP_CONSOLIDATE: _ClassVar[ActionStep]

class BattleStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BATTLE_STEP_UNSPECIFIED: _ClassVar[BattleStep]
    BATTLE_STEP_ROSTERS: _ClassVar[BattleStep]
    BATTLE_STEP_ZONES: _ClassVar[BattleStep]
    BATTLE_STEP_WARFIELD: _ClassVar[BattleStep]
    BATTLE_STEP_MARKERS: _ClassVar[BattleStep]
    BATTLE_STEP_TERRAIN: _ClassVar[BattleStep]
    BATTLE_STEP_FORMATIONS: _ClassVar[BattleStep]
    BATTLE_STEP_DEPLOYMENT: _ClassVar[BattleStep]
    BATTLE_STEP_FATIGUE: _ClassVar[BattleStep]
    BATTLE_STEP_MOVE: _ClassVar[BattleStep]
    BATTLE_STEP_REINFORCEMENTS: _ClassVar[BattleStep]
    BATTLE_STEP_SHOOTING: _ClassVar[BattleStep]
    BATTLE_STEP_ASSAULT: _ClassVar[BattleStep]
    BATTLE_STEP_COHESION: _ClassVar[BattleStep]
    BATTLE_STEP_FIGHTS_FIRST: _ClassVar[BattleStep]
    BATTLE_STEP_REMAINING: _ClassVar[BattleStep]

class GroupStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GROUP_STATUS_UNSPECIFIED: _ClassVar[GroupStatus]
    GROUP_STATUS_WAITING: _ClassVar[GroupStatus]
    GROUP_STATUS_OPEN: _ClassVar[GroupStatus]
    GROUP_STATUS_DONE: _ClassVar[GroupStatus]
    GROUP_STATUS_LOST: _ClassVar[GroupStatus]

class AttackOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ATTACK_OUTCOME_UNSPECIFIED: _ClassVar[AttackOutcome]
    ATTACK_OUTCOME_HIT: _ClassVar[AttackOutcome]
    ATTACK_OUTCOME_FAILED: _ClassVar[AttackOutcome]
    ATTACK_OUTCOME_WOUND: _ClassVar[AttackOutcome]
    ATTACK_OUTCOME_CRITICAL: _ClassVar[AttackOutcome]

class AttackStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ATTACK_STATUS_UNSPECIFIED: _ClassVar[AttackStatus]
    ATTACK_STATUS_DUE: _ClassVar[AttackStatus]
    ATTACK_STATUS_SAVED: _ClassVar[AttackStatus]
    ATTACK_STATUS_FAILED_SAVE: _ClassVar[AttackStatus]
    ATTACK_STATUS_DAMAGED: _ClassVar[AttackStatus]
    ATTACK_STATUS_MORTAL: _ClassVar[AttackStatus]
    ATTACK_STATUS_LOST: _ClassVar[AttackStatus]

class FactStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FACT_STATUS_UNSPECIFIED: _ClassVar[FactStatus]
    FACT_STATUS_STATED: _ClassVar[FactStatus]
    FACT_STATUS_CONFIRMED: _ClassVar[FactStatus]
    FACT_STATUS_DISPUTED: _ClassVar[FactStatus]
    FACT_STATUS_SETTLED: _ClassVar[FactStatus]

class FactKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FACT_KIND_UNSPECIFIED: _ClassVar[FactKind]
    FACT_KIND_ROLE: _ClassVar[FactKind]
    FACT_KIND_TERRAIN: _ClassVar[FactKind]
    FACT_KIND_SIGHT: _ClassVar[FactKind]
    FACT_KIND_IMPOSSIBLE: _ClassVar[FactKind]

class SaveKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SAVE_KIND_UNSPECIFIED: _ClassVar[SaveKind]
    SAVE_KIND_ARMOUR: _ClassVar[SaveKind]
    SAVE_KIND_INVULNERABLE: _ClassVar[SaveKind]
    SAVE_KIND_NONE: _ClassVar[SaveKind]

class VictoryRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VICTORY_RULE_UNSPECIFIED: _ClassVar[VictoryRule]
    VICTORY_RULE_ANNIHILATION_THEN_POINTS: _ClassVar[VictoryRule]
    VICTORY_RULE_POINTS: _ClassVar[VictoryRule]

class ZoneEdge(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ZONE_EDGE_UNSPECIFIED: _ClassVar[ZoneEdge]
    ZONE_EDGE_SHORT: _ClassVar[ZoneEdge]
    ZONE_EDGE_LONG: _ClassVar[ZoneEdge]

class MarkerPlacing(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MARKER_PLACING_UNSPECIFIED: _ClassVar[MarkerPlacing]
    MARKER_PLACING_TURNS: _ClassVar[MarkerPlacing]
    MARKER_PLACING_FIXED: _ClassVar[MarkerPlacing]
    MARKER_PLACING_LINES: _ClassVar[MarkerPlacing]

class CountedFrom(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COUNTED_FROM_UNSPECIFIED: _ClassVar[CountedFrom]
    COUNTED_FROM_LOW: _ClassVar[CountedFrom]
    COUNTED_FROM_MIDDLE: _ClassVar[CountedFrom]
    COUNTED_FROM_HIGH: _ClassVar[CountedFrom]

class ScoringMoment(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCORING_MOMENT_UNSPECIFIED: _ClassVar[ScoringMoment]
    SCORING_MOMENT_TURN: _ClassVar[ScoringMoment]
    SCORING_MOMENT_PHASE: _ClassVar[ScoringMoment]
    SCORING_MOMENT_END: _ClassVar[ScoringMoment]
    SCORING_MOMENT_SCIENTISTS: _ClassVar[ScoringMoment]

class GearScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GEAR_SCOPE_UNSPECIFIED: _ClassVar[GearScope]
    GEAR_SCOPE_TROOP: _ClassVar[GearScope]
    GEAR_SCOPE_FORMATION: _ClassVar[GearScope]

class TurnSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TURN_SIDE_UNSPECIFIED: _ClassVar[TurnSide]
    TURN_SIDE_OWN: _ClassVar[TurnSide]
    TURN_SIDE_OPPONENT: _ClassVar[TurnSide]
    TURN_SIDE_EITHER: _ClassVar[TurnSide]

class UsePeriod(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    USE_PERIOD_UNSPECIFIED: _ClassVar[UsePeriod]
    USE_PERIOD_PHASE: _ClassVar[UsePeriod]
    USE_PERIOD_ROUND: _ClassVar[UsePeriod]
ACTION_KIND_UNSPECIFIED: ActionKind
ACTION_KIND_NORMAL: ActionKind
ACTION_KIND_ADVANCE: ActionKind
ACTION_KIND_RETREAT: ActionKind
ACTION_KIND_ASSAULT: ActionKind
ACTION_KIND_SHOOTING: ActionKind
ACTION_KIND_FIGHT: ActionKind
PART_ROLE_UNSPECIFIED: PartRole
PART_ROLE_PLAIN: PartRole
PART_ROLE_LEADER: PartRole
PART_ROLE_ESCORT: PartRole
FORMATION_PLACE_UNSPECIFIED: FormationPlace
FORMATION_PLACE_UNDEPLOYED: FormationPlace
FORMATION_PLACE_WARFIELD: FormationPlace
FORMATION_PLACE_RESERVES: FormationPlace
FORMATION_PLACE_STRATEGIC_RESERVES: FormationPlace
FORMATION_PLACE_EMBARKED: FormationPlace
FORMATION_PLACE_DESTROYED: FormationPlace
ACTION_STEP_UNSPECIFIED: ActionStep
ACTION_STEP_DECLARED: ActionStep
ACTION_STEP_ROLLED: ActionStep
ACTION_STEP_TESTED: ActionStep
ACTION_STEP_CLOSE_IN: ActionStep
ACTION_STEP_DECLARE: ActionStep
ACTION_STEP_ATTACKS: ActionStep
ACTION_STEP_CONSOLIDATE: ActionStep
BATTLE_STEP_UNSPECIFIED: BattleStep
BATTLE_STEP_ROSTERS: BattleStep
BATTLE_STEP_ZONES: BattleStep
BATTLE_STEP_WARFIELD: BattleStep
BATTLE_STEP_MARKERS: BattleStep
BATTLE_STEP_TERRAIN: BattleStep
BATTLE_STEP_FORMATIONS: BattleStep
BATTLE_STEP_DEPLOYMENT: BattleStep
BATTLE_STEP_FATIGUE: BattleStep
BATTLE_STEP_MOVE: BattleStep
BATTLE_STEP_REINFORCEMENTS: BattleStep
BATTLE_STEP_SHOOTING: BattleStep
BATTLE_STEP_ASSAULT: BattleStep
BATTLE_STEP_COHESION: BattleStep
BATTLE_STEP_FIGHTS_FIRST: BattleStep
BATTLE_STEP_REMAINING: BattleStep
GROUP_STATUS_UNSPECIFIED: GroupStatus
GROUP_STATUS_WAITING: GroupStatus
GROUP_STATUS_OPEN: GroupStatus
GROUP_STATUS_DONE: GroupStatus
GROUP_STATUS_LOST: GroupStatus
ATTACK_OUTCOME_UNSPECIFIED: AttackOutcome
ATTACK_OUTCOME_HIT: AttackOutcome
ATTACK_OUTCOME_FAILED: AttackOutcome
ATTACK_OUTCOME_WOUND: AttackOutcome
ATTACK_OUTCOME_CRITICAL: AttackOutcome
ATTACK_STATUS_UNSPECIFIED: AttackStatus
ATTACK_STATUS_DUE: AttackStatus
ATTACK_STATUS_SAVED: AttackStatus
ATTACK_STATUS_FAILED_SAVE: AttackStatus
ATTACK_STATUS_DAMAGED: AttackStatus
ATTACK_STATUS_MORTAL: AttackStatus
ATTACK_STATUS_LOST: AttackStatus
FACT_STATUS_UNSPECIFIED: FactStatus
FACT_STATUS_STATED: FactStatus
FACT_STATUS_CONFIRMED: FactStatus
FACT_STATUS_DISPUTED: FactStatus
FACT_STATUS_SETTLED: FactStatus
FACT_KIND_UNSPECIFIED: FactKind
FACT_KIND_ROLE: FactKind
FACT_KIND_TERRAIN: FactKind
FACT_KIND_SIGHT: FactKind
FACT_KIND_IMPOSSIBLE: FactKind
SAVE_KIND_UNSPECIFIED: SaveKind
SAVE_KIND_ARMOUR: SaveKind
SAVE_KIND_INVULNERABLE: SaveKind
SAVE_KIND_NONE: SaveKind
VICTORY_RULE_UNSPECIFIED: VictoryRule
VICTORY_RULE_ANNIHILATION_THEN_POINTS: VictoryRule
VICTORY_RULE_POINTS: VictoryRule
ZONE_EDGE_UNSPECIFIED: ZoneEdge
ZONE_EDGE_SHORT: ZoneEdge
ZONE_EDGE_LONG: ZoneEdge
MARKER_PLACING_UNSPECIFIED: MarkerPlacing
MARKER_PLACING_TURNS: MarkerPlacing
MARKER_PLACING_FIXED: MarkerPlacing
MARKER_PLACING_LINES: MarkerPlacing
COUNTED_FROM_UNSPECIFIED: CountedFrom
COUNTED_FROM_LOW: CountedFrom
COUNTED_FROM_MIDDLE: CountedFrom
COUNTED_FROM_HIGH: CountedFrom
SCORING_MOMENT_UNSPECIFIED: ScoringMoment
SCORING_MOMENT_TURN: ScoringMoment
SCORING_MOMENT_PHASE: ScoringMoment
SCORING_MOMENT_END: ScoringMoment
SCORING_MOMENT_SCIENTISTS: ScoringMoment
GEAR_SCOPE_UNSPECIFIED: GearScope
GEAR_SCOPE_TROOP: GearScope
GEAR_SCOPE_FORMATION: GearScope
TURN_SIDE_UNSPECIFIED: TurnSide
TURN_SIDE_OWN: TurnSide
TURN_SIDE_OPPONENT: TurnSide
TURN_SIDE_EITHER: TurnSide
USE_PERIOD_UNSPECIFIED: UsePeriod
USE_PERIOD_PHASE: UsePeriod
USE_PERIOD_ROUND: UsePeriod

class SideView(_message.Message):
    __slots__ = ("seat", "faction", "doctrine", "points", "general", "prepared_manoeuvres", "role", "side", "committed", "manoeuvre_points", "tactical_points", "tactical_points_this_round", "casualty_order", "save_preference", "windows_declined", "manoeuvres_used")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACTION_FIELD_NUMBER: _ClassVar[int]
    DOCTRINE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    GENERAL_FIELD_NUMBER: _ClassVar[int]
    PREPARED_MANOEUVRES_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    COMMITTED_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRE_POINTS_FIELD_NUMBER: _ClassVar[int]
    TACTICAL_POINTS_FIELD_NUMBER: _ClassVar[int]
    TACTICAL_POINTS_THIS_ROUND_FIELD_NUMBER: _ClassVar[int]
    CASUALTY_ORDER_FIELD_NUMBER: _ClassVar[int]
    SAVE_PREFERENCE_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_DECLINED_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRES_USED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faction: str
    doctrine: str
    points: int
    general: str
    prepared_manoeuvres: _containers.RepeatedScalarFieldContainer[str]
    role: _commands_pb2.BattleRole
    side: _commands_pb2.WarfieldSide
    committed: bool
    manoeuvre_points: int
    tactical_points: int
    tactical_points_this_round: int
    casualty_order: _containers.RepeatedScalarFieldContainer[str]
    save_preference: _commands_pb2.SavePreference
    windows_declined: _containers.RepeatedScalarFieldContainer[_commands_pb2.ReactionWindow]
    manoeuvres_used: _containers.RepeatedCompositeFieldContainer[ManoeuvreUseView]
    def __init__(self, seat: _Optional[int] = ..., faction: _Optional[str] = ..., doctrine: _Optional[str] = ..., points: _Optional[int] = ..., general: _Optional[str] = ..., prepared_manoeuvres: _Optional[_Iterable[str]] = ..., role: _Optional[_Union[_commands_pb2.BattleRole, str]] = ..., side: _Optional[_Union[_commands_pb2.WarfieldSide, str]] = ..., committed: _Optional[bool] = ..., manoeuvre_points: _Optional[int] = ..., tactical_points: _Optional[int] = ..., tactical_points_this_round: _Optional[int] = ..., casualty_order: _Optional[_Iterable[str]] = ..., save_preference: _Optional[_Union[_commands_pb2.SavePreference, str]] = ..., windows_declined: _Optional[_Iterable[_Union[_commands_pb2.ReactionWindow, str]]] = ..., manoeuvres_used: _Optional[_Iterable[_Union[ManoeuvreUseView, _Mapping]]] = ...) -> None: ...

class ManoeuvreUseView(_message.Message):
    __slots__ = ("manoeuvre", "phase", "turn")
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    manoeuvre: str
    phase: _commands_pb2.Phase
    turn: int
    def __init__(self, manoeuvre: _Optional[str] = ..., phase: _Optional[_Union[_commands_pb2.Phase, str]] = ..., turn: _Optional[int] = ...) -> None: ...

class MarkerView(_message.Message):
    __slots__ = ("id", "x", "y", "placed_by", "levels", "controller", "fixed_by_scenario", "captured", "dominion", "named")
    ID_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    PLACED_BY_FIELD_NUMBER: _ClassVar[int]
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    CONTROLLER_FIELD_NUMBER: _ClassVar[int]
    FIXED_BY_SCENARIO_FIELD_NUMBER: _ClassVar[int]
    CAPTURED_FIELD_NUMBER: _ClassVar[int]
    DOMINION_FIELD_NUMBER: _ClassVar[int]
    NAMED_FIELD_NUMBER: _ClassVar[int]
    id: str
    x: int
    y: int
    placed_by: int
    levels: _containers.RepeatedScalarFieldContainer[int]
    controller: int
    fixed_by_scenario: bool
    captured: int
    dominion: bool
    named: int
    def __init__(self, id: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., placed_by: _Optional[int] = ..., levels: _Optional[_Iterable[int]] = ..., controller: _Optional[int] = ..., fixed_by_scenario: _Optional[bool] = ..., captured: _Optional[int] = ..., dominion: _Optional[bool] = ..., named: _Optional[int] = ...) -> None: ...

class TerrainView(_message.Message):
    __slots__ = ("id", "placed_by", "feature")
    ID_FIELD_NUMBER: _ClassVar[int]
    PLACED_BY_FIELD_NUMBER: _ClassVar[int]
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    id: str
    placed_by: int
    feature: _commands_pb2.TerrainFeature
    def __init__(self, id: _Optional[str] = ..., placed_by: _Optional[int] = ..., feature: _Optional[_Union[_commands_pb2.TerrainFeature, _Mapping]] = ...) -> None: ...

class PartView(_message.Message):
    __slots__ = ("id", "catalogue", "name", "role", "points", "starting_strength", "keywords", "abilities", "profiles", "destroyed", "transport")
    ID_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    STARTING_STRENGTH_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    PROFILES_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    id: str
    catalogue: str
    name: str
    role: PartRole
    points: int
    starting_strength: int
    keywords: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    profiles: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopProfile]
    destroyed: bool
    transport: _commands_pb2.Hold
    def __init__(self, id: _Optional[str] = ..., catalogue: _Optional[str] = ..., name: _Optional[str] = ..., role: _Optional[_Union[PartRole, str]] = ..., points: _Optional[int] = ..., starting_strength: _Optional[int] = ..., keywords: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ..., profiles: _Optional[_Iterable[_Union[_commands_pb2.TroopProfile, _Mapping]]] = ..., destroyed: _Optional[bool] = ..., transport: _Optional[_Union[_commands_pb2.Hold, _Mapping]] = ...) -> None: ...

class TroopView(_message.Message):
    __slots__ = ("id", "part", "profile", "wounds_left", "pose", "weapons", "gear", "abilities", "keywords", "marked")
    ID_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    MARKED_FIELD_NUMBER: _ClassVar[int]
    id: str
    part: str
    profile: str
    wounds_left: int
    pose: _table_pb2.Pose
    weapons: _containers.RepeatedScalarFieldContainer[str]
    gear: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    keywords: _containers.RepeatedScalarFieldContainer[str]
    marked: bool
    def __init__(self, id: _Optional[str] = ..., part: _Optional[str] = ..., profile: _Optional[str] = ..., wounds_left: _Optional[int] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ..., weapons: _Optional[_Iterable[str]] = ..., gear: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ..., keywords: _Optional[_Iterable[str]] = ..., marked: _Optional[bool] = ...) -> None: ...

class FormationView(_message.Message):
    __slots__ = ("id", "seat", "place", "parts", "troops", "below_half", "fatigued", "tested", "move_kind", "shot", "near_at_start", "assault_declared", "assaulted", "fights_first", "first_step", "fought", "threatened_by", "aboard", "arrived", "left", "disembarked", "assault_barred", "lent", "hover", "ingressed")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    BELOW_HALF_FIELD_NUMBER: _ClassVar[int]
    FATIGUED_FIELD_NUMBER: _ClassVar[int]
    TESTED_FIELD_NUMBER: _ClassVar[int]
    MOVE_KIND_FIELD_NUMBER: _ClassVar[int]
    SHOT_FIELD_NUMBER: _ClassVar[int]
    NEAR_AT_START_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_DECLARED_FIELD_NUMBER: _ClassVar[int]
    ASSAULTED_FIELD_NUMBER: _ClassVar[int]
    FIGHTS_FIRST_FIELD_NUMBER: _ClassVar[int]
    FIRST_STEP_FIELD_NUMBER: _ClassVar[int]
    FOUGHT_FIELD_NUMBER: _ClassVar[int]
    THREATENED_BY_FIELD_NUMBER: _ClassVar[int]
    ABOARD_FIELD_NUMBER: _ClassVar[int]
    ARRIVED_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    DISEMBARKED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_BARRED_FIELD_NUMBER: _ClassVar[int]
    LENT_FIELD_NUMBER: _ClassVar[int]
    HOVER_FIELD_NUMBER: _ClassVar[int]
    INGRESSED_FIELD_NUMBER: _ClassVar[int]
    id: str
    seat: int
    place: FormationPlace
    parts: _containers.RepeatedCompositeFieldContainer[PartView]
    troops: _containers.RepeatedCompositeFieldContainer[TroopView]
    below_half: bool
    fatigued: bool
    tested: bool
    move_kind: _events_pb2.MoveKind
    shot: bool
    near_at_start: bool
    assault_declared: bool
    assaulted: bool
    fights_first: bool
    first_step: bool
    fought: bool
    threatened_by: _containers.RepeatedScalarFieldContainer[str]
    aboard: str
    arrived: int
    left: int
    disembarked: _events_pb2.DisembarkKind
    assault_barred: bool
    lent: bool
    hover: bool
    ingressed: bool
    def __init__(self, id: _Optional[str] = ..., seat: _Optional[int] = ..., place: _Optional[_Union[FormationPlace, str]] = ..., parts: _Optional[_Iterable[_Union[PartView, _Mapping]]] = ..., troops: _Optional[_Iterable[_Union[TroopView, _Mapping]]] = ..., below_half: _Optional[bool] = ..., fatigued: _Optional[bool] = ..., tested: _Optional[bool] = ..., move_kind: _Optional[_Union[_events_pb2.MoveKind, str]] = ..., shot: _Optional[bool] = ..., near_at_start: _Optional[bool] = ..., assault_declared: _Optional[bool] = ..., assaulted: _Optional[bool] = ..., fights_first: _Optional[bool] = ..., first_step: _Optional[bool] = ..., fought: _Optional[bool] = ..., threatened_by: _Optional[_Iterable[str]] = ..., aboard: _Optional[str] = ..., arrived: _Optional[int] = ..., left: _Optional[int] = ..., disembarked: _Optional[_Union[_events_pb2.DisembarkKind, str]] = ..., assault_barred: _Optional[bool] = ..., lent: _Optional[bool] = ..., hover: _Optional[bool] = ..., ingressed: _Optional[bool] = ...) -> None: ...

class ActionView(_message.Message):
    __slots__ = ("formation", "kind", "reaches", "targets", "tested", "casualties_due", "sidearms", "only", "step", "paths", "loans")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REACHES_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    TESTED_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_DUE_FIELD_NUMBER: _ClassVar[int]
    SIDEARMS_FIELD_NUMBER: _ClassVar[int]
    ONLY_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    LOANS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    kind: ActionKind
    reaches: _containers.RepeatedCompositeFieldContainer[_events_pb2.TroopReach]
    targets: _containers.RepeatedScalarFieldContainer[str]
    tested: _containers.RepeatedScalarFieldContainer[str]
    casualties_due: int
    sidearms: _containers.RepeatedScalarFieldContainer[str]
    only: _events_pb2.WeaponLimit
    step: ActionStep
    paths: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopPath]
    loans: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Loan]
    def __init__(self, formation: _Optional[str] = ..., kind: _Optional[_Union[ActionKind, str]] = ..., reaches: _Optional[_Iterable[_Union[_events_pb2.TroopReach, _Mapping]]] = ..., targets: _Optional[_Iterable[str]] = ..., tested: _Optional[_Iterable[str]] = ..., casualties_due: _Optional[int] = ..., sidearms: _Optional[_Iterable[str]] = ..., only: _Optional[_Union[_events_pb2.WeaponLimit, str]] = ..., step: _Optional[_Union[ActionStep, str]] = ..., paths: _Optional[_Iterable[_Union[_commands_pb2.TroopPath, _Mapping]]] = ..., loans: _Optional[_Iterable[_Union[_commands_pb2.Loan, _Mapping]]] = ...) -> None: ...

class GroupView(_message.Message):
    __slots__ = ("target", "weapon", "profile", "troops", "status")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    target: str
    weapon: str
    profile: int
    troops: _containers.RepeatedScalarFieldContainer[str]
    status: GroupStatus
    def __init__(self, target: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., troops: _Optional[_Iterable[str]] = ..., status: _Optional[_Union[GroupStatus, str]] = ...) -> None: ...

class DeclarationView(_message.Message):
    __slots__ = ("id", "formation", "melee", "groups", "targets", "mortal_wounds_held", "hazards", "hazards_failed")
    ID_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    MELEE_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    MORTAL_WOUNDS_HELD_FIELD_NUMBER: _ClassVar[int]
    HAZARDS_FIELD_NUMBER: _ClassVar[int]
    HAZARDS_FAILED_FIELD_NUMBER: _ClassVar[int]
    id: str
    formation: str
    melee: bool
    groups: _containers.RepeatedCompositeFieldContainer[GroupView]
    targets: _containers.RepeatedCompositeFieldContainer[_events_pb2.TargetFacts]
    mortal_wounds_held: int
    hazards: int
    hazards_failed: int
    def __init__(self, id: _Optional[str] = ..., formation: _Optional[str] = ..., melee: _Optional[bool] = ..., groups: _Optional[_Iterable[_Union[GroupView, _Mapping]]] = ..., targets: _Optional[_Iterable[_Union[_events_pb2.TargetFacts, _Mapping]]] = ..., mortal_wounds_held: _Optional[int] = ..., hazards: _Optional[int] = ..., hazards_failed: _Optional[int] = ...) -> None: ...

class AttackView(_message.Message):
    __slots__ = ("attack", "troop", "face", "outcome", "rerolled", "allocated", "status")
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REROLLED_FIELD_NUMBER: _ClassVar[int]
    ALLOCATED_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    attack: int
    troop: str
    face: int
    outcome: AttackOutcome
    rerolled: bool
    allocated: str
    status: AttackStatus
    def __init__(self, attack: _Optional[int] = ..., troop: _Optional[str] = ..., face: _Optional[int] = ..., outcome: _Optional[_Union[AttackOutcome, str]] = ..., rerolled: _Optional[bool] = ..., allocated: _Optional[str] = ..., status: _Optional[_Union[AttackStatus, str]] = ...) -> None: ...

class AttackGroupView(_message.Message):
    __slots__ = ("id", "formation", "target", "weapon", "profile", "counted", "hit_needed", "wound_needed", "attacks")
    ID_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    COUNTED_FIELD_NUMBER: _ClassVar[int]
    HIT_NEEDED_FIELD_NUMBER: _ClassVar[int]
    WOUND_NEEDED_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    id: str
    formation: str
    target: str
    weapon: str
    profile: int
    counted: int
    hit_needed: _record_pb2.Tally
    wound_needed: _record_pb2.Tally
    attacks: _containers.RepeatedCompositeFieldContainer[AttackView]
    def __init__(self, id: _Optional[str] = ..., formation: _Optional[str] = ..., target: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., counted: _Optional[int] = ..., hit_needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., wound_needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., attacks: _Optional[_Iterable[_Union[AttackView, _Mapping]]] = ...) -> None: ...

class PendingView(_message.Message):
    __slots__ = ("id", "formation", "wounds", "source")
    ID_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    id: str
    formation: str
    wounds: int
    source: str
    def __init__(self, id: _Optional[str] = ..., formation: _Optional[str] = ..., wounds: _Optional[int] = ..., source: _Optional[str] = ...) -> None: ...

class WreckView(_message.Message):
    __slots__ = ("troop", "base_size", "height", "pose", "formations")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    BASE_SIZE_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    troop: str
    base_size: _table_pb2.Base
    height: int
    pose: _table_pb2.Pose
    formations: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, troop: _Optional[str] = ..., base_size: _Optional[_Union[_table_pb2.Base, _Mapping]] = ..., height: _Optional[int] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ..., formations: _Optional[_Iterable[str]] = ...) -> None: ...

class FactView(_message.Message):
    __slots__ = ("fact", "kind", "subjects", "value", "status", "other")
    FACT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SUBJECTS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    fact: str
    kind: FactKind
    subjects: _containers.RepeatedScalarFieldContainer[str]
    value: str
    status: FactStatus
    other: str
    def __init__(self, fact: _Optional[str] = ..., kind: _Optional[_Union[FactKind, str]] = ..., subjects: _Optional[_Iterable[str]] = ..., value: _Optional[str] = ..., status: _Optional[_Union[FactStatus, str]] = ..., other: _Optional[str] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seq", "head", "scenario", "battle_size", "points_limit", "options", "phase", "step", "round", "first_player", "player_in_turn", "selects_next", "sides", "length", "width", "zones", "markers", "formations", "weapons", "own_formations", "action", "declaration", "group", "pending", "demises", "facts", "ended", "winner", "effects", "terrain", "wrecks", "marker_range", "last_round", "out_of_cohesion")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    BATTLE_SIZE_FIELD_NUMBER: _ClassVar[int]
    POINTS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    PLAYER_IN_TURN_FIELD_NUMBER: _ClassVar[int]
    SELECTS_NEXT_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    OWN_FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    DEMISES_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    WRECKS_FIELD_NUMBER: _ClassVar[int]
    MARKER_RANGE_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    OUT_OF_COHESION_FIELD_NUMBER: _ClassVar[int]
    seq: int
    head: bytes
    scenario: str
    battle_size: _commands_pb2.BattleSize
    points_limit: int
    options: _commands_pb2.Options
    phase: _commands_pb2.Phase
    step: BattleStep
    round: int
    first_player: int
    player_in_turn: int
    selects_next: int
    sides: _containers.RepeatedCompositeFieldContainer[SideView]
    length: int
    width: int
    zones: _containers.RepeatedCompositeFieldContainer[_events_pb2.Zone]
    markers: _containers.RepeatedCompositeFieldContainer[MarkerView]
    formations: _containers.RepeatedCompositeFieldContainer[FormationView]
    weapons: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Weapon]
    own_formations: _commands_pb2.BattleFormations
    action: ActionView
    declaration: DeclarationView
    group: AttackGroupView
    pending: _containers.RepeatedCompositeFieldContainer[PendingView]
    demises: _containers.RepeatedScalarFieldContainer[str]
    facts: _containers.RepeatedCompositeFieldContainer[FactView]
    ended: _events_pb2.EndReason
    winner: int
    effects: _containers.RepeatedCompositeFieldContainer[_events_pb2.Effect]
    terrain: _containers.RepeatedCompositeFieldContainer[TerrainView]
    wrecks: _containers.RepeatedCompositeFieldContainer[WreckView]
    marker_range: int
    last_round: int
    out_of_cohesion: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seq: _Optional[int] = ..., head: _Optional[bytes] = ..., scenario: _Optional[str] = ..., battle_size: _Optional[_Union[_commands_pb2.BattleSize, str]] = ..., points_limit: _Optional[int] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ..., phase: _Optional[_Union[_commands_pb2.Phase, str]] = ..., step: _Optional[_Union[BattleStep, str]] = ..., round: _Optional[int] = ..., first_player: _Optional[int] = ..., player_in_turn: _Optional[int] = ..., selects_next: _Optional[int] = ..., sides: _Optional[_Iterable[_Union[SideView, _Mapping]]] = ..., length: _Optional[int] = ..., width: _Optional[int] = ..., zones: _Optional[_Iterable[_Union[_events_pb2.Zone, _Mapping]]] = ..., markers: _Optional[_Iterable[_Union[MarkerView, _Mapping]]] = ..., formations: _Optional[_Iterable[_Union[FormationView, _Mapping]]] = ..., weapons: _Optional[_Iterable[_Union[_commands_pb2.Weapon, _Mapping]]] = ..., own_formations: _Optional[_Union[_commands_pb2.BattleFormations, _Mapping]] = ..., action: _Optional[_Union[ActionView, _Mapping]] = ..., declaration: _Optional[_Union[DeclarationView, _Mapping]] = ..., group: _Optional[_Union[AttackGroupView, _Mapping]] = ..., pending: _Optional[_Iterable[_Union[PendingView, _Mapping]]] = ..., demises: _Optional[_Iterable[str]] = ..., facts: _Optional[_Iterable[_Union[FactView, _Mapping]]] = ..., ended: _Optional[_Union[_events_pb2.EndReason, str]] = ..., winner: _Optional[int] = ..., effects: _Optional[_Iterable[_Union[_events_pb2.Effect, _Mapping]]] = ..., terrain: _Optional[_Iterable[_Union[TerrainView, _Mapping]]] = ..., wrecks: _Optional[_Iterable[_Union[WreckView, _Mapping]]] = ..., marker_range: _Optional[int] = ..., last_round: _Optional[int] = ..., out_of_cohesion: _Optional[_Iterable[str]] = ...) -> None: ...

class MeasureDistanceRequest(_message.Message):
    __slots__ = ("game", "after", "first", "second")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    first: str
    second: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., first: _Optional[str] = ..., second: _Optional[str] = ...) -> None: ...

class Distance(_message.Message):
    __slots__ = ("distance", "horizontal", "vertical")
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_FIELD_NUMBER: _ClassVar[int]
    distance: int
    horizontal: int
    vertical: int
    def __init__(self, distance: _Optional[int] = ..., horizontal: _Optional[int] = ..., vertical: _Optional[int] = ...) -> None: ...

class EstimatedWeapon(_message.Message):
    __slots__ = ("weapon", "profile", "troops", "attacks")
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    weapon: str
    profile: int
    troops: _containers.RepeatedScalarFieldContainer[str]
    attacks: int
    def __init__(self, weapon: _Optional[str] = ..., profile: _Optional[int] = ..., troops: _Optional[_Iterable[str]] = ..., attacks: _Optional[int] = ...) -> None: ...

class EstimateAttackRequest(_message.Message):
    __slots__ = ("game", "after", "formation", "target", "weapons", "melee", "rerolls", "aim", "half_range", "stationary", "assaulted", "seen", "cover", "plunging", "fatigued", "manoeuvres")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    MELEE_FIELD_NUMBER: _ClassVar[int]
    REROLLS_FIELD_NUMBER: _ClassVar[int]
    AIM_FIELD_NUMBER: _ClassVar[int]
    HALF_RANGE_FIELD_NUMBER: _ClassVar[int]
    STATIONARY_FIELD_NUMBER: _ClassVar[int]
    ASSAULTED_FIELD_NUMBER: _ClassVar[int]
    SEEN_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    PLUNGING_FIELD_NUMBER: _ClassVar[int]
    FATIGUED_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRES_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    formation: str
    target: str
    weapons: _containers.RepeatedCompositeFieldContainer[EstimatedWeapon]
    melee: bool
    rerolls: _commands_pb2.RerollChoice
    aim: str
    half_range: bool
    stationary: bool
    assaulted: bool
    seen: bool
    cover: bool
    plunging: bool
    fatigued: bool
    manoeuvres: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., formation: _Optional[str] = ..., target: _Optional[str] = ..., weapons: _Optional[_Iterable[_Union[EstimatedWeapon, _Mapping]]] = ..., melee: _Optional[bool] = ..., rerolls: _Optional[_Union[_commands_pb2.RerollChoice, str]] = ..., aim: _Optional[str] = ..., half_range: _Optional[bool] = ..., stationary: _Optional[bool] = ..., assaulted: _Optional[bool] = ..., seen: _Optional[bool] = ..., cover: _Optional[bool] = ..., plunging: _Optional[bool] = ..., fatigued: _Optional[bool] = ..., manoeuvres: _Optional[_Iterable[str]] = ...) -> None: ...

class Distribution(_message.Message):
    __slots__ = ("outcomes", "mean", "mean_per_thousand")
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    MEAN_FIELD_NUMBER: _ClassVar[int]
    MEAN_PER_THOUSAND_FIELD_NUMBER: _ClassVar[int]
    outcomes: _containers.RepeatedCompositeFieldContainer[_values_pb2.NumberChance]
    mean: str
    mean_per_thousand: int
    def __init__(self, outcomes: _Optional[_Iterable[_Union[_values_pb2.NumberChance, _Mapping]]] = ..., mean: _Optional[str] = ..., mean_per_thousand: _Optional[int] = ...) -> None: ...

class EstimatedGroup(_message.Message):
    __slots__ = ("weapon", "profile", "copies", "hit_needed", "wound_needed", "critical", "first_taker", "save", "save_needed")
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    HIT_NEEDED_FIELD_NUMBER: _ClassVar[int]
    WOUND_NEEDED_FIELD_NUMBER: _ClassVar[int]
    CRITICAL_FIELD_NUMBER: _ClassVar[int]
    FIRST_TAKER_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    SAVE_NEEDED_FIELD_NUMBER: _ClassVar[int]
    weapon: str
    profile: int
    copies: int
    hit_needed: _record_pb2.Tally
    wound_needed: _record_pb2.Tally
    critical: int
    first_taker: str
    save: SaveKind
    save_needed: _record_pb2.Tally
    def __init__(self, weapon: _Optional[str] = ..., profile: _Optional[int] = ..., copies: _Optional[int] = ..., hit_needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., wound_needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., critical: _Optional[int] = ..., first_taker: _Optional[str] = ..., save: _Optional[_Union[SaveKind, str]] = ..., save_needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ...) -> None: ...

class AttackEstimate(_message.Message):
    __slots__ = ("groups", "attacks", "hits", "wounds", "unsaved", "mortal_wounds", "damage", "troops_lost", "destroyed", "hazard_failures", "own_damage", "own_troops_lost", "left_out")
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    UNSAVED_FIELD_NUMBER: _ClassVar[int]
    MORTAL_WOUNDS_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    TROOPS_LOST_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    HAZARD_FAILURES_FIELD_NUMBER: _ClassVar[int]
    OWN_DAMAGE_FIELD_NUMBER: _ClassVar[int]
    OWN_TROOPS_LOST_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    groups: _containers.RepeatedCompositeFieldContainer[EstimatedGroup]
    attacks: Distribution
    hits: Distribution
    wounds: Distribution
    unsaved: Distribution
    mortal_wounds: Distribution
    damage: Distribution
    troops_lost: Distribution
    destroyed: _values_pb2.Chance
    hazard_failures: Distribution
    own_damage: Distribution
    own_troops_lost: Distribution
    left_out: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, groups: _Optional[_Iterable[_Union[EstimatedGroup, _Mapping]]] = ..., attacks: _Optional[_Union[Distribution, _Mapping]] = ..., hits: _Optional[_Union[Distribution, _Mapping]] = ..., wounds: _Optional[_Union[Distribution, _Mapping]] = ..., unsaved: _Optional[_Union[Distribution, _Mapping]] = ..., mortal_wounds: _Optional[_Union[Distribution, _Mapping]] = ..., damage: _Optional[_Union[Distribution, _Mapping]] = ..., troops_lost: _Optional[_Union[Distribution, _Mapping]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., hazard_failures: _Optional[_Union[Distribution, _Mapping]] = ..., own_damage: _Optional[_Union[Distribution, _Mapping]] = ..., own_troops_lost: _Optional[_Union[Distribution, _Mapping]] = ..., left_out: _Optional[_Iterable[str]] = ...) -> None: ...

class EstimateAssaultRequest(_message.Message):
    __slots__ = ("game", "after", "formation", "targets", "reorder_roll")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    REORDER_ROLL_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    formation: str
    targets: _containers.RepeatedScalarFieldContainer[str]
    reorder_roll: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., formation: _Optional[str] = ..., targets: _Optional[_Iterable[str]] = ..., reorder_roll: _Optional[bool] = ...) -> None: ...

class AssaultEstimate(_message.Message):
    __slots__ = ("needed", "reach", "reached", "too_short", "left_out")
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    REACHED_FIELD_NUMBER: _ClassVar[int]
    TOO_SHORT_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    needed: int
    reach: Distribution
    reached: _values_pb2.Chance
    too_short: _values_pb2.Chance
    left_out: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, needed: _Optional[int] = ..., reach: _Optional[_Union[Distribution, _Mapping]] = ..., reached: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., too_short: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., left_out: _Optional[_Iterable[str]] = ...) -> None: ...

class EstimateBattleFatigueRequest(_message.Message):
    __slots__ = ("game", "after", "formation")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    formation: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., formation: _Optional[str] = ...) -> None: ...

class BattleFatigueEstimate(_message.Message):
    __slots__ = ("needed", "total", "passed", "due")
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    DUE_FIELD_NUMBER: _ClassVar[int]
    needed: int
    total: Distribution
    passed: _values_pb2.Chance
    due: bool
    def __init__(self, needed: _Optional[int] = ..., total: _Optional[_Union[Distribution, _Mapping]] = ..., passed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., due: _Optional[bool] = ...) -> None: ...

class EstimatedLosses(_message.Message):
    __slots__ = ("formation", "mortal_wounds", "damage", "troops_lost", "destroyed", "left_out")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    MORTAL_WOUNDS_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    TROOPS_LOST_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    mortal_wounds: Distribution
    damage: Distribution
    troops_lost: Distribution
    destroyed: _values_pb2.Chance
    left_out: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., mortal_wounds: _Optional[_Union[Distribution, _Mapping]] = ..., damage: _Optional[_Union[Distribution, _Mapping]] = ..., troops_lost: _Optional[_Union[Distribution, _Mapping]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., left_out: _Optional[_Iterable[str]] = ...) -> None: ...

class EstimateGrenadesRequest(_message.Message):
    __slots__ = ("game", "after", "formation", "enemy")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    formation: str
    enemy: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., formation: _Optional[str] = ..., enemy: _Optional[str] = ...) -> None: ...

class GrenadesEstimate(_message.Message):
    __slots__ = ("losses",)
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    losses: EstimatedLosses
    def __init__(self, losses: _Optional[_Union[EstimatedLosses, _Mapping]] = ...) -> None: ...

class EstimateArmouredChargeRequest(_message.Message):
    __slots__ = ("game", "after", "formation", "enemy", "weapon", "profile")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    formation: str
    enemy: str
    weapon: str
    profile: int
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., formation: _Optional[str] = ..., enemy: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ...) -> None: ...

class ArmouredChargeEstimate(_message.Message):
    __slots__ = ("dice", "losses")
    DICE_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    dice: _record_pb2.Tally
    losses: EstimatedLosses
    def __init__(self, dice: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., losses: _Optional[_Union[EstimatedLosses, _Mapping]] = ...) -> None: ...

class EstimateDeadlyDemiseRequest(_message.Message):
    __slots__ = ("game", "after", "troop")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    troop: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., troop: _Optional[str] = ...) -> None: ...

class DeadlyDemiseEstimate(_message.Message):
    __slots__ = ("set_off", "losses")
    SET_OFF_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    set_off: _values_pb2.Chance
    losses: _containers.RepeatedCompositeFieldContainer[EstimatedLosses]
    def __init__(self, set_off: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., losses: _Optional[_Iterable[_Union[EstimatedLosses, _Mapping]]] = ...) -> None: ...

class EstimateWreckRequest(_message.Message):
    __slots__ = ("game", "after", "formation", "emergency")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    EMERGENCY_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    formation: str
    emergency: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., formation: _Optional[str] = ..., emergency: _Optional[bool] = ...) -> None: ...

class WreckEstimate(_message.Message):
    __slots__ = ("hurts", "losses")
    HURTS_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    hurts: int
    losses: EstimatedLosses
    def __init__(self, hurts: _Optional[int] = ..., losses: _Optional[_Union[EstimatedLosses, _Mapping]] = ...) -> None: ...

class Scenarios(_message.Message):
    __slots__ = ("scenarios", "sizes")
    SCENARIOS_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    scenarios: _containers.RepeatedCompositeFieldContainer[ScenarioSheet]
    sizes: _containers.RepeatedCompositeFieldContainer[SizeSheet]
    def __init__(self, scenarios: _Optional[_Iterable[_Union[ScenarioSheet, _Mapping]]] = ..., sizes: _Optional[_Iterable[_Union[SizeSheet, _Mapping]]] = ...) -> None: ...

class SizeSheet(_message.Message):
    __slots__ = ("name", "clause", "points")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    clause: str
    points: int
    def __init__(self, name: _Optional[str] = ..., clause: _Optional[str] = ..., points: _Optional[int] = ...) -> None: ...

class ScenarioSheet(_message.Message):
    __slots__ = ("name", "title", "clause", "sizes", "sizes_clause", "last_round", "rounds_clause", "warfields", "zones", "markers", "scoring", "victory", "victory_clause", "annihilation_wins", "removal_rounds", "removals_clause", "delivery_points", "delivery_clause", "blitzkrieg_points", "blitzkrieg_clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    SIZES_CLAUSE_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_CLAUSE_FIELD_NUMBER: _ClassVar[int]
    WARFIELDS_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    SCORING_FIELD_NUMBER: _ClassVar[int]
    VICTORY_FIELD_NUMBER: _ClassVar[int]
    VICTORY_CLAUSE_FIELD_NUMBER: _ClassVar[int]
    ANNIHILATION_WINS_FIELD_NUMBER: _ClassVar[int]
    REMOVAL_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    REMOVALS_CLAUSE_FIELD_NUMBER: _ClassVar[int]
    DELIVERY_POINTS_FIELD_NUMBER: _ClassVar[int]
    DELIVERY_CLAUSE_FIELD_NUMBER: _ClassVar[int]
    BLITZKRIEG_POINTS_FIELD_NUMBER: _ClassVar[int]
    BLITZKRIEG_CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    sizes: _containers.RepeatedScalarFieldContainer[_commands_pb2.BattleSize]
    sizes_clause: str
    last_round: int
    rounds_clause: str
    warfields: _containers.RepeatedCompositeFieldContainer[WarfieldSheet]
    zones: ZonesSheet
    markers: MarkersSheet
    scoring: ScoringSheet
    victory: VictoryRule
    victory_clause: str
    annihilation_wins: bool
    removal_rounds: _containers.RepeatedScalarFieldContainer[int]
    removals_clause: str
    delivery_points: int
    delivery_clause: str
    blitzkrieg_points: int
    blitzkrieg_clause: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., sizes: _Optional[_Iterable[_Union[_commands_pb2.BattleSize, str]]] = ..., sizes_clause: _Optional[str] = ..., last_round: _Optional[int] = ..., rounds_clause: _Optional[str] = ..., warfields: _Optional[_Iterable[_Union[WarfieldSheet, _Mapping]]] = ..., zones: _Optional[_Union[ZonesSheet, _Mapping]] = ..., markers: _Optional[_Union[MarkersSheet, _Mapping]] = ..., scoring: _Optional[_Union[ScoringSheet, _Mapping]] = ..., victory: _Optional[_Union[VictoryRule, str]] = ..., victory_clause: _Optional[str] = ..., annihilation_wins: _Optional[bool] = ..., removal_rounds: _Optional[_Iterable[int]] = ..., removals_clause: _Optional[str] = ..., delivery_points: _Optional[int] = ..., delivery_clause: _Optional[str] = ..., blitzkrieg_points: _Optional[int] = ..., blitzkrieg_clause: _Optional[str] = ...) -> None: ...

class WarfieldSheet(_message.Message):
    __slots__ = ("size", "clause", "length", "width")
    SIZE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    size: _commands_pb2.BattleSize
    clause: str
    length: int
    width: int
    def __init__(self, size: _Optional[_Union[_commands_pb2.BattleSize, str]] = ..., clause: _Optional[str] = ..., length: _Optional[int] = ..., width: _Optional[int] = ...) -> None: ...

class ZonesSheet(_message.Message):
    __slots__ = ("clause", "edge", "depth", "inset", "setback")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    INSET_FIELD_NUMBER: _ClassVar[int]
    SETBACK_FIELD_NUMBER: _ClassVar[int]
    clause: str
    edge: ZoneEdge
    depth: int
    inset: int
    setback: int
    def __init__(self, clause: _Optional[str] = ..., edge: _Optional[_Union[ZoneEdge, str]] = ..., depth: _Optional[int] = ..., inset: _Optional[int] = ..., setback: _Optional[int] = ...) -> None: ...

class MarkersSheet(_message.Message):
    __slots__ = ("clause", "count", "place", "from_edge", "from_zone", "apart", "layouts", "strips", "range_horizontal", "range_vertical", "range_clause")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    FROM_EDGE_FIELD_NUMBER: _ClassVar[int]
    FROM_ZONE_FIELD_NUMBER: _ClassVar[int]
    APART_FIELD_NUMBER: _ClassVar[int]
    LAYOUTS_FIELD_NUMBER: _ClassVar[int]
    STRIPS_FIELD_NUMBER: _ClassVar[int]
    RANGE_HORIZONTAL_FIELD_NUMBER: _ClassVar[int]
    RANGE_VERTICAL_FIELD_NUMBER: _ClassVar[int]
    RANGE_CLAUSE_FIELD_NUMBER: _ClassVar[int]
    clause: str
    count: int
    place: MarkerPlacing
    from_edge: int
    from_zone: int
    apart: int
    layouts: _containers.RepeatedCompositeFieldContainer[LayoutSheet]
    strips: _containers.RepeatedCompositeFieldContainer[StripSheet]
    range_horizontal: int
    range_vertical: int
    range_clause: str
    def __init__(self, clause: _Optional[str] = ..., count: _Optional[int] = ..., place: _Optional[_Union[MarkerPlacing, str]] = ..., from_edge: _Optional[int] = ..., from_zone: _Optional[int] = ..., apart: _Optional[int] = ..., layouts: _Optional[_Iterable[_Union[LayoutSheet, _Mapping]]] = ..., strips: _Optional[_Iterable[_Union[StripSheet, _Mapping]]] = ..., range_horizontal: _Optional[int] = ..., range_vertical: _Optional[int] = ..., range_clause: _Optional[str] = ...) -> None: ...

class LayoutSheet(_message.Message):
    __slots__ = ("name", "points")
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    points: _containers.RepeatedCompositeFieldContainer[PointSheet]
    def __init__(self, name: _Optional[str] = ..., points: _Optional[_Iterable[_Union[PointSheet, _Mapping]]] = ...) -> None: ...

class PointSheet(_message.Message):
    __slots__ = ("x_from", "x", "y_from", "y")
    X_FROM_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FROM_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x_from: CountedFrom
    x: int
    y_from: CountedFrom
    y: int
    def __init__(self, x_from: _Optional[_Union[CountedFrom, str]] = ..., x: _Optional[int] = ..., y_from: _Optional[_Union[CountedFrom, str]] = ..., y: _Optional[int] = ...) -> None: ...

class StripSheet(_message.Message):
    __slots__ = ("near", "far")
    NEAR_FIELD_NUMBER: _ClassVar[int]
    FAR_FIELD_NUMBER: _ClassVar[int]
    near: int
    far: int
    def __init__(self, near: _Optional[int] = ..., far: _Optional[int] = ...) -> None: ...

class ScoringSheet(_message.Message):
    __slots__ = ("clause", "moment", "first_round", "each", "most_per_round")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROUND_FIELD_NUMBER: _ClassVar[int]
    EACH_FIELD_NUMBER: _ClassVar[int]
    MOST_PER_ROUND_FIELD_NUMBER: _ClassVar[int]
    clause: str
    moment: ScoringMoment
    first_round: int
    each: int
    most_per_round: int
    def __init__(self, clause: _Optional[str] = ..., moment: _Optional[_Union[ScoringMoment, str]] = ..., first_round: _Optional[int] = ..., each: _Optional[int] = ..., most_per_round: _Optional[int] = ...) -> None: ...

class Armies(_message.Message):
    __slots__ = ("armies",)
    ARMIES_FIELD_NUMBER: _ClassVar[int]
    armies: _containers.RepeatedCompositeFieldContainer[ArmySheet]
    def __init__(self, armies: _Optional[_Iterable[_Union[ArmySheet, _Mapping]]] = ...) -> None: ...

class ArmySheet(_message.Message):
    __slots__ = ("name", "title", "clause", "faction", "battle_size", "points")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    FACTION_FIELD_NUMBER: _ClassVar[int]
    BATTLE_SIZE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    faction: str
    battle_size: _commands_pb2.BattleSize
    points: int
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., faction: _Optional[str] = ..., battle_size: _Optional[_Union[_commands_pb2.BattleSize, str]] = ..., points: _Optional[int] = ...) -> None: ...

class Army(_message.Message):
    __slots__ = ("sheet", "roster", "battle_formations")
    SHEET_FIELD_NUMBER: _ClassVar[int]
    ROSTER_FIELD_NUMBER: _ClassVar[int]
    BATTLE_FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    sheet: ArmySheet
    roster: RosterSheet
    battle_formations: _commands_pb2.BattleFormations
    def __init__(self, sheet: _Optional[_Union[ArmySheet, _Mapping]] = ..., roster: _Optional[_Union[RosterSheet, _Mapping]] = ..., battle_formations: _Optional[_Union[_commands_pb2.BattleFormations, _Mapping]] = ...) -> None: ...

class RosterSheet(_message.Message):
    __slots__ = ("faction", "doctrine", "formations", "general", "prepared_manoeuvres")
    FACTION_FIELD_NUMBER: _ClassVar[int]
    DOCTRINE_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    GENERAL_FIELD_NUMBER: _ClassVar[int]
    PREPARED_MANOEUVRES_FIELD_NUMBER: _ClassVar[int]
    faction: str
    doctrine: str
    formations: _containers.RepeatedCompositeFieldContainer[_commands_pb2.RosterFormation]
    general: str
    prepared_manoeuvres: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, faction: _Optional[str] = ..., doctrine: _Optional[str] = ..., formations: _Optional[_Iterable[_Union[_commands_pb2.RosterFormation, _Mapping]]] = ..., general: _Optional[str] = ..., prepared_manoeuvres: _Optional[_Iterable[str]] = ...) -> None: ...

class Catalogues(_message.Message):
    __slots__ = ("catalogues", "terms", "manoeuvres")
    CATALOGUES_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRES_FIELD_NUMBER: _ClassVar[int]
    catalogues: _containers.RepeatedCompositeFieldContainer[CatalogueSheet]
    terms: RosterTerms
    manoeuvres: _containers.RepeatedCompositeFieldContainer[ManoeuvreSheet]
    def __init__(self, catalogues: _Optional[_Iterable[_Union[CatalogueSheet, _Mapping]]] = ..., terms: _Optional[_Union[RosterTerms, _Mapping]] = ..., manoeuvres: _Optional[_Iterable[_Union[ManoeuvreSheet, _Mapping]]] = ...) -> None: ...

class CatalogueSheet(_message.Message):
    __slots__ = ("name", "title", "clause", "formations")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    formations: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., formations: _Optional[_Iterable[str]] = ...) -> None: ...

class RosterTerms(_message.Message):
    __slots__ = ("most_prepared", "most_enhancements", "character", "reserves_percent")
    MOST_PREPARED_FIELD_NUMBER: _ClassVar[int]
    MOST_ENHANCEMENTS_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    RESERVES_PERCENT_FIELD_NUMBER: _ClassVar[int]
    most_prepared: int
    most_enhancements: int
    character: str
    reserves_percent: int
    def __init__(self, most_prepared: _Optional[int] = ..., most_enhancements: _Optional[int] = ..., character: _Optional[str] = ..., reserves_percent: _Optional[int] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("name", "title", "clause", "formations", "weapons", "gear", "doctrines", "enhancements", "manoeuvres")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    DOCTRINES_FIELD_NUMBER: _ClassVar[int]
    ENHANCEMENTS_FIELD_NUMBER: _ClassVar[int]
    MANOEUVRES_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    formations: _containers.RepeatedCompositeFieldContainer[TroopCatalogue]
    weapons: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Weapon]
    gear: _containers.RepeatedCompositeFieldContainer[GearSheet]
    doctrines: _containers.RepeatedCompositeFieldContainer[DoctrineSheet]
    enhancements: _containers.RepeatedCompositeFieldContainer[EnhancementSheet]
    manoeuvres: _containers.RepeatedCompositeFieldContainer[ManoeuvreSheet]
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., formations: _Optional[_Iterable[_Union[TroopCatalogue, _Mapping]]] = ..., weapons: _Optional[_Iterable[_Union[_commands_pb2.Weapon, _Mapping]]] = ..., gear: _Optional[_Iterable[_Union[GearSheet, _Mapping]]] = ..., doctrines: _Optional[_Iterable[_Union[DoctrineSheet, _Mapping]]] = ..., enhancements: _Optional[_Iterable[_Union[EnhancementSheet, _Mapping]]] = ..., manoeuvres: _Optional[_Iterable[_Union[ManoeuvreSheet, _Mapping]]] = ...) -> None: ...

class TroopCatalogue(_message.Message):
    __slots__ = ("name", "title", "clause", "faction_keywords", "other_keywords", "abilities", "leads", "profiles", "composition", "gear_options", "transport")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    FACTION_KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    OTHER_KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    LEADS_FIELD_NUMBER: _ClassVar[int]
    PROFILES_FIELD_NUMBER: _ClassVar[int]
    COMPOSITION_FIELD_NUMBER: _ClassVar[int]
    GEAR_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    faction_keywords: _containers.RepeatedScalarFieldContainer[str]
    other_keywords: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    leads: _containers.RepeatedScalarFieldContainer[str]
    profiles: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TroopProfile]
    composition: _containers.RepeatedCompositeFieldContainer[CompositionSheet]
    gear_options: _containers.RepeatedCompositeFieldContainer[GearOptionSheet]
    transport: _commands_pb2.Hold
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., faction_keywords: _Optional[_Iterable[str]] = ..., other_keywords: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ..., leads: _Optional[_Iterable[str]] = ..., profiles: _Optional[_Iterable[_Union[_commands_pb2.TroopProfile, _Mapping]]] = ..., composition: _Optional[_Iterable[_Union[CompositionSheet, _Mapping]]] = ..., gear_options: _Optional[_Iterable[_Union[GearOptionSheet, _Mapping]]] = ..., transport: _Optional[_Union[_commands_pb2.Hold, _Mapping]] = ...) -> None: ...

class CompositionSheet(_message.Message):
    __slots__ = ("profile", "least", "most", "weapons", "gear", "points")
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    profile: str
    least: int
    most: int
    weapons: _containers.RepeatedScalarFieldContainer[str]
    gear: _containers.RepeatedScalarFieldContainer[str]
    points: int
    def __init__(self, profile: _Optional[str] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., weapons: _Optional[_Iterable[str]] = ..., gear: _Optional[_Iterable[str]] = ..., points: _Optional[int] = ...) -> None: ...

class GearOptionSheet(_message.Message):
    __slots__ = ("name", "profile", "troops", "requires", "removes", "adds", "gear", "points")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    REQUIRES_FIELD_NUMBER: _ClassVar[int]
    REMOVES_FIELD_NUMBER: _ClassVar[int]
    ADDS_FIELD_NUMBER: _ClassVar[int]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    profile: str
    troops: int
    requires: _containers.RepeatedScalarFieldContainer[str]
    removes: _containers.RepeatedScalarFieldContainer[str]
    adds: _containers.RepeatedScalarFieldContainer[str]
    gear: _containers.RepeatedScalarFieldContainer[str]
    points: int
    def __init__(self, name: _Optional[str] = ..., profile: _Optional[str] = ..., troops: _Optional[int] = ..., requires: _Optional[_Iterable[str]] = ..., removes: _Optional[_Iterable[str]] = ..., adds: _Optional[_Iterable[str]] = ..., gear: _Optional[_Iterable[str]] = ..., points: _Optional[int] = ...) -> None: ...

class GearSheet(_message.Message):
    __slots__ = ("name", "title", "clause", "scope", "abilities")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    scope: GearScope
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., scope: _Optional[_Union[GearScope, str]] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ...) -> None: ...

class DoctrineSheet(_message.Message):
    __slots__ = ("name", "title", "clause", "keyword", "abilities")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    keyword: str
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., keyword: _Optional[str] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ...) -> None: ...

class EnhancementSheet(_message.Message):
    __slots__ = ("name", "title", "clause", "points", "unique", "abilities")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    UNIQUE_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    points: int
    unique: bool
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., points: _Optional[int] = ..., unique: _Optional[bool] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ...) -> None: ...

class ManoeuvreSheet(_message.Message):
    __slots__ = ("name", "title", "clause", "category", "cost", "side", "phases", "per", "works_as", "keyword")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    PHASES_FIELD_NUMBER: _ClassVar[int]
    PER_FIELD_NUMBER: _ClassVar[int]
    WORKS_AS_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    clause: str
    category: _events_pb2.ManoeuvreCategory
    cost: int
    side: TurnSide
    phases: _containers.RepeatedScalarFieldContainer[_commands_pb2.Phase]
    per: UsePeriod
    works_as: str
    keyword: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., category: _Optional[_Union[_events_pb2.ManoeuvreCategory, str]] = ..., cost: _Optional[int] = ..., side: _Optional[_Union[TurnSide, str]] = ..., phases: _Optional[_Iterable[_Union[_commands_pb2.Phase, str]]] = ..., per: _Optional[_Union[UsePeriod, str]] = ..., works_as: _Optional[str] = ..., keyword: _Optional[str] = ...) -> None: ...

class ReadyTerrain(_message.Message):
    __slots__ = ("features",)
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    features: _containers.RepeatedCompositeFieldContainer[ReadyFeature]
    def __init__(self, features: _Optional[_Iterable[_Union[ReadyFeature, _Mapping]]] = ...) -> None: ...

class ReadyFeature(_message.Message):
    __slots__ = ("name", "clause", "feature")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    name: str
    clause: str
    feature: _commands_pb2.TerrainFeature
    def __init__(self, name: _Optional[str] = ..., clause: _Optional[str] = ..., feature: _Optional[_Union[_commands_pb2.TerrainFeature, _Mapping]] = ...) -> None: ...
