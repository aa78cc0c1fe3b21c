from google.protobuf import descriptor_pb2 as _descriptor_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class Visibility(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VISIBILITY_UNSPECIFIED: _ClassVar[Visibility]
    VISIBILITY_PUBLIC: _ClassVar[Visibility]
    VISIBILITY_OWNER: _ClassVar[Visibility]

class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_UNSPECIFIED: _ClassVar[Role]
    ROLE_OWNER: _ClassVar[Role]
    ROLE_REFEREE: _ClassVar[Role]
    ROLE_SEAT: _ClassVar[Role]
    ROLE_SPECTATOR: _ClassVar[Role]
    ROLE_AUDITOR: _ClassVar[Role]
    ROLE_SERVER: _ClassVar[Role]
    ROLE_ADMIN: _ClassVar[Role]
    ROLE_HEAD_REFEREE: _ClassVar[Role]
VISIBILITY_UNSPECIFIED: Visibility
VISIBILITY_PUBLIC: Visibility
VISIBILITY_OWNER: Visibility
ROLE_UNSPECIFIED: Role
ROLE_OWNER: Role
ROLE_REFEREE: Role
ROLE_SEAT: Role
ROLE_SPECTATOR: Role
ROLE_AUDITOR: Role
ROLE_SERVER: Role
ROLE_ADMIN: Role
ROLE_HEAD_REFEREE: Role
VISIBLE_FIELD_NUMBER: _ClassVar[int]
visible: _descriptor.FieldDescriptor
OWNER_FIELD_NUMBER: _ClassVar[int]
owner: _descriptor.FieldDescriptor
EARLIER_FIELD_NUMBER: _ClassVar[int]
earlier: _descriptor.FieldDescriptor
IN_MS_FIELD_NUMBER: _ClassVar[int]
in_ms: _descriptor.FieldDescriptor
BELOW_ZERO_FIELD_NUMBER: _ClassVar[int]
below_zero: _descriptor.FieldDescriptor
ALL_FIELD_NUMBER: _ClassVar[int]
all: _descriptor.FieldDescriptor
SEALS_FIELD_NUMBER: _ClassVar[int]
seals: _descriptor.FieldDescriptor
SEALS_FOR_REFEREE_FIELD_NUMBER: _ClassVar[int]
seals_for_referee: _descriptor.FieldDescriptor
REVEALS_FIELD_NUMBER: _ClassVar[int]
reveals: _descriptor.FieldDescriptor
WORD_FIELD_NUMBER: _ClassVar[int]
word: _descriptor.FieldDescriptor
BY_FIELD_NUMBER: _ClassVar[int]
by: _descriptor.FieldDescriptor
UPLOADS_FIELD_NUMBER: _ClassVar[int]
uploads: _descriptor.FieldDescriptor
OPEN_FIELD_NUMBER: _ClassVar[int]
open: _descriptor.FieldDescriptor
