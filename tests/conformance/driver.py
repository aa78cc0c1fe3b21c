"""Random games of any ruleset, played by its own bot through a table of the kit."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.kernel.bot import Sight
from adjudicator.kernel.decide.offers import Choice, Offer, Range, Some
from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR, TABLE, Party, is_seat
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.dice.wgdice import Throw
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    CommitContribution,
    ConfirmFact,
    ConfirmResult,
    DisputeFact,
    DisputeRoll,
    Finish,
    OpenContribution,
    ReportRoll,
    Reveal,
    SettleDispute,
)
from adjudicator.kernel.referee.rewinding.again import command_again
from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from adjudicator.registry import RULESETS
from tests.conformance.any_game import any_opening
from tests.kit import SECRET, Table, seeded

COMMANDS_MOST = 4_000
MODES: dict[str, dict[str, Any]] = {
    "auto": {},
    "step": {"pace": "step", "referee": True},
    "committed": {"profile": "P1"},
    "reported": {"reported": True},
    "step-reported": {"pace": "step", "reported": True},
}
BROAD_MODES = ("auto", "step-reported")


def finished_rulesets() -> list[str]:
    """Modules of the toy and of all registered rulesets; one whose package has no tables yet is not one yet."""
    paths = [path for path in RULESETS.values() if _has_tables(path)]
    return ["tests.toy", *paths]


def _has_tables(path: str) -> bool:
    spec = find_spec(path)
    return spec is not None and spec.origin is not None and "RULESET =" in Path(spec.origin).read_text(encoding="utf-8")


every_ruleset = pytest.mark.parametrize("path", finished_rulesets())
# each ruleset that hides something from where a seat sits; other viewpoints of whole rulesets are long
HIDES_NOTHING = "adjudicator.rulesets.antares"


def is_long(path: str, viewer: int) -> bool:
    """Whether games seen from there are of the long suite."""
    return path != "tests.toy" and (viewer != 0 or path == HIDES_NOTHING)


every_viewpoint = pytest.mark.parametrize(
    ("path", "viewer"),
    [
        pytest.param(path, viewer, marks=pytest.mark.long if is_long(path, viewer) else ())
        for path in finished_rulesets()
        for viewer in (0, 1, SPECTATOR)
    ],
)
every_seat = pytest.mark.parametrize(
    ("path", "viewer"), [row for row in every_viewpoint.args[1] if row.values[1] != SPECTATOR]
)
every_mode = pytest.mark.parametrize(
    ("path", "mode"),
    [
        pytest.param(path, mode, marks=() if path == "tests.toy" or mode == "auto" else pytest.mark.long)
        for path in finished_rulesets()
        for mode in (MODES if path == "tests.toy" else BROAD_MODES)
    ],
)


@cache
def rules_at(path: str) -> LoadedRuleset[Any]:
    """Merge the ruleset of a module."""
    return assemble(import_module(path).RULESET)


class SecondTable(Table):
    """A table of a game that another has looked at already: folded and compared, but for views that nobody asks for."""

    def _look_at_all(self) -> None:
        """Leave it to the first."""


class Driver:
    """Plays a table at random: the ruleset's bot answers its windows, the driver the kernel's.

    `probes` is how many offers of a party are tried besides before it acts. With `any_options` the game is of any
    scenario, under options drawn at random.
    """

    def __init__(self, table: Table, seed: int, *, probes: int = 0, any_options: bool = False) -> None:
        self.table = table
        self.rules = table.rules
        self.generator = Random(seed)
        self.probes = probes
        self.any_options = any_options
        self.kinds = {kind.__name__: kind for kind in self.rules.handlers}
        self.looked: dict[Party, Sight] = {}

    def play(self, most: int = COMMANDS_MOST) -> Table:
        """Play to the end; AssertionError where the game does not end."""
        self.walk(most)
        assert self.table.window is None, f"no end after {most} commands; open: {self.table.windows}"
        return self.table

    def walk(self, steps: int) -> Table:
        """Play so many commands, or to the end."""
        for _ in range(steps):
            if self.table.window is None:
                break
            party, command = self.next()
            self.table.when(party, command).accepted()
        return self.table

    def next(self) -> tuple[Party, Struct]:
        """Say who acts next, and what he does."""
        top = self.table.window
        assert top is not None
        self.looked.clear()
        party = self.generator.choice(top.asks)
        if party == TABLE:
            return self.step(top)
        self.check_offers(party, top)
        return party, self.answer(party, top)

    def step(self, top: Window) -> tuple[Party, Struct]:
        """A step of the table is taken by a seat, the referee or the service."""
        who = self.generator.choice((0, 1, TABLE, *((REFEREE,) if self.table.opening.referee else ())))
        default_command = self.rules.windows[top.kind].default_command
        default = default_command(self.table.game, top, TABLE) if default_command else None
        if top.kind == "reveal":
            return TABLE, Reveal(secret=SECRET)
        if top.kind == "roll_report":
            return self.generator.choice((0, 1)), self.answer(TABLE, top)
        assert default is not None, f"{top} waits for the table and has no default command"
        return who, default

    def answer(self, party: Party, top: Window) -> Struct:
        """Make an answer of a party that is asked."""
        if top.kind == self.rules.opening_window:
            return (
                any_opening(self.table, self.generator) if self.any_options else self.rules.create("", self.generator)
            )
        made = kernel_command(self, party, top)
        return self.rules.choose(self.sight(party), self.generator) if made is None else made

    def sight(self, party: Party) -> Sight:
        """What a party knows before the next command, made once."""
        if party not in self.looked:
            self.looked[party] = self.table.sight(party)
        return self.looked[party]

    def check_offers(self, party: Party, top: Window) -> None:
        """A party that is asked is offered something, and what it is offered is not refused."""
        offers = self.sight(party).offers
        for offer in offers:
            require_well_formed(offer, self.kinds)
        assert offers or top.kind == "reveal", f"{top} asks {party} and offers nothing"
        mine = [offer for offer in offers if any(kind.__name__ == offer.command for kind in self.rules.own)]
        if not is_seat(party) or top.kind == self.rules.opening_window:
            return
        for offer in self.generator.sample(mine, min(self.probes, len(mine))):
            command = self.command_for(offer, party)
            if command is None:
                continue
            faults = self.table.refused(command, party)
            assert not faults, f"{offer} was offered and {command} is refused: {faults}"
        self.check_default_command(party, top)

    def command_for(self, offer: Offer, party: Party) -> Struct | None:
        """Make what the bot makes of one offer; None where it can not make up an answer of this kind."""
        known = self.sight(party)
        sight = Sight(party, known.view, known.windows, (offer,))
        try:
            return self.rules.choose(sight, self.generator)
        except LookupError:
            return None

    def check_default_command(self, party: Party, top: Window) -> None:
        """The default command is not refused either."""
        default_command = self.rules.windows[top.kind].default_command
        default = default_command(self.table.game, top, party) if default_command and self.probes else None
        if default is not None and type(default) in self.rules.own:
            faults = self.table.refused(default, party)
            assert not faults, f"the default of {top} is {default}, which is refused: {faults}"


def require_well_formed(offer: Offer, kinds: dict[str, type[Struct]]) -> None:
    """Fail where an offer names no command, a field that its command does not have, or bounds that hold nothing."""
    assert offer.command in kinds, f"{offer} is of no command"
    for domain in offer.fields:
        assert domain.field in kinds[offer.command].__struct_fields__, f"{offer.command} has no field {domain.field}"
        match domain.values:
            case Range(least, most):
                assert least <= most, f"{offer}: {domain.field} is from {least} to {most}"
            case Some(values, least, most):
                assert least <= most, f"{offer}: {domain.field} is from {least} to {most} of {len(values)}"
                assert least <= len(values), f"{offer}: {domain.field} is {least} of {len(values)}"
            case Choice(values):
                assert values, f"{offer}: {domain.field} has no choice"


def usual_opening(table: Table, generator: Random) -> Struct:
    """Make the creating command that the ruleset's bot makes."""
    return table.rules.create("", generator)


