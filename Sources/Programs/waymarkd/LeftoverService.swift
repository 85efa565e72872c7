import Logging
import ServiceLifecycle
import Storage
import Synchronization

/// What a start leaves to be done beside everything else: removes what imports have left that ended with the daemon, of
/// which no reader sees anything, and folds the evidence of an older registry.
struct LeftoverService: Service {
    let storage: SQLiteRegistry
    let logger: Logger

    private static let rowsBetweenNotes = 1_000_000

    var name: String { "leftovers" }

    func run() async throws {
        do {
            try await storage.removeLeftovers()
        } catch {
            logger.error("what an import left was not removed", metadata: ["error": "\(error)"])
        }
        do {
            let told = Atomic(0)
            try await storage.foldEvidence { [logger] rows in
                guard rows / Self.rowsBetweenNotes > told.exchange(rows / Self.rowsBetweenNotes, ordering: .relaxed)
                else { return }
                logger.notice("evidence is being folded for audits", metadata: ["rows": "\(rows)"])
            }
        } catch {
            logger.error(
                "evidence was not folded; the next audit of everything does it", metadata: ["error": "\(error)"])
        }
        try await gracefulShutdown()
    }
}
