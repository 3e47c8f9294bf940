"""Softmax attention in plain torch, over slots that were gathered."""

from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention


def softmax(query: Tensor, key: Tensor, value: Tensor, seen: Tensor, scale: float) -> Tensor:
    """Return the values seen, weighted by softmax(scale * query · key); shapes as in `Mix`."""
    out = scaled_dot_product_attention(
        query.transpose(1, 2),
        key.transpose(1, 2),
        value.transpose(1, 2),
        attn_mask=seen[:, None],
        scale=scale,
        enable_gqa=True,
    )
    return out.transpose(1, 2)
