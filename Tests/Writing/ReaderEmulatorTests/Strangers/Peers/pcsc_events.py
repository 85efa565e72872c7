"""Waits for a tag with pyscard and prints its answer to reset and its serial number."""

import sys

from smartcard.CardRequest import CardRequest
from smartcard.CardType import AnyCardType
from smartcard.util import toHexString

service = CardRequest(timeout=20, cardType=AnyCardType()).waitforcard()
service.connection.connect()
data, sw1, sw2 = service.connection.transmit([0xFF, 0xCA, 0x00, 0x00, 0x00])
if (sw1, sw2) != (0x90, 0x00):
    sys.exit(f"status {sw1:02X} {sw2:02X}")
print(toHexString(service.connection.getATR()), toHexString(data))
service.connection.disconnect()
