import Faults
import Provisioning
import Registry
import Testing

@Suite struct ReaderUsersTests {
    @Test func `one user at a time, and the other learns who it is`() throws {
        var readers = ReaderUsers()
        let (one, two) = (try #require(ReaderName("one")), try #require(ReaderName("two")))
        try readers.take(one, for: "writing batch spring")
        let refusal = #expect(throws: WriteJobRefusal.self) { try readers.take(one, for: "reading a tag") }
        #expect(refusal?.code == .readerInUse)
        #expect(refusal?.reason == "it is writing batch spring")
        try readers.take(two, for: "reading a tag")
        readers.giveBack(one)
        #expect(throws: Never.self) { try readers.take(one, for: "reading a tag") }
    }
}
