"""The GELUs of a network: the exact one, correctly rounded, or a writing under an arithmetic."""
