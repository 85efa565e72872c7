"""Reads every page of the Ultralight on a reader with libfreefare: the product's name, then a page a line.

usage: freefare_read.py CONNECTION LAST_PAGE
"""

import ctypes
import sys

nfc = ctypes.CDLL("libnfc.so.6")
freefare = ctypes.CDLL("libfreefare.so.0")
nfc.nfc_open.restype = ctypes.c_void_p
nfc.nfc_open.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
nfc.nfc_close.argtypes = [ctypes.c_void_p]
freefare.freefare_get_tags.restype = ctypes.POINTER(ctypes.c_void_p)
freefare.freefare_get_tags.argtypes = [ctypes.c_void_p]
freefare.freefare_get_tag_friendly_name.restype = ctypes.c_char_p
freefare.freefare_get_tag_friendly_name.argtypes = [ctypes.c_void_p]
freefare.mifare_ultralight_connect.argtypes = [ctypes.c_void_p]
freefare.mifare_ultralight_disconnect.argtypes = [ctypes.c_void_p]
freefare.mifare_ultralight_read.argtypes = [ctypes.c_void_p, ctypes.c_uint8, ctypes.c_void_p]

context = ctypes.c_void_p()
nfc.nfc_init(ctypes.byref(context))
device = nfc.nfc_open(context, sys.argv[1].encode())
if not device:
    sys.exit("the reader cannot be opened")
tags = freefare.freefare_get_tags(device)
if not tags or not tags[0]:
    sys.exit("libfreefare finds no tag")
tag = tags[0]
print("product", freefare.freefare_get_tag_friendly_name(tag).decode())
if freefare.mifare_ultralight_connect(tag) < 0:
    sys.exit("libfreefare cannot connect")
for page in range(int(sys.argv[2]) + 1):
    data = (ctypes.c_ubyte * 4)()
    if freefare.mifare_ultralight_read(tag, page, data) < 0:
        sys.exit(f"libfreefare cannot read page {page}")
    print(page, bytes(data).hex())
freefare.mifare_ultralight_disconnect(tag)
nfc.nfc_close(device)
