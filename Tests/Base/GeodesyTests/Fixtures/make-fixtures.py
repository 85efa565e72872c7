"""Writes the tables that GeodesyTests compares with.

Needs: pip install scipy geographiclib
Run in this folder: python make-fixtures.py
"""

import random

from geographiclib.geodesic import Geodesic
from scipy.stats import ncx2, chi2


def probability(x, y, s):
    """P(measured distance <= x | true distance y, deviation s)."""
    value = (x / s) ** 2
    if y == 0:
        return chi2.cdf(value, 2)
    return ncx2.cdf(value, 2, (y / s) ** 2)


def measured_distance():
    rows = []
    radius = 100.0
    for exponent in range(-6, 7):
        s = radius * 10 ** (exponent / 2)
        for y in (0.0, 0.01, 50.0, 99.0, 100.0, 101.0, 150.0, 1000.0):
            xs = [radius, y] + [y + k * s for k in (-4, -3, -2, -1, -0.1, 0.1, 1, 2, 3, 4)]
            for x in sorted(set(x for x in xs if x > 0)):
                rows.append((x, y, s, probability(x, y, s)))
    with open("measured-distance.csv", "w", newline="\n") as file:
        file.write("x,y,sigma,probability\n")
        for row in rows:
            file.write(",".join(repr(float(v)) for v in row) + "\n")


def geodesics():
    places = [
        (37.3230, -122.0322, 37.7793, -122.4193),
        (0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 179.9999, 0, -179.9999), (-17.8, 179.9999, -17.8, -179.9999),
        (90, 0, 89.999, 120), (89.999, 0, 89.999, 180), (-90, 0, 90, 0), (-89.9995, -90, -89.9995, 90),
        (0, 0, 0.5, 179.5), (0, 0, 0.5, 179.7), (0, -180, 0, 180), (45, 180, 45, -180),
    ]
    generator = random.Random(7)
    for _ in range(100):
        lat, lon = generator.uniform(-90, 90), generator.uniform(-180, 180)
        near = Geodesic.WGS84.Direct(lat, lon, generator.uniform(-180, 180), 10 ** generator.uniform(-1, 4))
        places.append((lat, lon, near["lat2"], near["lon2"]))
        places.append((lat, lon, generator.uniform(-90, 90), generator.uniform(-180, 180)))
    with open("geodesics.csv", "w", newline="\n") as file:
        file.write("latitude1,longitude1,latitude2,longitude2,distance\n")
        for row in places:
            distance = Geodesic.WGS84.Inverse(*row)["s12"]
            file.write(",".join(repr(float(v)) for v in (*row, distance)) + "\n")


measured_distance()
geodesics()
