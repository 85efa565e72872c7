import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// Clients that do harm, by mistake or not: nobody else notices.
@Suite(.timeLimit(.minutes(10)), .needs(.curl), .serialized) struct CrowdTests {
    /// A connection to the daemon's socket that has sent something.
    private final class Client: Sendable {
        let connection: UnixConnection

        init(_ station: TestStation, sending text: String) throws {
            connection = try UnixConnection.connect(to: station.socket)
            try connection.write(Array(text.utf8))
        }
    }

    private static let head = "Host: waymarkd\r\n"

    /// The daemon's largest resident memory so far, in bytes.
    private static func peakMemory(_ station: TestStation) throws -> Int {
        let process = try #require(station.daemon?.process.processIdentifier)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.split(separator: " ").dropFirst().first ?? "")) << 10
    }

    @Test func `a thousand idle streams of events leave the station as it was`() async throws {
        OpenFiles.raiseLimit()
        try await TestStation.run { station in
            var streams: [Client] = []
            for _ in 0..<1_000 {
                let stream = try Client(station, sending: "GET /v1/events HTTP/1.1\r\n\(Self.head)\r\n")
                #expect(
                    String(decoding: try stream.connection.read(upTo: 100), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
                streams.append(stream)
            }
            try await station.createBatch("a", tags: 1)
            #expect(try await station.api.tags(of: "a").count == 1)
            for stream in streams {
                // The journal's entry has reached each of them.
                var seen = ""
                while !seen.contains("batch-created") {
                    seen += String(
                        decoding: try stream.connection.read(upTo: 65_536, until: .now + .seconds(60)), as: UTF8.self)
                }
            }
            #expect(try Self.peakMemory(station) < 400 << 20)
        }
    }

    @Test func `clients that do not read, and requests that do not end, hold up nobody`() async throws {
        try await TestStation.run { station in
            let rows = (1...20_000).map { "s\($0),A shop with a name of some length \($0),37,-122,100\n" }.joined()
            let file = try station.folder.write("store,name,latitude,longitude,radius\n" + rows, to: "stores.csv")
            let imported = try await station.ask("POST", "/v1/stores", body: "@\(file)", type: "text/csv")
            #expect(imported.status == 200)
            var connections: [Client] = []
            for number in 0..<50 {
                // A megabyte is asked for, and not read.
                connections.append(
                    try Client(station, sending: "GET /v1/registry?\(number) HTTP/1.1\r\n\(Self.head)\r\n"))
                connections.append(
                    try Client(station, sending: "GET /v1/stores?limit=1000 HTTP/1.1\r\n\(Self.head)\r\n"))
                // A line, a header and a body that do not come to their end.
                connections.append(try Client(station, sending: "GET /v1/st"))
                connections.append(try Client(station, sending: "GET /v1/stores HTTP/1.1\r\nHost: way"))
                for path in ["/v1/jobs", "/v1/sightings"] {
                    let type = path == "/v1/jobs" ? "application/json" : "text/csv"
                    connections.append(
                        try Client(
                            station,
                            sending: "POST \(path) HTTP/1.1\r\n\(Self.head)Content-Type: \(type)\r\n"
                                + "Content-Length: 1000\r\n\r\ntime,"))
                }
            }
            try await station.createBatch("a", tags: 1)
            #expect(try await station.api.tags(of: "a").count == 1)
            #expect(try await station.ask("GET", "/v1/stores?limit=1000").status == 200)
            #expect(connections.count == 300)
        }
    }

    @Test func `twelve large uploads at a time wait on the disk, and leave no file`() async throws {
        try await TestStation.run { station in
            let part = [UInt8](repeating: 0x20, count: 1 << 20)
            let parts = 30
            var uploads: [Client] = []
            for _ in 0..<12 {
                let upload = try Client(
                    station,
                    sending: "POST /v1/stores HTTP/1.1\r\n\(Self.head)Content-Type: text/csv\r\n"
                        + "Content-Length: \(parts * part.count + 1)\r\n\r\n")
                uploads.append(upload)
            }
            let sent = try await withThrowingTaskGroup(of: Void.self) { group in
                for upload in uploads {
                    group.addTask { for _ in 0..<parts { try upload.connection.write(part) } }
                }
                try await group.waitForAll()
                return true
            }
            #expect(sent)
            try await station.createBatch("a", tags: 1)
            #expect(try Self.peakMemory(station) < 250 << 20)
            let names = try FileManager.default.contentsOfDirectory(atPath: station.folder.path)
            #expect(!names.contains { $0.hasPrefix("unnamed") }, "\(names)")
            #expect(uploads.count == 12)
        }
    }

    @Test func `a gigabyte is refused, cut off, or read piece by piece`() async throws {
        try await TestStation.run { station in
            let file = station.folder["gigabyte"]
            try #require(FileManager.default.createFile(atPath: file, contents: nil))
            // A hole: nothing is on the disk.
            let handle = try #require(FileHandle(forWritingAtPath: file))
            try handle.truncate(atOffset: 1 << 30)
            try handle.close()
            func send(_ path: String, _ type: String, _ headers: [String]) async throws -> WebAnswer {
                let words = ["--silent", "--unix-socket", station.socket, "--dump-header", "/dev/stderr"]
                let fields = (headers + ["Content-Type: \(type)"]).flatMap { ["--header", $0] }
                return WebAnswer(
                    try await Witness.curl.run(
                        words + fields + ["--request", "POST", "--upload-file", file, "http://waymarkd\(path)"],
                        expecting: nil))
            }
            let refused = try await send("/v1/jobs", "application/json", ["Expect: 100-continue"])
            #expect(refused.status == 413 && refused.code == "too-large")
            // Without a length it is seen late: the connection is cut.
            let cut = try await send("/v1/stores", "text/csv", ["Transfer-Encoding: chunked", "Expect:"])
            #expect(cut.status == 0 || cut.status == 413, "\(cut)")
            // This one takes as much, and finds no header row in it.
            let read = try await send("/v1/sightings", "text/csv", ["Expect:"])
            #expect(read.status == 422 && read.code == "file-header", "\(read)")
            #expect(try Self.peakMemory(station) < 300 << 20)
            try await station.createBatch("a", tags: 1)
        }
    }
}
