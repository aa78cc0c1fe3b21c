from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from wargame.v1 import terms_pb2 as _terms_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PenaltyCount(_message.Message):
    __slots__ = ("kind", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: _terms_pb2.PenaltyKind
    count: int
    def __init__(self, kind: _Optional[_Union[_terms_pb2.PenaltyKind, str]] = ..., count: _Optional[int] = ...) -> None: ...

class Penalise(_message.Message):
    __slots__ = ("grounds", "seat", "kind", "amount", "before", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    seat: int
    kind: _terms_pb2.PenaltyKind
    amount: int
    before: _containers.RepeatedCompositeFieldContainer[PenaltyCount]
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., seat: _Optional[int] = ..., kind: _Optional[_Union[_terms_pb2.PenaltyKind, str]] = ..., amount: _Optional[int] = ..., before: _Optional[_Iterable[_Union[PenaltyCount, _Mapping]]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Penalised(_message.Message):
    __slots__ = ("seat", "kind", "amount", "rule")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: _terms_pb2.PenaltyKind
    amount: int
    rule: int
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[_terms_pb2.PenaltyKind, str]] = ..., amount: _Optional[int] = ..., rule: _Optional[int] = ...) -> None: ...
