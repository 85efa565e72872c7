"""Measures a hub at rest with 10 000 stations. usage:
hub_rest.py WAYMARK_HUB FOLDER [STATIONS [SECONDS [ENTRIES]]]

A PostgreSQL of its own in FOLDER (fsync on), the real daemon, and rounds of stations that have nothing to tell: each calls
once in 60 s, as `waymark station sync` does, over a connection of its own: how it is, with a proof that the log continues the
one that it knows; and what its tags need, where that may have changed. ENTRIES of each station's journal are at the hub, and
compared with the station's, 20 at a contact. Targets: 10 % of a core and 200 MB for the daemon. PostgreSQL's share is told beside.
"""

import asyncio
import datetime
import hashlib
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import time

import private_postgresql

hub, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
STATIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
SECONDS = int(sys.argv[4]) if len(sys.argv) > 4 else 60
ENTRIES = int(sys.argv[5]) if len(sys.argv) > 5 else 0
PERIOD = 60
TICK = os.sysconf("SC_CLK_TCK")


def statement(text):
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder / "socket", "-U", "waymark", "postgres"],
                   input=text, text=True, check=True)


def chain(number):
    return hashlib.md5(f"chain {number}".encode()).hexdigest()


def secret(number):
    return f"waymark_{number:043}"


def journal():
    """The same entries for every station: a chain's name is in no digest. With the digest of each, and of none."""
    entries, previous = [], "0" * 64
    digests = [previous]
    for number in range(1, ENTRIES + 1):
        time = 1_795_221_000_000 + 1_000 * number
        text = datetime.datetime.fromtimestamp(time / 1_000, datetime.UTC).isoformat(timespec="milliseconds")
        payload = json.dumps({"batch": "opening", "code": "locked", "message": "the chip is locked", "reader": "bench 1",
                              "uid": f"04a1b2c3d4{number:04x}"}, separators=(",", ":"))
        entry = (number, text.replace("+00:00", "Z"), "bench", "alice (uid 1000)", "chip-refused", payload, previous)
        entries.append((number, time, *entry[2:]))
        previous = hashlib.sha256("\n".join(map(str, entry)).encode()).hexdigest()
        digests.append(previous)
    return entries, digests


def enrol():
    """As enrolment leaves them: a station, its chain with a head, and its token; and as uploads leave it with entries."""
    rows = [(chain(n), f"s{n}", hashlib.sha256(secret(n).encode()).hexdigest()) for n in range(STATIONS)]
    values = ",\n".join(f"('{c}', '{name}', '{digest}')" for c, name, digest in rows)
    entries, digests = journal()
    if entries:
        lines = ",\n".join(str(entry) for entry in entries)
        head, copies = f"0, NULL, {ENTRIES}", f"""
        INSERT INTO journal (sequence, time, station, actor, kind, payload, previous, batch, chain)
            SELECT entry.*, 'opening', decode(chain, 'hex') FROM made CROSS JOIN (VALUES {lines}) AS entry;
        UPDATE chains SET sequence = {ENTRIES}, digest = '{digests[-1]}', time = {entries[-1][1]};"""
    else:
        head, copies = "7, digest, 7", ""
    statement(f"""
        CREATE TEMPORARY TABLE made (chain text, name text, digest text);
        INSERT INTO made VALUES {values};
        INSERT INTO stations (chain, lost, adopted, awaited, newest_request, name, key, fingerprint, enrolled, began,
                began_digest, applied)
            SELECT decode(chain, 'hex'), false, era, false, 0, name, digest, 'machine', 1, {head} FROM made, hub;
        INSERT INTO chains (chain, sequence, digest) SELECT decode(chain, 'hex'), 7, digest FROM made;{copies}
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


def compared(turn, digests):
    """The next entries that a station has compared: see ComparedEntries.swift."""
    after = turn if turn < ENTRIES else 0
    last = min(after + 20, ENTRIES)
    point = "{0}:{1}".format
    return last, {"upTo": point(last, digests[last])} | ({"after": point(after, digests[after])} if after else {})


async def contact(port, number, delay, times, known, digests):
    """`known`: of each station what it asks to be proven, the mark of its documents, and up to where entries were compared."""
    await asyncio.sleep(delay)
    began = time.perf_counter()
    streams = await asyncio.open_connection("127.0.0.1", port)
    log, mark, turn = known.get(number, ({}, None, 0))
    report = {"chain": chain(number), "fingerprint": "machine", "version": "0.1.0", "proof": log,
              "clock": datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    answer = await ask(streams, number, "PUT", "/v1/stations/self", report)
    if answer["documents"] != mark:
        await ask(streams, number, "GET", f"/v1/chains/{chain(number)}/documents")
    size = int(answer["proof"]["note"].splitlines()[1])
    log = {"size": size, "era": answer["era"]}
    if ENTRIES:
        turn, entries = compared(turn, digests)
        log |= entries
    known[number] = log, answer["documents"], turn
    streams[1].close()
    times.append(time.perf_counter() - began)


async def rest(port, pid):
    times, known, digests = [], {}, journal()[1]
    # Settled: what the first calls load is loaded, and each station has called before.
    await asyncio.gather(*(contact(port, n, PERIOD * n / STATIONS, [], known, digests) for n in range(STATIONS)))
    (before, _), server, began = figures(pid), server_seconds(), time.perf_counter()
    calls = STATIONS * SECONDS // PERIOD
    await asyncio.gather(*(contact(port, n % STATIONS, SECONDS * n / max(1, calls), times, known, digests) for n in range(calls)))
    if not calls:
        await asyncio.sleep(SECONDS)
    elapsed = time.perf_counter() - began
    after, resident = figures(pid)
    share, of_server = 100 * (after - before) / elapsed, 100 * (server_seconds() - server) / elapsed
    times.sort()
    waits = (f"; a round takes {1000 * statistics.median(times):.1f} ms (p99 {1000 * times[len(times) * 99 // 100]:.0f})"
             if times else "")
    print(f"figure: {STATIONS} stations at rest with {ENTRIES} entries each, {calls / elapsed:.0f} rounds a second: {share:.1f} % of a core, "
          f"{resident / 1e6:.0f} MB; PostgreSQL {of_server:.1f} %{waits}")


def main():
    private_postgresql.serve(folder, "hub")
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
        private_postgresql.stop(folder)


main()
