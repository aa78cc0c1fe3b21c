from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BaseShape(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BASE_SHAPE_UNSPECIFIED: _ClassVar[BaseShape]
    BASE_SHAPE_ROUND: _ClassVar[BaseShape]
    BASE_SHAPE_HULL: _ClassVar[BaseShape]
    BASE_SHAPE_OVAL: _ClassVar[BaseShape]
BASE_SHAPE_UNSPECIFIED: BaseShape
BASE_SHAPE_ROUND: BaseShape
BASE_SHAPE_HULL: BaseShape
BASE_SHAPE_OVAL: BaseShape

class Pose(_message.Message):
    __slots__ = ("x", "y", "z", "facing")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    Z_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    z: int
    facing: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., z: _Optional[int] = ..., facing: _Optional[int] = ...) -> None: ...

class Base(_message.Message):
    __slots__ = ("length", "width", "shape")
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    length: int
    width: int
    shape: BaseShape
    def __init__(self, length: _Optional[int] = ..., width: _Optional[int] = ..., shape: _Optional[_Union[BaseShape, str]] = ...) -> None: ...
