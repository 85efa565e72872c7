"""Reads made frames with the walk page's decoder in Chromium and with PyPI's zxing-cpp of the same version, and
compares. Prints a JSON document. Usage: decode_frames.py PARTS FRAMES_OF_A_KIND

`PARTS`: the folder of the page's modules."""
import base64
import functools
import gzip
import http.server
import io
import json
import os
import sys
import threading

import zxingcpp
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Browser"))
from browser import Browser  # noqa: E402

import frames  # noqa: E402
import hostile  # noqa: E402

parts, count = sys.argv[1], int(sys.argv[2])
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
          "img-src 'self' data:; require-trusted-types-for 'script'")


class Pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name, kind = os.path.basename(self.path) or "index.html", "text/javascript"
        if name == "index.html":
            body, kind = b"<!doctype html><title>frames</title>", "text/html"
        elif name == "decoder.wasm":
            with open(f"{parts}/decoder.wasm.gz", "rb") as file:
                body, kind = gzip.decompress(file.read()), "application/wasm"
        elif os.path.exists(f"{parts}/{name}"):
            with open(f"{parts}/{name}", "rb") as file:
                body = file.read()
        else:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


READ = """(async () => {
  if (!window.decoder) {
    const { Decoder } = await import("/decoder.js");
    window.decoder = await Decoder.load(fetch("/decoder.wasm"));
    window.canvas = document.createElement("canvas");
  }
  const picture = new Image();
  picture.src = "data:image/png;base64,PICTURE";
  await picture.decode();
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const start = performance.now();
  const answer = decoder.read(pixels, canvas.width, canvas.height);
  return { ...answer, time: performance.now() - start };
})()"""


def in_browser(page, picture):
    file = io.BytesIO()
    picture.save(file, "png", compress_level=1)
    return page.run(READ.replace("PICTURE", base64.b64encode(file.getvalue()).decode()))


def by_peer(picture):
    # As the page asks for it: QR Model 2, at most four codes.
    return [code.bytes.decode("utf-8", "replace")
            for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCodeModel2)]


def texts(answer):
    return [code["text"] for code in answer["codes"]]


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    kinds, misread, differing, times = {}, [], [], []
    with Browser() as page:
        page.go(f"http://127.0.0.1:{server.server_port}/")
        for kind in frames.KINDS:
            ours = peers = 0
            for number in range(count):
                text, picture = frames.frame(kind, number)
                answer, peer = in_browser(page, picture), by_peer(picture)
                times.append(answer["time"])
                ours += text in texts(answer)
                peers += text in peer
                misread += [f"{kind} {number}: {found}" for found in texts(answer) if found != text]
                if sorted(texts(answer)) != sorted(peer):
                    differing.append(f"{kind} {number}: {texts(answer)} and {peer}")
            kinds[kind] = [ours, peers]
        for number in range(count):
            misread += [f"empty {number}: {found}" for found in texts(in_browser(page, frames.empty(number)))]
        broken = lost = 0
        for number in range(max(8, count)):
            picture = hostile.frame(number)
            answer = in_browser(page, picture)
            broken += answer["isBroken"]
            misread += [f"hostile {number}: {found}" for found in texts(answer) if found not in by_peer(picture)]
            # The next frame is read as if nothing had been.
            text, picture = frames.frame("easy", number)
            lost += texts(in_browser(page, picture)) != [text]
        numeric = in_browser(page, hostile.plain("0123456789012345678901234567890123456789"))
        page.send("Emulation.setCPUThrottlingRate", rate=6)
        slow = [in_browser(page, frames.frame("easy", number)[1])["time"] for number in range(12)]
    print(json.dumps({
        "frames": count * len(frames.KINDS), "read": sum(ours for ours, _ in kinds.values()),
        "readByPeer": sum(peers for _, peers in kinds.values()), "kinds": kinds, "misread": misread,
        "differing": differing, "broken": broken, "lostAfterBroken": lost, "numeric": texts(numeric),
        "milliseconds": median(times), "millisecondsThrottled": median(slow)}))


main()
