"""Writes one URL to a tag with nfcpy, as its documentation shows it.

usage: nfcpy_write.py TERMINAL URL
Says "ready" when the reader is open, and begins when a line comes on standard input.
"""

import sys

import ndef
import nfc
import nfc.clf.pn532
import nfc.clf.transport


def main(terminal, url):
    clf = nfc.ContactlessFrontend()
    clf.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(terminal))
    try:
        print("ready", flush=True)
        sys.stdin.readline()
        target = clf.sense(nfc.clf.RemoteTarget("106A"))
        tag = nfc.tag.activate(clf, target)
        tag.ndef.records = [ndef.UriRecord(url)]
        print("written", flush=True)
        sys.stdin.readline()
    finally:
        clf.close()


main(*sys.argv[1:])
