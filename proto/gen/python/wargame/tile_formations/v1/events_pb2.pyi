from wargame.tile_formations.v1 import commands_pb2 as _commands_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LossCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOSS_CAUSE_UNSPECIFIED: _ClassVar[LossCause]
    LOSS_CAUSE_DANGEROUS_TERRAIN: _ClassVar[LossCause]
    LOSS_CAUSE_SHOOTING: _ClassVar[LossCause]
    LOSS_CAUSE_ASSAULT: _ClassVar[LossCause]
    LOSS_CAUSE_COLLAPSE: _ClassVar[LossCause]
    LOSS_CAUSE_OUTSIDE: _ClassVar[LossCause]
    LOSS_CAUSE_OUT_OF_FORMATION: _ClassVar[LossCause]
    LOSS_CAUSE_TRAPPED: _ClassVar[LossCause]
    LOSS_CAUSE_LEFT: _ClassVar[LossCause]
    LOSS_CAUSE_HELD_BACK: _ClassVar[LossCause]
    LOSS_CAUSE_WAITING: _ClassVar[LossCause]

class DamageCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DAMAGE_CAUSE_UNSPECIFIED: _ClassVar[DamageCause]
    DAMAGE_CAUSE_FIGHTING: _ClassVar[DamageCause]
    DAMAGE_CAUSE_REFEREE: _ClassVar[DamageCause]

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_ELIMINATED: _ClassVar[EndReason]
    END_REASON_TURN_LIMIT: _ClassVar[EndReason]
    END_REASON_CONCEDED: _ClassVar[EndReason]
    END_REASON_AGREED: _ClassVar[EndReason]
    END_REASON_RULED: _ClassVar[EndReason]
LOSS_CAUSE_UNSPECIFIED: LossCause
LOSS_CAUSE_DANGEROUS_TERRAIN: LossCause
LOSS_CAUSE_SHOOTING: LossCause
LOSS_CAUSE_ASSAULT: LossCause
LOSS_CAUSE_COLLAPSE: LossCause
LOSS_CAUSE_OUTSIDE: LossCause
LOSS_CAUSE_OUT_OF_FORMATION: LossCause
LOSS_CAUSE_TRAPPED: LossCause
LOSS_CAUSE_LEFT: LossCause
LOSS_CAUSE_HELD_BACK: LossCause
LOSS_CAUSE_WAITING: LossCause
DAMAGE_CAUSE_UNSPECIFIED: DamageCause
DAMAGE_CAUSE_FIGHTING: DamageCause
DAMAGE_CAUSE_REFEREE: DamageCause
END_REASON_UNSPECIFIED: EndReason
END_REASON_ELIMINATED: EndReason
END_REASON_TURN_LIMIT: EndReason
END_REASON_CONCEDED: EndReason
END_REASON_AGREED: EndReason
END_REASON_RULED: EndReason

class Contact(_message.Message):
    __slots__ = ("unit", "enemy")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    unit: str
    enemy: str
    def __init__(self, unit: _Optional[str] = ..., enemy: _Optional[str] = ...) -> None: ...

class ShotPair(_message.Message):
    __slots__ = ("unit", "target", "distance", "cover")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    distance: int
    cover: int
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., distance: _Optional[int] = ..., cover: _Optional[int] = ...) -> None: ...

class Hit(_message.Message):
    __slots__ = ("id", "unit", "shooter", "weapon", "save_modifier", "air", "crossfire", "save")
    ID_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SHOOTER_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    SAVE_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    AIR_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    id: str
    unit: str
    shooter: str
    weapon: str
    save_modifier: int
    air: bool
    crossfire: bool
    save: _commands_pb2.SaveKind
    def __init__(self, id: _Optional[str] = ..., unit: _Optional[str] = ..., shooter: _Optional[str] = ..., weapon: _Optional[str] = ..., save_modifier: _Optional[int] = ..., air: _Optional[bool] = ..., crossfire: _Optional[bool] = ..., save: _Optional[_Union[_commands_pb2.SaveKind, str]] = ...) -> None: ...

