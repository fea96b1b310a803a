"""The kinds of implementations. Adding one is a file of this room and a line here."""

KINDS = {
    "python": "gelucheck.implementations.python",
    "torch": "gelucheck.implementations.torch",
    "jax": "gelucheck.implementations.jax",
    "tensorflow": "gelucheck.implementations.tensorflow",
    "onnx": "gelucheck.implementations.onnx",
    "openvino": "gelucheck.implementations.openvino",
    "mlx": "gelucheck.implementations.mlx",
    "library": "gelucheck.implementations.library",
    "program": "gelucheck.implementations.program",
    "outputs": "gelucheck.implementations.outputs",
}
"""Kind -> the module whose ``KIND`` is its record; it is imported when it is asked for."""

WITHOUT = ("program", "outputs")
"""Those whose ``Kind.apart`` is False: nothing of them runs in a process that is begun for it."""


def kind_word(words: str) -> str:
    """KIND of ``[NAME=]KIND:TARGET``, whether there is one of that name or not."""
    return words.partition(":")[0].rpartition("=")[2]
