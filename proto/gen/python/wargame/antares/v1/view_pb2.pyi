from wargame.antares.v1 import commands_pb2 as _commands_pb2
from wargame.antares.v1 import events_pb2 as _events_pb2
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

class UnitPlace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_PLACE_UNSPECIFIED: _ClassVar[UnitPlace]
    UNIT_PLACE_ARMY: _ClassVar[UnitPlace]
    UNIT_PLACE_TABLE: _ClassVar[UnitPlace]
    UNIT_PLACE_DESTROYED: _ClassVar[UnitPlace]
    UNIT_PLACE_BROKEN: _ClassVar[UnitPlace]
    UNIT_PLACE_FLED: _ClassVar[UnitPlace]

class ActionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_KIND_UNSPECIFIED: _ClassVar[ActionKind]
    ACTION_KIND_ORDER: _ClassVar[ActionKind]
    ACTION_KIND_RETAINED: _ClassVar[ActionKind]
    ACTION_KIND_REACTION: _ClassVar[ActionKind]
    ACTION_KIND_PARTING: _ClassVar[ActionKind]

class ReactionStage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REACTION_STAGE_UNSPECIFIED: _ClassVar[ReactionStage]
    REACTION_STAGE_ASKED: _ClassVar[ReactionStage]
    REACTION_STAGE_DECLINED: _ClassVar[ReactionStage]
    REACTION_STAGE_DECLARED: _ClassVar[ReactionStage]
    REACTION_STAGE_PASSED: _ClassVar[ReactionStage]
    REACTION_STAGE_FAILED: _ClassVar[ReactionStage]
    REACTION_STAGE_STARTED: _ClassVar[ReactionStage]
    REACTION_STAGE_DONE: _ClassVar[ReactionStage]
    REACTION_STAGE_LAPSED: _ClassVar[ReactionStage]

