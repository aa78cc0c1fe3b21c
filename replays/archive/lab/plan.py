"""A plan of games between bots: what is asked, what is played, how many, and when it is enough; written in TOML."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from adjudicator.kernel.sentences import listed
from replays.archive.lab.bots import USUAL

SIDES: Final = ("a", "b")
SEATS: Final = ("red", "blue")
FIRST: Final = "first"
WHOSE: Final = (FIRST, *SEATS, *SIDES)
GAMES_MOST: Final = 10_000_000
# What may change while the rest stays as it is: more games of the same kind, other words for them.
_FREE: Final = ("title", "question", "games", "seeds", "interval", "confidence", "comparisons")
# What plans did not have before: where a plan does not have it either, it stays what it was.
_LATER: Final = ("alike", "alternate")


class PlanFault(Exception):
    """A plan can not be played; each line of the text names the place, the problem and the fix."""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """What plays a side: a bot, and fields of its commands that are laid down, by kind of command."""

    bot: str = USUAL
    commands: dict[str, dict[str, Any]] = {}


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of game: scenario, options, further fields of the command that creates it, and two sides."""

    name: str
    scenario: str = ""
    options: dict[str, Any] = {}
    create: dict[str, Any] = {}
    a: Side = Side()
    b: Side = Side()


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """A sequential test, stated beforehand: of a share of wins that is `null` against one that is `alternative`.

    `alpha` is the chance to decide for `alternative` where `null` is true, `beta` the other way round.
    """

    null: float
    alternative: float
    alpha: float = 0.05
    beta: float = 0.05


class Comparison(Struct, frozen=True, forbid_unknown_fields=True):
    """Two settings whose shares of wins are compared."""

    setting: str
    against: str


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as it was written.

    `games` is the number for each setting; with `seeds` each is played. Of the kinds of command in `alike` the sides
    give the same: what the one gave first, the other gives too. The values of options in `alternate` take turns among
    the games of each setting.
    """

    title: str
    ruleset: str
    settings: tuple[Setting, ...]
    question: str = ""
    games: int = 0
    seed: int = 1
    seeds: tuple[int, ...] = ()
    pairing: Literal["swapped", "fixed"] = "swapped"
    alike: tuple[str, ...] = ()
    alternate: dict[str, tuple[Any, ...]] = {}
    of: str = FIRST
    first: str = ""
    round: str = ""
    interval: Literal["wilson", "exact"] = "wilson"
    confidence: float = 0.95
    stop: Stop | None = None
    comparisons: tuple[Comparison, ...] = ()

    @property
    def per_setting(self) -> int:
        """Give how many games each setting has."""
        return len(self.seeds) * self.seatings * self.variants if self.seeds else self.games

    @property
    def seatings(self) -> int:
        """Give in how many ways the sides sit."""
        return 2 if self.pairing == "swapped" else 1

    @property
    def variants(self) -> int:
        """Give how many values the options in `alternate` have."""
        return max([1, *map(len, self.alternate.values())])

    @property
    def cycle(self) -> int:
        """Give how many games of a setting go together: with each value of `alternate` and each seating; else 1."""
        return self.seatings * self.variants if self.alternate else 1

    @property
    def size(self) -> int:
        """Give how many games there are at most."""
        return self.per_setting * len(self.settings)

    @property
    def last(self) -> int:
        """Give the number of the last game that there can be, however many are played."""
        return self.size if self.seeds else GAMES_MOST * len(self.settings)

    @property
    def digest(self) -> str:
        """Digest what the games follow from: with the same digest the same number is the same game."""
        plain = {name: value for name, value in msgspec.to_builtins(self).items() if name not in _FREE}
        for name in _LATER:
            if not plain[name]:
                del plain[name]
        given = [self.seeds] if self.seeds else []
        return hashlib.sha256(msgspec.json.encode([plain, *given], order="deterministic")).hexdigest()


class Game(Struct, frozen=True):
    """One game of a plan: its number from 1, its setting, its place among that setting's games, and its seed.

    Where `swapped` is true, side b sits on the first seat; `variant` says which of the values in `alternate` it has.
    """

    number: int
    setting: int
    index: int
    seed: int
    swapped: bool
    variant: int = 0


def game_of(plan: Plan, number: int) -> Game:
    """Give a game by its number: settings take turns, so that the numbers stay where more games are played."""
    index, setting = divmod(number - 1, len(plan.settings))
    swapped = plan.pairing == "swapped" and index % 2 == 1
    # seats change from game to game, then values do; of a list each seed is played with all of them
    pair, seat = divmod(index, plan.seatings)
    count = pair // plan.variants
    if plan.seeds:
        seed = plan.seeds[count]
    else:
        text = f"wglab/1/{plan.seed}/{plan.settings[setting].name}/{count * plan.seatings + seat}"
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
    return Game(number, setting, index, seed, swapped, variant_of(plan, number))


def variant_of(plan: Plan, number: int) -> int:
    """Say which of the values in `alternate` a game has, from 0."""
    return (number - 1) // len(plan.settings) // plan.seatings % plan.variants


def variant_words(plan: Plan, variant: int) -> str:
    """Name one of the values of each option in `alternate`."""
    return ", ".join(f"{name} = {plain(values[variant])}" for name, values in plan.alternate.items())


def plain(value: object) -> str:
    """Write a value of a plan as one reads it."""
    if isinstance(value, dict):
        return listed([f"{name} {plain(inner)}" for name, inner in value.items()])
    if isinstance(value, list):
        return "; ".join(map(plain, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_plan(path: Path) -> Plan:
    """Read a plan; that its ruleset has what it names is another matter (`checked`).

    Raises PlanFault.
    """
    return plan_of(bytes_of(path), str(path))


def bytes_of(path: Path) -> bytes:
    """Read the file of a plan. Raises PlanFault."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise PlanFault(f"{path} can not be read: {error.strerror}; name a plan in TOML") from error


