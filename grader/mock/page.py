"""A report as one HTML page: no script, nothing from the network, dark and light, printable."""

from html import escape

from grader.mock.chapter import Chapter, chapters, head
from grader.mock.debrief import Debrief
from grader.mock.grid import grid
from grader.mock.picture import picture

LEGEND = "Dots: grades, as high as rules hold. Ticks: edits. Red: the buzzer, and what came after."
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # nothing is fetched
STYLE = """
:root { --ink: #1c1e21; --paper: #fdfdfc; --dim: #5b6168; --rule: #d5d7da; --good: #176c37;
  --some: #8a5a00; --bad: #a3202f; --box: #f1f2f3; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e7e9; --paper: #16181b; --dim: #a3a9b0;
  --rule: #3b4046; --good: #6fcf8e; --some: #e0b050; --bad: #f08a92; --box: #22262a; } }
@media print { :root { --ink: #000; --paper: #fff; --dim: #444; --rule: #bbb; --good: #176c37;
  --some: #8a5a00; --bad: #a3202f; --box: #fff; } section, svg { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.1rem; margin: 1.75rem 0 0.5rem; border-bottom: 1px solid var(--rule); }
p { margin: 0.15rem 0; } .dim { color: var(--dim); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.75rem 0.2rem 0; text-align: right; border-bottom: 1px solid var(--rule);
  white-space: nowrap; }
table { overflow-wrap: normal; }
th:first-child { text-align: left; font-weight: 400; white-space: normal; min-width: 6.5rem;
  position: sticky; left: 0; background: var(--paper); }
.lines p.in { padding-left: 1.25rem; color: var(--dim); }
.pictures { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
figure { margin: 0; background: var(--box); padding: 0.5rem; }
figcaption { font-size: 0.9rem; }
svg { width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
svg text { fill: var(--dim); } svg path, svg polyline { fill: none; }
.axis { stroke: var(--rule); } .line { stroke: var(--dim); stroke-dasharray: 2 3; }
.edit { stroke: var(--ink); stroke-opacity: 0.6; } .late { stroke: var(--bad); }
.buzzer { stroke: var(--bad); stroke-width: 1.5; }
.full { fill: var(--good); } .some { fill: var(--some); }
"""


def page(found: Debrief) -> str:
    """Return the report as one page that needs nothing beside itself."""
    table = found.table
    rows = grid(table)
    figures = "\n".join(
        f"<figure><figcaption>{part['part']}. {escape(part['title'])}</figcaption>"
        f"{picture(part)}</figure>"
        for part in table["parts"]
    )
    top = "".join(f'<p class="dim">{escape(line)}</p>' for line in head(table))
    body = "\n".join(_section(chapter) for chapter in chapters(table))
    title = escape(f"{table['title']}: report of a mock interview")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(table["title"])}</h1>
{top}
<section>
<h2>Numbers</h2>
<div class="wide">{_table(rows)}</div>
</section>
<section>
<h2>Timeline</h2>
<p class="dim">{LEGEND}</p>
<div class="pictures">
{figures}
</div>
</section>
{body}
</body>
</html>
"""


def _table(rows: list[list[str]]) -> str:
    head_row = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    lines = [
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows[1:]
    ]
    return f"<table><thead><tr>{head_row}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _section(chapter: Chapter) -> str:
    lines = "\n".join(_line(line) for line in chapter.lines)
    return f'<section class="lines">\n<h2>{escape(chapter.title)}</h2>\n{lines}\n</section>'


def _line(line: str) -> str:
    inner = ' class="in"' if line.startswith("  ") else ""
    return f"<p{inner}>{escape(line.strip())}</p>"
