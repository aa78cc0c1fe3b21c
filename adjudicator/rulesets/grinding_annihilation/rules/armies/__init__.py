"""Armies (chapter 8): army creation, Reserves, formation strength.

GA-8.1            `army_creation`, `army_checks`; ../../roster
GA-8.2            `reserves`; ../`missions/set_up/battle_formation_checks`, ../`movement/reinforcements`
GA-8.3            ../`shooting/weapon_abilities`, ../`shooting/hazard_tests`
GA-8.4-01 to -04  `formation_strength`
GA-8.4-05         ../`shooting/making_attacks/destruction`
"""
