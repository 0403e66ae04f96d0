import subprocess

import pytest

from wellhead.evals import origin

ONE, TWO = "a" * 40, "b" * 40


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "checkout" / "src" / "wellhead"
    folder.mkdir(parents=True)
    return folder


def put(folder, **texts):
    for name, text in texts.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")


def test_the_commit_of_a_repository(package):
    git = package.parent.parent / ".git"
    put(git, HEAD="ref: refs/heads/main", refs__heads__main=ONE)
    assert origin.commit(package) == ONE
    put(git, HEAD=TWO)
    assert origin.commit(package) == TWO


def test_the_commit_of_packed_refs_and_of_a_worktree(package, tmp_path):
    main = tmp_path / "main" / ".git"
    put(main, **{"packed-refs": f"# pack-refs\n{ONE} refs/heads/other\n{TWO} refs/heads/side"})
    put(main / "worktrees" / "side", HEAD="ref: refs/heads/side", commondir="../..")
    put(package.parent.parent, **{".git": f"gitdir: {main / 'worktrees' / 'side'}"})
    assert origin.commit(package) == TWO


@pytest.mark.parametrize("head", ["", "ref: ../../secret", "ref: /etc/hostname", "nonsense", "ref: refs/heads/none"])
def test_without_a_commit_it_is_the_wheels_version(package, head):
    put(package.parent.parent / ".git", HEAD=head)
    assert origin.commit(package).startswith("wheel ")


def test_it_agrees_with_git(root):
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=False)
    found = origin.commit(root / "src" / "wellhead")
    assert found == asked.stdout.strip() if asked.returncode == 0 else found.startswith("wheel ")


def test_code_that_builds_libraries_changes_the_digest(package):
    put(package, ingest__chunk="one", search__fuse="one")
    (package / "ingest" / "chunk").rename(package / "ingest" / "chunk.py")
    before = origin.making(package)
    put(package, search__fuse="two")
    assert origin.making(package) == before
    (package / "ingest" / "chunk.py").write_text("two", encoding="utf-8")
    assert origin.making(package) != before
