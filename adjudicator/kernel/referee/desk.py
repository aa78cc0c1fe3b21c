"""The referee's desk: the acts of all its modules in one part."""

from msgspec import Struct

from adjudicator.kernel.decide.handlers import join
from adjudicator.kernel.messages import Correct, CorrectHidden, Interpret, RestartGame, Rewind
from adjudicator.kernel.referee.absences import ABSENCES
from adjudicator.kernel.referee.acceptances import ACCEPTANCES
from adjudicator.kernel.referee.clocks import CLOCKS
from adjudicator.kernel.referee.corrections import CORRECTIONS, agreed_correct
from adjudicator.kernel.referee.editions import EDITIONS
from adjudicator.kernel.referee.notes import NOTES
from adjudicator.kernel.referee.officials import OFFICIALS
from adjudicator.kernel.referee.readings import READINGS
from adjudicator.kernel.referee.results.appeals import APPEALS
from adjudicator.kernel.referee.results.awards import AWARDS
from adjudicator.kernel.referee.results.penalties import PENALTIES
from adjudicator.kernel.referee.rewinding.proposals import Carry, answering
from adjudicator.kernel.referee.rewinding.rewinds import REWINDS, agreed_rewind
from adjudicator.kernel.referee.seats import SEATS
from adjudicator.kernel.referee.stopping.calls import CALLS
from adjudicator.kernel.referee.stopping.pauses import PAUSES
from adjudicator.kernel.referee.stopping.sealed import SEALING
from adjudicator.kernel.referee.stopping.table_dice import TABLE_DICE

# rulings that seats may agree on where no referee is seated, and what carries them out
AGREED: dict[type[Struct], Carry] = {Rewind: agreed_rewind, Correct: agreed_correct}
# acts of a head referee alone, in games of events
HEAD_ONLY: frozenset[type[Struct]] = frozenset({CorrectHidden, RestartGame, Interpret})
DESK = join(
    ABSENCES,
    ACCEPTANCES,
    NOTES,
    CLOCKS,
    CORRECTIONS,
    EDITIONS,
    OFFICIALS,
    SEATS,
    REWINDS,
    PENALTIES,
    AWARDS,
    APPEALS,
    READINGS,
    CALLS,
    PAUSES,
    SEALING,
    TABLE_DICE,
    answering(AGREED),
)
