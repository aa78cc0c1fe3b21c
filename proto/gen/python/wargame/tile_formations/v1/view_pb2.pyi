from wargame.tile_formations.v1 import commands_pb2 as _commands_pb2
from wargame.tile_formations.v1 import events_pb2 as _events_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import values_pb2 as _values_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_SETUP: _ClassVar[Phase]
    PHASE_MUSTER: _ClassVar[Phase]
    PHASE_DEPLOY: _ClassVar[Phase]
    PHASE_IDLE: _ClassVar[Phase]
    PHASE_MOVE: _ClassVar[Phase]
    PHASE_TEST: _ClassVar[Phase]
    PHASE_OVERWATCH: _ClassVar[Phase]
    PHASE_SHOOTING: _ClassVar[Phase]
    PHASE_SAVES: _ClassVar[Phase]
    PHASE_ASSAULT: _ClassVar[Phase]
    PHASE_ACTION_END: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class MoveDuty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_DUTY_UNSPECIFIED: _ClassVar[MoveDuty]
    MOVE_DUTY_LEAVE: _ClassVar[MoveDuty]
    MOVE_DUTY_CHARGE_OR_LEAVE: _ClassVar[MoveDuty]
    MOVE_DUTY_WITHDRAW: _ClassVar[MoveDuty]
    MOVE_DUTY_LEAVE_IN_TIME: _ClassVar[MoveDuty]
PHASE_UNSPECIFIED: Phase
PHASE_SETUP: Phase
PHASE_MUSTER: Phase
PHASE_DEPLOY: Phase
PHASE_IDLE: Phase
PHASE_MOVE: Phase
PHASE_TEST: Phase
PHASE_OVERWATCH: Phase
PHASE_SHOOTING: Phase
PHASE_SAVES: Phase
PHASE_ASSAULT: Phase
PHASE_ACTION_END: Phase
PHASE_OVER: Phase
MOVE_DUTY_UNSPECIFIED: MoveDuty
MOVE_DUTY_LEAVE: MoveDuty
MOVE_DUTY_CHARGE_OR_LEAVE: MoveDuty
MOVE_DUTY_WITHDRAW: MoveDuty
MOVE_DUTY_LEAVE_IN_TIME: MoveDuty

class SideView(_message.Message):
    __slots__ = ("seat", "name", "side", "mustered", "deployed", "zone", "integrity")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    MUSTERED_FIELD_NUMBER: _ClassVar[int]
    DEPLOYED_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    INTEGRITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    side: int
    mustered: bool
    deployed: bool
    zone: _containers.RepeatedScalarFieldContainer[str]
    integrity: int
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., side: _Optional[int] = ..., mustered: _Optional[bool] = ..., deployed: _Optional[bool] = ..., zone: _Optional[_Iterable[str]] = ..., integrity: _Optional[int] = ...) -> None: ...

class TileView(_message.Message):
    __slots__ = ("tile", "base_terrain", "overlays", "damage")
    TILE_FIELD_NUMBER: _ClassVar[int]
    BASE_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OVERLAYS_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    tile: str
    base_terrain: str
    overlays: _containers.RepeatedScalarFieldContainer[str]
    damage: int
    def __init__(self, tile: _Optional[str] = ..., base_terrain: _Optional[str] = ..., overlays: _Optional[_Iterable[str]] = ..., damage: _Optional[int] = ...) -> None: ...

class FormationView(_message.Message):
    __slots__ = ("id", "seat", "name", "units", "shock", "state", "acted")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    SHOCK_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ACTED_FIELD_NUMBER: _ClassVar[int]
    id: str
    seat: int
    name: str
    units: _containers.RepeatedScalarFieldContainer[str]
    shock: int
    state: _commands_pb2.FormationState
    acted: bool
    def __init__(self, id: _Optional[str] = ..., seat: _Optional[int] = ..., name: _Optional[str] = ..., units: _Optional[_Iterable[str]] = ..., shock: _Optional[int] = ..., state: _Optional[_Union[_commands_pb2.FormationState, str]] = ..., acted: _Optional[bool] = ...) -> None: ...

class UnitView(_message.Message):
    __slots__ = ("id", "formation", "seat", "sheet", "tile", "tiles", "integrity", "why_gone", "moved", "cautious", "has_zone", "contacts")
    ID_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    INTEGRITY_FIELD_NUMBER: _ClassVar[int]
    WHY_GONE_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    CAUTIOUS_FIELD_NUMBER: _ClassVar[int]
    HAS_ZONE_FIELD_NUMBER: _ClassVar[int]
    CONTACTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    formation: str
    seat: int
    sheet: _commands_pb2.UnitSheet
    tile: str
    tiles: _containers.RepeatedScalarFieldContainer[str]
    integrity: int
    why_gone: _events_pb2.LossCause
    moved: bool
    cautious: bool
    has_zone: bool
    contacts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., formation: _Optional[str] = ..., seat: _Optional[int] = ..., sheet: _Optional[_Union[_commands_pb2.UnitSheet, _Mapping]] = ..., tile: _Optional[str] = ..., tiles: _Optional[_Iterable[str]] = ..., integrity: _Optional[int] = ..., why_gone: _Optional[_Union[_events_pb2.LossCause, str]] = ..., moved: _Optional[bool] = ..., cautious: _Optional[bool] = ..., has_zone: _Optional[bool] = ..., contacts: _Optional[_Iterable[str]] = ...) -> None: ...

