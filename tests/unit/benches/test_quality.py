import argparse
import json
import subprocess
import sys
import tarfile

import pytest

from benches import ablations, peers, rankings, sets, verdicts
from benches.quality import variant
from benches.sets import Figure
from tests.unit.evals.conftest import write
from tools.pages import figures
from wellhead.evals.layout import Question
from wellhead.model.options import LANES, SIGNALS


@pytest.fixture
def data(tmp_path):
    """A data folder with one small set under the name of a known one."""
    folder = write(tmp_path / "data" / "scifact", haystacks=False)
    for name in ("queries.jsonl", "qrels.tsv"):
        (folder / name).rename(folder / name.replace(".", ".dev.", 1))
    return tmp_path / "data"


TEXTS = {"oak": "Oak\nThe oaks drop acorns", "elm": "Elm\nThe beetles", "ash": "Ash\nKeys of an ash, an ash"}


@pytest.mark.parametrize("peer", list(peers.PEERS))
def test_a_peer_ranks_a_pool_by_its_stems(peer):
    search = peers.PEERS[peer](TEXTS, 10)(["elm", "oak", "ash"])
    assert search("an oak, and an acorn") == ["oak"] if peer == "bm25s" else search("oak acorn")[0] == "oak"
    assert search("ash")[0] == "ash"
    assert search('whales "and" OR (*') in ([], ["ash", "elm", "oak"])
    assert search("") == []


@pytest.mark.parametrize("peer", list(peers.PEERS))
def test_a_peer_knows_nothing_but_the_pool(peer):
    assert peers.PEERS[peer](TEXTS, 10)(["elm", "oak"])("ash") == []


def test_the_halves_hold_about_half_each_and_stay():
    found = [sets.half(Question(id=str(number), text="", type="")) for number in range(400)]
    assert 150 < found.count("tune") < 250
    assert found == [sets.half(Question(id=str(number), text="", type="")) for number in range(400)]


def test_all_systems_are_asked_the_same(data, tmp_path):
    loaded = sets.load(data, "scifact", tmp_path / "work")
    systems = {"ours": rankings.ours(loaded, tmp_path / "work", {})}
    systems |= {peer: rankings.of_peer(peer, loaded, tmp_path / "work") for peer in peers.PEERS}
    assert {frozenset(each) for each in systems.values()} == {frozenset(each.id for each in loaded.suite.questions)}
    assert "birds/jay" not in systems["FTS5"]["q3"]
    figure = verdicts.figure_of(Figure("R@5", 0.9), loaded.suite.questions, systems)
    assert figure["systems"]["ours"]["all"]["value"] == 1.0
    assert figure["systems"]["ours"]["tune"]["n"] + figure["systems"]["ours"]["report"]["n"] == figure["n"] == 3
    assert verdicts.reached(figure) is True
    assert [each["part"] for each in verdicts.by_type(Figure("R@5"), loaded.suite.questions, systems)] == [
        "which",
        "who",
    ]
    kept = sorted((tmp_path / "work" / "peers").iterdir())
    assert len(kept) == 2
    assert rankings.of_peer("FTS5", loaded, tmp_path / "work") == systems["FTS5"]


def test_a_vault_is_read_from_the_folder_its_ids_are_paths_of(data, tmp_path):
    vault = (data / "scifact").rename(data / "vault-til")
    notes = tmp_path / "notes" / "en" / "trees"
    notes.mkdir(parents=True)
    (notes / "oak").write_text("no note\n", encoding="utf-8")
    with tarfile.open(vault / "notes.tar.xz", "w:xz") as packed:
        packed.add(tmp_path / "notes", ".")
    loaded = sets.load(data, "vault-til", tmp_path / "work")
    assert loaded.suite.corpus.knows("trees/oak")


@pytest.mark.parametrize(
    ("ours", "peer", "word"),
    [(0.5, 0.4, ""), (0.5, 0.505, "loss to FTS5"), (0.5, 0.52, "DEFECT to FTS5")],
)
def test_standing_below_a_peer_is_named(ours, peer, word):
    ci95 = [ours - peer - 0.1, ours - peer + 0.1]
    interval = {"value": ours, "ci95": [0, 1], "n": 9}
    figure = {
        "measure": "R@5",
        "part": "",
        "goal": "≥ FTS5",
        "floor": 0,
        "n": 9,
        "systems": {
            name: {part: {**interval, "value": value} for part in ("all", "tune", "report")}
            for name, value in (("ours", ours), ("bm25s", 0.1), ("FTS5", peer))
        },
        "differences": {
            "all": {"bm25s": {"diff": 0.4, "ci95": [0.3, 0.5]}, "FTS5": {"diff": ours - peer, "ci95": ci95}}
        },
    }
    row = verdicts.row_of("a set", figure)
    assert (row["note"], row["reached"]) == (word, ours >= peer)


