"""Games as such: opening, finding, taking home, auditing, explaining."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import grpc

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.texts import TEXTS
from adjudicator.kernel.record.log import Entry, LogFault
from adjudicator.kernel.record.record import read_opened_parts
from replays.audit import notes
from replays.audit.audit import audit
from replays.audit.report import Finding, Report
from services.games.command_handler import CommandHandler, CommandRequest
from services.games.keys import Keys, seeded_game
from services.games.new_game import credentials, label_text, read_terms
from services.games.session import Session, again, opening_of, read_record
from services.logs import log
from services.rpc.conversion import Invalid
from services.rpc.errors import Absent, Limited
from services.rpc.export import export
from services.rpc.interceptor import AccessInterceptor, Work
from services.rpc.methods import methods_of
from services.rpc.redaction import open_to, put_receipt, put_windows
from services.store.redis_keys import KeyStore, claim_game, find_games, label_game
from wargame.v1 import games_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from services.games.clock import Clock
    from services.games.loaded_rulesets import LoadedRulesets
    from services.games.receipts import Receipts
    from services.rpc.credentials import Credential, Credentials

SERVICE: Final = "wargame.v1.Games"
CHUNK: Final = 256 * 1024
UPLOAD: Final = 64 * 1024 * 1024
UPLOADS: Final = 8
HEAVY: Final = 2
PAGE, PAGE_MOST = 50, 200
ID: Final = 16
VERDICTS: Final = {
    "PASS": games_pb2.VERDICT_PASS,
    "PASS_WITH_NOTES": games_pb2.VERDICT_PASS_WITH_NOTES,
    "FAIL": games_pb2.VERDICT_FAIL,
    "INCOMPLETE": games_pb2.VERDICT_INCOMPLETE,
}
TEST_SEEDS: Final = "{test}:seed:"


class Games:
    """Serves Games; `test_seeds` lets Open take a seed from its caller."""

    def __init__(
        self, shelf: LoadedRulesets, desk: CommandHandler, store: KeyStore, keys: Keys, seats: Credentials,
        receipts: Receipts, clock: Clock, *, test_seeds: bool = False,
    ) -> None:  # fmt: skip
        self._shelf = shelf
        self._desk = desk
        self._store = store
        self._keys = keys
        self._seats = seats
        self._receipts = receipts
        self._clock = clock
        self._test_seeds = test_seeds
        self._heavy = asyncio.Semaphore(HEAVY)
        self._uploading: set[str] = set()

    def handler(self, gate: AccessInterceptor) -> grpc.GenericRpcHandler:
        """Make the handler of the service."""
        methods = methods_of(SERVICE)
        answers: dict[str, Work] = {
            "Open": self.open, "Get": self.get, "List": self.list, "Explain": self.explain, "LogKey": self.log_key,
        }  # fmt: skip
        made = {name: gate.answer(methods.pop(name), work) for name, work in answers.items()}
        made["Export"] = gate.stream(methods.pop("Export"), self.export)
        made["Audit"] = gate.intake(methods.pop("Audit"), self.audit)
        if methods:
            raise LookupError(f"nobody serves {', '.join(methods)} of {SERVICE}")
        return grpc.method_handlers_generic_handler(SERVICE, made)

    async def load_test_seeds(self) -> None:
        """Take up the seeds of test games of earlier runs."""
        async for key in self._store.scan(TEST_SEEDS):
            seed = await self._store.get(key)
            if seed is not None:
                self._keys.test_seeds[bytes.fromhex(key.removeprefix(TEST_SEEDS))] = seed

    # -- opening

    async def open(self, credential: Credential, request: games_pb2.OpenRequest) -> Message:
        """Open a game, or answer the same again."""
        terms = read_terms(request, self._shelf)
        game = await self._claim(credential, request)
        command = await self._settled(game, terms)
        answer = await self._desk.submit(CommandRequest(game, request.command_id, command, credential.actor))
        await label_game(self._store, game, [label_text(each) for each in command.labels])
        await self._clock.opened(answer.session)
        reply = games_pb2.OpenResponse(game=game, commitment=command.commitment or b"")
        for each in await credentials(self._seats, self._keys, game, command):
            reply.credentials.append(each)
        put_receipt(reply.receipt, self._receipts, game, 1, answer.entry.hash)
        return reply

    async def _claim(self, credential: Credential, request: games_pb2.OpenRequest) -> bytes:
        """Find the id of the game that this command opens: the same for a retry."""
        if not request.HasField("test_seed"):
            fresh = _fresh_id(self._clock.now())
            return await claim_game(self._store, credential.kid, request.command_id, fresh)
        if not self._test_seeds:
            raise Invalid("test_seed", "is not taken here: start the server with --allow-test-seeds")
        game = seeded_game(request.test_seed)
        await self._store.set(TEST_SEEDS + game.hex(), request.test_seed)
        self._keys.test_seeds[game] = request.test_seed
        return game

    async def _settled(self, game: bytes, terms: OpenGame) -> OpenGame:
        """Complete the terms; a retry is completed as the first try was, by whatever release."""
        first = await self._desk.log.entry(game, 1)
        if first is not None:
            old = opening_of(first)
            given = {name: getattr(old, name) for name in ("edition", "package", "engine", "master_key", "log_key")}
            return _with(terms, **given, commitment=old.commitment)
        return _with(
            terms, engine=self._shelf.engine(terms.ruleset),
            master_key="" if terms.test else self._keys.master_id, log_key=self._keys.verification_key,
            commitment=wgdice.commit(game, self._keys.secret_of(game)),
        )  # fmt: skip

    # -- reading

    async def get(self, credential: Credential, request: games_pb2.GetRequest) -> Message:
        """Tell the public facts of a game."""
        credential.reach(request.game)
        async with self._desk.at(request.game) as session:
            self._desk.require_keys(session)
            return self._facts(session)

    def _facts(self, session: Session) -> Message:
        protocol = session.protocol
        reply = games_pb2.GetResponse(
            game=session.game_id, finished=protocol.finished is not None, revealed=protocol.secret is not None,
            opened_ms=protocol.times[0], last_ms=protocol.times[-1],
        )  # fmt: skip
        reply.opening.CopyFrom(self._shelf.wire.to_pb(protocol.terms))  # type: ignore[arg-type]
        put_receipt(reply.receipt, self._receipts, session.game_id, protocol.seq, protocol.head)
        put_windows(reply.windows, session.game.stack)
        if protocol.result is not None:
            reply.result.outcome = protocol.result.outcome
            reply.result.winners.extend(protocol.result.winners)
        return reply

    async def list(self, credential: Credential, request: games_pb2.ListRequest) -> Message:
        """List the games under all the labels that the credential is for; ids ascend with time."""
        if len(request.page_token) not in (0, ID):
            raise Invalid("page_token", "is not from an answer of this method")
        found = await find_games(self._store, [label_text(each) for each in request.labels])
        mine = [game for game in found if credential.game in (None, game) and game > request.page_token]
        most = min(request.page_size or PAGE, PAGE_MOST)
        reply = games_pb2.ListResponse(next_page_token=mine[most - 1] if len(mine) > most else b"")
        for game in mine[:most]:
            try:
                entry = await self._desk.log.entry(game, 1)
                if entry is not None:
                    self._put_listed(reply, game, entry)
            except LogFault as fault:
                # one broken log must not hide the others
                log.error("log fault", game=game.hex(), fault=fault.name, seq=fault.seq)
        return reply

    def _put_listed(self, reply: games_pb2.ListResponse, game: bytes, entry: Entry) -> None:
        opening = opening_of(entry)
        rules = self._shelf.rules.get(opening.ruleset)
        opened = read_record(rules, entry).time if rules else 0
        listed = reply.games.add(game=game, opened_ms=opened)
        listed.opening.CopyFrom(self._shelf.wire.to_pb(opening))  # type: ignore[arg-type]

    async def explain(self, _credential: Credential, request: games_pb2.ExplainRequest) -> Message:
        """Give the text of a clause."""
        known = {name: each for name, each in self._shelf.rules.items() if request.ruleset in ("", name)}
        if not known:
            raise Absent("no such ruleset here; leave it empty to look in all of them")
        having = [name for name, rules in known.items() if request.clause in rules.texts]
        if not having:
            raise Absent("no clause of that id; ids stand beside every event and in every refusal")
        text = known[having[0]].texts[request.clause]
        rulesets = [] if request.clause in TEXTS else having
        return games_pb2.ExplainResponse(clause=request.clause, text=text, rulesets=rulesets)

    async def log_key(self, _credential: Credential, _request: games_pb2.LogKeyRequest) -> Message:
        """Tell what heads are verified with."""
        return games_pb2.LogKeyResponse(verification_key=self._keys.verification_key)

    # -- files

    async def export(self, credential: Credential, request: games_pb2.ExportRequest) -> AsyncGenerator[bytes, None]:
        """Give the replay file, piece by piece."""
        credential.reach(request.game)
        async with self._desk.at(request.game) as session:
            self._desk.require_keys(session)
            last = session.protocol.seq
        async with self._heavy:
            entries = [entry async for entry in self._desk.log.read(request.game) if entry.seq <= last]
            data = await asyncio.to_thread(self._bundle, session, entries, credential.viewer)
        for at in range(0, len(data), CHUNK):
            yield games_pb2.Chunk(data=data[at : at + CHUNK]).SerializeToString()

    def _bundle(self, session: Session, entries: Sequence[Entry], viewer: Party) -> bytes:
        may_have = {
            (entry.seq, each.owner, each.part)
            for entry in entries
            for each in open_to(again(session, entry)[0], read_opened_parts(entry.openings), session.protocol, viewer)
        }  # fmt: skip
        return export(entries, self._sign, lambda seq, each: (seq, each.owner, each.part) in may_have)

    def _sign(self, text: str) -> str:
        return notes.sign(self._keys.log_key, self._keys.log_name, text)

    async def audit(self, credential: Credential, chunks: AsyncIterator[games_pb2.Chunk]) -> Message:
        """Audit an uploaded file, beside the loop that serves the others."""
        if credential.kid in self._uploading:
            raise Limited("a file is being uploaded with this token: wait for its report", 1)
        if len(self._uploading) >= UPLOADS:
            raise Limited(f"{UPLOADS} files are being uploaded: wait", 1)
        self._uploading.add(credential.kid)
        try:
            data = await _gathered(chunks)
            async with self._heavy:
                report = await asyncio.to_thread(audit, data, find=self._find)
        finally:
            self._uploading.discard(credential.kid)
        return _report(report)

    def _find(self, name: str) -> tuple[Any, bytes] | None:
        rules = self._shelf.rules.get(name)
        return (rules, self._shelf.engine(name)) if rules else None


async def _gathered(chunks: AsyncIterator[games_pb2.Chunk]) -> bytes:
    data = bytearray()
    async for chunk in chunks:
        data += chunk.data
        if len(data) > UPLOAD:
            raise Limited(f"a file of more than {UPLOAD} bytes: audit it with `adjudicator replay audit`")
    return bytes(data)


def _with(terms: OpenGame, **fields: Any) -> OpenGame:
    given = {name: getattr(terms, name) for name in terms.__struct_fields__}
    return OpenGame(**{**given, **fields})


def _fresh_id(now: int) -> bytes:
    """Make a UUID of version 7: ids ascend with time."""
    chance = bytearray(secrets.token_bytes(10))
    chance[0] = chance[0] & 0x0F | 0x70
    chance[2] = chance[2] & 0x3F | 0x80
    return now.to_bytes(6, "big") + bytes(chance)


def _report(report: Report) -> Message:
    said = games_pb2.AuditReport(
        verdict=VERDICTS[report.result], game=bytes.fromhex(report.game), entries=report.entries,
        findings=[_finding(each) for each in report.findings],
        levels=[f"{level}: {state}" for level, state in report.levels],
        remarks=[*report.declared, *report.stated, *report.notes, *(f"not shown: {each}" for each in report.beyond)],
    )  # fmt: skip
    if report.primary is not None:
        said.primary.CopyFrom(_finding(report.primary))
    return said


def _finding(finding: Finding) -> games_pb2.Finding:
    return games_pb2.Finding(
        code=finding.code, severity=finding.severity, seq=finding.seq, expected=finding.expected, found=finding.found
    )


__all__ = ["SERVICE", "Games"]
