internal import Audit
internal import Geodesy
internal import Registry

/// `[id, name, latitude, longitude, radius]`; a store without a region has no place.
struct StoreRow: Encodable {
    private let id: StoreID
    private let name: String
    private let place: Coordinate?
    private let radius: Double?

    /// `name`: the store's, and its deployment where that is needed.
    init(_ id: StoreID, name: [String], _ region: AuditMap.Feature?) {
        self.id = id
        self.name = name.joined(separator: " · ")
        if let region, case .point(let centre) = region.geometry { place = centre } else { place = nil }
        radius = region?.properties.radius
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(id.key)
        try row.encode(name)
        guard let place, let radius else { return }
        try row.encode(rounded(place.latitude, 6))
        try row.encode(rounded(place.longitude, 6))
        try row.encode(radius)
    }
}

/// `[label, store, found store, verdict, latitude, longitude, sigma, url]`; stores by position, -1 for none.
struct TagRow: Encodable {
    let label: String
    let store: Int
    let found: Int
    let verdict: Verdict?
    let place: Coordinate
    let sigma: Double
    let url: String?

    func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(label)
        try row.encode(store)
        try row.encode(found)
        let number =
            switch verdict {
            case .inside: 0
            case .outside: 1
            case .undecided: 2
            case nil: 3
            }
        try row.encode(number)
        try row.encode(rounded(place.latitude, 6))
        try row.encode(rounded(place.longitude, 6))
        try row.encode(rounded(sigma, 1))
        if let url, url != label { try row.encode(url) }
    }
}

/// `[code, severity, stores, tags that were seen, labels of others, message, next, evidence]`: message and next step as
/// sentences, or as the English text of a station that gives none.
struct FindingRow: Encodable {
    private let finding: Finding
    private let message: [SentenceRows.Cell]?
    private let next: [SentenceRows.Cell]?
    private let stores: [Int]
    private let seen: [Int]
    private let unseen: [String]

    init(
        _ finding: Finding, message: [SentenceRows.Cell]?, next: [SentenceRows.Cell]?, stores: [Int], seen: [Int],
        unseen: [String]
    ) {
        self.finding = finding
        self.message = message
        self.next = next
        self.stores = stores
        self.seen = seen
        self.unseen = unseen
    }

    /// The part of the evidence that a person asks for.
    private struct Facts: Encodable {
        let p: Double?
        let distance: Double?
        let reason: String?
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(finding.code)
        try row.encode(finding.severity)
        try row.encode(stores)
        try row.encode(seen)
        try row.encode(unseen)
        if let message, let next {
            try row.encode(message)
            try row.encode(next)
        } else {
            try row.encode(finding.message)
            try row.encode(finding.next)
        }
        let evidence = finding.evidence
        try row.encode(
            Facts(
                p: evidence.p.map { $0 < 1e-9 ? 0 : $0 }, distance: evidence.distance.map { rounded($0, 0) },
                reason: evidence.reason))
    }
}

/// To so many decimals: digits that are too small to see are left out.
private func rounded(_ value: Double, _ decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (value * scale).rounded() / scale
}
