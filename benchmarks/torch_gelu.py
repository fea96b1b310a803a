"""PyTorch's GELU as gelucheck takes it: ``--impl python:torch_gelu:gelu --declares erf``."""

import torch

# one thread, as the workers of a sweep have
torch.set_num_threads(1)


def gelu(x):
    return torch.nn.functional.gelu(torch.from_numpy(x)).numpy()


def gelu_tanh(x):
    return torch.nn.functional.gelu(torch.from_numpy(x), approximate="tanh").numpy()