class EstimatedTest(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ESTIMATED_TEST_UNSPECIFIED: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_FIRE: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_ADVANCE: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_RUN: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_AMBUSH: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_RALLY: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_RECOVERY: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_REACTION: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_BREAK: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_SPRINT: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_TERRAIN: _ClassVar[EstimatedTest]
    ESTIMATED_TEST_DAMAGE: _ClassVar[EstimatedTest]
UNIT_PLACE_UNSPECIFIED: UnitPlace
UNIT_PLACE_ARMY: UnitPlace
UNIT_PLACE_TABLE: UnitPlace
UNIT_PLACE_DESTROYED: UnitPlace
UNIT_PLACE_BROKEN: UnitPlace
UNIT_PLACE_FLED: UnitPlace
ACTION_KIND_UNSPECIFIED: ActionKind
ACTION_KIND_ORDER: ActionKind
ACTION_KIND_RETAINED: ActionKind
ACTION_KIND_REACTION: ActionKind
ACTION_KIND_PARTING: ActionKind
REACTION_STAGE_UNSPECIFIED: ReactionStage
REACTION_STAGE_ASKED: ReactionStage
REACTION_STAGE_DECLINED: ReactionStage
REACTION_STAGE_DECLARED: ReactionStage
REACTION_STAGE_PASSED: ReactionStage
REACTION_STAGE_FAILED: ReactionStage
REACTION_STAGE_STARTED: ReactionStage
REACTION_STAGE_DONE: ReactionStage
REACTION_STAGE_LAPSED: ReactionStage
ESTIMATED_TEST_UNSPECIFIED: EstimatedTest
ESTIMATED_TEST_FIRE: EstimatedTest
ESTIMATED_TEST_ADVANCE: EstimatedTest
ESTIMATED_TEST_RUN: EstimatedTest
ESTIMATED_TEST_AMBUSH: EstimatedTest
ESTIMATED_TEST_RALLY: EstimatedTest
ESTIMATED_TEST_RECOVERY: EstimatedTest
ESTIMATED_TEST_REACTION: EstimatedTest
ESTIMATED_TEST_BREAK: EstimatedTest
ESTIMATED_TEST_SPRINT: EstimatedTest
ESTIMATED_TEST_TERRAIN: EstimatedTest
ESTIMATED_TEST_DAMAGE: EstimatedTest

class SideView(_message.Message):
    __slots__ = ("seat", "army", "list", "starting_dice", "lost_dice", "bag", "aside", "points", "broken", "options")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ARMY_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    STARTING_DICE_FIELD_NUMBER: _ClassVar[int]
    LOST_DICE_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    army: str
    list: str
    starting_dice: int
    lost_dice: int
    bag: int
    aside: int
    points: int
    broken: bool
    options: _containers.RepeatedCompositeFieldContainer[_events_pb2.OptionUse]
    def __init__(self, seat: _Optional[int] = ..., army: _Optional[str] = ..., list: _Optional[str] = ..., starting_dice: _Optional[int] = ..., lost_dice: _Optional[int] = ..., bag: _Optional[int] = ..., aside: _Optional[int] = ..., points: _Optional[int] = ..., broken: _Optional[bool] = ..., options: _Optional[_Iterable[_Union[_events_pb2.OptionUse, _Mapping]]] = ...) -> None: ...

class ModelView(_message.Message):
    __slots__ = ("id", "kind", "wounds", "pose")
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    WOUNDS_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    id: str
    kind: str
    wounds: int
    pose: _table_pb2.Pose
    def __init__(self, id: _Optional[str] = ..., kind: _Optional[str] = ..., wounds: _Optional[int] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ...) -> None: ...

class DeviceView(_message.Message):
    __slots__ = ("id", "sheet", "seat", "unit", "state", "lends_sight_to", "pose")
    ID_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    LENDS_SIGHT_TO_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    id: str
    sheet: str
    seat: int
    unit: str
    state: _commands_pb2.DeviceState
    lends_sight_to: str
    pose: _table_pb2.Pose
    def __init__(self, id: _Optional[str] = ..., sheet: _Optional[str] = ..., seat: _Optional[int] = ..., unit: _Optional[str] = ..., state: _Optional[_Union[_commands_pb2.DeviceState, str]] = ..., lends_sight_to: _Optional[str] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ...) -> None: ...

class UnitView(_message.Message):
    __slots__ = ("id", "seat", "sheet", "place", "models", "pins", "order", "dice", "unused_dice", "die_kept", "casualties", "resist_loss", "move_limit", "disabled_weapons", "sprinting", "fleeing", "flags")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    UNUSED_DICE_FIELD_NUMBER: _ClassVar[int]
    DIE_KEPT_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    RESIST_LOSS_FIELD_NUMBER: _ClassVar[int]
    MOVE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    DISABLED_WEAPONS_FIELD_NUMBER: _ClassVar[int]
    SPRINTING_FIELD_NUMBER: _ClassVar[int]
    FLEEING_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    id: str
    seat: int
    sheet: _commands_pb2.UnitSheet
    place: UnitPlace
    models: _containers.RepeatedCompositeFieldContainer[ModelView]
    pins: int
    order: _commands_pb2.OrderKind
    dice: int
    unused_dice: int
    die_kept: bool
    casualties: int
    resist_loss: int
    move_limit: int
    disabled_weapons: _containers.RepeatedScalarFieldContainer[str]
    sprinting: bool
    fleeing: bool
    flags: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., seat: _Optional[int] = ..., sheet: _Optional[_Union[_commands_pb2.UnitSheet, _Mapping]] = ..., place: _Optional[_Union[UnitPlace, str]] = ..., models: _Optional[_Iterable[_Union[ModelView, _Mapping]]] = ..., pins: _Optional[int] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ..., dice: _Optional[int] = ..., unused_dice: _Optional[int] = ..., die_kept: _Optional[bool] = ..., casualties: _Optional[int] = ..., resist_loss: _Optional[int] = ..., move_limit: _Optional[int] = ..., disabled_weapons: _Optional[_Iterable[str]] = ..., sprinting: _Optional[bool] = ..., fleeing: _Optional[bool] = ..., flags: _Optional[_Iterable[str]] = ...) -> None: ...

