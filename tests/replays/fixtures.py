"""Plays whole games through the command handler in memory and writes them as replay files, every byte from a seed."""

from __future__ import annotations

import asyncio
import hashlib
import random
from functools import cache
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.offers import Choice, Range, Words
from adjudicator.kernel.decide.parties import REFEREE, TABLE, is_seat
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    CommitContribution,
    ConfirmResult,
    DisputeRoll,
    EnforceDeadline,
    Finish,
    OpenContribution,
    OpenGame,
    ReportRoll,
    Reveal,
    Seat,
)
from adjudicator.kernel.protocol.deadlines import referee_ms
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.kernel.record.record import Actor
from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from replays import notes
from services.games.command_handler import CommandHandler
from services.games.requests import CommandRequest
from services.games.signing import public_key, sign, signed_bytes
from services.rpc.export import every_part, export
from services.tools.play import BotTable
from tests.toy import RULESET
from tests.toy.model.messages import CreateMatch

OWNER, JUDGE, SEAT, SERVER = 1, 2, 3, 6
LOG_NAME = "replay.test/log"
ENGINE = hashlib.sha256(b"the toy's code").digest()
NAMES = ("red", "blue")
DEADLY = {"Strike", "SpringAmbush"}
FREE = {"value": "open", "reason": "", "dice_set": "old bone"}


@cache
def toy_rules() -> LoadedRuleset[Any]:
    return assemble(RULESET)


def find(name):
    """Find the toy, which no build registers."""
    return (toy_rules(), ENGINE) if name == "toy" else None


class FaultyCommandHandler(CommandHandler):
    """A command handler that throws other dice than it promised."""

    def require_keys(self, session, **_):
        """Ask nothing."""


class Recorder:
    """One game from a seed; any of its terms may be changed."""

    def __init__(
        self,
        seed=1,
        *,
        rounds=2,
        disputes=False,
        peaceful=False,
        entries_most=400,
        rules=None,
        secret=None,
        dice_secret=None,
        **opening,
    ):
        self.rules = rules or toy_rules()
        self.root = hashlib.sha256(b"recorder" + str(seed).encode()).digest()
        self.generator = random.Random(seed)
        self.count = 0
        self.rounds = rounds
        self.disputes = disputes
        self.peaceful = peaceful
        self.entries_most = entries_most
        self.game_id = self.bytes32("game")[:16]
        self.secret = secret or self.bytes32("secret")
        self.keys = [self.bytes32(f"key {seat}") for seat in range(2)]
        self.tokens = ["seat0", "seat1"]
        self.log_key = self.bytes32("log key")
        self.vkey = notes.verify_key(LOG_NAME, public_key(self.log_key))
        self.now = 1_767_225_600_000
        self.log = MemoryLog()
        drawn_from = dice_secret or self.secret
        command_handler = CommandHandler if dice_secret is None else FaultyCommandHandler
        self.command_handler = command_handler(
            self.log, lambda _: self.rules, lambda _: drawn_from, self.clock, self.fresh
        )
        self.head = None
        self.terms = OpenGame(**{**self._usual(), **opening})

    def _usual(self) -> dict[str, Any]:
        seats = tuple(Seat(name=n, keys=(public_key(k),), bot=False) for n, k in zip(NAMES, self.keys, strict=True))
        return {
            "ruleset": "toy",
            "edition": self.rules.edition,
            "package": self.rules.package,
            "engine": ENGINE,
            "seats": seats,
            "pace": "auto",
            "dice_mode": "seeded",
            "profile": "P1",
            "response_limit": 0,
            "referee": False,
            "appeal_window": 0,
            "labels": (),
            "test": False,
            "signed": True,
            "master_key": "m1",
            "log_key": self.vkey,
            "commitment": wgdice.commit(self.game_id, self.secret),
        }

    def bytes32(self, label):
        return hashlib.sha256(self.root + label.encode()).digest()

    def fresh(self):
        self.count += 1
        return self.bytes32(f"fresh {self.count}")

    def clock(self):
        self.now += 1_000
        return self.now

    # -- playing

    async def submit(self, party, command):
        """Hand a command in as this party would; seats sign over the head they saw."""
        referee = OWNER if type(command) in (OpenGame, CreateMatch) else JUDGE
        roles = {REFEREE: Actor(referee, REFEREE, "owner"), TABLE: Actor(SERVER, TABLE, "")}
        actor = roles.get(party) or Actor(SEAT, party, self.tokens[party])
        head = self.head if is_seat(party) or (party == REFEREE and referee == JUDGE) else None
        command_id, salt, signature = self.fresh()[:16], None, None
        if is_seat(party) and self.terms.signed:
            salt = self.fresh()
            data = signed_bytes(self.rules.masks, self.game_id, actor, command_id, head, command, salt)
            signature = sign(self.keys[party], data)
        answer = await self.command_handler.submit(
            CommandRequest(self.game_id, command_id, command, actor, head, signature, salt)
        )
        self.head = answer.entry.hash
        return answer

    async def play(self, stop=None):
        """Play on until nothing is asked, or until `stop(session)`."""
        if self.head is None:
            await self.submit(REFEREE, self.terms)
        for _ in range(self.entries_most):
            async with self.command_handler.locked(self.game_id) as session:
                pass
            if not session.game.stack or (stop is not None and stop(session)):
                return self
            await self.submit(*self._next(session))
        raise AssertionError("the game does not end")

    def _next(self, session) -> tuple[int, Struct]:
        window = session.game.stack[-1]
        party = self.generator.choice(window.asks)
        if window.kind == "contribute":
            commitment = wgdice.seat_commit(self.game_id, party, self.bytes32(f"contribution {party}"))
            return party, CommitContribution(commitment=commitment)
        if window.kind == "open_contribution":
            return party, OpenContribution(contribution=self.bytes32(f"contribution {party}"))
        if window.kind == "roll_report":
            suspended = session.game.suspended
            faces = tuple(self.generator.randint(1, suspended.sides) for _ in range(suspended.count))
            return party, ReportRoll(faces=faces, dice_set="old bone")
        if window.kind == "roll_acknowledge":
            disputed = self.disputes and self.generator.random() < 0.2
            return party, DisputeRoll(reason="cocked") if disputed else AcknowledgeRoll()
        if window.kind == "reveal":
            return TABLE, Reveal(secret=self.secret)
        if window.kind in ("appeal", "appeal_lodged"):
            return TABLE, self._waited(window)
        if window.kind == "confirm_result":
            return party, ConfirmResult()
        return party, self._sampled(session, window, party)

    def _waited(self, window) -> Struct:
        """Let the time for appeals pass, or that of the referee to rule on one."""
        if window.kind == "appeal":
            self.now += 1_000 * self.terms.appeal_window
            return Finish()
        self.now += referee_ms(self.terms.event_terms)
        return EnforceDeadline(window=window.id)

    def _sampled(self, session, window, party):
        if window.kind == "create":
            return CreateMatch(rounds=self.rounds)
        offers_of: Any = self.rules.windows[window.kind].offers
        offers = offers_of(session.game, window, party)
        offer = self.generator.choice([row for row in offers if not self.peaceful or row.command not in DEADLY])
        kind: Any = self.rules.command(offer.command)
        asked = [field for field in offer.fields if not isinstance(field.values, Words)]
        values = {field.field: self._value(field.values) for field in asked}
        assert kind is not None
        return kind(**values, **{name: FREE[name] for name in kind.__struct_fields__ if name not in values})

    def _value(self, domain):
        if isinstance(domain, Choice):
            return self.generator.choice(domain.values)
        assert isinstance(domain, Range)
        return self.generator.randint(domain.least, domain.most)

    # -- writing

    async def file(self, seat=None) -> bytes:
        """Write the replay file: everything open, or what one seat may have of a running game."""
        async with self.command_handler.locked(self.game_id) as session:
            unsealed = set(session.protocol.unsealed)
        may = (
            every_part if seat is None else lambda seq, part: part.owner == seat or (part.part == 0 and seq in unsealed)
        )
        entries = [entry async for entry in self.log.read(self.game_id)]
        return export(entries, lambda text: notes.sign(self.log_key, LOG_NAME, text), may)


