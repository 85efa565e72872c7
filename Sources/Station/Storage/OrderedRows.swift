internal import Registry

/// Rows of evidence with their digests, in the order of their table's key: neighbours share a page.
struct OrderedRows<Row: Sendable>: Sendable {
    let all: [(row: Row, digest: Int64)]
    /// What the rows are of and by, each once, in the order of their indexes; none of few rows, which one transaction takes.
    private(set) var contents: [SeenContent] = []
    private(set) var devices: [DevicePseudonym] = []

    private static var few: Int { 1_000 }

    private init(
        _ rows: [Row], time: (Row) -> Int64, digest: (Row) throws -> Int64,
        names: (Row) -> (SeenContent, DevicePseudonym?)
    ) throws {
        // Their keys are sorted, and each row is copied once: its texts are counted references.
        let keys = try rows.indices.map { (time: time(rows[$0]), digest: try digest(rows[$0]), index: $0) }
            .sorted { ($0.time, $0.digest) < ($1.time, $1.digest) }
        all = keys.map { (row: rows[$0.index], digest: $0.digest) }
        guard rows.count > Self.few else { return }
        var contents: Set<SeenContent> = []
        var devices: Set<DevicePseudonym> = []
        for row in rows {
            let (content, device) = names(row)
            contents.insert(content)
            if let device { devices.insert(device) }
        }
        self.contents = contents.sorted { $0.url < $1.url }
        self.devices = devices.sorted { $0.hexadecimal < $1.hexadecimal }
    }
}

/// Not on the registry's thread, which others wait for.
extension OrderedRows<KeptSighting> {
    @concurrent init(of sightings: [KeptSighting]) async throws {
        var digests = EvidenceDigest()
        try self.init(
            sightings, time: \.time, digest: { try digests.digest(of: $0) },
            names: { (SeenContent(url: $0.url, uid: $0.uid), $0.device) })
    }
}

extension OrderedRows<KeptConfirmation> {
    @concurrent init(of confirmations: [KeptConfirmation]) async throws {
        var digests = EvidenceDigest()
        try self.init(
            confirmations, time: \.time, digest: { try digests.digest(of: $0) },
            names: { (SeenContent(url: $0.url, uid: nil), $0.device) })
    }
}
