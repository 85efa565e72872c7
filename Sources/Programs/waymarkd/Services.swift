import Faults
import HTTPServer
import Hosting
import Logging
import ReaderSupervision
import ServiceLifecycle
import StationService
import UnixSystem

/// Listens for workers and keeps those of the registry's readers running.
struct ReaderService: Service {
    let readers: ReaderSupervisor
    /// Gets one element when workers can connect, and ends with the service.
    let listening: AsyncStream<Void>.Continuation

    var name: String { "readers" }

    func run() async throws {
        defer { listening.finish() }
        do {
            try await cancelWhenGracefulShutdown { try await readers.run { listening.yield() } }
        } catch is CancellationError {}
    }
}

/// Answers the API. Write jobs are ended before it stops, so that their clients hear how they ended.
struct APIService: Service {
    let server: WebServer
    let station: Station
    let endpoints: [WebServer.Endpoint]
    let usbReaders: Configuration.USBReaders
    /// Says when workers can connect: before that the station is not ready.
    let readersListening: AsyncStream<Void>
    let logger: Logger

    var name: String { "api" }

    func run() async throws {
        // Without an element the readers' service has ended, and the station with it.
        var listening = readersListening.makeAsyncIterator()
        guard await listening.next() != nil else { return }
        try await station.settleImports()
        try await station.openAccess()
        try await station.startReaders()
        let bound = try await server.start(at: endpoints)
        let watching = Task { await watchUSB() }
        let keeping = Task { await station.upkeep(logger) }
        defer {
            keeping.cancel()
            watching.cancel()
        }
        SystemNotification.send(.ready)
        logger.notice("waymarkd is ready", metadata: ["listening": bound.map(\.place).joined(separator: " ")])
        try? await gracefulShutdown()
        SystemNotification.send(.stopping)
        await station.endJobs()
        await server.stop()
        do {
            try await station.endAllImports()
        } catch {
            logger.error("imports are journalled at the next start", metadata: ["error": "\(error)"])
        }
    }
}

extension APIService {
    private func watchUSB() async {
        let (news, continuation) = AsyncStream.makeStream(of: Station.ReaderNews.self)
        await withTaskGroup { group in
            group.addTask {
                for await connection in station.unclaimedReaders { continuation.yield(.unclaimed(connection)) }
            }
            group.addTask {
                for await devices in plugged() { continuation.yield(.plugged(devices)) }
            }
            group.addTask { await station.followUSB(news, joining: usbReaders == .join) }
        }
    }

    /// Without udev the readers that were added serve all the same; only it takes longer to notice that one is back.
    private func plugged() -> AsyncStream<[USBDevice]> {
        do {
            return try PluggedDevices.changes()
        } catch {
            logger.warning(
                "plugged readers are not noticed", metadata: ["error": "\(error.message): \(error.reason)"])
            return AsyncStream { $0.finish() }
        }
    }
}
