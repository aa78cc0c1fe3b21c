from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AddPrivateNote(_message.Message):
    __slots__ = ("text", "header")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    text: bytes
    header: _record_pb2.Header
    def __init__(self, text: _Optional[bytes] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Inspect(_message.Message):
    __slots__ = ("grounds", "tables", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    tables: _containers.RepeatedScalarFieldContainer[str]
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., tables: _Optional[_Iterable[str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Interpret(_message.Message):
    __slots__ = ("grounds", "text", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    text: str
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., text: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PrivateNoteAdded(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Inspected(_message.Message):
    __slots__ = ("tables",)
    TABLES_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, tables: _Optional[_Iterable[str]] = ...) -> None: ...

class ClauseInterpreted(_message.Message):
    __slots__ = ("clause", "text")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    clause: str
    text: str
    def __init__(self, clause: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...
