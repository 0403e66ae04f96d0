"""The peers that searching is measured beside, over the same documents in the same order: bm25s, and plain FTS5.

bm25s as it comes: its default English stop words, its default `lucene` method, with PyStemmer's English stemmer. FTS5:
one table `porter unicode61`, a row a document, a query is its words, each quoted, any of them, ranked by bm25. Both
see a document's title and text as one text, and know nothing but the pool that the question is asked of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import apsw

_WORD = re.compile(r"\w+")
Texts = dict[str, str]  # docid to title and text
Searcher = Callable[[str], list[str]]  # a question to ids, best first


def bm25s(texts: Texts, deepest: int) -> Callable[[Sequence[str]], Searcher]:
    """Words of each document are found once; each pool has its own index, so its own idf."""
    import bm25s as library
    import Stemmer

    stemmer = Stemmer.Stemmer("english")

    def words(them: list[str]) -> list[list[str]]:
        found = library.tokenize(them, stemmer=stemmer, return_ids=False, show_progress=False)
        return [list(each) for each in found]

    tokens = dict(zip(texts, words(list(texts.values())), strict=True))

    def pool(docids: Sequence[str]) -> Searcher:
        index = library.BM25()
        index.index([tokens[docid] for docid in docids], show_progress=False)

        def search(text: str) -> list[str]:
            asked = [word for word in words([text])[0] if word in index.vocab_dict]
            if not asked:
                return []
            scores = index.get_scores(asked)
            order = sorted((at for at in scores.nonzero()[0]), key=lambda at: (-scores[at], at))
            return [docids[at] for at in order[:deepest]]

        return search

    return pool


def fts5(texts: Texts, deepest: int) -> Callable[[Sequence[str]], Searcher]:
    select = "SELECT rowid FROM pool WHERE pool MATCH ? ORDER BY bm25(pool), rowid LIMIT ?"

    def pool(docids: Sequence[str]) -> Searcher:
        connection = apsw.Connection(":memory:")
        connection.execute("CREATE VIRTUAL TABLE pool USING fts5(text, tokenize = 'porter unicode61')")
        with connection:
            rows = [(at, texts[docid].replace("\x00", " ")) for at, docid in enumerate(docids)]
            connection.executemany("INSERT INTO pool (rowid, text) VALUES (?, ?)", rows)

        def search(text: str) -> list[str]:
            asked = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(text.lower())))
            return [docids[at] for (at,) in connection.execute(select, (asked or '""', deepest))]

        return search

    return pool


PEERS = {"bm25s": bm25s, "FTS5": fts5}
