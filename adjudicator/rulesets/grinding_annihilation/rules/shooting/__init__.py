"""Shooting and making attacks (chapters 3.3 and 8.3): who shoots at whom, weapon abilities, declared attacks.

GA-3.3-01, -02, -12 to -14  shooting_selection
GA-3.3-03 to -06            targets
GA-3.3-07 to -41            making_attacks; declarations (target by target, GA-3.3-08)
GA-3.3-39, choices ahead    standing_choices
GA-8.3-01 to -21, -25 on    weapon_abilities
GA-8.3-22 to -24            hazard_tests
"""
