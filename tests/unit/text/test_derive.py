from hypothesis import given
from hypothesis import strategies as st

from wellhead.model.document import Chunk, Document
from wellhead.text import derive


def whole(text, **fields):
    return derive.fields(Document(text=text, **fields), Chunk(ordinal=0, start=0, end=len(text)))


def test_a_chunk_is_found_by_title_heading_tags_and_text():
    document = Document(text="one two three", title="Title", aliases=("Alias",), tags=("a", "b/c"))
    found = derive.fields(document, Chunk(ordinal=1, start=4, end=7, heading=("Top", "Below")))
    assert found == ("Title Alias", "Top Below", "a b/c", "two", "")


def test_front_matter_counts_by_its_values():
    found = whole("---\ntitle: Fern\nstate: wet\n---\nbody: kept\n")
    assert "title" not in found.body
    assert "Fern" in found.body
    assert "wet" in found.body
    assert "body: kept" in found.body


def test_front_matter_that_never_ends_is_text():
    assert whole("---\ntitle: Fern\n").body == "---\ntitle: Fern\n"


def test_only_the_first_chunk_has_front_matter():
    text = "---\na: b\n---\nc: d"
    later = Chunk(ordinal=1, start=13, end=len(text))
    assert derive.fields(Document(text=text), later).body == "c: d"


def test_a_chunk_may_end_inside_front_matter():
    text = "---\na: b\nc: d\n---\n"
    assert derive.fields(Document(text=text), Chunk(ordinal=0, start=0, end=9)).body == "---\n b\n"


def test_headings_inside_a_chunk_count_as_headings():
    assert whole("## Inner words\ntext\n### Deeper\n").headings.split() == ["Inner", "words", "Deeper"]
    assert (
        derive.fields(Document(text="# Top\nx"), Chunk(ordinal=0, start=0, end=7, heading=("Top",))).headings == "Top"
    )


def test_runs_of_unspaced_scripts_go_to_their_own_column():
    found = whole("森林浴 walk", title="東京", tags=("緑",))
    assert found.title.strip() == ""
    assert found.body.split() == ["walk"]
    assert found.cjk.split() == ["東京", "京", "緑", "森林", "林浴", "浴"]


def test_where_front_matter_ends():
    assert derive.front_matter_end("---\na: b\n---\nrest") == 12
    assert derive.front_matter_end("---\r\na: b\r\n...\r\nrest") == 14
    assert derive.front_matter_end("---\n---\n") == 7
    assert [derive.front_matter_end(text) for text in ("", "text", "----\n---\n", "---", " ---\n---\n")] == [0] * 5


@given(st.text(alphabet="-\n\r .:#ab語", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_any_slice_has_fields(text, one, other):
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    found = derive.fields(Document(text=text), Chunk(ordinal=0, start=start, end=end))
    assert all(isinstance(field, str) for field in found)
    assert derive.front_matter_end(text) <= len(text)


def test_names_are_kept_apart():
    document = Document(text="", title="T", aliases=("A", "B"), path="f/p.md", tags=("x", "y"))
    assert derive.name_fields(document) == ("T", "A\nB", "f/p.md", "x\ny")


def test_names_that_links_go_by():
    document = Document(text="", title="The Oak", aliases=("Quercus", "the oak"), path="trees/Oak.md")
    assert derive.link_names(document) == ("trees/oak", "oak", "the oak", "quercus")
    assert derive.link_names(Document(text="", title="Loose")) == ("loose",)
    assert derive.link_names(Document(text="")) == ()
    saved = Document(text="", title="Saved", url="http://Oak.example/Wiki/#bark")
    assert derive.link_names(saved) == ("saved", "https://oak.example/wiki")


def test_addresses_of_one_page_are_one_name():
    same = ("https://oak.example/a.md", "HTTP://oak.example/A.md/", " https://oak.example/a.md#bark ")
    assert {derive.folded_name(each) for each in same} == {"https://oak.example/a.md"}
    assert derive.folded_name("https://oak.example/#/a") == "https://oak.example/#/a"
    assert derive.folded_name("ftp://oak.example") == "ftp://oak.example"


def test_names_are_compared_without_case_and_ending():
    assert derive.folded_name(" Straße.md ") == derive.folded_name("STRASSE") == "strasse"