class ActionView(_message.Message):
    __slots__ = ("unit", "order", "kind", "target", "moved", "shot", "progress", "paths")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    SHOT_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    order: _commands_pb2.OrderKind
    kind: ActionKind
    target: str
    moved: bool
    shot: bool
    progress: int
    paths: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelPath]
    def __init__(self, unit: _Optional[str] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ..., kind: _Optional[_Union[ActionKind, str]] = ..., target: _Optional[str] = ..., moved: _Optional[bool] = ..., shot: _Optional[bool] = ..., progress: _Optional[int] = ..., paths: _Optional[_Iterable[_Union[_commands_pb2.ModelPath, _Mapping]]] = ...) -> None: ...

class ReactionView(_message.Message):
    __slots__ = ("unit", "reaction", "stage", "point")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reaction: _commands_pb2.ReactionKind
    stage: ReactionStage
    point: int
    def __init__(self, unit: _Optional[str] = ..., reaction: _Optional[_Union[_commands_pb2.ReactionKind, str]] = ..., stage: _Optional[_Union[ReactionStage, str]] = ..., point: _Optional[int] = ...) -> None: ...

class VolleyView(_message.Message):
    __slots__ = ("id", "unit", "target", "kind", "groups", "dice", "hits")
    ID_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    id: str
    unit: str
    target: str
    kind: _events_pb2.ShootingKind
    groups: _containers.RepeatedCompositeFieldContainer[_events_pb2.FiredGroup]
    dice: _containers.RepeatedCompositeFieldContainer[_events_pb2.DieResult]
    hits: _containers.RepeatedCompositeFieldContainer[_events_pb2.Hit]
    def __init__(self, id: _Optional[str] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ..., kind: _Optional[_Union[_events_pb2.ShootingKind, str]] = ..., groups: _Optional[_Iterable[_Union[_events_pb2.FiredGroup, _Mapping]]] = ..., dice: _Optional[_Iterable[_Union[_events_pb2.DieResult, _Mapping]]] = ..., hits: _Optional[_Iterable[_Union[_events_pb2.Hit, _Mapping]]] = ...) -> None: ...

class AssaultView(_message.Message):
    __slots__ = ("unit", "target", "round")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    round: int
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., round: _Optional[int] = ...) -> None: ...

class ObjectiveView(_message.Message):
    __slots__ = ("at", "holder")
    AT_FIELD_NUMBER: _ClassVar[int]
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    at: _values_pb2.Spot
    holder: int
    def __init__(self, at: _Optional[_Union[_values_pb2.Spot, _Mapping]] = ..., holder: _Optional[int] = ...) -> None: ...

