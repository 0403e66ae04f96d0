from wellhead.deadline import Deadline, Stopwatch


def test_no_end_never_comes():
    deadline = Deadline(None)
    assert deadline.remaining() == float("inf")
    assert deadline.pause(0.0)


def test_a_past_end_is_over_at_once():
    deadline = Deadline(-1.0)
    assert (deadline.remaining(), deadline.pause(60.0)) == (0.0, False)


def test_a_coming_end_is_waited_for_no_longer_than_needed():
    watch, deadline = Stopwatch(), Deadline(0.02)
    assert deadline.remaining() <= 0.02
    while deadline.pause(60.0):
        pass
    assert deadline.remaining() == 0.0
    assert 0.02 <= watch.seconds() < 30.0


def test_a_stopwatch_counts_up_and_again():
    watch = Stopwatch()
    first = watch.seconds()
    assert 0.0 <= first <= watch.seconds()
    assert watch.ms() >= first * 1000.0
    later = Stopwatch()
    watch.restart()
    assert watch.seconds() <= later.seconds()
