import Foundation
import Glibc
import Logging
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import TestBench
import Testing
import UnixSystem

/// Who may come in at the readers' socket.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The socket for workers` {
    private static let hello = Hello(name: "bench", connection: "pn532_uart:/dev/ttyUSB0", processIdentifier: 1)

    /// What somebody who does not speak the protocol may send.
    static let strangers: [[UInt8]] = [
        Array("GET / HTTP/1.1\r\nHost: waymark\r\n\r\n".utf8),
        Array("\u{16}\u{03}\u{01}".utf8) + [UInt8](repeating: 0xFF, count: 200),
        [0, 0, 0, 0],
        [0xFF, 0xFF, 0xFF, 0xFF],
        [0, 0, 0, 1, 0x99],
        Hello.frame(version: Hello.currentVersion - 1, name: "bench"),
        Hello.frame(version: Hello.currentVersion + 1, name: "bench"),
        Hello.frame(version: Hello.currentVersion, name: "nobody added me"),
        Hello.frame(version: Hello.currentVersion, name: "bench"),
        WorkerMessage.answer(request: 1, .noTag).frame,
    ]

    @Test(arguments: strangers)
    func `closes on strangers, and workers go on`(bytes: [UInt8]) async throws {
        try await ReaderBench.run { bench in
            let (_, link) = try await bench.openedReader()
            let stranger = try UnixConnection.connect(to: bench.socketPath)
            try stranger.write(bytes)
            #expect(try await Self.isClosed(stranger))
            #expect(try await link.select() != nil)
            let snapshot = try await bench.untilReady()
            #expect(snapshot.restarts == 0)
        }
    }

    @Test func `does not mind visitors who leave, whole or half way through`() async throws {
        try await ReaderBench.run { bench in
            let (_, link) = try await bench.openedReader()
            let frame = WorkerMessage.hello(Self.hello).frame
            for length in 0..<frame.count {
                let visitor = try UnixConnection.connect(to: bench.socketPath)
                try visitor.write(frame.prefix(length))
            }
            #expect(try await link.select() != nil)
        }
    }

    /// A connection whose other end says nothing.
    private final class SilentVisitor {
        let connection: UnixConnection
        init(_ path: String) throws { connection = try UnixConnection.connect(to: path) }
    }

    /// For connections from this process, as the silent ones are; workers of other tests are processes of their own.
    private static func visitorThreads() throws -> Int {
        let name = "worker \(getpid())"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter {
            let comm = try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            return comm?.trimmingCharacters(in: .newlines) == name
        }.count
    }

    /// Five thousand of them had a thread each, and the reader's own worker came after them.
    @Test func `keeps a worker out for no number of silent connections, which cost few threads`() async throws {
        OpenFiles.raiseLimit()
        try await ReaderBench.run { bench in
            var visitors: [SilentVisitor] = []
            var most = 0
            for number in 0..<5_000 {
                visitors.append(try SilentVisitor(bench.socketPath))
                if number % 500 == 0 { most = max(most, try Self.visitorThreads()) }
            }
            most = max(most, try Self.visitorThreads())
            // 32 at a time, and those that have made place and are not gone yet.
            #expect((1...100).contains(most))
            let (_, link) = try await bench.openedReader()
            #expect(try await link.select() != nil)
            withExtendedLifetime(visitors) {}
        }
    }

    @Test func `lets one worker of a name in, and sends the second away`() async throws {
        try await ReaderBench.run { bench in
            let (_, link) = try await bench.openedReader()
            let second = try ChildProcess(
                ReaderBench.worker,
                arguments: [
                    "--socket", bench.socketPath, "--name", "bench", "--connection",
                    try #require(try bench.emulatedReader().connectionString),
                ])
            #expect(await second.wait() == .exited(0))
            #expect(try await link.select() != nil)
            #expect(try await bench.untilReady().restarts == 0)
            #expect(bench.log.records.contains { $0.message == "a second worker wants to serve a reader" })
        }
    }

    /// A worker that was taken over has the right group, and knows the protocol and the reader's name.
    @Test func `refuses a worker that the station has not started, before, between and beside its own`() async throws {
        try await ReaderBench.run { bench in
            let reader = try bench.emulatedReader()
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            #expect(bench.supervisor.add(name: "bench", connection: "pn532_uart:/dev/waymark-has-no-such-port"))
            // Our own worker fails and is started again; the foreign one comes in between two attempts.
            let arguments = [
                "--socket", bench.socketPath, "--name", "bench", "--connection",
                try #require(reader.connectionString),
            ]
            for _ in 1...20 {
                #expect(await (try ChildProcess(ReaderBench.worker, arguments: arguments)).wait() == .exited(0))
                #expect(bench.supervisor.snapshots.first?.state != .ready)
            }
            #expect(bench.log.records.contains { $0.metadata["code"] == "worker-refused" })
        }
    }

    /// Whether the other side closes before it has said anything.
    private static func isClosed(_ connection: consuming UnixConnection) async throws -> Bool {
        let stranger = Stranger(connection: connection)
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try DedicatedThread.start("stranger") {
                    let answer = try? stranger.connection.read(upTo: 1, until: .now + .seconds(30))
                    // An error is a connection that was closed before everything was read.
                    continuation.resume(returning: answer?.isEmpty ?? true)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

private final class Stranger: Sendable {
    let connection: UnixConnection

    init(connection: consuming UnixConnection) {
        self.connection = connection
    }
}

extension Hello {
    fileprivate static func frame(version: UInt8, name: String) -> [UInt8] {
        WorkerMessage.hello(Hello(version: version, name: name, connection: "pn532_uart:/x", processIdentifier: 1))
            .frame
    }
}
