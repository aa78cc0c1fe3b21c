"""The Move Phase (chapter 3.2): moves, Retreats, transports and wrecks, arrivals.

GA-3.2-01, -02, -09     `move_step`
GA-3.2-03               `normal_moves`
GA-3.2-04 to -08        `move_plans`, `move_checks`; ../`concepts/distances` (-06)
GA-3.2-10 to -14        `normal_moves`
GA-3.2-15 to -17, -21   `retreats`
GA-3.2-18 to -20        `desperate_retreats`
GA-3.2-22 to -28        `movement_on_terrain`, `move_plans` (-25, -26); ../`terrain/feature_shapes`
GA-3.2-29               `off_the_warfield`
GA-3.2-30 to -32        `reinforcements`, `placement`, `placement_search`; ../`armies/reserves`
GA-3.2-33, -34          `off_the_warfield`
GA-3.2-35, -36          `weapons_deck`
GA-3.2-37 to -42        `transports`, `move_step` (-40)
GA-3.2-43 to -47        `wrecks`
"""
