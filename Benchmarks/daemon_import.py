"""Measures what a large batch costs the bench beside it: how long small changes of the registry wait while the batch comes
in, is changed and goes, and the longest gap between two of the watchdog's notifications.
usage: daemon_import.py WAYMARKD WAYMARK FOLDER [TAGS]

Eight clients change the registry in turn, each a batch of its own (paused, resumed): each change is a durable transaction
with a journal entry, as the intent of a tag is, through the same writer. Targets: no change waits for more than 100 ms,
no gap is longer than 5 s.
"""

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

waymarkd, waymark = (pathlib.Path(program).resolve() for program in sys.argv[1:3])
folder = pathlib.Path(sys.argv[3]).resolve()
tags, writers, limit = int(sys.argv[4]) if len(sys.argv) > 4 else 1_500_000, 8, 30
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
api = folder / "api.sock"


class Connection(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(str(api))


def call(*arguments):
    subprocess.run([waymark, *arguments], env={**os.environ, "WAYMARK_SOCKET": str(api)}, check=True,
                   stdout=subprocess.DEVNULL)


manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(str(folder / "notify"))
manager.settimeout(120)
daemon = subprocess.Popen(
    [waymarkd, "--registry", folder / "registry.sqlite", "--socket", api, "--readers-socket", folder / "readers.sock",
     "--usb-readers", "added", "--log-level", "error"],
    env={**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(limit * 100_000)})
while b"READY=1" not in manager.recv(4096):
    pass
(folder / "stores.csv").write_text(
    "store,name,latitude,longitude,radius\n" + "".join(f"s{n},Store {n},,,\n" for n in range(500)))
call("store", "import", folder / "stores.csv")
template = "https://f.example/s/{store}{?tag}"
for writer in range(writers):
    (folder / "own.csv").write_text(f"tag,store,placement,medium\nw{writer},s{writer},table,nfc\n")
    call("batch", "create", f"own-{writer}", "--from", folder / "own.csv", "--template", template)
def plan(name, rows, placement):
    with open(folder / name, "w") as file:
        file.write("tag,store,placement,medium\n")
        file.writelines(f"t{n},s{n % 500},{placement} {n % 40},nfc\n" for n in rows)
    return folder / name


batch = plan("batch.csv", range(tags), "table")
one = plan("one.csv", [tags // 2], "seat")
some = plan("some.csv", range(0, tags, max(1, tags // 20_000)), "seat")

ended = threading.Event()
waits, pulses = [], []


def write(writer):
    connection = Connection("localhost", timeout=600)
    step = 0
    while not ended.is_set():
        action = ("pause", "resume")[step % 2]
        began = time.perf_counter()
        connection.request("POST", f"/v1/batches/own-{writer}/{action}", json.dumps({"reason": "measured"}),
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        waits.append((time.perf_counter() - began, began))
        assert answer.status < 300, answer.status
        step += 1
        time.sleep(0.02)


def listen():
    while not ended.is_set():
        if b"WATCHDOG=1" in manager.recv(4096):
            pulses.append(time.perf_counter())


def measure(what, *arguments):
    waits.clear()
    began = time.perf_counter()
    call(*arguments)
    took = time.perf_counter() - began
    ordered = sorted(waits)
    (longest, at), middle = ordered[-1], statistics.median(wait for wait, _ in ordered)
    rare = ordered[-(len(ordered) // 1000) - 1][0]
    print(f"{what:<28} {took:6.1f} s; other changes: {middle * 1000:.0f} ms in the middle, {rare * 1000:.0f} ms at 99.9 %, "
          f"{longest * 1000:.0f} ms the longest of {len(ordered)}, {at - began:.1f} s after the beginning", flush=True)


threads = [threading.Thread(target=write, args=(writer,)) for writer in range(writers)]
threads.append(threading.Thread(target=listen))
for thread in threads:
    thread.start()
print(f"{tags} tags; target: no other change waits for more than 100 ms")
time.sleep(3)
print(f"{'at rest':<28} {statistics.median(wait for wait, _ in waits) * 1000:.0f} ms in the middle")
measure("the batch is created", "batch", "create", "large", "--from", batch, "--template", template)
measure("one tag is deleted", "tag", "delete", "t1", "--yes")
measure("one tag is revised", "batch", "revise", "large", "--from", one)
measure("20000 tags are revised", "batch", "revise", "large", "--from", some)
measure("the batch is deleted", "batch", "delete", "large", "--yes")
ended.set()
for thread in threads:
    thread.join()
gaps = [after - before for before, after in zip(pulses, pulses[1:])]
print(f"watchdog: {max(gaps):.1f} s the longest gap, with a notification due each {limit / 30:.0f} s; target 5 s")
daemon.send_signal(signal.SIGTERM)
daemon.wait(60)
