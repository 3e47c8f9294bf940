"""The shape in a config.json, of a LlamaForCausalLM or a Qwen3ForCausalLM.

What the model here does not compute (biases, scaled rotary frequencies, sliding windows) is
refused by name: a wrong model that runs would be worse than none.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from gpu_checks.models.shapes import Shape
from grader.error import DrillError

QK_NORM = {"LlamaForCausalLM": False, "Qwen3ForCausalLM": True}


def read_config(path: Path) -> Mapping[str, Any]:
    """Return the object in a config.json."""
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DrillError(
            f"cannot read {path}: {error.strerror}",
            hint="--weights takes a folder with config.json and *.safetensors",
            code=6,
        ) from error
    except ValueError as error:
        raise DrillError(f"{path} is not JSON: {error}", hint="download it again") from error
    if not isinstance(found, dict):
        raise DrillError(f"{path} holds no object", hint="download it again")
    return cast("dict[str, Any]", found)


def read_shape(config: Mapping[str, Any]) -> Shape:
    """Return the shape that a configuration describes.

    The rotary base stands in `rope_theta`, or in `rope_parameters`; `head_dim` may be left out, and
    is then hidden_size / num_attention_heads.
    """
    name = " ".join(config.get("architectures") or ["missing"])
    refuse(name not in QK_NORM, "architectures", name, f"one of {', '.join(QK_NORM)}")
    for key, wanted in (
        ("attention_bias", False),
        ("mlp_bias", False),
        ("use_sliding_window", False),
        ("hidden_act", "silu"),
    ):
        refuse(config.get(key, wanted) != wanted, key, config.get(key), repr(wanted))
    rope: Mapping[str, Any] = config.get("rope_parameters") or config.get("rope_scaling") or {}
    kind = rope.get("rope_type", rope.get("type", "default"))
    refuse(kind != "default", "rope_type", kind, "'default'")
    known = {key: value for key, value in config.items() if value is not None}
    heads = number(config, "num_attention_heads")
    width = number(config, "hidden_size")
    return Shape(
        layers=number(config, "num_hidden_layers"),
        width=width,
        inner=number(config, "intermediate_size"),
        heads=heads,
        kv_heads=number({"num_key_value_heads": heads} | known, "num_key_value_heads"),
        head_dim=number({"head_dim": width // heads} | known, "head_dim"),
        vocab=number(config, "vocab_size"),
        theta=float(rope.get("rope_theta") or config.get("rope_theta") or 10_000.0),
        epsilon=float(config.get("rms_norm_eps", 1e-6)),
        tied=config.get("tie_word_embeddings", False) is True,
        qk_norm=QK_NORM[name],
    )


def number(config: Mapping[str, Any], key: str) -> int:
    """Return a whole number of a configuration; refuse anything else."""
    found = config.get(key)
    if isinstance(found, int) and found > 0:
        return found
    raise DrillError(
        f"config.json: {key} is {found!r}, not a number from 1", hint="is it of a Llama or a Qwen3?"
    )


def refuse(wrong: bool, key: str, value: object, wanted: str) -> None:
    """Refuse a configuration whose entry asks for what the model here does not compute."""
    if wrong:
        raise DrillError(
            f"config.json: {key} is {value!r}; this model needs {wanted}",
            hint="take other weights, or leave --weights out: random ones are as fast",
        )
