"""docs/eval/METRIC_GLOSSARY.md: every measure in plain words, as the measures themselves say it.

The same lines stand in `_meta.metric_glossary` of every report.
"""

from __future__ import annotations

from tools.pages import markdown
from wellhead.evals.measures import at

PATH = "docs/eval/METRIC_GLOSSARY.md"
DEPTHS = (5, 10)
INTRODUCTION = """\
Each is a number from 0 to 1 for one question; what is reported is the mean over the questions, with the interval that
95 of 100 such samples would have covered the true mean with (bootstrap over questions, 10,000 rounds). A document is
relevant if its judgment is above 0; only nDCG looks at how much above. The number behind the @ can be any from 1 to
1,000.
"""


def page() -> str:
    rows = [(markdown.code(each.name), each.line) for each in at(DEPTHS)]
    return f"{markdown.opening('Measures', 'src/wellhead/evals/measures.py')}\n{INTRODUCTION}\n" + markdown.table(
        ("measure", "is"), rows
    )
