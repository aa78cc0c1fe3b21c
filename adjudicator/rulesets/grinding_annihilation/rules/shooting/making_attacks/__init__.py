"""Making attacks (chapter 3.3): the attack sequence, for shooting and melee alike.

GA-3.3-07 to -11, -39  `attack_groups`; `group_steps` (step by step), `whole_groups` (at once)
GA-3.3-15 to -18       `hit_rolls`
GA-3.3-19, -20         `wound_rolls`
GA-3.3-21, -22         `eligible_troops`, `attack_allocation`
GA-3.3-23 to -25       `saves`
GA-3.3-26, -27         `damage`
GA-3.3-28              `destruction`
GA-3.3-29 to -33       `mortal_wounds`
GA-3.3-34, -35         `reinforced_health`
GA-3.3-36 to -38       `deadly_demise`
GA-3.3-40, -41         `group_steps`, `attack_groups`
what a die means       `dice_outcomes`
"""