class SaveRolled(_message.Message):
    __slots__ = ("hit", "save", "value", "face", "saved")
    HIT_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    SAVED_FIELD_NUMBER: _ClassVar[int]
    hit: str
    save: _commands_pb2.SaveKind
    value: _record_pb2.Tally
    face: int
    saved: bool
    def __init__(self, hit: _Optional[str] = ..., save: _Optional[_Union[_commands_pb2.SaveKind, str]] = ..., value: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., saved: _Optional[bool] = ...) -> None: ...

class BattlefieldCreated(_message.Message):
    __slots__ = ("map_name", "title", "columns", "rows", "base_terrain", "sides", "zones", "terrain", "options")
    MAP_NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    BASE_TERRAIN_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    map_name: str
    title: str
    columns: int
    rows: int
    base_terrain: str
    sides: _containers.RepeatedCompositeFieldContainer[_commands_pb2.SideTerms]
    zones: _containers.RepeatedCompositeFieldContainer[_commands_pb2.DeploymentZone]
    terrain: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TerrainKind]
    options: _commands_pb2.Options
    def __init__(self, map_name: _Optional[str] = ..., title: _Optional[str] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., base_terrain: _Optional[str] = ..., sides: _Optional[_Iterable[_Union[_commands_pb2.SideTerms, _Mapping]]] = ..., zones: _Optional[_Iterable[_Union[_commands_pb2.DeploymentZone, _Mapping]]] = ..., terrain: _Optional[_Iterable[_Union[_commands_pb2.TerrainKind, _Mapping]]] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ...) -> None: ...

class TerrainPlaced(_message.Message):
    __slots__ = ("tiles",)
    TILES_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TileTerrain]
    def __init__(self, tiles: _Optional[_Iterable[_Union[_commands_pb2.TileTerrain, _Mapping]]] = ...) -> None: ...

class ArmyMustered(_message.Message):
    __slots__ = ("seat", "force", "formations")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FORCE_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    force: str
    formations: _containers.RepeatedCompositeFieldContainer[_commands_pb2.FormationSheet]
    def __init__(self, seat: _Optional[int] = ..., force: _Optional[str] = ..., formations: _Optional[_Iterable[_Union[_commands_pb2.FormationSheet, _Mapping]]] = ...) -> None: ...

class UnitDeployed(_message.Message):
    __slots__ = ("unit", "tile")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    tile: str
    def __init__(self, unit: _Optional[str] = ..., tile: _Optional[str] = ...) -> None: ...

class FormationHeldBack(_message.Message):
    __slots__ = ("formation", "units")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    units: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., units: _Optional[_Iterable[str]] = ...) -> None: ...

class DeploymentCompleted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TurnStarted(_message.Message):
    __slots__ = ("turn", "seat")
    TURN_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    turn: int
    seat: int
    def __init__(self, turn: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class TurnEnded(_message.Message):
    __slots__ = ("turn",)
    TURN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    def __init__(self, turn: _Optional[int] = ...) -> None: ...

class ActionBegun(_message.Message):
    __slots__ = ("formation", "action", "moves", "target", "road_march", "shoots", "bound", "could_leave")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROAD_MARCH_FIELD_NUMBER: _ClassVar[int]
    SHOOTS_FIELD_NUMBER: _ClassVar[int]
    BOUND_FIELD_NUMBER: _ClassVar[int]
    COULD_LEAVE_FIELD_NUMBER: _ClassVar[int]
    formation: str
    action: str
    moves: int
    target: str
    road_march: bool
    shoots: bool
    bound: _containers.RepeatedScalarFieldContainer[str]
    could_leave: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., action: _Optional[str] = ..., moves: _Optional[int] = ..., target: _Optional[str] = ..., road_march: _Optional[bool] = ..., shoots: _Optional[bool] = ..., bound: _Optional[_Iterable[str]] = ..., could_leave: _Optional[_Iterable[str]] = ...) -> None: ...

class ActionTestPassed(_message.Message):
    __slots__ = ("formation", "action", "automatic")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    AUTOMATIC_FIELD_NUMBER: _ClassVar[int]
    formation: str
    action: str
    automatic: bool
    def __init__(self, formation: _Optional[str] = ..., action: _Optional[str] = ..., automatic: _Optional[bool] = ...) -> None: ...

