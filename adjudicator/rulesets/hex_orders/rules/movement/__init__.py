"""Movement: the moves of a step are judged together and carried out at once.

HX-TURN-04, HX-TURN-11, -12           `movement_step`
HX-MOVE-01 to -06, HX-STACK-04 to -07 `move_resolution`, `movement_step`
HX-MOVE-05, HX-ORDERS-11              `unit_moves`
HX-STACK-01 to -03                    `stacking`
"""
