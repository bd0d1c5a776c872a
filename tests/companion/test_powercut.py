"""A plug pulled and files damaged, a few times each; many times: ``python -m tests.companion.powercut``."""

from __future__ import annotations

import random

from tests.companion.powercut import (
    Found,
    damaged,
    judge,
    killed,
    laid_out,
    mending,
    on_forgetful_disk,
    unsynced,
)


def test_killed_outright_nothing_shown_is_lost() -> None:
    """What was shown opens, is a beginning of the game played, and nothing is said."""
    found = killed(6, seed=3)
    assert (found.trials, found.faults, found.shorter) == (6, [], 0)


def test_unsynced_writes_are_no_loss() -> None:
    """On a disk that forgets what was not synced: the same."""
    found = unsynced(40, seed=3, games=2)
    assert (found.trials, found.faults, found.shorter) == (40, [], 0)


def test_a_disk_that_never_keeps_what_it_says_is_noticed() -> None:
    """The model can lose games: with every sync left out it does."""
    seeds, chance, found = range(100, 101), random.Random(3), Found()
    recording = on_forgetful_disk(seeds)
    recording.steps = [step for step in recording.steps if step[0] != "sync"]
    for _ in range(10):
        files, mark = recording.left(len(recording.steps), chance)
        with laid_out(files) as folder:
            judge(found, "without syncs", folder, seeds, mark, silent=True)
    assert found.faults


def test_damaged_files_open_and_say_what_is_lost() -> None:
    """A file cut off or scribbled over: what opens is a beginning of the game, and a loss is said."""
    found = damaged(40, seed=3)
    assert (found.trials, found.faults) == (40, [])


def test_a_power_cut_while_a_file_is_mended() -> None:
    """The next start mends it: nothing is lost."""
    found = mending(12, seed=3)
    assert (found.trials, found.faults) == (12, [])
