from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Amount(_message.Message):
    __slots__ = ("dice", "sides", "plus")
    DICE_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    PLUS_FIELD_NUMBER: _ClassVar[int]
    dice: int
    sides: int
    plus: int
    def __init__(self, dice: _Optional[int] = ..., sides: _Optional[int] = ..., plus: _Optional[int] = ...) -> None: ...

class Spot(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Chance(_message.Message):
    __slots__ = ("ratio", "per_million")
    RATIO_FIELD_NUMBER: _ClassVar[int]
    PER_MILLION_FIELD_NUMBER: _ClassVar[int]
    ratio: str
    per_million: int
    def __init__(self, ratio: _Optional[str] = ..., per_million: _Optional[int] = ...) -> None: ...

class NamedChance(_message.Message):
    __slots__ = ("outcome", "chance")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    outcome: str
    chance: Chance
    def __init__(self, outcome: _Optional[str] = ..., chance: _Optional[_Union[Chance, _Mapping]] = ...) -> None: ...

class NumberChance(_message.Message):
    __slots__ = ("number", "chance")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    number: int
    chance: Chance
    def __init__(self, number: _Optional[int] = ..., chance: _Optional[_Union[Chance, _Mapping]] = ...) -> None: ...
