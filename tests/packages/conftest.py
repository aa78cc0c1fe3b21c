from tests.packages.fixtures import client_wheel, clone, dist, wheel

__all__ = ["client_wheel", "clone", "dist", "wheel"]
