from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class UnitType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_TYPE_UNSPECIFIED: _ClassVar[UnitType]
    UNIT_TYPE_INF: _ClassVar[UnitType]
    UNIT_TYPE_LV: _ClassVar[UnitType]
    UNIT_TYPE_AV: _ClassVar[UnitType]
    UNIT_TYPE_WE: _ClassVar[UnitType]
    UNIT_TYPE_AC: _ClassVar[UnitType]
    UNIT_TYPE_NONE: _ClassVar[UnitType]

class UnitFlag(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_FLAG_UNSPECIFIED: _ClassVar[UnitFlag]
    UNIT_FLAG_CLIMBING_GEAR: _ClassVar[UnitFlag]
    UNIT_FLAG_NO_ZOC: _ClassVar[UnitFlag]
    UNIT_FLAG_OBSCURES: _ClassVar[UnitFlag]

class TerrainMovement(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERRAIN_MOVEMENT_UNSPECIFIED: _ClassVar[TerrainMovement]
    TERRAIN_MOVEMENT_NONE: _ClassVar[TerrainMovement]
    TERRAIN_MOVEMENT_DANGEROUS: _ClassVar[TerrainMovement]
    TERRAIN_MOVEMENT_IMPASSABLE: _ClassVar[TerrainMovement]

class TerrainLayer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERRAIN_LAYER_UNSPECIFIED: _ClassVar[TerrainLayer]
    TERRAIN_LAYER_BASE: _ClassVar[TerrainLayer]
    TERRAIN_LAYER_OVERLAY: _ClassVar[TerrainLayer]

class Obscuring(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OBSCURING_UNSPECIFIED: _ClassVar[Obscuring]
    OBSCURING_NONE: _ClassVar[Obscuring]
    OBSCURING_THROUGH: _ClassVar[Obscuring]
    OBSCURING_BOTH: _ClassVar[Obscuring]

class UnitClass(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_CLASS_UNSPECIFIED: _ClassVar[UnitClass]
    UNIT_CLASS_INFANTRY: _ClassVar[UnitClass]
    UNIT_CLASS_VEHICLES: _ClassVar[UnitClass]
    UNIT_CLASS_WAR_ENGINES: _ClassVar[UnitClass]
    UNIT_CLASS_NONE: _ClassVar[UnitClass]

class Edge(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EDGE_UNSPECIFIED: _ClassVar[Edge]
    EDGE_NORTH: _ClassVar[Edge]
    EDGE_EAST: _ClassVar[Edge]
    EDGE_SOUTH: _ClassVar[Edge]
    EDGE_WEST: _ClassVar[Edge]

class SightGrade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIGHT_GRADE_UNSPECIFIED: _ClassVar[SightGrade]
    SIGHT_GRADE_CLEAR: _ClassVar[SightGrade]
    SIGHT_GRADE_OBSCURED: _ClassVar[SightGrade]
    SIGHT_GRADE_BLOCKED: _ClassVar[SightGrade]

class TestResult(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TEST_RESULT_UNSPECIFIED: _ClassVar[TestResult]
    TEST_RESULT_PASSED: _ClassVar[TestResult]
    TEST_RESULT_FAILED: _ClassVar[TestResult]

class SaveKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SAVE_KIND_UNSPECIFIED: _ClassVar[SaveKind]
    SAVE_KIND_ARMOUR: _ClassVar[SaveKind]
    SAVE_KIND_COVER: _ClassVar[SaveKind]
    SAVE_KIND_NONE: _ClassVar[SaveKind]

class FormationState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORMATION_STATE_UNSPECIFIED: _ClassVar[FormationState]
    FORMATION_STATE_NORMAL: _ClassVar[FormationState]
    FORMATION_STATE_OVERWATCH: _ClassVar[FormationState]
    FORMATION_STATE_BROKEN: _ClassVar[FormationState]

class TileShape(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TILE_SHAPE_UNSPECIFIED: _ClassVar[TileShape]
    TILE_SHAPE_SQUARE8: _ClassVar[TileShape]
    TILE_SHAPE_SQUARE4: _ClassVar[TileShape]
    TILE_SHAPE_HEX: _ClassVar[TileShape]

class RollDirection(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLL_DIRECTION_UNSPECIFIED: _ClassVar[RollDirection]
    ROLL_DIRECTION_UNDER: _ClassVar[RollDirection]
    ROLL_DIRECTION_OVER: _ClassVar[RollDirection]

class TileLineTies(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TILE_LINE_TIES_UNSPECIFIED: _ClassVar[TileLineTies]
    TILE_LINE_TIES_SHOOTER: _ClassVar[TileLineTies]
    TILE_LINE_TIES_TARGET: _ClassVar[TileLineTies]

class ActionTest(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_TEST_UNSPECIFIED: _ClassVar[ActionTest]
    ACTION_TEST_EXTERNAL: _ClassVar[ActionTest]
    ACTION_TEST_NONE: _ClassVar[ActionTest]

class ChargeContact(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHARGE_CONTACT_UNSPECIFIED: _ClassVar[ChargeContact]
    CHARGE_CONTACT_ANY_ENEMY: _ClassVar[ChargeContact]
    CHARGE_CONTACT_ZONE_OWNER: _ClassVar[ChargeContact]

class LeaveZoneBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LEAVE_ZONE_BY_UNSPECIFIED: _ClassVar[LeaveZoneBy]
    LEAVE_ZONE_BY_FIRST_MOVE: _ClassVar[LeaveZoneBy]
    LEAVE_ZONE_BY_LAST_MOVE: _ClassVar[LeaveZoneBy]

class ZocJudgedBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ZOC_JUDGED_BY_UNSPECIFIED: _ClassVar[ZocJudgedBy]
    ZOC_JUDGED_BY_ANY_ACTION: _ClassVar[ZocJudgedBy]
    ZOC_JUDGED_BY_CHOSEN_ACTION: _ClassVar[ZocJudgedBy]

class CoverAndImpassable(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COVER_AND_IMPASSABLE_UNSPECIFIED: _ClassVar[CoverAndImpassable]
    COVER_AND_IMPASSABLE_OCCUPY: _ClassVar[CoverAndImpassable]
    COVER_AND_IMPASSABLE_DEPLOY_ONLY: _ClassVar[CoverAndImpassable]
    COVER_AND_IMPASSABLE_NO_ENTRY: _ClassVar[CoverAndImpassable]

class DangerDiceFrom(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DANGER_DICE_FROM_UNSPECIFIED: _ClassVar[DangerDiceFrom]
    DANGER_DICE_FROM_CURRENT: _ClassVar[DangerDiceFrom]
    DANGER_DICE_FROM_FULL: _ClassVar[DangerDiceFrom]

class DangerTestScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DANGER_TEST_SCOPE_UNSPECIFIED: _ClassVar[DangerTestScope]
    DANGER_TEST_SCOPE_FEATURE: _ClassVar[DangerTestScope]
    DANGER_TEST_SCOPE_TILE: _ClassVar[DangerTestScope]

class CautiousScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAUTIOUS_SCOPE_UNSPECIFIED: _ClassVar[CautiousScope]
    CAUTIOUS_SCOPE_TEST: _ClassVar[CautiousScope]
    CAUTIOUS_SCOPE_DIE: _ClassVar[CautiousScope]

class MinimumMove(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MINIMUM_MOVE_UNSPECIFIED: _ClassVar[MinimumMove]
    MINIMUM_MOVE_CAUTIOUS: _ClassVar[MinimumMove]
    MINIMUM_MOVE_ALL: _ClassVar[MinimumMove]

class CoverScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COVER_SCOPE_UNSPECIFIED: _ClassVar[CoverScope]
    COVER_SCOPE_PAIR: _ClassVar[CoverScope]
    COVER_SCOPE_FORMATION_MAJORITY: _ClassVar[CoverScope]

class ScreenArc(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCREEN_ARC_UNSPECIFIED: _ClassVar[ScreenArc]
    SCREEN_ARC_LINE: _ClassVar[ScreenArc]
    SCREEN_ARC_NEIGHBOUR_ARC: _ClassVar[ScreenArc]

class ImpededMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    IMPEDED_MODE_UNSPECIFIED: _ClassVar[ImpededMode]
    IMPEDED_MODE_TILE_COST: _ClassVar[ImpededMode]
    IMPEDED_MODE_HALVE_MOVE: _ClassVar[ImpededMode]

class OverwatchWindow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OVERWATCH_WINDOW_UNSPECIFIED: _ClassVar[OverwatchWindow]
    OVERWATCH_WINDOW_AFTER_EACH_MOVE: _ClassVar[OverwatchWindow]
    OVERWATCH_WINDOW_EXTERNAL: _ClassVar[OverwatchWindow]

class HitAllocation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HIT_ALLOCATION_UNSPECIFIED: _ClassVar[HitAllocation]
    HIT_ALLOCATION_EVEN_FROM_NEAREST: _ClassVar[HitAllocation]
    HIT_ALLOCATION_OWNER: _ClassVar[HitAllocation]
    HIT_ALLOCATION_ATTACKER: _ClassVar[HitAllocation]

class TurnOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TURN_ORDER_UNSPECIFIED: _ClassVar[TurnOrder]
    TURN_ORDER_ALTERNATE: _ClassVar[TurnOrder]
    TURN_ORDER_EXTERNAL: _ClassVar[TurnOrder]

class VictoryCondition(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VICTORY_CONDITION_UNSPECIFIED: _ClassVar[VictoryCondition]
    VICTORY_CONDITION_SURVIVORS: _ClassVar[VictoryCondition]
    VICTORY_CONDITION_NONE: _ClassVar[VictoryCondition]
UNIT_TYPE_UNSPECIFIED: UnitType
UNIT_TYPE_INF: UnitType
UNIT_TYPE_LV: UnitType
UNIT_TYPE_AV: UnitType
UNIT_TYPE_WE: UnitType
UNIT_TYPE_AC: UnitType
UNIT_TYPE_NONE: UnitType
UNIT_FLAG_UNSPECIFIED: UnitFlag
UNIT_FLAG_CLIMBING_GEAR: UnitFlag
UNIT_FLAG_NO_ZOC: UnitFlag
UNIT_FLAG_OBSCURES: UnitFlag
TERRAIN_MOVEMENT_UNSPECIFIED: TerrainMovement
TERRAIN_MOVEMENT_NONE: TerrainMovement
TERRAIN_MOVEMENT_DANGEROUS: TerrainMovement
TERRAIN_MOVEMENT_IMPASSABLE: TerrainMovement
TERRAIN_LAYER_UNSPECIFIED: TerrainLayer
TERRAIN_LAYER_BASE: TerrainLayer
TERRAIN_LAYER_OVERLAY: TerrainLayer
OBSCURING_UNSPECIFIED: Obscuring
OBSCURING_NONE: Obscuring
OBSCURING_THROUGH: Obscuring
OBSCURING_BOTH: Obscuring
UNIT_CLASS_UNSPECIFIED: UnitClass
UNIT_CLASS_INFANTRY: UnitClass
UNIT_CLASS_VEHICLES: UnitClass
UNIT_CLASS_WAR_ENGINES: UnitClass
UNIT_CLASS_NONE: UnitClass
EDGE_UNSPECIFIED: Edge
EDGE_NORTH: Edge
EDGE_EAST: Edge
EDGE_SOUTH: Edge
EDGE_WEST: Edge
SIGHT_GRADE_UNSPECIFIED: SightGrade
SIGHT_GRADE_CLEAR: SightGrade
SIGHT_GRADE_OBSCURED: SightGrade
SIGHT_GRADE_BLOCKED: SightGrade
TEST_RESULT_UNSPECIFIED: TestResult
TEST_RESULT_PASSED: TestResult
TEST_RESULT_FAILED: TestResult
SAVE_KIND_UNSPECIFIED: SaveKind
SAVE_KIND_ARMOUR: SaveKind
SAVE_KIND_COVER: SaveKind
SAVE_KIND_NONE: SaveKind
FORMATION_STATE_UNSPECIFIED: FormationState
FORMATION_STATE_NORMAL: FormationState
FORMATION_STATE_OVERWATCH: FormationState
FORMATION_STATE_BROKEN: FormationState
TILE_SHAPE_UNSPECIFIED: TileShape
TILE_SHAPE_SQUARE8: TileShape
TILE_SHAPE_SQUARE4: TileShape
TILE_SHAPE_HEX: TileShape
ROLL_DIRECTION_UNSPECIFIED: RollDirection
ROLL_DIRECTION_UNDER: RollDirection
ROLL_DIRECTION_OVER: RollDirection
TILE_LINE_TIES_UNSPECIFIED: TileLineTies
TILE_LINE_TIES_SHOOTER: TileLineTies
TILE_LINE_TIES_TARGET: TileLineTies
ACTION_TEST_UNSPECIFIED: ActionTest
ACTION_TEST_EXTERNAL: ActionTest
ACTION_TEST_NONE: ActionTest
CHARGE_CONTACT_UNSPECIFIED: ChargeContact
CHARGE_CONTACT_ANY_ENEMY: ChargeContact
CHARGE_CONTACT_ZONE_OWNER: ChargeContact
LEAVE_ZONE_BY_UNSPECIFIED: LeaveZoneBy
LEAVE_ZONE_BY_FIRST_MOVE: LeaveZoneBy
LEAVE_ZONE_BY_LAST_MOVE: LeaveZoneBy
ZOC_JUDGED_BY_UNSPECIFIED: ZocJudgedBy
ZOC_JUDGED_BY_ANY_ACTION: ZocJudgedBy
ZOC_JUDGED_BY_CHOSEN_ACTION: ZocJudgedBy
COVER_AND_IMPASSABLE_UNSPECIFIED: CoverAndImpassable
COVER_AND_IMPASSABLE_OCCUPY: CoverAndImpassable
COVER_AND_IMPASSABLE_DEPLOY_ONLY: CoverAndImpassable
COVER_AND_IMPASSABLE_NO_ENTRY: CoverAndImpassable
DANGER_DICE_FROM_UNSPECIFIED: DangerDiceFrom
DANGER_DICE_FROM_CURRENT: DangerDiceFrom
DANGER_DICE_FROM_FULL: DangerDiceFrom
DANGER_TEST_SCOPE_UNSPECIFIED: DangerTestScope
DANGER_TEST_SCOPE_FEATURE: DangerTestScope
DANGER_TEST_SCOPE_TILE: DangerTestScope
CAUTIOUS_SCOPE_UNSPECIFIED: CautiousScope
CAUTIOUS_SCOPE_TEST: CautiousScope
CAUTIOUS_SCOPE_DIE: CautiousScope
MINIMUM_MOVE_UNSPECIFIED: MinimumMove
MINIMUM_MOVE_CAUTIOUS: MinimumMove
MINIMUM_MOVE_ALL: MinimumMove
COVER_SCOPE_UNSPECIFIED: CoverScope
COVER_SCOPE_PAIR: CoverScope
COVER_SCOPE_FORMATION_MAJORITY: CoverScope
SCREEN_ARC_UNSPECIFIED: ScreenArc
SCREEN_ARC_LINE: ScreenArc
SCREEN_ARC_NEIGHBOUR_ARC: ScreenArc
IMPEDED_MODE_UNSPECIFIED: ImpededMode
IMPEDED_MODE_TILE_COST: ImpededMode
IMPEDED_MODE_HALVE_MOVE: ImpededMode
OVERWATCH_WINDOW_UNSPECIFIED: OverwatchWindow
OVERWATCH_WINDOW_AFTER_EACH_MOVE: OverwatchWindow
OVERWATCH_WINDOW_EXTERNAL: OverwatchWindow
HIT_ALLOCATION_UNSPECIFIED: HitAllocation
HIT_ALLOCATION_EVEN_FROM_NEAREST: HitAllocation
HIT_ALLOCATION_OWNER: HitAllocation
HIT_ALLOCATION_ATTACKER: HitAllocation
TURN_ORDER_UNSPECIFIED: TurnOrder
TURN_ORDER_ALTERNATE: TurnOrder
TURN_ORDER_EXTERNAL: TurnOrder
VICTORY_CONDITION_UNSPECIFIED: VictoryCondition
VICTORY_CONDITION_SURVIVORS: VictoryCondition
VICTORY_CONDITION_NONE: VictoryCondition

class HitValues(_message.Message):
    __slots__ = ("infantry", "vehicles", "war_engines")
    INFANTRY_FIELD_NUMBER: _ClassVar[int]
    VEHICLES_FIELD_NUMBER: _ClassVar[int]
    WAR_ENGINES_FIELD_NUMBER: _ClassVar[int]
    infantry: int
    vehicles: int
    war_engines: int
    def __init__(self, infantry: _Optional[int] = ..., vehicles: _Optional[int] = ..., war_engines: _Optional[int] = ...) -> None: ...

class Weapon(_message.Message):
    __slots__ = ("name", "dice", "to_hit", "weapon_range", "save_modifier", "air")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_RANGE_FIELD_NUMBER: _ClassVar[int]
    SAVE_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    AIR_FIELD_NUMBER: _ClassVar[int]
    name: str
    dice: int
    to_hit: HitValues
    weapon_range: int
    save_modifier: int
    air: bool
    def __init__(self, name: _Optional[str] = ..., dice: _Optional[int] = ..., to_hit: _Optional[_Union[HitValues, _Mapping]] = ..., weapon_range: _Optional[int] = ..., save_modifier: _Optional[int] = ..., air: _Optional[bool] = ...) -> None: ...

class UnitSheet(_message.Message):
    __slots__ = ("name", "unit_type", "speed", "integrity", "armour", "vision", "columns", "rows", "flags", "weapons")
    NAME_FIELD_NUMBER: _ClassVar[int]
    UNIT_TYPE_FIELD_NUMBER: _ClassVar[int]
    SPEED_FIELD_NUMBER: _ClassVar[int]
    INTEGRITY_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_FIELD_NUMBER: _ClassVar[int]
    VISION_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    unit_type: UnitType
    speed: int
    integrity: int
    armour: int
    vision: int
    columns: int
    rows: int
    flags: _containers.RepeatedScalarFieldContainer[UnitFlag]
    weapons: _containers.RepeatedCompositeFieldContainer[Weapon]
    def __init__(self, name: _Optional[str] = ..., unit_type: _Optional[_Union[UnitType, str]] = ..., speed: _Optional[int] = ..., integrity: _Optional[int] = ..., armour: _Optional[int] = ..., vision: _Optional[int] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., flags: _Optional[_Iterable[_Union[UnitFlag, str]]] = ..., weapons: _Optional[_Iterable[_Union[Weapon, _Mapping]]] = ...) -> None: ...

class FormationSheet(_message.Message):
    __slots__ = ("name", "units")
    NAME_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    name: str
    units: _containers.RepeatedCompositeFieldContainer[UnitSheet]
    def __init__(self, name: _Optional[str] = ..., units: _Optional[_Iterable[_Union[UnitSheet, _Mapping]]] = ...) -> None: ...

class TerrainCell(_message.Message):
    __slots__ = ("movement", "cover", "vision")
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    VISION_FIELD_NUMBER: _ClassVar[int]
    movement: TerrainMovement
    cover: int
    vision: int
    def __init__(self, movement: _Optional[_Union[TerrainMovement, str]] = ..., cover: _Optional[int] = ..., vision: _Optional[int] = ...) -> None: ...

class TerrainKind(_message.Message):
    __slots__ = ("name", "layer", "obscuring", "lie_low", "road", "infantry", "vehicles", "war_engines", "impeded", "danger_faces", "bars_second_roll", "canopy", "bastion", "destructible_into", "climbable", "gun_shield")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LAYER_FIELD_NUMBER: _ClassVar[int]
    OBSCURING_FIELD_NUMBER: _ClassVar[int]
    LIE_LOW_FIELD_NUMBER: _ClassVar[int]
    ROAD_FIELD_NUMBER: _ClassVar[int]
    INFANTRY_FIELD_NUMBER: _ClassVar[int]
    VEHICLES_FIELD_NUMBER: _ClassVar[int]
    WAR_ENGINES_FIELD_NUMBER: _ClassVar[int]
    IMPEDED_FIELD_NUMBER: _ClassVar[int]
    DANGER_FACES_FIELD_NUMBER: _ClassVar[int]
    BARS_SECOND_ROLL_FIELD_NUMBER: _ClassVar[int]
    CANOPY_FIELD_NUMBER: _ClassVar[int]
    BASTION_FIELD_NUMBER: _ClassVar[int]
    DESTRUCTIBLE_INTO_FIELD_NUMBER: _ClassVar[int]
    CLIMBABLE_FIELD_NUMBER: _ClassVar[int]
    GUN_SHIELD_FIELD_NUMBER: _ClassVar[int]
    name: str
    layer: TerrainLayer
    obscuring: Obscuring
    lie_low: bool
    road: bool
    infantry: TerrainCell
    vehicles: TerrainCell
    war_engines: TerrainCell
    impeded: _containers.RepeatedScalarFieldContainer[UnitType]
    danger_faces: _containers.RepeatedScalarFieldContainer[int]
    bars_second_roll: bool
    canopy: bool
    bastion: bool
    destructible_into: str
    climbable: bool
    gun_shield: bool
    def __init__(self, name: _Optional[str] = ..., layer: _Optional[_Union[TerrainLayer, str]] = ..., obscuring: _Optional[_Union[Obscuring, str]] = ..., lie_low: _Optional[bool] = ..., road: _Optional[bool] = ..., infantry: _Optional[_Union[TerrainCell, _Mapping]] = ..., vehicles: _Optional[_Union[TerrainCell, _Mapping]] = ..., war_engines: _Optional[_Union[TerrainCell, _Mapping]] = ..., impeded: _Optional[_Iterable[_Union[UnitType, str]]] = ..., danger_faces: _Optional[_Iterable[int]] = ..., bars_second_roll: _Optional[bool] = ..., canopy: _Optional[bool] = ..., bastion: _Optional[bool] = ..., destructible_into: _Optional[str] = ..., climbable: _Optional[bool] = ..., gun_shield: _Optional[bool] = ...) -> None: ...

class TileTerrain(_message.Message):
    __slots__ = ("tile", "base_terrain", "overlays")
    TILE_FIELD_NUMBER: _ClassVar[int]
    BASE_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OVERLAYS_FIELD_NUMBER: _ClassVar[int]
    tile: str
    base_terrain: str
    overlays: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, tile: _Optional[str] = ..., base_terrain: _Optional[str] = ..., overlays: _Optional[_Iterable[str]] = ...) -> None: ...

class DeploymentZone(_message.Message):
    __slots__ = ("seat", "tiles")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tiles: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., tiles: _Optional[_Iterable[str]] = ...) -> None: ...

class SideTerms(_message.Message):
    __slots__ = ("name", "side")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    name: str
    side: int
    def __init__(self, name: _Optional[str] = ..., side: _Optional[int] = ...) -> None: ...

class ActionNumber(_message.Message):
    __slots__ = ("action", "number")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    action: str
    number: int
    def __init__(self, action: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...

class TypeClass(_message.Message):
    __slots__ = ("unit_type", "column")
    UNIT_TYPE_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    unit_type: UnitType
    column: UnitClass
    def __init__(self, unit_type: _Optional[_Union[UnitType, str]] = ..., column: _Optional[_Union[UnitClass, str]] = ...) -> None: ...

class Options(_message.Message):
    __slots__ = ("tile_shape", "default_footprint", "class_of_type", "roll_direction", "natural_worst_face_fails", "tile_line_ties", "failed_action", "moves_per_action", "action_test", "exit_edges", "stacking_limit", "no_diagonal_squeeze", "zoc_radius", "broken_units_have_zoc", "charge_contact", "leave_zone_by", "zoc_trapped_destroyed", "charge_moves", "engage_target_required", "coherency_tiles", "cohesion_after_charge", "cover_and_impassable", "road_overrides_base", "danger_dice_from", "danger_test_scope", "cautious_scope", "cover_to_hit_cap", "los_block_tiles", "cover_scope", "modifiers_affect_cover", "screen_types", "screen_arc", "building_integrity", "building_damage_per_fight", "collapse_casualties", "roads_impassable", "road_start_counts", "impeded_mode", "minefield_bars_cautious", "overwatch_window", "overlay_keeps_lie_low", "crossfire_geometry", "crossfire_range", "crossfire_save_modifier", "crossfire_extra_shock", "default_weapon", "default_armour", "default_vision", "action_to_hit_modifiers", "hit_allocation", "shock_under_fire", "shock_per_unit_destroyed", "shooting_actions", "turn_order", "first_seat", "turn_limit", "victory", "light_vehicles_impeded", "minimum_move", "zoc_judged_by")
    TILE_SHAPE_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_FOOTPRINT_FIELD_NUMBER: _ClassVar[int]
    CLASS_OF_TYPE_FIELD_NUMBER: _ClassVar[int]
    ROLL_DIRECTION_FIELD_NUMBER: _ClassVar[int]
    NATURAL_WORST_FACE_FAILS_FIELD_NUMBER: _ClassVar[int]
    TILE_LINE_TIES_FIELD_NUMBER: _ClassVar[int]
    FAILED_ACTION_FIELD_NUMBER: _ClassVar[int]
    MOVES_PER_ACTION_FIELD_NUMBER: _ClassVar[int]
    ACTION_TEST_FIELD_NUMBER: _ClassVar[int]
    EXIT_EDGES_FIELD_NUMBER: _ClassVar[int]
    STACKING_LIMIT_FIELD_NUMBER: _ClassVar[int]
    NO_DIAGONAL_SQUEEZE_FIELD_NUMBER: _ClassVar[int]
    ZOC_RADIUS_FIELD_NUMBER: _ClassVar[int]
    BROKEN_UNITS_HAVE_ZOC_FIELD_NUMBER: _ClassVar[int]
    CHARGE_CONTACT_FIELD_NUMBER: _ClassVar[int]
    LEAVE_ZONE_BY_FIELD_NUMBER: _ClassVar[int]
    ZOC_TRAPPED_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    CHARGE_MOVES_FIELD_NUMBER: _ClassVar[int]
    ENGAGE_TARGET_REQUIRED_FIELD_NUMBER: _ClassVar[int]
    COHERENCY_TILES_FIELD_NUMBER: _ClassVar[int]
    COHESION_AFTER_CHARGE_FIELD_NUMBER: _ClassVar[int]
    COVER_AND_IMPASSABLE_FIELD_NUMBER: _ClassVar[int]
    ROAD_OVERRIDES_BASE_FIELD_NUMBER: _ClassVar[int]
    DANGER_DICE_FROM_FIELD_NUMBER: _ClassVar[int]
    DANGER_TEST_SCOPE_FIELD_NUMBER: _ClassVar[int]
    CAUTIOUS_SCOPE_FIELD_NUMBER: _ClassVar[int]
    COVER_TO_HIT_CAP_FIELD_NUMBER: _ClassVar[int]
    LOS_BLOCK_TILES_FIELD_NUMBER: _ClassVar[int]
    COVER_SCOPE_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_AFFECT_COVER_FIELD_NUMBER: _ClassVar[int]
    SCREEN_TYPES_FIELD_NUMBER: _ClassVar[int]
    SCREEN_ARC_FIELD_NUMBER: _ClassVar[int]
    BUILDING_INTEGRITY_FIELD_NUMBER: _ClassVar[int]
    BUILDING_DAMAGE_PER_FIGHT_FIELD_NUMBER: _ClassVar[int]
    COLLAPSE_CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    ROADS_IMPASSABLE_FIELD_NUMBER: _ClassVar[int]
    ROAD_START_COUNTS_FIELD_NUMBER: _ClassVar[int]
    IMPEDED_MODE_FIELD_NUMBER: _ClassVar[int]
    MINEFIELD_BARS_CAUTIOUS_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_WINDOW_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_KEEPS_LIE_LOW_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_RANGE_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_SAVE_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_EXTRA_SHOCK_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_WEAPON_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_ARMOUR_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VISION_FIELD_NUMBER: _ClassVar[int]
    ACTION_TO_HIT_MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    HIT_ALLOCATION_FIELD_NUMBER: _ClassVar[int]
    SHOCK_UNDER_FIRE_FIELD_NUMBER: _ClassVar[int]
    SHOCK_PER_UNIT_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    SHOOTING_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    TURN_ORDER_FIELD_NUMBER: _ClassVar[int]
    FIRST_SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    VICTORY_FIELD_NUMBER: _ClassVar[int]
    LIGHT_VEHICLES_IMPEDED_FIELD_NUMBER: _ClassVar[int]
    MINIMUM_MOVE_FIELD_NUMBER: _ClassVar[int]
    ZOC_JUDGED_BY_FIELD_NUMBER: _ClassVar[int]
    tile_shape: TileShape
    default_footprint: _containers.RepeatedScalarFieldContainer[int]
    class_of_type: _containers.RepeatedCompositeFieldContainer[TypeClass]
    roll_direction: RollDirection
    natural_worst_face_fails: bool
    tile_line_ties: TileLineTies
    failed_action: str
    moves_per_action: _containers.RepeatedCompositeFieldContainer[ActionNumber]
    action_test: ActionTest
    exit_edges: _containers.RepeatedScalarFieldContainer[Edge]
    stacking_limit: int
    no_diagonal_squeeze: bool
    zoc_radius: int
    broken_units_have_zoc: bool
    charge_contact: ChargeContact
    leave_zone_by: LeaveZoneBy
    zoc_trapped_destroyed: bool
    charge_moves: int
    engage_target_required: bool
    coherency_tiles: int
    cohesion_after_charge: bool
    cover_and_impassable: CoverAndImpassable
    road_overrides_base: bool
    danger_dice_from: DangerDiceFrom
    danger_test_scope: DangerTestScope
    cautious_scope: CautiousScope
    cover_to_hit_cap: int
    los_block_tiles: int
    cover_scope: CoverScope
    modifiers_affect_cover: bool
    screen_types: _containers.RepeatedScalarFieldContainer[UnitType]
    screen_arc: ScreenArc
    building_integrity: int
    building_damage_per_fight: int
    collapse_casualties: int
    roads_impassable: bool
    road_start_counts: bool
    impeded_mode: ImpededMode
    minefield_bars_cautious: bool
    overwatch_window: OverwatchWindow
    overlay_keeps_lie_low: bool
    crossfire_geometry: bool
    crossfire_range: int
    crossfire_save_modifier: int
    crossfire_extra_shock: int
    default_weapon: Weapon
    default_armour: int
    default_vision: int
    action_to_hit_modifiers: _containers.RepeatedCompositeFieldContainer[ActionNumber]
    hit_allocation: HitAllocation
    shock_under_fire: int
    shock_per_unit_destroyed: int
    shooting_actions: _containers.RepeatedScalarFieldContainer[str]
    turn_order: TurnOrder
    first_seat: int
    turn_limit: int
    victory: VictoryCondition
    light_vehicles_impeded: bool
    minimum_move: MinimumMove
    zoc_judged_by: ZocJudgedBy
    def __init__(self, tile_shape: _Optional[_Union[TileShape, str]] = ..., default_footprint: _Optional[_Iterable[int]] = ..., class_of_type: _Optional[_Iterable[_Union[TypeClass, _Mapping]]] = ..., roll_direction: _Optional[_Union[RollDirection, str]] = ..., natural_worst_face_fails: _Optional[bool] = ..., tile_line_ties: _Optional[_Union[TileLineTies, str]] = ..., failed_action: _Optional[str] = ..., moves_per_action: _Optional[_Iterable[_Union[ActionNumber, _Mapping]]] = ..., action_test: _Optional[_Union[ActionTest, str]] = ..., exit_edges: _Optional[_Iterable[_Union[Edge, str]]] = ..., stacking_limit: _Optional[int] = ..., no_diagonal_squeeze: _Optional[bool] = ..., zoc_radius: _Optional[int] = ..., broken_units_have_zoc: _Optional[bool] = ..., charge_contact: _Optional[_Union[ChargeContact, str]] = ..., leave_zone_by: _Optional[_Union[LeaveZoneBy, str]] = ..., zoc_trapped_destroyed: _Optional[bool] = ..., charge_moves: _Optional[int] = ..., engage_target_required: _Optional[bool] = ..., coherency_tiles: _Optional[int] = ..., cohesion_after_charge: _Optional[bool] = ..., cover_and_impassable: _Optional[_Union[CoverAndImpassable, str]] = ..., road_overrides_base: _Optional[bool] = ..., danger_dice_from: _Optional[_Union[DangerDiceFrom, str]] = ..., danger_test_scope: _Optional[_Union[DangerTestScope, str]] = ..., cautious_scope: _Optional[_Union[CautiousScope, str]] = ..., cover_to_hit_cap: _Optional[int] = ..., los_block_tiles: _Optional[int] = ..., cover_scope: _Optional[_Union[CoverScope, str]] = ..., modifiers_affect_cover: _Optional[bool] = ..., screen_types: _Optional[_Iterable[_Union[UnitType, str]]] = ..., screen_arc: _Optional[_Union[ScreenArc, str]] = ..., building_integrity: _Optional[int] = ..., building_damage_per_fight: _Optional[int] = ..., collapse_casualties: _Optional[int] = ..., roads_impassable: _Optional[bool] = ..., road_start_counts: _Optional[bool] = ..., impeded_mode: _Optional[_Union[ImpededMode, str]] = ..., minefield_bars_cautious: _Optional[bool] = ..., overwatch_window: _Optional[_Union[OverwatchWindow, str]] = ..., overlay_keeps_lie_low: _Optional[bool] = ..., crossfire_geometry: _Optional[bool] = ..., crossfire_range: _Optional[int] = ..., crossfire_save_modifier: _Optional[int] = ..., crossfire_extra_shock: _Optional[int] = ..., default_weapon: _Optional[_Union[Weapon, _Mapping]] = ..., default_armour: _Optional[int] = ..., default_vision: _Optional[int] = ..., action_to_hit_modifiers: _Optional[_Iterable[_Union[ActionNumber, _Mapping]]] = ..., hit_allocation: _Optional[_Union[HitAllocation, str]] = ..., shock_under_fire: _Optional[int] = ..., shock_per_unit_destroyed: _Optional[int] = ..., shooting_actions: _Optional[_Iterable[str]] = ..., turn_order: _Optional[_Union[TurnOrder, str]] = ..., first_seat: _Optional[int] = ..., turn_limit: _Optional[int] = ..., victory: _Optional[_Union[VictoryCondition, str]] = ..., light_vehicles_impeded: _Optional[bool] = ..., minimum_move: _Optional[_Union[MinimumMove, str]] = ..., zoc_judged_by: _Optional[_Union[ZocJudgedBy, str]] = ...) -> None: ...

class SightFact(_message.Message):
    __slots__ = ("unit", "target", "sight")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SIGHT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    sight: SightGrade
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., sight: _Optional[_Union[SightGrade, str]] = ...) -> None: ...

class HitOnUnit(_message.Message):
    __slots__ = ("hit", "unit")
    HIT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    hit: str
    unit: str
    def __init__(self, hit: _Optional[str] = ..., unit: _Optional[str] = ...) -> None: ...

class CreateBattlefield(_message.Message):
    __slots__ = ("map_name", "text", "columns", "rows", "base_terrain", "tiles", "zones", "terrain", "sides", "options", "header")
    MAP_NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    BASE_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    map_name: str
    text: str
    columns: int
    rows: int
    base_terrain: str
    tiles: _containers.RepeatedCompositeFieldContainer[TileTerrain]
    zones: _containers.RepeatedCompositeFieldContainer[DeploymentZone]
    terrain: _containers.RepeatedCompositeFieldContainer[TerrainKind]
    sides: _containers.RepeatedCompositeFieldContainer[SideTerms]
    options: Options
    header: _record_pb2.Header
    def __init__(self, map_name: _Optional[str] = ..., text: _Optional[str] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., base_terrain: _Optional[str] = ..., tiles: _Optional[_Iterable[_Union[TileTerrain, _Mapping]]] = ..., zones: _Optional[_Iterable[_Union[DeploymentZone, _Mapping]]] = ..., terrain: _Optional[_Iterable[_Union[TerrainKind, _Mapping]]] = ..., sides: _Optional[_Iterable[_Union[SideTerms, _Mapping]]] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MusterArmy(_message.Message):
    __slots__ = ("force", "formations", "header")
    FORCE_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    force: str
    formations: _containers.RepeatedCompositeFieldContainer[FormationSheet]
    header: _record_pb2.Header
    def __init__(self, force: _Optional[str] = ..., formations: _Optional[_Iterable[_Union[FormationSheet, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeployUnit(_message.Message):
    __slots__ = ("unit", "tile", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    tile: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., tile: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class HoldBack(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class BeginAction(_message.Message):
    __slots__ = ("formation", "action", "test", "target", "road_march", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TEST_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROAD_MARCH_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    action: str
    test: TestResult
    target: str
    road_march: bool
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., action: _Optional[str] = ..., test: _Optional[_Union[TestResult, str]] = ..., target: _Optional[str] = ..., road_march: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareCautious(_message.Message):
    __slots__ = ("unit", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class MoveUnit(_message.Message):
    __slots__ = ("unit", "path", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    path: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., path: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Charge(_message.Message):
    __slots__ = ("unit", "path", "enemy", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    path: _containers.RepeatedScalarFieldContainer[str]
    enemy: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., path: _Optional[_Iterable[str]] = ..., enemy: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollDangerousTerrain(_message.Message):
    __slots__ = ("unit", "feature", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    feature: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., feature: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndFormationMove(_message.Message):
    __slots__ = ("formation", "keep", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    keep: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., keep: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndAction(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EnterOverwatch(_message.Message):
    __slots__ = ("formation", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResolveOverwatch(_message.Message):
    __slots__ = ("formation", "target", "crossfire", "air", "sights", "to_hit_modifier", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_FIELD_NUMBER: _ClassVar[int]
    AIR_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    crossfire: bool
    air: bool
    sights: _containers.RepeatedCompositeFieldContainer[SightFact]
    to_hit_modifier: int
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ..., crossfire: _Optional[bool] = ..., air: _Optional[bool] = ..., sights: _Optional[_Iterable[_Union[SightFact, _Mapping]]] = ..., to_hit_modifier: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PassOverwatch(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareShooting(_message.Message):
    __slots__ = ("formation", "target", "crossfire", "air", "sights", "to_hit_modifier", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_FIELD_NUMBER: _ClassVar[int]
    AIR_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    crossfire: bool
    air: bool
    sights: _containers.RepeatedCompositeFieldContainer[SightFact]
    to_hit_modifier: int
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ..., crossfire: _Optional[bool] = ..., air: _Optional[bool] = ..., sights: _Optional[_Iterable[_Union[SightFact, _Mapping]]] = ..., to_hit_modifier: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollToHit(_message.Message):
    __slots__ = ("unit", "target", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AllocateHits(_message.Message):
    __slots__ = ("hits", "header")
    HITS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    hits: _containers.RepeatedCompositeFieldContainer[HitOnUnit]
    header: _record_pb2.Header
    def __init__(self, hits: _Optional[_Iterable[_Union[HitOnUnit, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseSave(_message.Message):
    __slots__ = ("unit", "hit", "save", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hit: str
    save: SaveKind
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., hit: _Optional[str] = ..., save: _Optional[_Union[SaveKind, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollSaves(_message.Message):
    __slots__ = ("unit", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AssaultHits(_message.Message):
    __slots__ = ("unit", "hits", "save_modifier", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    SAVE_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hits: int
    save_modifier: int
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., hits: _Optional[int] = ..., save_modifier: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RecordCasualties(_message.Message):
    __slots__ = ("unit", "points", "causes_shock", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CAUSES_SHOCK_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    points: int
    causes_shock: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., points: _Optional[int] = ..., causes_shock: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndAssault(_message.Message):
    __slots__ = ("assault", "header")
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    assault: str
    header: _record_pb2.Header
    def __init__(self, assault: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DamageTerrain(_message.Message):
    __slots__ = ("tile", "points", "header")
    TILE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    tile: str
    points: int
    header: _record_pb2.Header
    def __init__(self, tile: _Optional[str] = ..., points: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AdjustShock(_message.Message):
    __slots__ = ("formation", "amount", "reason", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    amount: int
    reason: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., amount: _Optional[int] = ..., reason: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetFormationState(_message.Message):
    __slots__ = ("formation", "state", "header")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    state: FormationState
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., state: _Optional[_Union[FormationState, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndTurn(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...
