"""tile_formations: formations move over a battlefield of tiles, move by move and unit by unit."""

from __future__ import annotations

from adjudicator.kernel.ruleset import Ruleset
from adjudicator.kernel.texts import read_clauses, read_sentences
from adjudicator.rulesets.tile_formations.bots.bot import BOT
from adjudicator.rulesets.tile_formations.bots.games import SCENARIOS, create
from adjudicator.rulesets.tile_formations.model import messages as model
from adjudicator.rulesets.tile_formations.odds.estimates import QUERIES as ODDS
from adjudicator.rulesets.tile_formations.reports import messages as reports
from adjudicator.rulesets.tile_formations.reports.labels import LABELS
from adjudicator.rulesets.tile_formations.reports.queries import QUERIES
from adjudicator.rulesets.tile_formations.reports.scene import SCENE
from adjudicator.rulesets.tile_formations.reports.summary import BattleSummary
from adjudicator.rulesets.tile_formations.reports.views import bot_view, view
from adjudicator.rulesets.tile_formations.rules.assault.assaults import ASSAULT
from adjudicator.rulesets.tile_formations.rules.handlers import RULES
from adjudicator.rulesets.tile_formations.rules.play.turns import CHOOSE_ACTION

RULESET = Ruleset(
    rules=RULES,
    messages=(model, reports),
    view=view,
    bot_view=bot_view,
    choose=BOT.choose,
    create=create,
    scenarios=tuple(filter(None, SCENARIOS)),
    queries={**QUERIES, **ODDS},
    summarise=BattleSummary.of,
    labels=LABELS,
    scene=SCENE,
    shared_windows=frozenset({ASSAULT, CHOOSE_ACTION}),
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
)
