import math

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from wellhead.errors import UnknownName, UsageError
from wellhead.evals.measures import at, glossary, measure

TREC = {"P@{}": "P_{}", "R@{}": "recall_{}", "nDCG@{}": "ndcg_cut_{}"}
IDS = [f"d{number}" for number in range(12)]
RANKINGS = st.lists(st.sampled_from(IDS), unique=True, max_size=12)
GOLD = st.dictionaries(st.sampled_from([*IDS, "nowhere"]), st.integers(-2, 4), max_size=8)


def trec_eval(ranked, gold, name):
    """0 where trec_eval has nothing to say: it leaves out a question without any gold."""
    scores = {docid: float(len(ranked) - at) for at, docid in enumerate(ranked)}
    return pytrec_eval.RelevanceEvaluator({"q": gold}, {name}).evaluate({"q": scores}).get("q", {}).get(name, 0.0)


@given(ranked=RANKINGS, gold=GOLD, k=st.sampled_from([1, 3, 5, 10]))
def test_equal_to_trec_eval(ranked, gold, k):
    for ours, theirs in TREC.items():
        value = measure(ours.format(k)).value(ranked, gold)
        assert value == pytest.approx(trec_eval(ranked, gold, theirs.format(k)), abs=1e-9)
    cut = trec_eval(ranked[:k], gold, "recip_rank")
    assert measure(f"MRR@{k}").value(ranked, gold) == pytest.approx(cut, abs=1e-9)


@given(ranked=RANKINGS, gold=GOLD, k=st.integers(1, 12))
def test_recall_all_is_one_or_nothing(ranked, gold, k):
    relevant = {docid for docid, rel in gold.items() if rel > 0}
    written_out = 1.0 if relevant and all(docid in ranked[:k] for docid in relevant) else 0.0
    assert measure(f"recall_all@{k}").value(ranked, gold) == written_out


@pytest.mark.parametrize(
    ("name", "ranked", "gold", "value"),
    [
        ("P@5", ["a", "x"], {"a": 1, "b": 1}, 0.2),
        ("P@1", [], {"a": 1}, 0.0),
        ("R@5", ["a", "x"], {"a": 1, "b": 1}, 0.5),
        ("R@1", ["x", "a"], {"a": 1}, 0.0),
        ("recall_all@2", ["a", "b"], {"a": 1, "b": 2, "c": 0}, 1.0),
        ("recall_all@1", ["a", "b"], {"a": 1, "b": 2}, 0.0),
        ("recall_all@5", [], {}, 0.0),
        ("MRR@10", ["x", "a"], {"a": 1}, 0.5),
        ("MRR@1", ["x", "a"], {"a": 1}, 0.0),
        ("nDCG@10", ["x", "a"], {"a": 3}, 1 / math.log2(3)),
        ("nDCG@2", ["b", "a"], {"a": 2, "b": 1}, (1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3))),
        ("nDCG@10", ["a"], {"a": 0}, 0.0),
        ("nDCG@10", ["a"], {"a": -1}, 0.0),
    ],
)
def test_values(name, ranked, gold, value):
    assert measure(name).value(ranked, gold) == pytest.approx(value)


def test_a_measure_describes_itself():
    one = measure("nDCG@10")
    assert (one.name, one.k) == ("nDCG@10", 10)
    assert "first 10 places" in one.line
    assert glossary([one]) == {"nDCG@10": one.line}


def test_every_measure_at_each_depth_once():
    names = [each.name for each in at([10, 5, 10])]
    assert names[:4] == ["recall_all@5", "recall_all@10", "R@5", "R@10"]
    assert len(names) == len(set(names)) == 10


@pytest.mark.parametrize(
    "name", ["nDCG", "nDCG@", "nDCG@0", "nDCG@-1", "NDCG@10", "F1@5", "@5", "P@5 ", "P@٥", "P@99999"]
)
def test_a_name_that_is_none_is_told(name):
    with pytest.raises(UnknownName, match="no measure"):
        measure(name)


def test_a_depth_that_no_search_gives_is_told():
    with pytest.raises(UsageError, match="1001 places"):
        measure("P@1001")
