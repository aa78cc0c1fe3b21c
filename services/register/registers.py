"""All registers of a deployment: of each event, and of each day for the games of none."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from adjudicator.kernel.decide.results import COUNTLESS
from adjudicator.kernel.protocol.seed import opening_digest
from adjudicator.kernel.record import mpint
from adjudicator.kernel.record.log import LogFault, StoreDown
from replays import notes
from replays.register.checkpoint import key_text
from replays.register.leaves import EVENT, Body, GameEnded, GameOpened, GameVoided
from replays.register.proof import write_proof
from services.logs import log
from services.register.cosigning import Cosigning
from services.register.files import FOLDER
from services.register.state import RegisterName, RegisterState, of_day, of_event
from services.register.writing import Place, Register, Wanted
from services.store.redis_log import RedisLog

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from adjudicator.kernel.record.log import EventLog
    from replays.register.policy import Policy
    from services.games.keys import Keys
    from services.sessions.head_notes import HeadNotes
    from services.sessions.session import Session
    from services.store.redis_keys import KeyStore

# Registers that are held in memory.
KEPT: Final = 64
_PURPOSE: Final = "register"


class Registration(Struct, frozen=True):
    """What a player is given: the register, the opening's leaf, its proof, and the note that names the key."""

    register: str
    leaf: bytes
    proof: str
    key: str


class Registers:
    """Keeps the registers; `now()` is in ms."""

    def __init__(
        self,
        leaves: EventLog,
        notes_of: HeadNotes,
        store: KeyStore,
        keys: Keys,
        data: Path,
        policy: Policy,
        now: Callable[[], int],
    ) -> None:
        self._keys = keys
        self._notes = notes_of
        self._now = now
        self._cosigning = Cosigning(policy, store)
        self.folder = data / FOLDER
        self.log = leaves
        self.policy = policy
        self._place = Place(leaves, notes_of, self.folder, now, policy, keys, self._sign_key)
        self._registers: OrderedDict[RegisterName, Register] = OrderedDict()

    def of(self, name: RegisterName) -> Register:
        """Give a register, whether there is anything in it or not."""
        found = self._registers.get(name)
        if found is None:
            found = self._registers[name] = self._made(name)
            found.grown = self._cosigning.start
            self._drop_oldest(found)
        self._registers.move_to_end(name)
        return found

    def _drop_oldest(self, kept: Register) -> None:
        """Drop what was asked for longest ago, where there are too many registers; none that is being written."""
        idle = [name for name, row in self._registers.items() if row is not kept and not row.is_written]
        for name in idle[: max(0, len(self._registers) - KEPT)]:
            del self._registers[name]

    async def refresh(self, path: str) -> None:
        """Bring the register at a path up to its log, at most once a second; one that can not be read stays.

        A name under which nothing was ever entered takes no place among the registers.
        """
        scope, _, name = path.partition("/")
        try:
            known = RegisterName(scope, bytes.fromhex(name) if scope == EVENT else None, "" if scope == EVENT else name)
            if known in self._registers or await self._was_begun(known):
                await self.of(known).refresh(now=False)
        except (LogFault, StoreDown) as fault:
            log.warning("register not read", register=path, kind=type(fault).__name__)

    async def _was_begun(self, name: RegisterName) -> bool:
        return self._notes.last(name.id) is not None or await self.log.exists(name.id)

    def _made(self, name: RegisterName) -> Register:
        key = Ed25519PrivateKey.from_private_bytes(self._keys.derive(_PURPOSE))
        origin = f"{self._keys.log_name}/{name.path}"
        vkey = notes.verify_key(origin, key.public_key().public_bytes_raw())
        return Register(name, self._place, key, origin, vkey)

    def _sign_key(self, origin: str, vkey: str, log_key: str = "") -> str:
        return self._keys.sign(key_text(origin, vkey), log_key)

    async def aclose(self) -> None:
        """Let what is being written finish, and ask no witness any more."""
        for register in self._registers.values():
            await register.aclose()
        await self._cosigning.aclose()
        if isinstance(self.log, RedisLog):
            await self.log.aclose()

    # -- games

    async def opened(self, session: Session) -> None:
        """Let the opening of a game stand in its register, before anybody contributes to its seed.

        What was opened by a release without registers and is under way stands in none. LogFault, Conflict, StoreDown.
        """
        if session.registered:
            return
        if not _has_begun(session):
            await self.of(name_of(session)).put(Wanted((opening_of(session),), _opening_finder(session.game_id)))
        session.registered = True

    async def ended(self, session: Session) -> None:
        """Let the end of a game stand in its register, where its opening does; LogFault, Conflict, StoreDown.

        A register is public: what spectators see late comes to stand there when they see it.
        """
        game, register = session.game_id, self.of(name_of(session))
        if session.protocol.secret is None or game in register.state.ended:
            return
        if session.spectator_delay and session.seen_at > self._now():
            return
        if game not in (await self._where_opened(register, game)).opened:
            return
        await register.put(Wanted((ending_of(session),), lambda found: found.ended.get(game)))

    async def registration(self, session: Session, *, wait: bool = False) -> Registration | None:
        """Give what proves that a game stands in its register, None where it does not; LogFault, StoreDown."""
        register = self.of(name_of(session))
        state = await self._where_opened(register, session.game_id)
        index = state.opened.get(session.game_id)
        if index is None:
            return None
        if wait:
            await self._cosigning.wait(register, index)
        key = self._sign_key(register.origin, register.vkey, session.protocol.log_key)
        return Registration(register.origin, state.leaves[index], await self._prove(register, index), key)

    async def member(self, session: Session) -> bytes:
        """Write what a replay file carries: the key, and the register's beginning, the opening and the end with proofs.

        Empty where the game stands in no register. LogFault, StoreDown.
        """
        register, game = self.of(name_of(session)), session.game_id
        state = await self._where_opened(register, game)
        if game not in state.opened:
            return b""
        await self.ended(session)
        # who sees the game late gets a file of as much as is seen
        ended = session.protocol.secret is not None and game in state.ended
        places = sorted({0, state.opened[game], *([state.ended[game]] if ended else [])})
        rows = [[state.leaves[place], await self._prove(register, place)] for place in places]
        return mpint.encode([self._sign_key(register.origin, register.vkey, session.protocol.log_key), rows])

    @staticmethod
    async def _where_opened(register: Register, game: bytes) -> RegisterState:
        """Give a register in which a game stands, if it does in any process's."""
        state = await register.refresh(now=False)
        return state if game in state.opened else await register.refresh()

    async def _prove(self, register: Register, index: int) -> str:
        size, note = await self._cosigning.best(register, index)
        return write_proof(index, register.state.tree.inclusion(index, size), note)

    # -- events

    async def put_all(self, event: bytes, entries: Sequence[tuple[int, tuple[Body, ...]]]) -> None:
        """Let what entries of an event's log say stand in its register, each once, in their order.

        LogFault, Conflict, StoreDown.
        """
        register = self.of(of_event(event))
        state = await register.refresh(now=False)
        for seq, bodies in entries:
            if seq > state.told and bodies:
                await register.put(Wanted(bodies, _told_finder(seq), told=seq))


