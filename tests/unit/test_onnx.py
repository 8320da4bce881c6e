"""Networks in ONNX files. Most tests need ONNX and its runtime (`pip install --group onnx`) and are skipped without."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gammon as bg
from gammon.typing import Boards

START = bg.Position.start()
WEIGHTS = np.random.default_rng(1).normal(0, 0.02, (52, 5)).astype(np.float32)
BIAS = np.array([0.0, -1.5, -4.0, -1.5, -4.0], np.float32)


def save(
    path: Path,
    *,
    inputs: Sequence[str | int] = ("n", 52),
    kind: str = "FLOAT",
    outputs: int = 5,
    second: bool = False,
) -> Path:
    """Write a one-layer model: the logistic function of weights times inputs plus a bias."""
    onnx = pytest.importorskip("onnx")
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    nodes = [
        helper.make_node("Cast", ["boards"], ["floats"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Flatten", ["floats"], ["flat"], axis=1),
        helper.make_node("Gemm", ["flat", "weights", "bias"], ["sums"]),
        helper.make_node("Sigmoid", ["sums"], ["chances"]),
    ]
    chances = helper.make_tensor_value_info("chances", onnx.TensorProto.FLOAT, [inputs[0], outputs])
    sums = helper.make_tensor_value_info("sums", onnx.TensorProto.FLOAT, [inputs[0], outputs])
    graph = helper.make_graph(
        nodes,
        "layer",
        [helper.make_tensor_value_info("boards", getattr(onnx.TensorProto, kind), list(inputs))],
        [chances, sums] if second else [chances],
        [
            numpy_helper.from_array(WEIGHTS[:, :outputs], "weights"),
            numpy_helper.from_array(BIAS[:outputs], "bias"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)
    return path


def by_numpy(boards: Boards) -> npt.NDArray[np.float32]:
    """Compute the model's outputs with NumPy."""
    sums = boards.reshape(len(boards), 52).astype(np.float32) @ WEIGHTS + BIAS
    return np.asarray(1 / (1 + np.exp(-sums)), np.float32)


@pytest.fixture
def runtime() -> None:
    pytest.importorskip("onnxruntime")


@pytest.mark.usefixtures("runtime")
@pytest.mark.parametrize(
    ("inputs", "kind"), [(("n", 52), "FLOAT"), (("n", 2, 26), "UINT8"), (("n", 2, 26), "DOUBLE"), (("n", 52), "INT32")]
)
def test_outputs_of_a_model_match_numpy(tmp_path: Path, inputs: tuple[str | int, ...], kind: str) -> None:
    network = bg.onnx.load(save(tmp_path / "layer.onnx", inputs=inputs, kind=kind))
    boards = bg.batch.random_positions(100, seed=1)
    found = network(boards)
    assert found.shape == (100, 5)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, by_numpy(boards), atol=1e-6)


@pytest.mark.usefixtures("runtime")
def test_an_engine_evaluates_and_plays_with_a_model(tmp_path: Path) -> None:
    model, function = (bg.Engine(network, threads=2) for network in (bg.onnx.load(save(tmp_path / "a.onnx")), by_numpy))
    assert bg.evaluate(START, engine=model).win == pytest.approx(bg.evaluate(START, engine=function).win, abs=1e-6)
    ranked = [
        [str(one.play) for one in bg.rank_plays(START, (3, 1), ply=1, engine=engine)] for engine in (model, function)
    ]
    assert ranked[0] == ranked[1]
    found = bg.rollout(bg.Position.hypergammon(), 30, seed=1, engine=model)
    assert found.trials == 30
    assert found.network == model.name
    assert "a.onnx" in model.name


@pytest.mark.usefixtures("runtime")
def test_a_custom_encoding_is_used(tmp_path: Path) -> None:
    def encode(boards: Boards) -> npt.NDArray[np.float64]:
        # Sides and places in reverse order, flattened to one row.
        return boards[:, ::-1, ::-1].reshape(len(boards), 52) / 2

    network = bg.onnx.load(save(tmp_path / "layer.onnx"), encode=encode)
    boards = bg.batch.random_positions(20, seed=2)
    sums = encode(boards).astype(np.float32) @ WEIGHTS + BIAS
    np.testing.assert_allclose(network(boards), 1 / (1 + np.exp(-sums)), atol=1e-6)
    with pytest.raises(bg.ArgumentError, match="encode must return an array of 1 rows for 1 boards"):
        bg.onnx.load(tmp_path / "layer.onnx", encode=lambda boards: np.zeros((7, 52)))
    with pytest.raises(bg.ArgumentError, match=r"expected shape \(n, 52\), got \(1, 50\)"):
        bg.onnx.load(tmp_path / "layer.onnx", encode=lambda boards: np.zeros((len(boards), 50)))


@pytest.mark.usefixtures("runtime")
def test_models_compare_by_content_and_pickle(tmp_path: Path) -> None:
    one = bg.onnx.load(save(tmp_path / "a.onnx"))
    other = bg.onnx.load(save(tmp_path / "b.onnx", inputs=("n", 2, 26)))
    assert one.name != other.name
    again = pickle.loads(pickle.dumps(bg.Engine(one)))
    assert again.name == one.name
    assert bg.evaluate(START, engine=again) == bg.evaluate(START, engine=bg.Engine(one))


@pytest.mark.usefixtures("runtime")
@pytest.mark.parametrize(
    ("made", "message"),
    [
        ({"outputs": 4}, r"output 'chances' of .* must be floats of shape \(n, 5\).*got float32 of shape \(1, 4\)"),
        ({"inputs": (1, 52)}, r"input 'boards' of .*: expected shape \(1, 52\), got \(2, 52\)"),
        ({"second": True}, "must have one output, got 'chances', 'sums'"),
        ({"inputs": ("n", 2, 2, 13)}, r"expected shape \(n, 2, 2, 13\), got \(1, 52\)"),
        ({"kind": "BOOL"}, r"must have one of the types .*got tensor\(bool\)"),
    ],
)
def test_models_of_another_shape_are_refused(tmp_path: Path, made: dict[str, Any], message: str) -> None:
    path = save(tmp_path / "model.onnx", **made)
    with pytest.raises(bg.ArgumentError, match=message):
        bg.onnx.load(path)


@pytest.mark.usefixtures("runtime")
def test_files_that_are_not_models_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.onnx"):
        bg.onnx.load(tmp_path / "nothing.onnx")
    (tmp_path / "text.onnx").write_text("not a model")
    with pytest.raises(bg.ArgumentError, match=r"text\.onnx is not an ONNX model"):
        bg.onnx.load(tmp_path / "text.onnx")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'gammon\[onnx\]'"):
        bg.onnx.load(tmp_path / "network.onnx")


def test_wrong_arguments_are_named(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="threads: expected an int, got str"):
        bg.onnx.load(tmp_path / "a.onnx", threads="two")  # type: ignore[arg-type]
    with pytest.raises(bg.ArgumentError, match="threads must be from 1 to 1024, got 0"):
        bg.onnx.load(tmp_path / "a.onnx", threads=0)
    with pytest.raises(TypeError, match="encode: expected a function or None, got int"):
        bg.onnx.load(tmp_path / "a.onnx", encode=3)  # type: ignore[arg-type]
