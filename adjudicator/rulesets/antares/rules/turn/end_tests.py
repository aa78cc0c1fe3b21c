"""Tests that munitions and army options take at the end of a turn (AN-TURNEND-14, AN-TURNEND-15, AN-ACC-07)."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.antares.model import devices
from adjudicator.rulesets.antares.model.messages import EndTest, EndTestTaken, ResolveEndTest
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.model.subjects import EndTestSubject
from adjudicator.rulesets.antares.rules.shooting import markers


def ask_end_tests(ruling: Ruling[Game]) -> bool:
    """AN-TURNEND-14 AN-TURNEND-15 Let the next test be taken, munitions first; False where none is left."""
    game = ruling.game
    subject = next((marker for marker in (*_markers(game), *_options(game)) if marker not in game.answered), None)
    if subject is None:
        return False
    ruling.ask("end_test", TABLE, subject=EndTestSubject(subject))
    return True


def _markers(game: Game) -> list[str]:
    """AN-TURNEND-14 List markers and devices on the table that test, by number of the marker or by id."""
    rows = (row for row in game.devices.values() if devices.in_play(game, row))
    return sorted((row.id for row in rows if game.device_sheets[row.sheet].end_test is not None), key=_order)


def _order(key: str) -> tuple[bool, int, str]:
    number = key[1:]
    return (True, int(number), "") if number.isdigit() else (False, 0, key)


def _options(game: Game) -> list[str]:
    """AN-TURNEND-15 List options in force that test, by id."""
    return [
        key
        for key in sorted(game.owned_options)
        if game.owned_options[key].played and game.owned_options[key].sheet.end_test is not None
    ]


def resolve_end_test(ruling: Ruling[Game], _command: ResolveEndTest) -> None:
    """AN-TURNEND-14 AN-TURNEND-15 Take a test: die, number and what follows come from the thing's data."""
    subject = ruling.subject(EndTestSubject).thing
    game = ruling.game
    option = game.owned_options.get(subject)
    device = game.devices.get(subject)
    seat = option.seat if option else device.seat if device else TABLE
    test = cast("EndTest", _test(game, subject))
    clause = "AN-TURNEND-15" if option else "AN-TURNEND-14"
    cited = (clause, "AN-ACC-07") if device and game.device_sheets[device.sheet].kind == "flitter" else (clause,)
    (face,) = ruling.roll(1, test.sides, "end-test", by=seat)
    success = face >= test.value if test.compare == "at_least" else face <= test.value
    removed = (test.success if success else test.failure) == "remove"
    ruling.record(EndTestTaken(subject=subject, face=face, success=success, removed=removed), *cited)
    if removed and device:
        markers.remove(ruling, subject, "end_test", *cited)
    ruling.answered()


def _test(game: Game, subject: str) -> EndTest | None:
    if subject in game.owned_options:
        return game.owned_options[subject].sheet.end_test
    return game.device_sheets[game.devices[subject].sheet].end_test


def end_test_taken(game: Game, event: EndTestTaken) -> None:
    """Note it; an option that expires is not in force any more."""
    game.answered = (*game.answered, event.subject)
    if event.removed and event.subject in game.owned_options:
        game.owned_options[event.subject] = replace(game.owned_options[event.subject], played=False)


PART = Part(
    handlers=handlers(resolve_end_test),
    reducers=reducers(end_test_taken),
    windows=windows(table_step("end_test", "AN-TURNEND-14", ResolveEndTest, subject=EndTestSubject)),
)
