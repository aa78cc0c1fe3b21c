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

class ArmourSituation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARMOUR_SITUATION_UNSPECIFIED: _ClassVar[ArmourSituation]
    ARMOUR_SITUATION_ALWAYS: _ClassVar[ArmourSituation]
    ARMOUR_SITUATION_SHOOTING: _ClassVar[ArmourSituation]
    ARMOUR_SITUATION_OVERHEAD: _ClassVar[ArmourSituation]
    ARMOUR_SITUATION_BLAST: _ClassVar[ArmourSituation]
    ARMOUR_SITUATION_PBS: _ClassVar[ArmourSituation]
    ARMOUR_SITUATION_H2H: _ClassVar[ArmourSituation]
    ARMOUR_SITUATION_OPEN: _ClassVar[ArmourSituation]

class OverheadKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OVERHEAD_KIND_UNSPECIFIED: _ClassVar[OverheadKind]
    OVERHEAD_KIND_BLAST: _ClassVar[OverheadKind]
    OVERHEAD_KIND_NET: _ClassVar[OverheadKind]
    OVERHEAD_KIND_MARKER: _ClassVar[OverheadKind]

class WeaponKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEAPON_KIND_UNSPECIFIED: _ClassVar[WeaponKind]
    WEAPON_KIND_STANDARD: _ClassVar[WeaponKind]
    WEAPON_KIND_LIGHT_SUPPORT: _ClassVar[WeaponKind]
    WEAPON_KIND_HEAVY: _ClassVar[WeaponKind]
    WEAPON_KIND_OVERHEAD: _ClassVar[WeaponKind]

class WeaponProperty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEAPON_PROPERTY_UNSPECIFIED: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_PBS: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_DISRUPTOR: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_SLINGNET: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_SUSPENSOR_NET: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_BLAST: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_FIRES_ON_ADVANCE: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_HEAVY: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_RETARGET_ON_MISS: _ClassVar[WeaponProperty]
    WEAPON_PROPERTY_BREAK_TEST: _ClassVar[WeaponProperty]

