"""What a library is about: the tags a person gave, and the neighbourhoods that links make around a document.

Computed when it is asked for, from two tables read once: what is stored cannot be out of date. Takes Store and Index,
writes nothing; every order is total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from wellhead.errors import NotFound
from wellhead.model.neighbourhood import Hub, Near, Tag, Topic, Topics
from wellhead.ports import Index, Store
from wellhead.search.entities import resolve

_MEMBERS = 8
_LEAST_LINKS = 2  # documents that link to a hub


class _Tags:
    """Tags of one spelling in lower case are one tag; a nested tag belongs to those it is nested in."""

    def __init__(self, rows: Iterable[tuple[str, int]]) -> None:
        self.documents: dict[str, set[int]] = {}
        self.of: dict[int, set[str]] = {}
        spellings: dict[str, Counter[str]] = {}
        for written, number in rows:
            for tag in _with_parents(written):
                folded = tag.casefold()
                spellings.setdefault(folded, Counter())[tag] += 1
                self.documents.setdefault(folded, set()).add(number)
                self.of.setdefault(number, set()).add(folded)
        self._spelled = {
            folded: min(counts, key=lambda tag: (-counts[tag], tag)) for folded, counts in spellings.items()
        }

    def tag(self, folded: str, documents: int | None = None) -> Tag:
        count = len(self.documents[folded]) if documents is None else documents
        return Tag(name=self._spelled[folded], documents=count)


def topics(store: Store, *, limit: int) -> Topics:
    """The most used tags with what they are nested in, and the documents that most others link to."""
    tags = _Tags(store.tags())
    chosen = sorted(tags.documents, key=lambda tag: (-len(tags.documents[tag]), tag))[:limit]
    whole = {each.casefold() for tag in chosen for each in _with_parents(tag)}
    found = [tags.tag(folded) for folded in sorted(whole, key=lambda tag: tag.split("/"))]
    return Topics(tags=tuple(found), hubs=_hubs(store, limit))


def topic(name: str, store: Store, index: Index, *, limit: int) -> Topic:
    """One of them: a tag if there is one of that name, else the neighbourhood of the document it stands for."""
    tags = _Tags(store.tags())
    links = _neighbours(store)
    folded = name.strip().lstrip("#").rstrip("/").casefold()
    if folded in tags.documents:
        members, shown, key, kind = tags.documents[folded], tags.tag(folded).name, "", "tag"
    else:
        number, shown, key = _document(name, tags, store, index)
        members, kind = {number, *links.get(number, ())}, "links"
    ranked = sorted(members, key=lambda each: (-len(links.get(each, ())), each))
    return Topic(
        name=shown,
        kind=kind,
        key=key,
        count=len(members),
        documents=_near(store, {each: len(links.get(each, ())) for each in ranked[:limit]}),
        tags=_beside(tags, members, folded, limit),
        pivots=_pivots(store, links, members, limit),
    )


def _document(name: str, tags: _Tags, store: Store, index: Index) -> tuple[int, str, str]:
    given = store.ids([name]).get(name)
    if given is not None:
        return given, store.heads([given])[given].title, name
    found = [each for each in resolve(name, index) if each.document_id and len(each.text) * 2 > len(name.strip())]
    if not found:
        from rapidfuzz import process

        near = [str(each[0]) for each in process.extract(name, list(tags.documents), limit=3, score_cutoff=60)]
        hint = f"did you mean {', '.join(near)}?" if near else "`wellhead topics` lists them"
        raise NotFound(f"there is no tag and no document called {name}", hint=hint)
    best = max(found, key=lambda each: (each.score, each.key))
    return best.document_id, best.title, best.key


def _hubs(store: Store, limit: int) -> tuple[Hub, ...]:
    linkers: dict[int, set[int]] = {}
    for origin, target in store.edges():
        linkers.setdefault(target, set()).add(origin)
    chosen = sorted(
        (number for number, others in linkers.items() if len(others) >= _LEAST_LINKS),
        key=lambda number: (-len(linkers[number]), number),
    )[:limit]
    members = {
        number: sorted(linkers[number], key=lambda each: (-len(linkers.get(each, ())), each))[:_MEMBERS]
        for number in chosen
    }
    heads = store.heads({*chosen, *(each for own in members.values() for each in own)})
    return tuple(
        Hub(
            key=heads[number].key,
            title=heads[number].title,
            documents=len(linkers[number]),
            members=tuple(
                Near(key=heads[each].key, title=heads[each].title, documents=len(linkers.get(each, ())))
                for each in members[number]
                if each in heads
            ),
        )
        for number in chosen
        if number in heads
    )


def _neighbours(store: Store) -> dict[int, set[int]]:
    """Who is linked with whom, whoever links."""
    found: dict[int, set[int]] = {}
    for origin, target in store.edges():
        found.setdefault(origin, set()).add(target)
        found.setdefault(target, set()).add(origin)
    return found


def _beside(tags: _Tags, members: set[int], own: str, limit: int) -> tuple[Tag, ...]:
    """Tags that the same documents carry, by how many of them do; not those the tag is nested in."""
    counts = Counter(tag for number in members for tag in tags.of.get(number, ()))
    others = [tag for tag in counts if tag != own and not own.startswith(f"{tag}/")]
    ranked = sorted(others, key=lambda tag: (-counts[tag], tag))[:limit]
    return tuple(tags.tag(tag, counts[tag]) for tag in ranked)


def _pivots(store: Store, links: Mapping[int, set[int]], members: set[int], limit: int) -> tuple[Near, ...]:
    """Documents outside that two or more of the members are linked with: where the topic meets others."""
    counts = Counter(other for number in members for other in links.get(number, ()) if other not in members)
    ranked = sorted((each for each in counts if counts[each] > 1), key=lambda each: (-counts[each], each))
    return _near(store, {each: counts[each] for each in ranked[:limit]})


def _near(store: Store, counts: Mapping[int, int]) -> tuple[Near, ...]:
    heads = store.heads(counts)
    return tuple(Near(key=head.key, title=head.title, documents=counts[number]) for number, head in heads.items())


def _with_parents(tag: str) -> Sequence[str]:
    """`a/b/c` is also `a/b` and `a`; of a tag of a hundred parts the first ones."""
    parts = tag.split("/")[:10]
    return ["/".join(parts[:size]) for size in range(1, len(parts))] + [tag]
