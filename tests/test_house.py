"""The house is in order: what lies where, what is depended on and why, and what no file may say."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "vision", "calibration", "hardware", "ui")
SCRIPTS = ("run", "check", ".ci/run", ".ci/lock", ".ci/setup.sh", ".ci/install.sh")
IMPORTED_AS = {"opencv-python": "cv2", "pillow": "PIL", "pyyaml": "yaml"}
FROM_THE_SYSTEM = {"libcamera", "picamera2"}
"""Modules that only a Raspberry Pi's own packages bring."""


@cache
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w.-]+", requirement)[0].lower() for requirement in requirements}


@cache
def tracked() -> tuple[Path, ...]:
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tuple(path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file())


def texts() -> list[tuple[str, str]]:
    """Name and content of each tracked file that is text."""
    found = []
    for path in tracked():
        try:
            found.append((str(path.relative_to(ROOT)), path.read_text()))
        except UnicodeDecodeError:
            continue
    return found


def product_modules() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in PACKAGES]


def imports(path: Path) -> set[str]:
    """The top-level names of what a module imports, at any depth of its code."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def locked(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def test_top_level_holds_what_it_should():
    """Nothing lies at the top but the rooms of the house, the papers and the two commands."""
    rooms = {*PACKAGES, "tests", "systemd", "docs", ".ci"}
    papers = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "run", "check"}
    tools = {"pyproject.toml", "requirements.lock", ".gitignore", ".pre-commit-config.yaml"}
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} == rooms | papers | tools


def test_each_dependency_has_its_reason():
    """CONTRIBUTING says of every dependency, the tools too, why it is there."""
    reasons = dict(re.findall(r"^- `([\w.-]+)`: (.{20,})", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE))
    wanted = names(project()["dependencies"]).union(*map(names, project()["optional-dependencies"].values()))
    assert set(reasons) == wanted


def test_each_dependency_is_used_and_each_use_declared():
    """No dependency lies idle, and the product imports nothing that it does not declare (training may need more).
    Drivers of panels are declared apart, and may be imported by name."""
    declared = {IMPORTED_AS.get(name, name) for name in names(project()["dependencies"])}
    used: set[str] = set()
    for path in product_modules():
        if path.relative_to(ROOT).parts[:2] != ("vision", "training"):
            used |= imports(path) - sys.stdlib_module_names - set(PACKAGES) - FROM_THE_SYSTEM
    assert used - names(project()["optional-dependencies"]["panels"]) == declared


def test_drivers_of_panels_are_locked_with_hashes():
    """The panels' drivers are installed at one version each, by their hashes, and bring nothing the product has."""
    panels = locked(".ci/panels.lock")
    assert names(project()["optional-dependencies"]["panels"]) <= set(panels)
    assert not set(panels) & set(locked("requirements.lock"))


@pytest.mark.parametrize(("lock", "extras"), [("requirements.lock", []), (".ci/check.lock", ["dev"])])
def test_locks_hold_every_dependency_with_hashes(lock, extras):
    """What is installed is what was tested: each package at one version, by its hashes."""
    wanted = names(project()["dependencies"]).union(*(names(project()["optional-dependencies"][e]) for e in extras))
    assert wanted <= set(locked(lock))
    for entry in re.split(r"\n(?=[\w.-]+==)", (ROOT / lock).read_text().strip()):
        assert "--hash=sha256:" in entry, entry.splitlines()[0]


def test_both_locks_name_the_same_versions():
    """What is tested is what is run."""
    product, tools = locked("requirements.lock"), locked(".ci/check.lock")
    assert {name: tools[name] for name in product if name in tools} == {n: v for n, v in product.items() if n in tools}
    assert set(product) <= set(tools)


def test_numpy_fits_the_camera_packages_of_the_pi():
    """Raspberry Pi OS 13 builds its camera packages for numpy 2.2: the venv's numpy is of that line."""
    assert locked("requirements.lock")["numpy"].startswith("2.2.")


def test_readme_names_the_two_commands():
    """A newcomer finds both commands in the README."""
    readme = (ROOT / "README.md").read_text()
    assert "./run" in readme
    assert "./check" in readme
    assert "unofficial" in readme.lower()


@pytest.mark.parametrize("paper", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_papers_point_to_files_that_exist(paper):
    """Each picture and each file linked to is there."""
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / paper).read_text()):
        assert (ROOT / target).is_file(), target


def test_no_file_names_one_machine_or_a_package_host():
    """Nothing that is committed knows whose machine it was made on or where packages come from."""
    forbidden = re.compile(
        r"/(?:[h]ome|[U]sers)/\w|/[r]oot/|/[w]ork/|/[v]ar/tmp/|[p]ypi\.org|[p]ythonhosted|[d]eb\.debian|[n]pmjs\.",
        re.ASCII,
    )
    found = [(name, match[0]) for name, text in texts() for match in forbidden.finditer(text)]
    assert found == []


def test_modules_stay_small():
    """A module that has grown past 450 lines wants dividing."""
    sizes = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in product_modules()}
    assert {name: lines for name, lines in sizes.items() if lines > 450} == {}


def test_console_script_resolves():
    """`targi` is a function that exists."""
    module, _, function = project()["scripts"]["targi"].partition(":")
    assert callable(getattr(importlib.import_module(module), function))


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_posix_sh(script):
    """Every script reads as plain sh, without a word of bash."""
    path = ROOT / script
    assert subprocess.run(["sh", "-n", path], capture_output=True, text=True).stderr == ""
    if path.suffix != ".sh":
        assert path.read_text().startswith("#!/bin/sh\n")
        assert path.stat().st_mode & 0o111 == 0o111


def test_typed_packages_are_checked_strictly():
    """mypy is strict on companion and vision; only modules that need the absent PyTorch are let off, and little."""
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
    assert mypy["strict"] is True
    assert set(mypy["packages"]) == {"companion", "vision"}
    for override in mypy["overrides"]:
        for module in override["module"]:
            if module.partition(".")[0] in mypy["packages"]:
                assert "torch" in imports((ROOT / module.replace(".", "/")).with_suffix(".py"))
                assert set(override) == {"module", "disallow_subclassing_any", "disallow_untyped_decorators"}
