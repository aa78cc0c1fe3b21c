"""A game between bots in memory: from a seed to its end, and to a replay file where one is wanted."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bot import Choose, Sight
from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party, is_seat
from adjudicator.kernel.decide.past import Past, no_past
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    ConfirmResult,
    Finish,
    Finished,
    OpenGame,
    ReportRoll,
    Reveal,
    Seat,
)
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.roles import OWNER_ROLE, SEAT_ROLE, SERVER_ROLE
from adjudicator.kernel.record import chain
from adjudicator.kernel.record.mpint import encode, pack
from adjudicator.kernel.record.record import Actor, Draft, EntryMetadata, OpenedRecord, Record, draft
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import engine_digest
from replays import notes
from replays.audit.checks_log import required_heads
from replays.audit.entries import decode
from replays.bundle import Sealed, write_bundle

LOG_NAME: Final = "laboratory.test/log"
START_MS: Final = 1_767_225_600_000
COMMANDS_MOST: Final = 20_000
NAMES: Final = ("red", "blue", "green", "yellow")
# fields by kind of command, which stand in place of what a bot chooses
Fixed = Mapping[str, Mapping[str, Any]]
Entry = tuple[Record, OpenedRecord]


class NotFinished(Exception):
    """A game between bots did not come to its end; the text says where it stopped."""


@dataclass(frozen=True, slots=True)
class Player:
    """What sits on a seat: a bot, and fields of its commands that are laid down."""

    choose: Choose
    fixed: Fixed


class Entropy:
    """The random bytes of a test game, all from one text."""

    def __init__(self, seed: str) -> None:
        self._root = hashlib.sha256(b"wglab/1/" + seed.encode()).digest()
        self._count = 0

    def bytes32(self, label: str) -> bytes:
        """Give 32 bytes that follow from the label."""
        return hashlib.sha256(self._root + label.encode()).digest()

    def fresh(self) -> bytes:
        """Give 32 bytes that were never given before."""
        self._count += 1
        return self.bytes32(f"fresh {self._count}")

    def generator(self, label: str) -> random.Random:
        """Give a generator for a bot's choices: no die of the game comes from it."""
        return random.Random(self.bytes32(f"choices {label}"))


