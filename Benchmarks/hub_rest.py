"""Measures a hub at rest with 10 000 stations. usage: hub_rest.py WAYMARK_HUB FOLDER [STATIONS [SECONDS]]

A PostgreSQL of its own in FOLDER (fsync on), the real daemon, and rounds of stations that have nothing to tell: each calls
once in 60 s, as `waymark station sync` does, over a connection of its own: how it is, with a proof that the log continues the
one that it knows; and what its tags need, where that may have changed. Targets: 10 % of a core and 200 MB for the daemon. PostgreSQL's share is told beside.
"""

import asyncio
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time

hub, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
STATIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
SECONDS = int(sys.argv[4]) if len(sys.argv) > 4 else 60
PERIOD = 60
TICK = os.sysconf("SC_CLK_TCK")
postgres = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
as_server = (["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else [])


def serve():
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("data", "socket", "hub"):
        (folder / name).mkdir(parents=True)
        if as_server and name != "hub":
            shutil.chown(folder / name, "nobody")
    quiet = {"stdout": subprocess.DEVNULL, "check": True, "cwd": folder / "socket"}
    subprocess.run([*as_server, postgres / "initdb", "-D", folder / "data", "--username=waymark", "--auth=trust",
                    "--locale=C", "--encoding=UTF8", "--data-checksums"], **quiet)
    subprocess.run([*as_server, postgres / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "socket/log",
                    "-o", f"-k {folder}/socket -c listen_addresses=''", "start"], **quiet)


def statement(text):
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder / "socket", "-U", "waymark", "postgres"],
                   input=text, text=True, check=True)


def chain(number):
    return hashlib.md5(f"chain {number}".encode()).hexdigest()


def secret(number):
    return f"waymark_{number:043}"


def enrol():
    """As enrolment leaves them: a station, its chain with a head, and its token."""
    rows = [(chain(n), f"s{n}", hashlib.sha256(secret(n).encode()).hexdigest()) for n in range(STATIONS)]
    values = ",\n".join(f"('{c}', '{name}', '{digest}')" for c, name, digest in rows)
    statement(f"""
        CREATE TEMPORARY TABLE made (chain text, name text, digest text);
        INSERT INTO made VALUES {values};
        INSERT INTO stations (chain, lost, adopted, awaited, newest_request, name, key, fingerprint, enrolled, began,
                began_digest, applied)
            SELECT decode(chain, 'hex'), false, era, false, 0, name, digest, 'machine', 1, 7, digest, 7 FROM made, hub;
        INSERT INTO chains (chain, sequence, digest) SELECT decode(chain, 'hex'), 7, digest FROM made;
        INSERT INTO moved_heads SELECT decode(chain, 'hex') FROM made;
        INSERT INTO tokens (name, role, digest, created, expired)
            SELECT 'station-' || name, 'station', digest, 1, false FROM made;
        ANALYZE;""")


def figures(pid):
    """Processor seconds and resident bytes of a process."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK, int(fields[21]) * os.sysconf("SC_PAGE_SIZE")


def server_seconds():
    """Of all processes of the server: those of connections, and what ended ones have left to their parent."""
    first = (folder / "data/postmaster.pid").read_text().split()[0]
    pids = [first, *subprocess.run(["pgrep", "-P", first], capture_output=True, text=True).stdout.split()]
    return sum(figures(pid)[0] for pid in pids)


async def ask(streams, number, method, path, body=None):
    reader, writer = streams
    port = writer.get_extra_info("peername")[1]
    text = b"" if body is None else json.dumps(body).encode()
    writer.write((f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {secret(number)}\r\n"
                  f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n").encode() + text)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(re.search(rb"(?i)content-length: (\d+)", head).group(1))
    answer = json.loads(await reader.readexactly(length))
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{method} {path}: {head[:40]} {answer}")
    return answer


async def contact(port, number, delay, times, known):
    """`known`: of each station the log that it has verified, and the mark of its documents."""
    await asyncio.sleep(delay)
    began = time.perf_counter()
    streams = await asyncio.open_connection("127.0.0.1", port)
    log, mark = known.get(number, ({}, None))
    report = {"chain": chain(number), "fingerprint": "machine", "version": "0.1.0", "proof": log,
              "clock": datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    answer = await ask(streams, number, "PUT", "/v1/stations/self", report)
    if answer["documents"] != mark:
        await ask(streams, number, "GET", f"/v1/chains/{chain(number)}/documents")
    size = int(answer["proof"]["note"].splitlines()[1])
    known[number] = {"size": size, "era": answer["era"]}, answer["documents"]
    streams[1].close()
    times.append(time.perf_counter() - began)


async def rest(port, pid):
    times, known = [], {}
    # Settled: what the first calls load is loaded, and each station has called before.
    await asyncio.gather(*(contact(port, n, n / 160, [], known) for n in range(STATIONS)))
    (before, _), server, began = figures(pid), server_seconds(), time.perf_counter()
    calls = STATIONS * SECONDS // PERIOD
    await asyncio.gather(*(contact(port, n % STATIONS, SECONDS * n / max(1, calls), times, known) for n in range(calls)))
    if not calls:
        await asyncio.sleep(SECONDS)
    elapsed = time.perf_counter() - began
    after, resident = figures(pid)
    share, of_server = 100 * (after - before) / elapsed, 100 * (server_seconds() - server) / elapsed
    times.sort()
    waits = (f"; a round takes {1000 * statistics.median(times):.1f} ms (p99 {1000 * times[len(times) * 99 // 100]:.0f})"
             if times else "")
    print(f"figure: {STATIONS} stations at rest, {calls / elapsed:.0f} rounds a second: {share:.1f} % of a core, "
          f"{resident / 1e6:.0f} MB; PostgreSQL {of_server:.1f} %{waits}")


def main():
    serve()
    configuration = folder / "hub.json"
    configuration.write_text(json.dumps({
        "database": {"hosts": [f"{folder}/socket"], "name": "postgres", "user": "waymark"},
        "socket": f"{folder}/hub/api.sock", "folder": f"{folder}/hub", "listen": ["127.0.0.1:0"], "logLevel": "notice"}))
    daemon = None
    try:
        subprocess.run([hub, "migrate", "--configuration", configuration], check=True, stdout=subprocess.DEVNULL)
        enrol()
        daemon = subprocess.Popen([hub, "--configuration", configuration], stderr=subprocess.PIPE, text=True)
        for line in daemon.stderr:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                break
        asyncio.run(rest(int(found.group(1)), daemon.pid))
    finally:
        if daemon:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(60)
        subprocess.run([*as_server, postgres / "pg_ctl", "-D", folder / "data", "-m", "fast", "stop"],
                       stdout=subprocess.DEVNULL, cwd=folder / "socket")


main()
