internal import Registry

/// Rows of evidence with their digests, in the order of their table's key: neighbours share a page.
struct OrderedRows<Row: UnnumberedRow>: Sendable {
    struct Entry: Sendable {
        let row: Row
        let digest: Int64
        /// Its place in `contents`.
        let content: Int
        /// Its place in `devices`.
        let device: Int?
    }

    let all: [Entry]
    /// What the rows are of and by, each once, in the order of their tables' indexes.
    let contents: [SeenContent]
    let devices: [DevicePseudonym]

    private init<Kept>(
        _ rows: [Kept], _ row: (Kept) -> Row, digest: (Kept) throws -> Int64,
        names: (Kept) -> (SeenContent, DevicePseudonym?)
    ) throws {
        let evidence = rows.map(row)
        // Their keys are sorted, and each row is copied once.
        let keys = try rows.indices.map { (time: evidence[$0].time, digest: try digest(rows[$0]), index: $0) }
            .sorted { ($0.time, $0.digest) < ($1.time, $1.digest) }
        var contents = NumberedNames<SeenContent>(upTo: rows.count)
        var devices = NumberedNames<DevicePseudonym>(upTo: rows.count)
        let numbered = rows.map { row in
            let (content, device) = names(row)
            return (content: contents.number(content), device: device.map { devices.number($0) })
        }
        let (urls, pseudonyms) = (contents.sorted(by: \.url), devices.sorted(by: \.hexadecimal))
        all = keys.map { key in
            let (content, device) = numbered[key.index]
            return Entry(
                row: evidence[key.index], digest: key.digest, content: urls.places[content],
                device: device.map { pseudonyms.places[$0] })
        }
        self.contents = urls.names
        self.devices = pseudonyms.names
    }
}

/// Not on the registry's thread, which others wait for.
extension OrderedRows<SightingEvidence> {
    @concurrent init(of sightings: [KeptSighting]) async throws {
        var digests = try EvidenceDigest()
        try self.init(
            sightings, SightingEvidence.init, digest: { try digests.digest(of: $0) },
            names: { (SeenContent(url: $0.url, uid: $0.uid), $0.device) })
    }
}

extension OrderedRows<ConfirmationEvidence> {
    @concurrent init(of confirmations: [KeptConfirmation]) async throws {
        var digests = try EvidenceDigest()
        try self.init(
            confirmations, ConfirmationEvidence.init, digest: { try digests.digest(of: $0) },
            names: { (SeenContent(url: $0.url, uid: nil), $0.device) })
    }
}