class TemplateView(_message.Message):
    __slots__ = ("volley", "die", "at", "radius")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    RADIUS_FIELD_NUMBER: _ClassVar[int]
    volley: str
    die: int
    at: _values_pb2.Spot
    radius: int
    def __init__(self, volley: _Optional[str] = ..., die: _Optional[int] = ..., at: _Optional[_Union[_values_pb2.Spot, _Mapping]] = ..., radius: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seq", "head", "scenario", "terms", "points_limit", "options", "turn", "step", "sides", "terrain", "units", "devices", "weapons", "device_sheets", "special_dice", "drawn", "down_only", "contested", "actions", "reactions", "volleys", "assault", "ended", "winner", "points", "objectives", "templates")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    POINTS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    DEVICE_SHEETS_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_DICE_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    DOWN_ONLY_FIELD_NUMBER: _ClassVar[int]
    CONTESTED_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    REACTIONS_FIELD_NUMBER: _ClassVar[int]
    VOLLEYS_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    TEMPLATES_FIELD_NUMBER: _ClassVar[int]
    seq: int
    head: bytes
    scenario: str
    terms: _events_pb2.ScenarioTerms
    points_limit: int
    options: _commands_pb2.Options
    turn: int
    step: _events_pb2.TurnStep
    sides: _containers.RepeatedCompositeFieldContainer[SideView]
    terrain: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TerrainPiece]
    units: _containers.RepeatedCompositeFieldContainer[UnitView]
    devices: _containers.RepeatedCompositeFieldContainer[DeviceView]
    weapons: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Weapon]
    device_sheets: _containers.RepeatedCompositeFieldContainer[_commands_pb2.DeviceSheet]
    special_dice: _containers.RepeatedScalarFieldContainer[str]
    drawn: int
    down_only: bool
    contested: _containers.RepeatedCompositeFieldContainer[DieContestView]
    actions: _containers.RepeatedCompositeFieldContainer[ActionView]
    reactions: _containers.RepeatedCompositeFieldContainer[ReactionView]
    volleys: _containers.RepeatedCompositeFieldContainer[VolleyView]
    assault: AssaultView
    ended: _events_pb2.EndReason
    winner: int
    points: _containers.RepeatedScalarFieldContainer[int]
    objectives: _containers.RepeatedCompositeFieldContainer[ObjectiveView]
    templates: _containers.RepeatedCompositeFieldContainer[TemplateView]
    def __init__(self, seq: _Optional[int] = ..., head: _Optional[bytes] = ..., scenario: _Optional[str] = ..., terms: _Optional[_Union[_events_pb2.ScenarioTerms, _Mapping]] = ..., points_limit: _Optional[int] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ..., turn: _Optional[int] = ..., step: _Optional[_Union[_events_pb2.TurnStep, str]] = ..., sides: _Optional[_Iterable[_Union[SideView, _Mapping]]] = ..., terrain: _Optional[_Iterable[_Union[_commands_pb2.TerrainPiece, _Mapping]]] = ..., units: _Optional[_Iterable[_Union[UnitView, _Mapping]]] = ..., devices: _Optional[_Iterable[_Union[DeviceView, _Mapping]]] = ..., weapons: _Optional[_Iterable[_Union[_commands_pb2.Weapon, _Mapping]]] = ..., device_sheets: _Optional[_Iterable[_Union[_commands_pb2.DeviceSheet, _Mapping]]] = ..., special_dice: _Optional[_Iterable[str]] = ..., drawn: _Optional[int] = ..., down_only: _Optional[bool] = ..., contested: _Optional[_Iterable[_Union[DieContestView, _Mapping]]] = ..., actions: _Optional[_Iterable[_Union[ActionView, _Mapping]]] = ..., reactions: _Optional[_Iterable[_Union[ReactionView, _Mapping]]] = ..., volleys: _Optional[_Iterable[_Union[VolleyView, _Mapping]]] = ..., assault: _Optional[_Union[AssaultView, _Mapping]] = ..., ended: _Optional[_Union[_events_pb2.EndReason, str]] = ..., winner: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., objectives: _Optional[_Iterable[_Union[ObjectiveView, _Mapping]]] = ..., templates: _Optional[_Iterable[_Union[TemplateView, _Mapping]]] = ...) -> None: ...

class DieContestView(_message.Message):
    __slots__ = ("owner", "contester", "held")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CONTESTER_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    owner: int
    contester: int
    held: bool
    def __init__(self, owner: _Optional[int] = ..., contester: _Optional[int] = ..., held: _Optional[bool] = ...) -> None: ...

class EstimateTestRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "test", "weapon")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TEST_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    test: EstimatedTest
    weapon: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., test: _Optional[_Union[EstimatedTest, str]] = ..., weapon: _Optional[str] = ...) -> None: ...

