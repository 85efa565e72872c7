package import CSV
public import Registry
internal import Synchronization

/// Sightings on their way to an audit, packed: what files of any length become while they are read, before the audit is
/// asked for. Memory grows with the tags that were seen, not with the rows. Takes rows from any number of threads.
public final class PackedSightings: Sendable {
    package let ledger = Ledger<PackedVisit>()
    package let mirrored: MirroredURLs
    private let rows = Mutex(0)
    private let foldedAway = Mutex(0)

    /// `tags`: those that were provisioned. What their chips mirror into their URLs does not distinguish tags.
    public convenience init(of tags: [Tag]) { self.init(MirroredURLs(tags)) }

    package init(_ mirrored: MirroredURLs) { self.mirrored = mirrored }

    /// Good rows so far.
    package var count: Int { rows.withLock { $0 } }

    public func add(_ sighting: Sighting) {
        let url = mirrored.plain(Array(sighting.url.utf8))
        var batch = RowBatch<SightingRow>()
        batch.rows.append(SightingRow(sighting, url: url.span))
        batch.flush(into: ledger, bytes: url.span)
        note(rows: 1)
    }

    /// Takes many at once, as a history hands them over.
    public func add(_ sightings: [Sighting]) {
        var bytes: [UInt8] = []
        let places = sightings.map { sighting in
            let start = bytes.count
            bytes += mirrored.isEmpty ? Array(sighting.url.utf8) : mirrored.plain(Array(sighting.url.utf8))
            return start..<bytes.count
        }
        var batch = RowBatch<SightingRow>()
        for (sighting, place) in zip(sightings, places) {
            batch.rows.append(SightingRow(sighting, bytes.span, url: place))
        }
        batch.flush(into: ledger, bytes: bytes.span)
        note(rows: sightings.count)
    }

    /// Takes what a history keeps of contents: their visits, and how many rows these stand for.
    package func add(_ evidence: [SeenEvidence]) {
        var bytes: [UInt8] = []
        var batch = RowBatch<SightingRow>()
        var unkept: [(row: SightingRow, lastSeen: UInt32)] = []
        for seen in evidence where seen.folded.sightings > 0 {
            let start = bytes.count
            bytes += mirrored.plain(Array(seen.content.url.utf8))
            let rows = seen.folded.visits.map {
                SightingRow(of: $0, PackedChip(seen.content.uid), bytes.span, url: start..<bytes.count)
            }
            batch.rows += rows
            if let first = rows.first, !rows.contains(where: { $0.visit.time == seen.folded.lastSeen }) {
                unkept.append((first, seen.folded.lastSeen))
            }
            let count = seen.folded.sightings
            self.rows.withLock { $0 += count }
            foldedAway.withLock { $0 += count - rows.count }
        }
        batch.flush(into: ledger, bytes: bytes.span)
        for (row, lastSeen) in unkept {
            ledger.withShard(Ledger<PackedVisit>.shard(of: row.key)) { shard in
                let entry = shard.contents.entry(row.key, chip: row.chip, bytes: bytes.span, url: row.url)
                shard.note(lastSeen: lastSeen, of: entry)
            }
        }
    }

    /// How many rows were folded away before they came here.
    package var countFoldedAway: Int { foldedAway.withLock { $0 } }

    /// Reads a file on so many threads. Rows after `latest`, in seconds since 1970, are bad.
    package func read(
        _ file: String, latest: UInt32, threads: Int, into read: sending @escaping TableCutter.Reader
    ) throws -> FileOutcome {
        let intake = FileIntake(
            file: file, parser: SightingParser(latest: latest), ledger: ledger, mirrored: mirrored, read: read)
        let outcome = try intake.run(threads: threads)
        note(rows: outcome.rows)
        return outcome
    }

    private func note(rows count: Int) { rows.withLock { $0 += count } }
}
