"""A photograph as a phone takes it: large, held upright by its EXIF alone, and with the place where it was taken.

usage: photograph_with_place.py FILE
"""

import sys

from PIL import Image

picture = Image.effect_noise((1600, 1200), 60).convert("RGB")
exif = picture.getexif()
exif[0x0112] = 6  # turned by 90 degrees
exif.get_ifd(0x8825).update({1: "N", 2: (37.0, 19.0, 22.8), 3: "W", 4: (122.0, 1.0, 55.9)})
picture.save(sys.argv[1], exif=exif, quality=92)
