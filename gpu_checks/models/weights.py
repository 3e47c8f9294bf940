"""Weights from a folder: config.json and safetensors, of a LlamaForCausalLM or Qwen3ForCausalLM."""

from pathlib import Path

import torch
from torch import Tensor

from gpu_checks.models.config import read_config, read_shape
from gpu_checks.models.llama import Layer, Weights
from gpu_checks.models.shapes import Shape
from grader.error import DrillError


def load(folder: Path, device: str, dtype: torch.dtype) -> tuple[Shape, Weights]:
    """Return the model in a folder, on its device and in its format.

    Errors: DrillError with code 6 if safetensors or a file is not there, with code 2 if what the
    files say is not what `Llama` computes.
    """
    shape = read_shape(read_config(folder / "config.json"))
    return shape, arrange(shape, Shelf(read_tensors(folder, device, dtype)))


def read_tensors(folder: Path, device: str, dtype: torch.dtype) -> dict[str, Tensor]:
    """Return all tensors of all *.safetensors files of a folder, by name."""
    try:
        from safetensors import safe_open
    except ImportError as error:
        raise DrillError(
            "--weights needs safetensors", hint="pip install safetensors", code=6
        ) from error
    tensors: dict[str, Tensor] = {}
    paths = sorted(folder.glob("*.safetensors"))
    if not paths:
        raise DrillError(f"{folder} holds no *.safetensors file", hint="copy them there", code=6)
    for path in paths:
        with safe_open(path, framework="pt", device=device) as file:
            tensors.update((name, file.get_tensor(name).to(dtype)) for name in file.keys())  # noqa: SIM118
    return tensors


class Shelf:
    """Tensors by name, each of which is taken once and has to have the shape that is asked for."""

    def __init__(self, tensors: dict[str, Tensor]) -> None:
        self.tensors = tensors

    def take(self, name: str, *size: int) -> Tensor:
        """Return a tensor; refuse one that is missing or has another shape."""
        tensor = self.tensors.pop(name, None)
        if tensor is None:
            raise DrillError(f"the weights hold no {name}", hint="is a file missing?")
        if tuple(tensor.shape) != size:
            raise DrillError(
                f"{name} has shape {tuple(tensor.shape)}, config.json says {size}",
                hint="are config.json and the weights of the same model?",
            )
        return tensor

    def check_empty(self) -> None:
        """Refuse weights of which a part would be left out; frequencies follow from the config."""
        rest = [name for name in self.tensors if not name.endswith("rotary_emb.inv_freq")]
        if rest:
            raise DrillError(
                f"the weights hold {min(rest)} and {len(rest) - 1} more that this model lacks",
                hint="take weights of a plain Llama or Qwen3",
            )


def arrange(shape: Shape, shelf: Shelf) -> Weights:
    """Return the tensors at their places, those that are used together put together."""
    embedding = shelf.take("model.embed_tokens.weight", shape.vocab, shape.width)
    layers = [arrange_layer(shape, shelf, f"model.layers.{i}") for i in range(shape.layers)]
    norm = shelf.take("model.norm.weight", shape.width)
    if shape.tied:
        shelf.tensors.pop("lm_head.weight", None)  # some files hold the embedding a second time
        head = embedding
    else:
        head = shelf.take("lm_head.weight", shape.vocab, shape.width)
    shelf.check_empty()
    return Weights(embedding, layers, norm, head)


def arrange_layer(shape: Shape, shelf: Shelf, name: str) -> Layer:
    """Return one layer, its tensors named as the published files name them."""
    width, dim = shape.width, shape.head_dim
    attention, mlp = f"{name}.self_attn", f"{name}.mlp"
    query = shelf.take(f"{attention}.q_proj.weight", shape.heads * dim, width)
    key = shelf.take(f"{attention}.k_proj.weight", shape.kv_heads * dim, width)
    value = shelf.take(f"{attention}.v_proj.weight", shape.kv_heads * dim, width)
    gate = shelf.take(f"{mlp}.gate_proj.weight", shape.inner, width)
    up = shelf.take(f"{mlp}.up_proj.weight", shape.inner, width)
    return Layer(
        attention_norm=shelf.take(f"{name}.input_layernorm.weight", width),
        query_key_value=torch.cat((query, key, value)),
        output=shelf.take(f"{attention}.o_proj.weight", width, shape.heads * dim),
        mlp_norm=shelf.take(f"{name}.post_attention_layernorm.weight", width),
        gate_up=torch.cat((gate, up)),
        down=shelf.take(f"{mlp}.down_proj.weight", width, shape.inner),
        query_norm=shelf.take(f"{attention}.q_norm.weight", dim) if shape.qk_norm else None,
        key_norm=shelf.take(f"{attention}.k_norm.weight", dim) if shape.qk_norm else None,
    )
