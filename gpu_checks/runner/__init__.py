"""The runner: a paged KV cache, attention through the pages, one token a row out.

Read in this order: packed, seats, pool, batch, gather, sampler, torch_runner, graphs, selftest,
build. This file imports without torch; its functions need it.
"""

import warnings
from collections.abc import Mapping

from gpu_checks.protocol import Costs, Runner, Spec
from grader.error import DrillError

INSTALL = "pip install 'infra-drill[gpu]'"


def build(spec: Spec) -> Runner:
    """Return the runner of a specification, tried and ready.

    Errors: DrillError with code 6 if torch, the device or a file of weights is not there, with code
    2 if the model, the format, the weights or the temperature are not what this can run.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torch tells that numpy is missing: nothing needs it
            from gpu_checks.runner.build import assemble
    except ImportError as error:
        raise DrillError(
            f"a model needs torch: {error}", hint=f"install it: {INSTALL}", code=6
        ) from error
    return assemble(spec)


def about(runner: Runner) -> Mapping[str, str]:
    """Return what a reader of a figure must know: device, versions, attention and why this one."""
    from gpu_checks.runner.machine import describe
    from gpu_checks.runner.torch_runner import TorchRunner

    assert isinstance(runner, TorchRunner), "build() made it"
    return describe(runner)


def costs(runner: Runner) -> Costs:
    """Return what the roofline needs to know of the model and the device."""
    from gpu_checks.runner.machine import measure
    from gpu_checks.runner.torch_runner import TorchRunner

    assert isinstance(runner, TorchRunner), "build() made it"
    return measure(runner)
