from wargame.hex_orders.v1 import commands_pb2 as _commands_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RollOffQuestion(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLL_OFF_QUESTION_UNSPECIFIED: _ClassVar[RollOffQuestion]
    ROLL_OFF_QUESTION_SIDE: _ClassVar[RollOffQuestion]
    ROLL_OFF_QUESTION_ASYMMETRIC_ROLE: _ClassVar[RollOffQuestion]
    ROLL_OFF_QUESTION_RANK: _ClassVar[RollOffQuestion]
    ROLL_OFF_QUESTION_RETREAT_SPACE: _ClassVar[RollOffQuestion]

class OrderPart(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ORDER_PART_UNSPECIFIED: _ClassVar[OrderPart]
    ORDER_PART_MOVEMENT: _ClassVar[OrderPart]
    ORDER_PART_GUNNERY: _ClassVar[OrderPart]

class RevealReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVEAL_REASON_UNSPECIFIED: _ClassVar[RevealReason]
    REVEAL_REASON_SPOTTED: _ClassVar[RevealReason]
    REVEAL_REASON_FIRED: _ClassVar[RevealReason]
    REVEAL_REASON_MOVED: _ClassVar[RevealReason]
    REVEAL_REASON_ASSAULT: _ClassVar[RevealReason]
    REVEAL_REASON_EFFECT: _ClassVar[RevealReason]
    REVEAL_REASON_DESTROYED: _ClassVar[RevealReason]
    REVEAL_REASON_END: _ClassVar[RevealReason]

class ArmourOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARMOUR_OUTCOME_UNSPECIFIED: _ClassVar[ArmourOutcome]
    ARMOUR_OUTCOME_STOPPED: _ClassVar[ArmourOutcome]
    ARMOUR_OUTCOME_REDUCED: _ClassVar[ArmourOutcome]
    ARMOUR_OUTCOME_THROUGH: _ClassVar[ArmourOutcome]

class MoveWay(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_WAY_UNSPECIFIED: _ClassVar[MoveWay]
    MOVE_WAY_FORWARD: _ClassVar[MoveWay]
    MOVE_WAY_REVERSE: _ClassVar[MoveWay]
    MOVE_WAY_CHASE: _ClassVar[MoveWay]
    MOVE_WAY_FOLLOW: _ClassVar[MoveWay]
    MOVE_WAY_FLEE: _ClassVar[MoveWay]
    MOVE_WAY_RETREAT: _ClassVar[MoveWay]
    MOVE_WAY_WINNER: _ClassVar[MoveWay]

class TriggeredEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRIGGERED_EFFECT_UNSPECIFIED: _ClassVar[TriggeredEffect]
    TRIGGERED_EFFECT_POISON_CLOUD: _ClassVar[TriggeredEffect]
    TRIGGERED_EFFECT_POISON_PIN: _ClassVar[TriggeredEffect]
    TRIGGERED_EFFECT_ACID_CLOUD: _ClassVar[TriggeredEffect]
    TRIGGERED_EFFECT_FIRE: _ClassVar[TriggeredEffect]

class HexMarker(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HEX_MARKER_UNSPECIFIED: _ClassVar[HexMarker]
    HEX_MARKER_SMOKE: _ClassVar[HexMarker]
    HEX_MARKER_FIRE: _ClassVar[HexMarker]
    HEX_MARKER_POISON: _ClassVar[HexMarker]
    HEX_MARKER_ACID: _ClassVar[HexMarker]

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_ELIMINATION: _ClassVar[EndReason]
    END_REASON_TURN_LIMIT: _ClassVar[EndReason]
    END_REASON_AGREEMENT: _ClassVar[EndReason]
    END_REASON_CONCESSION: _ClassVar[EndReason]
    END_REASON_NO_ARMY: _ClassVar[EndReason]
    END_REASON_RULED: _ClassVar[EndReason]

class Step(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STEP_UNSPECIFIED: _ClassVar[Step]
    STEP_CREATION: _ClassVar[Step]
    STEP_MAP: _ClassVar[Step]
    STEP_SETUP: _ClassVar[Step]
    STEP_ORDERS: _ClassVar[Step]
    STEP_GUNNERY_1: _ClassVar[Step]
    STEP_MOVEMENT_1: _ClassVar[Step]
    STEP_ASSAULT_1: _ClassVar[Step]
    STEP_MOVEMENT_2: _ClassVar[Step]
    STEP_ASSAULT_2: _ClassVar[Step]
    STEP_MOVEMENT_3: _ClassVar[Step]
    STEP_ASSAULT_3: _ClassVar[Step]
    STEP_GUNNERY_2: _ClassVar[Step]
    STEP_APPLY_DAMAGE: _ClassVar[Step]
    STEP_AGONY_0: _ClassVar[Step]
    STEP_AGONY_1: _ClassVar[Step]
    STEP_AGONY_2: _ClassVar[Step]
    STEP_AGONY_3: _ClassVar[Step]
    STEP_AGONY_4: _ClassVar[Step]
    STEP_AFTERMATH: _ClassVar[Step]
    STEP_OVER: _ClassVar[Step]

class ReplacementReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REPLACEMENT_REASON_UNSPECIFIED: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_SHAKEN: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_SPEED: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_UNKNOWN: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_OFF_MAP: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_IMPASSABLE: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_NOWHERE_TO_GO: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_NO_ROOM_TO_FLY: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_NO_ROOM_TO_LAND: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_NO_ROOM_OR_NOWHERE: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_NO_SPEED: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_NO_WEAPON: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_WEAPON_IS_LOST: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_WRONG_SPEED: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_TOO_FEW_MODELS: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_OUT_OF_AMMUNITION: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_NOT_LOADED: _ClassVar[ReplacementReason]
    REPLACEMENT_REASON_BURST_NOT_FULL: _ClassVar[ReplacementReason]

class DestructionCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DESTRUCTION_CAUSE_UNSPECIFIED: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_DAMAGE: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_SURROUNDED: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_ACID: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_MINOR_ACID: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_FIRE: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_POISON: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_BLEEDING: _ClassVar[DestructionCause]

class TurnReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TURN_REASON_UNSPECIFIED: _ClassVar[TurnReason]
    TURN_REASON_RIGHT: _ClassVar[TurnReason]
    TURN_REASON_LEFT: _ClassVar[TurnReason]
    TURN_REASON_ANY: _ClassVar[TurnReason]
    TURN_REASON_CHASE: _ClassVar[TurnReason]
    TURN_REASON_FOLLOW: _ClassVar[TurnReason]
    TURN_REASON_FLEE: _ClassVar[TurnReason]
    TURN_REASON_RETREAT: _ClassVar[TurnReason]

class OptionalQuestion(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTIONAL_QUESTION_UNSPECIFIED: _ClassVar[OptionalQuestion]
    OPTIONAL_QUESTION_NO_MANS_LAND: _ClassVar[OptionalQuestion]
    OPTIONAL_QUESTION_FIRE: _ClassVar[OptionalQuestion]
    OPTIONAL_QUESTION_RETREAT_ATTEMPT: _ClassVar[OptionalQuestion]
    OPTIONAL_QUESTION_CUNNING: _ClassVar[OptionalQuestion]
    OPTIONAL_QUESTION_DAMAGE_ORDER: _ClassVar[OptionalQuestion]
    OPTIONAL_QUESTION_AGONY_ORDER: _ClassVar[OptionalQuestion]
ROLL_OFF_QUESTION_UNSPECIFIED: RollOffQuestion
ROLL_OFF_QUESTION_SIDE: RollOffQuestion
ROLL_OFF_QUESTION_ASYMMETRIC_ROLE: RollOffQuestion
ROLL_OFF_QUESTION_RANK: RollOffQuestion
ROLL_OFF_QUESTION_RETREAT_SPACE: RollOffQuestion
ORDER_PART_UNSPECIFIED: OrderPart
ORDER_PART_MOVEMENT: OrderPart
ORDER_PART_GUNNERY: OrderPart
REVEAL_REASON_UNSPECIFIED: RevealReason
REVEAL_REASON_SPOTTED: RevealReason
REVEAL_REASON_FIRED: RevealReason
REVEAL_REASON_MOVED: RevealReason
REVEAL_REASON_ASSAULT: RevealReason
REVEAL_REASON_EFFECT: RevealReason
REVEAL_REASON_DESTROYED: RevealReason
REVEAL_REASON_END: RevealReason
ARMOUR_OUTCOME_UNSPECIFIED: ArmourOutcome
ARMOUR_OUTCOME_STOPPED: ArmourOutcome
ARMOUR_OUTCOME_REDUCED: ArmourOutcome
ARMOUR_OUTCOME_THROUGH: ArmourOutcome
MOVE_WAY_UNSPECIFIED: MoveWay
MOVE_WAY_FORWARD: MoveWay
MOVE_WAY_REVERSE: MoveWay
MOVE_WAY_CHASE: MoveWay
MOVE_WAY_FOLLOW: MoveWay
MOVE_WAY_FLEE: MoveWay
MOVE_WAY_RETREAT: MoveWay
MOVE_WAY_WINNER: MoveWay
TRIGGERED_EFFECT_UNSPECIFIED: TriggeredEffect
TRIGGERED_EFFECT_POISON_CLOUD: TriggeredEffect
TRIGGERED_EFFECT_POISON_PIN: TriggeredEffect
TRIGGERED_EFFECT_ACID_CLOUD: TriggeredEffect
TRIGGERED_EFFECT_FIRE: TriggeredEffect
HEX_MARKER_UNSPECIFIED: HexMarker
HEX_MARKER_SMOKE: HexMarker
HEX_MARKER_FIRE: HexMarker
HEX_MARKER_POISON: HexMarker
HEX_MARKER_ACID: HexMarker
END_REASON_UNSPECIFIED: EndReason
END_REASON_ELIMINATION: EndReason
END_REASON_TURN_LIMIT: EndReason
END_REASON_AGREEMENT: EndReason
END_REASON_CONCESSION: EndReason
END_REASON_NO_ARMY: EndReason
END_REASON_RULED: EndReason
STEP_UNSPECIFIED: Step
STEP_CREATION: Step
STEP_MAP: Step
STEP_SETUP: Step
STEP_ORDERS: Step
STEP_GUNNERY_1: Step
STEP_MOVEMENT_1: Step
STEP_ASSAULT_1: Step
STEP_MOVEMENT_2: Step
STEP_ASSAULT_2: Step
STEP_MOVEMENT_3: Step
STEP_ASSAULT_3: Step
STEP_GUNNERY_2: Step
STEP_APPLY_DAMAGE: Step
STEP_AGONY_0: Step
STEP_AGONY_1: Step
STEP_AGONY_2: Step
STEP_AGONY_3: Step
STEP_AGONY_4: Step
STEP_AFTERMATH: Step
STEP_OVER: Step
REPLACEMENT_REASON_UNSPECIFIED: ReplacementReason
REPLACEMENT_REASON_SHAKEN: ReplacementReason
REPLACEMENT_REASON_SPEED: ReplacementReason
REPLACEMENT_REASON_UNKNOWN: ReplacementReason
REPLACEMENT_REASON_OFF_MAP: ReplacementReason
REPLACEMENT_REASON_IMPASSABLE: ReplacementReason
REPLACEMENT_REASON_NOWHERE_TO_GO: ReplacementReason
REPLACEMENT_REASON_NO_ROOM_TO_FLY: ReplacementReason
REPLACEMENT_REASON_NO_ROOM_TO_LAND: ReplacementReason
REPLACEMENT_REASON_NO_ROOM_OR_NOWHERE: ReplacementReason
REPLACEMENT_REASON_NO_SPEED: ReplacementReason
REPLACEMENT_REASON_NO_WEAPON: ReplacementReason
REPLACEMENT_REASON_WEAPON_IS_LOST: ReplacementReason
REPLACEMENT_REASON_WRONG_SPEED: ReplacementReason
REPLACEMENT_REASON_TOO_FEW_MODELS: ReplacementReason
REPLACEMENT_REASON_OUT_OF_AMMUNITION: ReplacementReason
REPLACEMENT_REASON_NOT_LOADED: ReplacementReason
REPLACEMENT_REASON_BURST_NOT_FULL: ReplacementReason
DESTRUCTION_CAUSE_UNSPECIFIED: DestructionCause
DESTRUCTION_CAUSE_DAMAGE: DestructionCause
DESTRUCTION_CAUSE_SURROUNDED: DestructionCause
DESTRUCTION_CAUSE_ACID: DestructionCause
DESTRUCTION_CAUSE_MINOR_ACID: DestructionCause
DESTRUCTION_CAUSE_FIRE: DestructionCause
DESTRUCTION_CAUSE_POISON: DestructionCause
DESTRUCTION_CAUSE_BLEEDING: DestructionCause
TURN_REASON_UNSPECIFIED: TurnReason
TURN_REASON_RIGHT: TurnReason
TURN_REASON_LEFT: TurnReason
TURN_REASON_ANY: TurnReason
TURN_REASON_CHASE: TurnReason
TURN_REASON_FOLLOW: TurnReason
TURN_REASON_FLEE: TurnReason
TURN_REASON_RETREAT: TurnReason
OPTIONAL_QUESTION_UNSPECIFIED: OptionalQuestion
OPTIONAL_QUESTION_NO_MANS_LAND: OptionalQuestion
OPTIONAL_QUESTION_FIRE: OptionalQuestion
OPTIONAL_QUESTION_RETREAT_ATTEMPT: OptionalQuestion
OPTIONAL_QUESTION_CUNNING: OptionalQuestion
OPTIONAL_QUESTION_DAMAGE_ORDER: OptionalQuestion
OPTIONAL_QUESTION_AGONY_ORDER: OptionalQuestion

class Faces(_message.Message):
    __slots__ = ("faces",)
    FACES_FIELD_NUMBER: _ClassVar[int]
    faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, faces: _Optional[_Iterable[int]] = ...) -> None: ...

class Army(_message.Message):
    __slots__ = ("units", "spent")
    UNITS_FIELD_NUMBER: _ClassVar[int]
    SPENT_FIELD_NUMBER: _ClassVar[int]
    units: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Sheet]
    spent: _commands_pb2.Price
    def __init__(self, units: _Optional[_Iterable[_Union[_commands_pb2.Sheet, _Mapping]]] = ..., spent: _Optional[_Union[_commands_pb2.Price, _Mapping]] = ...) -> None: ...

class HugeOf(_message.Message):
    __slots__ = ("seat", "kinds")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kinds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., kinds: _Optional[_Iterable[str]] = ...) -> None: ...

class Load(_message.Message):
    __slots__ = ("weapon", "count")
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    weapon: str
    count: int
    def __init__(self, weapon: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class Bonus(_message.Message):
    __slots__ = ("table", "by")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    table: str
    by: int
    def __init__(self, table: _Optional[str] = ..., by: _Optional[int] = ...) -> None: ...

class Aim(_message.Message):
    __slots__ = ("hex", "turn")
    HEX_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    hex: str
    turn: int
    def __init__(self, hex: _Optional[str] = ..., turn: _Optional[int] = ...) -> None: ...

class Effects(_message.Message):
    __slots__ = ("smoke", "fire", "poison", "poison_level", "poison_density", "acid", "acid_grade", "acid_density", "smoke_by", "fire_by", "poison_by", "acid_by")
    SMOKE_FIELD_NUMBER: _ClassVar[int]
    FIRE_FIELD_NUMBER: _ClassVar[int]
    POISON_FIELD_NUMBER: _ClassVar[int]
    POISON_LEVEL_FIELD_NUMBER: _ClassVar[int]
    POISON_DENSITY_FIELD_NUMBER: _ClassVar[int]
    ACID_FIELD_NUMBER: _ClassVar[int]
    ACID_GRADE_FIELD_NUMBER: _ClassVar[int]
    ACID_DENSITY_FIELD_NUMBER: _ClassVar[int]
    SMOKE_BY_FIELD_NUMBER: _ClassVar[int]
    FIRE_BY_FIELD_NUMBER: _ClassVar[int]
    POISON_BY_FIELD_NUMBER: _ClassVar[int]
    ACID_BY_FIELD_NUMBER: _ClassVar[int]
    smoke: int
    fire: int
    poison: int
    poison_level: int
    poison_density: int
    acid: int
    acid_grade: _commands_pb2.AcidGrade
    acid_density: int
    smoke_by: _containers.RepeatedScalarFieldContainer[int]
    fire_by: _containers.RepeatedScalarFieldContainer[int]
    poison_by: _containers.RepeatedScalarFieldContainer[int]
    acid_by: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, smoke: _Optional[int] = ..., fire: _Optional[int] = ..., poison: _Optional[int] = ..., poison_level: _Optional[int] = ..., poison_density: _Optional[int] = ..., acid: _Optional[int] = ..., acid_grade: _Optional[_Union[_commands_pb2.AcidGrade, str]] = ..., acid_density: _Optional[int] = ..., smoke_by: _Optional[_Iterable[int]] = ..., fire_by: _Optional[_Iterable[int]] = ..., poison_by: _Optional[_Iterable[int]] = ..., acid_by: _Optional[_Iterable[int]] = ...) -> None: ...

class Pending(_message.Message):
    __slots__ = ("result", "cause")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    result: _commands_pb2.TableResult
    cause: str
    def __init__(self, result: _Optional[_Union[_commands_pb2.TableResult, _Mapping]] = ..., cause: _Optional[str] = ...) -> None: ...

class Status(_message.Message):
    __slots__ = ("hex", "facing", "speed", "flying", "dead", "pinned", "shaken_from", "difficult_hex", "difficult", "aim", "loads", "uses", "lost_weapons", "bonuses", "acid", "minor_acid", "fire", "poison", "bleeding", "armour_loss", "met", "pending", "stuck")
    HEX_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    SPEED_FIELD_NUMBER: _ClassVar[int]
    FLYING_FIELD_NUMBER: _ClassVar[int]
    DEAD_FIELD_NUMBER: _ClassVar[int]
    PINNED_FIELD_NUMBER: _ClassVar[int]
    SHAKEN_FROM_FIELD_NUMBER: _ClassVar[int]
    DIFFICULT_HEX_FIELD_NUMBER: _ClassVar[int]
    DIFFICULT_FIELD_NUMBER: _ClassVar[int]
    AIM_FIELD_NUMBER: _ClassVar[int]
    LOADS_FIELD_NUMBER: _ClassVar[int]
    USES_FIELD_NUMBER: _ClassVar[int]
    LOST_WEAPONS_FIELD_NUMBER: _ClassVar[int]
    BONUSES_FIELD_NUMBER: _ClassVar[int]
    ACID_FIELD_NUMBER: _ClassVar[int]
    MINOR_ACID_FIELD_NUMBER: _ClassVar[int]
    FIRE_FIELD_NUMBER: _ClassVar[int]
    POISON_FIELD_NUMBER: _ClassVar[int]
    BLEEDING_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_LOSS_FIELD_NUMBER: _ClassVar[int]
    MET_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    STUCK_FIELD_NUMBER: _ClassVar[int]
    hex: str
    facing: _commands_pb2.HexSide
    speed: str
    flying: bool
    dead: _containers.RepeatedScalarFieldContainer[int]
    pinned: int
    shaken_from: int
    difficult_hex: str
    difficult: int
    aim: Aim
    loads: _containers.RepeatedCompositeFieldContainer[Load]
    uses: _containers.RepeatedCompositeFieldContainer[Load]
    lost_weapons: _containers.RepeatedScalarFieldContainer[str]
    bonuses: _containers.RepeatedCompositeFieldContainer[Bonus]
    acid: int
    minor_acid: int
    fire: int
    poison: _containers.RepeatedScalarFieldContainer[int]
    bleeding: _containers.RepeatedScalarFieldContainer[int]
    armour_loss: int
    met: _containers.RepeatedScalarFieldContainer[str]
    pending: _containers.RepeatedCompositeFieldContainer[Pending]
    stuck: int
    def __init__(self, hex: _Optional[str] = ..., facing: _Optional[_Union[_commands_pb2.HexSide, str]] = ..., speed: _Optional[str] = ..., flying: _Optional[bool] = ..., dead: _Optional[_Iterable[int]] = ..., pinned: _Optional[int] = ..., shaken_from: _Optional[int] = ..., difficult_hex: _Optional[str] = ..., difficult: _Optional[int] = ..., aim: _Optional[_Union[Aim, _Mapping]] = ..., loads: _Optional[_Iterable[_Union[Load, _Mapping]]] = ..., uses: _Optional[_Iterable[_Union[Load, _Mapping]]] = ..., lost_weapons: _Optional[_Iterable[str]] = ..., bonuses: _Optional[_Iterable[_Union[Bonus, _Mapping]]] = ..., acid: _Optional[int] = ..., minor_acid: _Optional[int] = ..., fire: _Optional[int] = ..., poison: _Optional[_Iterable[int]] = ..., bleeding: _Optional[_Iterable[int]] = ..., armour_loss: _Optional[int] = ..., met: _Optional[_Iterable[str]] = ..., pending: _Optional[_Iterable[_Union[Pending, _Mapping]]] = ..., stuck: _Optional[int] = ...) -> None: ...

class DeclaredShot(_message.Message):
    __slots__ = ("id", "model", "gun", "target", "distance", "on_edge", "angle", "aimed")
    ID_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    GUN_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    ON_EDGE_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    AIMED_FIELD_NUMBER: _ClassVar[int]
    id: str
    model: int
    gun: _commands_pb2.Angle
    target: str
    distance: int
    on_edge: bool
    angle: _commands_pb2.Angle
    aimed: bool
    def __init__(self, id: _Optional[str] = ..., model: _Optional[int] = ..., gun: _Optional[_Union[_commands_pb2.Angle, str]] = ..., target: _Optional[str] = ..., distance: _Optional[int] = ..., on_edge: _Optional[bool] = ..., angle: _Optional[_Union[_commands_pb2.Angle, str]] = ..., aimed: _Optional[bool] = ...) -> None: ...

class Hit(_message.Message):
    __slots__ = ("id", "seat", "unit", "source", "target", "angle", "penetration", "damage", "bonus", "extra", "light", "effects")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    PENETRATION_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    seat: int
    unit: str
    source: str
    target: str
    angle: _commands_pb2.Angle
    penetration: _record_pb2.Tally
    damage: _commands_pb2.Die
    bonus: _record_pb2.Tally
    extra: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TypedDie]
    light: bool
    effects: _containers.RepeatedCompositeFieldContainer[_commands_pb2.WeaponEffect]
    def __init__(self, id: _Optional[str] = ..., seat: _Optional[int] = ..., unit: _Optional[str] = ..., source: _Optional[str] = ..., target: _Optional[str] = ..., angle: _Optional[_Union[_commands_pb2.Angle, str]] = ..., penetration: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., damage: _Optional[_Union[_commands_pb2.Die, _Mapping]] = ..., bonus: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., extra: _Optional[_Iterable[_Union[_commands_pb2.TypedDie, _Mapping]]] = ..., light: _Optional[bool] = ..., effects: _Optional[_Iterable[_Union[_commands_pb2.WeaponEffect, _Mapping]]] = ...) -> None: ...

class FightUnit(_message.Message):
    __slots__ = ("unit", "seat", "origin", "goal", "reverse", "angles")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    REVERSE_FIELD_NUMBER: _ClassVar[int]
    ANGLES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    seat: int
    origin: str
    goal: str
    reverse: bool
    angles: _containers.RepeatedScalarFieldContainer[_commands_pb2.Angle]
    def __init__(self, unit: _Optional[str] = ..., seat: _Optional[int] = ..., origin: _Optional[str] = ..., goal: _Optional[str] = ..., reverse: _Optional[bool] = ..., angles: _Optional[_Iterable[_Union[_commands_pb2.Angle, str]]] = ...) -> None: ...

class DiceGroup(_message.Message):
    __slots__ = ("id", "seat", "unit", "model", "to_hit", "faces", "successes", "line", "abilities")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    TO_HIT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    SUCCESSES_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_FIELD_NUMBER: _ClassVar[int]
    id: str
    seat: int
    unit: str
    model: str
    to_hit: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    successes: int
    line: _commands_pb2.AssaultLine
    abilities: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Ability]
    def __init__(self, id: _Optional[str] = ..., seat: _Optional[int] = ..., unit: _Optional[str] = ..., model: _Optional[str] = ..., to_hit: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., successes: _Optional[int] = ..., line: _Optional[_Union[_commands_pb2.AssaultLine, _Mapping]] = ..., abilities: _Optional[_Iterable[_Union[_commands_pb2.Ability, _Mapping]]] = ...) -> None: ...

class AllocatedHit(_message.Message):
    __slots__ = ("id", "seat", "group", "target", "supports")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SUPPORTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    seat: int
    group: str
    target: str
    supports: _containers.RepeatedCompositeFieldContainer[_commands_pb2.GroupCount]
    def __init__(self, id: _Optional[str] = ..., seat: _Optional[int] = ..., group: _Optional[str] = ..., target: _Optional[str] = ..., supports: _Optional[_Iterable[_Union[_commands_pb2.GroupCount, _Mapping]]] = ...) -> None: ...

class Score(_message.Message):
    __slots__ = ("seat", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    points: int
    def __init__(self, seat: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class GameCreated(_message.Message):
    __slots__ = ("scenario", "game_type", "map_name", "columns", "rows", "sides", "options", "terrain")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    GAME_TYPE_FIELD_NUMBER: _ClassVar[int]
    MAP_NAME_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    scenario: str
    game_type: _commands_pb2.GameType
    map_name: str
    columns: int
    rows: int
    sides: _containers.RepeatedCompositeFieldContainer[_commands_pb2.SideTerms]
    options: _commands_pb2.Options
    terrain: _containers.RepeatedCompositeFieldContainer[_commands_pb2.HexTerrain]
    def __init__(self, scenario: _Optional[str] = ..., game_type: _Optional[_Union[_commands_pb2.GameType, str]] = ..., map_name: _Optional[str] = ..., columns: _Optional[int] = ..., rows: _Optional[int] = ..., sides: _Optional[_Iterable[_Union[_commands_pb2.SideTerms, _Mapping]]] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ..., terrain: _Optional[_Iterable[_Union[_commands_pb2.HexTerrain, _Mapping]]] = ...) -> None: ...

class ArmyListLoaded(_message.Message):
    __slots__ = ("list",)
    LIST_FIELD_NUMBER: _ClassVar[int]
    list: _commands_pb2.ArmyList
    def __init__(self, list: _Optional[_Union[_commands_pb2.ArmyList, _Mapping]] = ...) -> None: ...

class RollOffRolled(_message.Message):
    __slots__ = ("question", "faces", "winner")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    question: RollOffQuestion
    faces: _containers.RepeatedScalarFieldContainer[int]
    winner: int
    def __init__(self, question: _Optional[_Union[RollOffQuestion, str]] = ..., faces: _Optional[_Iterable[int]] = ..., winner: _Optional[int] = ...) -> None: ...

class SideAssigned(_message.Message):
    __slots__ = ("seat", "number")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class RoleAssigned(_message.Message):
    __slots__ = ("seat", "role")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    role: _commands_pb2.SideRole
    def __init__(self, seat: _Optional[int] = ..., role: _Optional[_Union[_commands_pb2.SideRole, str]] = ...) -> None: ...

class BudgetPackageChosen(_message.Message):
    __slots__ = ("seat", "budget_package")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BUDGET_PACKAGE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    budget_package: _commands_pb2.BudgetPackage
    def __init__(self, seat: _Optional[int] = ..., budget_package: _Optional[_Union[_commands_pb2.BudgetPackage, str]] = ...) -> None: ...

class FreePointsSplit(_message.Message):
    __slots__ = ("seat", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    points: _commands_pb2.FreePoints
    def __init__(self, seat: _Optional[int] = ..., points: _Optional[_Union[_commands_pb2.FreePoints, _Mapping]] = ...) -> None: ...

class BudgetsSet(_message.Message):
    __slots__ = ("seat", "owner", "budget")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    seat: int
    owner: _record_pb2.Party
    budget: _commands_pb2.Price
    def __init__(self, seat: _Optional[int] = ..., owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., budget: _Optional[_Union[_commands_pb2.Price, _Mapping]] = ...) -> None: ...

class HugeUnitsCommitted(_message.Message):
    __slots__ = ("seat", "huge")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HUGE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    huge: _commands_pb2.HugeList
    def __init__(self, seat: _Optional[int] = ..., huge: _Optional[_Union[_commands_pb2.HugeList, _Mapping]] = ...) -> None: ...

class HugeUnitsDisclosed(_message.Message):
    __slots__ = ("huge",)
    HUGE_FIELD_NUMBER: _ClassVar[int]
    huge: _containers.RepeatedCompositeFieldContainer[HugeOf]
    def __init__(self, huge: _Optional[_Iterable[_Union[HugeOf, _Mapping]]] = ...) -> None: ...

class ArmyCommitted(_message.Message):
    __slots__ = ("seat", "army")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ARMY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    army: Army
    def __init__(self, seat: _Optional[int] = ..., army: _Optional[_Union[Army, _Mapping]] = ...) -> None: ...

class ArmiesLocked(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MapAreaCommitted(_message.Message):
    __slots__ = ("seat", "owner", "area")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    AREA_FIELD_NUMBER: _ClassVar[int]
    seat: int
    owner: _record_pb2.Party
    area: _commands_pb2.MapArea
    def __init__(self, seat: _Optional[int] = ..., owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., area: _Optional[_Union[_commands_pb2.MapArea, _Mapping]] = ...) -> None: ...

class MapAreasRevealed(_message.Message):
    __slots__ = ("hexes",)
    HEXES_FIELD_NUMBER: _ClassVar[int]
    hexes: _containers.RepeatedCompositeFieldContainer[_commands_pb2.HexTerrain]
    def __init__(self, hexes: _Optional[_Iterable[_Union[_commands_pb2.HexTerrain, _Mapping]]] = ...) -> None: ...

class NoMansLandProposed(_message.Message):
    __slots__ = ("seat", "features")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    features: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TerrainCount]
    def __init__(self, seat: _Optional[int] = ..., features: _Optional[_Iterable[_Union[_commands_pb2.TerrainCount, _Mapping]]] = ...) -> None: ...

class NoMansLandDeclined(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class NoMansLandAgreed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class RandomHexDrawn(_message.Message):
    __slots__ = ("face", "hex")
    FACE_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    face: int
    hex: str
    def __init__(self, face: _Optional[int] = ..., hex: _Optional[str] = ...) -> None: ...

class TerrainPlaced(_message.Message):
    __slots__ = ("hex", "terrain")
    HEX_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    hex: str
    terrain: _commands_pb2.TerrainType
    def __init__(self, hex: _Optional[str] = ..., terrain: _Optional[_Union[_commands_pb2.TerrainType, str]] = ...) -> None: ...

class MapCompleted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SetupStepBegan(_message.Message):
    __slots__ = ("step",)
    STEP_FIELD_NUMBER: _ClassVar[int]
    step: int
    def __init__(self, step: _Optional[int] = ...) -> None: ...

class SetupStepSkipped(_message.Message):
    __slots__ = ("step",)
    STEP_FIELD_NUMBER: _ClassVar[int]
    step: int
    def __init__(self, step: _Optional[int] = ...) -> None: ...

class SetupDiceRolled(_message.Message):
    __slots__ = ("step", "faces")
    STEP_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    step: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, step: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ...) -> None: ...

class SetupAdvantageGained(_message.Message):
    __slots__ = ("step", "seat")
    STEP_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    step: int
    seat: int
    def __init__(self, step: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class UnitPlaced(_message.Message):
    __slots__ = ("unit", "seat", "hex", "facing", "sheet", "loads", "owner", "slot")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    LOADS_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    seat: int
    hex: str
    facing: _commands_pb2.HexSide
    sheet: _commands_pb2.Sheet
    loads: _containers.RepeatedCompositeFieldContainer[Load]
    owner: _record_pb2.Party
    slot: int
    def __init__(self, unit: _Optional[str] = ..., seat: _Optional[int] = ..., hex: _Optional[str] = ..., facing: _Optional[_Union[_commands_pb2.HexSide, str]] = ..., sheet: _Optional[_Union[_commands_pb2.Sheet, _Mapping]] = ..., loads: _Optional[_Iterable[_Union[Load, _Mapping]]] = ..., owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., slot: _Optional[int] = ...) -> None: ...

class HiddenTokenPlaced(_message.Message):
    __slots__ = ("unit", "seat", "hex", "slot", "facing")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    unit: str
    seat: int
    hex: str
    slot: int
    facing: _commands_pb2.HexSide
    def __init__(self, unit: _Optional[str] = ..., seat: _Optional[int] = ..., hex: _Optional[str] = ..., slot: _Optional[int] = ..., facing: _Optional[_Union[_commands_pb2.HexSide, str]] = ...) -> None: ...

class PlacementTurnPassed(_message.Message):
    __slots__ = ("seat", "quota")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    QUOTA_FIELD_NUMBER: _ClassVar[int]
    seat: int
    quota: int
    def __init__(self, seat: _Optional[int] = ..., quota: _Optional[int] = ...) -> None: ...

class SetupStepPassed(_message.Message):
    __slots__ = ("seat", "step")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    step: int
    def __init__(self, seat: _Optional[int] = ..., step: _Optional[int] = ...) -> None: ...

class UnitNotDeployed(_message.Message):
    __slots__ = ("seat", "owner", "slot", "sheet")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    seat: int
    owner: _record_pb2.Party
    slot: int
    sheet: _commands_pb2.Sheet
    def __init__(self, seat: _Optional[int] = ..., owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., slot: _Optional[int] = ..., sheet: _Optional[_Union[_commands_pb2.Sheet, _Mapping]] = ...) -> None: ...

class SetupStepCompleted(_message.Message):
    __slots__ = ("step",)
    STEP_FIELD_NUMBER: _ClassVar[int]
    step: int
    def __init__(self, step: _Optional[int] = ...) -> None: ...

class SetupCompleted(_message.Message):
    __slots__ = ("budgets",)
    BUDGETS_FIELD_NUMBER: _ClassVar[int]
    budgets: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Price]
    def __init__(self, budgets: _Optional[_Iterable[_Union[_commands_pb2.Price, _Mapping]]] = ...) -> None: ...

class OrdersPlotted(_message.Message):
    __slots__ = ("seat", "plot", "entry")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLOT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    plot: _commands_pb2.Plot
    entry: int
    def __init__(self, seat: _Optional[int] = ..., plot: _Optional[_Union[_commands_pb2.Plot, _Mapping]] = ..., entry: _Optional[int] = ...) -> None: ...

class Defaults(_message.Message):
    __slots__ = ("plots",)
    PLOTS_FIELD_NUMBER: _ClassVar[int]
    plots: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Plot]
    def __init__(self, plots: _Optional[_Iterable[_Union[_commands_pb2.Plot, _Mapping]]] = ...) -> None: ...

class OrdersCommitted(_message.Message):
    __slots__ = ("seat", "turn", "defaults")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    DEFAULTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    defaults: Defaults
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., defaults: _Optional[_Union[Defaults, _Mapping]] = ...) -> None: ...

class OrdersRevealed(_message.Message):
    __slots__ = ("turn", "orders")
    TURN_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    turn: int
    orders: _containers.RepeatedCompositeFieldContainer[_commands_pb2.PlacedPlot]
    def __init__(self, turn: _Optional[int] = ..., orders: _Optional[_Iterable[_Union[_commands_pb2.PlacedPlot, _Mapping]]] = ...) -> None: ...

class TurnStarted(_message.Message):
    __slots__ = ("turn",)
    TURN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    def __init__(self, turn: _Optional[int] = ...) -> None: ...

class StepStarted(_message.Message):
    __slots__ = ("turn", "step")
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    turn: int
    step: Step
    def __init__(self, turn: _Optional[int] = ..., step: _Optional[_Union[Step, str]] = ...) -> None: ...

class StepEnded(_message.Message):
    __slots__ = ("turn", "step")
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    turn: int
    step: Step
    def __init__(self, turn: _Optional[int] = ..., step: _Optional[_Union[Step, str]] = ...) -> None: ...

class OrderReplacedByDefault(_message.Message):
    __slots__ = ("owner", "unit", "order", "part", "ordered", "instead", "reason")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    INSTEAD_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    order: OrderPart
    part: int
    ordered: str
    instead: str
    reason: ReplacementReason
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., order: _Optional[_Union[OrderPart, str]] = ..., part: _Optional[int] = ..., ordered: _Optional[str] = ..., instead: _Optional[str] = ..., reason: _Optional[_Union[ReplacementReason, str]] = ...) -> None: ...

class WeaponLoaded(_message.Message):
    __slots__ = ("owner", "unit", "weapon", "tokens")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    weapon: str
    tokens: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., tokens: _Optional[int] = ...) -> None: ...

