"""The kernels compile for GPUs of four generations, none of which has to be here."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

CODE = """
from gpu_checks.kernels.compile import SHARED, variants
decode, parts, chunk, merge, store = variants(16, 8, 128, 2)
for capability, most in SHARED.items():
    print(capability, parts.name, parts.compile(capability, "bf16") <= most)
for variant in (chunk, merge, store):
    print(86, variant.name, variant.compile(86, "bf16") <= SHARED[86])
"""


def test_attention_in_bfloat16_fits_every_generation(tmp_path: Path) -> None:
    """Compiled by the real compiler, with the shared memory that each kind of GPU has."""
    environment = {**os.environ, "TRITON_CACHE_DIR": str(tmp_path)}
    del environment["TRITON_INTERPRET"]  # which would leave nothing to compile

    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CODE],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert found.stderr == ""
    lines = found.stdout.splitlines()
    assert len(lines) == 7
    assert [line for line in lines if not line.endswith("True")] == []
