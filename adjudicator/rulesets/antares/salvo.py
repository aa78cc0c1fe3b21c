"""The stages of a salvo: all volleys under way go through one stage before the next begins (AN-SHOOT-12)."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares import overhead, rerolls, rolling, scoring, sources, volleys, wounds
from adjudicator.rulesets.antares.state import Game

ACCURACY, MISSES, SHIFT, HITS = "salvo_accuracy", "salvo_misses", "salvo_shift", "salvo_hit_rerolls"


def push(ruling: Ruling[Game]) -> None:
    """AN-SHOOT-12 Let the volleys under way be rolled, and what they hit be settled, stage by stage."""
    wounds.push(ruling)
    for stage in (HITS, SHIFT, MISSES, ACCURACY):
        ruling.ask(stage)


def _accuracy(ruling: Ruling[Game], window: Window) -> None:
    """AN-REACT-15 Roll the next volley, that of the acting side first."""
    for row in ruling.game.volleys.values():
        if volleys.unrolled(row):
            ruling.ask(window.kind)
            ruling.ask(rolling.WINDOW, TABLE, about=(row.id,))
            return


def _misses(ruling: Ruling[Game], window: Window) -> None:
    """AN-REROLL-04 Ask for the misses of the next volley that a source lets be thrown again."""
    for row in ruling.game.volleys.values():
        if sources.of(ruling.game, row):
            ruling.ask(window.kind)
            ruling.ask(rerolls.MISSES, row.seat, about=(row.id,))
            return


def _shift(ruling: Ruling[Game], window: Window) -> None:
    """AN-OH-12 Bring the templates of the next volley down."""
    for row in ruling.game.volleys.values():
        if volleys.landing(row) and not row.shifted:
            ruling.ask(window.kind)
            ruling.ask(overhead.WINDOW, TABLE, about=(row.id,))
            return


def _hits(ruling: Ruling[Game], window: Window) -> None:
    """AN-REROLL-05 AN-REROLL-08 Make hits final, volley by volley, with a step of its own where dice are thrown."""
    for key, row in tuple(ruling.game.volleys.items()):
        if row.final or not scoring.has_score(ruling.game, row):
            continue
        if rerolls.wants_hits(ruling.game, row):
            ruling.ask(window.kind)
            ruling.ask(rerolls.HITS, TABLE, about=(key,))
            return
        rerolls.finish(ruling, key)


WINDOWS = windows(
    WindowKind(ACCURACY, "AN-SHOOT-12", on_close=_accuracy),
    WindowKind(MISSES, "AN-REROLL-04", on_close=_misses),
    WindowKind(SHIFT, "AN-OH-12", on_close=_shift),
    WindowKind(HITS, "AN-SHOOT-12", on_close=_hits),
)

__all__ = ["WINDOWS", "push"]
