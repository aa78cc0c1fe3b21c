"""Retreats: bases that leave before an assault, losers that leave after it, the surrounded, and winners that enter.

HX-ABILITIES-01 to -04, HX-ASSAULT-37   `pre_assault_retreats`
HX-RETREAT-01, -06, -09                 `retreats`
HX-RETREAT-02 to -05, -10               `retreat_hexes`
HX-RETREAT-07, -08, HX-ASSAULT-08       `fight_ends`
"""
