import Checkpoints
import Registry
import Testing

@Suite struct `Entries that a hub compares with its station's` {
    private func point(_ sequence: Int64) -> JournalPoint {
        JournalPoint(sequence: sequence, digest: String(repeating: "a", count: 64))
    }

    /// One contact after the other, with a head of `head(contact)`: from where to where.
    private func contacts(
        _ count: Int, began: Int64?, head: (Int) -> Int64
    ) -> [ClosedRange<Int64>?] {
        var entries = ComparedEntries(began: began.map(point), reached: nil, turn: nil, wasNew: false)
        return (0..<count).map { contact in
            guard let next = entries.next(upTo: head(contact)) else { return nil }
            entries.note(point(next.upTo))
            return (next.after?.sequence ?? 0) + 1...next.upTo
        }
    }

    @Test func `are none where there are none`() {
        #expect(contacts(2, began: nil) { _ in 0 } == [nil, nil])
        #expect(contacts(2, began: 7) { _ in 7 } == [nil, nil])
    }

    @Test func `are all of a short journal, each time`() {
        #expect(contacts(3, began: nil) { _ in 20 } == [1...20, 1...20, 1...20])
        #expect(contacts(2, began: 7) { _ in 9 } == [8...9, 8...9])
    }

    @Test func `are many where they are new, and few where they were compared before`() {
        #expect(
            contacts(8, began: 10) { _ in 450 } == [
                11...210, 11...30, 211...410, 31...50, 411...450, 51...70, 71...90, 91...110,
            ])
    }

    @Test func `are the new ones first, and then those where the turn was`() {
        #expect(
            contacts(6, began: nil) { $0 < 2 ? 60 : 61 } == [1...60, 1...20, 61...61, 21...40, 41...60, 61...61])
        // The hub has forgotten some, and a turn ends with them.
        #expect(contacts(4, began: nil) { $0 < 2 ? 60 : 30 } == [1...60, 1...20, 21...30, 1...20])
    }

    /// Whatever is appended when, and however often: each is compared, and again.
    @Test(arguments: [(Int64, Int64)]([(0, 1), (5, 3), (100, 17)]))
    func `leave none out`(began: Int64, step: Int64) {
        let seen = contacts(600, began: began) { began + min(Int64($0) * step, 300) }.compactMap { $0 }
        var times: [Int64: Int] = [:]
        for entry in seen.joined() { times[entry, default: 0] += 1 }
        let last = began + 300
        #expect((began + 1...last).allSatisfy { (times[$0] ?? 0) >= 2 } && times.keys.allSatisfy { $0 > began })
    }
}
