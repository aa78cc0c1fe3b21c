"""Terrain: what stands in it or behind it, what a move meets, and cover.

AN-TERRAIN-01, -14, -15, -21   `terrain_pieces`
AN-TERRAIN-02 to -11           `terrain_on_the_way`; the tests are in `movement/agility_tests`
AN-TERRAIN-12 to -16           `shooting/sight_lines`, `shooting/line_of_sight`, `shooting/sight_statements`
AN-TERRAIN-17 to -21, -27      `cover`
AN-TERRAIN-22 to -27           roster/terrain_checks (terrain as it is handed in)
"""
