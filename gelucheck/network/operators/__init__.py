"""The operators of plans, by name, one file each."""
