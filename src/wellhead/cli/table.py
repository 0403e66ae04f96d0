"""Which commands there are, where each lives, and its one line: all that `wellhead --help` has to know.

A test holds each line to the first sentence of the command's own help.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    section: str
    name: str
    module: str
    line: str


DAILY = "Every day"
CONTENT = "What is in it"
CHANGE = "Take out, put back"
CARE = "Care and settings"

ALIASES = {("search", "diagnose"): "why-not"}  # two words that are typed for one command

TABLE: tuple[Row, ...] = (
    Row(DAILY, "add", "adding", "Take notes in: folders, files, or one note from standard input."),
    Row(DAILY, "search", "search", "Find what answers to some words, best first."),
    Row(DAILY, "get", "get", "Print the text of a document, or of a span of it, exactly as stored."),
    Row(DAILY, "watch", "watch", "Keep folders current while they are edited."),
    Row(DAILY, "demo", "demo", "Build the demo library, beside your own, and ask it something."),
    Row(CONTENT, "status", "status", "Say what is in the library and how it stands."),
    Row(CONTENT, "sources", "sources", "List or remove the places documents come from."),
    Row(CONTENT, "sync", "adding", "Look at every source again and take in what changed."),
    Row(CONTENT, "files", "files", "List every path an import saw, with what became of it and why."),
    Row(CONTENT, "entities", "neighbourhood", "List the names your documents know, or tell what is said of one."),
    Row(
        CONTENT,
        "topics",
        "neighbourhood",
        "Say what the library is about: its tags, and the neighbourhoods its links make.",
    ),
    Row(
        CONTENT,
        "related",
        "neighbourhood",
        "List what lies near a document: links both ways, names and rare tags it shares.",
    ),
    Row(CONTENT, "why-not", "why_not", "Explain why a file is not in, or why a document was not found."),
    Row(CHANGE, "remove", "removing", "Take documents out of the library; your files stay."),
    Row(CHANGE, "prune", "removing", "Take out the documents whose files have vanished."),
    Row(CHANGE, "undo", "removing", "Put back what the newest import or deletion replaced."),
    Row(CARE, "init", "init", "Make an empty library; no command needs it first."),
    Row(CARE, "config", "config", "Show and change settings, and say where each comes from."),
    Row(CARE, "doctor", "doctor", "Check that everything is well, and say what mends it."),
    Row(CARE, "eval", "measuring", "Measure how well what you look for is found, on questions with gold."),
    Row(CARE, "migrate", "upkeep", "Upgrade a library that an older wellhead made, backup first."),
    Row(CARE, "reindex", "upkeep", "Build the index anew from the stored documents."),
    Row(CARE, "export", "keeping", "Write every document as a row of documents.jsonl."),
    Row(CARE, "backup", "keeping", "Copy the library into one file, whoever writes meanwhile."),
    Row(CARE, "restore", "keeping", "Make the library what it was when a backup was taken."),
    Row(CARE, "paths", "about", "Say where everything lies."),
    Row(CARE, "completion", "about", "Print what a shell needs to complete wellhead's words."),
    Row(CARE, "version", "about", "Say which wellhead this is, and what it stands on."),
)
