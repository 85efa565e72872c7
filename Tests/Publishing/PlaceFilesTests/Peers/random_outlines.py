"""Random outlines as GeoJSON, with what shapely and GeographicLib say of them: random_outlines.py SEED COUNT.

Prints a FeatureCollection; each feature's expected has the centroid by shapely in a plane at the first corner, and the
geodesic distance of the farthest corner from there by GeographicLib (Karney's own implementation)."""
import json
import math
import random
import sys

import geojson
from geographiclib.geodesic import Geodesic
from shapely.geometry import Polygon

source = random.Random(int(sys.argv[1]))
earth = Geodesic.WGS84
features = []
for number in range(int(sys.argv[2])):
    latitude = source.uniform(-75, 75)
    longitude = source.choice([source.uniform(-180, 180), source.uniform(179.995, 180), source.uniform(-180, -179.995)])
    # A star around its middle: any corners, no crossing edges.
    angles = sorted(source.uniform(0, 360) for _ in range(source.randint(3, 40)))
    reach = source.uniform(5, 450)
    ring = []
    for angle in angles:
        end = earth.Direct(latitude, longitude, angle, reach * source.uniform(0.3, 1))
        ring.append((end["lon2"], end["lat2"]))
    if source.random() < 0.5:
        ring.reverse()
    ring.append(ring[0])
    # Shapely's plane: azimuth and distance from the first corner.
    flat = []
    for east, north in ring:
        line = earth.Inverse(ring[0][1], ring[0][0], north, east)
        turn = math.radians(line["azi1"])
        flat.append((line["s12"] * math.sin(turn), line["s12"] * math.cos(turn)))
    shape = Polygon(flat)
    if not shape.is_valid or shape.area < 1:
        continue
    middle = shape.centroid
    place = earth.Direct(
        ring[0][1], ring[0][0], math.degrees(math.atan2(middle.x, middle.y)), math.hypot(middle.x, middle.y))
    farthest = max(earth.Inverse(place["lat2"], place["lon2"], north, east)["s12"] for east, north in ring)
    outline = geojson.Polygon([ring], precision=12)
    assert outline.is_valid, outline.errors()
    features.append(geojson.Feature(
        id=number, geometry=outline,
        properties={"name": f"outline {number}", "latitude": place["lat2"], "longitude": place["lon2"], "farthest": farthest}))
print(json.dumps(geojson.FeatureCollection(features)))
