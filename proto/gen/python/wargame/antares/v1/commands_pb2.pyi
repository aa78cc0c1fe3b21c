from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import table_pb2 as _table_pb2
from wargame.v1 import values_pb2 as _values_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

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
    applies: str
    bonus: int
    def __init__(self, applies: _Optional[str] = ..., bonus: _Optional[int] = ...) -> None: ...

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
    kind: str
    hits: _values_pb2.Amount
    radius: int
    marker: str
    def __init__(self, kind: _Optional[str] = ..., hits: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., radius: _Optional[int] = ..., marker: _Optional[str] = ...) -> None: ...

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
    kind: str
    minimum: int
    short_range: int
    long_range: int
    extreme: int
    modes: _containers.RepeatedCompositeFieldContainer[FiringMode]
    strike_value: _values_pb2.Amount
    crew: int
    properties: _containers.RepeatedScalarFieldContainer[str]
    overhead: OverheadEffect
    damage_modifier: int
    hazard: Hazard
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., kind: _Optional[str] = ..., minimum: _Optional[int] = ..., short_range: _Optional[int] = ..., long_range: _Optional[int] = ..., extreme: _Optional[int] = ..., modes: _Optional[_Iterable[_Union[FiringMode, _Mapping]]] = ..., strike_value: _Optional[_Union[_values_pb2.Amount, _Mapping]] = ..., crew: _Optional[int] = ..., properties: _Optional[_Iterable[str]] = ..., overhead: _Optional[_Union[OverheadEffect, _Mapping]] = ..., damage_modifier: _Optional[int] = ..., hazard: _Optional[_Union[Hazard, _Mapping]] = ...) -> None: ...

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
    hook: str
    number: int
    word: str
    models: int
    def __init__(self, name: _Optional[str] = ..., hook: _Optional[str] = ..., number: _Optional[int] = ..., word: _Optional[str] = ..., models: _Optional[int] = ...) -> None: ...

class EndTest(_message.Message):
    __slots__ = ("sides", "compare", "value", "success", "failure")
    SIDES_FIELD_NUMBER: _ClassVar[int]
    COMPARE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    sides: int
    compare: str
    value: int
    success: str
    failure: str
    def __init__(self, sides: _Optional[int] = ..., compare: _Optional[str] = ..., value: _Optional[int] = ..., success: _Optional[str] = ..., failure: _Optional[str] = ...) -> None: ...

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
    kind: str
    radius: int
    end_test: EndTest
    accuracy: int
    miss_rerolls: str
    scope: str
    base_size: _table_pb2.Base
    height: int
    placed: bool
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., kind: _Optional[str] = ..., radius: _Optional[int] = ..., end_test: _Optional[_Union[EndTest, _Mapping]] = ..., accuracy: _Optional[int] = ..., miss_rerolls: _Optional[str] = ..., scope: _Optional[str] = ..., base_size: _Optional[_Union[_table_pb2.Base, _Mapping]] = ..., height: _Optional[int] = ..., placed: _Optional[bool] = ...) -> None: ...

