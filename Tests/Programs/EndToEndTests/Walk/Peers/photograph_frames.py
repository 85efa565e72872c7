"""Makes photographs of frames.py's kinds, with position and time, and reads them with `waymark sightings convert` and with
PyPI's zxing-cpp. Prints a JSON document. Usage: photograph_frames.py WAYMARK FOLDER FRAMES_OF_A_KIND"""
import csv
import io
import json
import subprocess
import sys

import zxingcpp
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

import frames

program, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])


def details():
    exif = Image.Exif()
    exif.get_ifd(0x8769).update({0x9003: "2026:11:19 17:10:38", 0x9011: "+00:00"})
    exif.get_ifd(0x8825).update({
        1: "N", 2: (IFDRational(37), IFDRational(19), IFDRational(22)), 3: "W",
        4: (IFDRational(122), IFDRational(1), IFDRational(56)), 0x1F: IFDRational(5)})
    return exif


ours, theirs, misread = {}, {}, []
for kind in frames.KINDS:
    for number in range(count):
        text, picture = frames.frame(kind, 1_000 + number)
        path = f"{folder}/{kind}-{number}.jpg"
        picture.convert("RGB").save(path, quality=90, exif=details())
        ending = subprocess.run([program, "sightings", "convert", path], capture_output=True, text=True, timeout=120)
        urls = {row["url"] for row in csv.DictReader(io.StringIO(ending.stdout))} - {""}
        codes = zxingcpp.read_barcodes(Image.open(path).convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
        ours[kind] = ours.get(kind, 0) + (text in urls)
        theirs[kind] = theirs.get(kind, 0) + (text in {code.text for code in codes})
        misread += [f"{path}: {url}" for url in urls - {text}]
        if ending.returncode != (0 if urls else 3):
            misread.append(f"{path}: status {ending.returncode}: {ending.stderr}")
print(json.dumps({"ours": ours, "theirs": theirs, "misread": misread}))
