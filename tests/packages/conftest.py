from tests.packages.fixtures import dist, wheel

__all__ = ["dist", "wheel"]
