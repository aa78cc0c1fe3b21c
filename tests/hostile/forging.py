"""What a hostile operator forges with the log key, the master secret and the store; and what others do about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE, TABLE
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import Finish, OpenGame
from adjudicator.kernel.protocol.seed import opening_digest
from adjudicator.kernel.record import mpint
from adjudicator.kernel.record.chain import entry_hash, head_text, signing_bytes
from adjudicator.kernel.record.record import Actor
from replays import notes
from replays.audit.audit import audit
from replays.audit.checks_register import Against
from replays.audit.receipts import read_held
from replays.audit.report import Report
from replays.bundle import Sealed, read_bundle, write_bundle
from replays.register.checkpoint import key_text
from replays.register.leaves import Body, GameEnded, GameOpened, write_leaf
from replays.register.proof import write_proof
from replays.register.reading import ReadRegister, open_register
from replays.register.watching import Watch, Watched
from replays.wallet.reading import read_wallet
from services.games.command_handler import CommandHandler
from services.games.keys import Keys
from services.games.requests import CommandRequest
from services.games.signing import sign, signed_bytes
from services.rpc.export import every_part, export
from services.tools.play import BotTable
from tests.hostile.kit import RULESET, Victims
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, SIGNATURE, TIME, Case, unpacked
from tests.replays.register.steps import MadeRegister

# -- what the operator forges


class Forged(Case):
    """A game whose entries he changes, with hashes and heads made anew by the log's own key."""

    def __init__(self, victims: Victims, data: bytes | None = None) -> None:
        bundle = read_bundle(data or victims.replay)
        self.keys, self.game, self.manifest = victims.keys, victims.game, bundle.manifest
        self.entries = [unpacked(record) for record in bundle.records]
        self.openings = {item.seq: [list(row) for row in item.openings] for item in bundle.sealed}
        self.heads, self.bytes, self.register = list(bundle.heads), {}, bundle.register
        self.engine = bytes.fromhex(bundle.manifest["engine"])
        self.keys_of: Mapping[Any, bytes] = {}  # keys of the players that were stolen, by party
        self.stolen: Mapping[Any, bytes] = {}
        self.terms = victims.terms

    def _sign(self, fields: Any) -> Any:
        key = self.keys_of.get(fields[ACTOR][1])
        if key is None:
            return fields[SIGNATURE]
        return sign(key, signing_bytes(mpint.encode([fields[1], fields[ACTOR], fields[COMMAND]])))

    def note(self, size: int, head: bytes) -> str:
        """Sign a head as the service does."""
        return self.keys.sign(head_text(self.game, size, head))

    def forged(self) -> bytes:
        """Write the file, with what it carried of the register."""
        records = [self._pack(place) for place in range(len(self.entries))]
        sealed = [Sealed(seq, tuple(tuple(row) for row in rows)) for seq, rows in sorted(self.openings.items())]  # type: ignore[misc]
        named = self.manifest["ruleset"], self.manifest["edition"]
        return write_bundle(*named, self.engine, records, self.heads, sealed, register=self.register)


class Remade(BotTable):
    """The game once more, under its own id and terms, with another secret, and everybody's moves the operator's."""

    def __init__(self, victims: Victims, number: int, keys: Mapping[int, bytes] | None = None) -> None:
        super().__init__(RULESET, number)
        self.victims, self.stolen, self.terms = victims, keys or {}, victims.terms
        self.game_id = victims.game
        self.now = int(victims.entries[0][TIME])
        actors = [Actor(*row[ACTOR]) for row in victims.entries]
        self.owner, self.actors = actors[0], {actor.party: actor for actor in actors}
        self.command_handler = CommandHandler(
            self.log, lambda _name: self.rules, lambda _game: self.secret, self.clock, self.entropy.fresh
        )

    def clock(self) -> int:
        """Go on from when the first game was opened."""
        self.now += 10
        return self.now

    async def _open(self) -> None:
        terms = replace(self.terms, commitment=wgdice.commit(self.game_id, self.secret))
        await self.submit(REFEREE, terms)

    async def submit(self, party: Any, command: Any) -> Any:
        """Give a command as this party, signed where its key was stolen."""
        head, command_id = self.head, self.entropy.fresh()[:16]
        actor = self.owner if head is None else self.actors[party]
        key = self.stolen.get(party)
        salt = self.entropy.fresh() if key is not None else None
        signature = None
        if key is not None and head is not None:
            data = signed_bytes(self.rules.masks, self.game_id, actor, command_id, head, command, salt)
            signature = sign(key, data)
        request = CommandRequest(self.game_id, command_id, command, actor, head, signature, salt)
        result = await self.command_handler.submit(request)
        self.head = result.entry.hash
        return result

    def _next(self, session: Any) -> Any:
        if session.game.stack and session.game.stack[-1].kind == "appeal":
            self.now += 1_000 * self.terms.appeal_window
            return TABLE, Finish()
        return super()._next(session)

    async def file(self, register: bytes = b"") -> bytes:
        """Write it as a replay file."""
        entries = [entry async for entry in self.log.read(self.game_id)]
        return export(entries, self.victims.keys.sign, every_part, register)


