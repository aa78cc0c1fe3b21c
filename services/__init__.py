"""The service: everything about it that is not the rules."""

import os

# What the gRPC library prints of its own accord has no form and names no call; we log what matters ourselves.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