class TestOdds(_message.Message):
    __slots__ = ("needed", "passed", "pins", "outcomes")
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    needed: _record_pb2.Tally
    passed: _values_pb2.Chance
    pins: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    outcomes: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    def __init__(self, needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., passed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., pins: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., outcomes: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ...) -> None: ...

class EstimateShootingRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "target", "order", "weapons", "point_blank")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    POINT_BLANK_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    target: str
    order: _commands_pb2.OrderKind
    weapons: _containers.RepeatedCompositeFieldContainer[_commands_pb2.FiredWeapon]
    point_blank: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ..., weapons: _Optional[_Iterable[_Union[_commands_pb2.FiredWeapon, _Mapping]]] = ..., point_blank: _Optional[bool] = ...) -> None: ...

class GroupOdds(_message.Message):
    __slots__ = ("weapon", "mode", "dice", "needed", "hit", "resist", "saved")
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    RESIST_FIELD_NUMBER: _ClassVar[int]
    SAVED_FIELD_NUMBER: _ClassVar[int]
    weapon: str
    mode: str
    dice: int
    needed: _record_pb2.Tally
    hit: _values_pb2.Chance
    resist: _record_pb2.Tally
    saved: _values_pb2.Chance
    def __init__(self, weapon: _Optional[str] = ..., mode: _Optional[str] = ..., dice: _Optional[int] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., hit: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., resist: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., saved: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class ShootingOdds(_message.Message):
    __slots__ = ("groups", "hits", "casualties", "pins", "break_test", "broken")
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    BREAK_TEST_FIELD_NUMBER: _ClassVar[int]
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    groups: _containers.RepeatedCompositeFieldContainer[GroupOdds]
    hits: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    casualties: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    pins: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    break_test: _values_pb2.Chance
    broken: _values_pb2.Chance
    def __init__(self, groups: _Optional[_Iterable[_Union[GroupOdds, _Mapping]]] = ..., hits: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., casualties: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., pins: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., break_test: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., broken: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class EstimateAssaultRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "target")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    target: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class AssaultOdds(_message.Message):
    __slots__ = ("own", "enemy", "win", "draw", "loss", "own_gone", "enemy_gone")
    OWN_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    WIN_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    OWN_GONE_FIELD_NUMBER: _ClassVar[int]
    ENEMY_GONE_FIELD_NUMBER: _ClassVar[int]
    own: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    enemy: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    win: _values_pb2.Chance
    draw: _values_pb2.Chance
    loss: _values_pb2.Chance
    own_gone: _values_pb2.Chance
    enemy_gone: _values_pb2.Chance
    def __init__(self, own: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., enemy: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., win: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., draw: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., loss: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., own_gone: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., enemy_gone: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class EstimateTemplateRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "target", "order", "weapon", "mode", "aim", "blind")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    AIM_FIELD_NUMBER: _ClassVar[int]
    BLIND_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    target: str
    order: _commands_pb2.OrderKind
    weapon: str
    mode: str
    aim: _values_pb2.Spot
    blind: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ..., weapon: _Optional[str] = ..., mode: _Optional[str] = ..., aim: _Optional[_Union[_values_pb2.Spot, _Mapping]] = ..., blind: _Optional[bool] = ...) -> None: ...

class TemplateOdds(_message.Message):
    __slots__ = ("needed", "on_aim", "shifts", "lost", "distances", "units")
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    ON_AIM_FIELD_NUMBER: _ClassVar[int]
    SHIFTS_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    DISTANCES_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    needed: _record_pb2.Tally
    on_aim: _values_pb2.Chance
    shifts: _values_pb2.Chance
    lost: _values_pb2.Chance
    distances: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    units: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    def __init__(self, needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., on_aim: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., shifts: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., lost: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., distances: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., units: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ...) -> None: ...

class EstimateDamageRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "weapon", "rolls")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    weapon: str
    rolls: int
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., rolls: _Optional[int] = ...) -> None: ...

