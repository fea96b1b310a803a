"""What cannot leave this process: callables that were given as they are."""

from dataclasses import replace

from gelucheck.errors import UsageError
from gelucheck.sweep.plan import Plan


def kept_here(plan: Plan, engine):
    """The engine (``run.Engine``) that a plan can be carried out with: one without processes, where
    something of it can be called here only.

    Raises:
        UsageError: a cluster, or a ledger: another process could not go on with it.
    """
    names = [item.name for item, _ in plan.rows if item.guest is not None and item.guest.stays]
    if not names:
        return engine
    for option, value in (("cluster", engine.cluster), ("ledger", engine.ledger)):
        if value:
            raise UsageError(
                f"{names[0]} with a {option}: it is there in this process only",
                "give it as python:pkg.mod:function",
            )
    work = sum(plan.inputs[name].count for _, name in plan.rows)
    return replace(engine, little=max(engine.little, work))
