"""hex_orders: two sides write orders for tanks and infantry on hexes, and all are carried out at once."""

from adjudicator.kernel.ruleset import Ruleset
from adjudicator.kernel.texts import read_clauses, read_sentences
from adjudicator.rulesets.hex_orders.bots.bot import choose
from adjudicator.rulesets.hex_orders.bots.games import SCENARIOS, create
from adjudicator.rulesets.hex_orders.model import messages as model
from adjudicator.rulesets.hex_orders.odds.area_odds import estimate_area_attack
from adjudicator.rulesets.hex_orders.odds.assault_odds import estimate_assault
from adjudicator.rulesets.hex_orders.odds.roll_odds import estimate_roll
from adjudicator.rulesets.hex_orders.odds.shooting_odds import estimate_shot
from adjudicator.rulesets.hex_orders.odds.token_odds import estimate_token
from adjudicator.rulesets.hex_orders.reports import messages as reports
from adjudicator.rulesets.hex_orders.reports.labels import LABELS
from adjudicator.rulesets.hex_orders.reports.queries import QUERIES
from adjudicator.rulesets.hex_orders.reports.scene import SCENE
from adjudicator.rulesets.hex_orders.reports.summary import BattleSummary
from adjudicator.rulesets.hex_orders.reports.views import bot_view, view
from adjudicator.rulesets.hex_orders.rules.handlers import RULES

RULESET = Ruleset(
    rules=RULES,
    messages=(model, reports),
    view=view,
    bot_view=bot_view,
    queries={
        **QUERIES,
        "EstimateAreaAttack": estimate_area_attack,
        "EstimateAssault": estimate_assault,
        "EstimateRoll": estimate_roll,
        "EstimateShot": estimate_shot,
        "EstimateToken": estimate_token,
    },
    choose=choose,
    create=create,
    scenarios=tuple(filter(None, SCENARIOS)),
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
    summarise=BattleSummary.of,
    labels=LABELS,
    scene=SCENE,
)
