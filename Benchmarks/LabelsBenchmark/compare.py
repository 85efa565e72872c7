"""Label sheets beside other tools, in one run, with what is aimed at.

compare.py PROGRAM [COUNT]    PROGRAM is the built labels-benchmark; 10000 labels unless told otherwise
"""

import re
import statistics
import subprocess
import sys
import time

import peers

ROUNDS = 3
program = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
urls = ["https://brighteggcafe.example/store/cupertino?tag=B-%08d" % number for number in range(count)]
LINE = re.compile(r"(.*): ([0-9.]+) s, .* labels/s, ([0-9]+) bytes/label, peak ([0-9]+) MB, ([0-9.]+) s on all cores")


def ours(kind):
    """One kind in a process of its own, so that its memory is its own: name, seconds, bytes, megabytes, core seconds."""
    output = subprocess.run([program, str(count), kind], check=True, capture_output=True, text=True).stdout
    name, seconds, size, peak, cores = LINE.match(output).groups()
    return name, float(seconds), int(size), int(peak), float(cores)


def middle(rows, column):
    return statistics.median(row[column] for row in rows)


CHECKED = ["checked", "zxing", "both"]
kinds = ["floor", "unchecked", *CHECKED, "png", "svg"]
runs = {kind: [] for kind in kinds}
# One after the other in each round, so that a busy machine is busy for all of them.
for _ in range(ROUNDS):
    for kind in kinds:
        runs[kind].append(ours(kind))

print("%d labels, the median of %d rounds" % (count, ROUNDS))
print("%-36s %9s %11s %9s %8s %10s" % ("", "wall s", "labels/s", "B/label", "peak MB", "cores' s"))
for kind in kinds:
    rows = runs[kind]
    seconds = middle(rows, 1)
    print(
        "%-36s %9.2f %11.0f %9d %8d %10.2f"
        % (rows[0][0], seconds, count / seconds, middle(rows, 2), max(row[3] for row in rows), middle(rows, 4)),
        flush=True,
    )

rates = {}
for name, make, share in peers.PEERS:
    some = urls[: max(1, int(count * share))]
    start = time.monotonic()
    try:
        size = make(some)
    except (ImportError, OSError) as error:
        print("%-36s not measured: %s" % (name, error))
        continue
    seconds = time.monotonic() - start
    rates[name] = len(some) / seconds
    print("%-36s %9.2f %11.0f %9d   (%d of them)" % (name, seconds, rates[name], size // len(some), len(some)), flush=True)

unchecked = middle(runs["unchecked"], 1)
# Each round by itself: what disturbs a round disturbs both.
share = statistics.median(row[1] / base[1] for row, base in zip(runs["unchecked"], runs["floor"]))
checks = {
    kind: statistics.median(row[1] / base[1] for row, base in zip(runs[kind], runs["unchecked"])) for kind in CHECKED
}
cost = statistics.median(row[4] - base[4] for row, base in zip(runs["checked"], runs["unchecked"]))
peak = max(row[3] for kind in ["unchecked", *CHECKED] for row in runs[kind])
targets = [
    ("PDF, check off, beside libqrencode alone", "%.2f x" % share, "at most 1.0 x", share <= 1.0),
    *[
        ("%s, beside check off" % runs[kind][0][0], "%.2f x" % times, "at most 3.0 x", times <= 3)
        for kind, times in checks.items()
    ],
    ("bytes per label", "%d" % middle(runs["unchecked"], 2), "at most 1500", middle(runs["unchecked"], 2) <= 1500),
    ("peak memory", "%d MB" % peak, "under 150 MB", peak < 150),
]
if "ReportLab QR widget, PDF" in rates:
    times = count / unchecked / rates["ReportLab QR widget, PDF"]
    targets.insert(1, ("beside ReportLab's QR widget", "%.0f x as fast" % times, "at least 30 x", times >= 30))
print()
print("%-44s %14s   %-16s" % ("", "measured", "target"))
for what, measured, target, is_met in targets:
    print("%-44s %14s   %-16s %s" % (what, measured, target, "" if is_met else "MISSED"))
print("libzbar's check costs %.2f ms of a core per label" % (cost / count * 1000))
sys.exit(0 if all(target[3] for target in targets) else 2)
