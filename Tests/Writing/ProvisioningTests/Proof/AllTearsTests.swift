import Provisioning
import ReaderEmulator
import Registry
import Synchronization
import Testing

/// A chip torn away at every exchange of five kinds of write, with every way in which that exchange can end: answered,
/// not heard, unanswered, and, where it writes, with half a page programmed. What is then readable is the old URL, none
/// or the new one; and the chip is finished when it is put down again, by a session that knows the journal alone.
@Suite struct `Every tear` {
    private static let sum = Mutex(0)
    private static let keys = AvailableKeys(current: Samples.key)

    @Test(arguments: TornChip.allCases) func `is finished at the second placement`(kind: TornChip) async throws {
        let (batch, chip) = try await kind.start()
        let whole = try Bench(batch, keys: Self.keys)
        let log = FrameLog(whole.antenna, chip)
        try await whole.present(chip)
        try #require(whole.registry.tags[0].state == .written)
        let frames = log.all
        try #require(frames.count == whole.antenna.counts.commands)

        var (tried, finished) = (0, 0)
        for (index, (frame, old)) in frames.enumerated() {
            let ends: [(LostHalf?, [UInt8]?)] =
                [(nil, nil), (.command, nil), (.answer, nil)]
                + TornPage.all(frame, on: old).map { (nil, $0.remains) }
            for (lost, remains) in ends {
                let what: Comment =
                    "\(kind), exchange \(index + 1) of \(frames.count), \(lost as Any), \(remains as Any)"
                if try await isFinished(kind, tornAt: index + 1, losing: lost, leaving: remains, what) { finished += 1 }
                tried += 1
            }
        }
        #expect(finished == tried)
        let total = Self.sum.withLock { sum in
            sum += tried
            return sum
        }
        print(
            "every tear: \(kind): \(frames.count) exchanges, \(finished) of \(tried) finished; \(total) in all so far")
    }

    private func isFinished(
        _ kind: TornChip, tornAt n: Int, losing lost: LostHalf?, leaving remains: [UInt8]?, _ what: Comment
    ) async throws -> Bool {
        let (batch, chip) = try await kind.start()
        let bench = try Bench(batch, keys: Self.keys)
        bench.antenna.tear(after: n, losing: lost, leaving: remains)
        try await bench.present(chip)
        let left = try await bench.takeAny()
        // Nothing that a phone takes for a message counts as none.
        let found = (try? PhoneReader.url(on: left)) ?? nil
        let before = try PhoneReader.url(on: chip)
        #expect([before, nil, TornChip.url].contains(found), what)
        #expect(bench.registry.violations == [], what)
        if left.dump != chip.dump { #expect(bench.registry.tags[0].state != .planned, what) }

        let known = Batch(name: batch.name, template: nil, tags: bench.registry.tags, rules: kind.rules)
        let again = try Bench(known, registry: bench.registry, keys: Self.keys)
        try await again.present(left)
        let mended = try await again.takeAny()
        #expect(again.registry.violations == [] && again.registry.open.isEmpty, what)
        let isDone =
            try PhoneReader.url(on: mended) == TornChip.url && again.registry.tags[0].state == .written
            && kind.isAsAsked(mended)
        #expect(isDone, what)
        return isDone
    }
}
