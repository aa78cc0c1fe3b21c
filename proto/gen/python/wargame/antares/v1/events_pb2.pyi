from wargame.antares.v1 import commands_pb2 as _commands_pb2
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

class DieRerollReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIE_REROLL_REASON_UNSPECIFIED: _ClassVar[DieRerollReason]
    DIE_REROLL_REASON_SPOTTER: _ClassVar[DieRerollReason]
    DIE_REROLL_REASON_COMBAT_ARRAY: _ClassVar[DieRerollReason]
    DIE_REROLL_REASON_TECTORIST: _ClassVar[DieRerollReason]
    DIE_REROLL_REASON_RETARGET: _ClassVar[DieRerollReason]
    DIE_REROLL_REASON_FAST: _ClassVar[DieRerollReason]
    DIE_REROLL_REASON_DOWN: _ClassVar[DieRerollReason]
    DIE_REROLL_REASON_SPRINTING: _ClassVar[DieRerollReason]

class ScoringRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SCORING_RULE_UNSPECIFIED: _ClassVar[ScoringRule]
    SCORING_RULE_NONE: _ClassVar[ScoringRule]
    SCORING_RULE_LOST_DICE: _ClassVar[ScoringRule]
    SCORING_RULE_OBJECTIVES: _ClassVar[ScoringRule]

