public import CSV
internal import Dispatch
internal import Registry
internal import Synchronization

/// Takes sightings and confirmations, in any order and from any number of threads, and says what is wrong.
public final class Auditor: Sendable {
    /// The columns of a file of sightings.
    public static var sightingSchema: Schema { SightingParser.schema }
    /// The columns of a file of confirmations.
    public static var confirmationSchema: Schema { ConfirmationParser.schema }

    private let scope: AuditScope
    private let rules: AuditRules
    private let sightings = Ledger<PackedVisit>()
    private let confirmations = Ledger<PackedOutcome>()
    private let mirrored: MirroredURLs
    private let counts = Mutex(Counts())

    private struct Counts: Sendable {
        var sightings = 0
        var badRows = BadRows()
        var warnings: [FileProblem] = []
    }

    public init(_ scope: AuditScope, rules: AuditRules = AuditRules()) {
        self.scope = scope
        self.rules = rules
        mirrored = MirroredURLs(scope.tags ?? [])
    }

    public func add(_ sighting: Sighting) {
        let url = mirrored.plain(Array(sighting.url.utf8))
        var batch = RowBatch<SightingRow>()
        batch.append(SightingRow(sighting, url: url.span))
        batch.flush(into: sightings, bytes: url.span)
        counts.withLock { $0.sightings += 1 }
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
            batch.append(SightingRow(sighting, bytes.span, url: place))
        }
        batch.flush(into: self.sightings, bytes: bytes.span)
        counts.withLock { $0.sightings += sightings.count }
    }

    public func add(_ confirmation: Confirmation) {
        let url = mirrored.plain(Array(confirmation.url.utf8))
        var batch = RowBatch<ConfirmationRow>()
        batch.append(ConfirmationRow(confirmation, url: url.span))
        batch.flush(into: confirmations, bytes: url.span)
    }

    /// Reads a file of sightings as a stream: `read` gives its next bytes (a megabyte at once is right), none at the
    /// end. Bad rows are counted and named by `file`. Throws `FileError` when the header row is wrong.
    public func readSightings(
        _ file: String, threads: Int = 1, read: sending @escaping () throws -> [UInt8]
    ) throws {
        try readSightings(file, threads: threads, into: Self.reader(read))
    }

    /// Reads a file of sightings as a stream, into buffers that are used again: the fastest way. `read` puts the next
    /// bytes at the beginning of the room it is given and says how many, 0 at the end.
    public func readSightings(
        _ file: String, threads: Int = 1, into read: sending @escaping TableCutter.Reader
    ) throws {
        let intake = FileIntake(
            file: file, parser: SightingParser(latest: rules.latest), ledger: sightings, mirrored: mirrored,
            read: read)
        let outcome = try intake.run(threads: threads)
        counts.withLock { $0.sightings += outcome.rows }
        note(outcome)
    }

    /// Reads a file of confirmations in the same way.
    public func readConfirmations(
        _ file: String, threads: Int = 1, read: sending @escaping () throws -> [UInt8]
    ) throws {
        try readConfirmations(file, threads: threads, into: Self.reader(read))
    }

    /// Reads a file of confirmations in the same way, into buffers that are used again.
    public func readConfirmations(
        _ file: String, threads: Int = 1, into read: sending @escaping TableCutter.Reader
    ) throws {
        let intake = FileIntake(
            file: file, parser: ConfirmationParser(latest: rules.latest), ledger: confirmations,
            mirrored: mirrored, read: read)
        note(try intake.run(threads: threads))
    }

    /// Reads sightings that are already in memory.
    public func readSightings(_ file: String, bytes: [UInt8], threads: Int = 1) throws {
        var rest: [UInt8]? = bytes
        try readSightings(file, threads: threads) { rest.take() ?? [] }
    }

    /// Reads confirmations that are already in memory.
    public func readConfirmations(_ file: String, bytes: [UInt8], threads: Int = 1) throws {
        var rest: [UInt8]? = bytes
        try readConfirmations(file, threads: threads) { rest.take() ?? [] }
    }

    /// Counts what somebody else found bad in a file.
    public func note(_ badRows: BadRows) {
        counts.withLock { $0.badRows.add(badRows) }
    }

    /// Hands on what comes in arrays of any size.
    private static func reader(_ read: sending @escaping () throws -> [UInt8]) -> sending TableCutter.Reader {
        var rest: ArraySlice<UInt8> = []
        return { room in
            if rest.isEmpty { rest = try read()[...] }
            let count = min(rest.count, room.count)
            unsafe room.withUnsafeMutableBufferPointer { target in
                unsafe _ = target.update(fromContentsOf: rest.prefix(count))
            }
            rest.removeFirst(count)
            return count
        }
    }

    private func note(_ outcome: FileOutcome) {
        counts.withLock { counts in
            counts.badRows.add(outcome.badRows)
            counts.warnings += outcome.warnings
        }
    }

    /// The result of everything so far. The order in which it came makes no difference, nor does `threads`.
    ///
    /// `keepingEveryTag` is needed for a report that lists all tags and for a map; memory then grows with everything
    /// that is known of a tag, not with the few bytes of the ledger.
    public func outcome(keepingEveryTag: Bool = false, threads: Int = 1) -> AuditOutcome {
        let evaluator = Evaluator(scope, rules: rules, keepsEveryTag: keepingEveryTag)
        var result = evaluate(evaluator, threads: threads)
        let hasDoubles = addDoubles(evaluator, to: &result, threads: threads)
        result.tags.sort(by: AuditedTag.precedes)
        let diagnosis = Diagnosis(
            tags: result.tags, scope: scope, stores: evaluator.stores, planned: evaluator.reader.planned, rules: rules,
            fine: FineTags(result.tally, lots: evaluator.lots, stores: evaluator.stores),
            mayHaveDoubles: hasDoubles,
            refusals: Refusals(confirmations, reader: evaluator.reader, test: rules.refusalTest),
            known: evaluator.known)
        let counts = counts.withLock { $0 }
        return AuditOutcome(
            tags: result.tags, findings: diagnosis.findings(), stores: scope.stores, sightings: counts.sightings,
            insideOnly: result.tally.inside, badRows: counts.badRows, warnings: counts.warnings.map(\.description))
    }

    private func evaluate(_ evaluator: Evaluator, threads: Int) -> Evaluator.Result {
        let next = Mutex(0)
        let whole = Mutex(evaluator.emptyResult())
        let work: @Sendable () -> Void = { [sightings] in
            var result = evaluator.emptyResult()
            var fixes = GroupedFixes()
            while true {
                let number = next.withLock { number in
                    number += 1
                    return number - 1
                }
                guard number < Ledger<PackedVisit>.shardCount else { break }
                sightings.withShard(number) { evaluator.evaluate($0, number: number, fixes: &fixes, into: &result) }
            }
            // What is sorted in parts is sorted soon.
            result.tags.sort(by: AuditedTag.precedes)
            whole.withLock { whole in
                whole.tally.merge(result.tally)
                whole.tags += result.tags
                whole.marks.merge(result.marks)
            }
        }
        if threads > 1 {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in work() }
        } else {
            work()
        }
        return whole.withLock { $0 }
    }

    /// Tags that were merely counted, but share an identifier or a chip with another, are looked at after all. Returns
    /// whether there are any that share one.
    private func addDoubles(_ evaluator: Evaluator, to result: inout Evaluator.Result, threads: Int) -> Bool {
        let doubles = Dictionary(grouping: result.marks.doubles(threads: threads), by: \.shard)
        result.marks = ChipMarks()
        guard !doubles.isEmpty else { return false }
        var more = evaluator.emptyResult()
        var fixes = GroupedFixes()
        for (number, marks) in doubles {
            let only = Set(marks.map(\.entry))
            sightings.withShard(number) {
                evaluator.evaluate($0, number: number, only: only, fixes: &fixes, into: &more)
            }
        }
        var known = Set(result.tags.map { SeenContent($0) })
        for tag in more.tags where known.insert(SeenContent(tag)).inserted {
            result.tags.append(tag)
            if tag.verdict == .inside { evaluator.uncount(tag, in: &result.tally) }
        }
        return true
    }

    private struct SeenContent: Hashable {
        private let url: [UInt8]
        private let uid: String?

        init(_ tag: AuditedTag) {
            url = Array(tag.url.utf8)
            uid = tag.uid?.hexadecimal
        }
    }
}
