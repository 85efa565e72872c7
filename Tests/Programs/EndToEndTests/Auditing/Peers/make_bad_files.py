"""Writes files of sightings that somebody broke, by accident or on purpose, into a folder."""
import gzip
import os
import struct
import subprocess
import sys

from PIL import Image

os.chdir(sys.argv[1])
header = b"time,url,uid,latitude,longitude,accuracy\n"
row = b"2026-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=t%d,,37.3230,-122.0322,9\n"
rows = header + b"".join(row % number for number in range(5_000))


def write(name, *pieces):
    with open(name, "wb") as file:
        for piece in pieces:
            file.write(piece)


packed = gzip.compress(rows)
write("cut.gz", packed[: len(packed) // 2])
write("damaged.gz", packed[:200], bytes(64), packed[264:])
write("twice.gz", gzip.compress(packed))
with gzip.open("bomb.gz", "wb") as file:
    file.write(header)
    for _ in range(2_000):
        file.write(b"x" * 60_000 + b"\n")
write("nested.gpx", b"<gpx>", b"<a>" * 1_000_000)
write("wide.gpx", b"<gpx><wpt lat='", b"1" * 40_000_000, b"'/></gpx>")
write("entities.gpx", b'<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa">]><gpx><wpt lat="1" lon="1"><name>&a;</name></wpt></gpx>')
write("cut.gpx", b'<gpx><wpt lat="1" lon="1"><name>x')
write("page.html", b"<html><body></body></html>")
write("cut.geojson", b'{"type":"FeatureCollection","features":[{"type":"Feature"')
write("deep.geojson", b'{"features":', b"[" * 1_000_000)
write("wide.geojson", b'{"features":[{"a":"', b"x" * 40_000_000, b'"}]}')
write("wide.csv", header, b"x" * 40_000_000)
write("utf16.csv", rows.decode().encode("utf-16-le"))
Image.new("L", (64, 64), 200).save("plain.jpg")
with open("plain.jpg", "rb") as file:
    picture = file.read()
size = picture.index(b"\xff\xc0") + 5
write("bomb.jpg", picture[:size], struct.pack(">HH", 60_000, 60_000), picture[size + 4:])
write("cut.jpg", picture[:40])

# As libheif's own program makes it: cut in its boxes, cut in its picture, and with another size in its `ispe` box.
subprocess.run(["heif-enc", "-q", "50", "plain.jpg", "-o", "plain.heic"], check=True, stdout=subprocess.DEVNULL)
with open("plain.heic", "rb") as file:
    picture = file.read()
size = picture.index(b"ispe") + 8
write("cut.heic", picture[:60])
write("late.heic", picture[:-20])
write("bomb.heic", picture[:size], struct.pack(">II", 20_000, 20_000), picture[size + 8:])
