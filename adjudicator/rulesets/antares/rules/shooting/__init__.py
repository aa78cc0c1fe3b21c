"""Shooting: who may shoot at what, the number that is needed, the throw, templates and markers.

AN-SHOOT-01, -11   `declarations`, `shot_plans` (a declaration laid out as volleys, or its faults)
AN-SHOOT-02, -10   `eligibility` (model by model: range, sight, crew)
AN-SHOOT-03 to -09 line_of_sight, sight_lines, sight_statements (what people see in its place)
AN-SHOOT-07        `accuracy_modifiers`, `tests/rounding`
AN-SHOOT-12        `volley_stages`, `accuracy_rolls`
AN-ACC-01 to -25   `accuracy_modifiers`; `accuracy_devices` (devices and markers near by)
AN-ACC-26          `accuracy_rolls`, `accuracy_modifiers` (Blur)
AN-ACC-27          `markers` (devices patched, markers placed)
AN-OH-01 to -12    `overhead_fire`; aim points in `eligibility` and `shot_plans`
"""
