from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

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
    unit_type: str
    speed: int
    integrity: int
    armour: int
    vision: int
    columns: int
    rows: int
    flags: _containers.RepeatedScalarFieldContainer[str]
    weapons: _containers.RepeatedCompositeFieldContainer[Weapon]
    def __init__(self, name: _Optional[str] = ..., unit_type: _Optional[str] = ..., speed: _Optional[int] = ..., integrity: _Optional[int] = ..., armour: _Optional[int] = ..., vision: _Optional[int] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., flags: _Optional[_Iterable[str]] = ..., weapons: _Optional[_Iterable[_Union[Weapon, _Mapping]]] = ...) -> None: ...

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
    movement: str
    cover: int
    vision: int
    def __init__(self, movement: _Optional[str] = ..., cover: _Optional[int] = ..., vision: _Optional[int] = ...) -> None: ...

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
    layer: str
    obscuring: str
    lie_low: bool
    road: bool
    infantry: TerrainCell
    vehicles: TerrainCell
    war_engines: TerrainCell
    impeded: _containers.RepeatedScalarFieldContainer[str]
    danger_faces: _containers.RepeatedScalarFieldContainer[int]
    bars_second_roll: bool
    canopy: bool
    bastion: bool
    destructible_into: str
    climbable: bool
    gun_shield: bool
    def __init__(self, name: _Optional[str] = ..., layer: _Optional[str] = ..., obscuring: _Optional[str] = ..., lie_low: _Optional[bool] = ..., road: _Optional[bool] = ..., infantry: _Optional[_Union[TerrainCell, _Mapping]] = ..., vehicles: _Optional[_Union[TerrainCell, _Mapping]] = ..., war_engines: _Optional[_Union[TerrainCell, _Mapping]] = ..., impeded: _Optional[_Iterable[str]] = ..., danger_faces: _Optional[_Iterable[int]] = ..., bars_second_roll: _Optional[bool] = ..., canopy: _Optional[bool] = ..., bastion: _Optional[bool] = ..., destructible_into: _Optional[str] = ..., climbable: _Optional[bool] = ..., gun_shield: _Optional[bool] = ...) -> None: ...

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
    unit_type: str
    column: str
    def __init__(self, unit_type: _Optional[str] = ..., column: _Optional[str] = ...) -> None: ...

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
    tile_shape: str
    default_footprint: _containers.RepeatedScalarFieldContainer[int]
    class_of_type: _containers.RepeatedCompositeFieldContainer[TypeClass]
    roll_direction: str
    natural_worst_face_fails: bool
    tile_line_ties: str
    failed_action: str
    moves_per_action: _containers.RepeatedCompositeFieldContainer[ActionNumber]
    action_test: str
    exit_edges: _containers.RepeatedScalarFieldContainer[str]
    stacking_limit: int
    no_diagonal_squeeze: bool
    zoc_radius: int
    broken_units_have_zoc: bool
    charge_contact: str
    leave_zone_by: str
    zoc_trapped_destroyed: bool
    charge_moves: int
    engage_target_required: bool
    coherency_tiles: int
    cohesion_after_charge: bool
    cover_and_impassable: str
    road_overrides_base: bool
    danger_dice_from: str
    danger_test_scope: str
    cautious_scope: str
    cover_to_hit_cap: int
    los_block_tiles: int
    cover_scope: str
    modifiers_affect_cover: bool
    screen_types: _containers.RepeatedScalarFieldContainer[str]
    screen_arc: str
    building_integrity: int
    building_damage_per_fight: int
    collapse_casualties: int
    roads_impassable: bool
    road_start_counts: bool
    impeded_mode: str
    minefield_bars_cautious: bool
    overwatch_window: str
    overlay_keeps_lie_low: bool
    crossfire_geometry: bool
    crossfire_range: int
    crossfire_save_modifier: int
    crossfire_extra_shock: int
    default_weapon: Weapon
    default_armour: int
    default_vision: int
    action_to_hit_modifiers: _containers.RepeatedCompositeFieldContainer[ActionNumber]
    hit_allocation: str
    shock_under_fire: int
    shock_per_unit_destroyed: int
    shooting_actions: _containers.RepeatedScalarFieldContainer[str]
    turn_order: str
    first_seat: int
    turn_limit: int
    victory: str
    light_vehicles_impeded: bool
    minimum_move: str
    zoc_judged_by: str
    def __init__(self, tile_shape: _Optional[str] = ..., default_footprint: _Optional[_Iterable[int]] = ..., class_of_type: _Optional[_Iterable[_Union[TypeClass, _Mapping]]] = ..., roll_direction: _Optional[str] = ..., natural_worst_face_fails: _Optional[bool] = ..., tile_line_ties: _Optional[str] = ..., failed_action: _Optional[str] = ..., moves_per_action: _Optional[_Iterable[_Union[ActionNumber, _Mapping]]] = ..., action_test: _Optional[str] = ..., exit_edges: _Optional[_Iterable[str]] = ..., stacking_limit: _Optional[int] = ..., no_diagonal_squeeze: _Optional[bool] = ..., zoc_radius: _Optional[int] = ..., broken_units_have_zoc: _Optional[bool] = ..., charge_contact: _Optional[str] = ..., leave_zone_by: _Optional[str] = ..., zoc_trapped_destroyed: _Optional[bool] = ..., charge_moves: _Optional[int] = ..., engage_target_required: _Optional[bool] = ..., coherency_tiles: _Optional[int] = ..., cohesion_after_charge: _Optional[bool] = ..., cover_and_impassable: _Optional[str] = ..., road_overrides_base: _Optional[bool] = ..., danger_dice_from: _Optional[str] = ..., danger_test_scope: _Optional[str] = ..., cautious_scope: _Optional[str] = ..., cover_to_hit_cap: _Optional[int] = ..., los_block_tiles: _Optional[int] = ..., cover_scope: _Optional[str] = ..., modifiers_affect_cover: _Optional[bool] = ..., screen_types: _Optional[_Iterable[str]] = ..., screen_arc: _Optional[str] = ..., building_integrity: _Optional[int] = ..., building_damage_per_fight: _Optional[int] = ..., collapse_casualties: _Optional[int] = ..., roads_impassable: _Optional[bool] = ..., road_start_counts: _Optional[bool] = ..., impeded_mode: _Optional[str] = ..., minefield_bars_cautious: _Optional[bool] = ..., overwatch_window: _Optional[str] = ..., overlay_keeps_lie_low: _Optional[bool] = ..., crossfire_geometry: _Optional[bool] = ..., crossfire_range: _Optional[int] = ..., crossfire_save_modifier: _Optional[int] = ..., crossfire_extra_shock: _Optional[int] = ..., default_weapon: _Optional[_Union[Weapon, _Mapping]] = ..., default_armour: _Optional[int] = ..., default_vision: _Optional[int] = ..., action_to_hit_modifiers: _Optional[_Iterable[_Union[ActionNumber, _Mapping]]] = ..., hit_allocation: _Optional[str] = ..., shock_under_fire: _Optional[int] = ..., shock_per_unit_destroyed: _Optional[int] = ..., shooting_actions: _Optional[_Iterable[str]] = ..., turn_order: _Optional[str] = ..., first_seat: _Optional[int] = ..., turn_limit: _Optional[int] = ..., victory: _Optional[str] = ..., light_vehicles_impeded: _Optional[bool] = ..., minimum_move: _Optional[str] = ..., zoc_judged_by: _Optional[str] = ...) -> None: ...

class SightFact(_message.Message):
    __slots__ = ("unit", "target", "sight")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SIGHT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    sight: str
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., sight: _Optional[str] = ...) -> None: ...

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
    test: str
    target: str
    road_march: bool
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., action: _Optional[str] = ..., test: _Optional[str] = ..., target: _Optional[str] = ..., road_march: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    save: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., hit: _Optional[str] = ..., save: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    state: str
    header: _record_pb2.Header
    def __init__(self, formation: _Optional[str] = ..., state: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndTurn(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...
