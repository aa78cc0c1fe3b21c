from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class ReadyListRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    def __init__(self, game: _Optional[bytes] = ...) -> None: ...

class ReadyItemRequest(_message.Message):
    __slots__ = ("game", "name")
    GAME_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    name: str
    def __init__(self, game: _Optional[bytes] = ..., name: _Optional[str] = ...) -> None: ...
