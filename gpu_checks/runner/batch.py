"""A packed step on the device: one copy up, then views of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from gpu_checks.runner.packed import Packed


@dataclass(frozen=True)
class Batch:
    """What attention and model read; all int64 on the device but `packed`."""

    tokens: Tensor  # (tokens,)
    positions: Tensor  # (tokens,)
    slots: Tensor  # (tokens,): where each token's KV goes
    seats: Tensor  # (rows,): each row's line in `tables`
    lasts: Tensor  # (rows,): place of each row's last token
    tables: Tensor  # (seats + 1, columns): pages, in order of position
    packed: Packed  # the same on the host

    @classmethod
    def of(cls, sent: Sequence[Tensor], tables: Tensor, packed: Packed) -> "Batch":
        """Return the batch of its five columns, in the order in which they stand here."""
        tokens, positions, slots, seats, lasts = sent
        return cls(tokens, positions, slots, seats, lasts, tables, packed)


def upload(columns: Sequence[Sequence[int]], device: str) -> list[Tensor]:
    """Return int64 tensors of some lists, sent to the device in one copy that nobody waits for."""
    flat = [number for column in columns for number in column]
    pinned = device != "cpu"
    host = torch.tensor(flat, dtype=torch.int64, pin_memory=pinned)
    return list(host.to(device, non_blocking=True).split([len(column) for column in columns]))
