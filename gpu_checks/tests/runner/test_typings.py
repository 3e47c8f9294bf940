"""The stubs by which types are checked name only what the libraries have."""

import ast
import importlib
import operator
from collections.abc import Iterator
from pathlib import Path

import pytest

STUBS = Path(__file__).resolve().parents[2] / "typings"
FILES = sorted(path.relative_to(STUBS).as_posix() for path in STUBS.rglob("*.pyi"))
INVENTED = {  # names for what instances have, or for what has no public name
    "Metadata",
    "Metadata.shared",
    "CompiledKernel",
    "CompiledKernel.metadata",
    "JITFunction.arg_names",
    "Properties",
    "Properties.multi_processor_count",
    "TensorIterator",
    "dtype.element_ty",
    "tensor.dtype",
}


def names(tree: ast.Module) -> Iterator[str]:
    """Yield what a stub says that its module has: functions, values, classes and their parts."""
    for node in tree.body:
        yield from named(node, "")
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                yield from named(part, f"{node.name}.")


def named(node: ast.stmt, prefix: str) -> Iterator[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        name = node.name
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        name = node.target.id
    else:
        return
    if not name.startswith("_") or name == "__version__":
        yield prefix + name


def test_there_are_stubs() -> None:
    assert {name.split("/")[0] for name in FILES} == {"torch", "triton", "safetensors", "modal"}


@pytest.mark.parametrize("file", FILES)
def test_each_name_of_a_stub_exists(file: str) -> None:
    name = file.removesuffix(".pyi").removesuffix("/__init__").replace("/", ".")
    library = name.split(".")[0]
    pytest.importorskip(library, reason=f"{library} is not installed")
    module = importlib.import_module(name)

    missing: list[str] = []
    for claim in names(ast.parse((STUBS / file).read_text(encoding="utf-8"))):
        try:
            operator.attrgetter(claim)(module)
        except AttributeError:
            missing.append(claim)

    assert [claim for claim in missing if claim not in INVENTED] == []
