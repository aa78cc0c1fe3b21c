from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Office(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OFFICE_UNSPECIFIED: _ClassVar[Office]
    OFFICE_OWNER: _ClassVar[Office]
    OFFICE_REFEREE: _ClassVar[Office]
    OFFICE_HEAD_REFEREE: _ClassVar[Office]
OFFICE_UNSPECIFIED: Office
OFFICE_OWNER: Office
OFFICE_REFEREE: Office
OFFICE_HEAD_REFEREE: Office

class Official(_message.Message):
    __slots__ = ("office", "token", "keys")
    OFFICE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    office: Office
    token: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, office: _Optional[_Union[Office, str]] = ..., token: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ...) -> None: ...

class AdmitOfficial(_message.Message):
    __slots__ = ("office", "token", "keys", "number", "of_event", "warrant", "header")
    OFFICE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OF_EVENT_FIELD_NUMBER: _ClassVar[int]
    WARRANT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    office: Office
    token: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    number: int
    of_event: bool
    warrant: bytes
    header: _record_pb2.Header
    def __init__(self, office: _Optional[_Union[Office, str]] = ..., token: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ..., number: _Optional[int] = ..., of_event: _Optional[bool] = ..., warrant: _Optional[bytes] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class OfficialAdmitted(_message.Message):
    __slots__ = ("office", "token", "keys", "number")
    OFFICE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    office: Office
    token: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    number: int
    def __init__(self, office: _Optional[_Union[Office, str]] = ..., token: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ..., number: _Optional[int] = ...) -> None: ...
