"""Reports in the words of other graders: pure functions from a report to the text of a file."""

from collections.abc import Callable

from grader.formats.classroom import classroom
from grader.formats.exercism import exercism
from grader.formats.gradescope import gradescope
from grader.formats.junit import junit
from grader.formats.prairielearn import prairielearn
from grader.report import Report

FORMATS: dict[str, Callable[[Report], str]] = {
    "classroom": classroom,
    "exercism": exercism,
    "gradescope": gradescope,
    "junit": junit,
    "prairielearn": prairielearn,
}
