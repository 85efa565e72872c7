import Foundation
import Registry
import Storage
import TestBench
import Testing

/// What is on the disk after a power cut is the database file and some beginning of the write-ahead log. Whatever
/// beginning that is, the registry is as it was after some event, with tables and journal of one mind.
@Suite struct `A registry after a power cut` {
    /// Every kind of change, in an order that the registry takes.
    private func events() throws -> [JournalEvent] {
        let write = try Samples.write("t-2", chip: 2)
        return try Samples.written() + [
            .experiencesImported([try Samples.experience("https://example.com/")], file: "e.csv"),
            .readerAdded(ReaderRecord(name: name("bench 1"), connection: "pn532_uart:/dev/ttyUSB0")),
            .writeIntended(write), .writeInterrupted(try Samples.problem("t-2", chip: 2)), .writeIntended(write),
            .tagReplaced(try Samples.release("t-1")), .sheetMade(try Samples.sheet(["q-1", "q-2"])),
            .writeConfirmed(write), .tagRetired(try Samples.release("q-2")),
        ]
    }

    @Test func `is as it was after some event, wherever the log ends`() async throws {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"], now: Bench.clock())
        let author = Author(station: "bench-1", actor: "alice")
        var states = [try await Everything(registry)]
        for event in try events() {
            try await registry.record(event, by: author)
            states.append(try await Everything(registry))
        }
        let database = try folder.bytes("r.sqlite")
        let log = try folder.bytes("r.sqlite-wal")

        // The log has a header of 32 bytes, then frames of a header of 24 bytes and a page.
        let frame = 24 + 4_096
        let frames = (log.count - 32) / frame
        #expect(frames > states.count)
        var last = -1
        var tried = 0
        for index in 0...frames {
            // At the end of a frame, and in the next one's header or page.
            for more in index == frames ? [0] : [0, index.isMultiple(of: 2) ? 11 : 2_000] {
                let after = try await state(after: database, log.prefix(32 + index * frame + more))
                let count = after.journal.count
                #expect(states[count] == after, "frame \(index), \(more) bytes more")
                #expect(count >= last)
                last = count
                tried += 1
            }
        }
        #expect(last == states.count - 1)

        // A page of the log that reached the disk in part: all before its transaction counts, nothing after.
        for index in stride(from: 0, to: frames, by: 5) {
            var damaged = log
            damaged[32 + index * frame + 1_000] ^= 0x01
            let after = try await state(after: database, damaged)
            #expect(states[after.journal.count] == after)
            tried += 1
        }
        print("power cuts: \(tried) cases")
    }

    /// What was forced to the disk is there; the log behind it may end anywhere, and what stands in it from an earlier
    /// round may be anything.
    @Test func `holds every entry that was acknowledged, wherever behind it the log ends`() async throws {
        let folder = try TemporaryFolder()
        let author = Author(station: "bench-1", actor: "alice")
        let registry = try SQLiteRegistry(path: folder["r.sqlite"], now: Bench.clock())
        for event in try Samples.written() { try await registry.record(event, by: author) }
        var tried = 0
        var earlier = Data()
        var random = SeededRandom()
        for round in 0..<4 {
            // From now on the file holds everything, and the log begins anew.
            try await registry.checkpoint()
            for number in 1...12 {
                let problem = try Samples.problem(nil, chip: UInt8(round * 12 + number))
                let entry = try await registry.record(.chipRefused(problem), by: author)
                let database = try folder.bytes("r.sqlite")
                let log = try folder.bytes("r.sqlite-wal")
                let rubbish = Data(
                    (0..<Int.random(in: 1...9_000, using: &random)).map { _ in .random(in: 0...255, using: &random) })
                for rest in [Data(), rubbish, Data(count: rubbish.count), earlier.dropFirst(log.count)] {
                    let newest = try await journal(after: database, log + rest)
                    #expect(
                        newest == entry.sequence, "\(random): round \(round), \(rest.count) bytes behind \(log.count)")
                    tried += 1
                }
            }
            earlier = try folder.bytes("r.sqlite-wal")
        }
        print("power cuts behind what was forced: \(tried) cases")
    }

    /// The newest entry's number.
    private func journal(after database: Data, _ log: Data) async throws -> Int64? {
        let folder = try TemporaryFolder()
        try folder.write(database, to: "r.sqlite")
        try folder.write(log, to: "r.sqlite-wal")
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let check = try await registry.verifyJournal()
        #expect(check.brokenAt == nil)
        return check.entries
    }

    private func state(after database: Data, _ log: Data) async throws -> Everything {
        let folder = try TemporaryFolder()
        try folder.write(database, to: "r.sqlite")
        try folder.write(log, to: "r.sqlite-wal")
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        #expect(try await registry.verifyJournal().brokenAt == nil)
        return try await Everything(registry)
    }
}