class ShotResult(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SHOT_RESULT_UNSPECIFIED: _ClassVar[ShotResult]
    SHOT_RESULT_LUCKY: _ClassVar[ShotResult]
    SHOT_RESULT_HIT: _ClassVar[ShotResult]
    SHOT_RESULT_MISS: _ClassVar[ShotResult]
    SHOT_RESULT_DUD: _ClassVar[ShotResult]
    SHOT_RESULT_SHIFT: _ClassVar[ShotResult]

class TurnStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TURN_STEP_UNSPECIFIED: _ClassVar[TurnStep]
    TURN_STEP_SETUP: _ClassVar[TurnStep]
    TURN_STEP_START_OPTIONS: _ClassVar[TurnStep]
    TURN_STEP_RETAINED_RUNS: _ClassVar[TurnStep]
    TURN_STEP_ORDERS: _ClassVar[TurnStep]
    TURN_STEP_DOWN: _ClassVar[TurnStep]
    TURN_STEP_AMBUSH: _ClassVar[TurnStep]
    TURN_STEP_RUN: _ClassVar[TurnStep]
    TURN_STEP_CONTESTED: _ClassVar[TurnStep]
    TURN_STEP_END_TESTS: _ClassVar[TurnStep]
    TURN_STEP_VICTORY: _ClassVar[TurnStep]
    TURN_STEP_ENDED: _ClassVar[TurnStep]

class PinCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PIN_CAUSE_UNSPECIFIED: _ClassVar[PinCause]
    PIN_CAUSE_HIT: _ClassVar[PinCause]
    PIN_CAUSE_NET: _ClassVar[PinCause]
    PIN_CAUSE_CASUALTIES: _ClassVar[PinCause]
    PIN_CAUSE_DAMAGE: _ClassVar[PinCause]
    PIN_CAUSE_SPRINT: _ClassVar[PinCause]
    PIN_CAUSE_TERRAIN: _ClassVar[PinCause]
    PIN_CAUSE_REACTION: _ClassVar[PinCause]
    PIN_CAUSE_BREAK: _ClassVar[PinCause]
    PIN_CAUSE_ORDER_TEST: _ClassVar[PinCause]
    PIN_CAUSE_RULED: _ClassVar[PinCause]

class PinRemovalCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PIN_REMOVAL_CAUSE_UNSPECIFIED: _ClassVar[PinRemovalCause]
    PIN_REMOVAL_CAUSE_ORDER_TEST: _ClassVar[PinRemovalCause]
    PIN_REMOVAL_CAUSE_RALLY: _ClassVar[PinRemovalCause]
    PIN_REMOVAL_CAUSE_DOWN: _ClassVar[PinRemovalCause]
    PIN_REMOVAL_CAUSE_RECOVERY: _ClassVar[PinRemovalCause]
    PIN_REMOVAL_CAUSE_OPTION: _ClassVar[PinRemovalCause]
    PIN_REMOVAL_CAUSE_RULED: _ClassVar[PinRemovalCause]

class DownDie(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DOWN_DIE_UNSPECIFIED: _ClassVar[DownDie]
    DOWN_DIE_TURNED: _ClassVar[DownDie]
    DOWN_DIE_FROM_BAG: _ClassVar[DownDie]
    DOWN_DIE_NONE: _ClassVar[DownDie]
    DOWN_DIE_KEPT: _ClassVar[DownDie]

class DownCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DOWN_CAUSE_UNSPECIFIED: _ClassVar[DownCause]
    DOWN_CAUSE_ORDER: _ClassVar[DownCause]
    DOWN_CAUSE_ORDER_TEST: _ClassVar[DownCause]
    DOWN_CAUSE_REACTION: _ClassVar[DownCause]
    DOWN_CAUSE_BREAK_TEST: _ClassVar[DownCause]
    DOWN_CAUSE_DAMAGE: _ClassVar[DownCause]
    DOWN_CAUSE_SPRINT: _ClassVar[DownCause]
    DOWN_CAUSE_RULED: _ClassVar[DownCause]

class DieLossCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIE_LOSS_CAUSE_UNSPECIFIED: _ClassVar[DieLossCause]
    DIE_LOSS_CAUSE_DESTROYED: _ClassVar[DieLossCause]
    DIE_LOSS_CAUSE_BROKEN: _ClassVar[DieLossCause]
    DIE_LOSS_CAUSE_DAMAGE: _ClassVar[DieLossCause]

class ContestEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CONTEST_EFFECT_UNSPECIFIED: _ClassVar[ContestEffect]
    CONTEST_EFFECT_CUSTODY: _ClassVar[ContestEffect]
    CONTEST_EFFECT_PERMANENT: _ClassVar[ContestEffect]
    CONTEST_EFFECT_GAIN_DIE: _ClassVar[ContestEffect]
    CONTEST_EFFECT_RETURNED: _ClassVar[ContestEffect]

class MoveKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_KIND_UNSPECIFIED: _ClassVar[MoveKind]
    MOVE_KIND_ADVANCE: _ClassVar[MoveKind]
    MOVE_KIND_RUN: _ClassVar[MoveKind]
    MOVE_KIND_ASSAULT: _ClassVar[MoveKind]
    MOVE_KIND_DASH_TO_COVER: _ClassVar[MoveKind]
    MOVE_KIND_ESCAPE: _ClassVar[MoveKind]
    MOVE_KIND_COUNTERCHARGE: _ClassVar[MoveKind]
    MOVE_KIND_CONSOLIDATION: _ClassVar[MoveKind]
    MOVE_KIND_BREAK_OFF: _ClassVar[MoveKind]

class MoveStopReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_STOP_REASON_UNSPECIFIED: _ClassVar[MoveStopReason]
    MOVE_STOP_REASON_OBSTACLE: _ClassVar[MoveStopReason]
    MOVE_STOP_REASON_DIFFICULT: _ClassVar[MoveStopReason]
    MOVE_STOP_REASON_DOWN: _ClassVar[MoveStopReason]
    MOVE_STOP_REASON_DESTROYED: _ClassVar[MoveStopReason]
    MOVE_STOP_REASON_LOSSES: _ClassVar[MoveStopReason]
    MOVE_STOP_REASON_NO_CONTACT: _ClassVar[MoveStopReason]

class ShootingKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SHOOTING_KIND_UNSPECIFIED: _ClassVar[ShootingKind]
    SHOOTING_KIND_SHOOTING: _ClassVar[ShootingKind]
    SHOOTING_KIND_FIREFIGHT: _ClassVar[ShootingKind]
    SHOOTING_KIND_AMBUSH_FIRE: _ClassVar[ShootingKind]
    SHOOTING_KIND_STAND_AND_SHOOT: _ClassVar[ShootingKind]
    SHOOTING_KIND_POINT_BLANK: _ClassVar[ShootingKind]
    SHOOTING_KIND_HAND_TO_HAND: _ClassVar[ShootingKind]

class ShotLossReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SHOT_LOSS_REASON_UNSPECIFIED: _ClassVar[ShotLossReason]
    SHOT_LOSS_REASON_RANGE: _ClassVar[ShotLossReason]
    SHOT_LOSS_REASON_SIGHT: _ClassVar[ShotLossReason]
    SHOT_LOSS_REASON_GONE: _ClassVar[ShotLossReason]
    SHOT_LOSS_REASON_CREW: _ClassVar[ShotLossReason]

class HalvedWhat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HALVED_WHAT_UNSPECIFIED: _ClassVar[HalvedWhat]
    HALVED_WHAT_HITS: _ClassVar[HalvedWhat]
    HALVED_WHAT_PINS: _ClassVar[HalvedWhat]

class DamageRow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DAMAGE_ROW_UNSPECIFIED: _ClassVar[DamageRow]
    DAMAGE_ROW_DESTROYED: _ClassVar[DamageRow]
    DAMAGE_ROW_2: _ClassVar[DamageRow]
    DAMAGE_ROW_3: _ClassVar[DamageRow]
    DAMAGE_ROW_4: _ClassVar[DamageRow]
    DAMAGE_ROW_5: _ClassVar[DamageRow]
    DAMAGE_ROW_6_7: _ClassVar[DamageRow]
    DAMAGE_ROW_8_9: _ClassVar[DamageRow]
    DAMAGE_ROW_NONE: _ClassVar[DamageRow]

class ModelLossCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MODEL_LOSS_CAUSE_UNSPECIFIED: _ClassVar[ModelLossCause]
    MODEL_LOSS_CAUSE_SHOOTING: _ClassVar[ModelLossCause]
    MODEL_LOSS_CAUSE_POINT_BLANK: _ClassVar[ModelLossCause]
    MODEL_LOSS_CAUSE_HAND_TO_HAND: _ClassVar[ModelLossCause]
    MODEL_LOSS_CAUSE_DAMAGE: _ClassVar[ModelLossCause]
    MODEL_LOSS_CAUSE_RULED: _ClassVar[ModelLossCause]

class DestructionCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DESTRUCTION_CAUSE_UNSPECIFIED: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_LOSSES: _ClassVar[DestructionCause]
    DESTRUCTION_CAUSE_DAMAGE: _ClassVar[DestructionCause]

class BreakTrigger(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BREAK_TRIGGER_UNSPECIFIED: _ClassVar[BreakTrigger]
    BREAK_TRIGGER_HALF: _ClassVar[BreakTrigger]
    BREAK_TRIGGER_CASUALTY: _ClassVar[BreakTrigger]
    BREAK_TRIGGER_DEFEAT: _ClassVar[BreakTrigger]
    BREAK_TRIGGER_DAMAGE: _ClassVar[BreakTrigger]
    BREAK_TRIGGER_RULE: _ClassVar[BreakTrigger]
    BREAK_TRIGGER_MUNITION: _ClassVar[BreakTrigger]

class BreakCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BREAK_CAUSE_UNSPECIFIED: _ClassVar[BreakCause]
    BREAK_CAUSE_AUTOMATIC: _ClassVar[BreakCause]
    BREAK_CAUSE_TEST: _ClassVar[BreakCause]

class ReactionTrigger(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REACTION_TRIGGER_UNSPECIFIED: _ClassVar[ReactionTrigger]
    REACTION_TRIGGER_FIRE: _ClassVar[ReactionTrigger]
    REACTION_TRIGGER_ADVANCE: _ClassVar[ReactionTrigger]
    REACTION_TRIGGER_MOVE: _ClassVar[ReactionTrigger]
    REACTION_TRIGGER_ASSAULT: _ClassVar[ReactionTrigger]

class ReactionLapseReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REACTION_LAPSE_REASON_UNSPECIFIED: _ClassVar[ReactionLapseReason]
    REACTION_LAPSE_REASON_GONE: _ClassVar[ReactionLapseReason]
    REACTION_LAPSE_REASON_DOWN: _ClassVar[ReactionLapseReason]
    REACTION_LAPSE_REASON_NO_CONTACT: _ClassVar[ReactionLapseReason]
    REACTION_LAPSE_REASON_NO_TARGET: _ClassVar[ReactionLapseReason]
    REACTION_LAPSE_REASON_WAIVED: _ClassVar[ReactionLapseReason]

class PointBlankPart(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    POINT_BLANK_PART_UNSPECIFIED: _ClassVar[PointBlankPart]
    POINT_BLANK_PART_STAND_AND_SHOOT: _ClassVar[PointBlankPart]
    POINT_BLANK_PART_SIMULTANEOUS: _ClassVar[PointBlankPart]
    POINT_BLANK_PART_DOWN: _ClassVar[PointBlankPart]

class MarkerRemovalCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MARKER_REMOVAL_CAUSE_UNSPECIFIED: _ClassVar[MarkerRemovalCause]
    MARKER_REMOVAL_CAUSE_END_TEST: _ClassVar[MarkerRemovalCause]
    MARKER_REMOVAL_CAUSE_UNIT_GONE: _ClassVar[MarkerRemovalCause]
    MARKER_REMOVAL_CAUSE_RULED: _ClassVar[MarkerRemovalCause]

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_TURN_LIMIT: _ClassVar[EndReason]
    END_REASON_ARMY_BROKEN: _ClassVar[EndReason]
    END_REASON_DESTROYED: _ClassVar[EndReason]
    END_REASON_CONCEDED: _ClassVar[EndReason]
    END_REASON_RULED: _ClassVar[EndReason]
    END_REASON_AGREED: _ClassVar[EndReason]

class RollOffPurpose(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLL_OFF_PURPOSE_UNSPECIFIED: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_DEPLOYMENT: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_START_OPTIONS: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_RETAINED_RUNS: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_ORDERS: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_DOWN: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_AMBUSH: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_RUN: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_CONTESTED: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_END_TESTS: _ClassVar[RollOffPurpose]
    ROLL_OFF_PURPOSE_CONSOLIDATION: _ClassVar[RollOffPurpose]
DIE_REROLL_REASON_UNSPECIFIED: DieRerollReason
DIE_REROLL_REASON_SPOTTER: DieRerollReason
DIE_REROLL_REASON_COMBAT_ARRAY: DieRerollReason
DIE_REROLL_REASON_TECTORIST: DieRerollReason
DIE_REROLL_REASON_RETARGET: DieRerollReason
DIE_REROLL_REASON_FAST: DieRerollReason
DIE_REROLL_REASON_DOWN: DieRerollReason
DIE_REROLL_REASON_SPRINTING: DieRerollReason
SCORING_RULE_UNSPECIFIED: ScoringRule
SCORING_RULE_NONE: ScoringRule
SCORING_RULE_LOST_DICE: ScoringRule
SCORING_RULE_OBJECTIVES: ScoringRule
SHOT_RESULT_UNSPECIFIED: ShotResult
SHOT_RESULT_LUCKY: ShotResult
SHOT_RESULT_HIT: ShotResult
SHOT_RESULT_MISS: ShotResult
SHOT_RESULT_DUD: ShotResult
SHOT_RESULT_SHIFT: ShotResult
TURN_STEP_UNSPECIFIED: TurnStep
TURN_STEP_SETUP: TurnStep
TURN_STEP_START_OPTIONS: TurnStep
TURN_STEP_RETAINED_RUNS: TurnStep
TURN_STEP_ORDERS: TurnStep
TURN_STEP_DOWN: TurnStep
TURN_STEP_AMBUSH: TurnStep
TURN_STEP_RUN: TurnStep
TURN_STEP_CONTESTED: TurnStep
TURN_STEP_END_TESTS: TurnStep
TURN_STEP_VICTORY: TurnStep
TURN_STEP_ENDED: TurnStep
PIN_CAUSE_UNSPECIFIED: PinCause
PIN_CAUSE_HIT: PinCause
PIN_CAUSE_NET: PinCause
PIN_CAUSE_CASUALTIES: PinCause
PIN_CAUSE_DAMAGE: PinCause
PIN_CAUSE_SPRINT: PinCause
PIN_CAUSE_TERRAIN: PinCause
PIN_CAUSE_REACTION: PinCause
PIN_CAUSE_BREAK: PinCause
PIN_CAUSE_ORDER_TEST: PinCause
PIN_CAUSE_RULED: PinCause
PIN_REMOVAL_CAUSE_UNSPECIFIED: PinRemovalCause
PIN_REMOVAL_CAUSE_ORDER_TEST: PinRemovalCause
PIN_REMOVAL_CAUSE_RALLY: PinRemovalCause
PIN_REMOVAL_CAUSE_DOWN: PinRemovalCause
PIN_REMOVAL_CAUSE_RECOVERY: PinRemovalCause
PIN_REMOVAL_CAUSE_OPTION: PinRemovalCause
PIN_REMOVAL_CAUSE_RULED: PinRemovalCause
DOWN_DIE_UNSPECIFIED: DownDie
DOWN_DIE_TURNED: DownDie
DOWN_DIE_FROM_BAG: DownDie
DOWN_DIE_NONE: DownDie
DOWN_DIE_KEPT: DownDie
DOWN_CAUSE_UNSPECIFIED: DownCause
DOWN_CAUSE_ORDER: DownCause
DOWN_CAUSE_ORDER_TEST: DownCause
DOWN_CAUSE_REACTION: DownCause
DOWN_CAUSE_BREAK_TEST: DownCause
DOWN_CAUSE_DAMAGE: DownCause
DOWN_CAUSE_SPRINT: DownCause
DOWN_CAUSE_RULED: DownCause
DIE_LOSS_CAUSE_UNSPECIFIED: DieLossCause
DIE_LOSS_CAUSE_DESTROYED: DieLossCause
DIE_LOSS_CAUSE_BROKEN: DieLossCause
DIE_LOSS_CAUSE_DAMAGE: DieLossCause
CONTEST_EFFECT_UNSPECIFIED: ContestEffect
CONTEST_EFFECT_CUSTODY: ContestEffect
CONTEST_EFFECT_PERMANENT: ContestEffect
CONTEST_EFFECT_GAIN_DIE: ContestEffect
CONTEST_EFFECT_RETURNED: ContestEffect
MOVE_KIND_UNSPECIFIED: MoveKind
MOVE_KIND_ADVANCE: MoveKind
MOVE_KIND_RUN: MoveKind
MOVE_KIND_ASSAULT: MoveKind
MOVE_KIND_DASH_TO_COVER: MoveKind
MOVE_KIND_ESCAPE: MoveKind
MOVE_KIND_COUNTERCHARGE: MoveKind
MOVE_KIND_CONSOLIDATION: MoveKind
MOVE_KIND_BREAK_OFF: MoveKind
MOVE_STOP_REASON_UNSPECIFIED: MoveStopReason
MOVE_STOP_REASON_OBSTACLE: MoveStopReason
MOVE_STOP_REASON_DIFFICULT: MoveStopReason
MOVE_STOP_REASON_DOWN: MoveStopReason
MOVE_STOP_REASON_DESTROYED: MoveStopReason
MOVE_STOP_REASON_LOSSES: MoveStopReason
MOVE_STOP_REASON_NO_CONTACT: MoveStopReason
SHOOTING_KIND_UNSPECIFIED: ShootingKind
SHOOTING_KIND_SHOOTING: ShootingKind
SHOOTING_KIND_FIREFIGHT: ShootingKind
SHOOTING_KIND_AMBUSH_FIRE: ShootingKind
SHOOTING_KIND_STAND_AND_SHOOT: ShootingKind
SHOOTING_KIND_POINT_BLANK: ShootingKind
SHOOTING_KIND_HAND_TO_HAND: ShootingKind
SHOT_LOSS_REASON_UNSPECIFIED: ShotLossReason
SHOT_LOSS_REASON_RANGE: ShotLossReason
SHOT_LOSS_REASON_SIGHT: ShotLossReason
SHOT_LOSS_REASON_GONE: ShotLossReason
SHOT_LOSS_REASON_CREW: ShotLossReason
HALVED_WHAT_UNSPECIFIED: HalvedWhat
HALVED_WHAT_HITS: HalvedWhat
HALVED_WHAT_PINS: HalvedWhat
DAMAGE_ROW_UNSPECIFIED: DamageRow
DAMAGE_ROW_DESTROYED: DamageRow
DAMAGE_ROW_2: DamageRow
DAMAGE_ROW_3: DamageRow
DAMAGE_ROW_4: DamageRow
DAMAGE_ROW_5: DamageRow
DAMAGE_ROW_6_7: DamageRow
DAMAGE_ROW_8_9: DamageRow
DAMAGE_ROW_NONE: DamageRow
MODEL_LOSS_CAUSE_UNSPECIFIED: ModelLossCause
MODEL_LOSS_CAUSE_SHOOTING: ModelLossCause
MODEL_LOSS_CAUSE_POINT_BLANK: ModelLossCause
MODEL_LOSS_CAUSE_HAND_TO_HAND: ModelLossCause
MODEL_LOSS_CAUSE_DAMAGE: ModelLossCause
MODEL_LOSS_CAUSE_RULED: ModelLossCause
DESTRUCTION_CAUSE_UNSPECIFIED: DestructionCause
DESTRUCTION_CAUSE_LOSSES: DestructionCause
DESTRUCTION_CAUSE_DAMAGE: DestructionCause
BREAK_TRIGGER_UNSPECIFIED: BreakTrigger
BREAK_TRIGGER_HALF: BreakTrigger
BREAK_TRIGGER_CASUALTY: BreakTrigger
BREAK_TRIGGER_DEFEAT: BreakTrigger
BREAK_TRIGGER_DAMAGE: BreakTrigger
BREAK_TRIGGER_RULE: BreakTrigger
BREAK_TRIGGER_MUNITION: BreakTrigger
BREAK_CAUSE_UNSPECIFIED: BreakCause
BREAK_CAUSE_AUTOMATIC: BreakCause
BREAK_CAUSE_TEST: BreakCause
REACTION_TRIGGER_UNSPECIFIED: ReactionTrigger
REACTION_TRIGGER_FIRE: ReactionTrigger
REACTION_TRIGGER_ADVANCE: ReactionTrigger
REACTION_TRIGGER_MOVE: ReactionTrigger
REACTION_TRIGGER_ASSAULT: ReactionTrigger
REACTION_LAPSE_REASON_UNSPECIFIED: ReactionLapseReason
REACTION_LAPSE_REASON_GONE: ReactionLapseReason
REACTION_LAPSE_REASON_DOWN: ReactionLapseReason
REACTION_LAPSE_REASON_NO_CONTACT: ReactionLapseReason
REACTION_LAPSE_REASON_NO_TARGET: ReactionLapseReason
REACTION_LAPSE_REASON_WAIVED: ReactionLapseReason
POINT_BLANK_PART_UNSPECIFIED: PointBlankPart
POINT_BLANK_PART_STAND_AND_SHOOT: PointBlankPart
POINT_BLANK_PART_SIMULTANEOUS: PointBlankPart
POINT_BLANK_PART_DOWN: PointBlankPart
MARKER_REMOVAL_CAUSE_UNSPECIFIED: MarkerRemovalCause
MARKER_REMOVAL_CAUSE_END_TEST: MarkerRemovalCause
MARKER_REMOVAL_CAUSE_UNIT_GONE: MarkerRemovalCause
MARKER_REMOVAL_CAUSE_RULED: MarkerRemovalCause
END_REASON_UNSPECIFIED: EndReason
END_REASON_TURN_LIMIT: EndReason
END_REASON_ARMY_BROKEN: EndReason
END_REASON_DESTROYED: EndReason
END_REASON_CONCEDED: EndReason
END_REASON_RULED: EndReason
END_REASON_AGREED: EndReason
ROLL_OFF_PURPOSE_UNSPECIFIED: RollOffPurpose
ROLL_OFF_PURPOSE_DEPLOYMENT: RollOffPurpose
ROLL_OFF_PURPOSE_START_OPTIONS: RollOffPurpose
ROLL_OFF_PURPOSE_RETAINED_RUNS: RollOffPurpose
ROLL_OFF_PURPOSE_ORDERS: RollOffPurpose
ROLL_OFF_PURPOSE_DOWN: RollOffPurpose
ROLL_OFF_PURPOSE_AMBUSH: RollOffPurpose
ROLL_OFF_PURPOSE_RUN: RollOffPurpose
ROLL_OFF_PURPOSE_CONTESTED: RollOffPurpose
ROLL_OFF_PURPOSE_END_TESTS: RollOffPurpose
ROLL_OFF_PURPOSE_CONSOLIDATION: RollOffPurpose

class MusteredUnit(_message.Message):
    __slots__ = ("id", "sheet")
    ID_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    id: str
    sheet: _commands_pb2.UnitSheet
    def __init__(self, id: _Optional[str] = ..., sheet: _Optional[_Union[_commands_pb2.UnitSheet, _Mapping]] = ...) -> None: ...

class MusteredDevice(_message.Message):
    __slots__ = ("id", "sheet", "unit")
    ID_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    id: str
    sheet: str
    unit: str
    def __init__(self, id: _Optional[str] = ..., sheet: _Optional[str] = ..., unit: _Optional[str] = ...) -> None: ...

class ScenarioZone(_message.Message):
    __slots__ = ("seat", "x_from", "x_to", "y_from", "y_to")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    X_FROM_FIELD_NUMBER: _ClassVar[int]
    X_TO_FIELD_NUMBER: _ClassVar[int]
    Y_FROM_FIELD_NUMBER: _ClassVar[int]
    Y_TO_FIELD_NUMBER: _ClassVar[int]
    seat: int
    x_from: int
    x_to: int
    y_from: int
    y_to: int
    def __init__(self, seat: _Optional[int] = ..., x_from: _Optional[int] = ..., x_to: _Optional[int] = ..., y_from: _Optional[int] = ..., y_to: _Optional[int] = ...) -> None: ...

class ScenarioTerms(_message.Message):
    __slots__ = ("name", "length", "width", "turns", "zones", "scoring", "objectives", "reach", "ends_when_broken")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    SCORING_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    ENDS_WHEN_BROKEN_FIELD_NUMBER: _ClassVar[int]
    name: str
    length: int
    width: int
    turns: int
    zones: _containers.RepeatedCompositeFieldContainer[ScenarioZone]
    scoring: ScoringRule
    objectives: _containers.RepeatedCompositeFieldContainer[_values_pb2.Spot]
    reach: int
    ends_when_broken: bool
    def __init__(self, name: _Optional[str] = ..., length: _Optional[int] = ..., width: _Optional[int] = ..., turns: _Optional[int] = ..., zones: _Optional[_Iterable[_Union[ScenarioZone, _Mapping]]] = ..., scoring: _Optional[_Union[ScoringRule, str]] = ..., objectives: _Optional[_Iterable[_Union[_values_pb2.Spot, _Mapping]]] = ..., reach: _Optional[int] = ..., ends_when_broken: _Optional[bool] = ...) -> None: ...

class OptionUse(_message.Message):
    __slots__ = ("id", "sheet")
    ID_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    id: str
    sheet: _commands_pb2.ArmyOption
    def __init__(self, id: _Optional[str] = ..., sheet: _Optional[_Union[_commands_pb2.ArmyOption, _Mapping]] = ...) -> None: ...

class ReactionOption(_message.Message):
    __slots__ = ("unit", "reactions")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REACTIONS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reactions: _containers.RepeatedScalarFieldContainer[_commands_pb2.ReactionKind]
    def __init__(self, unit: _Optional[str] = ..., reactions: _Optional[_Iterable[_Union[_commands_pb2.ReactionKind, str]]] = ...) -> None: ...

class DieResult(_message.Message):
    __slots__ = ("face", "result")
    FACE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    face: int
    result: ShotResult
    def __init__(self, face: _Optional[int] = ..., result: _Optional[_Union[ShotResult, str]] = ...) -> None: ...

class FiredGroup(_message.Message):
    __slots__ = ("weapon", "mode", "models", "dice", "overhead", "blind", "aim", "heavy")
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    BLIND_FIELD_NUMBER: _ClassVar[int]
    AIM_FIELD_NUMBER: _ClassVar[int]
    HEAVY_FIELD_NUMBER: _ClassVar[int]
    weapon: str
    mode: str
    models: _containers.RepeatedScalarFieldContainer[str]
    dice: int
    overhead: bool
    blind: bool
    aim: _values_pb2.Spot
    heavy: bool
    def __init__(self, weapon: _Optional[str] = ..., mode: _Optional[str] = ..., models: _Optional[_Iterable[str]] = ..., dice: _Optional[int] = ..., overhead: _Optional[bool] = ..., blind: _Optional[bool] = ..., aim: _Optional[_Union[_values_pb2.Spot, _Mapping]] = ..., heavy: _Optional[bool] = ...) -> None: ...

class Hit(_message.Message):
    __slots__ = ("id", "volley", "unit", "weapon", "strike_value", "lucky", "overhead", "shooter", "model")
    ID_FIELD_NUMBER: _ClassVar[int]
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    STRIKE_VALUE_FIELD_NUMBER: _ClassVar[int]
    LUCKY_FIELD_NUMBER: _ClassVar[int]
    OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    SHOOTER_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    id: str
    volley: str
    unit: str
    weapon: str
    strike_value: int
    lucky: bool
    overhead: bool
    shooter: str
    model: str
    def __init__(self, id: _Optional[str] = ..., volley: _Optional[str] = ..., unit: _Optional[str] = ..., weapon: _Optional[str] = ..., strike_value: _Optional[int] = ..., lucky: _Optional[bool] = ..., overhead: _Optional[bool] = ..., shooter: _Optional[str] = ..., model: _Optional[str] = ...) -> None: ...

class Resisted(_message.Message):
    __slots__ = ("hit", "model", "needed", "face", "saved")
    HIT_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    SAVED_FIELD_NUMBER: _ClassVar[int]
    hit: str
    model: str
    needed: _record_pb2.Tally
    face: int
    saved: bool
    def __init__(self, hit: _Optional[str] = ..., model: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., saved: _Optional[bool] = ...) -> None: ...

class EffectOnUnit(_message.Message):
    __slots__ = ("unit", "faces", "hits", "pins", "models")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    hits: int
    pins: int
    models: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, unit: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., hits: _Optional[int] = ..., pins: _Optional[int] = ..., models: _Optional[_Iterable[str]] = ...) -> None: ...

class GameCreated(_message.Message):
    __slots__ = ("scenario", "terms", "points_limit", "terrain", "options")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    POINTS_LIMIT_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    scenario: str
    terms: ScenarioTerms
    points_limit: int
    terrain: _containers.RepeatedCompositeFieldContainer[_commands_pb2.TerrainPiece]
    options: _commands_pb2.Options
    def __init__(self, scenario: _Optional[str] = ..., terms: _Optional[_Union[ScenarioTerms, _Mapping]] = ..., points_limit: _Optional[int] = ..., terrain: _Optional[_Iterable[_Union[_commands_pb2.TerrainPiece, _Mapping]]] = ..., options: _Optional[_Union[_commands_pb2.Options, _Mapping]] = ...) -> None: ...

class ForceListLoaded(_message.Message):
    __slots__ = ("seat", "list")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    seat: _record_pb2.Party
    list: _commands_pb2.ForceList
    def __init__(self, seat: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., list: _Optional[_Union[_commands_pb2.ForceList, _Mapping]] = ...) -> None: ...

class ArmyAccepted(_message.Message):
    __slots__ = ("seat", "list", "name", "points", "units", "devices", "options", "weapons", "device_sheets")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    WEAPONS_FIELD_NUMBER: _ClassVar[int]
    DEVICE_SHEETS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    list: str
    name: str
    points: int
    units: _containers.RepeatedCompositeFieldContainer[MusteredUnit]
    devices: _containers.RepeatedCompositeFieldContainer[MusteredDevice]
    options: _containers.RepeatedCompositeFieldContainer[OptionUse]
    weapons: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Weapon]
    device_sheets: _containers.RepeatedCompositeFieldContainer[_commands_pb2.DeviceSheet]
    def __init__(self, seat: _Optional[int] = ..., list: _Optional[str] = ..., name: _Optional[str] = ..., points: _Optional[int] = ..., units: _Optional[_Iterable[_Union[MusteredUnit, _Mapping]]] = ..., devices: _Optional[_Iterable[_Union[MusteredDevice, _Mapping]]] = ..., options: _Optional[_Iterable[_Union[OptionUse, _Mapping]]] = ..., weapons: _Optional[_Iterable[_Union[_commands_pb2.Weapon, _Mapping]]] = ..., device_sheets: _Optional[_Iterable[_Union[_commands_pb2.DeviceSheet, _Mapping]]] = ...) -> None: ...

class StartingDiceCounted(_message.Message):
    __slots__ = ("dice",)
    DICE_FIELD_NUMBER: _ClassVar[int]
    dice: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, dice: _Optional[_Iterable[int]] = ...) -> None: ...

class RollOffMade(_message.Message):
    __slots__ = ("purpose", "faces", "winner")
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    purpose: RollOffPurpose
    faces: _containers.RepeatedScalarFieldContainer[int]
    winner: int
    def __init__(self, purpose: _Optional[_Union[RollOffPurpose, str]] = ..., faces: _Optional[_Iterable[int]] = ..., winner: _Optional[int] = ...) -> None: ...

class UnitDeployed(_message.Message):
    __slots__ = ("unit", "models", "devices")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    models: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelPose]
    devices: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelPose]
    def __init__(self, unit: _Optional[str] = ..., models: _Optional[_Iterable[_Union[_commands_pb2.ModelPose, _Mapping]]] = ..., devices: _Optional[_Iterable[_Union[_commands_pb2.ModelPose, _Mapping]]] = ...) -> None: ...

class DeploymentEnded(_message.Message):
    __slots__ = ("turn",)
    TURN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    def __init__(self, turn: _Optional[int] = ...) -> None: ...

class TurnStarted(_message.Message):
    __slots__ = ("turn",)
    TURN_FIELD_NUMBER: _ClassVar[int]
    turn: int
    def __init__(self, turn: _Optional[int] = ...) -> None: ...

class StepBegun(_message.Message):
    __slots__ = ("step", "first")
    STEP_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    step: TurnStep
    first: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, step: _Optional[_Union[TurnStep, str]] = ..., first: _Optional[_Iterable[int]] = ...) -> None: ...

