"""Games as such: opening, listing, exporting, auditing, explaining."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, Final

import grpc
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.stretches import COUNT_MOST
from adjudicator.kernel.record.log import Entry, LogFault
from adjudicator.kernel.record.record import read_opened_parts
from adjudicator.kernel.texts import TEXTS
from replays.audit.report import Finding, Report
from services.games.command_handler import CommandHandler
from services.games.editions import ServedElsewhere
from services.games.keys import Keys, read_seed, seeded_game
from services.games.quotas import Quotas
from services.games.requests import CommandRequest
from services.games.timing.clock import OPEN, Clock
from services.games.timing.game_clocks import shown_clocks
from services.games.timing.stretches import stretches_commitment
from services.logs import log
from services.register.shown import ShownRegister
from services.rpc.access.credentials import Role
from services.rpc.access.interceptor import AccessInterceptor, UnaryCall
from services.rpc.access.reach import Reach, require_held
from services.rpc.access.replacements import Replacements
from services.rpc.access.seen_games import SeenGames
from services.rpc.errors import Limited, NotFound
from services.rpc.export import export
from services.rpc.methods import methods_of
from services.rpc.new_game import EVENT_LABEL, index_texts, label_text, make_credentials, read_terms
from services.rpc.redaction import open_parts, put_clocks, put_receipt, put_windows
from services.rpc.wire_values import Invalid, read_page_token, timestamp_of, words_of
from services.sessions.session import Session, read_record, reread_entry, terms_of
from services.slices import sliced
from services.store.archive import GameForgotten
from services.store.redis_keys import KeyStore, claim_game, find_games, in_all, label_game, rename_labels
from wargame.v1 import games_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from services.audits.room import AuditRoom
    from services.games.receipts import Receipts
    from services.rpc.access.credentials import Credential, Credentials
    from services.rpc.loaded_rulesets import LoadedRulesets

SERVICE: Final = "wargame.v1.Games"
CHUNK: Final = 256 * 1024
UPLOAD_BYTES: Final = 64 * 1024 * 1024
UPLOADS: Final = 8
UPLOAD_SECONDS: Final = 120
EXPORTS: Final = 4
REMARKS_MOST: Final = 500
PAGE, PAGE_MOST = 50, 200
# Pages that are looked through for the games of one owner or person; what is left is for the next call.
PAGES_READ: Final = 20
LINES_KEPT: Final = 10_000
# How often labels of an earlier release are looked for, as long as it is running.
LABELS_MS: Final = 5_000
AUDIT_LEVELS: Final = words_of(games_pb2.AuditLevel.DESCRIPTOR)
SEVERITIES: Final = words_of(games_pb2.Severity.DESCRIPTOR)
VERDICTS: Final = {
    "PASS": games_pb2.VERDICT_PASS,
    "PASS_WITH_NOTES": games_pb2.VERDICT_PASS_WITH_NOTES,
    "FAIL": games_pb2.VERDICT_FAIL,
    "INCOMPLETE": games_pb2.VERDICT_INCOMPLETE,
}
TEST_SEEDS: Final = "{test}:seed:"


class Games:
    """Serves Games."""

    def __init__(
        self,
        rulesets: LoadedRulesets,
        command_handler: CommandHandler,
        store: KeyStore,
        keys: Keys,
        credentials: Credentials,
        receipts: Receipts,
        clock: Clock,
        audits: AuditRoom,
    ) -> None:
        self.reach = Reach(command_handler.log)
        self.reach.replacements = Replacements(store, self.reach).of
        self.seen = SeenGames(command_handler)
        self._rulesets = rulesets
        self._command_handler = command_handler
        self._store = store
        self._keys = keys
        self._credentials = credentials
        self._receipts = receipts
        self.register = ShownRegister(None)
        self._clock = clock
        self._test_seeds = False
        self._is_alone: Callable[[], bool] = lambda: True
        self._old_labels = False
        self._looked = 0
        self._audits = audits
        self.quotas = Quotas(store, clock.now, OPEN)
        self._exports = asyncio.Semaphore(EXPORTS)
        self._uploading: set[str] = set()
        self._lines: OrderedDict[bytes, games_pb2.ListedGame] = OrderedDict()

    def handler(
        self, interceptor: AccessInterceptor, following: dict[str, grpc.RpcMethodHandler[Any, Any]]
    ) -> grpc.GenericRpcHandler:
        """Make the handler of the service; `following` serves those of its methods by which a game is followed."""
        methods = {name: method for name, method in methods_of(SERVICE).items() if name not in following}
        calls: dict[str, UnaryCall] = {
            "Open": self.open,
            "Get": self.get,
            "List": self.list,
            "Explain": self.explain,
            "LogKey": self.log_key,
        }
        handlers = {name: interceptor.unary(methods.pop(name), call) for name, call in calls.items()}
        handlers["Export"] = interceptor.server_stream(methods.pop("Export"), self.export)
        handlers["Audit"] = interceptor.client_stream(methods.pop("Audit"), self.audit)
        if methods:
            raise LookupError(f"nobody serves {', '.join(methods)} of {SERVICE}")
        return grpc.method_handlers_generic_handler(SERVICE, handlers | following)

    async def load(self, *, allow: bool, is_alone: Callable[[], bool] = lambda: True) -> None:
        """Load what earlier runs have left: frozen games, seeds of test games, labels as earlier releases kept them.

        `allow` lets Open take a seed from its caller; `is_alone` says that no such release is running any more.
        """
        self._test_seeds = allow
        self._is_alone = is_alone
        await self._command_handler.freezes.load()
        await self._take_labels_over()
        async for key in self._store.scan(TEST_SEEDS):
            seed = await self._store.get(key)
            if seed is not None:
                learn_seed(self._keys, key, seed)

    async def _take_labels_over(self) -> None:
        alone = self._is_alone()
        self._looked = self._clock.now()
        self._old_labels = await rename_labels(self._store, alone=alone) and not alone

    # -- opening

    async def open(self, credential: Credential, request: games_pb2.OpenRequest) -> Message:
        """Open a game; a retry gets the first response."""
        if self.opens_elsewhere(request.ruleset):
            raise ServedElsewhere(request.ruleset, None, request.command_id)
        terms = read_terms(request, self._rulesets)
        game = await self._claim_id(credential, request)
        async with self.room(credential, [game], timed=not terms.test):
            return await self.open_game(credential, game, request.command_id, terms)

    def opens_elsewhere(self, ruleset: str) -> bool:
        """Whether new games of a ruleset are another process's."""
        return self._command_handler.opens_elsewhere(ruleset)

    async def first_entry(self, game: bytes) -> Entry | None:
        """Give the entry that opened a game, None where there is none yet; LogFault, StoreDown."""
        return await self._command_handler.log.entry(game, 1)

    def room(
        self, credential: Credential, games: Sequence[bytes], *, timed: bool = True
    ) -> AbstractAsyncContextManager[None]:
        """Keep room in the quota of the caller for those of these games that are not open yet; QuotaSpent, StoreDown.

        Ask for it before the first of them is opened: otherwise the quota may end in the midst of them. Ids of games
        from seeds are not `timed`.
        """
        handler = self._command_handler
        return self.quotas.room(credential.kid, games, handler.log, handler.is_opened, timed=timed)

    async def open_game(
        self, credential: Credential, game: bytes, command_id: bytes, terms: OpenGame
    ) -> games_pb2.OpenResponse:
        """Open a game under this id, which its command has claimed, within `room`; a retry gets the first response."""
        command = await self._complete(game, terms)
        result = await self._command_handler.submit(CommandRequest(game, command_id, command, credential.actor))
        await label_game(self._store, game, index_texts(command, credential.kid))
        await self._clock.add(result.session)
        reply = games_pb2.OpenResponse(game=game, commitment=command.commitment or b"")
        for made in await make_credentials(self._credentials, self._keys, game, command):
            reply.credentials.append(made)
        put_receipt(reply.receipt, self._receipts, result.session.protocol, 1, result.entry.hash)
        await self.register.enter(reply, result.session)
        return reply

    async def _claim_id(self, credential: Credential, request: games_pb2.OpenRequest) -> bytes:
        """Find the id of the game that this command opens: the same for a retry."""
        if not request.HasField("test_seed"):
            fresh = fresh_id(self._clock.now())
            return await claim_game(self._store, credential.kid, request.command_id, fresh)
        if not self._test_seeds:
            raise Invalid("test_seed", "is not taken here: start the server with --allow-test-seeds")
        game = seeded_game(request.test_seed)
        await self._store.set(TEST_SEEDS + game.hex(), request.test_seed)
        self._keys.test_seeds[game] = request.test_seed
        return game

    async def _complete(self, game: bytes, terms: OpenGame) -> OpenGame:
        """Complete the terms; a retry is completed as the first try was, by whatever release."""
        first = await self._command_handler.log.entry(game, 1)
        if first is not None:
            old = terms_of(first)
            given = {name: getattr(old, name) for name in ("edition", "package", "engine", "master_key", "log_key")}
            if terms.stretches is not None and old.stretches is not None:
                given["stretches"] = replace(terms.stretches, commitment=old.stretches.commitment)
            return replace(terms, **given, commitment=old.commitment)
        self._keys.refresh()
        if terms.stretches is not None and 0 < terms.stretches.count <= COUNT_MOST:
            ends = stretches_commitment(self._keys.secret_of(game), game, terms.stretches.count)
            terms = replace(terms, stretches=replace(terms.stretches, commitment=ends))
        return replace(
            terms,
            engine=self._rulesets.engine(terms.ruleset),
            master_key="" if terms.test else self._keys.master_id,
            log_key=self._keys.verification_key,
            commitment=wgdice.commit(game, self._keys.secret_of(game)),
        )

    # -- reading

    async def get(self, credential: Credential, request: games_pb2.GetRequest) -> Message:
        """Give the public facts of a game."""
        credential = await self.reach.narrow(credential, request.game)
        async with self.seen.reading(credential, request.game) as session:
            reply = self._facts(session, signed=self._command_handler.signs(session))
            await self.register.put(reply, session)
            return reply

    def _facts(self, session: Session, *, signed: bool) -> games_pb2.GetResponse:
        protocol = session.protocol
        reply = games_pb2.GetResponse(
            game=session.game_id,
            finished=protocol.finished is not None,
            revealed=protocol.secret is not None,
            opened_time=timestamp_of(protocol.times[0]),
            last_time=timestamp_of(protocol.times[-1]),
        )
        reply.terms.CopyFrom(self._rulesets.converter.to_pb(protocol.terms))  # type: ignore[arg-type]
        if signed:
            put_receipt(reply.receipt, self._receipts, protocol, protocol.seq, protocol.head)
        put_windows(reply.windows, session.game.stack)
        put_clocks(reply.clocks, shown_clocks(protocol))
        if protocol.result is not None:
            reached = self._rulesets.converter.to_pb(protocol.result)
            # both messages have the same fields under the same numbers
            reply.result.ParseFromString(reached.SerializeToString())
        return reply

    async def list(self, credential: Credential, request: games_pb2.ListRequest) -> Message:
        """List the games under all the labels that the credential is for; ids ascend with time."""
        after = read_page_token(request.page_token)
        if self._old_labels and self._clock.now() - self._looked > LABELS_MS:
            await self._take_labels_over()
        labels = [label_text(label) for label in request.labels]
        most = min(request.page_size or PAGE, PAGE_MOST)
        if credential.game is None:
            games, end = await self._of(credential, labels, after, most)
        else:
            mine = credential.game > after and await in_all(self._store, labels, credential.game)
            games, end = [credential.game] if mine else [], b""
        listed = await asyncio.gather(*map(self._listed, games))
        return games_pb2.ListResponse(games=[game for game in listed if game is not None], next_page_token=end.hex())

    async def _of(
        self, credential: Credential, labels: Sequence[str], after: bytes, most: int
    ) -> tuple[Sequence[bytes], bytes]:
        """Give the next games that the credential is for, and where to go on, b"" at the end; a page may be short."""
        if credential.event is None and credential.role is not Role.OWNER:
            return await find_games(self._store, labels, after, most)
        labels = labels if credential.event is None else [*labels, f"{EVENT_LABEL}={credential.event.hex()}"]
        sits = await self.reach.sitting(credential)
        found: deque[bytes] = deque()
        for _ in range(PAGES_READ):
            games, after = await find_games(self._store, labels, after, most - len(found))
            games = [game for game in games if sits(game) is not False]
            await asyncio.gather(*map(self._listed, games))  # what it reads is what decides whose they are
            found += [game for game in games if await self.reach.reaches(credential, game, sits)]
            if not after or len(found) == most:
                break
        return tuple(found), after

    async def _listed(self, game: bytes) -> games_pb2.ListedGame | None:
        """Give the line of a game, None where its log is broken or forgotten: that must not hide the others."""
        known = self._lines.get(game)
        if known is not None:
            return known
        try:
            entry = await self._command_handler.log.entry(game, 1)
            self.reach.note(game, entry)
            line = None if entry is None else self._line(game, entry)
        except LogFault as fault:
            log.error("log fault", game=game.hex(), fault=fault.name, seq=fault.seq)
            return None
        except GameForgotten:
            return None
        if line is not None:
            self._lines[game] = line
            if len(self._lines) > LINES_KEPT:
                self._lines.popitem(last=False)
        return line

    def _line(self, game: bytes, entry: Entry) -> games_pb2.ListedGame:
        terms = terms_of(entry)
        rules = self._rulesets.by_name.get(terms.ruleset)
        opened = read_record(rules, entry).time if rules else 0
        line = games_pb2.ListedGame(game=game, opened_time=timestamp_of(opened))
        line.terms.CopyFrom(self._rulesets.converter.to_pb(terms))  # type: ignore[arg-type]
        return line

    async def explain(self, _credential: Credential, request: games_pb2.ExplainRequest) -> Message:
        """Give the text of a clause."""
        known = {name: rules for name, rules in self._rulesets.by_name.items() if request.ruleset in ("", name)}
        if not known:
            raise NotFound("no such ruleset here; leave it empty to look in all of them")
        found = [name for name, rules in known.items() if request.clause in rules.texts]
        if not found:
            raise NotFound("no clause of that id; every event and every refusal has ids of clauses")
        text = known[found[0]].texts[request.clause]
        rulesets = [] if request.clause in TEXTS else found
        return games_pb2.ExplainResponse(clause=request.clause, text=text, rulesets=rulesets)

    async def log_key(self, _credential: Credential, _request: games_pb2.LogKeyRequest) -> Message:
        """Give the key that heads are verified with, and how it came after earlier ones."""
        self._keys.refresh()
        return games_pb2.LogKeyResponse(verification_key=self._keys.verification_key, changes=self._keys.changes)

    # -- files

    async def export(self, credential: Credential, request: games_pb2.ExportRequest) -> AsyncGenerator[bytes, None]:
        """Give the replay file, piece by piece."""
        credential = await self.reach.narrow(credential, request.game)
        async with self.seen.reading(credential, request.game) as session:
            self._command_handler.signs(session)
            require_held(session, credential)
            last = session.protocol.seq
            register = await self.register.member(session)
        async with self._exports:
            read = sliced(self._command_handler.log.read(request.game))
            entries = [entry async for entry in read if entry.seq <= last]
            data = await asyncio.to_thread(self._bundle, session, entries, credential.viewer, register)
        for at in range(0, len(data), CHUNK):
            yield games_pb2.Chunk(data=data[at : at + CHUNK]).SerializeToString()

    def _bundle(self, session: Session, entries: Sequence[Entry], viewer: Party, register: bytes) -> bytes:
        may_have: set[tuple[int, int, int]] = set()
        for entry in entries:
            record, _ = reread_entry(session, entry)
            parts = open_parts(record, read_opened_parts(entry.openings), session.protocol, viewer)
            may_have.update((entry.seq, part.owner, part.part) for part in parts)
        key = session.protocol.log_key
        sign = (lambda text: self._keys.sign(text, key)) if self._command_handler.signs(session) else None
        return export(entries, sign, lambda seq, part: (seq, part.owner, part.part) in may_have, register)

    async def audit(self, credential: Credential, chunks: AsyncIterator[games_pb2.Chunk]) -> Message:
        """Audit an uploaded file in a process of its own."""
        if credential.kid in self._uploading:
            raise Limited("a file is being uploaded with this token: wait for its report", 1)
        if len(self._uploading) >= UPLOADS:
            raise Limited(f"{UPLOADS} files are being uploaded: wait", 1)
        self._uploading.add(credential.kid)
        try:
            async with asyncio.timeout(UPLOAD_SECONDS):
                data = await _collect(chunks)
            report = await self._audits.audit(data)
        finally:
            self._uploading.discard(credential.kid)
        return _report(report)