class RuleHook(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RULE_HOOK_UNSPECIFIED: _ClassVar[RuleHook]
    RULE_HOOK_ORDER_TEST_MODIFIER: _ClassVar[RuleHook]
    RULE_HOOK_SKIPS_ORDER_TEST: _ClassVar[RuleHook]
    RULE_HOOK_FREE_REACTION: _ClassVar[RuleHook]
    RULE_HOOK_BREAK_TEST_ON_CASUALTY: _ClassVar[RuleHook]
    RULE_HOOK_NONE: _ClassVar[RuleHook]

class ReactionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REACTION_KIND_UNSPECIFIED: _ClassVar[ReactionKind]
    REACTION_KIND_GO_DOWN: _ClassVar[ReactionKind]
    REACTION_KIND_FIREFIGHT: _ClassVar[ReactionKind]
    REACTION_KIND_DASH_TO_COVER: _ClassVar[ReactionKind]
    REACTION_KIND_STAND_AND_SHOOT: _ClassVar[ReactionKind]
    REACTION_KIND_ESCAPE: _ClassVar[ReactionKind]
    REACTION_KIND_COUNTERCHARGE: _ClassVar[ReactionKind]
    REACTION_KIND_AMBUSH_FIRE: _ClassVar[ReactionKind]

class Comparison(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPARISON_UNSPECIFIED: _ClassVar[Comparison]
    COMPARISON_AT_LEAST: _ClassVar[Comparison]
    COMPARISON_AT_MOST: _ClassVar[Comparison]

class EndTestResult(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_TEST_RESULT_UNSPECIFIED: _ClassVar[EndTestResult]
    END_TEST_RESULT_REMOVE: _ClassVar[EndTestResult]
    END_TEST_RESULT_STAY: _ClassVar[EndTestResult]

class DeviceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEVICE_KIND_UNSPECIFIED: _ClassVar[DeviceKind]
    DEVICE_KIND_SPOTTER: _ClassVar[DeviceKind]
    DEVICE_KIND_TARGETER: _ClassVar[DeviceKind]
    DEVICE_KIND_LIFESEEKER: _ClassVar[DeviceKind]
    DEVICE_KIND_TECTORIST: _ClassVar[DeviceKind]
    DEVICE_KIND_COMBAT_ARRAY: _ClassVar[DeviceKind]
    DEVICE_KIND_FLITTER: _ClassVar[DeviceKind]
    DEVICE_KIND_BLUR: _ClassVar[DeviceKind]
    DEVICE_KIND_STAA_TAG: _ClassVar[DeviceKind]
    DEVICE_KIND_KINETIC_DAMPENER: _ClassVar[DeviceKind]
    DEVICE_KIND_BATTER_SHIELD: _ClassVar[DeviceKind]
    DEVICE_KIND_SUBVERTER: _ClassVar[DeviceKind]
    DEVICE_KIND_MUNITION: _ClassVar[DeviceKind]
    DEVICE_KIND_NONE: _ClassVar[DeviceKind]

class DeviceScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEVICE_SCOPE_UNSPECIFIED: _ClassVar[DeviceScope]
    DEVICE_SCOPE_OWN_UNIT: _ClassVar[DeviceScope]
    DEVICE_SCOPE_SIDE: _ClassVar[DeviceScope]

class OptionEffectKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTION_EFFECT_KIND_UNSPECIFIED: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_ADD_SPECIAL_DIE: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_RETURN_DRAWN_DIE: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_REDRAW_UNBLOCKABLE: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_CHANGE_DIE_SIDE: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_REMOVE_PINS: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_ADD_TEST_MODIFIER: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_GRANT_FREE_REACTION: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_CONTEST_DIE: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_NEXT_DIE_DOWN: _ClassVar[OptionEffectKind]
    OPTION_EFFECT_KIND_NONE: _ClassVar[OptionEffectKind]

class OptionWindow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTION_WINDOW_UNSPECIFIED: _ClassVar[OptionWindow]
    OPTION_WINDOW_TURN_START: _ClassVar[OptionWindow]
    OPTION_WINDOW_DICE_DRAW: _ClassVar[OptionWindow]
    OPTION_WINDOW_ALLOCATION: _ClassVar[OptionWindow]

class UnitType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_TYPE_UNSPECIFIED: _ClassVar[UnitType]
    UNIT_TYPE_INFANTRY: _ClassVar[UnitType]
    UNIT_TYPE_MOUNTED: _ClassVar[UnitType]
    UNIT_TYPE_BEAST: _ClassVar[UnitType]
    UNIT_TYPE_HUMONGOUS_BEAST: _ClassVar[UnitType]
    UNIT_TYPE_WEAPON_TEAM: _ClassVar[UnitType]
    UNIT_TYPE_VEHICLE: _ClassVar[UnitType]
    UNIT_TYPE_VEHICLE_DRONE: _ClassVar[UnitType]
    UNIT_TYPE_DRONE: _ClassVar[UnitType]
    UNIT_TYPE_PROBE: _ClassVar[UnitType]

class UnitSize(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_SIZE_UNSPECIFIED: _ClassVar[UnitSize]
    UNIT_SIZE_SMALL: _ClassVar[UnitSize]
    UNIT_SIZE_MEDIUM: _ClassVar[UnitSize]
    UNIT_SIZE_LARGE: _ClassVar[UnitSize]
    UNIT_SIZE_HUGE: _ClassVar[UnitSize]

class UnitFlag(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_FLAG_UNSPECIFIED: _ClassVar[UnitFlag]
    UNIT_FLAG_FAST: _ClassVar[UnitFlag]
    UNIT_FLAG_CAN_SPRINT: _ClassVar[UnitFlag]
    UNIT_FLAG_CAN_ASSAULT: _ClassVar[UnitFlag]
    UNIT_FLAG_CUMBERSOME: _ClassVar[UnitFlag]
    UNIT_FLAG_HEAVILY_ARMOURED: _ClassVar[UnitFlag]
    UNIT_FLAG_HIT_AND_RUN: _ClassVar[UnitFlag]
    UNIT_FLAG_USES_DAMAGE_CHART: _ClassVar[UnitFlag]
    UNIT_FLAG_DOWN_FORCES_REROLLS: _ClassVar[UnitFlag]
    UNIT_FLAG_MAY_SPLIT_TARGETS: _ClassVar[UnitFlag]
    UNIT_FLAG_ALL_WEAPONS: _ClassVar[UnitFlag]
    UNIT_FLAG_PRIMARY_MODEL_ONLY: _ClassVar[UnitFlag]
    UNIT_FLAG_FORCE_ORDER_TEST: _ClassVar[UnitFlag]

class TerrainType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERRAIN_TYPE_UNSPECIFIED: _ClassVar[TerrainType]
    TERRAIN_TYPE_OBSTACLE: _ClassVar[TerrainType]
    TERRAIN_TYPE_AREA: _ClassVar[TerrainType]
    TERRAIN_TYPE_NONE: _ClassVar[TerrainType]

class TerrainSight(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERRAIN_SIGHT_UNSPECIFIED: _ClassVar[TerrainSight]
    TERRAIN_SIGHT_CLEAR: _ClassVar[TerrainSight]
    TERRAIN_SIGHT_OBSCURING: _ClassVar[TerrainSight]
    TERRAIN_SIGHT_BLOCKING: _ClassVar[TerrainSight]

class TerrainMovement(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERRAIN_MOVEMENT_UNSPECIFIED: _ClassVar[TerrainMovement]
    TERRAIN_MOVEMENT_OPEN: _ClassVar[TerrainMovement]
    TERRAIN_MOVEMENT_DIFFICULT: _ClassVar[TerrainMovement]
    TERRAIN_MOVEMENT_IMPASSABLE: _ClassVar[TerrainMovement]

class CoverGrade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COVER_GRADE_UNSPECIFIED: _ClassVar[CoverGrade]
    COVER_GRADE_CLEAR: _ClassVar[CoverGrade]
    COVER_GRADE_SOFT: _ClassVar[CoverGrade]
    COVER_GRADE_HARD: _ClassVar[CoverGrade]

class SightObstacle(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIGHT_OBSTACLE_UNSPECIFIED: _ClassVar[SightObstacle]
    SIGHT_OBSTACLE_OBSCURING: _ClassVar[SightObstacle]
    SIGHT_OBSTACLE_BLOCKING: _ClassVar[SightObstacle]
    SIGHT_OBSTACLE_MODELS: _ClassVar[SightObstacle]

class StateChangeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STATE_CHANGE_KIND_UNSPECIFIED: _ClassVar[StateChangeKind]
    STATE_CHANGE_KIND_PINS: _ClassVar[StateChangeKind]
    STATE_CHANGE_KIND_DOWN: _ClassVar[StateChangeKind]
    STATE_CHANGE_KIND_ORDER_DIE_TO_BAG: _ClassVar[StateChangeKind]
    STATE_CHANGE_KIND_ORDER_DIE_FROM_BAG: _ClassVar[StateChangeKind]
    STATE_CHANGE_KIND_FLAG: _ClassVar[StateChangeKind]
    STATE_CHANGE_KIND_MARKER_REMOVED: _ClassVar[StateChangeKind]
    STATE_CHANGE_KIND_NOTE: _ClassVar[StateChangeKind]

class FieldKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIELD_KIND_UNSPECIFIED: _ClassVar[FieldKind]
    FIELD_KIND_KINETIC_DAMPENER: _ClassVar[FieldKind]
    FIELD_KIND_BATTER_SHIELD: _ClassVar[FieldKind]

class TestKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEST_KIND_UNSPECIFIED: _ClassVar[TestKind]
    TEST_KIND_ORDER: _ClassVar[TestKind]
    TEST_KIND_RALLY: _ClassVar[TestKind]
    TEST_KIND_RECOVERY: _ClassVar[TestKind]
    TEST_KIND_SPRINT: _ClassVar[TestKind]
    TEST_KIND_TERRAIN: _ClassVar[TestKind]
    TEST_KIND_REACTION: _ClassVar[TestKind]
    TEST_KIND_RESIST: _ClassVar[TestKind]
    TEST_KIND_BREAK: _ClassVar[TestKind]
    TEST_KIND_H2H: _ClassVar[TestKind]

class TestEffectKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEST_EFFECT_KIND_UNSPECIFIED: _ClassVar[TestEffectKind]
    TEST_EFFECT_KIND_REMOVE_PIN: _ClassVar[TestEffectKind]
    TEST_EFFECT_KIND_ADD_PIN: _ClassVar[TestEffectKind]
    TEST_EFFECT_KIND_DESTROY: _ClassVar[TestEffectKind]

class OrderKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ORDER_KIND_UNSPECIFIED: _ClassVar[OrderKind]
    ORDER_KIND_FIRE: _ClassVar[OrderKind]
    ORDER_KIND_ADVANCE: _ClassVar[OrderKind]
    ORDER_KIND_RUN: _ClassVar[OrderKind]
    ORDER_KIND_AMBUSH: _ClassVar[OrderKind]
    ORDER_KIND_RALLY: _ClassVar[OrderKind]
    ORDER_KIND_DOWN: _ClassVar[OrderKind]

class MissRerollSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MISS_REROLL_SOURCE_UNSPECIFIED: _ClassVar[MissRerollSource]
    MISS_REROLL_SOURCE_SPOTTER: _ClassVar[MissRerollSource]
    MISS_REROLL_SOURCE_COMBAT_ARRAY: _ClassVar[MissRerollSource]
    MISS_REROLL_SOURCE_TECTORIST: _ClassVar[MissRerollSource]
    MISS_REROLL_SOURCE_RETARGET: _ClassVar[MissRerollSource]

class DeviceState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEVICE_STATE_UNSPECIFIED: _ClassVar[DeviceState]
    DEVICE_STATE_WORKING: _ClassVar[DeviceState]
    DEVICE_STATE_PATCHED: _ClassVar[DeviceState]

class OptionPreset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTION_PRESET_UNSPECIFIED: _ClassVar[OptionPreset]
    OPTION_PRESET_DISTORT_NEXT_DIE_DOWN: _ClassVar[OptionPreset]
    OPTION_PRESET_BLOCK_REDRAW: _ClassVar[OptionPreset]

class HalfRounding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HALF_ROUNDING_UNSPECIFIED: _ClassVar[HalfRounding]
    HALF_ROUNDING_DOWN: _ClassVar[HalfRounding]
    HALF_ROUNDING_UP: _ClassVar[HalfRounding]

class StartOptionsFirstSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    START_OPTIONS_FIRST_SIDE_UNSPECIFIED: _ClassVar[StartOptionsFirstSide]
    START_OPTIONS_FIRST_SIDE_ROLLOFF: _ClassVar[StartOptionsFirstSide]
    START_OPTIONS_FIRST_SIDE_SIDE_A: _ClassVar[StartOptionsFirstSide]
    START_OPTIONS_FIRST_SIDE_SIDE_B: _ClassVar[StartOptionsFirstSide]

class SubverterClaimEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBVERTER_CLAIM_EFFECT_UNSPECIFIED: _ClassVar[SubverterClaimEffect]
    SUBVERTER_CLAIM_EFFECT_CUSTODY: _ClassVar[SubverterClaimEffect]
    SUBVERTER_CLAIM_EFFECT_PERMANENT: _ClassVar[SubverterClaimEffect]
    SUBVERTER_CLAIM_EFFECT_GAIN_DIE: _ClassVar[SubverterClaimEffect]

class DifficultFailMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIFFICULT_FAIL_MODE_UNSPECIFIED: _ClassVar[DifficultFailMode]
    DIFFICULT_FAIL_MODE_TERRAIN_ONLY: _ClassVar[DifficultFailMode]
    DIFFICULT_FAIL_MODE_WHOLE_MOVE: _ClassVar[DifficultFailMode]

class MajorityScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MAJORITY_SCOPE_UNSPECIFIED: _ClassVar[MajorityScope]
    MAJORITY_SCOPE_VOLLEY: _ClassVar[MajorityScope]
    MAJORITY_SCOPE_PER_MODEL: _ClassVar[MajorityScope]

class OverSmallerThan(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OVER_SMALLER_THAN_UNSPECIFIED: _ClassVar[OverSmallerThan]
    OVER_SMALLER_THAN_TARGET: _ClassVar[OverSmallerThan]
    OVER_SMALLER_THAN_SHOOTER: _ClassVar[OverSmallerThan]
    OVER_SMALLER_THAN_EITHER: _ClassVar[OverSmallerThan]

class MissRerolls(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MISS_REROLLS_UNSPECIFIED: _ClassVar[MissRerolls]
    MISS_REROLLS_ONE_PER_SOURCE: _ClassVar[MissRerolls]
    MISS_REROLLS_ALL: _ClassVar[MissRerolls]

class FlitterMeasuredFrom(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FLITTER_MEASURED_FROM_UNSPECIFIED: _ClassVar[FlitterMeasuredFrom]
    FLITTER_MEASURED_FROM_TARGET: _ClassVar[FlitterMeasuredFrom]
    FLITTER_MEASURED_FROM_SHOOTER: _ClassVar[FlitterMeasuredFrom]

class BlurAppliesTo(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BLUR_APPLIES_TO_UNSPECIFIED: _ClassVar[BlurAppliesTo]
    BLUR_APPLIES_TO_TARGET: _ClassVar[BlurAppliesTo]
    BLUR_APPLIES_TO_SHOOTER: _ClassVar[BlurAppliesTo]
    BLUR_APPLIES_TO_EITHER: _ClassVar[BlurAppliesTo]

class BlindShiftMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BLIND_SHIFT_MODE_UNSPECIFIED: _ClassVar[BlindShiftMode]
    BLIND_SHIFT_MODE_TWO_VECTORS: _ClassVar[BlindShiftMode]
    BLIND_SHIFT_MODE_ONE_VECTOR: _ClassVar[BlindShiftMode]

class LuckyRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUCKY_RULE_UNSPECIFIED: _ClassVar[LuckyRule]
    LUCKY_RULE_ONE_PER_VOLLEY: _ClassVar[LuckyRule]
    LUCKY_RULE_ONLY_IF_EXACTLY_ONE: _ClassVar[LuckyRule]

class HitAllocation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HIT_ALLOCATION_UNSPECIFIED: _ClassVar[HitAllocation]
    HIT_ALLOCATION_EVEN: _ClassVar[HitAllocation]
    HIT_ALLOCATION_FREE: _ClassVar[HitAllocation]

class PinResBasis(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PIN_RES_BASIS_UNSPECIFIED: _ClassVar[PinResBasis]
    PIN_RES_BASIS_MODIFIED: _ClassVar[PinResBasis]
    PIN_RES_BASIS_BASE_PLUS_ARMOUR: _ClassVar[PinResBasis]

class H2hCompare(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    H2H_COMPARE_UNSPECIFIED: _ClassVar[H2hCompare]
    H2H_COMPARE_TOTAL: _ClassVar[H2hCompare]
    H2H_COMPARE_GAINED_IN_ROUND: _ClassVar[H2hCompare]
    H2H_COMPARE_GAINED_IN_ASSAULT: _ClassVar[H2hCompare]

class PbsBreakTiming(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PBS_BREAK_TIMING_UNSPECIFIED: _ClassVar[PbsBreakTiming]
    PBS_BREAK_TIMING_END: _ClassVar[PbsBreakTiming]
    PBS_BREAK_TIMING_PER_VOLLEY: _ClassVar[PbsBreakTiming]

class InterruptedBreak(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INTERRUPTED_BREAK_UNSPECIFIED: _ClassVar[InterruptedBreak]
    INTERRUPTED_BREAK_IMMEDIATE: _ClassVar[InterruptedBreak]
    INTERRUPTED_BREAK_END_OF_ACTION: _ClassVar[InterruptedBreak]

class AmbushAssaultGapFrom(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AMBUSH_ASSAULT_GAP_FROM_UNSPECIFIED: _ClassVar[AmbushAssaultGapFrom]
    AMBUSH_ASSAULT_GAP_FROM_ASSAULTER: _ClassVar[AmbushAssaultGapFrom]
    AMBUSH_ASSAULT_GAP_FROM_AMBUSHER: _ClassVar[AmbushAssaultGapFrom]

class WeaponLossChoice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEAPON_LOSS_CHOICE_UNSPECIFIED: _ClassVar[WeaponLossChoice]
    WEAPON_LOSS_CHOICE_RANDOM: _ClassVar[WeaponLossChoice]
    WEAPON_LOSS_CHOICE_ATTACKER: _ClassVar[WeaponLossChoice]
    WEAPON_LOSS_CHOICE_OWNER: _ClassVar[WeaponLossChoice]

class BothBroken(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOTH_BROKEN_UNSPECIFIED: _ClassVar[BothBroken]
    BOTH_BROKEN_DRAW: _ClassVar[BothBroken]
    BOTH_BROKEN_POINTS: _ClassVar[BothBroken]

class NetProtection(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NET_PROTECTION_UNSPECIFIED: _ClassVar[NetProtection]
    NET_PROTECTION_PINS: _ClassVar[NetProtection]
    NET_PROTECTION_HITS: _ClassVar[NetProtection]
    NET_PROTECTION_BOTH: _ClassVar[NetProtection]
ARMOUR_SITUATION_UNSPECIFIED: ArmourSituation
ARMOUR_SITUATION_ALWAYS: ArmourSituation
ARMOUR_SITUATION_SHOOTING: ArmourSituation
ARMOUR_SITUATION_OVERHEAD: ArmourSituation
ARMOUR_SITUATION_BLAST: ArmourSituation
ARMOUR_SITUATION_PBS: ArmourSituation
ARMOUR_SITUATION_H2H: ArmourSituation
ARMOUR_SITUATION_OPEN: ArmourSituation
OVERHEAD_KIND_UNSPECIFIED: OverheadKind
OVERHEAD_KIND_BLAST: OverheadKind
OVERHEAD_KIND_NET: OverheadKind
OVERHEAD_KIND_MARKER: OverheadKind
WEAPON_KIND_UNSPECIFIED: WeaponKind
WEAPON_KIND_STANDARD: WeaponKind
WEAPON_KIND_LIGHT_SUPPORT: WeaponKind
WEAPON_KIND_HEAVY: WeaponKind
WEAPON_KIND_OVERHEAD: WeaponKind
WEAPON_PROPERTY_UNSPECIFIED: WeaponProperty
WEAPON_PROPERTY_PBS: WeaponProperty
WEAPON_PROPERTY_DISRUPTOR: WeaponProperty
WEAPON_PROPERTY_SLINGNET: WeaponProperty
WEAPON_PROPERTY_SUSPENSOR_NET: WeaponProperty
WEAPON_PROPERTY_BLAST: WeaponProperty
WEAPON_PROPERTY_FIRES_ON_ADVANCE: WeaponProperty
WEAPON_PROPERTY_HEAVY: WeaponProperty
WEAPON_PROPERTY_RETARGET_ON_MISS: WeaponProperty
WEAPON_PROPERTY_BREAK_TEST: WeaponProperty
RULE_HOOK_UNSPECIFIED: RuleHook
RULE_HOOK_ORDER_TEST_MODIFIER: RuleHook
RULE_HOOK_SKIPS_ORDER_TEST: RuleHook
RULE_HOOK_FREE_REACTION: RuleHook
RULE_HOOK_BREAK_TEST_ON_CASUALTY: RuleHook
RULE_HOOK_NONE: RuleHook
REACTION_KIND_UNSPECIFIED: ReactionKind
REACTION_KIND_GO_DOWN: ReactionKind
REACTION_KIND_FIREFIGHT: ReactionKind
REACTION_KIND_DASH_TO_COVER: ReactionKind
REACTION_KIND_STAND_AND_SHOOT: ReactionKind
REACTION_KIND_ESCAPE: ReactionKind
REACTION_KIND_COUNTERCHARGE: ReactionKind
REACTION_KIND_AMBUSH_FIRE: ReactionKind
COMPARISON_UNSPECIFIED: Comparison
COMPARISON_AT_LEAST: Comparison
COMPARISON_AT_MOST: Comparison
END_TEST_RESULT_UNSPECIFIED: EndTestResult
END_TEST_RESULT_REMOVE: EndTestResult
END_TEST_RESULT_STAY: EndTestResult
DEVICE_KIND_UNSPECIFIED: DeviceKind
DEVICE_KIND_SPOTTER: DeviceKind
DEVICE_KIND_TARGETER: DeviceKind
DEVICE_KIND_LIFESEEKER: DeviceKind
DEVICE_KIND_TECTORIST: DeviceKind
DEVICE_KIND_COMBAT_ARRAY: DeviceKind
DEVICE_KIND_FLITTER: DeviceKind
DEVICE_KIND_BLUR: DeviceKind
DEVICE_KIND_STAA_TAG: DeviceKind
DEVICE_KIND_KINETIC_DAMPENER: DeviceKind
DEVICE_KIND_BATTER_SHIELD: DeviceKind
DEVICE_KIND_SUBVERTER: DeviceKind
DEVICE_KIND_MUNITION: DeviceKind
DEVICE_KIND_NONE: DeviceKind
DEVICE_SCOPE_UNSPECIFIED: DeviceScope
DEVICE_SCOPE_OWN_UNIT: DeviceScope
DEVICE_SCOPE_SIDE: DeviceScope
OPTION_EFFECT_KIND_UNSPECIFIED: OptionEffectKind
OPTION_EFFECT_KIND_ADD_SPECIAL_DIE: OptionEffectKind
OPTION_EFFECT_KIND_RETURN_DRAWN_DIE: OptionEffectKind
OPTION_EFFECT_KIND_REDRAW_UNBLOCKABLE: OptionEffectKind
OPTION_EFFECT_KIND_CHANGE_DIE_SIDE: OptionEffectKind
OPTION_EFFECT_KIND_REMOVE_PINS: OptionEffectKind
OPTION_EFFECT_KIND_ADD_TEST_MODIFIER: OptionEffectKind
OPTION_EFFECT_KIND_GRANT_FREE_REACTION: OptionEffectKind
OPTION_EFFECT_KIND_CONTEST_DIE: OptionEffectKind
OPTION_EFFECT_KIND_NEXT_DIE_DOWN: OptionEffectKind
OPTION_EFFECT_KIND_NONE: OptionEffectKind
OPTION_WINDOW_UNSPECIFIED: OptionWindow
OPTION_WINDOW_TURN_START: OptionWindow
OPTION_WINDOW_DICE_DRAW: OptionWindow
OPTION_WINDOW_ALLOCATION: OptionWindow
UNIT_TYPE_UNSPECIFIED: UnitType
UNIT_TYPE_INFANTRY: UnitType
UNIT_TYPE_MOUNTED: UnitType
UNIT_TYPE_BEAST: UnitType
UNIT_TYPE_HUMONGOUS_BEAST: UnitType
UNIT_TYPE_WEAPON_TEAM: UnitType
UNIT_TYPE_VEHICLE: UnitType
UNIT_TYPE_VEHICLE_DRONE: UnitType
UNIT_TYPE_DRONE: UnitType
UNIT_TYPE_PROBE: UnitType
UNIT_SIZE_UNSPECIFIED: UnitSize
UNIT_SIZE_SMALL: UnitSize
UNIT_SIZE_MEDIUM: UnitSize
UNIT_SIZE_LARGE: UnitSize
UNIT_SIZE_HUGE: UnitSize
UNIT_FLAG_UNSPECIFIED: UnitFlag
UNIT_FLAG_FAST: UnitFlag
UNIT_FLAG_CAN_SPRINT: UnitFlag
UNIT_FLAG_CAN_ASSAULT: UnitFlag
UNIT_FLAG_CUMBERSOME: UnitFlag
UNIT_FLAG_HEAVILY_ARMOURED: UnitFlag
UNIT_FLAG_HIT_AND_RUN: UnitFlag
UNIT_FLAG_USES_DAMAGE_CHART: UnitFlag
UNIT_FLAG_DOWN_FORCES_REROLLS: UnitFlag
UNIT_FLAG_MAY_SPLIT_TARGETS: UnitFlag
UNIT_FLAG_ALL_WEAPONS: UnitFlag
UNIT_FLAG_PRIMARY_MODEL_ONLY: UnitFlag
UNIT_FLAG_FORCE_ORDER_TEST: UnitFlag
TERRAIN_TYPE_UNSPECIFIED: TerrainType
TERRAIN_TYPE_OBSTACLE: TerrainType
TERRAIN_TYPE_AREA: TerrainType
TERRAIN_TYPE_NONE: TerrainType
TERRAIN_SIGHT_UNSPECIFIED: TerrainSight
TERRAIN_SIGHT_CLEAR: TerrainSight
TERRAIN_SIGHT_OBSCURING: TerrainSight
TERRAIN_SIGHT_BLOCKING: TerrainSight
TERRAIN_MOVEMENT_UNSPECIFIED: TerrainMovement
TERRAIN_MOVEMENT_OPEN: TerrainMovement
TERRAIN_MOVEMENT_DIFFICULT: TerrainMovement
TERRAIN_MOVEMENT_IMPASSABLE: TerrainMovement
COVER_GRADE_UNSPECIFIED: CoverGrade
COVER_GRADE_CLEAR: CoverGrade
COVER_GRADE_SOFT: CoverGrade
COVER_GRADE_HARD: CoverGrade
SIGHT_OBSTACLE_UNSPECIFIED: SightObstacle
SIGHT_OBSTACLE_OBSCURING: SightObstacle
SIGHT_OBSTACLE_BLOCKING: SightObstacle
SIGHT_OBSTACLE_MODELS: SightObstacle
STATE_CHANGE_KIND_UNSPECIFIED: StateChangeKind
STATE_CHANGE_KIND_PINS: StateChangeKind
STATE_CHANGE_KIND_DOWN: StateChangeKind
STATE_CHANGE_KIND_ORDER_DIE_TO_BAG: StateChangeKind
STATE_CHANGE_KIND_ORDER_DIE_FROM_BAG: StateChangeKind
STATE_CHANGE_KIND_FLAG: StateChangeKind
STATE_CHANGE_KIND_MARKER_REMOVED: StateChangeKind
STATE_CHANGE_KIND_NOTE: StateChangeKind
FIELD_KIND_UNSPECIFIED: FieldKind
FIELD_KIND_KINETIC_DAMPENER: FieldKind
FIELD_KIND_BATTER_SHIELD: FieldKind
TEST_KIND_UNSPECIFIED: TestKind
TEST_KIND_ORDER: TestKind
TEST_KIND_RALLY: TestKind
TEST_KIND_RECOVERY: TestKind
TEST_KIND_SPRINT: TestKind
TEST_KIND_TERRAIN: TestKind
TEST_KIND_REACTION: TestKind
TEST_KIND_RESIST: TestKind
TEST_KIND_BREAK: TestKind
TEST_KIND_H2H: TestKind
TEST_EFFECT_KIND_UNSPECIFIED: TestEffectKind
TEST_EFFECT_KIND_REMOVE_PIN: TestEffectKind
TEST_EFFECT_KIND_ADD_PIN: TestEffectKind
TEST_EFFECT_KIND_DESTROY: TestEffectKind
ORDER_KIND_UNSPECIFIED: OrderKind
ORDER_KIND_FIRE: OrderKind
ORDER_KIND_ADVANCE: OrderKind
ORDER_KIND_RUN: OrderKind
ORDER_KIND_AMBUSH: OrderKind
ORDER_KIND_RALLY: OrderKind
ORDER_KIND_DOWN: OrderKind
MISS_REROLL_SOURCE_UNSPECIFIED: MissRerollSource
MISS_REROLL_SOURCE_SPOTTER: MissRerollSource
MISS_REROLL_SOURCE_COMBAT_ARRAY: MissRerollSource
MISS_REROLL_SOURCE_TECTORIST: MissRerollSource
MISS_REROLL_SOURCE_RETARGET: MissRerollSource
DEVICE_STATE_UNSPECIFIED: DeviceState
DEVICE_STATE_WORKING: DeviceState
DEVICE_STATE_PATCHED: DeviceState
OPTION_PRESET_UNSPECIFIED: OptionPreset
OPTION_PRESET_DISTORT_NEXT_DIE_DOWN: OptionPreset
OPTION_PRESET_BLOCK_REDRAW: OptionPreset
HALF_ROUNDING_UNSPECIFIED: HalfRounding
HALF_ROUNDING_DOWN: HalfRounding
HALF_ROUNDING_UP: HalfRounding
START_OPTIONS_FIRST_SIDE_UNSPECIFIED: StartOptionsFirstSide
START_OPTIONS_FIRST_SIDE_ROLLOFF: StartOptionsFirstSide
START_OPTIONS_FIRST_SIDE_SIDE_A: StartOptionsFirstSide
START_OPTIONS_FIRST_SIDE_SIDE_B: StartOptionsFirstSide
SUBVERTER_CLAIM_EFFECT_UNSPECIFIED: SubverterClaimEffect
SUBVERTER_CLAIM_EFFECT_CUSTODY: SubverterClaimEffect
SUBVERTER_CLAIM_EFFECT_PERMANENT: SubverterClaimEffect
SUBVERTER_CLAIM_EFFECT_GAIN_DIE: SubverterClaimEffect
DIFFICULT_FAIL_MODE_UNSPECIFIED: DifficultFailMode
DIFFICULT_FAIL_MODE_TERRAIN_ONLY: DifficultFailMode
DIFFICULT_FAIL_MODE_WHOLE_MOVE: DifficultFailMode
MAJORITY_SCOPE_UNSPECIFIED: MajorityScope
MAJORITY_SCOPE_VOLLEY: MajorityScope
MAJORITY_SCOPE_PER_MODEL: MajorityScope
OVER_SMALLER_THAN_UNSPECIFIED: OverSmallerThan
OVER_SMALLER_THAN_TARGET: OverSmallerThan
OVER_SMALLER_THAN_SHOOTER: OverSmallerThan
OVER_SMALLER_THAN_EITHER: OverSmallerThan
MISS_REROLLS_UNSPECIFIED: MissRerolls
MISS_REROLLS_ONE_PER_SOURCE: MissRerolls
MISS_REROLLS_ALL: MissRerolls
FLITTER_MEASURED_FROM_UNSPECIFIED: FlitterMeasuredFrom
FLITTER_MEASURED_FROM_TARGET: FlitterMeasuredFrom
FLITTER_MEASURED_FROM_SHOOTER: FlitterMeasuredFrom
BLUR_APPLIES_TO_UNSPECIFIED: BlurAppliesTo
BLUR_APPLIES_TO_TARGET: BlurAppliesTo
BLUR_APPLIES_TO_SHOOTER: BlurAppliesTo
BLUR_APPLIES_TO_EITHER: BlurAppliesTo
BLIND_SHIFT_MODE_UNSPECIFIED: BlindShiftMode
BLIND_SHIFT_MODE_TWO_VECTORS: BlindShiftMode
BLIND_SHIFT_MODE_ONE_VECTOR: BlindShiftMode
LUCKY_RULE_UNSPECIFIED: LuckyRule
LUCKY_RULE_ONE_PER_VOLLEY: LuckyRule
LUCKY_RULE_ONLY_IF_EXACTLY_ONE: LuckyRule
HIT_ALLOCATION_UNSPECIFIED: HitAllocation
HIT_ALLOCATION_EVEN: HitAllocation
HIT_ALLOCATION_FREE: HitAllocation
PIN_RES_BASIS_UNSPECIFIED: PinResBasis
PIN_RES_BASIS_MODIFIED: PinResBasis
PIN_RES_BASIS_BASE_PLUS_ARMOUR: PinResBasis
H2H_COMPARE_UNSPECIFIED: H2hCompare
H2H_COMPARE_TOTAL: H2hCompare
H2H_COMPARE_GAINED_IN_ROUND: H2hCompare
H2H_COMPARE_GAINED_IN_ASSAULT: H2hCompare
PBS_BREAK_TIMING_UNSPECIFIED: PbsBreakTiming
PBS_BREAK_TIMING_END: PbsBreakTiming
PBS_BREAK_TIMING_PER_VOLLEY: PbsBreakTiming
INTERRUPTED_BREAK_UNSPECIFIED: InterruptedBreak
INTERRUPTED_BREAK_IMMEDIATE: InterruptedBreak
INTERRUPTED_BREAK_END_OF_ACTION: InterruptedBreak
AMBUSH_ASSAULT_GAP_FROM_UNSPECIFIED: AmbushAssaultGapFrom
AMBUSH_ASSAULT_GAP_FROM_ASSAULTER: AmbushAssaultGapFrom
AMBUSH_ASSAULT_GAP_FROM_AMBUSHER: AmbushAssaultGapFrom
WEAPON_LOSS_CHOICE_UNSPECIFIED: WeaponLossChoice
WEAPON_LOSS_CHOICE_RANDOM: WeaponLossChoice
WEAPON_LOSS_CHOICE_ATTACKER: WeaponLossChoice
WEAPON_LOSS_CHOICE_OWNER: WeaponLossChoice
BOTH_BROKEN_UNSPECIFIED: BothBroken
BOTH_BROKEN_DRAW: BothBroken
BOTH_BROKEN_POINTS: BothBroken
NET_PROTECTION_UNSPECIFIED: NetProtection
NET_PROTECTION_PINS: NetProtection
NET_PROTECTION_HITS: NetProtection
NET_PROTECTION_BOTH: NetProtection

class Stats(_message.Message):
    __slots__ = ("agility", "accuracy", "strength", "resist", "initiative", "command")
    AGILITY_FIELD_NUMBER: _ClassVar[int]
    ACCURACY_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    RESIST_FIELD_NUMBER: _ClassVar[int]
    INITIATIVE_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    agility: int
    accuracy: int
    strength: int
    resist: int
    initiative: int
    command: int
    def __init__(self, agility: _Optional[int] = ..., accuracy: _Optional[int] = ..., strength: _Optional[int] = ..., resist: _Optional[int] = ..., initiative: _Optional[int] = ..., command: _Optional[int] = ...) -> None: ...

class ArmourBonus(_message.Message):
    __slots__ = ("applies", "bonus")
    APPLIES_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    applies: ArmourSituation
    bonus: int
    def __init__(self, applies: _Optional[_Union[ArmourSituation, str]] = ..., bonus: _Optional[int] = ...) -> None: ...

class FiringMode(_message.Message):
    __slots__ = ("name", "shots", "accuracy", "rapid")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    ACCURACY_FIELD_NUMBER: _ClassVar[int]
    RAPID_FIELD_NUMBER: _ClassVar[int]
    name: str
    shots: int
    accuracy: int
    rapid: bool
    def __init__(self, name: _Optional[str] = ..., shots: _Optional[int] = ..., accuracy: _Optional[int] = ..., rapid: _Optional[bool] = ...) -> None: ...

class OverheadEffect(_message.Message):
    __slots__ = ("kind", "hits", "radius", "marker")
    KIND_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    RADIUS_FIELD_NUMBER: _ClassVar[int]
    MARKER_FIELD_NUMBER: _ClassVar[int]
    kind: OverheadKind
    hits: _values_pb2.Amount
    radius: int
    marker: str
    def __init__(self, kind: _Optional[_Union[OverheadKind, str]] = ..., hits: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., radius: _Optional[int] = ..., marker: _Optional[str] = ...) -> None: ...

class Hazard(_message.Message):
    __slots__ = ("strike_value",)
    STRIKE_VALUE_FIELD_NUMBER: _ClassVar[int]
    strike_value: _values_pb2.Amount
    def __init__(self, strike_value: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ...) -> None: ...

class Weapon(_message.Message):
    __slots__ = ("id", "name", "kind", "minimum", "short_range", "long_range", "extreme", "modes", "strike_value", "crew", "properties", "overhead", "damage_modifier", "hazard")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MINIMUM_FIELD_NUMBER: _ClassVar[int]
    SHORT_RANGE_FIELD_NUMBER: _ClassVar[int]
    LONG_RANGE_FIELD_NUMBER: _ClassVar[int]
    EXTREME_FIELD_NUMBER: _ClassVar[int]
    MODES_FIELD_NUMBER: _ClassVar[int]
    STRIKE_VALUE_FIELD_NUMBER: _ClassVar[int]
    CREW_FIELD_NUMBER: _ClassVar[int]
    PROPERTIES_FIELD_NUMBER: _ClassVar[int]
    OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    HAZARD_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    kind: WeaponKind
    minimum: int
    short_range: int
    long_range: int
    extreme: int
    modes: _containers.RepeatedCompositeFieldContainer[FiringMode]
    strike_value: _values_pb2.Amount
    crew: int
    properties: _containers.RepeatedScalarFieldContainer[WeaponProperty]
    overhead: OverheadEffect
    damage_modifier: int
    hazard: Hazard
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., kind: _Optional[_Union[WeaponKind, str]] = ..., minimum: _Optional[int] = ..., short_range: _Optional[int] = ..., long_range: _Optional[int] = ..., extreme: _Optional[int] = ..., modes: _Optional[_Iterable[_Union[FiringMode, _Mapping]]] = ..., strike_value: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., crew: _Optional[int] = ..., properties: _Optional[_Iterable[_Union[WeaponProperty, str]]] = ..., overhead: _Optional[_Union[OverheadEffect, _Mapping]] = ..., damage_modifier: _Optional[int] = ..., hazard: _Optional[_Union[Hazard, _Mapping]] = ...) -> None: ...

class ModelKind(_message.Message):
    __slots__ = ("name", "base_size", "height", "wounds", "armour", "attacks", "strike_value", "hazard", "weapons", "primary", "crews", "equipment", "stats")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BASE_SIZE_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_FIELD_NUMBER: _ClassVar[int]
    ATTACKS_FIELD_NUMBER: _ClassVar[int]
    STRIKE_VALUE_FIELD_NUMBER: _ClassVar[int]
    HAZARD_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    PRIMARY_FIELD_NUMBER: _ClassVar[int]
    CREWS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    STATS_FIELD_NUMBER: _ClassVar[int]
    name: str
    base_size: _table_pb2.Base
    height: int
    wounds: int
    armour: _containers.RepeatedCompositeFieldContainer[ArmourBonus]
    attacks: int
    strike_value: _values_pb2.Amount
    hazard: Hazard
    weapons: _containers.RepeatedScalarFieldContainer[str]
    primary: bool
    crews: str
    equipment: bool
    stats: Stats
    def __init__(self, name: _Optional[str] = ..., base_size: _Optional[_Union[_table_pb2.Base, _Mapping]] = ..., height: _Optional[int] = ..., wounds: _Optional[int] = ..., armour: _Optional[_Iterable[_Union[ArmourBonus, _Mapping]]] = ..., attacks: _Optional[int] = ..., strike_value: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., hazard: _Optional[_Union[Hazard, _Mapping]] = ..., weapons: _Optional[_Iterable[str]] = ..., primary: _Optional[bool] = ..., crews: _Optional[str] = ..., equipment: _Optional[bool] = ..., stats: _Optional[_Union[Stats, _Mapping]] = ...) -> None: ...

class SpecialRule(_message.Message):
    __slots__ = ("name", "hook", "number", "word", "models")
    NAME_FIELD_NUMBER: _ClassVar[int]
    HOOK_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    name: str
    hook: RuleHook
    number: int
    word: ReactionKind
    models: int
    def __init__(self, name: _Optional[str] = ..., hook: _Optional[_Union[RuleHook, str]] = ..., number: _Optional[int] = ..., word: _Optional[_Union[ReactionKind, str]] = ..., models: _Optional[int] = ...) -> None: ...

class EndTest(_message.Message):
    __slots__ = ("sides", "compare", "value", "success", "failure")
    SIDES_FIELD_NUMBER: _ClassVar[int]
    COMPARE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    sides: int
    compare: Comparison
    value: int
    success: EndTestResult
    failure: EndTestResult
    def __init__(self, sides: _Optional[int] = ..., compare: _Optional[_Union[Comparison, str]] = ..., value: _Optional[int] = ..., success: _Optional[_Union[EndTestResult, str]] = ..., failure: _Optional[_Union[EndTestResult, str]] = ...) -> None: ...

class DeviceSheet(_message.Message):
    __slots__ = ("id", "name", "kind", "radius", "end_test", "accuracy", "miss_rerolls", "scope", "base_size", "height", "placed")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    RADIUS_FIELD_NUMBER: _ClassVar[int]
    END_TEST_FIELD_NUMBER: _ClassVar[int]
    ACCURACY_FIELD_NUMBER: _ClassVar[int]
    MISS_REROLLS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    BASE_SIZE_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    kind: DeviceKind
    radius: int
    end_test: EndTest
    accuracy: int
    miss_rerolls: MissRerolls
    scope: DeviceScope
    base_size: _table_pb2.Base
    height: int
    placed: bool
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., kind: _Optional[_Union[DeviceKind, str]] = ..., radius: _Optional[int] = ..., end_test: _Optional[_Union[EndTest, _Mapping]] = ..., accuracy: _Optional[int] = ..., miss_rerolls: _Optional[_Union[MissRerolls, str]] = ..., scope: _Optional[_Union[DeviceScope, str]] = ..., base_size: _Optional[_Union[_table_pb2.Base, _Mapping]] = ..., height: _Optional[int] = ..., placed: _Optional[bool] = ...) -> None: ...

class OptionEffect(_message.Message):
    __slots__ = ("kind", "number", "word")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    kind: OptionEffectKind
    number: int
    word: str
    def __init__(self, kind: _Optional[_Union[OptionEffectKind, str]] = ..., number: _Optional[int] = ..., word: _Optional[str] = ...) -> None: ...

class ArmyOption(_message.Message):
    __slots__ = ("id", "name", "uses", "windows", "effects", "end_test", "points")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    USES_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    END_TEST_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    uses: int
    windows: _containers.RepeatedScalarFieldContainer[OptionWindow]
    effects: _containers.RepeatedCompositeFieldContainer[OptionEffect]
    end_test: EndTest
    points: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., uses: _Optional[int] = ..., windows: _Optional[_Iterable[_Union[OptionWindow, str]]] = ..., effects: _Optional[_Iterable[_Union[OptionEffect, _Mapping]]] = ..., end_test: _Optional[_Union[EndTest, _Mapping]] = ..., points: _Optional[int] = ...) -> None: ...

class UnitSheet(_message.Message):
    __slots__ = ("kind", "name", "faction", "unit_type", "size", "order_dice", "stats", "movement", "flags", "rules", "devices", "damage_modifier", "kinds", "models", "points")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    FACTION_FIELD_NUMBER: _ClassVar[int]
    UNIT_TYPE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    ORDER_DICE_FIELD_NUMBER: _ClassVar[int]
    STATS_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    kind: str
    name: str
    faction: str
    unit_type: UnitType
    size: UnitSize
    order_dice: int
    stats: Stats
    movement: int
    flags: _containers.RepeatedScalarFieldContainer[str]
    rules: _containers.RepeatedCompositeFieldContainer[SpecialRule]
    devices: _containers.RepeatedScalarFieldContainer[str]
    damage_modifier: int
    kinds: _containers.RepeatedCompositeFieldContainer[ModelKind]
    models: _containers.RepeatedScalarFieldContainer[str]
    points: int
    def __init__(self, kind: _Optional[str] = ..., name: _Optional[str] = ..., faction: _Optional[str] = ..., unit_type: _Optional[_Union[UnitType, str]] = ..., size: _Optional[_Union[UnitSize, str]] = ..., order_dice: _Optional[int] = ..., stats: _Optional[_Union[Stats, _Mapping]] = ..., movement: _Optional[int] = ..., flags: _Optional[_Iterable[str]] = ..., rules: _Optional[_Iterable[_Union[SpecialRule, _Mapping]]] = ..., devices: _Optional[_Iterable[str]] = ..., damage_modifier: _Optional[int] = ..., kinds: _Optional[_Iterable[_Union[ModelKind, _Mapping]]] = ..., models: _Optional[_Iterable[str]] = ..., points: _Optional[int] = ...) -> None: ...

class KindCount(_message.Message):
    __slots__ = ("kind", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: str
    count: int
    def __init__(self, kind: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class Upgrade(_message.Message):
    __slots__ = ("id", "name", "points", "devices", "options", "rules", "flags", "model", "count", "weapons")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    points: int
    devices: _containers.RepeatedScalarFieldContainer[str]
    options: _containers.RepeatedScalarFieldContainer[str]
    rules: _containers.RepeatedCompositeFieldContainer[SpecialRule]
    flags: _containers.RepeatedScalarFieldContainer[str]
    model: str
    count: int
    weapons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., points: _Optional[int] = ..., devices: _Optional[_Iterable[str]] = ..., options: _Optional[_Iterable[str]] = ..., rules: _Optional[_Iterable[_Union[SpecialRule, _Mapping]]] = ..., flags: _Optional[_Iterable[str]] = ..., model: _Optional[str] = ..., count: _Optional[int] = ..., weapons: _Optional[_Iterable[str]] = ...) -> None: ...

class KindRange(_message.Message):
    __slots__ = ("kind", "least", "most", "points")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    kind: ModelKind
    least: int
    most: int
    points: int
    def __init__(self, kind: _Optional[_Union[ModelKind, _Mapping]] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class ForceEntry(_message.Message):
    __slots__ = ("sheet", "models", "points", "upgrades", "most")
    SHEET_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    sheet: UnitSheet
    models: _containers.RepeatedCompositeFieldContainer[KindRange]
    points: int
    upgrades: _containers.RepeatedCompositeFieldContainer[Upgrade]
    most: int
    def __init__(self, sheet: _Optional[_Union[UnitSheet, _Mapping]] = ..., models: _Optional[_Iterable[_Union[KindRange, _Mapping]]] = ..., points: _Optional[int] = ..., upgrades: _Optional[_Iterable[_Union[Upgrade, _Mapping]]] = ..., most: _Optional[int] = ...) -> None: ...

class ForceList(_message.Message):
    __slots__ = ("id", "name", "faction", "weapons", "devices", "options", "entries")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    FACTION_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    faction: str
    weapons: _containers.RepeatedCompositeFieldContainer[Weapon]
    devices: _containers.RepeatedCompositeFieldContainer[DeviceSheet]
    options: _containers.RepeatedCompositeFieldContainer[ArmyOption]
    entries: _containers.RepeatedCompositeFieldContainer[ForceEntry]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., faction: _Optional[str] = ..., weapons: _Optional[_Iterable[_Union[Weapon, _Mapping]]] = ..., devices: _Optional[_Iterable[_Union[DeviceSheet, _Mapping]]] = ..., options: _Optional[_Iterable[_Union[ArmyOption, _Mapping]]] = ..., entries: _Optional[_Iterable[_Union[ForceEntry, _Mapping]]] = ...) -> None: ...

class ArmyUnit(_message.Message):
    __slots__ = ("id", "entry", "models", "upgrades", "points")
    ID_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    entry: str
    models: _containers.RepeatedCompositeFieldContainer[KindCount]
    upgrades: _containers.RepeatedScalarFieldContainer[str]
    points: int
    def __init__(self, id: _Optional[str] = ..., entry: _Optional[str] = ..., models: _Optional[_Iterable[_Union[KindCount, _Mapping]]] = ..., upgrades: _Optional[_Iterable[str]] = ..., points: _Optional[int] = ...) -> None: ...

class TerrainPiece(_message.Message):
    __slots__ = ("id", "terrain_type", "building", "los", "movement", "cover", "height", "shape", "sees_over", "ground")
    ID_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_TYPE_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    LOS_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    SEES_OVER_FIELD_NUMBER: _ClassVar[int]
    GROUND_FIELD_NUMBER: _ClassVar[int]
    id: str
    terrain_type: TerrainType
    building: bool
    los: TerrainSight
    movement: TerrainMovement
    cover: CoverGrade
    height: int
    shape: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    sees_over: _containers.RepeatedScalarFieldContainer[SightObstacle]
    ground: int
    def __init__(self, id: _Optional[str] = ..., terrain_type: _Optional[_Union[TerrainType, str]] = ..., building: _Optional[bool] = ..., los: _Optional[_Union[TerrainSight, str]] = ..., movement: _Optional[_Union[TerrainMovement, str]] = ..., cover: _Optional[_Union[CoverGrade, str]] = ..., height: _Optional[int] = ..., shape: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ..., sees_over: _Optional[_Iterable[_Union[SightObstacle, str]]] = ..., ground: _Optional[int] = ...) -> None: ...

class ModelPose(_message.Message):
    __slots__ = ("model", "pose")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    model: str
    pose: _table_pb2.Pose
    def __init__(self, model: _Optional[str] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ...) -> None: ...

class ModelPath(_message.Message):
    __slots__ = ("model", "path")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    model: str
    path: _containers.RepeatedCompositeFieldContainer[_table_pb2.Pose]
    def __init__(self, model: _Optional[str] = ..., path: _Optional[_Iterable[_Union[_table_pb2.Pose, _Mapping]]] = ...) -> None: ...

class FiredWeapon(_message.Message):
    __slots__ = ("weapon", "mode", "models", "aim", "blind", "target")
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    AIM_FIELD_NUMBER: _ClassVar[int]
    BLIND_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    weapon: str
    mode: str
    models: _containers.RepeatedScalarFieldContainer[str]
    aim: _values_pb2.Spot
    blind: bool
    target: str
    def __init__(self, weapon: _Optional[str] = ..., mode: _Optional[str] = ..., models: _Optional[_Iterable[str]] = ..., aim: _Optional[_Union[_values_pb2.Spot, _Mapping]] = ..., blind: _Optional[bool] = ..., target: _Optional[str] = ...) -> None: ...

class HitPlace(_message.Message):
    __slots__ = ("hit", "model")
    HIT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    hit: str
    model: str
    def __init__(self, hit: _Optional[str] = ..., model: _Optional[str] = ...) -> None: ...

class StateChange(_message.Message):
    __slots__ = ("kind", "unit", "seat", "number", "word")
    KIND_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    kind: StateChangeKind
    unit: str
    seat: int
    number: int
    word: UnitFlag
    def __init__(self, kind: _Optional[_Union[StateChangeKind, str]] = ..., unit: _Optional[str] = ..., seat: _Optional[int] = ..., number: _Optional[int] = ..., word: _Optional[_Union[UnitFlag, str]] = ...) -> None: ...

class ModelSight(_message.Message):
    __slots__ = ("model", "sees", "distance", "obscuring", "fields", "seen")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    SEES_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    OBSCURING_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    SEEN_FIELD_NUMBER: _ClassVar[int]
    model: str
    sees: bool
    distance: int
    obscuring: int
    fields: _containers.RepeatedScalarFieldContainer[FieldKind]
    seen: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[str] = ..., sees: _Optional[bool] = ..., distance: _Optional[int] = ..., obscuring: _Optional[int] = ..., fields: _Optional[_Iterable[_Union[FieldKind, str]]] = ..., seen: _Optional[_Iterable[str]] = ...) -> None: ...

class ModelCover(_message.Message):
    __slots__ = ("model", "cover")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    model: str
    cover: CoverGrade
    def __init__(self, model: _Optional[str] = ..., cover: _Optional[_Union[CoverGrade, str]] = ...) -> None: ...

class TestEffect(_message.Message):
    __slots__ = ("test", "effect")
    TEST_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    test: TestKind
    effect: TestEffectKind
    def __init__(self, test: _Optional[_Union[TestKind, str]] = ..., effect: _Optional[_Union[TestEffectKind, str]] = ...) -> None: ...

class Options(_message.Message):
    __slots__ = ("recovery_uses_pins", "rally_stacks_with_test", "half_rounding", "rolloff_high_wins", "natural_one_bonus", "natural_ten_penalty", "start_options_first_side", "retained_run_may_assault", "subverter_claim_effect", "sprint_test_only_beyond_run", "exhausted_goes_down", "coherency", "difficult_test_on_advance", "difficult_fail_mode", "majority_scope", "over_smaller_than", "miss_rerolls", "miss_reroll_overhead", "reroll_each_die_once", "aimed_bonus_for_heavy", "oh_marker_cap", "direct_marker_cap", "flitter_measured_from", "blur_applies_to", "oh_shift_uses_accuracy_die", "blind_shift_mode", "sprint_reroll_all_shots", "lucky_rule", "hit_allocation", "hard_cover_size_limit", "pin_res_basis", "net_pins_need_res_10", "h2h_wound_pins", "h2h_compare", "max_follow_on_rounds", "broken_units_flee", "break_test_per_casualty", "pbs_break_timing", "interrupted_break", "stand_and_shoot_aimed", "ambush_assault_gap_from", "ambush_kept_after_reaction", "broken_army_ends_game", "mod_loss_floor", "weapon_loss_choice", "chart_forced_down_pin", "presets", "both_broken", "net_protection", "automatic_break_decides")
    RECOVERY_USES_PINS_FIELD_NUMBER: _ClassVar[int]
    RALLY_STACKS_WITH_TEST_FIELD_NUMBER: _ClassVar[int]
    HALF_ROUNDING_FIELD_NUMBER: _ClassVar[int]
    ROLLOFF_HIGH_WINS_FIELD_NUMBER: _ClassVar[int]
    NATURAL_ONE_BONUS_FIELD_NUMBER: _ClassVar[int]
    NATURAL_TEN_PENALTY_FIELD_NUMBER: _ClassVar[int]
    START_OPTIONS_FIRST_SIDE_FIELD_NUMBER: _ClassVar[int]
    RETAINED_RUN_MAY_ASSAULT_FIELD_NUMBER: _ClassVar[int]
    SUBVERTER_CLAIM_EFFECT_FIELD_NUMBER: _ClassVar[int]
    SPRINT_TEST_ONLY_BEYOND_RUN_FIELD_NUMBER: _ClassVar[int]
    EXHAUSTED_GOES_DOWN_FIELD_NUMBER: _ClassVar[int]
    COHERENCY_FIELD_NUMBER: _ClassVar[int]
    DIFFICULT_TEST_ON_ADVANCE_FIELD_NUMBER: _ClassVar[int]
    DIFFICULT_FAIL_MODE_FIELD_NUMBER: _ClassVar[int]
    MAJORITY_SCOPE_FIELD_NUMBER: _ClassVar[int]
    OVER_SMALLER_THAN_FIELD_NUMBER: _ClassVar[int]
    MISS_REROLLS_FIELD_NUMBER: _ClassVar[int]
    MISS_REROLL_OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    REROLL_EACH_DIE_ONCE_FIELD_NUMBER: _ClassVar[int]
    AIMED_BONUS_FOR_HEAVY_FIELD_NUMBER: _ClassVar[int]
    OH_MARKER_CAP_FIELD_NUMBER: _ClassVar[int]
    DIRECT_MARKER_CAP_FIELD_NUMBER: _ClassVar[int]
    FLITTER_MEASURED_FROM_FIELD_NUMBER: _ClassVar[int]
    BLUR_APPLIES_TO_FIELD_NUMBER: _ClassVar[int]
    OH_SHIFT_USES_ACCURACY_DIE_FIELD_NUMBER: _ClassVar[int]
    BLIND_SHIFT_MODE_FIELD_NUMBER: _ClassVar[int]
    SPRINT_REROLL_ALL_SHOTS_FIELD_NUMBER: _ClassVar[int]
    LUCKY_RULE_FIELD_NUMBER: _ClassVar[int]
    HIT_ALLOCATION_FIELD_NUMBER: _ClassVar[int]
    HARD_COVER_SIZE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    PIN_RES_BASIS_FIELD_NUMBER: _ClassVar[int]
    NET_PINS_NEED_RES_10_FIELD_NUMBER: _ClassVar[int]
    H2H_WOUND_PINS_FIELD_NUMBER: _ClassVar[int]
    H2H_COMPARE_FIELD_NUMBER: _ClassVar[int]
    MAX_FOLLOW_ON_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    BROKEN_UNITS_FLEE_FIELD_NUMBER: _ClassVar[int]
    BREAK_TEST_PER_CASUALTY_FIELD_NUMBER: _ClassVar[int]
    PBS_BREAK_TIMING_FIELD_NUMBER: _ClassVar[int]
    INTERRUPTED_BREAK_FIELD_NUMBER: _ClassVar[int]
    STAND_AND_SHOOT_AIMED_FIELD_NUMBER: _ClassVar[int]
    AMBUSH_ASSAULT_GAP_FROM_FIELD_NUMBER: _ClassVar[int]
    AMBUSH_KEPT_AFTER_REACTION_FIELD_NUMBER: _ClassVar[int]
    BROKEN_ARMY_ENDS_GAME_FIELD_NUMBER: _ClassVar[int]
    MOD_LOSS_FLOOR_FIELD_NUMBER: _ClassVar[int]
    WEAPON_LOSS_CHOICE_FIELD_NUMBER: _ClassVar[int]
    CHART_FORCED_DOWN_PIN_FIELD_NUMBER: _ClassVar[int]
    PRESETS_FIELD_NUMBER: _ClassVar[int]
    BOTH_BROKEN_FIELD_NUMBER: _ClassVar[int]
    NET_PROTECTION_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_BREAK_DECIDES_FIELD_NUMBER: _ClassVar[int]
    recovery_uses_pins: bool
    rally_stacks_with_test: bool
    half_rounding: HalfRounding
    rolloff_high_wins: bool
    natural_one_bonus: _containers.RepeatedCompositeFieldContainer[TestEffect]
    natural_ten_penalty: _containers.RepeatedCompositeFieldContainer[TestEffect]
    start_options_first_side: StartOptionsFirstSide
    retained_run_may_assault: bool
    subverter_claim_effect: SubverterClaimEffect
    sprint_test_only_beyond_run: bool
    exhausted_goes_down: bool
    coherency: int
    difficult_test_on_advance: bool
    difficult_fail_mode: DifficultFailMode
    majority_scope: MajorityScope
    over_smaller_than: OverSmallerThan
    miss_rerolls: MissRerolls
    miss_reroll_overhead: bool
    reroll_each_die_once: bool
    aimed_bonus_for_heavy: bool
    oh_marker_cap: int
    direct_marker_cap: int
    flitter_measured_from: FlitterMeasuredFrom
    blur_applies_to: BlurAppliesTo
    oh_shift_uses_accuracy_die: bool
    blind_shift_mode: BlindShiftMode
    sprint_reroll_all_shots: bool
    lucky_rule: LuckyRule
    hit_allocation: HitAllocation
    hard_cover_size_limit: UnitSize
    pin_res_basis: PinResBasis
    net_pins_need_res_10: bool
    h2h_wound_pins: bool
    h2h_compare: H2hCompare
    max_follow_on_rounds: int
    broken_units_flee: bool
    break_test_per_casualty: bool
    pbs_break_timing: PbsBreakTiming
    interrupted_break: InterruptedBreak
    stand_and_shoot_aimed: bool
    ambush_assault_gap_from: AmbushAssaultGapFrom
    ambush_kept_after_reaction: bool
    broken_army_ends_game: bool
    mod_loss_floor: int
    weapon_loss_choice: WeaponLossChoice
    chart_forced_down_pin: bool
    presets: _containers.RepeatedScalarFieldContainer[OptionPreset]
    both_broken: BothBroken
    net_protection: NetProtection
    automatic_break_decides: bool
    def __init__(self, recovery_uses_pins: _Optional[bool] = ..., rally_stacks_with_test: _Optional[bool] = ..., half_rounding: _Optional[_Union[HalfRounding, str]] = ..., rolloff_high_wins: _Optional[bool] = ..., natural_one_bonus: _Optional[_Iterable[_Union[TestEffect, _Mapping]]] = ..., natural_ten_penalty: _Optional[_Iterable[_Union[TestEffect, _Mapping]]] = ..., start_options_first_side: _Optional[_Union[StartOptionsFirstSide, str]] = ..., retained_run_may_assault: _Optional[bool] = ..., subverter_claim_effect: _Optional[_Union[SubverterClaimEffect, str]] = ..., sprint_test_only_beyond_run: _Optional[bool] = ..., exhausted_goes_down: _Optional[bool] = ..., coherency: _Optional[int] = ..., difficult_test_on_advance: _Optional[bool] = ..., difficult_fail_mode: _Optional[_Union[DifficultFailMode, str]] = ..., majority_scope: _Optional[_Union[MajorityScope, str]] = ..., over_smaller_than: _Optional[_Union[OverSmallerThan, str]] = ..., miss_rerolls: _Optional[_Union[MissRerolls, str]] = ..., miss_reroll_overhead: _Optional[bool] = ..., reroll_each_die_once: _Optional[bool] = ..., aimed_bonus_for_heavy: _Optional[bool] = ..., oh_marker_cap: _Optional[int] = ..., direct_marker_cap: _Optional[int] = ..., flitter_measured_from: _Optional[_Union[FlitterMeasuredFrom, str]] = ..., blur_applies_to: _Optional[_Union[BlurAppliesTo, str]] = ..., oh_shift_uses_accuracy_die: _Optional[bool] = ..., blind_shift_mode: _Optional[_Union[BlindShiftMode, str]] = ..., sprint_reroll_all_shots: _Optional[bool] = ..., lucky_rule: _Optional[_Union[LuckyRule, str]] = ..., hit_allocation: _Optional[_Union[HitAllocation, str]] = ..., hard_cover_size_limit: _Optional[_Union[UnitSize, str]] = ..., pin_res_basis: _Optional[_Union[PinResBasis, str]] = ..., net_pins_need_res_10: _Optional[bool] = ..., h2h_wound_pins: _Optional[bool] = ..., h2h_compare: _Optional[_Union[H2hCompare, str]] = ..., max_follow_on_rounds: _Optional[int] = ..., broken_units_flee: _Optional[bool] = ..., break_test_per_casualty: _Optional[bool] = ..., pbs_break_timing: _Optional[_Union[PbsBreakTiming, str]] = ..., interrupted_break: _Optional[_Union[InterruptedBreak, str]] = ..., stand_and_shoot_aimed: _Optional[bool] = ..., ambush_assault_gap_from: _Optional[_Union[AmbushAssaultGapFrom, str]] = ..., ambush_kept_after_reaction: _Optional[bool] = ..., broken_army_ends_game: _Optional[bool] = ..., mod_loss_floor: _Optional[int] = ..., weapon_loss_choice: _Optional[_Union[WeaponLossChoice, str]] = ..., chart_forced_down_pin: _Optional[bool] = ..., presets: _Optional[_Iterable[_Union[OptionPreset, str]]] = ..., both_broken: _Optional[_Union[BothBroken, str]] = ..., net_protection: _Optional[_Union[NetProtection, str]] = ..., automatic_break_decides: _Optional[bool] = ...) -> None: ...

class CreateGame(_message.Message):
    __slots__ = ("scenario", "points_limit", "terrain", "options", "header")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    POINTS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    scenario: str
    points_limit: int
    terrain: _containers.RepeatedCompositeFieldContainer[TerrainPiece]
    options: Options
    header: _record_pb2.Header
    def __init__(self, scenario: _Optional[str] = ..., points_limit: _Optional[int] = ..., terrain: _Optional[_Iterable[_Union[TerrainPiece, _Mapping]]] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class LoadForceList(_message.Message):
    __slots__ = ("list", "header")
    LIST_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    list: ForceList
    header: _record_pb2.Header
    def __init__(self, list: _Optional[_Union[ForceList, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SubmitArmy(_message.Message):
    __slots__ = ("list", "name", "units", "options", "ready", "header")
    LIST_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    list: str
    name: str
    units: _containers.RepeatedCompositeFieldContainer[ArmyUnit]
    options: _containers.RepeatedScalarFieldContainer[str]
    ready: str
    header: _record_pb2.Header
    def __init__(self, list: _Optional[str] = ..., name: _Optional[str] = ..., units: _Optional[_Iterable[_Union[ArmyUnit, _Mapping]]] = ..., options: _Optional[_Iterable[str]] = ..., ready: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollOff(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeployUnit(_message.Message):
    __slots__ = ("unit", "models", "devices", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    models: _containers.RepeatedCompositeFieldContainer[ModelPose]
    devices: _containers.RepeatedCompositeFieldContainer[ModelPose]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., models: _Optional[_Iterable[_Union[ModelPose, _Mapping]]] = ..., devices: _Optional[_Iterable[_Union[ModelPose, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlayArmyOption(_message.Message):
    __slots__ = ("option", "unit", "header")
    OPTION_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    option: str
    unit: str
    header: _record_pb2.Header
    def __init__(self, option: _Optional[str] = ..., unit: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PassOption(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RecordOptionEffect(_message.Message):
    __slots__ = ("option", "note", "changes", "header")
    OPTION_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    option: str
    note: str
    changes: _containers.RepeatedCompositeFieldContainer[StateChange]
    header: _record_pb2.Header
    def __init__(self, option: _Optional[str] = ..., note: _Optional[str] = ..., changes: _Optional[_Iterable[_Union[StateChange, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MakeRetainedRun(_message.Message):
    __slots__ = ("unit", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DrawOrderDie(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class GiveOrder(_message.Message):
    __slots__ = ("unit", "order", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    order: OrderKind
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., order: _Optional[_Union[OrderKind, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetAsideDie(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollOrderTest(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MoveUnit(_message.Message):
    __slots__ = ("unit", "paths", "sprint", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    SPRINT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    paths: _containers.RepeatedCompositeFieldContainer[ModelPath]
    sprint: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[ModelPath, _Mapping]]] = ..., sprint: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollAgilityTest(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareShooting(_message.Message):
    __slots__ = ("unit", "target", "weapons", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    weapons: _containers.RepeatedCompositeFieldContainer[FiredWeapon]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., weapons: _Optional[_Iterable[_Union[FiredWeapon, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RecordSightFacts(_message.Message):
    __slots__ = ("volley", "sights", "covers", "penalty", "header")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    volley: str
    sights: _containers.RepeatedCompositeFieldContainer[ModelSight]
    covers: _containers.RepeatedCompositeFieldContainer[ModelCover]
    penalty: int
    header: _record_pb2.Header
    def __init__(self, volley: _Optional[str] = ..., sights: _Optional[_Iterable[_Union[ModelSight, _Mapping]]] = ..., covers: _Optional[_Iterable[_Union[ModelCover, _Mapping]]] = ..., penalty: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareReaction(_message.Message):
    __slots__ = ("unit", "reaction", "sprint", "point", "free", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    SPRINT_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reaction: ReactionKind
    sprint: bool
    point: int
    free: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., reaction: _Optional[_Union[ReactionKind, str]] = ..., sprint: _Optional[bool] = ..., point: _Optional[int] = ..., free: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PassReaction(_message.Message):
    __slots__ = ("unit", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollReactionTest(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CarryOutReaction(_message.Message):
    __slots__ = ("unit", "point", "lapse", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    LAPSE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    point: int
    lapse: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., point: _Optional[int] = ..., lapse: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResumeAction(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndAction(_message.Message):
    __slots__ = ("unit", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollAccuracy(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RerollMisses(_message.Message):
    __slots__ = ("volley", "source", "dice", "header")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    volley: str
    source: MissRerollSource
    dice: _containers.RepeatedScalarFieldContainer[int]
    header: _record_pb2.Header
    def __init__(self, volley: _Optional[str] = ..., source: _Optional[_Union[MissRerollSource, str]] = ..., dice: _Optional[_Iterable[int]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclineReroll(_message.Message):
    __slots__ = ("volley", "header")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    volley: str
    header: _record_pb2.Header
    def __init__(self, volley: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollOverheadShift(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EnterDirection(_message.Message):
    __slots__ = ("direction", "header")
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    direction: int
    header: _record_pb2.Header
    def __init__(self, direction: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RerollHits(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AllocateHits(_message.Message):
    __slots__ = ("unit", "hits", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hits: _containers.RepeatedCompositeFieldContainer[HitPlace]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., hits: _Optional[_Iterable[_Union[HitPlace, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollResist(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollDamageChart(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseDisabledWeapon(_message.Message):
    __slots__ = ("unit", "weapon", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ApplyPins(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CheckAutomaticBreak(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollBreakTest(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareAssault(_message.Message):
    __slots__ = ("unit", "target", "paths", "sprint", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    SPRINT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    paths: _containers.RepeatedCompositeFieldContainer[ModelPath]
    sprint: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[ModelPath, _Mapping]]] = ..., sprint: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChoosePointBlankWeapons(_message.Message):
    __slots__ = ("unit", "weapons", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapons: _containers.RepeatedCompositeFieldContainer[FiredWeapon]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., weapons: _Optional[_Iterable[_Union[FiredWeapon, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolvePointBlankShooting(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class BreakOff(_message.Message):
    __slots__ = ("unit", "paths", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    paths: _containers.RepeatedCompositeFieldContainer[ModelPath]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[ModelPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclineBreakOff(_message.Message):
    __slots__ = ("unit", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollH2H(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveH2HResult(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseFollowOn(_message.Message):
    __slots__ = ("follow_on", "header")
    FOLLOW_ON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    follow_on: bool
    header: _record_pb2.Header
    def __init__(self, follow_on: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ConsolidateMove(_message.Message):
    __slots__ = ("unit", "paths", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    paths: _containers.RepeatedCompositeFieldContainer[ModelPath]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[ModelPath, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveDown(_message.Message):
    __slots__ = ("unit", "recover", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    RECOVER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    recover: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., recover: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class KeepOrder(_message.Message):
    __slots__ = ("unit", "keep", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    keep: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., keep: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveContestedDie(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ContestDie(_message.Message):
    __slots__ = ("owner", "contester", "header")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CONTESTER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    owner: int
    contester: int
    header: _record_pb2.Header
    def __init__(self, owner: _Optional[int] = ..., contester: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveEndTest(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetDeviceState(_message.Message):
    __slots__ = ("device", "state", "lends_sight_to", "header")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    LENDS_SIGHT_TO_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    device: str
    state: DeviceState
    lends_sight_to: str
    header: _record_pb2.Header
    def __init__(self, device: _Optional[str] = ..., state: _Optional[_Union[DeviceState, str]] = ..., lends_sight_to: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetUnitFlag(_message.Message):
    __slots__ = ("unit", "flag", "on", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    ON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    flag: UnitFlag
    on: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., flag: _Optional[_Union[UnitFlag, str]] = ..., on: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlaceMarker(_message.Message):
    __slots__ = ("sheet", "seat", "unit", "pose", "header")
    SHEET_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    sheet: str
    seat: int
    unit: str
    pose: _table_pb2.Pose
    header: _record_pb2.Header
    def __init__(self, sheet: _Optional[str] = ..., seat: _Optional[int] = ..., unit: _Optional[str] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndTurn(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndGame(_message.Message):
    __slots__ = ("points", "header")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    header: _record_pb2.Header
    def __init__(self, points: _Optional[_Iterable[int]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class OverrideRuling(_message.Message):
    __slots__ = ("clause", "decision", "reason", "header")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    clause: str
    decision: str
    reason: str
    header: _record_pb2.Header
    def __init__(self, clause: _Optional[str] = ..., decision: _Optional[str] = ..., reason: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...
