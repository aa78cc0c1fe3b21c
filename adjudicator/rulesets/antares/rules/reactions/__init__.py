"""Reactions: who may react how, the tests, and how reactions are carried out on top of a halted action.

AN-REACT-01 to -06, -13 to -19, -25 to -28  `triggers`
AN-REACT-05, -07 to -12, -32                `reaction_tests`
AN-REACT-16 to -21                          `reaction_moves` (where they may go),
                                            `reaction_paths` (paths that are offered)
AN-REACT-22, -23, -37                       `ambush_fire`
AN-REACT-29 to -31                          `reaction_windows`
AN-REACT-33 to -35                          `carrying_out`, `reaction_orders` (the move or the shots), `re_aiming`
AN-REACT-38                                 `lapsed_reactions`
"""
