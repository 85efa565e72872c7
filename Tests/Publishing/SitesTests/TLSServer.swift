import Foundation

/// A web server that answers every request alike, with certificates of an authority that is made for it.
final class TLSServer {
    /// What it answers.
    enum Answer: String {
        case good, redirect, missing, forbidden, forbiddenToPhones, html, gzip, large, silent, notJSON, noAppClips
        case broken, error, forbiddenToStrangers, octets, untyped
        /// Agents that it does not know get no answer, a page, or no answer once; or all get none from then on.
        case droppedForStrangers, pageForStrangers, droppedOnce, goneWithStrangers
        case otherOverIPv6, missingOverIPv6, brokenOverIPv6, missingOverIPv4
    }

    /// Whose certificate it shows.
    enum Certificate: String {
        case good, expired, otherHost, selfSigned, notYetValid
        /// The first over IPv4, the other over IPv6.
        case expiredOverIPv6 = "good,expired"
        case absentOverIPv6 = "good,-"
    }

    let authorities: String
    private let server: PythonServer

    var port: Int { server.port }

    init(_ answer: Answer, _ certificate: Certificate = .good, folder: URL) throws {
        authorities = folder.appending(path: "ca.pem").path
        server = try PythonServer(
            Self.script, certificate: certificate.rawValue, in: folder, [answer.rawValue, Site.app])
    }

    private static let script = #"""
        import gzip, json, socket, sys
        kind, app = sys.argv[3:]
        dropped = []
        association = json.dumps({"appclips": {"apps": [app]}}).encode()

        def reply(agent, family):
            plain = lambda status, body, *fields: (status, body, fields)
            if kind == "redirect": return plain("301 Moved", b"", "Location: https://www.egg.example/aasa")
            if kind == "missing": return plain("404 Not Found", b"no")
            if kind == "forbidden": return plain("403 Forbidden", b"no")
            if kind == "error": return plain("500 Oops", b"no")
            if kind == "forbiddenToPhones" and "CFNetwork" in agent: return plain("403 Forbidden", b"no")
            known = "CFNetwork" in agent or "AASA-Bot" in agent
            if kind == "forbiddenToStrangers" and not known: return plain("403 Forbidden", b"no")
            if kind == "pageForStrangers" and not known: return plain("200 OK", b"<p>", "Content-Type: text/html")
            if kind == "html": return plain("200 OK", b"<!DOCTYPE html><p>hello", "Content-Type: text/html")
            if kind == "gzip": return plain("200 OK", gzip.compress(association), "Content-Encoding: gzip")
            if kind == "large": return plain("200 OK", association + b" " * 200000)
            if kind == "notJSON": return plain("200 OK", b"{appclips")
            if kind == "noAppClips": return plain("200 OK", b'{"applinks":{}}')
            if kind == "octets": return plain("200 OK", association, "Content-Type: application/octet-stream")
            if kind == "untyped": return plain("200 OK", association)
            if kind == f"missingOver{family}": return plain("404 Not Found", b"no")
            if kind == f"otherOver{family}": return plain("200 OK", association + b" ", "Content-Type: application/json")
            return plain("200 OK", association, "Content-Type: application/json")

        def answer(stream, lines):
            if kind == "silent":
                stream.recv(1)
                return False
            family = "IPv6" if stream.family == socket.AF_INET6 else "IPv4"
            if kind in ("broken", f"brokenOver{family}"):
                stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{")
                return False
            agent = next((line for line in lines if line.lower().startswith("user-agent:")), "")
            isStrange = "CFNetwork" not in agent and "AASA-Bot" not in agent
            drops = {
                "droppedForStrangers": isStrange, "droppedOnce": isStrange and not dropped,
                "goneWithStrangers": isStrange or bool(dropped),
            }
            if drops.get(kind):
                dropped.append(agent)
                return False
            status, body, fields = reply(agent, family)
            fields = "".join(f"{field}\r\n" for field in fields)
            stream.sendall(f"HTTP/1.1 {status}\r\n{fields}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            return True
        """#
}