def test_a_difference_that_is_sure_is_a_defect_however_small():
    figure = {
        "differences": {
            "all": {"bm25s": {"diff": -0.001, "ci95": [-0.002, -0.0001]}, "FTS5": {"diff": 0, "ci95": [0, 0]}}
        }
    }
    assert verdicts.losses(figure) == {"bm25s": "DEFECT"}


def test_variants_are_options_of_a_search():
    assert variant("bare:lanes=lexical+title,windows_per_document=1") == (
        "bare",
        {"lanes": ["lexical", "title"], "windows_per_document": "1"},
    )
    assert variant("words:signals=near+title") == ("words", {"signals": ["near", "title"]})
    for written in ("bare:colour=red", "ours:limit=3", "FTS5", ":limit=3"):
        with pytest.raises(argparse.ArgumentTypeError):
            variant(written)


def test_every_lane_above_words_and_every_signal_is_switched_off_alone():
    parts = ablations.parts()
    assert len(parts) == len(LANES) - 1 + len(SIGNALS)
    assert parts["lane link"] == {"lanes": ["lexical", "title", "exact", "tag", "date"]}
    assert parts["signal near"] == {"signals": [each for each in SIGNALS if each != "near"]}


def ablated(diff, low, high):
    """A figure in which the link lane brings this much, and nothing else anything."""
    systems = {name: {"all": {"value": 0.5}} for name in ["ours", *ablations.parts()]}
    differences = {name: {"diff": 0.0, "ci95": [0.0, 0.0]} for name in ablations.parts()}
    differences["lane link"] = {"diff": diff, "ci95": [low, high]}
    return {"measure": "R@5", "part": "", "n": 9, "systems": systems, "differences": {"all": differences}}


def test_what_a_part_brings_is_told_by_figure_and_first_in_all():
    found = {
        "one": {"figures": [ablated(0.02, 0.01, 0.03)]},
        "two": {"figures": [ablated(-0.04, -0.05, -0.03), ablated(0.01, -0.01, 0.02), ablated(0, 0, 0)]},
    }
    rows, count = ablations.rows(found), len(ablations.parts())
    summary, changed = {row["part"]: row for row in rows[:count]}, rows[count:]
    assert summary["lane title"]["verdict"] == "brings nothing that can be shown; gains on 0, loses on 0"
    assert summary["lane link"]["set"] == "all 4 figures, 3 changed"
    assert summary["lane link"]["brings"] == "-0.040 … +0.020"
    assert summary["lane link"]["verdict"] == "gains on 1, loses on 1"
    assert [(each["set"], each["verdict"]) for each in changed] == [
        ("one, 9 questions", "gains"),
        ("two, 9 questions", "loses"),
        ("two, 9 questions", "not significant"),
    ]
    assert (changed[0]["brings"], changed[0]["ci95"]) == ("+0.020", "+0.010 … +0.030")


def test_the_demo_suite_needs_no_data(tmp_path):
    assert sets.known(None, ["scifact", "demo"]) == ["demo"]
    loaded = sets.load(None, "demo", tmp_path)
    gold = {docid for each in loaded.suite.questions for docid, rel in each.gold.items() if rel}
    assert gold <= loaded.texts.keys()
    assert any(not each.counts for each in loaded.suite.questions)


def test_one_command_switches_parts_off(root, data, tmp_path):
    places = ["--work", str(tmp_path / "work"), "--out", str(tmp_path / "out"), "--processes", "1"]
    command = [sys.executable, "-m", "benches.quality", "--data", str(data), "scifact", "--ablations", *places]
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    assert "signal feedback" in said
    result = json.loads((tmp_path / "out" / "ablations.json").read_text(encoding="utf-8"))
    assert [each["part"] for each in result["rows"][: len(ablations.parts())]] == list(ablations.parts())
    page = figures.topic("ablations", result)
    assert "## Lanes and signals" in page
    assert "| part | set | measure | with | without | brings | ci95 | verdict |" in page
    assert "`python -m benches.quality --data DATA --ablations scifact`" in page


def test_one_command_measures_and_compares(root, data, tmp_path):
    def run(*words):
        places = ["--work", str(tmp_path / "work"), "--out", str(tmp_path / "out"), "--processes", "1"]
        command = [sys.executable, "-m", "benches.quality", "--data", str(data), "scifact", *places, *words]
        return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout

    assert "Dev figures." in run("--save", "first", "--variant", "bare:lanes=lexical")
    assert "ours − before" in run("--against", "first")
    result = json.loads((tmp_path / "out" / "quality.json").read_text(encoding="utf-8"))
    assert {"command", "date", "data", "machine", "note", "rows"} <= result.keys()
    assert result["rows"][0]["ours − before"] == "+0.000 (+0.000 … +0.000)"
    assert result["sets"]["scifact"]["rankings"]["q2"][0] == "trees/elm"
    page = figures.topic("quality", result)
    assert "| figure | size | value | ci95 | tune | report | before | bm25s | FTS5 |" in page
    assert "`python -m benches.quality --data DATA scifact`" in page
