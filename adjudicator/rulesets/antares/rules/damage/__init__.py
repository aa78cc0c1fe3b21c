"""Damage: resist tests, pins, losses, the damage chart and breaks.

AN-RESIST-01 to -09   `resist_tests`
AN-PIN-01 to -10      `pins`
AN-PIN-11 to -13      `nets`, `pins`
AN-PIN-14, -15        `pins`
AN-DMG-01 to -18      `damage_chart`
AN-BREAK-01, -02, -05 to -09   `casualties` (losses, destroyed and broken units, tests that become due)
AN-BREAK-03, -04, -10 to -17   `break_tests`
"""
