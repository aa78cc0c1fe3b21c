"""The Manoeuvres Phase (chapter 3.1): initiative, Manoeuvre Points, rules of the phase, Battle-Fatigue.

GA-3.1-01 to -03  `initiative`
GA-3.1-04         `phase_rules`
GA-3.1-05 to -12  `battle_fatigue`
"""
