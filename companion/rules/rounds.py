"""The walk of Robber and Targia between rounds, raids on its way, and how a round begins."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import CORNERS, ROBBER, TARGIA, Place, border, clockwise, dune
from companion.rules.events import Event, Raid, RoundStarted
from companion.rules.ledger import later
from companion.rules.state import THREE_EACH, Edition, Phase, State, moved
from companion.rules.tasks import OpenRound, Raided

ROBBER_ROAD: tuple[Place, ...] = tuple(border(number) for number in (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15))
"""Where the Robber stands in rounds 1 to 12 (clause RND-5)."""

LAST_ROUND = len(ROBBER_ROAD)
END_PLACE = border(16)
DUNES_AT_START = 3


def robber_of(round_number: int) -> Place:
    """Where the Robber stands in that round 1..12 (clause RND-5)."""
    return ROBBER_ROAD[round_number - 1]


def round_of(where: Place) -> int | None:
    """The round in which the Robber stands there; None for corners and places off the border."""
    return ROBBER_ROAD.index(where) + 1 if where in ROBBER_ROAD else None


def targia_of(robber: Place) -> Place:
    """Where the Targia stands when the Robber stands there: their numbers add up to 16 (clause XTGA-1)."""
    return border(16 - robber.number if robber != END_PLACE else 16)


def walk_after(round_number: int) -> tuple[Place, ...]:
    """The border cards the Robber steps onto after that round: the next one, or a corner and the one behind it
    (clauses RND-2, RND-3)."""
    step = clockwise(robber_of(round_number))
    return (step,) if step not in CORNERS or step == END_PLACE else (step, clockwise(step))


def next_corner(round_number: int) -> tuple[Place, int]:
    """The corner the Robber comes to next after that round's place, and how many rounds from now (1: right after this
    round)."""
    where = robber_of(round_number)
    steps = -where.number % CORNERS[0].number
    return clockwise(where, steps), steps


def expected_robber(state: State) -> Place:
    """Where the Robber should stand: on the round's card, between rounds on the one the new round wants."""
    return walk_after(state.round)[-1] if state.phase is Phase.ROBBER else robber_of(state.round)


def expected_targia(state: State) -> Place | None:
    """Where the Targia should stand (clause XTGA-1); None where she does not walk."""
    return targia_of(expected_robber(state)) if state.settings.targia else None


def robber_places(state: State) -> tuple[Place, ...]:
    """Where the Robber may stand now: once actions have begun it may be on its way already."""
    if state.phase in (Phase.ACTING, Phase.ROBBER):
        return (robber_of(state.round), *walk_after(state.round))
    return (robber_of(state.round),) if state.phase is not Phase.OVER else ()


def raid_due(state: State) -> Place | None:
    """The corner whose raid comes before the next round starts and has not been yet (clause RND-3)."""
    if state.phase not in (Phase.ACTING, Phase.ROBBER):
        return None
    corner = walk_after(state.round)[0]
    return corner if corner in CORNERS and state.raided != corner else None


def raid_passed(state: State, where: Place, events: list[Event]) -> State:
    """The Robber, on its way, stands there: the raid of the corner it has come to or passed is reported, once."""
    corner = raid_due(state)
    if corner is None or where not in walk_after(state.round):
        return state
    events.append(Raid(corner))
    return later(replace(state, raided=corner), Raided(corner))


def in_place(state: State) -> bool:
    """Whether Robber and Targia stand where the next round wants them. One that is not seen is not waited for."""
    goal = walk_after(state.round)[-1]
    here = state.robber == goal
    return here and (not state.settings.targia or state.targia in (targia_of(goal), None))


def walked(state: State, events: list[Event]) -> State:
    """Robber and Targia are put where the next round wants them: a person says it is done."""
    goal = walk_after(state.round)[-1]
    state = raid_passed(state, goal, events)
    standing = moved(state.standing, ROBBER, state.robber, goal)
    if state.settings.targia:
        standing = moved(standing, TARGIA, state.targia, targia_of(goal))
    return replace(state, standing=standing)


def start_round(state: State, number: int, events: list[Event]) -> State:
    """Round ``number`` starts: the start player token passes (clause RND-4), every player has all Targis, dunes are
    refilled."""
    start = state.start_player.other if state.start_player else None
    events.append(RoundStarted(number, start, state.robber, state.targia))
    begun = replace(
        state,
        round=number,
        phase=Phase.PLACING,
        start_player=start,
        targis=state.targis_next,
        targis_next=THREE_EACH,
        last=None,
        crossings=(),
        returned=(),
        raided=None,
        dunes=_dunes_of_next_round(state),
    )
    return later(begun, OpenRound(raided=state.raided is not None))


def _dunes_of_next_round(state: State) -> tuple[Place, ...]:
    count = len(state.dunes)
    if state.settings.edition is Edition.EXPANSION:
        count = DUNES_AT_START if state.raided else max(count, 1)  # XDUN-5, XDUN-4
    return numbered_dunes(count)


def numbered_dunes(count: int) -> tuple[Place, ...]:
    """Dunes 1 to ``count``."""
    return tuple(dune(number) for number in range(1, count + 1))