class LabTable:
    """One game between bots.

    `create` makes the first command of the game from a generator. Of the kinds of command in `alike` every seat gives
    what the first to give it gave. With `keep` the game's records are made, for `replay`; without them it goes the same
    way and is faster.
    """

    def __init__(
        self,
        rules: LoadedRuleset[Any],
        seed: str,
        players: Sequence[Player],
        create: Callable[[random.Random], Struct],
        *,
        alike: Collection[str] = (),
        keep: bool = False,
    ) -> None:
        self.rules = rules
        self.entropy = Entropy(seed)
        self.players = players
        self.create = create
        self.alike = alike
        # the first command of each of these kinds
        self._given: dict[str, Struct] = {}
        self.keep = keep
        self.game_id = self.entropy.bytes32("game")[:16]
        self.secret = self.entropy.bytes32("secret")
        self.keys = [
            Ed25519PrivateKey.from_private_bytes(self.entropy.bytes32(f"key {n}")) for n in range(len(players))
        ]
        self.protocol = ProtocolState(self.game_id)
        self.game: Any = rules.start(len(players))
        self.drafts: list[Draft] = []
        self.past: Past[Any] = no_past
        self.generators = {
            party: self.entropy.generator(str(party)) for party in (*range(len(players)), REFEREE, TABLE)
        }
        self._dice: SeededDice | None = None

    def entries(self) -> Iterator[Entry]:
        """Play to the end, entry by entry.

        Raises NotFinished where there is no end.
        """
        if self.protocol.seq == 0:
            yield self.submit(REFEREE, self.terms())
        for _ in range(COMMANDS_MOST):
            due = self.next()
            if due is None:
                return
            yield self.submit(*due)
        raise NotFinished(f"no end after {COMMANDS_MOST} commands: {[window.kind for window in self.game.stack]}")

    def terms(self) -> OpenGame:
        """Give the terms of a test game: seeded dice, and every seat a bot with a key."""
        keys = [key.public_key().public_bytes_raw() for key in self.keys]
        return OpenGame(
            ruleset=self.rules.name,
            edition=self.rules.edition,
            package=self.rules.package,
            engine=engine_digest(self.rules.name),
            pace="auto",
            dice_mode="seeded",
            profile="P0",
            response_limit=0,
            seats=tuple(Seat(name=name, keys=(key,), bot=True) for name, key in zip(NAMES, keys, strict=False)),
            referee=False,
            appeal_window=0,
            test=True,
            signed=True,
            master_key="",
            log_key=log_key(),
            commitment=wgdice.commit(self.game_id, self.secret),
        )

    def next(self) -> tuple[Party, Struct] | None:
        """Say who acts next and how; None where nothing is open."""
        if not self.game.stack:
            return None
        window: Window = self.game.stack[-1]
        party = self._asked(window)
        usual = self._answer(window, party)
        if usual is not None:
            return usual
        if window.kind == self.rules.opening_window:
            return party, self.create(self.generators[party])
        player = self.players[party]
        chosen = self._alike(player.choose(self._sight(party), self.generators[party]))
        return party, fixed_command(self.rules, chosen, player.fixed)

    def _alike(self, chosen: Struct) -> Struct:
        """Give what was given before in place of a command that every seat gives alike."""
        kind = type(chosen).__name__
        return self._given.setdefault(kind, chosen) if kind in self.alike else chosen

    def _asked(self, window: Window) -> Party:
        """Say who answers next: whoever is asked first, or by lot where one answer speaks for all."""
        if window.kind in self.rules.shared_windows:
            return self.generators[TABLE].choice(window.asks)
        return window.asks[0]

    def _answer(self, window: Window, party: Party) -> tuple[Party, Struct] | None:
        """Answer a question of the kernel; None where it is the ruleset's."""
        match window.kind:
            case "reveal":
                return TABLE, Reveal(secret=self.secret)
            case "roll_report":
                wanted, chance = self.game.suspended, self.generators[TABLE]
                faces = tuple(chance.randrange(wanted.sides) + 1 for _ in range(wanted.count))
                return 0 if party == TABLE else party, ReportRoll(faces=faces, dice_set="")
            case "roll_acknowledge":
                return party, AcknowledgeRoll()
            case "confirm_result":
                return party, ConfirmResult()
            case "result" | "appeal":
                return party, Finish()
        return None

    def _sight(self, party: Party) -> Sight:
        stack = self.game.stack
        offers = self.rules.windows[stack[-1].kind].offers
        given = tuple(offers(self.game, stack[-1], party)) if offers is not None else ()
        return Sight(party, self.rules.bot_view(self.game, party), stack, given)

    def submit(self, party: Party, command: Struct) -> Entry:
        """Rule on a command and enter it; Rejected where it is refused, and then nothing goes on."""
        protocol = self.protocol
        actor = _actor(party)
        time = (protocol.times[-1] if protocol.times else START_MS) + 1_000
        ruling = adjudicate(
            self.rules, self.game, protocol, party, command, self.dice(), time, fork=False, by=actor, past=self.past
        )
        return self.enter(ruling, command, actor, time)

    def dice(self) -> SeededDice:
        """Give the dice of the game, once its seed is fixed."""
        if self.protocol.transcript is None:
            return SeededDice(self.secret, bytes(32))
        self._dice = self._dice or SeededDice(self.secret, self.protocol.transcript)
        return self._dice

    def enter(self, ruling: Ruling[Any], command: Struct, actor: Actor, time: int) -> Entry:
        """Take the entry of a ruling."""
        protocol, seq = self.protocol, ruling.seq
        command_id = self.entropy.bytes32(f"command {seq}")[:16]
        opened = OpenedRecord(command, tuple(ruling.events), tuple(ruling.rolls), whole=True)
        if self.keep:
            metadata = EntryMetadata(
                self.game_id, protocol.head, time, actor, command_id, protocol.head if seq > 1 else None
            )
            state = self._state(ruling)
            rolls, seats = ruling.rolls, len(self.players)
            made = draft(self.rules, metadata, seq, command, ruling.events, rolls, seats, state, self.entropy.fresh)
            drafted = self._signed(made)
            self.drafts.append(drafted)
            record, digest = drafted.record, chain.entry_hash(drafted.data)
        else:
            envelope: Any = _Id(command_id)
            record = Record(1, self.game_id, seq, b"", time, actor, envelope, None, (), (), (), None)
            digest = seq.to_bytes(32, "big")
        suspended = ruling.game.suspended
        self.game = ruling.game
        protocol.enter(record, opened, digest)
        if suspended is not None and suspended.seq == 0:
            self.game.suspended = replace(suspended, seq=seq)
        return record, opened

    def _signed(self, made: Draft) -> Draft:
        """Sign what a seat gives, as every seat of a served game does."""
        record = made.record
        if not is_seat(record.actor.party):
            return made
        data = chain.signing_bytes(encode([record.game, record.actor, record.command]))
        signed = replace(record, signature=self.keys[record.actor.party].sign(data))
        return Draft(signed, pack(signed), made.openings)

    def _state(self, ruling: Ruling[Any]) -> tuple[bytes, bytes | None] | None:
        final = any(isinstance(event, Finished) for event, _ in ruling.events)
        if ruling.seq % chain.STATE_EVERY and not final:
            return None
        public = chain.state_hash(pack(self.rules.public(ruling.game)))
        if not self.rules.sealing or self.protocol.transcript is None:
            return public, None
        key = wgdice.state_key(self.secret, self.protocol.transcript)
        return public, chain.full_state_hash(key, pack(ruling.game.dump()))

    def replay(self) -> bytes:
        """Write the game as a replay file, everything open."""
        raws = [decode(kept.record.seq, kept.data) for kept in self.drafts]
        texts = [chain.head_text(self.game_id, size, raws[size - 1].hash) for size in required_heads(raws)]
        heads = [notes.sign(LOG_KEY, LOG_NAME, text) for text in texts]
        sealed = [
            Sealed(kept.record.seq, tuple((part.owner, part.part, part.salt, part.data) for part in kept.openings))
            for kept in self.drafts
            if kept.openings
        ]
        terms = self.protocol.terms
        records = (kept.data for kept in self.drafts)
        return write_bundle(terms.ruleset, terms.edition, terms.engine, records, heads, sealed)


LOG_KEY: Final = hashlib.sha256(b"wglab/1/log key").digest()


@cache
def log_key() -> str:
    """Give the key that verifies heads of test games: one for all, since nobody could rely on it."""
    public = Ed25519PrivateKey.from_private_bytes(LOG_KEY).public_key().public_bytes_raw()
    return notes.verify_key(LOG_NAME, public)


class _Id(Struct, frozen=True):
    """What the protocol reads of the envelope of a command."""

    id: bytes


def _actor(party: Party) -> Actor:
    if is_seat(party):
        return Actor(SEAT_ROLE, party, f"seat{party}")
    return Actor(OWNER_ROLE, party, "owner") if party == REFEREE else Actor(SERVER_ROLE, party, "")


def fixed_command(rules: LoadedRuleset[Any], command: Struct, fixed: Fixed) -> Struct:
    """Put fields that are laid down in place of those that were chosen."""
    fields = fixed.get(type(command).__name__)
    return replace(command, **fields) if fields else command
