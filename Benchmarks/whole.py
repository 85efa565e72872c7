"""`waymark audit` from its start to its end, on the files of one shape.

whole.py WAYMARK FOLDER [FILE]

FILE: other sightings of that shape, such as none.
Prints one line of JSON: seconds by the clock and of the processors, peak memory, and what was found.
"""

import json
import os
import resource
import subprocess
import sys
import time

waymark, folder, *other = sys.argv[1:]
with open(f"{folder}/shape.json") as file:
    shape = json.load(file)
start = time.perf_counter()
ending = subprocess.run(
    [
        waymark, "audit", "--stores", f"{folder}/stores.csv", "--experiences", f"{folder}/experiences.csv",
        "--template", shape["template"], "--sightings", f"{folder}/{other[0] if other else shape['file']}", "--json",
    ],
    stdout=subprocess.PIPE,
    env={**os.environ, "WAYMARK_SOCKET": "/nowhere"},
)
seconds = time.perf_counter() - start
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
report = json.loads(ending.stdout)
if ending.returncode not in (0, 2) or report.get("badRows"):
    sys.exit(f"waymark ended with {ending.returncode} and {report.get('badRows')}")
summary = report["summary"]
print(
    json.dumps(
        {
            "seconds": round(seconds, 3),
            "cpu": round(usage.ru_utime + usage.ru_stime, 3),
            "kilobytes": usage.ru_maxrss,
            "sightings": summary["sightings"],
            "tags": summary["tags"],
            "findings": len(report["findings"]),
        }
    )
)
