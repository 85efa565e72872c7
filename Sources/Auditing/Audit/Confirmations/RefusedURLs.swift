internal import AuditLedger
internal import Registry

/// What customers' phones said, URL by URL, as far as it is a reason to act.
struct RefusedURLs: Sendable {
    struct Refused: Sendable {
        let url: String
        let reading: ContentReading
        let outcome: RefusalTest.Outcome
        /// Seconds since 1970 of the last refusal.
        let last: Int64

        var label: String { reading.tagID?.text ?? url }
    }

    struct Unmatched: Sendable {
        let url: String
        let reading: ContentReading
        let witnesses: Int
        /// Seconds since 1970 of the last answer that says so.
        let last: Int64

        var label: String { reading.tagID?.text ?? url }
    }

    /// In the order of their URLs.
    private(set) var refused: [Refused] = []
    private(set) var unmatched: [Unmatched] = []

    var urls: Set<String> { Set(refused.map(\.url) + unmatched.map(\.url)) }

    /// No phone said anything.
    init() {}

    init(_ ledger: Ledger<PackedOutcome>, reader: ContentReader, test: RefusalTest) {
        for number in 0..<Ledger<PackedOutcome>.shardCount {
            ledger.withShard(number) { add($0, reader: reader, test: test) }
        }
        refused.sort { $0.url < $1.url }
        unmatched.sort { $0.url < $1.url }
    }

    private mutating func add(
        _ shard: borrowing Ledger<PackedOutcome>.Shard, reader: ContentReader, test: RefusalTest
    ) {
        guard shard.contents.count > 0 else { return }
        let (records, starts) = shard.folded()
        for entry in 0..<shard.contents.count {
            let witnesses = records[starts[entry]..<starts[entry + 1]]
            // An answer about the place says that the URL was registered by then.
            let unmatched = witnesses.reversed().prefix { $0.outcome != .inRegion && $0.outcome != .notInRegion }
                .count { $0.outcome == .doesNotMatch }
            let answers = witnesses.lazy.filter { $0.outcome == .inRegion || $0.outcome == .notInRegion }
            let outcome = test.run(answers.map { $0.outcome == .notInRegion })
            guard unmatched > 0 || outcome.isRefused else { continue }
            let url = shard.contents.url(entry)
            let reading = reader.read(url)
            func last(_ outcome: Confirmation.Outcome) -> Int64 {
                Int64(witnesses.last { $0.outcome == outcome }?.time ?? 0)
            }
            if outcome.isRefused {
                refused.append(Refused(url: url, reading: reading, outcome: outcome, last: last(.notInRegion)))
            }
            if unmatched > 0 {
                self.unmatched.append(
                    Unmatched(url: url, reading: reading, witnesses: unmatched, last: last(.doesNotMatch)))
            }
        }
    }
}
