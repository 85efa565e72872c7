"""Writes a chain with about 5 000 things wrong: stores.csv, experiences.csv, tags.csv and walk.csv into a folder."""
import csv
import math
import random
import sys

folder = sys.argv[1]
random.seed(6)
cities = [("Seattle", 47.61, -122.33), ("San Francisco", 37.77, -122.42), ("Los Angeles", 34.05, -118.24),
          ("Denver", 39.74, -104.99), ("Austin", 30.27, -97.74), ("Chicago", 41.88, -87.63), ("Atlanta", 33.75, -84.39),
          ("Miami", 25.76, -80.19), ("Boston", 42.36, -71.06), ("New York", 40.71, -74.01), ("Toronto", 43.65, -79.38),
          ("México", 19.43, -99.13), ("London", 51.51, -0.13), ("Paris", 48.86, 2.35), ("Berlin", 52.52, 13.4),
          ("Madrid", 40.42, -3.7), ("서울", 37.55, 126.99), ("東京", 35.68, 139.77), ("Sydney", -33.87, 151.21)]


def table(name, header, rows):
    with open(f"{folder}/{name}", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def shifted(latitude, longitude, north, east):
    return latitude + north / 111_320, longitude + east / (111_320 * math.cos(math.radians(latitude)))


stores = []
for number in range(3_800):
    city, latitude, longitude = random.choice(cities)
    spread = 26_000 * math.sqrt(random.random())
    angle = random.random() * 2 * math.pi
    place = shifted(latitude, longitude, spread * math.cos(angle), spread * math.sin(angle))
    stores.append((f"s{number:04}", f"Fruta {city} {number % 397 + 1}", *place, random.choice([60, 80, 120])))
table("stores.csv", ["store", "name", "latitude", "longitude", "radius"],
      [(*store[:2], f"{store[2]:.6f}", f"{store[3]:.6f}", store[4]) for store in stores])
table("experiences.csv", ["url", "title", "subtitle", "action"],
      [("https://fruta.example/store/", "Fruta", "Order a smoothie", "open")])
tags, walk = [], []
for number, (store, _, latitude, longitude, radius) in enumerate(stores):
    for count in range(5):
        tag = f"{store}-{count}"
        tags.append((tag, store, f"table {count + 1}", "qr"))
        url = f"https://fruta.example/store/{store}?tag={tag}"
        place = shifted(latitude, longitude, random.gauss(0, radius / 6), random.gauss(0, radius / 6))
        if count < 1:
            # Down the road: every one is a case of its own.
            place = shifted(latitude, longitude, random.uniform(500, 3_000), random.choice([-1, 1]) * random.uniform(400, 2_000))
        elif count == 3 and number % 3 == 0:
            url = f"https://fruta-gifts{number}.example/win?s={store}"
        accuracy = random.choice([5, 8, 12, 20])
        error = accuracy / 1.5096
        place = shifted(*place, random.gauss(0, error), random.gauss(0, error))
        walk.append((f"2026-11-{number % 19 + 1:02}T{number // 19 % 24:02}:{count:02}:00Z", url, "", f"{place[0]:.6f}",
                     f"{place[1]:.6f}", accuracy, f"auditor-{number % 40}"))
table("tags.csv", ["tag", "store", "placement", "medium"], tags)
table("walk.csv", ["time", "url", "uid", "latitude", "longitude", "accuracy", "device"], walk)
