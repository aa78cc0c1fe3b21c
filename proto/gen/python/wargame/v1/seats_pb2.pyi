from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Substitute(_message.Message):
    __slots__ = ("grounds", "seat", "person", "keys", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    seat: int
    person: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., seat: _Optional[int] = ..., person: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class OrderAbsent(_message.Message):
    __slots__ = ("grounds", "seat", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    seat: int
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., seat: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RevokeAbsent(_message.Message):
    __slots__ = ("grounds", "seat", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    seat: int
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., seat: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AnswerAbsent(_message.Message):
    __slots__ = ("seat", "header")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    header: _record_pb2.Header
    def __init__(self, seat: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AbsenceOrdered(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class AbsenceEnded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class SeatSubstituted(_message.Message):
    __slots__ = ("seat", "person", "keys")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    person: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, seat: _Optional[int] = ..., person: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ...) -> None: ...