class ActionView(_message.Message):
    __slots__ = ("formation", "action", "move_number", "moves_left", "target", "road_march", "shoots", "bound", "moving", "rest")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    MOVE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    MOVES_LEFT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROAD_MARCH_FIELD_NUMBER: _ClassVar[int]
    SHOOTS_FIELD_NUMBER: _ClassVar[int]
    BOUND_FIELD_NUMBER: _ClassVar[int]
    MOVING_FIELD_NUMBER: _ClassVar[int]
    REST_FIELD_NUMBER: _ClassVar[int]
    formation: str
    action: str
    move_number: int
    moves_left: int
    target: str
    road_march: bool
    shoots: bool
    bound: _containers.RepeatedScalarFieldContainer[str]
    moving: str
    rest: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., action: _Optional[str] = ..., move_number: _Optional[int] = ..., moves_left: _Optional[int] = ..., target: _Optional[str] = ..., road_march: _Optional[bool] = ..., shoots: _Optional[bool] = ..., bound: _Optional[_Iterable[str]] = ..., moving: _Optional[str] = ..., rest: _Optional[_Iterable[str]] = ...) -> None: ...

class AssaultView(_message.Message):
    __slots__ = ("id", "formations", "contacts", "zones_lost")
    ID_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    CONTACTS_FIELD_NUMBER: _ClassVar[int]
    ZONES_LOST_FIELD_NUMBER: _ClassVar[int]
    id: str
    formations: _containers.RepeatedScalarFieldContainer[str]
    contacts: _containers.RepeatedCompositeFieldContainer[_events_pb2.Contact]
    zones_lost: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., formations: _Optional[_Iterable[str]] = ..., contacts: _Optional[_Iterable[_Union[_events_pb2.Contact, _Mapping]]] = ..., zones_lost: _Optional[_Iterable[str]] = ...) -> None: ...

class ShootingView(_message.Message):
    __slots__ = ("formation", "target", "overwatch", "crossfire", "pairs", "shot")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    SHOT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    overwatch: bool
    crossfire: bool
    pairs: _containers.RepeatedCompositeFieldContainer[_events_pb2.ShotPair]
    shot: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ..., overwatch: _Optional[bool] = ..., crossfire: _Optional[bool] = ..., pairs: _Optional[_Iterable[_Union[_events_pb2.ShotPair, _Mapping]]] = ..., shot: _Optional[_Iterable[str]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seq", "head", "map_name", "title", "tile_shape", "columns", "rows", "base_terrain", "tiles", "options", "turn", "phase", "active", "sides", "formations", "units", "action", "assault", "shooting", "hits", "draw_offered", "ended", "winners", "board")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    MAP_NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    TILE_SHAPE_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    BASE_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    SHOOTING_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFERED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    seq: int
    head: bytes
    map_name: str
    title: str
    tile_shape: _commands_pb2.TileShape
    columns: int
    rows: int
    base_terrain: str
    tiles: _containers.RepeatedCompositeFieldContainer[TileView]
    options: _commands_pb2.Options
    turn: int
    phase: Phase
    active: int
    sides: _containers.RepeatedCompositeFieldContainer[SideView]
    formations: _containers.RepeatedCompositeFieldContainer[FormationView]
    units: _containers.RepeatedCompositeFieldContainer[UnitView]
    action: ActionView
    assault: AssaultView
    shooting: ShootingView
    hits: _containers.RepeatedCompositeFieldContainer[_events_pb2.Hit]
    draw_offered: int
    ended: _events_pb2.EndReason
    winners: _containers.RepeatedScalarFieldContainer[int]
    board: str
    def __init__(self, seq: _Optional[int] = ..., head: _Optional[bytes] = ..., map_name: _Optional[str] = ..., title: _Optional[str] = ..., tile_shape: _Optional[_Union[_commands_pb2.TileShape, str]] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., base_terrain: _Optional[str] = ..., tiles: _Optional[_Iterable[_Union[TileView, _Mapping]]] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ..., turn: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., active: _Optional[int] = ..., sides: _Optional[_Iterable[_Union[SideView, _Mapping]]] = ..., formations: _Optional[_Iterable[_Union[FormationView, _Mapping]]] = ..., units: _Optional[_Iterable[_Union[UnitView, _Mapping]]] = ..., action: _Optional[_Union[ActionView, _Mapping]] = ..., assault: _Optional[_Union[AssaultView, _Mapping]] = ..., shooting: _Optional[_Union[ShootingView, _Mapping]] = ..., hits: _Optional[_Iterable[_Union[_events_pb2.Hit, _Mapping]]] = ..., draw_offered: _Optional[int] = ..., ended: _Optional[_Union[_events_pb2.EndReason, str]] = ..., winners: _Optional[_Iterable[int]] = ..., board: _Optional[str] = ...) -> None: ...

class ReachRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "action", "cautious", "road_march")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    CAUTIOUS_FIELD_NUMBER: _ClassVar[int]
    ROAD_MARCH_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    action: str
    cautious: bool
    road_march: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., action: _Optional[str] = ..., cautious: _Optional[bool] = ..., road_march: _Optional[bool] = ...) -> None: ...

