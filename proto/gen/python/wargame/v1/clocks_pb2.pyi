import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SetClock(_message.Message):
    __slots__ = ("grounds", "seat", "old_bank", "new_bank", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OLD_BANK_FIELD_NUMBER: _ClassVar[int]
    NEW_BANK_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    seat: int
    old_bank: _duration_pb2.Duration
    new_bank: _duration_pb2.Duration
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., seat: _Optional[int] = ..., old_bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., new_bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CallFlag(_message.Message):
    __slots__ = ("seat", "header")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    header: _record_pb2.Header
    def __init__(self, seat: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CallNoShow(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CallTime(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class GiveBackOutage(_message.Message):
    __slots__ = ("from_time", "to_time", "header")
    FROM_TIME_FIELD_NUMBER: _ClassVar[int]
    TO_TIME_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    from_time: _timestamp_pb2.Timestamp
    to_time: _timestamp_pb2.Timestamp
    header: _record_pb2.Header
    def __init__(self, from_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., to_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class FlagFell(_message.Message):
    __slots__ = ("seat", "bank", "silent", "until")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    SILENT_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bank: _duration_pb2.Duration
    silent: bool
    until: int
    def __init__(self, seat: _Optional[int] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., silent: _Optional[bool] = ..., until: _Optional[int] = ...) -> None: ...

class ClockSet(_message.Message):
    __slots__ = ("seat", "old_bank", "new_bank")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OLD_BANK_FIELD_NUMBER: _ClassVar[int]
    NEW_BANK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    old_bank: _duration_pb2.Duration
    new_bank: _duration_pb2.Duration
    def __init__(self, seat: _Optional[int] = ..., old_bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., new_bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class TurnTimed(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seats: _Optional[_Iterable[int]] = ...) -> None: ...

class AfterFlagGiven(_message.Message):
    __slots__ = ("seat", "window")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    seat: int
    window: int
    def __init__(self, seat: _Optional[int] = ..., window: _Optional[int] = ...) -> None: ...

class SeatsMissing(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seats: _Optional[_Iterable[int]] = ...) -> None: ...

class TimeCalled(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class OutageGivenBack(_message.Message):
    __slots__ = ("from_time", "to_time")
    FROM_TIME_FIELD_NUMBER: _ClassVar[int]
    TO_TIME_FIELD_NUMBER: _ClassVar[int]
    from_time: _timestamp_pb2.Timestamp
    to_time: _timestamp_pb2.Timestamp
    def __init__(self, from_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., to_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...
