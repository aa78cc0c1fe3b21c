from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EffectToken(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EFFECT_TOKEN_UNSPECIFIED: _ClassVar[EffectToken]
    EFFECT_TOKEN_ACID: _ClassVar[EffectToken]
    EFFECT_TOKEN_MINOR_ACID: _ClassVar[EffectToken]
    EFFECT_TOKEN_FIRE: _ClassVar[EffectToken]
    EFFECT_TOKEN_POISON: _ClassVar[EffectToken]
    EFFECT_TOKEN_BLEEDING: _ClassVar[EffectToken]

class HexEffectKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HEX_EFFECT_KIND_UNSPECIFIED: _ClassVar[HexEffectKind]
    HEX_EFFECT_KIND_SMOKE: _ClassVar[HexEffectKind]
    HEX_EFFECT_KIND_FIRE: _ClassVar[HexEffectKind]
    HEX_EFFECT_KIND_POISON_CLOUD: _ClassVar[HexEffectKind]
    HEX_EFFECT_KIND_ACID_CLOUD: _ClassVar[HexEffectKind]
    HEX_EFFECT_KIND_POISON_ACID_CLOUD: _ClassVar[HexEffectKind]

class AcidGrade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACID_GRADE_UNSPECIFIED: _ClassVar[AcidGrade]
    ACID_GRADE_MINOR: _ClassVar[AcidGrade]
    ACID_GRADE_MAJOR: _ClassVar[AcidGrade]

class ResultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESULT_KIND_UNSPECIFIED: _ClassVar[ResultKind]
    RESULT_KIND_FUTURE: _ClassVar[ResultKind]
    RESULT_KIND_SHAKEN: _ClassVar[ResultKind]
    RESULT_KIND_KILL: _ClassVar[ResultKind]
    RESULT_KIND_DESTROY: _ClassVar[ResultKind]
    RESULT_KIND_BLEEDING: _ClassVar[ResultKind]
    RESULT_KIND_ON_FIRE: _ClassVar[ResultKind]
    RESULT_KIND_WEAPON_LOST: _ClassVar[ResultKind]
    RESULT_KIND_SPEED_SET: _ClassVar[ResultKind]

class UnitSize(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_SIZE_UNSPECIFIED: _ClassVar[UnitSize]
    UNIT_SIZE_SMALL: _ClassVar[UnitSize]
    UNIT_SIZE_MEDIUM: _ClassVar[UnitSize]
    UNIT_SIZE_LARGE: _ClassVar[UnitSize]
    UNIT_SIZE_HUGE: _ClassVar[UnitSize]

class UpgradeScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UPGRADE_SCOPE_UNSPECIFIED: _ClassVar[UpgradeScope]
    UPGRADE_SCOPE_BASE: _ClassVar[UpgradeScope]
    UPGRADE_SCOPE_MODEL: _ClassVar[UpgradeScope]

class Rearming(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REARMING_UNSPECIFIED: _ClassVar[Rearming]
    REARMING_ALL: _ClassVar[Rearming]
    REARMING_ONE: _ClassVar[Rearming]
    REARMING_SHARED: _ClassVar[Rearming]
    REARMING_ADDS: _ClassVar[Rearming]

class SideRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDE_ROLE_UNSPECIFIED: _ClassVar[SideRole]
    SIDE_ROLE_ARMOURED: _ClassVar[SideRole]
    SIDE_ROLE_LIGHT: _ClassVar[SideRole]

class BudgetPackage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BUDGET_PACKAGE_UNSPECIFIED: _ClassVar[BudgetPackage]
    BUDGET_PACKAGE_A: _ClassVar[BudgetPackage]
    BUDGET_PACKAGE_B: _ClassVar[BudgetPackage]

class TerrainType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERRAIN_TYPE_UNSPECIFIED: _ClassVar[TerrainType]
    TERRAIN_TYPE_CLEAR: _ClassVar[TerrainType]
    TERRAIN_TYPE_MOUNTAINS: _ClassVar[TerrainType]
    TERRAIN_TYPE_HILLS: _ClassVar[TerrainType]
    TERRAIN_TYPE_FOREST: _ClassVar[TerrainType]
    TERRAIN_TYPE_SWAMP: _ClassVar[TerrainType]
    TERRAIN_TYPE_BUILDING: _ClassVar[TerrainType]
    TERRAIN_TYPE_RUINS: _ClassVar[TerrainType]
    TERRAIN_TYPE_ROUGH: _ClassVar[TerrainType]

class GameType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_TYPE_UNSPECIFIED: _ClassVar[GameType]
    GAME_TYPE_PURE_TANK: _ClassVar[GameType]
    GAME_TYPE_INFANTRY: _ClassVar[GameType]
    GAME_TYPE_STANDARD: _ClassVar[GameType]
    GAME_TYPE_ASYMMETRIC: _ClassVar[GameType]

class RetreatTurn(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RETREAT_TURN_UNSPECIFIED: _ClassVar[RetreatTurn]
    RETREAT_TURN_NONE: _ClassVar[RetreatTurn]
    RETREAT_TURN_LEFT: _ClassVar[RetreatTurn]
    RETREAT_TURN_RIGHT: _ClassVar[RetreatTurn]
    RETREAT_TURN_ABOUT: _ClassVar[RetreatTurn]

class Angle(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANGLE_UNSPECIFIED: _ClassVar[Angle]
    ANGLE_FRONT: _ClassVar[Angle]
    ANGLE_FRONT_SIDE: _ClassVar[Angle]
    ANGLE_BACK_SIDE: _ClassVar[Angle]
    ANGLE_BACK: _ClassVar[Angle]
    ANGLE_FRONT_SIDE_RIGHT: _ClassVar[Angle]
    ANGLE_BACK_SIDE_RIGHT: _ClassVar[Angle]
    ANGLE_BACK_SIDE_LEFT: _ClassVar[Angle]
    ANGLE_FRONT_SIDE_LEFT: _ClassVar[Angle]

class HexSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HEX_SIDE_UNSPECIFIED: _ClassVar[HexSide]
    HEX_SIDE_N: _ClassVar[HexSide]
    HEX_SIDE_NE: _ClassVar[HexSide]
    HEX_SIDE_SE: _ClassVar[HexSide]
    HEX_SIDE_S: _ClassVar[HexSide]
    HEX_SIDE_SW: _ClassVar[HexSide]
    HEX_SIDE_NW: _ClassVar[HexSide]

class SwampStuckTiming(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SWAMP_STUCK_TIMING_UNSPECIFIED: _ClassVar[SwampStuckTiming]
    SWAMP_STUCK_TIMING_ON_EXIT: _ClassVar[SwampStuckTiming]
    SWAMP_STUCK_TIMING_ON_ENTRY: _ClassVar[SwampStuckTiming]

class SmokeLos(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SMOKE_LOS_UNSPECIFIED: _ClassVar[SmokeLos]
    SMOKE_LOS_HEX_LEVEL: _ClassVar[SmokeLos]
    SMOKE_LOS_ALL_HEIGHTS: _ClassVar[SmokeLos]

class OverstackShakenFrom(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OVERSTACK_SHAKEN_FROM_UNSPECIFIED: _ClassVar[OverstackShakenFrom]
    OVERSTACK_SHAKEN_FROM_NEXT_TURN: _ClassVar[OverstackShakenFrom]
    OVERSTACK_SHAKEN_FROM_NOW: _ClassVar[OverstackShakenFrom]

class ScoutSetup(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCOUT_SETUP_UNSPECIFIED: _ClassVar[ScoutSetup]
    SCOUT_SETUP_STRICT: _ClassVar[ScoutSetup]
    SCOUT_SETUP_OFF: _ClassVar[ScoutSetup]

class ScoutSetupArea(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCOUT_SETUP_AREA_UNSPECIFIED: _ClassVar[ScoutSetupArea]
    SCOUT_SETUP_AREA_OWN: _ClassVar[ScoutSetupArea]
    SCOUT_SETUP_AREA_OWN_AND_NOMANSLAND: _ClassVar[ScoutSetupArea]

class DamageEffectTiming(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DAMAGE_EFFECT_TIMING_UNSPECIFIED: _ClassVar[DamageEffectTiming]
    DAMAGE_EFFECT_TIMING_APPLY_STEP: _ClassVar[DamageEffectTiming]
    DAMAGE_EFFECT_TIMING_IMMEDIATE: _ClassVar[DamageEffectTiming]

class MirrorRank(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MIRROR_RANK_UNSPECIFIED: _ClassVar[MirrorRank]
    MIRROR_RANK_ROLL_EACH_TIME: _ClassVar[MirrorRank]
    MIRROR_RANK_ROLL_ONCE_PER_GAME: _ClassVar[MirrorRank]

class LoadRequiresStandStill(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOAD_REQUIRES_STAND_STILL_UNSPECIFIED: _ClassVar[LoadRequiresStandStill]
    LOAD_REQUIRES_STAND_STILL_SECOND_PART_ONLY: _ClassVar[LoadRequiresStandStill]
    LOAD_REQUIRES_STAND_STILL_BOTH: _ClassVar[LoadRequiresStandStill]

class HiddenReveal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HIDDEN_REVEAL_UNSPECIFIED: _ClassVar[HiddenReveal]
    HIDDEN_REVEAL_STANDARD: _ClassVar[HiddenReveal]
    HIDDEN_REVEAL_SPOT_ONLY: _ClassVar[HiddenReveal]

class OnEdgePenalty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ON_EDGE_PENALTY_UNSPECIFIED: _ClassVar[OnEdgePenalty]
    ON_EDGE_PENALTY_ARC_BORDER: _ClassVar[OnEdgePenalty]
    ON_EDGE_PENALTY_ANY_CORNER: _ClassVar[OnEdgePenalty]

class CasualtyChoice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CASUALTY_CHOICE_UNSPECIFIED: _ClassVar[CasualtyChoice]
    CASUALTY_CHOICE_OWNER: _ClassVar[CasualtyChoice]
    CASUALTY_CHOICE_ATTACKER: _ClassVar[CasualtyChoice]
    CASUALTY_CHOICE_RANDOM: _ClassVar[CasualtyChoice]

class AssaultAngleChoice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ASSAULT_ANGLE_CHOICE_UNSPECIFIED: _ClassVar[AssaultAngleChoice]
    ASSAULT_ANGLE_CHOICE_OWNER: _ClassVar[AssaultAngleChoice]
    ASSAULT_ANGLE_CHOICE_ATTACKER: _ClassVar[AssaultAngleChoice]

class AssaultAcidGrade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ASSAULT_ACID_GRADE_UNSPECIFIED: _ClassVar[AssaultAcidGrade]
    ASSAULT_ACID_GRADE_WEAPON: _ClassVar[AssaultAcidGrade]
    ASSAULT_ACID_GRADE_ALWAYS_MINOR: _ClassVar[AssaultAcidGrade]

class Reshake(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESHAKE_UNSPECIFIED: _ClassVar[Reshake]
    RESHAKE_TOP_UP: _ClassVar[Reshake]
    RESHAKE_IGNORE: _ClassVar[Reshake]
    RESHAKE_ADD_TWO: _ClassVar[Reshake]

class AcidFive(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACID_FIVE_UNSPECIFIED: _ClassVar[AcidFive]
    ACID_FIVE_AS_4: _ClassVar[AcidFive]
    ACID_FIVE_AS_6: _ClassVar[AcidFive]

class FxRetrigger(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FX_RETRIGGER_UNSPECIFIED: _ClassVar[FxRetrigger]
    FX_RETRIGGER_ON_REENTRY: _ClassVar[FxRetrigger]
    FX_RETRIGGER_ONCE_PER_TURN: _ClassVar[FxRetrigger]

class AftermathDecay(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AFTERMATH_DECAY_UNSPECIFIED: _ClassVar[AftermathDecay]
    AFTERMATH_DECAY_EACH_TYPE: _ClassVar[AftermathDecay]
    AFTERMATH_DECAY_ONE_PER_HEX: _ClassVar[AftermathDecay]

class VictoryCondition(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VICTORY_CONDITION_UNSPECIFIED: _ClassVar[VictoryCondition]
    VICTORY_CONDITION_LAST_STANDING: _ClassVar[VictoryCondition]
    VICTORY_CONDITION_ATTRITION: _ClassVar[VictoryCondition]
    VICTORY_CONDITION_NO_MANS_LAND: _ClassVar[VictoryCondition]
EFFECT_TOKEN_UNSPECIFIED: EffectToken
EFFECT_TOKEN_ACID: EffectToken
EFFECT_TOKEN_MINOR_ACID: EffectToken
EFFECT_TOKEN_FIRE: EffectToken
EFFECT_TOKEN_POISON: EffectToken
EFFECT_TOKEN_BLEEDING: EffectToken
HEX_EFFECT_KIND_UNSPECIFIED: HexEffectKind
HEX_EFFECT_KIND_SMOKE: HexEffectKind
HEX_EFFECT_KIND_FIRE: HexEffectKind
HEX_EFFECT_KIND_POISON_CLOUD: HexEffectKind
HEX_EFFECT_KIND_ACID_CLOUD: HexEffectKind
HEX_EFFECT_KIND_POISON_ACID_CLOUD: HexEffectKind
ACID_GRADE_UNSPECIFIED: AcidGrade
ACID_GRADE_MINOR: AcidGrade
ACID_GRADE_MAJOR: AcidGrade
RESULT_KIND_UNSPECIFIED: ResultKind
RESULT_KIND_FUTURE: ResultKind
RESULT_KIND_SHAKEN: ResultKind
RESULT_KIND_KILL: ResultKind
RESULT_KIND_DESTROY: ResultKind
RESULT_KIND_BLEEDING: ResultKind
RESULT_KIND_ON_FIRE: ResultKind
RESULT_KIND_WEAPON_LOST: ResultKind
RESULT_KIND_SPEED_SET: ResultKind
UNIT_SIZE_UNSPECIFIED: UnitSize
UNIT_SIZE_SMALL: UnitSize
UNIT_SIZE_MEDIUM: UnitSize
UNIT_SIZE_LARGE: UnitSize
UNIT_SIZE_HUGE: UnitSize
UPGRADE_SCOPE_UNSPECIFIED: UpgradeScope
UPGRADE_SCOPE_BASE: UpgradeScope
UPGRADE_SCOPE_MODEL: UpgradeScope
REARMING_UNSPECIFIED: Rearming
REARMING_ALL: Rearming
REARMING_ONE: Rearming
REARMING_SHARED: Rearming
REARMING_ADDS: Rearming
SIDE_ROLE_UNSPECIFIED: SideRole
SIDE_ROLE_ARMOURED: SideRole
SIDE_ROLE_LIGHT: SideRole
BUDGET_PACKAGE_UNSPECIFIED: BudgetPackage
BUDGET_PACKAGE_A: BudgetPackage
BUDGET_PACKAGE_B: BudgetPackage
TERRAIN_TYPE_UNSPECIFIED: TerrainType
TERRAIN_TYPE_CLEAR: TerrainType
TERRAIN_TYPE_MOUNTAINS: TerrainType
TERRAIN_TYPE_HILLS: TerrainType
TERRAIN_TYPE_FOREST: TerrainType
TERRAIN_TYPE_SWAMP: TerrainType
TERRAIN_TYPE_BUILDING: TerrainType
TERRAIN_TYPE_RUINS: TerrainType
TERRAIN_TYPE_ROUGH: TerrainType
GAME_TYPE_UNSPECIFIED: GameType
GAME_TYPE_PURE_TANK: GameType
GAME_TYPE_INFANTRY: GameType
GAME_TYPE_STANDARD: GameType
GAME_TYPE_ASYMMETRIC: GameType
RETREAT_TURN_UNSPECIFIED: RetreatTurn
RETREAT_TURN_NONE: RetreatTurn
RETREAT_TURN_LEFT: RetreatTurn
RETREAT_TURN_RIGHT: RetreatTurn
RETREAT_TURN_ABOUT: RetreatTurn
ANGLE_UNSPECIFIED: Angle
ANGLE_FRONT: Angle
ANGLE_FRONT_SIDE: Angle
ANGLE_BACK_SIDE: Angle
ANGLE_BACK: Angle
ANGLE_FRONT_SIDE_RIGHT: Angle
ANGLE_BACK_SIDE_RIGHT: Angle
ANGLE_BACK_SIDE_LEFT: Angle
ANGLE_FRONT_SIDE_LEFT: Angle
HEX_SIDE_UNSPECIFIED: HexSide
HEX_SIDE_N: HexSide
HEX_SIDE_NE: HexSide
HEX_SIDE_SE: HexSide
HEX_SIDE_S: HexSide
HEX_SIDE_SW: HexSide
HEX_SIDE_NW: HexSide
SWAMP_STUCK_TIMING_UNSPECIFIED: SwampStuckTiming
SWAMP_STUCK_TIMING_ON_EXIT: SwampStuckTiming
SWAMP_STUCK_TIMING_ON_ENTRY: SwampStuckTiming
SMOKE_LOS_UNSPECIFIED: SmokeLos
SMOKE_LOS_HEX_LEVEL: SmokeLos
SMOKE_LOS_ALL_HEIGHTS: SmokeLos
OVERSTACK_SHAKEN_FROM_UNSPECIFIED: OverstackShakenFrom
OVERSTACK_SHAKEN_FROM_NEXT_TURN: OverstackShakenFrom
OVERSTACK_SHAKEN_FROM_NOW: OverstackShakenFrom
SCOUT_SETUP_UNSPECIFIED: ScoutSetup
SCOUT_SETUP_STRICT: ScoutSetup
SCOUT_SETUP_OFF: ScoutSetup
SCOUT_SETUP_AREA_UNSPECIFIED: ScoutSetupArea
SCOUT_SETUP_AREA_OWN: ScoutSetupArea
SCOUT_SETUP_AREA_OWN_AND_NOMANSLAND: ScoutSetupArea
DAMAGE_EFFECT_TIMING_UNSPECIFIED: DamageEffectTiming
DAMAGE_EFFECT_TIMING_APPLY_STEP: DamageEffectTiming
DAMAGE_EFFECT_TIMING_IMMEDIATE: DamageEffectTiming
MIRROR_RANK_UNSPECIFIED: MirrorRank
MIRROR_RANK_ROLL_EACH_TIME: MirrorRank
MIRROR_RANK_ROLL_ONCE_PER_GAME: MirrorRank
LOAD_REQUIRES_STAND_STILL_UNSPECIFIED: LoadRequiresStandStill
LOAD_REQUIRES_STAND_STILL_SECOND_PART_ONLY: LoadRequiresStandStill
LOAD_REQUIRES_STAND_STILL_BOTH: LoadRequiresStandStill
HIDDEN_REVEAL_UNSPECIFIED: HiddenReveal
HIDDEN_REVEAL_STANDARD: HiddenReveal
HIDDEN_REVEAL_SPOT_ONLY: HiddenReveal
ON_EDGE_PENALTY_UNSPECIFIED: OnEdgePenalty
ON_EDGE_PENALTY_ARC_BORDER: OnEdgePenalty
ON_EDGE_PENALTY_ANY_CORNER: OnEdgePenalty
CASUALTY_CHOICE_UNSPECIFIED: CasualtyChoice
CASUALTY_CHOICE_OWNER: CasualtyChoice
CASUALTY_CHOICE_ATTACKER: CasualtyChoice
CASUALTY_CHOICE_RANDOM: CasualtyChoice
ASSAULT_ANGLE_CHOICE_UNSPECIFIED: AssaultAngleChoice
ASSAULT_ANGLE_CHOICE_OWNER: AssaultAngleChoice
ASSAULT_ANGLE_CHOICE_ATTACKER: AssaultAngleChoice
ASSAULT_ACID_GRADE_UNSPECIFIED: AssaultAcidGrade
ASSAULT_ACID_GRADE_WEAPON: AssaultAcidGrade
ASSAULT_ACID_GRADE_ALWAYS_MINOR: AssaultAcidGrade
RESHAKE_UNSPECIFIED: Reshake
RESHAKE_TOP_UP: Reshake
RESHAKE_IGNORE: Reshake
RESHAKE_ADD_TWO: Reshake
ACID_FIVE_UNSPECIFIED: AcidFive
ACID_FIVE_AS_4: AcidFive
ACID_FIVE_AS_6: AcidFive
FX_RETRIGGER_UNSPECIFIED: FxRetrigger
FX_RETRIGGER_ON_REENTRY: FxRetrigger
FX_RETRIGGER_ONCE_PER_TURN: FxRetrigger
AFTERMATH_DECAY_UNSPECIFIED: AftermathDecay
AFTERMATH_DECAY_EACH_TYPE: AftermathDecay
AFTERMATH_DECAY_ONE_PER_HEX: AftermathDecay
VICTORY_CONDITION_UNSPECIFIED: VictoryCondition
VICTORY_CONDITION_LAST_STANDING: VictoryCondition
VICTORY_CONDITION_ATTRITION: VictoryCondition
VICTORY_CONDITION_NO_MANS_LAND: VictoryCondition

class Price(_message.Message):
    __slots__ = ("ip", "mp", "cp", "xp", "com")
    IP_FIELD_NUMBER: _ClassVar[int]
    MP_FIELD_NUMBER: _ClassVar[int]
    CP_FIELD_NUMBER: _ClassVar[int]
    XP_FIELD_NUMBER: _ClassVar[int]
    COM_FIELD_NUMBER: _ClassVar[int]
    ip: int
    mp: int
    cp: int
    xp: int
    com: int
    def __init__(self, ip: _Optional[int] = ..., mp: _Optional[int] = ..., cp: _Optional[int] = ..., xp: _Optional[int] = ..., com: _Optional[int] = ...) -> None: ...

class Angles(_message.Message):
    __slots__ = ("front", "front_side", "back_side", "back")
    FRONT_FIELD_NUMBER: _ClassVar[int]
    FRONT_SIDE_FIELD_NUMBER: _ClassVar[int]
    BACK_SIDE_FIELD_NUMBER: _ClassVar[int]
    BACK_FIELD_NUMBER: _ClassVar[int]
    front: int
    front_side: int
    back_side: int
    back: int
    def __init__(self, front: _Optional[int] = ..., front_side: _Optional[int] = ..., back_side: _Optional[int] = ..., back: _Optional[int] = ...) -> None: ...

class Die(_message.Message):
    __slots__ = ("sides", "plus")
    SIDES_FIELD_NUMBER: _ClassVar[int]
    PLUS_FIELD_NUMBER: _ClassVar[int]
    sides: int
    plus: int
    def __init__(self, sides: _Optional[int] = ..., plus: _Optional[int] = ...) -> None: ...

class TypedDie(_message.Message):
    __slots__ = ("damage_type", "die")
    DAMAGE_TYPE_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    damage_type: str
    die: Die
    def __init__(self, damage_type: _Optional[str] = ..., die: _Optional[_Union[Die, _Mapping]] = ...) -> None: ...

class Ability(_message.Message):
    __slots__ = ("name", "x", "sides", "word")
    NAME_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    name: str
    x: int
    sides: int
    word: str
    def __init__(self, name: _Optional[str] = ..., x: _Optional[int] = ..., sides: _Optional[int] = ..., word: _Optional[str] = ...) -> None: ...

class WeaponEffect(_message.Message):
    __slots__ = ("kind", "level")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    kind: EffectToken
    level: int
    def __init__(self, kind: _Optional[_Union[EffectToken, str]] = ..., level: _Optional[int] = ...) -> None: ...

class HexEffect(_message.Message):
    __slots__ = ("kind", "level", "grade", "density")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    DENSITY_FIELD_NUMBER: _ClassVar[int]
    kind: HexEffectKind
    level: int
    grade: AcidGrade
    density: int
    def __init__(self, kind: _Optional[_Union[HexEffectKind, str]] = ..., level: _Optional[int] = ..., grade: _Optional[_Union[AcidGrade, str]] = ..., density: _Optional[int] = ...) -> None: ...

class Weapon(_message.Message):
    __slots__ = ("id", "name", "hands", "weapon_range", "arc", "ap", "damage", "extra", "area", "burst", "limited_ammo", "always_loaded", "load_per_order", "load_capacity", "enhanced_accuracy", "effects", "hex_effect", "automatic", "speeds")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    WEAPON_RANGE_FIELD_NUMBER: _ClassVar[int]
    ARC_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    AREA_FIELD_NUMBER: _ClassVar[int]
    BURST_FIELD_NUMBER: _ClassVar[int]
    LIMITED_AMMO_FIELD_NUMBER: _ClassVar[int]
    ALWAYS_LOADED_FIELD_NUMBER: _ClassVar[int]
    LOAD_PER_ORDER_FIELD_NUMBER: _ClassVar[int]
    LOAD_CAPACITY_FIELD_NUMBER: _ClassVar[int]
    ENHANCED_ACCURACY_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    HEX_EFFECT_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    SPEEDS_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    hands: int
    weapon_range: int
    arc: str
    ap: int
    damage: Die
    extra: _containers.RepeatedCompositeFieldContainer[TypedDie]
    area: int
    burst: int
    limited_ammo: int
    always_loaded: bool
    load_per_order: int
    load_capacity: int
    enhanced_accuracy: bool
    effects: _containers.RepeatedCompositeFieldContainer[WeaponEffect]
    hex_effect: HexEffect
    automatic: bool
    speeds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., hands: _Optional[int] = ..., weapon_range: _Optional[int] = ..., arc: _Optional[str] = ..., ap: _Optional[int] = ..., damage: _Optional[_Union[Die, _Mapping]] = ..., extra: _Optional[_Iterable[_Union[TypedDie, _Mapping]]] = ..., area: _Optional[int] = ..., burst: _Optional[int] = ..., limited_ammo: _Optional[int] = ..., always_loaded: _Optional[bool] = ..., load_per_order: _Optional[int] = ..., load_capacity: _Optional[int] = ..., enhanced_accuracy: _Optional[bool] = ..., effects: _Optional[_Iterable[_Union[WeaponEffect, _Mapping]]] = ..., hex_effect: _Optional[_Union[HexEffect, _Mapping]] = ..., automatic: _Optional[bool] = ..., speeds: _Optional[_Iterable[str]] = ...) -> None: ...

class AssaultLine(_message.Message):
    __slots__ = ("dice", "to_hit", "ap", "damage", "extra", "effects")
    DICE_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_FIELD_NUMBER: _ClassVar[int]
    AP_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    dice: Angles
    to_hit: int
    ap: int
    damage: Die
    extra: _containers.RepeatedCompositeFieldContainer[TypedDie]
    effects: _containers.RepeatedCompositeFieldContainer[WeaponEffect]
    def __init__(self, dice: _Optional[_Union[Angles, _Mapping]] = ..., to_hit: _Optional[int] = ..., ap: _Optional[int] = ..., damage: _Optional[_Union[Die, _Mapping]] = ..., extra: _Optional[_Iterable[_Union[TypedDie, _Mapping]]] = ..., effects: _Optional[_Iterable[_Union[WeaponEffect, _Mapping]]] = ...) -> None: ...

class Deflection(_message.Message):
    __slots__ = ("dice", "to_hit")
    DICE_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_FIELD_NUMBER: _ClassVar[int]
    dice: Angles
    to_hit: Angles
    def __init__(self, dice: _Optional[_Union[Angles, _Mapping]] = ..., to_hit: _Optional[_Union[Angles, _Mapping]] = ...) -> None: ...

class Model(_message.Message):
    __slots__ = ("name", "elite", "weapons", "equipment", "abilities", "assault", "deflection")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ELITE_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    DEFLECTION_FIELD_NUMBER: _ClassVar[int]
    name: str
    elite: bool
    weapons: _containers.RepeatedScalarFieldContainer[str]
    equipment: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[Ability]
    assault: AssaultLine
    deflection: Deflection
    def __init__(self, name: _Optional[str] = ..., elite: _Optional[bool] = ..., weapons: _Optional[_Iterable[str]] = ..., equipment: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[Ability, _Mapping]]] = ..., assault: _Optional[_Union[AssaultLine, _Mapping]] = ..., deflection: _Optional[_Union[Deflection, _Mapping]] = ...) -> None: ...

class TableResult(_message.Message):
    __slots__ = ("kind", "x", "word")
    KIND_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    kind: ResultKind
    x: int
    word: str
    def __init__(self, kind: _Optional[_Union[ResultKind, str]] = ..., x: _Optional[int] = ..., word: _Optional[str] = ...) -> None: ...

class TableRow(_message.Message):
    __slots__ = ("value", "results")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    value: int
    results: _containers.RepeatedCompositeFieldContainer[TableResult]
    def __init__(self, value: _Optional[int] = ..., results: _Optional[_Iterable[_Union[TableResult, _Mapping]]] = ...) -> None: ...

class DamageTable(_message.Message):
    __slots__ = ("damage_type", "rows")
    DAMAGE_TYPE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    damage_type: str
    rows: _containers.RepeatedCompositeFieldContainer[TableRow]
    def __init__(self, damage_type: _Optional[str] = ..., rows: _Optional[_Iterable[_Union[TableRow, _Mapping]]] = ...) -> None: ...

class SpeedOrders(_message.Message):
    __slots__ = ("speed", "movement", "default_movement", "flying", "accelerates", "brakes")
    SPEED_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    FLYING_FIELD_NUMBER: _ClassVar[int]
    ACCELERATES_FIELD_NUMBER: _ClassVar[int]
    BRAKES_FIELD_NUMBER: _ClassVar[int]
    speed: str
    movement: _containers.RepeatedScalarFieldContainer[str]
    default_movement: str
    flying: bool
    accelerates: str
    brakes: str
    def __init__(self, speed: _Optional[str] = ..., movement: _Optional[_Iterable[str]] = ..., default_movement: _Optional[str] = ..., flying: _Optional[bool] = ..., accelerates: _Optional[str] = ..., brakes: _Optional[str] = ...) -> None: ...

class GunneryOrder(_message.Message):
    __slots__ = ("pattern", "first_speeds", "second_speeds")
    PATTERN_FIELD_NUMBER: _ClassVar[int]
    FIRST_SPEEDS_FIELD_NUMBER: _ClassVar[int]
    SECOND_SPEEDS_FIELD_NUMBER: _ClassVar[int]
    pattern: str
    first_speeds: _containers.RepeatedScalarFieldContainer[str]
    second_speeds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, pattern: _Optional[str] = ..., first_speeds: _Optional[_Iterable[str]] = ..., second_speeds: _Optional[_Iterable[str]] = ...) -> None: ...

class Resistance(_message.Message):
    __slots__ = ("damage_type", "by")
    DAMAGE_TYPE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    damage_type: str
    by: int
    def __init__(self, damage_type: _Optional[str] = ..., by: _Optional[int] = ...) -> None: ...

class Sheet(_message.Message):
    __slots__ = ("kind", "name", "nation", "price", "types", "size", "models", "terrain_permissions", "ladder", "speeds", "initial_speed", "setup_rows", "gunnery", "default_gunnery", "fire_orders", "orders_ahead", "armour", "tables", "resistances", "immunities", "abilities", "hidden", "leader_follow", "base_weapon", "weapons")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NATION_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    LADDER_FIELD_NUMBER: _ClassVar[int]
    SPEEDS_FIELD_NUMBER: _ClassVar[int]
    INITIAL_SPEED_FIELD_NUMBER: _ClassVar[int]
    SETUP_ROWS_FIELD_NUMBER: _ClassVar[int]
    GUNNERY_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_GUNNERY_FIELD_NUMBER: _ClassVar[int]
    FIRE_ORDERS_FIELD_NUMBER: _ClassVar[int]
    ORDERS_AHEAD_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    RESISTANCES_FIELD_NUMBER: _ClassVar[int]
    IMMUNITIES_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    LEADER_FOLLOW_FIELD_NUMBER: _ClassVar[int]
    BASE_WEAPON_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    kind: str
    name: str
    nation: str
    price: Price
    types: _containers.RepeatedScalarFieldContainer[str]
    size: UnitSize
    models: _containers.RepeatedCompositeFieldContainer[Model]
    terrain_permissions: _containers.RepeatedScalarFieldContainer[str]
    ladder: _containers.RepeatedScalarFieldContainer[str]
    speeds: _containers.RepeatedCompositeFieldContainer[SpeedOrders]
    initial_speed: str
    setup_rows: _containers.RepeatedScalarFieldContainer[int]
    gunnery: _containers.RepeatedCompositeFieldContainer[GunneryOrder]
    default_gunnery: str
    fire_orders: int
    orders_ahead: int
    armour: Angles
    tables: _containers.RepeatedCompositeFieldContainer[DamageTable]
    resistances: _containers.RepeatedCompositeFieldContainer[Resistance]
    immunities: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[Ability]
    hidden: bool
    leader_follow: bool
    base_weapon: str
    weapons: _containers.RepeatedCompositeFieldContainer[Weapon]
    def __init__(self, kind: _Optional[str] = ..., name: _Optional[str] = ..., nation: _Optional[str] = ..., price: _Optional[_Union[Price, _Mapping]] = ..., types: _Optional[_Iterable[str]] = ..., size: _Optional[_Union[UnitSize, str]] = ..., models: _Optional[_Iterable[_Union[Model, _Mapping]]] = ..., terrain_permissions: _Optional[_Iterable[str]] = ..., ladder: _Optional[_Iterable[str]] = ..., speeds: _Optional[_Iterable[_Union[SpeedOrders, _Mapping]]] = ..., initial_speed: _Optional[str] = ..., setup_rows: _Optional[_Iterable[int]] = ..., gunnery: _Optional[_Iterable[_Union[GunneryOrder, _Mapping]]] = ..., default_gunnery: _Optional[str] = ..., fire_orders: _Optional[int] = ..., orders_ahead: _Optional[int] = ..., armour: _Optional[_Union[Angles, _Mapping]] = ..., tables: _Optional[_Iterable[_Union[DamageTable, _Mapping]]] = ..., resistances: _Optional[_Iterable[_Union[Resistance, _Mapping]]] = ..., immunities: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[Ability, _Mapping]]] = ..., hidden: _Optional[bool] = ..., leader_follow: _Optional[bool] = ..., base_weapon: _Optional[str] = ..., weapons: _Optional[_Iterable[_Union[Weapon, _Mapping]]] = ...) -> None: ...

class UpgradeOption(_message.Message):
    __slots__ = ("id", "name", "price", "scope", "requires", "elites_only", "elite", "weapon", "arms", "equipment", "hands", "types", "abilities", "resistances", "immunities", "deflection", "assault", "armour")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    REQUIRES_FIELD_NUMBER: _ClassVar[int]
    ELITES_ONLY_FIELD_NUMBER: _ClassVar[int]
    ELITE_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    ARMS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    RESISTANCES_FIELD_NUMBER: _ClassVar[int]
    IMMUNITIES_FIELD_NUMBER: _ClassVar[int]
    DEFLECTION_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    price: Price
    scope: UpgradeScope
    requires: _containers.RepeatedScalarFieldContainer[str]
    elites_only: bool
    elite: Model
    weapon: str
    arms: Rearming
    equipment: str
    hands: int
    types: _containers.RepeatedScalarFieldContainer[str]
    abilities: _containers.RepeatedCompositeFieldContainer[Ability]
    resistances: _containers.RepeatedCompositeFieldContainer[Resistance]
    immunities: _containers.RepeatedScalarFieldContainer[str]
    deflection: Deflection
    assault: AssaultLine
    armour: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., price: _Optional[_Union[Price, _Mapping]] = ..., scope: _Optional[_Union[UpgradeScope, str]] = ..., requires: _Optional[_Iterable[str]] = ..., elites_only: _Optional[bool] = ..., elite: _Optional[_Union[Model, _Mapping]] = ..., weapon: _Optional[str] = ..., arms: _Optional[_Union[Rearming, str]] = ..., equipment: _Optional[str] = ..., hands: _Optional[int] = ..., types: _Optional[_Iterable[str]] = ..., abilities: _Optional[_Iterable[_Union[Ability, _Mapping]]] = ..., resistances: _Optional[_Iterable[_Union[Resistance, _Mapping]]] = ..., immunities: _Optional[_Iterable[str]] = ..., deflection: _Optional[_Union[Deflection, _Mapping]] = ..., assault: _Optional[_Union[AssaultLine, _Mapping]] = ..., armour: _Optional[int] = ...) -> None: ...

class UnitEntry(_message.Message):
    __slots__ = ("sheet", "upgrades")
    SHEET_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    sheet: Sheet
    upgrades: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, sheet: _Optional[_Union[Sheet, _Mapping]] = ..., upgrades: _Optional[_Iterable[str]] = ...) -> None: ...

class ArmyList(_message.Message):
    __slots__ = ("nation", "units", "upgrades", "weapons")
    NATION_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    nation: str
    units: _containers.RepeatedCompositeFieldContainer[UnitEntry]
    upgrades: _containers.RepeatedCompositeFieldContainer[UpgradeOption]
    weapons: _containers.RepeatedCompositeFieldContainer[Weapon]
    def __init__(self, nation: _Optional[str] = ..., units: _Optional[_Iterable[_Union[UnitEntry, _Mapping]]] = ..., upgrades: _Optional[_Iterable[_Union[UpgradeOption, _Mapping]]] = ..., weapons: _Optional[_Iterable[_Union[Weapon, _Mapping]]] = ...) -> None: ...

class SideTerms(_message.Message):
    __slots__ = ("nations", "number", "role")
    NATIONS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    nations: _containers.RepeatedScalarFieldContainer[str]
    number: int
    role: SideRole
    def __init__(self, nations: _Optional[_Iterable[str]] = ..., number: _Optional[int] = ..., role: _Optional[_Union[SideRole, str]] = ...) -> None: ...

class Feature(_message.Message):
    __slots__ = ("name", "cost", "blocks", "to_be_hit")
    NAME_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    TO_BE_HIT_FIELD_NUMBER: _ClassVar[int]
    name: str
    cost: int
    blocks: bool
    to_be_hit: int
    def __init__(self, name: _Optional[str] = ..., cost: _Optional[int] = ..., blocks: _Optional[bool] = ..., to_be_hit: _Optional[int] = ...) -> None: ...

class Options(_message.Message):
    __slots__ = ("army_budget_strict", "advanced", "overlay_data", "swamp_stuck_timing", "building_blocks_los", "smoke_los", "flying_ignores_terrain", "overstack_shaken_from", "entrenched_rows", "map_size", "secret_map_design", "scout_setup", "scout_setup_area", "damage_effect_timing", "open_orders", "open_choices", "mirror_rank", "load_requires_stand_still", "weapons_start_loaded", "hidden_reveal", "on_edge_penalty", "area_uses_hit_modifiers", "casualty_choice", "special_needs_penetration", "flying_ground_assault", "assault_angle_choice", "fear_shaken_immediate", "assault_acid_grade", "reshake", "acid_five", "fx_retrigger", "fx_friendly", "fx_affects_flying", "aftermath_decay", "turn_limit", "victory")
    ARMY_BUDGET_STRICT_FIELD_NUMBER: _ClassVar[int]
    ADVANCED_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_DATA_FIELD_NUMBER: _ClassVar[int]
    SWAMP_STUCK_TIMING_FIELD_NUMBER: _ClassVar[int]
    BUILDING_BLOCKS_LOS_FIELD_NUMBER: _ClassVar[int]
    SMOKE_LOS_FIELD_NUMBER: _ClassVar[int]
    FLYING_IGNORES_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OVERSTACK_SHAKEN_FROM_FIELD_NUMBER: _ClassVar[int]
    ENTRENCHED_ROWS_FIELD_NUMBER: _ClassVar[int]
    MAP_SIZE_FIELD_NUMBER: _ClassVar[int]
    SECRET_MAP_DESIGN_FIELD_NUMBER: _ClassVar[int]
    SCOUT_SETUP_FIELD_NUMBER: _ClassVar[int]
    SCOUT_SETUP_AREA_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_EFFECT_TIMING_FIELD_NUMBER: _ClassVar[int]
    OPEN_ORDERS_FIELD_NUMBER: _ClassVar[int]
    OPEN_CHOICES_FIELD_NUMBER: _ClassVar[int]
    MIRROR_RANK_FIELD_NUMBER: _ClassVar[int]
    LOAD_REQUIRES_STAND_STILL_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_START_LOADED_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_REVEAL_FIELD_NUMBER: _ClassVar[int]
    ON_EDGE_PENALTY_FIELD_NUMBER: _ClassVar[int]
    AREA_USES_HIT_MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    CASUALTY_CHOICE_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_NEEDS_PENETRATION_FIELD_NUMBER: _ClassVar[int]
    FLYING_GROUND_ASSAULT_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ANGLE_CHOICE_FIELD_NUMBER: _ClassVar[int]
    FEAR_SHAKEN_IMMEDIATE_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ACID_GRADE_FIELD_NUMBER: _ClassVar[int]
    RESHAKE_FIELD_NUMBER: _ClassVar[int]
    ACID_FIVE_FIELD_NUMBER: _ClassVar[int]
    FX_RETRIGGER_FIELD_NUMBER: _ClassVar[int]
    FX_FRIENDLY_FIELD_NUMBER: _ClassVar[int]
    FX_AFFECTS_FLYING_FIELD_NUMBER: _ClassVar[int]
    AFTERMATH_DECAY_FIELD_NUMBER: _ClassVar[int]
    TURN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    VICTORY_FIELD_NUMBER: _ClassVar[int]
    army_budget_strict: bool
    advanced: bool
    overlay_data: _containers.RepeatedCompositeFieldContainer[Feature]
    swamp_stuck_timing: SwampStuckTiming
    building_blocks_los: bool
    smoke_los: SmokeLos
    flying_ignores_terrain: bool
    overstack_shaken_from: OverstackShakenFrom
    entrenched_rows: int
    map_size: str
    secret_map_design: bool
    scout_setup: ScoutSetup
    scout_setup_area: ScoutSetupArea
    damage_effect_timing: DamageEffectTiming
    open_orders: bool
    open_choices: bool
    mirror_rank: MirrorRank
    load_requires_stand_still: LoadRequiresStandStill
    weapons_start_loaded: bool
    hidden_reveal: HiddenReveal
    on_edge_penalty: OnEdgePenalty
    area_uses_hit_modifiers: bool
    casualty_choice: CasualtyChoice
    special_needs_penetration: bool
    flying_ground_assault: bool
    assault_angle_choice: AssaultAngleChoice
    fear_shaken_immediate: bool
    assault_acid_grade: AssaultAcidGrade
    reshake: Reshake
    acid_five: AcidFive
    fx_retrigger: FxRetrigger
    fx_friendly: bool
    fx_affects_flying: bool
    aftermath_decay: AftermathDecay
    turn_limit: int
    victory: VictoryCondition
    def __init__(self, army_budget_strict: _Optional[bool] = ..., advanced: _Optional[bool] = ..., overlay_data: _Optional[_Iterable[_Union[Feature, _Mapping]]] = ..., swamp_stuck_timing: _Optional[_Union[SwampStuckTiming, str]] = ..., building_blocks_los: _Optional[bool] = ..., smoke_los: _Optional[_Union[SmokeLos, str]] = ..., flying_ignores_terrain: _Optional[bool] = ..., overstack_shaken_from: _Optional[_Union[OverstackShakenFrom, str]] = ..., entrenched_rows: _Optional[int] = ..., map_size: _Optional[str] = ..., secret_map_design: _Optional[bool] = ..., scout_setup: _Optional[_Union[ScoutSetup, str]] = ..., scout_setup_area: _Optional[_Union[ScoutSetupArea, str]] = ..., damage_effect_timing: _Optional[_Union[DamageEffectTiming, str]] = ..., open_orders: _Optional[bool] = ..., open_choices: _Optional[bool] = ..., mirror_rank: _Optional[_Union[MirrorRank, str]] = ..., load_requires_stand_still: _Optional[_Union[LoadRequiresStandStill, str]] = ..., weapons_start_loaded: _Optional[bool] = ..., hidden_reveal: _Optional[_Union[HiddenReveal, str]] = ..., on_edge_penalty: _Optional[_Union[OnEdgePenalty, str]] = ..., area_uses_hit_modifiers: _Optional[bool] = ..., casualty_choice: _Optional[_Union[CasualtyChoice, str]] = ..., special_needs_penetration: _Optional[bool] = ..., flying_ground_assault: _Optional[bool] = ..., assault_angle_choice: _Optional[_Union[AssaultAngleChoice, str]] = ..., fear_shaken_immediate: _Optional[bool] = ..., assault_acid_grade: _Optional[_Union[AssaultAcidGrade, str]] = ..., reshake: _Optional[_Union[Reshake, str]] = ..., acid_five: _Optional[_Union[AcidFive, str]] = ..., fx_retrigger: _Optional[_Union[FxRetrigger, str]] = ..., fx_friendly: _Optional[bool] = ..., fx_affects_flying: _Optional[bool] = ..., aftermath_decay: _Optional[_Union[AftermathDecay, str]] = ..., turn_limit: _Optional[int] = ..., victory: _Optional[_Union[VictoryCondition, str]] = ...) -> None: ...

class FreePoints(_message.Message):
    __slots__ = ("mp", "cp", "xp")
    MP_FIELD_NUMBER: _ClassVar[int]
    CP_FIELD_NUMBER: _ClassVar[int]
    XP_FIELD_NUMBER: _ClassVar[int]
    mp: int
    cp: int
    xp: int
    def __init__(self, mp: _Optional[int] = ..., cp: _Optional[int] = ..., xp: _Optional[int] = ...) -> None: ...

class HugeList(_message.Message):
    __slots__ = ("kinds",)
    KINDS_FIELD_NUMBER: _ClassVar[int]
    kinds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, kinds: _Optional[_Iterable[str]] = ...) -> None: ...

class UpgradeChoice(_message.Message):
    __slots__ = ("upgrade", "model")
    UPGRADE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    upgrade: str
    model: int
    def __init__(self, upgrade: _Optional[str] = ..., model: _Optional[int] = ...) -> None: ...

class Purchase(_message.Message):
    __slots__ = ("kind", "upgrades")
    KIND_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    kind: str
    upgrades: _containers.RepeatedCompositeFieldContainer[UpgradeChoice]
    def __init__(self, kind: _Optional[str] = ..., upgrades: _Optional[_Iterable[_Union[UpgradeChoice, _Mapping]]] = ...) -> None: ...

class Roster(_message.Message):
    __slots__ = ("units",)
    UNITS_FIELD_NUMBER: _ClassVar[int]
    units: _containers.RepeatedCompositeFieldContainer[Purchase]
    def __init__(self, units: _Optional[_Iterable[_Union[Purchase, _Mapping]]] = ...) -> None: ...

class HexTerrain(_message.Message):
    __slots__ = ("hex", "terrain", "overlays")
    HEX_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OVERLAYS_FIELD_NUMBER: _ClassVar[int]
    hex: str
    terrain: TerrainType
    overlays: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, hex: _Optional[str] = ..., terrain: _Optional[_Union[TerrainType, str]] = ..., overlays: _Optional[_Iterable[str]] = ...) -> None: ...

class MapArea(_message.Message):
    __slots__ = ("hexes",)
    HEXES_FIELD_NUMBER: _ClassVar[int]
    hexes: _containers.RepeatedCompositeFieldContainer[HexTerrain]
    def __init__(self, hexes: _Optional[_Iterable[_Union[HexTerrain, _Mapping]]] = ...) -> None: ...

class TerrainCount(_message.Message):
    __slots__ = ("terrain", "count")
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    terrain: TerrainType
    count: int
    def __init__(self, terrain: _Optional[_Union[TerrainType, str]] = ..., count: _Optional[int] = ...) -> None: ...

class Plot(_message.Message):
    __slots__ = ("turn", "unit", "movement", "gunnery")
    TURN_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    GUNNERY_FIELD_NUMBER: _ClassVar[int]
    turn: int
    unit: str
    movement: _containers.RepeatedScalarFieldContainer[str]
    gunnery: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, turn: _Optional[int] = ..., unit: _Optional[str] = ..., movement: _Optional[_Iterable[str]] = ..., gunnery: _Optional[_Iterable[str]] = ...) -> None: ...

class Plots(_message.Message):
    __slots__ = ("plots",)
    PLOTS_FIELD_NUMBER: _ClassVar[int]
    plots: _containers.RepeatedCompositeFieldContainer[Plot]
    def __init__(self, plots: _Optional[_Iterable[_Union[Plot, _Mapping]]] = ...) -> None: ...

class PlacedPlot(_message.Message):
    __slots__ = ("unit", "movement", "gunnery", "defaulted")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    GUNNERY_FIELD_NUMBER: _ClassVar[int]
    DEFAULTED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    movement: str
    gunnery: _containers.RepeatedScalarFieldContainer[str]
    defaulted: bool
    def __init__(self, unit: _Optional[str] = ..., movement: _Optional[str] = ..., gunnery: _Optional[_Iterable[str]] = ..., defaulted: _Optional[bool] = ...) -> None: ...

class Shot(_message.Message):
    __slots__ = ("model", "gun", "target", "exit", "entry")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    GUN_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    EXIT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    model: int
    gun: Angle
    target: str
    exit: HexSide
    entry: HexSide
    def __init__(self, model: _Optional[int] = ..., gun: _Optional[_Union[Angle, str]] = ..., target: _Optional[str] = ..., exit: _Optional[_Union[HexSide, str]] = ..., entry: _Optional[_Union[HexSide, str]] = ...) -> None: ...

class SpotAim(_message.Message):
    __slots__ = ("unit", "token")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    unit: str
    token: str
    def __init__(self, unit: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class Spots(_message.Message):
    __slots__ = ("spots",)
    SPOTS_FIELD_NUMBER: _ClassVar[int]
    spots: _containers.RepeatedCompositeFieldContainer[SpotAim]
    def __init__(self, spots: _Optional[_Iterable[_Union[SpotAim, _Mapping]]] = ...) -> None: ...

class Intent(_message.Message):
    __slots__ = ("unit", "enter")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ENTER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    enter: bool
    def __init__(self, unit: _Optional[str] = ..., enter: _Optional[bool] = ...) -> None: ...

class Intents(_message.Message):
    __slots__ = ("intents",)
    INTENTS_FIELD_NUMBER: _ClassVar[int]
    intents: _containers.RepeatedCompositeFieldContainer[Intent]
    def __init__(self, intents: _Optional[_Iterable[_Union[Intent, _Mapping]]] = ...) -> None: ...

class MoveChoice(_message.Message):
    __slots__ = ("unit", "facing", "hex", "other")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    facing: HexSide
    hex: str
    other: str
    def __init__(self, unit: _Optional[str] = ..., facing: _Optional[_Union[HexSide, str]] = ..., hex: _Optional[str] = ..., other: _Optional[str] = ...) -> None: ...

class MoveChoices(_message.Message):
    __slots__ = ("choices",)
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    choices: _containers.RepeatedCompositeFieldContainer[MoveChoice]
    def __init__(self, choices: _Optional[_Iterable[_Union[MoveChoice, _Mapping]]] = ...) -> None: ...

class Contributors(_message.Message):
    __slots__ = ("units",)
    UNITS_FIELD_NUMBER: _ClassVar[int]
    units: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, units: _Optional[_Iterable[str]] = ...) -> None: ...

class DiceKept(_message.Message):
    __slots__ = ("group", "dice")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    group: str
    dice: int
    def __init__(self, group: _Optional[str] = ..., dice: _Optional[int] = ...) -> None: ...

class GroupCount(_message.Message):
    __slots__ = ("group", "count")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    group: str
    count: int
    def __init__(self, group: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class DamagingHit(_message.Message):
    __slots__ = ("group", "target", "supports")
    GROUP_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SUPPORTS_FIELD_NUMBER: _ClassVar[int]
    group: str
    target: str
    supports: _containers.RepeatedCompositeFieldContainer[GroupCount]
    def __init__(self, group: _Optional[str] = ..., target: _Optional[str] = ..., supports: _Optional[_Iterable[_Union[GroupCount, _Mapping]]] = ...) -> None: ...

class Allocation(_message.Message):
    __slots__ = ("hits",)
    HITS_FIELD_NUMBER: _ClassVar[int]
    hits: _containers.RepeatedCompositeFieldContainer[DamagingHit]
    def __init__(self, hits: _Optional[_Iterable[_Union[DamagingHit, _Mapping]]] = ...) -> None: ...

class SupportMove(_message.Message):
    __slots__ = ("leaves", "joins", "supports")
    LEAVES_FIELD_NUMBER: _ClassVar[int]
    JOINS_FIELD_NUMBER: _ClassVar[int]
    SUPPORTS_FIELD_NUMBER: _ClassVar[int]
    leaves: str
    joins: str
    supports: GroupCount
    def __init__(self, leaves: _Optional[str] = ..., joins: _Optional[str] = ..., supports: _Optional[_Union[GroupCount, _Mapping]] = ...) -> None: ...

class SupportUse(_message.Message):
    __slots__ = ("hit", "supports")
    HIT_FIELD_NUMBER: _ClassVar[int]
    SUPPORTS_FIELD_NUMBER: _ClassVar[int]
    hit: str
    supports: GroupCount
    def __init__(self, hit: _Optional[str] = ..., supports: _Optional[_Union[GroupCount, _Mapping]] = ...) -> None: ...

class CreateGame(_message.Message):
    __slots__ = ("scenario", "game_type", "map_name", "sides", "options", "header")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    GAME_TYPE_FIELD_NUMBER: _ClassVar[int]
    MAP_NAME_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    scenario: str
    game_type: GameType
    map_name: str
    sides: _containers.RepeatedCompositeFieldContainer[SideTerms]
    options: Options
    header: _record_pb2.Header
    def __init__(self, scenario: _Optional[str] = ..., game_type: _Optional[_Union[GameType, str]] = ..., map_name: _Optional[str] = ..., sides: _Optional[_Iterable[_Union[SideTerms, _Mapping]]] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class LoadArmyList(_message.Message):
    __slots__ = ("list", "header")
    LIST_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    list: ArmyList
    header: _record_pb2.Header
    def __init__(self, list: _Optional[_Union[ArmyList, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollForSide(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseRole(_message.Message):
    __slots__ = ("role", "header")
    ROLE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    role: SideRole
    header: _record_pb2.Header
    def __init__(self, role: _Optional[_Union[SideRole, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseBudgetPackage(_message.Message):
    __slots__ = ("budget_package", "header")
    BUDGET_PACKAGE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    budget_package: BudgetPackage
    header: _record_pb2.Header
    def __init__(self, budget_package: _Optional[_Union[BudgetPackage, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SplitFreePoints(_message.Message):
    __slots__ = ("points", "header")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    points: FreePoints
    header: _record_pb2.Header
    def __init__(self, points: _Optional[_Union[FreePoints, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareHugeUnits(_message.Message):
    __slots__ = ("huge", "header")
    HUGE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    huge: HugeList
    header: _record_pb2.Header
    def __init__(self, huge: _Optional[_Union[HugeList, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SubmitArmy(_message.Message):
    __slots__ = ("army", "header")
    ARMY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    army: Roster
    header: _record_pb2.Header
    def __init__(self, army: _Optional[_Union[Roster, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SubmitMapArea(_message.Message):
    __slots__ = ("area", "header")
    AREA_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    area: MapArea
    header: _record_pb2.Header
    def __init__(self, area: _Optional[_Union[MapArea, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ProposeNoMansLandFeatures(_message.Message):
    __slots__ = ("features", "header")
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    features: _containers.RepeatedCompositeFieldContainer[TerrainCount]
    header: _record_pb2.Header
    def __init__(self, features: _Optional[_Iterable[_Union[TerrainCount, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AnswerNoMansLandProposal(_message.Message):
    __slots__ = ("accept", "header")
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    accept: bool
    header: _record_pb2.Header
    def __init__(self, accept: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollSetupAdvantage(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlaceUnit(_message.Message):
    __slots__ = ("slot", "hex", "facing", "header")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    slot: int
    hex: str
    facing: HexSide
    header: _record_pb2.Header
    def __init__(self, slot: _Optional[int] = ..., hex: _Optional[str] = ..., facing: _Optional[_Union[HexSide, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlaceHiddenToken(_message.Message):
    __slots__ = ("slot", "hex", "facing", "header")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    slot: int
    hex: str
    facing: HexSide
    header: _record_pb2.Header
    def __init__(self, slot: _Optional[int] = ..., hex: _Optional[str] = ..., facing: _Optional[_Union[HexSide, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PassSetupStep(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlotOrders(_message.Message):
    __slots__ = ("plot", "header")
    PLOT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    plot: Plot
    header: _record_pb2.Header
    def __init__(self, plot: _Optional[_Union[Plot, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CommitOrders(_message.Message):
    __slots__ = ("turn", "allow_defaults", "further", "header")
    TURN_FIELD_NUMBER: _ClassVar[int]
    ALLOW_DEFAULTS_FIELD_NUMBER: _ClassVar[int]
    FURTHER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    turn: int
    allow_defaults: bool
    further: Plots
    header: _record_pb2.Header
    def __init__(self, turn: _Optional[int] = ..., allow_defaults: _Optional[bool] = ..., further: _Optional[_Union[Plots, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AdvanceStep(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class FireWeapon(_message.Message):
    __slots__ = ("unit", "weapon", "shots", "use_aim", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    USE_AIM_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    shots: _containers.RepeatedCompositeFieldContainer[Shot]
    use_aim: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., shots: _Optional[_Iterable[_Union[Shot, _Mapping]]] = ..., use_aim: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class FireAreaWeapon(_message.Message):
    __slots__ = ("unit", "weapon", "models", "hex", "entry", "use_aim", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    USE_AIM_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    models: _containers.RepeatedScalarFieldContainer[int]
    hex: str
    entry: HexSide
    use_aim: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., models: _Optional[_Iterable[int]] = ..., hex: _Optional[str] = ..., entry: _Optional[_Union[HexSide, str]] = ..., use_aim: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class FireHexEffect(_message.Message):
    __slots__ = ("unit", "weapon", "models", "hex", "exit", "use_aim", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    EXIT_FIELD_NUMBER: _ClassVar[int]
    USE_AIM_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    models: _containers.RepeatedScalarFieldContainer[int]
    hex: str
    exit: HexSide
    use_aim: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., models: _Optional[_Iterable[int]] = ..., hex: _Optional[str] = ..., exit: _Optional[_Union[HexSide, str]] = ..., use_aim: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class HoldFire(_message.Message):
    __slots__ = ("unit", "models", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    models: _containers.RepeatedScalarFieldContainer[int]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., models: _Optional[_Iterable[int]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SpotHiddenUnit(_message.Message):
    __slots__ = ("spot", "header")
    SPOT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    spot: SpotAim
    header: _record_pb2.Header
    def __init__(self, spot: _Optional[_Union[SpotAim, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PassChoice(_message.Message):
    __slots__ = ("spots", "header")
    SPOTS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    spots: Spots
    header: _record_pb2.Header
    def __init__(self, spots: _Optional[_Union[Spots, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollHits(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class OrderDamageRolls(_message.Message):
    __slots__ = ("hits", "header")
    HITS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    hits: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, hits: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollDamage(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseCasualty(_message.Message):
    __slots__ = ("unit", "model", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    model: int
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., model: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareAssaultIntent(_message.Message):
    __slots__ = ("intents", "header")
    INTENTS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    intents: Intents
    header: _record_pb2.Header
    def __init__(self, intents: _Optional[_Union[Intents, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseMoves(_message.Message):
    __slots__ = ("choices", "header")
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    choices: MoveChoices
    header: _record_pb2.Header
    def __init__(self, choices: _Optional[_Union[MoveChoices, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseFleeHex(_message.Message):
    __slots__ = ("unit", "hex", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hex: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., hex: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollOff(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveMovement(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseContestedHex(_message.Message):
    __slots__ = ("exchange", "hex", "header")
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    exchange: str
    hex: str
    header: _record_pb2.Header
    def __init__(self, exchange: _Optional[str] = ..., hex: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AttemptPreAssaultRetreat(_message.Message):
    __slots__ = ("units", "header")
    UNITS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    units: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, units: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollPreAssaultRetreats(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DecidePreAssaultRetreat(_message.Message):
    __slots__ = ("unit", "goes", "hex", "turn", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    GOES_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    goes: bool
    hex: str
    turn: RetreatTurn
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., goes: _Optional[bool] = ..., hex: _Optional[str] = ..., turn: _Optional[_Union[RetreatTurn, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class TriggerHexEffects(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolvePreAssaultAbilities(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseAssaultContributors(_message.Message):
    __slots__ = ("contributors", "header")
    CONTRIBUTORS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    contributors: Contributors
    header: _record_pb2.Header
    def __init__(self, contributors: _Optional[_Union[Contributors, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseAssaultAngle(_message.Message):
    __slots__ = ("unit", "angle", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    angle: Angle
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., angle: _Optional[_Union[Angle, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseFearDice(_message.Message):
    __slots__ = ("unit", "kept", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    kept: _containers.RepeatedCompositeFieldContainer[DiceKept]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., kept: _Optional[_Iterable[_Union[DiceKept, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollAssault(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseDeflections(_message.Message):
    __slots__ = ("enemy", "own", "header")
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    enemy: _containers.RepeatedCompositeFieldContainer[GroupCount]
    own: _containers.RepeatedCompositeFieldContainer[GroupCount]
    header: _record_pb2.Header
    def __init__(self, enemy: _Optional[_Iterable[_Union[GroupCount, _Mapping]]] = ..., own: _Optional[_Iterable[_Union[GroupCount, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AllocateHits(_message.Message):
    __slots__ = ("allocation", "header")
    ALLOCATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    allocation: Allocation
    header: _record_pb2.Header
    def __init__(self, allocation: _Optional[_Union[Allocation, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class UseCunningAssault(_message.Message):
    __slots__ = ("target", "hits", "supports", "moved", "header")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    SUPPORTS_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    target: str
    hits: _containers.RepeatedScalarFieldContainer[str]
    supports: _containers.RepeatedCompositeFieldContainer[SupportUse]
    moved: _containers.RepeatedCompositeFieldContainer[SupportMove]
    header: _record_pb2.Header
    def __init__(self, target: _Optional[str] = ..., hits: _Optional[_Iterable[str]] = ..., supports: _Optional[_Iterable[_Union[SupportUse, _Mapping]]] = ..., moved: _Optional[_Iterable[_Union[SupportMove, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RetreatUnit(_message.Message):
    __slots__ = ("unit", "hex", "turn", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hex: str
    turn: RetreatTurn
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., hex: _Optional[str] = ..., turn: _Optional[_Union[RetreatTurn, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveRetreats(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ApplyDamage(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveAgony(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveAftermath(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndGame(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...
