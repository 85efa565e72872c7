import Foundation
import Logging
import NDEF
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import UnixSystem

/// Waymark's own way to a tag: worker process, libnfc, plan, read-back. Without the registry.
final class Ours: Sendable {
    private let supervisor: ReaderSupervisor
    private let running: Task<Void, any Error>

    init(
        worker: String, folder: String, trace: (@Sendable (TracedExchange) -> Void)? = nil
    ) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let supervisor = ReaderSupervisor(
            socket: .path("\(folder)/readers.sock"), workerProgram: worker,
            logger: Logger(label: "readers", level: .critical, handler: DescriptorLogHandler.standardError),
            trace: trace)
        self.supervisor = supervisor
        let (listening, continuation) = AsyncStream.makeStream(of: Void.self)
        running = Task { try await supervisor.run { continuation.yield() } }
        for await _ in listening { break }
    }

    /// Ends a reader's worker, before the reader goes.
    func close(_ name: String) async { _ = await supervisor.remove(name: name) }

    func end() async {
        running.cancel()
        _ = try? await running.value
    }

    /// Adds a reader and waits until its worker has opened it.
    func open(_ reader: any PluggableReader, name: String) async throws -> ReaderLink {
        guard let connection = reader.connectionString, supervisor.add(name: name, connection: connection),
            let changes = supervisor.changes(of: name), let link = supervisor.link(to: name)
        else { throw BenchmarkFailure("reader \(name) cannot be added") }
        for await snapshot in changes where snapshot.state == .ready { return link }
        throw BenchmarkFailure("reader \(name) does not open")
    }

    func link(_ name: String) throws -> ReaderLink {
        guard let link = supervisor.link(to: name) else { throw BenchmarkFailure("there is no reader \(name)") }
        return link
    }

    /// Everything that a write job does with a blank tag.
    static func write(_ url: String, over link: ReaderLink) async throws {
        let message = try NDEFMessage(uri: url)
        guard let session = try await TagSession.identify(over: link) else {
            throw BenchmarkFailure("there is no tag")
        }
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        try await session.write(plan)
        try await session.verify(plan)
    }
}

struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
