"""A model that is exact in every float format: real attention kernels can be compared bitwise.

A state is `WIDTH` bits, held as 0.0 and 1.0. Keys are ±1 codes of positions, and a query is the
code of the one position that it wants, scaled so that every other position's softmax weight
underflows to 0: attention returns one slot's bits. Projections add up few bits and are reduced
modulo 2, and a product of two bits stands for the MLP. Nothing needs more than 8 bits of mantissa.
Left out: sensitivity to slots that no query wants; that is the fingerprint model's part.
"""

import torch
from torch import Tensor

from gpu_checks.models.mix import softmax
from gpu_checks.models.model import Attend, Mix

VOCAB = 64
BITS = 6  # of a token: 2**6 = 64
WIDTH = 64
POSITION_BITS = 16
SHARPNESS = 16.0  # codes differ in >= 4 of 64 signs: scores by >= 2 * 4 * 16 = 128, e**-128 = 0
FAN_IN = 3  # bits that a projection adds up


class BitExact:
    """Three layers of four heads; each head reads the position that a hash of its own names."""

    layers = 3
    heads = 4
    kv_heads = 2
    head_dim = 64
    vocab = VOCAB
    scale = 1.0

    def __init__(self, device: str, dtype: torch.dtype) -> None:
        self.dtype = dtype
        self.device = device
        self._random = torch.Generator().manual_seed(20)
        self.embedding = self._bits(VOCAB, WIDTH)
        self.signs = self._bits(self.kv_heads, self.head_dim) * 2 - 1
        self.values = [self._sparse(WIDTH, self.kv_heads * self.head_dim) for _ in self._layers()]
        self.outputs = [self._sparse(self.heads * self.head_dim, WIDTH) for _ in self._layers()]
        self.gates = [self._sparse(WIDTH, 2 * WIDTH) for _ in self._layers()]
        self.head = self._sparse(WIDTH, BITS)
        self.factors = torch.randint(1, 2**31, (self.layers, self.heads), generator=self._random)
        self.factors = self.factors.to(device)
        powers = 2 ** torch.arange(BITS, device=device)
        self.codes = signs(torch.arange(VOCAB, device=device), powers).to(dtype)

    @property
    def mix(self) -> Mix:
        """Return softmax attention."""
        return softmax

    def forward(self, tokens: Tensor, positions: Tensor, attend: Attend) -> Tensor:
        """Return the last layer's bits, (tokens, WIDTH)."""
        state = self.embedding[tokens]
        key = self._code(positions)[:, None] * self.signs
        signs_of_head = self.signs.repeat_interleave(self.heads // self.kv_heads, 0)
        for index in range(self.layers):
            query = self._code(self._wanted(index, positions)) * signs_of_head * SHARPNESS
            value = parity(state @ self.values[index]).view(-1, self.kv_heads, self.head_dim)
            read = attend(index, query, key, value).reshape(len(tokens), -1)
            state = parity(state + read @ self.outputs[index])
            left, right = parity(state @ self.gates[index]).chunk(2, -1)
            state = parity(state + left * right)
        return state

    def logits(self, hidden: Tensor) -> Tensor:
        """Return BITS at the token that the bits spell, less by two for each bit that differs."""
        spelled = parity(hidden @ self.head) * 2 - 1
        return spelled @ self.codes.T

    def weight_bytes(self) -> int:
        """Return 0: this model is not timed."""
        return 0

    def flops(self) -> int:
        """Return 0: this model is not timed."""
        return 0

    def _wanted(self, layer: int, positions: Tensor) -> Tensor:
        """Return for each token and head a position up to its own, (tokens, heads)."""
        length = positions[:, None] + 1
        return length * self.factors[layer] % (2**31 - 1) % length

    def _code(self, positions: Tensor) -> Tensor:
        """Return the ±1 codes of positions, one more dimension: their bits, four times over."""
        powers = 2 ** torch.arange(POSITION_BITS, device=positions.device)
        times = self.head_dim // POSITION_BITS
        return signs(positions, powers).repeat_interleave(times, -1).to(self.dtype)

    def _layers(self) -> range:
        return range(self.layers)

    def _bits(self, *shape: int) -> Tensor:
        bits = torch.randint(0, 2, shape, generator=self._random)
        return bits.to(self.device, self.dtype)

    def _sparse(self, inputs: int, outputs: int) -> Tensor:
        """Return a 0/1 matrix, (inputs, outputs), with FAN_IN ones for each output."""
        order = torch.rand((outputs, inputs), generator=self._random).argsort(-1)
        matrix = torch.zeros((outputs, inputs)).scatter_(1, order[:, :FAN_IN], 1.0)
        return matrix.T.contiguous().to(self.device, self.dtype)


def signs(numbers: Tensor, powers: Tensor) -> Tensor:
    """Return +1 for each bit that is set and -1 for each that is not: 5 gives +1, -1, +1."""
    return (numbers[..., None] // powers % 2) * 2 - 1


def parity(sums: Tensor) -> Tensor:
    """Return each whole number modulo 2: 3.0 gives 1.0.

    Rounding first forgives a kernel whose exp(0) / exp(0) is not quite 1; a wrong slot it shows.
    """
    return sums.round().remainder(2)
