import Notices
import Testing

struct NoticeIDTests {
    @Test func `a run that is made again has the same identifiers, another run has others`() throws {
        let id = try NoticeID(.new, of: "finding", after: "g1")
        #expect(try NoticeID(.new, of: "finding", after: "g1") == id)
        #expect(try NoticeID(.new, of: "finding", after: "g2") != id)
        #expect(try NoticeID(.gone, of: "finding", after: "g1") != id)
        #expect(try NoticeID(.new, of: "other", after: "g1") != id)
        #expect(NoticeID(id.text) == id)
    }

    @Test(arguments: [
        "", "evt_", "evt_123", "../../etc/passwd", "evt_0123456789abcdef0123456789abcde/",
        "EVT_0123456789abcdef0123456789abcdef",
        "evt_0123456789ABCDEF0123456789abcdef", "evt_0123456789abcdef0123456789abcdef0",
    ])
    func `a name that is no identifier is refused`(text: String) { #expect(NoticeID(text) == nil) }
}
