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
}
