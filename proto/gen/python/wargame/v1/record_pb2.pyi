import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class NamedParty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NAMED_PARTY_UNSPECIFIED: _ClassVar[NamedParty]
    NAMED_PARTY_TABLE: _ClassVar[NamedParty]
    NAMED_PARTY_REFEREE: _ClassVar[NamedParty]
    NAMED_PARTY_EVERYONE: _ClassVar[NamedParty]

class Operation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPERATION_UNSPECIFIED: _ClassVar[Operation]
    OPERATION_BASE: _ClassVar[Operation]
    OPERATION_ADD: _ClassVar[Operation]
    OPERATION_TIMES: _ClassVar[Operation]
    OPERATION_AT_LEAST: _ClassVar[Operation]
    OPERATION_AT_MOST: _ClassVar[Operation]
    OPERATION_SET: _ClassVar[Operation]
NAMED_PARTY_UNSPECIFIED: NamedParty
NAMED_PARTY_TABLE: NamedParty
NAMED_PARTY_REFEREE: NamedParty
NAMED_PARTY_EVERYONE: NamedParty
OPERATION_UNSPECIFIED: Operation
OPERATION_BASE: Operation
OPERATION_ADD: Operation
OPERATION_TIMES: Operation
OPERATION_AT_LEAST: Operation
OPERATION_AT_MOST: Operation
OPERATION_SET: Operation

class Party(_message.Message):
    __slots__ = ("seat", "named")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAMED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    named: NamedParty
    def __init__(self, seat: _Optional[int] = ..., named: _Optional[_Union[NamedParty, str]] = ...) -> None: ...

class Header(_message.Message):
    __slots__ = ("game", "command_id", "head", "signature", "salt")
    GAME_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    command_id: bytes
    head: bytes
    signature: bytes
    salt: bytes
    def __init__(self, game: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., head: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., salt: _Optional[bytes] = ...) -> None: ...

class Roll(_message.Message):
    __slots__ = ("owner", "epoch", "index", "sides", "faces", "why", "roller", "reported")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    ROLLER_FIELD_NUMBER: _ClassVar[int]
    REPORTED_FIELD_NUMBER: _ClassVar[int]
    owner: Party
    epoch: int
    index: int
    sides: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    why: str
    roller: Party
    reported: bool
    def __init__(self, owner: _Optional[_Union[Party, _Mapping]] = ..., epoch: _Optional[int] = ..., index: _Optional[int] = ..., sides: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ..., why: _Optional[str] = ..., roller: _Optional[_Union[Party, _Mapping]] = ..., reported: _Optional[bool] = ...) -> None: ...

class Term(_message.Message):
    __slots__ = ("clause", "operation", "value")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    clause: str
    operation: Operation
    value: int
    def __init__(self, clause: _Optional[str] = ..., operation: _Optional[_Union[Operation, str]] = ..., value: _Optional[int] = ...) -> None: ...

class Tally(_message.Message):
    __slots__ = ("total", "terms")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    total: int
    terms: _containers.RepeatedCompositeFieldContainer[Term]
    def __init__(self, total: _Optional[int] = ..., terms: _Optional[_Iterable[_Union[Term, _Mapping]]] = ...) -> None: ...

class Window(_message.Message):
    __slots__ = ("id", "kind", "asks", "subject")
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ASKS_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    id: int
    kind: str
    asks: _containers.RepeatedCompositeFieldContainer[Party]
    subject: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[int] = ..., kind: _Optional[str] = ..., asks: _Optional[_Iterable[_Union[Party, _Mapping]]] = ..., subject: _Optional[_Iterable[str]] = ...) -> None: ...

class Domain(_message.Message):
    __slots__ = ("field", "one_of", "some_of", "range", "places", "shape", "items", "words", "flag", "octets", "lists", "optional", "conditions")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    ONE_OF_FIELD_NUMBER: _ClassVar[int]
    SOME_OF_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    OCTETS_FIELD_NUMBER: _ClassVar[int]
    LISTS_FIELD_NUMBER: _ClassVar[int]
    OPTIONAL_FIELD_NUMBER: _ClassVar[int]
    CONDITIONS_FIELD_NUMBER: _ClassVar[int]
    field: str
    one_of: Choice
    some_of: Some
    range: Range
    places: Places
    shape: Shape
    items: Items
    words: Words
    flag: Flag
    octets: Octets
    lists: Lists
    optional: bool
    conditions: _containers.RepeatedCompositeFieldContainer[Condition]
    def __init__(self, field: _Optional[str] = ..., one_of: _Optional[_Union[Choice, _Mapping]] = ..., some_of: _Optional[_Union[Some, _Mapping]] = ..., range: _Optional[_Union[Range, _Mapping]] = ..., places: _Optional[_Union[Places, _Mapping]] = ..., shape: _Optional[_Union[Shape, _Mapping]] = ..., items: _Optional[_Union[Items, _Mapping]] = ..., words: _Optional[_Union[Words, _Mapping]] = ..., flag: _Optional[_Union[Flag, _Mapping]] = ..., octets: _Optional[_Union[Octets, _Mapping]] = ..., lists: _Optional[_Union[Lists, _Mapping]] = ..., optional: _Optional[bool] = ..., conditions: _Optional[_Iterable[_Union[Condition, _Mapping]]] = ...) -> None: ...

