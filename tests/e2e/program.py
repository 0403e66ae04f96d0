"""The real program in an empty home: run to its end, run until it says something, run on a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

NOTES = {
    "garden/tomatoes.md": "# Tomatoes\n\nSow indoors in March, plant out after the frost with [[beans]]. #garden\n",
    "garden/beans.md": "---\ntags: [garden]\n---\nBeans climb the frame behind the tomatoes.\n",
    "desk/rebuild.md": "# The nightly rebuild\n\nThe nightly rebuild blocked editing for forty minutes.\n",
    "templates/daily.md": "# {{date}}\n",
    "scan.pdf": "%PDF-1.4\n",
}


class Program:
    """`wellhead` with HOME at `home`, and nothing else of this machine's settings."""

    def __init__(self, home: Path) -> None:
        self.home = home
        home.mkdir(exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if name in ("LANG", "TMPDIR", "PYTHONPATH")}
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
        self.environment = {**kept, "HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        self.command = [sys.executable, "-W", "error", "-m", "wellhead"]

    def notes(self) -> Path:
        """A few notes in the home."""
        for name, text in NOTES.items():
            path = self.home / "notes" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self.home / "notes"

    def suite(self, questions: int = 2) -> None:
        """Documents, questions and gold, beside the notes and about them."""
        self._rows("corpus.jsonl", [{"id": name, "text": text} for name, text in NOTES.items() if name.endswith(".md")])
        asked = ("when do tomatoes go out", "what blocked editing")
        self._rows("queries.jsonl", [{"id": f"q{at}", "text": asked[at % 2]} for at in range(questions)])
        gold = ("garden/tomatoes.md", "desk/rebuild.md")
        judged = "".join(f"q{at}\t{gold[at % 2]}\t1\n" for at in range(questions))
        for name in ("qrels.tsv", "notes.tsv"):
            (self.home / name).write_text(f"qid\tdocid\trel\n{judged}", encoding="utf-8")

    def _rows(self, name: str, rows: list[dict[str, str]]) -> None:
        (self.home / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")

    def run(self, *words: str, given: bytes | None = b"", **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*self.command, *words],
            env={**self.environment, **environment},
            cwd=self.home,
            input=given,
            capture_output=True,
            check=False,
        )
        out, err = done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode("utf-8", "surrogateescape")
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    def ok(self, *words: str, given: bytes = b"") -> str:
        done = self.run(*words, given=given)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *words: str, code: int = 0) -> dict[str, Any]:
        done = self.run(*words, "--json")
        assert done.returncode == code, done.stdout + done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        assert found["schema_version"] == 1
        return found

    def start(self, *words: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self.command, *words],
            env=self.environment,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
        )

    def shell(self, line: str) -> subprocess.CompletedProcess[str]:
        """A line as a person types it."""
        return subprocess.run(
            ["bash", "-c", line],
            env=self.environment,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def on_terminal(self, *words: str, typed: str = "", **environment: str) -> tuple[int, str]:
        """(exit code, everything the terminal was sent), with all three streams on one terminal."""
        ours, theirs = pty.openpty()
        running = subprocess.Popen(
            [*self.command, *words],
            env={**self.environment, **environment},
            cwd=self.home,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        if typed:
            os.write(ours, typed.encode())
        sent = b""
        try:
            while select.select([ours], [], [], 60)[0]:
                part = os.read(ours, 65536)
                if not part:
                    break
                sent += part
        except OSError:  # the other end is closed: the program has ended
            pass
        finally:
            os.close(ours)
        return running.wait(60), sent.decode("utf-8", "replace").replace("\r\n", "\n")
