"""What came of the games of an event: results, rulings of referees with what became of them, and figures of these."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from services.events.messages import put_result, read_digest, read_row, seats_of
from services.events.plain_values import plain, word_of
from services.events.seen_late import delay_in
from services.games.digests import Digest, Sign
from services.rpc.access.credentials import Role
from services.rpc.wire_values import put_span, read_span, timestamp_of
from services.slices import aside
from wargame.v1 import events_pb2, games_pb2

if TYPE_CHECKING:
    from services.events.desk import EventDesk
    from services.events.log.state import EventState, OpenedGame
    from services.events.rebuild import Rebuild
    from services.events.seen_late import SeenLate
    from services.rpc.access.credentials import Credential
    from services.rpc.conversion import Converter

CHUNK: Final = 256 * 1024
EXPORT: Final = "wargame.v1.Games/Export"
REFEREES: Final = (int(Role.REFEREE), int(Role.HEAD_REFEREE))
# what opens a matter, and what ends it, by words of SignKind
ENDS: Final = {"call_ended": "call", "appeal_ended": "appeal", "dispute_ended": "dispute"}
UNPLAYED_VOID: Final = ("void", "restarted")


class NotedRuling(Struct):
    """A ruling as it stands in the feed, and what became of it; `waited` in ms, None where it answers nothing."""

    digest: Digest
    act: str
    clause: str
    reason: str
    about: tuple[int, ...]
    waited: int | None = None
    overturned: bool = False


class Matters:
    """The rulings of an event in the order of time, and the calls that nobody has answered."""

    def __init__(self, digests: Iterable[Digest]) -> None:
        self.rulings: list[NotedRuling] = []
        self._of: dict[tuple[bytes, int], NotedRuling] = {}
        self._open: dict[tuple[bytes, str], dict[int, int]] = {}
        for digest in _each_once(digests):
            self._take(digest)

    @property
    def open_calls(self) -> int:
        """Number of calls that nobody has answered."""
        return sum(len(times) for (_, kind), times in self._open.items() if kind == "call")

    def _take(self, digest: Digest) -> None:
        waited = None
        for sign in digest.signs:
            if sign.kind in ENDS.values():
                self._open.setdefault((digest.game, sign.kind), {})[digest.seq] = digest.time
            elif sign.kind in ENDS:
                began = self._ended(digest.game, sign)
                waited = waited if began is None else digest.time - began
        self._note(digest, waited)
        for sign in digest.signs:
            overturned = sign.name == "AppealOverturned" or sign.kind == "rewind"
            for seq in sign.about if overturned else ():
                ruling = self._of.get((digest.game, seq))
                if ruling is not None and ruling.digest.seq != digest.seq:
                    ruling.overturned = True

    def _ended(self, game: bytes, sign: Sign) -> int | None:
        """Give the time of what has ended: the entry that it names, else the latest of its kind."""
        times = self._open.get((game, ENDS[sign.kind]), {})
        named = next((seq for seq in sign.about if seq in times), None)
        if named is None:
            named = max(times, default=None) if sign.kind == "dispute_ended" else None
        return None if named is None else times.pop(named)

    def _note(self, digest: Digest, waited: int | None) -> None:
        sign = next((sign for sign in digest.signs if sign.kind == "ruling"), None)
        settled = any(sign.kind in ENDS for sign in digest.signs)
        if sign is None and not (settled and digest.actor.role in REFEREES):
            return
        about = sign.about if sign else next(sign.about for sign in digest.signs if sign.kind in ENDS)
        noted = NotedRuling(
            digest,
            sign.act if sign else digest.command,
            sign.clause if sign else "",
            sign.reason if sign else "",
            about,
            waited,
        )
        self.rulings.append(noted)
        self._of[digest.game, digest.seq] = noted


def _each_once(digests: Iterable[Digest]) -> list[Digest]:
    """Put digests in the order of time; one that stands twice, as after a feed was made anew, counts once."""
    found = {(digest.game, digest.seq): digest for digest in digests}
    return sorted(found.values(), key=lambda digest: (digest.time, digest.game, digest.seq))


class Rulings:
    """Serves Results, ExportResults and Statistics."""

    def __init__(self, desk: EventDesk, converter: Converter, rebuild: Rebuild, late: SeenLate) -> None:
        self._desk = desk
        self._late = late
        self._converter = converter
        self._rebuild = rebuild

    async def results(self, credential: Credential, request: events_pb2.EventResultsRequest) -> events_pb2.EventResults:
        """Give results and rulings."""
        state = await self._desk.reached(credential, request.event)
        rows = await self._rebuild.rows(state)
        signs = await self._desk.feeds.signs(request.event)
        delay = delay_in(state, credential)
        if delay:
            rows, signs = await self._late.rows(state, rows, delay), self._late.signs(signs, delay)
        return await aside(self._results, state, rows, signs, request)

    def _results(
        self,
        state: EventState,
        rows: dict[bytes, bytes],
        signs: Sequence[bytes],
        request: events_pb2.EventResultsRequest,
    ) -> events_pb2.EventResults:
        found = events_pb2.EventResults()
        # games may be opened on the event loop meanwhile
        for game, opened in list(state.games.items()):
            result = self._result(game, opened, rows.get(game))
            if _round_asked(opened, request) and (result.HasField("result") or not request.with_result):
                found.results.append(result)
        for ruling in Matters(map(read_digest, signs)).rulings:
            opened_game = state.games.get(ruling.digest.game)
            if opened_game is not None and _round_asked(opened_game, request):
                found.rulings.append(_ruling(state, opened_game, ruling))
        return found

    def _result(self, game: bytes, opened: OpenedGame, data: bytes | None) -> events_pb2.EventResult:
        known = opened.row
        shown = events_pb2.EventResult(
            game=game,
            number=opened.number,
            ruleset=known.ruleset,
            round=known.round,
            table=known.table,
            seats=seats_of(opened),
        )
        if opened.replaced_by is not None:
            shown.replaced_by = opened.replaced_by
        shown.evidence.method, shown.evidence.file = EXPORT, f"{opened.number:04d}-{game.hex()}.replay"
        if data is not None:
            row = read_row(data)
            status: Any = row.status
            shown.status, shown.evidence.entries = status, row.seq
            if row.result is not None:
                put_result(shown.result, row, self._converter)
                shown.marks.extend(marks_of(shown.result, len(known.seats)))
        return shown

    async def export(
        self, credential: Credential, request: events_pb2.ExportResultsRequest
    ) -> AsyncGenerator[bytes, None]:
        """Give results or rulings as a file."""
        found = await self.results(credential, request.results)
        rulings = request.rows == events_pb2.EXPORTED_ROWS_RULINGS
        rows: Sequence[Any] = found.rulings if rulings else found.results
        flat: Callable[[Any], dict[str, Any]] = _flat_ruling if rulings else _flat_result
        if request.format == events_pb2.EXPORT_FORMAT_CSV:
            text = await aside(_csv, rows, flat, RULING_NAMES if rulings else _result_names(found.results))
        else:
            text = await aside(_json, rows)
        data = text.encode()
        for at in range(0, len(data), CHUNK):
            yield games_pb2.Chunk(data=data[at : at + CHUNK]).SerializeToString()

    async def statistics(
        self, credential: Credential, request: events_pb2.EventStatisticsRequest
    ) -> events_pb2.EventStatistics:
        """Give figures of rulings."""
        state = await self._desk.reached(credential, request.event)
        await self._rebuild.rows(state)
        signs = await self._desk.feeds.signs(request.event)
        matters = await aside(lambda: Matters(map(read_digest, signs)))
        rulings = matters.rulings
        referees = _groups(rulings, lambda ruling: state.name_of(ruling.digest.actor.key))
        clauses = _groups(rulings, lambda ruling: ruling.clause)
        return events_pb2.EventStatistics(
            total=_figures("", rulings),
            referees=[_figures(name, referees[name]) for name in sorted(referees)],
            clauses=[_figures(name, clauses[name]) for name in sorted(clauses)],
            open_calls=matters.open_calls,
        )


def marks_of(result: games_pb2.GameResult, seats: int) -> list[events_pb2.Mark]:
    """Say of each seat how its game counts."""
    if _choice(result, "ending") in UNPLAYED_VOID:
        return [events_pb2.MARK_VOID] * seats
    won = set(result.winners)
    if not result.played:
        unplayed = events_pb2.MARK_WON_UNPLAYED, events_pb2.MARK_LOST_UNPLAYED
        return [unplayed[seat not in won] for seat in range(seats)]
    if not won or len(won) == seats:
        return [events_pb2.MARK_DRAWN] * seats
    return [events_pb2.MARK_WON if seat in won else events_pb2.MARK_LOST for seat in range(seats)]


def _round_asked(opened: OpenedGame, request: events_pb2.EventResultsRequest) -> bool:
    return not request.rounds or opened.row.round in request.rounds


def _ruling(state: EventState, opened: OpenedGame, ruling: NotedRuling) -> events_pb2.EventRuling:
    digest = ruling.digest
    shown = events_pb2.EventRuling(
        game=digest.game,
        number=opened.number,
        round=opened.row.round,
        table=opened.row.table,
        seq=digest.seq,
        time=timestamp_of(digest.time),
        act=ruling.act,
        referee=state.name_of(digest.actor.key),
        clause=ruling.clause,
        reason=ruling.reason,
        about=ruling.about,
        overturned=ruling.overturned,
    )
    if ruling.waited is not None:
        put_span(shown.waited, ruling.waited)
    return shown


def _groups(rulings: Sequence[NotedRuling], key: Callable[[NotedRuling], str]) -> dict[str, list[NotedRuling]]:
    found: dict[str, list[NotedRuling]] = {}
    for ruling in rulings:
        found.setdefault(key(ruling), []).append(ruling)
    return found


def _figures(name: str, rulings: Sequence[NotedRuling]) -> events_pb2.RulingFigures:
    waits = sorted(ruling.waited for ruling in rulings if ruling.waited is not None)
    overturned = sum(ruling.overturned for ruling in rulings)
    found = events_pb2.RulingFigures(name=name, rulings=len(rulings), overturned=overturned, answers=len(waits))
    if waits:
        put_span(found.median, waits[(len(waits) - 1) // 2])
        put_span(found.longest, waits[-1])
    return found


# -- files

RULING_NAMES: Final = (
    "game",
    "number",
    "round",
    "table",
    "seq",
    "time",
    "act",
    "referee",
    "clause",
    "reason",
    "about",
    "overturned",
    "waited_ms",
)
RESULT_NAMES: Final = ("game", "number", "ruleset", "round", "table", "status", "outcome", "ending", "by", "played")
SEAT_NAMES: Final = ("seat", "person", "mark", "place", "score")
LAST_NAMES: Final = ("replaced_by", "method", "file", "entries")


def _json(rows: Sequence[Any]) -> str:
    return json.dumps([plain(row) for row in rows], indent=1, ensure_ascii=False) + "\n"


def _csv(rows: Sequence[Any], flat: Callable[[Any], dict[str, Any]], names: Sequence[str]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _safe(value) for name, value in flat(row).items()})
    return out.getvalue()


def _safe(value: Any) -> Any:
    """Let no text be taken for a formula by the programs that open such files."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and len(value) > 1 else value


