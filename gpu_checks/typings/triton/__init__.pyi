# What gpu_checks uses of Triton, so that its types are checked the same way without Triton.
from collections.abc import Callable

from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

class JITFunction:
    arg_names: list[str]
    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]: ...

class Metadata:
    shared: int

class CompiledKernel:
    metadata: Metadata

def compile(src: ASTSource, *, target: GPUTarget) -> CompiledKernel: ...
def jit(kernel: Callable[..., None]) -> JITFunction: ...