class Condition(_message.Message):
    __slots__ = ("field", "values")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    field: str
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, field: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("values",)
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, values: _Optional[_Iterable[str]] = ...) -> None: ...

class Some(_message.Message):
    __slots__ = ("values", "least", "most")
    VALUES_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[str]
    least: int
    most: int
    def __init__(self, values: _Optional[_Iterable[str]] = ..., least: _Optional[int] = ..., most: _Optional[int] = ...) -> None: ...

class Range(_message.Message):
    __slots__ = ("least", "most")
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    least: int
    most: int
    def __init__(self, least: _Optional[int] = ..., most: _Optional[int] = ...) -> None: ...

class Items(_message.Message):
    __slots__ = ("of", "least", "most", "once")
    OF_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    ONCE_FIELD_NUMBER: _ClassVar[int]
    of: _containers.RepeatedCompositeFieldContainer[Domain]
    least: int
    most: int
    once: bool
    def __init__(self, of: _Optional[_Iterable[_Union[Domain, _Mapping]]] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., once: _Optional[bool] = ...) -> None: ...

class Lists(_message.Message):
    __slots__ = ("lists",)
    LISTS_FIELD_NUMBER: _ClassVar[int]
    lists: _containers.RepeatedCompositeFieldContainer[List]
    def __init__(self, lists: _Optional[_Iterable[_Union[List, _Mapping]]] = ...) -> None: ...

class List(_message.Message):
    __slots__ = ("values",)
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, values: _Optional[_Iterable[str]] = ...) -> None: ...

class Words(_message.Message):
    __slots__ = ("most", "least")
    MOST_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    most: int
    least: int
    def __init__(self, most: _Optional[int] = ..., least: _Optional[int] = ...) -> None: ...

