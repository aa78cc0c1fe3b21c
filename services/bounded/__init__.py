"""Work beside the service, in processes of their own with limits."""