class OptionEffect(_message.Message):
    __slots__ = ("kind", "number", "word")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    kind: str
    number: int
    word: str
    def __init__(self, kind: _Optional[str] = ..., number: _Optional[int] = ..., word: _Optional[str] = ...) -> None: ...

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
    windows: _containers.RepeatedScalarFieldContainer[str]
    effects: _containers.RepeatedCompositeFieldContainer[OptionEffect]
    end_test: EndTest
    points: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., uses: _Optional[int] = ..., windows: _Optional[_Iterable[str]] = ..., effects: _Optional[_Iterable[_Union[OptionEffect, _Mapping]]] = ..., end_test: _Optional[_Union[EndTest, _Mapping]] = ..., points: _Optional[int] = ...) -> None: ...

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
    unit_type: str
    size: str
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
    def __init__(self, kind: _Optional[str] = ..., name: _Optional[str] = ..., faction: _Optional[str] = ..., unit_type: _Optional[str] = ..., size: _Optional[str] = ..., order_dice: _Optional[int] = ..., stats: _Optional[_Union[Stats, _Mapping]] = ..., movement: _Optional[int] = ..., flags: _Optional[_Iterable[str]] = ..., rules: _Optional[_Iterable[_Union[SpecialRule, _Mapping]]] = ..., devices: _Optional[_Iterable[str]] = ..., damage_modifier: _Optional[int] = ..., kinds: _Optional[_Iterable[_Union[ModelKind, _Mapping]]] = ..., models: _Optional[_Iterable[str]] = ..., points: _Optional[int] = ...) -> None: ...

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
    terrain_type: str
    building: bool
    los: str
    movement: str
    cover: str
    height: int
    shape: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    sees_over: _containers.RepeatedScalarFieldContainer[str]
    ground: int
    def __init__(self, id: _Optional[str] = ..., terrain_type: _Optional[str] = ..., building: _Optional[bool] = ..., los: _Optional[str] = ..., movement: _Optional[str] = ..., cover: _Optional[str] = ..., height: _Optional[int] = ..., shape: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ..., sees_over: _Optional[_Iterable[str]] = ..., ground: _Optional[int] = ...) -> None: ...

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
    kind: str
    unit: str
    seat: int
    number: int
    word: str
    def __init__(self, kind: _Optional[str] = ..., unit: _Optional[str] = ..., seat: _Optional[int] = ..., number: _Optional[int] = ..., word: _Optional[str] = ...) -> None: ...

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
    fields: _containers.RepeatedScalarFieldContainer[str]
    seen: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[str] = ..., sees: _Optional[bool] = ..., distance: _Optional[int] = ..., obscuring: _Optional[int] = ..., fields: _Optional[_Iterable[str]] = ..., seen: _Optional[_Iterable[str]] = ...) -> None: ...

class ModelCover(_message.Message):
    __slots__ = ("model", "cover")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    model: str
    cover: str
    def __init__(self, model: _Optional[str] = ..., cover: _Optional[str] = ...) -> None: ...

