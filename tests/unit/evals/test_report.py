import pytest

from tests.unit.evals.conftest import read
from wellhead.evals import qrels
from wellhead.evals.qrels import Asking
from wellhead.evals.report import report
from wellhead.evals.suite import drawn, of_keys


@pytest.fixture
def made(suite, new_library):
    asking = Asking(ks=(1, 5))
    return report(suite, asking, qrels.run(suite, asking, new_library=new_library), seconds=1.5)


def test_means_are_over_the_questions_that_count(made):
    figures = made.modes["balanced"]
    assert {each.n for each in figures.values()} == {3}
    assert figures["R@5"].value == 1.0
    assert figures["P@5"].value == pytest.approx((0.4 + 0.2 + 0.2) / 3)
    assert figures["R@5"].ci95 == (1.0, 1.0)


def test_each_type_has_its_own(made):
    by_type = made.per_type["balanced"]
    assert {kind: figures["R@5"].n for kind, figures in by_type.items()} == {"which": 2, "who": 1}


def test_what_is_left_out_of_the_means_is_told_apart(made):
    left = made.abstention["balanced"]
    assert (left.n, left.without_gold, left.returned_nothing) == (1, 1, 1)
    assert left.mean_results == 1.0


def test_every_measure_is_explained(made):
    assert list(made.glossary) == list(made.modes["balanced"])
    assert made.lanes["balanced"]["semantic"] == {"not_built": 5}


def test_some_of_the_questions_are_the_same_ones_whatever_their_order(suite):
    some = drawn(suite, 2, 42)
    assert some.data.partial
    assert [each.id for each in some.questions] == [each.id for each in drawn(suite, 2, 42).questions]
    assert {each.id for each in some.questions} <= {each.id for each in drawn(suite, 4, 42).questions}
    assert drawn(suite, 9, 42) is suite
    assert len({tuple(each.id for each in drawn(suite, 2, seed).questions) for seed in range(20)}) > 3


def test_options_that_decide_a_ranking_are_in_the_digest(suite, new_library):
    digests = set()
    for asking in (Asking(), Asking(ks=(7,)), Asking(lanes=("lexical",)), Asking(semantic=False)):
        outcome = qrels.run(suite, asking, new_library=new_library)
        digests.add(qrels.options_digest(asking, outcome.options))
    assert len(digests) == 4


def test_judgments_of_documents_that_are_not_there_are_counted(folder):
    with (folder / "qrels.tsv").open("a", encoding="utf-8") as stream:
        stream.write("q5\ttrees/yew\t1\nq5\ttrees/fir\t0\n")
    assert read(folder).data.gold_missing == 1


def test_the_questions_of_a_library_name_its_keys(folder, tmp_path, new_library):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "Oak.md").write_text("The oak drops its acorns.\n", encoding="utf-8")
    (folder / "qrels.tsv").write_text("q5\tnote:Oak\t1\n", encoding="utf-8")
    demo = of_keys(notes, folder)
    made = report(demo, Asking(), qrels.run(demo, Asking(), new_library=new_library), seconds=1.0)
    assert made.data.name == "demo"
    assert made.modes["balanced"]["MRR@5"].value == 1.0
    assert made.modes["balanced"]["MRR@5"].n == 1
