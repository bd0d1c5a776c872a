"""When a panel is refreshed, by seconds that the tests give."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.eink import COLOUR_APART_SECONDS, DAY_SECONDS, Limits
from hardware.eink_refresh import RETRY_SECONDS, Act, Refresh

QUICK = Limits(partials=8, full_seconds=2.0, partial_seconds=0.3)
COLOUR = Limits(partials=0, apart_seconds=COLOUR_APART_SECONDS, full_seconds=16.0)


def run(refresh: Refresh, until: float, now: float = 0.0, step: float = 0.1) -> list[tuple[float, Act]]:
    """What is done from ``now`` until then when it is asked every ``step`` seconds."""
    done: list[tuple[float, Act]] = []
    while now <= until:
        if act := refresh.act(now):
            refresh.done(act, refresh._wanted or b"", now)
            done.append((round(now, 3), act))
        now += step
    return done


def acts(done: list[tuple[float, Act]]) -> list[Act]:
    return [act for _, act in done]


def test_the_first_page_is_whole_then_the_panel_sleeps() -> None:
    """At the start a full refresh; after five idle seconds deep sleep, and then nothing for hours."""
    refresh = Refresh(QUICK)
    refresh.wish(b"one")
    assert run(refresh, 3 * 3600, step=0.5) == [(0.0, Act.FULL), (5.0, Act.SLEEP)]


def test_equal_pages_are_not_drawn() -> None:
    """The same page wished for again and again is one refresh."""
    refresh = Refresh(QUICK)
    done: list[tuple[float, Act]] = []
    for second in range(60):
        refresh.wish(b"one")
        done += run(refresh, second + 0.95, float(second))
    assert acts(done) == [Act.FULL, Act.SLEEP]


def test_changes_close_together_are_partial_and_cleaned_before_sleep() -> None:
    """Changes while awake are partial; before the panel sleeps a full refresh takes their shadows away."""
    refresh = Refresh(QUICK)
    done: list[tuple[float, Act]] = []
    for number in range(3):
        refresh.wish(bytes([number]))
        done += run(refresh, number * 3 + 2.95, number * 3.0)
    done += run(refresh, 60.0, 9.0)
    assert acts(done) == [Act.FULL, Act.PARTIAL, Act.PARTIAL, Act.FULL, Act.SLEEP]


def test_after_sleep_the_next_page_is_whole() -> None:
    """The controller forgets the picture it compares with, so a partial refresh would show nonsense."""
    refresh = Refresh(QUICK)
    refresh.wish(b"one")
    run(refresh, 20.0)
    refresh.wish(b"two")
    assert acts(run(refresh, 22.0, 20.0)) == [Act.FULL]


def test_a_round_s_end_is_whole() -> None:
    """A page wished for as a whole is shown so though the panel is awake; also when a newer one came before."""
    refresh = Refresh(QUICK)
    refresh.wish(b"one")
    run(refresh, 3.0)
    refresh.wish(b"two", whole=True)
    refresh.wish(b"three")
    assert acts(run(refresh, 4.0, 3.1)) == [Act.FULL]


def test_a_colour_panel_waits_and_the_newest_page_wins() -> None:
    """Full refreshes are 180 s apart; what came in between is merged into the newest page."""
    refresh = Refresh(COLOUR)
    refresh.wish(b"one")
    done = run(refresh, 30.0, step=1.0)
    for number in range(30, 170, 10):
        refresh.wish(bytes([number]))
        done += run(refresh, number + 9.5, float(number), step=1.0)
    done += run(refresh, 400.0, 170.0, step=1.0)
    assert [(at, act) for at, act in done if act is Act.FULL] == [(0.0, Act.FULL), (180.0, Act.FULL)]
    assert Act.PARTIAL not in acts(done)


def test_nothing_is_sent_while_a_refresh_runs() -> None:
    """A busy line that lies is not believed: until the maker's time is over nothing is sent (inky #266)."""
    refresh = Refresh(COLOUR)
    refresh.wish(b"one")
    assert refresh.act(0.0) is Act.FULL
    refresh.done(Act.FULL, b"one", 0.0)
    assert all(refresh.act(second / 10) is None for second in range(1, 160))
    assert refresh.act(16.1) is Act.SLEEP


def test_a_day_without_change_renews_the_picture() -> None:
    """At least one full refresh in 24 hours while powered."""
    refresh = Refresh(QUICK)
    refresh.wish(b"one")
    done = run(refresh, DAY_SECONDS + 60, step=5.0)
    assert done[-2:] == [(DAY_SECONDS, Act.FULL), (DAY_SECONDS + 5, Act.SLEEP)]


def test_a_panel_that_failed_is_left_alone_for_a_while() -> None:
    """After a fault nothing is sent for five minutes, then a whole page."""
    refresh = Refresh(QUICK)
    refresh.wish(b"one")
    assert refresh.act(0.0) is Act.FULL
    refresh.failed(10.0)
    refresh.wish(b"two")
    assert refresh.act(10.0 + RETRY_SECONDS - 1) is None
    assert refresh.act(10.0 + RETRY_SECONDS) is Act.FULL


@pytest.mark.parametrize("limits", [QUICK, COLOUR, Limits(partials=0, full_seconds=5.0)])
@given(seed=st.integers())
def test_three_hours_of_a_game(limits: Limits, seed: int) -> None:
    """A page every 0.5 to 40 s: never more than ten partial refreshes in a row (8 here), fulls as far apart as the
    panel wants, none for equal pages, nothing during a refresh, none partial after sleep, asleep once idle, and every
    newest page is shown in the end (e-Paper #364)."""
    chance = random.Random(seed)
    refresh = Refresh(limits)
    now, until, wanted, shown = 0.0, 3 * 3600.0 if seed % 7 == 0 else 900.0, b"", b""
    in_a_row, awake, last_full, busy_until, last = 0, False, float("-inf"), 0.0, 0.0
    next_page = 0.0
    while now < until:
        if now >= next_page:
            wanted = bytes([chance.randrange(4)])
            refresh.wish(wanted, chance.random() < 0.05)
            next_page = now + chance.uniform(0.5, 40)
        act = refresh.act(now)
        if act is None:
            now += max(0.01, min(refresh.wait_seconds(now), next_page - now))
            continue
        assert now >= busy_until
        if act is Act.SLEEP:
            assert awake
            assert now - last >= limits.idle_seconds
            awake, in_a_row = False, 0
        else:
            assert wanted != shown or in_a_row, "an equal page is drawn only to clean up"
            if act is Act.PARTIAL:
                assert awake
                in_a_row += 1
                assert in_a_row <= limits.partials <= 10
            else:
                assert now - last_full >= limits.apart_seconds
                in_a_row, last_full = 0, now
            awake, shown, last = True, wanted, now
            busy_until = now + (limits.partial_seconds if act is Act.PARTIAL else limits.full_seconds)
        refresh.done(act, wanted, now)
    done = run(refresh, now + 400, now, step=1.0)
    assert refresh._shown == wanted
    assert not done or done[-1][1] is Act.SLEEP
