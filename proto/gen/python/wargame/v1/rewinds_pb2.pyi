from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RewindDice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REWIND_DICE_UNSPECIFIED: _ClassVar[RewindDice]
    REWIND_DICE_FRESH: _ClassVar[RewindDice]
    REWIND_DICE_STAND: _ClassVar[RewindDice]
REWIND_DICE_UNSPECIFIED: RewindDice
REWIND_DICE_FRESH: RewindDice
REWIND_DICE_STAND: RewindDice

class FieldChange(_message.Message):
    __slots__ = ("field", "value")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    field: str
    value: str
    def __init__(self, field: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class CommandAgain(_message.Message):
    __slots__ = ("entry", "party", "kind", "fields")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    entry: int
    party: _record_pb2.Party
    kind: str
    fields: str
    def __init__(self, entry: _Optional[int] = ..., party: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., kind: _Optional[str] = ..., fields: _Optional[str] = ...) -> None: ...

class Rewind(_message.Message):
    __slots__ = ("grounds", "to", "dice", "changes", "overturns", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    OVERTURNS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    to: int
    dice: RewindDice
    changes: _containers.RepeatedCompositeFieldContainer[FieldChange]
    overturns: int
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., to: _Optional[int] = ..., dice: _Optional[_Union[RewindDice, str]] = ..., changes: _Optional[_Iterable[_Union[FieldChange, _Mapping]]] = ..., overturns: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class TakeBack(_message.Message):
    __slots__ = ("to", "header")
    TO_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    to: int
    header: _record_pb2.Header
    def __init__(self, to: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AnswerProposal(_message.Message):
    __slots__ = ("agree", "header")
    AGREE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    agree: bool
    header: _record_pb2.Header
    def __init__(self, agree: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Rewound(_message.Message):
    __slots__ = ("to", "voids", "dice", "learnt", "again")
    TO_FIELD_NUMBER: _ClassVar[int]
    VOIDS_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    LEARNT_FIELD_NUMBER: _ClassVar[int]
    AGAIN_FIELD_NUMBER: _ClassVar[int]
    to: int
    voids: _containers.RepeatedScalarFieldContainer[int]
    dice: RewindDice
    learnt: _containers.RepeatedScalarFieldContainer[int]
    again: CommandAgain
    def __init__(self, to: _Optional[int] = ..., voids: _Optional[_Iterable[int]] = ..., dice: _Optional[_Union[RewindDice, str]] = ..., learnt: _Optional[_Iterable[int]] = ..., again: _Optional[_Union[CommandAgain, _Mapping]] = ...) -> None: ...

class ProposalMade(_message.Message):
    __slots__ = ("by",)
    BY_FIELD_NUMBER: _ClassVar[int]
    by: _record_pb2.Party
    def __init__(self, by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ...) -> None: ...

class ProposalDeclined(_message.Message):
    __slots__ = ("by",)
    BY_FIELD_NUMBER: _ClassVar[int]
    by: _record_pb2.Party
    def __init__(self, by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ...) -> None: ...
