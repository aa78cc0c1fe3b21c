from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Grounds(_message.Message):
    __slots__ = ("reason", "clause", "about")
    REASON_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    reason: str
    clause: str
    about: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, reason: _Optional[str] = ..., clause: _Optional[str] = ..., about: _Optional[_Iterable[int]] = ...) -> None: ...

class AddNote(_message.Message):
    __slots__ = ("grounds", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: Grounds
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[Grounds, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RulingGiven(_message.Message):
    __slots__ = ("act", "reason", "clause", "about")
    ACT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    act: str
    reason: str
    clause: str
    about: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, act: _Optional[str] = ..., reason: _Optional[str] = ..., clause: _Optional[str] = ..., about: _Optional[_Iterable[int]] = ...) -> None: ...
