"""The throws of games: the page and the statistics give the same chances, and no die is lost or counted twice."""

from __future__ import annotations

import dataclasses
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.kernel.decide.parties import EVERYONE, SPECTATOR
from adjudicator.kernel.dice.wgdice import PUBLIC
from adjudicator.kernel.labels import Chance, Labels, Odds, summed_against
from adjudicator.kernel.messages import ThrowDrawn
from adjudicator.kernel.record.record import open_record
from adjudicator.kernel.record.visibility import owner_of
from adjudicator.kernel.texts import THROWS
from adjudicator.registry import RULESETS, rules_of
from replays.bundle import read_bundle
from replays.luck.chances import Chances
from replays.luck.players import luck_of
from replays.luck.throws import ThrowReader, throws_of
from replays.page.game_states import ReplayGame, Step
from replays.page.telling import EntryTeller
from replays.tell.golden import FOLDER, ScriptPlayer
from replays.tell.throws import beside
from replays.tell.transcript import parse
from tests.replays.fixtures import bot_game, recorded, toy_rules
from tests.replays.luck.kinds import require_as_said
from tests.toy.model.messages import StrikeRolled

HISTORY = Path(__file__).parents[1] / "history"
GAMES = sorted(path for name in RULESETS for path in FOLDER.joinpath(name).glob("*.game"))
NEWEST = {name: max(HISTORY.glob(f"{name}-????.?.replay.gz")) for name in sorted(RULESETS)}
# what golden games throw for that has no odds; why is said for every kind of throw in test_kinds.py
WITHOUT = {
    "antares": {"the order die", "the direction", "the shift of the template"},
    "grinding_annihilation": set(),
    "hex_orders": {"a random hex"},
    "tile_formations": set(),
}
# kinds that are won or lost against the dice of a rival, and need no number
ROLL_OFFS = {"roll-off", "contest", "dispute", "rank", "role", "side", "setup-advantage", "retreat-space"}


