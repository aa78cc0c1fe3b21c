"""Hits: what dice mean, which are thrown again, and on whom hits are placed.

AN-HIT-01, -02, -04 to -08   `hit_scoring`
AN-HIT-03, -04               `hit_allocation`
AN-HIT-09                    `assault/hand_to_hand`
AN-REROLL-01 to -03          `reroll_sources`, `miss_rerolls`
AN-REROLL-04 to -12          `hit_rerolls`
"""
