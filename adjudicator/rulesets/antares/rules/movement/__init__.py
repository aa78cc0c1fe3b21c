"""Movement: how far, by which paths, in what order, and the tests on the way.

AN-MOVE-01 to -05   `move_allowance` (Advance, Run, sprint, less by damage)
AN-MOVE-06 to -08   `agility_tests` (sprints and terrain)
AN-MOVE-09          `move_checks` (all that can be wrong with paths), `coherency`, `straight_moves`
AN-MOVE-10          `unit_moves` (declared, halted, made), `move_progress` (where the models are on the way)
"""
