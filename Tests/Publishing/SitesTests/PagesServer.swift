import Foundation

/// A web server that has several hosts. It counts its requests, and how many there were
/// at once on a host.
final class PagesServer {
    /// What is answered: everything that is not here is missing.
    struct Page: Encodable {
        var status = 200
        var headers = ["Content-Type": "text/html; charset=utf-8"]
        var body = ""
        /// Seconds before the answer; below 0: the connection ends without one.
        var delay = 0.0

        static func redirect(_ location: String, _ status: Int = 302) -> Page {
            Page(status: status, headers: ["Location": location])
        }
    }

    struct Counts: Decodable {
        let requests: Int
        let atOnce: Int
    }

    let address: String
    let authorities: String
    private let server: PythonServer
    private let counts: URL

    /// Pages by host, path and query: `egg.example/store/1?tag=1`; a path alone counts for every query.
    init(_ pages: [String: Page]) throws {
        let folder = try TestAuthority.folder.get()
        authorities = folder.appending(path: "ca.pem").path
        let name = UUID().uuidString
        let routes = folder.appending(path: "\(name).json")
        counts = folder.appending(path: "\(name).counts")
        try JSONEncoder().encode(pages).write(to: routes)
        server = try PythonServer(Self.script, certificate: "pages", in: folder, [routes.path, counts.path])
        address = "localhost:\(server.port)"
    }

    /// Until now.
    func counted() throws -> Counts { try JSONDecoder().decode(Counts.self, from: Data(contentsOf: counts)) }

    private static let script = #"""
        import json, os, sys, threading, time
        routes, counts = sys.argv[3:]
        pages = json.load(open(routes))
        lock, requests, busy, most = threading.Lock(), 0, {}, 0

        def note(host, change):
            global requests, most
            with lock:
                requests += change > 0
                busy[host] = busy.get(host, 0) + change
                most = max(most, busy[host])
                with open(counts + ".new", "w") as file:
                    json.dump({"requests": requests, "atOnce": most}, file)
                os.replace(counts + ".new", counts)

        def answer(stream, lines):
            path = lines[0].split(" ")[1]
            fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
            host = fields["Host"].split(":")[0]
            page = pages.get(host + path) or pages.get(host + path.split("?")[0])
            page = page or {"status": 404, "headers": {}, "body": "", "delay": 0}
            # Who answers late or never is not left by those who gave up waiting.
            note(host, 1)
            if page["delay"] != 0: note(host, -1)
            if page["delay"] < 0: return False
            time.sleep(page["delay"])
            body = page["body"].encode()
            lines = [f"HTTP/1.1 {page['status']} Status", f"Content-Length: {len(body)}", "Connection: close"]
            lines += [f"{name}: {value}" for name, value in page["headers"].items()]
            if page["delay"] == 0: note(host, -1)
            stream.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            return True
        """#
}
