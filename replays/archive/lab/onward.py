"""Bots that play on from where a game judged again first differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import OpenGame, ResultReached
from adjudicator.kernel.sentences import listed
from replays.archive.lab.bots import USUAL, bot_of
from replays.archive.lab.table import LabTable, Player

if TYPE_CHECKING:
    from replays.archive.lab.again import Course


def play_onward(course: Course, terms: OpenGame, secret: bytes | None, party: Party, command: Struct | None) -> str:
    """Play on to a result, and say what came out.

    `command` is what was given at the difference, None where it is refused now. With the game's own `secret` its dice
    go on as they would have; without it they are others.
    """
    rules = course.rules
    players = [Player(bot_of(rules.name, USUAL), {}) for _ in terms.seats]
    table = LabTable(rules, f"onward/{course.protocol.game_id.hex()}", players, lambda chance: rules.create("", chance))
    table.game_id, table.protocol, table.game = course.protocol.game_id, course.protocol, course.game
    table.past, table.secret = course.history.game, secret or table.secret
    dice = "the game's own dice going on" if secret is not None else "other dice, since its own are not shown"
    try:
        found = _result(table, party, command)
    except Rejected as refusal:
        return f"bots could not play on: {refusal}"
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  (bots meet a game that they did not begin)
        return f"bots could not play on: {error!r}"
    if found is None:
        return "bots came to no result"
    winners = listed([terms.seats[seat].name for seat in found.winners]) if found.winners else "nobody"
    return f"with bots playing on, and {dice}, {winners} won"


def _result(table: LabTable, party: Party, command: Struct | None) -> ResultReached | None:
    events = list(table.submit(party, command)[1].events) if command is not None else []
    entries = table.entries()
    while True:
        for event, _ in events:
            if isinstance(event, ResultReached):
                return event
        entry = next(entries, None)
        if entry is None:
            return None
        events = list(entry[1].events)
