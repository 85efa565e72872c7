internal import Registry

/// Rows that are folded together, in the order of their contents: some dozen megabytes of memory.
struct ArrivalWindow {
    /// How many rows wait at most, and are folded together.
    static let limit = 1 << 19

    let last: Int64
    private let sightings: [ArrivedRow<PackedVisit>]
    private let confirmations: [ArrivedRow<PackedOutcome>]
    /// The first rows that are not folded yet.
    private var places = (sightings: 0, confirmations: 0)

    /// Sorts them outside the registry, which continues meanwhile.
    @concurrent
    static func sorting(
        _ sightings: [ArrivedRow<PackedVisit>], _ confirmations: [ArrivedRow<PackedOutcome>], upTo last: Int64
    ) async -> Self {
        Self(
            last: last, sightings: sightings.sorted { $0.content < $1.content },
            confirmations: confirmations.sorted { $0.content < $1.content })
    }

    /// Folds some more contents in a transaction; false when all are folded, or others have done it.
    mutating func advance(_ database: Database, contents limit: Int) throws -> Bool {
        let table = ArrivalTable(database)
        guard let state = try table.state, state.last == last else { return false }
        skip(upTo: state.content)
        var folding = try EvidenceFolding(database)
        var content: Int64?
        for _ in 0..<limit {
            guard let next = nextContent else { break }
            content = next
            try folding.add(
                Self.take(next, of: sightings, &places.sightings),
                Self.take(next, of: confirmations, &places.confirmations), to: next)
        }
        guard let content else { return false }
        try table.note(folded: content)
        return true
    }

    /// The next rows of a content.
    private static func take<Row>(_ content: Int64, of rows: [ArrivedRow<Row>], _ place: inout Int) -> [Row] {
        let start = place
        while place < rows.count, rows[place].content == content { place += 1 }
        return rows[start..<place].map(\.row)
    }

    /// What is folded already: before the process ended, or where a transaction was not done after all.
    private mutating func skip(upTo content: Int64) {
        if places.sightings > 0 || places.confirmations > 0 { return }
        places.sightings = sightings.firstIndex { $0.content > content } ?? sightings.count
        places.confirmations = confirmations.firstIndex { $0.content > content } ?? confirmations.count
    }

    private var nextContent: Int64? {
        let seen = places.sightings < sightings.count ? sightings[places.sightings].content : .max
        let heard = places.confirmations < confirmations.count ? confirmations[places.confirmations].content : .max
        return min(seen, heard) == .max ? nil : min(seen, heard)
    }
}