class AimTaken(_message.Message):
    __slots__ = ("owner", "unit", "hex", "turn")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    hex: str
    turn: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., hex: _Optional[str] = ..., turn: _Optional[int] = ...) -> None: ...

class TargetChosen(_message.Message):
    __slots__ = ("unit", "weapon", "shots")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    shots: _containers.RepeatedCompositeFieldContainer[DeclaredShot]
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., shots: _Optional[_Iterable[_Union[DeclaredShot, _Mapping]]] = ...) -> None: ...

class AreaAttackDeclared(_message.Message):
    __slots__ = ("id", "unit", "weapon", "models", "hex", "distance", "needed", "entry", "aimed", "on_edge")
    ID_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    AIMED_FIELD_NUMBER: _ClassVar[int]
    ON_EDGE_FIELD_NUMBER: _ClassVar[int]
    id: str
    unit: str
    weapon: str
    models: _containers.RepeatedScalarFieldContainer[int]
    hex: str
    distance: int
    needed: int
    entry: _commands_pb2.HexSide
    aimed: bool
    on_edge: bool
    def __init__(self, id: _Optional[str] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., models: _Optional[_Iterable[int]] = ..., hex: _Optional[str] = ..., distance: _Optional[int] = ..., needed: _Optional[int] = ..., entry: _Optional[_Union[_commands_pb2.HexSide, str]] = ..., aimed: _Optional[bool] = ..., on_edge: _Optional[bool] = ...) -> None: ...

