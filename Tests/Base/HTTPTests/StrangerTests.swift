import Glibc
import HTTPServer
import Testing
import UnixSystem

/// The curl command, which knows nothing of us.
private let curl: String? = ["/usr/bin/curl", "/usr/local/bin/curl"].first { (path: String) in
    access(path, X_OK) == 0
}
private let mustRun = getenv("CI") != nil

@Suite(.enabled(if: curl != nil || mustRun, "the curl command is not installed"))
struct `The curl command` {
    @Test(arguments: RunningServer.Way.allCases)
    func `reads, writes and is refused`(way: RunningServer.Way) async throws {
        try await RunningServer.run { router in
            router.on(.get, "/v1/{name}") { .text("name \($0.parameter("name"))") }
            router.on(.put, "/v1/{name}", body: .whole(limit: 1_000_000)) { .text("took \($0.body.count)") }
        } _: { running in
            let body = running.path + ".body"
            try File.writeAtomically([UInt8](repeating: 1, count: 3_000_000), to: body)
            defer { unlink(body) }
            let base = way == .unixSocket ? "http://localhost" : running.url("")
            let socket = way == .unixSocket ? ["--unix-socket", running.path] : []
            for (arguments, expected) in [
                (["\(base)/v1/a%20b"], "name a b"),
                (["-X", "PUT", "--data-binary", "12345", "\(base)/v1/a"], "took 5"),
                (["-o", "/dev/null", "-w", "%{http_code}", "\(base)/v2"], "404"),
                (["-o", "/dev/null", "-w", "%{http_code}", "-X", "DELETE", "\(base)/v1/a"], "405"),
                (["-o", "/dev/null", "-w", "%{http_code}", "-T", body, "\(base)/v1/a"], "413"),
                (
                    ["-o", "/dev/null", "-w", "%{http_code}", "-H", "Expect:", "-T", body, "\(base)/v1/a"],
                    "413"
                ),
                (
                    ["-I", "-o", "/dev/null", "-w", "%{http_code} %{content_type}", "\(base)/v1/a"],
                    "200 text/plain; charset=utf-8"
                ),
                (["-w", " %{num_connects}", "\(base)/v1/one", "\(base)/v1/two"], "name one 1name two 0"),
            ] {
                let output = try await run(socket + arguments)
                #expect(output == expected)
            }
        }
    }

    @Test func `reads events to their end`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/events") { _ in
                .events(
                    AsyncStream { continuation in
                        for number in 0..<3 { continuation.yield(ServerSentEvent(data: "\(number)").bytes) }
                        continuation.finish()
                    })
            }
        } _: { running in
            let output = try await run(["-N", "--unix-socket", running.path, "http://localhost/events"])
            #expect(output == "data: 0\n\ndata: 1\n\ndata: 2\n\n")
        }
    }

    private func run(_ arguments: [String]) async throws -> String {
        let program = try #require(curl, "CI needs the curl command")
        return try await onThread {
            let pipe = try FileDescriptor.pipe()
            let output = pipe.output
            let input = pipe.input
            let own = ["--silent", "--noproxy", "*", "--max-time", "60"]
            _ = try ChildProcess(
                program, arguments: own + arguments, standardOutput: .descriptor(input.rawValue))
            try input.close()
            var bytes: [UInt8] = []
            while true {
                let part = try output.read(upTo: 65_536)
                if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
                bytes += part
            }
        }
    }
}
