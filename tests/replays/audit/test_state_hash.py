"""What is shown of a game is no part of it: views, boards and sentences may change, and old games still pass."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.record import chain
from adjudicator.kernel.record.mpint import encode
from adjudicator.registry import RULESETS, engine_digest, rules_of
from replays.audit.audit import audit
from replays.audit.entries import read_entries
from replays.audit.report import PASS, Findings
from replays.bundle import read_bundle
from tests.replays.fixtures import ENGINE, bot_game, bot_table, recorded, toy_rules

DRAWN = {"hex_orders": "board", "tile_formations": "board"}


def audited(data, rules, engine):
    """Result, levels and notes of an audit with these rules."""
    report = audit(data, find=lambda _: (rules, engine))
    return report.result, dict(report.levels)["L2"], report.findings, report.notes


def longer_view(rules):
    """The rules with a view that has one field more at its end."""

    def view(game, party):
        old = rules.view(game, party)
        fields = [(field.name, field.type) for field in msgspec.structs.fields(type(old))]
        kind = msgspec.defstruct("View", [*fields, ("added", str)], array_like=True, kw_only=True, frozen=True)
        return kind(**{name: getattr(old, name) for name, _ in fields}, added="new")

    return replace(rules, view=view)


def redrawn(rules, field):
    """The rules with a view whose drawn board has one empty line more."""

    def view(game, party):
        old = rules.view(game, party)
        return msgspec.structs.replace(old, **{field: getattr(old, field) + "\n"})

    return replace(rules, view=view)


def reworded(rules):
    """The rules with other words in every phrase, sentence and text."""
    tables = {name: getattr(rules, name) for name in ("phrases", "reasons", "texts")}
    return replace(
        rules, **{name: {key: f"so {text}" for key, text in table.items()} for name, table in tables.items()}
    )


def test_a_changed_view_changes_no_audit():
    """A game with secrets passes with a view that has one field more, whose spectator sees another thing."""
    rules = longer_view(toy_rules())
    old, new = (found.view(found.start(2), SPECTATOR) for found in (toy_rules(), rules))
    assert encode(old) != encode(new)
    assert audited(recorded(1), rules, ENGINE) == (PASS, "done", (), ())


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_longer_view_changes_no_audit(name):
    """A game passes where its view has one field more at its end."""
    assert audited(bot_game(name), longer_view(rules_of(name)), engine_digest(name)) == (PASS, "done", (), ())


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_redrawn_board_changes_no_audit(name):
    """A game passes where its drawn board has one line more."""
    rules = redrawn(rules_of(name), DRAWN[name])
    assert audited(bot_game(name), rules, engine_digest(name)) == (PASS, "done", (), ())


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_reworded_sentence_changes_no_audit(name):
    """A game passes where every sentence is worded otherwise."""
    assert audited(bot_game(name), reworded(rules_of(name)), engine_digest(name)) == (PASS, "done", (), ())


@pytest.mark.parametrize("name", sorted(RULESETS))
async def test_the_state_hash_is_of_the_public_tables(name):
    """A public hash in a log is that of the public part of the tables, and of nothing that is shown."""
    table = await asyncio.to_thread(bot_table, name)
    hashed = [raw for raw in read_entries(read_bundle(await table.replay()), Findings()) if raw.state is not None]
    assert len(hashed) > 2
    for raw in (hashed[0], hashed[-1]):
        past = await table.command_handler.as_of(table.game_id, raw.seq)
        assert raw.state is not None
        assert raw.state[0] == chain.state_hash(encode(past.rules.public(past.game)))
