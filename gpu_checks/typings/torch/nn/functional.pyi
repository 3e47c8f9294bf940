from collections.abc import Sequence

from torch import Tensor

def rms_norm(input: Tensor, shape: Sequence[int], weight: Tensor, eps: float) -> Tensor: ...
def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor,
    *,
    scale: float,
    enable_gqa: bool,
) -> Tensor: ...
def silu(input: Tensor) -> Tensor: ...
