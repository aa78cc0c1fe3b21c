import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import games_pb2 as _games_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FreezeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FREEZE_KIND_UNSPECIFIED: _ClassVar[FreezeKind]
    FREEZE_KIND_FROZEN: _ClassVar[FreezeKind]
    FREEZE_KIND_ARCHIVED: _ClassVar[FreezeKind]

class ArchiveStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARCHIVE_STEP_UNSPECIFIED: _ClassVar[ArchiveStep]
    ARCHIVE_STEP_WRITTEN: _ClassVar[ArchiveStep]
    ARCHIVE_STEP_AUDITED: _ClassVar[ArchiveStep]
    ARCHIVE_STEP_ARCHIVED: _ClassVar[ArchiveStep]
    ARCHIVE_STEP_REMOVED: _ClassVar[ArchiveStep]

class RecordOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_OUTCOME_UNSPECIFIED: _ClassVar[RecordOutcome]
    RECORD_OUTCOME_BEGUN: _ClassVar[RecordOutcome]
    RECORD_OUTCOME_DONE: _ClassVar[RecordOutcome]
    RECORD_OUTCOME_FAILED: _ClassVar[RecordOutcome]
FREEZE_KIND_UNSPECIFIED: FreezeKind
FREEZE_KIND_FROZEN: FreezeKind
FREEZE_KIND_ARCHIVED: FreezeKind
ARCHIVE_STEP_UNSPECIFIED: ArchiveStep
ARCHIVE_STEP_WRITTEN: ArchiveStep
ARCHIVE_STEP_AUDITED: ArchiveStep
ARCHIVE_STEP_ARCHIVED: ArchiveStep
ARCHIVE_STEP_REMOVED: ArchiveStep
RECORD_OUTCOME_UNSPECIFIED: RecordOutcome
RECORD_OUTCOME_BEGUN: RecordOutcome
RECORD_OUTCOME_DONE: RecordOutcome
RECORD_OUTCOME_FAILED: RecordOutcome

class LookRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    def __init__(self, game: _Optional[bytes] = ...) -> None: ...

class GameState(_message.Message):
    __slots__ = ("game", "ruleset", "edition", "owner", "entries", "head", "size", "opened_time", "last_time", "windows", "finished", "revealed", "log_key", "freeze", "archive", "fault", "in_memory", "process", "processes", "log_key_lost")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    OPENED_TIME_FIELD_NUMBER: _ClassVar[int]
    LAST_TIME_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    LOG_KEY_FIELD_NUMBER: _ClassVar[int]
    FREEZE_FIELD_NUMBER: _ClassVar[int]
    ARCHIVE_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    IN_MEMORY_FIELD_NUMBER: _ClassVar[int]
    PROCESS_FIELD_NUMBER: _ClassVar[int]
    PROCESSES_FIELD_NUMBER: _ClassVar[int]
    LOG_KEY_LOST_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    ruleset: str
    edition: str
    owner: str
    entries: int
    head: bytes
    size: int
    opened_time: _timestamp_pb2.Timestamp
    last_time: _timestamp_pb2.Timestamp
    windows: _containers.RepeatedCompositeFieldContainer[_record_pb2.Window]
    finished: bool
    revealed: bool
    log_key: str
    freeze: FreezeState
    archive: ArchiveState
    fault: str
    in_memory: bool
    process: str
    processes: _containers.RepeatedScalarFieldContainer[str]
    log_key_lost: bool
    def __init__(self, game: _Optional[bytes] = ..., ruleset: _Optional[str] = ..., edition: _Optional[str] = ..., owner: _Optional[str] = ..., entries: _Optional[int] = ..., head: _Optional[bytes] = ..., size: _Optional[int] = ..., opened_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., windows: _Optional[_Iterable[_Union[_record_pb2.Window, _Mapping]]] = ..., finished: _Optional[bool] = ..., revealed: _Optional[bool] = ..., log_key: _Optional[str] = ..., freeze: _Optional[_Union[FreezeState, _Mapping]] = ..., archive: _Optional[_Union[ArchiveState, _Mapping]] = ..., fault: _Optional[str] = ..., in_memory: _Optional[bool] = ..., process: _Optional[str] = ..., processes: _Optional[_Iterable[str]] = ..., log_key_lost: _Optional[bool] = ...) -> None: ...

