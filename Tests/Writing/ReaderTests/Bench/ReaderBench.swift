import Foundation
import Glibc
import Logging
import NFCTags
import ReaderEmulator
import ReaderSupervision
import Synchronization
import TestBench
import Testing
import UnixSystem

/// A supervisor with real workers and emulated readers.
final class ReaderBench: Sendable {
    let supervisor: ReaderSupervisor
    let socketPath: String
    let log = CollectingLogHandler()
    private let folder: TemporaryFolder
    private let readers = Mutex<[any PluggableReader]>([])

    static let worker: String = {
        // A worker that libnfc aborts is a test here, and its backtrace would take longer than the test.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        return BuiltProgram.worker.path
    }()

    private init(delay: RestartDelay, program: String) throws {
        folder = try TemporaryFolder()
        socketPath = folder["readers.sock"]
        supervisor = ReaderSupervisor(
            socket: .path(socketPath), workerProgram: program, delay: delay,
            logger: Logger(label: "readers", level: .debug, handler: log))
    }

    /// Writes a program that starts a worker with these lines of shell before it.
    ///
    /// Another program writes it: were it open here for writing, a program that another test starts at that moment would
    /// hold it open too, and it could not be run.
    static func wrapped(in folder: TemporaryFolder, _ lines: String) async throws -> String {
        let script = folder["worker"]
        let writer = try ChildProcess(
            "/bin/sh",
            arguments: [
                "-c", "printf '%s' \"$1\" > \"$0\" && chmod 700 \"$0\"", script,
                "#!/bin/sh\n\(lines)\nexec \(worker) \"$@\"\n",
            ])
        #expect(await writer.wait() == .exited(0))
        return script
    }

    /// Runs a test beside a supervisor that listens, and ends the supervisor afterwards; `leaving` comes before the readers
    /// go.
    static func run(
        delay: RestartDelay = RestartDelay(first: .milliseconds(10), longest: .milliseconds(100)),
        program: String = worker, leaving: () async -> Void = {}, _ body: (ReaderBench) async throws -> Void
    ) async throws {
        let bench = try ReaderBench(delay: delay, program: program)
        let (listening, continuation) = AsyncStream.makeStream(of: Void.self)
        let running = Task {
            defer { continuation.finish() }
            try await bench.supervisor.run { continuation.yield() }
        }
        for await _ in listening { break }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(bench))
        } catch {
            result = .failure(error)
        }
        running.cancel()
        _ = try await running.value
        await leaving()
        for reader in bench.readers.withLock({ $0 }) { reader.stop() }
        #expect(bench.workers.isEmpty, "no worker outlives its supervisor")
        try result.get()
    }

    /// An emulated reader that no worker has opened yet.
    func emulatedReader() throws -> EmulatedReader {
        let number = readers.withLock { $0.count }
        let reader = try EmulatedReader(link: folder["port-\(number)"])
        readers.withLock { $0.append(reader) }
        return reader
    }

    /// Stops a reader when the workers have ended.
    func keep(_ reader: some PluggableReader) { readers.withLock { $0.append(reader) } }

    /// The readers that are stopped at the end.
    var keptReaders: [any PluggableReader] { readers.withLock(\.self) }

    /// An emulated reader with a tag on it and a worker that has opened it, and the link to it.
    func openedReader(_ name: String = "bench") async throws -> (reader: EmulatedReader, link: ReaderLink) {
        let reader = try emulatedReader()
        reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
        #expect(supervisor.add(name: name, connection: try #require(reader.connectionString)))
        try await untilReady(name)
        return (reader, try #require(supervisor.link(to: name)))
    }

    /// Waits until a reader is as the test wants it.
    @discardableResult
    func until(
        _ name: String = "bench", _ isRight: @Sendable (ReaderSnapshot) -> Bool
    ) async throws -> ReaderSnapshot {
        for await snapshot in try #require(supervisor.changes(of: name)) where isRight(snapshot) { return snapshot }
        throw CancellationError()
    }

    @discardableResult
    func untilReady(_ name: String = "bench") async throws -> ReaderSnapshot {
        try await until(name) { $0.state == .ready }
    }

    /// The worker processes of this bench: those that were told its socket.
    var workers: [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        return all.filter { process in
            guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
            return line.split(separator: 0).contains { $0.elementsEqual(socketPath.utf8) }
        }
    }
}
