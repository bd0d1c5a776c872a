"""Divides networks in two: ``python -m vision.training.dividing reader|figures FILE``, as the training does itself.

The reader's first layer is linear, and five of its eight channels stay from picture to picture: the lean and the
set-up. What it makes of them is worked out once, by ``known.onnx``; ``reader.onnx`` takes that beside the picture. The
figures' last layer is linear too, and what a table's own pieces look like is learnt where it begins
(``vision.enrolment``): ``figures.onnx`` ends before it, ``kinds.onnx`` is that layer. The answers stay the same. Needs
onnx, which the product itself does not.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from onnx import TensorProto, helper, numpy_helper

PICTURE_CHANNELS = 3


def _tensor(name: str, shape: list[int]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def divide(reader: Path) -> None:
    """Rewrites the network (1, 8, h, w) in the file ``reader`` to take ``picture`` (1, 3, h, w) and ``known``
    (1, 16, h/2, w/2), and writes beside it ``known.onnx``, which makes the second of (1, 5, h, w)."""
    model = onnx.load(str(reader))
    graph = model.graph
    first = graph.node[0]
    _, weights_name, bias_name = first.input
    weights, bias = (
        numpy_helper.to_array(next(value for value in graph.initializer if value.name == name))
        for name in (weights_name, bias_name)
    )
    _, channels, height, width = (size.dim_value for size in graph.input[0].type.tensor_type.shape.dim)
    layer = {attribute.name: helper.get_attribute_value(attribute) for attribute in first.attribute}
    halved = [1, len(weights), height // 2, width // 2]

    known = helper.make_graph(
        [helper.make_node("Conv", ["known", "weights", "bias"], ["first"], name="known", **layer)],
        "known",
        [_tensor("known", [1, channels - PICTURE_CHANNELS, height, width])],
        [_tensor("first", halved)],
        [
            numpy_helper.from_array(weights[:, PICTURE_CHANNELS:].copy(), "weights"),
            numpy_helper.from_array(bias, "bias"),
        ],
    )
    made = helper.make_model(known, opset_imports=model.opset_import)
    made.ir_version = model.ir_version

    for value in [value for value in graph.initializer if value.name in (weights_name, bias_name)]:
        graph.initializer.remove(value)
    graph.initializer.append(numpy_helper.from_array(weights[:, :PICTURE_CHANNELS].copy(), "picture_weights"))
    graph.node.remove(first)
    layers = [
        helper.make_node("Conv", ["picture", "picture_weights"], ["of_picture"], name="of_picture", **layer),
        helper.make_node("Add", ["of_picture", "known"], [first.output[0]], name="with_known"),
    ]
    for position, node in enumerate(layers):
        graph.node.insert(position, node)
    del graph.input[:]
    graph.input.extend([_tensor("picture", [1, PICTURE_CHANNELS, height, width]), _tensor("known", halved)])

    _write((made, reader.with_name("known.onnx")), (model, reader))


def divide_figures(figures: Path) -> None:
    """Ends the network (N, 6, h, w) in the file ``figures`` before its last layer, at the looks (N, 96), and writes
    that layer, which makes answers (N, 7) of them, beside it as ``kinds.onnx``."""
    model = onnx.load(str(figures))
    graph = model.graph
    last = graph.node[-1]
    weights = [value for value in graph.initializer if value.name in last.input[1:]]
    blocks = graph.output[0].type.tensor_type.shape.dim[0].dim_value
    features = numpy_helper.to_array(next(value for value in weights if value.name == last.input[1])).shape[1]
    looks = _tensor(last.input[0], [blocks, features])
    made = helper.make_model(
        helper.make_graph([last], "kinds", [looks], list(graph.output), weights), opset_imports=model.opset_import
    )
    made.ir_version = model.ir_version
    for value in weights:
        graph.initializer.remove(value)
    graph.node.remove(last)
    del graph.output[:]
    graph.output.append(looks)
    _write((made, figures.with_name("kinds.onnx")), (model, figures))


DIVIDED = {"figures": divide_figures, "reader": divide}
"""How each network that is divided is divided."""


def _write(*models: tuple[onnx.ModelProto, Path]) -> None:
    for model, path in models:
        onnx.checker.check_model(model)
        onnx.save(model, str(path))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=sorted(DIVIDED))
    parser.add_argument("file", type=Path, help="reader.onnx or figures.onnx, as it was trained")
    options = parser.parse_args()
    DIVIDED[options.which](options.file)


if __name__ == "__main__":
    main()
