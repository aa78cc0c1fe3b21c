import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
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

class Drawn(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DRAWN_UNSPECIFIED: _ClassVar[Drawn]
    DRAWN_LAST: _ClassVar[Drawn]
    DRAWN_NONE: _ClassVar[Drawn]

class ThrowSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    THROW_SOURCE_UNSPECIFIED: _ClassVar[ThrowSource]
    THROW_SOURCE_SEEDED: _ClassVar[ThrowSource]
    THROW_SOURCE_HIDDEN: _ClassVar[ThrowSource]
    THROW_SOURCE_REPORTED: _ClassVar[ThrowSource]
DRAWN_UNSPECIFIED: Drawn
DRAWN_LAST: Drawn
DRAWN_NONE: Drawn
THROW_SOURCE_UNSPECIFIED: ThrowSource
THROW_SOURCE_SEEDED: ThrowSource
THROW_SOURCE_HIDDEN: ThrowSource
THROW_SOURCE_REPORTED: ThrowSource

class WatchBoardsRequest(_message.Message):
    __slots__ = ("game", "after", "hash", "whole")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    WHOLE_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    hash: bytes
    whole: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., hash: _Optional[bytes] = ..., whole: _Optional[bool] = ...) -> None: ...

class ReadBoardsRequest(_message.Message):
    __slots__ = ("game", "after", "up_to", "drawn", "whole")
    GAME_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    UP_TO_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    WHOLE_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    after: int
    up_to: int
    drawn: Drawn
    whole: bool
    def __init__(self, game: _Optional[bytes] = ..., after: _Optional[int] = ..., up_to: _Optional[int] = ..., drawn: _Optional[_Union[Drawn, str]] = ..., whole: _Optional[bool] = ...) -> None: ...

class BoardStep(_message.Message):
    __slots__ = ("seq", "hash", "time", "actor", "command", "told", "scene", "change", "look", "counts", "windows", "clocks", "finished", "revealed")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    TOLD_FIELD_NUMBER: _ClassVar[int]
    SCENE_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    LOOK_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    seq: int
    hash: bytes
    time: _timestamp_pb2.Timestamp
    actor: _record_pb2.Actor
    command: str
    told: Told
    scene: str
    change: str
    look: str
    counts: _containers.RepeatedCompositeFieldContainer[Count]
    windows: _containers.RepeatedCompositeFieldContainer[_record_pb2.Window]
    clocks: _record_pb2.Clocks
    finished: bool
    revealed: bool
    def __init__(self, seq: _Optional[int] = ..., hash: _Optional[bytes] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor: _Optional[_Union[_record_pb2.Actor, _Mapping]] = ..., command: _Optional[str] = ..., told: _Optional[_Union[Told, _Mapping]] = ..., scene: _Optional[str] = ..., change: _Optional[str] = ..., look: _Optional[str] = ..., counts: _Optional[_Iterable[_Union[Count, _Mapping]]] = ..., windows: _Optional[_Iterable[_Union[_record_pb2.Window, _Mapping]]] = ..., clocks: _Optional[_Union[_record_pb2.Clocks, _Mapping]] = ..., finished: _Optional[bool] = ..., revealed: _Optional[bool] = ...) -> None: ...

class Told(_message.Message):
    __slots__ = ("by", "details", "headings", "events", "asks", "desk")
    BY_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    HEADINGS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    ASKS_FIELD_NUMBER: _ClassVar[int]
    DESK_FIELD_NUMBER: _ClassVar[int]
    by: str
    details: str
    headings: _containers.RepeatedScalarFieldContainer[str]
    events: _containers.RepeatedCompositeFieldContainer[ToldEvent]
    asks: str
    desk: bool
    def __init__(self, by: _Optional[str] = ..., details: _Optional[str] = ..., headings: _Optional[_Iterable[str]] = ..., events: _Optional[_Iterable[_Union[ToldEvent, _Mapping]]] = ..., asks: _Optional[str] = ..., desk: _Optional[bool] = ...) -> None: ...

class ToldEvent(_message.Message):
    __slots__ = ("name", "sentence", "clauses", "tallies", "dice", "chances")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    CLAUSES_FIELD_NUMBER: _ClassVar[int]
    TALLIES_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    CHANCES_FIELD_NUMBER: _ClassVar[int]
    name: str
    sentence: str
    clauses: _containers.RepeatedScalarFieldContainer[str]
    tallies: _containers.RepeatedCompositeFieldContainer[ToldTally]
    dice: _containers.RepeatedCompositeFieldContainer[ToldThrow]
    chances: _containers.RepeatedCompositeFieldContainer[ToldChance]
    def __init__(self, name: _Optional[str] = ..., sentence: _Optional[str] = ..., clauses: _Optional[_Iterable[str]] = ..., tallies: _Optional[_Iterable[_Union[ToldTally, _Mapping]]] = ..., dice: _Optional[_Iterable[_Union[ToldThrow, _Mapping]]] = ..., chances: _Optional[_Iterable[_Union[ToldChance, _Mapping]]] = ...) -> None: ...

class ToldTally(_message.Message):
    __slots__ = ("name", "tally", "length")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TALLY_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    name: str
    tally: _record_pb2.Tally
    length: bool
    def __init__(self, name: _Optional[str] = ..., tally: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ..., length: _Optional[bool] = ...) -> None: ...

class ToldThrow(_message.Message):
    __slots__ = ("sentence", "by", "source", "sides", "faces")
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    sentence: str
    by: str
    source: ThrowSource
    sides: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sentence: _Optional[str] = ..., by: _Optional[str] = ..., source: _Optional[_Union[ThrowSource, str]] = ..., sides: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ...) -> None: ...

class ToldChance(_message.Message):
    __slots__ = ("seat", "chance", "success")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    chance: _values_pb2.Chance
    success: bool
    def __init__(self, seat: _Optional[int] = ..., chance: _Optional[_Union[_values_pb2.Chance, _Mapping]] = ..., success: _Optional[bool] = ...) -> None: ...

class Count(_message.Message):
    __slots__ = ("name", "seat", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    value: int
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