class FreezeState(_message.Message):
    __slots__ = ("kind", "time", "by", "reason")
    KIND_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    kind: FreezeKind
    time: _timestamp_pb2.Timestamp
    by: str
    reason: str
    def __init__(self, kind: _Optional[_Union[FreezeKind, str]] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., by: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ArchiveState(_message.Message):
    __slots__ = ("file", "sha256", "removed", "forgotten", "time")
    FILE_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    FORGOTTEN_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    file: str
    sha256: bytes
    removed: bool
    forgotten: bool
    time: _timestamp_pb2.Timestamp
    def __init__(self, file: _Optional[str] = ..., sha256: _Optional[bytes] = ..., removed: _Optional[bool] = ..., forgotten: _Optional[bool] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SurveyRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class SurveyResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[GameState]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[GameState, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class FreezeRequest(_message.Message):
    __slots__ = ("game", "reason")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    reason: str
    def __init__(self, game: _Optional[bytes] = ..., reason: _Optional[str] = ...) -> None: ...

class UnfreezeRequest(_message.Message):
    __slots__ = ("game", "reason")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    reason: str
    def __init__(self, game: _Optional[bytes] = ..., reason: _Optional[str] = ...) -> None: ...

class CloseRequest(_message.Message):
    __slots__ = ("game", "reason", "command_id")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    reason: str
    command_id: bytes
    def __init__(self, game: _Optional[bytes] = ..., reason: _Optional[str] = ..., command_id: _Optional[bytes] = ...) -> None: ...

class RepairPart(_message.Message):
    __slots__ = ("game", "reason", "receipts", "replay", "begins")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RECEIPTS_FIELD_NUMBER: _ClassVar[int]
    REPLAY_FIELD_NUMBER: _ClassVar[int]
    BEGINS_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    reason: str
    receipts: _containers.RepeatedScalarFieldContainer[str]
    replay: bytes
    begins: bool
    def __init__(self, game: _Optional[bytes] = ..., reason: _Optional[str] = ..., receipts: _Optional[_Iterable[str]] = ..., replay: _Optional[bytes] = ..., begins: _Optional[bool] = ...) -> None: ...

class RepairResponse(_message.Message):
    __slots__ = ("first", "last", "head")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    first: int
    last: int
    head: bytes
    def __init__(self, first: _Optional[int] = ..., last: _Optional[int] = ..., head: _Optional[bytes] = ...) -> None: ...

class ArchiveRequest(_message.Message):
    __slots__ = ("game", "reason", "remove")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REMOVE_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    reason: str
    remove: bool
    def __init__(self, game: _Optional[bytes] = ..., reason: _Optional[str] = ..., remove: _Optional[bool] = ...) -> None: ...

class ArchiveResponse(_message.Message):
    __slots__ = ("step", "archive")
    STEP_FIELD_NUMBER: _ClassVar[int]
    ARCHIVE_FIELD_NUMBER: _ClassVar[int]
    step: ArchiveStep
    archive: ArchiveState
    def __init__(self, step: _Optional[_Union[ArchiveStep, str]] = ..., archive: _Optional[_Union[ArchiveState, _Mapping]] = ...) -> None: ...

class ForgetRequest(_message.Message):
    __slots__ = ("game", "reason")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    reason: str
    def __init__(self, game: _Optional[bytes] = ..., reason: _Optional[str] = ...) -> None: ...

class ProofRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    def __init__(self, game: _Optional[bytes] = ...) -> None: ...

class RebuildRequest(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class RebuildResponse(_message.Message):
    __slots__ = ("done", "total", "unread", "dropped")
    DONE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    UNREAD_FIELD_NUMBER: _ClassVar[int]
    DROPPED_FIELD_NUMBER: _ClassVar[int]
    done: int
    total: int
    unread: _containers.RepeatedScalarFieldContainer[bytes]
    dropped: int
    def __init__(self, done: _Optional[int] = ..., total: _Optional[int] = ..., unread: _Optional[_Iterable[bytes]] = ..., dropped: _Optional[int] = ...) -> None: ...

class RotateRequest(_message.Message):
    __slots__ = ("reason", "verification_key")
    REASON_FIELD_NUMBER: _ClassVar[int]
    VERIFICATION_KEY_FIELD_NUMBER: _ClassVar[int]
    reason: str
    verification_key: str
    def __init__(self, reason: _Optional[str] = ..., verification_key: _Optional[str] = ...) -> None: ...

class RotateResponse(_message.Message):
    __slots__ = ("verification_key", "change")
    VERIFICATION_KEY_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    verification_key: str
    change: str
    def __init__(self, verification_key: _Optional[str] = ..., change: _Optional[str] = ...) -> None: ...

class ChangeKeyRequest(_message.Message):
    __slots__ = ("game", "reason", "command_id")
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    COMMAND_ID_FIELD_NUMBER: _ClassVar[int]
    game: bytes
    reason: str
    command_id: bytes
    def __init__(self, game: _Optional[bytes] = ..., reason: _Optional[str] = ..., command_id: _Optional[bytes] = ...) -> None: ...

class Everybody(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Quota(_message.Message):
    __slots__ = ("owner", "everybody", "open_games", "daily_games", "open_now", "opened_today")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    EVERYBODY_FIELD_NUMBER: _ClassVar[int]
    OPEN_GAMES_FIELD_NUMBER: _ClassVar[int]
    DAILY_GAMES_FIELD_NUMBER: _ClassVar[int]
    OPEN_NOW_FIELD_NUMBER: _ClassVar[int]
    OPENED_TODAY_FIELD_NUMBER: _ClassVar[int]
    owner: str
    everybody: Everybody
    open_games: int
    daily_games: int
    open_now: int
    opened_today: int
    def __init__(self, owner: _Optional[str] = ..., everybody: _Optional[_Union[Everybody, _Mapping]] = ..., open_games: _Optional[int] = ..., daily_games: _Optional[int] = ..., open_now: _Optional[int] = ..., opened_today: _Optional[int] = ...) -> None: ...

class SetQuotaRequest(_message.Message):
    __slots__ = ("quota", "reason")
    QUOTA_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    quota: Quota
    reason: str
    def __init__(self, quota: _Optional[_Union[Quota, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...

class ListQuotasRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Quotas(_message.Message):
    __slots__ = ("quotas",)
    QUOTAS_FIELD_NUMBER: _ClassVar[int]
    quotas: _containers.RepeatedCompositeFieldContainer[Quota]
    def __init__(self, quotas: _Optional[_Iterable[_Union[Quota, _Mapping]]] = ...) -> None: ...

class RecordRequest(_message.Message):
    __slots__ = ("after",)
    AFTER_FIELD_NUMBER: _ClassVar[int]
    after: int
    def __init__(self, after: _Optional[int] = ...) -> None: ...

class RecordResponse(_message.Message):
    __slots__ = ("rows",)
    ROWS_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[RecordRow]
    def __init__(self, rows: _Optional[_Iterable[_Union[RecordRow, _Mapping]]] = ...) -> None: ...

class RecordRow(_message.Message):
    __slots__ = ("number", "time", "by", "verb", "game", "reason", "outcome", "detail", "follows", "fault")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    VERB_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    FOLLOWS_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    number: int
    time: _timestamp_pb2.Timestamp
    by: str
    verb: str
    game: bytes
    reason: str
    outcome: RecordOutcome
    detail: str
    follows: bool
    fault: str
    def __init__(self, number: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., by: _Optional[str] = ..., verb: _Optional[str] = ..., game: _Optional[bytes] = ..., reason: _Optional[str] = ..., outcome: _Optional[_Union[RecordOutcome, str]] = ..., detail: _Optional[str] = ..., follows: _Optional[bool] = ..., fault: _Optional[str] = ...) -> None: ...
