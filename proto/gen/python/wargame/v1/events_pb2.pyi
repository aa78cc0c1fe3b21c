import datetime

from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import games_pb2 as _games_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import penalties_pb2 as _penalties_pb2
from wargame.v1 import protocol_pb2 as _protocol_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import stretches_pb2 as _stretches_pb2
from wargame.v1 import terms_pb2 as _terms_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EventGameStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_GAME_STATUS_UNSPECIFIED: _ClassVar[EventGameStatus]
    EVENT_GAME_STATUS_OPENED: _ClassVar[EventGameStatus]
    EVENT_GAME_STATUS_PLAYING: _ClassVar[EventGameStatus]
    EVENT_GAME_STATUS_STOPPED: _ClassVar[EventGameStatus]
    EVENT_GAME_STATUS_RESULT: _ClassVar[EventGameStatus]
    EVENT_GAME_STATUS_APPEALED: _ClassVar[EventGameStatus]
    EVENT_GAME_STATUS_FINISHED: _ClassVar[EventGameStatus]

class MatterKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATTER_KIND_UNSPECIFIED: _ClassVar[MatterKind]
    MATTER_KIND_CALL: _ClassVar[MatterKind]
    MATTER_KIND_DISPUTE: _ClassVar[MatterKind]
    MATTER_KIND_APPEAL: _ClassVar[MatterKind]
    MATTER_KIND_PROPOSAL: _ClassVar[MatterKind]
    MATTER_KIND_QUESTION: _ClassVar[MatterKind]

class SignKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIGN_KIND_UNSPECIFIED: _ClassVar[SignKind]
    SIGN_KIND_OPENED: _ClassVar[SignKind]
    SIGN_KIND_CALL: _ClassVar[SignKind]
    SIGN_KIND_CALL_ENDED: _ClassVar[SignKind]
    SIGN_KIND_FLAG: _ClassVar[SignKind]
    SIGN_KIND_DEADLINE: _ClassVar[SignKind]
    SIGN_KIND_DISPUTE: _ClassVar[SignKind]
    SIGN_KIND_DISPUTE_ENDED: _ClassVar[SignKind]
    SIGN_KIND_STOP: _ClassVar[SignKind]
    SIGN_KIND_RESUME: _ClassVar[SignKind]
    SIGN_KIND_RULING: _ClassVar[SignKind]
    SIGN_KIND_PENALTY: _ClassVar[SignKind]
    SIGN_KIND_RESULT: _ClassVar[SignKind]
    SIGN_KIND_APPEAL: _ClassVar[SignKind]
    SIGN_KIND_APPEAL_ENDED: _ClassVar[SignKind]
    SIGN_KIND_FINISHED: _ClassVar[SignKind]
    SIGN_KIND_PROPOSAL: _ClassVar[SignKind]
    SIGN_KIND_REWIND: _ClassVar[SignKind]
    SIGN_KIND_SUBSTITUTION: _ClassVar[SignKind]

