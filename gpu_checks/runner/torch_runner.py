"""A model on a device: rows and tables in, tokens out."""

from collections.abc import Sequence

import torch
from torch import Tensor

from gpu_checks.models.model import Model
from gpu_checks.protocol import UNASKED, Row
from gpu_checks.runner.attention import Attention
from gpu_checks.runner.batch import Batch, upload
from gpu_checks.runner.graphs import Capture, Graphs
from gpu_checks.runner.packed import pack
from gpu_checks.runner.pool import Pool
from gpu_checks.runner.sampler import Sampler, greedy
from gpu_checks.runner.seats import Seats


class TorchRunner:
    """A `Runner` of any model, with any attention, for at most `max_rows` rows a step."""

    def __init__(
        self,
        model: Model,
        attention: Attention,
        pages: int,
        page_size: int,
        max_rows: int,
        device: str,
        sampler: Sampler = greedy,
        why: str = "",
    ) -> None:
        self.model = model
        self.attention = attention
        self.pages = pages
        self.page_size = page_size
        self.vocab = model.vocab
        self.device = device
        self.sampler = sampler
        self.why = why  # this attention was chosen
        self.pool = Pool(model, pages, page_size, device)
        self.seats = Seats(max_rows)
        # a table holds distinct pages, so at most `pages`; the last line is that of padding
        self.tables = torch.full((max_rows + 1, pages), self.pool.scratch, device=device)
        self.graphs: Graphs | None = None

    def record(self, capture: Capture) -> None:
        """Record decode steps as graphs, which later steps replay."""
        rows = self.seats.count
        self.graphs = Graphs(self._compute, self.tables, self.pool, rows, capture)

    def reset(self) -> None:
        """Forget all KV: every slot is poisoned."""
        self.pool.reset()

    def poison(self, pages: Sequence[int]) -> None:
        """Fill every slot of these pages with what no right program reads."""
        self.pool.poison(pages)

    def step(self, rows: Sequence[Row]) -> list[int]:
        """Return the next token of each row, `UNASKED` where it is not wanted."""
        if not rows:
            return []
        seats, edits = self.seats.place(rows, self.page_size)
        if edits.pages:
            lines, columns, pages = upload([edits.seats, edits.columns, edits.pages], self.device)
            self.tables[lines, columns] = pages
        chosen = self._next(rows, seats).tolist()  # the one place that waits for the device
        return [token if row.sample else UNASKED for token, row in zip(chosen, rows, strict=True)]

    def _next(self, rows: Sequence[Row], seats: list[int]) -> Tensor:
        """Return the next token of each row, still on the device."""
        packed = pack(rows, self.page_size)
        requests = [row.request for row in rows]
        if self.graphs is not None and packed.is_decode:
            return self.graphs.replay(packed, seats, requests)
        columns = [packed.tokens, packed.positions, packed.slots, seats, packed.lasts, requests]
        *sent, keys = upload(columns, self.device)
        return self._compute(Batch.of(sent, self.tables, packed), keys)

    def _compute(self, batch: Batch, requests: Tensor) -> Tensor:
        """Return the next token of each row; nothing here waits for the device."""
        attend = self.attention.plan(self.pool, batch)
        hidden = self.model.forward(batch.tokens, batch.positions, attend)
        logits = self.model.logits(hidden[batch.lasts])
        return self.sampler(logits, requests, batch.positions[batch.lasts])