class Player(ScriptPlayer):
    """Plays a golden game once, and keeps each entry with all that it hides."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.entries: list[tuple[Any, Any]] = []

    def fold(self, _ruling: Any, record: Any, opened: Any, _digest: bytes) -> None:
        """Fold nothing."""
        self.entries.append((record, opened))


@cache
def played(path: Path) -> tuple[Any, list[tuple[Any, Any]]]:
    rules = rules_of(path.parent.name)
    player = Player(rules, parse(path.read_text(encoding="utf-8"), rules))
    for line in player.script.lines:
        player.take(line)
    return rules, player.entries


def dice_thrown(opened: Any) -> int:
    """Count the dice of an entry, those once that silence drew and a command reports."""
    drawn = [event.faces for event, _ in opened.events if isinstance(event, ThrowDrawn)]
    rolls = [roll for roll in opened.rolls if roll.sides > 1]
    twice = [roll for roll in rolls if roll.stream == PUBLIC and roll.faces in drawn]
    return sum(len(roll.faces) for roll in rolls) - sum(len(roll.faces) for roll in twice)


def odds_of(throws: Any) -> list[Odds]:
    """Give the chances of a game, or of its reader."""
    return [*(throw.chance for throw in throws.judged), *(throw.outcome for throw in throws.ranked)]


def odds_on_the_page(teller: EntryTeller, record: Any) -> tuple[list[tuple[int, ...]], list[tuple[Any, ...]]]:
    told = teller.entry(Step(None, record, (), None, None, None))  # type: ignore[arg-type]  # what telling uses of it
    odds = [tuple(row) for event in told["ev"] for row in event.get("odds", ())]
    return odds, [tuple(row) for event in told["ev"] for row in event.get("orders", ())]


def order_of(outcome: Any) -> tuple[Any, ...]:
    """What a page has to say of a result in an order: the worst of the names is the first."""
    at = outcome.place
    return outcome.seat, outcome.names[at], outcome.weights[at], sum(outcome.weights[at:]), sum(outcome.weights)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_page_and_the_statistics_agree_on_every_golden_game(path: Path):
    """Each throw that a page gives a chance for has that chance in the statistics, and every die is counted once."""
    rules, entries = played(path)
    reader, teller = ThrowReader(rules, ["red", "blue"]), EntryTeller(rules, ["red", "blue"], SPECTATOR)
    shown = thrown = 0
    for record, opened in entries:
        before, ranked = len(reader.judged), len(reader.ranked)
        reader.take(record.seq, opened)
        found = [tuple(map(int, throw.chance[:4])) for throw in reader.judged[before:]]
        page, orders = odds_on_the_page(teller, record)
        # what adds up against its own side has no event that says so: only the statistics know it
        placed = [row.outcome for row in reader.ranked[ranked:] if row.outcome.kind not in rules.labels.costs]
        due = Counter(map(order_of, placed))
        assert Counter(orders) <= due if record.sealed else Counter(orders) == due, record.seq
        shown += len(page)
        thrown += dice_thrown(opened)
        if record.sealed:
            assert Counter(page) <= Counter(found), record.seq
        else:
            assert page == found, record.seq
    assert shown == len(reader.judged) if not any(record.sealed for record, _ in entries) else shown
    judged = sum(len(throw.chance.faces) for throw in reader.judged)
    summed = sum(len(throw.faces) for throw in reader.summed)
    ranked = sum(len(throw.outcome.faces) for throw in reader.ranked)
    assert judged + summed + ranked + sum(reader.without.values()) == thrown
    assert set(reader.without) <= WITHOUT[path.parent.name]
    require_as_said(path.parent.name, odds_of(reader), reader.without)


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.parametrize("path", [path for path in GAMES if path.parent.name == "hex_orders"], ids=lambda row: row.stem)
def test_the_opponent_is_told_nothing_of_what_is_hidden(path: Path):
    """Without the sealed parts no event about something hidden has a chance, and none is told that is not true."""
    rules, entries = played(path)
    whole, seen = ThrowReader(rules, ["red", "blue"]), ThrowReader(rules, ["red", "blue"])
    chances = Chances(rules)
    for record, opened in entries:
        public = open_record(rules, record, ())
        whole.take(record.seq, opened)
        seen.take(record.seq, public)
        for (event, _), rolls in beside(public.events, public.rolls, rules.labels.beside):
            found = () if event is None else chances.of(event, rolls)
            if event is not None:
                assert not found or owner_of(rules.masks[type(event)], event) == EVERYONE, (record.seq, event)
    told = [
        Counter(zip((*(row.seq for row in one.judged), *(row.seq for row in one.ranked)), odds_of(one), strict=True))
        for one in (seen, whole)
    ]
    assert told[0] <= told[1]


def judged_of(name: str) -> Iterator[Chance]:
    for path in (path for path in GAMES if path.parent.name == name):
        rules, entries = played(path)
        reader = ThrowReader(rules, ["red", "blue"])
        for record, opened in entries:
            reader.take(record.seq, opened)
        yield from (throw.chance for throw in reader.judged)
    found = throws_of(read_bundle(gzip.decompress(NEWEST[name].read_bytes())), rules_of(name))
    require_as_said(name, odds_of(found), found.without)
    yield from (throw.chance for throw in found.judged)


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_the_faces_that_came_fit_the_chances(name: str):
    """Of one die and one number the faces that succeeded are the best ones, and no more than the chance counts."""
    outcomes: dict[Any, tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    for chance in judged_of(name):
        assert 0 <= chance.good <= chance.of
        assert chance.kind in {**THROWS, **rules_of(name).labels.throws} or chance.kind.endswith("-reroll")
        assert (chance.needed is None) == (chance.kind in ROLL_OFFS)
        assert (chance.success, chance.good) != (True, 0)
        assert (chance.success, chance.good) != (False, chance.of)
        if len(chance.faces) == 1 and chance.of in (6, 10):
            key = (chance.kind, chance.good, chance.of, chance.low)
            outcomes[key][0 if chance.success else 1].update(chance.faces)
    assert len(outcomes) > 3
    for (_, good, of, low), (well, badly) in outcomes.items():
        assert len(well) <= good
        assert len(badly) <= of - good
        assert not well or not badly or (max(well) < min(badly) if low else min(well) > max(badly))


@pytest.mark.parametrize(
    ("name", "dice"), [*((name, "seeded") for name in sorted(RULESETS)), ("tile_formations", "reported")]
)
def test_bots_games_have_the_same_chances_on_their_page(name: str, dice: str):
    """A file of a finished game, seeded or of dice of the table: page and statistics agree entry by entry."""
    rules, bundle = rules_of(name), read_bundle(bot_game(name, dice))
    game = ReplayGame(bundle, rules)
    teller = EntryTeller(rules, game.names, SPECTATOR)
    page: Counter[tuple[int, ...]] = Counter()
    for step in game.steps():
        told = teller.entry(step)
        page.update((step.record.seq, *row) for event in told["ev"] for row in event.get("odds", ()))
    found = throws_of(bundle, rules)
    require_as_said(name, odds_of(found), found.without)
    own = Counter((throw.seq, *map(int, throw.chance[:4])) for throw in found.judged)
    assert page
    assert page <= own
    luck = luck_of([found])
    assert (luck.judged, luck.summed) == (len(found.judged), sum(len(throw.faces) for throw in found.summed))


def toy_with_luck() -> Any:
    """Give the toy with chances of its strikes."""

    def luck(event, known):
        if isinstance(event, StrikeRolled):
            seat = 0 if event.piece.startswith("r") else 1
            good = 7 - event.needed.total
            yield Chance(seat, good, 6, event.face >= event.needed.total, "strike", event.needed, faces=(event.face,))

    return dataclasses.replace(toy_rules(), labels=Labels(luck=luck))


def test_throws_without_odds_are_counted_by_name():
    """Of the toy's nine dice two are judged, and the others stand there by what they were thrown for."""
    found = throws_of(read_bundle(recorded(1)), toy_with_luck())
    assert [(row.who, row.chance.ratio) for row in found.judged] == [("blue", Fraction(1, 2))] * 2
    assert sum(found.without.values()) == 7
    (row,) = luck_of([found]).rows
    assert (row.who, row.throws, row.got, row.expected, row.tail) == ("blue", 2, 2, Fraction(1), Fraction(1, 4))
    assert throws_of(read_bundle(recorded(1)), toy_rules()).judged == ()
    assert sum(throws_of(read_bundle(recorded(1)), toy_rules()).without.values()) == 9


def test_what_adds_up_against_its_own_side_counts_once():
    """Dice of a kind whose sums are good count as results where an event says that they hurt their own side."""

    def luck(event, _known):
        if isinstance(event, StrikeRolled) and event.piece.startswith("b"):
            yield summed_against(1, "strike", 6, (event.face,))

    rules = toy_rules()
    before = throws_of(read_bundle(recorded(1)), dataclasses.replace(rules, labels=Labels(sums=frozenset({"strike"}))))
    labels = Labels(luck=luck, sums=frozenset({"strike"}))
    found = throws_of(read_bundle(recorded(1)), dataclasses.replace(rules, labels=labels))
    assert (len(before.summed), len(found.summed), len(found.ranked)) == (2, 0, 2)
    came = [row.outcome.names[row.outcome.place] for row in found.ranked]
    assert came == [str(row.faces[0]) for row in before.summed]
    assert found.without == before.without


def test_no_opening(case):
    """A file whose first entry opens no game has no throws."""
    del case.entries[0]
    with pytest.raises(ValueError, match="does not begin"):
        throws_of(read_bundle(case.forged()), toy_rules())
