from wargame.toy.v1 import commands_pb2 as _commands_pb2
from wargame.v1 import options_pb2 as _options_pb2
from wargame.v1 import record_pb2 as _record_pb2
from wargame.v1 import umpire_pb2 as _umpire_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchCreated(_message.Message):
    __slots__ = ("rounds", "bag")
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    BAG_FIELD_NUMBER: _ClassVar[int]
    rounds: int
    bag: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, rounds: _Optional[int] = ..., bag: _Optional[_Iterable[str]] = ...) -> None: ...

class FirstChosen(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Iterable[int]] = ...) -> None: ...

class RoundBegun(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class MarchPlotted(_message.Message):
    __slots__ = ("seat", "heading", "entry")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HEADING_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    heading: str
    entry: int
    def __init__(self, seat: _Optional[int] = ..., heading: _Optional[str] = ..., entry: _Optional[int] = ...) -> None: ...

class PlotsShown(_message.Message):
    __slots__ = ("plots",)
    PLOTS_FIELD_NUMBER: _ClassVar[int]
    plots: _containers.RepeatedCompositeFieldContainer[_commands_pb2.Plot]
    def __init__(self, plots: _Optional[_Iterable[_Union[_commands_pb2.Plot, _Mapping]]] = ...) -> None: ...

class TurnBegun(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ActionSpent(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TokenDrawn(_message.Message):
    __slots__ = ("seat", "token")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: str
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class StrikeDeclared(_message.Message):
    __slots__ = ("piece", "target")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    piece: str
    target: str
    def __init__(self, piece: _Optional[str] = ..., target: _Optional[str] = ...) -> None: ...

class ParryRaised(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ParryBroken(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class StrikeRolled(_message.Message):
    __slots__ = ("piece", "target", "face", "needed")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    piece: str
    target: str
    face: int
    needed: _record_pb2.Tally
    def __init__(self, piece: _Optional[str] = ..., target: _Optional[str] = ..., face: _Optional[int] = ..., needed: _Optional[_Union[_record_pb2.Tally, _Mapping]] = ...) -> None: ...

class PieceLost(_message.Message):
    __slots__ = ("piece",)
    PIECE_FIELD_NUMBER: _ClassVar[int]
    piece: str
    def __init__(self, piece: _Optional[str] = ...) -> None: ...

class AmbushLaid(_message.Message):
    __slots__ = ("seat", "ambush", "place", "strength")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMBUSH_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ambush: str
    place: str
    strength: int
    def __init__(self, seat: _Optional[int] = ..., ambush: _Optional[str] = ..., place: _Optional[str] = ..., strength: _Optional[int] = ...) -> None: ...

class AmbushSprung(_message.Message):
    __slots__ = ("ambush", "place", "strength")
    AMBUSH_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    ambush: str
    place: str
    strength: int
    def __init__(self, ambush: _Optional[str] = ..., place: _Optional[str] = ..., strength: _Optional[int] = ...) -> None: ...

class TurnEnded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MatchConceded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("umpire", "match_created", "first_chosen", "round_begun", "march_plotted", "plots_shown", "turn_begun", "action_spent", "token_drawn", "strike_declared", "parry_raised", "parry_broken", "strike_rolled", "piece_lost", "ambush_laid", "ambush_sprung", "turn_ended", "match_conceded")
    UMPIRE_FIELD_NUMBER: _ClassVar[int]
    MATCH_CREATED_FIELD_NUMBER: _ClassVar[int]
    FIRST_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    ROUND_BEGUN_FIELD_NUMBER: _ClassVar[int]
    MARCH_PLOTTED_FIELD_NUMBER: _ClassVar[int]
    PLOTS_SHOWN_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGUN_FIELD_NUMBER: _ClassVar[int]
    ACTION_SPENT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_DRAWN_FIELD_NUMBER: _ClassVar[int]
    STRIKE_DECLARED_FIELD_NUMBER: _ClassVar[int]
    PARRY_RAISED_FIELD_NUMBER: _ClassVar[int]
    PARRY_BROKEN_FIELD_NUMBER: _ClassVar[int]
    STRIKE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    PIECE_LOST_FIELD_NUMBER: _ClassVar[int]
    AMBUSH_LAID_FIELD_NUMBER: _ClassVar[int]
    AMBUSH_SPRUNG_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    MATCH_CONCEDED_FIELD_NUMBER: _ClassVar[int]
    umpire: _umpire_pb2.UmpireEvent
    match_created: MatchCreated
    first_chosen: FirstChosen
    round_begun: RoundBegun
    march_plotted: MarchPlotted
    plots_shown: PlotsShown
    turn_begun: TurnBegun
    action_spent: ActionSpent
    token_drawn: TokenDrawn
    strike_declared: StrikeDeclared
    parry_raised: ParryRaised
    parry_broken: ParryBroken
    strike_rolled: StrikeRolled
    piece_lost: PieceLost
    ambush_laid: AmbushLaid
    ambush_sprung: AmbushSprung
    turn_ended: TurnEnded
    match_conceded: MatchConceded
    def __init__(self, umpire: _Optional[_Union[_umpire_pb2.UmpireEvent, _Mapping]] = ..., match_created: _Optional[_Union[MatchCreated, _Mapping]] = ..., first_chosen: _Optional[_Union[FirstChosen, _Mapping]] = ..., round_begun: _Optional[_Union[RoundBegun, _Mapping]] = ..., march_plotted: _Optional[_Union[MarchPlotted, _Mapping]] = ..., plots_shown: _Optional[_Union[PlotsShown, _Mapping]] = ..., turn_begun: _Optional[_Union[TurnBegun, _Mapping]] = ..., action_spent: _Optional[_Union[ActionSpent, _Mapping]] = ..., token_drawn: _Optional[_Union[TokenDrawn, _Mapping]] = ..., strike_declared: _Optional[_Union[StrikeDeclared, _Mapping]] = ..., parry_raised: _Optional[_Union[ParryRaised, _Mapping]] = ..., parry_broken: _Optional[_Union[ParryBroken, _Mapping]] = ..., strike_rolled: _Optional[_Union[StrikeRolled, _Mapping]] = ..., piece_lost: _Optional[_Union[PieceLost, _Mapping]] = ..., ambush_laid: _Optional[_Union[AmbushLaid, _Mapping]] = ..., ambush_sprung: _Optional[_Union[AmbushSprung, _Mapping]] = ..., turn_ended: _Optional[_Union[TurnEnded, _Mapping]] = ..., match_conceded: _Optional[_Union[MatchConceded, _Mapping]] = ...) -> None: ...
