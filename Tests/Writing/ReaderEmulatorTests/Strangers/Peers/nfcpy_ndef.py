"""Reads a tag with nfcpy and, if it is given a URL, writes that to the tag and reads it again with a fresh look.

usage: nfcpy_ndef.py TERMINAL [URL]
Prints one "name value" a line.
"""

import sys

import ndef
import nfc
import nfc.clf.pn532
import nfc.clf.transport



class PatientTTY(nfc.clf.transport.TTY):
    """nfcpy waits 100 ms for a chip's ACK: too short on a machine that runs many tests at once."""

    def read(self, timeout):
        return super().read(max(timeout, 5000) if timeout else timeout)


def look(clf):
    """Finds and activates the tag anew, so that nothing read before is believed."""
    target = clf.sense(nfc.clf.RemoteTarget("106A"))
    return target and nfc.tag.activate(clf, target)


def show(name, tag):
    records = list(tag.ndef.records) if tag.ndef else []
    print(name, " ".join(record.uri for record in records if record.type == "urn:nfc:wkt:U"))


def main(terminal, url=None):
    clf = nfc.ContactlessFrontend()
    clf.device = nfc.clf.pn532.init(PatientTTY(terminal))
    try:
        tag = look(clf)
        if tag is None:
            print("product none")
            return
        print("product", tag.product)
        print("uid", tag.identifier.hex().upper())
        print("capacity", tag.ndef.capacity)
        print("writeable", tag.ndef.is_writeable)
        show("before", tag)
        if url:
            tag.ndef.records = [ndef.UriRecord(url)]
            show("after", look(clf))
    finally:
        clf.close()


main(*sys.argv[1:])
