internal import CSV
internal import Registry

/// A confirmation as it goes into the ledger.
struct ConfirmationRow: BatchRow {
    let key: ContentKey
    let chip = PackedChip.none
    let url: Range<Int>
    let time: UInt32
    let device: UInt32
    let outcome: Confirmation.Outcome

    func record(entry: Int) -> PackedOutcome {
        PackedOutcome(entry: entry, time: time, device: device, outcome: outcome)
    }

    init(digest: ContentDigest, url: Range<Int>, time: UInt32, device: UInt32, outcome: Confirmation.Outcome) {
        key = ContentKey(url: digest, chip: .none)
        self.url = url
        self.time = time
        self.device = device
        self.outcome = outcome
    }

    /// The confirmation's URL alone is the buffer.
    init(_ confirmation: Confirmation, url bytes: Span<UInt8>) {
        let device = Array((confirmation.device ?? "").utf8)
        self.init(
            digest: ContentHash.digest(bytes, 0..<bytes.count), url: 0..<bytes.count,
            time: SightingRow.seconds(confirmation.time), device: Self.deviceDigest(device.span, 0..<device.count),
            outcome: confirmation.outcome)
    }

    /// Never 0 for a device that has a name.
    static func deviceDigest(_ bytes: Span<UInt8>, _ device: Range<Int>) -> UInt32 {
        device.isEmpty ? 0 : max(1, UInt32(truncatingIfNeeded: ContentHash.hash(bytes, device)))
    }
}

/// Reads the columns of confirmations: `time,url,outcome`, and perhaps `device`.
struct ConfirmationParser: RowParser {
    static let schema = TableSchema(required: ["time", "url", "outcome"], optional: ["device"])
    static let urlColumn = 1

    /// Seconds since 1970 beyond which a row is in the future.
    let latest: UInt32
    private var times = TimeReader()

    init(latest: UInt32) {
        self.latest = latest
    }

    mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> ConfirmationRow {
        let ranges = fields.ranges
        guard let time = times.seconds(bytes, ranges[0]) else {
            throw RowComplaint(0, of: Self.schema, bytes, ranges[0], "is not an ISO 8601 time with an offset")
        }
        guard time <= latest else {
            throw RowComplaint(0, of: Self.schema, bytes, ranges[0], "is in the future")
        }
        try SightingParser.checkContent(bytes, ranges[1], Self.schema, 1)
        guard let outcome = Confirmation.Outcome(rawValue: RowFields.text(bytes, ranges[2].prefix(32))) else {
            throw RowComplaint(
                2, of: Self.schema, bytes, ranges[2], "is none of inRegion, notInRegion, doesNotMatch and disallowed")
        }
        return ConfirmationRow(
            digest: ContentHash.digest(bytes, ranges[1]), url: ranges[1], time: time,
            device: ConfirmationRow.deviceDigest(bytes, ranges[3]), outcome: outcome)
    }

    /// Confirmations are few beside sightings: each is looked at closely.
    func takeFast(
        _ bytes: RawSpan, from start: Int, to end: Int, _ columns: FastColumns,
        into batch: inout RowBatch<ConfirmationRow>
    ) -> Int { start }
}
