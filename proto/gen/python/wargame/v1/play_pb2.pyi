import datetime

from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Ruled(_message.Message):
    __slots__ = ("event", "name", "clauses", "place")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CLAUSES_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    event: _any_pb2.Any
    name: str
    clauses: _containers.RepeatedScalarFieldContainer[str]
    place: int
    def __init__(self, event: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., name: _Optional[str] = ..., clauses: _Optional[_Iterable[str]] = ..., place: _Optional[int] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("receipt", "rolls", "ruled", "windows", "clocks")
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    RULED_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    receipt: _record_pb2.Receipt
    rolls: _containers.RepeatedCompositeFieldContainer[_record_pb2.Roll]
    ruled: _containers.RepeatedCompositeFieldContainer[Ruled]
    windows: _containers.RepeatedCompositeFieldContainer[_record_pb2.Window]
    clocks: _record_pb2.Clocks
    def __init__(self, receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ..., rolls: _Optional[_Iterable[_Union[_record_pb2.Roll, _Mapping]]] = ..., ruled: _Optional[_Iterable[_Union[Ruled, _Mapping]]] = ..., windows: _Optional[_Iterable[_Union[_record_pb2.Window, _Mapping]]] = ..., clocks: _Optional[_Union[_record_pb2.Clocks, _Mapping]] = ...) -> None: ...

class Entry(_message.Message):
    __slots__ = ("seq", "time", "actor", "command", "command_id", "ruled", "rolls", "record", "openings", "hash")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    RULED_FIELD_NUMBER: _ClassVar[int]
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    OPENINGS_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    seq: int
    time: _timestamp_pb2.Timestamp
    actor: _record_pb2.Actor
    command: str
    command_id: bytes
    ruled: _containers.RepeatedCompositeFieldContainer[Ruled]
    rolls: _containers.RepeatedCompositeFieldContainer[_record_pb2.Roll]
    record: bytes
    openings: _containers.RepeatedCompositeFieldContainer[_record_pb2.Opening]
    hash: bytes
    def __init__(self, seq: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor: _Optional[_Union[_record_pb2.Actor, _Mapping]] = ..., command: _Optional[str] = ..., command_id: _Optional[bytes] = ..., ruled: _Optional[_Iterable[_Union[Ruled, _Mapping]]] = ..., rolls: _Optional[_Iterable[_Union[_record_pb2.Roll, _Mapping]]] = ..., record: _Optional[bytes] = ..., openings: _Optional[_Iterable[_Union[_record_pb2.Opening, _Mapping]]] = ..., hash: _Optional[bytes] = ...) -> None: ...

class ViewRequest(_message.Message):
    __slots__ = ("game", "after")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ...) -> None: ...

class ViewResponse(_message.Message):
    __slots__ = ("view", "seq", "head", "windows", "clocks")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    view: _any_pb2.Any
    seq: int
    head: bytes
    windows: _containers.RepeatedCompositeFieldContainer[_record_pb2.Window]
    clocks: _record_pb2.Clocks
    def __init__(self, view: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., seq: _Optional[int] = ..., head: _Optional[bytes] = ..., windows: _Optional[_Iterable[_Union[_record_pb2.Window, _Mapping]]] = ..., clocks: _Optional[_Union[_record_pb2.Clocks, _Mapping]] = ...) -> None: ...

class WatchRequest(_message.Message):
    __slots__ = ("game", "after", "hash", "records")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    hash: bytes
    records: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., hash: _Optional[bytes] = ..., records: _Optional[bool] = ...) -> None: ...

class ReadRequest(_message.Message):
    __slots__ = ("game", "after", "up_to", "records")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UP_TO_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    up_to: int
    records: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., up_to: _Optional[int] = ..., records: _Optional[bool] = ...) -> None: ...

class OffersRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    def __init__(self, game: _Optional[bytes] = ...) -> None: ...
