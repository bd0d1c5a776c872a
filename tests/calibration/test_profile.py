"""The profile is kept as text and refused with a sentence when it cannot be used."""

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.profile import OwnPieces, Profile, ProfileError

SET_UP = b"\xff\xd8" + bytes(range(256))
PROFILE = Profile(
    (1344, 1008),
    (0.1, 0.0, -0.2, 0.01, 0.12, -0.3, 0.001, 0.002, 1.0),
    -0.05,
    SET_UP,
    (("robber", 1.02, -0.25), ("targia", 0.0, 1.5)),
    OwnPieces(bytes(range(200)), "0123456789ab"),
)


def test_a_profile_reads_back(tmp_path: Path) -> None:
    """What was saved is what is loaded, be the pieces known or not."""
    for profile in (PROFILE, replace(PROFILE, own=None)):
        profile.save(tmp_path / "profile")

        assert Profile.load(tmp_path / "profile") == profile


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("form = 2", "form = 99"),
        ("form = 2", "form = 1"),
        ('set_up = """\n/9gAAQ', 'set_up = """\nAAAAAA'),
        ('set_up = """\n/9gAAQ', 'set_up = """\n?'),
        ("size = [1344, 1008]", "size = [0, 5]"),
        ("k1 = -0.05", 'k1 = "x"'),
        ("k1 = -0.05", "k1 = nan"),
        ("0.1, 0, -0.2,", "0, 0, 0,"),
        ("size", "sise"),
        ('["robber", 1.02, -0.25]', '["robber", 1.02]'),
        ('["robber", 1.02, -0.25]', '["robber", nan, 1]'),
    ],
)
def test_a_spoilt_profile_is_refused(tmp_path: Path, old: str, new: str) -> None:
    """Another version, a wrong number or a missing value is named, not guessed."""
    path = tmp_path / "profile"
    PROFILE.save(path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))

    with pytest.raises(ProfileError, match="targi calibrate"):
        Profile.load(path)


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"\xff\xd8\xff\xe0JFIF", b"a = [", b"[[[[[[[["])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    """An empty file, a picture, half a file: a sentence, no crash."""
    path = tmp_path / "profile"
    path.write_bytes(content)

    with pytest.raises(ProfileError):
        Profile.load(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    """What cannot be opened is said as such."""
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ProfileError, match="cannot be read"):
            Profile.load(path)


@pytest.mark.parametrize("own", ['"?"', "5", '"AAA"'])
def test_damaged_pieces_do_not_cost_the_board(tmp_path: Path, own: str) -> None:
    """Where the board lies is known without them; a picture that is no text is refused."""
    path = tmp_path / "profile"
    replace(PROFILE, own=None).save(path)
    path.write_text(path.read_text() + f"own = {own}\n")
    assert Profile.load(path) == replace(PROFILE, own=None)
    path.write_text(path.read_text().split("set_up =")[0] + "set_up = 5\n")
    with pytest.raises(ProfileError, match="targi calibrate"):
        Profile.load(path)
