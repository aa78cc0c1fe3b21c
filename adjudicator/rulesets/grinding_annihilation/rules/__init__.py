"""The rules, a folder per chapter of the book; `handlers` joins their parts.

2         concepts
3.0       rounds
3.1       manoeuvres_phase
3.2       movement
3.3       shooting (with the weapon abilities of 8.3)
3.4       assault
3.5       brawl
4         troops
5         battle_manoeuvres
6         terrain
7         missions
8         armies (8.3: shooting)
"""
