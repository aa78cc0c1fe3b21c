import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PrecedentKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRECEDENT_KIND_UNSPECIFIED: _ClassVar[PrecedentKind]
    PRECEDENT_KIND_INTERPRETED: _ClassVar[PrecedentKind]
    PRECEDENT_KIND_RULED_UPON: _ClassVar[PrecedentKind]
    PRECEDENT_KIND_DISPUTED: _ClassVar[PrecedentKind]
    PRECEDENT_KIND_REFUSED: _ClassVar[PrecedentKind]
    PRECEDENT_KIND_DECIDED: _ClassVar[PrecedentKind]
PRECEDENT_KIND_UNSPECIFIED: PrecedentKind
PRECEDENT_KIND_INTERPRETED: PrecedentKind
PRECEDENT_KIND_RULED_UPON: PrecedentKind
PRECEDENT_KIND_DISPUTED: PrecedentKind
PRECEDENT_KIND_REFUSED: PrecedentKind
PRECEDENT_KIND_DECIDED: PrecedentKind

class FindPrecedentsRequest(_message.Message):
    __slots__ = ("clause", "kinds", "event", "page_size", "page_token")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    clause: str
    kinds: _containers.RepeatedScalarFieldContainer[PrecedentKind]
    event: bytes
    page_size: int
    page_token: str
    def __init__(self, clause: _Optional[str] = ..., kinds: _Optional[_Iterable[_Union[PrecedentKind, str]]] = ..., event: _Optional[bytes] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class FindPrecedentsResponse(_message.Message):
    __slots__ = ("games", "counts", "precedents", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    PRECEDENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: int
    counts: _containers.RepeatedCompositeFieldContainer[PrecedentCount]
    precedents: _containers.RepeatedCompositeFieldContainer[Precedent]
    next_page_token: str
    def __init__(self, games: _Optional[int] = ..., counts: _Optional[_Iterable[_Union[PrecedentCount, _Mapping]]] = ..., precedents: _Optional[_Iterable[_Union[Precedent, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class PrecedentCount(_message.Message):
    __slots__ = ("kind", "ruleset", "times", "games")
    KIND_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    TIMES_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    kind: PrecedentKind
    ruleset: str
    times: int
    games: int
    def __init__(self, kind: _Optional[_Union[PrecedentKind, str]] = ..., ruleset: _Optional[str] = ..., times: _Optional[int] = ..., games: _Optional[int] = ...) -> None: ...

class Precedent(_message.Message):
    __slots__ = ("kind", "game", "file", "seq", "ruleset", "ended_time", "what", "party", "reason", "text", "held", "stands", "about", "settled")
    KIND_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ENDED_TIME_FIELD_NUMBER: _ClassVar[int]
    WHAT_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    STANDS_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    SETTLED_FIELD_NUMBER: _ClassVar[int]
    kind: PrecedentKind
    game: bytes
    file: str
    seq: int
    ruleset: str
    ended_time: _timestamp_pb2.Timestamp
    what: str
    party: str
    reason: str
    text: str
    held: str
    stands: str
    about: _containers.RepeatedScalarFieldContainer[int]
    settled: int
    def __init__(self, kind: _Optional[_Union[PrecedentKind, str]] = ..., game: _Optional[bytes] = ..., file: _Optional[str] = ..., seq: _Optional[int] = ..., ruleset: _Optional[str] = ..., ended_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., what: _Optional[str] = ..., party: _Optional[str] = ..., reason: _Optional[str] = ..., text: _Optional[str] = ..., held: _Optional[str] = ..., stands: _Optional[str] = ..., about: _Optional[_Iterable[int]] = ..., settled: _Optional[int] = ...) -> None: ...
