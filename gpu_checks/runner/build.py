"""From a specification to a runner that was tried."""

import math
from collections.abc import Sequence

import torch

from gpu_checks.models.bitexact import BitExact
from gpu_checks.models.fingerprint import Fingerprint
from gpu_checks.models.llama import Llama, random_weights
from gpu_checks.models.mix import softmax
from gpu_checks.models.model import Model
from gpu_checks.models.shapes import SHAPES
from gpu_checks.models.weights import load
from gpu_checks.protocol import Spec
from gpu_checks.runner.attention import Attention
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.graphs import cuda_capture
from gpu_checks.runner.sampler import Keyed, Sampler, greedy
from gpu_checks.runner.selftest import complaint
from gpu_checks.runner.torch_runner import TorchRunner
from grader.error import DrillError

DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


def assemble(spec: Spec) -> TorchRunner:
    """Return the runner of a specification; its attention is the fastest that proved right."""
    if spec.device == "cuda" and not torch.cuda.is_available():
        raise DrillError(
            f"torch {torch.__version__} sees no CUDA device",
            hint="run with --device cpu: the same engine and checks, on small shapes",
            code=6,
        )
    if spec.device == "cpu":
        torch.set_num_threads(1)  # handing a small model's work to a second thread costs more
    sampler = choose_sampler(spec)
    model = choose_model(spec)
    attention, why = choose_attention(spec, model)
    runner = TorchRunner(
        model, attention, spec.pages, spec.page_size, spec.max_rows, spec.device, sampler, why
    )
    if attention.name != Gather.name:
        runner.record(cuda_capture())
    return runner


def choose_attention(spec: Spec, model: Model) -> tuple[Attention, str]:
    """Return the fastest attention that computes what the gather path computes, and why it is."""
    gather = Gather(model.mix, model.scale)
    if model.mix is not softmax:
        return gather, "this model sums whole numbers, which only gathering can"
    if spec.device == "cpu":
        return gather, "no GPU is in use"
    try:
        from gpu_checks.kernels.backend import Kernels
    except ImportError as error:
        return gather, f"Triton is missing: {error}"
    group = model.heads // model.kv_heads
    processors = torch.cuda.get_device_properties(spec.device).multi_processor_count
    # with one multiprocessor no context is cut into parts; with those there are, these rows' are
    tried = [Kernels(model.scale, group, 1), Kernels(model.scale, group, processors)]
    return proven(tried, gather, model, spec)


def proven(
    tried: Sequence[Attention], gather: Gather, model: Model, spec: Spec
) -> tuple[Attention, str]:
    """Return the last of some attentions if all of them agree with gathering; else gathering."""
    for attention in tried:
        wrong = complaint(attention, model, spec.page_size, spec.device)
        if wrong:
            return gather, wrong
    return tried[-1], "it agrees with gathering on three rows"


def choose_model(spec: Spec) -> Model:
    """Return the model that a specification names, on its device."""
    dtype = choose_dtype(spec)
    if spec.weights is not None:
        shape, weights = load(spec.weights, spec.device, dtype)
        return Llama(shape, weights)
    if spec.model == "fingerprint":
        return Fingerprint()
    if spec.model == "bitexact":
        return BitExact(spec.device, dtype)
    if spec.model in SHAPES:
        shape = SHAPES[spec.model]
        return Llama(shape, random_weights(shape, spec.device, dtype))
    names = ", ".join(["fingerprint", "bitexact", *SHAPES])
    raise DrillError(f"no model is called {spec.model!r}", hint=f"there are {names}")


def choose_sampler(spec: Spec) -> Sampler:
    """Return what draws at the temperature of a specification; at 0, what takes the highest."""
    if not (math.isfinite(spec.temperature) and spec.temperature >= 0):
        raise DrillError(
            f"no temperature is {spec.temperature}", hint="0 takes the highest score, 1 the softmax"
        )
    if not 0 <= spec.seed < 2**32:
        raise DrillError(f"no seed is {spec.seed}", hint="a whole number of 0 to 2**32 - 1")
    return Keyed(spec.seed, spec.temperature) if spec.temperature else greedy


def choose_dtype(spec: Spec) -> torch.dtype:
    """Return the format that a specification names; auto: bfloat16 on a GPU, float32 on a CPU."""
    if spec.dtype == "auto":
        return torch.float32 if spec.device == "cpu" else torch.bfloat16
    if spec.dtype not in DTYPES:
        raise DrillError(f"no format is called {spec.dtype!r}", hint=f"one of {', '.join(DTYPES)}")
    return DTYPES[spec.dtype]
