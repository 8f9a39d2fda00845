"""Where learning begins, if not with nothing: with the weights of a shipped network."""

from __future__ import annotations

from collections.abc import Iterable

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.model import CellNet
from vision.network import Model


def take(net: CellNet, model: Model, shipped: bytes) -> None:
    """Put the weights of the network *shipped* (ONNX), made as *model*, into *net*, its norms doing nothing.

    Raises ``ValueError`` for another network.
    """
    graph = onnx.load_from_string(shipped).graph
    arrays = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}
    layers = dict.fromkeys(name.partition(".")[0] for name in arrays)
    *convolved, hidden, out = ((arrays[f"{layer}.weight"], arrays[f"{layer}.bias"]) for layer in layers)
    convs = [layer for layer in net.features.modules() if isinstance(layer, nn.Conv2d)]
    norms = [layer for layer in net.features.modules() if isinstance(layer, nn.BatchNorm2d)]
    places = [*convs, net.hidden, net.out]
    weights = [*convolved, hidden, out]
    if [place.weight.shape for place in places] != [weight.shape for weight, _ in weights]:
        raise ValueError(f"{graph.name} has other layers than {model.name}; go on from a network of {model.name}")
    with torch.no_grad():
        for conv, norm, (weight, bias) in zip(convs, norms, convolved, strict=True):
            _put(conv, norm, weight, bias)
        for layer, (weight, bias) in ((net.hidden, hidden), (net.out, out)):
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)


def _put(conv: nn.Conv2d, norm: nn.BatchNorm2d, weight: Tensor, bias: Tensor) -> None:
    """Put *weight* into *conv* and *bias* into *norm*, which does nothing else."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    conv.weight.copy_(weight)
    norm.weight.fill_(1.0)
    norm.bias.copy_(bias)
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0 - norm.eps)


def renorm(net: nn.Module, batches: Iterable[Tensor]) -> None:
    """Let the norms of *net* do what they do in learning, without altering what it says.

    A norm takes away the mean of what *batches* make of the layer before it and divides
    by the spread; its weight and bias put both back.
    """
    norms = [layer for layer in net.modules() if isinstance(layer, nn.BatchNorm2d)]
    seen: dict[nn.Module, list[Tensor]] = {norm: [] for norm in norms}

    def note(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        flat = inputs[0].detach().transpose(0, 1).flatten(1)
        seen[norm].append(torch.stack([flat.mean(1), flat.square().mean(1)]))

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    net.eval()
    with torch.no_grad():
        for batch in batches:
            net(batch)
        for hook in hooks:
            hook.remove()
        for norm in norms:
            assert norm.running_mean is not None
            assert norm.running_var is not None
            mean, square = torch.stack(seen[norm]).mean(0)
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            shift = norm.bias - norm.running_mean * scale
            norm.running_mean.copy_(mean)
            norm.running_var.copy_((square - mean**2).clamp_(min=1e-6))
            norm.weight.copy_(scale * torch.sqrt(norm.running_var + norm.eps))
            norm.bias.copy_(shift + mean * scale)
