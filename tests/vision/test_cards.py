"""A card is called by its name however it lies and whatever the light; what is not known is never called anything."""

import cv2
import numpy as np
import pytest

from tests.vision.laid_cards import PX_PER_MM, Array, as_seen, at, faces, table
from vision import comparing
from vision.cards import BY_COLOUR, Namer, Naming, _decided, seen_alone, seen_at
from vision.comparing import Fit, by_colour
from vision.fitting import plain

MIDDLE = (75.0, 55.0)


def _looked(namer: Namer, face: Array, moved: tuple[float, float] = (0, 0), degrees: float = 0) -> Naming | None:
    picture = as_seen(table([(face, (MIDDLE[0] + moved[0], MIDDLE[1] + moved[1]), degrees)]))
    return namer.name(seen_at(picture, at(MIDDLE)))


@pytest.fixture(scope="module")
def namer() -> Namer:
    return Namer(list(faces().items()))


@pytest.mark.parametrize(
    ("moved", "degrees"),
    [((0, 0), 0.0), ((4, -3), 2.0), ((-4, 4), -4.0), ((1, 1), 180.0), ((-3, 2), 177.0)],
)
def test_a_loosely_laid_card_is_named(namer: Namer, moved: tuple[float, float], degrees: float) -> None:
    """Askew by some degrees, off its place by some mm, upside down: all of them are told by name, and which way up."""
    for name, face in faces().items():
        found = _looked(namer, face, moved, degrees)

        assert found is not None
        assert (found.name, found.sure, found.turned) == (name, True, degrees > 90)


def test_wide_gaps_do_not_matter(namer: Namer) -> None:
    """On a board laid with wide gaps the cards are smaller in their places."""
    for name, face in list(faces().items())[:4]:
        picture = as_seen(table([(face, MIDDLE, 0.0)]))
        found = namer.name(seen_at(picture, lambda mm: at(MIDDLE)(mm * 1.08)))

        assert found is not None
        assert (found.name, found.sure) == (name, True)


@pytest.mark.parametrize("light", [(0.4, 0.7, 1.0), (1.0, 0.8, 0.6), (0.35, 0.35, 0.35)])
def test_the_colour_of_the_light_does_not_matter(namer: Namer, light: tuple[float, float, float]) -> None:
    """Lamp light, blue daylight and dusk leave the names alone."""
    for name, face in list(faces().items())[:4]:
        found = namer.name(seen_at(as_seen(table([(face, MIDDLE, 1.0)]), light=light), at(MIDDLE)))

        assert found is not None
        assert (found.name, found.sure) == (name, True)


def test_a_card_that_was_not_learnt_has_no_name() -> None:
    """Of the same deck, of the same kind: never the nearest one."""
    learnt = list(faces().items())
    for index, (_, face) in enumerate(learnt):
        found = _looked(Namer(learnt[:index] + learnt[index + 1 :]), face)

        assert found is None or not found.sure


def test_cards_that_differ_in_one_cost_icon_are_told_apart() -> None:
    """Two cards alike but for one icon of five millimetres: each gets its own name, and neither that of the other."""
    face = next(iter(faces().values()))
    pair = {"pepper": face.copy(), "salt": face.copy()}
    cv2.circle(pair["pepper"], (200, 60), 9, (30, 40, 150), -1, cv2.LINE_AA)
    cv2.circle(pair["salt"], (200, 60), 9, (240, 240, 240), -1, cv2.LINE_AA)
    both = Namer(list(pair.items()))
    for name, card in pair.items():
        alone = Namer([item for item in pair.items() if item[0] != name])
        found, other = _looked(both, card, (1, -2), 1.0), _looked(alone, card, (1, -2), 1.0)

        assert found is not None
        assert (found.name, found.sure) == (name, True)
        assert other is None or not other.sure


def test_two_cards_that_look_the_same_are_not_sure() -> None:
    """What cannot be told apart is not guessed."""
    face = next(iter(faces().values()))
    found = _looked(Namer([("one", face), ("other", face)]), face)

    assert found is not None
    assert not found.sure


