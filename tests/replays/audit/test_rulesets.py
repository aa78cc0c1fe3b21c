"""Whole games between bots of every ruleset: sound, every event with its phrase, the same when played again."""

import random
import re

import msgpack
import pytest

from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.bundle import Sealed, read_bundle, write_bundle
from replays.tell.golden import play_script, transcript_of
from replays.tell.show import show
from replays.tell.stats_of_replay import statistics_of
from replays.tell.transcript import parse
from tests.replays.fixtures import bot_game

every_ruleset = pytest.mark.parametrize("name", sorted(RULESETS))


@every_ruleset
@pytest.mark.parametrize("dice", ["seeded", "reported"])
def test_audit(name, dice):
    """A game between bots passes with nothing to note."""
    report = audit(bot_game(name, dice))
    assert (report.result, report.findings, report.notes) == ("PASS", (), ())


@every_ruleset
@pytest.mark.parametrize("dice", ["seeded", "reported"])
def test_transcript(name, dice):
    """The text of a game, played again, is the same text."""
    rules = rules_of(name)
    text = transcript_of(read_bundle(bot_game(name, dice)), rules)
    assert play_script(parse(text, rules), rules) == text


@every_ruleset
def test_words(name):
    """Every event of a game is shown by its phrase, and never by its bare name."""
    rules = rules_of(name)
    kinds = {kind.__name__ for kind in rules.reducers}
    events = [line.split() for style, line in show(read_bundle(bot_game(name)), rules) if style == "event"]
    assert len(events) > 100
    assert not [words for words in events if words[0] in kinds]


@every_ruleset
def test_seat(name):
    """A game can be shown as each seat sees it."""
    for seat in ("0", "1"):
        assert len(list(show(read_bundle(bot_game(name)), rules_of(name), seat=seat))) > 100


@every_ruleset
def test_statistics(name):
    """Every die that a game's report tells of is counted once, but for those that have no choice."""
    bundle = read_bundle(bot_game(name))
    lines = [line for style, line in show(bundle, rules_of(name)) if style == "dice"]
    thrown = [found[0] for line in lines for found in re.findall(r" ((\d+)d(\d+)) ", line)]
    assert thrown
    count = sum(int(count) for count, sides in (dice.split("d") for dice in thrown) if sides != "1")
    assert sum(pool.rolls for pool in statistics_of(bundle).pools) == count


@every_ruleset
@pytest.mark.parametrize("samples", [4, pytest.param(12, marks=pytest.mark.long)])
def test_sampled_values(name, samples):
    """Any value that is changed in a game is found out at the entry where it stands, however it is signed."""
    bundle, generator = read_bundle(bot_game(name)), random.Random(5)
    places = [place for place, data in enumerate(bundle.records) if msgpack.unpackb(data)[9]]
    for place in generator.sample(places, samples):
        records = list(bundle.records)
        fields = msgpack.unpackb(records[place])
        _change(generator, fields[9])
        records[place] = msgpack.packb(fields)
        sealed = [Sealed(parts.seq, parts.openings) for parts in bundle.sealed]
        engine = bytes.fromhex(bundle.manifest["engine"])
        report = audit(write_bundle(name, bundle.manifest["edition"], engine, records, bundle.heads, sealed))
        codes = {finding.code for finding in report.findings if finding.seq in (0, place + 1)}
        assert codes & {"EVENTS_MISMATCH", "BUNDLE_MALFORMED"}, (place, fields)


def _change(generator, value):
    at = generator.randrange(len(value))
    while isinstance(value[at], list) and value[at]:
        value, at = value[at], generator.randrange(len(value[at]))
    old = value[at]
    value[at] = old + 1 if type(old) is int else f"{old}x" if isinstance(old, str) else "x"
