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

class SightGrade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIGHT_GRADE_UNSPECIFIED: _ClassVar[SightGrade]
    SIGHT_GRADE_NONE: _ClassVar[SightGrade]
    SIGHT_GRADE_UNDER_HALF: _ClassVar[SightGrade]
    SIGHT_GRADE_VISIBLE: _ClassVar[SightGrade]
    SIGHT_GRADE_FULL: _ClassVar[SightGrade]

class SolidKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SOLID_KIND_UNSPECIFIED: _ClassVar[SolidKind]
    SOLID_KIND_SOLID: _ClassVar[SolidKind]
    SOLID_KIND_WALL: _ClassVar[SolidKind]
    SOLID_KIND_FLOOR: _ClassVar[SolidKind]
    SOLID_KIND_ROOF: _ClassVar[SolidKind]

class TerrainType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERRAIN_TYPE_UNSPECIFIED: _ClassVar[TerrainType]
    TERRAIN_TYPE_CRATERS: _ClassVar[TerrainType]
    TERRAIN_TYPE_BARRICADE: _ClassVar[TerrainType]
    TERRAIN_TYPE_DEBRIS: _ClassVar[TerrainType]
    TERRAIN_TYPE_HILL_OR_BUILDING: _ClassVar[TerrainType]
    TERRAIN_TYPE_WOODS: _ClassVar[TerrainType]
    TERRAIN_TYPE_RUINS: _ClassVar[TerrainType]

