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
    seen: str
    fact: str
    def __init__(self, observers: _Optional[_Iterable[str]] = ..., troops: _Optional[_Iterable[str]] = ..., seen: _Optional[str] = ..., fact: _Optional[str] = ...) -> None: ...

class TerrainSolid(_message.Message):
    __slots__ = ("kind", "polygon", "bottom", "top")
    KIND_FIELD_NUMBER: _ClassVar[int]
    POLYGON_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    kind: str
    polygon: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    bottom: int
    top: int
    def __init__(self, kind: _Optional[str] = ..., polygon: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ..., bottom: _Optional[int] = ..., top: _Optional[int] = ...) -> None: ...

class TerrainFeature(_message.Message):
    __slots__ = ("terrain_type", "footprint", "solids", "boundary")
    TERRAIN_TYPE_FIELD_NUMBER: _ClassVar[int]
    FOOTPRINT_FIELD_NUMBER: _ClassVar[int]
    SOLIDS_FIELD_NUMBER: _ClassVar[int]
    BOUNDARY_FIELD_NUMBER: _ClassVar[int]
    terrain_type: str
    footprint: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    solids: _containers.RepeatedCompositeFieldContainer[TerrainSolid]
    boundary: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    def __init__(self, terrain_type: _Optional[str] = ..., footprint: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ..., solids: _Optional[_Iterable[_Union[TerrainSolid, _Mapping]]] = ..., boundary: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ...) -> None: ...

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
    cohesion_check: str
    enemy_troops_block_los: bool
    visibility_source: str
    impossibility: str
    dispute_by: str
    roll_modifier_cap: int
    initiative_mode: str
    starting_mp: int
    mp_cap: int
    fatigue_affects_auto_hit: bool
    pivot_cost: str
    fatigued_fly_exempt: bool
    destroyed_transport_duration: str
    locked_exception_keywords: _containers.RepeatedScalarFieldContainer[str]
    monstrous_any_locked_target: bool
    assault_eligibility_snapshot: str
    assault_move_optional: bool
    brawl_first_selector: str
    close_in_base_contact: bool
    reserve_troop_distance: int
    reserve_troop_earliest_round: int
    scouts_min_enemy_distance: int
    aircraft_count_to_reserve_limit: bool
    aircraft_last_round_safe: bool
    bm_limit_scope: str
    core_bms_always_available: bool
    grenades_need_shooting_eligibility: bool
    overwatch_autohits: bool
    cover_cap: str
    partial_cover_scope: str
    barricade_counts_as_tr: bool
    barricade_cover: str
    marker_radius: int
    control_when: str
    sticky_objectives: bool
    roles: str
    max_terrain: int
    annihilation_wins: bool
    score_at_battle_end: bool
    marker_zone_rule: str
    interleave_terrain: bool
    exstintech_layout: str
    scientist_once_per_marker: bool
    scientist_repeats: bool
    scientist_marker_scoring: bool
    blitzkrieg_wholly: bool
    blitzkrieg_early_end: bool
    second_line_is_zone: bool
    garrison_floor: int
    second_needs_later_round: bool
    break_through_tie: str
    mixed_factions: bool
    duplicate_enhancements: bool
    general_kill_tp: int
    reserve_zone_ban_rounds: _containers.RepeatedScalarFieldContainer[int]
    auto_wound_optional: bool
    sidearm_scope: str
    precision_steers_mortals: bool
    hazard_spill: bool
    devastating_spill: bool
    annihilation_5_always_hits: bool
    attached_keywords: str
    fatigue_in_reserves: bool
    sidearm_with_storm: bool
    def __init__(self, cohesion_check: _Optional[str] = ..., enemy_troops_block_los: _Optional[bool] = ..., visibility_source: _Optional[str] = ..., impossibility: _Optional[str] = ..., dispute_by: _Optional[str] = ..., roll_modifier_cap: _Optional[int] = ..., initiative_mode: _Optional[str] = ..., starting_mp: _Optional[int] = ..., mp_cap: _Optional[int] = ..., fatigue_affects_auto_hit: _Optional[bool] = ..., pivot_cost: _Optional[str] = ..., fatigued_fly_exempt: _Optional[bool] = ..., destroyed_transport_duration: _Optional[str] = ..., locked_exception_keywords: _Optional[_Iterable[str]] = ..., monstrous_any_locked_target: _Optional[bool] = ..., assault_eligibility_snapshot: _Optional[str] = ..., assault_move_optional: _Optional[bool] = ..., brawl_first_selector: _Optional[str] = ..., close_in_base_contact: _Optional[bool] = ..., reserve_troop_distance: _Optional[int] = ..., reserve_troop_earliest_round: _Optional[int] = ..., scouts_min_enemy_distance: _Optional[int] = ..., aircraft_count_to_reserve_limit: _Optional[bool] = ..., aircraft_last_round_safe: _Optional[bool] = ..., bm_limit_scope: _Optional[str] = ..., core_bms_always_available: _Optional[bool] = ..., grenades_need_shooting_eligibility: _Optional[bool] = ..., overwatch_autohits: _Optional[bool] = ..., cover_cap: _Optional[str] = ..., partial_cover_scope: _Optional[str] = ..., barricade_counts_as_tr: _Optional[bool] = ..., barricade_cover: _Optional[str] = ..., marker_radius: _Optional[int] = ..., control_when: _Optional[str] = ..., sticky_objectives: _Optional[bool] = ..., roles: _Optional[str] = ..., max_terrain: _Optional[int] = ..., annihilation_wins: _Optional[bool] = ..., score_at_battle_end: _Optional[bool] = ..., marker_zone_rule: _Optional[str] = ..., interleave_terrain: _Optional[bool] = ..., exstintech_layout: _Optional[str] = ..., scientist_once_per_marker: _Optional[bool] = ..., scientist_repeats: _Optional[bool] = ..., scientist_marker_scoring: _Optional[bool] = ..., blitzkrieg_wholly: _Optional[bool] = ..., blitzkrieg_early_end: _Optional[bool] = ..., second_line_is_zone: _Optional[bool] = ..., garrison_floor: _Optional[int] = ..., second_needs_later_round: _Optional[bool] = ..., break_through_tie: _Optional[str] = ..., mixed_factions: _Optional[bool] = ..., duplicate_enhancements: _Optional[bool] = ..., general_kill_tp: _Optional[int] = ..., reserve_zone_ban_rounds: _Optional[_Iterable[int]] = ..., auto_wound_optional: _Optional[bool] = ..., sidearm_scope: _Optional[str] = ..., precision_steers_mortals: _Optional[bool] = ..., hazard_spill: _Optional[bool] = ..., devastating_spill: _Optional[bool] = ..., annihilation_5_always_hits: _Optional[bool] = ..., attached_keywords: _Optional[str] = ..., fatigue_in_reserves: _Optional[bool] = ..., sidearm_with_storm: _Optional[bool] = ...) -> None: ...

