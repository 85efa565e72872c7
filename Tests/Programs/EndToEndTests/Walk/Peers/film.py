"""A film for Chromium's camera: printed signs, one after another, each held before the camera by a hand: nearer and
farther, turned and tilted, in the light and in the shade. Usage: film.py FILE.mjpeg URL...

Each sign is seen for a second and a half, and half a second of wall is between two. The camera takes fifteen pictures a
second, as in a shop's light: each is in the film twice."""
import io
import random
import sys

from PIL import Image, ImageDraw, ImageFilter, ImageFont

import frames

SEEN, BETWEEN, TWICE = 46, 14, 2


def sign(url, number):
    """A sign as it hangs: the code, and words below it."""
    code, _ = frames.symbol(url, 14)
    paper = Image.new("L", (code.width + 80, code.width + 220), 250)
    paper.paste(code, (40, 40))
    draw = ImageDraw.Draw(paper)
    draw.rounded_rectangle((4, 4, paper.width - 5, paper.height - 5), 26, outline=40, width=6)
    font = ImageFont.load_default(44)
    draw.text((60, code.height + 50), "Order here", fill=20, font=font)
    draw.text((60, code.height + 110), url.rsplit("=", 1)[-1], fill=70, font=ImageFont.load_default(34))
    square = Image.new("L", (paper.height, paper.height), 0)
    square.paste(paper, ((paper.height - paper.width) // 2, 0))
    mask = Image.new("L", square.size, 0)
    mask.paste(255, ((paper.height - paper.width) // 2, 0, (paper.height + paper.width) // 2, paper.height))
    return square, mask


def pictures(url, number, wall):
    chance = random.Random(number)
    square, mask = sign(url, number)
    turn, tilt, light = chance.uniform(-25, 25), chance.choice([0, 12, 25, 38]), chance.uniform(0.45, 1)
    near, far = chance.uniform(560, 680), chance.uniform(330, 430)
    for step in range(0, SEEN, TWICE):
        side = far + (near - far) * step / SEEN
        hold = random.Random(f"{number}-hold")
        picture = frames.placed(square, hold, side, turn + step / 9, tilt, wall, mask)
        if step < 10:
            picture = picture.filter(ImageFilter.GaussianBlur((10 - step) / 3))
        yield picture.point([round(value * light) for value in range(256)])


def encoded(picture):
    frame = io.BytesIO()
    picture.convert("RGB").save(frame, "jpeg", quality=80)
    return frame.getvalue()


def main():
    path, *urls = sys.argv[1:]
    wall = frames.background(random.Random("wall")).filter(ImageFilter.GaussianBlur(7))
    between = encoded(wall) * BETWEEN
    with open(path, "wb") as film:
        for number, url in enumerate(urls):
            for picture in pictures(url, number, wall):
                film.write(encoded(picture) * TWICE)
            film.write(between)


main()
