"""Weights from a folder: each at its place, or refused by name."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from gpu_checks.models.config import read_config, read_shape
from gpu_checks.models.shapes import Shape
from gpu_checks.models.weights import load
from grader.error import DrillError

CONFIG: dict[str, Any] = {
    "architectures": ["Qwen3ForCausalLM"],
    "num_hidden_layers": 2,
    "hidden_size": 8,
    "intermediate_size": 12,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 6,
    "vocab_size": 20,
    "rms_norm_eps": 1e-5,
    "rope_theta": 5000.0,
    "hidden_act": "silu",
}
SHAPE = Shape(2, 8, 12, 4, 2, 6, 20, 5000.0, 1e-5, tied=False, qk_norm=True)


def tensors(*without: str) -> dict[str, Tensor]:
    """Return random tensors for the configuration, as published files name them."""
    sizes: dict[str, tuple[int, ...]] = {
        "model.embed_tokens.weight": (20, 8),
        "model.norm.weight": (8,),
        "lm_head.weight": (20, 8),
    }
    for layer in ("model.layers.0", "model.layers.1"):
        sizes |= {
            f"{layer}.input_layernorm.weight": (8,),
            f"{layer}.post_attention_layernorm.weight": (8,),
            f"{layer}.self_attn.q_proj.weight": (24, 8),
            f"{layer}.self_attn.k_proj.weight": (12, 8),
            f"{layer}.self_attn.v_proj.weight": (12, 8),
            f"{layer}.self_attn.o_proj.weight": (8, 24),
            f"{layer}.self_attn.q_norm.weight": (6,),
            f"{layer}.self_attn.k_norm.weight": (6,),
            f"{layer}.mlp.gate_proj.weight": (12, 8),
            f"{layer}.mlp.up_proj.weight": (12, 8),
            f"{layer}.mlp.down_proj.weight": (8, 12),
        }
    random = torch.Generator().manual_seed(0)
    return {
        name: torch.randn(size, generator=random)
        for name, size in sizes.items()
        if name not in without
    }


def save(folder: Path, files: dict[str, dict[str, Tensor]], **config: Any) -> Path:
    """Write a folder of weights; skip the test where safetensors is missing."""
    library = pytest.importorskip("safetensors.torch", reason="pip install safetensors")
    for name, content in files.items():
        library.save_file(content, folder / name)
    (folder / "config.json").write_text(json.dumps(CONFIG | config), encoding="utf-8")
    return folder


def test_tensors_of_several_files_find_their_places(tmp_path: Path) -> None:
    found = tensors()
    first = dict(list(found.items())[:10])
    rest = dict(list(found.items())[10:])
    save(tmp_path, {"model-1.safetensors": first, "model-2.safetensors": rest})

    shape, weights = load(tmp_path, "cpu", torch.float32)

    attention = "model.layers.1.self_attn"
    layer = weights.layers[1]
    assert shape == SHAPE
    assert torch.equal(layer.query_key_value[24:36], found[f"{attention}.k_proj.weight"])
    assert torch.equal(layer.query_key_value[36:], found[f"{attention}.v_proj.weight"])
    assert torch.equal(layer.gate_up[12:], found["model.layers.1.mlp.up_proj.weight"])
    assert layer.key_norm is not None
    assert torch.equal(layer.key_norm, found[f"{attention}.k_norm.weight"])
    assert torch.equal(weights.head, found["lm_head.weight"])


def test_a_tied_head_is_the_embedding(tmp_path: Path) -> None:
    files = {"model.safetensors": tensors("lm_head.weight")}
    save(tmp_path, files, tie_word_embeddings=True)

    _, weights = load(tmp_path, "cpu", torch.bfloat16)

    assert weights.head is weights.embedding
    assert weights.head.dtype == torch.bfloat16


@pytest.mark.parametrize(
    ("without", "extra", "problem"),
    [
        ("model.norm.weight", "", "the weights hold no model.norm.weight"),
        ("", "model.layers.0.self_attn.q_proj.bias", "q_proj.bias and 0 more that this model"),
    ],
)
def test_weights_that_do_not_fit_are_named(
    tmp_path: Path, without: str, extra: str, problem: str
) -> None:
    content = tensors(without) | ({extra: torch.ones(24)} if extra else {})
    save(tmp_path, {"model.safetensors": content})

    with pytest.raises(DrillError, match=problem):
        load(tmp_path, "cpu", torch.float32)


def test_a_shape_that_differs_from_the_configuration_is_named(tmp_path: Path) -> None:
    save(tmp_path, {"model.safetensors": tensors()}, head_dim=3)

    with pytest.raises(DrillError, match=r"q_proj.weight has shape \(24, 8\).*says \(12, 8\)"):
        load(tmp_path, "cpu", torch.float32)


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    save(tmp_path, {})

    with pytest.raises(DrillError, match=r"holds no \*\.safetensors file") as told:
        load(tmp_path, "cpu", torch.float32)

    assert told.value.code == 6


@pytest.mark.parametrize(
    "rope",
    [
        {"rope_theta": 5000.0},
        {"rope_parameters": {"rope_theta": 5000.0, "rope_type": "default"}},
        {"rope_theta": 5000.0, "rope_scaling": None},
    ],
)
def test_the_rotary_base_is_found_in_either_place(rope: dict[str, Any]) -> None:
    rest = {key: value for key, value in CONFIG.items() if key != "rope_theta"}

    assert read_shape(rest | rope).theta == 5000.0


def test_what_a_configuration_leaves_out_has_its_usual_value() -> None:
    without = ("head_dim", "num_key_value_heads", "rope_theta")
    rest = {key: value for key, value in CONFIG.items() if key not in without}

    shape = read_shape(rest | {"architectures": ["LlamaForCausalLM"]})

    assert (shape.head_dim, shape.kv_heads, shape.theta) == (2, 4, 10_000.0)
    assert not shape.qk_norm


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("architectures", ["GPT2LMHeadModel"]),
        ("architectures", []),
        ("attention_bias", True),
        ("mlp_bias", True),
        ("hidden_act", "gelu"),
        ("use_sliding_window", True),
        ("rope_scaling", {"rope_type": "llama3", "factor": 8.0}),
        ("rope_scaling", {"type": "linear", "factor": 2.0}),
        ("hidden_size", None),
        ("num_attention_heads", "many"),
    ],
)
def test_what_the_model_does_not_compute_is_refused(key: str, value: object) -> None:
    with pytest.raises(DrillError, match=r"config\.json"):
        read_shape(CONFIG | {key: value})


@pytest.mark.parametrize("text", ["{", "[]", '"a"'])
def test_a_configuration_that_is_no_object_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(DrillError, match=r"config\.json (is not JSON|holds no object)"):
        read_config(path)