class ArmyOptionPlayed(_message.Message):
    __slots__ = ("seat", "option", "left", "unit", "window")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    seat: int
    option: str
    left: int
    unit: str
    window: _commands_pb2.OptionWindow
    def __init__(self, seat: _Optional[int] = ..., option: _Optional[str] = ..., left: _Optional[int] = ..., unit: _Optional[str] = ..., window: _Optional[_Union[_commands_pb2.OptionWindow, str]] = ...) -> None: ...

class OptionPassed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class RefereeEffectRecorded(_message.Message):
    __slots__ = ("option", "note", "changes")
    OPTION_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    option: str
    note: str
    changes: _containers.RepeatedCompositeFieldContainer[_commands_pb2.StateChange]
    def __init__(self, option: _Optional[str] = ..., note: _Optional[str] = ..., changes: _Optional[_Iterable[_Union[_commands_pb2.StateChange, _Mapping]]] = ...) -> None: ...

class SpecialDieAdded(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class SpecialDieDrawn(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class OrderDieDrawn(_message.Message):
    __slots__ = ("seat", "place", "bag", "down_only")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    DOWN_ONLY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: int
    bag: int
    down_only: bool
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[int] = ..., bag: _Optional[int] = ..., down_only: _Optional[bool] = ...) -> None: ...

class DrawnDieReturned(_message.Message):
    __slots__ = ("seat", "unblockable")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNBLOCKABLE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    unblockable: bool
    def __init__(self, seat: _Optional[int] = ..., unblockable: _Optional[bool] = ...) -> None: ...

class DrawnDieChanged(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class OptionEffectLasts(_message.Message):
    __slots__ = ("kind", "seat", "unit", "number", "word")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    kind: _commands_pb2.OptionEffectKind
    seat: int
    unit: str
    number: int
    word: str
    def __init__(self, kind: _Optional[_Union[_commands_pb2.OptionEffectKind, str]] = ..., seat: _Optional[int] = ..., unit: _Optional[str] = ..., number: _Optional[int] = ..., word: _Optional[str] = ...) -> None: ...

class OrderDieSetAside(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class OrderGiven(_message.Message):
    __slots__ = ("unit", "order", "test")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    TEST_FIELD_NUMBER: _ClassVar[int]
    unit: str
    order: _commands_pb2.OrderKind
    test: bool
    def __init__(self, unit: _Optional[str] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ..., test: _Optional[bool] = ...) -> None: ...

class RetainedRunMade(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class OrderTested(_message.Message):
    __slots__ = ("unit", "needed", "face", "passed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    needed: _record_pb2.Tally
    face: int
    passed: bool
    def __init__(self, unit: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., passed: _Optional[bool] = ...) -> None: ...

class Rallied(_message.Message):
    __slots__ = ("unit", "face", "pins")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    face: int
    pins: int
    def __init__(self, unit: _Optional[str] = ..., face: _Optional[int] = ..., pins: _Optional[int] = ...) -> None: ...

class PinsAdded(_message.Message):
    __slots__ = ("unit", "pins", "cause")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    pins: int
    cause: PinCause
    def __init__(self, unit: _Optional[str] = ..., pins: _Optional[int] = ..., cause: _Optional[_Union[PinCause, str]] = ...) -> None: ...

class PinsRemoved(_message.Message):
    __slots__ = ("unit", "pins", "cause")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    pins: int
    cause: PinRemovalCause
    def __init__(self, unit: _Optional[str] = ..., pins: _Optional[int] = ..., cause: _Optional[_Union[PinRemovalCause, str]] = ...) -> None: ...

class UnitWentDown(_message.Message):
    __slots__ = ("unit", "die", "cause")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    die: DownDie
    cause: DownCause
    def __init__(self, unit: _Optional[str] = ..., die: _Optional[_Union[DownDie, str]] = ..., cause: _Optional[_Union[DownCause, str]] = ...) -> None: ...

class OrderDieTaken(_message.Message):
    __slots__ = ("unit", "order")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    order: _commands_pb2.OrderKind
    def __init__(self, unit: _Optional[str] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ...) -> None: ...

class OrderTurned(_message.Message):
    __slots__ = ("unit", "order")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    order: _commands_pb2.OrderKind
    def __init__(self, unit: _Optional[str] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ...) -> None: ...

class OrderDieLost(_message.Message):
    __slots__ = ("unit", "from_bag", "dice", "cause")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FROM_BAG_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    from_bag: int
    dice: int
    cause: DieLossCause
    def __init__(self, unit: _Optional[str] = ..., from_bag: _Optional[int] = ..., dice: _Optional[int] = ..., cause: _Optional[_Union[DieLossCause, str]] = ...) -> None: ...

class OrderDiceReturned(_message.Message):
    __slots__ = ("dice", "kept")
    DICE_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    dice: _containers.RepeatedScalarFieldContainer[int]
    kept: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, dice: _Optional[_Iterable[int]] = ..., kept: _Optional[_Iterable[str]] = ...) -> None: ...

class OrderDieKept(_message.Message):
    __slots__ = ("unit", "order")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    order: _commands_pb2.OrderKind
    def __init__(self, unit: _Optional[str] = ..., order: _Optional[_Union[_commands_pb2.OrderKind, str]] = ...) -> None: ...

class OrderDieReleased(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class RecoveryTested(_message.Message):
    __slots__ = ("unit", "needed", "face", "passed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    needed: _record_pb2.Tally
    face: int
    passed: bool
    def __init__(self, unit: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., passed: _Optional[bool] = ...) -> None: ...

class DieContested(_message.Message):
    __slots__ = ("owner", "contester")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CONTESTER_FIELD_NUMBER: _ClassVar[int]
    owner: int
    contester: int
    def __init__(self, owner: _Optional[int] = ..., contester: _Optional[int] = ...) -> None: ...

class ContestedDieResolved(_message.Message):
    __slots__ = ("owner", "contester", "faces", "claimed", "effect")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CONTESTER_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    owner: int
    contester: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    claimed: bool
    effect: ContestEffect
    def __init__(self, owner: _Optional[int] = ..., contester: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., claimed: _Optional[bool] = ..., effect: _Optional[_Union[ContestEffect, str]] = ...) -> None: ...

class EndTestTaken(_message.Message):
    __slots__ = ("subject", "face", "success", "removed")
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    subject: str
    face: int
    success: bool
    removed: bool
    def __init__(self, subject: _Optional[str] = ..., face: _Optional[int] = ..., success: _Optional[bool] = ..., removed: _Optional[bool] = ...) -> None: ...

class TurnEnded(_message.Message):
    __slots__ = ("turn", "lost")
    TURN_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    turn: int
    lost: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, turn: _Optional[int] = ..., lost: _Optional[_Iterable[int]] = ...) -> None: ...

class ObjectivesScored(_message.Message):
    __slots__ = ("points",)
    POINTS_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, points: _Optional[_Iterable[int]] = ...) -> None: ...

class ArmyBroken(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MoveDeclared(_message.Message):
    __slots__ = ("unit", "paths", "sprint", "kind", "allowance")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    PATHS_FIELD_NUMBER: _ClassVar[int]
    SPRINT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ALLOWANCE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    paths: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelPath]
    sprint: bool
    kind: MoveKind
    allowance: int
    def __init__(self, unit: _Optional[str] = ..., paths: _Optional[_Iterable[_Union[_commands_pb2.ModelPath, _Mapping]]] = ..., sprint: _Optional[bool] = ..., kind: _Optional[_Union[MoveKind, str]] = ..., allowance: _Optional[int] = ...) -> None: ...

class UnitMoved(_message.Message):
    __slots__ = ("unit", "models", "progress", "over")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    unit: str
    models: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelPose]
    progress: int
    over: bool
    def __init__(self, unit: _Optional[str] = ..., models: _Optional[_Iterable[_Union[_commands_pb2.ModelPose, _Mapping]]] = ..., progress: _Optional[int] = ..., over: _Optional[bool] = ...) -> None: ...

class MoveInterrupted(_message.Message):
    __slots__ = ("unit", "by", "progress")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    by: str
    progress: int
    def __init__(self, unit: _Optional[str] = ..., by: _Optional[str] = ..., progress: _Optional[int] = ...) -> None: ...

class MoveStopped(_message.Message):
    __slots__ = ("unit", "reason", "progress")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reason: MoveStopReason
    progress: int
    def __init__(self, unit: _Optional[str] = ..., reason: _Optional[_Union[MoveStopReason, str]] = ..., progress: _Optional[int] = ...) -> None: ...

class AgilityTested(_message.Message):
    __slots__ = ("unit", "cause", "needed", "face", "passed", "terrain")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    unit: str
    cause: str
    needed: _record_pb2.Tally
    face: int
    passed: bool
    terrain: str
    def __init__(self, unit: _Optional[str] = ..., cause: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., passed: _Optional[bool] = ..., terrain: _Optional[str] = ...) -> None: ...

class UnitExhausted(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class ShootingDeclared(_message.Message):
    __slots__ = ("volley", "unit", "target", "kind", "groups")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    volley: str
    unit: str
    target: str
    kind: ShootingKind
    groups: _containers.RepeatedCompositeFieldContainer[FiredGroup]
    def __init__(self, volley: _Optional[str] = ..., unit: _Optional[str] = ..., target: _Optional[str] = ..., kind: _Optional[_Union[ShootingKind, str]] = ..., groups: _Optional[_Iterable[_Union[FiredGroup, _Mapping]]] = ...) -> None: ...

class SightFactsRecorded(_message.Message):
    __slots__ = ("volley", "sights", "covers", "penalty")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    SIGHTS_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FIELD_NUMBER: _ClassVar[int]
    volley: str
    sights: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelSight]
    covers: _containers.RepeatedCompositeFieldContainer[_commands_pb2.ModelCover]
    penalty: int
    def __init__(self, volley: _Optional[str] = ..., sights: _Optional[_Iterable[_Union[_commands_pb2.ModelSight, _Mapping]]] = ..., covers: _Optional[_Iterable[_Union[_commands_pb2.ModelCover, _Mapping]]] = ..., penalty: _Optional[int] = ...) -> None: ...

class ShotsLost(_message.Message):
    __slots__ = ("volley", "models", "reason", "group")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    volley: str
    models: _containers.RepeatedScalarFieldContainer[str]
    reason: ShotLossReason
    group: int
    def __init__(self, volley: _Optional[str] = ..., models: _Optional[_Iterable[str]] = ..., reason: _Optional[_Union[ShotLossReason, str]] = ..., group: _Optional[int] = ...) -> None: ...

class AccuracyRolled(_message.Message):
    __slots__ = ("volley", "group", "needed", "dice", "blur")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    BLUR_FIELD_NUMBER: _ClassVar[int]
    volley: str
    group: int
    needed: _record_pb2.Tally
    dice: _containers.RepeatedCompositeFieldContainer[DieResult]
    blur: int
    def __init__(self, volley: _Optional[str] = ..., group: _Optional[int] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., dice: _Optional[_Iterable[_Union[DieResult, _Mapping]]] = ..., blur: _Optional[int] = ...) -> None: ...

class DieRerolled(_message.Message):
    __slots__ = ("volley", "die", "reason", "before", "now")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    volley: str
    die: int
    reason: DieRerollReason
    before: int
    now: DieResult
    def __init__(self, volley: _Optional[str] = ..., die: _Optional[int] = ..., reason: _Optional[_Union[DieRerollReason, str]] = ..., before: _Optional[int] = ..., now: _Optional[_Union[DieResult, _Mapping]] = ...) -> None: ...

class RerollDeclined(_message.Message):
    __slots__ = ("volley",)
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    volley: str
    def __init__(self, volley: _Optional[str] = ...) -> None: ...

class DirectionEntered(_message.Message):
    __slots__ = ("direction",)
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    direction: int
    def __init__(self, direction: _Optional[int] = ...) -> None: ...

class TemplateShifted(_message.Message):
    __slots__ = ("volley", "die", "distances", "directions", "at")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    DISTANCES_FIELD_NUMBER: _ClassVar[int]
    DIRECTIONS_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    volley: str
    die: int
    distances: _containers.RepeatedScalarFieldContainer[int]
    directions: _containers.RepeatedScalarFieldContainer[int]
    at: _values_pb2.Spot
    def __init__(self, volley: _Optional[str] = ..., die: _Optional[int] = ..., distances: _Optional[_Iterable[int]] = ..., directions: _Optional[_Iterable[int]] = ..., at: _Optional[_Union[_values_pb2.Spot, _Mapping]] = ...) -> None: ...

class TemplateResolved(_message.Message):
    __slots__ = ("volley", "die", "at", "units", "hits", "shaken")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    SHAKEN_FIELD_NUMBER: _ClassVar[int]
    volley: str
    die: int
    at: _values_pb2.Spot
    units: _containers.RepeatedCompositeFieldContainer[EffectOnUnit]
    hits: _containers.RepeatedCompositeFieldContainer[Hit]
    shaken: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, volley: _Optional[str] = ..., die: _Optional[int] = ..., at: _Optional[_Union[_values_pb2.Spot, _Mapping]] = ..., units: _Optional[_Iterable[_Union[EffectOnUnit, _Mapping]]] = ..., hits: _Optional[_Iterable[_Union[Hit, _Mapping]]] = ..., shaken: _Optional[_Iterable[str]] = ...) -> None: ...

class HitsHalved(_message.Message):
    __slots__ = ("volley", "unit", "what", "before", "now", "dropped")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WHAT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    DROPPED_FIELD_NUMBER: _ClassVar[int]
    volley: str
    unit: str
    what: HalvedWhat
    before: int
    now: int
    dropped: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, volley: _Optional[str] = ..., unit: _Optional[str] = ..., what: _Optional[_Union[HalvedWhat, str]] = ..., before: _Optional[int] = ..., now: _Optional[int] = ..., dropped: _Optional[_Iterable[str]] = ...) -> None: ...

class HitsScored(_message.Message):
    __slots__ = ("volley", "unit", "hits", "net", "net_faces", "disrupted", "slung", "shaken")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    NET_FIELD_NUMBER: _ClassVar[int]
    NET_FACES_FIELD_NUMBER: _ClassVar[int]
    DISRUPTED_FIELD_NUMBER: _ClassVar[int]
    SLUNG_FIELD_NUMBER: _ClassVar[int]
    SHAKEN_FIELD_NUMBER: _ClassVar[int]
    volley: str
    unit: str
    hits: _containers.RepeatedCompositeFieldContainer[Hit]
    net: int
    net_faces: _containers.RepeatedScalarFieldContainer[int]
    disrupted: bool
    slung: bool
    shaken: bool
    def __init__(self, volley: _Optional[str] = ..., unit: _Optional[str] = ..., hits: _Optional[_Iterable[_Union[Hit, _Mapping]]] = ..., net: _Optional[int] = ..., net_faces: _Optional[_Iterable[int]] = ..., disrupted: _Optional[bool] = ..., slung: _Optional[bool] = ..., shaken: _Optional[bool] = ...) -> None: ...

class VolleysResolved(_message.Message):
    __slots__ = ("volleys",)
    VOLLEYS_FIELD_NUMBER: _ClassVar[int]
    volleys: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, volleys: _Optional[_Iterable[str]] = ...) -> None: ...

