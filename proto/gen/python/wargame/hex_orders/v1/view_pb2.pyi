from wargame.hex_orders.v1 import commands_pb2 as _commands_pb2
from wargame.hex_orders.v1 import events_pb2 as _events_pb2
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

class EstimatedRoll(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ESTIMATED_ROLL_UNSPECIFIED: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_STUCK: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_SPOT: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_HEX_EFFECT: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_PRE_ASSAULT_RETREAT: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_POISON_CLOUD: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_POISON_PIN: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_ACID_CLOUD: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_HEX_FIRE: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_FEAR: _ClassVar[EstimatedRoll]
    ESTIMATED_ROLL_TERROR: _ClassVar[EstimatedRoll]
ESTIMATED_ROLL_UNSPECIFIED: EstimatedRoll
ESTIMATED_ROLL_STUCK: EstimatedRoll
ESTIMATED_ROLL_SPOT: EstimatedRoll
ESTIMATED_ROLL_HEX_EFFECT: EstimatedRoll
ESTIMATED_ROLL_PRE_ASSAULT_RETREAT: EstimatedRoll
ESTIMATED_ROLL_POISON_CLOUD: EstimatedRoll
ESTIMATED_ROLL_POISON_PIN: EstimatedRoll
ESTIMATED_ROLL_ACID_CLOUD: EstimatedRoll
ESTIMATED_ROLL_HEX_FIRE: EstimatedRoll
ESTIMATED_ROLL_FEAR: EstimatedRoll
ESTIMATED_ROLL_TERROR: EstimatedRoll

class SideView(_message.Message):
    __slots__ = ("seat", "number", "role", "nations", "budget_package", "budget", "huge_declared", "huge", "army_committed", "area_committed", "orders_committed", "tokens", "not_deployed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NATIONS_FIELD_NUMBER: _ClassVar[int]
    BUDGET_PACKAGE_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    HUGE_DECLARED_FIELD_NUMBER: _ClassVar[int]
    HUGE_FIELD_NUMBER: _ClassVar[int]
    ARMY_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    AREA_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    ORDERS_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    NOT_DEPLOYED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    role: _commands_pb2.SideRole
    nations: _containers.RepeatedScalarFieldContainer[str]
    budget_package: _commands_pb2.BudgetPackage
    budget: _commands_pb2.Price
    huge_declared: bool
    huge: _containers.RepeatedScalarFieldContainer[str]
    army_committed: bool
    area_committed: bool
    orders_committed: int
    tokens: int
    not_deployed: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ..., role: _Optional[_Union[_commands_pb2.SideRole, str]] = ..., nations: _Optional[_Iterable[str]] = ..., budget_package: _Optional[_Union[_commands_pb2.BudgetPackage, str]] = ..., budget: _Optional[_Union[_commands_pb2.Price, _Mapping]] = ..., huge_declared: _Optional[bool] = ..., huge: _Optional[_Iterable[str]] = ..., army_committed: _Optional[bool] = ..., area_committed: _Optional[bool] = ..., orders_committed: _Optional[int] = ..., tokens: _Optional[int] = ..., not_deployed: _Optional[_Iterable[int]] = ...) -> None: ...

class HexView(_message.Message):
    __slots__ = ("hex", "terrain", "overlays", "effects")
    HEX_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OVERLAYS_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    hex: str
    terrain: _commands_pb2.TerrainType
    overlays: _containers.RepeatedScalarFieldContainer[str]
    effects: _events_pb2.Effects
    def __init__(self, hex: _Optional[str] = ..., terrain: _Optional[_Union[_commands_pb2.TerrainType, str]] = ..., overlays: _Optional[_Iterable[str]] = ..., effects: _Optional[_Union[_events_pb2.Effects, _Mapping]] = ...) -> None: ...

class UnitView(_message.Message):
    __slots__ = ("id", "seat", "hex", "hidden", "sheet", "status", "orders", "committed")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    COMMITTED_FIELD_NUMBER: _ClassVar[int]
    id: str
    seat: int
    hex: str
    hidden: bool
    sheet: _commands_pb2.Sheet
    status: _events_pb2.Status
    orders: _containers.RepeatedCompositeFieldContainer[_commands_pb2.PlacedPlot]
    committed: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, id: _Optional[str] = ..., seat: _Optional[int] = ..., hex: _Optional[str] = ..., hidden: _Optional[bool] = ..., sheet: _Optional[_Union[_commands_pb2.Sheet, _Mapping]] = ..., status: _Optional[_Union[_events_pb2.Status, _Mapping]] = ..., orders: _Optional[_Iterable[_Union[_commands_pb2.PlacedPlot, _Mapping]]] = ..., committed: _Optional[_Iterable[int]] = ...) -> None: ...

