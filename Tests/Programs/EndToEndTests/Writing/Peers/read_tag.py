"""Reads the tag on a PN532 with nfcpy, as a phone would.

usage: read_tag.py TERMINAL
Prints a JSON object: the product, the UID and the NDEF records as [type, URI].
"""

import json
import sys

import nfc
import nfc.clf.pn532
import nfc.clf.transport



class PatientTTY(nfc.clf.transport.TTY):
    """nfcpy waits 100 ms for a chip's ACK: too short on a machine that runs many tests at once."""

    def read(self, timeout):
        return super().read(max(timeout, 5000) if timeout else timeout)


def main(terminal):
    clf = nfc.ContactlessFrontend()
    clf.device = nfc.clf.pn532.init(PatientTTY(terminal))
    try:
        target = clf.sense(nfc.clf.RemoteTarget("106A"))
        tag = nfc.tag.activate(clf, target)
        records = [[record.type, getattr(record, "iri", None)] for record in tag.ndef.records]
        print(json.dumps({"product": tag.product, "uid": tag.identifier.hex().upper(), "records": records}))
    finally:
        clf.close()


main(*sys.argv[1:])
