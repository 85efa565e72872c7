"""Measures the daemon's audits of its whole history: seconds by the clock and of the daemon's processor, and its memory.
usage: daemon_history.py WAYMARKD WAYMARK FOLDER [TAGS [SIGHTINGS_OF_EACH]]

Imports sightings of every tag, audits every row (--since), everything from the fold (the first --all, and one after the
plan has changed), brings news of 1 % of the tags, and audits everything again. Reports must be equal.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time

waymarkd, waymark, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
tags = int(sys.argv[4]) if len(sys.argv) > 4 else 100_000
each = int(sys.argv[5]) if len(sys.argv) > 5 else 10
stores = max(4, tags // 50)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
dice = random.Random(42)
places = [(dice.uniform(-50, 60), dice.uniform(-170, 170)) for _ in range(stores)]
START = 1_790_812_800


def url(tag):
    return f"https://chain.example/store/s{tag % stores}?tag=t{tag:07}"


def stamp(second):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))


def sightings(path, numbers, first, days):
    """One in a hundred stores has its tags exchanged with its neighbour's."""
    with open(path, "w") as file:
        file.write("time,url,uid,latitude,longitude,accuracy,source,device\n")
        for tag in numbers:
            store = tag % stores
            latitude, longitude = places[store ^ 1 if store % 200 < 2 else store]
            accuracy = dice.randrange(4, 34)
            uid = f"04A1B2{tag:08}" if tag % 2 == 0 else ""
            file.write(f"{stamp(first + dice.randrange(days * 86_400))},{url(tag)},{uid}"
                       f",{latitude + dice.gauss(0, accuracy / 166_500):.6f}"
                       f",{longitude + dice.gauss(0, accuracy / 166_500):.6f}"
                       f",{accuracy},phone,p{dice.randrange(5_000)}\n")


(folder / "stores.csv").write_text("store,name,latitude,longitude,radius\n" + "".join(
    f"s{store},Store {store},{place[0]:.6f},{place[1]:.6f},150\n" for store, place in enumerate(places)))
(folder / "experiences.csv").write_text("url,title,subtitle,action\nhttps://chain.example/store/,Chain,Coffee,open\n")
(folder / "tags.csv").write_text("tag,store,placement,medium\n" + "".join(
    f"t{tag:07},s{tag % stores},table,nfc\n" for tag in range(tags)))
numbers = list(range(tags)) * each
dice.shuffle(numbers)
sightings(folder / "all.csv", numbers, START, 30)
sightings(folder / "news.csv", dice.sample(range(tags), max(1, tags // 100)), START + 31 * 86_400, 1)
with open(folder / "answers.csv", "w") as file:
    file.write("time,url,outcome,device\n")
    for number in numbers:
        file.write(f"{stamp(START + dice.randrange(30 * 86_400))},{url(number)},inRegion,c{dice.randrange(500_000)}\n")

manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(str(folder / "notify"))
daemon = subprocess.Popen(
    [waymarkd, "--registry", folder / "registry.sqlite", "--socket", folder / "api.sock", "--readers-socket",
     folder / "readers.sock", "--usb-readers", "added", "--log-level", "error"],
    env={**os.environ, "NOTIFY_SOCKET": str(folder / "notify")})


def figures():
    fields = pathlib.Path(f"/proc/{daemon.pid}/stat").read_text().rsplit(")", 1)[1].split()
    lines = pathlib.Path(f"/proc/{daemon.pid}/status").read_text().splitlines()
    resident, peak = (int(next(line for line in lines if line.startswith(name)).split()[1]) / 1000
                      for name in ("VmRSS", "VmHWM"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), resident, peak


def call(what, *arguments, rows=None):
    before, began = figures()[0], time.perf_counter()
    answer = subprocess.run([waymark, *arguments], env={**os.environ, "WAYMARK_SOCKET": str(folder / "api.sock")},
                            stdout=subprocess.PIPE, check=False)
    seconds = time.perf_counter() - began
    processor, resident, peak = figures()
    rate = f", {rows / seconds:,.0f} rows/s" if rows else ""
    print(f"{what}: {seconds:.2f} s, daemon {processor - before:.2f} CPU s{rate}; "
          f"{resident:.0f} MB resident, {peak:.0f} MB at the peak", flush=True)
    assert answer.returncode in (0, 2), answer.returncode
    return seconds, json.loads(answer.stdout) if "--json" in arguments else None


def equal(one, other):
    for part in ("summary", "findings"):
        assert one[part] == other[part], f"{part} differ"


try:
    manager.settimeout(60)
    while b"READY=1" not in manager.recv(4096):
        pass
    call("stores", "store", "import", folder / "stores.csv")
    call("experiences", "experience", "import", folder / "experiences.csv")
    call("tags", "batch", "create", "chain", "--from", folder / "tags.csv", "--template",
         "https://chain.example/store/{store}{?tag}")
    call("sightings", "sightings", "import", folder / "all.csv", rows=tags * each)
    call("confirmations", "confirmations", "import", folder / "answers.csv", rows=tags * each)
    rows, every = call("audit of every row", "audit", "--json", "--since", "2000-01-01")
    first, folded = call("audit of everything, from the fold", "audit", "--json", "--all")
    equal(every, folded)
    call("1 % news", "sightings", "import", folder / "news.csv", rows=max(1, tags // 100))
    news, judged = call("audit of everything, 1 % news", "audit", "--json", "--all")
    again, whole = call("audit of every row again", "audit", "--json", "--since", "2000-01-01")
    equal(whole, judged)
    none, same = call("audit of everything, no news", "audit", "--json", "--all")
    equal(whole, same)
    print(f"with 1 % news {100 * news / again:.1f} % of an audit of every row, {100 * news / first:.1f} % of one from the fold")
finally:
    daemon.send_signal(signal.SIGTERM)
    daemon.wait(60)
    shutil.rmtree(folder, ignore_errors=True)