def plan_of(data: bytes, name: str) -> Plan:
    """Read a plan out of its bytes. Raises PlanFault."""
    try:
        plan = msgspec.convert(tomllib.loads(data.decode()), Plan)
    except UnicodeDecodeError as error:
        raise PlanFault(f"{name}: byte {error.start} is no UTF-8; write the plan as a text file") from error
    except tomllib.TOMLDecodeError as error:
        raise PlanFault(f"{name}: {error}; correct it there, as TOML is written") from error
    except msgspec.ValidationError as error:
        known = ", ".join(Plan.__struct_fields__)
        raise PlanFault(f"{name}: {error}; a plan has {known}") from error
    faults = list(_faults(plan))
    if faults:
        raise PlanFault("\n".join(f"{name}: {fault}" for fault in faults))
    return plan


def _faults(plan: Plan) -> list[str]:
    names = [setting.name for setting in plan.settings]
    counted = plan.games if not plan.seeds else 1
    twice = sorted({name for name in names if names.count(name) > 1})
    again = sorted(seed for seed, count in Counter(plan.seeds).items() if count > 1)
    doubled = sorted({kind for kind in plan.alike if plan.alike.count(kind) > 1})
    found = {
        "settings: there is none; write at least one [[settings]] with a name": not names,
        f"settings: two are called {', '.join(twice)}; give each a name of its own": bool(twice),
        f"games: {plan.games} is no number of games; write one from 1, or list seeds": not 1 <= counted <= GAMES_MOST,
        "games: both games and seeds are given; leave one of them out": bool(plan.games and plan.seeds),
        f"seeds: {', '.join(map(str, again))} {'are' if len(again) > 1 else 'is'} listed more than once, which counts "
        "the same games again; leave each in once": bool(again),
        f"alike: {listed(doubled)} stands there more than once; leave it in once": bool(doubled),
        f"of: {plan.of!r} is nobody; write one of {', '.join(WHOSE)}": plan.of not in WHOSE,
        'first: nothing says who is first; name the event and its field, such as first = "TurnStarted.seat"': (
            plan.of == FIRST and not plan.first
        ),
        f"confidence: {plan.confidence} is not between 0 and 1; write 0.95": not 0 < plan.confidence < 1,
    }
    faults = [text for text, wrong in found.items() if wrong]
    stop = _stop_faults(plan.stop) if plan.stop is not None else ()
    return [*faults, *_alternate_faults(plan), *_comparison_faults(plan.comparisons, names), *stop]


def _alternate_faults(plan: Plan) -> Iterator[str]:
    for name, values in plan.alternate.items():
        if len(values) < 2:  # noqa: PLR2004
            yield f"alternate.{name}: there is nothing to take turns with; write two values or more, such as [0, 1]"
        elif len(values) != plan.variants:
            yield f"alternate.{name}: it has {len(values)} values, another option {plan.variants}; write as many"
        elif len({msgspec.json.encode(value) for value in values}) == 1:
            yield f"alternate.{name}: it is always {plain(values[0])}; lay it down in the options of the settings"
        for number, setting in enumerate(plan.settings):
            place = f"settings[{number}] ({setting.name})"
            if name in setting.options:
                yield f"{place}.options.{name}: alternate has it for all settings; leave it out of one of the two"
            if "options" in setting.create:
                yield f"{place}.create.options: it would take the place of alternate; write {place}.options"
    together = list(zip(*plan.alternate.values(), strict=False))
    if len({msgspec.json.encode(row) for row in together}) < len(together):
        yield f"alternate: the same values come twice in {', '.join(plan.alternate)}; leave each in once"
    if plan.alternate and not plan.seeds and plan.games % plan.cycle:
        yield f"games: {uneven(plan, plan.games)}"


def uneven(plan: Plan, games: int) -> str:
    """Say why so many games of each setting have not each seating and value as often."""
    whole = max(1, round(games / plan.cycle)) * plan.cycle
    every = plan.cycle
    return f"{games} games have not each seating and value of alternate as often; write {whole}, a multiple of {every}"


def _comparison_faults(rows: Sequence[Comparison], names: Sequence[str]) -> Iterator[str]:
    seen: dict[frozenset[str], int] = {}
    for number, row in enumerate(rows):
        place, both = f"comparisons[{number}]", frozenset((row.setting, row.against))
        yield from (
            f"{place}: no setting is called {name!r}; there are {', '.join(names)}"
            for name in (row.setting, row.against)
            if name not in names
        )
        if len(both) == 1:
            yield f"{place}: {row.setting!r} is compared with itself; name another setting, or take it out"
        if both in seen:
            yield f"{place}: it is comparisons[{seen[both]}] once more; take one of them out"
        seen.setdefault(both, number)


def _stop_faults(stop: Stop) -> list[str]:
    found = {
        "null and alternative are shares between 0 and 1 that differ": (
            not 0 < stop.null < 1 or not 0 < stop.alternative < 1 or stop.null == stop.alternative
        ),
        "alpha and beta are error rates above 0 and below 0.5": not (0 < stop.alpha < 0.5 and 0 < stop.beta < 0.5),  # noqa: PLR2004
    }
    return [f"stop: {text}; correct them" for text, wrong in found.items() if wrong]