def _result_names(results: Sequence[events_pb2.EventResult]) -> list[str]:
    seats = max((len(result.seats) for result in results), default=0)
    of_seats = [f"{name}_{seat}" for seat in range(seats) for name in SEAT_NAMES]
    return [*RESULT_NAMES, *of_seats, *LAST_NAMES]


def _flat_result(row: events_pb2.EventResult) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(row, name) for name in ("number", "ruleset", "round", "table")}
    found["game"], found["status"] = row.game.hex(), _choice(row, "status")
    found |= {"method": row.evidence.method, "file": row.evidence.file, "entries": row.evidence.entries}
    found["replaced_by"] = row.replaced_by.hex()
    for seat, sits in enumerate(row.seats):
        found |= {f"seat_{seat}": sits.name, f"person_{seat}": sits.person}
    if row.HasField("result"):
        result = row.result
        found |= {"outcome": result.outcome, "played": int(result.played)}
        found |= {name: _choice(result, name) for name in ("ending", "by")}
        for seat, values in enumerate(_by_seat(row)):
            found |= {f"{name}_{seat}": value for name, value in values.items()}
    return found


def _by_seat(row: events_pb2.EventResult) -> Iterator[dict[str, Any]]:
    result = row.result
    for seat, mark in enumerate(row.marks):
        values: dict[str, Any] = {"mark": word_of(events_pb2.Mark.DESCRIPTOR, mark)}
        if seat < len(result.places):
            values["place"] = result.places[seat]
        if seat < len(result.scores):
            values["score"] = result.scores[seat].total
        yield values


def _choice(message: Any, name: str) -> str:
    """Give the word of a choice, empty for none."""
    return word_of(message.DESCRIPTOR.fields_by_name[name].enum_type, getattr(message, name))


def _flat_ruling(row: events_pb2.EventRuling) -> dict[str, Any]:
    plain = ("number", "round", "table", "seq", "act", "referee", "clause", "reason")
    found: dict[str, Any] = {name: getattr(row, name) for name in plain}
    found |= {"game": row.game.hex(), "time": row.time.ToJsonString(), "overturned": int(row.overturned)}
    found |= {
        "about": " ".join(map(str, row.about)),
        "waited_ms": read_span(row.waited) if row.HasField("waited") else "",
    }
    return found