class ReachTest(_message.Message):
    __slots__ = ("tile", "kind", "dice", "faces", "second_roll")
    TILE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    SECOND_ROLL_FIELD_NUMBER: _ClassVar[int]
    tile: str
    kind: str
    dice: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    second_roll: bool
    def __init__(self, tile: _Optional[str] = ..., kind: _Optional[str] = ..., dice: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., second_roll: _Optional[bool] = ...) -> None: ...

class ReachTile(_message.Message):
    __slots__ = ("tile", "cost", "path", "tests", "road", "contacts", "in_zone")
    TILE_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    TESTS_FIELD_NUMBER: _ClassVar[int]
    ROAD_FIELD_NUMBER: _ClassVar[int]
    CONTACTS_FIELD_NUMBER: _ClassVar[int]
    IN_ZONE_FIELD_NUMBER: _ClassVar[int]
    tile: str
    cost: int
    path: _containers.RepeatedScalarFieldContainer[str]
    tests: _containers.RepeatedCompositeFieldContainer[ReachTest]
    road: bool
    contacts: _containers.RepeatedScalarFieldContainer[str]
    in_zone: bool
    def __init__(self, tile: _Optional[str] = ..., cost: _Optional[int] = ..., path: _Optional[_Iterable[str]] = ..., tests: _Optional[_Iterable[_Union[ReachTest, _Mapping]]] = ..., road: _Optional[bool] = ..., contacts: _Optional[_Iterable[str]] = ..., in_zone: _Optional[bool] = ...) -> None: ...

