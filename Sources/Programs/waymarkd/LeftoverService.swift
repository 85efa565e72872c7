import Logging
import ServiceLifecycle
import Storage

/// Removes what imports have left that ended with the daemon, beside everything else. Nothing of it is seen by a reader.
struct LeftoverService: Service {
    let storage: SQLiteRegistry
    let logger: Logger

    var name: String { "leftovers" }

    func run() async throws {
        do {
            try await storage.removeLeftovers()
        } catch {
            logger.error("what an import left was not removed", metadata: ["error": "\(error)"])
        }
        try await gracefulShutdown()
    }
}
