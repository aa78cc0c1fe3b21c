"""Effects in hexes: smoke, clouds and fire that weapons put there, what lies there, and what it does to units.

HX-HEXFX-17                    `hex_effect_fire`
HX-HEXFX-04, -09, -10, -13     `hex_markers` (how they burn down, HX-AFTERMATH: turn/aftermath)
HX-HEXFX-01 to -03, -06 to -16 `hex_effects`
"""