class Mark(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MARK_UNSPECIFIED: _ClassVar[Mark]
    MARK_WON: _ClassVar[Mark]
    MARK_DRAWN: _ClassVar[Mark]
    MARK_LOST: _ClassVar[Mark]
    MARK_WON_UNPLAYED: _ClassVar[Mark]
    MARK_LOST_UNPLAYED: _ClassVar[Mark]
    MARK_VOID: _ClassVar[Mark]

class ExportedRows(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXPORTED_ROWS_UNSPECIFIED: _ClassVar[ExportedRows]
    EXPORTED_ROWS_RESULTS: _ClassVar[ExportedRows]
    EXPORTED_ROWS_RULINGS: _ClassVar[ExportedRows]

class ExportFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXPORT_FORMAT_UNSPECIFIED: _ClassVar[ExportFormat]
    EXPORT_FORMAT_JSON: _ClassVar[ExportFormat]
    EXPORT_FORMAT_CSV: _ClassVar[ExportFormat]
EVENT_GAME_STATUS_UNSPECIFIED: EventGameStatus
EVENT_GAME_STATUS_OPENED: EventGameStatus
EVENT_GAME_STATUS_PLAYING: EventGameStatus
EVENT_GAME_STATUS_STOPPED: EventGameStatus
EVENT_GAME_STATUS_RESULT: EventGameStatus
EVENT_GAME_STATUS_APPEALED: EventGameStatus
EVENT_GAME_STATUS_FINISHED: EventGameStatus
MATTER_KIND_UNSPECIFIED: MatterKind
MATTER_KIND_CALL: MatterKind
MATTER_KIND_DISPUTE: MatterKind
MATTER_KIND_APPEAL: MatterKind
MATTER_KIND_PROPOSAL: MatterKind
MATTER_KIND_QUESTION: MatterKind
SIGN_KIND_UNSPECIFIED: SignKind
SIGN_KIND_OPENED: SignKind
SIGN_KIND_CALL: SignKind
SIGN_KIND_CALL_ENDED: SignKind
SIGN_KIND_FLAG: SignKind
SIGN_KIND_DEADLINE: SignKind
SIGN_KIND_DISPUTE: SignKind
SIGN_KIND_DISPUTE_ENDED: SignKind
SIGN_KIND_STOP: SignKind
SIGN_KIND_RESUME: SignKind
SIGN_KIND_RULING: SignKind
SIGN_KIND_PENALTY: SignKind
SIGN_KIND_RESULT: SignKind
SIGN_KIND_APPEAL: SignKind
SIGN_KIND_APPEAL_ENDED: SignKind
SIGN_KIND_FINISHED: SignKind
SIGN_KIND_PROPOSAL: SignKind
SIGN_KIND_REWIND: SignKind
SIGN_KIND_SUBSTITUTION: SignKind
MARK_UNSPECIFIED: Mark
MARK_WON: Mark
MARK_DRAWN: Mark
MARK_LOST: Mark
MARK_WON_UNPLAYED: Mark
MARK_LOST_UNPLAYED: Mark
MARK_VOID: Mark
EXPORTED_ROWS_UNSPECIFIED: ExportedRows
EXPORTED_ROWS_RESULTS: ExportedRows
EXPORTED_ROWS_RULINGS: ExportedRows
EXPORT_FORMAT_UNSPECIFIED: ExportFormat
EXPORT_FORMAT_JSON: ExportFormat
EXPORT_FORMAT_CSV: ExportFormat

class RulesetTerms(_message.Message):
    __slots__ = ("ruleset", "game_options", "pace", "dice_mode", "profile", "stretches", "referee_contributes")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    GAME_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    DICE_MODE_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    STRETCHES_FIELD_NUMBER: _ClassVar[int]
    REFEREE_CONTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    game_options: _any_pb2.Any
    pace: _protocol_pb2.Pace
    dice_mode: _protocol_pb2.DiceMode
    profile: _protocol_pb2.Profile
    stretches: _stretches_pb2.Stretches
    referee_contributes: bool
    def __init__(self, ruleset: _Optional[str] = ..., game_options: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., pace: _Optional[_Union[_protocol_pb2.Pace, str]] = ..., dice_mode: _Optional[_Union[_protocol_pb2.DiceMode, str]] = ..., profile: _Optional[_Union[_protocol_pb2.Profile, str]] = ..., stretches: _Optional[_Union[_stretches_pb2.Stretches, _Mapping]] = ..., referee_contributes: _Optional[bool] = ...) -> None: ...

class EventTerms(_message.Message):
    __slots__ = ("name", "rulesets", "games", "response_limit", "appeal_window", "signed", "referee", "spectator_delay", "owner_keys", "unsigned_acts")
    NAME_FIELD_NUMBER: _ClassVar[int]
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    APPEAL_WINDOW_FIELD_NUMBER: _ClassVar[int]
    SIGNED_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_DELAY_FIELD_NUMBER: _ClassVar[int]
    OWNER_KEYS_FIELD_NUMBER: _ClassVar[int]
    UNSIGNED_ACTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    rulesets: _containers.RepeatedCompositeFieldContainer[RulesetTerms]
    games: _terms_pb2.GameTerms
    response_limit: _duration_pb2.Duration
    appeal_window: _duration_pb2.Duration
    signed: bool
    referee: bool
    spectator_delay: _duration_pb2.Duration
    owner_keys: _containers.RepeatedScalarFieldContainer[bytes]
    unsigned_acts: bool
    def __init__(self, name: _Optional[str] = ..., rulesets: _Optional[_Iterable[_Union[RulesetTerms, _Mapping]]] = ..., games: _Optional[_Union[_terms_pb2.GameTerms, _Mapping]] = ..., response_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., appeal_window: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., signed: _Optional[bool] = ..., referee: _Optional[bool] = ..., spectator_delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., owner_keys: _Optional[_Iterable[bytes]] = ..., unsigned_acts: _Optional[bool] = ...) -> None: ...

class Person(_message.Message):
    __slots__ = ("name", "affiliation", "keys", "withdrawn")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AFFILIATION_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    name: str
    affiliation: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    withdrawn: bool
    def __init__(self, name: _Optional[str] = ..., affiliation: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ..., withdrawn: _Optional[bool] = ...) -> None: ...

class CreateEventRequest(_message.Message):
    __slots__ = ("command_id", "terms", "roster")
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    ROSTER_FIELD_NUMBER: _ClassVar[int]
    command_id: bytes
    terms: EventTerms
    roster: _containers.RepeatedCompositeFieldContainer[Person]
    def __init__(self, command_id: _Optional[bytes] = ..., terms: _Optional[_Union[EventTerms, _Mapping]] = ..., roster: _Optional[_Iterable[_Union[Person, _Mapping]]] = ...) -> None: ...

class EventSheet(_message.Message):
    __slots__ = ("event", "terms", "roster", "games", "closed", "created_time", "receipt")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    ROSTER_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    CREATED_TIME_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    terms: EventTerms
    roster: _containers.RepeatedCompositeFieldContainer[Person]
    games: int
    closed: bool
    created_time: _timestamp_pb2.Timestamp
    receipt: _record_pb2.Receipt
    def __init__(self, event: _Optional[bytes] = ..., terms: _Optional[_Union[EventTerms, _Mapping]] = ..., roster: _Optional[_Iterable[_Union[Person, _Mapping]]] = ..., games: _Optional[int] = ..., closed: _Optional[bool] = ..., created_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ...) -> None: ...

class GetEventRequest(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    def __init__(self, event: _Optional[bytes] = ...) -> None: ...

class ListEventsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListEventsResponse(_message.Message):
    __slots__ = ("events", "next_page_token")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[EventSheet]
    next_page_token: str
    def __init__(self, events: _Optional[_Iterable[_Union[EventSheet, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ChangeRosterRequest(_message.Message):
    __slots__ = ("event", "command_id", "add", "withdraw", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    ADD_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    add: _containers.RepeatedCompositeFieldContainer[Person]
    withdraw: _containers.RepeatedScalarFieldContainer[str]
    reason: str
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., add: _Optional[_Iterable[_Union[Person, _Mapping]]] = ..., withdraw: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ...) -> None: ...

class EventSeat(_message.Message):
    __slots__ = ("name", "person")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    name: str
    person: str
    def __init__(self, name: _Optional[str] = ..., person: _Optional[str] = ...) -> None: ...

class Pairing(_message.Message):
    __slots__ = ("ruleset", "round", "table", "seats", "starts_time", "restarts", "labels")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STARTS_TIME_FIELD_NUMBER: _ClassVar[int]
    RESTARTS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    round: str
    table: str
    seats: _containers.RepeatedCompositeFieldContainer[EventSeat]
    starts_time: _timestamp_pb2.Timestamp
    restarts: bytes
    labels: _containers.RepeatedCompositeFieldContainer[_protocol_pb2.Label]
    def __init__(self, ruleset: _Optional[str] = ..., round: _Optional[str] = ..., table: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[EventSeat, _Mapping]]] = ..., starts_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., restarts: _Optional[bytes] = ..., labels: _Optional[_Iterable[_Union[_protocol_pb2.Label, _Mapping]]] = ...) -> None: ...

class OpenGamesRequest(_message.Message):
    __slots__ = ("event", "command_id", "pairings")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    PAIRINGS_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    pairings: _containers.RepeatedCompositeFieldContainer[Pairing]
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., pairings: _Optional[_Iterable[_Union[Pairing, _Mapping]]] = ...) -> None: ...

class OpenedGame(_message.Message):
    __slots__ = ("index", "game", "credentials", "receipt", "commitment", "registration")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    CREDENTIALS_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    REGISTRATION_FIELD_NUMBER: _ClassVar[int]
    index: int
    game: bytes
    credentials: _containers.RepeatedCompositeFieldContainer[_games_pb2.Credential]
    receipt: _record_pb2.Receipt
    commitment: bytes
    registration: _games_pb2.Registration
    def __init__(self, index: _Optional[int] = ..., game: _Optional[bytes] = ..., credentials: _Optional[_Iterable[_Union[_games_pb2.Credential, _Mapping]]] = ..., receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ..., commitment: _Optional[bytes] = ..., registration: _Optional[_Union[_games_pb2.Registration, _Mapping]] = ...) -> None: ...

class OpenMatter(_message.Message):
    __slots__ = ("kind", "entry", "since_time")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    SINCE_TIME_FIELD_NUMBER: _ClassVar[int]
    kind: MatterKind
    entry: int
    since_time: _timestamp_pb2.Timestamp
    def __init__(self, kind: _Optional[_Union[MatterKind, str]] = ..., entry: _Optional[int] = ..., since_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class EventGame(_message.Message):
    __slots__ = ("game", "ruleset", "round", "table", "seats", "status", "asked", "asked_time", "due_time", "clocks", "scores", "seq", "last_time", "result", "number", "open_matters", "absent", "matters")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    ASKED_TIME_FIELD_NUMBER: _ClassVar[int]
    DUE_TIME_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    LAST_TIME_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OPEN_MATTERS_FIELD_NUMBER: _ClassVar[int]
    ABSENT_FIELD_NUMBER: _ClassVar[int]
    MATTERS_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    ruleset: str
    round: str
    table: str
    seats: _containers.RepeatedCompositeFieldContainer[EventSeat]
    status: EventGameStatus
    asked: _containers.RepeatedCompositeFieldContainer[_record_pb2.Party]
    asked_time: _timestamp_pb2.Timestamp
    due_time: _timestamp_pb2.Timestamp
    clocks: _containers.RepeatedCompositeFieldContainer[_record_pb2.SeatClock]
    scores: _containers.RepeatedCompositeFieldContainer[_protocol_pb2.SeatScore]
    seq: int
    last_time: _timestamp_pb2.Timestamp
    result: _games_pb2.GameResult
    number: int
    open_matters: int
    absent: _containers.RepeatedScalarFieldContainer[int]
    matters: _containers.RepeatedCompositeFieldContainer[OpenMatter]
    def __init__(self, game: _Optional[bytes] = ..., ruleset: _Optional[str] = ..., round: _Optional[str] = ..., table: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[EventSeat, _Mapping]]] = ..., status: _Optional[_Union[EventGameStatus, str]] = ..., asked: _Optional[_Iterable[_Union[_record_pb2.Party, _Mapping]]] = ..., asked_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., due_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., clocks: _Optional[_Iterable[_Union[_record_pb2.SeatClock, _Mapping]]] = ..., scores: _Optional[_Iterable[_Union[_protocol_pb2.SeatScore, _Mapping]]] = ..., seq: _Optional[int] = ..., last_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., result: _Optional[_Union[_games_pb2.GameResult, _Mapping]] = ..., number: _Optional[int] = ..., open_matters: _Optional[int] = ..., absent: _Optional[_Iterable[int]] = ..., matters: _Optional[_Iterable[_Union[OpenMatter, _Mapping]]] = ...) -> None: ...

class EventGamesRequest(_message.Message):
    __slots__ = ("event", "rounds", "statuses", "rulesets", "open_matters", "page_size", "page_token")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    STATUSES_FIELD_NUMBER: _ClassVar[int]
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    OPEN_MATTERS_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    rounds: _containers.RepeatedScalarFieldContainer[str]
    statuses: _containers.RepeatedScalarFieldContainer[EventGameStatus]
    rulesets: _containers.RepeatedScalarFieldContainer[str]
    open_matters: bool
    page_size: int
    page_token: str
    def __init__(self, event: _Optional[bytes] = ..., rounds: _Optional[_Iterable[str]] = ..., statuses: _Optional[_Iterable[_Union[EventGameStatus, str]]] = ..., rulesets: _Optional[_Iterable[str]] = ..., open_matters: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class EventGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token", "position")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[EventGame]
    next_page_token: str
    position: FeedPosition
    def __init__(self, games: _Optional[_Iterable[_Union[EventGame, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., position: _Optional[_Union[FeedPosition, _Mapping]] = ...) -> None: ...

class FeedPosition(_message.Message):
    __slots__ = ("epoch", "number")
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    epoch: int
    number: int
    def __init__(self, epoch: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class Sign(_message.Message):
    __slots__ = ("kind", "party", "name", "act", "clause", "reason", "about")
    KIND_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    kind: SignKind
    party: _record_pb2.Party
    name: str
    act: str
    clause: str
    reason: str
    about: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, kind: _Optional[_Union[SignKind, str]] = ..., party: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., name: _Optional[str] = ..., act: _Optional[str] = ..., clause: _Optional[str] = ..., reason: _Optional[str] = ..., about: _Optional[_Iterable[int]] = ...) -> None: ...

class FeedEntry(_message.Message):
    __slots__ = ("position", "game", "seq", "hash", "time", "actor", "command", "signs", "row")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    SIGNS_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    position: FeedPosition
    game: bytes
    seq: int
    hash: bytes
    time: _timestamp_pb2.Timestamp
    actor: _record_pb2.Actor
    command: str
    signs: _containers.RepeatedCompositeFieldContainer[Sign]
    row: EventGame
    def __init__(self, position: _Optional[_Union[FeedPosition, _Mapping]] = ..., game: _Optional[bytes] = ..., seq: _Optional[int] = ..., hash: _Optional[bytes] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor: _Optional[_Union[_record_pb2.Actor, _Mapping]] = ..., command: _Optional[str] = ..., signs: _Optional[_Iterable[_Union[Sign, _Mapping]]] = ..., row: _Optional[_Union[EventGame, _Mapping]] = ...) -> None: ...

class FollowEventRequest(_message.Message):
    __slots__ = ("event", "after", "signs_only")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    SIGNS_ONLY_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    after: FeedPosition
    signs_only: bool
    def __init__(self, event: _Optional[bytes] = ..., after: _Optional[_Union[FeedPosition, _Mapping]] = ..., signs_only: _Optional[bool] = ...) -> None: ...

class ReadEventLogRequest(_message.Message):
    __slots__ = ("event", "after")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    after: int
    def __init__(self, event: _Optional[bytes] = ..., after: _Optional[int] = ...) -> None: ...

class EventEntry(_message.Message):
    __slots__ = ("seq", "time", "actor", "kind", "record", "hash", "receipt")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    seq: int
    time: _timestamp_pb2.Timestamp
    actor: _record_pb2.Actor
    kind: str
    record: bytes
    hash: bytes
    receipt: _record_pb2.Receipt
    def __init__(self, seq: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor: _Optional[_Union[_record_pb2.Actor, _Mapping]] = ..., kind: _Optional[str] = ..., record: _Optional[bytes] = ..., hash: _Optional[bytes] = ..., receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ...) -> None: ...

class EventResultsRequest(_message.Message):
    __slots__ = ("event", "rounds", "with_result")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    WITH_RESULT_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    rounds: _containers.RepeatedScalarFieldContainer[str]
    with_result: bool
    def __init__(self, event: _Optional[bytes] = ..., rounds: _Optional[_Iterable[str]] = ..., with_result: _Optional[bool] = ...) -> None: ...

class Evidence(_message.Message):
    __slots__ = ("method", "file", "entries")
    METHOD_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    method: str
    file: str
    entries: int
    def __init__(self, method: _Optional[str] = ..., file: _Optional[str] = ..., entries: _Optional[int] = ...) -> None: ...

class EventResult(_message.Message):
    __slots__ = ("game", "number", "ruleset", "round", "table", "seats", "status", "result", "marks", "replaced_by", "evidence")
    GAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    MARKS_FIELD_NUMBER: _ClassVar[int]
    REPLACED_BY_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    number: int
    ruleset: str
    round: str
    table: str
    seats: _containers.RepeatedCompositeFieldContainer[EventSeat]
    status: EventGameStatus
    result: _games_pb2.GameResult
    marks: _containers.RepeatedScalarFieldContainer[Mark]
    replaced_by: bytes
    evidence: Evidence
    def __init__(self, game: _Optional[bytes] = ..., number: _Optional[int] = ..., ruleset: _Optional[str] = ..., round: _Optional[str] = ..., table: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[EventSeat, _Mapping]]] = ..., status: _Optional[_Union[EventGameStatus, str]] = ..., result: _Optional[_Union[_games_pb2.GameResult, _Mapping]] = ..., marks: _Optional[_Iterable[_Union[Mark, str]]] = ..., replaced_by: _Optional[bytes] = ..., evidence: _Optional[_Union[Evidence, _Mapping]] = ...) -> None: ...

class EventRuling(_message.Message):
    __slots__ = ("game", "number", "round", "table", "seq", "time", "act", "referee", "clause", "reason", "about", "overturned", "waited")
    GAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    OVERTURNED_FIELD_NUMBER: _ClassVar[int]
    WAITED_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    number: int
    round: str
    table: str
    seq: int
    time: _timestamp_pb2.Timestamp
    act: str
    referee: str
    clause: str
    reason: str
    about: _containers.RepeatedScalarFieldContainer[int]
    overturned: bool
    waited: _duration_pb2.Duration
    def __init__(self, game: _Optional[bytes] = ..., number: _Optional[int] = ..., round: _Optional[str] = ..., table: _Optional[str] = ..., seq: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., act: _Optional[str] = ..., referee: _Optional[str] = ..., clause: _Optional[str] = ..., reason: _Optional[str] = ..., about: _Optional[_Iterable[int]] = ..., overturned: _Optional[bool] = ..., waited: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class EventResults(_message.Message):
    __slots__ = ("results", "rulings")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[EventResult]
    rulings: _containers.RepeatedCompositeFieldContainer[EventRuling]
    def __init__(self, results: _Optional[_Iterable[_Union[EventResult, _Mapping]]] = ..., rulings: _Optional[_Iterable[_Union[EventRuling, _Mapping]]] = ...) -> None: ...

class ExportResultsRequest(_message.Message):
    __slots__ = ("results", "rows", "format")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    results: EventResultsRequest
    rows: ExportedRows
    format: ExportFormat
    def __init__(self, results: _Optional[_Union[EventResultsRequest, _Mapping]] = ..., rows: _Optional[_Union[ExportedRows, str]] = ..., format: _Optional[_Union[ExportFormat, str]] = ...) -> None: ...

class InterpretRequest(_message.Message):
    __slots__ = ("event", "command_id", "clause", "text", "reason", "replaces")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REPLACES_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    clause: str
    text: str
    reason: str
    replaces: str
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., clause: _Optional[str] = ..., text: _Optional[str] = ..., reason: _Optional[str] = ..., replaces: _Optional[str] = ...) -> None: ...

class Interpretation(_message.Message):
    __slots__ = ("number", "clause", "text", "reason", "referee", "time", "replaces", "replaced_by")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    REPLACES_FIELD_NUMBER: _ClassVar[int]
    REPLACED_BY_FIELD_NUMBER: _ClassVar[int]
    number: str
    clause: str
    text: str
    reason: str
    referee: str
    time: _timestamp_pb2.Timestamp
    replaces: str
    replaced_by: str
    def __init__(self, number: _Optional[str] = ..., clause: _Optional[str] = ..., text: _Optional[str] = ..., reason: _Optional[str] = ..., referee: _Optional[str] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., replaces: _Optional[str] = ..., replaced_by: _Optional[str] = ...) -> None: ...

class ListInterpretationsRequest(_message.Message):
    __slots__ = ("event", "clause")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    clause: str
    def __init__(self, event: _Optional[bytes] = ..., clause: _Optional[str] = ...) -> None: ...

class ListInterpretationsResponse(_message.Message):
    __slots__ = ("interpretations",)
    INTERPRETATIONS_FIELD_NUMBER: _ClassVar[int]
    interpretations: _containers.RepeatedCompositeFieldContainer[Interpretation]
    def __init__(self, interpretations: _Optional[_Iterable[_Union[Interpretation, _Mapping]]] = ...) -> None: ...

class EventPenaltyRequest(_message.Message):
    __slots__ = ("event", "command_id", "person", "kind", "amount", "game", "reason", "clause")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    person: str
    kind: _terms_pb2.PenaltyKind
    amount: int
    game: bytes
    reason: str
    clause: str
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., person: _Optional[str] = ..., kind: _Optional[_Union[_terms_pb2.PenaltyKind, str]] = ..., amount: _Optional[int] = ..., game: _Optional[bytes] = ..., reason: _Optional[str] = ..., clause: _Optional[str] = ...) -> None: ...

class EventPenalty(_message.Message):
    __slots__ = ("seq", "person", "kind", "amount", "game", "reason", "clause", "referee", "time", "follows")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    FOLLOWS_FIELD_NUMBER: _ClassVar[int]
    seq: int
    person: str
    kind: _terms_pb2.PenaltyKind
    amount: int
    game: bytes
    reason: str
    clause: str
    referee: str
    time: _timestamp_pb2.Timestamp
    follows: int
    def __init__(self, seq: _Optional[int] = ..., person: _Optional[str] = ..., kind: _Optional[_Union[_terms_pb2.PenaltyKind, str]] = ..., amount: _Optional[int] = ..., game: _Optional[bytes] = ..., reason: _Optional[str] = ..., clause: _Optional[str] = ..., referee: _Optional[str] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., follows: _Optional[int] = ...) -> None: ...

class ListPenaltiesRequest(_message.Message):
    __slots__ = ("event", "person", "game", "seat")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    person: str
    game: bytes
    seat: int
    def __init__(self, event: _Optional[bytes] = ..., person: _Optional[str] = ..., game: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class ListPenaltiesResponse(_message.Message):
    __slots__ = ("penalties", "before")
    PENALTIES_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    penalties: _containers.RepeatedCompositeFieldContainer[EventPenalty]
    before: _containers.RepeatedCompositeFieldContainer[_penalties_pb2.PenaltyCount]
    def __init__(self, penalties: _Optional[_Iterable[_Union[EventPenalty, _Mapping]]] = ..., before: _Optional[_Iterable[_Union[_penalties_pb2.PenaltyCount, _Mapping]]] = ...) -> None: ...

class PauseEventRequest(_message.Message):
    __slots__ = ("event", "command_id", "rounds", "reason", "clause")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    rounds: _containers.RepeatedScalarFieldContainer[str]
    reason: str
    clause: str
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., rounds: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ..., clause: _Optional[str] = ...) -> None: ...

class ResumeEventRequest(_message.Message):
    __slots__ = ("event", "command_id", "rounds", "reason", "clause")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    rounds: _containers.RepeatedScalarFieldContainer[str]
    reason: str
    clause: str
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., rounds: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ..., clause: _Optional[str] = ...) -> None: ...

class RuledGame(_message.Message):
    __slots__ = ("game", "round", "table", "receipt", "refused", "act")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    round: str
    table: str
    receipt: _record_pb2.Receipt
    refused: str
    act: _any_pb2.Any
    def __init__(self, game: _Optional[bytes] = ..., round: _Optional[str] = ..., table: _Optional[str] = ..., receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ..., refused: _Optional[str] = ..., act: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class DueAwardsRequest(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    def __init__(self, event: _Optional[bytes] = ...) -> None: ...

class CloseEventRequest(_message.Message):
    __slots__ = ("event", "command_id", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    reason: str
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., reason: _Optional[str] = ...) -> None: ...

class EventStatisticsRequest(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    def __init__(self, event: _Optional[bytes] = ...) -> None: ...

class RulingFigures(_message.Message):
    __slots__ = ("name", "rulings", "overturned", "answers", "median", "longest")
    NAME_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    OVERTURNED_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    MEDIAN_FIELD_NUMBER: _ClassVar[int]
    LONGEST_FIELD_NUMBER: _ClassVar[int]
    name: str
    rulings: int
    overturned: int
    answers: int
    median: _duration_pb2.Duration
    longest: _duration_pb2.Duration
    def __init__(self, name: _Optional[str] = ..., rulings: _Optional[int] = ..., overturned: _Optional[int] = ..., answers: _Optional[int] = ..., median: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., longest: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class EventStatistics(_message.Message):
    __slots__ = ("total", "referees", "clauses", "open_calls")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    REFEREES_FIELD_NUMBER: _ClassVar[int]
    CLAUSES_FIELD_NUMBER: _ClassVar[int]
    OPEN_CALLS_FIELD_NUMBER: _ClassVar[int]
    total: RulingFigures
    referees: _containers.RepeatedCompositeFieldContainer[RulingFigures]
    clauses: _containers.RepeatedCompositeFieldContainer[RulingFigures]
    open_calls: int
    def __init__(self, total: _Optional[_Union[RulingFigures, _Mapping]] = ..., referees: _Optional[_Iterable[_Union[RulingFigures, _Mapping]]] = ..., clauses: _Optional[_Iterable[_Union[RulingFigures, _Mapping]]] = ..., open_calls: _Optional[int] = ...) -> None: ...

class MakeTokenRequest(_message.Message):
    __slots__ = ("event", "command_id", "role", "name", "affiliation", "expires_time", "keys", "rounds", "tables")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    AFFILIATION_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_TIME_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    role: _options_pb2.Role
    name: str
    affiliation: str
    expires_time: _timestamp_pb2.Timestamp
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    rounds: _containers.RepeatedScalarFieldContainer[str]
    tables: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., role: _Optional[_Union[_options_pb2.Role, str]] = ..., name: _Optional[str] = ..., affiliation: _Optional[str] = ..., expires_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., keys: _Optional[_Iterable[bytes]] = ..., rounds: _Optional[_Iterable[str]] = ..., tables: _Optional[_Iterable[str]] = ...) -> None: ...

class EventToken(_message.Message):
    __slots__ = ("key", "role", "name", "affiliation", "made_time", "expires_time", "revoked_time", "keys", "rounds", "tables")
    KEY_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    AFFILIATION_FIELD_NUMBER: _ClassVar[int]
    MADE_TIME_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_TIME_FIELD_NUMBER: _ClassVar[int]
    REVOKED_TIME_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    key: str
    role: _options_pb2.Role
    name: str
    affiliation: str
    made_time: _timestamp_pb2.Timestamp
    expires_time: _timestamp_pb2.Timestamp
    revoked_time: _timestamp_pb2.Timestamp
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    rounds: _containers.RepeatedScalarFieldContainer[str]
    tables: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, key: _Optional[str] = ..., role: _Optional[_Union[_options_pb2.Role, str]] = ..., name: _Optional[str] = ..., affiliation: _Optional[str] = ..., made_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expires_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., revoked_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., keys: _Optional[_Iterable[bytes]] = ..., rounds: _Optional[_Iterable[str]] = ..., tables: _Optional[_Iterable[str]] = ...) -> None: ...

class MakeTokenResponse(_message.Message):
    __slots__ = ("token", "made")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    token: str
    made: EventToken
    def __init__(self, token: _Optional[str] = ..., made: _Optional[_Union[EventToken, _Mapping]] = ...) -> None: ...

class ListTokensRequest(_message.Message):
    __slots__ = ("event", "valid")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    VALID_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    valid: bool
    def __init__(self, event: _Optional[bytes] = ..., valid: _Optional[bool] = ...) -> None: ...

class ListTokensResponse(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: _containers.RepeatedCompositeFieldContainer[EventToken]
    def __init__(self, tokens: _Optional[_Iterable[_Union[EventToken, _Mapping]]] = ...) -> None: ...

class RevokeTokenRequest(_message.Message):
    __slots__ = ("event", "command_id", "key", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: bytes
    command_id: bytes
    key: str
    reason: str
    def __init__(self, event: _Optional[bytes] = ..., command_id: _Optional[bytes] = ..., key: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...
