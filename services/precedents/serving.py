"""Serves precedents of a clause to referees, from tables that the operator has named."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from replays.archive.search.questions import ANEW, KINDS, Answer, Precedent, Question
from services.bounded.room import DONE, FAILED, Room
from services.rpc.errors import Limited, NotDone, NotFound
from services.rpc.methods import methods_of
from services.rpc.wire_values import Invalid, require_size, timestamp_of, words_of
from wargame.v1 import precedents_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import grpc

    from services.rpc.access.credentials import Credential
    from services.rpc.access.interceptor import AccessInterceptor
    from services.rpc.loaded_rulesets import LoadedRulesets

GAMES: Final = "wargame.v1.Games"
METHOD: Final = "FindPrecedents"
WORKER: Final = "services.precedents.worker"
NONE_NAMED: Final = (
    "this service has no precedents: its operator writes tables of finished games with `adjudicator archive tables` "
    "and names their folder with `adjudicator serve --precedents DIR`"
)
UNREADABLE: Final = (
    "the tables of precedents can not be read: their operator tries `adjudicator archive clause` on them, and writes "
    "them anew into another folder with `adjudicator archive tables`"
)
PAGE, PAGE_MOST = 20, 100
# Questions at once, and what each may take; a question of ten thousand games takes a second.
AT_ONCE: Final = 2
# Of the processor: the first question after a start reads the packages from a cold disk. Our clients give one call 20
# seconds: a question that takes too long is told so before they go.
SECONDS: Final = 15
# On the clock, so longer than other calls may take, and done before our clients go.
CALL_SECONDS: Final = 18.0
MEMORY: Final = 1024 * 1024 * 1024
# Questions that are taken at all. Each holds a turn of the service until it is answered, and those are for games too.
MOST_TAKEN: Final = 2 * AT_ONCE
PAUSE: Final = 1.0
EVENT_SIZE: Final = 16
_NUMBERS: Final = words_of(precedents_pb2.PrecedentKind.DESCRIPTOR)
_WORDS: Final = {number: word for word, number in _NUMBERS.items()}
# Parts of the tables that the first page read, and precedents on the pages so far.
_TOKEN: Final = re.compile(r"([1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")


class Precedents:
    """Answers from the tables in a folder; none where the settings name no folder."""

    def __init__(self, folder: Path | None, rulesets: LoadedRulesets) -> None:
        # whole, so that taking it out of what is told takes nothing else out
        self._folder = None if folder is None else folder.absolute()
        self._asking: set[str] = set()
        self._rulesets = rulesets
        self.room = Room("precedents", WORKER, str(SECONDS), str(MEMORY), at_once=AT_ONCE, seconds=SECONDS)

    def handlers(self, interceptor: AccessInterceptor) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
        """Make the handler of the method of Games."""
        return {METHOD: interceptor.unary(methods_of(GAMES)[METHOD], self.find, CALL_SECONDS)}

    async def find(
        self, credential: Credential, request: precedents_pb2.FindPrecedentsRequest
    ) -> precedents_pb2.FindPrecedentsResponse:
        """Give a page of precedents of a clause.

        Raises Invalid, NotFound, NotDone where there are no tables or packages, Limited.
        """
        if self._folder is None:
            raise NotDone("no-precedents", NONE_NAMED)
        question = self._question(self._folder, request)
        with self._place(credential.kid):
            answer = await self._answer(question)
        if answer.why == ANEW:
            raise Invalid("page_token", "is of tables that were written anew since: begin with the first page")
        if answer.why:
            why = answer.why.replace(question.folder, "DIR")  # where it lies is nobody's business
            raise NotDone("no-precedents", f"what --precedents DIR names here can not be read: {why}")
        return _response(question, answer)

    @contextmanager
    def _place(self, kid: str) -> Iterator[None]:
        """Take a question where there is room: one of each token.

        Raises Limited.
        """
        if kid in self._asking:
            raise Limited("your question about precedents before is not answered yet", PAUSE, reason="precedents-busy")
        if len(self._asking) >= MOST_TAKEN:
            raise Limited("others ask about precedents: ask again", PAUSE, reason="precedents-busy")
        self._asking.add(kid)
        try:
            yield
        finally:
            self._asking.discard(kid)

    def _question(self, folder: Path, request: precedents_pb2.FindPrecedentsRequest) -> Question:
        if not any(request.clause in rules.texts for rules in self._rulesets.by_name.values()):
            raise NotFound("no clause of that id; every event and every refusal has ids of clauses")
        if request.event:
            require_size("event", request.event, EVENT_SIZE)
        parts, skip = _read_token(request.page_token)
        most = min(request.page_size or PAGE, PAGE_MOST)
        kinds = _read_kinds(request.kinds)
        return Question(str(folder), request.clause, kinds, request.event.hex(), parts, skip, most)

    async def _answer(self, question: Question) -> Answer:
        end, out = await self.room.run(msgspec.msgpack.encode(question))
        if end == FAILED:
            raise NotDone("no-precedents", UNREADABLE)
        if end != DONE:
            raise Limited(
                f"these precedents take more {end} than a question gets: name an event or ask by hand with "
                "`adjudicator archive clause`",
                reason=f"precedents-{end}",
            )
        try:
            return msgspec.msgpack.decode(out, type=Answer)
        except msgspec.ValidationError as fault:
            raise NotDone("no-precedents", UNREADABLE) from fault


def _read_token(token: str) -> tuple[int, int]:
    found = _TOKEN.fullmatch(token)
    if token and found is None:
        raise Invalid("page_token", "is not from a response of this method")
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _read_kinds(kinds: Sequence[Any]) -> tuple[str, ...]:
    unknown = next((place for place, kind in enumerate(kinds) if not _WORDS.get(kind)), None)
    if unknown is not None:
        raise Invalid(f"kinds[{unknown}]", "is no kind of precedent: see PrecedentKind")
    if len(set(kinds)) < len(kinds):
        raise Invalid("kinds", "names one twice: name each once, or none for all")
    return tuple(_WORDS[kind] for kind in kinds) or KINDS


def _response(question: Question, answer: Answer) -> precedents_pb2.FindPrecedentsResponse:
    told = question.skip + len(answer.precedents)
    counts = [
        precedents_pb2.PrecedentCount(kind=_NUMBERS[row.kind], ruleset=row.ruleset, times=row.times, games=row.games)  # type: ignore[arg-type]
        for row in answer.counts
    ]
    return precedents_pb2.FindPrecedentsResponse(
        games=answer.games,
        counts=counts,
        precedents=map(_message, answer.precedents),
        next_page_token="" if answer.end else f"{answer.parts}.{told}",
    )


def _message(row: Precedent) -> precedents_pb2.Precedent:
    values = msgspec.structs.asdict(row)
    kind, game, ended = values.pop("kind"), values.pop("game"), values.pop("ended_ms")
    return precedents_pb2.Precedent(
        kind=_NUMBERS[kind],  # type: ignore[arg-type]
        game=bytes.fromhex(game),
        ended_time=timestamp_of(ended),
        settled=values.pop("settled") or None,
        **values,
    )
