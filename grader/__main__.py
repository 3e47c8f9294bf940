"""`python -m grader` does the same as `drill`."""

from grader.cli.app import main

main()