def test_a_figure_on_the_card_does_not_hide_its_name(namer: Namer) -> None:
    """Where it is known that a figure stands, the rest of the card tells."""
    hidden = np.zeros((146, 210), np.uint8)
    cv2.line(hidden, (90, 80), (130, 40), 1, 44)
    for name, face in list(faces().items())[:6]:
        view = seen_at(as_seen(table([(face, MIDDLE, 1.0)])), at(MIDDLE))
        view[cv2.erode(hidden, np.ones((9, 9), np.uint8)) > 0] = (150, 60, 30)
        found = namer.name(view, hidden > 0)

        assert found is not None
        assert (found.name, found.sure) == (name, True)


def test_nothing_to_see(namer: Namer) -> None:
    """A covered card, a washed out one, an empty table, black: no name, and no fault."""
    face = next(iter(faces().values()))
    view = seen_at(table([(face, MIDDLE, 0.0)]), at(MIDDLE))
    for nothing in (np.full_like(view, 255), np.zeros_like(view), np.full_like(view, 90)):
        found = namer.name(nothing)
        assert found is None or not found.sure
    covered = namer.name(view, np.ones(view.shape[:2], bool))
    assert covered is None or not covered.sure
    assert Namer([]).name(view) is None


def test_a_picture_of_the_card_alone(namer: Namer) -> None:
    """A scan is named too: what is learnt twice is noticed so."""
    name, face = next(iter(faces().items()))
    found = namer.name(seen_alone(face))

    assert found is not None
    assert (found.name, found.sure) == (name, True)


def _strokes(colour: tuple[int, int, int], wide: int) -> Array:
    """A white card with a few thin ovals (236, 364, 3)."""
    picture = np.full((236, 364, 3), 225, np.uint8)
    for x in (90, 182, 274):
        cv2.ellipse(picture, (x, 118), (26, 70), 0, 0, 360, colour, wide, cv2.LINE_AA)
    return picture


PURPLE, GREEN = (120, 40, 90), (80, 120, 20)


def test_colours_are_told_by_all_strokes_together() -> None:
    """Thin strokes of pale purple under grain are purple and not green, surely, though each part of them hardly is;
    where two cards have the same colours nothing is told."""
    grain = np.random.default_rng(3).normal(0, 0.03, (118, 182, 2))
    purple, green = (plain(cv2.resize(_strokes(colour, 2), (182, 118)))[..., 1:] for colour in (PURPLE, GREEN))
    seen = 0.5 * purple + grain

    assert by_colour(seen, purple, green) > BY_COLOUR
    assert by_colour(seen, green, purple) == pytest.approx(-by_colour(seen, purple, green), rel=0.1)
    assert by_colour(seen, purple, purple) == pytest.approx(0, abs=1e-3)
    assert by_colour(0.6 * purple, purple, 0.9 * purple) == 0  # paler, as light and blur make it, is no other colour


@pytest.mark.parametrize(("told", "sure"), [(0.0, True), (-20.0, False)])
def test_strokes_and_colours_have_to_agree(told: float, sure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card whose strokes fit best has no name where the colours are clearly another's whose strokes fit too."""
    namer = Namer([("empty", _strokes(PURPLE, 2)), ("thick", _strokes(PURPLE, 3)), *list(faces().items())[:4]])
    monkeypatch.setattr(comparing, "_by_colour", lambda *_: told)
    found = _looked(namer, _strokes(PURPLE, 2))

    assert found is not None
    assert (found.name, found.sure) == ("empty", sure)


def test_colours_help_where_strokes_are_alike() -> None:
    """Two cards of the same strokes in two colours: each is called by its own."""
    namer = Namer([("purple", _strokes(PURPLE, 2)), ("green", _strokes(GREEN, 2)), *list(faces().items())[:4]])
    for name, colour in (("purple", PURPLE), ("green", GREEN)):
        found = _looked(namer, _strokes(colour, 2))

        assert found is not None
        assert (found.name, found.sure) == (name, True)


def test_a_mirrored_lamp_leaves_the_name_alone() -> None:
    """A lamp of 20 mm mirrored in a card takes a part of it; the rest tells its name, and of a card that was not learnt
    that it was not."""
    learnt = list(faces().items())
    stranger = learnt.pop()
    namer = Namer(learnt)
    for name, face in (*learnt[:4], stranger):
        picture = as_seen(table([(face, MIDDLE, 1.0)])).astype(np.float32)
        x, y = at(MIDDLE)(np.array([[-18.0, 6.0]]))[0]
        down, across = np.indices(picture.shape[:2])
        spot = 190 * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * (10 * PX_PER_MM) ** 2))
        seen = np.clip(picture + spot[..., None], 0, 255).astype(np.uint8)
        found = namer.name(seen_at(seen, at(MIDDLE)))
        told = found.name if found is not None and found.sure else None

        assert told == (name if name != stranger[0] else None)


