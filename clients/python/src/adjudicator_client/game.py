"""One party's side of one game."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import grpc

from adjudicator_client import contract
from adjudicator_client.calls import Tries
from adjudicator_client.choices import Choose, build
from adjudicator_client.contract import PACKAGES
from adjudicator_client.contract.pool import POOL
from adjudicator_client.contract.wargame.v1 import (
    games_pb2,
    options_pb2,
    play_pb2,
    protocol_pb2,
    record_pb2,
    referee_pb2,
)
from adjudicator_client.entries import check_answer, check_sent, read_entry
from adjudicator_client.errors import NotProven, Refused
from adjudicator_client.evidence.disk import done
from adjudicator_client.evidence.keeping import Keeping, keep_behind, wait_behind
from adjudicator_client.evidence.refusals import Refusals
from adjudicator_client.keys import Key
from adjudicator_client.marks import message_of, secret_fields
from adjudicator_client.proof import dice
from adjudicator_client.proof.games import Proof, verify_game
from adjudicator_client.proof.logged import logged, sealed_values
from adjudicator_client.proof.mpint import encode
from adjudicator_client.proof.receipts import Receipts
from adjudicator_client.proof.records import Record, signing_bytes
from adjudicator_client.proof.rewinds import Path
from adjudicator_client.registrations import Registrations
from adjudicator_client.statements import Statements
from adjudicator_client.wallet import Wallet

if TYPE_CHECKING:
    from adjudicator_client.service import Service

SHARED: Final = "wargame.v1"
# services of the commands that all games share
COMMANDS: Final = tuple(
    f"{file.package}.{name}"
    for file in (protocol_pb2.DESCRIPTOR, referee_pb2.DESCRIPTOR)
    for name in file.services_by_name
)
REFEREE: Final = 254
_TOKEN: Final = re.compile("wg1_([a-z_]+)_([0-9a-f]{12})_")
JOINING: Final = ("contribute", "open_contribution")
WATCH, READ, EXPORT = (f"/wargame.v1.Games/{name}" for name in ("Watch", "Read", "Export"))


def load(package: str) -> str:
    """Load the messages of a package of the contract; gives the package."""
    for name in ("stubs", "play_pb2", "events_pb2", "view_pb2"):
        import_module(f"{contract.__name__}.{package}.{name}")
    return package


def _role_of(token: str) -> tuple[int, str]:
    """Tell from a token as whom its holder acts: the role as entries name it, and the token's key id."""
    found = _TOKEN.match(token)
    if found is None:
        return 0, ""
    return options_pb2.Role.Value(f"ROLE_{found[1].upper()}"), found[2]


