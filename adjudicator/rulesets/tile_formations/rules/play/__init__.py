"""Play: terms, armies, deployment, turn order, results from outside, and how a game ends.

TF-GRID-01, TF-TERRAIN-08  `battlefield`: creation, in terms that roster checks
TF-PLAY-01  `muster`, `deployment`, `placement`
TF-PLAY-02  `turns`
TF-PLAY-03  `outside_results`, `settled_results`
TF-PLAY-04  `game_end`
"""
