import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from wargame.v1 import acceptances_pb2 as _acceptances_pb2
from wargame.v1 import appeals_pb2 as _appeals_pb2
from wargame.v1 import clocks_pb2 as _clocks_pb2
from wargame.v1 import corrections_pb2 as _corrections_pb2
from wargame.v1 import officials_pb2 as _officials_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import penalties_pb2 as _penalties_pb2
from wargame.v1 import readings_pb2 as _readings_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import results_pb2 as _results_pb2
from wargame.v1 import rewinds_pb2 as _rewinds_pb2
from wargame.v1 import rulings_pb2 as _rulings_pb2
from wargame.v1 import seats_pb2 as _seats_pb2
from wargame.v1 import stops_pb2 as _stops_pb2
from wargame.v1 import stretches_pb2 as _stretches_pb2
from wargame.v1 import table_dice_pb2 as _table_dice_pb2
from wargame.v1 import terms_pb2 as _terms_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Pace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PACE_UNSPECIFIED: _ClassVar[Pace]
    PACE_AUTO: _ClassVar[Pace]
    PACE_STEP: _ClassVar[Pace]

class DiceMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DICE_MODE_UNSPECIFIED: _ClassVar[DiceMode]
    DICE_MODE_SEEDED: _ClassVar[DiceMode]
    DICE_MODE_REPORTED: _ClassVar[DiceMode]

class Profile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROFILE_UNSPECIFIED: _ClassVar[Profile]
    PROFILE_P0: _ClassVar[Profile]
    PROFILE_P1: _ClassVar[Profile]

class ResultBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESULT_BY_UNSPECIFIED: _ClassVar[ResultBy]
    RESULT_BY_RULES: _ClassVar[ResultBy]
    RESULT_BY_SEATS: _ClassVar[ResultBy]
    RESULT_BY_CLOCK: _ClassVar[ResultBy]
    RESULT_BY_RULING: _ClassVar[ResultBy]
PACE_UNSPECIFIED: Pace
PACE_AUTO: Pace
PACE_STEP: Pace
DICE_MODE_UNSPECIFIED: DiceMode
DICE_MODE_SEEDED: DiceMode
DICE_MODE_REPORTED: DiceMode
PROFILE_UNSPECIFIED: Profile
PROFILE_P0: Profile
PROFILE_P1: Profile
RESULT_BY_UNSPECIFIED: ResultBy
RESULT_BY_RULES: ResultBy
RESULT_BY_SEATS: ResultBy
RESULT_BY_CLOCK: ResultBy
RESULT_BY_RULING: ResultBy

class Acknowledged(_message.Message):
    __slots__ = ("receipt", "rolls", "windows", "clocks")
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    ROLLS_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    receipt: _record_pb2.Receipt
    rolls: _containers.RepeatedCompositeFieldContainer[_record_pb2.Roll]
    windows: _containers.RepeatedCompositeFieldContainer[_record_pb2.Window]
    clocks: _record_pb2.Clocks
    def __init__(self, receipt: _Optional[_Union[_record_pb2.Receipt, _Mapping]] = ..., rolls: _Optional[_Iterable[_Union[_record_pb2.Roll, _Mapping]]] = ..., windows: _Optional[_Iterable[_Union[_record_pb2.Window, _Mapping]]] = ..., clocks: _Optional[_Union[_record_pb2.Clocks, _Mapping]] = ...) -> None: ...

class ScorePart(_message.Message):
    __slots__ = ("name", "value", "clause")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: int
    clause: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[int] = ..., clause: _Optional[str] = ...) -> None: ...

