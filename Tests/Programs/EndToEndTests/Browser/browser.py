"""A headless Chromium, spoken to over its debugging pipe (--remote-debugging-pipe): JSON with a NUL after each message.
No network, no driver, no port. Used as `with Browser() as page: page.open(...)`. WAYMARK_BROWSER names another program of its
kind, like `chromium`, which draws a window's parts as well."""
import base64
import json
import os
import signal
import subprocess
import tempfile


class Browser:
    """`flags`: of Chromium, beside the usual ones."""

    def __init__(self, *, dark=False, flags=()):
        # Its own: it writes there until its last process has ended, which is after everybody else is done.
        self.folder = tempfile.TemporaryDirectory(prefix="wm-browser-", ignore_cleanup_errors=True)
        self.dark = dark
        self.launch(flags)

    def launch(self, flags):
        program = os.environ.get("WAYMARK_BROWSER", "chromium-headless-shell")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        # The browser reads from descriptor 3 and writes to 4; high numbers first, so that neither overwrites the other.
        high = [os.dup2(to_browser, 200), os.dup2(from_browser, 201)]

        def move():
            os.dup2(200, 3)
            os.dup2(201, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder.name}/profile", *flags, "about:blank"],
            env={**os.environ, "TMPDIR": self.folder.name}, start_new_session=True, preexec_fn=move, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for descriptor in [to_browser, from_browser, *high]:
            os.close(descriptor)
        self.number, self.rest, self.events, self.session = 0, b"", [], None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.send(f"{domain}.enable")
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if self.dark else "light"},
                  {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.send("Emulation.setEmulatedMedia", features=scheme)

    def restart(self, flags):
        """Ends the browser as a person does, and starts it again with what it has kept."""
        self.session = None
        self.send("Browser.close")
        self.process.wait()
        for descriptor in [self.input, self.output]:
            os.close(descriptor)
        self.launch(flags)

    def ask_browser(self, method, **parameters):
        """What is about the browser, and not about the page."""
        session, self.session = self.session, None
        try:
            return self.send(method, **parameters)
        finally:
            self.session = session

    def stand(self, latitude, longitude, accuracy):
        """The position that the page gets from now on; the accuracy in metres."""
        self.send("Emulation.setGeolocationOverride", latitude=latitude, longitude=longitude, accuracy=accuracy)

    def be_a_phone(self, origin):
        """A narrow screen that is touched, and a person who allows what the page of walks asks for."""
        self.send("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        self.ask_browser("Browser.grantPermissions", origin=origin,
                         permissions=["geolocation", "videoCapture", "wakeLockScreen", "durableStorage"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # With its helpers, which are in its session.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.folder.cleanup()

    def receive(self):
        while b"\0" not in self.rest:
            more = os.read(self.input, 1 << 16)
            if not more:
                raise SystemExit("the browser has ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(index)["params"]
            self.events.append(self.receive())

    def size(self, width, height, scale=1):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def open(self, path):
        self.go("file://" + os.path.abspath(path))

    def go(self, address):
        self.events = [event for event in self.events if event.get("method") != "Page.loadEventFired"]
        self.send("Page.navigate", url=address)
        self.wait("Page.loadEventFired")
        # The event may have been that of the empty page before. Two frames: what is drawn on the next one is then on the
        # screen.
        while not self.run_between_pages("""new Promise((done) => setTimeout(() => requestAnimationFrame(() =>
            requestAnimationFrame(() => done(
                document.readyState === "complete" && location.href !== "about:blank"))), 10))"""):
            pass

    def run_between_pages(self, expression):
        """The expression's value; none when another page came in between, and the promise went with the old one."""
        try:
            return self.run(expression)
        except SystemExit as error:
            if any(word in str(error) for word in ("context", "collected", "navigated")):
                return None
            raise

    def run(self, expression):
        # The page's policy holds for what the debugger runs, too.
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True,
                           allowUnsafeEvalBlockedByCSP=False)
        if "exceptionDetails" in answer:
            raise SystemExit(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def key(self, key, text=""):
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, path, *, whole=False):
        data = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def print(self, path):
        data = self.send("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the console and the log said, and which addresses were asked for."""
        self.run("0")
        wrong = [event["params"] for event in self.events
                 if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
        asked = [event["params"]["request"]["url"] for event in self.events
                 if event.get("method") == "Network.requestWillBeSent"]
        dialogs = [event["params"] for event in self.events if event.get("method") == "Page.javascriptDialogOpening"]
        return {"wrong": wrong, "asked": asked, "dialogs": dialogs}