class ActionTestFailed(_message.Message):
    __slots__ = ("formation", "action", "instead")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    INSTEAD_FIELD_NUMBER: _ClassVar[int]
    formation: str
    action: str
    instead: str
    def __init__(self, formation: _Optional[str] = ..., action: _Optional[str] = ..., instead: _Optional[str] = ...) -> None: ...

class OverwatchEnded(_message.Message):
    __slots__ = ("formation",)
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    def __init__(self, formation: _Optional[str] = ...) -> None: ...

class FormationMoveBegun(_message.Message):
    __slots__ = ("formation", "move_number", "left")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    MOVE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    move_number: int
    left: int
    def __init__(self, formation: _Optional[str] = ..., move_number: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class CautiousDeclared(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class MoveDeclared(_message.Message):
    __slots__ = ("unit", "path", "speed", "cost", "cautious", "charge", "enemy", "zones")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    SPEED_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    CAUTIOUS_FIELD_NUMBER: _ClassVar[int]
    CHARGE_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    path: _containers.RepeatedScalarFieldContainer[str]
    speed: _record_pb2.Tally
    cost: _record_pb2.Tally
    cautious: bool
    charge: bool
    enemy: str
    zones: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, unit: _Optional[str] = ..., path: _Optional[_Iterable[str]] = ..., speed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., cost: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., cautious: _Optional[bool] = ..., charge: _Optional[bool] = ..., enemy: _Optional[str] = ..., zones: _Optional[_Iterable[str]] = ...) -> None: ...

class UnitMoved(_message.Message):
    __slots__ = ("unit", "path", "tile", "done")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    path: _containers.RepeatedScalarFieldContainer[str]
    tile: str
    done: bool
    def __init__(self, unit: _Optional[str] = ..., path: _Optional[_Iterable[str]] = ..., tile: _Optional[str] = ..., done: _Optional[bool] = ...) -> None: ...

class MoveSuspended(_message.Message):
    __slots__ = ("unit", "tile", "rest")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    REST_FIELD_NUMBER: _ClassVar[int]
    unit: str
    tile: str
    rest: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, unit: _Optional[str] = ..., tile: _Optional[str] = ..., rest: _Optional[_Iterable[str]] = ...) -> None: ...

class MoveResumed(_message.Message):
    __slots__ = ("unit", "rest")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REST_FIELD_NUMBER: _ClassVar[int]
    unit: str
    rest: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, unit: _Optional[str] = ..., rest: _Optional[_Iterable[str]] = ...) -> None: ...

class UnitLeftZone(_message.Message):
    __slots__ = ("unit", "enemies")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ENEMIES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    enemies: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, unit: _Optional[str] = ..., enemies: _Optional[_Iterable[str]] = ...) -> None: ...

class ZocExitImpossible(_message.Message):
    __slots__ = ("unit", "enemies", "destroyed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ENEMIES_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    enemies: _containers.RepeatedScalarFieldContainer[str]
    destroyed: bool
    def __init__(self, unit: _Optional[str] = ..., enemies: _Optional[_Iterable[str]] = ..., destroyed: _Optional[bool] = ...) -> None: ...

class UnitLeftBattlefield(_message.Message):
    __slots__ = ("unit", "edge")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    edge: _commands_pb2.Edge
    def __init__(self, unit: _Optional[str] = ..., edge: _Optional[_Union[_commands_pb2.Edge, str]] = ...) -> None: ...

class AssaultOpened(_message.Message):
    __slots__ = ("assault", "formation")
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    assault: str
    formation: str
    def __init__(self, assault: _Optional[str] = ..., formation: _Optional[str] = ...) -> None: ...

class ContactMade(_message.Message):
    __slots__ = ("assault", "unit", "enemies", "formations", "tiles")
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ENEMIES_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    assault: str
    unit: str
    enemies: _containers.RepeatedScalarFieldContainer[str]
    formations: _containers.RepeatedScalarFieldContainer[str]
    tiles: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, assault: _Optional[str] = ..., unit: _Optional[str] = ..., enemies: _Optional[_Iterable[str]] = ..., formations: _Optional[_Iterable[str]] = ..., tiles: _Optional[_Iterable[str]] = ...) -> None: ...

