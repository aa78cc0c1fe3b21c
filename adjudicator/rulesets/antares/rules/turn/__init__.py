"""Turn: its steps, order dice, orders and their tests, army options, and the end of a turn.

AN-TURN-01, -14          `turn_steps`
AN-TURN-05 to -07, -10   `order_dice` (the bag), `dice_draws`
AN-TURN-08 to -12        `giving_orders`, `order_tests`
AN-TURN-03, -04, -13     `actions` (what an order lets a unit do, retained Runs)
AN-OPT-01 to -10         `army_options` (who may play one when), `option_effects` (what it does),
                         `referee` (without data)
AN-ORDER-01 to -13       `actions`, `giving_orders`
AN-ORDER-14 to -25       `order_tests`
AN-ORDER-26, -27         `going_down`
AN-TURNEND-01 to -12     `kept_dice` (recovery, Ambush and Run dice, dice back into the bag)
AN-TURNEND-13            `contested_dice`
AN-TURNEND-14, -15       `end_tests`
AN-TURNEND-16            `mission/game_end`
"""
