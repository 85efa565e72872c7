"""Writes gzip files of many makers' kinds into a folder, each NAME.gz beside NAME.plain, and broken ones as NAME.bad."""
import gzip
import os
import random
import struct
import subprocess
import sys
import zlib

os.chdir(sys.argv[1])
chance = random.Random(int(sys.argv[2]))
small = b"time,url,uid,latitude,longitude,accuracy\n" + b"".join(
    b"2026-11-19T17:%02d:38Z,https://fruta.example/store/cupertino?tag=t%d,,37.3230,-122.0322,9\n" % (number % 60, number)
    for number in range(9)
)
rows = b"".join(
    b"2026-11-%02dT17:10:38Z,https://fruta.example/store/s%d?tag=t%d,,%.6f,%.6f,%d\n"
    % (chance.randint(1, 30), chance.randint(1, 999), number, chance.random(), chance.random(), chance.randint(3, 80))
    for number in range(4_000)
)
noise = chance.randbytes(70_000)
large = rows + noise + bytes(100_000) + rows[:40_000] + noise[-32_768:]


def write(name, packed, plain):
    for ending, content in (("gz", packed), ("plain", plain)):
        with open(f"{name}.{ending}", "wb") as file:
            file.write(content)


def broken(name, packed):
    with open(f"{name}.bad", "wb") as file:
        file.write(packed)


def member(plain, *, name=None, comment=None, extra=None, checked=False, flags=0, data=None, checksum=None, length=None):
    flags |= (checked << 1) | ((extra is not None) << 2) | ((name is not None) << 3) | ((comment is not None) << 4)
    header = b"\x1f\x8b\x08" + bytes([flags]) + struct.pack("<IBB", 1_795_000_000, 0, 3)
    if extra is not None:
        header += struct.pack("<H", len(extra)) + extra
    for text in (name, comment):
        if text is not None:
            header += text + b"\0"
    if checked:
        header += struct.pack("<H", zlib.crc32(header) & 0xFFFF)
    if data is None:
        data = deflated(plain)
    checksum = zlib.crc32(plain) if checksum is None else checksum
    return header + data + struct.pack("<II", checksum, (len(plain) if length is None else length) & 0xFFFFFFFF)


def deflated(plain, level=6, window=15, memory=8, strategy=zlib.Z_DEFAULT_STRATEGY, flushes=None, every=3_000):
    packer = zlib.compressobj(level, zlib.DEFLATED, -window, memory, strategy)
    data = b""
    for start in range(0, len(plain), every):
        data += packer.compress(plain[start : start + every])
        if flushes is not None:
            data += packer.flush(flushes)
    return data + packer.flush()


write("nothing", gzip.compress(b""), b"")
write("small", gzip.compress(small), small)
for level in range(10):
    write(f"level-{level}", gzip.compress(large, level), large)
for window in range(9, 16):
    write(f"window-{window}", member(large, data=deflated(large, window=window, memory=window - 8 + 1)), large)
for strategy in (zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
    write(f"strategy-{strategy}", member(large, data=deflated(large, strategy=strategy)), large)
# As pigz and servers of event streams do.
for flushes in (zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH):
    for every in (11, 3_000):
        plain = large[: 1_000 * every]
        write(f"flush-{flushes}-{every}", member(plain, data=deflated(plain, flushes=flushes, every=every)), plain)
for number in range(32):
    fields = dict(
        name=b"walk.csv" if number & 1 else None,
        comment=b"north side" * chance.randint(0, 40) if number & 2 else None,
        extra=chance.randbytes(chance.choice([0, 1, 2, 300])) if number & 4 else None,
        checked=bool(number & 8), flags=number >> 4 & 1,
    )
    write(f"header-{number}", member(small, **fields), small)
# As bgzip does, with the empty member at its end; as tar pads.
blocks = [small[start : start + 200] for start in range(0, len(small), 200)] + [b""]
write("blocks", b"".join(member(block, extra=b"BC\x02\0" + chance.randbytes(2)) for block in blocks), small)
write("padded", b"".join(gzip.compress(block) + bytes(chance.randint(0, 600)) for block in blocks), small)
for options in ("-1", "-9n"):
    packed = subprocess.run(["gzip", options], input=large, stdout=subprocess.PIPE, check=True).stdout
    write(f"gzip{options}", packed, large)

broken("none", b"\x1f\x8c\x08" + member(small)[3:])
broken("second", member(small) + b"rows")
broken("method", b"\x1f\x8b\x07" + member(small)[3:])
broken("flags", member(small, flags=0x20))
checked = bytearray(member(small, checked=True))
checked[4] ^= 1
broken("header", checked)
broken("checksum", member(small, checksum=zlib.crc32(small) ^ 1))
broken("length", member(small, length=len(small) + 1))
broken("block", member(small, data=b"\x07" + deflated(small)))
broken("code", member(small, data=b"\x1b\x03" + bytes(8)))
early = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=small)
broken("reference", member(small, data=early.compress(small) + early.flush()))