class Reach(_message.Message):
    __slots__ = ("unit", "tile", "speed", "road_speed", "tiles", "bound", "must", "reason")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    SPEED_FIELD_NUMBER: _ClassVar[int]
    ROAD_SPEED_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    BOUND_FIELD_NUMBER: _ClassVar[int]
    MUST_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    unit: str
    tile: str
    speed: _record_pb2.Tally
    road_speed: _record_pb2.Tally
    tiles: _containers.RepeatedCompositeFieldContainer[ReachTile]
    bound: _containers.RepeatedScalarFieldContainer[str]
    must: MoveDuty
    reason: str
    def __init__(self, unit: _Optional[str] = ..., tile: _Optional[str] = ..., speed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., road_speed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., tiles: _Optional[_Iterable[_Union[ReachTile, _Mapping]]] = ..., bound: _Optional[_Iterable[str]] = ..., must: _Optional[_Union[MoveDuty, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class EstimateDangerRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "path", "cautious")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    CAUTIOUS_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    path: _containers.RepeatedScalarFieldContainer[str]
    cautious: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., path: _Optional[_Iterable[str]] = ..., cautious: _Optional[bool] = ...) -> None: ...

class DangerOdds(_message.Message):
    __slots__ = ("tests", "casualties", "destroyed")
    TESTS_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    tests: _containers.RepeatedCompositeFieldContainer[ReachTest]
    casualties: _containers.RepeatedCompositeFieldContainer[_values_pb2.NumberChance]
    destroyed: _values_pb2.Chance
    def __init__(self, tests: _Optional[_Iterable[_Union[ReachTest, _Mapping]]] = ..., casualties: _Optional[_Iterable[_Union[_values_pb2.NumberChance, _Mapping]]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class EstimateShootingRequest(_message.Message):
    __slots__ = ("game", "after", "formation", "target", "crossfire", "air", "sights", "to_hit_modifier", "action")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_FIELD_NUMBER: _ClassVar[int]
    AIR_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    formation: str
    target: str
    crossfire: bool
    air: bool
    sights: _containers.RepeatedCompositeFieldContainer[_commands_pb2.SightFact]
    to_hit_modifier: int
    action: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., formation: _Optional[str] = ..., target: _Optional[str] = ..., crossfire: _Optional[bool] = ..., air: _Optional[bool] = ..., sights: _Optional[_Iterable[_Union[_commands_pb2.SightFact, _Mapping]]] = ..., to_hit_modifier: _Optional[int] = ..., action: _Optional[str] = ...) -> None: ...

class ShotOdds(_message.Message):
    __slots__ = ("unit", "weapon", "target", "value", "dice", "hit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    target: str
    value: _record_pb2.Tally
    dice: int
    hit: _values_pb2.Chance
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., target: _Optional[str] = ..., value: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., dice: _Optional[int] = ..., hit: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class TargetOdds(_message.Message):
    __slots__ = ("unit", "save", "value", "saved", "casualties", "destroyed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SAVED_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    save: _commands_pb2.SaveKind
    value: _record_pb2.Tally
    saved: _values_pb2.Chance
    casualties: _containers.RepeatedCompositeFieldContainer[_values_pb2.NumberChance]
    destroyed: _values_pb2.Chance
    def __init__(self, unit: _Optional[str] = ..., save: _Optional[_Union[_commands_pb2.SaveKind, str]] = ..., value: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., saved: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., casualties: _Optional[_Iterable[_Union[_values_pb2.NumberChance, _Mapping]]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class ShootingOdds(_message.Message):
    __slots__ = ("shots", "hits", "targets", "destroyed", "shock", "assumes")
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    SHOCK_FIELD_NUMBER: _ClassVar[int]
    ASSUMES_FIELD_NUMBER: _ClassVar[int]
    shots: _containers.RepeatedCompositeFieldContainer[ShotOdds]
    hits: _containers.RepeatedCompositeFieldContainer[_values_pb2.NumberChance]
    targets: _containers.RepeatedCompositeFieldContainer[TargetOdds]
    destroyed: _containers.RepeatedCompositeFieldContainer[_values_pb2.NumberChance]
    shock: _containers.RepeatedCompositeFieldContainer[_values_pb2.NumberChance]
    assumes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, shots: _Optional[_Iterable[_Union[ShotOdds, _Mapping]]] = ..., hits: _Optional[_Iterable[_Union[_values_pb2.NumberChance, _Mapping]]] = ..., targets: _Optional[_Iterable[_Union[TargetOdds, _Mapping]]] = ..., destroyed: _Optional[_Iterable[_Union[_values_pb2.NumberChance, _Mapping]]] = ..., shock: _Optional[_Iterable[_Union[_values_pb2.NumberChance, _Mapping]]] = ..., assumes: _Optional[_Iterable[str]] = ...) -> None: ...

class ReadTerrainRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    def __init__(self, game: _Optional[bytes] = ...) -> None: ...

class TerrainTable(_message.Message):
    __slots__ = ("kinds",)
    KINDS_FIELD_NUMBER: _ClassVar[int]
    kinds: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TerrainKind]
    def __init__(self, kinds: _Optional[_Iterable[_Union[_commands_pb2.TerrainKind, _Mapping]]] = ...) -> None: ...

class MapSheet(_message.Message):
    __slots__ = ("name", "title", "columns", "rows", "base_terrain", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    BASE_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    columns: int
    rows: int
    base_terrain: str
    clause: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., base_terrain: _Optional[str] = ..., clause: _Optional[str] = ...) -> None: ...

class Maps(_message.Message):
    __slots__ = ("maps",)
    MAPS_FIELD_NUMBER: _ClassVar[int]
    maps: _containers.RepeatedCompositeFieldContainer[MapSheet]
    def __init__(self, maps: _Optional[_Iterable[_Union[MapSheet, _Mapping]]] = ...) -> None: ...

class MapText(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class ArmySheet(_message.Message):
    __slots__ = ("name", "formations", "units", "integrity", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    INTEGRITY_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    formations: int
    units: int
    integrity: int
    clause: str
    def __init__(self, name: _Optional[str] = ..., formations: _Optional[int] = ..., units: _Optional[int] = ..., integrity: _Optional[int] = ..., clause: _Optional[str] = ...) -> None: ...

class Armies(_message.Message):
    __slots__ = ("armies",)
    ARMIES_FIELD_NUMBER: _ClassVar[int]
    armies: _containers.RepeatedCompositeFieldContainer[ArmySheet]
    def __init__(self, armies: _Optional[_Iterable[_Union[ArmySheet, _Mapping]]] = ...) -> None: ...

class Army(_message.Message):
    __slots__ = ("formations",)
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    formations: _containers.RepeatedCompositeFieldContainer[_commands_pb2.FormationSheet]
    def __init__(self, formations: _Optional[_Iterable[_Union[_commands_pb2.FormationSheet, _Mapping]]] = ...) -> None: ...