@pytest.mark.parametrize(("cost", "lead", "sure"), [(3.0, 5.0, True), (3.0, 3.0, False), (203.0, 6.3, False)])
def test_the_best_card_has_to_be_better_by_more_than_chance(cost: float, lead: float, sure: bool) -> None:
    """Better by four noises; and where much disagrees anyway, as under a lamp, by a tenth of that."""
    calm, clear = np.zeros((18, 29)), np.ones((18, 29))
    fits = [(name, Fit(total, calm, calm, clear, 0.001, False)) for name, total in (("a", cost), ("b", cost + lead))]
    found = _decided(fits)

    assert found is not None
    assert (found.name, found.sure) == ("a", sure)


def test_an_icon_of_another_colour_is_another_card() -> None:
    """A cost in dark red, where the learnt card has it in a blue as dark: that card was not learnt; nor is the blue one
    any other."""
    red, blue = (face.copy() for face in [faces()["tribe-01"]] * 2)
    for face, colour in ((red, (30, 30, 120)), (blue, (70, 45, 30))):
        middle = (round(face.shape[1] * 0.82), round(face.shape[0] * 0.75))
        cv2.circle(face, middle, round(face.shape[1] * 0.05), colour, -1, cv2.LINE_AA)
    others = list(faces().items())[1:5]
    for learnt, laid, told in ((blue, red, None), (red, blue, None), (red, red, "card"), (blue, blue, "card")):
        found = _looked(Namer([("card", learnt), *others]), laid)
        assert (found.name if found is not None and found.sure else None) == told


@pytest.mark.parametrize(("lamp", "lead", "sure"), [(False, 6.0, True), (True, 6.0, False), (True, 13.0, True)])
def test_beside_a_mirrored_lamp_less_is_believed(lamp: bool, lead: float, sure: bool) -> None:
    """What the lamp has left of the card may tell it from others by little: then it has no name."""
    calm, clear = np.zeros((18, 29)), np.ones((18, 29))
    fits = [
        (name, Fit(total, calm, calm, clear, 0.001, False, lamp=lamp)) for name, total in (("a", 3.0), ("b", 3 + lead))
    ]
    found = _decided(fits)

    assert found is not None
    assert (found.name, found.sure) == ("a", sure)


@pytest.mark.parametrize(("everywhere", "sure"), [(0.0, False), (0.004, False), (0.01, True)])
def test_a_block_that_stands_out_speaks_against_a_card(everywhere: float, sure: bool) -> None:
    """All fits but one spot, which is off by a fourth of its brightness: another icon lies there. Where a blur puts
    everything off it is nothing special."""
    rest, power, clear = np.full((18, 29), everywhere), np.full((18, 29), 0.2), np.ones((18, 29))
    rest[2, 26] = 0.06
    found = _decided(
        [("a", Fit(3.0, rest, power, clear, 0.001, False)), ("b", Fit(300.0, rest, power, clear, 0.001, False))]
    )

    assert found is not None
    assert (found.name, found.sure) == ("a", sure)


def test_an_icon_at_the_edge_of_another_colour_is_another_card() -> None:
    """At the very edge of the card too, in yellow for dark red, though only a part of the icon is compared there."""
    red, yellow = (face.copy() for face in [faces()["tribe-01"]] * 2)
    for face, colour in ((red, (30, 30, 120)), (yellow, (60, 160, 215))):
        middle = (round(face.shape[1] * 0.95), round(face.shape[0] * 0.09))
        cv2.circle(face, middle, round(face.shape[1] * 0.035), colour, -1, cv2.LINE_AA)
        cv2.circle(face, middle, round(face.shape[1] * 0.035), (20, 20, 20), 2, cv2.LINE_AA)
    others = list(faces().items())[1:5]
    for learnt, laid, told in ((yellow, red, None), (red, yellow, None), (red, red, "card"), (yellow, yellow, "card")):
        found = _looked(Namer([("card", learnt), *others]), laid)
        assert (found.name if found is not None and found.sure else None) == told
