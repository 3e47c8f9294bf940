"""What a figure was taken on, and what the device could do at best."""

import platform
from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from gpu_checks.protocol import Costs
from gpu_checks.runner.torch_runner import TorchRunner

# from datasheets: bytes a second, dense 16-bit operations a second; the first name that fits
DEVICES: Mapping[str, tuple[float, float]] = {
    "H200": (4.8e12, 989e12),
    "H100 PCIe": (2.0e12, 756e12),
    "H100": (3.35e12, 989e12),
    "A100-SXM4-80GB": (2.039e12, 312e12),
    "A100 80GB": (1.935e12, 312e12),
    "A100": (1.555e12, 312e12),
    "A10": (0.6e12, 125e12),
    "L40S": (0.864e12, 362e12),
    "L4": (0.3e12, 121e12),
}
CPU = (
    20e9,
    100e9,
)  # the order of two cores; a constant, so that a prediction is the same everywhere
COPIED = 2**28  # bytes of the copy by which a device without a datasheet is measured
SIDE = 4096  # of the matrices by which it is measured
WARM, TIMED = 3, 10  # runs of what is timed


def describe(runner: TorchRunner) -> dict[str, str]:
    """Return what a reader of a figure must know: device, versions, attention and why this one."""
    found = {"device": platform.processor() or platform.machine(), "torch": torch.__version__}
    if runner.device == "cuda":
        found["device"] = torch.cuda.get_device_name()
        found["cuda"] = str(torch.version.cuda)
        major, minor = torch.cuda.get_device_capability()
        found["capability"] = f"{major}.{minor}"
    found["format"] = str(runner.model.dtype).removeprefix("torch.")
    found["attention"] = runner.attention.name
    found["why"] = runner.why
    found["graphs"] = "none" if runner.graphs is None else f"{len(runner.graphs.recorded)} sizes"
    return found


def measure(runner: TorchRunner) -> Costs:
    """Return the costs of one step's parts, for this model on this device."""
    model = runner.model
    bandwidth, peak = limits(runner.device)
    return Costs(
        weight_bytes=model.weight_bytes(),
        kv_bytes=2 * model.layers * model.kv_heads * model.head_dim * model.dtype.itemsize,
        flops=model.flops(),
        bandwidth=bandwidth,
        peak=peak,
    )


def limits(device: str) -> tuple[float, float]:
    """Return bytes and 16-bit operations a second: of the datasheet, or else measured."""
    if device != "cuda":
        return CPU
    name = torch.cuda.get_device_name()
    for part, figures in DEVICES.items():
        if part in name:
            return figures
    left = torch.randn(SIDE, SIDE, dtype=torch.float16, device=device)
    multiplying = seconds(lambda: left @ left)
    return 2 * COPIED / copy_seconds(COPIED, device), 2 * SIDE**3 / multiplying


def copy_seconds(count: int, device: str) -> float:
    """Return how long the GPU takes to read and write so many bytes."""
    source = torch.empty(count, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return seconds(lambda: target.copy_(source))


def seconds(work: Callable[[], Tensor]) -> float:
    """Return how long some work takes on the GPU: the mean of ten runs after three."""
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    for _ in range(WARM):
        work()
    start.record()
    for _ in range(TIMED):
        work()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / 1000 / TIMED