class BattleSize(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BATTLE_SIZE_UNSPECIFIED: _ClassVar[BattleSize]
    BATTLE_SIZE_SMALL: _ClassVar[BattleSize]
    BATTLE_SIZE_MEDIUM: _ClassVar[BattleSize]
    BATTLE_SIZE_LARGE: _ClassVar[BattleSize]

class BattleRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BATTLE_ROLE_UNSPECIFIED: _ClassVar[BattleRole]
    BATTLE_ROLE_ATTACKER: _ClassVar[BattleRole]
    BATTLE_ROLE_DEFENDER: _ClassVar[BattleRole]

class WarfieldSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WARFIELD_SIDE_UNSPECIFIED: _ClassVar[WarfieldSide]
    WARFIELD_SIDE_LOW: _ClassVar[WarfieldSide]
    WARFIELD_SIDE_HIGH: _ClassVar[WarfieldSide]

class RollOffPurpose(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLL_OFF_PURPOSE_UNSPECIFIED: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_ROLES: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_MARKERS: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_TERRAIN: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_FIRST_TURN: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_INITIATIVE: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_ORDER: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_LATE_SET_UP: _ClassVar[RollOffPurpose]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_SETUP: _ClassVar[Phase]
    PHASE_MANOEUVRES: _ClassVar[Phase]
    PHASE_MOVE: _ClassVar[Phase]
    PHASE_SHOOTING: _ClassVar[Phase]
    PHASE_ASSAULT: _ClassVar[Phase]
    PHASE_BRAWL: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class RerollChoice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REROLL_CHOICE_UNSPECIFIED: _ClassVar[RerollChoice]
    REROLL_CHOICE_NONE: _ClassVar[RerollChoice]
    REROLL_CHOICE_FAILURES: _ClassVar[RerollChoice]
    REROLL_CHOICE_NON_CRITICALS: _ClassVar[RerollChoice]

class AutomaticWound(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AUTOMATIC_WOUND_UNSPECIFIED: _ClassVar[AutomaticWound]
    AUTOMATIC_WOUND_TAKE: _ClassVar[AutomaticWound]
    AUTOMATIC_WOUND_ROLL: _ClassVar[AutomaticWound]

class RerolledRoll(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REROLLED_ROLL_UNSPECIFIED: _ClassVar[RerolledRoll]
    REROLLED_ROLL_WOUND: _ClassVar[RerolledRoll]
    REROLLED_ROLL_ATTACKS: _ClassVar[RerolledRoll]
    REROLLED_ROLL_HIT: _ClassVar[RerolledRoll]
    REROLLED_ROLL_DEFENCE: _ClassVar[RerolledRoll]
    REROLLED_ROLL_DAMAGE: _ClassVar[RerolledRoll]
    REROLLED_ROLL_HAZARD: _ClassVar[RerolledRoll]
    REROLLED_ROLL_ADVANCE: _ClassVar[RerolledRoll]
    REROLLED_ROLL_ASSAULT: _ClassVar[RerolledRoll]
    REROLLED_ROLL_DESPERATE_RETREAT: _ClassVar[RerolledRoll]

class SavePreference(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SAVE_PREFERENCE_UNSPECIFIED: _ClassVar[SavePreference]
    SAVE_PREFERENCE_ARMOUR: _ClassVar[SavePreference]
    SAVE_PREFERENCE_INVULNERABLE: _ClassVar[SavePreference]
    SAVE_PREFERENCE_BETTER: _ClassVar[SavePreference]

class ReactionWindow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REACTION_WINDOW_UNSPECIFIED: _ClassVar[ReactionWindow]
    REACTION_WINDOW_ASSAULT_MOVE_ENDED: _ClassVar[ReactionWindow]
    REACTION_WINDOW_ASSAULT_STARTED: _ClassVar[ReactionWindow]
    REACTION_WINDOW_ENEMY_SET_UP: _ClassVar[ReactionWindow]
    REACTION_WINDOW_FIGHT_ENDED: _ClassVar[ReactionWindow]
    REACTION_WINDOW_FIGHT_SELECTED: _ClassVar[ReactionWindow]
    REACTION_WINDOW_MOVE_ENDED: _ClassVar[ReactionWindow]
    REACTION_WINDOW_MOVE_STARTED: _ClassVar[ReactionWindow]
    REACTION_WINDOW_MOVE_TURN_ENDING: _ClassVar[ReactionWindow]
    REACTION_WINDOW_PRECISION: _ClassVar[ReactionWindow]
    REACTION_WINDOW_REROLL: _ClassVar[ReactionWindow]
    REACTION_WINDOW_TARGETS_SELECTED: _ClassVar[ReactionWindow]

class Impossibility(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    IMPOSSIBILITY_UNSPECIFIED: _ClassVar[Impossibility]
    IMPOSSIBILITY_ASSAULT: _ClassVar[Impossibility]
    IMPOSSIBILITY_CONTACT: _ClassVar[Impossibility]
    IMPOSSIBILITY_CLOSER: _ClassVar[Impossibility]
    IMPOSSIBILITY_CONSOLIDATE: _ClassVar[Impossibility]
    IMPOSSIBILITY_RETREAT: _ClassVar[Impossibility]

class CohesionCheck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COHESION_CHECK_UNSPECIFIED: _ClassVar[CohesionCheck]
    COHESION_CHECK_END_OF_TURN: _ClassVar[CohesionCheck]
    COHESION_CHECK_END_OF_ROUND: _ClassVar[CohesionCheck]

class VisibilitySource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VISIBILITY_SOURCE_UNSPECIFIED: _ClassVar[VisibilitySource]
    VISIBILITY_SOURCE_DECLARED: _ClassVar[VisibilitySource]
    VISIBILITY_SOURCE_GEOMETRIC: _ClassVar[VisibilitySource]

class ImpossibilityFinding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    IMPOSSIBILITY_FINDING_UNSPECIFIED: _ClassVar[ImpossibilityFinding]
    IMPOSSIBILITY_FINDING_DECLARED_WITH_DISPUTE: _ClassVar[ImpossibilityFinding]
    IMPOSSIBILITY_FINDING_SOLVER: _ClassVar[ImpossibilityFinding]

class DisputeBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DISPUTE_BY_UNSPECIFIED: _ClassVar[DisputeBy]
    DISPUTE_BY_REFEREE_IF_SEATED: _ClassVar[DisputeBy]
    DISPUTE_BY_ROLL_OFF: _ClassVar[DisputeBy]

class InitiativeMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INITIATIVE_MODE_UNSPECIFIED: _ClassVar[InitiativeMode]
    INITIATIVE_MODE_PER_ROUND: _ClassVar[InitiativeMode]
    INITIATIVE_MODE_FIXED_BY_WARFIELD: _ClassVar[InitiativeMode]

class PivotCost(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PIVOT_COST_UNSPECIFIED: _ClassVar[PivotCost]
    PIVOT_COST_AS_WRITTEN: _ClassVar[PivotCost]
    PIVOT_COST_FREE: _ClassVar[PivotCost]

class DestroyedTransportDuration(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DESTROYED_TRANSPORT_DURATION_UNSPECIFIED: _ClassVar[DestroyedTransportDuration]
    DESTROYED_TRANSPORT_DURATION_ROUND: _ClassVar[DestroyedTransportDuration]
    DESTROYED_TRANSPORT_DURATION_TURN: _ClassVar[DestroyedTransportDuration]

class AssaultEligibilitySnapshot(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ASSAULT_ELIGIBILITY_SNAPSHOT_UNSPECIFIED: _ClassVar[AssaultEligibilitySnapshot]
    ASSAULT_ELIGIBILITY_SNAPSHOT_OWN_TURN: _ClassVar[AssaultEligibilitySnapshot]
    ASSAULT_ELIGIBILITY_SNAPSHOT_PHASE: _ClassVar[AssaultEligibilitySnapshot]

class BrawlFirstSelector(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BRAWL_FIRST_SELECTOR_UNSPECIFIED: _ClassVar[BrawlFirstSelector]
    BRAWL_FIRST_SELECTOR_SECOND_PLAYER: _ClassVar[BrawlFirstSelector]
    BRAWL_FIRST_SELECTOR_FIRST_PLAYER: _ClassVar[BrawlFirstSelector]

class BmLimitScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BM_LIMIT_SCOPE_UNSPECIFIED: _ClassVar[BmLimitScope]
    BM_LIMIT_SCOPE_PHASE: _ClassVar[BmLimitScope]
    BM_LIMIT_SCOPE_PLAYER_TURN: _ClassVar[BmLimitScope]

class CoverCap(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COVER_CAP_UNSPECIFIED: _ClassVar[CoverCap]
    COVER_CAP_EFFECTIVE: _ClassVar[CoverCap]
    COVER_CAP_STATISTIC: _ClassVar[CoverCap]

class PartialCoverScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARTIAL_COVER_SCOPE_UNSPECIFIED: _ClassVar[PartialCoverScope]
    PARTIAL_COVER_SCOPE_ANY_ATTACKER: _ClassVar[PartialCoverScope]
    PARTIAL_COVER_SCOPE_SHOOTER: _ClassVar[PartialCoverScope]
    PARTIAL_COVER_SCOPE_ALL_ATTACKERS: _ClassVar[PartialCoverScope]

class BarricadeCover(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BARRICADE_COVER_UNSPECIFIED: _ClassVar[BarricadeCover]
    BARRICADE_COVER_NEAR_3IN: _ClassVar[BarricadeCover]
    BARRICADE_COVER_AS_WRITTEN: _ClassVar[BarricadeCover]

class ControlWhen(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CONTROL_WHEN_UNSPECIFIED: _ClassVar[ControlWhen]
    CONTROL_WHEN_PLAYER_TURN: _ClassVar[ControlWhen]
    CONTROL_WHEN_PHASE: _ClassVar[ControlWhen]

class RoleChoice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_CHOICE_UNSPECIFIED: _ClassVar[RoleChoice]
    ROLE_CHOICE_ROLL_OFF: _ClassVar[RoleChoice]
    ROLE_CHOICE_AGREED: _ClassVar[RoleChoice]

class MarkerZoneRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MARKER_ZONE_RULE_UNSPECIFIED: _ClassVar[MarkerZoneRule]
    MARKER_ZONE_RULE_BOTH: _ClassVar[MarkerZoneRule]
    MARKER_ZONE_RULE_OWN: _ClassVar[MarkerZoneRule]

class ExstintechLayout(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXSTINTECH_LAYOUT_UNSPECIFIED: _ClassVar[ExstintechLayout]
    EXSTINTECH_LAYOUT_HOME_AND_FORWARD: _ClassVar[ExstintechLayout]
    EXSTINTECH_LAYOUT_ALL_FORWARD: _ClassVar[ExstintechLayout]

class BreakThroughTie(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BREAK_THROUGH_TIE_UNSPECIFIED: _ClassVar[BreakThroughTie]
    BREAK_THROUGH_TIE_DRAW: _ClassVar[BreakThroughTie]
    BREAK_THROUGH_TIE_ATTACKER: _ClassVar[BreakThroughTie]

class SidearmScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDEARM_SCOPE_UNSPECIFIED: _ClassVar[SidearmScope]
    SIDEARM_SCOPE_FORMATION: _ClassVar[SidearmScope]
    SIDEARM_SCOPE_TROOP: _ClassVar[SidearmScope]

class AttachedKeywords(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ATTACHED_KEYWORDS_UNSPECIFIED: _ClassVar[AttachedKeywords]
    ATTACHED_KEYWORDS_UNION: _ClassVar[AttachedKeywords]
    ATTACHED_KEYWORDS_ESCORT: _ClassVar[AttachedKeywords]
SIGHT_GRADE_UNSPECIFIED: SightGrade
SIGHT_GRADE_NONE: SightGrade
SIGHT_GRADE_UNDER_HALF: SightGrade
SIGHT_GRADE_VISIBLE: SightGrade
SIGHT_GRADE_FULL: SightGrade
SOLID_KIND_UNSPECIFIED: SolidKind
SOLID_KIND_SOLID: SolidKind
SOLID_KIND_WALL: SolidKind
SOLID_KIND_FLOOR: SolidKind
SOLID_KIND_ROOF: SolidKind
TERRAIN_TYPE_UNSPECIFIED: TerrainType
TERRAIN_TYPE_CRATERS: TerrainType
TERRAIN_TYPE_BARRICADE: TerrainType
TERRAIN_TYPE_DEBRIS: TerrainType
TERRAIN_TYPE_HILL_OR_BUILDING: TerrainType
TERRAIN_TYPE_WOODS: TerrainType
TERRAIN_TYPE_RUINS: TerrainType
BATTLE_SIZE_UNSPECIFIED: BattleSize
BATTLE_SIZE_SMALL: BattleSize
BATTLE_SIZE_MEDIUM: BattleSize
BATTLE_SIZE_LARGE: BattleSize
BATTLE_ROLE_UNSPECIFIED: BattleRole
BATTLE_ROLE_ATTACKER: BattleRole
BATTLE_ROLE_DEFENDER: BattleRole
WARFIELD_SIDE_UNSPECIFIED: WarfieldSide
WARFIELD_SIDE_LOW: WarfieldSide
WARFIELD_SIDE_HIGH: WarfieldSide
ROLL_OFF_PURPOSE_UNSPECIFIED: RollOffPurpose
ROLL_OFF_PURPOSE_ROLES: RollOffPurpose
ROLL_OFF_PURPOSE_MARKERS: RollOffPurpose
ROLL_OFF_PURPOSE_TERRAIN: RollOffPurpose
ROLL_OFF_PURPOSE_FIRST_TURN: RollOffPurpose
ROLL_OFF_PURPOSE_INITIATIVE: RollOffPurpose
ROLL_OFF_PURPOSE_ORDER: RollOffPurpose
ROLL_OFF_PURPOSE_LATE_SET_UP: RollOffPurpose
PHASE_UNSPECIFIED: Phase
PHASE_SETUP: Phase
PHASE_MANOEUVRES: Phase
PHASE_MOVE: Phase
PHASE_SHOOTING: Phase
PHASE_ASSAULT: Phase
PHASE_BRAWL: Phase
PHASE_OVER: Phase
REROLL_CHOICE_UNSPECIFIED: RerollChoice
REROLL_CHOICE_NONE: RerollChoice
REROLL_CHOICE_FAILURES: RerollChoice
REROLL_CHOICE_NON_CRITICALS: RerollChoice
AUTOMATIC_WOUND_UNSPECIFIED: AutomaticWound
AUTOMATIC_WOUND_TAKE: AutomaticWound
AUTOMATIC_WOUND_ROLL: AutomaticWound
REROLLED_ROLL_UNSPECIFIED: RerolledRoll
REROLLED_ROLL_WOUND: RerolledRoll
REROLLED_ROLL_ATTACKS: RerolledRoll
REROLLED_ROLL_HIT: RerolledRoll
REROLLED_ROLL_DEFENCE: RerolledRoll
REROLLED_ROLL_DAMAGE: RerolledRoll
REROLLED_ROLL_HAZARD: RerolledRoll
REROLLED_ROLL_ADVANCE: RerolledRoll
REROLLED_ROLL_ASSAULT: RerolledRoll
REROLLED_ROLL_DESPERATE_RETREAT: RerolledRoll
SAVE_PREFERENCE_UNSPECIFIED: SavePreference
SAVE_PREFERENCE_ARMOUR: SavePreference
SAVE_PREFERENCE_INVULNERABLE: SavePreference
SAVE_PREFERENCE_BETTER: SavePreference
REACTION_WINDOW_UNSPECIFIED: ReactionWindow
REACTION_WINDOW_ASSAULT_MOVE_ENDED: ReactionWindow
REACTION_WINDOW_ASSAULT_STARTED: ReactionWindow
REACTION_WINDOW_ENEMY_SET_UP: ReactionWindow
REACTION_WINDOW_FIGHT_ENDED: ReactionWindow
REACTION_WINDOW_FIGHT_SELECTED: ReactionWindow
REACTION_WINDOW_MOVE_ENDED: ReactionWindow
REACTION_WINDOW_MOVE_STARTED: ReactionWindow
REACTION_WINDOW_MOVE_TURN_ENDING: ReactionWindow
REACTION_WINDOW_PRECISION: ReactionWindow
REACTION_WINDOW_REROLL: ReactionWindow
REACTION_WINDOW_TARGETS_SELECTED: ReactionWindow
IMPOSSIBILITY_UNSPECIFIED: Impossibility
IMPOSSIBILITY_ASSAULT: Impossibility
IMPOSSIBILITY_CONTACT: Impossibility
IMPOSSIBILITY_CLOSER: Impossibility
IMPOSSIBILITY_CONSOLIDATE: Impossibility
IMPOSSIBILITY_RETREAT: Impossibility
COHESION_CHECK_UNSPECIFIED: CohesionCheck
COHESION_CHECK_END_OF_TURN: CohesionCheck
COHESION_CHECK_END_OF_ROUND: CohesionCheck
VISIBILITY_SOURCE_UNSPECIFIED: VisibilitySource
VISIBILITY_SOURCE_DECLARED: VisibilitySource
VISIBILITY_SOURCE_GEOMETRIC: VisibilitySource
IMPOSSIBILITY_FINDING_UNSPECIFIED: ImpossibilityFinding
IMPOSSIBILITY_FINDING_DECLARED_WITH_DISPUTE: ImpossibilityFinding
IMPOSSIBILITY_FINDING_SOLVER: ImpossibilityFinding
DISPUTE_BY_UNSPECIFIED: DisputeBy
DISPUTE_BY_REFEREE_IF_SEATED: DisputeBy
DISPUTE_BY_ROLL_OFF: DisputeBy
INITIATIVE_MODE_UNSPECIFIED: InitiativeMode
INITIATIVE_MODE_PER_ROUND: InitiativeMode
INITIATIVE_MODE_FIXED_BY_WARFIELD: InitiativeMode
PIVOT_COST_UNSPECIFIED: PivotCost
PIVOT_COST_AS_WRITTEN: PivotCost
PIVOT_COST_FREE: PivotCost
DESTROYED_TRANSPORT_DURATION_UNSPECIFIED: DestroyedTransportDuration
DESTROYED_TRANSPORT_DURATION_ROUND: DestroyedTransportDuration
DESTROYED_TRANSPORT_DURATION_TURN: DestroyedTransportDuration
ASSAULT_ELIGIBILITY_SNAPSHOT_UNSPECIFIED: AssaultEligibilitySnapshot
ASSAULT_ELIGIBILITY_SNAPSHOT_OWN_TURN: AssaultEligibilitySnapshot
ASSAULT_ELIGIBILITY_SNAPSHOT_PHASE: AssaultEligibilitySnapshot
BRAWL_FIRST_SELECTOR_UNSPECIFIED: BrawlFirstSelector
BRAWL_FIRST_SELECTOR_SECOND_PLAYER: BrawlFirstSelector
BRAWL_FIRST_SELECTOR_FIRST_PLAYER: BrawlFirstSelector
BM_LIMIT_SCOPE_UNSPECIFIED: BmLimitScope
BM_LIMIT_SCOPE_PHASE: BmLimitScope
BM_LIMIT_SCOPE_PLAYER_TURN: BmLimitScope
COVER_CAP_UNSPECIFIED: CoverCap
COVER_CAP_EFFECTIVE: CoverCap
COVER_CAP_STATISTIC: CoverCap
PARTIAL_COVER_SCOPE_UNSPECIFIED: PartialCoverScope
PARTIAL_COVER_SCOPE_ANY_ATTACKER: PartialCoverScope
PARTIAL_COVER_SCOPE_SHOOTER: PartialCoverScope
PARTIAL_COVER_SCOPE_ALL_ATTACKERS: PartialCoverScope
BARRICADE_COVER_UNSPECIFIED: BarricadeCover
BARRICADE_COVER_NEAR_3IN: BarricadeCover
BARRICADE_COVER_AS_WRITTEN: BarricadeCover
CONTROL_WHEN_UNSPECIFIED: ControlWhen
CONTROL_WHEN_PLAYER_TURN: ControlWhen
CONTROL_WHEN_PHASE: ControlWhen
ROLE_CHOICE_UNSPECIFIED: RoleChoice
ROLE_CHOICE_ROLL_OFF: RoleChoice
ROLE_CHOICE_AGREED: RoleChoice
MARKER_ZONE_RULE_UNSPECIFIED: MarkerZoneRule
MARKER_ZONE_RULE_BOTH: MarkerZoneRule
MARKER_ZONE_RULE_OWN: MarkerZoneRule
EXSTINTECH_LAYOUT_UNSPECIFIED: ExstintechLayout
EXSTINTECH_LAYOUT_HOME_AND_FORWARD: ExstintechLayout
EXSTINTECH_LAYOUT_ALL_FORWARD: ExstintechLayout
BREAK_THROUGH_TIE_UNSPECIFIED: BreakThroughTie
BREAK_THROUGH_TIE_DRAW: BreakThroughTie
BREAK_THROUGH_TIE_ATTACKER: BreakThroughTie
SIDEARM_SCOPE_UNSPECIFIED: SidearmScope
SIDEARM_SCOPE_FORMATION: SidearmScope
SIDEARM_SCOPE_TROOP: SidearmScope
ATTACHED_KEYWORDS_UNSPECIFIED: AttachedKeywords
ATTACHED_KEYWORDS_UNION: AttachedKeywords
ATTACHED_KEYWORDS_ESCORT: AttachedKeywords

class Ability(_message.Message):
    __slots__ = ("name", "x", "keyword", "gear", "alters")
    NAME_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_FIELD_NUMBER: _ClassVar[int]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    ALTERS_FIELD_NUMBER: _ClassVar[int]
    name: str
    x: _values_pb2.Amount
    keyword: str
    gear: str
    alters: Alteration
    def __init__(self, name: _Optional[str] = ..., x: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., keyword: _Optional[str] = ..., gear: _Optional[str] = ..., alters: _Optional[_Union[Alteration, _Mapping]] = ...) -> None: ...

class Alteration(_message.Message):
    __slots__ = ("hit", "movement", "effectiveness")
    HIT_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVENESS_FIELD_NUMBER: _ClassVar[int]
    hit: int
    movement: int
    effectiveness: int
    def __init__(self, hit: _Optional[int] = ..., movement: _Optional[int] = ..., effectiveness: _Optional[int] = ...) -> None: ...

class WeaponProfile(_message.Message):
    __slots__ = ("name", "weapon_range", "swiftness", "skill", "strength", "penetration", "damage", "abilities")
    NAME_FIELD_NUMBER: _ClassVar[int]
    WEAPON_RANGE_FIELD_NUMBER: _ClassVar[int]
    SWIFTNESS_FIELD_NUMBER: _ClassVar[int]
    SKILL_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    PENETRATION_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    name: str
    weapon_range: int
    swiftness: _values_pb2.Amount
    skill: int
    strength: int
    penetration: int
    damage: _values_pb2.Amount
    abilities: _containers.RepeatedCompositeFieldContainer[Ability]
    def __init__(self, name: _Optional[str] = ..., weapon_range: _Optional[int] = ..., swiftness: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., skill: _Optional[int] = ..., strength: _Optional[int] = ..., penetration: _Optional[int] = ..., damage: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., abilities: _Optional[_Iterable[_Union[Ability, _Mapping]]] = ...) -> None: ...

class Weapon(_message.Message):
    __slots__ = ("id", "name", "melee", "profiles")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    MELEE_FIELD_NUMBER: _ClassVar[int]
    PROFILES_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    melee: bool
    profiles: _containers.RepeatedCompositeFieldContainer[WeaponProfile]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., melee: _Optional[bool] = ..., profiles: _Optional[_Iterable[_Union[WeaponProfile, _Mapping]]] = ...) -> None: ...

class TroopProfile(_message.Message):
    __slots__ = ("name", "movement", "immovable", "vigour", "defence", "wounds", "heroism", "effectiveness", "invulnerable", "base_size", "height", "at_least")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    IMMOVABLE_FIELD_NUMBER: _ClassVar[int]
    VIGOUR_FIELD_NUMBER: _ClassVar[int]
    DEFENCE_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    HEROISM_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVENESS_FIELD_NUMBER: _ClassVar[int]
    INVULNERABLE_FIELD_NUMBER: _ClassVar[int]
    BASE_SIZE_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    name: str
    movement: int
    immovable: bool
    vigour: int
    defence: int
    wounds: int
    heroism: int
    effectiveness: int
    invulnerable: _containers.RepeatedScalarFieldContainer[int]
    base_size: _table_pb2.Base
    height: int
    at_least: bool
    def __init__(self, name: _Optional[str] = ..., movement: _Optional[int] = ..., immovable: _Optional[bool] = ..., vigour: _Optional[int] = ..., defence: _Optional[int] = ..., wounds: _Optional[int] = ..., heroism: _Optional[int] = ..., effectiveness: _Optional[int] = ..., invulnerable: _Optional[_Iterable[int]] = ..., base_size: _Optional[_Union[_table_pb2.Base, _Mapping]] = ..., height: _Optional[int] = ..., at_least: _Optional[bool] = ...) -> None: ...

class TroopPose(_message.Message):
    __slots__ = ("troop", "pose")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    troop: str
    pose: _table_pb2.Pose
    def __init__(self, troop: _Optional[str] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ...) -> None: ...

class TroopPath(_message.Message):
    __slots__ = ("troop", "path")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    troop: str
    path: _containers.RepeatedCompositeFieldContainer[_table_pb2.Pose]
    def __init__(self, troop: _Optional[str] = ..., path: _Optional[_Iterable[_Union[_table_pb2.Pose, _Mapping]]] = ...) -> None: ...

class KeywordSet(_message.Message):
    __slots__ = ("keywords",)
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    keywords: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, keywords: _Optional[_Iterable[str]] = ...) -> None: ...

class Hold(_message.Message):
    __slots__ = ("capacity", "allowed", "refused")
    CAPACITY_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    capacity: int
    allowed: _containers.RepeatedCompositeFieldContainer[KeywordSet]
    refused: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, capacity: _Optional[int] = ..., allowed: _Optional[_Iterable[_Union[KeywordSet, _Mapping]]] = ..., refused: _Optional[_Iterable[str]] = ...) -> None: ...

class AircraftMove(_message.Message):
    __slots__ = ("troop", "distance", "pivot")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    PIVOT_FIELD_NUMBER: _ClassVar[int]
    troop: str
    distance: int
    pivot: int
    def __init__(self, troop: _Optional[str] = ..., distance: _Optional[int] = ..., pivot: _Optional[int] = ...) -> None: ...

class Loan(_message.Message):
    __slots__ = ("transport", "troop", "weapon")
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    transport: str
    troop: str
    weapon: str
    def __init__(self, transport: _Optional[str] = ..., troop: _Optional[str] = ..., weapon: _Optional[str] = ...) -> None: ...

class TroopCount(_message.Message):
    __slots__ = ("profile", "count")
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    profile: str
    count: int
    def __init__(self, profile: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class GearChoice(_message.Message):
    __slots__ = ("option", "troops")
    OPTION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    option: str
    troops: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, option: _Optional[str] = ..., troops: _Optional[_Iterable[int]] = ...) -> None: ...

class EnhancementChoice(_message.Message):
    __slots__ = ("troop", "enhancement")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    ENHANCEMENT_FIELD_NUMBER: _ClassVar[int]
    troop: int
    enhancement: str
    def __init__(self, troop: _Optional[int] = ..., enhancement: _Optional[str] = ...) -> None: ...

class RosterFormation(_message.Message):
    __slots__ = ("id", "catalogue", "troops", "gear", "enhancements", "points")
    ID_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    GEAR_FIELD_NUMBER: _ClassVar[int]
    ENHANCEMENTS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    catalogue: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopCount]
    gear: _containers.RepeatedCompositeFieldContainer[GearChoice]
    enhancements: _containers.RepeatedCompositeFieldContainer[EnhancementChoice]
    points: int
    def __init__(self, id: _Optional[str] = ..., catalogue: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopCount, _Mapping]]] = ..., gear: _Optional[_Iterable[_Union[GearChoice, _Mapping]]] = ..., enhancements: _Optional[_Iterable[_Union[EnhancementChoice, _Mapping]]] = ..., points: _Optional[int] = ...) -> None: ...

class Attachment(_message.Message):
    __slots__ = ("leader", "escort")
    LEADER_FIELD_NUMBER: _ClassVar[int]
    ESCORT_FIELD_NUMBER: _ClassVar[int]
    leader: str
    escort: str
    def __init__(self, leader: _Optional[str] = ..., escort: _Optional[str] = ...) -> None: ...

class Embarkation(_message.Message):
    __slots__ = ("formation", "transport")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    transport: str
    def __init__(self, formation: _Optional[str] = ..., transport: _Optional[str] = ...) -> None: ...

class BattleFormations(_message.Message):
    __slots__ = ("attachments", "embarked", "reserves", "strategic_reserves", "hover")
    ATTACHMENTS_FIELD_NUMBER: _ClassVar[int]
    EMBARKED_FIELD_NUMBER: _ClassVar[int]
    RESERVES_FIELD_NUMBER: _ClassVar[int]
    STRATEGIC_RESERVES_FIELD_NUMBER: _ClassVar[int]
    HOVER_FIELD_NUMBER: _ClassVar[int]
    attachments: _containers.RepeatedCompositeFieldContainer[Attachment]
    embarked: _containers.RepeatedCompositeFieldContainer[Embarkation]
    reserves: _containers.RepeatedScalarFieldContainer[str]
    strategic_reserves: _containers.RepeatedScalarFieldContainer[str]
    hover: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, attachments: _Optional[_Iterable[_Union[Attachment, _Mapping]]] = ..., embarked: _Optional[_Iterable[_Union[Embarkation, _Mapping]]] = ..., reserves: _Optional[_Iterable[str]] = ..., strategic_reserves: _Optional[_Iterable[str]] = ..., hover: _Optional[_Iterable[str]] = ...) -> None: ...

class Sight(_message.Message):
    __slots__ = ("observers", "troops", "seen", "fact")
    OBSERVERS_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    SEEN_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    observers: _containers.RepeatedScalarFieldContainer[str]
    troops: _containers.RepeatedScalarFieldContainer[str]
    seen: SightGrade
    fact: str
    def __init__(self, observers: _Optional[_Iterable[str]] = ..., troops: _Optional[_Iterable[str]] = ..., seen: _Optional[_Union[SightGrade, str]] = ..., fact: _Optional[str] = ...) -> None: ...

class TerrainSolid(_message.Message):
    __slots__ = ("kind", "polygon", "bottom", "top")
    KIND_FIELD_NUMBER: _ClassVar[int]
    POLYGON_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    kind: SolidKind
    polygon: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    bottom: int
    top: int
    def __init__(self, kind: _Optional[_Union[SolidKind, str]] = ..., polygon: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ..., bottom: _Optional[int] = ..., top: _Optional[int] = ...) -> None: ...

class TerrainFeature(_message.Message):
    __slots__ = ("terrain_type", "footprint", "solids", "boundary")
    TERRAIN_TYPE_FIELD_NUMBER: _ClassVar[int]
    FOOTPRINT_FIELD_NUMBER: _ClassVar[int]
    SOLIDS_FIELD_NUMBER: _ClassVar[int]
    BOUNDARY_FIELD_NUMBER: _ClassVar[int]
    terrain_type: TerrainType
    footprint: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    solids: _containers.RepeatedCompositeFieldContainer[TerrainSolid]
    boundary: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    def __init__(self, terrain_type: _Optional[_Union[TerrainType, str]] = ..., footprint: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ..., solids: _Optional[_Iterable[_Union[TerrainSolid, _Mapping]]] = ..., boundary: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ...) -> None: ...

class Shot(_message.Message):
    __slots__ = ("troop", "weapon", "profile", "target")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    troop: str
    weapon: str
    profile: int
    target: str
    def __init__(self, troop: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., target: _Optional[str] = ...) -> None: ...

class MeleeAttack(_message.Message):
    __slots__ = ("troop", "weapon", "profile", "target", "attacks")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    troop: str
    weapon: str
    profile: int
    target: str
    attacks: int
    def __init__(self, troop: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., target: _Optional[str] = ..., attacks: _Optional[int] = ...) -> None: ...

class Options(_message.Message):
    __slots__ = ("cohesion_check", "enemy_troops_block_los", "visibility_source", "impossibility", "dispute_by", "roll_modifier_cap", "initiative_mode", "starting_mp", "mp_cap", "fatigue_affects_auto_hit", "pivot_cost", "fatigued_fly_exempt", "destroyed_transport_duration", "locked_exception_keywords", "monstrous_any_locked_target", "assault_eligibility_snapshot", "assault_move_optional", "brawl_first_selector", "close_in_base_contact", "reserve_troop_distance", "reserve_troop_earliest_round", "scouts_min_enemy_distance", "aircraft_count_to_reserve_limit", "aircraft_last_round_safe", "bm_limit_scope", "core_bms_always_available", "grenades_need_shooting_eligibility", "overwatch_autohits", "cover_cap", "partial_cover_scope", "barricade_counts_as_tr", "barricade_cover", "marker_radius", "control_when", "sticky_objectives", "roles", "max_terrain", "annihilation_wins", "score_at_battle_end", "marker_zone_rule", "interleave_terrain", "exstintech_layout", "scientist_once_per_marker", "scientist_repeats", "scientist_marker_scoring", "blitzkrieg_wholly", "blitzkrieg_early_end", "second_line_is_zone", "garrison_floor", "second_needs_later_round", "break_through_tie", "mixed_factions", "duplicate_enhancements", "general_kill_tp", "reserve_zone_ban_rounds", "auto_wound_optional", "sidearm_scope", "precision_steers_mortals", "hazard_spill", "devastating_spill", "annihilation_5_always_hits", "attached_keywords", "fatigue_in_reserves", "sidearm_with_storm")
    COHESION_CHECK_FIELD_NUMBER: _ClassVar[int]
    ENEMY_TROOPS_BLOCK_LOS_FIELD_NUMBER: _ClassVar[int]
    VISIBILITY_SOURCE_FIELD_NUMBER: _ClassVar[int]
    IMPOSSIBILITY_FIELD_NUMBER: _ClassVar[int]
    DISPUTE_BY_FIELD_NUMBER: _ClassVar[int]
    ROLL_MODIFIER_CAP_FIELD_NUMBER: _ClassVar[int]
    INITIATIVE_MODE_FIELD_NUMBER: _ClassVar[int]
    STARTING_MP_FIELD_NUMBER: _ClassVar[int]
    MP_CAP_FIELD_NUMBER: _ClassVar[int]
    FATIGUE_AFFECTS_AUTO_HIT_FIELD_NUMBER: _ClassVar[int]
    PIVOT_COST_FIELD_NUMBER: _ClassVar[int]
    FATIGUED_FLY_EXEMPT_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_TRANSPORT_DURATION_FIELD_NUMBER: _ClassVar[int]
    LOCKED_EXCEPTION_KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    MONSTROUS_ANY_LOCKED_TARGET_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ELIGIBILITY_SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_MOVE_OPTIONAL_FIELD_NUMBER: _ClassVar[int]
    BRAWL_FIRST_SELECTOR_FIELD_NUMBER: _ClassVar[int]
    CLOSE_IN_BASE_CONTACT_FIELD_NUMBER: _ClassVar[int]
    RESERVE_TROOP_DISTANCE_FIELD_NUMBER: _ClassVar[int]
    RESERVE_TROOP_EARLIEST_ROUND_FIELD_NUMBER: _ClassVar[int]
    SCOUTS_MIN_ENEMY_DISTANCE_FIELD_NUMBER: _ClassVar[int]
    AIRCRAFT_COUNT_TO_RESERVE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    AIRCRAFT_LAST_ROUND_SAFE_FIELD_NUMBER: _ClassVar[int]
    BM_LIMIT_SCOPE_FIELD_NUMBER: _ClassVar[int]
    CORE_BMS_ALWAYS_AVAILABLE_FIELD_NUMBER: _ClassVar[int]
    GRENADES_NEED_SHOOTING_ELIGIBILITY_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_AUTOHITS_FIELD_NUMBER: _ClassVar[int]
    COVER_CAP_FIELD_NUMBER: _ClassVar[int]
    PARTIAL_COVER_SCOPE_FIELD_NUMBER: _ClassVar[int]
    BARRICADE_COUNTS_AS_TR_FIELD_NUMBER: _ClassVar[int]
    BARRICADE_COVER_FIELD_NUMBER: _ClassVar[int]
    MARKER_RADIUS_FIELD_NUMBER: _ClassVar[int]
    CONTROL_WHEN_FIELD_NUMBER: _ClassVar[int]
    STICKY_OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    MAX_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    ANNIHILATION_WINS_FIELD_NUMBER: _ClassVar[int]
    SCORE_AT_BATTLE_END_FIELD_NUMBER: _ClassVar[int]
    MARKER_ZONE_RULE_FIELD_NUMBER: _ClassVar[int]
    INTERLEAVE_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    EXSTINTECH_LAYOUT_FIELD_NUMBER: _ClassVar[int]
    SCIENTIST_ONCE_PER_MARKER_FIELD_NUMBER: _ClassVar[int]
    SCIENTIST_REPEATS_FIELD_NUMBER: _ClassVar[int]
    SCIENTIST_MARKER_SCORING_FIELD_NUMBER: _ClassVar[int]
    BLITZKRIEG_WHOLLY_FIELD_NUMBER: _ClassVar[int]
    BLITZKRIEG_EARLY_END_FIELD_NUMBER: _ClassVar[int]
    SECOND_LINE_IS_ZONE_FIELD_NUMBER: _ClassVar[int]
    GARRISON_FLOOR_FIELD_NUMBER: _ClassVar[int]
    SECOND_NEEDS_LATER_ROUND_FIELD_NUMBER: _ClassVar[int]
    BREAK_THROUGH_TIE_FIELD_NUMBER: _ClassVar[int]
    MIXED_FACTIONS_FIELD_NUMBER: _ClassVar[int]
    DUPLICATE_ENHANCEMENTS_FIELD_NUMBER: _ClassVar[int]
    GENERAL_KILL_TP_FIELD_NUMBER: _ClassVar[int]
    RESERVE_ZONE_BAN_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    AUTO_WOUND_OPTIONAL_FIELD_NUMBER: _ClassVar[int]
    SIDEARM_SCOPE_FIELD_NUMBER: _ClassVar[int]
    PRECISION_STEERS_MORTALS_FIELD_NUMBER: _ClassVar[int]
    HAZARD_SPILL_FIELD_NUMBER: _ClassVar[int]
    DEVASTATING_SPILL_FIELD_NUMBER: _ClassVar[int]
    ANNIHILATION_5_ALWAYS_HITS_FIELD_NUMBER: _ClassVar[int]
    ATTACHED_KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    FATIGUE_IN_RESERVES_FIELD_NUMBER: _ClassVar[int]
    SIDEARM_WITH_STORM_FIELD_NUMBER: _ClassVar[int]
    cohesion_check: CohesionCheck
    enemy_troops_block_los: bool
    visibility_source: VisibilitySource
    impossibility: ImpossibilityFinding
    dispute_by: DisputeBy
    roll_modifier_cap: int
    initiative_mode: InitiativeMode
    starting_mp: int
    mp_cap: int
    fatigue_affects_auto_hit: bool
    pivot_cost: PivotCost
    fatigued_fly_exempt: bool
    destroyed_transport_duration: DestroyedTransportDuration
    locked_exception_keywords: _containers.RepeatedScalarFieldContainer[str]
    monstrous_any_locked_target: bool
    assault_eligibility_snapshot: AssaultEligibilitySnapshot
    assault_move_optional: bool
    brawl_first_selector: BrawlFirstSelector
    close_in_base_contact: bool
    reserve_troop_distance: int
    reserve_troop_earliest_round: int
    scouts_min_enemy_distance: int
    aircraft_count_to_reserve_limit: bool
    aircraft_last_round_safe: bool
    bm_limit_scope: BmLimitScope
    core_bms_always_available: bool
    grenades_need_shooting_eligibility: bool
    overwatch_autohits: bool
    cover_cap: CoverCap
    partial_cover_scope: PartialCoverScope
    barricade_counts_as_tr: bool
    barricade_cover: BarricadeCover
    marker_radius: int
    control_when: ControlWhen
    sticky_objectives: bool
    roles: RoleChoice
    max_terrain: int
    annihilation_wins: bool
    score_at_battle_end: bool
    marker_zone_rule: MarkerZoneRule
    interleave_terrain: bool
    exstintech_layout: ExstintechLayout
    scientist_once_per_marker: bool
    scientist_repeats: bool
    scientist_marker_scoring: bool
    blitzkrieg_wholly: bool
    blitzkrieg_early_end: bool
    second_line_is_zone: bool
    garrison_floor: int
    second_needs_later_round: bool
    break_through_tie: BreakThroughTie
    mixed_factions: bool
    duplicate_enhancements: bool
    general_kill_tp: int
    reserve_zone_ban_rounds: _containers.RepeatedScalarFieldContainer[int]
    auto_wound_optional: bool
    sidearm_scope: SidearmScope
    precision_steers_mortals: bool
    hazard_spill: bool
    devastating_spill: bool
    annihilation_5_always_hits: bool
    attached_keywords: AttachedKeywords
    fatigue_in_reserves: bool
    sidearm_with_storm: bool
    def __init__(self, cohesion_check: _Optional[_Union[CohesionCheck, str]] = ..., enemy_troops_block_los: _Optional[bool] = ..., visibility_source: _Optional[_Union[VisibilitySource, str]] = ..., impossibility: _Optional[_Union[ImpossibilityFinding, str]] = ..., dispute_by: _Optional[_Union[DisputeBy, str]] = ..., roll_modifier_cap: _Optional[int] = ..., initiative_mode: _Optional[_Union[InitiativeMode, str]] = ..., starting_mp: _Optional[int] = ..., mp_cap: _Optional[int] = ..., fatigue_affects_auto_hit: _Optional[bool] = ..., pivot_cost: _Optional[_Union[PivotCost, str]] = ..., fatigued_fly_exempt: _Optional[bool] = ..., destroyed_transport_duration: _Optional[_Union[DestroyedTransportDuration, str]] = ..., locked_exception_keywords: _Optional[_Iterable[str]] = ..., monstrous_any_locked_target: _Optional[bool] = ..., assault_eligibility_snapshot: _Optional[_Union[AssaultEligibilitySnapshot, str]] = ..., assault_move_optional: _Optional[bool] = ..., brawl_first_selector: _Optional[_Union[BrawlFirstSelector, str]] = ..., close_in_base_contact: _Optional[bool] = ..., reserve_troop_distance: _Optional[int] = ..., reserve_troop_earliest_round: _Optional[int] = ..., scouts_min_enemy_distance: _Optional[int] = ..., aircraft_count_to_reserve_limit: _Optional[bool] = ..., aircraft_last_round_safe: _Optional[bool] = ..., bm_limit_scope: _Optional[_Union[BmLimitScope, str]] = ..., core_bms_always_available: _Optional[bool] = ..., grenades_need_shooting_eligibility: _Optional[bool] = ..., overwatch_autohits: _Optional[bool] = ..., cover_cap: _Optional[_Union[CoverCap, str]] = ..., partial_cover_scope: _Optional[_Union[PartialCoverScope, str]] = ..., barricade_counts_as_tr: _Optional[bool] = ..., barricade_cover: _Optional[_Union[BarricadeCover, str]] = ..., marker_radius: _Optional[int] = ..., control_when: _Optional[_Union[ControlWhen, str]] = ..., sticky_objectives: _Optional[bool] = ..., roles: _Optional[_Union[RoleChoice, str]] = ..., max_terrain: _Optional[int] = ..., annihilation_wins: _Optional[bool] = ..., score_at_battle_end: _Optional[bool] = ..., marker_zone_rule: _Optional[_Union[MarkerZoneRule, str]] = ..., interleave_terrain: _Optional[bool] = ..., exstintech_layout: _Optional[_Union[ExstintechLayout, str]] = ..., scientist_once_per_marker: _Optional[bool] = ..., scientist_repeats: _Optional[bool] = ..., scientist_marker_scoring: _Optional[bool] = ..., blitzkrieg_wholly: _Optional[bool] = ..., blitzkrieg_early_end: _Optional[bool] = ..., second_line_is_zone: _Optional[bool] = ..., garrison_floor: _Optional[int] = ..., second_needs_later_round: _Optional[bool] = ..., break_through_tie: _Optional[_Union[BreakThroughTie, str]] = ..., mixed_factions: _Optional[bool] = ..., duplicate_enhancements: _Optional[bool] = ..., general_kill_tp: _Optional[int] = ..., reserve_zone_ban_rounds: _Optional[_Iterable[int]] = ..., auto_wound_optional: _Optional[bool] = ..., sidearm_scope: _Optional[_Union[SidearmScope, str]] = ..., precision_steers_mortals: _Optional[bool] = ..., hazard_spill: _Optional[bool] = ..., devastating_spill: _Optional[bool] = ..., annihilation_5_always_hits: _Optional[bool] = ..., attached_keywords: _Optional[_Union[AttachedKeywords, str]] = ..., fatigue_in_reserves: _Optional[bool] = ..., sidearm_with_storm: _Optional[bool] = ...) -> None: ...

class CreateBattle(_message.Message):
    __slots__ = ("battle_size", "scenario", "options", "header")
    BATTLE_SIZE_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    battle_size: BattleSize
    scenario: str
    options: Options
    header: _record_pb2.Header
    def __init__(self, battle_size: _Optional[_Union[BattleSize, str]] = ..., scenario: _Optional[str] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SubmitRoster(_message.Message):
    __slots__ = ("faction", "doctrine", "formations", "general", "prepared_manoeuvres", "ready", "header")
    FACTION_FIELD_NUMBER: _ClassVar[int]
    DOCTRINE_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    GENERAL_FIELD_NUMBER: _ClassVar[int]
    PREPARED_MANOEUVRES_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    faction: str
    doctrine: str
    formations: _containers.RepeatedCompositeFieldContainer[RosterFormation]
    general: str
    prepared_manoeuvres: _containers.RepeatedScalarFieldContainer[str]
    ready: str
    header: _record_pb2.Header
    def __init__(self, faction: _Optional[str] = ..., doctrine: _Optional[str] = ..., formations: _Optional[_Iterable[_Union[RosterFormation, _Mapping]]] = ..., general: _Optional[str] = ..., prepared_manoeuvres: _Optional[_Iterable[str]] = ..., ready: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollForRoles(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseRole(_message.Message):
    __slots__ = ("role", "header")
    ROLE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    role: BattleRole
    header: _record_pb2.Header
    def __init__(self, role: _Optional[_Union[BattleRole, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseDeploymentZone(_message.Message):
    __slots__ = ("side", "header")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    side: WarfieldSide
    header: _record_pb2.Header
    def __init__(self, side: _Optional[_Union[WarfieldSide, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetWarfield(_message.Message):
    __slots__ = ("length", "width", "header")
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    length: int
    width: int
    header: _record_pb2.Header
    def __init__(self, length: _Optional[int] = ..., width: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollOff(_message.Message):
    __slots__ = ("purpose", "header")
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    purpose: RollOffPurpose
    header: _record_pb2.Header
    def __init__(self, purpose: _Optional[_Union[RollOffPurpose, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlaceObjectiveMarker(_message.Message):
    __slots__ = ("marker", "x", "y", "header")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    marker: str
    x: int
    y: int
    header: _record_pb2.Header
    def __init__(self, marker: _Optional[str] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ReturnLastMarker(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlaceTerrainFeature(_message.Message):
    __slots__ = ("feature", "header")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    feature: TerrainFeature
    header: _record_pb2.Header
    def __init__(self, feature: _Optional[_Union[TerrainFeature, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PassTerrain(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CommitBattleFormations(_message.Message):
    __slots__ = ("formations", "header")
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formations: BattleFormations
    header: _record_pb2.Header
    def __init__(self, formations: _Optional[_Union[BattleFormations, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeployFormation(_message.Message):
    __slots__ = ("formation", "troops", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopPose]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopPose, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareNoRoom(_message.Message):
    __slots__ = ("formation", "troops", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopPose]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopPose, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetUpLateFormation(_message.Message):
    __slots__ = ("formation", "troops", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopPose]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopPose, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolvePreBattleRule(_message.Message):
    __slots__ = ("formation", "rule", "paths", "embark_in", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    EMBARK_IN_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    rule: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    embark_in: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., rule: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., embark_in: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollFirstTurn(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class BeginBattle(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class BeginPhase(_message.Message):
    __slots__ = ("phase", "header")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    phase: Phase
    header: _record_pb2.Header
    def __init__(self, phase: _Optional[_Union[Phase, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollInitiative(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndMoveStep(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndTurn(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndRound(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseOrder(_message.Message):
    __slots__ = ("order", "header")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    order: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, order: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class TakeBattleFatigueTest(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RemainStationary(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareNormalMove(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MakeNormalMove(_message.Message):
    __slots__ = ("formation", "paths", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareAdvance(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MakeAdvanceMove(_message.Message):
    __slots__ = ("formation", "paths", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareRetreat(_message.Message):
    __slots__ = ("formation", "paths", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseRetreatCasualties(_message.Message):
    __slots__ = ("formation", "troops", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MakeRetreatMove(_message.Message):
    __slots__ = ("formation", "paths", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MoveAircraft(_message.Message):
    __slots__ = ("formation", "troops", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[AircraftMove]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[AircraftMove, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DisembarkFormation(_message.Message):
    __slots__ = ("formation", "transport", "troops", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    transport: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopPose]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., transport: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopPose, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EmbarkFormation(_message.Message):
    __slots__ = ("formation", "transport", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    transport: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., transport: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ArriveFromReserves(_message.Message):
    __slots__ = ("formation", "troops", "accept_losses", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_LOSSES_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopPose]
    accept_losses: bool
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopPose, _Mapping]]] = ..., accept_losses: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DisembarkFromWreck(_message.Message):
    __slots__ = ("formation", "troops", "emergency", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    EMERGENCY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troops: _containers.RepeatedCompositeFieldContainer[TroopPose]
    emergency: bool
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troops: _Optional[_Iterable[_Union[TroopPose, _Mapping]]] = ..., emergency: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SelectToShoot(_message.Message):
    __slots__ = ("formation", "sidearms", "loans", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    SIDEARMS_FIELD_NUMBER: _ClassVar[int]
    LOANS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    sidearms: _containers.RepeatedScalarFieldContainer[str]
    loans: _containers.RepeatedCompositeFieldContainer[Loan]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., sidearms: _Optional[_Iterable[str]] = ..., loans: _Optional[_Iterable[_Union[Loan, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareTargets(_message.Message):
    __slots__ = ("formation", "shots", "sights", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    shots: _containers.RepeatedCompositeFieldContainer[Shot]
    sights: _containers.RepeatedCompositeFieldContainer[Sight]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., shots: _Optional[_Iterable[_Union[Shot, _Mapping]]] = ..., sights: _Optional[_Iterable[_Union[Sight, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class BeginAttackGroup(_message.Message):
    __slots__ = ("declaration", "target", "weapon", "profile", "header")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    target: str
    weapon: str
    profile: int
    header: _record_pb2.Header
    def __init__(self, declaration: _Optional[str] = ..., target: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollHit(_message.Message):
    __slots__ = ("group", "header")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    group: str
    header: _record_pb2.Header
    def __init__(self, group: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollWound(_message.Message):
    __slots__ = ("group", "waived", "header")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    WAIVED_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    group: str
    waived: _containers.RepeatedScalarFieldContainer[int]
    header: _record_pb2.Header
    def __init__(self, group: _Optional[str] = ..., waived: _Optional[_Iterable[int]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AllocateAttack(_message.Message):
    __slots__ = ("group", "attack", "troop", "header")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    troop: str
    header: _record_pb2.Header
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., troop: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollDefence(_message.Message):
    __slots__ = ("group", "attack", "save", "header")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    save: str
    header: _record_pb2.Header
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., save: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollDamage(_message.Message):
    __slots__ = ("group", "attack", "header")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    header: _record_pb2.Header
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class InflictDamage(_message.Message):
    __slots__ = ("group", "attack", "reinforced_health", "header")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FIELD_NUMBER: _ClassVar[int]
    REINFORCED_HEALTH_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    group: str
    attack: int
    reinforced_health: int
    header: _record_pb2.Header
    def __init__(self, group: _Optional[str] = ..., attack: _Optional[int] = ..., reinforced_health: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveAttackGroup(_message.Message):
    __slots__ = ("declaration", "target", "weapon", "profile", "rerolls", "automatic", "header")
    DECLARATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    REROLLS_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    declaration: str
    target: str
    weapon: str
    profile: int
    rerolls: RerollChoice
    automatic: AutomaticWound
    header: _record_pb2.Header
    def __init__(self, declaration: _Optional[str] = ..., target: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., rerolls: _Optional[_Union[RerollChoice, str]] = ..., automatic: _Optional[_Union[AutomaticWound, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AllocateMortalWound(_message.Message):
    __slots__ = ("pending", "troop", "header")
    PENDING_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    pending: str
    troop: str
    header: _record_pb2.Header
    def __init__(self, pending: _Optional[str] = ..., troop: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class TakeHazardTests(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseHazardVictim(_message.Message):
    __slots__ = ("formation", "troop", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troop: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troop: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollDeadlyDemise(_message.Message):
    __slots__ = ("troop", "header")
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    troop: str
    header: _record_pb2.Header
    def __init__(self, troop: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareAssault(_message.Message):
    __slots__ = ("formation", "targets", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    targets: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., targets: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollAssault(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MakeAssaultMove(_message.Message):
    __slots__ = ("formation", "paths", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SelectToFight(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CloseIn(_message.Message):
    __slots__ = ("formation", "paths", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareMeleeAttacks(_message.Message):
    __slots__ = ("formation", "attacks", "sights", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    attacks: _containers.RepeatedCompositeFieldContainer[MeleeAttack]
    sights: _containers.RepeatedCompositeFieldContainer[Sight]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., attacks: _Optional[_Iterable[_Union[MeleeAttack, _Mapping]]] = ..., sights: _Optional[_Iterable[_Union[Sight, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Consolidate(_message.Message):
    __slots__ = ("formation", "paths", "marker", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    MARKER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    paths: _containers.RepeatedCompositeFieldContainer[TroopPath]
    marker: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[TroopPath, _Mapping]]] = ..., marker: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclineReaction(_message.Message):
    __slots__ = ("window", "header")
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    window: int
    header: _record_pb2.Header
    def __init__(self, window: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RerollDie(_message.Message):
    __slots__ = ("roll", "group", "attacks", "ability", "header")
    ROLL_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    roll: RerolledRoll
    group: str
    attacks: _containers.RepeatedScalarFieldContainer[int]
    ability: str
    header: _record_pb2.Header
    def __init__(self, roll: _Optional[_Union[RerolledRoll, str]] = ..., group: _Optional[str] = ..., attacks: _Optional[_Iterable[int]] = ..., ability: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RemoveOutOfCohesion(_message.Message):
    __slots__ = ("formation", "troop", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    troop: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., troop: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetStandingChoices(_message.Message):
    __slots__ = ("casualty_order", "save_preference", "windows_declined", "header")
    CASUALTY_ORDER_FIELD_NUMBER: _ClassVar[int]
    SAVE_PREFERENCE_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_DECLINED_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    casualty_order: _containers.RepeatedScalarFieldContainer[str]
    save_preference: SavePreference
    windows_declined: _containers.RepeatedScalarFieldContainer[ReactionWindow]
    header: _record_pb2.Header
    def __init__(self, casualty_order: _Optional[_Iterable[str]] = ..., save_preference: _Optional[_Union[SavePreference, str]] = ..., windows_declined: _Optional[_Iterable[_Union[ReactionWindow, str]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ClaimImpossible(_message.Message):
    __slots__ = ("what", "formation", "troops", "header")
    WHAT_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    what: Impossibility
    formation: str
    troops: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, what: _Optional[_Union[Impossibility, str]] = ..., formation: _Optional[str] = ..., troops: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndBattle(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class UseBattleManoeuvre(_message.Message):
    __slots__ = ("manoeuvre", "formation", "troop", "enemy", "die", "sights", "sidearms", "loans", "header")
    MANOEUVRE_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    SIDEARMS_FIELD_NUMBER: _ClassVar[int]
    LOANS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    manoeuvre: str
    formation: str
    troop: str
    enemy: str
    die: int
    sights: _containers.RepeatedCompositeFieldContainer[Sight]
    sidearms: _containers.RepeatedScalarFieldContainer[str]
    loans: _containers.RepeatedCompositeFieldContainer[Loan]
    header: _record_pb2.Header
    def __init__(self, manoeuvre: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ..., enemy: _Optional[str] = ..., die: _Optional[int] = ..., sights: _Optional[_Iterable[_Union[Sight, _Mapping]]] = ..., sidearms: _Optional[_Iterable[str]] = ..., loans: _Optional[_Iterable[_Union[Loan, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollGrenades(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveArmouredCharge(_message.Message):
    __slots__ = ("formation", "enemy", "troop", "weapon", "profile", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    enemy: str
    troop: str
    weapon: str
    profile: int
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., enemy: _Optional[str] = ..., troop: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveManoeuvresRule(_message.Message):
    __slots__ = ("rule", "formation", "troop", "header")
    RULE_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    rule: str
    formation: str
    troop: str
    header: _record_pb2.Header
    def __init__(self, rule: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RemoveExstintechMarker(_message.Message):
    __slots__ = ("marker", "header")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    marker: str
    header: _record_pb2.Header
    def __init__(self, marker: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class NameScientist(_message.Message):
    __slots__ = ("marker", "formation", "troop", "header")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    marker: str
    formation: str
    troop: str
    header: _record_pb2.Header
    def __init__(self, marker: _Optional[str] = ..., formation: _Optional[str] = ..., troop: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...
