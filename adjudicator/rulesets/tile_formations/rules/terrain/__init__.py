"""Terrain: what it means for movement, and buildings that fall; its table is data/terrain.toml.

TF-TERRAIN-01 to -09  `passage`: what a tile means for a unit; `terrain_steps`: steps it forbids
TF-BARR-04, -05, TF-FIELD-04, -05  `passage`: terrain that slows down
TF-BUILD-04, -05  `buildings`
TF-BUILD-01 to TF-MINE-05  data/terrain.toml: the cells and special rules of every kind
"""
