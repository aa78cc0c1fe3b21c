"""Play: terms, armies, deployment, turn order, results from outside, and how a game ends.

TF-GRID-01, TF-TERRAIN-08  `battlefield`: creation, in terms that roster checks
WG-SETUP-02  `muster`, `deployment`, `placement`
WG-TURN-01  `turns`
WG-FACT-03  `outside_results`, `settled_results`
WG-END-11  `game_end`
"""
