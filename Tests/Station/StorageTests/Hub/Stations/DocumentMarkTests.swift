import Testing

@testable import HubStorage

@Suite struct `A mark of documents` {
    private func mark(since: String, until: Int64) throws -> DocumentMark {
        let era = String(repeating: "0", count: 32)
        return try #require(DocumentMark("1.00000001-1.\(era).\(since).\(until).tag.1.7"))
    }

    /// A first sweep looks for all rows, however many transactions ago it was begun.
    @Test(arguments: [("-", 1 << 31, true), ("-", 4, false), ("4", 1 << 31, false), ("4", 6, true), ("6", 9, false)])
    func `holds for as long as numbers of transactions say what was before`(
        since: String, next: Int, holds: Bool
    ) throws {
        #expect(try mark(since: since, until: 5).isWithin(Int64(next)) == holds)
    }
}
