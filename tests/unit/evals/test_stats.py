import tracemalloc

import numpy as np
import pytest
import scipy.stats

from wellhead.errors import BadInput
from wellhead.evals import stats


def sample(n, seed=7):
    return np.random.default_rng(seed).random(n).tolist()


@pytest.mark.promise("E-080")
@pytest.mark.parametrize("n", [30, 700])
def test_an_interval_is_the_percentile_bootstrap(n):
    values = sample(n)
    theirs = scipy.stats.bootstrap(
        (values,), np.mean, n_resamples=10_000, method="percentile", rng=np.random.default_rng(42), batch=500
    )
    ours = stats.mean(values)
    assert ours.value == pytest.approx(np.mean(values), abs=1e-12)
    assert ours.ci95 == pytest.approx(tuple(theirs.confidence_interval), abs=1e-9)
    assert ours.n == n


def test_a_difference_is_the_bootstrap_of_differences():
    a, b = sample(200, 1), sample(200, 2)
    apart = np.subtract(a, b)
    theirs = scipy.stats.bootstrap(
        (apart,), np.mean, n_resamples=10_000, method="percentile", rng=np.random.default_rng(42), batch=500
    )
    drawn = theirs.bootstrap_distribution
    ours = stats.difference(a, b)
    assert ours.diff == pytest.approx(apart.mean(), abs=1e-12)
    assert ours.ci95 == pytest.approx(tuple(theirs.confidence_interval), abs=1e-9)
    assert ours.p == pytest.approx(min(1, 2 * (1 + min((drawn <= 0).sum(), (drawn >= 0).sum())) / 10_001))


def test_a_mean_of_many_is_as_wide_as_theory_says():
    values = np.random.default_rng(3).normal(size=2_000).tolist()
    low, high = stats.mean(values).ci95
    assert (high - low) / 2 == pytest.approx(1.96 * np.std(values) / 2_000**0.5, rel=0.05)


@pytest.mark.promise("E-078")
def test_what_makes_a_question_hard_for_both_cancels():
    a, b, hard = sample(100, 1), sample(100, 2), np.random.default_rng(5).normal(scale=50, size=100)
    shifted = stats.difference(np.add(a, hard).tolist(), np.add(b, hard).tolist())
    assert shifted.ci95 == pytest.approx(stats.difference(a, b).ci95, abs=1e-9)


@pytest.mark.promise("E-080")
def test_coverage_is_what_it_says():
    """One matrix of weights for all samples: 2,000 samples of 100 cost as much as one."""
    luck = np.random.default_rng(11)
    normal, skewed = luck.normal(size=(1_000, 100)), luck.random(size=(1_000, 100)) < 0.7
    found = stats.means([*normal.tolist(), *skewed.astype(float).tolist()], rounds=1_000)
    covered = [each.ci95[0] <= 0 <= each.ci95[1] for each in found[:1_000]]
    assert 0.93 <= np.mean(covered) <= 0.97
    covered = [each.ci95[0] <= 0.7 <= each.ci95[1] for each in found[1_000:]]
    assert 0.93 <= np.mean(covered) <= 0.97


def test_a_real_difference_is_told_from_none():
    luck = np.random.default_rng(13)
    a, b, noise = luck.random(400), luck.random(400), luck.normal(scale=0.1, size=400)
    assert stats.difference((a + 0.1 + noise).tolist(), a.tolist()).verdict == "better"
    assert stats.difference(a.tolist(), (a + 0.1 + noise).tolist()).verdict == "worse"
    none = stats.difference((a + noise - noise.mean()).tolist(), a.tolist())
    assert (none.verdict, none.p > 0.05) == ("not significant", True)
    assert stats.difference(a.tolist(), b.tolist()).verdict == "not significant"


def test_an_interval_that_touches_nothing_is_not_significant():
    values = [0.0] * 58 + [0.3, 0.3]  # the low end of the interval is 0 exactly
    found = stats.difference(values, [0.0] * 60)
    assert found.ci95[0] == 0.0 < found.ci95[1]
    assert found.verdict == "not significant"


def test_no_difference_at_all():
    same = sample(80)
    found = stats.difference(same, same)
    assert (found.diff, found.ci95, found.p, found.verdict) == (0.0, (0.0, 0.0), 1.0, "not significant")


def test_few_questions_are_said_beside_the_verdict():
    assert stats.difference([1.0] * 20, [0.0] * 20).verdict == "better, too few questions"


def test_all_measures_share_the_draws():
    columns = [sample(300, seed) for seed in range(5)]
    together = stats.means(columns)
    for column, found in zip(columns, together, strict=True):
        assert found.ci95 == pytest.approx(stats.mean(column).ci95, abs=1e-12)
    assert stats.means(columns) == together
    assert stats.means(columns, seed=43) != together


def test_many_questions_take_no_more_memory():
    tracemalloc.start()
    stats.mean(sample(3_000))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 40_000_000


def test_questions_of_one_conversation_are_drawn_together():
    luck = np.random.default_rng(17)
    means = luck.normal(size=40).repeat(10)
    clusters = [f"c{number}" for number in range(40) for _ in range(10)]
    plain, clustered = stats.mean(means.tolist()), stats.mean(means.tolist(), clusters=clusters)
    assert clustered.value == plain.value
    width = [each.ci95[1] - each.ci95[0] for each in (plain, clustered)]
    assert width[1] == pytest.approx(width[0] * 10**0.5, rel=0.1)


def test_clusters_of_one_are_no_clusters():
    values = sample(60)
    alone = stats.mean(values, clusters=[str(at) for at in range(60)])
    assert alone.ci95 == pytest.approx(stats.mean(values).ci95)


def test_nothing_gives_nothing():
    assert stats.means([]) == ()
    assert stats.mean([]).n == 0
    assert stats.difference([], []).verdict == "not significant, too few questions"


@pytest.mark.parametrize(
    "call",
    [
        lambda: stats.difference([1.0], [1.0, 2.0]),
        lambda: stats.means([[1.0], [1.0, 2.0]]),
        lambda: stats.mean([1.0, 2.0], clusters=["a"]),
    ],
)
def test_other_questions_are_refused(call):
    with pytest.raises(BadInput):
        call()
