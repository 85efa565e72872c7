package import CSV
internal import Registry

/// Reads the columns of confirmations: `time,url,outcome`, and perhaps `device`.
package struct ConfirmationParser: FileParser {
    package static let schema = TableSchema(required: ["time", "url", "outcome"], optional: ["device"])
    static let urlColumn = 1

    /// Seconds since 1970 beyond which a row is in the future.
    let latest: UInt32
    private var times = TimeReader()

    package init(latest: UInt32) {
        self.latest = latest
    }

    package mutating func row(_ bytes: Span<UInt8>, _ fields: RowFields) throws(RowComplaint) -> ConfirmationRow {
        let ranges = fields.ranges
        guard let time = times.seconds(bytes, ranges[0]) else {
            throw RowComplaint(0, of: Self.schema, bytes, ranges[0], because: "is not an ISO 8601 time with an offset")
        }
        guard time <= latest else {
            throw RowComplaint(0, of: Self.schema, bytes, ranges[0], because: "is in the future")
        }
        try SightingParser.checkContent(bytes, ranges[1], of: Self.schema, column: 1)
        guard let outcome = Confirmation.Outcome(rawValue: RowFields.text(bytes, ranges[2].prefix(32))) else {
            throw RowComplaint(
                2, of: Self.schema, bytes, ranges[2],
                because: "is none of inRegion, notInRegion, doesNotMatch and disallowed")
        }
        return ConfirmationRow(
            hash: ContentHash(bytes, ranges[1]), url: ranges[1], time: time,
            device: ConfirmationRow.deviceHash(bytes, ranges[3]), outcome: outcome)
    }

    /// Confirmations are few beside sightings: each is looked at closely.
    func takeFast(
        _ bytes: RawSpan, from start: Int, to end: Int, _ columns: FastColumns,
        into rows: inout [ConfirmationRow]
    ) -> Int { start }
}
