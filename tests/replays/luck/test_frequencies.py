"""Chances against play: games of bots, played through commands, succeed as often as the chances say."""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from fractions import Fraction

import pytest

from adjudicator.kernel.labels import Outcome
from adjudicator.registry import RULESETS, rules_of
from replays.bundle import Bundle, read_bundle
from replays.luck.exact import holm, of_places, of_successes, two_sided
from replays.luck.players import luck_of
from replays.luck.service import dice_of, service_test
from replays.luck.throws import throws_of
from replays.tell.stats import CHECK
from services.tools.play import BotTable

GAMES = int(os.environ.get("LUCK_GAMES", "8"))
ALARMS = 2 + GAMES // 8  # at one in twenty more alarms than these come in one of a thousand such tests
TOO_FAR = Fraction(1, 10_000)


def played(name: str, seed: int) -> bytes:
    async def play() -> bytes:
        table = BotTable(name, seed)
        await table.play()
        return await table.replay()

    return asyncio.run(play())


def games_from(name: str, seed: int) -> list[Bundle]:
    return [read_bundle(played(name, seed + number)) for number in range(GAMES)]


def called_bad(bundles: list[Bundle]) -> bool:
    return service_test([dice_of(bundle) for bundle in bundles]).verdict == CHECK


def strange(name: str, seed: int) -> list[object]:
    """Name what is not as the chances say in games from a seed on: kinds of throws, players, dice."""
    looks: dict[tuple[str, ...], list[tuple[Fraction, bool]]] = defaultdict(list)
    bundles = games_from(name, seed)
    games = [throws_of(bundle, rules_of(name)) for bundle in bundles]
    for game in games:
        for throw in game.judged:
            pair = (throw.chance.ratio, throw.chance.success)
            looks[throw.chance.kind,].append(pair)
            looks[throw.chance.kind, str(throw.chance.ratio)].append(pair)
    places: dict[tuple[str, ...], list[Outcome]] = defaultdict(list)
    for outcome in (throw.outcome for game in games for throw in game.ranked):
        places[outcome.kind, "steps"].append(outcome)
    chances = []
    for throws in looks.values():
        spread, got = of_successes(chance for chance, _ in throws), sum(success for _, success in throws)
        chances.append(two_sided(spread.at_most(got), spread.at_least(got)))
    for outcomes in places.values():
        spread, got = of_places(one.weights for one in outcomes), sum(one.place for one in outcomes)
        chances.append(two_sided(spread.at_most(got), spread.at_least(got)))
    counts = {key: len(rows) for key, rows in looks.items()} | {key: len(rows) for key, rows in places.items()}
    assert len(looks) > 5
    found: list[object] = [
        (key, counts[key], chance) for key, chance in zip(counts, holm(chances), strict=True) if chance < TOO_FAR
    ]
    alarms = sum(bool(luck_of([game]).unusual) for game in games)
    if alarms > ALARMS:
        found.append(("alarms", alarms))
    if called_bad(bundles):
        found.append("dice")
    return found


@pytest.mark.long
@pytest.mark.timeout(800)
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_what_comes_is_as_likely_as_it_is_said_to_be(name: str) -> None:
    """Of each kind, and of each chance of a kind, successes and results are what their exact distribution allows."""
    # every build has dice of its own: right chances look wrong once in some hundred builds, not in two sets of games
    found = strange(name, 100)
    again = strange(name, 300) if found else []
    assert not again, found
