import Foundation
import Printers
import Testing

/// A printer that takes a job and says which of its wishes it does not heed.
struct IgnoredScalingTests {
    /// A printer that ignores how a page is scaled, which paper it is for, and on how many sides. It names the first as
    /// unsupported, without a value, the second with the paper, which is a collection, and the third with the side.
    private static let program = #"""
        import http.server, struct, sys

        def attribute(tag, name, value):
            return struct.pack(">BH", tag, len(name)) + name + struct.pack(">H", len(value)) + value

        def collection(name):
            return attribute(0x34, name, b"") + attribute(0x37, b"", b"")

        start = b"\x01" + attribute(0x47, b"attributes-charset", b"utf-8") \
            + attribute(0x48, b"attributes-natural-language", b"en")
        answers = {
            0x0B: (0x0000, b"\x04" + attribute(0x22, b"printer-is-accepting-jobs", b"\x01")),
            0x02: (0x0001, b"\x05" + attribute(0x10, b"print-scaling", b"") + collection(b"media-col")
                + attribute(0x44, b"sides", b"one-sided") + b"\x02" + attribute(0x21, b"job-id", struct.pack(">i", 7))),
            0x09: (0x0000, b"\x02" + attribute(0x23, b"job-state", struct.pack(">i", 9))),
        }

        class Printer(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                if "chunked" in self.headers.get("Transfer-Encoding", ""):
                    body = b""
                    while size := int(self.rfile.readline(), 16):
                        body += self.rfile.read(size)
                        self.rfile.readline()
                    self.rfile.readline()
                else:
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                operation, request = struct.unpack_from(">HI", body, 2)
                status, groups = answers[operation]
                answer = struct.pack(">BBHI", 1, 1, status, request) + start + groups + b"\x03"
                self.send_response(200)
                self.send_header("Content-Type", "application/ipp")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *words):
                pass

        http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Printer).serve_forever()
        """#

    @Test(
        .enabled(if: PrivateProcesses.obstacle(["python3"]) == nil, "needs python3"), .timeLimit(.minutes(5)))
    func `a scale or a paper that the printer ignores is reported, whatever it gives as the value`() async throws {
        let port = LoopbackPort.free()
        var printer = PrivateProcesses()
        try printer.start("python3", ["-c", Self.program, "\(port)"])
        let said: [String]
        do {
            try PrivateProcesses.wait("the printer") { LoopbackPort.isListening(port) }
            said = try await Self.report(of: "ipp://127.0.0.1:\(port)/ipp/print")
        } catch {
            await printer.stop()
            throw error
        }
        await printer.stop()
        #expect(said == ["the printer ignores print-scaling, media-col: check the scale"])
    }

    private static func report(of printer: String) async throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
        try Data("%PDF-1.7".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let job = PrintJob(name: "test", path: file.path, paper: (215_900, 279_400))
        var said: [String] = []
        let printed = try await job.print(on: printer) { said.append($0) }
        #expect(printed.number == 7)
        return said
    }
}
