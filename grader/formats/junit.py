"""JUnit XML, in the form that both Ant's and Jenkins' schemas allow: one suite, a test a rule.

A rule that cannot be told is an error, not a skip: a reader of the file must not take it for held.
"""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from grader.formats.entry import Entry, entries, headline
from grader.formats.text import harmless
from grader.report import Report

EPOCH = "1970-01-01T00:00:00"  # the schemas want a time; a report has none, so none is made up
TAGS = {"broken": "failure", "unknown": "error", "open": "skipped"}


def junit(report: Report) -> str:
    """Return the report as an XML file."""
    found = entries(report)
    outcomes = [entry.outcome for entry in found]
    root = Element("testsuites")
    suite = SubElement(
        root,
        "testsuite",
        name=f"drill.{report.drill}",
        package="drill",
        id="0",
        timestamp=EPOCH,
        hostname="localhost",
        tests=str(len(found)),
        failures=str(outcomes.count("broken")),
        errors=str(outcomes.count("unknown")),
        skipped=str(outcomes.count("open")),
        time=f"{report.seconds:.3f}",
    )
    properties = SubElement(suite, "properties")
    for name, value in _properties(report).items():
        SubElement(properties, "property", name=name, value=value)
    for entry in found:
        _case(suite, report, entry)
    SubElement(suite, "system-out").text = harmless(report.output)
    SubElement(suite, "system-err").text = headline(report)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: Element, report: Report, entry: Entry) -> None:
    case = SubElement(
        suite, "testcase", name=_token(entry.name), classname=f"drill.{report.drill}", time="0"
    )
    tag = TAGS.get(entry.outcome)
    if tag == "skipped":
        SubElement(case, tag)
    elif tag:
        message = entry.says.split("\n")[0]
        SubElement(case, tag, message=message, type=entry.outcome).text = entry.says


def _properties(report: Report) -> dict[str, str]:
    return {
        "file": harmless(report.file),
        "status": report.status,
        "scope": report.scope,
        "seed": f"{report.seed:08x}",
        "isolation": report.isolation.level if report.isolation else "none",
        **report.versions,
    }


def _token(text: str) -> str:
    """Return a text as XML's type token wants it: no double blanks, none at the ends."""
    return " ".join(text.split())
