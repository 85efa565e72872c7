import Registry
import TestBench
import Testing

@testable import AuditLedger

/// What a ledger keeps of its entries in few bytes.
@Suite struct `Compact records` {
    private var random = SeededRandom()

    @Test(arguments: [5, 6, 7, 8, 9])
    func `visits come back as they were, with so many decimals`(decimals: Int) {
        var random = random
        let groups = (0..<2_000).map { entry in
            visits(of: entry, Int.random(in: 0...16, using: &random), decimals: decimals, &random)
        }
        #expect(written(groups) == groups, "\(random)")
    }

    @Test func `visits from one end of everything to the other come back`() {
        let poles: [UInt64] = [0, 180_000_000_000]
        let sides: [UInt64] = [0, 360_000_000_000]
        var all: [PackedVisit] = []
        for (north, east) in poles.flatMap({ north in sides.map { (north, $0) } }) {
            for time in [0, UInt32.max] {
                for sigma in [Float.leastNonzeroMagnitude, .greatestFiniteMagnitude] {
                    all.append(
                        PackedVisit(entry: 0, time: time, device: ~time, north: north, east: east, sigma: sigma))
                }
            }
        }
        #expect(all.count == PackedVisit.limit)
        var odd = all
        odd[3] = PackedVisit(entry: 0, time: 1, device: 2, north: 1, east: 359_999_999_999, sigma: 5)
        let groups = [all, [], odd].enumerated().map { entry, group in group.map { $0.of(entry: entry) } }
        #expect(written(groups) == groups)
        #expect(written(groups, knowing: SharedNumbers()) == groups)
    }

    @Test func `answers come back as they were`() {
        var random = random
        let outcomes = [Confirmation.Outcome.inRegion, .notInRegion, .doesNotMatch, .disallowed]
        let groups = (0..<500).map { (entry: Int) -> [PackedOutcome] in
            let latest: UInt32 = [.max, 1_800_000_000, 20].randomElement(using: &random) ?? 0
            return (0..<Int.random(in: 0...PackedOutcome.limit, using: &random)).map { _ in
                PackedOutcome(
                    entry: entry, time: .random(in: latest / 2...latest, using: &random),
                    device: Bool.random(using: &random) ? 0 : .random(in: 0...(.max), using: &random),
                    outcome: outcomes.randomElement(using: &random) ?? .inRegion)
            }
        }
        #expect(written(groups) == groups, "\(random)")
    }

    /// A month's fixes with six decimals, by phones that say whole metres: the 200 bytes a tag that are wanted.
    @Test func `sixteen usual visits take 12 bytes each`() {
        var random = random
        let groups = (0..<1_000).map { entry in visits(of: entry, 16, decimals: 6, &random) }
        let numbers = SharedNumbers()
        var sum = 0
        for group in groups {
            var bits = BitWriter()
            PackedVisit.write(group.span, to: &bits, numbers.all(with: group.span))
            sum += bits.byteCount
        }
        #expect(Double(sum) / 16_000 < 12.5, "\(random)")
    }

    @Test func `of more different deviations than are remembered each is kept`() {
        let groups = (0..<1_000).map { entry in
            (0..<16).map { number in
                PackedVisit(
                    entry: entry, time: 1_800_000_000, device: UInt32(number), latitude: 37, longitude: -122,
                    sigma: Float(entry * 16 + number) / 100)
            }
        }
        #expect(16 * groups.count > 2 * CommonNumbers.limit)
        #expect(written(groups) == groups)
    }