class SlotView(_message.Message):
    __slots__ = ("slot", "sheet", "placed")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    slot: int
    sheet: _commands_pb2.Sheet
    placed: bool
    def __init__(self, slot: _Optional[int] = ..., sheet: _Optional[_Union[_commands_pb2.Sheet, _Mapping]] = ..., placed: _Optional[bool] = ...) -> None: ...

class FightView(_message.Message):
    __slots__ = ("id", "hex", "units", "groups", "deflections", "advantage", "hits", "over")
    ID_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    DEFLECTIONS_FIELD_NUMBER: _ClassVar[int]
    ADVANTAGE_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    id: str
    hex: str
    units: _containers.RepeatedCompositeFieldContainer[_events_pb2.FightUnit]
    groups: _containers.RepeatedCompositeFieldContainer[_events_pb2.DiceGroup]
    deflections: _containers.RepeatedCompositeFieldContainer[_events_pb2.DiceGroup]
    advantage: int
    hits: _containers.RepeatedCompositeFieldContainer[_events_pb2.AllocatedHit]
    over: bool
    def __init__(self, id: _Optional[str] = ..., hex: _Optional[str] = ..., units: _Optional[_Iterable[_Union[_events_pb2.FightUnit, _Mapping]]] = ..., groups: _Optional[_Iterable[_Union[_events_pb2.DiceGroup, _Mapping]]] = ..., deflections: _Optional[_Iterable[_Union[_events_pb2.DiceGroup, _Mapping]]] = ..., advantage: _Optional[int] = ..., hits: _Optional[_Iterable[_Union[_events_pb2.AllocatedHit, _Mapping]]] = ..., over: _Optional[bool] = ...) -> None: ...

