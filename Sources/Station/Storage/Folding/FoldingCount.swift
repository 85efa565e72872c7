/// Whether every row of evidence is folded, or waits for it: one that is neither is in no audit.
struct FoldingCount {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// How many rows there are besides those that are folded or wait, of each kind; nil while a pass is on its way, which
    /// comes to all that are missing. Within a transaction: counts of one moment.
    var missing: (sightings: Int64, confirmations: Int64)? {
        get throws {
            guard try database.integer("SELECT 1 FROM folding") == nil else { return nil }
            let waiting = try waiting
            return (
                sightings: try rows("sightings") - folded("sightings") - waiting.sightings,
                confirmations: try rows("confirmations") - folded("confirmations") - waiting.confirmations
            )
        }
    }

    private func rows(_ table: String) throws -> Int64 { try database.integer("SELECT count(*) FROM \(table)") ?? 0 }

    private func folded(_ column: String) throws -> Int64 {
        try database.integer("SELECT sum(\(column)) FROM evidence") ?? 0
    }

    /// Those that have come, but for what is folded of them already.
    private var waiting: (sightings: Int64, confirmations: Int64) {
        get throws {
            let table = ArrivalTable(database)
            let begun = try table.state
            var waiting: (sightings: Int64, confirmations: Int64) = (0, 0)
            _ = try table.forEach(after: begun?.last ?? .min, upTo: .max) { sightings, confirmations in
                waiting.sightings += Int64(sightings.count)
                waiting.confirmations += Int64(confirmations.count)
            }
            guard let begun else { return waiting }
            _ = try table.forEach(after: .min, upTo: begun.last) { sightings, confirmations in
                waiting.sightings += Int64(sightings.count { $0.content > begun.content })
                waiting.confirmations += Int64(confirmations.count { $0.content > begun.content })
            }
            return waiting
        }
    }
}
