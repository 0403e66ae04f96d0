"""Names and neighbourhoods as text."""

from wellhead.model.neighbourhood import (
    Beside,
    Entity,
    Hub,
    Mention,
    Near,
    Portrait,
    Reason,
    Related,
    Resolved,
    Tag,
    Topic,
    Topics,
)
from wellhead.render import neighbourhood as render

NEAR = Near(key="note:b", title="Bees", documents=3)


def test_entities_are_lines():
    found = [Entity(name="Ada Quill", documents=1_200), Entity(name="Bees", key="note:b", documents=3)]
    assert render.entities(found) == "1,200  Ada Quill\n    3  Bees  note:b"
    assert "no names yet" in render.entities([])


def test_a_portrait_has_a_section_for_each_thing_it_knows():
    value = Portrait(
        asked="bee",
        name="Bees",
        key="note:b",
        reason="part of “Bees”",
        aliases=("Apis",),
        documents=1,
        mentions=(Mention(key="note:c", title="C", start=2, end=9, text="Bees\nhum"),),
        beside=(Beside(name="Ada Quill", documents=2, says=("sting",), said=("keeps", "feeds")),),
        others=(Resolved(text="bee", start=0, end=3, name="Beech", key="note:t", score=0.5, reason="title"),),
    )
    assert render.portrait(value) == (
        "Bees\n     note:b · part of “Bees” · also Apis · known to 1 document\n"
        "\nbeside\n       2  Ada Quill  “sting” →, ← “keeps”, ← “feeds”\n"
        "\nin the words of\n     note:c#2-9\n       Bees hum\n"
        "\nor was meant\n     Beech  note:t  (title)"
    )
    assert render.portrait(Portrait(asked="x", name="X", reason="title")) == "X\n     known to 0 documents"


def test_topics_are_a_tree_and_hubs():
    value = Topics(
        tags=(Tag(name="a", documents=3), Tag(name="a/b", documents=2)),
        hubs=(Hub(key="note:c", title="", documents=5, members=(NEAR,)),),
    )
    assert render.topics(value) == (
        "tags\n     #a  3\n       #b  2\n\nneighbourhoods\n     note:c  note:c  linked from 5\n       Bees and 4 more"
    )
    assert "no topics yet" in render.topics(Topics())


def test_a_topic_says_how_much_more_there_is():
    value = Topic(
        name="a/b", kind="tag", count=3, documents=(NEAR,), tags=(Tag(name="c", documents=1),), pivots=(NEAR,)
    )
    assert render.topic(value) == (
        "#a/b  3 documents\n\ndocuments\n       3  Bees  note:b\n     and 2 more documents\n"
        "\ntags beside it\n     #c 1\n\nwhere it meets others\n       3  Bees  note:b"
    )
    assert render.topic(Topic(name="Bees", kind="links", count=0)) == "Bees  0 documents"


def test_neighbours_have_reasons():
    reasons = (Reason(name="links to", label="sting"), Reason(name="same tag", detail="#a (2 documents)"))
    found = [Related(key="note:b", title="Bees", score=1.0, reasons=reasons)]
    assert render.related(found) == "  1. Bees\n     note:b\n     links to: “sting”; same tag #a (2 documents)"
    assert "nothing lies near" in render.related([])


def test_nothing_hostile_reaches_the_terminal():
    bad = "x\x1b[2J\n"
    shown = [
        render.entities([Entity(name=bad, key=bad)]),
        render.portrait(Portrait(asked=bad, name=bad, key=bad, reason=bad, aliases=(bad,))),
        render.topics(Topics(tags=(Tag(name=bad, documents=1),), hubs=(Hub(key=bad, title=bad, documents=1),))),
        render.related([Related(key=bad, title=bad, score=1.0, reasons=(Reason(name="a", detail=bad, label=bad),))]),
    ]
    assert not any("\x1b" in each for each in shown)
