"""The Brawl Phase (chapter 3.5): who fights when, Close In, melee attacks, Consolidate.

GA-3.5-01 to -09  `fight_selection`
GA-3.5-10, -11    `close_in`, `fight_moves`
GA-3.5-12 to -18  `melee_attacks`
GA-3.5-19 to -22  `consolidation`, `fight_moves`
"""
