"""The float model: the scores of transformers, and the same scores whichever way it is cut."""

import os
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from gpu_checks.models.llama import Llama, random_weights
from gpu_checks.models.shapes import SHAPES
from gpu_checks.models.weights import load
from gpu_checks.protocol import Row
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.packed import pack
from gpu_checks.runner.pool import Pool
from gpu_checks.runner.selftest import place

PAGE_SIZE = 4
SMALL = {
    "hidden_size": 48,
    "intermediate_size": 80,
    "num_hidden_layers": 3,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "vocab_size": 120,
}


def scores(model: Llama, tokens: list[int], cuts: list[int]) -> Tensor:
    """Return the scores after each token, computed in chunks that end where the cuts say."""
    table = tuple(range(-(-len(tokens) // PAGE_SIZE)))[::-1]
    pool = Pool(model, len(table), PAGE_SIZE, "cpu")
    found: list[Tensor] = []
    start = 0
    for end in [*cuts, len(tokens)]:
        row = Row(0, tuple(tokens[start:end]), start, table, True)
        batch = place([row], pack([row], PAGE_SIZE), "cpu")
        attend = Gather(model.mix, model.scale).plan(pool, batch)
        found.append(model.logits(model.forward(batch.tokens, batch.positions, attend)))
        start = end
    return torch.cat(found)


def published(name: str, **config: Any) -> Any:
    """Return a small random model of transformers; skip where that is missing."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    library = pytest.importorskip("transformers", reason="pip install transformers")
    torch.manual_seed(0)
    settings = getattr(library, f"{name}Config")(**SMALL, **config)
    model = getattr(library, f"{name}ForCausalLM")(settings)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.2)  # norms too, which are all ones at first
    return model


@pytest.mark.parametrize(
    ("name", "config"),
    [
        ("Llama", {}),
        ("Llama", {"tie_word_embeddings": True, "rms_norm_eps": 1e-3}),
        ("Llama", {"rope_parameters": {"rope_type": "default", "rope_theta": 500.0}}),
        ("Qwen3", {"head_dim": 16}),
        ("Qwen3", {"head_dim": 32, "tie_word_embeddings": True}),
    ],
)
def test_scores_are_those_of_transformers(
    tmp_path: Path, name: str, config: dict[str, Any]
) -> None:
    """Of the same files; computed at once, and in three chunks through the pages."""
    model = published(name, **config)
    model.save_pretrained(tmp_path)
    tokens = torch.randint(0, 120, (23,), generator=torch.Generator().manual_seed(1)).tolist()
    with torch.no_grad():
        expected = model(torch.tensor([tokens])).logits[0]

    ours = Llama(*load(tmp_path, "cpu", torch.float32))

    assert expected.std() > 0.1
    torch.testing.assert_close(scores(ours, tokens, []), expected, atol=1e-6, rtol=1e-6)
    torch.testing.assert_close(scores(ours, tokens, [9, 10]), expected, atol=1e-6, rtol=1e-6)


def test_chunks_leave_scores_as_they_are() -> None:
    model = Llama(SHAPES["tiny"], random_weights(SHAPES["tiny"], "cpu", torch.float32))
    tokens = list(range(30))

    whole = scores(model, tokens, [])

    torch.testing.assert_close(scores(model, tokens, [1, 2, 20]), whole, atol=1e-5, rtol=1e-5)
    assert len(set(whole.argmax(-1).tolist())) > 20  # the weights do not say one token for ever


@pytest.mark.parametrize(
    ("name", "millions"), [("smollm2-135m", 134), ("qwen3-0.6b", 596), ("llama-3-8b", 7505)]
)
def test_shapes_have_the_parameters_of_the_models_they_are_named_after(
    name: str, millions: int
) -> None:
    """Of the matrices that a token meets: not norms, nor an embedding that is not the head."""
    assert round(SHAPES[name].parameters / 1e6) == millions
