"""Measures a hub that adopts the registry of a station, and hands its batches back. usage:
hub_adoption.py WAYMARK_HUB MAKER FOLDER [TAGS [SIGHTINGS [REGISTRY]]]

A PostgreSQL of its own in FOLDER (fsync on) and a daemon that records something every 50 ms meanwhile: the longest of its answers
is how long the adoption keeps daemons waiting. MAKER (adopted-registry) makes the registry, in memory; REGISTRY: one that it has made.
"""

import http.client
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

import private_postgresql

hub, maker, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
TAGS = int(sys.argv[4]) if len(sys.argv) > 4 else 1_000_000
SIGHTINGS = int(sys.argv[5]) if len(sys.argv) > 5 else 1_000_000
MADE = pathlib.Path(sys.argv[6]) if len(sys.argv) > 6 else None
configuration = folder / "hub.json"
STEPS = {"checking the file": "checking", "the journal": "journal", "the tables": "tables", "handing the file": "handing over",
         "evidence": "evidence", "comparing": "comparing", "the hub may": "freeing"}


def serve():
    private_postgresql.serve(folder, "hub")
    configuration.write_text(json.dumps({
        "database": {"hosts": [f"{folder}/socket"], "name": "postgres", "user": "waymark"},
        "socket": f"{folder}/hub/api.sock", "folder": f"{folder}/hub", "logLevel": "error"}))
    subprocess.run([hub, "migrate", "--configuration", configuration], stdout=subprocess.DEVNULL, check=True)


def database_bytes():
    answer = subprocess.run(["psql", "-Atq", "-h", folder / "socket", "-U", "waymark", "postgres", "-c",
                             "SELECT pg_database_size('postgres')"], capture_output=True, text=True, check=True)
    return int(answer.stdout)


def megabytes(size):
    return f"{size / 1e6:.0f} MB"


def used(usage):
    return f"{usage.ru_utime + usage.ru_stime:.0f} s of a core and at most {megabytes(usage.ru_maxrss * 1_024)} of memory"


def say(figure):
    print(f"figure: {figure} (load {os.getloadavg()[0]:.1f})", flush=True)


class Daemon:
    """A daemon of the hub to which something is told every 50 ms, each a change that waits for all others."""

    def __init__(self):
        self.process = subprocess.Popen([hub, "--configuration", configuration])
        self.ended, self.waits = threading.Event(), []
        while not (folder / "hub/api.sock").exists():
            time.sleep(0.05)
        self.thread = threading.Thread(target=self.tell)
        self.thread.start()

    def tell(self):
        number = 0
        while not self.ended.wait(0.05):
            number += 1
            connection = http.client.HTTPConnection("localhost", timeout=3_600)
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.connect(str(folder / "hub/api.sock"))
            began = time.perf_counter()
            connection.request("POST", "/v1/tokens", json.dumps({"name": f"t{number}", "role": "read"}),
                               {"Content-Type": "application/json"})
            answer = connection.getresponse()
            if answer.status >= 300:
                print(f"the daemon answers {answer.status}: {answer.read()}", file=sys.stderr)
            answer.read()
            self.waits.append(time.perf_counter() - began)
            connection.close()

    def longest(self):
        longest, self.waits = max(self.waits), []
        return longest

    def end(self):
        self.ended.set()
        self.thread.join()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def run(*arguments):
    """The phases that the program shows on a terminal with their beginnings, the end, and what it has used."""
    terminal, end = pty.openpty()
    began = time.perf_counter()
    process = subprocess.Popen([hub, *arguments, "--configuration", configuration], stdout=subprocess.PIPE, stderr=end)
    os.close(end)
    phases = []
    try:
        while text := os.read(terminal, 65_536):
            for line in re.split(rb"[\r\n]", text):
                words = re.sub(rb"\x1b\[K", b"", line).decode()
                step = next((name for start, name in STEPS.items() if words.startswith(start)), None)
                if step and (not phases or phases[-1][0] != step):
                    phases.append((step, time.perf_counter() - began))
    except OSError:
        pass
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"waymark-hub {' '.join(map(str, arguments))}: {output}")
    return phases, time.perf_counter() - began, usage


def main():
    serve()
    registry = folder / "registry.sqlite"
    made = MADE
    if not made:
        made = pathlib.Path(f"/dev/shm/adopted-{os.getpid()}.sqlite")
        subprocess.run([maker, made, str(TAGS), str(SIGHTINGS)], check=True)
    shutil.copy(made, registry)
    if not MADE:
        for name in made.parent.glob(made.name + "*"):
            name.unlink()
    os.sync()
    daemon = Daemon()
    try:
        say(f"a registry of {TAGS} tags and {SIGHTINGS} sightings: {megabytes(registry.stat().st_size)}")
        phases, whole, usage = run("adopt", registry)
        ends = [began for _, began in phases[1:]] + [whole]
        told = ", ".join(f"{name} {end - began:.1f} s" for (name, began), end in zip(phases, ends))
        say(f"adopted in {whole:.0f} s: {told}; {used(usage)}; a daemon waited {daemon.longest():.1f} s at most; "
            f"the database has {megabytes(database_bytes())}")
        names = [word for number in range(10) for word in ("--batch", f"b{number}")]
        _, whole, usage = run("hand-back", folder / "own.sqlite", *names)
        say(f"handed back in {whole:.0f} s; {used(usage)}; a daemon waited {daemon.longest():.1f} s at most; "
            f"the file has {megabytes((folder / 'own.sqlite').stat().st_size)}")
    finally:
        daemon.end()
        private_postgresql.stop(folder)


main()
