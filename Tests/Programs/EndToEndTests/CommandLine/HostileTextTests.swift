import Foundation
import TestBench
import Testing
import UnixSystem

/// Text that came from a socket, a file or a name is shown on a terminal, and does nothing to it.
@Suite(.timeLimit(.minutes(10))) struct HostileTextTests {
    private static let hostile = "\u{1B}[2J\u{1B}]0;owned\u{07}\u{9B}1m\u{202E}txt\r"
    private static let escaped = #"\u001b[2J\u001b]0;owned\u0007\u009b1m\u202etxt\u000d"#

    private static func problem() throws -> [UInt8] {
        let fields = [
            "type": "about:blank", "code": "storage-failed", "title": hostile, "why": hostile, "next": hostile,
            "detail": hostile,
        ]
        let body = fields.merging([:]) { $1 } as [String: Any]
        return Array(try JSONSerialization.data(withJSONObject: body.merging(["status": 500]) { $1 }))
    }

    @Test(arguments: [["doctor"], ["status"], ["store", "list"]])
    func `what a strange daemon says is escaped on a terminal`(_ words: [String]) async throws {
        let folder = try TemporaryFolder()
        let daemon = try StrangeDaemon(
            in: folder, status: 500, headers: ["Content-Type: application/problem+json"], body: try Self.problem())
        defer { daemon.shut() }
        let ending = try await ProgramOnTerminal(
            .commandLine, words, environment: ["WAYMARK_SOCKET": daemon.socket, "NO_COLOR": "1"], outputToo: true
        ).wait()
        #expect(ending.status == .exited(words == ["doctor"] ? 2 : 1), "\(ending)")
        // The terminal itself ends lines with CR LF.
        let shown = ending.terminal.replacing("\r\n", with: "\n")
        #expect(shown.contains(Self.escaped), "\(shown.debugDescription)")
        #expect(!shown.unicodeScalars.contains { "\u{1B}\u{07}\u{9B}\u{202E}\r".unicodeScalars.contains($0) })
    }

    @Test func `what a file says is escaped on a terminal, and is itself in a pipe`() async throws {
        let folder = try TemporaryFolder()
        let stores = try folder.write(
            "store,name,latitude,longitude,radius\ncup,\"\(Self.hostile)\",north,-122.0322,100\n", to: "stores.csv")
        let experiences = try folder.write("url,title,subtitle,action\n", to: "experiences.csv")
        let words = [
            "audit", "--stores", stores, "--experiences", experiences, "--sightings", "\(folder.path)/\u{1B}[31m.csv",
        ]
        let ending = try await ProgramOnTerminal(.commandLine, words, environment: [:], outputToo: true).wait()
        #expect(ending.status != .exited(0) && !ending.terminal.contains("\u{1B}"), "\(ending)")
        let piped = try await RunningProgram(.commandLine, words).wait()
        #expect(piped.status == ending.status)
    }
}
