"""Troops (chapter 4): damaged states, attachments, Scouts, Aircraft.

GA-4.1-03         `damaged_states`
GA-4.1, the rest  ../../roster/catalogue, ../../roster/mustering
GA-4.2-01, -02    ../`armies/reserves`, ../`missions/set_up/battle_formation_checks`
GA-4.2-03, -04    `scouts`
GA-4.2-05         ../`missions/set_up/deployment_places` (Infiltrators)
GA-4.2-06 to -11  `attachments`; ../`shooting/making_attacks/eligible_troops` (-10), .../`destruction` (-08)
GA-4.3            `aircraft`, `aircraft_moves`
"""