class ContactEnded(_message.Message):
    __slots__ = ("unit", "enemy")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    unit: str
    enemy: str
    def __init__(self, unit: _Optional[str] = ..., enemy: _Optional[str] = ...) -> None: ...

class ZocLost(_message.Message):
    __slots__ = ("unit", "assault")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    assault: str
    def __init__(self, unit: _Optional[str] = ..., assault: _Optional[str] = ...) -> None: ...

class ZocRestored(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class AssaultEnded(_message.Message):
    __slots__ = ("assault",)
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    assault: str
    def __init__(self, assault: _Optional[str] = ...) -> None: ...

class DangerousTestRequired(_message.Message):
    __slots__ = ("unit", "tile", "feature", "kind", "starting", "dice", "faces", "second_roll")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    SECOND_ROLL_FIELD_NUMBER: _ClassVar[int]
    unit: str
    tile: str
    feature: str
    kind: str
    starting: bool
    dice: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    second_roll: bool
    def __init__(self, unit: _Optional[str] = ..., tile: _Optional[str] = ..., feature: _Optional[str] = ..., kind: _Optional[str] = ..., starting: _Optional[bool] = ..., dice: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., second_roll: _Optional[bool] = ...) -> None: ...

class DangerousTerrainRolled(_message.Message):
    __slots__ = ("unit", "feature", "faces", "second_faces", "casualties")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    SECOND_FACES_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    feature: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    second_faces: _containers.RepeatedScalarFieldContainer[int]
    casualties: int
    def __init__(self, unit: _Optional[str] = ..., feature: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., second_faces: _Optional[_Iterable[int]] = ..., casualties: _Optional[int] = ...) -> None: ...

class CasualtyTaken(_message.Message):
    __slots__ = ("unit", "points", "left", "cause")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    points: int
    left: int
    cause: LossCause
    def __init__(self, unit: _Optional[str] = ..., points: _Optional[int] = ..., left: _Optional[int] = ..., cause: _Optional[_Union[LossCause, str]] = ...) -> None: ...

class UnitDestroyed(_message.Message):
    __slots__ = ("unit", "cause", "morale")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    MORALE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    cause: LossCause
    morale: bool
    def __init__(self, unit: _Optional[str] = ..., cause: _Optional[_Union[LossCause, str]] = ..., morale: _Optional[bool] = ...) -> None: ...

class FormationMoveEnded(_message.Message):
    __slots__ = ("formation", "move_number")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    MOVE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    formation: str
    move_number: int
    def __init__(self, formation: _Optional[str] = ..., move_number: _Optional[int] = ...) -> None: ...

class OutOfFormationDestroyed(_message.Message):
    __slots__ = ("formation", "units", "kept")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    formation: str
    units: _containers.RepeatedScalarFieldContainer[str]
    kept: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., units: _Optional[_Iterable[str]] = ..., kept: _Optional[_Iterable[str]] = ...) -> None: ...

class OverwatchWindowOpened(_message.Message):
    __slots__ = ("seat", "mover", "formations")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MOVER_FIELD_NUMBER: _ClassVar[int]
    FORMATIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    mover: str
    formations: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., mover: _Optional[str] = ..., formations: _Optional[_Iterable[str]] = ...) -> None: ...

class OverwatchWindowClosed(_message.Message):
    __slots__ = ("seat", "passed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    passed: bool
    def __init__(self, seat: _Optional[int] = ..., passed: _Optional[bool] = ...) -> None: ...

class EnteredOverwatch(_message.Message):
    __slots__ = ("formation",)
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    def __init__(self, formation: _Optional[str] = ...) -> None: ...

class OverwatchResolved(_message.Message):
    __slots__ = ("formation", "target")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class ShootingDeclared(_message.Message):
    __slots__ = ("formation", "target", "overwatch", "crossfire", "air", "sights", "to_hit_modifier", "pairs")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_FIELD_NUMBER: _ClassVar[int]
    CROSSFIRE_FIELD_NUMBER: _ClassVar[int]
    AIR_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    overwatch: bool
    crossfire: bool
    air: bool
    sights: _containers.RepeatedCompositeFieldContainer[_commands_pb2.SightFact]
    to_hit_modifier: _record_pb2.Tally
    pairs: _containers.RepeatedCompositeFieldContainer[ShotPair]
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ..., overwatch: _Optional[bool] = ..., crossfire: _Optional[bool] = ..., air: _Optional[bool] = ..., sights: _Optional[_Iterable[_Union[_commands_pb2.SightFact, _Mapping]]] = ..., to_hit_modifier: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., pairs: _Optional[_Iterable[_Union[ShotPair, _Mapping]]] = ...) -> None: ...

