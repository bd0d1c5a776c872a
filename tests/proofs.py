"""Which clauses and cards the tests say they prove, read from the marks in their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
UNPROVEN = TESTS / "unproven.txt"


def marked(mark: str) -> set[str]:
    """The ids in every ``pytest.mark.<mark>(...)`` of the tests."""
    return {name for path in sorted(TESTS.rglob("test_*.py")) for name in _marks(path, mark)}


def _marks(path: Path, mark: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == mark:
            owner = node.func.value
            if isinstance(owner, ast.Attribute) and owner.attr == "mark":
                yield from (part.value for part in node.args if isinstance(part, ast.Constant))


def unproven() -> list[str]:
    """The ids of the list of what is not proven yet, in its order."""
    lines = (line.partition("#")[0].strip() for line in UNPROVEN.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]
