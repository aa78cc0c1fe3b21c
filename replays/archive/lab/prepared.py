"""A plan together with its ruleset: everything that it names is found, or said where it is not."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields, replace

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import Decoder
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import filled, listed
from adjudicator.registry import RULESETS, rules_of
from replays.archive.lab.bots import WORDS, bot_of
from replays.archive.lab.plan import SIDES, Game, Plan, PlanFault, Setting, Side, game_of, variant_words
from replays.archive.lab.table import LabTable, Player

# Entries of a game that are looked at before any is played: at least, and at most where something is given alike.
_CREATED: Final = 4
_LOOKED: Final = 200
# How many times as many games are begun where something is given alike: what one side has chosen may suit both by luck.
_TRIED: Final = 4


class Mark(Struct, frozen=True):
    """A field of a kind of event."""

    event: type[Struct]
    field: str

    def of(self, event: Struct) -> int | None:
        """Give the value in an event; None where it is of another kind."""
        return int(getattr(event, self.field)) if type(event) is self.event else None


class _Ready(Struct, frozen=True):
    """A setting with its values as the ruleset has them."""

    setting: Setting
    options: Mapping[str, Any]
    create: Mapping[str, Any]
    players: Mapping[str, Player]


class Prepared:
    """A plan that can be played. Raises PlanFault with all that is wrong in it."""

    def __init__(self, plan: Plan) -> None:
        if plan.ruleset not in RULESETS:
            raise PlanFault(f"ruleset: there is no {plan.ruleset!r}; there are {', '.join(sorted(RULESETS))}")
        self.plan = plan
        self.rules: LoadedRuleset[Any] = rules_of(plan.ruleset)
        self.creating = creating_kind(self.rules)
        self.faults: list[str] = []
        self.first = self._mark("first", plan.first)
        self.round = self._mark("round", plan.round)
        self._require_kinds("alike", plan.alike)
        self.variants = [
            self._values(
                options_kind(self.rules), {name: row[variant] for name, row in plan.alternate.items()}, "alternate"
            )
            for variant in range(plan.variants)
        ]
        self.settings = [self._ready(number, setting) for number, setting in enumerate(plan.settings)]
        if not self.faults:
            for number in range(len(plan.settings)):
                self.faults += self._refusals(number)
        if self.faults:
            raise PlanFault("\n".join(dict.fromkeys(self.faults)))

    def _mark(self, name: str, text: str) -> Mark | None:
        if not text:
            return None
        kind, _, field = text.partition(".")
        events = {event.__name__: event for event in self.rules.reducers}
        event = events.get(kind)
        numbers = [row.name for row in fields(event) if row.type is int] if event is not None else []
        if event is None:
            near = ", ".join(sorted(known for known in events if kind[:4].lower() in known.lower())) or "docs/reference"
            self.faults.append(f"{name}: {self.rules.name} has no event {kind!r}; there are {near}")
        elif field not in numbers:
            self.faults.append(f"{name}: {kind} has no number {field!r}; it has {', '.join(numbers) or 'none'}")
        else:
            return Mark(event, field)
        return None

    def _ready(self, number: int, setting: Setting) -> _Ready:
        place = f"settings[{number}] ({setting.name})"
        try:
            self.rules.create(setting.scenario, random.Random(0))
        except KeyError:
            known = ", ".join(self.rules.scenarios)
            self.faults.append(f"{place}.scenario: bots know no {setting.scenario!r}; they know {known}")
        options = self._values(options_kind(self.rules), setting.options, f"{place}.options")
        create = self._values(self.creating, setting.create, f"{place}.create")
        players = {side: self._player(getattr(setting, side), f"{place}.{side}") for side in SIDES}
        return _Ready(setting, options, create, players)

    def _player(self, side: Side, place: str) -> Player:
        if side.bot not in WORDS:
            self.faults.append(f"{place}.bot: there is no bot {side.bot!r}; there are {', '.join(WORDS)}")
        self._require_kinds(f"{place}.commands", side.commands)
        fixed = {
            kind.__name__: self._values(kind, row, f"{place}.commands.{kind.__name__}")
            for kind in self.rules.own
            for row in [side.commands.get(kind.__name__)]
            if row is not None
        }
        return Player(bot_of(self.rules.name, side.bot if side.bot in WORDS else "usual"), fixed)

    def _require_kinds(self, place: str, names: Iterable[str]) -> None:
        known = sorted(kind.__name__ for kind in self.rules.own)
        self.faults += [
            f"{place}: {self.rules.name} has no command {name!r}; it has {', '.join(known)}"
            for name in names
            if name not in known
        ]

    def _values(self, kind: type[Struct], row: Mapping[str, Any], place: str) -> Mapping[str, Any]:
        known = [field.name for field in fields(kind)]
        unknown = [name for name in row if name not in known]
        self.faults += [f"{place}: there is no {name!r}; there are {', '.join(known)}" for name in unknown]
        if not row or unknown:
            return {}
        try:
            made = Decoder().message(kind, row, place)
        except (ValueError, TypeError) as fault:
            self.faults.append(str(fault))
            return {}
        return {name: getattr(made, name) for name in row}

    def _refusals(self, setting: int) -> Iterator[str]:
        """Open games of a setting, up to what both sides give alike, and say what the rules refuse of them."""
        plan, both = self.plan, set[str]()
        tries = plan.cycle * (_TRIED if plan.alike else 1)
        for index in range(min(tries, plan.per_setting)):
            game = game_of(plan, index * len(plan.settings) + setting + 1)
            words = [plan.settings[setting].name, variant_words(plan, game.variant)]
            place = f"settings[{setting}] ({', '.join(filter(None, words))})"
            try:
                both |= self._given_by_both(game)
            except Rejected as refusal:
                why = f"; both sides give {listed(plan.alike)} alike" if plan.alike else ""
                yield from (f"{place}: {sentence(self.rules, fault)}{why}" for fault in refusal.faults)
                return
            except MemoryError:  # of this machine, and not of the plan
                raise
            except Exception as error:  # noqa: BLE001  (bots meet what the plan has laid down)
                yield f"{place}: bots can not begin a game of it: {error!r}"
                return
        for kind in plan.alike:
            if kind not in both:
                yield f"alike: in games of {plan.settings[setting].name} not both sides give {kind}; take it out"

    def _given_by_both(self, game: Game) -> set[str]:
        """Begin a game, and say which kinds of command in `alike` both sides have given. Raises Rejected."""
        given = {kind: set[Party]() for kind in self.plan.alike}
        for count, (record, opened) in enumerate(self.table(game).entries(), 1):
            given.get(type(opened.command).__name__, set()).add(record.actor.party)
            both = {kind for kind, parties in given.items() if len(parties) == len(SIDES)}
            if count >= _LOOKED or (count >= _CREATED and len(both) == len(given)):
                break
        return both

    # -- playing

    def table(self, game: Game, *, keep: bool = False) -> LabTable:
        """Make the table of a game."""
        ready = self.settings[game.setting]
        order = SIDES[::-1] if game.swapped else SIDES
        seed = f"{self.rules.name}/{ready.setting.name}/{game.seed}/{''.join(order)}"
        seed += f"/{game.variant}" if game.variant else ""
        options = {**ready.options, **self.variants[game.variant]}
        players = [ready.players[side] for side in order]
        alike = frozenset(self.plan.alike)
        return LabTable(
            self.rules, seed, players, lambda chance: self._created(ready, options, chance), alike=alike, keep=keep
        )

    def _created(self, ready: _Ready, laid_down: Mapping[str, Any], chance: random.Random) -> Struct:
        command = self.rules.create(ready.setting.scenario, chance)
        if type(command) is not self.creating:
            return command
        options: Struct = getattr(command, "options")  # noqa: B009  (every creating command has them)
        options = replace(options, **laid_down) if laid_down else options
        made: Struct = replace(command, **{"options": options, **ready.create})
        return made


def creating_kind(rules: LoadedRuleset[Any]) -> type[Struct]:
    """Give the command that creates a game: of those that may come first the one that has its options."""
    accepted = rules.windows[rules.opening_window].accepts
    return next(kind for kind in accepted if "options" in kind.__struct_fields__)


def options_kind(rules: LoadedRuleset[Any]) -> type[Struct]:
    """Give the message of a ruleset's options."""
    hint = next(row.type for row in fields(creating_kind(rules)) if row.name == "options")
    inner: Iterable[Any] = getattr(hint, "__args__", (hint,))
    return next(kind for kind in inner if isinstance(kind, type) and issubclass(kind, Struct))


def sentence(rules: LoadedRuleset[Any], fault: Fault) -> str:
    """Say in words why the rules refuse something, with the clause."""
    usual = rules.reasons.get(fault.reason, fault.reason)
    text = filled(rules.reasons.get(f"{fault.reason}:{fault.path}", usual), fault.facts, fault.path)
    return f"{text} ({fault.clause})"