class HexEffectFired(_message.Message):
    __slots__ = ("id", "unit", "weapon", "models", "hex", "distance", "on_edge", "aimed")
    ID_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    ON_EDGE_FIELD_NUMBER: _ClassVar[int]
    AIMED_FIELD_NUMBER: _ClassVar[int]
    id: str
    unit: str
    weapon: str
    models: _containers.RepeatedScalarFieldContainer[int]
    hex: str
    distance: int
    on_edge: bool
    aimed: bool
    def __init__(self, id: _Optional[str] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., models: _Optional[_Iterable[int]] = ..., hex: _Optional[str] = ..., distance: _Optional[int] = ..., on_edge: _Optional[bool] = ..., aimed: _Optional[bool] = ...) -> None: ...

class LoadSpent(_message.Message):
    __slots__ = ("unit", "weapon", "left")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    left: int
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., left: _Optional[int] = ...) -> None: ...

class AimSpent(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class AmmoSpent(_message.Message):
    __slots__ = ("unit", "weapon", "uses")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    USES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    uses: int
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., uses: _Optional[int] = ...) -> None: ...

class FireHeld(_message.Message):
    __slots__ = ("unit", "models")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    models: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, unit: _Optional[str] = ..., models: _Optional[_Iterable[int]] = ...) -> None: ...

