"""Board: who may be in which terrain and what a step costs, cover, swamps that hold, and lines of sight.

HX-TERRAIN-04 to -20, HX-TERRAIN-32    `costs`
HX-TERRAIN-14, HX-TERRAIN-23, -33      `entering`
HX-TERRAIN-20                          `swamps`
HX-TERRAIN-03, HX-TERRAIN-21 to -33    `cover` (numbers: data/terrain.toml, read by model/terrain)
HX-LOS-01 to -20, HX-TERRAIN-24, -30   `line_of_sight`
"""
