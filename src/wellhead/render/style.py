"""How a surface may dress text: colours, links and a width, as one value that every renderer is handed.

Whatever is dressed is made printable first, so a renderer cannot forget it. Without colour a matched word stands
between « and », so that a highlighted window is one in a file, a log and a pipe too.
"""

from __future__ import annotations

from urllib.parse import quote

from msgspec import Struct

from wellhead.render.printable import one_line, printable

_RESET = "\x1b[0m"


class Style(Struct, frozen=True, kw_only=True):
    """Nothing set is plain text. `width` 0 breaks no lines; `home` and `here` are folders that paths are shown from."""

    colour: bool = False
    links: bool = False
    width: int = 0
    home: str = ""
    here: str = ""

    def text(self, words: str) -> str:
        return printable(words)

    def name(self, words: str) -> str:
        return one_line(words)

    def strong(self, words: str) -> str:
        return self._dressed(one_line(words), "1")

    def faint(self, words: str) -> str:
        return self._dressed(one_line(words), "2")

    def good(self, words: str) -> str:
        return self._dressed(one_line(words), "32")

    def warn(self, words: str) -> str:
        return self._dressed(one_line(words), "33")

    def bad(self, words: str) -> str:
        return self._dressed(one_line(words), "31")

    def mark(self, words: str) -> str:
        """A matched word."""
        if not self.colour:
            return f"«{printable(words)}»"
        return "\n".join(self._dressed(line, "1;33") if line else "" for line in printable(words).split("\n"))

    def link(self, words: str, location: str) -> str:
        """The words, leading to a file where the terminal can follow; `location` is an absolute path or empty."""
        if not (self.links and location.startswith("/")):
            return one_line(words)
        target = f"file://{quote(location.encode('utf-8', 'surrogateescape'))}"
        return f"\x1b]8;;{target}\x1b\\{one_line(words)}\x1b]8;;\x1b\\"

    def near(self, location: str) -> str:
        """A path as the person would type it from where they are."""
        here = self.here.rstrip("/") + "/"
        return location[len(here) :] if self.here and location.startswith(here) else self.place(location)

    def place(self, location: str) -> str:
        """A path that means the same everywhere."""
        if self.home and location.startswith(self.home.rstrip("/") + "/"):
            return "~" + location[len(self.home.rstrip("/")) :]
        return location

    def _dressed(self, words: str, code: str) -> str:
        return f"\x1b[{code}m{words}{_RESET}" if self.colour and words else words


PLAIN = Style()
