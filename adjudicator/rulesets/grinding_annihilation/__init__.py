"""Grinding-Annihilation: two armies of formations fight over four markers in five rounds."""

from __future__ import annotations

from adjudicator.kernel.decoding import read_clauses, read_sentences
from adjudicator.kernel.ruleset import Ruleset
from adjudicator.rulesets.grinding_annihilation.bots.bot import BOT, create
from adjudicator.rulesets.grinding_annihilation.model import messages as model
from adjudicator.rulesets.grinding_annihilation.model.messages import MASKS, ROLES
from adjudicator.rulesets.grinding_annihilation.model.public import public_tables
from adjudicator.rulesets.grinding_annihilation.model.state import start
from adjudicator.rulesets.grinding_annihilation.odds.attack_estimate import estimate_attack
from adjudicator.rulesets.grinding_annihilation.reports import messages as reports
from adjudicator.rulesets.grinding_annihilation.reports.invariants import invariants
from adjudicator.rulesets.grinding_annihilation.reports.labels import LABELS
from adjudicator.rulesets.grinding_annihilation.reports.queries import measure_distance
from adjudicator.rulesets.grinding_annihilation.reports.summary import BattleSummary
from adjudicator.rulesets.grinding_annihilation.reports.views import view
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import rolled_off
from adjudicator.rulesets.grinding_annihilation.rules.handlers import RULES
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.battle_creation import OPENING_WINDOW

RULESET = Ruleset(
    name="grinding_annihilation",
    edition="2026.4",
    package="wargame.grinding_annihilation.v1",
    opening_window=OPENING_WINDOW,
    seats=(2, 2),
    rules=RULES,
    messages=(model, reports),
    masks=MASKS,
    roles=ROLES,
    start=start,
    public=public_tables,
    view=view,
    invariants=invariants,
    queries={"EstimateAttack": estimate_attack, "MeasureDistance": measure_distance},
    rolled_off=rolled_off,
    choose=BOT.choose,
    create=create,
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
    summarise=BattleSummary.of,
    labels=LABELS,
)
