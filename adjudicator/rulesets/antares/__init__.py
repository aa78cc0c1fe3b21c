"""antares: two sides draw order dice from one bag; units shoot, run, assault and react, and pins pile up."""

from __future__ import annotations

from adjudicator.kernel.ruleset import Ruleset
from adjudicator.kernel.texts import read_clauses, read_sentences
from adjudicator.rulesets.antares.bots.bot import BOT
from adjudicator.rulesets.antares.bots.setup import create
from adjudicator.rulesets.antares.model import messages as model
from adjudicator.rulesets.antares.odds.estimates import ESTIMATES
from adjudicator.rulesets.antares.reports import messages as reports
from adjudicator.rulesets.antares.reports.labels import LABELS
from adjudicator.rulesets.antares.reports.queries import QUERIES
from adjudicator.rulesets.antares.reports.scene import SCENE
from adjudicator.rulesets.antares.reports.summary import BattleSummary
from adjudicator.rulesets.antares.reports.views import view
from adjudicator.rulesets.antares.roster.library import SCENARIOS
from adjudicator.rulesets.antares.rules.handlers import RULES

RULESET = Ruleset(
    rules=RULES,
    messages=(model, reports),
    view=view,
    choose=BOT.choose,
    create=create,
    scenarios=tuple(SCENARIOS),
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
    queries={**QUERIES, **ESTIMATES},
    summarise=BattleSummary.of,
    labels=LABELS,
    scene=SCENE,
)
