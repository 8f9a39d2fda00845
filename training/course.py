"""A course of epochs: optimizer, schedule, checkpoints, whatever is learned."""

from __future__ import annotations

import copy
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

_WARMING = 0.08
"""The share of a course during which the rate rises."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long and how fast to learn."""

    epochs: int = 10
    batch: int = 128
    rate: float = 2e-3
    decay: float = 2e-4
    seed: int = 1
    bfloat16: bool = False
    """Whether to compute in 16-bit numbers: half the time where ``has_bfloat16``, more time elsewhere."""
    minutes: float | None = None
    """When to be done, even before all epochs; the rate falls by the clock where that is ahead of the steps."""
    device: str = "cpu"
    """Where to compute: ``cpu`` or ``cuda``."""
    memory: float = 0.998
    """Decay of the running mean of the weights over about 500 steps, the result: it reads better than any of them."""
    still: bool = False
    """Whether norms keep their statistics and nothing is dropped out."""

    def precision(self) -> torch.autocast:
        """Return the context to compute scores in."""
        return torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.bfloat16)


def has_bfloat16(device: str) -> bool:
    """Return whether *device* computes with such numbers itself and rightly.

    Processors are none: with torch 2.14 gradients of dilated convolutions are not finite there, or it crashes.
    """
    return device != "cpu" and torch.cuda.is_bf16_supported()


def in_words(values: Mapping[str, float]) -> str:
    """Return a line that says *values* by their names."""
    return "  ".join(f"{name} {value:.4g}" for name, value in values.items())


def run(
    net: nn.Module, folder: Path, recipe: Recipe, per_epoch: int, losses: Callable[[int], Iterable[Tensor]]
) -> Iterator[dict[str, float]]:
    """Let *net* learn, yielding the epoch, its mean loss and its seconds, with *net* ready to be judged.

    ``losses(epoch)`` computes the loss of one batch after another; *per_epoch* of them are
    taken. A stopped run goes on after the last whole epoch, kept in ``folder/checkpoint.pt``.
    """
    optimizer = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    average = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(recipe.memory), use_buffers=True)
    parts: dict[str, Any] = {"net": net, "optimizer": optimizer, "average": average}
    checkpoint = folder / "checkpoint.pt"
    course = {"epochs": recipe.epochs, "per_epoch": per_epoch, "minutes": recipe.minutes}
    done = {"epochs": 0, "steps": 0, "seconds": 0.0}
    if checkpoint.exists():
        state: dict[str, Any] = torch.load(checkpoint, weights_only=True, map_location=recipe.device)
        if state["course"] == course:
            for name, part in parts.items():
                part.load_state_dict(state[name])
            done = state["done"]
    while _progress(recipe, per_epoch, done) < 1:
        started, before = time.monotonic(), done
        net.train(not recipe.still)
        total = torch.zeros((), device=recipe.device)
        for loss in itertools.islice(losses(int(before["epochs"])), per_epoch):
            optimizer.param_groups[0]["lr"] = recipe.rate * _share(_progress(recipe, per_epoch, done))
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            average.update_parameters(net)
            total = total + loss.detach()
            seconds = before["seconds"] + time.monotonic() - started
            done = {"epochs": before["epochs"], "steps": done["steps"] + 1, "seconds": seconds}
            if _progress(recipe, per_epoch, done) >= 1:
                break
        taken = done["steps"] - before["steps"]
        done = done | {"epochs": before["epochs"] + 1}
        state = {name: part.state_dict() for name, part in parts.items()}
        torch.save(state | {"course": course, "done": done}, checkpoint)
        going = copy.deepcopy(net.state_dict())
        net.load_state_dict(average.module.state_dict())
        net.eval()
        yield {"epoch": before["epochs"], "loss": float(total) / taken, "seconds": done["seconds"] - before["seconds"]}
        net.load_state_dict(going)
    net.load_state_dict(average.module.state_dict())
    net.eval()


def steps_taken(folder: Path) -> int:
    """Return how many steps the course in *folder* took."""
    return int(torch.load(folder / "checkpoint.pt", weights_only=True)["done"]["steps"])


def _progress(recipe: Recipe, per_epoch: int, done: dict[str, float]) -> float:
    """Return the part of the course that is over, 1 for all."""
    by_steps = done["steps"] / (recipe.epochs * per_epoch)
    return by_steps if recipe.minutes is None else max(by_steps, done["seconds"] / (60 * recipe.minutes))


def _share(progress: float) -> float:
    """Return the rate as a share of the highest: it rises, then falls as a cosine of *progress*."""
    if progress < _WARMING:
        return 0.05 + 0.95 * progress / _WARMING
    return 0.5 + 0.5 * math.cos(math.pi * min(1.0, (progress - _WARMING) / (1 - _WARMING)))
