"""A strict receiver of webhooks, which shares nothing with Waymark.

It verifies every request by the package standardwebhooks where it is installed, else by the specification with hmac, and
refuses what is not as the specification says. Its plan is a file that the test rewrites: {"status": 503, "headers": {}}.
What it took and what it refused are in another file, a JSON line each.

    hooks.py SECRET PLAN LOG [CERTIFICATE KEY]
"""

import base64, hashlib, hmac, http.server, json, os, signal, ssl, sys, threading, time

secret, plan, log = sys.argv[1:4]
lock = threading.Lock()
try:
    from standardwebhooks.webhooks import Webhook
except ImportError:
    Webhook = None


def verify(body, headers):
    if Webhook:
        return Webhook(secret).verify(body, headers)
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert hmac.compare_digest(expected, headers["webhook-signature"]), "signature"
    assert abs(time.time() - int(headers["webhook-timestamp"])) < 300, "timestamp"
    return json.loads(body)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def note(self, line):
        with lock, open(log, "a") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        now = json.load(open(plan))
        if "pid" in now and now.get("when") == "before":
            os.kill(json.load(open(now["pid"])), signal.SIGKILL)
        status, fault = now["status"], None
        try:
            if not now.get("anytime"):
                event = verify(body, {name.lower(): value for name, value in self.headers.items()})
            else:
                event = json.loads(body)
            for name in ("type", "timestamp", "data"):
                assert name in event, name
            assert event["id"] == self.headers["webhook-id"], "id"
            assert self.headers["Content-Type"] == "application/json", "type"
        except Exception as error:
            status, fault = 400, f"{type(error).__name__}: {error}"
        # One notice that it never takes, whatever it does with others.
        if not fault and event["data"]["identity"] == now.get("never"):
            status = 500
        line = {"id": self.headers["webhook-id"], "status": status, "fault": fault, "path": self.path}
        line["verified"] = "standardwebhooks" if Webhook else "hmac"
        line["type"] = None if fault else event["type"]
        self.note(line)
        if "pid" in now and now.get("when") == "after":
            os.kill(json.load(open(now["pid"])), signal.SIGKILL)
        answer = now.get("body", "").encode() * now.get("times", 1)
        try:
            self.send_response(status)
            for name, value in now.get("headers", {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
        except OSError:
            self.close_connection = True


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 4:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[4], sys.argv[5])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
