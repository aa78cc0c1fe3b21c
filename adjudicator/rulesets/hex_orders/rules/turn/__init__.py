"""Turn: the steps of a turn, what burns down and ends behind them, and the end of a game.

HX-TURN-01 to -21          `turn_steps` (HX-TURN-22 to -24: where each step decides)
HX-AFTERMATH-01 to -04     `aftermath`
HX-SHAKEN-02               `aftermath`
HX-GAP-01, -07, -09        `end_of_game`
HX-GAP-08                  `passing`
"""
