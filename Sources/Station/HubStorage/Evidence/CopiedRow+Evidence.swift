internal import Chips
internal import PostgreSQL
internal import Registry
internal import Storage

/// Rows of evidence as they are copied out.
extension CopiedRow {
    /// A text as it was before it was kept.
    mutating func original() throws -> String { KeptText.original(try text() ?? "") }

    mutating func uid() throws -> ChipUID? { try text().flatMap { ChipUID($0) } }

    mutating func device() throws -> DevicePseudonym? { try text().map(DevicePseudonym.init(hexadecimal:)) }

    mutating func readSeen() throws -> SeenEvidence {
        let number = ContentName(try bytes() ?? []).bits
        let content = SeenContent(url: try original(), uid: try uid())
        let (sightings, lastSeen) = (Int(try integer() ?? 0), UInt32(clamping: try integer() ?? 0))
        let visits = FoldedBytes.visits(Array(try bytes() ?? []))
        let confirmations = Int(try integer() ?? 0)
        return SeenEvidence(
            number: number, content,
            FoldedEvidence(
                sightings: sightings, lastSeen: lastSeen, visits: visits, confirmations: confirmations,
                witnesses: FoldedBytes.witnesses(Array(try bytes() ?? []))))
    }

    /// `stores`: those that were read before, by their keys.
    mutating func readSettled(_ stores: inout [String: StoreID]) throws -> SettledPart {
        let number = ContentName(try bytes() ?? []).bits
        let isOnChip = try integer() == 1
        let (sightings, confirmations) = (Int(try integer() ?? 0), Int(try integer() ?? 0))
        return SettledPart(
            number: number, isOnChip: isOnChip, sightings: sightings, confirmations: confirmations,
            tag: try readTag(&stores))
    }

    private mutating func readTag(_ stores: inout [String: StoreID]) throws -> SettledTag? {
        guard let key = try text() else { return nil }
        guard let store = stores[key] ?? StoreID(key: KeptText.original(key)) else {
            throw RegistryError.unreadable("the key of a store", key)
        }
        stores[key] = store
        let (tag, named) = (try text().flatMap { TagID($0) }, try text().flatMap { TagID($0) })
        return SettledTag(
            store: store, tag: tag, named: named, visits: Int(try integer() ?? 0), firstVisit: try integer() ?? 0,
            lastSeen: try integer() ?? 0)
    }
}
