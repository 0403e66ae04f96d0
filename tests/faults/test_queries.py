"""Whatever somebody types, pastes or throws at a search, it answers: ten thousand strings, no exception."""

from __future__ import annotations

import random

import pytest

import wellhead
from wellhead.wire.encode import encode
from wellhead.wire.results import to_v1

COUNT = 10_000
PIECES = (
    *(
        '"',
        "'",
        "`",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "*",
        "^",
        ":",
        ";",
        "-",
        "--",
        "+",
        "/",
        "\\",
        "|",
        "&",
        "%",
    ),
    *("#", "@", "!", "?", ",", ".", "=", "~", "$", "_", '""', '"""', '"*', "* *", "-- comment", "/*", "*/"),
    *(
        "AND",
        "OR",
        "NOT",
        "NEAR",
        "NEAR(oak ash, 2)",
        "title:oak",
        "tags : x",
        "body:",
        "rowid",
        "oak*",
        "*oak",
        "^oak",
    ),
    *("ix_text", "'; DROP TABLE documents; --", "' OR 1=1 --", "MATCH", "bm25(ix_text)", "{title} : oak", "-title:oak"),
    *(
        "\x00",
        "\x01",
        "\x1b[31m",
        "\x7f",
        "\x85",
        "\r\n",
        "\t",
        "\u2028",
        "\ufeff",
        "\u200b",
        "\u202e",
        "\u2066",
        "\ud800",
        "\udfff",
    ),
    *(
        "東京",
        "日本語の文",
        "한국어",
        "汉字漢字汉字",
        "ｆｕｌｌ",
        "שלום",
        "مرحبا بالعالم",
        "हिन्दी",
        "ไทย",
        "ΑΒΓ",
        "Straße",
        "İıİ",
    ),
    *("😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "e\u0301", "a" + "\u0300" * 200, "ﬃ", "Ω", "½", "٣", "Ⅷ", "𝔘𝔫𝔦", "\U0010ffff", "\ue000"),
    *(
        *(
            "-",
            "NOT ",
            "-oak",
            '-"oak ash"',
            "NOT oak*",
            "-tag:",
            "-#",
            "mine:",
            "mine:perhaps",
            "kind:note",
            "kind:",
            "tag:a/b",
        ),
        *(
            'author:"',
            "path:/",
            "path:..",
            "after:",
            "after:yesterday",
            'before:"last spring"',
            "after:2025-13",
            "before:9999",
        ),
        *(
            "after:0001-01-01",
            "#oak/leaf",
            "#1",
            "@",
            "@oak",
            '@"',
            "note:",
            "note:1",
            "note:1#0-9",
            "x:y",
            "http://",
            "https://a",
        ),
        *(
            "note:\ud800",
            "last",
            "two weeks ago",
            "999999999 years ago",
            "in May 2025",
            "between 3 and",
            "29 February",
            "2025年",
        ),
        *(
            "0000-00-00",
            "9999-12-31",
            "since",
            "before 0001",
            "in 9999",
            "last winter",
            "1-1-1",
            "3.6.2025",
            "on Friday",
        ),
        "oak",
        "ash",
        "the",
        "and of the",
        "leaf-mould",
        "don't",
        "1.5e9",
        "0x1F",
        "-1",
        "9" * 40,
    ),
)
HUGE = (
    *PIECES,
    "a" * 3_000,
    "9" * 400,
    "oak OR ",
    "\u6771",
    '"oak" ',
    "-oak ",
    "NOT ",
    "a:",
    "note:a/",
    "last ",
    "in ",
)


def _query(luck: random.Random) -> str:
    kind = luck.random()
    if kind < 0.7:
        return luck.choice(("", " ")).join(luck.choices(PIECES, k=luck.randrange(0, 9)))
    if kind < 0.9:
        return "".join(
            chr(luck.choice((luck.randrange(0x80), luck.randrange(0x3000), luck.randrange(0x110000))))
            for _ in range(20)
        )
    if kind < 0.98:
        return " ".join(luck.choices(PIECES, k=luck.randrange(20, 90)))
    return (luck.choice(HUGE) * 20_000)[: luck.choice((5_000, 100_000))]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> wellhead.Library:
    """A few documents of many scripts, some with queries in them."""
    luck = random.Random(1)
    made = wellhead.open(tmp_path_factory.mktemp("queries") / "library")
    texts = [" ".join(luck.choices(PIECES, k=60)).encode("utf-8", "replace").decode() for _ in range(40)]
    made.add([wellhead.Document(text=text, title=text[:30], key=f"note:{number}") for number, text in enumerate(texts)])
    return made


def test_ten_thousand_strings_raise_nothing(library: wellhead.Library, seed: int) -> None:
    """Quotes, operators, control characters, every script and endless pastes each get an answer that can be encoded."""
    luck = random.Random(seed)
    found = 0
    for _ in range(COUNT):
        query = _query(luck)
        try:
            result = library.search(query, limit=5)
            assert encode(to_v1(result)).decode("utf-8")
        except Exception as error:
            raise AssertionError(f"{query[:200]!r} raised {error!r}") from error
        found += bool(result.results)
    assert found > COUNT // 4
    library.close()
