import Faults
import HTTPServer
import Hosting
import HubStorage
import Logging
import Registry
import ServiceLifecycle
import StationService

/// Answers the API of a hub.
struct HubService: Service {
    let server: WebServer
    let station: Station
    let registry: HubRegistry
    let observer: HubObserver
    let endpoints: [WebServer.Endpoint]
    let logger: Logger

    var name: String { "api" }

    /// How often it looks for what daemons have left behind that do not come back.
    private static let settlingPeriod = Duration.seconds(60)

    func run() async throws {
        if let era = try await registry.recall() {
            logger.warning("an era has begun: stations bring back what they know", metadata: ["reason": era.reason])
        }
        try await station.settleImports()
        try await station.openAccess()
        let bound = try await server.start(at: endpoints)
        let keeping = Task { await station.upkeep(logger) }
        let following = Task { await station.followAccess() }
        let observing = Task { await observer.run(sayWhetherAway) }
        defer {
            observing.cancel()
            following.cancel()
            keeping.cancel()
        }
        logger.notice("waymark-hub is ready", metadata: ["listening": bound.map(\.place).joined(separator: " ")])
        let failure = await remembering()
        await server.stop()
        if let failure { throw failure }
        do {
            try await station.endAllImports()
            try await registry.takeLeave()
        } catch {
            logger.error(
                "imports are journalled at the next start, and this daemon is waited for",
                metadata: ["error": "\(error)"])
        }
    }

    /// Looks every second whether the database still has what this daemon knows. Returns when the daemon has to end: by
    /// itself where the database has not, for then its next run begins an era.
    private func remembering() async -> (any Error)? {
        await withTaskGroup(of: (any Error)?.self) { group in
            group.addTask {
                try? await gracefulShutdown()
                return nil
            }
            group.addTask { await rechecking() }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    private func rechecking() async -> (any Error)? {
        // Others, for which the database was away as long, say first that they run.
        var settled = ContinuousClock.now + Self.settlingPeriod
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            do {
                try await registry.recheck()
                guard settled.duration(to: .now) > Self.settlingPeriod else { continue }
                settled = .now
                try await registry.settleAbandoned()
            } catch let error as RegistryError where error.code == .hubBehind {
                return error
            } catch let error as HandBackNotes.Unreadable {
                return error.fault
            } catch {
                // The database is away, and is waited for.
                logger.debug("the database was not compared", metadata: ["error": "\(error)"])
            }
        }
        return nil
    }

    private func sayWhetherAway(_ fault: RegistryError?) {
        guard let fault else { return logger.notice("the database answers again") }
        logger.error("\(fault.message)", metadata: ["why": "\(fault.reason)", "next": "\(fault.next)"])
    }
}
