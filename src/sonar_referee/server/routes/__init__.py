"""The HTTP calls, one module per subject."""
