"""One game of a plan, played: what is kept of it."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.labels import Chance
from adjudicator.kernel.messages import ResultReached
from adjudicator.kernel.record.record import OpenedRecord
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.archive.lab.plan import SIDES, Game, Plan, game_of
from replays.archive.lab.prepared import Prepared, sentence
from replays.archive.lab.table import Entry, NotFinished
from replays.luck.chances import Chances
from replays.tell.throws import beside

HUNDREDTHS: Final = 100


class GameRow(Struct, frozen=True):
    """What came of a game.

    `sides` says which side sat on each seat, `first` the seat that was first, `winners` the seats that won. `scores`
    and `luck` go by seat: luck is the sum of successes less their chances, of the throws after it was known who is
    first. `failed` says why a game has no result. `seconds` is what it took, and is no part of the game.
    """

    number: int
    setting: str
    index: int
    seed: int
    sides: tuple[str, ...]
    first: int | None = None
    winners: tuple[int, ...] = ()
    outcome: str = ""
    ending: str = ""
    scores: tuple[float, ...] = ()
    luck: tuple[float, ...] = (0.0, 0.0)
    entries: int = 0
    rounds: int = 0
    commands: int = 0
    dice: int = 0
    failed: str = ""
    seconds: float = 0.0


class _Watch:
    """Gathers what is kept of a game, entry by entry."""

    def __init__(self, prepared: Prepared) -> None:
        self.rules: LoadedRuleset[Any] = prepared.rules
        self.marks = prepared
        self.own = frozenset(prepared.rules.own)
        self.chances = Chances(prepared.rules)
        self.first: int | None = None
        self.rounds = 0
        self.entries = 0
        self.commands = 0
        self.dice = 0
        self.luck = [0.0] * len(SIDES)
        self.result: ResultReached | None = None

    def take(self, opened: OpenedRecord) -> None:
        """Take one more entry."""
        self.entries += 1
        self.commands += type(opened.command) in self.own
        self.dice += sum(len(roll.faces) for roll in opened.rolls if roll.sides > 1)
        known = self.first is not None or self.marks.first is None
        self._add_luck(opened, counts=known)
        for event, _ in opened.events:
            self._take_event(event)

    def _add_luck(self, opened: OpenedRecord, *, counts: bool) -> None:
        for (event, _), rolls in beside(opened.events, opened.rolls, self.rules.labels.beside):
            for chance in self.chances.of(event, rolls) if event is not None else ():
                if counts and isinstance(chance, Chance) and chance.seat < len(self.luck):
                    self.luck[chance.seat] += chance.success - chance.good / chance.of

    def _take_event(self, event: Struct) -> None:
        if self.first is None and self.marks.first is not None:
            self.first = self.marks.first.of(event)
        found = self.marks.round.of(event) if self.marks.round is not None else None
        self.rounds = max(self.rounds, found or 0)
        if isinstance(event, ResultReached):
            self.result = event


def play(prepared: Prepared, game: Game) -> GameRow:
    """Play a game of a plan. What goes wrong in it is in its row."""
    began = time.process_time()
    table, watch = prepared.table(game), _Watch(prepared)
    failed = ""
    try:
        _watch(table.entries(), watch)
    except NotFinished as stopped:
        failed = str(stopped)
    except Rejected as refusal:
        failed = "; ".join(sentence(prepared.rules, fault) for fault in refusal.faults)
    except MemoryError:  # of this machine, and not of the game
        raise
    except Exception as error:  # noqa: BLE001  (whatever one game raises, the others go on)
        failed = f"the game broke off after {watch.entries} entries: {error!r}"
    return _row(prepared.plan, game, watch, failed, time.process_time() - began)


def _watch(entries: Iterable[Entry], watch: _Watch) -> None:
    for _, opened in entries:
        watch.take(opened)


def _row(plan: Plan, game: Game, watch: _Watch, failed: str, seconds: float) -> GameRow:
    result = watch.result
    return GameRow(
        number=game.number,
        setting=plan.settings[game.setting].name,
        index=game.index,
        seed=game.seed,
        sides=SIDES[::-1] if game.swapped else SIDES,
        first=watch.first,
        winners=result.winners if result is not None else (),
        outcome=result.outcome if result is not None else "",
        ending=result.ending if result is not None else "",
        scores=tuple(score.total / HUNDREDTHS for score in result.scores) if result is not None else (),
        luck=tuple(round(value, 9) for value in watch.luck),
        entries=watch.entries,
        rounds=watch.rounds,
        commands=watch.commands,
        dice=watch.dice,
        failed=failed or ("" if result is not None else "the game closed without a result"),
        seconds=round(seconds, 4),
    )


@lru_cache(maxsize=8)
def _prepared(plan: bytes) -> Prepared:
    prepared = Prepared(msgspec.json.decode(plan, type=Plan))
    # rules and plan stay as long as the process: collections of garbage need not look through them for every game;
    # what was frozen with plans before, and is garbage since, goes first
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return prepared


def play_number(plan: bytes, number: int) -> bytes:
    """Play a game by its number, in any process: a plan as JSON goes in, its row as JSON comes out."""
    prepared = _prepared(plan)
    return msgspec.json.encode(play(prepared, game_of(prepared.plan, number)))


def replay_of(prepared: Prepared, number: int) -> bytes:
    """Play a game again by its number, and write its replay file.

    Raises NotFinished, Rejected and LookupError as the game did.
    """
    table = prepared.table(game_of(prepared.plan, number), keep=True)
    for _ in table.entries():
        continue
    return table.replay()


def same(rows: Sequence[GameRow]) -> list[GameRow]:
    """Give rows without what is no part of the game."""
    return [msgspec.structs.replace(row, seconds=0.0) for row in rows]
