"""A battle as a scene: the warfield, what stands on it, and what an entry did, from the View of a party alone."""

from __future__ import annotations

from adjudicator.kernel.scene import SceneMaker
from adjudicator.rulesets.grinding_annihilation.reports.scene.marks import marks
from adjudicator.rulesets.grinding_annihilation.reports.scene.scene import scene

SCENE = SceneMaker(scene, marks)