class ShootingNotMade(_message.Message):
    __slots__ = ("formation", "target", "facts")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    facts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ..., facts: _Optional[_Iterable[str]] = ...) -> None: ...

class ToHitRolled(_message.Message):
    __slots__ = ("unit", "target", "weapon", "value", "faces", "hits")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    weapon: str
    value: _record_pb2.Tally
    faces: _containers.RepeatedScalarFieldContainer[int]
    hits: int
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., weapon: _Optional[str] = ..., value: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., faces: _Optional[_Iterable[int]] = ..., hits: _Optional[int] = ...) -> None: ...

class HitsScored(_message.Message):
    __slots__ = ("formation", "target", "hits")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    hits: _containers.RepeatedCompositeFieldContainer[Hit]
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ..., hits: _Optional[_Iterable[_Union[Hit, _Mapping]]] = ...) -> None: ...

class HitsAllocated(_message.Message):
    __slots__ = ("hits",)
    HITS_FIELD_NUMBER: _ClassVar[int]
    hits: _containers.RepeatedCompositeFieldContainer[Hit]
    def __init__(self, hits: _Optional[_Iterable[_Union[Hit, _Mapping]]] = ...) -> None: ...

class SaveChosen(_message.Message):
    __slots__ = ("unit", "hits", "save")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hits: _containers.RepeatedScalarFieldContainer[str]
    save: _commands_pb2.SaveKind
    def __init__(self, unit: _Optional[str] = ..., hits: _Optional[_Iterable[str]] = ..., save: _Optional[_Union[_commands_pb2.SaveKind, str]] = ...) -> None: ...

class SavesRolled(_message.Message):
    __slots__ = ("unit", "saves")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SAVES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    saves: _containers.RepeatedCompositeFieldContainer[SaveRolled]
    def __init__(self, unit: _Optional[str] = ..., saves: _Optional[_Iterable[_Union[SaveRolled, _Mapping]]] = ...) -> None: ...

class HitSaved(_message.Message):
    __slots__ = ("unit", "hit", "save")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    SAVE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hit: str
    save: _commands_pb2.SaveKind
    def __init__(self, unit: _Optional[str] = ..., hit: _Optional[str] = ..., save: _Optional[_Union[_commands_pb2.SaveKind, str]] = ...) -> None: ...

