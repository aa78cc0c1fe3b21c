import datetime

from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import officials_pb2 as _officials_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import play_pb2 as _play_pb2
from wargame.v1 import precedents_pb2 as _precedents_pb2
from wargame.v1 import protocol_pb2 as _protocol_pb2
from wargame.v1 import ready_pb2 as _ready_pb2
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

class Signatures(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIGNATURES_UNSPECIFIED: _ClassVar[Signatures]
    SIGNATURES_ALL: _ClassVar[Signatures]
    SIGNATURES_NONE: _ClassVar[Signatures]
    SIGNATURES_SEATS: _ClassVar[Signatures]

class ReadyKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    READY_KIND_UNSPECIFIED: _ClassVar[ReadyKind]
    READY_KIND_SCENARIO: _ClassVar[ReadyKind]
    READY_KIND_MAP: _ClassVar[ReadyKind]
    READY_KIND_ARMY: _ClassVar[ReadyKind]
    READY_KIND_CATALOGUE: _ClassVar[ReadyKind]
    READY_KIND_TERRAIN: _ClassVar[ReadyKind]

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_PASS: _ClassVar[Verdict]
    VERDICT_PASS_WITH_NOTES: _ClassVar[Verdict]
    VERDICT_FAIL: _ClassVar[Verdict]
    VERDICT_INCOMPLETE: _ClassVar[Verdict]

class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEVERITY_UNSPECIFIED: _ClassVar[Severity]
    SEVERITY_ERROR: _ClassVar[Severity]
    SEVERITY_WARNING: _ClassVar[Severity]
    SEVERITY_NOTE: _ClassVar[Severity]

class AuditLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AUDIT_LEVEL_UNSPECIFIED: _ClassVar[AuditLevel]
    AUDIT_LEVEL_L0: _ClassVar[AuditLevel]
    AUDIT_LEVEL_L1: _ClassVar[AuditLevel]
    AUDIT_LEVEL_L2: _ClassVar[AuditLevel]
    AUDIT_LEVEL_L3: _ClassVar[AuditLevel]
SIGNATURES_UNSPECIFIED: Signatures
SIGNATURES_ALL: Signatures
SIGNATURES_NONE: Signatures
SIGNATURES_SEATS: Signatures
READY_KIND_UNSPECIFIED: ReadyKind
READY_KIND_SCENARIO: ReadyKind
READY_KIND_MAP: ReadyKind
READY_KIND_ARMY: ReadyKind
READY_KIND_CATALOGUE: ReadyKind
READY_KIND_TERRAIN: ReadyKind
VERDICT_UNSPECIFIED: Verdict
VERDICT_PASS: Verdict
VERDICT_PASS_WITH_NOTES: Verdict
VERDICT_FAIL: Verdict
VERDICT_INCOMPLETE: Verdict
SEVERITY_UNSPECIFIED: Severity
SEVERITY_ERROR: Severity
SEVERITY_WARNING: Severity
SEVERITY_NOTE: Severity
AUDIT_LEVEL_UNSPECIFIED: AuditLevel
AUDIT_LEVEL_L0: AuditLevel
AUDIT_LEVEL_L1: AuditLevel
AUDIT_LEVEL_L2: AuditLevel
AUDIT_LEVEL_L3: AuditLevel

class OpenRequest(_message.Message):
    __slots__ = ("command_id", "ruleset", "seats", "pace", "dice_mode", "profile", "response_limit", "referee", "appeal_window", "labels", "signatures", "test_seed", "event_terms", "starts_time", "restarts", "officials", "stretches", "referee_contributes", "spectator_delay")
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    DICE_MODE_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    APPEAL_WINDOW_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    SIGNATURES_FIELD_NUMBER: _ClassVar[int]
    TEST_SEED_FIELD_NUMBER: _ClassVar[int]
    EVENT_TERMS_FIELD_NUMBER: _ClassVar[int]
    STARTS_TIME_FIELD_NUMBER: _ClassVar[int]
    RESTARTS_FIELD_NUMBER: _ClassVar[int]
    OFFICIALS_FIELD_NUMBER: _ClassVar[int]
    STRETCHES_FIELD_NUMBER: _ClassVar[int]
    REFEREE_CONTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_DELAY_FIELD_NUMBER: _ClassVar[int]
    command_id: bytes
    ruleset: str
    seats: _containers.RepeatedCompositeFieldContainer[_protocol_pb2.Seat]
    pace: _protocol_pb2.Pace
    dice_mode: _protocol_pb2.DiceMode
    profile: _protocol_pb2.Profile
    response_limit: _duration_pb2.Duration
    referee: bool
    appeal_window: _duration_pb2.Duration
    labels: _containers.RepeatedCompositeFieldContainer[_protocol_pb2.Label]
    signatures: Signatures
    test_seed: bytes
    event_terms: _terms_pb2.GameTerms
    starts_time: _timestamp_pb2.Timestamp
    restarts: bytes
    officials: _containers.RepeatedCompositeFieldContainer[_officials_pb2.Official]
    stretches: _stretches_pb2.Stretches
    referee_contributes: bool
    spectator_delay: _duration_pb2.Duration
    def __init__(self, command_id: _Optional[bytes] = ..., ruleset: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[_protocol_pb2.Seat, _Mapping]]] = ..., pace: _Optional[_Union[_protocol_pb2.Pace, str]] = ..., dice_mode: _Optional[_Union[_protocol_pb2.DiceMode, str]] = ..., profile: _Optional[_Union[_protocol_pb2.Profile, str]] = ..., response_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., referee: _Optional[bool] = ..., appeal_window: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., labels: _Optional[_Iterable[_Union[_protocol_pb2.Label, _Mapping]]] = ..., signatures: _Optional[_Union[Signatures, str]] = ..., test_seed: _Optional[bytes] = ..., event_terms: _Optional[_Union[_terms_pb2.GameTerms, _Mapping]] = ..., starts_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., restarts: _Optional[bytes] = ..., officials: _Optional[_Iterable[_Union[_officials_pb2.Official, _Mapping]]] = ..., stretches: _Optional[_Union[_stretches_pb2.Stretches, _Mapping]] = ..., referee_contributes: _Optional[bool] = ..., spectator_delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Credential(_message.Message):
    __slots__ = ("role", "seat", "token")
    ROLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    role: _options_pb2.Role
    seat: int
    token: str
    def __init__(self, role: _Optional[_Union[_options_pb2.Role, str]] = ..., seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class Registration(_message.Message):
    __slots__ = ("register", "leaf", "proof", "key")
    REGISTER_FIELD_NUMBER: _ClassVar[int]
    LEAF_FIELD_NUMBER: _ClassVar[int]
    PROOF_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    register: str
    leaf: bytes
    proof: str
    key: str
    def __init__(self, register: _Optional[str] = ..., leaf: _Optional[bytes] = ..., proof: _Optional[str] = ..., key: _Optional[str] = ...) -> None: ...

class OpenResponse(_message.Message):
    __slots__ = ("game", "credentials", "receipt", "commitment", "registration")
    GAME_FIELD_NUMBER: _ClassVar[int]
    CREDENTIALS_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    REGISTRATION_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    credentials: _containers.RepeatedCompositeFieldContainer[Credential]
    receipt: _record_pb2.Receipt
    commitment: bytes
    registration: Registration
    def __init__(self, game: _Optional[bytes] = ..., credentials: _Optional[_Iterable[_Union[Credential, _Mapping]]] = ..., receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ..., commitment: _Optional[bytes] = ..., registration: _Optional[_Union[Registration, _Mapping]] = ...) -> None: ...

class CheckRequest(_message.Message):
    __slots__ = ("game", "command")
    GAME_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    command: _any_pb2.Any
    def __init__(self, game: _Optional[bytes] = ..., command: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class CheckResponse(_message.Message):
    __slots__ = ("seq", "head", "refusal")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    seq: int
    head: bytes
    refusal: _record_pb2.Refusal
    def __init__(self, seq: _Optional[int] = ..., head: _Optional[bytes] = ..., refusal: _Optional[_Union[_record_pb2.Refusal, _Mapping]] = ...) -> None: ...

class GetRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    def __init__(self, game: _Optional[bytes] = ...) -> None: ...

class GetResponse(_message.Message):
    __slots__ = ("game", "terms", "receipt", "windows", "result", "finished", "revealed", "opened_time", "last_time", "clocks", "registration")
    GAME_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    OPENED_TIME_FIELD_NUMBER: _ClassVar[int]
    LAST_TIME_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    REGISTRATION_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    terms: _protocol_pb2.OpenGame
    receipt: _record_pb2.Receipt
    windows: _containers.RepeatedCompositeFieldContainer[_record_pb2.Window]
    result: GameResult
    finished: bool
    revealed: bool
    opened_time: _timestamp_pb2.Timestamp
    last_time: _timestamp_pb2.Timestamp
    clocks: _record_pb2.Clocks
    registration: Registration
    def __init__(self, game: _Optional[bytes] = ..., terms: _Optional[_Union[_protocol_pb2.OpenGame, _Mapping]] = ..., receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ..., windows: _Optional[_Iterable[_Union[_record_pb2.Window, _Mapping]]] = ..., result: _Optional[_Union[GameResult, _Mapping]] = ..., finished: _Optional[bool] = ..., revealed: _Optional[bool] = ..., opened_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., clocks: _Optional[_Union[_record_pb2.Clocks, _Mapping]] = ..., registration: _Optional[_Union[Registration, _Mapping]] = ...) -> None: ...

class GameResult(_message.Message):
    __slots__ = ("winners", "outcome", "ending", "by", "places", "scores", "played", "ruling")
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    RULING_FIELD_NUMBER: _ClassVar[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    outcome: str
    ending: _terms_pb2.Ending
    by: _protocol_pb2.ResultBy
    places: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedCompositeFieldContainer[_protocol_pb2.SeatScore]
    played: bool
    ruling: int
    def __init__(self, winners: _Optional[_Iterable[int]] = ..., outcome: _Optional[str] = ..., ending: _Optional[_Union[_terms_pb2.Ending, str]] = ..., by: _Optional[_Union[_protocol_pb2.ResultBy, str]] = ..., places: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[_Union[_protocol_pb2.SeatScore, _Mapping]]] = ..., played: _Optional[bool] = ..., ruling: _Optional[int] = ...) -> None: ...

class ReadInspectedRequest(_message.Message):
    __slots__ = ("game", "entry")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    entry: int
    def __init__(self, game: _Optional[bytes] = ..., entry: _Optional[int] = ...) -> None: ...

class InspectedTables(_message.Message):
    __slots__ = ("tables",)
    TABLES_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[InspectedTable]
    def __init__(self, tables: _Optional[_Iterable[_Union[InspectedTable, _Mapping]]] = ...) -> None: ...

class InspectedTable(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class ReadyList(_message.Message):
    __slots__ = ("sheets",)
    SHEETS_FIELD_NUMBER: _ClassVar[int]
    sheets: _containers.RepeatedCompositeFieldContainer[ReadySheet]
    def __init__(self, sheets: _Optional[_Iterable[_Union[ReadySheet, _Mapping]]] = ...) -> None: ...

class ReadySheet(_message.Message):
    __slots__ = ("kind", "name", "title", "clause", "sheet")
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    kind: ReadyKind
    name: str
    title: str
    clause: str
    sheet: _any_pb2.Any
    def __init__(self, kind: _Optional[_Union[ReadyKind, str]] = ..., name: _Optional[str] = ..., title: _Optional[str] = ..., clause: _Optional[str] = ..., sheet: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class ReadReadyRequest(_message.Message):
    __slots__ = ("game", "kind", "name")
    GAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    kind: ReadyKind
    name: str
    def __init__(self, game: _Optional[bytes] = ..., kind: _Optional[_Union[ReadyKind, str]] = ..., name: _Optional[str] = ...) -> None: ...

class ReadyItem(_message.Message):
    __slots__ = ("sheet", "content")
    SHEET_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    sheet: ReadySheet
    content: _any_pb2.Any
    def __init__(self, sheet: _Optional[_Union[ReadySheet, _Mapping]] = ..., content: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class ListRequest(_message.Message):
    __slots__ = ("labels", "page_size", "page_token")
    LABELS_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    labels: _containers.RepeatedCompositeFieldContainer[_protocol_pb2.Label]
    page_size: int
    page_token: str
    def __init__(self, labels: _Optional[_Iterable[_Union[_protocol_pb2.Label, _Mapping]]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[ListedGame]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[ListedGame, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListedGame(_message.Message):
    __slots__ = ("game", "terms", "opened_time")
    GAME_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    OPENED_TIME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    terms: _protocol_pb2.OpenGame
    opened_time: _timestamp_pb2.Timestamp
    def __init__(self, game: _Optional[bytes] = ..., terms: _Optional[_Union[_protocol_pb2.OpenGame, _Mapping]] = ..., opened_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ExportRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    def __init__(self, game: _Optional[bytes] = ...) -> None: ...

class Chunk(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class CheckedLevel(_message.Message):
    __slots__ = ("level", "unfinished")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    UNFINISHED_FIELD_NUMBER: _ClassVar[int]
    level: AuditLevel
    unfinished: str
    def __init__(self, level: _Optional[_Union[AuditLevel, str]] = ..., unfinished: _Optional[str] = ...) -> None: ...

class Finding(_message.Message):
    __slots__ = ("code", "severity", "seq", "expected", "found")
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    FOUND_FIELD_NUMBER: _ClassVar[int]
    code: str
    severity: Severity
    seq: int
    expected: str
    found: str
    def __init__(self, code: _Optional[str] = ..., severity: _Optional[_Union[Severity, str]] = ..., seq: _Optional[int] = ..., expected: _Optional[str] = ..., found: _Optional[str] = ...) -> None: ...

class AuditReport(_message.Message):
    __slots__ = ("verdict", "game", "ruleset", "edition", "entries", "primary", "findings", "levels", "remarks")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    PRIMARY_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    REMARKS_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    game: bytes
    ruleset: str
    edition: str
    entries: int
    primary: Finding
    findings: _containers.RepeatedCompositeFieldContainer[Finding]
    levels: _containers.RepeatedCompositeFieldContainer[CheckedLevel]
    remarks: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, verdict: _Optional[_Union[Verdict, str]] = ..., game: _Optional[bytes] = ..., ruleset: _Optional[str] = ..., edition: _Optional[str] = ..., entries: _Optional[int] = ..., primary: _Optional[_Union[Finding, _Mapping]] = ..., findings: _Optional[_Iterable[_Union[Finding, _Mapping]]] = ..., levels: _Optional[_Iterable[_Union[CheckedLevel, _Mapping]]] = ..., remarks: _Optional[_Iterable[str]] = ...) -> None: ...

class ExplainRequest(_message.Message):
    __slots__ = ("clause", "ruleset")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    clause: str
    ruleset: str
    def __init__(self, clause: _Optional[str] = ..., ruleset: _Optional[str] = ...) -> None: ...

class ExplainResponse(_message.Message):
    __slots__ = ("clause", "text", "rulesets")
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    clause: str
    text: str
    rulesets: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, clause: _Optional[str] = ..., text: _Optional[str] = ..., rulesets: _Optional[_Iterable[str]] = ...) -> None: ...

class LogKeyRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LogKeyResponse(_message.Message):
    __slots__ = ("verification_key", "changes")
    VERIFICATION_KEY_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    verification_key: str
    changes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, verification_key: _Optional[str] = ..., changes: _Optional[_Iterable[str]] = ...) -> None: ...
