"""Movement: actions of formations, their moves, and the paths of units.

TF-MOVE-04, -06, -10, TF-ROAD-05  `actions`, `action_offers`: actions, action tests, the road march
TF-MOVE-05  `formation_moves`, `move_offers`: the moves of an action
TF-MOVE-02, -07, TF-DANGER-13  `unit_moves`, `movers`: a unit on its path
TF-MOVE-01, -03, -09  `paths`: a declared path is judged whole; `path_search`: all that can be reached
TF-MOVE-02  `move_graph`, `places`: steps, their cost, and what places mean
TF-MOVE-08, TF-ROAD-04, TF-BARR-04, TF-DANGER-12  `speed`: speed with roads, halving and caution
TF-BLOCK-01 to -06  `blocking`: other units in the way
"""
