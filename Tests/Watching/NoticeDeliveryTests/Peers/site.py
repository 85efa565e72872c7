"""A web server for one host, and Apple's copies below /copies: strict TLS of Python. Its plan is a file that the test rewrites:
{"apps": [...], "copied": [...]}; with "down" the connection ends without an answer.

    site.py PLAN CERTIFICATE KEY
"""

import http.server, json, ssl, sys

plan, certificate, key = sys.argv[1:]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        now = json.load(open(plan))
        copies = self.path.startswith("/copies/")
        if (now.get("down") and not copies) or now.get("network") == "down":
            self.close_connection = True
            return
        app = "ABCDE12345.example.fruta"
        links = {"details": [{"appIDs": [app], "components": [{"/": "*"}]}]}
        apps = now.get("copied", now["apps"]) if copies else now["apps"]
        body = json.dumps({"appclips": {"apps": apps}, "applinks": links}).encode()
        known = copies or self.path == "/.well-known/apple-app-site-association"
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)
server.serve_forever()