class SpotDeclared(_message.Message):
    __slots__ = ("owner", "id", "unit", "token")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    id: str
    unit: str
    token: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., id: _Optional[str] = ..., unit: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class ChoicePassed(_message.Message):
    __slots__ = ("seat", "window")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    seat: int
    window: OptionalQuestion
    def __init__(self, seat: _Optional[int] = ..., window: _Optional[_Union[OptionalQuestion, str]] = ...) -> None: ...

class HitRolled(_message.Message):
    __slots__ = ("shot", "unit", "target", "faces", "modifiers", "result", "hit")
    SHOT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    shot: str
    unit: str
    target: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    modifiers: _record_pb2.Tally
    result: int
    hit: bool
    def __init__(self, shot: _Optional[str] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., modifiers: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., result: _Optional[int] = ..., hit: _Optional[bool] = ...) -> None: ...

class HitScored(_message.Message):
    __slots__ = ("owner", "hit")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    hit: Hit
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., hit: _Optional[_Union[Hit, _Mapping]] = ...) -> None: ...

class AreaDiceRolled(_message.Message):
    __slots__ = ("owner", "shot", "target", "faces", "needed", "successes")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    SHOT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    SUCCESSES_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    shot: str
    target: str
    faces: Faces
    needed: _record_pb2.Tally
    successes: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., shot: _Optional[str] = ..., target: _Optional[str] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., successes: _Optional[int] = ...) -> None: ...

class HexEffectRolled(_message.Message):
    __slots__ = ("shot", "faces", "modifiers", "result", "placed")
    SHOT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    shot: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    modifiers: _record_pb2.Tally
    result: int
    placed: bool
    def __init__(self, shot: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., modifiers: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., result: _Optional[int] = ..., placed: _Optional[bool] = ...) -> None: ...

class HexEffectPlaced(_message.Message):
    __slots__ = ("hex", "effect", "effects", "seat")
    HEX_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    hex: str
    effect: _commands_pb2.HexEffect
    effects: Effects
    seat: int
    def __init__(self, hex: _Optional[str] = ..., effect: _Optional[_Union[_commands_pb2.HexEffect, _Mapping]] = ..., effects: _Optional[_Union[Effects, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class SpotRolled(_message.Message):
    __slots__ = ("owner", "unit", "token", "faces")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    token: str
    faces: Faces
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., token: _Optional[str] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class SpotReckoned(_message.Message):
    __slots__ = ("owner", "token", "modifiers", "result")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    MODIFIERS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    token: str
    modifiers: _record_pb2.Tally
    result: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., token: _Optional[str] = ..., modifiers: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., result: _Optional[int] = ...) -> None: ...

class SpotFailed(_message.Message):
    __slots__ = ("owner", "unit", "token")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    token: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class UnitRevealed(_message.Message):
    __slots__ = ("unit", "reason", "sheet", "status", "orders")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reason: RevealReason
    sheet: _commands_pb2.Sheet
    status: Status
    orders: _containers.RepeatedCompositeFieldContainer[_commands_pb2.PlacedPlot]
    def __init__(self, unit: _Optional[str] = ..., reason: _Optional[_Union[RevealReason, str]] = ..., sheet: _Optional[_Union[_commands_pb2.Sheet, _Mapping]] = ..., status: _Optional[_Union[Status, _Mapping]] = ..., orders: _Optional[_Iterable[_Union[_commands_pb2.PlacedPlot, _Mapping]]] = ...) -> None: ...

class DamageOrderSet(_message.Message):
    __slots__ = ("seat", "hits")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hits: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., hits: _Optional[_Iterable[str]] = ...) -> None: ...

class ArmourRolled(_message.Message):
    __slots__ = ("owner", "hit", "target", "armour", "penetration", "faces", "needed", "successes", "outcome")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_FIELD_NUMBER: _ClassVar[int]
    PENETRATION_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    SUCCESSES_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    hit: str
    target: str
    armour: int
    penetration: _record_pb2.Tally
    faces: Faces
    needed: int
    successes: int
    outcome: ArmourOutcome
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., hit: _Optional[str] = ..., target: _Optional[str] = ..., armour: _Optional[int] = ..., penetration: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ..., needed: _Optional[int] = ..., successes: _Optional[int] = ..., outcome: _Optional[_Union[ArmourOutcome, str]] = ...) -> None: ...

class DamageRolled(_message.Message):
    __slots__ = ("owner", "hit", "target", "table", "face", "total", "row")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    hit: str
    target: str
    table: str
    face: int
    total: _record_pb2.Tally
    row: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., hit: _Optional[str] = ..., target: _Optional[str] = ..., table: _Optional[str] = ..., face: _Optional[int] = ..., total: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., row: _Optional[int] = ...) -> None: ...

class NoDamage(_message.Message):
    __slots__ = ("owner", "hit", "target")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    hit: str
    target: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., hit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class DamagePended(_message.Message):
    __slots__ = ("owner", "unit", "pending")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    pending: Pending
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., pending: _Optional[_Union[Pending, _Mapping]] = ...) -> None: ...

class FutureDamageIncreased(_message.Message):
    __slots__ = ("owner", "unit", "table", "by", "total")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    table: str
    by: int
    total: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., table: _Optional[str] = ..., by: _Optional[int] = ..., total: _Optional[int] = ...) -> None: ...

