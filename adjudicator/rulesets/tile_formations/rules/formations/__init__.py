"""Formations: which units hang together, what they lose, and Shock.

TF-COHESION-01 to -08  `cohesion`
TF-SHOCK-01  `shock`; TF-SHOCK-02, -05  `shooting/shooting`
TF-SHOCK-03, TF-DANGER-04  `losses`
"""