class HitsAllocated(_message.Message):
    __slots__ = ("unit", "hits", "lucky")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    LUCKY_FIELD_NUMBER: _ClassVar[int]
    unit: str
    hits: _containers.RepeatedCompositeFieldContainer[_commands_pb2.HitPlace]
    lucky: bool
    def __init__(self, unit: _Optional[str] = ..., hits: _Optional[_Iterable[_Union[_commands_pb2.HitPlace, _Mapping]]] = ..., lucky: _Optional[bool] = ...) -> None: ...

class ResistRolled(_message.Message):
    __slots__ = ("unit", "tests", "low", "chart", "by")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TESTS_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    CHART_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    unit: str
    tests: _containers.RepeatedCompositeFieldContainer[Resisted]
    low: bool
    chart: bool
    by: int
    def __init__(self, unit: _Optional[str] = ..., tests: _Optional[_Iterable[_Union[Resisted, _Mapping]]] = ..., low: _Optional[bool] = ..., chart: _Optional[bool] = ..., by: _Optional[int] = ...) -> None: ...

class WoundLost(_message.Message):
    __slots__ = ("model", "left")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    model: str
    left: int
    def __init__(self, model: _Optional[str] = ..., left: _Optional[int] = ...) -> None: ...

class DamageRolled(_message.Message):
    __slots__ = ("unit", "total", "face", "row", "pins", "pin_die", "model")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    PIN_DIE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    unit: str
    total: _record_pb2.Tally
    face: int
    row: DamageRow
    pins: int
    pin_die: int
    model: str
    def __init__(self, unit: _Optional[str] = ..., total: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., row: _Optional[_Union[DamageRow, str]] = ..., pins: _Optional[int] = ..., pin_die: _Optional[int] = ..., model: _Optional[str] = ...) -> None: ...

