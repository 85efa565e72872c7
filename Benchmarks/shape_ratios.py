"""For each shape, how many times as fast the whole program is as the faster peer. The worst shape counts.

shape_ratios.py FOLDER SIGHTINGS < figures: lines `SEED NAME {"seconds": ..., ...}`
"""

import json
import statistics
import sys

TARGETS = {"a": 1.5, "b": 3.0}

folder, sightings = sys.argv[1:]
runs = {}
for line in sys.stdin:
    head, values = line.split("{", 1)
    seed, *name = head.split()
    runs.setdefault(seed, {}).setdefault(" ".join(name), []).append(json.loads("{" + values))


def median(measured):
    return statistics.median(run["seconds"] for run in measured)


print(f"\n{'shape':6}{'waymark s':>10}{'CPU s':>7}{'MB':>6}{'(a)':>7}{'(b)':>7}")
worst = dict.fromkeys(TARGETS, float("inf"))
for seed, contenders in runs.items():
    with open(f"{folder}/shape-{seed}-{sightings}/shape.json") as file:
        words = json.load(file)["words"]
    ours = contenders["waymark"]
    seconds = median(ours)
    ratios = {}
    for kind in TARGETS:
        ratios[kind] = min(median(contenders[name]) for name in contenders if name.endswith(f" {kind}")) / seconds
        worst[kind] = min(worst[kind], ratios[kind])
    memory = max(run["megabytes"] for run in ours)
    cpu = statistics.median(run["cpu"] for run in ours)
    print(
        f"{seed:6}{seconds:10.2f}{cpu:7.2f}{memory:6}"
        f"{ratios['a']:7.2f}{ratios['b']:7.2f}  {words}"
    )
for kind, target in TARGETS.items():
    print(f"({kind}): the worst shape is {worst[kind]:.2f} x as fast as the faster peer (target {target:g})")
