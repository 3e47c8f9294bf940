"""GPUs and models: small ones in small numbers, and real ones.

Left out: which of them go together (`scenarios.py`).
"""

from grader.properties.preemption.shapes import Card, Sizes

TINY = Sizes(params=4, layers=1, heads=1, kv_heads=1, head_dim=1, kv_bytes=2)
ODD = Sizes(params=1_000_003, layers=1, heads=1, kv_heads=1, head_dim=1, kv_bytes=2)
SMALL = Sizes(params=100, layers=2, heads=4, kv_heads=2, head_dim=4, kv_bytes=2)
WIDE = Sizes(params=50, layers=3, heads=6, kv_heads=2, head_dim=5, kv_bytes=1)
LLAMA = Sizes(params=8 * 10**9, layers=32, heads=32, kv_heads=8, head_dim=128, kv_bytes=2)


LLAMA_2 = Sizes(params=6_740_000_000, layers=32, heads=32, kv_heads=32, head_dim=128, kv_bytes=2)


OPT = Sizes(params=13 * 10**9, layers=40, heads=40, kv_heads=40, head_dim=128, kv_bytes=2)
MODELS = (SMALL, TINY, WIDE, LLAMA, OPT)


def card(flops: int, mfu_percent: int, pcie: int, copy_ns: int = 0) -> Card:
    """Return a GPU."""
    return {"flops": flops, "mfu_percent": mfu_percent, "pcie": pcie, "copy_ns": copy_ns}


BASE = card(10**15, 50, 50 * 10**9)


SLOW_COPIES = card(10**15, 50, 50 * 10**9, 10_000)


A100 = card(312 * 10**12, 50, 25 * 10**9, 10_000)


CARDS = (  # small ones for the small models, real ones for the real
    (card(1000, 50, 100), card(1000, 25, 40, 1000), card(4096, 100, 64), card(900, 30, 1000)),
    (BASE, A100, card(989 * 10**12, 40, 8 * 10**9), SLOW_COPIES),
)
