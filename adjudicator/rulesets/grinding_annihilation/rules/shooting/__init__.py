"""Shooting and making attacks (chapters 3.3 and 8.3): who shoots at whom, weapon abilities, declared attacks.

GA-3.3-01, -02, -12, -14    `shooting_selection`; `shooting_turn` (the turn)
GA-3.3-03 to -06, -13       `targets`
GA-3.3-07 to -41            `making_attacks`; `declared_attacks` (target by target, GA-3.3-08)
GA-3.3-39, choices ahead    `standing_choices`
GA-8.3-01 to -21, -25 on    `weapon_abilities`; `making_attacks/dice_outcomes` (-03, -05)
GA-8.3-10, -11              `shooting_selection`, `targets` (SideArms)
GA-8.3-16, -17              `making_attacks/attack_allocation`, `making_attacks/mortal_wounds` (Precision)
GA-8.3-22 to -24            `hazard_tests`
"""