class ShootingResolved(_message.Message):
    __slots__ = ("formation", "target")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    formation: str
    target: str
    def __init__(self, formation: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class ShockAdded(_message.Message):
    __slots__ = ("formation", "amount", "total", "reason")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    formation: str
    amount: int
    total: int
    reason: str
    def __init__(self, formation: _Optional[str] = ..., amount: _Optional[int] = ..., total: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class ShockRemoved(_message.Message):
    __slots__ = ("formation", "amount", "total", "reason")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    formation: str
    amount: int
    total: int
    reason: str
    def __init__(self, formation: _Optional[str] = ..., amount: _Optional[int] = ..., total: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class FormationStateChanged(_message.Message):
    __slots__ = ("formation", "state")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    formation: str
    state: _commands_pb2.FormationState
    def __init__(self, formation: _Optional[str] = ..., state: _Optional[_Union[_commands_pb2.FormationState, str]] = ...) -> None: ...

class TerrainDamaged(_message.Message):
    __slots__ = ("tile", "points", "total", "cause")
    TILE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    tile: str
    points: int
    total: int
    cause: DamageCause
    def __init__(self, tile: _Optional[str] = ..., points: _Optional[int] = ..., total: _Optional[int] = ..., cause: _Optional[_Union[DamageCause, str]] = ...) -> None: ...

class TerrainConverted(_message.Message):
    __slots__ = ("tile", "was", "now")
    TILE_FIELD_NUMBER: _ClassVar[int]
    WAS_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    tile: str
    was: str
    now: str
    def __init__(self, tile: _Optional[str] = ..., was: _Optional[str] = ..., now: _Optional[str] = ...) -> None: ...

class ActionEnded(_message.Message):
    __slots__ = ("formation", "action")
    FORMATION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    formation: str
    action: str
    def __init__(self, formation: _Optional[str] = ..., action: _Optional[str] = ...) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ("reason", "winners", "integrity")
    REASON_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    INTEGRITY_FIELD_NUMBER: _ClassVar[int]
    reason: EndReason
    winners: _containers.RepeatedScalarFieldContainer[int]
    integrity: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, reason: _Optional[_Union[EndReason, str]] = ..., winners: _Optional[_Iterable[int]] = ..., integrity: _Optional[_Iterable[int]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("battlefield_created", "terrain_placed", "army_mustered", "unit_deployed", "formation_held_back", "deployment_completed", "turn_started", "turn_ended", "action_begun", "action_test_passed", "action_test_failed", "overwatch_ended", "formation_move_begun", "cautious_declared", "move_declared", "unit_moved", "move_suspended", "move_resumed", "unit_left_zone", "zoc_exit_impossible", "unit_left_battlefield", "assault_opened", "contact_made", "contact_ended", "zoc_lost", "zoc_restored", "assault_ended", "dangerous_test_required", "dangerous_terrain_rolled", "casualty_taken", "unit_destroyed", "formation_move_ended", "out_of_formation_destroyed", "overwatch_window_opened", "overwatch_window_closed", "entered_overwatch", "overwatch_resolved", "shooting_declared", "to_hit_rolled", "hits_scored", "hits_allocated", "save_chosen", "saves_rolled", "hit_saved", "shooting_resolved", "shock_added", "shock_removed", "formation_state_changed", "terrain_damaged", "terrain_converted", "action_ended", "game_ended", "shooting_not_made")
    BATTLEFIELD_CREATED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_PLACED_FIELD_NUMBER: _ClassVar[int]
    ARMY_MUSTERED_FIELD_NUMBER: _ClassVar[int]
    UNIT_DEPLOYED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_HELD_BACK_FIELD_NUMBER: _ClassVar[int]
    DEPLOYMENT_COMPLETED_FIELD_NUMBER: _ClassVar[int]
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    ACTION_BEGUN_FIELD_NUMBER: _ClassVar[int]
    ACTION_TEST_PASSED_FIELD_NUMBER: _ClassVar[int]
    ACTION_TEST_FAILED_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_MOVE_BEGUN_FIELD_NUMBER: _ClassVar[int]
    CAUTIOUS_DECLARED_FIELD_NUMBER: _ClassVar[int]
    MOVE_DECLARED_FIELD_NUMBER: _ClassVar[int]
    UNIT_MOVED_FIELD_NUMBER: _ClassVar[int]
    MOVE_SUSPENDED_FIELD_NUMBER: _ClassVar[int]
    MOVE_RESUMED_FIELD_NUMBER: _ClassVar[int]
    UNIT_LEFT_ZONE_FIELD_NUMBER: _ClassVar[int]
    ZOC_EXIT_IMPOSSIBLE_FIELD_NUMBER: _ClassVar[int]
    UNIT_LEFT_BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_OPENED_FIELD_NUMBER: _ClassVar[int]
    CONTACT_MADE_FIELD_NUMBER: _ClassVar[int]
    CONTACT_ENDED_FIELD_NUMBER: _ClassVar[int]
    ZOC_LOST_FIELD_NUMBER: _ClassVar[int]
    ZOC_RESTORED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ENDED_FIELD_NUMBER: _ClassVar[int]
    DANGEROUS_TEST_REQUIRED_FIELD_NUMBER: _ClassVar[int]
    DANGEROUS_TERRAIN_ROLLED_FIELD_NUMBER: _ClassVar[int]
    CASUALTY_TAKEN_FIELD_NUMBER: _ClassVar[int]
    UNIT_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_MOVE_ENDED_FIELD_NUMBER: _ClassVar[int]
    OUT_OF_FORMATION_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_WINDOW_OPENED_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_WINDOW_CLOSED_FIELD_NUMBER: _ClassVar[int]
    ENTERED_OVERWATCH_FIELD_NUMBER: _ClassVar[int]
    OVERWATCH_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    SHOOTING_DECLARED_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_ROLLED_FIELD_NUMBER: _ClassVar[int]
    HITS_SCORED_FIELD_NUMBER: _ClassVar[int]
    HITS_ALLOCATED_FIELD_NUMBER: _ClassVar[int]
    SAVE_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    SAVES_ROLLED_FIELD_NUMBER: _ClassVar[int]
    HIT_SAVED_FIELD_NUMBER: _ClassVar[int]
    SHOOTING_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    SHOCK_ADDED_FIELD_NUMBER: _ClassVar[int]
    SHOCK_REMOVED_FIELD_NUMBER: _ClassVar[int]
    FORMATION_STATE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_DAMAGED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_CONVERTED_FIELD_NUMBER: _ClassVar[int]
    ACTION_ENDED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    SHOOTING_NOT_MADE_FIELD_NUMBER: _ClassVar[int]
    battlefield_created: BattlefieldCreated
    terrain_placed: TerrainPlaced
    army_mustered: ArmyMustered
    unit_deployed: UnitDeployed
    formation_held_back: FormationHeldBack
    deployment_completed: DeploymentCompleted
    turn_started: TurnStarted
    turn_ended: TurnEnded
    action_begun: ActionBegun
    action_test_passed: ActionTestPassed
    action_test_failed: ActionTestFailed
    overwatch_ended: OverwatchEnded
    formation_move_begun: FormationMoveBegun
    cautious_declared: CautiousDeclared
    move_declared: MoveDeclared
    unit_moved: UnitMoved
    move_suspended: MoveSuspended
    move_resumed: MoveResumed
    unit_left_zone: UnitLeftZone
    zoc_exit_impossible: ZocExitImpossible
    unit_left_battlefield: UnitLeftBattlefield
    assault_opened: AssaultOpened
    contact_made: ContactMade
    contact_ended: ContactEnded
    zoc_lost: ZocLost
    zoc_restored: ZocRestored
    assault_ended: AssaultEnded
    dangerous_test_required: DangerousTestRequired
    dangerous_terrain_rolled: DangerousTerrainRolled
    casualty_taken: CasualtyTaken
    unit_destroyed: UnitDestroyed
    formation_move_ended: FormationMoveEnded
    out_of_formation_destroyed: OutOfFormationDestroyed
    overwatch_window_opened: OverwatchWindowOpened
    overwatch_window_closed: OverwatchWindowClosed
    entered_overwatch: EnteredOverwatch
    overwatch_resolved: OverwatchResolved
    shooting_declared: ShootingDeclared
    to_hit_rolled: ToHitRolled
    hits_scored: HitsScored
    hits_allocated: HitsAllocated
    save_chosen: SaveChosen
    saves_rolled: SavesRolled
    hit_saved: HitSaved
    shooting_resolved: ShootingResolved
    shock_added: ShockAdded
    shock_removed: ShockRemoved
    formation_state_changed: FormationStateChanged
    terrain_damaged: TerrainDamaged
    terrain_converted: TerrainConverted
    action_ended: ActionEnded
    game_ended: GameEnded
    shooting_not_made: ShootingNotMade
    def __init__(self, battlefield_created: _Optional[_Union[BattlefieldCreated, _Mapping]] = ..., terrain_placed: _Optional[_Union[TerrainPlaced, _Mapping]] = ..., army_mustered: _Optional[_Union[ArmyMustered, _Mapping]] = ..., unit_deployed: _Optional[_Union[UnitDeployed, _Mapping]] = ..., formation_held_back: _Optional[_Union[FormationHeldBack, _Mapping]] = ..., deployment_completed: _Optional[_Union[DeploymentCompleted, _Mapping]] = ..., turn_started: _Optional[_Union[TurnStarted, _Mapping]] = ..., turn_ended: _Optional[_Union[TurnEnded, _Mapping]] = ..., action_begun: _Optional[_Union[ActionBegun, _Mapping]] = ..., action_test_passed: _Optional[_Union[ActionTestPassed, _Mapping]] = ..., action_test_failed: _Optional[_Union[ActionTestFailed, _Mapping]] = ..., overwatch_ended: _Optional[_Union[OverwatchEnded, _Mapping]] = ..., formation_move_begun: _Optional[_Union[FormationMoveBegun, _Mapping]] = ..., cautious_declared: _Optional[_Union[CautiousDeclared, _Mapping]] = ..., move_declared: _Optional[_Union[MoveDeclared, _Mapping]] = ..., unit_moved: _Optional[_Union[UnitMoved, _Mapping]] = ..., move_suspended: _Optional[_Union[MoveSuspended, _Mapping]] = ..., move_resumed: _Optional[_Union[MoveResumed, _Mapping]] = ..., unit_left_zone: _Optional[_Union[UnitLeftZone, _Mapping]] = ..., zoc_exit_impossible: _Optional[_Union[ZocExitImpossible, _Mapping]] = ..., unit_left_battlefield: _Optional[_Union[UnitLeftBattlefield, _Mapping]] = ..., assault_opened: _Optional[_Union[AssaultOpened, _Mapping]] = ..., contact_made: _Optional[_Union[ContactMade, _Mapping]] = ..., contact_ended: _Optional[_Union[ContactEnded, _Mapping]] = ..., zoc_lost: _Optional[_Union[ZocLost, _Mapping]] = ..., zoc_restored: _Optional[_Union[ZocRestored, _Mapping]] = ..., assault_ended: _Optional[_Union[AssaultEnded, _Mapping]] = ..., dangerous_test_required: _Optional[_Union[DangerousTestRequired, _Mapping]] = ..., dangerous_terrain_rolled: _Optional[_Union[DangerousTerrainRolled, _Mapping]] = ..., casualty_taken: _Optional[_Union[CasualtyTaken, _Mapping]] = ..., unit_destroyed: _Optional[_Union[UnitDestroyed, _Mapping]] = ..., formation_move_ended: _Optional[_Union[FormationMoveEnded, _Mapping]] = ..., out_of_formation_destroyed: _Optional[_Union[OutOfFormationDestroyed, _Mapping]] = ..., overwatch_window_opened: _Optional[_Union[OverwatchWindowOpened, _Mapping]] = ..., overwatch_window_closed: _Optional[_Union[OverwatchWindowClosed, _Mapping]] = ..., entered_overwatch: _Optional[_Union[EnteredOverwatch, _Mapping]] = ..., overwatch_resolved: _Optional[_Union[OverwatchResolved, _Mapping]] = ..., shooting_declared: _Optional[_Union[ShootingDeclared, _Mapping]] = ..., to_hit_rolled: _Optional[_Union[ToHitRolled, _Mapping]] = ..., hits_scored: _Optional[_Union[HitsScored, _Mapping]] = ..., hits_allocated: _Optional[_Union[HitsAllocated, _Mapping]] = ..., save_chosen: _Optional[_Union[SaveChosen, _Mapping]] = ..., saves_rolled: _Optional[_Union[SavesRolled, _Mapping]] = ..., hit_saved: _Optional[_Union[HitSaved, _Mapping]] = ..., shooting_resolved: _Optional[_Union[ShootingResolved, _Mapping]] = ..., shock_added: _Optional[_Union[ShockAdded, _Mapping]] = ..., shock_removed: _Optional[_Union[ShockRemoved, _Mapping]] = ..., formation_state_changed: _Optional[_Union[FormationStateChanged, _Mapping]] = ..., terrain_damaged: _Optional[_Union[TerrainDamaged, _Mapping]] = ..., terrain_converted: _Optional[_Union[TerrainConverted, _Mapping]] = ..., action_ended: _Optional[_Union[ActionEnded, _Mapping]] = ..., game_ended: _Optional[_Union[GameEnded, _Mapping]] = ..., shooting_not_made: _Optional[_Union[ShootingNotMade, _Mapping]] = ...) -> None: ...
