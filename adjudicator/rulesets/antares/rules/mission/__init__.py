"""Mission: creation of a game, deployment, objectives, and how it ends.

AN-WIN-01            `creation` (armies are handed in), `game_end`
AN-WIN-02 to -05     `game_end`
AN-TERRAIN-22        `creation` (terms and terrain)
AN-TURN-14           `deployment`
AN-TURNEND-16        `game_end`, `objectives` (points at the end of a turn)
"""
