"""The battlefield of tiles as a scene, from the View alone."""

from __future__ import annotations

from adjudicator.kernel.scene import SceneMaker
from adjudicator.rulesets.tile_formations.reports.scene.marks import marks
from adjudicator.rulesets.tile_formations.reports.scene.scene import scene

SCENE = SceneMaker(scene, marks)