class ShotView(_message.Message):
    __slots__ = ("id", "unit", "weapon", "target")
    ID_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    id: str
    unit: str
    weapon: str
    target: str
    def __init__(self, id: _Optional[str] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class SetupView(_message.Message):
    __slots__ = ("step", "turn", "quota")
    STEP_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    QUOTA_FIELD_NUMBER: _ClassVar[int]
    step: int
    turn: int
    quota: int
    def __init__(self, step: _Optional[int] = ..., turn: _Optional[int] = ..., quota: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seq", "head", "scenario", "game_type", "options", "columns", "rows", "turn", "step", "sides", "hexes", "army", "own_area", "setup", "units", "own_orders", "shots", "hits", "fights", "destroyed", "draw_offered", "ended", "winner", "board")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    GAME_TYPE_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    HEXES_FIELD_NUMBER: _ClassVar[int]
    ARMY_FIELD_NUMBER: _ClassVar[int]
    OWN_AREA_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    OWN_ORDERS_FIELD_NUMBER: _ClassVar[int]
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    FIGHTS_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFERED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    seq: int
    head: bytes
    scenario: str
    game_type: _commands_pb2.GameType
    options: _commands_pb2.Options
    columns: int
    rows: int
    turn: int
    step: _events_pb2.Step
    sides: _containers.RepeatedCompositeFieldContainer[SideView]
    hexes: _containers.RepeatedCompositeFieldContainer[HexView]
    army: _containers.RepeatedCompositeFieldContainer[SlotView]
    own_area: _commands_pb2.MapArea
    setup: SetupView
    units: _containers.RepeatedCompositeFieldContainer[UnitView]
    own_orders: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Plot]
    shots: _containers.RepeatedCompositeFieldContainer[ShotView]
    hits: _containers.RepeatedCompositeFieldContainer[_events_pb2.Hit]
    fights: _containers.RepeatedCompositeFieldContainer[FightView]
    destroyed: _containers.RepeatedCompositeFieldContainer[UnitView]
    draw_offered: int
    ended: _events_pb2.EndReason
    winner: int
    board: str
    def __init__(self, seq: _Optional[int] = ..., head: _Optional[bytes] = ..., scenario: _Optional[str] = ..., game_type: _Optional[_Union[_commands_pb2.GameType, str]] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[_Union[_events_pb2.Step, str]] = ..., sides: _Optional[_Iterable[_Union[SideView, _Mapping]]] = ..., hexes: _Optional[_Iterable[_Union[HexView, _Mapping]]] = ..., army: _Optional[_Iterable[_Union[SlotView, _Mapping]]] = ..., own_area: _Optional[_Union[_commands_pb2.MapArea, _Mapping]] = ..., setup: _Optional[_Union[SetupView, _Mapping]] = ..., units: _Optional[_Iterable[_Union[UnitView, _Mapping]]] = ..., own_orders: _Optional[_Iterable[_Union[_commands_pb2.Plot, _Mapping]]] = ..., shots: _Optional[_Iterable[_Union[ShotView, _Mapping]]] = ..., hits: _Optional[_Iterable[_Union[_events_pb2.Hit, _Mapping]]] = ..., fights: _Optional[_Iterable[_Union[FightView, _Mapping]]] = ..., destroyed: _Optional[_Iterable[_Union[UnitView, _Mapping]]] = ..., draw_offered: _Optional[int] = ..., ended: _Optional[_Union[_events_pb2.EndReason, str]] = ..., winner: _Optional[int] = ..., board: _Optional[str] = ...) -> None: ...

class EstimateShotRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "weapon", "model", "gun", "target", "use_aim", "exit", "entry")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    GUN_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    USE_AIM_FIELD_NUMBER: _ClassVar[int]
    EXIT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    weapon: str
    model: int
    gun: _commands_pb2.Angle
    target: str
    use_aim: bool
    exit: _commands_pb2.HexSide
    entry: _commands_pb2.HexSide
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., model: _Optional[int] = ..., gun: _Optional[_Union[_commands_pb2.Angle, str]] = ..., target: _Optional[str] = ..., use_aim: _Optional[bool] = ..., exit: _Optional[_Union[_commands_pb2.HexSide, str]] = ..., entry: _Optional[_Union[_commands_pb2.HexSide, str]] = ...) -> None: ...

class TypedOdds(_message.Message):
    __slots__ = ("damage_type", "damage")
    DAMAGE_TYPE_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    damage_type: str
    damage: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    def __init__(self, damage_type: _Optional[str] = ..., damage: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ...) -> None: ...

class ShotOdds(_message.Message):
    __slots__ = ("modifiers", "hit", "armour", "damage", "shot", "special", "losses", "angle", "penetration", "destroyed")
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    SHOT_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    PENETRATION_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    modifiers: _record_pb2.Tally
    hit: _values_pb2.Chance
    armour: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    damage: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    shot: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    special: _containers.RepeatedCompositeFieldContainer[TypedOdds]
    losses: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    angle: _commands_pb2.Angle
    penetration: _record_pb2.Tally
    destroyed: _values_pb2.Chance
    def __init__(self, modifiers: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., hit: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., armour: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., damage: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., shot: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., special: _Optional[_Iterable[_Union[TypedOdds, _Mapping]]] = ..., losses: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., angle: _Optional[_Union[_commands_pb2.Angle, str]] = ..., penetration: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class EstimateAssaultRequest(_message.Message):
    __slots__ = ("game", "after", "attackers", "hex")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    ATTACKERS_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    attackers: _containers.RepeatedScalarFieldContainer[str]
    hex: str
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., attackers: _Optional[_Iterable[str]] = ..., hex: _Optional[str] = ...) -> None: ...

