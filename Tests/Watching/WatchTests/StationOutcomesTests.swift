import Faults
import Notices
import Registry
import Testing
import Watch

/// What is notable of a station.
struct StationOutcomesTests {
    private static let day: Int64 = 86_400
    private static let limits = WatchLimits(staleBatch: 7, oldBackup: 2)

    private static func picture(
        findings: [KeptFinding] = [], planned: Int = 3, readers: [StationPicture.Reader] = [],
        states: [StationPicture.State] = [], broken: Int64? = nil
    ) throws -> StationPicture {
        let batch = BatchSummary(
            name: try #require(BatchName("spring")), counts: [.planned: planned, .written: 10 - planned])
        return StationPicture(
            name: "bench", findings: findings, batches: [batch], readers: readers, states: states,
            journalBrokenAt: broken)
    }

    /// The codes that are found in a kind of part.
    private static func codes(_ outcomes: StationOutcomes, _ kind: WatchPart.Kind) -> [String] {
        outcomes.outcomes.filter { $0.part.kind == kind }.flatMap { _, outcome -> [String] in
            if case .checked(let findings) = outcome { findings.map(\.code) } else { ["not-checked"] }
        }
    }

    private static func state(_ outcomes: StationOutcomes) -> WatchState {
        WatchState(generation: "g", time: 0, parts: [], batches: outcomes.batches, readers: outcomes.readers)
    }

    @Test func `a batch is stale when its numbers have not changed for the days, and is open`() throws {
        let start = try StationOutcomes(Self.picture(), after: WatchState(generation: "g"), Self.limits, at: 0)
        #expect(Self.codes(start, .batches) == [])
        func later(_ days: Int64, planned: Int) throws -> StationOutcomes {
            try StationOutcomes(
                Self.picture(planned: planned), after: Self.state(start), Self.limits, at: days * Self.day)
        }
        #expect(Self.codes(try later(6, planned: 3), .batches) == [])
        #expect(Self.codes(try later(7, planned: 3), .batches) == ["stale-batch"])
        #expect(Self.codes(try later(7, planned: 2), .batches) == [])
        let done = try StationOutcomes(Self.picture(planned: 0), after: WatchState(generation: "g"), Self.limits, at: 0)
        let after = try StationOutcomes(
            Self.picture(planned: 0), after: Self.state(done), Self.limits, at: 30 * Self.day)
        #expect(Self.codes(after, .batches) == [])
    }

    @Test func `a stale batch is the same finding on the next day`() throws {
        let start = try StationOutcomes(Self.picture(), after: WatchState(generation: "g"), Self.limits, at: 0)
        let found = try [8, 9].map { days in
            let outcomes = try StationOutcomes(
                Self.picture(), after: Self.state(start), Self.limits, at: Int64(days) * Self.day)
            guard case .checked(let findings)? = outcomes.outcomes.first(where: { $0.part.kind == .batches })?.outcome
            else { return "" }
            return findings.first?.identity ?? ""
        }
        #expect(found[0] == found[1] && !found[0].isEmpty)
    }

    @Test func `a reader that failed and one that has gone are found, until it is long ago`() throws {
        let good = StationPicture.Reader(name: "a", connection: "usb:1-1", failure: nil, next: nil)
        let bad = StationPicture.Reader(name: "b", connection: "usb:1-2", failure: "no answer", next: "unplug it")
        let start = try StationOutcomes(
            Self.picture(readers: [good, bad]), after: WatchState(generation: "g"), Self.limits, at: 0)
        #expect(Self.codes(start, .readers) == ["reader-faulted"])
        func later(_ days: Int64) throws -> StationOutcomes {
            try StationOutcomes(
                Self.picture(readers: [bad]), after: Self.state(start), Self.limits, at: days * Self.day)
        }
        #expect(Self.codes(try later(1), .readers) == ["reader-faulted", "reader-missing"])
        #expect(Self.codes(try later(14), .readers) == ["reader-faulted"])
    }

    @Test func `findings of audits are found by their numbers, until they are resolved or accepted`() throws {
        func kept(_ number: Int64, _ state: KeptFinding.State) -> KeptFinding {
            KeptFinding(
                number: number, state: state, code: "swapped", severity: "critical", stores: [], tags: [], message: "m",
                next: "n", since: Timestamp(milliseconds: 0), lastFound: Timestamp(milliseconds: 0), resolved: nil,
                acceptance: nil)
        }
        let all = [kept(1, .new), kept(2, .stillThere), kept(3, .resolved), kept(4, .accepted)]
        let outcomes = try StationOutcomes(
            Self.picture(findings: all), after: WatchState(generation: "g"), Self.limits, at: 0)
        #expect(Self.codes(outcomes, .findings) == ["swapped", "swapped"])
    }

    @Test func `states and a broken journal are found, and readers are not found twice`() throws {
        let states = [
            StationPicture.State(name: "disk-full", isFailing: true, message: "m", next: "n"),
            StationPicture.State(name: "reader-failed", isFailing: false, message: "m", next: "n"),
        ]
        let outcomes = try StationOutcomes(
            Self.picture(states: states, broken: 17), after: WatchState(generation: "g"), Self.limits, at: 0)
        #expect(Self.codes(outcomes, .states) == ["disk-full", "journal-broken"])
    }

    @Test func `backups that fail, are old, or were never made are found`() throws {
        let part = WatchPart(.backups, "bench")
        func codes(_ note: BackupNote?, at time: Int64) throws -> [String] {
            guard case .checked(let findings) = try BackupNote.outcome(note, Self.limits, at: time, in: part) else {
                return ["not-checked"]
            }
            return findings.map(\.code)
        }
        let good = BackupNote(tried: 0, succeeded: 0, failure: nil)
        #expect(try codes(good, at: 2 * Self.day) == [])
        #expect(try codes(good, at: 2 * Self.day + 1) == ["backup-old"])
        #expect(try codes(nil, at: 0) == ["backup-none"])
        let failure = Complaint(code: "c", message: "m", reason: "r", next: "n")
        #expect(
            try codes(BackupNote(tried: 3 * Self.day, succeeded: 0, failure: failure), at: 3 * Self.day)
                == ["backup-failed", "backup-old"])
    }
}
