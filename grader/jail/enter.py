"""Put the layers on, in the one order that works."""

import os

from grader.jail import descriptors, environment, landlock, limits, process, seccomp, user
from grader.jail.layer import Layer, Limits, put_on


def enter(allowed: Limits, keep: frozenset[int]) -> list[Layer]:
    """Confine this process for good and return its layers; `keep` names descriptors left open.

    Call it while the process has one thread and before any code of the learner's is compiled.
    """
    parent = os.getppid() if hasattr(os, "getppid") else 0
    layers = [
        put_on("session", process.own_session),
        put_on("descriptors", lambda: descriptors.close_all_but(keep)),
        put_on("environment", environment.scrub),
        put_on("no new privileges", process.no_new_privileges),
    ]
    # Subtle: each step takes away what the one before needed. Landlock's rules need open files,
    # which limits restrict; leaving root needs to know whether Landlock stands, and forgets the
    # parent's death signal; limits count threads by user id; seccomp forbids all of these calls.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    running = limits.running()
    layers.append(put_on("landlock", landlock.confine))
    is_confined = layers[-1].on
    layers.append(put_on("user", lambda: user.drop(is_confined)))
    is_alone = is_root and layers[-1].on
    layers += [
        put_on("limits", lambda: limits.limit(allowed, 0 if is_alone else running)),
        put_on("parent", lambda: process.die_with(parent)),
        put_on("not dumpable", process.not_dumpable),
        put_on("seccomp", seccomp.deny),
    ]
    return layers