def _told_finder(seq: int) -> Callable[[RegisterState], int | None]:
    return lambda state: state.told if state.told >= seq else None


def _opening_finder(game: bytes) -> Callable[[RegisterState], int | None]:
    return lambda state: state.opened.get(game)


def name_of(session: Session) -> RegisterName:
    """Name the register of a game: that of its event, or of the day on which it was opened."""
    event = session.protocol.terms.event
    return of_event(event) if event is not None else of_day(session.protocol.times[0])


def _has_begun(session: Session) -> bool:
    """Whether a game has gone on from its opening in a way that an opening now would come too late."""
    protocol = session.protocol
    if protocol.terms.profile == "P0":
        return protocol.seq > 1
    return bool(protocol.commitments or protocol.contributions or protocol.transcript is not None)


def opening_of(session: Session) -> GameOpened:
    """Make the leaf of an opening."""
    terms = session.protocol.terms
    labels = {label.name: label.value for label in terms.labels} if terms.event is not None else {}
    return GameOpened(
        session.game_id,
        terms.commitment or b"",
        opening_digest(terms),
        terms.ruleset,
        tuple(tuple(seat.keys) for seat in terms.seats),
        terms.event,
        labels.get("round", ""),
        labels.get("table", ""),
        terms.restarts,
    )


def ending_of(session: Session) -> GameEnded | GameVoided:
    """Make the leaf of an end."""
    protocol = session.protocol
    result = protocol.result
    ending = result.ending if result is not None else ""
    if result is None or ending in COUNTLESS:
        return GameVoided(session.game_id, protocol.seq, protocol.head, ending, result.ruling if result else 0)
    return GameEnded(session.game_id, protocol.seq, protocol.head, result.outcome, ending, tuple(result.winners))