class Game(Keeping, Refusals, Registrations, Statements):
    """A game as one party has it: what it may do, what it gives, what it can prove.

    `seat` is that of a player, `key` what a seat or an official signs with; `receipts` may be given from an earlier
    run. `contribution` are the 32 bytes that the seat brings to the seed of the dice: fresh ones, if not given. A
    `wallet` keeps what comes and goes, and gives receipts and contribution of an earlier run. `head` is the hash of the
    entry after which this party last looked; a command is refused where what it was decided on does not hold any more.
    Nothing is contributed to a game that gives the seat other keys than `key`; a player who has several, as the roster
    of an event may, sets `other_keys` to their public ones.
    """

    other_keys: Sequence[bytes] = ()

    def __init__(
        self,
        service: Service,
        game: bytes,
        token: str,
        *,
        seat: int | None = None,
        key: Key | None = None,
        receipts: Receipts | None = None,
        contribution: bytes | None = None,
        wallet: Wallet | None = None,
    ) -> None:
        self.service = service if token == service.token else service.with_token(token)
        self.game = game
        self.seat = seat
        self.wallet = wallet or Wallet(game)
        self.party = REFEREE if seat is None else seat
        self.contribution = contribution or self.wallet.contribution(self.party) or secrets.token_bytes(32)
        receipts = receipts or self.wallet.receipts()
        self.head = receipts.head if receipts else b""
        self._key = key
        role, self._key_id = _role_of(token)
        self.name = options_pb2.Role.Name(role).removeprefix("ROLE_").lower() if seat is None else f"seat {seat}"
        self._actor = [role, self.party, self._key_id]
        if seat is not None:
            self.wallet.keep("seat", seat=seat, token_id=self._key_id, key=key.public if key else b"")
        self._receipts = receipts
        self._terms: protocol_pb2.OpenGame | None = None
        self._sent = self.wallet.commands(self._actor)
        self._headers: dict[bytes, record_pb2.Header] = {}
        self._path = Path()  # of the entries from the first on that were read

    # -- what there is to know

    async def play(self) -> Any:
        """Give the stub of the ruleset's own service, `Play`, with this party's token: its queries are there."""
        return import_module(f"{contract.__name__}.{await self.package()}.stubs").Play(self.service.caller)

    async def terms(self) -> protocol_pb2.OpenGame:
        """Give the terms of the game, asked for once."""
        if self._terms is None:
            terms = (await self.facts()).terms
            await self._read_on(1)
            self._compare_terms(terms)
            self._terms = terms
        return self._terms

    async def package(self) -> str:
        """Give the package of the ruleset's contract; the shared one where this release does not know it."""
        package = (await self.terms()).package
        return load(package) if package in PACKAGES else SHARED

    async def view(self) -> Any:
        """Give the game as this party may see it: the `View` of the ruleset's package.

        Its head is compared with what is known of the log; what it shows can not be proved, and is the service's word.

        Where this release does not know the ruleset it is a ViewResponse, whose view nobody here can read.
        """
        found = await self.games.View(play_pb2.ViewRequest(game=self.game))
        await self._see(found)
        name = found.view.type_url.rpartition("/")[2]
        if await self.package() == SHARED:
            return found
        return message_of(name).FromString(found.view.value)

    async def offers(self) -> record_pb2.Offers:
        """Give what this party may do now."""
        found = await self.games.Offers(play_pb2.OffersRequest(game=self.game))
        await self._see(found)
        return found

    async def find_places(self, command: str, field: str, chosen: Mapping[str, str]) -> list[record_pb2.Domain]:
        """Find legal values of a field of an offered command, for what has been chosen before it."""
        rows = [record_pb2.Chosen(field=name, value=value) for name, value in chosen.items()]
        request = record_pb2.FindPlacesRequest(game=self.game, command=command, field=field, chosen=rows)
        return list((await self.games.FindPlaces(request)).spots)

    # -- what there is to do

    async def make(self, offer: record_pb2.Offer, choose: Choose) -> Any:
        """Make the command of an offer from a chooser's answers.

        Raises OfferFault.
        """
        return await build(offer, choose, self.find_places, await self.package())

    async def prepare(self, command: Any) -> Any:
        """Complete a command without sending it: id, head, salt and signature; what stands in its header is kept.

        A command whose id was sent from here before gets the same header again.
        """
        request = type(command)()
        request.CopyFrom(command)
        header = request.header
        if header.command_id in self._headers:
            header.CopyFrom(self._headers[header.command_id])
        header.game = self.game
        header.command_id = header.command_id or secrets.token_bytes(16)
        header.head = header.head or await self._last_seen()
        if secret_fields(request.DESCRIPTOR):
            header.salt = header.salt or secrets.token_bytes(32)
        row = logged(request, self.game, self.party, header.command_id, header.head, header.salt or None)
        kept = self._key is not None or self.wallet.writes
        covered = signing_bytes(self.game, self._actor, row) if kept else b""
        if self._key is not None:
            header.signature = self._key.sign(covered)
        self._keep_command(request, row, covered)
        self._sent[header.command_id] = row, header.signature or None
        self._headers[header.command_id] = header
        return request

    async def give(self, command: Any) -> Any:
        """Give a command: signed, sealed, tried again with the same bytes; gives the answer.

        Before that the receipt is verified, the entries up to its own, and that this holds the command as it was given.

        A command that `prepare` has completed is sent as it stands, so that it can be given again. Where the game has
        changed since the head that was last seen, what came is read, and Stale is raised.

        Nobody contributes to the seed of a game before its opening is proven to stand in the public register.

        Raises Refused and other ClientErrors.
        """
        if command.DESCRIPTOR.name == "CommitContribution":
            await self.registered()
        request = await self.prepare(command)
        on_disk = self.wallet.begin_put_on_disk()
        try:
            reply = await self._ask(request)  # the command may stand although its line is not on the disk
        except BaseException as fault:
            await wait_behind(fault, done(on_disk))
            raise
        await done(on_disk)
        return reply

    async def _ask(self, request: Any) -> Any:
        """Send a command, and verify what it is answered with."""
        service, method = await self._method(request.DESCRIPTOR.name)
        answer: Any = message_of(method.output_type.full_name)
        command_id = request.header.command_id
        try:
            reply = await self.service.caller.call(f"/{service}/{method.name}", request, answer)
        except Refused as refusal:
            await self._refused(refusal, self._sent[command_id][0])
            self._headers.pop(command_id)  # it was not done: given again it may be decided anew
            raise
        await self._keep(reply.receipt, command_id)
        try:
            record = await self._follow(reply, command_id)
        except BaseException as fault:
            keep_behind(fault, lambda: self.wallet.keep_receipt(reply.receipt, command_id))
            raise
        self.wallet.keep_receipt(reply.receipt, command_id, record)
        self.head = reply.receipt.hash
        return reply

    async def join(self) -> None:
        """Bring this party's contribution to the seed: commit to it, wait for the others, open it.

        Where nothing is to be brought, or it is there already, nothing is done.
        """
        while True:
            found = await self.offers()
            names = {offer.command for offer in found.offers}
            if "CommitContribution" in names:
                promise = dice.seat_commit(self.game, self.party, self.contribution)
                await self.give(protocol_pb2.CommitContribution(commitment=promise))
            elif "OpenContribution" in names:
                await self.give(protocol_pb2.OpenContribution(contribution=self.contribution))
                return
            elif any(window.kind == JOINING[0] for window in found.windows):
                async with aclosing(self.watch(found.seq)) as entries:
                    await anext(entries)
            else:
                return

    # -- following and proving

    async def watch(self, after: int = 0) -> AsyncGenerator[play_pb2.Entry, None]:
        """Give entries as they come, each verified against the chain; goes on where a connection breaks.

        Raises NotProven, Unanswered where the connection does not come back, other ClientErrors.
        """
        async with aclosing(self._entries(WATCH, after)) as entries:
            async for entry, _ in entries:
                yield entry

    async def read(self, after: int = 0, up_to: int = 0) -> AsyncGenerator[play_pb2.Entry, None]:
        """Give the entries that are there, each verified against the chain; `up_to` 0 is the end.

        Raises NotProven and other ClientErrors.
        """
        async with aclosing(self._entries(READ, after, up_to)) as entries:
            async for entry, _ in entries:
                yield entry

    async def void_entries(self) -> list[int]:
        """List the entries that do not stand, since the game went back before them; what is not read yet is read.

        Raises NotProven and other ClientErrors.
        """
        await self._read_on()
        return self._path.void

    async def wait_for_reveal(self) -> games_pb2.GetResponse:
        """Wait until the service has shown the secret of the dice, as it does after the end; gives the facts."""
        found = await self.facts()
        if not found.revealed:
            async with aclosing(self.watch(found.receipt.seq)) as entries:
                async for entry in entries:
                    if entry.command == "Reveal":
                        break
            found = await self.facts()
        return found

    async def verify(self) -> Proof:
        """Read the whole log and verify it: chain, receipts, signatures, sealed parts, and after the reveal every die.

        Raises NotProven and other ClientErrors.
        """
        records = [record async for _, record in self._entries(READ, 0)]
        receipts = await self.receipts()
        return verify_game(records, list(receipts.kept.values()), receipts.log_keys[0])

    async def export(self) -> bytes:
        """Fetch the replay file of the game."""
        request = games_pb2.ExportRequest(game=self.game)
        return b"".join(chunk.data for chunk in await self.service.caller.fetch(EXPORT, request, games_pb2.Chunk))

    # -- how

    async def _method(self, command: str) -> tuple[str, Any]:
        for service in (*COMMANDS, f"{await self.package()}.Play"):
            found: Any = POOL.FindServiceByName(service) if service != f"{SHARED}.Play" else None
            if found is not None and command in found.methods_by_name:
                return service, found.methods_by_name[command]
        raise LookupError(f"{command} is no command of {await self.package()}")

    def _keep_command(self, request: Any, row: list[Any], covered: bytes) -> None:
        """Keep what is about to be sent; `covered` are the bytes that a signature of it covers."""
        if isinstance(request, protocol_pb2.CommitContribution):
            self.wallet.keep_contribution(self.party, self.contribution, request.commitment)
        if self.wallet.writes:
            header, sealed = request.header, row[3] is not None
            secret = encode(sealed_values(request)) if sealed else b""
            self.wallet.keep_command(covered, header.signature, header.salt if sealed else b"", secret)

    async def _last_seen(self) -> bytes:
        """Give the hash of the entry after which this party last looked; who has not looked does so now."""
        await self.terms()
        return self.head or (await self.receipts()).head

    async def _read_on(self, up_to: int = 0) -> None:
        """Read what was not read yet, up to an entry or to the end."""
        if not up_to or self._path.last < up_to:
            async with aclosing(self._entries(READ, self._path.last, up_to)) as entries:
                async for _ in entries:
                    pass

    async def _follow(self, reply: Any, command_id: bytes) -> bytes:
        """Verify the entries that came since, up to that of the receipt: it has to be this command, as answered.

        Gives the bytes of its record.
        """
        seq, data = reply.receipt.seq, b""
        last = min(self._path.last, seq - 1)
        async with aclosing(self._entries(READ, last, seq)) as entries:
            async for entry, record in entries:
                last = entry.seq
                if last == seq:
                    check_answer(reply, entry, record, command_id)
                    data = entry.record
        if last != seq:
            raise NotProven("MISSING_ENTRY", self.game, last + 1, f"entries up to {seq}", f"entries up to {last}")
        return data

    async def _entries(
        self, path: str, after: int, up_to: int = 0
    ) -> AsyncGenerator[tuple[play_pb2.Entry, Record], None]:
        receipts, caller = await self.receipts(), self.service.caller
        tries: Tries | None = None
        while True:
            call = caller.open_stream(path, self._request(path, after, up_to, receipts), play_pb2.Entry)
            try:
                async for entry in call:
                    record = read_entry(entry, self.game, after + 1)
                    receipts.link(record)
                    self.wallet.keep_head(record.seq, record.hash)
                    if record.seq == 1:
                        self._enter_first(entry, record)
                    check_sent(record, self._sent.get(record.id), self._actor)
                    after, tries = entry.seq, None
                    if after == self._path.last + 1:
                        self._path.enter(record)
                    yield entry, record
            except grpc.aio.AioRpcError as fault:
                tries = tries or Tries(caller.address, caller.patience)
                await self._again(tries, fault, after)
            else:
                if path == READ:
                    return
                tries = tries or Tries(caller.address, caller.patience)
                await tries.rest()
            finally:
                call.cancel()
            if path == WATCH:  # entries may be long in coming: that the service answers is what counts
                await self.games.Get(games_pb2.GetRequest(game=self.game))
                tries.reached()

    async def _again(self, tries: Tries, fault: grpc.aio.AioRpcError, after: int) -> None:
        try:
            await tries.again(fault)
        except Refused as refusal:
            if refusal.reason != "conflict":
                raise
            text = f"the entry {after} that was seen here"
            raise NotProven("HEAD_MISMATCH", self.game, after, text, refusal.text) from fault

    def _request(self, path: str, after: int, up_to: int, receipts: Receipts) -> Any:
        if path == READ:
            return play_pb2.ReadRequest(game=self.game, after=after, up_to=up_to or None, records=True)
        known = receipts.heard_of(after) if after else None
        return play_pb2.WatchRequest(game=self.game, after=after, hash=known, records=True)

    def __repr__(self) -> str:
        """Show the game and the seat, and no token."""
        return f"Game({self.game.hex()}, seat={self.seat})"
