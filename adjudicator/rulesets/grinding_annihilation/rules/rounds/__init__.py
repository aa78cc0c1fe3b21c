"""Rounds (chapter 3.0): phases, player turns and their ends, and rules of the start of a round.

GA-3.0-01, 3.5-08          `phases`
GA-3.0-02 to -09           `player_turns`; ../`manoeuvres_phase/battle_fatigue` (-05)
GA-2.5-10, start of round  `start_of_round`
"""
