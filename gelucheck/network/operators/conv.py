"""``conv(c, kernel_size=k, padding=p)``: as ``torch.nn.Conv2d`` with a square kernel, stride 1 and
zeros around the image: a cross-correlation."""

from gelucheck.network.operators.limits import check_parameters, check_shape, misfit
from gelucheck.network.operators.operator import Argument, Operator


def _infer(arguments, shape):
    if len(shape) != 3:
        raise misfit("conv", "[B, C, H, W]", shape)
    size, padding = arguments["kernel_size"], arguments["padding"]
    padded = check_shape(
        (shape[0], *(side + 2 * padding for side in shape[1:])), "conv with its padding has"
    )
    if size > min(padded[1:]):
        raise misfit(
            f"conv with kernel_size={size} and padding={padding}",
            f"an image of at least {max(size - 2 * padding, 1)} by {max(size - 2 * padding, 1)}",
            shape,
        )
    made = (arguments["channels"], *(side - size + 1 for side in padded[1:]))
    check_parameters(_tensors(arguments, shape), f"conv of {shape[0]} to {made[0]} channels")
    return check_shape(made, "conv makes")


def _tensors(arguments, shape):
    channels, size = arguments["channels"], arguments["kernel_size"]
    return {"weight": (channels, shape[0], size, size), "bias": (channels,)}


def _apply(layer, x, walk):
    from gelucheck.network.images import convolve

    return convolve(layer, x)


OPERATOR = Operator(
    name="conv",
    version=1,
    arguments=(
        Argument("channels", int, positional=True),
        Argument("kernel_size", int),
        Argument("padding", int, default=0, least=0),
    ),
    infer=_infer,
    tensors=_tensors,
    apply=_apply,
)
