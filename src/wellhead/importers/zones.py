"""Which parts of a Markdown text speak, and which are only shown: code and comments are blanked, offsets stay.

Takes a text and where its body starts; gives a text of the same length in which fences, code spans, HTML comments
and Obsidian's `%%` comments are filler. Nothing in there is a link, a tag, a heading or an anchor. Every step moves
forward, so a hostile text costs no more than its length.
"""

from __future__ import annotations

import re
from bisect import bisect_right

DATAVIEW = "Dataview queries are kept as text; they are not run"

_OPENER = re.compile(r"``*+|~~~~*+|<!--|%%")
_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_LONGEST_LEAD = 120
_CLOSER = re.compile(r"\n[ \t>]*+(```++|~~~++)[ \t\r]*+(?=\n|\Z)")
_TICKS = re.compile(r"``*+")
_PARAGRAPH_END = re.compile(r"\n(?:[ \t\r]*+(?:\n|\Z)|[ \t>]*+(?:```|~~~|#{1,6}[ \t]|[-*+][ \t]))")
_INLINE_QUERY = re.compile(r"\$?= *(?:this\b|\[\[|dv\.|date\(|dur\()")


def has_zones(text: str) -> bool:
    """Whether anything in a text could be code or a comment; most notes have none."""
    return "`" in text or "%%" in text or "<!--" in text or "~~~" in text


class Zones:
    """One pass over one text. `blanked` does it; `queries` says afterwards whether it met a Dataview query."""

    def __init__(self, text: str) -> None:
        self.queries = False
        self._text = text
        self._runs: dict[int, list[int]] | None = None
        self._paragraph_end = -1
        self._last_comment_end = text.rfind("-->") if "<!--" in text else -1

    def blanked(self, start: int) -> str:
        text = self._text
        parts: list[str] = []
        done = 0
        opener = _OPENER.search(text, start)
        while opener is not None:
            begin, after = opener.span()
            character = text[begin]
            if character == "`" or character == "~":
                begin, end, filler = self._code(begin, after, character)
            else:
                end, filler = self._comment(begin, after, character), " "
            if end:
                parts.append(text[done:begin])
                parts.append(filler * (end - begin))
                done = after = end
            opener = _OPENER.search(text, after)
        if not parts:
            return text
        parts.append(text[done:])
        return "".join(parts)

    def _comment(self, begin: int, after: int, character: str) -> int:
        """Where a comment ends; one without an end is none."""
        if character == "%":
            end = self._text.find("%%", after)
            return end + 2 if end >= 0 else 0
        return self._text.index("-->", after) + 3 if after <= self._last_comment_end else 0

    def _code(self, begin: int, after: int, character: str) -> tuple[int, int, str]:
        """(start, end, filler) of a fence or a code span; end 0 if these are only characters."""
        if after - begin >= 3:
            line = self._line_of_fence(begin)
            if line >= 0:
                end = self._fence_end(begin, after, character)
                if end:
                    return line, end, " "
        if character == "~":
            return begin, 0, ""
        end = self._span_end(begin, after)
        if end and not self.queries:
            self.queries = _INLINE_QUERY.match(self._text, after) is not None
        return begin, end, "`"

    def _line_of_fence(self, begin: int) -> int:
        """Where the line of a fence starts; -1 if something else stands before it on the line."""
        line = self._text.rfind("\n", max(0, begin - _LONGEST_LEAD), begin) + 1
        if line == 0 and begin > _LONGEST_LEAD:
            return -1
        return line if _LEAD.fullmatch(self._text, line, begin) else -1

    def _fence_end(self, begin: int, after: int, character: str) -> int:
        """After the closing fence, or the end of the text; 0 if the rest of the line makes it a code span."""
        text = self._text
        line_end = text.find("\n", after)
        if line_end < 0:
            line_end = len(text)
        if character == "`" and text.find("`", after, line_end) >= 0:
            return 0
        if text[after:line_end].strip().lower().startswith("dataview"):
            self.queries = True
        at = line_end
        while (closer := _CLOSER.search(text, at)) is not None:
            if closer[1][0] == character and len(closer[1]) >= after - begin:
                return closer.end()
            at = closer.end()
        return len(text)

    def _span_end(self, begin: int, after: int) -> int:
        """After the run of backticks that closes this one within its paragraph; 0 if none does."""
        text = self._text
        if begin and text[begin - 1] == "\\" and after - begin == 1:
            return 0
        close = self._next_run(after, after - begin)
        if close < 0:
            return 0
        if self._paragraph_end < after:
            end = _PARAGRAPH_END.search(text, after)
            self._paragraph_end = end.start() if end else len(text)
        return close + after - begin if close < self._paragraph_end else 0

    def _next_run(self, after: int, length: int) -> int:
        """The next run of exactly so many backticks, -1 if there is none."""
        text = self._text
        if length == 1:
            close = text.find("`", after)
            if close < 0 or not text.startswith("`", close + 1):
                return close
        if self._runs is None:
            self._runs = {}
            for run in _TICKS.finditer(text, after):
                self._runs.setdefault(run.end() - run.start(), []).append(run.start())
        runs = self._runs.get(length, [])
        place = bisect_right(runs, after)
        return runs[place] if place < len(runs) else -1
