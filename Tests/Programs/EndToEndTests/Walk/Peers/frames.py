"""Frames of a camera, each with one QR code: twelve kinds of what makes a code hard to read, the same for the same
number. Grey pictures of 1280 x 720."""
import math
import random

import segno
from PIL import Image, ImageChops, ImageDraw, ImageFilter

WIDTH, HEIGHT = 1280, 720
KINDS = ["easy", "rotated", "tilted", "steep", "small", "blurred", "moving", "dark", "shadow", "crossed", "inverted", "long"]


def symbol(text, scale, *, inverted=False):
    """A symbol with its quiet zone, `scale` pixels a module."""
    matrix = [list(row) for row in segno.make(text, error="m", micro=False, boost_error=False).matrix_iter(border=4)]
    side = len(matrix)
    picture = Image.new("L", (side, side))
    picture.putdata([0 if module else 255 for row in matrix for module in row])
    if inverted:
        picture = ImageChops.invert(picture)
    return picture.resize((side * scale, side * scale), Image.NEAREST), side


def perspective(corners, size):
    """The eight numbers with which Pillow takes each pixel of a frame from a square picture of `size`."""
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (size, 0), (size, size), (0, size)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        values[column], values[pivot] = values[pivot], values[column]
        for row in range(8):
            if row != column:
                share = rows[row][column] / rows[column][column]
                rows[row] = [a - share * b for a, b in zip(rows[row], rows[column])]
                values[row] -= share * values[column]
    return [values[row] / rows[row][row] for row in range(8)]


def placed(picture, chance, side, turn, tilt, ground, shape=None):
    """The picture on a background, `side` pixels wide, turned and tilted by so many degrees. `shape`: where it is not
    seen through."""
    angle, lean = math.radians(turn), math.radians(tilt)
    axis = chance.uniform(0, 2 * math.pi) if tilt else 0
    middle = (WIDTH / 2 + chance.uniform(-120, 120), HEIGHT / 2 + chance.uniform(-50, 50))
    distance, corners = 3 * side, []
    for x, y in [(-1, -1), (1, -1), (1, 1), (-1, 1)]:
        x, y = x * side / 2, y * side / 2
        x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        along = x * math.cos(axis) + y * math.sin(axis)
        across = -x * math.sin(axis) + y * math.cos(axis)
        depth = distance / (distance + along * math.sin(lean))
        along, across = along * math.cos(lean) * depth, across * depth
        corners.append((middle[0] + along * math.cos(axis) - across * math.sin(axis),
                        middle[1] + along * math.sin(axis) + across * math.cos(axis)))
    numbers = perspective(corners, picture.width)
    frame = picture.transform((WIDTH, HEIGHT), Image.PERSPECTIVE, numbers, Image.BICUBIC)
    mask = (shape or Image.new("L", picture.size, 255)).transform((WIDTH, HEIGHT), Image.PERSPECTIVE, numbers, Image.BICUBIC)
    return Image.composite(frame, ground, mask)


def background(chance):
    """A wall with edges: nothing that a code would be looked for in, and not empty either."""
    picture = Image.new("L", (WIDTH, HEIGHT), chance.randint(110, 190))
    draw = ImageDraw.Draw(picture)
    for _ in range(14):
        x, y = chance.randint(0, WIDTH), chance.randint(0, HEIGHT)
        draw.rectangle((x, y, x + chance.randint(20, 400), y + chance.randint(4, 200)), fill=chance.randint(60, 230))
    return picture


def noisy(frame, chance, deviation):
    if deviation == 0:
        return frame
    # Pillow draws its noise from a generator of C that nothing can seed: a pattern of our own, shifted at random.
    noise = Image.frombytes("L", (WIDTH, HEIGHT), chance.randbytes(WIDTH * HEIGHT)).point(
        [round(128 + (value - 127.5) * deviation / 73.9) for value in range(256)])
    return ImageChops.add(frame, noise, 1, -128)


def frame(kind, number):
    """The text of the code, or none, and the frame."""
    chance = random.Random(f"{kind}-{number}")
    text = f"https://brighteggcafe.example/store/{chance.randint(100, 9999)}?placement=table-{number}&tag=ln-{chance.randint(1, 10**6):06d}"
    if kind == "long":
        text += "&campaign=" + "".join(chance.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(220))
    picture, modules = symbol(text, 12, inverted=kind == "inverted")
    ground = background(chance)
    module, turn, tilt, noise = chance.uniform(4.5, 8), chance.uniform(-8, 8), 0, 4
    if kind == "rotated":
        turn = chance.uniform(0, 360)
    elif kind == "tilted":
        tilt = chance.uniform(30, 50)
    elif kind == "steep":
        tilt = chance.uniform(50, 65)
    elif kind == "small":
        module = chance.uniform(2, 3)
    elif kind == "long":
        module = chance.uniform(3.5, 6)
    made = placed(picture, chance, module * modules, turn, tilt, ground)
    if kind == "blurred":
        made = made.filter(ImageFilter.GaussianBlur(module * chance.uniform(0.35, 0.6)))
    elif kind == "moving":
        steps = max(2, round(module * chance.uniform(1, 1.8)))
        angle = chance.uniform(0, 2 * math.pi)
        sharp, made = made, None
        for step in range(steps):
            moved = ImageChops.offset(sharp, round(step * math.cos(angle)), round(step * math.sin(angle)))
            made = moved if made is None else Image.blend(made, moved, 1 / (step + 1))
    elif kind == "dark":
        share = chance.uniform(0.08, 0.2)
        made, noise = made.point([round(12 + value * share) for value in range(256)]), chance.uniform(5, 11)
    elif kind == "shadow":
        made = shaded(made, chance)
    elif kind == "crossed":
        draw = ImageDraw.Draw(made)
        for _ in range(chance.randint(1, 3)):
            y = HEIGHT / 2 + chance.uniform(-120, 120)
            draw.line((0, y, WIDTH, y + chance.uniform(-80, 80)), fill=chance.choice([20, 240]), width=round(module * chance.uniform(0.8, 1.8)))
    return text, noisy(made, chance, noise)


def shaded(made, chance):
    """Half of the frame in shadow, and a reflection that is white in its middle."""
    edge = WIDTH / 2 + chance.uniform(-60, 60)
    light = Image.new("L", (WIDTH, HEIGHT), 255)
    ImageDraw.Draw(light).rectangle((0, 0, edge, HEIGHT), fill=chance.randint(70, 130))
    made = ImageChops.multiply(made, light.filter(ImageFilter.GaussianBlur(chance.uniform(3, 30))))
    glare = Image.new("L", (WIDTH, HEIGHT), 0)
    x, y, size = WIDTH / 2 + chance.uniform(-200, 200), HEIGHT / 2 + chance.uniform(-150, 150), chance.uniform(30, 70)
    ImageDraw.Draw(glare).ellipse((x - size, y - size, x + size, y + size), fill=200)
    return ImageChops.add(made, glare.filter(ImageFilter.GaussianBlur(25)))


def empty(number):
    """A frame without a code."""
    chance = random.Random(f"empty-{number}")
    return noisy(background(chance), chance, 6)
