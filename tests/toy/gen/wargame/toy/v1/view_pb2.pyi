from wargame.toy.v1 import commands_pb2 as _commands_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SideView(_message.Message):
    __slots__ = ("seat", "pieces", "shields", "tokens", "plotted")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    SHIELDS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    PLOTTED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    pieces: _containers.RepeatedScalarFieldContainer[str]
    shields: int
    tokens: _containers.RepeatedScalarFieldContainer[str]
    plotted: bool
    def __init__(self, seat: _Optional[int] = ..., pieces: _Optional[_Iterable[str]] = ..., shields: _Optional[int] = ..., tokens: _Optional[_Iterable[str]] = ..., plotted: _Optional[bool] = ...) -> None: ...

class AmbushView(_message.Message):
    __slots__ = ("id", "place", "strength")
    ID_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    id: str
    place: str
    strength: int
    def __init__(self, id: _Optional[str] = ..., place: _Optional[str] = ..., strength: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seq", "head", "round", "rounds", "bag", "sides", "plots", "ambushes")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    PLOTS_FIELD_NUMBER: _ClassVar[int]
    AMBUSHES_FIELD_NUMBER: _ClassVar[int]
    seq: int
    head: bytes
    round: int
    rounds: int
    bag: int
    sides: _containers.RepeatedCompositeFieldContainer[SideView]
    plots: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Plot]
    ambushes: _containers.RepeatedCompositeFieldContainer[AmbushView]
    def __init__(self, seq: _Optional[int] = ..., head: _Optional[bytes] = ..., round: _Optional[int] = ..., rounds: _Optional[int] = ..., bag: _Optional[int] = ..., sides: _Optional[_Iterable[_Union[SideView, _Mapping]]] = ..., plots: _Optional[_Iterable[_Union[_commands_pb2.Plot, _Mapping]]] = ..., ambushes: _Optional[_Iterable[_Union[AmbushView, _Mapping]]] = ...) -> None: ...
