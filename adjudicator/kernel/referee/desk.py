"""The referee's desk: the acts of all its modules in one part."""

from msgspec import Struct

from adjudicator.kernel.decide.handlers import join
from adjudicator.kernel.messages import Rewind
from adjudicator.kernel.referee.calls import CALLS
from adjudicator.kernel.referee.clocks import CLOCKS
from adjudicator.kernel.referee.notes import NOTES
from adjudicator.kernel.referee.pauses import PAUSES
from adjudicator.kernel.referee.proposals import Carry, answering
from adjudicator.kernel.referee.rewinds import REWINDS, agreed_rewind
from adjudicator.kernel.referee.sealed import SEALING
from adjudicator.kernel.referee.table_dice import TABLE_DICE

# rulings that seats may agree on where no referee is seated, and what carries them out
AGREED: dict[type[Struct], Carry] = {Rewind: agreed_rewind}
DESK = join(NOTES, CLOCKS, REWINDS, CALLS, PAUSES, SEALING, TABLE_DICE, answering(AGREED))
