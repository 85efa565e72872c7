"""QR codes that are right in every block, and wrong in what they say."""
import random

import segno.encoder
from PIL import Image, ImageFilter

import frames


def plain(text):
    """A code on white, five pixels a module."""
    return on_white(frames.symbol(text, 5)[0])


def on_white(picture):
    frame = Image.new("L", (frames.WIDTH, frames.HEIGHT), 255)
    frame.paste(picture, ((frames.WIDTH - picture.width) // 2, (frames.HEIGHT - picture.height) // 2))
    return frame.filter(ImageFilter.GaussianBlur(0.5))


def frame(number):
    """Random bits in the place of the data, behind a mode that a reader knows or does not; error correction as is right."""
    chance = random.Random(f"hostile-{number}")
    mode = [0b0100, 0b0010, 0b1000, 0b1101, 0b0111, 0b1001, 0b0011, 0b1110][number % 8]
    right = segno.encoder.make_final_message

    def wrong(version, error, bits):
        data = segno.encoder.Buffer()
        data.append_bits(mode, 4)
        data.extend(chance.randint(0, 1) for _ in range(len(bits) - 4))
        return right(version, error, data)

    segno.encoder.make_final_message = wrong
    try:
        return plain("https://brighteggcafe.example/store/1")
    finally:
        segno.encoder.make_final_message = right