    /// Against sorting all that has come, which is how docs/audit.md says it.
    @Test func `a log keeps the best of what has come, however it was folded on the way`() {
        var random = random
        for shard in 0..<16 {
            var log = RecordLog<PackedVisit>(Arena(), SharedNumbers(), shard: shard)
            var all: [[PackedVisit]] = []
            for _ in 0..<5_000 {
                let entry = Int.random(in: 0...min(all.count, 60), using: &random)
                if entry == all.count { all.append([]) }
                let visit = visits(of: entry, 1, decimals: 7, days: 0.2, devices: 3, &random)[0]
                all[entry].append(visit)
                log.append(visit)
                if log.wantsFold(entries: all.count) { log.fold(entries: all.count) { _, _ in } }
            }
            #expect(log.dropped > 0)
            let (records, starts) = log.folded(entries: all.count)
            for entry in all.indices {
                #expect(Array(records[starts[entry]..<starts[entry + 1]]) == best(of: all[entry]), "\(random)")
            }
            var (grouped, ends): ([PackedVisit], [Int]) = ([], [])
            log.group(entries: all.count, into: &grouped, &ends)
            #expect(grouped.count + log.dropped == 5_000)
        }
    }

    @Test func `numbers are divided by a power of ten where nothing remains`() {
        var random = random
        for exponent in [0, 2, 3, 4, 9] {
            let power = PowerOfTen(exponent)
            for _ in 0..<1_000 {
                let number = UInt64.random(in: 0...18_000_000_000, using: &random)
                #expect(power.quotient(number) == (number % power.value == 0 ? number / power.value : nil))
                #expect(power.quotient(number * power.value) == number)
            }
        }
    }

    /// The definition, by sorting: one fix for each device and ten minutes; of these the four latest, and the twelve most
    /// accurate of the rest.
    private func best(of group: [PackedVisit]) -> [PackedVisit] {
        var seen: Set<UInt64> = []
        let visits = group.sorted(by: PackedVisit.isBetter).filter { seen.insert($0.visit).inserted }
        // The sort is stable: in one slot the better one comes first.
        let latest = Set(visits.sorted { $0.time / 600 > $1.time / 600 }.prefix(4))
        let rest = visits.filter { !latest.contains($0) }.prefix(12)
        return (Array(latest) + rest).sorted(by: PackedVisit.isBetter)
    }

    /// Around a place in one part of the world.
    private func visits(
        of entry: Int, _ count: Int, decimals: Int, days: Double = 30, devices: UInt32 = .max,
        _ random: inout SeededRandom
    ) -> [PackedVisit] {
        let unit = (decimals..<9).reduce(1 as UInt64) { unit, _ in unit * 10 }
        let seconds = UInt32(days * 86_400)
        return (0..<count).map { _ in
            let (north, east) = (
                UInt64.random(in: 127_330_000_000...127_333_000_000, using: &random),
                UInt64.random(in: 57_970_000_000...57_973_000_000, using: &random)
            )
            return PackedVisit(
                entry: entry, time: 1_800_000_000 + .random(in: 0..<seconds, using: &random),
                device: .random(in: 1...devices, using: &random), north: north / unit * unit, east: east / unit * unit,
                sigma: Float(Int.random(in: 3...80, using: &random)) * 0.66)
        }
    }

    /// What groups are after they were written one behind the other, and taken over from there once.
    private func written<Record: CompactRecord>(
        _ groups: [[Record]], knowing known: SharedNumbers? = nil
    ) -> [[Record]] {
        let (arena, numbers) = (Arena(), known ?? SharedNumbers())
        var written = CompactGroups<Record>(arena)
        var copied = CompactGroups<Record>(arena)
        var bits = BitWriter()
        for group in groups {
            written.append(group.span, &bits, known == nil ? numbers.all(with: group.span) : numbers.all)
        }
        var place = CompactGroups<Record>.Place()
        for _ in groups { copied.append(from: written, at: &place) }
        #expect(copied.count == groups.count && copied.recordCount == groups.map(\.count).reduce(0, +))
        written.removeAll()
        place = CompactGroups<Record>.Place()
        return groups.map { _ in
            var group: [Record] = []
            copied.read(&place, into: &group, numbers.all)
            return group
        }
    }
}
