"""Golden games of a ruleset: where they lie, that one plays again to the letter, and what situations it comes to."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.registry import rules_of
from replays.tell.golden import FOLDER, ScriptPlayer, play_script
from replays.tell.transcript import Line, parse


class Situation(NamedTuple):
    """A game at some entry of its log, or between two steps of the table within one."""

    game: Any
    protocol: ProtocolState


def golden_games(ruleset: str) -> list[Path]:
    """List the golden games of a ruleset, by name."""
    return sorted(FOLDER.joinpath(ruleset).glob("*.game"))


def every_golden_game(ruleset: str) -> pytest.MarkDecorator:
    """Run a test, which takes `path`, for each golden game of a ruleset."""
    return pytest.mark.parametrize("path", golden_games(ruleset), ids=lambda path: path.stem)


def assert_plays_again(path: Path) -> None:
    """Fail where commands and faces of a golden game give another text than the one that was written."""
    text = path.read_text(encoding="utf-8")
    rules = rules_of(path.parent.name)
    assert play_script(parse(text, rules), rules) == text


class _UnfoldedPlayer(ScriptPlayer):
    """Plays a golden game once; that it folds to the same is another test's matter."""

    def fold(self, *_: Any) -> None:
        """Fold nothing."""


def situations(path: Path) -> Iterator[Situation]:
    """Play a golden game, and give it after each command and before each step that the table takes by itself."""
    rules = rules_of(path.parent.name)
    script = parse(path.read_text(encoding="utf-8"), rules)
    player = _UnfoldedPlayer(rules, script)
    for line in script.lines:
        if player.protocol.seq:
            yield from _steps_of_the_table(player, line)
        player.take(line)
        yield Situation(player.game, player.protocol)


def _steps_of_the_table(player: ScriptPlayer, line: Line) -> Iterator[Situation]:
    """Take a line as if each step of the table had waited for a command."""
    protocol = copy.copy(player.protocol)
    protocol.open_game = replace(player.terms, pace="step")
    command, party, game, dice = player.command_of(line), line.party, player.game, player.dice_of(line)
    while True:
        try:
            game = adjudicate(player.rules, game, protocol, party, command, dice).game
        except Rejected:
            return
        top = game.stack[-1] if game.stack else None
        if top is None or TABLE not in top.asks:
            return
        yield Situation(game, protocol)
        step = player.rules.windows[top.kind].default_command
        found = step(game, top, TABLE) if step is not None else None
        if found is None:
            return
        command, party = found, TABLE
