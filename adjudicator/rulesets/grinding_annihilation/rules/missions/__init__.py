"""Missions (chapter 7): set-up, zones, control and scoring, the scenarios, and how a battle ends.

GA-7.0-01, -06 to -16  `set_up`
GA-7.0-02 to -05       `marker_control`
GA-7.0-17 to -20       `battle_end`
GA-7.0-21              `scoring`
GA-7.1                 `set_up/marker_placement`, `set_up/marker_places`, `scoring`
GA-7.2                 `exstintech_recovery`
GA-7.3                 `scientist_capture`
GA-7.4                 `no_mans_land`
GA-7.5                 `break_through`
zones of all           `warfield_layout`
Tactical Points        tactical_points
"""
