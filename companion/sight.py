"""What the camera sees now, gathered from the worker's news for the guide and the window."""

from __future__ import annotations

from math import hypot

from companion.gaze import Gaze, ViewEvent
from companion.guide import Problem, ProblemCode, Question, QuestionCode, Sight
from companion.rules.board import PIECES, Doubt, PieceKind, PlaceKind, Sighting, Standing
from companion.view import Aim, Source
from companion.worker import Calibrated, Failed, Look, News, NotCalibrated, Searching

_CARD_PITCH_MM = (95.0, 63.0)  # of the cards as they usually lie
_BLACK = 6.0  # mean grey value
_BLACK_AFTER = 1.5
_HOPELESS_STARTS = 4
_OTHER_TABLE_AFTER = 5.0
_MOVED_SHOWN = 4.0
_BEFORE_ANY_PICTURE = {
    "no_permission": ProblemCode.CAMERA_NOT_ALLOWED,
    "stalled": ProblemCode.CAMERA_STALLED,
    "frozen": ProblemCode.CAMERA_STALLED,
    "gone": ProblemCode.CAMERA_STALLED,
}
_WHY_NOT_FOUND = {
    "no_board": ProblemCode.NO_BOARD,
    "no_picture": ProblemCode.NO_BOARD,
    "blocked": ProblemCode.VIEW_BLOCKED,
    "which_corner": ProblemCode.WHICH_CORNER,
    "too_dark": ProblemCode.TOO_DARK,
    "too_bright": ProblemCode.TOO_BRIGHT,
}


class Seeing:
    """Takes the news of one source of pictures in. ``playing``: what the source is called while pictures come."""

    def __init__(self, playing: Source, with_profile: bool) -> None:
        self.source = Source.STARTING
        self.calibrated = with_profile
        self.look: Look | None = None
        self.failed_starts = 0
        self.demo = playing is Source.DEMO
        self._playing = playing
        self._given = with_profile
        self._gaze = Gaze()
        self._failed: Problem | None = None
        self._searching = False
        self._not_found: str | None = None
        self._ever_found = False
        self._first_seconds: float | None = None
        self._black_since: float | None = None
        self._moved_at = -float("inf")

    @property
    def sighting(self) -> Sighting | None:
        """The newest; None without a picture, or before the board is known."""
        return self.look.sighting if self.look else None

    def take(self, news: News) -> list[ViewEvent]:
        """Takes a piece of news in; what it makes certain of the view."""
        if isinstance(news, Look):
            return self._looked(news)
        if isinstance(news, Searching):
            self._searching = True
            self._pictures_come()
        elif isinstance(news, Calibrated):
            self.calibrated, self._given, self._not_found = True, False, None
        elif isinstance(news, NotCalibrated):
            self._not_found = news.reason
        elif isinstance(news, Failed):
            self.source = Source.NONE if self.look is None else Source.LOST
            self.failed_starts += self.look is None
            self._failed = self._failure(news)
        return []

    def _pictures_come(self) -> None:
        self.source, self._failed = self._playing, None

    def _failure(self, failed: Failed) -> Problem:
        if failed.trouble == "model":
            return Problem(ProblemCode.MODEL_BROKEN, text=failed.cause)
        if self.demo:
            return Problem(ProblemCode.DEMO_STOPPED)
        if failed.trouble == "died":
            return Problem(ProblemCode.READING_FAILED)
        if failed.trouble == "busy":
            return Problem(ProblemCode.CAMERA_BUSY, text=failed.cause)
        if self.look is not None:
            return Problem(ProblemCode.CAMERA_STALLED)
        return Problem(_BEFORE_ANY_PICTURE.get(failed.trouble, ProblemCode.NO_CAMERA))

    def _looked(self, look: Look) -> list[ViewEvent]:
        self.look, self.failed_starts = look, 0
        self._pictures_come()
        self._first_seconds = look.seconds if self._first_seconds is None else self._first_seconds
        if look.brightness >= _BLACK:
            self._black_since = None
        elif self._black_since is None:
            self._black_since = look.seconds
        if look.sighting is None:
            return []
        self._ever_found = self._ever_found or look.sighting.found
        events = self._gaze.take(look.sighting)
        if ViewEvent.CAMERA_MOVED in events:
            self._moved_at = look.seconds
        return events

    def sight(self, standing: Standing | None, questions: tuple[Question, ...]) -> Sight:
        """What the guide is to know; ``standing``: the settled one, None when it is not known."""
        now = self.look.seconds if self.look else 0.0
        problem = self.problem()
        return Sight(
            problem=problem,
            blocked=self._gaze.blocked,
            moved=now - self._moved_at < _MOVED_SHOWN,
            light=self._gaze.light,
            standing=None if problem else standing,
            questions=questions,
        )

    def problem(self) -> Problem | None:
        """Why there is no picture that can be used; None while there is one."""
        if self._failed is not None:
            return self._failed
        code = self._blindness(self.look) if self.look else ProblemCode.SEARCHING if self._searching else None
        return Problem(code) if code else None

    def _blindness(self, look: Look) -> ProblemCode | None:
        now = look.seconds
        if self._black_since is not None and now - self._black_since >= _BLACK_AFTER:
            return ProblemCode.BLACK_PICTURES
        if look.sighting is None:
            return _WHY_NOT_FOUND.get(self._not_found or "", ProblemCode.SEARCHING)
        waited = now - (self._first_seconds or 0.0) >= _OTHER_TABLE_AFTER
        if self._given and not self._ever_found and waited:
            return ProblemCode.OTHER_TABLE
        return ProblemCode.NO_BOARD if self._gaze.lost else None

    @property
    def hopeless(self) -> Problem | None:
        """Why there is no picture, when its source has failed to start again and again; None while there is hope."""
        return self.problem() if self.failed_starts >= _HOPELESS_STARTS else None

    def aim(self) -> Aim | None:
        """How well the camera is mounted; None without a picture."""
        if self.look is None:
            return None
        corner_sure = self._not_found != "which_corner"
        corners = self.look.sighting.corners_px if self.look.sighting else ()
        scale = pixels_per_mm(corners) if len(corners) == 4 else None
        still_px, (width, _) = self.look.still_px, self.look.size_px
        for_names = scale * still_px[0] / width if scale is not None and still_px is not None else scale
        return Aim(scale, self.look.sharpness, self.look.brightness, self.look.uneven, corner_sure, for_names)


