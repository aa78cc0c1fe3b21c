"""The tables of all chapters, joined."""

from adjudicator.kernel.decide.handlers import join
from adjudicator.kernel.decide.rules import OwnRules
from tests.toy.model.messages import MASKS, ROLES
from tests.toy.model.public import public_tables
from tests.toy.model.state import knows, start
from tests.toy.rules.correctable import CORRECTABLE
from tests.toy.rules.invariants import invariants
from tests.toy.rules.rounds import rounds
from tests.toy.rules.turns import actions

PART = join(rounds.PART, actions.PART)

RULES = OwnRules(
    name="toy",
    edition="1",
    package="wargame.toy.v1",
    opening_window="create",
    part=PART,
    masks=MASKS,
    roles=ROLES,
    start=start,
    knows=knows,
    public=public_tables,
    conclude=rounds.conclude,
    invariants=invariants,
    correctable=CORRECTABLE,
)
