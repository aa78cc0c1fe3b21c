"""Battle-Manoeuvres (chapter 5): conditions and costs, use, reactions, effects, and the ten core ones.

GA-5.0-01 to -08  `conditions_and_costs`, `use`
GA-5.0-09, -13    `reactions`
GA-5.0-10         `effects`
GA-5.1            `reorder_roll`; ../`concepts/rerolls`
GA-5.2            `reprisal`
GA-5.3            `epic_momentum`
GA-5.4            `grenades`
GA-5.5            `armoured_charge`
GA-5.6            `deployment_order`
GA-5.7            `onslaught_overwatch`
GA-5.8, 5.9       `smokescreen_and_find_cover`
GA-5.10           `heros_ingress`
"""
