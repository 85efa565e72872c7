package import CSV
package import Registry
internal import Synchronization

/// Confirmations on their way to an audit, packed. Takes rows from any number of threads.
package final class PackedConfirmations: Sendable {
    package let ledger = Ledger<PackedOutcome>()
    private let mirrored: MirroredURLs
    private let rows = Mutex(0)

    package init(_ mirrored: MirroredURLs) { self.mirrored = mirrored }

    /// Good rows so far.
    package var count: Int { rows.withLock { $0 } }

    package func add(_ confirmation: Confirmation) {
        let url = mirrored.plain(Array(confirmation.url.utf8))
        var batch = RowBatch<ConfirmationRow>()
        batch.rows.append(ConfirmationRow(confirmation, url: url.span))
        batch.flush(into: ledger, bytes: url.span)
        rows.withLock { $0 += 1 }
    }

    /// Takes what a history keeps of contents: their witnesses, and how many rows these stand for.
    package func add(_ evidence: [SeenEvidence]) {
        var bytes: [UInt8] = []
        var batch = RowBatch<ConfirmationRow>()
        for seen in evidence where seen.folded.confirmations > 0 {
            let start = bytes.count
            bytes += mirrored.plain(Array(seen.content.url.utf8))
            let hash = ContentHash(bytes.span, start..<bytes.count)
            batch.rows += seen.folded.witnesses.map {
                ConfirmationRow(
                    hash: hash, url: start..<bytes.count, time: $0.time, device: $0.device, outcome: $0.outcome)
            }
            rows.withLock { $0 += seen.folded.confirmations }
        }
        batch.flush(into: ledger, bytes: bytes.span)
    }

    /// Reads a file on so many threads. Rows after `latest`, in seconds since 1970, are bad.
    package func read(
        _ file: String, latest: UInt32, threads: Int, into read: sending @escaping TableCutter.Reader
    ) throws -> FileOutcome {
        let intake = FileIntake(
            file: file, parser: ConfirmationParser(latest: latest), ledger: ledger, mirrored: mirrored, read: read)
        let outcome = try intake.run(threads: threads)
        rows.withLock { $0 += outcome.rows }
        return outcome
    }
}