def played(seed=1, **opening) -> Recorder:
    """Play a whole game."""
    recorder = Recorder(seed, **opening)
    asyncio.run(recorder.play())
    return recorder


@cache
def recorded(seed=1, **opening) -> bytes:
    """Give the replay file of a whole game."""
    return asyncio.run(played(seed, **opening).file())


class ReportingBotTable(BotTable):
    """A table whose bots throw dice of their own and acknowledge each other's."""

    def _next(self, session):
        window = session.game.stack[-1] if session.game.stack else None
        if window is not None and window.kind == "roll_report":
            suspended = session.game.suspended
            faces = tuple(self.generators[0].randint(1, suspended.sides) for _ in range(suspended.count))
            thrower = window.asks[0] if is_seat(window.asks[0]) else 0  # anybody throws for the table
            return thrower, ReportRoll(faces=faces, dice_set="bone")
        if window is not None and window.kind == "roll_acknowledge":
            return window.asks[0], AcknowledgeRoll()
        return super()._next(session)


def bot_table(name: str, dice: str = "seeded") -> ReportingBotTable:
    """Give the table of a game between bots of a registered ruleset; nothing more is done at it."""
    return _bot_table(name, dice)


def bot_game(name: str, dice: str = "seeded") -> bytes:
    """Give the replay file of that game."""
    return _bot_game(name, dice)


# Each is played once, whether or not its dice are named.
@cache
def _bot_table(name: str, dice: str) -> ReportingBotTable:
    table = ReportingBotTable(name, 1, dice_mode=dice)
    asyncio.run(table.play())
    return table


@cache
def _bot_game(name: str, dice: str) -> bytes:
    return asyncio.run(_bot_table(name, dice).replay())
