"""How a drill draws a run: a file a drill, and the core asks for it by the drill's name.

Each offers `LESSON`, the scenario of the worked run in the drill's task.md, and
`picture(scenario, observation)`, which answers a Picture, or None for a kind of scenario that the
plain table shows as well. A drill without a file here is drawn as a plain table,
and the first scenario that tells something is its lesson.
"""