class TestEffect(_message.Message):
    __slots__ = ("test", "effect")
    TEST_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    test: str
    effect: str
    def __init__(self, test: _Optional[str] = ..., effect: _Optional[str] = ...) -> None: ...

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
    half_rounding: str
    rolloff_high_wins: bool
    natural_one_bonus: _containers.RepeatedCompositeFieldContainer[TestEffect]
    natural_ten_penalty: _containers.RepeatedCompositeFieldContainer[TestEffect]
    start_options_first_side: str
    retained_run_may_assault: bool
    subverter_claim_effect: str
    sprint_test_only_beyond_run: bool
    exhausted_goes_down: bool
    coherency: int
    difficult_test_on_advance: bool
    difficult_fail_mode: str
    majority_scope: str
    over_smaller_than: str
    miss_rerolls: str
    miss_reroll_overhead: bool
    reroll_each_die_once: bool
    aimed_bonus_for_heavy: bool
    oh_marker_cap: int
    direct_marker_cap: int
    flitter_measured_from: str
    blur_applies_to: str
    oh_shift_uses_accuracy_die: bool
    blind_shift_mode: str
    sprint_reroll_all_shots: bool
    lucky_rule: str
    hit_allocation: str
    hard_cover_size_limit: str
    pin_res_basis: str
    net_pins_need_res_10: bool
    h2h_wound_pins: bool
    h2h_compare: str
    max_follow_on_rounds: int
    broken_units_flee: bool
    break_test_per_casualty: bool
    pbs_break_timing: str
    interrupted_break: str
    stand_and_shoot_aimed: bool
    ambush_assault_gap_from: str
    ambush_kept_after_reaction: bool
    broken_army_ends_game: bool
    mod_loss_floor: int
    weapon_loss_choice: str
    chart_forced_down_pin: bool
    presets: _containers.RepeatedScalarFieldContainer[str]
    both_broken: str
    net_protection: str
    automatic_break_decides: bool
    def __init__(self, recovery_uses_pins: _Optional[bool] = ..., rally_stacks_with_test: _Optional[bool] = ..., half_rounding: _Optional[str] = ..., rolloff_high_wins: _Optional[bool] = ..., natural_one_bonus: _Optional[_Iterable[_Union[TestEffect, _Mapping]]] = ..., natural_ten_penalty: _Optional[_Iterable[_Union[TestEffect, _Mapping]]] = ..., start_options_first_side: _Optional[str] = ..., retained_run_may_assault: _Optional[bool] = ..., subverter_claim_effect: _Optional[str] = ..., sprint_test_only_beyond_run: _Optional[bool] = ..., exhausted_goes_down: _Optional[bool] = ..., coherency: _Optional[int] = ..., difficult_test_on_advance: _Optional[bool] = ..., difficult_fail_mode: _Optional[str] = ..., majority_scope: _Optional[str] = ..., over_smaller_than: _Optional[str] = ..., miss_rerolls: _Optional[str] = ..., miss_reroll_overhead: _Optional[bool] = ..., reroll_each_die_once: _Optional[bool] = ..., aimed_bonus_for_heavy: _Optional[bool] = ..., oh_marker_cap: _Optional[int] = ..., direct_marker_cap: _Optional[int] = ..., flitter_measured_from: _Optional[str] = ..., blur_applies_to: _Optional[str] = ..., oh_shift_uses_accuracy_die: _Optional[bool] = ..., blind_shift_mode: _Optional[str] = ..., sprint_reroll_all_shots: _Optional[bool] = ..., lucky_rule: _Optional[str] = ..., hit_allocation: _Optional[str] = ..., hard_cover_size_limit: _Optional[str] = ..., pin_res_basis: _Optional[str] = ..., net_pins_need_res_10: _Optional[bool] = ..., h2h_wound_pins: _Optional[bool] = ..., h2h_compare: _Optional[str] = ..., max_follow_on_rounds: _Optional[int] = ..., broken_units_flee: _Optional[bool] = ..., break_test_per_casualty: _Optional[bool] = ..., pbs_break_timing: _Optional[str] = ..., interrupted_break: _Optional[str] = ..., stand_and_shoot_aimed: _Optional[bool] = ..., ambush_assault_gap_from: _Optional[str] = ..., ambush_kept_after_reaction: _Optional[bool] = ..., broken_army_ends_game: _Optional[bool] = ..., mod_loss_floor: _Optional[int] = ..., weapon_loss_choice: _Optional[str] = ..., chart_forced_down_pin: _Optional[bool] = ..., presets: _Optional[_Iterable[str]] = ..., both_broken: _Optional[str] = ..., net_protection: _Optional[str] = ..., automatic_break_decides: _Optional[bool] = ...) -> None: ...

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
    order: str
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., order: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    reaction: str
    sprint: bool
    point: int
    free: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., reaction: _Optional[str] = ..., sprint: _Optional[bool] = ..., point: _Optional[int] = ..., free: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    source: str
    dice: _containers.RepeatedScalarFieldContainer[int]
    header: _record_pb2.Header
    def __init__(self, volley: _Optional[str] = ..., source: _Optional[str] = ..., dice: _Optional[_Iterable[int]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    state: str
    lends_sight_to: str
    header: _record_pb2.Header
    def __init__(self, device: _Optional[str] = ..., state: _Optional[str] = ..., lends_sight_to: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SetUnitFlag(_message.Message):
    __slots__ = ("unit", "flag", "on", "header")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    ON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    flag: str
    on: bool
    header: _record_pb2.Header
    def __init__(self, unit: _Optional[str] = ..., flag: _Optional[str] = ..., on: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
