"""The toy: the smallest ruleset that has a window, a secret and a throw of every sort the kernel knows."""

from adjudicator.kernel.ruleset import Ruleset
from adjudicator.kernel.texts import read_clauses, read_sentences
from tests.toy.bots.bot import choose, create
from tests.toy.model import messages as model
from tests.toy.reports import messages as reports
from tests.toy.reports.views import view
from tests.toy.rules.handlers import RULES

RULESET = Ruleset(
    rules=RULES,
    messages=(model, reports),
    view=view,
    choose=choose,
    create=create,
    texts=read_clauses(__name__),
    phrases=read_sentences(__name__, "phrases"),
    reasons=read_sentences(__name__, "reasons"),
)
