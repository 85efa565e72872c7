"""Makes photographs of QR codes as a phone would take them: turned, seen from the side, blurred, noisy, with EXIF.
The first argument is a file of JSON: [{"path", "codes": [PNG files], "time", "latitude", "longitude", "accuracy", "turn"}]."""
import json
import sys

from PIL import Image, ImageFilter
from PIL.TiffImagePlugin import IFDRational


def perspective(picture, strength):
    """The picture as seen from the side: its right edge is farther away."""
    width, height = picture.size
    inset = strength * height
    source = [(0, 0), (width, 0), (width, height), (0, height)]
    goal = [(0, 0), (width * (1 - strength / 2), inset), (width * (1 - strength / 2), height - inset), (0, height)]
    rows = []
    for (x, y), (u, v) in zip(goal, source):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        best = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for row in range(8):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    weights = [row[8] / row[index] for index, row in enumerate(rows)]
    return picture.transform(picture.size, Image.Transform.PERSPECTIVE, weights, Image.Resampling.BICUBIC, fillcolor=255)


def parts(value):
    """Degrees, minutes and seconds."""
    seconds = round(abs(value) * 3600 * 10_000)
    return (IFDRational(seconds // 36_000_000, 1), IFDRational(seconds // 600_000 % 60, 1),
            IFDRational(seconds % 600_000, 10_000))


def photograph(wanted):
    scene = Image.effect_noise((1600, 1200), 25).point(lambda grey: 150 + (grey - 128) // 2)
    for index, name in enumerate(wanted["codes"]):
        code = Image.open(name).convert("L").resize((460, 460), Image.Resampling.BICUBIC)
        sign = Image.new("L", (600, 600), 250)
        sign.paste(code, (70, 70))
        sign = perspective(sign, wanted.get("side", .12)).rotate(
            wanted["turn"], expand=True, resample=Image.Resampling.BICUBIC, fillcolor=150)
        place = (index % 2 * 780 + 30, index // 2 * 600 + 20)
        scene.paste(sign.resize((int(sign.width * .9), int(sign.height * .9))), place)
    scene = scene.filter(ImageFilter.GaussianBlur(1.1)).convert("RGB")
    exif = Image.Exif()
    exif[0x10F], exif[0x110] = "Example", "Phone 1"
    details = exif.get_ifd(0x8769)
    day, clock = wanted["time"][:10].replace("-", ":"), wanted["time"][11:19]
    details[0x9003], details[0x9011] = f"{day} {clock}", "+00:00"
    if "latitude" in wanted:
        gps = exif.get_ifd(0x8825)
        gps[1], gps[2] = "S" if wanted["latitude"] < 0 else "N", parts(wanted["latitude"])
        gps[3], gps[4] = "W" if wanted["longitude"] < 0 else "E", parts(wanted["longitude"])
        if "accuracy" in wanted:
            gps[0x1F] = IFDRational(round(wanted["accuracy"] * 100), 100)
    scene.save(wanted["path"], quality=82, exif=exif)


for wanted in json.load(open(sys.argv[1])):
    photograph(wanted)
