"""Shooting: lines of fire, cover, hits, saves, crossfire and Overwatch.

TF-SHOOT-01, -02, -05  `shooting`, `aiming`, `shot_pairs`: who shoots at whom, and at which value
TF-SHOOT-03  `hit_allocation`
TF-SHOOT-04, TF-SAVE-09  `casualties`
TF-COVER-01 to -05, -08, TF-OW-02  `cover`, `shot_pairs`
TF-COVER-06, -07, TF-GRID-06  `line_of_fire`
TF-SCREEN-01 to -04  `screening`
TF-SAVE-01 to -10  `legal_saves`, `saves`, `cover`
TF-CROSS-01 to -03  `crossfire`, `shooting`
TF-OW-01, -03, -04  `overwatch`
"""
