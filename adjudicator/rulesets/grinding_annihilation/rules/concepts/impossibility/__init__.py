"""Impossibility (GA-2.4-13): claims that something compulsory can not be done, and end states against them.

GA-2.4-13  `claiming` (the command, the dispute, what follows), `claims` (look-ups), `search` (what the service tries),
           `assault_claims` (Assaults that the service judges), `assault_search`, `fight_search`, `block_search`,
           `search_ground`
"""