class FutureDamageHalved(_message.Message):
    __slots__ = ("owner", "unit", "table", "total")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    table: str
    total: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., table: _Optional[str] = ..., total: _Optional[int] = ...) -> None: ...

class UnitSetOnFire(_message.Message):
    __slots__ = ("owner", "unit", "tokens")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    tokens: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., tokens: _Optional[int] = ...) -> None: ...

class AcidApplied(_message.Message):
    __slots__ = ("owner", "unit", "grade", "tokens")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    grade: _commands_pb2.AcidGrade
    tokens: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., grade: _Optional[_Union[_commands_pb2.AcidGrade, str]] = ..., tokens: _Optional[int] = ...) -> None: ...

class PoisonApplied(_message.Message):
    __slots__ = ("owner", "unit", "level")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    level: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., level: _Optional[int] = ...) -> None: ...

class BleedingApplied(_message.Message):
    __slots__ = ("owner", "unit", "level")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    level: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., level: _Optional[int] = ...) -> None: ...

class DamageApplied(_message.Message):
    __slots__ = ("turn", "step")
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    turn: int
    step: Step
    def __init__(self, turn: _Optional[int] = ..., step: _Optional[_Union[Step, str]] = ...) -> None: ...

class CasualtyChosen(_message.Message):
    __slots__ = ("owner", "unit", "model")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    model: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., model: _Optional[int] = ...) -> None: ...

class ModelRemoved(_message.Message):
    __slots__ = ("owner", "unit", "model", "cause")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    model: int
    cause: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., model: _Optional[int] = ..., cause: _Optional[str] = ...) -> None: ...

class UnitDestroyed(_message.Message):
    __slots__ = ("unit", "points", "cause")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    points: int
    cause: DestructionCause
    def __init__(self, unit: _Optional[str] = ..., points: _Optional[int] = ..., cause: _Optional[_Union[DestructionCause, str]] = ...) -> None: ...

class UnitShaken(_message.Message):
    __slots__ = ("owner", "unit", "tokens", "from_turn", "cause")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    FROM_TURN_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    tokens: int
    from_turn: int
    cause: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., tokens: _Optional[int] = ..., from_turn: _Optional[int] = ..., cause: _Optional[str] = ...) -> None: ...

class WeaponLost(_message.Message):
    __slots__ = ("owner", "unit", "weapon")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    weapon: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ...) -> None: ...

class SpeedChanged(_message.Message):
    __slots__ = ("owner", "unit", "speed", "cause")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SPEED_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    speed: str
    cause: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., speed: _Optional[str] = ..., cause: _Optional[str] = ...) -> None: ...

class AssaultIntentCommitted(_message.Message):
    __slots__ = ("seat", "owner", "intents")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    INTENTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    owner: _record_pb2.Party
    intents: _commands_pb2.Intents
    def __init__(self, seat: _Optional[int] = ..., owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., intents: _Optional[_Union[_commands_pb2.Intents, _Mapping]] = ...) -> None: ...

class AssaultIntentsRevealed(_message.Message):
    __slots__ = ("intents",)
    INTENTS_FIELD_NUMBER: _ClassVar[int]
    intents: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Intent]
    def __init__(self, intents: _Optional[_Iterable[_Union[_commands_pb2.Intent, _Mapping]]] = ...) -> None: ...

class MovesChosen(_message.Message):
    __slots__ = ("seat", "choices", "owner", "hidden")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    choices: _containers.RepeatedCompositeFieldContainer[_commands_pb2.MoveChoice]
    owner: _record_pb2.Party
    hidden: _commands_pb2.MoveChoices
    def __init__(self, seat: _Optional[int] = ..., choices: _Optional[_Iterable[_Union[_commands_pb2.MoveChoice, _Mapping]]] = ..., owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., hidden: _Optional[_Union[_commands_pb2.MoveChoices, _Mapping]] = ...) -> None: ...

class FleeHexChosen(_message.Message):
    __slots__ = ("unit", "hex")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hex: str
    def __init__(self, unit: _Optional[str] = ..., hex: _Optional[str] = ...) -> None: ...

class UnitTookOff(_message.Message):
    __slots__ = ("owner", "unit")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ...) -> None: ...

class UnitLanded(_message.Message):
    __slots__ = ("owner", "unit")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ...) -> None: ...

class UnitRotated(_message.Message):
    __slots__ = ("owner", "unit", "facing", "code")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    facing: _commands_pb2.HexSide
    code: TurnReason
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., facing: _Optional[_Union[_commands_pb2.HexSide, str]] = ..., code: _Optional[_Union[TurnReason, str]] = ...) -> None: ...

class StuckRolled(_message.Message):
    __slots__ = ("owner", "unit", "face", "stuck")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    STUCK_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    face: int
    stuck: bool
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., face: _Optional[int] = ..., stuck: _Optional[bool] = ...) -> None: ...

class DifficultTerrainTokenPlaced(_message.Message):
    __slots__ = ("owner", "unit", "hex", "tokens")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    hex: str
    tokens: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., hex: _Optional[str] = ..., tokens: _Optional[int] = ...) -> None: ...

class DifficultTerrainTokensLost(_message.Message):
    __slots__ = ("owner", "unit")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ...) -> None: ...

class UnitMoved(_message.Message):
    __slots__ = ("unit", "origin", "hex", "owner", "way")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    WAY_FIELD_NUMBER: _ClassVar[int]
    unit: str
    origin: str
    hex: str
    owner: _record_pb2.Party
    way: MoveWay
    def __init__(self, unit: _Optional[str] = ..., origin: _Optional[str] = ..., hex: _Optional[str] = ..., owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., way: _Optional[_Union[MoveWay, str]] = ...) -> None: ...

class MoveOverstacked(_message.Message):
    __slots__ = ("owner", "unit", "hex")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    hex: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., hex: _Optional[str] = ...) -> None: ...

class ExchangeFound(_message.Message):
    __slots__ = ("exchange", "hexes", "units", "seat")
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    HEXES_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    exchange: str
    hexes: _containers.RepeatedScalarFieldContainer[str]
    units: _containers.RepeatedScalarFieldContainer[str]
    seat: int
    def __init__(self, exchange: _Optional[str] = ..., hexes: _Optional[_Iterable[str]] = ..., units: _Optional[_Iterable[str]] = ..., seat: _Optional[int] = ...) -> None: ...

class ContestedHexChosen(_message.Message):
    __slots__ = ("exchange", "hex")
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    exchange: str
    hex: str
    def __init__(self, exchange: _Optional[str] = ..., hex: _Optional[str] = ...) -> None: ...

class HexContested(_message.Message):
    __slots__ = ("fight", "hex", "units")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    fight: str
    hex: str
    units: _containers.RepeatedCompositeFieldContainer[FightUnit]
    def __init__(self, fight: _Optional[str] = ..., hex: _Optional[str] = ..., units: _Optional[_Iterable[_Union[FightUnit, _Mapping]]] = ...) -> None: ...

class PreAssaultRetreatsAttempted(_message.Message):
    __slots__ = ("seat", "units")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    units: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., units: _Optional[_Iterable[str]] = ...) -> None: ...

class PreAssaultRetreatRolled(_message.Message):
    __slots__ = ("unit", "face", "needed", "succeeded")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    SUCCEEDED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    face: int
    needed: int
    succeeded: bool
    def __init__(self, unit: _Optional[str] = ..., face: _Optional[int] = ..., needed: _Optional[int] = ..., succeeded: _Optional[bool] = ...) -> None: ...

class PreAssaultRetreatDeclined(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class UnitRetreated(_message.Message):
    __slots__ = ("unit", "origin", "hex", "facing")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    unit: str
    origin: str
    hex: str
    facing: _commands_pb2.HexSide
    def __init__(self, unit: _Optional[str] = ..., origin: _Optional[str] = ..., hex: _Optional[str] = ..., facing: _Optional[_Union[_commands_pb2.HexSide, str]] = ...) -> None: ...

class AssaultCancelled(_message.Message):
    __slots__ = ("fight",)
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    fight: str
    def __init__(self, fight: _Optional[str] = ...) -> None: ...

class HexEffectTriggered(_message.Message):
    __slots__ = ("owner", "unit", "hex", "effect", "faces", "needed", "affected")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    AFFECTED_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    hex: str
    effect: TriggeredEffect
    faces: Faces
    needed: _record_pb2.Tally
    affected: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., hex: _Optional[str] = ..., effect: _Optional[_Union[TriggeredEffect, str]] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., affected: _Optional[int] = ...) -> None: ...

class HexEffectMet(_message.Message):
    __slots__ = ("owner", "unit", "hex", "effect")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    hex: str
    effect: HexMarker
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., hex: _Optional[str] = ..., effect: _Optional[_Union[HexMarker, str]] = ...) -> None: ...

