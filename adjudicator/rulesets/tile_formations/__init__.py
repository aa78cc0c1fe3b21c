"""tile_formations: formations move over a battlefield of tiles, move by move and unit by unit."""

from __future__ import annotations

from adjudicator.kernel.decoding import read_clauses, read_sentences
from adjudicator.kernel.ruleset import Ruleset
from adjudicator.rulesets.tile_formations.bots.bot import BOT
from adjudicator.rulesets.tile_formations.bots.scenarios import create
from adjudicator.rulesets.tile_formations.model import messages as model
from adjudicator.rulesets.tile_formations.model.state import empty_game
from adjudicator.rulesets.tile_formations.odds.queries import QUERIES as ODDS
from adjudicator.rulesets.tile_formations.reports import messages as reports
from adjudicator.rulesets.tile_formations.reports.invariants import invariants
from adjudicator.rulesets.tile_formations.reports.labels import LABELS
from adjudicator.rulesets.tile_formations.reports.queries import QUERIES
from adjudicator.rulesets.tile_formations.reports.summary import BattleSummary
from adjudicator.rulesets.tile_formations.reports.views import view
from adjudicator.rulesets.tile_formations.rules.handlers import RULES
from adjudicator.rulesets.tile_formations.rules.play.battlefield import OPENING_WINDOW

RULESET = Ruleset(
    name="tile_formations",
    edition="2026.2",
    package="wargame.tile_formations.v1",
    opening_window=OPENING_WINDOW,
    seats=(2, 4),
    rules=RULES,
    messages=(model, reports),
    masks=model.MASKS,
    roles=model.ROLES,
    start=empty_game,
    view=view,
    invariants=invariants,
    choose=BOT.choose,
    create=create,
    queries={**QUERIES, **ODDS},
    summarise=BattleSummary.of,
    labels=LABELS,
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
)