class CreateBattle(_message.Message):
    __slots__ = ("battle_size", "scenario", "options", "header")
    BATTLE_SIZE_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    battle_size: str
    scenario: str
    options: Options
    header: _record_pb2.Header
    def __init__(self, battle_size: _Optional[str] = ..., scenario: _Optional[str] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    role: str
    header: _record_pb2.Header
    def __init__(self, role: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChooseDeploymentZone(_message.Message):
    __slots__ = ("side", "header")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    side: str
    header: _record_pb2.Header
    def __init__(self, side: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    purpose: str
    header: _record_pb2.Header
    def __init__(self, purpose: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    phase: str
    header: _record_pb2.Header
    def __init__(self, phase: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    rerolls: str
    automatic: str
    header: _record_pb2.Header
    def __init__(self, declaration: _Optional[str] = ..., target: _Optional[str] = ..., weapon: _Optional[str] = ..., profile: _Optional[int] = ..., rerolls: _Optional[str] = ..., automatic: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    roll: str
    group: str
    attacks: _containers.RepeatedScalarFieldContainer[int]
    ability: str
    header: _record_pb2.Header
    def __init__(self, roll: _Optional[str] = ..., group: _Optional[str] = ..., attacks: _Optional[_Iterable[int]] = ..., ability: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
    save_preference: str
    windows_declined: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, casualty_order: _Optional[_Iterable[str]] = ..., save_preference: _Optional[str] = ..., windows_declined: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ClaimImpossible(_message.Message):
    __slots__ = ("what", "formation", "troops", "header")
    WHAT_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TROOPS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    what: str
    formation: str
    troops: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, what: _Optional[str] = ..., formation: _Optional[str] = ..., troops: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

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