class FearRolled(_message.Message):
    __slots__ = ("fight", "unit", "target")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    fight: str
    unit: str
    target: str
    def __init__(self, fight: _Optional[str] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class TerrorRolled(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class ContributorsCommitted(_message.Message):
    __slots__ = ("fight", "seat", "contributors")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTORS_FIELD_NUMBER: _ClassVar[int]
    fight: str
    seat: int
    contributors: _commands_pb2.Contributors
    def __init__(self, fight: _Optional[str] = ..., seat: _Optional[int] = ..., contributors: _Optional[_Union[_commands_pb2.Contributors, _Mapping]] = ...) -> None: ...

class AssaultContributorsChosen(_message.Message):
    __slots__ = ("fight", "seat", "units")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    fight: str
    seat: int
    units: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, fight: _Optional[str] = ..., seat: _Optional[int] = ..., units: _Optional[_Iterable[str]] = ...) -> None: ...

class AssaultAngleChosen(_message.Message):
    __slots__ = ("fight", "unit", "angle")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    fight: str
    unit: str
    angle: _commands_pb2.Angle
    def __init__(self, fight: _Optional[str] = ..., unit: _Optional[str] = ..., angle: _Optional[_Union[_commands_pb2.Angle, str]] = ...) -> None: ...

class AssaultDiceHalved(_message.Message):
    __slots__ = ("fight", "unit", "kept")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    fight: str
    unit: str
    kept: _containers.RepeatedCompositeFieldContainer[_commands_pb2.DiceKept]
    def __init__(self, fight: _Optional[str] = ..., unit: _Optional[str] = ..., kept: _Optional[_Iterable[_Union[_commands_pb2.DiceKept, _Mapping]]] = ...) -> None: ...

class AssaultDiceRolled(_message.Message):
    __slots__ = ("fight", "groups")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    fight: str
    groups: _containers.RepeatedCompositeFieldContainer[DiceGroup]
    def __init__(self, fight: _Optional[str] = ..., groups: _Optional[_Iterable[_Union[DiceGroup, _Mapping]]] = ...) -> None: ...

class DeflectionDiceRolled(_message.Message):
    __slots__ = ("fight", "groups")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    fight: str
    groups: _containers.RepeatedCompositeFieldContainer[DiceGroup]
    def __init__(self, fight: _Optional[str] = ..., groups: _Optional[_Iterable[_Union[DiceGroup, _Mapping]]] = ...) -> None: ...

class AssaultAdvantageGained(_message.Message):
    __slots__ = ("fight", "seat", "successes", "deflections", "left", "tie")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUCCESSES_FIELD_NUMBER: _ClassVar[int]
    DEFLECTIONS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TIE_FIELD_NUMBER: _ClassVar[int]
    fight: str
    seat: int
    successes: _containers.RepeatedScalarFieldContainer[int]
    deflections: _containers.RepeatedScalarFieldContainer[int]
    left: _containers.RepeatedScalarFieldContainer[int]
    tie: bool
    def __init__(self, fight: _Optional[str] = ..., seat: _Optional[int] = ..., successes: _Optional[_Iterable[int]] = ..., deflections: _Optional[_Iterable[int]] = ..., left: _Optional[_Iterable[int]] = ..., tie: _Optional[bool] = ...) -> None: ...

class SuccessesDeflected(_message.Message):
    __slots__ = ("fight", "seat", "enemy", "own")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ENEMY_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    fight: str
    seat: int
    enemy: _containers.RepeatedCompositeFieldContainer[_commands_pb2.GroupCount]
    own: _containers.RepeatedCompositeFieldContainer[_commands_pb2.GroupCount]
    def __init__(self, fight: _Optional[str] = ..., seat: _Optional[int] = ..., enemy: _Optional[_Iterable[_Union[_commands_pb2.GroupCount, _Mapping]]] = ..., own: _Optional[_Iterable[_Union[_commands_pb2.GroupCount, _Mapping]]] = ...) -> None: ...

class HitsAllocated(_message.Message):
    __slots__ = ("fight", "seat", "allocation")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ALLOCATION_FIELD_NUMBER: _ClassVar[int]
    fight: str
    seat: int
    allocation: _commands_pb2.Allocation
    def __init__(self, fight: _Optional[str] = ..., seat: _Optional[int] = ..., allocation: _Optional[_Union[_commands_pb2.Allocation, _Mapping]] = ...) -> None: ...

class AllocationsRevealed(_message.Message):
    __slots__ = ("fight", "hits")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    fight: str
    hits: _containers.RepeatedCompositeFieldContainer[AllocatedHit]
    def __init__(self, fight: _Optional[str] = ..., hits: _Optional[_Iterable[_Union[AllocatedHit, _Mapping]]] = ...) -> None: ...

class SuccessesExchanged(_message.Message):
    __slots__ = ("fight", "seat", "target", "hits", "left", "rolls")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    fight: str
    seat: int
    target: str
    hits: _containers.RepeatedScalarFieldContainer[str]
    left: _containers.RepeatedCompositeFieldContainer[AllocatedHit]
    rolls: int
    def __init__(self, fight: _Optional[str] = ..., seat: _Optional[int] = ..., target: _Optional[str] = ..., hits: _Optional[_Iterable[str]] = ..., left: _Optional[_Iterable[_Union[AllocatedHit, _Mapping]]] = ..., rolls: _Optional[int] = ...) -> None: ...

class RetreatChosen(_message.Message):
    __slots__ = ("unit", "hex", "turn")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hex: str
    turn: _commands_pb2.RetreatTurn
    def __init__(self, unit: _Optional[str] = ..., hex: _Optional[str] = ..., turn: _Optional[_Union[_commands_pb2.RetreatTurn, str]] = ...) -> None: ...

class UnitTrapped(_message.Message):
    __slots__ = ("unit", "hex")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HEX_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hex: str
    def __init__(self, unit: _Optional[str] = ..., hex: _Optional[str] = ...) -> None: ...

class FightEnded(_message.Message):
    __slots__ = ("fight", "winner")
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    fight: str
    winner: int
    def __init__(self, fight: _Optional[str] = ..., winner: _Optional[int] = ...) -> None: ...

class AgonyRolled(_message.Message):
    __slots__ = ("owner", "unit", "kind", "level", "face", "result")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    kind: _commands_pb2.EffectToken
    level: int
    face: int
    result: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., kind: _Optional[_Union[_commands_pb2.EffectToken, str]] = ..., level: _Optional[int] = ..., face: _Optional[int] = ..., result: _Optional[int] = ...) -> None: ...

class TokenChanged(_message.Message):
    __slots__ = ("owner", "unit", "kind", "level", "becomes", "to_level")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    BECOMES_FIELD_NUMBER: _ClassVar[int]
    TO_LEVEL_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    kind: _commands_pb2.EffectToken
    level: int
    becomes: _commands_pb2.EffectToken
    to_level: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., kind: _Optional[_Union[_commands_pb2.EffectToken, str]] = ..., level: _Optional[int] = ..., becomes: _Optional[_Union[_commands_pb2.EffectToken, str]] = ..., to_level: _Optional[int] = ...) -> None: ...

class ArmourReduced(_message.Message):
    __slots__ = ("owner", "unit", "loss")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    loss: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., loss: _Optional[int] = ...) -> None: ...

class HexMarkersReduced(_message.Message):
    __slots__ = ("hex", "kind", "left")
    HEX_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    hex: str
    kind: HexMarker
    left: int
    def __init__(self, hex: _Optional[str] = ..., kind: _Optional[_Union[HexMarker, str]] = ..., left: _Optional[int] = ...) -> None: ...

class TerrainChanged(_message.Message):
    __slots__ = ("hex", "terrain")
    HEX_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    hex: str
    terrain: _commands_pb2.TerrainType
    def __init__(self, hex: _Optional[str] = ..., terrain: _Optional[_Union[_commands_pb2.TerrainType, str]] = ...) -> None: ...

class PinnedTokenRemoved(_message.Message):
    __slots__ = ("owner", "unit", "left")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    left: int
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ..., left: _Optional[int] = ...) -> None: ...

class AimExpired(_message.Message):
    __slots__ = ("owner", "unit")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    owner: _record_pb2.Party
    unit: str
    def __init__(self, owner: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., unit: _Optional[str] = ...) -> None: ...

class TurnEnded(_message.Message):
    __slots__ = ("turn",)
    TURN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    def __init__(self, turn: _Optional[int] = ...) -> None: ...

class ScoreCounted(_message.Message):
    __slots__ = ("scores",)
    SCORES_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedCompositeFieldContainer[Score]
    def __init__(self, scores: _Optional[_Iterable[_Union[Score, _Mapping]]] = ...) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ("reason", "winner")
    REASON_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    reason: EndReason
    winner: int
    def __init__(self, reason: _Optional[_Union[EndReason, str]] = ..., winner: _Optional[int] = ...) -> None: ...

