from tests.unit.evals.conftest import TREES
from wellhead.evals import corpus, layout
from wellhead.model.events import ignore


def filled(made, new_library, folder, stack=()):
    with new_library(folder) as library:
        receipt = made.fill(library, stack, ignore)
        return receipt, {each.key: each for each in library.documents()}


def test_ids_are_opaque_and_titles_that_are_ids_go(folder, new_library, tmp_path):
    made = corpus.of_rows(layout.documents(folder / "corpus.jsonl"))
    receipt, found = filled(made, new_library, tmp_path / "library")
    assert receipt.indexed == 4
    assert sorted(found) == [f"doc:{number:06}" for number in range(4)]
    assert {each.title for each in found.values()} == {"Oak", "Ash", "Jay", TREES["trees/elm"][1]}
    assert all("trees/" not in f"{each.key} {each.title} {each.path} {each.text}" for each in found.values())


def test_the_order_of_the_rows_says_nothing(folder):
    rows = layout.documents(folder / "corpus.jsonl")
    assert corpus.shuffled(rows) == corpus.shuffled(reversed(list(rows)))
    assert corpus.shuffled(rows) != sorted(rows)


def test_dates_and_links_come_in(tmp_path, new_library):
    (tmp_path / "corpus.jsonl").write_text(
        '{"id": "a", "text": "see b", "meta": {"date": "2023/05/20 (Sat) 01:22"}, "links": [{"to": "b"}],'
        ' "tags": ["x"]}\n'
        '{"id": "b", "text": "here", "created": "2024-01-02", "author": "Ada", "meta": {"date": "2023/05/20"}}\n',
        encoding="utf-8",
    )
    made = corpus.of_rows(layout.documents(tmp_path / "corpus.jsonl"))
    with new_library(tmp_path / "library") as library:
        made.fill(library, (), ignore)
        texts = {each.text: each for each in library.documents()}
        (link,) = library.links(texts["see b"].key)
    assert (texts["see b"].created, texts["see b"].tags) == ("2023-05-20T01:22:00", ("x",))
    assert (texts["here"].created, texts["here"].author) == ("2024-01-02", "Ada")
    assert link.key == texts["here"].key


def test_a_stack_brings_its_own_dates(folder, new_library, tmp_path):
    made = corpus.of_rows(layout.documents(folder / "corpus.jsonl"))
    stack = [("trees/oak", "2023-05-20"), ("birds/jay", "")]
    _, found = filled(made, new_library, tmp_path / "library", stack)
    assert sorted((each.title, each.created) for each in found.values()) == [("Jay", ""), ("Oak", "2023-05-20")]


def test_a_folder_of_notes_is_taken_as_it_is(tmp_path, new_library):
    notes = tmp_path / "notes" / "trees"
    notes.mkdir(parents=True)
    (notes / "Oak.md").write_text("an oak near [[Elm]]\n", encoding="utf-8")
    (notes / "Elm.md").write_text("an elm\n", encoding="utf-8")
    made = corpus.of_folder(tmp_path / "notes")
    with new_library(tmp_path / "library") as library:
        made.fill(library, (), ignore)
        hits = library.search("oak").results
    assert [made.docid(hit) for hit in hits] == ["trees/Oak.md"]


def test_a_row_is_read_as_a_persons_own_would_be(tmp_path, new_library):
    (tmp_path / "corpus.jsonl").write_text('{"id": "a", "text": "# Trees\\n\\nAcorns."}\n', encoding="utf-8")
    made = corpus.of_rows(layout.documents(tmp_path / "corpus.jsonl"))
    with new_library(tmp_path / "library") as library:
        made.fill(library, (), ignore)
        (document,) = library.documents()
        chunks = library.chunks(document.key)
    assert (document.title, document.path) == ("Trees", "")
    assert [chunk.heading for chunk in chunks] == [("Trees",)]
