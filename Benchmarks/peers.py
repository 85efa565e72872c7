"""What people would reach for instead: polars and DuckDB on the same files.

peers.py polars|duckdb a|b FOLDER

FOLDER holds the files of one shape, and shape.json, which says what the peers have to know of it: how a store is written in a
URL, and whether stores are numbers, which are joined faster than texts.

a: join each sighting with the store that its URL names and test the haversine distance against the radius.
b: a, and for each tag the position weighted by accuracy, its distance from the store, and how many visits were inside.
Prints one line of JSON: seconds, CPU seconds, peak memory, and what was found.
"""

import gzip
import importlib
import json
import os
import resource
import sys
import time

THREADS = os.environ.get("THREADS", "2")
os.environ["POLARS_MAX_THREADS"] = THREADS
RADIUS = 6_371_008.8


def polars(pl, kind, stores, sightings, shape):
    def distance(lat, lon):
        half_lat = (pl.col(lat).radians() - pl.col("store_lat").radians()) / 2
        half_lon = (pl.col(lon).radians() - pl.col("store_lon").radians()) / 2
        square = (
            half_lat.sin() ** 2 + pl.col(lat).radians().cos() * pl.col("store_lat").radians().cos() * half_lon.sin() ** 2
        )
        return 2 * RADIUS * square.sqrt().arcsin()

    places = pl.scan_csv(stores).select(
        "store", pl.col("latitude").alias("store_lat"), pl.col("longitude").alias("store_lon"), "radius"
    )
    store = pl.col("url").str.extract(shape["store"])
    rows = pl.scan_csv(
        sightings,
        schema_overrides={"latitude": pl.Float64, "longitude": pl.Float64, "accuracy": pl.Float64, "uid": pl.String},
    ).with_columns(store=store.cast(pl.Int64) if shape["numbers"] else store)
    joined = rows.join(places, on="store").with_columns(distance=distance("latitude", "longitude"))
    if kind == "a":
        query = joined.select(
            rows=pl.len(), outside=(pl.col("distance") > pl.col("radius")).sum()
        )
    else:
        weight = 1 / pl.col("accuracy") ** 2
        query = (
            joined.group_by("url", "uid")
            .agg(
                latitude=(pl.col("latitude") * weight).sum() / weight.sum(),
                longitude=(pl.col("longitude") * weight).sum() / weight.sum(),
                visits=pl.len(),
                inside=(pl.col("distance") <= pl.col("radius")).sum(),
                store_lat=pl.col("store_lat").first(),
                store_lon=pl.col("store_lon").first(),
                radius=pl.col("radius").first(),
            )
            .with_columns(distance=distance("latitude", "longitude"))
            .select(rows=pl.len(), outside=(pl.col("distance") > pl.col("radius")).sum())
        )
    result = query.collect(engine=os.environ.get("POLARS_ENGINE", "streaming"))
    return result.row(0)


def duckdb(library, kind, stores, sightings, shape):
    connection = library.connect()
    connection.execute(f"SET threads = {THREADS}")
    connection.execute("SET preserve_insertion_order = false")

    def distance(lat, lon):
        return (
            f"2 * {RADIUS} * asin(sqrt(pow(sin((radians({lat}) - radians(s.latitude)) / 2), 2) + cos(radians({lat}))"
            f" * cos(radians(s.latitude)) * pow(sin((radians({lon}) - radians(s.longitude)) / 2), 2)))"
        )

    numbers = {"latitude", "longitude", "accuracy"}
    columns = ", ".join(
        f"'{name}': '{'DOUBLE' if name in numbers else 'VARCHAR'}'" for name in header(sightings)
    )
    rows = f"read_csv('{sightings}', header = true, columns = {{{columns}}})"
    store = f"regexp_extract(r.url, '{shape['store']}', 1)"
    if shape["numbers"]:
        store += "::BIGINT"
    if kind == "a":
        query = f"""
            SELECT count(*), count(*) FILTER ({distance('r.latitude', 'r.longitude')} > s.radius)
            FROM {rows} r JOIN read_csv('{stores}') s ON s.store = {store}"""
    else:
        query = f"""
            WITH tags AS (
                SELECT r.url, r.uid, sum(r.latitude / r.accuracy ** 2) / sum(1 / r.accuracy ** 2) AS lat,
                    sum(r.longitude / r.accuracy ** 2) / sum(1 / r.accuracy ** 2) AS lon, count(*) AS visits,
                    count(*) FILTER ({distance('r.latitude', 'r.longitude')} <= s.radius) AS inside,
                    any_value(s.store) AS store
                FROM {rows} r JOIN read_csv('{stores}') s ON s.store = {store} GROUP BY r.url, r.uid)
            SELECT count(*), count(*) FILTER ({distance('t.lat', 't.lon')} > s.radius)
            FROM tags t JOIN read_csv('{stores}') s USING (store)"""
    return connection.execute(query).fetchone()


def header(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        return file.readline().strip().replace('"', "").split(",")


peer, kind, folder = sys.argv[1:]
with open(f"{folder}/shape.json") as file:
    shape = json.load(file)
# Loading the library is not measured, nor is ours.
library = importlib.import_module(peer)
start = time.perf_counter()
rows, outside = {"polars": polars, "duckdb": duckdb}[peer](
    library, kind, f"{folder}/stores.csv", f"{folder}/{shape['file']}", shape
)
seconds = time.perf_counter() - start
usage = resource.getrusage(resource.RUSAGE_SELF)
print(
    json.dumps(
        {
            "seconds": round(seconds, 3),
            "cpu": round(usage.ru_utime + usage.ru_stime, 3),
            "megabytes": usage.ru_maxrss // 1024,
            "rows": rows,
            "outside": outside,
        }
    )
)
