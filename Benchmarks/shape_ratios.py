"""For each shape, how many times as fast the whole program is as the faster peer, and how many bytes it takes for a tag:
its peak less that of a run without a row, beyond the bytes of the URLs. The worst shape counts.

shape_ratios.py FOLDER SIGHTINGS < figures: lines `SEED NAME {"seconds": ..., ...}`
"""

import json
import statistics
import sys

TARGETS = {"a": 1.5, "b": 3.0}
BYTES = 200

folder, sightings = sys.argv[1:]
runs = {}
for line in sys.stdin:
    head, values = line.split("{", 1)
    seed, *name = head.split()
    runs.setdefault(seed, {}).setdefault(" ".join(name), []).append(json.loads("{" + values))


def median(measured):
    return statistics.median(run["seconds"] for run in measured)


def kilobytes(measured):
    return statistics.median(run["kilobytes"] for run in measured)


print(f"\n{'shape':6}{'waymark s':>10}{'CPU s':>7}{'MB':>6}{'B/tag':>7}{'(a)':>7}{'(b)':>7}")
worst = dict.fromkeys(TARGETS, float("inf"))
most = 0
for seed, contenders in runs.items():
    with open(f"{folder}/shape-{seed}-{sightings}/shape.json") as file:
        shape = json.load(file)
    ours = contenders["waymark"]
    seconds = median(ours)
    ratios = {}
    for kind in TARGETS:
        ratios[kind] = min(median(contenders[name]) for name in contenders if name.endswith(f" {kind}")) / seconds
        worst[kind] = min(worst[kind], ratios[kind])
    memory = kilobytes(ours)
    tag = ((memory - kilobytes(contenders["empty"])) * 1024 - shape["urlBytes"]) / ours[0]["tags"]
    most = max(most, tag)
    cpu = statistics.median(run["cpu"] for run in ours)
    print(
        f"{seed:6}{seconds:10.2f}{cpu:7.2f}{memory // 1024:6.0f}{tag:7.0f}"
        f"{ratios['a']:7.2f}{ratios['b']:7.2f}  {shape['words']}"
    )
for kind, target in TARGETS.items():
    print(f"({kind}): the worst shape is {worst[kind]:.2f} x as fast as the faster peer (target {target:g})")
print(f"The worst shape takes {most:.0f} bytes a tag (target {BYTES})")