class Flag(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Octets(_message.Message):
    __slots__ = ("size",)
    SIZE_FIELD_NUMBER: _ClassVar[int]
    size: int
    def __init__(self, size: _Optional[int] = ...) -> None: ...

class Places(_message.Message):
    __slots__ = ("pieces", "reach", "region", "spots", "on_request")
    PIECES_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    SPOTS_FIELD_NUMBER: _ClassVar[int]
    ON_REQUEST_FIELD_NUMBER: _ClassVar[int]
    pieces: _containers.RepeatedScalarFieldContainer[str]
    reach: int
    region: _containers.RepeatedScalarFieldContainer[int]
    spots: _containers.RepeatedCompositeFieldContainer[Domain]
    on_request: bool
    def __init__(self, pieces: _Optional[_Iterable[str]] = ..., reach: _Optional[int] = ..., region: _Optional[_Iterable[int]] = ..., spots: _Optional[_Iterable[_Union[Domain, _Mapping]]] = ..., on_request: _Optional[bool] = ...) -> None: ...

class Shape(_message.Message):
    __slots__ = ("message", "parts")
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    message: str
    parts: _containers.RepeatedCompositeFieldContainer[Domain]
    def __init__(self, message: _Optional[str] = ..., parts: _Optional[_Iterable[_Union[Domain, _Mapping]]] = ...) -> None: ...

class Offer(_message.Message):
    __slots__ = ("command", "fields", "clause")
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    command: str
    fields: _containers.RepeatedCompositeFieldContainer[Domain]
    clause: str
    def __init__(self, command: _Optional[str] = ..., fields: _Optional[_Iterable[_Union[Domain, _Mapping]]] = ..., clause: _Optional[str] = ...) -> None: ...

class Offers(_message.Message):
    __slots__ = ("seq", "head", "windows", "offers", "anytime", "clocks")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    OFFERS_FIELD_NUMBER: _ClassVar[int]
    ANYTIME_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    seq: int
    head: bytes
    windows: _containers.RepeatedCompositeFieldContainer[Window]
    offers: _containers.RepeatedCompositeFieldContainer[Offer]
    anytime: _containers.RepeatedCompositeFieldContainer[Offer]
    clocks: Clocks
    def __init__(self, seq: _Optional[int] = ..., head: _Optional[bytes] = ..., windows: _Optional[_Iterable[_Union[Window, _Mapping]]] = ..., offers: _Optional[_Iterable[_Union[Offer, _Mapping]]] = ..., anytime: _Optional[_Iterable[_Union[Offer, _Mapping]]] = ..., clocks: _Optional[_Union[Clocks, _Mapping]] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("seat", "bank", "running", "flag", "due_time", "free")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    RUNNING_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    DUE_TIME_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bank: _duration_pb2.Duration
    running: bool
    flag: bool
    due_time: _timestamp_pb2.Timestamp
    free: _duration_pb2.Duration
    def __init__(self, seat: _Optional[int] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., running: _Optional[bool] = ..., flag: _Optional[bool] = ..., due_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., free: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Clocks(_message.Message):
    __slots__ = ("seats", "time", "silence_time", "absent")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    SILENCE_TIME_FIELD_NUMBER: _ClassVar[int]
    ABSENT_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[SeatClock]
    time: _timestamp_pb2.Timestamp
    silence_time: _timestamp_pb2.Timestamp
    absent: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seats: _Optional[_Iterable[_Union[SeatClock, _Mapping]]] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., silence_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., absent: _Optional[_Iterable[int]] = ...) -> None: ...

class FindPlacesRequest(_message.Message):
    __slots__ = ("game", "command", "field", "chosen")
    GAME_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    command: str
    field: str
    chosen: _containers.RepeatedCompositeFieldContainer[Chosen]
    def __init__(self, game: _Optional[bytes] = ..., command: _Optional[str] = ..., field: _Optional[str] = ..., chosen: _Optional[_Iterable[_Union[Chosen, _Mapping]]] = ...) -> None: ...

class Chosen(_message.Message):
    __slots__ = ("field", "value")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    field: str
    value: str
    def __init__(self, field: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class FoundPlaces(_message.Message):
    __slots__ = ("spots",)
    SPOTS_FIELD_NUMBER: _ClassVar[int]
    spots: _containers.RepeatedCompositeFieldContainer[Domain]
    def __init__(self, spots: _Optional[_Iterable[_Union[Domain, _Mapping]]] = ...) -> None: ...

class Detail(_message.Message):
    __slots__ = ("name", "number", "text")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    name: str
    number: int
    text: str
    def __init__(self, name: _Optional[str] = ..., number: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("clause", "reason", "path", "details", "text")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    clause: str
    reason: str
    path: str
    details: _containers.RepeatedCompositeFieldContainer[Detail]
    text: str
    def __init__(self, clause: _Optional[str] = ..., reason: _Optional[str] = ..., path: _Optional[str] = ..., details: _Optional[_Iterable[_Union[Detail, _Mapping]]] = ..., text: _Optional[str] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("faults", "seq", "head")
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    seq: int
    head: bytes
    def __init__(self, faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., seq: _Optional[int] = ..., head: _Optional[bytes] = ...) -> None: ...

class SignedRefusal(_message.Message):
    __slots__ = ("refusal", "signature", "log_key", "salt")
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    LOG_KEY_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    refusal: bytes
    signature: bytes
    log_key: str
    salt: bytes
    def __init__(self, refusal: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., log_key: _Optional[str] = ..., salt: _Optional[bytes] = ...) -> None: ...

class Receipt(_message.Message):
    __slots__ = ("seq", "hash", "note")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    seq: int
    hash: bytes
    note: str
    def __init__(self, seq: _Optional[int] = ..., hash: _Optional[bytes] = ..., note: _Optional[str] = ...) -> None: ...

class Opening(_message.Message):
    __slots__ = ("owner", "part", "salt", "data")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    owner: Party
    part: int
    salt: bytes
    data: bytes
    def __init__(self, owner: _Optional[_Union[Party, _Mapping]] = ..., part: _Optional[int] = ..., salt: _Optional[bytes] = ..., data: _Optional[bytes] = ...) -> None: ...

class Actor(_message.Message):
    __slots__ = ("role", "party", "key")
    ROLE_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    role: _options_pb2.Role
    party: Party
    key: str
    def __init__(self, role: _Optional[_Union[_options_pb2.Role, str]] = ..., party: _Optional[_Union[Party, _Mapping]] = ..., key: _Optional[str] = ...) -> None: ...
