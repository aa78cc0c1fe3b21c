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

class DiceSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DICE_SOURCE_UNSPECIFIED: _ClassVar[DiceSource]
    DICE_SOURCE_SEEDED: _ClassVar[DiceSource]
    DICE_SOURCE_REPORTED: _ClassVar[DiceSource]
DICE_SOURCE_UNSPECIFIED: DiceSource
DICE_SOURCE_SEEDED: DiceSource
DICE_SOURCE_REPORTED: DiceSource

class VoidThrow(_message.Message):
    __slots__ = ("grounds", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChangeDiceSource(_message.Message):
    __slots__ = ("grounds", "source", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    source: DiceSource
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., source: _Optional[_Union[DiceSource, str]] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RetireDice(_message.Message):
    __slots__ = ("grounds", "dice_set", "header")
    GROUNDS_FIELD_NUMBER: _ClassVar[int]
    DICE_SET_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    grounds: _rulings_pb2.Grounds
    dice_set: str
    header: _record_pb2.Header
    def __init__(self, grounds: _Optional[_Union[_rulings_pb2.Grounds, _Mapping]] = ..., dice_set: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DrawThrow(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ThrowVoided(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DiceSourceChanged(_message.Message):
    __slots__ = ("source",)
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    source: DiceSource
    def __init__(self, source: _Optional[_Union[DiceSource, str]] = ...) -> None: ...

class DiceRetired(_message.Message):
    __slots__ = ("dice_set",)
    DICE_SET_FIELD_NUMBER: _ClassVar[int]
    dice_set: str
    def __init__(self, dice_set: _Optional[str] = ...) -> None: ...

class ThrowDrawn(_message.Message):
    __slots__ = ("roller", "faces")
    ROLLER_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    roller: _record_pb2.Party
    faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, roller: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., faces: _Optional[_Iterable[int]] = ...) -> None: ...