def learn_seed(keys: Keys, key: str, seed: bytes) -> None:
    """Learn a stored seed of a test game; one that can not be read is logged, and its game goes on for nobody."""
    try:
        game, seed = read_seed(key.removeprefix(TEST_SEEDS), seed)
    except ValueError as fault:
        log.error("seed unreadable", game=key.removeprefix(TEST_SEEDS), fault=str(fault))
    else:
        keys.test_seeds[game] = seed


async def _collect(chunks: AsyncIterator[games_pb2.Chunk]) -> bytes:
    data = bytearray()
    async for chunk in chunks:
        data += chunk.data
        if len(data) > UPLOAD_BYTES:
            raise Limited(f"a file of more than {UPLOAD_BYTES} bytes: audit it with `adjudicator replay audit`")
    return bytes(data)


def fresh_id(now: int) -> bytes:
    """Make a UUID of version 7: ids ascend with time."""
    random = bytearray(secrets.token_bytes(10))
    random[0] = random[0] & 0x0F | 0x70
    random[2] = random[2] & 0x3F | 0x80
    return now.to_bytes(6, "big") + bytes(random)


def _report(report: Report) -> Message:
    message = games_pb2.AuditReport(
        verdict=VERDICTS[report.result],
        game=bytes.fromhex(report.game),
        entries=report.entries,
        findings=[_finding(finding) for finding in report.findings[:REMARKS_MOST]],
        levels=[_level(level, state) for level, state in report.levels],
        remarks=[*_remarks(report), *(f"not shown: {limit}" for limit in report.limits)],
    )
    if report.primary is not None:
        message.primary.CopyFrom(_finding(report.primary))
    return message


def _remarks(report: Report) -> list[str]:
    """List the remarks, as many as a message takes, and what was left out."""
    left = len(report.findings) - REMARKS_MOST
    lines = [*report.declared, *report.notes, *([f"{left} findings more are not listed"] if left > 0 else [])]
    kept = report.testimony[: max(0, REMARKS_MOST - len(lines))]
    more = len(report.testimony) - len(kept)
    return [*lines[:REMARKS_MOST], *kept, *([f"{more} testimonies more are not listed"] if more else [])]


def _level(level: str, state: str) -> games_pb2.CheckedLevel:
    checked: Any = AUDIT_LEVELS[level]
    return games_pb2.CheckedLevel(level=checked, unfinished=None if state == "done" else state)


def _finding(finding: Finding) -> games_pb2.Finding:
    severity: Any = SEVERITIES[finding.severity]
    return games_pb2.Finding(
        code=finding.code, severity=severity, seq=finding.seq or None, expected=finding.expected, found=finding.found
    )
