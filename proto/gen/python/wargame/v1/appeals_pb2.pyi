import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AppealEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    APPEAL_END_UNSPECIFIED: _ClassVar[AppealEnd]
    APPEAL_END_WITHDRAWN: _ClassVar[AppealEnd]
    APPEAL_END_UPHELD: _ClassVar[AppealEnd]
    APPEAL_END_LAPSED: _ClassVar[AppealEnd]
APPEAL_END_UNSPECIFIED: AppealEnd
APPEAL_END_WITHDRAWN: AppealEnd
APPEAL_END_UPHELD: AppealEnd
APPEAL_END_LAPSED: AppealEnd

class Appeal(_message.Message):
    __slots__ = ("reason", "about", "header")
    REASON_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    reason: str
    about: int
    header: _record_pb2.Header
    def __init__(self, reason: _Optional[str] = ..., about: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class WithdrawAppeal(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class WaiveAppeal(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class UpholdRuling(_message.Message):
    __slots__ = ("grounds", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AppealLodged(_message.Message):
    __slots__ = ("seat", "about", "left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    about: int
    left: _duration_pb2.Duration
    def __init__(self, seat: _Optional[int] = ..., about: _Optional[int] = ..., left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class AppealSettled(_message.Message):
    __slots__ = ("appeal", "end", "left")
    APPEAL_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    appeal: int
    end: AppealEnd
    left: _duration_pb2.Duration
    def __init__(self, appeal: _Optional[int] = ..., end: _Optional[_Union[AppealEnd, str]] = ..., left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class AppealOverturned(_message.Message):
    __slots__ = ("appeal", "about")
    APPEAL_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    appeal: int
    about: int
    def __init__(self, appeal: _Optional[int] = ..., about: _Optional[int] = ...) -> None: ...

class AppealWaived(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...
