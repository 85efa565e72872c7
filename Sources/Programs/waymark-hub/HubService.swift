import HTTPServer
import Hosting
import Logging
import ServiceLifecycle
import StationService

/// Answers the API of a hub.
struct HubService: Service {
    let server: WebServer
    let station: Station
    let endpoints: [WebServer.Endpoint]
    let logger: Logger

    var name: String { "api" }

    func run() async throws {
        try await station.openAccess()
        let bound = try await server.start(at: endpoints)
        let keeping = Task { await station.upkeep(logger) }
        let following = Task { await station.followAccess() }
        defer {
            following.cancel()
            keeping.cancel()
        }
        logger.notice("waymark-hub is ready", metadata: ["listening": bound.map(\.place).joined(separator: " ")])
        try? await gracefulShutdown()
        await server.stop()
        do {
            try await station.journalConfirmations(all: true)
        } catch {
            logger.error("confirmations are journalled at the next start", metadata: ["error": "\(error)"])
        }
    }
}