class FightingBase(_message.Message):
    __slots__ = ("unit", "angle", "dice", "halved")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    HALVED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    angle: _commands_pb2.Angle
    dice: int
    halved: bool
    def __init__(self, unit: _Optional[str] = ..., angle: _Optional[_Union[_commands_pb2.Angle, str]] = ..., dice: _Optional[int] = ..., halved: _Optional[bool] = ...) -> None: ...

class AssaultOdds(_message.Message):
    __slots__ = ("own", "enemy", "advantage", "tie", "bases", "left_out")
    OWN_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    ADVANTAGE_FIELD_NUMBER: _ClassVar[int]
    TIE_FIELD_NUMBER: _ClassVar[int]
    BASES_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    own: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    enemy: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    advantage: _values_pb2.Chance
    tie: _values_pb2.Chance
    bases: _containers.RepeatedCompositeFieldContainer[FightingBase]
    left_out: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, own: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., enemy: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., advantage: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., tie: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., bases: _Optional[_Iterable[_Union[FightingBase, _Mapping]]] = ..., left_out: _Optional[_Iterable[str]] = ...) -> None: ...

class EstimateAreaAttackRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "weapon", "models", "hex", "entry", "use_aim")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    USE_AIM_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    weapon: str
    models: _containers.RepeatedScalarFieldContainer[int]
    hex: str
    entry: _commands_pb2.HexSide
    use_aim: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., models: _Optional[_Iterable[int]] = ..., hex: _Optional[str] = ..., entry: _Optional[_Union[_commands_pb2.HexSide, str]] = ..., use_aim: _Optional[bool] = ...) -> None: ...

class AreaTargetOdds(_message.Message):
    __slots__ = ("target", "needed", "dice", "hits", "losses", "destroyed", "angle")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    target: str
    needed: _record_pb2.Tally
    dice: int
    hits: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    losses: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    destroyed: _values_pb2.Chance
    angle: _commands_pb2.Angle
    def __init__(self, target: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., dice: _Optional[int] = ..., hits: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., losses: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., angle: _Optional[_Union[_commands_pb2.Angle, str]] = ...) -> None: ...

class AreaAttackOdds(_message.Message):
    __slots__ = ("targets",)
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    targets: _containers.RepeatedCompositeFieldContainer[AreaTargetOdds]
    def __init__(self, targets: _Optional[_Iterable[_Union[AreaTargetOdds, _Mapping]]] = ...) -> None: ...

class EstimateTokenRequest(_message.Message):
    __slots__ = ("game", "after", "unit", "token", "level")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    unit: str
    token: _commands_pb2.EffectToken
    level: int
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., unit: _Optional[str] = ..., token: _Optional[_Union[_commands_pb2.EffectToken, str]] = ..., level: _Optional[int] = ...) -> None: ...

class TokenOdds(_message.Message):
    __slots__ = ("damage", "token", "losses", "destroyed")
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    damage: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    token: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    losses: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    destroyed: _values_pb2.Chance
    def __init__(self, damage: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., token: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., losses: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ..., destroyed: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ...) -> None: ...

class EstimateRollRequest(_message.Message):
    __slots__ = ("game", "after", "roll", "unit", "target", "hex", "weapon", "model", "use_aim")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    USE_AIM_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    roll: EstimatedRoll
    unit: str
    target: str
    hex: str
    weapon: str
    model: int
    use_aim: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., roll: _Optional[_Union[EstimatedRoll, str]] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ..., hex: _Optional[str] = ..., weapon: _Optional[str] = ..., model: _Optional[int] = ..., use_aim: _Optional[bool] = ...) -> None: ...

class RollOdds(_message.Message):
    __slots__ = ("dice", "sides", "terms", "outcomes")
    DICE_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    dice: int
    sides: int
    terms: _record_pb2.Tally
    outcomes: _containers.RepeatedCompositeFieldContainer[_values_pb2.NamedChance]
    def __init__(self, dice: _Optional[int] = ..., sides: _Optional[int] = ..., terms: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., outcomes: _Optional[_Iterable[_Union[_values_pb2.NamedChance, _Mapping]]] = ...) -> None: ...

