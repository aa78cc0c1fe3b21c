from tests.packages.fixtures import client_wheel, dist, wheel

__all__ = ["client_wheel", "dist", "wheel"]
