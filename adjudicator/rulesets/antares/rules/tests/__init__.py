"""Tests: D10 tests, roll-offs, natural 1s and 10s, rounding and thrown amounts (AN-GEN).

AN-GEN-01 to -04  `stat_tests` (what passes, pins), `natural_results` (what a 1 or a 10 does besides, by option)
AN-GEN-05         `roll_offs`, `amounts`
AN-GEN-06         `rounding`
AN-GEN-07         distances are in model/distances
"""
