from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Plot(_message.Message):
    __slots__ = ("seat", "heading")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEADING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    heading: str
    def __init__(self, seat: _Optional[int] = ..., heading: _Optional[str] = ...) -> None: ...

class CreateMatch(_message.Message):
    __slots__ = ("rounds", "header")
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    rounds: int
    header: _record_pb2.Header
    def __init__(self, rounds: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollForFirst(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class PlotMarch(_message.Message):
    __slots__ = ("heading", "header")
    HEADING_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    heading: str
    header: _record_pb2.Header
    def __init__(self, heading: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DrawToken(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Strike(_message.Message):
    __slots__ = ("piece", "target", "header")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    piece: str
    target: str
    header: _record_pb2.Header
    def __init__(self, piece: _Optional[str] = ..., target: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Parry(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Feint(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Decline(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class RollStrike(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ClaimCover(_message.Message):
    __slots__ = ("piece", "header")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    piece: str
    header: _record_pb2.Header
    def __init__(self, piece: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class LayAmbush(_message.Message):
    __slots__ = ("place", "header")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    place: str
    header: _record_pb2.Header
    def __init__(self, place: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SpringAmbush(_message.Message):
    __slots__ = ("ambush", "target", "header")
    AMBUSH_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    ambush: str
    target: str
    header: _record_pb2.Header
    def __init__(self, ambush: _Optional[str] = ..., target: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EndTurn(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Concede(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...
