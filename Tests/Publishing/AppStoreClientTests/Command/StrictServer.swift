import AppStoreConnect
import Foundation
import HTTPClient
import Testing
import UnixSystem

/// A strict App Store Connect on a free port of the loopback: Peers/appstore.py, which shares nothing with us.
final class StrictServer: Sendable {
    private let process: ChildProcess
    let address: String

    /// What runs it.
    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static var mayRun: Bool { python != nil || ProcessInfo.processInfo.environment["CI"] != nil }

    init(faults: Double = 0, limit: Int = 100_000, seed: Int = 1, hang: Double = 60) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Peers/appstore.py").path
        let pipe = try FileDescriptor.pipe()
        process = try ChildProcess(
            try #require(Self.python, "python3 is missing"),
            arguments: [
                "-B", script, "--key", TestKey.publicKey, "--kid", TestKey.identifier, "--issuer", TestKey.issuer,
                "--faults", "\(faults)", "--limit", "\(limit)", "--seed", "\(seed)", "--hang", "\(hang)",
            ], standardOutput: .descriptor(pipe.input.rawValue))
        try pipe.input.close()
        var line: [UInt8] = []
        while line.last != 0x0A {
            let part = try pipe.output.read(upTo: 64)
            try #require(!part.isEmpty, "the server did not start")
            line += part
        }
        let port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
        address = "http://127.0.0.1:\(port)"
    }

    deinit { process.kill() }

    /// What it holds and has counted.
    struct Holdings: Decodable {
        struct Counts: Decodable {
            let requests: Int
            /// Requests beyond the hour's number.
            let limited: Int
            /// Requests that came before the time that a 429 had named.
            let impatient: Int
            /// Images that were reserved without the client being told.
            let lostImages: Int
        }

        struct Experience: Decodable {
            struct Attributes: Decodable {
                let link: String
                let status: String
                let action: String?
                let isPoweredBy: Bool?
                let place: Place?
            }

            struct Text: Decodable {
                let language: String
                let title: String
                let subtitle: String
            }

            let id: String
            let attributes: Attributes
            let texts: [Text]
            /// The checksum of its image.
            let image: String?
        }

        struct Images: Decodable {
            let all: Int
            let used: Int
            let shared: Int
            let begun: Int
        }

        struct Invocation: Decodable {
            let url: String
        }

        let counts: Counts
        let faults: [String: Int]
        let experiences: [Experience]
        let images: Images
        struct Default: Decodable, Equatable {
            struct Text: Decodable, Equatable {
                let subtitle: String
                /// The checksum of its image.
                let image: String?
            }

            let version: String
            let action: String?
            let invocationURLs: [String]
            let texts: [String: Text]
        }

        let invocations: [Invocation]
        let defaults: [Default]
        let log: [String]

        /// Served experiences by URL: each with all that share it.
        var served: [String: [Experience]] {
            Dictionary(grouping: experiences.filter { $0.attributes.status != "DEACTIVATED" }) { $0.attributes.link }
        }
    }

    /// Moves the server's clock by an hour whenever the hour's requests are used up, until it is cancelled. Returns how
    /// often.
    func passHours() async -> Int {
        var hours = 0
        while !Task.isCancelled, (try? await control(#"{"await-spent": true}"#)) != nil, !Task.isCancelled {
            _ = try? await control(#"{"forward": 3600}"#)
            hours += 1
        }
        return hours
    }

    /// Gives orders and returns what it holds afterwards.
    @discardableResult
    func control(_ orders: String = "{}") async throws -> Holdings {
        let request = WebRequest("POST", "\(address)/control", body: Array(orders.utf8))
        let response = try await WebClient(timeout: .seconds(600)).send(request)
        return try JSONDecoder().decode(Holdings.self, from: Data(response.body))
    }
}
