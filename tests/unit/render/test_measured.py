from msgspec.structs import replace

from wellhead.model.measured import Abstention, DataSet, Interval, QrelsReport
from wellhead.render.measured import report

WIDE = Interval(value=0.51234, ci95=(0.4, 0.6), n=40)
NARROW = Interval(value=0.81234, ci95=(0.79, 0.83), n=2_000)
FIGURES = {"R@5": NARROW, "nDCG@5": WIDE, "nDCG@10": NARROW}
REPORT = QrelsReport(
    modes={"balanced": FIGURES},
    per_type={"balanced": {"who": FIGURES, "which\x1b[31m": FIGURES}},
    abstention={"balanced": Abstention(n=1, without_gold=2, returned_nothing=1, mean_results=3.0)},
    lanes={"balanced": {"lexical": {"ok": 40}, "semantic": {"not_built": 40}}},
    seconds=1.5,
    data=DataSet(name="trees", version="4 documents, 43 questions", sha256="0" * 64, documents=4, questions=43),
    options_digest="0" * 16,
    glossary={},
)


def test_a_figure_has_as_many_decimals_as_its_interval_bears():
    said = report(REPORT).splitlines()
    assert said[0] == "trees · 4 documents, 43 questions · 1.50 s"
    assert said[3:6] == [
        "  measure  value  95 % interval  n",
        "  R@5      0.812  0.790 – 0.830  2,000",
        "  nDCG@5   0.51   0.40 – 0.60    40",
    ]


def test_types_are_shown_by_the_deepest_measure_of_a_family():
    said = report(REPORT)
    (head,) = (line.split() for line in said.splitlines() if line.split()[:1] == ["type"])
    assert head == ["type", "n", "nDCG@10"]
    assert ["who", "2,000", "0.812", "(0.790", "–", "0.830)"] in [line.split() for line in said.splitlines()]
    assert "\x1b" not in said


def test_a_single_type_is_not_said_twice():
    assert "type" not in report(replace(REPORT, per_type={"balanced": {"who": FIGURES}}))


def test_what_stands_beside_the_figures_is_said():
    said = report(REPORT)
    assert "apart: 1 question that nothing answers, 2 without gold; 1 of them brought nothing" in said
    assert "lanes: lexical ok 40 · semantic not_built 40" in said
    assert "partial" not in said
    assert not any(line.endswith(" ") for line in said.splitlines())


def test_what_makes_a_figure_less_than_it_seems_is_said():
    said = report(replace(REPORT, data=replace(REPORT.data, partial=True, not_taken=1, gold_missing=2)))
    assert "partial: 43 questions drawn from all" in said
    assert "1 document could not be taken in" in said
    assert "2 judgments of documents that are not there" in said
