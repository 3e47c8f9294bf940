"""Compile the kernels for GPUs that are not here: `python -m gpu_checks.kernels.compile`.

A line for each kernel, kind of GPU, format and shape of heads: the shared memory that a program
takes. More than a multiprocessor of that kind gives is an error.
"""

import itertools
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from gpu_checks.kernels.attention import paged_attention
from gpu_checks.kernels.launch import lines_of, power, slots_of
from gpu_checks.kernels.merge import merge
from gpu_checks.kernels.store import store
from gpu_checks.models.shapes import SHAPES

SHARED = {80: 163, 86: 99, 89: 99, 90: 227}  # KiB that one program may have, by capability
FORMATS = {"fp16": 2, "bf16": 2, "fp32": 4}  # bytes of a number
INDICES = {"positions", "tables", "seats", "firsts", "counts", "slots"}  # pointers to int64
NUMBERS = {"scale": "fp32", "table_stride": "i32", "key_stride": "i32", "value_stride": "i32"}
PARTS = 8


@dataclass(frozen=True)
class Variant:
    """A kernel with the values of its constants, and the pointers that are to float32."""

    name: str
    kernel: triton.JITFunction
    constants: Mapping[str, int]
    full: frozenset[str] = frozenset()

    def compile(self, capability: int, number: str) -> int:
        """Compile for a kind of GPU and a format; return the KiB of shared memory, rounded up."""
        types = {name: self._type(name, number) for name in self.kernel.arg_names}
        # what torch allocates is aligned, and a launch specializes on that
        aligned: dict[tuple[int, ...], list[list[str | int]]] = {
            (at,): [["tt.divisibility", 16]]
            for at, type_ in enumerate(types.values())
            if type_.startswith("*")
        }
        source = ASTSource(self.kernel, types, dict(self.constants), aligned)
        compiled = triton.compile(source, target=GPUTarget("cuda", capability, 32))
        return -(-compiled.metadata.shared // 1024)

    def _type(self, name: str, number: str) -> str:
        if name in self.constants:
            return "constexpr"
        if name in INDICES:
            return "*i64"
        return NUMBERS.get(name) or ("*fp32" if name in self.full else f"*{number}")


def variants(heads: int, kv_heads: int, dim: int, bytes_: int) -> Iterator[Variant]:
    """Yield every kernel for heads of a shape."""
    group = heads // kv_heads
    size = kv_heads * dim
    block = {"DIM": dim, "BLOCK_DIM": power(dim)}
    for name, count, parts in (("decode", 1, 1), ("decode in parts", 1, PARTS), ("chunk", 64, 1)):
        constants = {
            **block,
            "GROUP": group,
            "PAGE": 16,
            "LINES": lines_of(group, count),
            "SLOTS": slots_of(bytes_),
            "PARTS": parts,
        }
        full = frozenset({"weights"} if parts == 1 else {"weights", "out"})
        yield Variant(name, paged_attention, constants, full)
    yield Variant("merge", merge, {**block, "PARTS": PARTS}, frozenset({"parts", "weights"}))
    yield Variant("store", store, {"SIZE": size, "BLOCK": power(size)})


def main(*names: str) -> int:
    """Compile everything for the shapes named, or all; return 1 if a program takes too much."""
    excess = 0
    chosen = [SHAPES[name] for name in names] or [*SHAPES.values()]
    shapes = dict.fromkeys((shape.heads, shape.kv_heads, shape.head_dim) for shape in chosen)
    for shape, number, capability in itertools.product(shapes, FORMATS, SHARED):
        heads, kv_heads, dim = shape
        for variant in variants(heads, kv_heads, dim, FORMATS[number]):
            taken = variant.compile(capability, number)
            fits = taken <= SHARED[capability]
            excess += not fits
            sys.stdout.write(
                f"sm_{capability} {number} heads {heads}/{kv_heads} x {dim}  "
                f"{variant.name:16}{taken:4} KiB{'' if fits else '  TOO MUCH'}\n"
            )
    return min(excess, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
