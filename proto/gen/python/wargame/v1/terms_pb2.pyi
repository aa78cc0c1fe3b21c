import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from wargame.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ClockPer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLOCK_PER_UNSPECIFIED: _ClassVar[ClockPer]
    CLOCK_PER_ANSWER: _ClassVar[ClockPer]
    CLOCK_PER_TURN: _ClassVar[ClockPer]

class OnFlag(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ON_FLAG_UNSPECIFIED: _ClassVar[OnFlag]
    ON_FLAG_NOTE: _ClassVar[OnFlag]
    ON_FLAG_DEFAULTS_TURN: _ClassVar[OnFlag]
    ON_FLAG_DEFAULTS_GAME: _ClassVar[OnFlag]
    ON_FLAG_LOSS: _ClassVar[OnFlag]

class PenaltyKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PENALTY_KIND_UNSPECIFIED: _ClassVar[PenaltyKind]
    PENALTY_KIND_CAUTION: _ClassVar[PenaltyKind]
    PENALTY_KIND_YELLOW: _ClassVar[PenaltyKind]
    PENALTY_KIND_RED: _ClassVar[PenaltyKind]
    PENALTY_KIND_POINTS: _ClassVar[PenaltyKind]
    PENALTY_KIND_POINTS_OTHER: _ClassVar[PenaltyKind]
    PENALTY_KIND_TIME: _ClassVar[PenaltyKind]
    PENALTY_KIND_TIME_OTHER: _ClassVar[PenaltyKind]
    PENALTY_KIND_LOSS: _ClassVar[PenaltyKind]
    PENALTY_KIND_REMOVAL: _ClassVar[PenaltyKind]

class PenaltyScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PENALTY_SCOPE_UNSPECIFIED: _ClassVar[PenaltyScope]
    PENALTY_SCOPE_GAME: _ClassVar[PenaltyScope]
    PENALTY_SCOPE_EVENT: _ClassVar[PenaltyScope]

class AgreeTerms(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AGREE_TERMS_UNSPECIFIED: _ClassVar[AgreeTerms]
    AGREE_TERMS_FREE: _ClassVar[AgreeTerms]
    AGREE_TERMS_REFEREE: _ClassVar[AgreeTerms]
    AGREE_TERMS_NEVER: _ClassVar[AgreeTerms]

class Ending(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENDING_UNSPECIFIED: _ClassVar[Ending]
    ENDING_POINTS: _ClassVar[Ending]
    ENDING_OBJECTIVE: _ClassVar[Ending]
    ENDING_ELIMINATED: _ClassVar[Ending]
    ENDING_CONCEDED: _ClassVar[Ending]
    ENDING_AGREED: _ClassVar[Ending]
    ENDING_FLAG: _ClassVar[Ending]
    ENDING_NO_SHOW: _ClassVar[Ending]
    ENDING_FORFEIT: _ClassVar[Ending]
    ENDING_TIME_CALLED: _ClassVar[Ending]
    ENDING_ADJUDICATED: _ClassVar[Ending]
    ENDING_VOID: _ClassVar[Ending]
    ENDING_RESTARTED: _ClassVar[Ending]
CLOCK_PER_UNSPECIFIED: ClockPer
CLOCK_PER_ANSWER: ClockPer
CLOCK_PER_TURN: ClockPer
ON_FLAG_UNSPECIFIED: OnFlag
ON_FLAG_NOTE: OnFlag
ON_FLAG_DEFAULTS_TURN: OnFlag
ON_FLAG_DEFAULTS_GAME: OnFlag
ON_FLAG_LOSS: OnFlag
PENALTY_KIND_UNSPECIFIED: PenaltyKind
PENALTY_KIND_CAUTION: PenaltyKind
PENALTY_KIND_YELLOW: PenaltyKind
PENALTY_KIND_RED: PenaltyKind
PENALTY_KIND_POINTS: PenaltyKind
PENALTY_KIND_POINTS_OTHER: PenaltyKind
PENALTY_KIND_TIME: PenaltyKind
PENALTY_KIND_TIME_OTHER: PenaltyKind
PENALTY_KIND_LOSS: PenaltyKind
PENALTY_KIND_REMOVAL: PenaltyKind
PENALTY_SCOPE_UNSPECIFIED: PenaltyScope
PENALTY_SCOPE_GAME: PenaltyScope
PENALTY_SCOPE_EVENT: PenaltyScope
AGREE_TERMS_UNSPECIFIED: AgreeTerms
AGREE_TERMS_FREE: AgreeTerms
AGREE_TERMS_REFEREE: AgreeTerms
AGREE_TERMS_NEVER: AgreeTerms
ENDING_UNSPECIFIED: Ending
ENDING_POINTS: Ending
ENDING_OBJECTIVE: Ending
ENDING_ELIMINATED: Ending
ENDING_CONCEDED: Ending
ENDING_AGREED: Ending
ENDING_FLAG: Ending
ENDING_NO_SHOW: Ending
ENDING_FORFEIT: Ending
ENDING_TIME_CALLED: Ending
ENDING_ADJUDICATED: Ending
ENDING_VOID: Ending
ENDING_RESTARTED: Ending

class ClockTerms(_message.Message):
    __slots__ = ("bank", "increment", "delay", "cap", "per", "on_flag", "after_flag", "grace", "least")
    BANK_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_FIELD_NUMBER: _ClassVar[int]
    DELAY_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    PER_FIELD_NUMBER: _ClassVar[int]
    ON_FLAG_FIELD_NUMBER: _ClassVar[int]
    AFTER_FLAG_FIELD_NUMBER: _ClassVar[int]
    GRACE_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    bank: _duration_pb2.Duration
    increment: _duration_pb2.Duration
    delay: _duration_pb2.Duration
    cap: _duration_pb2.Duration
    per: ClockPer
    on_flag: OnFlag
    after_flag: _duration_pb2.Duration
    grace: _duration_pb2.Duration
    least: _duration_pb2.Duration
    def __init__(self, bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., cap: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., per: _Optional[_Union[ClockPer, str]] = ..., on_flag: _Optional[_Union[OnFlag, str]] = ..., after_flag: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., grace: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., least: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class StopTerms(_message.Message):
    __slots__ = ("call_limit", "calls", "pause_limit", "adjourn_limit")
    CALL_LIMIT_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    PAUSE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    ADJOURN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    call_limit: _duration_pb2.Duration
    calls: int
    pause_limit: _duration_pb2.Duration
    adjourn_limit: _duration_pb2.Duration
    def __init__(self, call_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., calls: _Optional[int] = ..., pause_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., adjourn_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class PenaltyRule(_message.Message):
    __slots__ = ("kind", "count", "scope", "then", "amount")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    THEN_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    kind: PenaltyKind
    count: int
    scope: PenaltyScope
    then: PenaltyKind
    amount: int
    def __init__(self, kind: _Optional[_Union[PenaltyKind, str]] = ..., count: _Optional[int] = ..., scope: _Optional[_Union[PenaltyScope, str]] = ..., then: _Optional[_Union[PenaltyKind, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class EndingTerms(_message.Message):
    __slots__ = ("ending", "winner_least", "loser_most", "refused")
    ENDING_FIELD_NUMBER: _ClassVar[int]
    WINNER_LEAST_FIELD_NUMBER: _ClassVar[int]
    LOSER_MOST_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    ending: Ending
    winner_least: int
    loser_most: int
    refused: bool
    def __init__(self, ending: _Optional[_Union[Ending, str]] = ..., winner_least: _Optional[int] = ..., loser_most: _Optional[int] = ..., refused: _Optional[bool] = ...) -> None: ...

class GameTerms(_message.Message):
    __slots__ = ("clock", "stops", "referee_limit", "no_show", "time_called", "penalties", "endings", "agree")
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    STOPS_FIELD_NUMBER: _ClassVar[int]
    REFEREE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    NO_SHOW_FIELD_NUMBER: _ClassVar[int]
    TIME_CALLED_FIELD_NUMBER: _ClassVar[int]
    PENALTIES_FIELD_NUMBER: _ClassVar[int]
    ENDINGS_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    clock: ClockTerms
    stops: StopTerms
    referee_limit: _duration_pb2.Duration
    no_show: _duration_pb2.Duration
    time_called: _duration_pb2.Duration
    penalties: _containers.RepeatedCompositeFieldContainer[PenaltyRule]
    endings: _containers.RepeatedCompositeFieldContainer[EndingTerms]
    agree: AgreeTerms
    def __init__(self, clock: _Optional[_Union[ClockTerms, _Mapping]] = ..., stops: _Optional[_Union[StopTerms, _Mapping]] = ..., referee_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., no_show: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., time_called: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., penalties: _Optional[_Iterable[_Union[PenaltyRule, _Mapping]]] = ..., endings: _Optional[_Iterable[_Union[EndingTerms, _Mapping]]] = ..., agree: _Optional[_Union[AgreeTerms, str]] = ...) -> None: ...
