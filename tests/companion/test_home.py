"""What a person prefers, kept for the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.home import LONGEST_NAME, Home, Preferences


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    """Language, theme and names."""
    kept = Preferences("de", "dark", ("Ida", "Bo"))
    Home(tmp_path).keep(kept)
    assert Home(tmp_path).preferences() == kept


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"language": "pt"}', ("", "")),
        ('{"names": ["Ida"]}', ("", "")),
        ('{"names": [1, 2]}', ("", "")),
        ('{"names": ["Maximiliana", "Bo"]}', ("Maximili", "Bo")),
        ("nonsense", ("", "")),
    ],
)
def test_names_that_cannot_be_used_count_as_none(tmp_path: Path, text: str, names: tuple[str, str]) -> None:
    """A file of an older version, or one a person has edited; too long a name is cut."""
    (tmp_path / "preferences.json").write_text(text, encoding="utf-8")
    assert Home(tmp_path).preferences().names == names
    assert all(len(name) <= LONGEST_NAME for name in names)
