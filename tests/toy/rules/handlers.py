"""The tables of all chapters, joined."""

from adjudicator.kernel.decide.handlers import join
from tests.toy.rules.rounds import rounds
from tests.toy.rules.turns import actions

RULES = join(rounds.PART, actions.PART)
