"""The scenes of a replay file for one party: the board after an entry, with what the entry did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import dropwhile
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import Rewound
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.scene import Scene, SceneMaker, Setting
from replays.bundle import Bundle
from replays.draw.words import Caption
from replays.party_names import party_name
from replays.tell.moments import Moment, MomentFault, asked, moments, seats_of, shown
from replays.tell.phrases import EventFormatter
from replays.tell.show import DICE, ENTRY, EVENT, REASON, show


class SceneWriter:
    """Makes scenes for a party; every moment of the game has to be taken, in order."""

    def __init__(self, rules: LoadedRuleset[Any], seats: tuple[str, ...], viewer: Party) -> None:
        """Raises MomentFault for a ruleset that is not drawn."""
        self._rules = rules
        self._maker = maker_of(rules)
        self.seats = seats
        self._viewer = viewer
        self.view: Struct | None = None
        self._before: Struct | None = None

    def take(self, moment: Moment) -> Struct:
        """Take the next moment; gives the View after it."""
        view = self._rules.view(moment.game, self._viewer)
        self._before, self.view = self.view, view
        return view

    def scene(self, moment: Moment) -> Scene:
        """Draw the moment that was taken last, with the marks of its entry; none where it goes back."""
        setting = Setting(
            self.seats, self._viewer, moment.seq, asked(moment, self.seats), party_name(self._viewer, self.seats)
        )
        drawn = self._maker.scene(self.view, setting)
        # where the game goes back the View before is of another path: nothing moved from there
        if self._before is None or any(isinstance(event, Rewound) for event, _ in moment.record.events):
            return drawn
        events = shown(self._rules, moment, self._viewer).events
        return replace(drawn, marks=self._maker.marks(self._before, self.view, events, setting))


def maker_of(rules: LoadedRuleset[Any]) -> SceneMaker:
    """Give how a ruleset draws its games.

    Raises MomentFault where it does not.
    """
    if rules.scene is None:
        raise MomentFault(f"games of {rules.name} are not drawn: `replay show` tells them in words")
    return rules.scene


class Drawn(NamedTuple):
    """A scene with what stands beside it."""

    scene: Scene
    caption: Caption


def drawn_at(bundle: Bundle, rules: LoadedRuleset[Any], viewer: Party, seq: int | None) -> Drawn:
    """Draw the board after an entry (None for the last), with what the entry did and what is asked, for a party.

    Raises MomentFault where the file has no such entry or can not be folded up to it.
    """
    found = len(bundle.records) if seq is None else seq
    seats = seats_of(bundle, rules)
    moment, scene = _moment_at(bundle, rules, viewer, found)
    stack = moment.game.stack
    formatter = EventFormatter(rules, seats, rules.labels)
    question = formatter.format_question(stack[-1].kind, stack[-1].subject, stack[-1].asks) if stack else ""
    happened = _happened(show(bundle, rules, rules.labels, viewer, found, found))
    return Drawn(scene, Caption(f"{rules.name}: {' against '.join(seats)}", question, tuple(happened)))


def _happened(lines: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Take what an entry did out of a report: command, dice and events, clauses in brackets."""
    told = dropwhile(lambda line: line[0] != ENTRY, lines)
    for style, line in told:
        sentence, _, clauses = line.strip().partition("  ")
        if style in {EVENT, DICE, REASON}:
            yield f"{sentence} [{clauses.strip()}]" if clauses.strip() else sentence
        elif style == ENTRY:
            yield " ".join(line.split())


def scene_at(bundle: Bundle, rules: LoadedRuleset[Any], viewer: Party, seq: int) -> Scene:
    """Draw the board after an entry, as a party was shown it.

    Raises MomentFault where the file has no such entry or can not be folded up to it.
    """
    return _moment_at(bundle, rules, viewer, seq)[1]


def _moment_at(bundle: Bundle, rules: LoadedRuleset[Any], viewer: Party, seq: int) -> tuple[Moment, Scene]:
    if not 1 <= seq <= len(bundle.records):
        raise MomentFault(f"there is no entry {seq}: --at takes 1 to {len(bundle.records)}")
    writer = SceneWriter(rules, seats_of(bundle, rules), viewer)
    for moment in moments(bundle, rules, viewer):
        if moment.seq >= seq - 1:
            writer.take(moment)
        if moment.seq == seq:
            return moment, writer.scene(moment)
    raise MomentFault(f"there is no entry {seq}")
