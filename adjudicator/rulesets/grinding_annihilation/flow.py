"""Chapter 3.0, the frame of a round: phases, player turns, their ends, and the end of the battle.

How chapters hang in it. For each player turn three windows are pushed: `turn_over` (suspended), in the Move Phase
`reinforcements`, and on top `<phase>_turn`, which asks the player. `manoeuvres_turn` is command.py's; `move_turn`
(accepts EndMoveStep, whose clause calls ruling.answered()), `shooting_turn` and `assault_turn` (accept EndTurn with
the other commands; offer END_TURN) belong to their chapters. The Brawl Phase pushes `brawl_over` and on it the suspended
window `brawl`, whose `then` begins the first step; when nothing of the Brawl is left on the stack the phase ends.

`check_annihilation` is called wherever losses are settled, with everything that they set off.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.offers import Choice, Offer, offer
from adjudicator.kernel.parties import TABLE, Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.grinding_annihilation import cohesion, endings, scoring
from adjudicator.rulesets.grinding_annihilation.measure import formation_gap_within
from adjudicator.rulesets.grinding_annihilation.messages import (
    BattleFatigueEnded,
    BeginPhase,
    ChooseOrder,
    EligibilityNoted,
    EndRound,
    EndTurn,
    FirstPlayerSet,
    ManoeuvrePointsGained,
    OrderChosen,
    PhaseBegun,
    PhaseEnded,
    PlayerTurnBegun,
    PlayerTurnEnded,
    RollInitiative,
    RollOffMade,
    RoundBegun,
    RoundEnded,
    TurnEnding,
)
from adjudicator.rulesets.grinding_annihilation.state import INCH, SEATS, Game, enemies_of, on_warfield, rival

PHASES = ("manoeuvres", "move", "shooting", "assault", "brawl")
STEPS = {"manoeuvres": "fatigue", "move": "move", "shooting": "shooting", "assault": "assault", "brawl": "brawl"}
D6 = 6
NEAR = 12 * INCH
END_TURN = offer(EndTurn, "GA-3.0-09")
