"""Terrain (chapter 6): features placed and agreed on, what they let stand and pass, cover, sight past them.

GA-6.0-01              `placing_features`, `feature_checks`
GA-6.0-02 to -07       `cover`
GA-6.1 to 6.6, moving  `feature_shapes`; ../`movement/movement_on_terrain`
GA-6.2                 `barricades`
GA-6.5, 6.6, sight     `boundaries`; ../`concepts/line_of_sight`
GA-6.6-06              `plunging_fire`
"""