class ResistReduced(_message.Message):
    __slots__ = ("unit", "by")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    unit: str
    by: int
    def __init__(self, unit: _Optional[str] = ..., by: _Optional[int] = ...) -> None: ...

class WeaponDisabled(_message.Message):
    __slots__ = ("unit", "weapon", "model")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    WEAPON_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    unit: str
    weapon: str
    model: str
    def __init__(self, unit: _Optional[str] = ..., weapon: _Optional[str] = ..., model: _Optional[str] = ...) -> None: ...

class MovementReduced(_message.Message):
    __slots__ = ("unit", "limit")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    limit: int
    def __init__(self, unit: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class HazardTriggered(_message.Message):
    __slots__ = ("volley", "hits")
    VOLLEY_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    volley: str
    hits: _containers.RepeatedCompositeFieldContainer[Hit]
    def __init__(self, volley: _Optional[str] = ..., hits: _Optional[_Iterable[_Union[Hit, _Mapping]]] = ...) -> None: ...

class ModelLost(_message.Message):
    __slots__ = ("model", "cause")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    model: str
    cause: ModelLossCause
    def __init__(self, model: _Optional[str] = ..., cause: _Optional[_Union[ModelLossCause, str]] = ...) -> None: ...

class UnitDestroyed(_message.Message):
    __slots__ = ("unit", "cause")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    cause: DestructionCause
    def __init__(self, unit: _Optional[str] = ..., cause: _Optional[_Union[DestructionCause, str]] = ...) -> None: ...

class BreakDue(_message.Message):
    __slots__ = ("unit", "trigger", "count")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TRIGGER_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    trigger: BreakTrigger
    count: int
    def __init__(self, unit: _Optional[str] = ..., trigger: _Optional[_Union[BreakTrigger, str]] = ..., count: _Optional[int] = ...) -> None: ...

class BreakTested(_message.Message):
    __slots__ = ("unit", "needed", "face", "passed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    needed: _record_pb2.Tally
    face: int
    passed: bool
    def __init__(self, unit: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., passed: _Optional[bool] = ...) -> None: ...

class UnitBroken(_message.Message):
    __slots__ = ("unit", "cause", "flees")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    FLEES_FIELD_NUMBER: _ClassVar[int]
    unit: str
    cause: BreakCause
    flees: bool
    def __init__(self, unit: _Optional[str] = ..., cause: _Optional[_Union[BreakCause, str]] = ..., flees: _Optional[bool] = ...) -> None: ...

class ReactionsAsked(_message.Message):
    __slots__ = ("trigger", "unit", "units")
    TRIGGER_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    trigger: ReactionTrigger
    unit: str
    units: _containers.RepeatedCompositeFieldContainer[ReactionOption]
    def __init__(self, trigger: _Optional[_Union[ReactionTrigger, str]] = ..., unit: _Optional[str] = ..., units: _Optional[_Iterable[_Union[ReactionOption, _Mapping]]] = ...) -> None: ...

class ReactionDeclared(_message.Message):
    __slots__ = ("unit", "reaction", "sprint", "point", "free")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    SPRINT_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reaction: _commands_pb2.ReactionKind
    sprint: bool
    point: int
    free: bool
    def __init__(self, unit: _Optional[str] = ..., reaction: _Optional[_Union[_commands_pb2.ReactionKind, str]] = ..., sprint: _Optional[bool] = ..., point: _Optional[int] = ..., free: _Optional[bool] = ...) -> None: ...

class ReactionDeclined(_message.Message):
    __slots__ = ("units",)
    UNITS_FIELD_NUMBER: _ClassVar[int]
    units: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, units: _Optional[_Iterable[str]] = ...) -> None: ...

class ReactionTested(_message.Message):
    __slots__ = ("unit", "needed", "face", "passed")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    unit: str
    needed: _record_pb2.Tally
    face: int
    passed: bool
    def __init__(self, unit: _Optional[str] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., face: _Optional[int] = ..., passed: _Optional[bool] = ...) -> None: ...

class ReactionStarted(_message.Message):
    __slots__ = ("unit", "reaction", "point")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reaction: _commands_pb2.ReactionKind
    point: int
    def __init__(self, unit: _Optional[str] = ..., reaction: _Optional[_Union[_commands_pb2.ReactionKind, str]] = ..., point: _Optional[int] = ...) -> None: ...

class AmbushPointNamed(_message.Message):
    __slots__ = ("unit", "point")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    point: int
    def __init__(self, unit: _Optional[str] = ..., point: _Optional[int] = ...) -> None: ...

class ReactionLapsed(_message.Message):
    __slots__ = ("unit", "reaction", "reason")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reaction: _commands_pb2.ReactionKind
    reason: ReactionLapseReason
    def __init__(self, unit: _Optional[str] = ..., reaction: _Optional[_Union[_commands_pb2.ReactionKind, str]] = ..., reason: _Optional[_Union[ReactionLapseReason, str]] = ...) -> None: ...

class ReactionCarriedOut(_message.Message):
    __slots__ = ("unit", "reaction")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    unit: str
    reaction: _commands_pb2.ReactionKind
    def __init__(self, unit: _Optional[str] = ..., reaction: _Optional[_Union[_commands_pb2.ReactionKind, str]] = ...) -> None: ...

class ActionResumed(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class ActionWaived(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class ActionEnded(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class AssaultDeclared(_message.Message):
    __slots__ = ("unit", "target", "sprint")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    SPRINT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    sprint: bool
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ..., sprint: _Optional[bool] = ...) -> None: ...

class ContactMade(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class AssaultFailed(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class PointBlankWeaponsChosen(_message.Message):
    __slots__ = ("unit", "groups")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    unit: str
    groups: _containers.RepeatedCompositeFieldContainer[FiredGroup]
    def __init__(self, unit: _Optional[str] = ..., groups: _Optional[_Iterable[_Union[FiredGroup, _Mapping]]] = ...) -> None: ...

class PointBlankPartBegun(_message.Message):
    __slots__ = ("part", "units")
    PART_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    part: PointBlankPart
    units: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, part: _Optional[_Union[PointBlankPart, str]] = ..., units: _Optional[_Iterable[str]] = ...) -> None: ...

class UnitBrokeOff(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class BreakOffDeclined(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class H2HRoundBegun(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class H2HRoundResolved(_message.Message):
    __slots__ = ("round", "pins", "loser", "winner")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PINS_FIELD_NUMBER: _ClassVar[int]
    LOSER_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    round: int
    pins: _containers.RepeatedScalarFieldContainer[int]
    loser: str
    winner: str
    def __init__(self, round: _Optional[int] = ..., pins: _Optional[_Iterable[int]] = ..., loser: _Optional[str] = ..., winner: _Optional[str] = ...) -> None: ...

class FollowOnChosen(_message.Message):
    __slots__ = ("unit", "follow_on")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_ON_FIELD_NUMBER: _ClassVar[int]
    unit: str
    follow_on: bool
    def __init__(self, unit: _Optional[str] = ..., follow_on: _Optional[bool] = ...) -> None: ...

class ConsolidationBegun(_message.Message):
    __slots__ = ("units",)
    UNITS_FIELD_NUMBER: _ClassVar[int]
    units: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, units: _Optional[_Iterable[str]] = ...) -> None: ...

class AssaultEnded(_message.Message):
    __slots__ = ("unit", "target")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    unit: str
    target: str
    def __init__(self, unit: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class UnitFled(_message.Message):
    __slots__ = ("unit",)
    UNIT_FIELD_NUMBER: _ClassVar[int]
    unit: str
    def __init__(self, unit: _Optional[str] = ...) -> None: ...

class DeviceStateChanged(_message.Message):
    __slots__ = ("device", "state", "lends_sight_to")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    LENDS_SIGHT_TO_FIELD_NUMBER: _ClassVar[int]
    device: str
    state: _commands_pb2.DeviceState
    lends_sight_to: str
    def __init__(self, device: _Optional[str] = ..., state: _Optional[_Union[_commands_pb2.DeviceState, str]] = ..., lends_sight_to: _Optional[str] = ...) -> None: ...

class UnitFlagChanged(_message.Message):
    __slots__ = ("unit", "flag", "on")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    ON_FIELD_NUMBER: _ClassVar[int]
    unit: str
    flag: _commands_pb2.UnitFlag
    on: bool
    def __init__(self, unit: _Optional[str] = ..., flag: _Optional[_Union[_commands_pb2.UnitFlag, str]] = ..., on: _Optional[bool] = ...) -> None: ...

class MarkerPlaced(_message.Message):
    __slots__ = ("marker", "sheet", "seat", "unit", "pose")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    marker: str
    sheet: str
    seat: int
    unit: str
    pose: _table_pb2.Pose
    def __init__(self, marker: _Optional[str] = ..., sheet: _Optional[str] = ..., seat: _Optional[int] = ..., unit: _Optional[str] = ..., pose: _Optional[_Union[_table_pb2.Pose, _Mapping]] = ...) -> None: ...

class MarkerRemoved(_message.Message):
    __slots__ = ("marker", "cause")
    MARKER_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    marker: str
    cause: MarkerRemovalCause
    def __init__(self, marker: _Optional[str] = ..., cause: _Optional[_Union[MarkerRemovalCause, str]] = ...) -> None: ...

class RulingRecorded(_message.Message):
    __slots__ = ("clause", "decision", "reason")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    clause: str
    decision: str
    reason: str
    def __init__(self, clause: _Optional[str] = ..., decision: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class GameConceded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ("reason", "points", "final_points", "broken", "winner")
    REASON_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FINAL_POINTS_FIELD_NUMBER: _ClassVar[int]
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    reason: EndReason
    points: _containers.RepeatedScalarFieldContainer[int]
    final_points: _containers.RepeatedScalarFieldContainer[int]
    broken: _containers.RepeatedScalarFieldContainer[int]
    winner: int
    def __init__(self, reason: _Optional[_Union[EndReason, str]] = ..., points: _Optional[_Iterable[int]] = ..., final_points: _Optional[_Iterable[int]] = ..., broken: _Optional[_Iterable[int]] = ..., winner: _Optional[int] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("game_created", "force_list_loaded", "army_accepted", "starting_dice_counted", "roll_off_made", "unit_deployed", "deployment_ended", "turn_started", "step_begun", "army_option_played", "option_passed", "referee_effect_recorded", "special_die_added", "special_die_drawn", "order_die_drawn", "drawn_die_returned", "drawn_die_changed", "option_effect_lasts", "order_die_set_aside", "order_given", "retained_run_made", "order_tested", "rallied", "pins_added", "pins_removed", "unit_went_down", "order_die_taken", "order_turned", "order_die_lost", "order_dice_returned", "order_die_kept", "order_die_released", "recovery_tested", "die_contested", "contested_die_resolved", "end_test_taken", "turn_ended", "objectives_scored", "army_broken", "move_declared", "unit_moved", "move_interrupted", "move_stopped", "agility_tested", "unit_exhausted", "shooting_declared", "sight_facts_recorded", "shots_lost", "accuracy_rolled", "die_rerolled", "reroll_declined", "direction_entered", "template_shifted", "template_resolved", "hits_halved", "hits_scored", "volleys_resolved", "hits_allocated", "resist_rolled", "wound_lost", "damage_rolled", "resist_reduced", "weapon_disabled", "movement_reduced", "hazard_triggered", "model_lost", "unit_destroyed", "break_due", "break_tested", "unit_broken", "reactions_asked", "reaction_declared", "reaction_declined", "reaction_tested", "reaction_started", "reaction_lapsed", "reaction_carried_out", "action_resumed", "action_ended", "assault_declared", "contact_made", "assault_failed", "point_blank_weapons_chosen", "point_blank_part_begun", "unit_broke_off", "break_off_declined", "h2_h_round_begun", "h2_h_round_resolved", "follow_on_chosen", "assault_ended", "unit_fled", "device_state_changed", "unit_flag_changed", "marker_placed", "marker_removed", "ruling_recorded", "game_conceded", "game_ended", "ambush_point_named", "consolidation_begun", "action_waived")
    GAME_CREATED_FIELD_NUMBER: _ClassVar[int]
    FORCE_LIST_LOADED_FIELD_NUMBER: _ClassVar[int]
    ARMY_ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    STARTING_DICE_COUNTED_FIELD_NUMBER: _ClassVar[int]
    ROLL_OFF_MADE_FIELD_NUMBER: _ClassVar[int]
    UNIT_DEPLOYED_FIELD_NUMBER: _ClassVar[int]
    DEPLOYMENT_ENDED_FIELD_NUMBER: _ClassVar[int]
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    STEP_BEGUN_FIELD_NUMBER: _ClassVar[int]
    ARMY_OPTION_PLAYED_FIELD_NUMBER: _ClassVar[int]
    OPTION_PASSED_FIELD_NUMBER: _ClassVar[int]
    REFEREE_EFFECT_RECORDED_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_DIE_ADDED_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_DIE_DRAWN_FIELD_NUMBER: _ClassVar[int]
    ORDER_DIE_DRAWN_FIELD_NUMBER: _ClassVar[int]
    DRAWN_DIE_RETURNED_FIELD_NUMBER: _ClassVar[int]
    DRAWN_DIE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    OPTION_EFFECT_LASTS_FIELD_NUMBER: _ClassVar[int]
    ORDER_DIE_SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    ORDER_GIVEN_FIELD_NUMBER: _ClassVar[int]
    RETAINED_RUN_MADE_FIELD_NUMBER: _ClassVar[int]
    ORDER_TESTED_FIELD_NUMBER: _ClassVar[int]
    RALLIED_FIELD_NUMBER: _ClassVar[int]
    PINS_ADDED_FIELD_NUMBER: _ClassVar[int]
    PINS_REMOVED_FIELD_NUMBER: _ClassVar[int]
    UNIT_WENT_DOWN_FIELD_NUMBER: _ClassVar[int]
    ORDER_DIE_TAKEN_FIELD_NUMBER: _ClassVar[int]
    ORDER_TURNED_FIELD_NUMBER: _ClassVar[int]
    ORDER_DIE_LOST_FIELD_NUMBER: _ClassVar[int]
    ORDER_DICE_RETURNED_FIELD_NUMBER: _ClassVar[int]
    ORDER_DIE_KEPT_FIELD_NUMBER: _ClassVar[int]
    ORDER_DIE_RELEASED_FIELD_NUMBER: _ClassVar[int]
    RECOVERY_TESTED_FIELD_NUMBER: _ClassVar[int]
    DIE_CONTESTED_FIELD_NUMBER: _ClassVar[int]
    CONTESTED_DIE_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    END_TEST_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_SCORED_FIELD_NUMBER: _ClassVar[int]
    ARMY_BROKEN_FIELD_NUMBER: _ClassVar[int]
    MOVE_DECLARED_FIELD_NUMBER: _ClassVar[int]
    UNIT_MOVED_FIELD_NUMBER: _ClassVar[int]
    MOVE_INTERRUPTED_FIELD_NUMBER: _ClassVar[int]
    MOVE_STOPPED_FIELD_NUMBER: _ClassVar[int]
    AGILITY_TESTED_FIELD_NUMBER: _ClassVar[int]
    UNIT_EXHAUSTED_FIELD_NUMBER: _ClassVar[int]
    SHOOTING_DECLARED_FIELD_NUMBER: _ClassVar[int]
    SIGHT_FACTS_RECORDED_FIELD_NUMBER: _ClassVar[int]
    SHOTS_LOST_FIELD_NUMBER: _ClassVar[int]
    ACCURACY_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DIE_REROLLED_FIELD_NUMBER: _ClassVar[int]
    REROLL_DECLINED_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_ENTERED_FIELD_NUMBER: _ClassVar[int]
    TEMPLATE_SHIFTED_FIELD_NUMBER: _ClassVar[int]
    TEMPLATE_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    HITS_HALVED_FIELD_NUMBER: _ClassVar[int]
    HITS_SCORED_FIELD_NUMBER: _ClassVar[int]
    VOLLEYS_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    HITS_ALLOCATED_FIELD_NUMBER: _ClassVar[int]
    RESIST_ROLLED_FIELD_NUMBER: _ClassVar[int]
    WOUND_LOST_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    RESIST_REDUCED_FIELD_NUMBER: _ClassVar[int]
    WEAPON_DISABLED_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_REDUCED_FIELD_NUMBER: _ClassVar[int]
    HAZARD_TRIGGERED_FIELD_NUMBER: _ClassVar[int]
    MODEL_LOST_FIELD_NUMBER: _ClassVar[int]
    UNIT_DESTROYED_FIELD_NUMBER: _ClassVar[int]
    BREAK_DUE_FIELD_NUMBER: _ClassVar[int]
    BREAK_TESTED_FIELD_NUMBER: _ClassVar[int]
    UNIT_BROKEN_FIELD_NUMBER: _ClassVar[int]
    REACTIONS_ASKED_FIELD_NUMBER: _ClassVar[int]
    REACTION_DECLARED_FIELD_NUMBER: _ClassVar[int]
    REACTION_DECLINED_FIELD_NUMBER: _ClassVar[int]
    REACTION_TESTED_FIELD_NUMBER: _ClassVar[int]
    REACTION_STARTED_FIELD_NUMBER: _ClassVar[int]
    REACTION_LAPSED_FIELD_NUMBER: _ClassVar[int]
    REACTION_CARRIED_OUT_FIELD_NUMBER: _ClassVar[int]
    ACTION_RESUMED_FIELD_NUMBER: _ClassVar[int]
    ACTION_ENDED_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_DECLARED_FIELD_NUMBER: _ClassVar[int]
    CONTACT_MADE_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_FAILED_FIELD_NUMBER: _ClassVar[int]
    POINT_BLANK_WEAPONS_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    POINT_BLANK_PART_BEGUN_FIELD_NUMBER: _ClassVar[int]
    UNIT_BROKE_OFF_FIELD_NUMBER: _ClassVar[int]
    BREAK_OFF_DECLINED_FIELD_NUMBER: _ClassVar[int]
    H2_H_ROUND_BEGUN_FIELD_NUMBER: _ClassVar[int]
    H2_H_ROUND_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_ON_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    ASSAULT_ENDED_FIELD_NUMBER: _ClassVar[int]
    UNIT_FLED_FIELD_NUMBER: _ClassVar[int]
    DEVICE_STATE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    UNIT_FLAG_CHANGED_FIELD_NUMBER: _ClassVar[int]
    MARKER_PLACED_FIELD_NUMBER: _ClassVar[int]
    MARKER_REMOVED_FIELD_NUMBER: _ClassVar[int]
    RULING_RECORDED_FIELD_NUMBER: _ClassVar[int]
    GAME_CONCEDED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    AMBUSH_POINT_NAMED_FIELD_NUMBER: _ClassVar[int]
    CONSOLIDATION_BEGUN_FIELD_NUMBER: _ClassVar[int]
    ACTION_WAIVED_FIELD_NUMBER: _ClassVar[int]
    game_created: GameCreated
    force_list_loaded: ForceListLoaded
    army_accepted: ArmyAccepted
    starting_dice_counted: StartingDiceCounted
    roll_off_made: RollOffMade
    unit_deployed: UnitDeployed
    deployment_ended: DeploymentEnded
    turn_started: TurnStarted
    step_begun: StepBegun
    army_option_played: ArmyOptionPlayed
    option_passed: OptionPassed
    referee_effect_recorded: RefereeEffectRecorded
    special_die_added: SpecialDieAdded
    special_die_drawn: SpecialDieDrawn
    order_die_drawn: OrderDieDrawn
    drawn_die_returned: DrawnDieReturned
    drawn_die_changed: DrawnDieChanged
    option_effect_lasts: OptionEffectLasts
    order_die_set_aside: OrderDieSetAside
    order_given: OrderGiven
    retained_run_made: RetainedRunMade
    order_tested: OrderTested
    rallied: Rallied
    pins_added: PinsAdded
    pins_removed: PinsRemoved
    unit_went_down: UnitWentDown
    order_die_taken: OrderDieTaken
    order_turned: OrderTurned
    order_die_lost: OrderDieLost
    order_dice_returned: OrderDiceReturned
    order_die_kept: OrderDieKept
    order_die_released: OrderDieReleased
    recovery_tested: RecoveryTested
    die_contested: DieContested
    contested_die_resolved: ContestedDieResolved
    end_test_taken: EndTestTaken
    turn_ended: TurnEnded
    objectives_scored: ObjectivesScored
    army_broken: ArmyBroken
    move_declared: MoveDeclared
    unit_moved: UnitMoved
    move_interrupted: MoveInterrupted
    move_stopped: MoveStopped
    agility_tested: AgilityTested
    unit_exhausted: UnitExhausted
    shooting_declared: ShootingDeclared
    sight_facts_recorded: SightFactsRecorded
    shots_lost: ShotsLost
    accuracy_rolled: AccuracyRolled
    die_rerolled: DieRerolled
    reroll_declined: RerollDeclined
    direction_entered: DirectionEntered
    template_shifted: TemplateShifted
    template_resolved: TemplateResolved
    hits_halved: HitsHalved
    hits_scored: HitsScored
    volleys_resolved: VolleysResolved
    hits_allocated: HitsAllocated
    resist_rolled: ResistRolled
    wound_lost: WoundLost
    damage_rolled: DamageRolled
    resist_reduced: ResistReduced
    weapon_disabled: WeaponDisabled
    movement_reduced: MovementReduced
    hazard_triggered: HazardTriggered
    model_lost: ModelLost
    unit_destroyed: UnitDestroyed
    break_due: BreakDue
    break_tested: BreakTested
    unit_broken: UnitBroken
    reactions_asked: ReactionsAsked
    reaction_declared: ReactionDeclared
    reaction_declined: ReactionDeclined
    reaction_tested: ReactionTested
    reaction_started: ReactionStarted
    reaction_lapsed: ReactionLapsed
    reaction_carried_out: ReactionCarriedOut
    action_resumed: ActionResumed
    action_ended: ActionEnded
    assault_declared: AssaultDeclared
    contact_made: ContactMade
    assault_failed: AssaultFailed
    point_blank_weapons_chosen: PointBlankWeaponsChosen
    point_blank_part_begun: PointBlankPartBegun
    unit_broke_off: UnitBrokeOff
    break_off_declined: BreakOffDeclined
    h2_h_round_begun: H2HRoundBegun
    h2_h_round_resolved: H2HRoundResolved
    follow_on_chosen: FollowOnChosen
    assault_ended: AssaultEnded
    unit_fled: UnitFled
    device_state_changed: DeviceStateChanged
    unit_flag_changed: UnitFlagChanged
    marker_placed: MarkerPlaced
    marker_removed: MarkerRemoved
    ruling_recorded: RulingRecorded
    game_conceded: GameConceded
    game_ended: GameEnded
    ambush_point_named: AmbushPointNamed
    consolidation_begun: ConsolidationBegun
    action_waived: ActionWaived
    def __init__(self, game_created: _Optional[_Union[GameCreated, _Mapping]] = ..., force_list_loaded: _Optional[_Union[ForceListLoaded, _Mapping]] = ..., army_accepted: _Optional[_Union[ArmyAccepted, _Mapping]] = ..., starting_dice_counted: _Optional[_Union[StartingDiceCounted, _Mapping]] = ..., roll_off_made: _Optional[_Union[RollOffMade, _Mapping]] = ..., unit_deployed: _Optional[_Union[UnitDeployed, _Mapping]] = ..., deployment_ended: _Optional[_Union[DeploymentEnded, _Mapping]] = ..., turn_started: _Optional[_Union[TurnStarted, _Mapping]] = ..., step_begun: _Optional[_Union[StepBegun, _Mapping]] = ..., army_option_played: _Optional[_Union[ArmyOptionPlayed, _Mapping]] = ..., option_passed: _Optional[_Union[OptionPassed, _Mapping]] = ..., referee_effect_recorded: _Optional[_Union[RefereeEffectRecorded, _Mapping]] = ..., special_die_added: _Optional[_Union[SpecialDieAdded, _Mapping]] = ..., special_die_drawn: _Optional[_Union[SpecialDieDrawn, _Mapping]] = ..., order_die_drawn: _Optional[_Union[OrderDieDrawn, _Mapping]] = ..., drawn_die_returned: _Optional[_Union[DrawnDieReturned, _Mapping]] = ..., drawn_die_changed: _Optional[_Union[DrawnDieChanged, _Mapping]] = ..., option_effect_lasts: _Optional[_Union[OptionEffectLasts, _Mapping]] = ..., order_die_set_aside: _Optional[_Union[OrderDieSetAside, _Mapping]] = ..., order_given: _Optional[_Union[OrderGiven, _Mapping]] = ..., retained_run_made: _Optional[_Union[RetainedRunMade, _Mapping]] = ..., order_tested: _Optional[_Union[OrderTested, _Mapping]] = ..., rallied: _Optional[_Union[Rallied, _Mapping]] = ..., pins_added: _Optional[_Union[PinsAdded, _Mapping]] = ..., pins_removed: _Optional[_Union[PinsRemoved, _Mapping]] = ..., unit_went_down: _Optional[_Union[UnitWentDown, _Mapping]] = ..., order_die_taken: _Optional[_Union[OrderDieTaken, _Mapping]] = ..., order_turned: _Optional[_Union[OrderTurned, _Mapping]] = ..., order_die_lost: _Optional[_Union[OrderDieLost, _Mapping]] = ..., order_dice_returned: _Optional[_Union[OrderDiceReturned, _Mapping]] = ..., order_die_kept: _Optional[_Union[OrderDieKept, _Mapping]] = ..., order_die_released: _Optional[_Union[OrderDieReleased, _Mapping]] = ..., recovery_tested: _Optional[_Union[RecoveryTested, _Mapping]] = ..., die_contested: _Optional[_Union[DieContested, _Mapping]] = ..., contested_die_resolved: _Optional[_Union[ContestedDieResolved, _Mapping]] = ..., end_test_taken: _Optional[_Union[EndTestTaken, _Mapping]] = ..., turn_ended: _Optional[_Union[TurnEnded, _Mapping]] = ..., objectives_scored: _Optional[_Union[ObjectivesScored, _Mapping]] = ..., army_broken: _Optional[_Union[ArmyBroken, _Mapping]] = ..., move_declared: _Optional[_Union[MoveDeclared, _Mapping]] = ..., unit_moved: _Optional[_Union[UnitMoved, _Mapping]] = ..., move_interrupted: _Optional[_Union[MoveInterrupted, _Mapping]] = ..., move_stopped: _Optional[_Union[MoveStopped, _Mapping]] = ..., agility_tested: _Optional[_Union[AgilityTested, _Mapping]] = ..., unit_exhausted: _Optional[_Union[UnitExhausted, _Mapping]] = ..., shooting_declared: _Optional[_Union[ShootingDeclared, _Mapping]] = ..., sight_facts_recorded: _Optional[_Union[SightFactsRecorded, _Mapping]] = ..., shots_lost: _Optional[_Union[ShotsLost, _Mapping]] = ..., accuracy_rolled: _Optional[_Union[AccuracyRolled, _Mapping]] = ..., die_rerolled: _Optional[_Union[DieRerolled, _Mapping]] = ..., reroll_declined: _Optional[_Union[RerollDeclined, _Mapping]] = ..., direction_entered: _Optional[_Union[DirectionEntered, _Mapping]] = ..., template_shifted: _Optional[_Union[TemplateShifted, _Mapping]] = ..., template_resolved: _Optional[_Union[TemplateResolved, _Mapping]] = ..., hits_halved: _Optional[_Union[HitsHalved, _Mapping]] = ..., hits_scored: _Optional[_Union[HitsScored, _Mapping]] = ..., volleys_resolved: _Optional[_Union[VolleysResolved, _Mapping]] = ..., hits_allocated: _Optional[_Union[HitsAllocated, _Mapping]] = ..., resist_rolled: _Optional[_Union[ResistRolled, _Mapping]] = ..., wound_lost: _Optional[_Union[WoundLost, _Mapping]] = ..., damage_rolled: _Optional[_Union[DamageRolled, _Mapping]] = ..., resist_reduced: _Optional[_Union[ResistReduced, _Mapping]] = ..., weapon_disabled: _Optional[_Union[WeaponDisabled, _Mapping]] = ..., movement_reduced: _Optional[_Union[MovementReduced, _Mapping]] = ..., hazard_triggered: _Optional[_Union[HazardTriggered, _Mapping]] = ..., model_lost: _Optional[_Union[ModelLost, _Mapping]] = ..., unit_destroyed: _Optional[_Union[UnitDestroyed, _Mapping]] = ..., break_due: _Optional[_Union[BreakDue, _Mapping]] = ..., break_tested: _Optional[_Union[BreakTested, _Mapping]] = ..., unit_broken: _Optional[_Union[UnitBroken, _Mapping]] = ..., reactions_asked: _Optional[_Union[ReactionsAsked, _Mapping]] = ..., reaction_declared: _Optional[_Union[ReactionDeclared, _Mapping]] = ..., reaction_declined: _Optional[_Union[ReactionDeclined, _Mapping]] = ..., reaction_tested: _Optional[_Union[ReactionTested, _Mapping]] = ..., reaction_started: _Optional[_Union[ReactionStarted, _Mapping]] = ..., reaction_lapsed: _Optional[_Union[ReactionLapsed, _Mapping]] = ..., reaction_carried_out: _Optional[_Union[ReactionCarriedOut, _Mapping]] = ..., action_resumed: _Optional[_Union[ActionResumed, _Mapping]] = ..., action_ended: _Optional[_Union[ActionEnded, _Mapping]] = ..., assault_declared: _Optional[_Union[AssaultDeclared, _Mapping]] = ..., contact_made: _Optional[_Union[ContactMade, _Mapping]] = ..., assault_failed: _Optional[_Union[AssaultFailed, _Mapping]] = ..., point_blank_weapons_chosen: _Optional[_Union[PointBlankWeaponsChosen, _Mapping]] = ..., point_blank_part_begun: _Optional[_Union[PointBlankPartBegun, _Mapping]] = ..., unit_broke_off: _Optional[_Union[UnitBrokeOff, _Mapping]] = ..., break_off_declined: _Optional[_Union[BreakOffDeclined, _Mapping]] = ..., h2_h_round_begun: _Optional[_Union[H2HRoundBegun, _Mapping]] = ..., h2_h_round_resolved: _Optional[_Union[H2HRoundResolved, _Mapping]] = ..., follow_on_chosen: _Optional[_Union[FollowOnChosen, _Mapping]] = ..., assault_ended: _Optional[_Union[AssaultEnded, _Mapping]] = ..., unit_fled: _Optional[_Union[UnitFled, _Mapping]] = ..., device_state_changed: _Optional[_Union[DeviceStateChanged, _Mapping]] = ..., unit_flag_changed: _Optional[_Union[UnitFlagChanged, _Mapping]] = ..., marker_placed: _Optional[_Union[MarkerPlaced, _Mapping]] = ..., marker_removed: _Optional[_Union[MarkerRemoved, _Mapping]] = ..., ruling_recorded: _Optional[_Union[RulingRecorded, _Mapping]] = ..., game_conceded: _Optional[_Union[GameConceded, _Mapping]] = ..., game_ended: _Optional[_Union[GameEnded, _Mapping]] = ..., ambush_point_named: _Optional[_Union[AmbushPointNamed, _Mapping]] = ..., consolidation_begun: _Optional[_Union[ConsolidationBegun, _Mapping]] = ..., action_waived: _Optional[_Union[ActionWaived, _Mapping]] = ...) -> None: ...
