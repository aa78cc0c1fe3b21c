"""The board of hexes as a scene, from the View alone."""

from __future__ import annotations

from adjudicator.kernel.scene import SceneMaker
from adjudicator.rulesets.hex_orders.reports.scene.marks import marks
from adjudicator.rulesets.hex_orders.reports.scene.scene import scene

SCENE = SceneMaker(scene, marks)
