"""How a screen follows the size of text: what stands side by side goes below each other, and a page scrolls.

At 100 % everything fits into 800x480 units and nothing here shows. With larger text a unit is larger, so the window
holds fewer of them. A screen is a `Page`: its `TopBar` stays, the rest scrolls. `Columns` stand beside each other only
where they have room. `Tail` holds the buttons beside the top bar. Boxes, grids and texts say themselves how high they
must be.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.theme import FINGER, theme

APART = 790
"""Units across from which on everything stands beside each other."""
PAGED = 480
"""Units across below which the board is a page of its own."""
INSET = 2
"""Units round what scrolls."""


class TopBar(BoxLayout):  # type: ignore[misc]
    """The way back, and what this screen is."""

    title = StringProperty("")


class Tail(BoxLayout):  # type: ignore[misc]
    """Buttons beside the top bar; below it where they have no room."""

    folded = BooleanProperty(False)


class Scroll(ScrollView):  # type: ignore[misc]
    """What is put in stands below each other; it scrolls only when it is higher than the room there is. ``inset``:
    units round it, so that the edges of what is chosen are not cut off."""

    inset = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        self.body = BoxLayout(orientation="vertical", size_hint_y=None)
        super().__init__(**kwargs)
        super().add_widget(self.body)
        self.body.bind(minimum_height=self._fit)
        self.bind(height=self._fit, inset=self._fit)
        theme.follow("u", self, "_fit")

    def _fit(self, *_: object) -> None:
        self.body.height = max(self.body.minimum_height, self.height)
        self.do_scroll_y = self.body.height > self.height + 1  # else a touch would wait for what it may become
        inset = self.inset * theme.u
        self.body.padding = [inset, inset, 2 * self.bar_width if self.do_scroll_y else inset, inset]
        if not self.do_scroll_y:
            self.scroll_y = 1

    def add_widget(self, widget: Widget, index: int = 0, canvas: str | None = None) -> None:
        self.body.add_widget(widget, index, canvas)

    def remove_widget(self, widget: Widget) -> None:
        self.body.remove_widget(widget)

    def clear_widgets(self, children: list[Widget] | None = None) -> None:
        self.body.clear_widgets(children)

    def to_top(self) -> None:
        """Shows the beginning."""
        self.scroll_y = 1


class Columns(BoxLayout):  # type: ignore[misc]
    """Children beside each other from ``apart`` units on, below each other in all their width where there are fewer."""

    apart = NumericProperty(APART)

    def __init__(self, **kwargs: object) -> None:
        self._beside: dict[int, float | None] = {}  # the share of the width each child has when beside the others
        super().__init__(**kwargs)
        self.fbind("apart", self.fold)
        theme.follow("u", self, "fold")
        self.fold()

    @property
    def folded(self) -> bool:
        """Whether they stand below each other."""
        return bool(theme.wide < self.apart)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        widget.fbind("size_hint_x", self._told)
        self._told(widget, widget.size_hint_x)

    def fold(self, *_: object) -> None:
        """Puts the children the way they have room."""
        self.orientation = "vertical" if self.folded else "horizontal"
        for child in self.children:
            child.size_hint_x = 1 if self.folded else self._beside.get(child.uid, 1)

    def _told(self, child: Any, share: float | None) -> None:
        """A child's share of the width as its rules say it."""
        if share != 1:
            self._beside[child.uid] = share
        self.fold()


class Page(BoxLayout):  # type: ignore[misc]
    """A screen's own layout: the top bar with its tail, and what scrolls below."""

    def __init__(self, **kwargs: object) -> None:
        self.head = BoxLayout(size_hint_y=None)
        self.scroll = Scroll(inset=INSET)
        self.tail: Tail | None = None
        super().__init__(**kwargs)
        super().add_widget(self.head)
        super().add_widget(self.scroll)
        theme.follow("u", self, "fold")
        self.fold()

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        if isinstance(widget, TopBar):
            self.head.add_widget(widget)
        elif isinstance(widget, Tail):
            self.tail = widget
            self.head.add_widget(widget)
        else:
            self.scroll.add_widget(widget)
        self.fold()

    def fold(self) -> None:
        """The tail stands where it has room."""
        self.scroll.body.spacing = self.head.spacing = 8 * theme.u
        self.head.height = (FINGER + INSET) * theme.u
        self.head.padding = [INSET * theme.u, INSET * theme.u, INSET * theme.u, 0]
        if self.tail is None:
            return
        below = theme.wide < APART
        parent = self.scroll.body if below else self.head
        if self.tail.parent is not parent:
            self.tail.parent.remove_widget(self.tail)
            parent.add_widget(self.tail, len(parent.children) if below else 0)
        self.tail.folded = below


class Beside(BoxLayout):  # type: ignore[misc]
    """The board, and the words beside it; where there is no room for both each is a page of its own."""

    least = NumericProperty(270)  # units that the words need
    words_shown = BooleanProperty(True)  # where each is a page of its own
    paged = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        self.parts: list[Any] = []  # the board, the words
        super().__init__(**kwargs)
        self.bind(size=self.arrange, words_shown=self.arrange)
        theme.follow("u", self, "arrange")

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        if widget not in self.parts:
            self.parts.append(widget)
        if len(self.parts) == 1 and widget is self.parts[0]:
            widget.bind(columns=self.arrange)

    def turn(self) -> None:
        """From the board to the words, or back."""
        self.words_shown = not self.words_shown

    def arrange(self, *_: object) -> None:
        """Puts board and words where they have room."""
        if len(self.parts) < 2:
            return
        board, words = self.parts
        self.paged = theme.wide < PAGED
        wanted = [words] if self.paged and self.words_shown else [board] if self.paged else [board, words]
        if self.children[::-1] != wanted:
            self.clear_widgets()
            for part in wanted:
                self.add_widget(part)
        board.size_hint_x = 1 if self.paged else None
        if not self.paged:
            room = self.width - self.spacing - self.least * theme.u
            board.width = min(self.height / 5 * board.columns, room)


Builder.load_file(str(Path(__file__).with_name("page.kv")))