def pixels_per_mm(corners_px: tuple[tuple[float, float], ...]) -> float:
    """The scale of the board, from the pixel centres of its corner cards 16, 4, 8, 12: the mean of width and height."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners_px
    wide = (hypot(bx - ax, by - ay) + hypot(cx - dx, cy - dy)) / 8
    high = (hypot(dx - ax, dy - ay) + hypot(cx - bx, cy - by)) / 8
    return (wide / _CARD_PITCH_MM[0] + high / _CARD_PITCH_MM[1]) / 2


def question_about(doubt: Doubt) -> Question:
    """What a person is asked about a doubtful place: what the camera says first, then nothing, then the others."""
    fitting = {
        PlaceKind.CENTRE: (PieceKind.MARKER,),
        PlaceKind.DUNE: (PieceKind.TARGI,),
        PlaceKind.BORDER: (PieceKind.TARGI, PieceKind.ROBBER, PieceKind.TARGIA),
    }[doubt.where.kind]
    others = [piece for piece in PIECES if piece.kind in fitting and piece != doubt.says]
    likely = [doubt.says] if doubt.says is None or doubt.says.kind in fitting else []
    choices = (*likely, *([None] if doubt.says is not None else []), *others)
    return Question(QuestionCode.WHAT_STANDS_HERE, doubt.where, choices=choices, confidence=doubt.confidence)


def still_open(sighting: Sighting | None, question: Question) -> bool:
    """Whether the newest picture does not answer the question by itself."""
    return sighting is None or any(doubt.where == question.place for doubt in sighting.doubts)
