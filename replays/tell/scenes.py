"""The scenes of a replay file for one party: the board after an entry, with what the entry did."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.scene import Scene, SceneMaker, Setting
from replays.bundle import Bundle
from replays.party_names import party_name
from replays.tell.moments import Moment, MomentFault, asked, moments, seats_of, shown


class SceneWriter:
    """Makes scenes for a party; every moment of the game has to be taken, in order."""

    def __init__(self, rules: LoadedRuleset[Any], seats: tuple[str, ...], viewer: Party) -> None:
        """Raises MomentFault for a ruleset that is not drawn."""
        self._rules = rules
        self._maker = maker_of(rules)
        self._seats = seats
        self._viewer = viewer
        self.view: Struct | None = None
        self._before: Struct | None = None

    def take(self, moment: Moment) -> Struct:
        """Take the next moment; gives the View after it."""
        view = self._rules.view(moment.game, self._viewer)
        self._before, self.view = self.view, view
        return view

    def scene(self, moment: Moment) -> Scene:
        """Draw the moment that was taken last, with the marks of its entry."""
        setting = Setting(
            self._seats, self._viewer, moment.seq, asked(moment, self._seats), party_name(self._viewer, self._seats)
        )
        drawn = self._maker.scene(self.view, setting)
        if self._before is None:
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


def scene_at(bundle: Bundle, rules: LoadedRuleset[Any], viewer: Party, seq: int) -> Scene:
    """Draw the board after an entry, as a party was shown it.

    Raises MomentFault where the file has no such entry or can not be folded up to it.
    """
    if not 1 <= seq <= len(bundle.records):
        raise MomentFault(f"there is no entry {seq}: --at takes 1 to {len(bundle.records)}")
    writer = SceneWriter(rules, seats_of(bundle, rules), viewer)
    for moment in moments(bundle, rules, viewer):
        if moment.seq >= seq - 1:
            writer.take(moment)
        if moment.seq == seq:
            return writer.scene(moment)
    raise MomentFault(f"there is no entry {seq}")
