"""What `adjudicator replay stats` does: it reads the files, and writes luck, throws, dice and plots."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adjudicator.kernel.ruleset import LoadedRuleset
from replays.bundle import Bundle
from replays.files import Unusable, bundle_at
from replays.luck.players import Luck, luck_of
from replays.luck.plots import distribution_plot, luck_plot
from replays.luck.report import luck_json, luck_lines, service_json, service_lines, throw_lines
from replays.luck.service import GameDice, ServiceTest, dice_of, service_test
from replays.luck.throws import GameThrows, throws_of
from replays.tell.stats import Statistics, as_json, as_text
from replays.tell.stats_of_replay import statistics_of

ALTERED, UNREADY = 2, 4
EVENT_FILE = "event.replay"


class _Game:
    """A file that was read."""

    def __init__(self, path: Path, bundle: Bundle, rules: LoadedRuleset[Any] | None) -> None:
        self.path = path
        self.bundle = bundle
        self.rules = rules
        self.dice: GameDice = dice_of(bundle)
        self.throws: GameThrows | None = throws_of(bundle, rules) if rules is not None else None


def run_stats(args: argparse.Namespace, find: Any) -> int:
    """Count, write, and say what of it is true of altered files."""
    try:
        games = [_read(path, find) for path in _paths(args.files)]
        _require_each_once(games)
        throws = [game.throws for game in games if game.throws is not None]
        luck = luck_of(throws)
        service = service_test([game.dice for game in games])
        only = statistics_of(games[0].bundle, games[0].rules) if len(games) == 1 else None
        if args.svg is not None:
            _write_plots(args.svg, throws, luck)
    except Unusable as fault:
        return _refuse(str(fault), UNREADY)
    if args.json:
        plain = (as_json(only) if only is not None else {}) | luck_json(luck, throws)
        print(json.dumps(plain | {"games": len(games), "service": service_json(service)}, indent=1))
    else:
        print("\n".join(_lines(games, luck, service, only, listed=args.throws)))
    altered = [str(game.path) for game in games if game.bundle.altered]
    if altered:
        return _refuse(f"{', '.join(altered)}: altered (see replay audit); what is told may not be true", ALTERED)
    return 0


def _lines(
    games: Sequence[_Game], luck: Luck, service: ServiceTest, only: Statistics | None, *, listed: bool
) -> Iterator[str]:
    for game in games:
        if game.throws is None:
            yield f"{game.path}: its ruleset is not in this build, so that its throws have no odds here"
        elif listed:
            yield f"game {game.throws.game}, {game.throws.ruleset}"
            yield from throw_lines(game.throws)
    yield from luck_lines(luck)
    yield from as_text(only) if only is not None else ()
    yield from service_lines(service)


def _paths(words: Sequence[str]) -> list[Path]:
    found: list[Path] = []
    for word in words:
        path = Path(word)
        if path.is_dir():
            inside = sorted(one for one in path.glob("*.replay") if one.name != EVENT_FILE)
            if not inside:
                raise Unusable(f"{path} holds no replay files of games; name the folder of an event's export")
            found.extend(inside)
        elif any(sign in word for sign in "*?[") and not path.exists():
            inside = sorted(Path(path.anchor or ".").glob(word.removeprefix(path.anchor)))
            if not inside:
                raise Unusable(f"no file is called {word}; name replay files")
            found.extend(inside)
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _read(path: Path, find: Any) -> _Game:
    bundle = bundle_at(path)
    known = find(str(bundle.manifest["ruleset"]))
    try:
        return _Game(path, bundle, known[0] if known else None)
    except ValueError as fault:
        raise Unusable(f"{path}: {fault}") from fault


def _require_each_once(games: Sequence[_Game]) -> None:
    """Refuse a game that was named twice: its dice would count twice."""
    first: dict[str, Path] = {}
    for game in games:
        path = first.setdefault(game.dice.game, game.path)
        if path != game.path:
            raise Unusable(f"{path} and {game.path} hold the same game; name each game once")


def _write_plots(folder: Path, throws: Sequence[GameThrows], luck: Luck) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in (("luck", luck_plot(throws, luck)), ("distributions", distribution_plot(luck))):
            folder.joinpath(f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Unusable(f"{error.filename} can not be written: {error.strerror}; name another folder") from error


def _refuse(text: str, code: int) -> int:
    print(f"replay stats: {text}", file=sys.stderr)
    return code
