"""A course of epochs: optimizer, schedule, checkpoints, whatever is learned."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from training.model import CellNet


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long and how fast to learn."""

    epochs: int = 10
    batch: int = 128
    rate: float = 2e-3
    decay: float = 2e-4
    seed: int = 1
    threads: int = 1
    bfloat16: bool = False
    """Whether to compute in numbers of 16 bits: half the time where the processor has AMX, else more."""

    def precision(self) -> torch.autocast:
        """Return the context to compute scores in."""
        return torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.bfloat16)


def run(
    net: CellNet, folder: Path, recipe: Recipe, per_epoch: int, losses: Callable[[int], Iterable[Tensor]]
) -> Iterator[dict[str, float]]:
    """Let *net* learn, yielding the epoch, its mean loss and its seconds, with *net* ready to be judged.

    ``losses(epoch)`` computes the loss of one batch after another, of which *per_epoch* are
    taken. A stopped run goes on after the last whole epoch, kept in ``folder/checkpoint.pt``.
    """
    steps = recipe.epochs * per_epoch
    optimizer = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, recipe.rate, total_steps=steps, pct_start=0.15)
    parts: dict[str, Any] = {"net": net, "optimizer": optimizer, "schedule": schedule}
    checkpoint = folder / "checkpoint.pt"
    first = 0
    if checkpoint.exists():
        state: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        if state["steps"] == steps:
            for name, part in parts.items():
                part.load_state_dict(state[name])
            first = state["epoch"] + 1
    for epoch in range(first, recipe.epochs):
        started = time.monotonic()
        net.train()
        total = 0.0
        for loss in itertools.islice(losses(epoch), per_epoch):
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        net.eval()
        state = {name: part.state_dict() for name, part in parts.items()}
        torch.save(state | {"epoch": epoch, "steps": steps}, checkpoint)
        yield {"epoch": epoch, "loss": total / per_epoch, "seconds": time.monotonic() - started}
    net.eval()
