"""What each layer of the jail holds: an attack that it stops, and that nothing else would.

Usage: python tests/attacks/layers.py   runs them and prints the table of docs/trust.md
       python tests/attacks/layers.py LAYER,LAYER   runs all attacks without these layers

Some layers stand behind others. So that the layer itself is seen, those in front of it are switched
off both times: with the layer the attack must fail, without it it must succeed.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.attacks.arena import Arena, Attack, Outcome, attacks, open_arena

DANGEROUS = "exhaustion/"  # not run in bulk while a limit may be off
PARENT = "exhaustion/loop_in_c"  # while the judge is killed
ROOT = "started as root"
USER = "started as an ordinary user"  # who leaves root is not dumpable in any case
OPEN = "a Python that all users may read"


@dataclass(frozen=True)
class Proof:
    """One layer, the layers in front of it, and an attack that tells with from without it."""

    layer: str
    behind: tuple[str, ...]
    attack: str
    needs: tuple[str, ...] = ()  # what it takes to show


PROOFS = (
    Proof("session", ("landlock", "seccomp", "user"), "harm/signal_to_the_group"),
    Proof("descriptors", (), "escape/inherited_descriptors"),
    Proof("environment", (), "escape/environment"),
    Proof("no new privileges", ("landlock", "seccomp"), "harm/setuid_program", (ROOT, OPEN)),
    Proof("landlock", (), "escape/reference_by_path"),
    Proof("user", (), "harm/root_again", (ROOT,)),
    Proof("limits", (), "exhaustion/a_hundred_descriptors"),
    Proof("parent", (), PARENT),
    Proof("not dumpable", ("landlock",), "escape/own_memory", (USER,)),
    Proof("seccomp", (), "harm/mode_of_files"),
)


def succeeded(arena: Arena, attack: Attack, outcome: Outcome) -> bool:
    """Return whether an attack got further than it should, by any of its signs."""
    said = outcome.stdout + outcome.stderr
    return (
        outcome.status not in attack.expected
        or "BREACH" in said
        or arena.canary in said
        or bool(outcome.left)
    )


def table() -> list[str]:
    """Return the table of docs/trust.md."""
    lines = ["| layer | without it succeeds | layers in front of it, off both times | it takes |"]
    lines.append("|---|---|---|---|")
    for proof in PROOFS:
        front = ", ".join(proof.behind) or "none"
        needs = ", ".join(proof.needs) or "nothing more"
        killed = ", the judge killed meanwhile" if proof.attack == PARENT else ""
        lines.append(f"| {proof.layer} | `{proof.attack}`{killed} | {front} | {needs} |")
    return lines


def main(off: tuple[str, ...]) -> None:
    """Print the table, or which of all attacks succeed without some layers."""
    if not off:
        sys.stdout.write("\n".join(table()) + "\n")
        return
    chosen = [attack for attack in attacks() if not attack.name.startswith((DANGEROUS, "known/"))]
    lucky: list[str] = []
    for attack in chosen:  # one by one, so that what one leaves is not put down to another
        with open_arena() as arena:
            if succeeded(arena, attack, arena.run(attack, without=off)):
                lucky.append(attack.name)
    sys.stdout.write(f"without {', '.join(off)}: {len(lucky)} of {len(chosen)} succeed\n")
    sys.stdout.write("".join(f"  {name}\n" for name in lucky))


if __name__ == "__main__":
    main(tuple(filter(None, "".join(sys.argv[1:]).split(","))))
