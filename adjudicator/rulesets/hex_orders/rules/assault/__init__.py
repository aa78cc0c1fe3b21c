"""Assault: contested hexes, exchanges, the dice of fights and what their successes do.

HX-ASSAULT-01 to -04, -07, -38            `contested_hexes`
HX-TURN-05, -07 to -09, HX-ASSAULT-05     `assault_step`, `fights`
HX-ASSAULT-36                             `assault_step`
HX-ASSAULT-14                             `contributors`
HX-ASSAULT-10 to -13                      `assault_angles`, `fights`
HX-ASSAULT-09, -15 to -17, -31              `dice_pools`
HX-ASSAULT-18 to -21                      `assault_dice`
HX-ASSAULT-22                             `deflection`
HX-ASSAULT-23 to -27, -29, -30            `hit_allocation`
HX-ASSAULT-28, -32 to -35                 `assault_hits`
HX-ABILITIES-06 to -10                    `fear`
HX-ABILITIES-11 to -13                    `cunning_assault`
"""
