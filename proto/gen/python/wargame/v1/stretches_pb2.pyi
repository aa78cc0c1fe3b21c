import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Stretches(_message.Message):
    __slots__ = ("count", "dice", "time", "commitment")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    count: int
    dice: int
    time: _duration_pb2.Duration
    commitment: bytes
    def __init__(self, count: _Optional[int] = ..., dice: _Optional[int] = ..., time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., commitment: _Optional[bytes] = ...) -> None: ...

class ShowStretch(_message.Message):
    __slots__ = ("epoch", "secret", "header")
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    epoch: int
    secret: bytes
    header: _record_pb2.Header
    def __init__(self, epoch: _Optional[int] = ..., secret: _Optional[bytes] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class StretchShown(_message.Message):
    __slots__ = ("epoch",)
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    epoch: int
    def __init__(self, epoch: _Optional[int] = ...) -> None: ...