def kernel_command(driver: Driver, party: Party, top: Window) -> Struct | None:
    """Answer a window of the kernel; None where it is the ruleset's."""
    answers = {
        "contribute": lambda: _commit(driver.table, party),
        "open_contribution": lambda: OpenContribution(contribution=_contribution(party)),
        "roll_report": lambda: _report(driver.table, driver.generator),
        "roll_acknowledge": lambda: driver.generator.choice((*[AcknowledgeRoll()] * 3, DisputeRoll(reason="cocked"))),
        "fact_stated": lambda: _fact(driver.table, party, driver.generator),
        "dispute": lambda: _settled(driver.table, top.subject[0]),
        "result": Finish,
        "appeal": Finish,
        "confirm_result": ConfirmResult,
        "again": lambda: command_again(driver.rules.handlers, driver.table.game),
    }
    return answers[top.kind]() if top.kind in answers else None


def _contribution(party: Party) -> bytes:
    return bytes([party]) * 32


def _commit(table: Table, party: Party) -> Struct:
    return CommitContribution(commitment=wgdice.seat_commit(table.game_id, party, _contribution(party)))


def _report(table: Table, generator: Random) -> Struct:
    suspended = table.game.suspended
    faces = tuple(generator.randint(1, suspended.sides) for _ in range(suspended.count))
    return ReportRoll(faces=faces, dice_set="bone")


def _settled(table: Table, fact: str) -> Struct:
    """Settle a dispute as the seat said that stated the fact: another word may have no meaning to the rules."""
    return SettleDispute(fact=fact, value=table.game.facts[fact].value, reason="")


def _fact(table: Table, party: Party, generator: Random) -> Struct:
    values = table.offers(party)[0].fields[0].values
    assert isinstance(values, Choice)
    fact = generator.choice(values.values)
    judged = table.game.facts[fact].kind in table.rules.judges
    return (
        ConfirmFact(fact=fact)
        if judged
        else generator.choice((ConfirmFact(fact=fact), DisputeFact(fact=fact, value="otherwise")))
    )


class SplitDice:
    """Dice of one seed for everybody and of another for hidden streams of some parties."""

    def __init__(self, seed: int, hidden: int, parties: tuple[Party, ...]) -> None:
        self.open = seeded(seed)
        self.hidden = SeededDice((seed * 1000 + hidden).to_bytes(32, "big"), bytes(32))
        self.streams = {party + 1 for party in parties}

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Derive the faces."""
        return (self.hidden if ask.stream in self.streams else self.open).throw(ask)


@cache
def random_game(path: str, seed: int, mode: str = "auto") -> Table:
    """Play one game to its end, once for all tests that look at it."""
    table = Table(rules_at(path), dice=seeded(seed), **MODES[mode])
    return Driver(table, seed, probes=1).play()
