"""What lies near one document: what it links to, what links to it, names and rare tags it shares. Each with its reason.

Computed when it is asked for. What two documents have in common counts the more the fewer others have it; whatever is
common to many says nothing and is left out. Takes Store and Index, writes nothing; the order is total.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from wellhead.errors import NotFound
from wellhead.model.document import Document, Link
from wellhead.model.neighbourhood import Named, Reason, Related
from wellhead.ports import Index, Store
from wellhead.search.terms import as_phrase
from wellhead.text import mentions, prose
from wellhead.text.derive import folded_name

_LINKED = 3.0
_NAMED = 2.0
_SHARED = 1.5
_RARE = 12  # documents that know a name or carry a tag which still says something
_SHARES = 12  # names and tags that are followed, the rarest first
_READ = 40  # linking documents whose sentences are read
_PLAIN_TYPES = frozenset({"", "link", "embed", "url", "block", "wikilink"})
_IMPLIED = (("names", "links to"), ("named in", "linked from"))
_TEXT_CHARS = 40_000


def related(key: str, store: Store, index: Index, *, limit: int) -> tuple[Related, ...]:
    """The nearest first; NotFound if there is no such document."""
    document = store.get(key)
    number = store.ids([key]).get(key)
    if document is None or number is None:
        raise NotFound(f"there is no document {key}", hint="`wellhead search` finds keys")
    found = _Neighbours(number)
    _links(found, document, store)
    _names(found, document, store, index)
    _tags(found, document, store)
    return found.told(store, limit)


class _Neighbours:
    """Reasons by document, as they are found; one of a kind and name counts once."""

    def __init__(self, own: int) -> None:
        self._own = own
        self._reasons: dict[int, dict[tuple[str, str], Reason]] = {}

    def add(self, number: int, reason: Reason) -> None:
        if number != self._own:
            known = self._reasons.setdefault(number, {})
            place = (reason.name, reason.detail)
            if place not in known or (reason.label and not known[place].label):
                known[place] = reason

    def told(self, store: Store, limit: int) -> tuple[Related, ...]:
        for own in self._reasons.values():
            for name, stronger in _IMPLIED:
                if any(each.name == stronger for each in own.values()):
                    for place in [place for place in own if place[0] == name]:
                        del own[place]
        scores = {number: _score(own.values()) for number, own in self._reasons.items()}
        keys = store.keys_of(scores)
        chosen = sorted(keys, key=lambda number: (-scores[number], keys[number]))[:limit]
        heads = store.heads(chosen)
        return tuple(
            Related(
                key=heads[number].key,
                title=heads[number].title,
                score=scores[number],
                reasons=tuple(
                    sorted(self._reasons[number].values(), key=lambda each: (-each.weight, each.name, each.detail))
                ),
            )
            for number in chosen
            if number in heads
        )


def _score(reasons: Iterable[Reason]) -> float:
    """The best reason whole, each further one half as much as the one before: many weak ones make no strong one."""
    weights = sorted((each.weight for each in reasons), reverse=True)
    return round(sum(weight * 0.5**place for place, weight in enumerate(weights[:10])), 3)


# --- links ------------------------------------------------------------------------------------------------------------


def _links(found: _Neighbours, document: Document, store: Store) -> None:
    links = [link for link in store.links(document.key) if link.key]
    backlinks = [(key, link) for key, link in store.backlinks(document.key) if key != document.key]
    numbers = store.ids({*(link.key for link in links), *(key for key, _ in backlinks)})
    for link in links:
        if link.key in numbers:
            found.add(numbers[link.key], Reason(name="links to", label=_said(document, link), weight=_LINKED))
    read = store.by_ids(list(dict.fromkeys(numbers[key] for key, _ in backlinks if key in numbers))[:_READ])
    for key, link in backlinks:
        origin = read.get(numbers.get(key, 0))
        label = _said(origin, link) if origin is not None else _typed(link)
        if key in numbers:
            found.add(numbers[key], Reason(name="linked from", label=label, weight=_LINKED))


def _said(document: Document, link: Link) -> str:
    """What the link itself or the sentence around it says of the document it stands in and the one it leads to."""
    if _typed(link):
        return _typed(link)
    start = max(0, link.start - prose.SENTENCE_CHARS)
    text = document.text[start : link.end + prose.SENTENCE_CHARS]
    place = (link.start - start, link.end - start)
    if place[0] >= place[1]:
        return ""
    own = mentions.places(text, (document.title, *document.aliases))
    others = [(each.start, each.end) for each in mentions.mentions(text)]
    free = [each for each in (*own, *others) if each[1] <= place[0] or each[0] >= place[1]]
    for each in prose.relations(text, [place, *free], about=True):
        if place == each.object and (each.pronoun or each.subject in own):
            return each.label
        if place == each.subject and each.object in own:
            return f"← {each.label}"
    return prose.opening(text, place)


def _typed(link: Link) -> str:
    """A kind of link that the person gave."""
    return "" if link.type in _PLAIN_TYPES else link.type


# --- names ------------------------------------------------------------------------------------------------------------


def _names(found: _Neighbours, document: Document, store: Store, index: Index) -> None:
    """Documents this one names without a link, those that name it, and those that know the same rare names."""
    said = mentions.names(document.text[:_TEXT_CHARS])
    known = index.named(said)
    own = {folded_name(name) for name in (document.title, *document.aliases)}
    for each in known:
        if each.document_id and not each.former:
            found.add(each.document_id, Reason(name="names", detail=each.title, weight=_NAMED))
    for name in (document.title, *document.aliases[:2]):
        if len(name) > 3:
            for number in _holding(name, index):
                found.add(number, Reason(name="named in", detail=name, weight=_NAMED))
    for each in _rare(known, own):
        for number in _holding(each.name, index):
            detail = f"{each.name} ({each.documents} documents)"
            found.add(number, Reason(name="both name", detail=detail, weight=_weight(each.documents)))


def _rare(known: Sequence[Named], own: set[str]) -> list[Named]:
    titles = {folded_name(each.name) for each in known if each.document_id}
    shared = [
        each
        for each in known
        if not each.document_id
        and each.documents <= _RARE
        and folded_name(each.name) not in own
        and folded_name(each.name) not in titles
    ]
    return sorted(shared, key=lambda each: (each.documents, each.name))[:_SHARES]


def _holding(name: str, index: Index) -> list[int]:
    """Documents with this name as a phrase; none if too many have it to say anything."""
    query = as_phrase(name, index.language())
    found = index.candidates("lexical", query, 4 * _RARE)
    numbers = list(dict.fromkeys(each.document_id for each in found))
    return numbers if len(numbers) <= _RARE + 1 else []


# --- tags -------------------------------------------------------------------------------------------------------------


def _tags(found: _Neighbours, document: Document, store: Store) -> None:
    own = {tag.casefold(): tag for tag in document.tags}
    if not own:
        return
    carriers: dict[str, list[int]] = {}
    for tag, number in store.tags():
        if tag.casefold() in own:
            carriers.setdefault(tag.casefold(), []).append(number)
    for tag in sorted(carriers, key=lambda tag: (len(carriers[tag]), tag))[:_SHARES]:
        if 1 < len(carriers[tag]) <= _RARE:
            detail = f"#{own[tag]} ({len(carriers[tag])} documents)"
            for number in carriers[tag]:
                found.add(number, Reason(name="same tag", detail=detail, weight=_weight(len(carriers[tag]))))


def _weight(documents: int) -> float:
    """Two that share what nobody else has count whole."""
    return round(_SHARED / math.log2(max(2, documents)), 3)
