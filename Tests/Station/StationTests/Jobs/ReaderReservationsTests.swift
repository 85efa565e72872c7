import Faults
import Registry
import Testing

@testable import StationService

@Suite struct ReaderReservationsTests {
    @Test func `one user at a time, and the other hears who it is`() throws {
        let readers = ReaderReservations()
        let (one, two) = (try #require(ReaderName("one")), try #require(ReaderName("two")))
        try readers.take(one, for: "writing batch spring")
        let refusal = #expect(throws: StationError.self) { try readers.take(one, for: "reading a tag") }
        #expect(refusal?.complaint.code == "reader-in-use")
        #expect(refusal?.complaint.reason == "it is writing batch spring")
        try readers.take(two, for: "reading a tag")
        readers.giveBack(one)
        #expect(throws: Never.self) { try readers.take(one, for: "reading a tag") }
    }

    @Test func `of many that ask at once, one gets it`() async throws {
        let readers = ReaderReservations()
        let name = try #require(ReaderName("one"))
        let taken = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 { group.addTask { (try? readers.take(name, for: "\(number)")) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
    }
}
