"""Zones of control: who has one, who may enter, and how a unit gets out.

TF-ZOC-01 to -03, -08  `zones`
TF-ZOC-04 to -06, -12  `zone_steps`: steps into, within and out of zones
TF-ZOC-07, -09  `lost_zones`: zones that contact takes away
TF-ZOC-10, -11, -13  `action_choice`: which actions a formation may take
TF-ZOC-10 to -13  `leave_duty`, `look_ahead`: what a unit must do; `leaving`: what that asks of others
TF-ZOC-10 to -13  `leave_checks`: what is refused, and who is trapped
"""