class SecretsPublished(_message.Message):
    __slots__ = ("orders",)
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[_commands_pb2.PlacedPlot]
    def __init__(self, orders: _Optional[_Iterable[_Union[_commands_pb2.PlacedPlot, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("game_created", "army_list_loaded", "roll_off_rolled", "side_assigned", "role_assigned", "budget_package_chosen", "free_points_split", "budgets_set", "huge_units_committed", "huge_units_disclosed", "army_committed", "armies_locked", "map_area_committed", "map_areas_revealed", "no_mans_land_proposed", "no_mans_land_declined", "no_mans_land_agreed", "random_hex_drawn", "terrain_placed", "map_completed", "setup_step_began", "setup_step_skipped", "setup_dice_rolled", "setup_advantage_gained", "unit_placed", "hidden_token_placed", "placement_turn_passed", "setup_step_passed", "unit_not_deployed", "setup_step_completed", "setup_completed", "orders_plotted", "orders_committed", "orders_revealed", "turn_started", "step_started", "step_ended", "order_replaced_by_default", "weapon_loaded", "aim_taken", "target_chosen", "area_attack_declared", "hex_effect_fired", "load_spent", "aim_spent", "ammo_spent", "fire_held", "spot_declared", "choice_passed", "hit_rolled", "hit_scored", "area_dice_rolled", "hex_effect_rolled", "hex_effect_placed", "spot_rolled", "spot_reckoned", "spot_failed", "unit_revealed", "damage_order_set", "armour_rolled", "damage_rolled", "no_damage", "damage_pended", "future_damage_increased", "future_damage_halved", "unit_set_on_fire", "acid_applied", "poison_applied", "bleeding_applied", "damage_applied", "casualty_chosen", "model_removed", "unit_destroyed", "unit_shaken", "weapon_lost", "speed_changed", "assault_intent_committed", "assault_intents_revealed", "moves_chosen", "flee_hex_chosen", "unit_took_off", "unit_landed", "unit_rotated", "stuck_rolled", "difficult_terrain_token_placed", "difficult_terrain_tokens_lost", "unit_moved", "move_overstacked", "exchange_found", "contested_hex_chosen", "hex_contested", "pre_assault_retreats_attempted", "pre_assault_retreat_rolled", "pre_assault_retreat_declined", "unit_retreated", "assault_cancelled", "hex_effect_triggered", "hex_effect_met", "fear_rolled", "terror_rolled", "contributors_committed", "assault_contributors_chosen", "assault_angle_chosen", "assault_dice_halved", "assault_dice_rolled", "deflection_dice_rolled", "assault_advantage_gained", "successes_deflected", "hits_allocated", "allocations_revealed", "successes_exchanged", "retreat_chosen", "unit_trapped", "fight_ended", "agony_rolled", "token_changed", "armour_reduced", "hex_markers_reduced", "terrain_changed", "pinned_token_removed", "aim_expired", "turn_ended", "score_counted", "game_ended", "secrets_published")
    GAME_CREATED_FIELD_NUMBER: _ClassVar[int]
    ARMY_LIST_LOADED_FIELD_NUMBER: _ClassVar[int]
    ROLL_OFF_ROLLED_FIELD_NUMBER: _ClassVar[int]
    SIDE_ASSIGNED_FIELD_NUMBER: _ClassVar[int]
    ROLE_ASSIGNED_FIELD_NUMBER: _ClassVar[int]
    BUDGET_PACKAGE_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    FREE_POINTS_SPLIT_FIELD_NUMBER: _ClassVar[int]
    BUDGETS_SET_FIELD_NUMBER: _ClassVar[int]
    HUGE_UNITS_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    HUGE_UNITS_DISCLOSED_FIELD_NUMBER: _ClassVar[int]
    ARMY_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    ARMIES_LOCKED_FIELD_NUMBER: _ClassVar[int]
    MAP_AREA_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    MAP_AREAS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    NO_MANS_LAND_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    NO_MANS_LAND_DECLINED_FIELD_NUMBER: _ClassVar[int]
    NO_MANS_LAND_AGREED_FIELD_NUMBER: _ClassVar[int]
    RANDOM_HEX_DRAWN_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_PLACED_FIELD_NUMBER: _ClassVar[int]
    MAP_COMPLETED_FIELD_NUMBER: _ClassVar[int]
    SETUP_STEP_BEGAN_FIELD_NUMBER: _ClassVar[int]
    SETUP_STEP_SKIPPED_FIELD_NUMBER: _ClassVar[int]
    SETUP_DICE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    SETUP_ADVANTAGE_GAINED_FIELD_NUMBER: _ClassVar[int]
    UNIT_PLACED_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_TOKEN_PLACED_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_TURN_PASSED_FIELD_NUMBER: _ClassVar[int]
    SETUP_STEP_PASSED_FIELD_NUMBER: _ClassVar[int]
    UNIT_NOT_DEPLOYED_FIELD_NUMBER: _ClassVar[int]
    SETUP_STEP_COMPLETED_FIELD_NUMBER: _ClassVar[int]
    SETUP_COMPLETED_FIELD_NUMBER: _ClassVar[int]
    ORDERS_PLOTTED_FIELD_NUMBER: _ClassVar[int]
    ORDERS_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    ORDERS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    STEP_STARTED_FIELD_NUMBER: _ClassVar[int]
    STEP_ENDED_FIELD_NUMBER: _ClassVar[int]
    ORDER_REPLACED_BY_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_LOADED_FIELD_NUMBER: _ClassVar[int]
    AIM_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TARGET_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    AREA_ATTACK_DECLARED_FIELD_NUMBER: _ClassVar[int]
    HEX_EFFECT_FIRED_FIELD_NUMBER: _ClassVar[int]
    LOAD_SPENT_FIELD_NUMBER: _ClassVar[int]
    AIM_SPENT_FIELD_NUMBER: _ClassVar[int]
    AMMO_SPENT_FIELD_NUMBER: _ClassVar[int]
    FIRE_HELD_FIELD_NUMBER: _ClassVar[int]
    SPOT_DECLARED_FIELD_NUMBER: _ClassVar[int]
    CHOICE_PASSED_FIELD_NUMBER: _ClassVar[int]
    HIT_ROLLED_FIELD_NUMBER: _ClassVar[int]
    HIT_SCORED_FIELD_NUMBER: _ClassVar[int]
    AREA_DICE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    HEX_EFFECT_ROLLED_FIELD_NUMBER: _ClassVar[int]
    HEX_EFFECT_PLACED_FIELD_NUMBER: _ClassVar[int]
    SPOT_ROLLED_FIELD_NUMBER: _ClassVar[int]
    SPOT_RECKONED_FIELD_NUMBER: _ClassVar[int]
    SPOT_FAILED_FIELD_NUMBER: _ClassVar[int]
    UNIT_REVEALED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_ORDER_SET_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    NO_DAMAGE_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_PENDED_FIELD_NUMBER: _ClassVar[int]
    FUTURE_DAMAGE_INCREASED_FIELD_NUMBER: _ClassVar[int]
    FUTURE_DAMAGE_HALVED_FIELD_NUMBER: _ClassVar[int]
    UNIT_SET_ON_FIRE_FIELD_NUMBER: _ClassVar[int]
    ACID_APPLIED_FIELD_NUMBER: _ClassVar[int]
    POISON_APPLIED_FIELD_NUMBER: _ClassVar[int]
    BLEEDING_APPLIED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_APPLIED_FIELD_NUMBER: _ClassVar[int]
    CASUALTY_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    MODEL_REMOVED_FIELD_NUMBER: _ClassVar[int]
    UNIT_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    UNIT_SHAKEN_FIELD_NUMBER: _ClassVar[int]
    WEAPON_LOST_FIELD_NUMBER: _ClassVar[int]
    SPEED_CHANGED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_INTENT_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_INTENTS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    MOVES_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    FLEE_HEX_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    UNIT_TOOK_OFF_FIELD_NUMBER: _ClassVar[int]
    UNIT_LANDED_FIELD_NUMBER: _ClassVar[int]
    UNIT_ROTATED_FIELD_NUMBER: _ClassVar[int]
    STUCK_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DIFFICULT_TERRAIN_TOKEN_PLACED_FIELD_NUMBER: _ClassVar[int]
    DIFFICULT_TERRAIN_TOKENS_LOST_FIELD_NUMBER: _ClassVar[int]
    UNIT_MOVED_FIELD_NUMBER: _ClassVar[int]
    MOVE_OVERSTACKED_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FOUND_FIELD_NUMBER: _ClassVar[int]
    CONTESTED_HEX_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    HEX_CONTESTED_FIELD_NUMBER: _ClassVar[int]
    PRE_ASSAULT_RETREATS_ATTEMPTED_FIELD_NUMBER: _ClassVar[int]
    PRE_ASSAULT_RETREAT_ROLLED_FIELD_NUMBER: _ClassVar[int]
    PRE_ASSAULT_RETREAT_DECLINED_FIELD_NUMBER: _ClassVar[int]
    UNIT_RETREATED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_CANCELLED_FIELD_NUMBER: _ClassVar[int]
    HEX_EFFECT_TRIGGERED_FIELD_NUMBER: _ClassVar[int]
    HEX_EFFECT_MET_FIELD_NUMBER: _ClassVar[int]
    FEAR_ROLLED_FIELD_NUMBER: _ClassVar[int]
    TERROR_ROLLED_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTORS_COMMITTED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_CONTRIBUTORS_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ANGLE_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_DICE_HALVED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_DICE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DEFLECTION_DICE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ADVANTAGE_GAINED_FIELD_NUMBER: _ClassVar[int]
    SUCCESSES_DEFLECTED_FIELD_NUMBER: _ClassVar[int]
    HITS_ALLOCATED_FIELD_NUMBER: _ClassVar[int]
    ALLOCATIONS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    SUCCESSES_EXCHANGED_FIELD_NUMBER: _ClassVar[int]
    RETREAT_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    UNIT_TRAPPED_FIELD_NUMBER: _ClassVar[int]
    FIGHT_ENDED_FIELD_NUMBER: _ClassVar[int]
    AGONY_ROLLED_FIELD_NUMBER: _ClassVar[int]
    TOKEN_CHANGED_FIELD_NUMBER: _ClassVar[int]
    ARMOUR_REDUCED_FIELD_NUMBER: _ClassVar[int]
    HEX_MARKERS_REDUCED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_CHANGED_FIELD_NUMBER: _ClassVar[int]
    PINNED_TOKEN_REMOVED_FIELD_NUMBER: _ClassVar[int]
    AIM_EXPIRED_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    SCORE_COUNTED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    SECRETS_PUBLISHED_FIELD_NUMBER: _ClassVar[int]
    game_created: GameCreated
    army_list_loaded: ArmyListLoaded
    roll_off_rolled: RollOffRolled
    side_assigned: SideAssigned
    role_assigned: RoleAssigned
    budget_package_chosen: BudgetPackageChosen
    free_points_split: FreePointsSplit
    budgets_set: BudgetsSet
    huge_units_committed: HugeUnitsCommitted
    huge_units_disclosed: HugeUnitsDisclosed
    army_committed: ArmyCommitted
    armies_locked: ArmiesLocked
    map_area_committed: MapAreaCommitted
    map_areas_revealed: MapAreasRevealed
    no_mans_land_proposed: NoMansLandProposed
    no_mans_land_declined: NoMansLandDeclined
    no_mans_land_agreed: NoMansLandAgreed
    random_hex_drawn: RandomHexDrawn
    terrain_placed: TerrainPlaced
    map_completed: MapCompleted
    setup_step_began: SetupStepBegan
    setup_step_skipped: SetupStepSkipped
    setup_dice_rolled: SetupDiceRolled
    setup_advantage_gained: SetupAdvantageGained
    unit_placed: UnitPlaced
    hidden_token_placed: HiddenTokenPlaced
    placement_turn_passed: PlacementTurnPassed
    setup_step_passed: SetupStepPassed
    unit_not_deployed: UnitNotDeployed
    setup_step_completed: SetupStepCompleted
    setup_completed: SetupCompleted
    orders_plotted: OrdersPlotted
    orders_committed: OrdersCommitted
    orders_revealed: OrdersRevealed
    turn_started: TurnStarted
    step_started: StepStarted
    step_ended: StepEnded
    order_replaced_by_default: OrderReplacedByDefault
    weapon_loaded: WeaponLoaded
    aim_taken: AimTaken
    target_chosen: TargetChosen
    area_attack_declared: AreaAttackDeclared
    hex_effect_fired: HexEffectFired
    load_spent: LoadSpent
    aim_spent: AimSpent
    ammo_spent: AmmoSpent
    fire_held: FireHeld
    spot_declared: SpotDeclared
    choice_passed: ChoicePassed
    hit_rolled: HitRolled
    hit_scored: HitScored
    area_dice_rolled: AreaDiceRolled
    hex_effect_rolled: HexEffectRolled
    hex_effect_placed: HexEffectPlaced
    spot_rolled: SpotRolled
    spot_reckoned: SpotReckoned
    spot_failed: SpotFailed
    unit_revealed: UnitRevealed
    damage_order_set: DamageOrderSet
    armour_rolled: ArmourRolled
    damage_rolled: DamageRolled
    no_damage: NoDamage
    damage_pended: DamagePended
    future_damage_increased: FutureDamageIncreased
    future_damage_halved: FutureDamageHalved
    unit_set_on_fire: UnitSetOnFire
    acid_applied: AcidApplied
    poison_applied: PoisonApplied
    bleeding_applied: BleedingApplied
    damage_applied: DamageApplied
    casualty_chosen: CasualtyChosen
    model_removed: ModelRemoved
    unit_destroyed: UnitDestroyed
    unit_shaken: UnitShaken
    weapon_lost: WeaponLost
    speed_changed: SpeedChanged
    assault_intent_committed: AssaultIntentCommitted
    assault_intents_revealed: AssaultIntentsRevealed
    moves_chosen: MovesChosen
    flee_hex_chosen: FleeHexChosen
    unit_took_off: UnitTookOff
    unit_landed: UnitLanded
    unit_rotated: UnitRotated
    stuck_rolled: StuckRolled
    difficult_terrain_token_placed: DifficultTerrainTokenPlaced
    difficult_terrain_tokens_lost: DifficultTerrainTokensLost
    unit_moved: UnitMoved
    move_overstacked: MoveOverstacked
    exchange_found: ExchangeFound
    contested_hex_chosen: ContestedHexChosen
    hex_contested: HexContested
    pre_assault_retreats_attempted: PreAssaultRetreatsAttempted
    pre_assault_retreat_rolled: PreAssaultRetreatRolled
    pre_assault_retreat_declined: PreAssaultRetreatDeclined
    unit_retreated: UnitRetreated
    assault_cancelled: AssaultCancelled
    hex_effect_triggered: HexEffectTriggered
    hex_effect_met: HexEffectMet
    fear_rolled: FearRolled
    terror_rolled: TerrorRolled
    contributors_committed: ContributorsCommitted
    assault_contributors_chosen: AssaultContributorsChosen
    assault_angle_chosen: AssaultAngleChosen
    assault_dice_halved: AssaultDiceHalved
    assault_dice_rolled: AssaultDiceRolled
    deflection_dice_rolled: DeflectionDiceRolled
    assault_advantage_gained: AssaultAdvantageGained
    successes_deflected: SuccessesDeflected
    hits_allocated: HitsAllocated
    allocations_revealed: AllocationsRevealed
    successes_exchanged: SuccessesExchanged
    retreat_chosen: RetreatChosen
    unit_trapped: UnitTrapped
    fight_ended: FightEnded
    agony_rolled: AgonyRolled
    token_changed: TokenChanged
    armour_reduced: ArmourReduced
    hex_markers_reduced: HexMarkersReduced
    terrain_changed: TerrainChanged
    pinned_token_removed: PinnedTokenRemoved
    aim_expired: AimExpired
    turn_ended: TurnEnded
    score_counted: ScoreCounted
    game_ended: GameEnded
    secrets_published: SecretsPublished
    def __init__(self, game_created: _Optional[_Union[GameCreated, _Mapping]] = ..., army_list_loaded: _Optional[_Union[ArmyListLoaded, _Mapping]] = ..., roll_off_rolled: _Optional[_Union[RollOffRolled, _Mapping]] = ..., side_assigned: _Optional[_Union[SideAssigned, _Mapping]] = ..., role_assigned: _Optional[_Union[RoleAssigned, _Mapping]] = ..., budget_package_chosen: _Optional[_Union[BudgetPackageChosen, _Mapping]] = ..., free_points_split: _Optional[_Union[FreePointsSplit, _Mapping]] = ..., budgets_set: _Optional[_Union[BudgetsSet, _Mapping]] = ..., huge_units_committed: _Optional[_Union[HugeUnitsCommitted, _Mapping]] = ..., huge_units_disclosed: _Optional[_Union[HugeUnitsDisclosed, _Mapping]] = ..., army_committed: _Optional[_Union[ArmyCommitted, _Mapping]] = ..., armies_locked: _Optional[_Union[ArmiesLocked, _Mapping]] = ..., map_area_committed: _Optional[_Union[MapAreaCommitted, _Mapping]] = ..., map_areas_revealed: _Optional[_Union[MapAreasRevealed, _Mapping]] = ..., no_mans_land_proposed: _Optional[_Union[NoMansLandProposed, _Mapping]] = ..., no_mans_land_declined: _Optional[_Union[NoMansLandDeclined, _Mapping]] = ..., no_mans_land_agreed: _Optional[_Union[NoMansLandAgreed, _Mapping]] = ..., random_hex_drawn: _Optional[_Union[RandomHexDrawn, _Mapping]] = ..., terrain_placed: _Optional[_Union[TerrainPlaced, _Mapping]] = ..., map_completed: _Optional[_Union[MapCompleted, _Mapping]] = ..., setup_step_began: _Optional[_Union[SetupStepBegan, _Mapping]] = ..., setup_step_skipped: _Optional[_Union[SetupStepSkipped, _Mapping]] = ..., setup_dice_rolled: _Optional[_Union[SetupDiceRolled, _Mapping]] = ..., setup_advantage_gained: _Optional[_Union[SetupAdvantageGained, _Mapping]] = ..., unit_placed: _Optional[_Union[UnitPlaced, _Mapping]] = ..., hidden_token_placed: _Optional[_Union[HiddenTokenPlaced, _Mapping]] = ..., placement_turn_passed: _Optional[_Union[PlacementTurnPassed, _Mapping]] = ..., setup_step_passed: _Optional[_Union[SetupStepPassed, _Mapping]] = ..., unit_not_deployed: _Optional[_Union[UnitNotDeployed, _Mapping]] = ..., setup_step_completed: _Optional[_Union[SetupStepCompleted, _Mapping]] = ..., setup_completed: _Optional[_Union[SetupCompleted, _Mapping]] = ..., orders_plotted: _Optional[_Union[OrdersPlotted, _Mapping]] = ..., orders_committed: _Optional[_Union[OrdersCommitted, _Mapping]] = ..., orders_revealed: _Optional[_Union[OrdersRevealed, _Mapping]] = ..., turn_started: _Optional[_Union[TurnStarted, _Mapping]] = ..., step_started: _Optional[_Union[StepStarted, _Mapping]] = ..., step_ended: _Optional[_Union[StepEnded, _Mapping]] = ..., order_replaced_by_default: _Optional[_Union[OrderReplacedByDefault, _Mapping]] = ..., weapon_loaded: _Optional[_Union[WeaponLoaded, _Mapping]] = ..., aim_taken: _Optional[_Union[AimTaken, _Mapping]] = ..., target_chosen: _Optional[_Union[TargetChosen, _Mapping]] = ..., area_attack_declared: _Optional[_Union[AreaAttackDeclared, _Mapping]] = ..., hex_effect_fired: _Optional[_Union[HexEffectFired, _Mapping]] = ..., load_spent: _Optional[_Union[LoadSpent, _Mapping]] = ..., aim_spent: _Optional[_Union[AimSpent, _Mapping]] = ..., ammo_spent: _Optional[_Union[AmmoSpent, _Mapping]] = ..., fire_held: _Optional[_Union[FireHeld, _Mapping]] = ..., spot_declared: _Optional[_Union[SpotDeclared, _Mapping]] = ..., choice_passed: _Optional[_Union[ChoicePassed, _Mapping]] = ..., hit_rolled: _Optional[_Union[HitRolled, _Mapping]] = ..., hit_scored: _Optional[_Union[HitScored, _Mapping]] = ..., area_dice_rolled: _Optional[_Union[AreaDiceRolled, _Mapping]] = ..., hex_effect_rolled: _Optional[_Union[HexEffectRolled, _Mapping]] = ..., hex_effect_placed: _Optional[_Union[HexEffectPlaced, _Mapping]] = ..., spot_rolled: _Optional[_Union[SpotRolled, _Mapping]] = ..., spot_reckoned: _Optional[_Union[SpotReckoned, _Mapping]] = ..., spot_failed: _Optional[_Union[SpotFailed, _Mapping]] = ..., unit_revealed: _Optional[_Union[UnitRevealed, _Mapping]] = ..., damage_order_set: _Optional[_Union[DamageOrderSet, _Mapping]] = ..., armour_rolled: _Optional[_Union[ArmourRolled, _Mapping]] = ..., damage_rolled: _Optional[_Union[DamageRolled, _Mapping]] = ..., no_damage: _Optional[_Union[NoDamage, _Mapping]] = ..., damage_pended: _Optional[_Union[DamagePended, _Mapping]] = ..., future_damage_increased: _Optional[_Union[FutureDamageIncreased, _Mapping]] = ..., future_damage_halved: _Optional[_Union[FutureDamageHalved, _Mapping]] = ..., unit_set_on_fire: _Optional[_Union[UnitSetOnFire, _Mapping]] = ..., acid_applied: _Optional[_Union[AcidApplied, _Mapping]] = ..., poison_applied: _Optional[_Union[PoisonApplied, _Mapping]] = ..., bleeding_applied: _Optional[_Union[BleedingApplied, _Mapping]] = ..., damage_applied: _Optional[_Union[DamageApplied, _Mapping]] = ..., casualty_chosen: _Optional[_Union[CasualtyChosen, _Mapping]] = ..., model_removed: _Optional[_Union[ModelRemoved, _Mapping]] = ..., unit_destroyed: _Optional[_Union[UnitDestroyed, _Mapping]] = ..., unit_shaken: _Optional[_Union[UnitShaken, _Mapping]] = ..., weapon_lost: _Optional[_Union[WeaponLost, _Mapping]] = ..., speed_changed: _Optional[_Union[SpeedChanged, _Mapping]] = ..., assault_intent_committed: _Optional[_Union[AssaultIntentCommitted, _Mapping]] = ..., assault_intents_revealed: _Optional[_Union[AssaultIntentsRevealed, _Mapping]] = ..., moves_chosen: _Optional[_Union[MovesChosen, _Mapping]] = ..., flee_hex_chosen: _Optional[_Union[FleeHexChosen, _Mapping]] = ..., unit_took_off: _Optional[_Union[UnitTookOff, _Mapping]] = ..., unit_landed: _Optional[_Union[UnitLanded, _Mapping]] = ..., unit_rotated: _Optional[_Union[UnitRotated, _Mapping]] = ..., stuck_rolled: _Optional[_Union[StuckRolled, _Mapping]] = ..., difficult_terrain_token_placed: _Optional[_Union[DifficultTerrainTokenPlaced, _Mapping]] = ..., difficult_terrain_tokens_lost: _Optional[_Union[DifficultTerrainTokensLost, _Mapping]] = ..., unit_moved: _Optional[_Union[UnitMoved, _Mapping]] = ..., move_overstacked: _Optional[_Union[MoveOverstacked, _Mapping]] = ..., exchange_found: _Optional[_Union[ExchangeFound, _Mapping]] = ..., contested_hex_chosen: _Optional[_Union[ContestedHexChosen, _Mapping]] = ..., hex_contested: _Optional[_Union[HexContested, _Mapping]] = ..., pre_assault_retreats_attempted: _Optional[_Union[PreAssaultRetreatsAttempted, _Mapping]] = ..., pre_assault_retreat_rolled: _Optional[_Union[PreAssaultRetreatRolled, _Mapping]] = ..., pre_assault_retreat_declined: _Optional[_Union[PreAssaultRetreatDeclined, _Mapping]] = ..., unit_retreated: _Optional[_Union[UnitRetreated, _Mapping]] = ..., assault_cancelled: _Optional[_Union[AssaultCancelled, _Mapping]] = ..., hex_effect_triggered: _Optional[_Union[HexEffectTriggered, _Mapping]] = ..., hex_effect_met: _Optional[_Union[HexEffectMet, _Mapping]] = ..., fear_rolled: _Optional[_Union[FearRolled, _Mapping]] = ..., terror_rolled: _Optional[_Union[TerrorRolled, _Mapping]] = ..., contributors_committed: _Optional[_Union[ContributorsCommitted, _Mapping]] = ..., assault_contributors_chosen: _Optional[_Union[AssaultContributorsChosen, _Mapping]] = ..., assault_angle_chosen: _Optional[_Union[AssaultAngleChosen, _Mapping]] = ..., assault_dice_halved: _Optional[_Union[AssaultDiceHalved, _Mapping]] = ..., assault_dice_rolled: _Optional[_Union[AssaultDiceRolled, _Mapping]] = ..., deflection_dice_rolled: _Optional[_Union[DeflectionDiceRolled, _Mapping]] = ..., assault_advantage_gained: _Optional[_Union[AssaultAdvantageGained, _Mapping]] = ..., successes_deflected: _Optional[_Union[SuccessesDeflected, _Mapping]] = ..., hits_allocated: _Optional[_Union[HitsAllocated, _Mapping]] = ..., allocations_revealed: _Optional[_Union[AllocationsRevealed, _Mapping]] = ..., successes_exchanged: _Optional[_Union[SuccessesExchanged, _Mapping]] = ..., retreat_chosen: _Optional[_Union[RetreatChosen, _Mapping]] = ..., unit_trapped: _Optional[_Union[UnitTrapped, _Mapping]] = ..., fight_ended: _Optional[_Union[FightEnded, _Mapping]] = ..., agony_rolled: _Optional[_Union[AgonyRolled, _Mapping]] = ..., token_changed: _Optional[_Union[TokenChanged, _Mapping]] = ..., armour_reduced: _Optional[_Union[ArmourReduced, _Mapping]] = ..., hex_markers_reduced: _Optional[_Union[HexMarkersReduced, _Mapping]] = ..., terrain_changed: _Optional[_Union[TerrainChanged, _Mapping]] = ..., pinned_token_removed: _Optional[_Union[PinnedTokenRemoved, _Mapping]] = ..., aim_expired: _Optional[_Union[AimExpired, _Mapping]] = ..., turn_ended: _Optional[_Union[TurnEnded, _Mapping]] = ..., score_counted: _Optional[_Union[ScoreCounted, _Mapping]] = ..., game_ended: _Optional[_Union[GameEnded, _Mapping]] = ..., secrets_published: _Optional[_Union[SecretsPublished, _Mapping]] = ...) -> None: ...
