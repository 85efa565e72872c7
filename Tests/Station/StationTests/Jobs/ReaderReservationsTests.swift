import Registry
import Testing

@testable import StationService

@Suite struct ReaderReservationsTests {
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
