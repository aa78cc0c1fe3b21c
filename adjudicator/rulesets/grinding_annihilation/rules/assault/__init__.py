"""The Assault Phase (chapter 3.4): Assaults declared, rolled for and made.

GA-3.4-01 to -06        `assault_declaration`; `near_at_start` (GA-3.4-02)
GA-3.4-07, -09          `assault_roll`
GA-3.4-08, -10 to -14   `assault_move`, `assault_checks`, `contact`
GA-3.4-15               `assault_move`; ../`battle_manoeuvres/armoured_charge` (the end of an Assault move)
"""