class TieBreak(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: int
    def __init__(self, name: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...

class SeatScore(_message.Message):
    __slots__ = ("total", "parts", "ties")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    TIES_FIELD_NUMBER: _ClassVar[int]
    total: int
    parts: _containers.RepeatedCompositeFieldContainer[ScorePart]
    ties: _containers.RepeatedCompositeFieldContainer[TieBreak]
    def __init__(self, total: _Optional[int] = ..., parts: _Optional[_Iterable[_Union[ScorePart, _Mapping]]] = ..., ties: _Optional[_Iterable[_Union[TieBreak, _Mapping]]] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("name", "keys", "bot")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    name: str
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    bot: bool
    def __init__(self, name: _Optional[str] = ..., keys: _Optional[_Iterable[bytes]] = ..., bot: _Optional[bool] = ...) -> None: ...

class Label(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class OpenGame(_message.Message):
    __slots__ = ("ruleset", "edition", "package", "engine", "seats", "pace", "dice_mode", "profile", "response_limit", "referee", "appeal_window", "labels", "test", "signed", "master_key", "log_key", "commitment", "event", "event_terms", "starts_time", "restarts", "acts_signed", "officials", "stretches", "referee_contributes", "spectator_delay")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    PACKAGE_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    DICE_MODE_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    APPEAL_WINDOW_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    TEST_FIELD_NUMBER: _ClassVar[int]
    SIGNED_FIELD_NUMBER: _ClassVar[int]
    MASTER_KEY_FIELD_NUMBER: _ClassVar[int]
    LOG_KEY_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    EVENT_TERMS_FIELD_NUMBER: _ClassVar[int]
    STARTS_TIME_FIELD_NUMBER: _ClassVar[int]
    RESTARTS_FIELD_NUMBER: _ClassVar[int]
    ACTS_SIGNED_FIELD_NUMBER: _ClassVar[int]
    OFFICIALS_FIELD_NUMBER: _ClassVar[int]
    STRETCHES_FIELD_NUMBER: _ClassVar[int]
    REFEREE_CONTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_DELAY_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    edition: str
    package: str
    engine: bytes
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    pace: Pace
    dice_mode: DiceMode
    profile: Profile
    response_limit: _duration_pb2.Duration
    referee: bool
    appeal_window: _duration_pb2.Duration
    labels: _containers.RepeatedCompositeFieldContainer[Label]
    test: bool
    signed: bool
    master_key: str
    log_key: str
    commitment: bytes
    event: bytes
    event_terms: _terms_pb2.GameTerms
    starts_time: _timestamp_pb2.Timestamp
    restarts: bytes
    acts_signed: bool
    officials: _containers.RepeatedCompositeFieldContainer[_officials_pb2.Official]
    stretches: _stretches_pb2.Stretches
    referee_contributes: bool
    spectator_delay: _duration_pb2.Duration
    def __init__(self, ruleset: _Optional[str] = ..., edition: _Optional[str] = ..., package: _Optional[str] = ..., engine: _Optional[bytes] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., pace: _Optional[_Union[Pace, str]] = ..., dice_mode: _Optional[_Union[DiceMode, str]] = ..., profile: _Optional[_Union[Profile, str]] = ..., response_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., referee: _Optional[bool] = ..., appeal_window: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., labels: _Optional[_Iterable[_Union[Label, _Mapping]]] = ..., test: _Optional[bool] = ..., signed: _Optional[bool] = ..., master_key: _Optional[str] = ..., log_key: _Optional[str] = ..., commitment: _Optional[bytes] = ..., event: _Optional[bytes] = ..., event_terms: _Optional[_Union[_terms_pb2.GameTerms, _Mapping]] = ..., starts_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., restarts: _Optional[bytes] = ..., acts_signed: _Optional[bool] = ..., officials: _Optional[_Iterable[_Union[_officials_pb2.Official, _Mapping]]] = ..., stretches: _Optional[_Union[_stretches_pb2.Stretches, _Mapping]] = ..., referee_contributes: _Optional[bool] = ..., spectator_delay: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class CommitContribution(_message.Message):
    __slots__ = ("commitment", "header")
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    commitment: bytes
    header: _record_pb2.Header
    def __init__(self, commitment: _Optional[bytes] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class OpenContribution(_message.Message):
    __slots__ = ("contribution", "header")
    CONTRIBUTION_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    contribution: bytes
    header: _record_pb2.Header
    def __init__(self, contribution: _Optional[bytes] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DeclareAbsent(_message.Message):
    __slots__ = ("seat", "reason", "header")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    reason: str
    header: _record_pb2.Header
    def __init__(self, seat: _Optional[int] = ..., reason: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ReportRoll(_message.Message):
    __slots__ = ("faces", "dice_set", "header")
    FACES_FIELD_NUMBER: _ClassVar[int]
    DICE_SET_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    faces: _containers.RepeatedScalarFieldContainer[int]
    dice_set: str
    header: _record_pb2.Header
    def __init__(self, faces: _Optional[_Iterable[int]] = ..., dice_set: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AcknowledgeRoll(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DisputeRoll(_message.Message):
    __slots__ = ("reason", "header")
    REASON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    reason: str
    header: _record_pb2.Header
    def __init__(self, reason: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class EnforceDeadline(_message.Message):
    __slots__ = ("window", "header")
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    window: int
    header: _record_pb2.Header
    def __init__(self, window: _Optional[int] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ConfirmFact(_message.Message):
    __slots__ = ("fact", "header")
    FACT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    fact: str
    header: _record_pb2.Header
    def __init__(self, fact: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class DisputeFact(_message.Message):
    __slots__ = ("fact", "value", "header")
    FACT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    fact: str
    value: str
    header: _record_pb2.Header
    def __init__(self, fact: _Optional[str] = ..., value: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class SettleDispute(_message.Message):
    __slots__ = ("fact", "value", "reason", "header")
    FACT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    fact: str
    value: str
    reason: str
    header: _record_pb2.Header
    def __init__(self, fact: _Optional[str] = ..., value: _Optional[str] = ..., reason: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Concede(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class OfferDraw(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AnswerDraw(_message.Message):
    __slots__ = ("accept", "header")
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    accept: bool
    header: _record_pb2.Header
    def __init__(self, accept: _Optional[bool] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Finish(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ConfirmResult(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _record_pb2.Header
    def __init__(self, header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Reveal(_message.Message):
    __slots__ = ("secret", "header")
    SECRET_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    secret: bytes
    header: _record_pb2.Header
    def __init__(self, secret: _Optional[bytes] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class AdoptEdition(_message.Message):
    __slots__ = ("edition", "engine", "header")
    EDITION_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    edition: str
    engine: bytes
    header: _record_pb2.Header
    def __init__(self, edition: _Optional[str] = ..., engine: _Optional[bytes] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class CloseGame(_message.Message):
    __slots__ = ("reason", "header")
    REASON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    reason: str
    header: _record_pb2.Header
    def __init__(self, reason: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class ChangeLogKey(_message.Message):
    __slots__ = ("log_key", "changes", "reason", "header")
    LOG_KEY_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    log_key: str
    changes: _containers.RepeatedScalarFieldContainer[str]
    reason: str
    header: _record_pb2.Header
    def __init__(self, log_key: _Optional[str] = ..., changes: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ..., header: _Optional[_Union[_record_pb2.Header, _Mapping]] = ...) -> None: ...

class Asked(_message.Message):
    __slots__ = ("keep", "windows")
    KEEP_FIELD_NUMBER: _ClassVar[int]
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    keep: int
    windows: _containers.RepeatedCompositeFieldContainer[_record_pb2.Window]
    def __init__(self, keep: _Optional[int] = ..., windows: _Optional[_Iterable[_Union[_record_pb2.Window, _Mapping]]] = ...) -> None: ...

class SeedFixed(_message.Message):
    __slots__ = ("transcript",)
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    transcript: bytes
    def __init__(self, transcript: _Optional[bytes] = ...) -> None: ...

class RollRequested(_message.Message):
    __slots__ = ("count", "sides", "why", "roller", "by_table")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    ROLLER_FIELD_NUMBER: _ClassVar[int]
    BY_TABLE_FIELD_NUMBER: _ClassVar[int]
    count: int
    sides: int
    why: str
    roller: _record_pb2.Party
    by_table: bool
    def __init__(self, count: _Optional[int] = ..., sides: _Optional[int] = ..., why: _Optional[str] = ..., roller: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., by_table: _Optional[bool] = ...) -> None: ...

class RollReported(_message.Message):
    __slots__ = ("faces", "dice_set")
    FACES_FIELD_NUMBER: _ClassVar[int]
    DICE_SET_FIELD_NUMBER: _ClassVar[int]
    faces: _containers.RepeatedScalarFieldContainer[int]
    dice_set: str
    def __init__(self, faces: _Optional[_Iterable[int]] = ..., dice_set: _Optional[str] = ...) -> None: ...

class RollAcknowledged(_message.Message):
    __slots__ = ("by",)
    BY_FIELD_NUMBER: _ClassVar[int]
    by: _record_pb2.Party
    def __init__(self, by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ...) -> None: ...

class RollDisputed(_message.Message):
    __slots__ = ("by", "reason")
    BY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    by: _record_pb2.Party
    reason: str
    def __init__(self, by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...

class RollsTaken(_message.Message):
    __slots__ = ("count",)
    COUNT_FIELD_NUMBER: _ClassVar[int]
    count: int
    def __init__(self, count: _Optional[int] = ...) -> None: ...

class SeatAbsent(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class DisputeRolledOff(_message.Message):
    __slots__ = ("fact", "faces", "winner")
    FACT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    fact: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    winner: int
    def __init__(self, fact: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., winner: _Optional[int] = ...) -> None: ...

class DeadlineEnforced(_message.Message):
    __slots__ = ("window", "party", "answer")
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    window: int
    party: _record_pb2.Party
    answer: str
    def __init__(self, window: _Optional[int] = ..., party: _Optional[_Union[_record_pb2.Party, _Mapping]] = ..., answer: _Optional[str] = ...) -> None: ...

class FactStated(_message.Message):
    __slots__ = ("fact", "kind", "subjects", "value", "by")
    FACT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SUBJECTS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    fact: str
    kind: str
    subjects: _containers.RepeatedScalarFieldContainer[str]
    value: str
    by: _record_pb2.Party
    def __init__(self, fact: _Optional[str] = ..., kind: _Optional[str] = ..., subjects: _Optional[_Iterable[str]] = ..., value: _Optional[str] = ..., by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ...) -> None: ...

class FactConfirmed(_message.Message):
    __slots__ = ("fact",)
    FACT_FIELD_NUMBER: _ClassVar[int]
    fact: str
    def __init__(self, fact: _Optional[str] = ...) -> None: ...

class FactDisputed(_message.Message):
    __slots__ = ("fact", "value", "by")
    FACT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    fact: str
    value: str
    by: _record_pb2.Party
    def __init__(self, fact: _Optional[str] = ..., value: _Optional[str] = ..., by: _Optional[_Union[_record_pb2.Party, _Mapping]] = ...) -> None: ...

class FactSettled(_message.Message):
    __slots__ = ("fact", "value")
    FACT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    fact: str
    value: str
    def __init__(self, fact: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class Unsealed(_message.Message):
    __slots__ = ("entries",)
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, entries: _Optional[_Iterable[int]] = ...) -> None: ...

class SideConceded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class DrawOffered(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class DrawAccepted(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class DrawDeclined(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ResultReached(_message.Message):
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
    by: ResultBy
    places: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedCompositeFieldContainer[SeatScore]
    played: bool
    ruling: int
    def __init__(self, winners: _Optional[_Iterable[int]] = ..., outcome: _Optional[str] = ..., ending: _Optional[_Union[_terms_pb2.Ending, str]] = ..., by: _Optional[_Union[ResultBy, str]] = ..., places: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[_Union[SeatScore, _Mapping]]] = ..., played: _Optional[bool] = ..., ruling: _Optional[int] = ...) -> None: ...

class Finished(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class EditionAdopted(_message.Message):
    __slots__ = ("before", "edition", "engine", "asked_anew")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    ASKED_ANEW_FIELD_NUMBER: _ClassVar[int]
    before: str
    edition: str
    engine: bytes
    asked_anew: bool
    def __init__(self, before: _Optional[str] = ..., edition: _Optional[str] = ..., engine: _Optional[bytes] = ..., asked_anew: _Optional[bool] = ...) -> None: ...

class LogKeyChanged(_message.Message):
    __slots__ = ("before", "log_key")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    LOG_KEY_FIELD_NUMBER: _ClassVar[int]
    before: str
    log_key: str
    def __init__(self, before: _Optional[str] = ..., log_key: _Optional[str] = ...) -> None: ...

class ProtocolEvent(_message.Message):
    __slots__ = ("asked", "seed_fixed", "roll_requested", "deadline_enforced", "fact_stated", "fact_confirmed", "fact_disputed", "fact_settled", "unsealed", "result_reached", "finished", "roll_reported", "roll_acknowledged", "roll_disputed", "rolls_taken", "seat_absent", "dispute_rolled_off", "edition_adopted", "log_key_changed", "side_conceded", "draw_offered", "draw_accepted", "draw_declined", "ruling_given", "rewound", "proposal_made", "proposal_declined", "referee_called", "call_closed", "game_stopped", "stop_ended", "command_sealed", "sealed_taken", "sealed_void", "throw_voided", "dice_source_changed", "dice_retired", "throw_drawn", "penalised", "game_restarted", "draw_allowed", "appeal_lodged", "appeal_settled", "appeal_overturned", "appeal_waived", "private_note_added", "inspected", "clause_interpreted", "flag_fell", "clock_set", "turn_timed", "after_flag_given", "seats_missing", "time_called", "outage_given_back", "corrected", "seat_substituted", "absence_ordered", "absence_ended", "referee_accepted", "official_admitted", "stretch_shown")
    ASKED_FIELD_NUMBER: _ClassVar[int]
    SEED_FIXED_FIELD_NUMBER: _ClassVar[int]
    ROLL_REQUESTED_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_ENFORCED_FIELD_NUMBER: _ClassVar[int]
    FACT_STATED_FIELD_NUMBER: _ClassVar[int]
    FACT_CONFIRMED_FIELD_NUMBER: _ClassVar[int]
    FACT_DISPUTED_FIELD_NUMBER: _ClassVar[int]
    FACT_SETTLED_FIELD_NUMBER: _ClassVar[int]
    UNSEALED_FIELD_NUMBER: _ClassVar[int]
    RESULT_REACHED_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    ROLL_REPORTED_FIELD_NUMBER: _ClassVar[int]
    ROLL_ACKNOWLEDGED_FIELD_NUMBER: _ClassVar[int]
    ROLL_DISPUTED_FIELD_NUMBER: _ClassVar[int]
    ROLLS_TAKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_ABSENT_FIELD_NUMBER: _ClassVar[int]
    DISPUTE_ROLLED_OFF_FIELD_NUMBER: _ClassVar[int]
    EDITION_ADOPTED_FIELD_NUMBER: _ClassVar[int]
    LOG_KEY_CHANGED_FIELD_NUMBER: _ClassVar[int]
    SIDE_CONCEDED_FIELD_NUMBER: _ClassVar[int]
    DRAW_OFFERED_FIELD_NUMBER: _ClassVar[int]
    DRAW_ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    DRAW_DECLINED_FIELD_NUMBER: _ClassVar[int]
    RULING_GIVEN_FIELD_NUMBER: _ClassVar[int]
    REWOUND_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_MADE_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_DECLINED_FIELD_NUMBER: _ClassVar[int]
    REFEREE_CALLED_FIELD_NUMBER: _ClassVar[int]
    CALL_CLOSED_FIELD_NUMBER: _ClassVar[int]
    GAME_STOPPED_FIELD_NUMBER: _ClassVar[int]
    STOP_ENDED_FIELD_NUMBER: _ClassVar[int]
    COMMAND_SEALED_FIELD_NUMBER: _ClassVar[int]
    SEALED_TAKEN_FIELD_NUMBER: _ClassVar[int]
    SEALED_VOID_FIELD_NUMBER: _ClassVar[int]
    THROW_VOIDED_FIELD_NUMBER: _ClassVar[int]
    DICE_SOURCE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    DICE_RETIRED_FIELD_NUMBER: _ClassVar[int]
    THROW_DRAWN_FIELD_NUMBER: _ClassVar[int]
    PENALISED_FIELD_NUMBER: _ClassVar[int]
    GAME_RESTARTED_FIELD_NUMBER: _ClassVar[int]
    DRAW_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    APPEAL_LODGED_FIELD_NUMBER: _ClassVar[int]
    APPEAL_SETTLED_FIELD_NUMBER: _ClassVar[int]
    APPEAL_OVERTURNED_FIELD_NUMBER: _ClassVar[int]
    APPEAL_WAIVED_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_NOTE_ADDED_FIELD_NUMBER: _ClassVar[int]
    INSPECTED_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_INTERPRETED_FIELD_NUMBER: _ClassVar[int]
    FLAG_FELL_FIELD_NUMBER: _ClassVar[int]
    CLOCK_SET_FIELD_NUMBER: _ClassVar[int]
    TURN_TIMED_FIELD_NUMBER: _ClassVar[int]
    AFTER_FLAG_GIVEN_FIELD_NUMBER: _ClassVar[int]
    SEATS_MISSING_FIELD_NUMBER: _ClassVar[int]
    TIME_CALLED_FIELD_NUMBER: _ClassVar[int]
    OUTAGE_GIVEN_BACK_FIELD_NUMBER: _ClassVar[int]
    CORRECTED_FIELD_NUMBER: _ClassVar[int]
    SEAT_SUBSTITUTED_FIELD_NUMBER: _ClassVar[int]
    ABSENCE_ORDERED_FIELD_NUMBER: _ClassVar[int]
    ABSENCE_ENDED_FIELD_NUMBER: _ClassVar[int]
    REFEREE_ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    OFFICIAL_ADMITTED_FIELD_NUMBER: _ClassVar[int]
    STRETCH_SHOWN_FIELD_NUMBER: _ClassVar[int]
    asked: Asked
    seed_fixed: SeedFixed
    roll_requested: RollRequested
    deadline_enforced: DeadlineEnforced
    fact_stated: FactStated
    fact_confirmed: FactConfirmed
    fact_disputed: FactDisputed
    fact_settled: FactSettled
    unsealed: Unsealed
    result_reached: ResultReached
    finished: Finished
    roll_reported: RollReported
    roll_acknowledged: RollAcknowledged
    roll_disputed: RollDisputed
    rolls_taken: RollsTaken
    seat_absent: SeatAbsent
    dispute_rolled_off: DisputeRolledOff
    edition_adopted: EditionAdopted
    log_key_changed: LogKeyChanged
    side_conceded: SideConceded
    draw_offered: DrawOffered
    draw_accepted: DrawAccepted
    draw_declined: DrawDeclined
    ruling_given: _rulings_pb2.RulingGiven
    rewound: _rewinds_pb2.Rewound
    proposal_made: _rewinds_pb2.ProposalMade
    proposal_declined: _rewinds_pb2.ProposalDeclined
    referee_called: _stops_pb2.RefereeCalled
    call_closed: _stops_pb2.CallClosed
    game_stopped: _stops_pb2.GameStopped
    stop_ended: _stops_pb2.StopEnded
    command_sealed: _stops_pb2.CommandSealed
    sealed_taken: _stops_pb2.SealedTaken
    sealed_void: _stops_pb2.SealedVoid
    throw_voided: _table_dice_pb2.ThrowVoided
    dice_source_changed: _table_dice_pb2.DiceSourceChanged
    dice_retired: _table_dice_pb2.DiceRetired
    throw_drawn: _table_dice_pb2.ThrowDrawn
    penalised: _penalties_pb2.Penalised
    game_restarted: _results_pb2.GameRestarted
    draw_allowed: _results_pb2.DrawAllowed
    appeal_lodged: _appeals_pb2.AppealLodged
    appeal_settled: _appeals_pb2.AppealSettled
    appeal_overturned: _appeals_pb2.AppealOverturned
    appeal_waived: _appeals_pb2.AppealWaived
    private_note_added: _readings_pb2.PrivateNoteAdded
    inspected: _readings_pb2.Inspected
    clause_interpreted: _readings_pb2.ClauseInterpreted
    flag_fell: _clocks_pb2.FlagFell
    clock_set: _clocks_pb2.ClockSet
    turn_timed: _clocks_pb2.TurnTimed
    after_flag_given: _clocks_pb2.AfterFlagGiven
    seats_missing: _clocks_pb2.SeatsMissing
    time_called: _clocks_pb2.TimeCalled
    outage_given_back: _clocks_pb2.OutageGivenBack
    corrected: _corrections_pb2.Corrected
    seat_substituted: _seats_pb2.SeatSubstituted
    absence_ordered: _seats_pb2.AbsenceOrdered
    absence_ended: _seats_pb2.AbsenceEnded
    referee_accepted: _acceptances_pb2.RefereeAccepted
    official_admitted: _officials_pb2.OfficialAdmitted
    stretch_shown: _stretches_pb2.StretchShown
    def __init__(self, asked: _Optional[_Union[Asked, _Mapping]] = ..., seed_fixed: _Optional[_Union[SeedFixed, _Mapping]] = ..., roll_requested: _Optional[_Union[RollRequested, _Mapping]] = ..., deadline_enforced: _Optional[_Union[DeadlineEnforced, _Mapping]] = ..., fact_stated: _Optional[_Union[FactStated, _Mapping]] = ..., fact_confirmed: _Optional[_Union[FactConfirmed, _Mapping]] = ..., fact_disputed: _Optional[_Union[FactDisputed, _Mapping]] = ..., fact_settled: _Optional[_Union[FactSettled, _Mapping]] = ..., unsealed: _Optional[_Union[Unsealed, _Mapping]] = ..., result_reached: _Optional[_Union[ResultReached, _Mapping]] = ..., finished: _Optional[_Union[Finished, _Mapping]] = ..., roll_reported: _Optional[_Union[RollReported, _Mapping]] = ..., roll_acknowledged: _Optional[_Union[RollAcknowledged, _Mapping]] = ..., roll_disputed: _Optional[_Union[RollDisputed, _Mapping]] = ..., rolls_taken: _Optional[_Union[RollsTaken, _Mapping]] = ..., seat_absent: _Optional[_Union[SeatAbsent, _Mapping]] = ..., dispute_rolled_off: _Optional[_Union[DisputeRolledOff, _Mapping]] = ..., edition_adopted: _Optional[_Union[EditionAdopted, _Mapping]] = ..., log_key_changed: _Optional[_Union[LogKeyChanged, _Mapping]] = ..., side_conceded: _Optional[_Union[SideConceded, _Mapping]] = ..., draw_offered: _Optional[_Union[DrawOffered, _Mapping]] = ..., draw_accepted: _Optional[_Union[DrawAccepted, _Mapping]] = ..., draw_declined: _Optional[_Union[DrawDeclined, _Mapping]] = ..., ruling_given: _Optional[_Union[_rulings_pb2.RulingGiven, _Mapping]] = ..., rewound: _Optional[_Union[_rewinds_pb2.Rewound, _Mapping]] = ..., proposal_made: _Optional[_Union[_rewinds_pb2.ProposalMade, _Mapping]] = ..., proposal_declined: _Optional[_Union[_rewinds_pb2.ProposalDeclined, _Mapping]] = ..., referee_called: _Optional[_Union[_stops_pb2.RefereeCalled, _Mapping]] = ..., call_closed: _Optional[_Union[_stops_pb2.CallClosed, _Mapping]] = ..., game_stopped: _Optional[_Union[_stops_pb2.GameStopped, _Mapping]] = ..., stop_ended: _Optional[_Union[_stops_pb2.StopEnded, _Mapping]] = ..., command_sealed: _Optional[_Union[_stops_pb2.CommandSealed, _Mapping]] = ..., sealed_taken: _Optional[_Union[_stops_pb2.SealedTaken, _Mapping]] = ..., sealed_void: _Optional[_Union[_stops_pb2.SealedVoid, _Mapping]] = ..., throw_voided: _Optional[_Union[_table_dice_pb2.ThrowVoided, _Mapping]] = ..., dice_source_changed: _Optional[_Union[_table_dice_pb2.DiceSourceChanged, _Mapping]] = ..., dice_retired: _Optional[_Union[_table_dice_pb2.DiceRetired, _Mapping]] = ..., throw_drawn: _Optional[_Union[_table_dice_pb2.ThrowDrawn, _Mapping]] = ..., penalised: _Optional[_Union[_penalties_pb2.Penalised, _Mapping]] = ..., game_restarted: _Optional[_Union[_results_pb2.GameRestarted, _Mapping]] = ..., draw_allowed: _Optional[_Union[_results_pb2.DrawAllowed, _Mapping]] = ..., appeal_lodged: _Optional[_Union[_appeals_pb2.AppealLodged, _Mapping]] = ..., appeal_settled: _Optional[_Union[_appeals_pb2.AppealSettled, _Mapping]] = ..., appeal_overturned: _Optional[_Union[_appeals_pb2.AppealOverturned, _Mapping]] = ..., appeal_waived: _Optional[_Union[_appeals_pb2.AppealWaived, _Mapping]] = ..., private_note_added: _Optional[_Union[_readings_pb2.PrivateNoteAdded, _Mapping]] = ..., inspected: _Optional[_Union[_readings_pb2.Inspected, _Mapping]] = ..., clause_interpreted: _Optional[_Union[_readings_pb2.ClauseInterpreted, _Mapping]] = ..., flag_fell: _Optional[_Union[_clocks_pb2.FlagFell, _Mapping]] = ..., clock_set: _Optional[_Union[_clocks_pb2.ClockSet, _Mapping]] = ..., turn_timed: _Optional[_Union[_clocks_pb2.TurnTimed, _Mapping]] = ..., after_flag_given: _Optional[_Union[_clocks_pb2.AfterFlagGiven, _Mapping]] = ..., seats_missing: _Optional[_Union[_clocks_pb2.SeatsMissing, _Mapping]] = ..., time_called: _Optional[_Union[_clocks_pb2.TimeCalled, _Mapping]] = ..., outage_given_back: _Optional[_Union[_clocks_pb2.OutageGivenBack, _Mapping]] = ..., corrected: _Optional[_Union[_corrections_pb2.Corrected, _Mapping]] = ..., seat_substituted: _Optional[_Union[_seats_pb2.SeatSubstituted, _Mapping]] = ..., absence_ordered: _Optional[_Union[_seats_pb2.AbsenceOrdered, _Mapping]] = ..., absence_ended: _Optional[_Union[_seats_pb2.AbsenceEnded, _Mapping]] = ..., referee_accepted: _Optional[_Union[_acceptances_pb2.RefereeAccepted, _Mapping]] = ..., official_admitted: _Optional[_Union[_officials_pb2.OfficialAdmitted, _Mapping]] = ..., stretch_shown: _Optional[_Union[_stretches_pb2.StretchShown, _Mapping]] = ...) -> None: ...
