"""Measures the daemon's audit of sightings: seconds by the clock and of the processor, and memory at the peak.
usage: daemon_audit.py FOLDER SIGHTINGS RUNS WAYMARKD=WAYMARK[=import]...

Each pair of programs audits the same file RUNS times, in turn, each time in a new registry. Prints the median of the
runs, and how many times faster each pair is than the first one. With =import the file is imported first and the import
is audited, for programs whose audit takes no file of this size. FOLDER keeps the file for the next time.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time

folder, sightings, runs = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
pairs = [pair.split("=") for pair in sys.argv[4:]]
stores, tags = max(4, sightings // 25), max(4, sightings // 5)
folder.mkdir(parents=True, exist_ok=True)


def make(path):
    """Every tag equally often, tags and times in a random order, as audit-benchmark does."""
    dice = random.Random(42)
    places = [(dice.uniform(-50, 60), dice.uniform(-170, 170)) for _ in range(stores)]
    (folder / "stores.csv").write_text("store,name,latitude,longitude,radius\n" + "".join(
        f"s{store},Store {store},{place[0]:.6f},{place[1]:.6f},150\n" for store, place in enumerate(places)))
    (folder / "experiences.csv").write_text(
        "url,title,subtitle,action\nhttps://chain.example/store/,Chain,Coffee,open\n")
    (folder / "tags.csv").write_text("tag,store,placement,medium\n" + "".join(
        f"t{tag:07},s{tag % stores},table,nfc\n" for tag in range(tags)))
    with open(path, "w") as file:
        file.write("time,url,uid,latitude,longitude,accuracy,source,device\n")
        for row in range(sightings):
            tag = row * 1_000_003 % tags
            store = tag % stores
            latitude, longitude = places[store ^ 1 if store % 200 < 2 else store]
            accuracy, second = dice.randrange(4, 34), dice.randrange(30 * 86_400)
            uid = f"04A1B2{tag:08}" if tag % 2 == 0 else ""
            file.write(
                time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_790_812_800 + second))
                + f",https://chain.example/store/s{store}?tag=t{tag:07},{uid}"
                f",{latitude + dice.gauss(0, accuracy / 166_500):.6f},{longitude + dice.gauss(0, accuracy / 166_500):.6f}"
                f",{accuracy},phone,p{dice.randrange(500_000)}\n")


def figures(process):
    """Seconds of the processor, and megabytes at the peak, so far."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    peak = next(line for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
                if line.startswith("VmHWM"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(peak.split()[1]) / 1000


def audit(path, waymarkd, waymark, way="audit"):
    work = folder / "registry"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(work / "notify"))
    daemon = subprocess.Popen(
        [waymarkd, "--registry", work / "registry.sqlite", "--socket", work / "api.sock", "--readers-socket",
         work / "readers.sock", "--usb-readers", "added", "--log-level", "error"],
        env={**os.environ, "NOTIFY_SOCKET": str(work / "notify")})
    try:
        manager.settimeout(60)
        while b"READY=1" not in manager.recv(4096):
            pass

        def call(*arguments):
            return subprocess.run([waymark, *arguments], env={**os.environ, "WAYMARK_SOCKET": str(work / "api.sock")},
                                  stdout=subprocess.PIPE, check=False)

        call("store", "import", folder / "stores.csv").check_returncode()
        call("experience", "import", folder / "experiences.csv").check_returncode()
        call("batch", "create", "chain", "--from", folder / "tags.csv", "--template",
             "https://chain.example/store/{store}{?tag}").check_returncode()
        before, children, began = figures(daemon.pid)[0], os.times().children_user + os.times().children_system, \
            time.perf_counter()
        if way == "import":
            call("sightings", "import", path).check_returncode()
            answer = call("audit", "--json")
        else:
            answer = call("audit", "--json", "--sightings", path)
        seconds = time.perf_counter() - began
        processor, peak = figures(daemon.pid)
        assert answer.returncode == 2, answer.returncode
        assert json.loads(answer.stdout)["summary"]["sightings"] == sightings
        command = os.times().children_user + os.times().children_system - children
        return {"clock s": seconds, "daemon s": processor - before, "command s": command,
                "both s": processor - before + command, "peak MB": peak,
                "registry MB": sum(file.stat().st_size for file in work.glob("registry.sqlite*")) / 1e6}
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(60)
        shutil.rmtree(work, ignore_errors=True)


file = folder / f"sightings-{sightings}.csv"
if not file.exists():
    make(file)
results = [[] for _ in pairs]
for run in range(runs):
    for number, pair in enumerate(pairs):
        results[number].append(audit(file, *pair))
        print(f"run {run + 1}, pair {number + 1}: "
              + ", ".join(f"{name} {value:.1f}" for name, value in results[number][-1].items()), flush=True)
first = None
for number, pair in enumerate(pairs):
    median = {name: statistics.median(run[name] for run in results[number]) for name in results[number][0]}
    first = first or median
    print(f"pair {number + 1}, median: "
          + ", ".join(f"{name} {value:.1f} ({first[name] / value:.2f} x)" for name, value in median.items()))
