"""The medians of the rounds that `bench` printed, and how many times as fast the whole verdict is.

Reads lines `round NUMBER NAME {"seconds": ..., "cpu": ..., "megabytes": ...}` from standard input.
"""

import json
import statistics
import sys

TARGETS = {"a": 1.5, "b": 3.0}

runs = {}
for line in sys.stdin:
    head, values = line.split("{", 1)
    name = " ".join(head.split()[2:])
    runs.setdefault(name, []).append(json.loads("{" + values))


def median(name, key):
    return statistics.median(run[key] for run in runs[name])


print(f"{'':12}{'seconds':>9}{'CPU s':>8}{'MB':>7}   (medians of {len(runs['waymark'])} rounds; most memory)")
for name in runs:
    memory = max(run["megabytes"] for run in runs[name])
    print(f"{name:12}{median(name, 'seconds'):9.2f}{median(name, 'cpu'):8.2f}{memory:7.0f}")
for kind, target in TARGETS.items():
    faster = min((name for name in runs if name.endswith(f" {kind}")), key=lambda name: median(name, "seconds"))
    ratio = median(faster, "seconds") / median("waymark", "seconds")
    print(f"{ratio:.2f} x as fast as {faster}, the faster peer (target {target:g})")
