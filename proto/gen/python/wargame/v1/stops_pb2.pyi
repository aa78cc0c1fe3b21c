import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StopKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STOP_KIND_UNSPECIFIED: _ClassVar[StopKind]
    STOP_KIND_CALL: _ClassVar[StopKind]
    STOP_KIND_PAUSE: _ClassVar[StopKind]
    STOP_KIND_ADJOURNMENT: _ClassVar[StopKind]

class CallEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CALL_END_UNSPECIFIED: _ClassVar[CallEnd]
    CALL_END_ANSWERED: _ClassVar[CallEnd]
    CALL_END_WITHDRAWN: _ClassVar[CallEnd]
    CALL_END_LAPSED: _ClassVar[CallEnd]

class StoppedThrow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STOPPED_THROW_UNSPECIFIED: _ClassVar[StoppedThrow]
    STOPPED_THROW_COUNT: _ClassVar[StoppedThrow]
    STOPPED_THROW_RETHROW: _ClassVar[StoppedThrow]
STOP_KIND_UNSPECIFIED: StopKind
STOP_KIND_CALL: StopKind
STOP_KIND_PAUSE: StopKind
STOP_KIND_ADJOURNMENT: StopKind
CALL_END_UNSPECIFIED: CallEnd
CALL_END_ANSWERED: CallEnd
CALL_END_WITHDRAWN: CallEnd
CALL_END_LAPSED: CallEnd
STOPPED_THROW_UNSPECIFIED: StoppedThrow
STOPPED_THROW_COUNT: StoppedThrow
STOPPED_THROW_RETHROW: StoppedThrow

class CallReferee(_message.Message):
    __slots__ = ("question", "about", "header")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    question: str
    about: _containers.RepeatedScalarFieldContainer[int]
    header: _record_pb2.Header
    def __init__(self, question: _Optional[str] = ..., about: _Optional[_Iterable[int]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AnswerCall(_message.Message):
    __slots__ = ("grounds", "call", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    call: int
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., call: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class WithdrawCall(_message.Message):
    __slots__ = ("call", "header")
    CALL_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    call: int
    header: _record_pb2.Header
    def __init__(self, call: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PauseGame(_message.Message):
    __slots__ = ("grounds", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AdjournGame(_message.Message):
    __slots__ = ("grounds", "duration", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    DURATION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    duration: _duration_pb2.Duration
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., duration: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ResumeGame(_message.Message):
    __slots__ = ("grounds", "dice", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    dice: StoppedThrow
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., dice: _Optional[_Union[StoppedThrow, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SealNext(_message.Message):
    __slots__ = ("kind", "fields", "header")
    KIND_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    kind: str
    fields: str
    header: _record_pb2.Header
    def __init__(self, kind: _Optional[str] = ..., fields: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndStop(_message.Message):
    __slots__ = ("stop", "header")
    STOP_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    stop: int
    header: _record_pb2.Header
    def __init__(self, stop: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RefereeCalled(_message.Message):
    __slots__ = ("by", "question", "about", "until_time", "lapses_time")
    BY_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    UNTIL_TIME_FIELD_NUMBER: _ClassVar[int]
    LAPSES_TIME_FIELD_NUMBER: _ClassVar[int]
    by: _record_pb2.Party
    question: str
    about: _containers.RepeatedScalarFieldContainer[int]
    until_time: _timestamp_pb2.Timestamp
    lapses_time: _timestamp_pb2.Timestamp
    def __init__(self, by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., question: _Optional[str] = ..., about: _Optional[_Iterable[int]] = ..., until_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., lapses_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CallClosed(_message.Message):
    __slots__ = ("call", "end")
    CALL_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    call: int
    end: CallEnd
    def __init__(self, call: _Optional[int] = ..., end: _Optional[_Union[CallEnd, str]] = ...) -> None: ...

class GameStopped(_message.Message):
    __slots__ = ("kind", "until_time")
    KIND_FIELD_NUMBER: _ClassVar[int]
    UNTIL_TIME_FIELD_NUMBER: _ClassVar[int]
    kind: StopKind
    until_time: _timestamp_pb2.Timestamp
    def __init__(self, kind: _Optional[_Union[StopKind, str]] = ..., until_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class StopEnded(_message.Message):
    __slots__ = ("stop", "kind", "by_limit")
    STOP_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    BY_LIMIT_FIELD_NUMBER: _ClassVar[int]
    stop: int
    kind: StopKind
    by_limit: bool
    def __init__(self, stop: _Optional[int] = ..., kind: _Optional[_Union[StopKind, str]] = ..., by_limit: _Optional[bool] = ...) -> None: ...

class CommandSealed(_message.Message):
    __slots__ = ("by",)
    BY_FIELD_NUMBER: _ClassVar[int]
    by: _record_pb2.Party
    def __init__(self, by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ...) -> None: ...

class SealedTaken(_message.Message):
    __slots__ = ("entry", "by", "kind", "fields")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    entry: int
    by: _record_pb2.Party
    kind: str
    fields: str
    def __init__(self, entry: _Optional[int] = ..., by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., kind: _Optional[str] = ..., fields: _Optional[str] = ...) -> None: ...

class SealedVoid(_message.Message):
    __slots__ = ("entry", "by")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    entry: int
    by: _record_pb2.Party
    def __init__(self, entry: _Optional[int] = ..., by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ...) -> None: ...
