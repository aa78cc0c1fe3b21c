"""Orders: they are written in secret, shown when they are due, and what they leave open is chosen in order of rank.

HX-ORDERS-01 to -04, HX-ORDERS-36       `writing`
HX-ORDERS-05 to -08, -33 to -36         `due_orders` (as written, HX-ORDERS-10: model/order_codes)
HX-GUNNERY-09                           `due_orders`
HX-ORDERS-06, HX-ORDERS-09 to -25, -29  `movement_codes`
HX-ORDERS-26 to -32                     `chase_follow_flee`
HX-ORDERS-37                            `flying`
HX-CHOICE-01, -05, -07, HX-ASSAULT-21   `choosing_order`
HX-CHOICE-02                            `assault_intents`, `expected_enemies`
HX-CHOICE-04                            `expected_enemies`, `movement_choices`
HX-CHOICE-03, HX-ORDERS-32              `movement_choices`
"""
