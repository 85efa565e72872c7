internal import Notices
internal import Registry

/// What is notable of a station, and what is kept for the next run.
package struct StationOutcomes: Sendable {
    package let outcomes: [(part: WatchPart, outcome: PartOutcome)]
    package let batches: [BatchProgress]
    package let readers: [KnownReader]

    /// `state`: what the run before has kept; `time`: seconds since 1970.
    package init(_ picture: StationPicture, after state: WatchState, _ limits: WatchLimits, at time: Int64) throws {
        batches = picture.batches.map { Self.progress(of: $0, after: state, at: time) }
        let present = picture.readers.map { KnownReader(name: $0.name, connection: $0.connection, seen: time) }
        let names = Set(present.map(\.name))
        let missing = state.readers.filter {
            !names.contains($0.name) && time - $0.seen < WatchLimits.seconds(WatchLimits.missingReader)
        }
        self.readers = present + missing
        let (findings, stale) = (WatchPart(.findings, picture.name), WatchPart(.batches, picture.name))
        let (readers, states) = (WatchPart(.readers, picture.name), WatchPart(.states, picture.name))
        var faulty: [WatchFinding] = []
        for reader in picture.readers { if let found = try Self.faulted(reader, readers) { faulty.append(found) } }
        for reader in missing { faulty.append(try Self.gone(reader, readers)) }
        var late: [WatchFinding] = []
        for (batch, progress) in zip(picture.batches, batches) {
            if let found = try Self.stale(batch, progress, limits: limits, at: time, in: stale) { late.append(found) }
        }
        var audited: [WatchFinding] = []
        for finding in picture.findings { if let found = try Self.finding(finding, findings) { audited.append(found) } }
        let odd: [WatchFinding] = try Self.states(picture, states)
        var all: [(part: WatchPart, outcome: PartOutcome)] = []
        all.append((findings, PartOutcome.checked(audited)))
        all.append((stale, PartOutcome.checked(late)))
        all.append((readers, PartOutcome.checked(faulty)))
        all.append((states, PartOutcome.checked(odd)))
        outcomes = all
    }

    /// The parts of a station that did not answer.
    package static func unanswered(_ station: String, why: String) -> [(part: WatchPart, outcome: PartOutcome)] {
        [WatchPart.Kind.findings, .batches, .readers, .states].map { (WatchPart($0, station), .notChecked(why: why)) }
    }

    // MARK: Rules

    /// The registry counts its findings and keeps a finding's number: the number is what makes it the same.
    private static func finding(_ finding: KeptFinding, _ part: WatchPart) throws -> WatchFinding? {
        switch finding.state {
        case .accepted, .resolved: return nil
        case .new, .stillThere:
            let severity = NoticeSeverity(rawValue: finding.severity) ?? .warning
            return try WatchFinding(
                finding.code, severity, in: part, key: String(finding.number), message: finding.message,
                next: "\(finding.next) (waymark finding show \(finding.number))",
                signs: finding.tags)
        }
    }

    private static func progress(of batch: BatchSummary, after state: WatchState, at time: Int64) -> BatchProgress {
        let open = batch.planned + batch.unfinished + batch.outdated
        let done = batch.tags - open
        if let known = state.batches.first(where: { $0.batch == batch.name.text }), known.done == done,
            known.open == open
        {
            return known
        }
        return BatchProgress(batch: batch.name.text, done: done, open: open, since: time)
    }

    private static func stale(
        _ batch: BatchSummary, _ progress: BatchProgress, limits: WatchLimits, at time: Int64, in part: WatchPart
    ) throws -> WatchFinding? {
        guard progress.open > 0, time - progress.since >= WatchLimits.seconds(limits.staleBatch) else { return nil }
        let days = (time - progress.since) / 86_400
        return try WatchFinding(
            "stale-batch", .warning, in: part, key: batch.name.text,
            message: "the batch \(batch.name) has not come further for \(days) days: "
                + "\(progress.open) of \(batch.tags) tags are open" + (batch.isPaused ? ", and it is paused" : ""),
            next: batch.isPaused
                ? "resume it or take its tags out: waymark batch resume \(batch.name)"
                : "go on with it or take its tags out: waymark batch show \(batch.name)")
    }

    private static func faulted(_ reader: StationPicture.Reader, _ part: WatchPart) throws -> WatchFinding? {
        guard let failure = reader.failure else { return nil }
        return try WatchFinding(
            "reader-faulted", .warning, in: part, key: reader.name,
            message: "the reader \(reader.name) (\(reader.connection)) does not serve: \(failure)",
            next: reader.next ?? "look: waymark reader list")
    }

    private static func gone(_ reader: KnownReader, _ part: WatchPart) throws -> WatchFinding {
        try WatchFinding(
            "reader-missing", .warning, in: part, key: reader.name,
            message: "the reader \(reader.name) (\(reader.connection)) is not part of the station any more",
            next: "plug it in, or add it again: waymark reader add; it is spoken of for "
                + "\(WatchLimits.missingReader) days")
    }

    private static func states(_ picture: StationPicture, _ part: WatchPart) throws -> [WatchFinding] {
        // Readers are a part of their own.
        var findings = try picture.states.filter { $0.name != "reader-failed" }.map { state in
            try WatchFinding(
                state.name, state.isFailing ? .critical : .warning, in: part, key: "", message: state.message,
                next: state.next)
        }
        if let entry = picture.journalBrokenAt {
            findings.append(
                try WatchFinding(
                    "journal-broken", .critical, in: part, key: "",
                    message: "the journal's chain is broken at entry \(entry): the journal was changed",
                    next: "find out who could write the registry: waymark journal verify"))
        }
        return findings
    }
}
