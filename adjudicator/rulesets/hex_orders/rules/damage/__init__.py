"""Damage: armour, damage tables and casualties, units that are shaken, and tokens that go on hurting.

HX-DAMAGE-01 to -04, HX-SPECIAL-01 to -06  `damage_rolls`, `damage_order`
HX-ARMOUR-01 to -13                        `armour`
HX-DTABLE-01 to -04, HX-ABILITIES-24 to -29  `damage_tables`, `damage_rolls`
HX-DTABLE-05 to -08                        `casualties`
HX-DTABLE-09, HX-TURN-15, HX-TURN-24       `applying_damage`
HX-SHAKEN-01, -03 to -07                   `shaken` (HX-SHAKEN-02: turn/aftermath)
HX-CONT-01 to -03, -15 to -25, HX-ABILITIES-05  `agony`
HX-CONT-04 to -14                          `acid`
HX-CONT-18, HX-ABILITIES-18 to -23         `damage_tokens`
"""
