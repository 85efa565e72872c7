"""Reads a registry by docs/journal.md alone: the digests of its documents, and what its journal says of them.

Prints a line for each set: its name, the digest over its rows, and the digest of the last entry that has one.
"""
import hashlib
import itertools
import json
import sqlite3
import struct
import sys


def field(value):
    if value is None:
        return b"-"
    if isinstance(value, float):
        value = struct.pack(">d", value if value else 0.0).hex()
    text = value.encode()
    return str(len(text)).encode() + b":" + text


def flag(value):
    return str(int(value))


def number(value):
    return None if value is None else float(value)


def owned(key):
    name, _, deployment = key.partition("\n")
    return name, deployment or None


def sha256(rows):
    return hashlib.sha256(b"".join(field(value) for row in rows for value in row)).hexdigest()


def digest(rows):
    rows = list(rows)
    return f"{len(rows)}:{sha256(rows)}" if rows else None


def plans(rows):
    """Rows begin with their numbers."""
    blocks = [(number, list(block)) for number, block in itertools.groupby(rows, lambda row: row[0] // 256)]
    count = sum(len(block) for _, block in blocks)
    whole = sha256([
        (str(number), str(len(block)), sha256([(str(row), *plan) for row, *plan in block])) for number, block in blocks])
    return f"{count}:{whole}" if count else None


def profile(name, template, text):
    known = json.loads(text) if text else {"name": name, "template": template}
    apps, numbers = known.get("apps", []), known.get("appStoreIDs", {})
    pairs = sorted(numbers.items(), key=lambda pair: pair[0].encode())
    android, order = known.get("android", []), known.get("order")
    labels = sorted((order or {}).get("labels", {}).items(), key=lambda pair: pair[0].encode())
    more = [
        str(len(android)),
        *(part for app in android for part in (app["package"], str(len(app["fingerprints"])), *app["fingerprints"])),
        order and order["url"], str(len(labels)), *(part for pair in labels for part in pair),
    ] if android or order else []
    full, oldest = known.get("fullApps", []), known.get("minimumIOS")
    return [
        known["name"], known.get("template"), str(len(apps)), *apps, str(len(pairs)),
        *(part for pair in pairs for part in pair), known.get("push"), known.get("chip"),
        *([str(len(full)), *full, oldest] if full or oldest is not None or more else []), *more,
    ]


def sets(registry):
    def rows(columns, table, order):
        found = registry.execute(f"SELECT {columns}, {order} FROM {table}").fetchall()
        found.sort(key=lambda row: row[-1].encode() if isinstance(row[-1], str) else row[-1])
        return [row[:-1] for row in found]

    yield "stores", digest(
        [*owned(key), name, number(north), number(east), number(radius), address, flag(roams), number(place_north),
         number(place_east)]
        for key, name, north, east, radius, address, roams, place_north, place_east in rows(
            "id, name, latitude, longitude, radius, address, roaming, place_latitude, place_longitude", "stores", "id"))
    yield "experiences", digest(rows(
        "url, deployment, title, subtitle, action, store, image, language, status, app", "experiences", "url"))
    yield "deployments", digest(profile(*row) for row in rows("name, template, profile", "deployments", "name"))
    yield "batches", digest(
        [*row[:-2], flag(row[-2]), flag(row[-1])] for row in rows(
            "name, deployment, template, protection, mirror, genuineness, paused, doubtful", "batches", "name"))
    for batch, name in registry.execute("SELECT number, name FROM batches ORDER BY number").fetchall():
        yield f"tags of batch {name}", plans(
            [row, tag, *owned(key), placement, medium, url, number(north), number(east), number(accuracy), time]
            for row, tag, key, placement, medium, url, north, east, accuracy, time in rows(
                "row, id, store, placement, medium, url, deployed_latitude, deployed_longitude, deployed_accuracy, "
                "deployed_time", f"tags WHERE batch = {batch}", "row"))


def journalled(registry):
    last = {}
    for (payload,) in registry.execute("SELECT payload FROM journal ORDER BY sequence"):
        for change in json.loads(payload).get("documents", []):
            name = f"tags of batch {change['batch']}" if change["set"] == "plans" else change["set"]
            if name in last and last[name] != change.get("before"):
                sys.exit(f"{name} were changed beside the journal")
            last[name] = change.get("after")
    return last


registry = sqlite3.connect(sys.argv[1])
said = journalled(registry)
for name, found in sets(registry):
    print(f"{name}\t{found}\t{said.get(name)}")
