"""The kinds of implementations. Adding one is a file of this room and a line here."""

KINDS = {
    "python": "gelucheck.implementations.python",
    "torch": "gelucheck.implementations.torch",
    "jax": "gelucheck.implementations.jax",
    "tensorflow": "gelucheck.implementations.tensorflow",
    "onnx": "gelucheck.implementations.onnx",
    "openvino": "gelucheck.implementations.openvino",
    "mlx": "gelucheck.implementations.mlx",
}
"""Kind -> the module whose ``KIND`` is its record; it is imported when it is asked for."""
