"""Danger: the dangerous terrain test, and cautious movement.

TF-DANGER-01, -02, -08  `path_tests`: where tests are due
TF-DANGER-03 to -07  `dangerous_terrain`: dice and casualties
TF-DANGER-09 to -12  `cautious_tests`; its speed, and the one tile that may always be entered, are in `movement/speed`
TF-DANGER-13  `movement/unit_moves`: a test suspends the move
"""
