"""Grinding-Annihilation: two armies of formations fight over four markers in five rounds."""

from __future__ import annotations

from adjudicator.kernel.ruleset import Ruleset
from adjudicator.kernel.texts import read_clauses, read_sentences
from adjudicator.rulesets.grinding_annihilation.bots.bot import BOT, create
from adjudicator.rulesets.grinding_annihilation.model import messages as model
from adjudicator.rulesets.grinding_annihilation.odds.attack_estimate import estimate_attack
from adjudicator.rulesets.grinding_annihilation.odds.mortal_wound_estimates import (
    estimate_armoured_charge,
    estimate_deadly_demise,
    estimate_grenades,
    estimate_wreck,
)
from adjudicator.rulesets.grinding_annihilation.odds.roll_estimates import estimate_assault, estimate_battle_fatigue
from adjudicator.rulesets.grinding_annihilation.reports import messages as reports
from adjudicator.rulesets.grinding_annihilation.reports.labels import LABELS
from adjudicator.rulesets.grinding_annihilation.reports.places import PLACES
from adjudicator.rulesets.grinding_annihilation.reports.queries import measure_distance
from adjudicator.rulesets.grinding_annihilation.reports.readings import READINGS
from adjudicator.rulesets.grinding_annihilation.reports.scene import SCENE
from adjudicator.rulesets.grinding_annihilation.reports.summary import BattleSummary
from adjudicator.rulesets.grinding_annihilation.reports.views import view
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from adjudicator.rulesets.grinding_annihilation.rules.handlers import RULES

RULESET = Ruleset(
    rules=RULES,
    messages=(model, reports),
    view=view,
    queries={
        "EstimateArmouredCharge": estimate_armoured_charge,
        "EstimateAssault": estimate_assault,
        "EstimateAttack": estimate_attack,
        "EstimateBattleFatigue": estimate_battle_fatigue,
        "EstimateDeadlyDemise": estimate_deadly_demise,
        "EstimateGrenades": estimate_grenades,
        "EstimateWreck": estimate_wreck,
        "MeasureDistance": measure_distance,
        **READINGS,
    },
    places=PLACES,
    choose=BOT.choose,
    create=create,
    scenarios=tuple(SCENARIOS),
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
    summarise=BattleSummary.of,
    labels=LABELS,
    scene=SCENE,
)
