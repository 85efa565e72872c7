import Foundation
import Grants
import Registry
import Testing

@Suite struct `What a daemon of the hub knows` {
    private static let daemon = ChainName(bits: 7)
    private static let digest = String(repeating: "d3", count: 32)
    private static let point = JournalPoint(sequence: 3, digest: digest)
    private static let handBack = BatchHandBack(chain: ChainName(bits: 11), batches: [], tags: 3)
    private static func station() throws -> KnownEnrolment {
        KnownEnrolment(
            StationEnrolment(
                name: try #require(StationName("north")), chain: ChainName(bits: 9), key: "k", fingerprint: "f",
                head: nil, former: nil), token: "t")
    }

    private static let marked: [MemoryNote] = [
        .begun(daemon: daemon), .head(chain: daemon, at: point), .signed(era: Era(bits: 1), size: 4, note: "n"),
        .marking(as: "first"), .marked(as: "first", run: "1"),
    ]
    private static let whole = DaemonMemory.Found(mark: "first", digest: digest, note: "n")

    private func memory(_ notes: [MemoryNote]) -> DaemonMemory {
        notes.reduce(into: DaemonMemory()) { $0.take($1) }
    }

    /// Where a daemon may end between two notes, the database may be as before and as after.
    static let cases: [(notes: [MemoryNote], fitting: [DaemonMemory.Found], other: [DaemonMemory.Found])] = [
        ([], [.init()], []),
        (
            marked, [whole],
            [
                .init(mark: nil, digest: digest, note: "n"), .init(mark: "older", digest: digest, note: "n"),
                .init(mark: "first", digest: "other", note: "n"), .init(mark: "first", digest: nil, note: "n"),
                .init(mark: "first", digest: digest, note: nil), .init(mark: "first", digest: digest, note: "forged"),
            ]
        ),
        (
            marked + [.marking(as: "second")], [whole, .init(mark: "second", digest: digest, note: "n")],
            [.init(digest: digest, note: "n")]
        ),
        (
            marked + [.marking(as: "second"), .marked(as: "second", run: "1")],
            [.init(mark: "second", digest: digest, note: "n")],
            [whole]
        ),
        (
            marked + [.leaving], [whole, .init(digest: digest, note: "n")],
            [.init(mark: "older", digest: digest, note: "n")]
        ),
        (marked + [.leaving, .left], [.init(digest: digest, note: "n")], [whole]),
        (marked + [.resumed], [.init(mark: "first")], [.init()]),
    ]

    @Test(arguments: cases.indices) func `fits what the database has confirmed, and nothing older`(number: Int) {
        let (notes, fitting, other) = Self.cases[number]
        for memory in [memory(notes), memory(memory(notes).notes)] {
            for found in fitting { #expect(memory.contradiction(in: found) == nil, "\(found)") }
            for found in other {
                #expect(memory.contradiction(in: found) != nil, "\(found)")
                #expect(memory.loss(in: found, run: "2") != nil, "\(found)")
                // The server is the same: what is missing was taken away.
                #expect(memory.loss(in: found, run: "1") == nil, "\(found)")
            }
        }
    }

    /// No era makes up for it, as for an entry or a checkpoint.
    @Test func `fits no database that has forgotten which batches have left`() {
        var known = memory(Self.marked + [.resumed])
        let notes = known.notes
        known.take(handBack: Self.handBack)
        #expect(known.contradiction(in: .init(mark: "first", handBacks: [Self.handBack.chain])) == nil)
        for handBacks: Set<ChainName> in [[], [Self.daemon]] {
            let found = DaemonMemory.Found(mark: "first", handBacks: handBacks)
            #expect(known.contradiction(in: found) != nil)
            #expect(known.loss(in: found, run: "2") != nil)
            #expect(known.loss(in: found, run: "1") == nil)
        }
        // Versions that know of none read these.
        #expect(known.notes == notes)
    }

    @Test(arguments: cases.indices) func `is the same in its shortest form, as text`(number: Int) throws {
        let station = try Self.station()
        let notes = Self.cases[number].notes + [.enrolled(station), .beside(daemon: ChainName(bits: 8))]
        let known = memory(notes)
        let text = try JSONEncoder().encode(known.notes)
        #expect(memory(try JSONDecoder().decode([MemoryNote].self, from: text)) == known)
        #expect(known.enrolments[station.enrolment.chain] == station)
    }
}
