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
        // What is not done by then, the next start does.
        try await cancelWhenGracefulShutdown { await work() }
        try await gracefulShutdown()
    }

    private func work() async {
        do {
            try await storage.removeLeftovers(endingWhenCancelled: true)
        } catch is CancellationError {
            return
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
        } catch is CancellationError {
            logger.notice("the next start folds the rest of the evidence")
        } catch {
            logger.error(
                "evidence was not folded; the next audit of everything does it", metadata: ["error": "\(error)"])
        }
    }
}