class GameTypeSheet(_message.Message):
    __slots__ = ("name", "points", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: _commands_pb2.GameType
    points: _commands_pb2.Price
    clause: str
    def __init__(self, name: _Optional[_Union[_commands_pb2.GameType, str]] = ..., points: _Optional[_Union[_commands_pb2.Price, _Mapping]] = ..., clause: _Optional[str] = ...) -> None: ...

class ScenarioSheet(_message.Message):
    __slots__ = ("name", "game_types", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_TYPES_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    game_types: _containers.RepeatedCompositeFieldContainer[GameTypeSheet]
    clause: str
    def __init__(self, name: _Optional[str] = ..., game_types: _Optional[_Iterable[_Union[GameTypeSheet, _Mapping]]] = ..., clause: _Optional[str] = ...) -> None: ...

class Scenarios(_message.Message):
    __slots__ = ("scenarios",)
    SCENARIOS_FIELD_NUMBER: _ClassVar[int]
    scenarios: _containers.RepeatedCompositeFieldContainer[ScenarioSheet]
    def __init__(self, scenarios: _Optional[_Iterable[_Union[ScenarioSheet, _Mapping]]] = ...) -> None: ...

class MapSheet(_message.Message):
    __slots__ = ("name", "title", "columns", "rows", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    columns: int
    rows: int
    clause: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., clause: _Optional[str] = ...) -> None: ...

class Maps(_message.Message):
    __slots__ = ("maps",)
    MAPS_FIELD_NUMBER: _ClassVar[int]
    maps: _containers.RepeatedCompositeFieldContainer[MapSheet]
    def __init__(self, maps: _Optional[_Iterable[_Union[MapSheet, _Mapping]]] = ...) -> None: ...

class Map(_message.Message):
    __slots__ = ("sheet", "hexes")
    SHEET_FIELD_NUMBER: _ClassVar[int]
    HEXES_FIELD_NUMBER: _ClassVar[int]
    sheet: MapSheet
    hexes: _containers.RepeatedCompositeFieldContainer[_commands_pb2.HexTerrain]
    def __init__(self, sheet: _Optional[_Union[MapSheet, _Mapping]] = ..., hexes: _Optional[_Iterable[_Union[_commands_pb2.HexTerrain, _Mapping]]] = ...) -> None: ...

class ArmySheet(_message.Message):
    __slots__ = ("name", "nation", "budget", "units", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NATION_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    nation: str
    budget: str
    units: int
    clause: str
    def __init__(self, name: _Optional[str] = ..., nation: _Optional[str] = ..., budget: _Optional[str] = ..., units: _Optional[int] = ..., clause: _Optional[str] = ...) -> None: ...

class Armies(_message.Message):
    __slots__ = ("armies",)
    ARMIES_FIELD_NUMBER: _ClassVar[int]
    armies: _containers.RepeatedCompositeFieldContainer[ArmySheet]
    def __init__(self, armies: _Optional[_Iterable[_Union[ArmySheet, _Mapping]]] = ...) -> None: ...

class ReadyArmy(_message.Message):
    __slots__ = ("army", "free")
    ARMY_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    army: _commands_pb2.Roster
    free: _commands_pb2.FreePoints
    def __init__(self, army: _Optional[_Union[_commands_pb2.Roster, _Mapping]] = ..., free: _Optional[_Union[_commands_pb2.FreePoints, _Mapping]] = ...) -> None: ...

class CatalogueSheet(_message.Message):
    __slots__ = ("name", "units", "upgrades", "loaded", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    LOADED_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    units: int
    upgrades: int
    loaded: bool
    clause: str
    def __init__(self, name: _Optional[str] = ..., units: _Optional[int] = ..., upgrades: _Optional[int] = ..., loaded: _Optional[bool] = ..., clause: _Optional[str] = ...) -> None: ...

class Catalogues(_message.Message):
    __slots__ = ("catalogues",)
    CATALOGUES_FIELD_NUMBER: _ClassVar[int]
    catalogues: _containers.RepeatedCompositeFieldContainer[CatalogueSheet]
    def __init__(self, catalogues: _Optional[_Iterable[_Union[CatalogueSheet, _Mapping]]] = ...) -> None: ...
