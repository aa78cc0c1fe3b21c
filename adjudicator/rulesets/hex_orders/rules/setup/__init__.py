"""Setup: terms and points, huge units, armies, the battleground and the placing of units.

HX-ARMY-01 to -09, HX-GAP-04            `creation`, `terms` (points: roster/budgets)
HX-HUGE-01 to -03                       `huge_units`
HX-ARMY-09, HX-ARMY-28, HX-HUGE-02      `armies` (lists, prices and upgrades, HX-ARMY-10 to -27: roster)
HX-MAP-01 to -08                        `map_design`, `terms`
HX-SETUP-01 to -12, HX-SETUP-16         `deployment`
HX-SETUP-01 to -06, HX-SETUP-13 to -15  `setup_placement`
"""
