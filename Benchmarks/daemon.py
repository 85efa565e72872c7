"""Measures the daemon with a million tags: from exec to READY=1, and at rest. usage: daemon.py WAYMARKD WAYMARK FOLDER

The registry is made by the programs themselves and kept in FOLDER for the next time. Targets: ready in 150 ms, at rest
less than 40 MB resident and no measurable CPU. The best and the middle of ten starts are told: on a machine that does
something else the worst says nothing about the daemon.
"""

import os
import pathlib
import signal
import socket
import statistics
import subprocess
import sys
import time

TAGS, BATCHES, STARTS, REST = 1_000_000, 10, 10, 30
waymarkd, waymark, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
folder.mkdir(parents=True, exist_ok=True)
notify, api = folder / "notify", folder / "api.sock"


def start(registry):
    """The running daemon, and the seconds until it was ready."""
    notify.unlink(missing_ok=True)
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(notify))
    began = time.perf_counter()
    daemon = subprocess.Popen(
        [waymarkd, "--registry", registry, "--socket", api, "--readers-socket", folder / "readers.sock",
         "--usb-readers", "added", "--log-level", "error"],
        env={**os.environ, "NOTIFY_SOCKET": str(notify)})
    manager.settimeout(60)
    try:
        while b"READY=1" not in manager.recv(4096):
            pass
    except TimeoutError:
        daemon.kill()
        raise
    return daemon, time.perf_counter() - began


def end(daemon):
    daemon.send_signal(signal.SIGTERM)
    daemon.wait(60)


def call(*arguments):
    subprocess.run([waymark, *arguments], env={**os.environ, "WAYMARK_SOCKET": str(api)}, check=True,
                   stdout=subprocess.DEVNULL)


def make(registry):
    part = folder / "part.sqlite"
    for name in folder.glob("part.sqlite*"):
        name.unlink()
    daemon, _ = start(part)
    stores, rows = folder / "stores.csv", folder / "batch.csv"
    stores.write_text("store,name,latitude,longitude,radius\n" + "".join(f"s{n},Store {n},,,\n" for n in range(500)))
    call("store", "import", stores)
    for batch in range(BATCHES):
        numbers = range(batch * TAGS // BATCHES, (batch + 1) * TAGS // BATCHES)
        rows.write_text("tag,store,placement,medium\n"
                        + "".join(f"t{n},s{n % 500},table {n % 40},nfc\n" for n in numbers))
        call("batch", "create", f"b{batch}", "--from", rows, "--template", "https://f.example/s/{store}{?tag}")
    end(daemon)
    part.rename(registry)


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process):
    lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    values = {line.split()[0]: int(line.split()[1]) for line in lines if line.startswith(("VmRSS", "RssAnon"))}
    return values["VmRSS:"] / 1000, values["RssAnon:"] / 1000


registry = folder / "million.sqlite"
if not registry.exists():
    make(registry)
times = []
for number in range(STARTS):
    daemon, seconds = start(registry)
    times.append(seconds * 1000)
    if number < STARTS - 1:
        end(daemon)
print(f"start   {min(times):.0f} ms best, {statistics.median(times):.0f} ms in the middle, {max(times):.0f} ms worst "
      f"of {STARTS}; target 150 ms; {TAGS} tags, {registry.stat().st_size / 1e6:.0f} MB")
before = processor_seconds(daemon.pid)
time.sleep(REST)
spent = processor_seconds(daemon.pid) - before
whole, own = resident(daemon.pid)
print(f"rest    {spent:.2f} s of processor time in {REST} s; target: none that can be measured (0.00)")
print(f"memory  {whole:.1f} MB resident, {own:.1f} MB of it its own; target 40 MB")
call("status")
whole, own = resident(daemon.pid)
print(f"memory  {whole:.1f} MB resident, {own:.1f} MB of it its own, after a status with {BATCHES} batches")
end(daemon)
