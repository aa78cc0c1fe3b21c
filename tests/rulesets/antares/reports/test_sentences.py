"""Reports that read like a referee's: numbers, lists and words."""

from __future__ import annotations

import re

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import (
    DieContested,
    DieRerolled,
    DieResult,
    EffectOnUnit,
    Hit,
    HitPlace,
    ReactionOption,
    ReactionsAsked,
    Resisted,
    ResistReduced,
    RollOffMade,
    UnitWentDown,
)
from adjudicator.rulesets.antares.reports import list_formatting
from replays.tell.phrases import EventFormatter
from tests.rulesets.antares.fixtures import rules
from tests.rulesets.antares.playouts import play_game


def report_formatter() -> EventFormatter:
    return EventFormatter(rules(), ("red", "blue"), rules().labels)


def hit_row(number: int, weapon: str = "concord_carbine", value: int = 1, *, lucky: bool = False) -> Hit:
    return Hit(
        id=f"v1.{number:03}",
        volley="v1",
        unit="b-y",
        weapon=weapon,
        strike_value=value,
        lucky=lucky,
        overhead=False,
        shooter="a-x.1",
        model="",
    )


def test_a_breach_is_reported_by_its_number_and_a_contest_by_its_sides():
    """What Res falls by is a number, not a seat; who contests a die is a seat."""
    sentence = report_formatter().format_event(ResistReduced(unit="b-y", by=1))
    assert sentence == "The armour of b-y is breached: its Res falls by 1."
    assert report_formatter().format_event(DieContested(owner=0, contester=1)) == "Blue contests a die of red's."


def test_lists_are_grouped_in_reports():
    """Dice are told by result, hits by weapon, placed hits by model, resist tests by number, templates by unit."""
    dice = [DieResult(face=face, result=name) for face, name in ((9, "miss"), (2, "hit"), (1, "lucky"), (4, "hit"))]
    assert list_formatting.format_dice(dice) == "1 is lucky, 2 4 hit, 9 misses"
    hits = [hit_row(1), hit_row(2, lucky=True), hit_row(3, "", 0)]
    assert (
        list_formatting.format_hits(hits)
        == "2 hits by concord carbine (strike value 1, 1 of them lucky) and 1 hit by hand (strike value 0)"
    )
    assert list_formatting.format_hits(hits[1:2]) == "1 hit by concord carbine (strike value 1, lucky)"
    places = [HitPlace(hit=str(number), model=f"b-y.{number % 2 + 1}") for number in range(3)]
    assert list_formatting.format_placed(places) == "b-y.1 takes 2 and b-y.2 takes 1"
    tests = [
        Resisted(hit=str(face), model=model, needed=Tally.base(needed, "AN-RESIST-01"), face=face, saved=saved)
        for model, needed, face, saved in (
            ("b-y.1", 5, 8, False),
            ("b-y.2", 6, 3, True),
            ("b-y.1", 5, 2, True),
            ("b-y.3", 5, 9, False),
        )
    ]
    assert list_formatting.format_resisted(tests) == (
        "on 5 or less: b-y.1 throws 8 2, 1 saved; b-y.3 throws 9, not saved; on 6 or less: b-y.2 throws 3, saved"
    )
    struck = [
        EffectOnUnit(unit="b-y", faces=(3,), hits=3, pins=0, models=("b-y.1", "b-y.2")),
        EffectOnUnit(unit="b-z", faces=(2,), hits=0, pins=3, models=("b-z.1",)),
    ]
    assert list_formatting.format_effects(struck) == "b-y: 2 models, 3 hits, thrown 3; b-z: 1 model, 3 pins, thrown 2"


def test_reports_name_reactions_causes_and_steps_in_words():
    """Reports name reactions, causes and steps in words."""
    sentence = report_formatter().format_event
    assert sentence(RollOffMade(purpose="start_options", faces=(9, 3), winner=0)).startswith(
        "The roll-off for options at"
    )
    asked = ReactionOption(unit="b-y", reactions=("go_down", "dash_to_cover"))
    event = ReactionsAsked(trigger="fire", unit="a-x", units=(asked,))
    assert sentence(event) == "On the Fire of a-x, these may react: b-y by Go Down or Dash to Cover."
    down = UnitWentDown(unit="a-x", die="from_bag", cause="order_test")
    assert sentence(down) == "a-x goes Down because of an order test; its die comes out of the bag."
    again = DieRerolled(volley="v1", die=4, before=7, now=DieResult(face=8, result="miss"), reason="spotter")
    assert sentence(again) == "Die 4, a 7, is re-rolled by a spotter: 8 misses."


def test_no_raw_word_is_left_in_a_report():
    """In a game of bots no sentence has a word with an underscore, but for ids."""
    table = play_game(8, "attrition")
    game, say = table.game, report_formatter().format_event
    ids = {*game.weapons, *game.device_sheets, *game.owned_options, *game.terrain}
    ids |= {row.sheet.id for row in game.owned_options.values()}
    sentences = [say(event) for filled in table.log for event, _ in filled.events if type(event) in rules().reducers]
    raw = {word for sentence in sentences for word in re.findall(r"[\w#-]*[a-z]_[a-z][\w#-]*", sentence)}
    assert {word for word in raw if word not in ids} == set()