class DamageOdds(_message.Message):
    __slots__ = ("models", "pins", "dice", "breaches", "moves", "weapons", "destroyed", "break_test", "gone")
    MODELS_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    BREACHES_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    BREAK_TEST_FIELD_NUMBER: _ClassVar[int]
    GONE_FIELD_NUMBER: _ClassVar[int]
    models: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    pins: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    dice: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    breaches: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    moves: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    weapons: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    destroyed: _values_pb2.Chance
    break_test: _values_pb2.Chance
    gone: _values_pb2.Chance
    def __init__(self, models: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., pins: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., dice: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., breaches: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., moves: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., weapons: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., break_test: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., gone: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class CheckSightRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "target")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    target: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class SightReport(_message.Message):
    __slots__ = ("sights", "covers", "gap")
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    GAP_FIELD_NUMBER: _ClassVar[int]
    sights: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelSight]
    covers: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelCover]
    gap: int
    def __init__(self, sights: _Optional[_Iterable[_Union[_commands_pb2.ModelSight, _Mapping]]] = ..., covers: _Optional[_Iterable[_Union[_commands_pb2.ModelCover, _Mapping]]] = ..., gap: _Optional[int] = ...) -> None: ...

class Scenarios(_message.Message):
    __slots__ = ("scenarios",)
    SCENARIOS_FIELD_NUMBER: _ClassVar[int]
    scenarios: _containers.RepeatedCompositeFieldContainer[ScenarioSheet]
    def __init__(self, scenarios: _Optional[_Iterable[_Union[ScenarioSheet, _Mapping]]] = ...) -> None: ...

class ScenarioSheet(_message.Message):
    __slots__ = ("name", "title", "terms", "points_limit", "terrain", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    POINTS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    terms: _events_pb2.ScenarioTerms
    points_limit: int
    terrain: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TerrainPiece]
    clause: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., terms: _Optional[_Union[_events_pb2.ScenarioTerms, _Mapping]] = ..., points_limit: _Optional[int] = ..., terrain: _Optional[_Iterable[_Union[_commands_pb2.TerrainPiece, _Mapping]]] = ..., clause: _Optional[str] = ...) -> None: ...

class Armies(_message.Message):
    __slots__ = ("armies",)
    ARMIES_FIELD_NUMBER: _ClassVar[int]
    armies: _containers.RepeatedCompositeFieldContainer[ArmySheet]
    def __init__(self, armies: _Optional[_Iterable[_Union[ArmySheet, _Mapping]]] = ...) -> None: ...

class ArmySheet(_message.Message):
    __slots__ = ("name", "title", "list", "points", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    list: str
    points: int
    clause: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., list: _Optional[str] = ..., points: _Optional[int] = ..., clause: _Optional[str] = ...) -> None: ...

class Army(_message.Message):
    __slots__ = ("sheet", "units", "options")
    SHEET_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    sheet: ArmySheet
    units: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ArmyUnit]
    options: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, sheet: _Optional[_Union[ArmySheet, _Mapping]] = ..., units: _Optional[_Iterable[_Union[_commands_pb2.ArmyUnit, _Mapping]]] = ..., options: _Optional[_Iterable[str]] = ...) -> None: ...

class Catalogues(_message.Message):
    __slots__ = ("catalogues",)
    CATALOGUES_FIELD_NUMBER: _ClassVar[int]
    catalogues: _containers.RepeatedCompositeFieldContainer[CatalogueSheet]
    def __init__(self, catalogues: _Optional[_Iterable[_Union[CatalogueSheet, _Mapping]]] = ...) -> None: ...

class CatalogueSheet(_message.Message):
    __slots__ = ("name", "title", "faction", "entries", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    FACTION_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    faction: str
    entries: _containers.RepeatedScalarFieldContainer[str]
    clause: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., faction: _Optional[str] = ..., entries: _Optional[_Iterable[str]] = ..., clause: _Optional[str] = ...) -> None: ...
