import Foundation

/// A printer of a few lines of Python that does what a test asks of it, for what no real one can be made to do.
enum ScriptedPrinter {
    enum Behaviour: String, Sendable {
        /// Takes a job that asks for one copy, one page on a sheet and no banner, and calls it completed.
        case exact
        /// Ignores how a page is scaled, which paper it is for, and on how many sides. It names the first as
        /// unsupported, without a value, the second with the paper, which is a collection, and the third with the side.
        case ignoring
        /// Takes the job and closes the connection before it has answered.
        case losing
        /// Does not answer the first two questions about the job.
        case stuttering
        /// Says three times that it is busy when it is asked about the job.
        case busy
        /// Answers no question about the job.
        case silent
        /// Keeps no record of jobs that have ended.
        case forgetful
        /// Holds the job for a reason of its own when it is first asked.
        case holding
        /// Has stopped with the job for a reason of its own when it is first asked.
        case stopping
        /// Prints when it is first asked about the job, and from then on says nothing of itself.
        case reticent
        /// Calls the job completed, with errors.
        case doubtful
    }

    static let obstacle = PrivateProcesses.obstacle(["python3"])

    /// Starts one, hands over its address, and stops it when the body has ended.
    static func run<Value>(_ behaviour: Behaviour, _ body: (String) async throws -> Value) async throws -> Value {
        let portFile = FileManager.default.temporaryDirectory.appending(path: "printer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: portFile) }
        var printer = PrivateProcesses()
        try printer.start("python3", ["-c", program, portFile.path, behaviour.rawValue])
        let value: Value
        do {
            try PrivateProcesses.wait("the printer") { FileManager.default.fileExists(atPath: portFile.path) }
            let port = try String(contentsOf: portFile, encoding: .utf8)
            value = try await body("ipp://127.0.0.1:\(port)/ipp/print")
        } catch {
            await printer.stop()
            throw error
        }
        await printer.stop()
        return value
    }

    private static let program = #"""
        import http.server, os, struct, sys

        behaviour = sys.argv[2]
        questions = 0

        def attribute(tag, name, value):
            return struct.pack(">BH", tag, len(name)) + name + struct.pack(">H", len(value)) + value

        def integer(tag, name, value):
            return attribute(tag, name, struct.pack(">i", value))

        def collection(name):
            return attribute(0x34, name, b"") + attribute(0x37, b"", b"")

        start = b"\x01" + attribute(0x47, b"attributes-charset", b"utf-8") \
            + attribute(0x48, b"attributes-natural-language", b"en")
        number = b"\x02" + integer(0x21, b"job-id", 7)
        wishes = [integer(0x21, b"copies", 1), integer(0x21, b"number-up", 1), attribute(0x44, b"job-sheets", b"none")]

        def job(state, reason):
            return 0, b"\x02" + integer(0x23, b"job-state", state) + attribute(0x44, b"job-state-reasons", reason)

        # The status and the groups of an answer; None for no answer.
        def print_job(request):
            if behaviour == "losing":
                return None
            if behaviour == "ignoring":
                return 1, b"\x05" + attribute(0x10, b"print-scaling", b"") + collection(b"media-col") \
                    + attribute(0x44, b"sides", b"one-sided") + number
            return (0, number) if all(wish in request for wish in wishes) else (0x040B, b"")

        def job_attributes():
            global questions
            questions += 1
            if behaviour == "silent" or behaviour == "stuttering" and questions <= 2:
                return None
            if behaviour == "busy" and questions <= 3:
                return 0x0507, b""
            if behaviour == "forgetful":
                return 0x0406, b""
            if behaviour == "holding" and questions == 1:
                return job(4, b"account-closed")
            if behaviour == "stopping" and questions == 1:
                return job(6, b"job-suspended-by-operator")
            if behaviour == "reticent" and questions == 1:
                return job(5, b"job-printing")
            if behaviour == "doubtful":
                return job(9, b"job-completed-with-errors")
            return job(9, b"job-completed-successfully")

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
                if operation == 0x02:
                    answer = print_job(body)
                elif operation == 0x09:
                    answer = job_attributes()
                elif behaviour == "reticent" and questions > 0:
                    answer = 0x0507, b""
                else:
                    answer = 0, b"\x04" + attribute(0x22, b"printer-is-accepting-jobs", b"\x01")
                if answer is None:
                    self.close_connection = True
                    return
                status, groups = answer
                answer = struct.pack(">BBHI", 1, 1, status, request) + start + groups + b"\x03"
                self.send_response(200)
                self.send_header("Content-Type", "application/ipp")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *words):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Printer)
        # In its place at once and whole: the test reads it as soon as it is there.
        with open(sys.argv[1] + ".new", "w") as file:
            file.write(str(server.server_port))
        os.rename(sys.argv[1] + ".new", sys.argv[1])
        server.serve_forever()
        """#
}
