"""docs/reference/keys.md: how a document is named, with examples that the key maker itself has made."""

from __future__ import annotations

from tools.pages import markdown
from wellhead.text import keys

PATH = "docs/reference/keys.md"
INTRODUCTION = """\
Every document has one key, `kind:path`. It is given once and stays when the file is renamed, so what you wrote down
yesterday still finds the document tomorrow.
"""
RULES = """\
- The path is the file's place below its source, with forward slashes. Case is kept; letters are NFC.
- `.md` is left out of a key, every other ending stays.
- `%`, `#`, white space and control characters are percent-encoded, so `#` only ever opens a span.
- A new file where another document used to lie gets a number: `{second}` beside `{first}`.
- A row or a note without key and path is named by its title and its text: `{titled}`.
- A key you give yourself (in `documents.jsonl`, in front matter, from Python) is taken as it stands. Its prefix need
  not be the document's kind.
- At most {most} characters, none of them a control character.

## Spans

`{span}` is the text of `{first}` from code point 120 up to, not including, 480. Offsets count Unicode code points of
the text exactly as stored, which is how Python counts.
"""
PATHS = ("Ideas/Tide mill.md", "Ideas/100% sure.md", "C# and music.md", "cellar.txt", "map.canvas", "Café.md")


def page() -> str:
    made = [(f"`{path}`", f"`{keys.make_key(_kind(path), path)}`") for path in PATHS]
    first = keys.make_key("note", "Plan.md")
    rules = RULES.format(
        first=first,
        second=keys.free_key(first, "", {first}.__contains__),
        titled=keys.titled_key("note", "A walk by the river", "The path was under water."),
        most=f"{keys.MAX_KEY_CHARS:,}",
        span=keys.span_key(first, 120, 480),
    )
    opening = markdown.opening("Keys", "src/wellhead/text/keys.py")
    return f"{opening}\n{INTRODUCTION}\n{markdown.table(('file', 'key'), made)}\n{rules}"


def _kind(path: str) -> str:
    return {"md": "note", "txt": "text", "canvas": "canvas"}[path.rpartition(".")[2]]