async def remade(victims: Victims, keys: Mapping[int, bytes] | None = None, register: bytes = b"") -> bytes:
    """Play the game again until it suits: until red has won."""
    for number in range(40):
        table = Remade(victims, number, keys)
        session = await table.play()
        if session.game.result is not None and session.game.result.winners == (0,):
            return await table.file(register)
    raise AssertionError("no secret suits")


def grown_again(register: ReadRegister, keys: Keys, *, without: bytes = b"", more: Iterable[Body] = ()) -> MadeRegister:
    """The register grown anew, signed with its own key: without the leaves of a game, with others."""
    kept = [data for data in register.data if not without or without not in data]
    time = register.leaves[-1].time
    leaves = [*kept, *(write_leaf(time, body) for body in more)]
    return MadeRegister(leaves, register.checkpoint.origin, keys.derive("register"))


def carried(made: MadeRegister, keys: Keys, places: Iterable[int]) -> bytes:
    """What a replay file carries of a register."""
    size, named = made.tree.size, keys.sign(key_text(made.origin, made.vkey))
    note = made.checkpoint().note
    rows = [[made.leaves[at], write_proof(at, made.tree.inclusion(at, size), note)] for at in places]
    return mpint.encode([named, rows])


def write_register(made: MadeRegister, keys: Keys, folder: Path) -> Path:
    """Serve a register from a folder, its key named by the log's."""
    made.write(folder)
    (folder / "key").write_text(keys.sign(key_text(made.origin, made.vkey)))
    return folder


# -- what players, auditors and monitors do about it


def judged(
    victims: Victims, data: bytes, *files: bytes, refusals: Iterable[bytes] = (), register: Path | None = None
) -> Report:
    """Audit a file with what somebody holds, the operator's published key pinned."""
    held = [item for at, file in enumerate(files) for item in read_held(file, f"{at}.wallet")]
    wallets = [read_wallet(file, "refused") for file in refusals]
    against = Against(open_register(str(register))) if register is not None else None
    return audit(data, vkey=victims.vkey, held=held, refusals=wallets, against=against)


def codes(report: Report) -> set[str]:
    """The errors that were found."""
    return {row.code for row in report.findings if row.severity == "error"}


def places(report: Report) -> set[tuple[str, int]]:
    """The errors that were found, each with the number of its entry."""
    return {(row.code, row.seq) for row in report.findings if row.severity == "error"}


def watched(
    victims: Victims, place: Path, *, files: Mapping[str, bytes] | None = None, wallets: Iterable[bytes] = (),
    later: int = 0, whole: bool = False, state: Path | None = None,
) -> Watched:  # fmt: skip
    """Look at a register as a monitor does, who has its key from elsewhere."""
    held = [read_wallet(file, f"{at}.wallet") for at, file in enumerate(wallets)]
    origin = f"{victims.keys.log_name}/day/{victims.register.name}"
    seed = Ed25519PrivateKey.from_private_bytes(victims.keys.derive("register"))
    vkey = notes.verify_key(origin, seed.public_key().public_bytes_raw())
    return Watch(str(place), vkey, files=files, whole=whole, wallets=held, state=state).look(
        int(victims.entries[0][TIME]) + later
    )


def told(found: Watched) -> set[str]:
    """What a monitor tells of."""
    return {item.code for item in found.noticed}


def opening_of(victims: Victims, file: bytes) -> GameOpened:
    """The leaf of the opening in a file."""
    entries = [unpacked(record) for record in read_bundle(file).records]
    terms = msgspec.convert(entries[0][COMMAND][BODY], OpenGame)
    keys = tuple(tuple(seat.keys) for seat in terms.seats)
    commitment = terms.commitment or b""
    return GameOpened(
        victims.game, commitment, opening_digest(terms), terms.ruleset, keys, None, "", "", terms.restarts
    )


def ending_of(victims: Victims, file: bytes) -> GameEnded:
    """A leaf of an end, as a file has it."""
    records = read_bundle(file).records
    return GameEnded(victims.game, len(records), entry_hash(records[-1]), "won", "conceded", (0,))


def with_register(file: bytes, register: bytes) -> bytes:
    """The file, carrying something else of a register."""
    bundle = read_bundle(file)
    named = bundle.manifest["ruleset"], bundle.manifest["edition"]
    engine = bytes.fromhex(bundle.manifest["engine"])
    return write_bundle(*named, engine, bundle.records, bundle.heads, bundle.sealed, register=register)
