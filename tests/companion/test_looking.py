"""Looking at games kept: the desk lists, opens, writes out, takes in and draws them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from companion import commands
from companion.commands import Command
from companion.desk import TableDesk
from companion.home import Home
from companion.rules.board import Colour, border
from companion.rules.moves import parse
from companion.rules.state import Settings
from companion.shelf import Outcome, Shelf
from companion.sources import Sources
from companion.view import View


class Shelved:
    """A desk without a camera, its work done at once."""

    def __init__(self, folder: Path) -> None:
        self.home = Home(folder)
        self.desk = TableDesk(self.home, Sources())

    def say(self, command: Command) -> View:
        """The view after that command and all that it leaves to be done."""
        self.desk.do(command)
        self.desk.step()
        while self.desk.view().shelf.unread:
            self.desk.step()
        return self.desk.view()

    def play(self, *lines: str) -> View:
        """The view after these moves."""
        for line in lines:
            self.say(commands.Play(self.desk.view().revision, parse(line)))
        return self.desk.view()

    def new(self, settings: Settings | None = None) -> View:
        """Another game."""
        return self.say(commands.NewGame(self.desk.view().revision, settings or Settings()))

    def shelf(self) -> Shelf:
        """The games kept."""
        return self.say(commands.ListGames()).shelf


@pytest.fixture
def at(tmp_path: Path) -> Shelved:
    """A desk in a folder of its own."""
    return Shelved(tmp_path)


def test_games_are_listed_oldest_first(at: Shelved) -> None:
    """Two games, the one in play last; read one after the other, and known at the next look."""
    at.play("start-player blue", "place-targi blue 7")
    at.new(Settings(solo=Colour.WHITE))
    at.desk.do(commands.ListGames())
    at.desk.step()
    assert at.desk.view().shelf.unread == 2
    shelf = at.shelf()
    assert [(line.number, line.solo, line.round) for line in shelf.games] == [(1, None, 1), (2, Colour.WHITE, 1)]
    at.desk.do(commands.ListGames())
    at.desk.step()
    assert at.desk.view().shelf.games == shelf.games


def test_a_game_is_opened_with_its_steps(at: Shelved) -> None:
    """Its titles are there, undone ones marked; the game in play goes on untouched."""
    at.play("start-player blue", "place-targi blue 7", "place-targi white 2")
    at.say(commands.Undo(at.desk.view().revision))
    at.new()
    before = at.desk.view().state
    opened = at.say(commands.LookAt(1)).shelf.opened
    assert opened is not None
    assert [(step.code, step.place, step.undone) for step in opened.steps] == [
        ("start-player", None, False), ("place-targi", border(7), False), ("place-targi", border(2), True),
    ]  # fmt: skip
    assert at.desk.view().state == before
    assert at.say(commands.LookAt(None)).shelf.opened is None


def test_a_game_written_out_is_taken_in_elsewhere(at: Shelved, tmp_path: Path) -> None:
    """The file goes to another companion, which sits down with it, lists it at once and keeps its own game."""
    at.play("start-player white", "place-targi white 5")
    told = at.say(commands.ExportGame(1)).shelf.told
    assert told is not None
    assert told.outcome is Outcome.EXPORTED
    other = Shelved(tmp_path / "other")
    other.play("start-player blue")
    other.home.exchange.mkdir()
    (other.home.exchange / "from-friends.txt").write_bytes(Path(told.text).read_bytes())
    assert other.shelf().files == ("from-friends.txt",)
    view = other.say(commands.TakeIn("from-friends.txt"))
    assert view.state == at.desk.view().state
    assert view.shelf.told is not None
    assert view.shelf.told.outcome is Outcome.TAKEN_IN
    assert [line.number for line in view.shelf.games] == [1, 2]
    assert [line.number for line in other.shelf().games] == [1, 2]
    other.desk.close()
    again = Shelved(tmp_path / "other")
    assert again.desk.view().state == view.state


@pytest.mark.parametrize(
    "text", [b"", b"no game\n", b"targi-game engine=999 edition=base solo=- start=-\n", b"\xff\xfe"]
)
def test_a_broken_file_is_refused_and_nothing_changes(at: Shelved, text: bytes) -> None:
    """The game in play stays, and why is told."""
    at.play("start-player white")
    before = at.desk.view().state
    at.home.exchange.mkdir()
    (at.home.exchange / "broken.txt").write_bytes(text)
    view = at.say(commands.TakeIn("broken.txt"))
    assert view.state == before
    assert view.shelf.told is not None
    assert view.shelf.told.outcome is Outcome.NO_LOG
    assert view.shelf.told.text.startswith("broken.txt: ")
    assert [line.number for line in at.shelf().games] == [1]


def test_only_the_folder_is_read(at: Shelved, tmp_path: Path) -> None:
    """A name that leads elsewhere is looked for in the folder alone."""
    secret = tmp_path.parent / "elsewhere.txt"
    secret.write_text("targi-game engine=3 edition=base solo=- start=-\n")
    told = at.say(commands.TakeIn("../../elsewhere.txt")).shelf.told
    assert told is not None
    assert told.outcome is Outcome.NO_LOG


def test_a_stored_game_is_gone_on_with(at: Shelved) -> None:
    """It stands as it was left; both games stay stored."""
    left = at.play("start-player white", "place-targi white 5").state
    at.new()
    view = at.say(commands.GoOnWith(1))
    assert view.state == left
    view = at.play("place-targi blue 2")
    assert view.state.turn is Colour.WHITE
    assert [line.number for line in at.shelf().games] == [1, 2, 3]


def test_a_picture_is_kept(at: Shelved) -> None:
    """A PNG of 1200 by 800 pixels lies in the folder."""
    at.play("start-player white")
    told = at.say(commands.KeepPicture()).shelf.told
    assert told is not None
    assert told.outcome is Outcome.PICTURED
    picture = Image.open(io.BytesIO(Path(told.text).read_bytes()))
    assert (picture.format, picture.size) == ("PNG", (1200, 800))


def test_a_picture_in_a_language_that_is_not_there_is_english(tmp_path: Path) -> None:
    """The file of what people like may be of another version, or damaged: the desk goes on."""
    (tmp_path / "preferences.json").write_text('{"language": "xx"}')
    told = Shelved(tmp_path).say(commands.KeepPicture()).shelf.told
    assert told is not None
    assert told.outcome is Outcome.PICTURED


def test_a_folder_that_takes_nothing_is_told(at: Shelved) -> None:
    """Where the folder cannot be, the wish is answered with its name."""
    at.play("start-player white")
    at.home.exchange.write_text("in the way")
    told = at.say(commands.ExportGame(1)).shelf.told
    assert told is not None
    assert (told.outcome, told.text) == (Outcome.NOT_WRITTEN, str(at.home.exchange))
    assert at.say(commands.ExportGame(77)).shelf.told == told.__class__(Outcome.NO_GAME)
