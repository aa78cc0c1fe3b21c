"""Gunnery: loading, aiming, firing and spotting in the two gunnery steps of a turn, and what hits.

HX-TURN-02, HX-TURN-13                   `gunnery_step`
HX-GUNNERY-02 to -08, -10, -22           `gunnery_parts`
HX-GUNNERY-11 to -13, -15, -16           `load_and_aim` (HX-GUNNERY-14: setup/setup_placement)
HX-GUNNERY-17, -18, HX-FIRE-20, HX-ARMY-20  `legal_shots`, `fire_window`
HX-CHOICE-08                             `fire_window`
HX-GUNNERY-01, -23, HX-ARMY-25           `fire_orders`
HX-GUNNERY-08, -19, -20                  `spotting`
HX-GUNNERY-21                            `revealing`
HX-ANGLES-05 to -12, HX-FIXED-01 to -05  `lines_of_fire` (angles: model/angles; as written: roster/fields_of_fire)
HX-FIRE-01, -02, -31, HX-FIXED-02, HX-ABILITIES-15  `declared_shots`
HX-FIRE-03 to -30, -32, -33, HX-ARMY-18, -26, HX-DAMAGE-01  `to_hit` (numbers: data/tohit.toml)
HX-OPEN-01 to -03                        `open_ended_dice`
HX-AREA-01 to -07                        `area_attacks`
"""
