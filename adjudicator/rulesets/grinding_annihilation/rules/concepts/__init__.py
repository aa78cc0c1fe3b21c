"""Concepts (chapter 2): measuring, cohesion, Threat Range, sight, dice, and what is stated about the table.

GA-2.1              ../`armies`, ../`missions`, ../../model/state
GA-2.2              `cohesion`, `out_of_cohesion`
GA-2.3              `threat_range`
GA-2.4-01 to -07    `distances`; ../../reports/queries
GA-2.4-08 to -11    `line_of_sight`; ../`terrain/boundaries`
GA-2.4-12, 2.5-11   `sight_statements`
GA-2.4-13           `impossibility`
GA-2.5-01 to -07    `rerolls`; ../`shooting/making_attacks/dice_outcomes`
GA-2.5-08           `roll_offs`
GA-2.5-09           `rule_order`
GA-2.5-10           ../`rounds/start_of_round`
"""
