"""Assault: charges, contact, and the assault that is fought outside.

TF-CHARGE-01, -04  `charges`; paths are judged in `movement/paths`
TF-CHARGE-02, -03, -05, -07  `contacts`; whom an engage action goes for in `movement/actions`
TF-CHARGE-06  `assaults`, `assault_hits`
"""
