"""gelucheck: how accurate is this GELU, and can you prove it?"""

__version__ = "0.1.0"
