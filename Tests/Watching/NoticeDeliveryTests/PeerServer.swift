import Foundation
import TestBench
import Testing
import UnixSystem

/// A receiver of notices in Python, on a free port of the loopback. It shares nothing with us.
final class PeerServer: Sendable {
    /// The Python with the peers' packages where it is there; the system's otherwise, which verifies by the specification.
    static let python: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let peers = root.appending(path: ".venv/bin/python").path
        return FileManager.default.isExecutableFile(atPath: peers) ? peers : "python3"
    }()

    let port: Int
    private let process: ChildProcess
    private let log: String

    /// `script`: in Peers. The log is in `folder`.
    init(_ script: String, in folder: TemporaryFolder, log: String, _ arguments: [String]) throws {
        self.log = folder[log]
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers/\(script)").path
        let pipe = try FileDescriptor.pipe()
        process = try ChildProcess(
            Self.python, arguments: ["-B", path] + arguments, standardOutput: .descriptor(pipe.input.rawValue))
        try pipe.input.close()
        var line: [UInt8] = []
        while line.last != 0x0A {
            let part = try pipe.output.read(upTo: 64)
            try #require(!part.isEmpty, "the server did not start")
            line += part
        }
        port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
    }

    deinit { process.kill() }

    /// What it has noted so far.
    func lines<Line: Decodable>(_ type: Line.Type) throws -> [Line] {
        guard let text = try? String(contentsOfFile: log, encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// A receiver of webhooks: see Peers/hooks.py.
final class HookServer: Sendable {
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    struct Line: Decodable {
        let id: String
        let status: Int
        /// What was wrong with the request.
        let fault: String?
        let path: String
        let verified: String
        let type: String?
    }

    let server: PeerServer
    private let plan: String

    /// `certificate`: of a server with TLS, with its key.
    init(in folder: TemporaryFolder, certificate: (String, String)? = nil, name: String = "hooks") throws {
        plan = folder["\(name).plan"]
        try Self.write(#"{"status": 200}"#, plan)
        let files = certificate.map { [$0.0, $0.1] } ?? []
        server = try PeerServer(
            "hooks.py", in: folder, log: "\(name).log", [Self.secret, plan, folder["\(name).log"]] + files)
    }

    /// What it answers from now on.
    func answer(_ text: String) throws { try Self.write(text, plan) }

    func lines() throws -> [Line] { try server.lines(Line.self) }

    private static func write(_ text: String, _ path: String) throws {
        try File.writeAtomically(Array(text.utf8), to: path)
    }
}
