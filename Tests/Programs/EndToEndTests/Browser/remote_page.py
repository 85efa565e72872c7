"""A headless Chromium that does what it is told over a Unix socket: JSON documents, one a line, each answered by one.
Usage: remote_page.py SOCKET FOLDER [FLAG...]; the flags are Chromium's."""
import base64
import json
import os
import signal
import socket
import sys

from browser import Browser

# Ends everything below as the end of the connection does, in the middle of whatever is waited for.
signal.signal(signal.SIGTERM, signal.default_int_handler)
place, folder, *flags = sys.argv[1:]
downloads = f"{folder}/downloads"
os.mkdir(downloads)
# A condition is looked at until it holds: what makes it true is in the page, in the daemon, or on an antenna.
WAITING = """new Promise((done) => {
  const end = performance.now() + 1000 * LIMIT;
  const look = () => {
    let found;
    try { found = CONDITION; } catch { found = false; }
    found ? done("true") : performance.now() > end ? done("false") : setTimeout(look, 20);
  };
  look();
})"""
# Seconds; less than the tests wait for an answer, so that they say what they waited for.
LIMIT = 200


def until(page, condition):
    script = WAITING.replace("CONDITION", condition).replace("LIMIT", str(LIMIT))
    while not (outcome := page.run_between_pages(script)):
        pass
    if outcome == "false":
        raise SystemExit(f"not true within {LIMIT} s; the page says:\n{page.run('document.body.innerText')}")
    return True


def answer(page, wish):
    match wish["do"]:
        case "go":
            page.go(wish["address"])
            return until(page, "document.documentElement.dataset.ready === 'yes'")
        case "run":
            return page.run(wish["script"])
        case "until":
            return until(page, wish["script"])
        case "phone":
            return page.be_a_phone(wish["origin"])
        case "stand":
            return page.stand(*wish["place"])
        case "restart":
            page.restart(wish["flags"])
            prepare(page)
            return True
        case "size":
            return page.size(wish["width"], wish["height"])
        case "keys":
            for key in wish["keys"]:
                code = {"Enter": 13, "Tab": 9, " ": 32, "Escape": 27}.get(key, ord(key[0].upper()))
                text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else "")
                named = {"key": key, "windowsVirtualKeyCode": code, "text": text}
                page.send("Input.dispatchKeyEvent", type="keyDown", **named)
                page.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
            return True
        case "files":
            root = page.send("DOM.getDocument")["root"]["nodeId"]
            node = page.send("DOM.querySelector", nodeId=root, selector=wish["selector"])["nodeId"]
            page.send("DOM.setFileInputFiles", nodeId=node, files=wish["files"])
            return True
        case "download":
            while True:
                done = page.wait("Browser.downloadProgress")
                if done["state"] == "completed":
                    return f"{downloads}/{done['guid']}"
        case "picture":
            page.picture(wish["path"])
            return True
        case "complaints":
            return page.complaints()
    raise SystemExit(f"unknown: {wish}")


def prepare(page):
    page.ask_browser("Browser.setDownloadBehavior", behavior="allowAndName", downloadPath=downloads, eventsEnabled=True)
    page.size(1366, 900)


with Browser(flags=flags) as page:
    prepare(page)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(place)
    listener.listen()
    print("ready", flush=True)
    connection, _ = listener.accept()
    with connection, connection.makefile("rw") as lines:
        for line in lines:
            try:
                reply = {"value": answer(page, json.loads(line))}
            except SystemExit as error:
                reply = {"error": str(error)}
            lines.write(json.dumps(reply) + "\n")
            lines.flush()
