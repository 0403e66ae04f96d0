"""The rankings of one set by every system, each question asked of its own throw-away pool: question to ids, best first.

Libraries and the peers' rankings are kept below a work folder. A library is built anew when the data or the code that
builds it has changed, a peer is asked again when the data or the peer has.
"""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from benches import peers, sets
from benches.measure import ROOT
from benches.sets import DEEPEST, Loaded
from wellhead import app
from wellhead.evals import origin, qrels
from wellhead.model.options import SearchOptions

OURS = "ours"
Rankings = dict[str, list[str]]
Options = dict[str, Any]


def ours(loaded: Loaded, work: Path, options: Options) -> Rankings:
    """What our search gives, with some search options other than the default."""
    configuration = app.configuration(work / "nowhere", {})
    said = msgspec.structs.asdict(configuration.settings.search) | options
    search = msgspec.convert(said, SearchOptions, strict=False)
    settings = msgspec.structs.replace(configuration.settings, search=search)
    outcome = qrels.run(
        loaded.suite,
        qrels.Asking(ks=(DEEPEST,), modes=(search.mode,), lanes=search.lanes),
        new_library=app.throw_away(msgspec.structs.replace(configuration, settings=settings)),
        stamp=search.language,
        cache=_libraries(work),
    )
    return {row.qid: list(row.ranked) for rows in outcome.answers.values() for row in rows}


def of_peer(peer: str, loaded: Loaded, work: Path) -> Rankings:
    """What a peer gives over the same pools."""
    code = b"".join(Path(str(each.__file__)).read_bytes() for each in (peers, sets))
    data = loaded.suite.data
    read_of = "\0".join(loaded.texts.values()).encode("utf-8", "replace")
    kept = work / "peers" / f"{data.name}.{peer}.{digest(code + data.sha256.encode() + read_of)}.json"
    if kept.exists():
        return read(kept)
    found = _asked(peer, loaded)
    write(kept, found)
    return found


def _asked(peer: str, loaded: Loaded) -> Rankings:
    questions = loaded.suite.questions
    make = peers.PEERS[peer](loaded.texts, DEEPEST + max(len(each.left_out) for each in questions))
    everything = list(loaded.texts)
    place = {docid: at for at, docid in enumerate(everything)}
    whole = None if any(each.haystack for each in questions) else make(everything)
    found: Rankings = {}
    for each in questions:
        pool = whole or make(sorted((docid for docid, _ in each.haystack), key=place.__getitem__))
        found[each.id] = [docid for docid in pool(each.text) if docid not in each.left_out][:DEEPEST]
    return found


def _libraries(work: Path) -> Path:
    return work / "libraries" / origin.making(ROOT / "src" / "wellhead")


def forget_old(work: Path) -> None:
    """Take away libraries that other code has built."""
    mine = _libraries(work)
    for folder in mine.parent.iterdir() if mine.parent.exists() else ():
        if folder != mine:
            shutil.rmtree(folder, ignore_errors=True)


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def read(path: Path) -> Rankings:
    found: Rankings = json.loads(path.read_text(encoding="utf-8"))
    return found


def write(path: Path, rankings: Rankings) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rankings), encoding="utf-8")
