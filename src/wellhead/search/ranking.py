"""The order of the documents that answer to a question: every lane that may run, and their fusion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from wellhead.model.options import SearchOptions
from wellhead.model.query import Feedback, Filter, LaneReport, Query
from wellhead.ports import Index, Store
from wellhead.search import lanes
from wellhead.search.desk import Desk
from wellhead.search.entities import resolve
from wellhead.search.fuse import fused
from wellhead.search.group import Group
from wellhead.search.lane import NO_WORD, Lane, disabled, not_run
from wellhead.search.lexical import Lexical, lexical
from wellhead.search.links import links
from wellhead.search.query import understood, without_common
from wellhead.search.scoring import Scored
from wellhead.search.spelling import spelled


class Ranked(Struct, frozen=True, kw_only=True):
    """All documents that answer to a query, best first, what each lane brought, and what was looked for as well.

    `read` are the documents that were read closely, best first.
    """

    desk: Desk
    groups: tuple[Group, ...] = ()
    lanes: tuple[Lane, ...] = ()
    feedback: Feedback = Feedback()
    read: tuple[Scored, ...] = ()

    @property
    def query(self) -> Query:
        return self.desk.narrow

    def reports(self) -> tuple[LaneReport, ...]:
        return (*(lane.report() for lane in self.lanes), lanes.SEMANTIC)


def rank(
    text: str,
    *,
    store: Store,
    index: Index,
    options: SearchOptions,
    limit: int,
    asked: datetime,
    filters: Sequence[Filter] = (),
) -> Ranked:
    """Before anything of them is shown."""
    whole = spelled(understood(text, index.language(), asked, held=store.ids, given=filters), index)
    desk = Desk(whole, _telling(whole, index), store, index)
    if limit < 1:
        return Ranked(desk=desk)
    found = _lexical(desk, options, limit)
    ran = (found.lane, *_others(desk, found, options, text, limit))
    groups = tuple(fused(ran, found.groups))
    return Ranked(desk=desk, groups=groups, lanes=ran, feedback=found.feedback, read=found.read)


def _telling(whole: Query, index: Index) -> Query:
    """Without the words that most of the library holds, as long as one of the others stands somewhere."""
    narrow = without_common(whole, index.common(whole))
    return narrow if narrow is whole or any(index.frequencies(narrow)[1]) else whole


def _lexical(desk: Desk, options: SearchOptions, limit: int) -> Lexical:
    return lexical(desk, options, limit) if options.runs("lexical") else Lexical(lane=disabled("lexical"))


def _others(desk: Desk, found: Lexical, options: SearchOptions, text: str, limit: int) -> list[Lane]:
    named = options.runs("title") or options.runs("link")
    resolved = resolve(desk.query.text, desk.index) if named and desk.query.terms else ()
    wanted = max(limit, lanes.NAMES_READ) if not found.groups else lanes.NAMES_READ
    run: dict[str, Callable[[], Lane]] = {
        "title": lambda: lanes.title(desk, resolved, wanted) if desk.query.terms else not_run("title", NO_WORD),
        "exact": lambda: lanes.exact(desk, text),
        "tag": lambda: lanes.tag(desk),
        "link": lambda: links(desk, found.read, resolved) if desk.query.terms else not_run("link", NO_WORD),
        "date": lambda: lanes.date(desk, limit),
    }
    return [lane() if options.runs(name) else disabled(name) for name, lane in run.items()]
