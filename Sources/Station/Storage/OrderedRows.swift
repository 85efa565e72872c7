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
        var contents = NumberedNames<SeenContent>()
        var devices = NumberedNames<DevicePseudonym>()
        let numbered = rows.map { row in
            let (content, device) = names(row)
            return (content: contents.number(content), device: device.map { devices.number($0) })
        }
        let (urls, pseudonyms) = (
            contents.sorted { $0.url < $1.url }, devices.sorted { $0.hexadecimal < $1.hexadecimal }
        )
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

/// Names in the order in which they came first.
private struct NumberedNames<Name: Hashable> {
    private var numbers: [Name: Int] = [:]
    private var all: [Name] = []

    mutating func number(_ name: Name) -> Int {
        let next = all.count
        let number = numbers[name, default: next]
        if number == next {
            numbers[name] = next
            all.append(name)
        }
        return number
    }

    /// The names in an order, and each one's place there by its number.
    func sorted(by areInOrder: (Name, Name) -> Bool) -> (names: [Name], places: [Int]) {
        let order = all.indices.sorted { areInOrder(all[$0], all[$1]) }
        var places = [Int](repeating: 0, count: all.count)
        for (place, number) in order.enumerated() { places[number] = place }
        return (order.map { all[$0] }, places)
    }
}

/// Not on the registry's thread, which others wait for.
extension OrderedRows<SightingEvidence> {
    @concurrent init(of sightings: [KeptSighting]) async throws {
        var digests = EvidenceDigest()
        try self.init(
            sightings, SightingEvidence.init, digest: { try digests.digest(of: $0) },
            names: { (SeenContent(url: $0.url, uid: $0.uid), $0.device) })
    }
}

extension OrderedRows<ConfirmationEvidence> {
    @concurrent init(of confirmations: [KeptConfirmation]) async throws {
        var digests = EvidenceDigest()
        try self.init(
            confirmations, ConfirmationEvidence.init, digest: { try digests.digest(of: $0) },
            names: { (SeenContent(url: $0.url, uid: nil), $0.device) })
    }
}
