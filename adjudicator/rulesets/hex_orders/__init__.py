"""hex_orders: two sides write orders for tanks and infantry on hexes, and all are carried out at once."""

from adjudicator.kernel.decoding import read_clauses, read_sentences
from adjudicator.kernel.ruleset import Ruleset
from adjudicator.rulesets.hex_orders.bots.bot import choose
from adjudicator.rulesets.hex_orders.bots.games import create
from adjudicator.rulesets.hex_orders.model import messages as model
from adjudicator.rulesets.hex_orders.model.messages import MASKS, ROLES
from adjudicator.rulesets.hex_orders.model.public import public_tables
from adjudicator.rulesets.hex_orders.model.state import knows, start
from adjudicator.rulesets.hex_orders.odds.assault_odds import estimate_assault
from adjudicator.rulesets.hex_orders.odds.shooting_odds import estimate_shot
from adjudicator.rulesets.hex_orders.reports import messages as reports
from adjudicator.rulesets.hex_orders.reports.invariants import invariants
from adjudicator.rulesets.hex_orders.reports.labels import LABELS
from adjudicator.rulesets.hex_orders.reports.queries import read_army_list
from adjudicator.rulesets.hex_orders.reports.summary import BattleSummary
from adjudicator.rulesets.hex_orders.reports.views import view
from adjudicator.rulesets.hex_orders.rules.handlers import RULES
from adjudicator.rulesets.hex_orders.rules.setup.creation import OPENING_WINDOW

RULESET = Ruleset(
    name="hex_orders",
    edition="2026.1",
    package="wargame.hex_orders.v1",
    opening_window=OPENING_WINDOW,
    rules=RULES,
    messages=(model, reports),
    masks=MASKS,
    roles=ROLES,
    seats=(2, 2),
    start=start,
    knows=knows,
    public=public_tables,
    view=view,
    invariants=invariants,
    queries={"EstimateAssault": estimate_assault, "EstimateShot": estimate_shot, "ReadArmyList": read_army_list},
    choose=choose,
    create=create,
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
    summarise=BattleSummary.of,
    labels=LABELS,
)
