"""Where learning begins, if not with nothing: with the weights of a shipped network."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.export import AGAIN
from training.model import Again, CellNet
from vision.network import CELLS_MODEL, FACES_MODEL, POSE_MODEL, STONE_MODEL, Model

_GRAPH = "kiebitz-"
MODELS = {m.name: m for m in (CELLS_MODEL, STONE_MODEL, FACES_MODEL, POSE_MODEL)}
"""All networks of the reader."""


def begin(net: CellNet, model: Model, start: Path, batches: Iterable[Tensor]) -> None:
    """Give *net* the weights of the network *start* (ONNX).

    Of another network's file the first layers of the same shape are taken, but not the last. *batches*
    (n, channels, H, W) show what the layers put out. Raises ``ValueError`` for no network of ours.
    """
    take(net, model, start.read_bytes())
    renorm(net, batches)


def take(net: CellNet, model: Model, shipped: bytes) -> None:
    """Put the weights of the network *shipped* (ONNX) into *net*, its norms doing nothing.

    One that was taught when its fields were others gives all but its last layer.
    """
    name, layers = _weights(shipped)
    if name not in MODELS:
        raise ValueError(f"the network to start from is none of {', '.join(MODELS)}: {name}")
    weights = list(layers.values())
    with torch.no_grad():
        convolutions = _convolutions(net.features, layers)
        if not all(_put(*pair, *found) for pair, found in zip(convolutions, weights, strict=False)):
            return
        weight, bias = weights[-2]
        if weight.shape != net.hidden.weight.shape or bias is None:
            return
        net.hidden.weight.copy_(weight)
        net.hidden.bias.copy_(bias)
        weight, bias = weights[-1]
        if name == model.name and bias is not None and len(bias) == model.outputs:
            net.out.weight.copy_(weight)
            net.out.bias.copy_(bias)


def begin_convolutions(net: nn.Sequential, start: Path, batches: Iterable[Tensor]) -> None:
    """Give *net*, convolutions normed but for the last, the weights of the network *start* (ONNX).

    *batches* show what the layers put out. Raises ``ValueError`` for one of other layers.
    """
    layers = _weights(start.read_bytes())[1]
    *weights, (weight, bias) = layers.values()
    pairs, last = _convolutions(net, layers), net[-1]
    assert isinstance(last, nn.Conv2d)
    assert last.bias is not None
    with torch.no_grad():
        fits = len(pairs) == len(weights) and last.weight.shape == weight.shape and bias is not None
        if not fits or not all(_put(*pair, *found) for pair, found in zip(pairs, weights, strict=True)):
            raise ValueError(f"the network to start from has other layers: {start}")
        last.weight.copy_(weight)
        last.bias.copy_(bias)
    renorm(net, batches)


_Weights = tuple[Tensor, Tensor | None]


def _weights(shipped: bytes) -> tuple[str, dict[str, _Weights]]:
    """Return the name of the network in the ONNX file *shipped*, and its layers' weights and biases in order."""
    graph = onnx.load_from_string(shipped).graph
    arrays = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}
    layers = dict.fromkeys(name.partition(".")[0] for name in arrays)
    found = {layer: (arrays[f"{layer}.weight"], arrays.get(f"{layer}.bias")) for layer in layers}
    return graph.name.removeprefix(_GRAPH), found


def _put(conv: nn.Conv2d, norm: nn.BatchNorm2d, weight: Tensor, bias: Tensor | None) -> bool:
    """Put *weight* into *conv* and *bias* into *norm*, which does nothing else; False if they do not fit."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    if conv.weight.shape != weight.shape or bias is None:
        return False
    conv.weight.copy_(weight)
    norm.weight.fill_(1.0)
    norm.bias.copy_(bias)
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0 - norm.eps)
    return True


def _convolutions(layers: Iterable[nn.Module], named: Iterable[str]) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Return the normed convolutions of *layers* with their norms, in the order of a file whose layers are so *named*.

    Those of ``Again`` are included if the file has any.
    """
    again = any(name.startswith(AGAIN) for name in named)
    found: list[nn.Module] = []
    for layer in layers:
        if isinstance(layer, nn.Conv2d | nn.BatchNorm2d):
            found.append(layer)
        elif again and isinstance(layer, Again):
            found += [layer.first, layer.first_norm, layer.second, layer.second_norm]
    convs = [layer for layer in found if isinstance(layer, nn.Conv2d)]
    norms = [layer for layer in found if isinstance(layer, nn.BatchNorm2d)]
    return list(zip(convs, norms, strict=False))


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
