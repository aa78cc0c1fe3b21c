"""Many files audited: each as a single audit would, with the same result."""
