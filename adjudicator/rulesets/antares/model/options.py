"""The options of a game; data/options.toml has their clauses, defaults and values."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault, all_among
from adjudicator.kernel.decide.offers import Choice, Shape, Some, items, shape
from adjudicator.kernel.options import read_options
from adjudicator.rulesets.antares.model.messages import GameOptions, Options, TestEffect

PACKAGE = "adjudicator.rulesets.antares"
OPTIONS = read_options(PACKAGE, GameOptions)
DEFAULTS = OPTIONS.defaults
TESTS = ("order", "rally", "recovery", "sprint", "terrain", "reaction", "resist", "break", "h2h")
EFFECTS = ("remove_pin", "add_pin", "destroy")
PRESETS = ("distort_next_die_down", "block_redraw")
OF_NATURALS = ("natural_one_bonus", "natural_ten_penalty")


def offered_options() -> Shape:
    """Offer the options of a game, each of which may be left out."""
    effects = items(shape(TestEffect, test=Choice(TESTS), effect=Choice(EFFECTS)), least=0, most=len(TESTS))
    naturals = dict.fromkeys(OF_NATURALS, effects)
    parts = OPTIONS.domains(presets=Some(PRESETS, 0, len(PRESETS)), **naturals)
    return Shape(Options.__name__, parts)


def option_faults(options: Options) -> Iterator[Fault]:
    """AN-GEN-06 Name every option that has a value it can not have."""
    yield from OPTIONS.value_faults(options)
    yield from all_among("AN-OPT-04", "options.presets", options.presets, PRESETS)
    for name in OF_NATURALS:
        clause, effects = OPTIONS.rows[name].clause, getattr(options, name)
        yield from all_among(clause, f"options.{name}", [effect.test for effect in effects], TESTS)
        yield from all_among(clause, f"options.{name}", [effect.effect for effect in effects], EFFECTS)
