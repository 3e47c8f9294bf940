"""Reads a GGUF file of a Llama, for tests: what it says of itself, and its tensors in float32.

Layout: the specification of GGUF, version 3; formats: F32, and blocks of 32 numbers, Q4_1 (scale,
least, 32 halves of a byte) and Q8_0 (scale, 32 bytes).
"""

import math
import struct
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
TEXT, LIST = 8, 9
F32, Q4_1, Q8_0 = 0, 3, 8
BLOCK = 32  # numbers
BYTES = {F32: 4 * BLOCK, Q4_1: 20, Q8_0: 34}  # of a block
NAMES = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


class Reader:
    """A file, read from its start to the end of its header, then wherever a tensor lies."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as self._file:
            assert self._file.read(4) == b"GGUF"
            assert self._number("I") == 3, "the version"
            tensors, entries = self._number("Q"), self._number("Q")
            self.facts: dict[str, Any] = dict(self._entry() for _ in range(entries))
            headers = [self._header() for _ in range(tensors)]
            start = -(-self._file.tell() // 32) * 32  # data begins at a multiple of 32
            self.tensors = {
                name: self._tensor(size, kind, start + offset)
                for name, size, kind, offset in headers
            }

    def _number(self, kind: str) -> Any:
        return struct.unpack(f"<{kind}", self._file.read(struct.calcsize(f"<{kind}")))[0]

    def _text(self) -> str:
        return self._file.read(self._number("Q")).decode()

    def _entry(self) -> tuple[str, Any]:
        return self._text(), self._value(self._number("I"))

    def _value(self, kind: int) -> Any:
        if kind == TEXT:
            return self._text()
        if kind == LIST:
            kind, count = self._number("I"), self._number("Q")
            return [self._value(kind) for _ in range(count)]
        return self._number(NUMBERS[kind])

    def _header(self) -> tuple[str, tuple[int, ...], int, int]:
        name = self._text()
        size = [self._number("Q") for _ in range(self._number("I"))]  # the fastest first
        return name, tuple(size[::-1]), self._number("I"), self._number("Q")

    def _tensor(self, size: tuple[int, ...], kind: int, start: int) -> Tensor:
        blocks = -(-math.prod(size) // BLOCK)
        self._file.seek(start)
        raw = torch.frombuffer(bytearray(self._file.read(blocks * BYTES[kind])), dtype=torch.uint8)
        return numbers(raw, kind).reshape(*size)


def numbers(raw: Tensor, kind: int) -> Tensor:
    """Return what some blocks hold, (numbers,), in float32.

    Q4_1 with scale 2, least 1 and first byte 0x53: number 0 is 2 * 3 + 1 = 7, number 16 is 11.
    """
    if kind == F32:
        return raw.view(torch.float32)
    blocks = raw.view(-1, BYTES[kind])
    scale = half(blocks, 0)
    if kind == Q8_0:
        return (blocks[:, 2:].contiguous().view(torch.int8).float() * scale).flatten(0)
    halves = torch.cat((blocks[:, 4:] & 15, blocks[:, 4:] >> 4), 1)
    return (halves.float() * scale + half(blocks, 2)).flatten(0)


def half(blocks: Tensor, at: int) -> Tensor:
    """Return the float16 at a byte of each block, (blocks, 1)."""
    return blocks[:, at : at + 2].contiguous().view(torch.float16).float()


def named(reader: Reader) -> dict[str, Tensor]:
    """Return the tensors as published safetensors name and order them."""
    heads = {
        "attn_q": reader.facts["llama.attention.head_count"],
        "attn_k": reader.facts["llama.attention.head_count_kv"],
    }
    tensors: dict[str, Tensor] = {}
    for name, tensor in reader.tensors.items():
        *place, part, _ = name.split(".")  # blk.7.attn_q.weight, token_embd.weight
        if part in heads:
            tensor = apart(tensor, heads[part])
        layer = f"model.layers.{place[1]}." if place else ""
        tensors[f"{layer}{NAMES[part]}.weight"] = tensor
    return tensors


def apart(matrix: Tensor, heads: int) -> Tensor:
    """Return rows as `rotate` pairs them: i with i + half of the head; a GGUF has 2i with 2i + 1.

    One head with rows 0 1 2 3 becomes 0 2 1 3.
    """
    pairs = matrix.unflatten(0, (heads, -1, 2))
    return pairs.transpose(1, 2).reshape(*matrix.shape)
