import Faults
import Foundation
import Testing

struct ComplaintTests {
    private let complaint = Complaint(
        code: "unknown-tag", message: "tag \"a/b\" is not known", reason: "one\ntwo\u{1B}", next: "see: é")

    @Test func `one line of JSON is what Codable reads and writes`() throws {
        #expect(!complaint.json.contains("\n"))
        #expect(try JSONDecoder().decode(Complaint.self, from: Data(complaint.json.utf8)) == complaint)
        let members = try JSONDecoder().decode([String: String].self, from: JSONEncoder().encode(complaint))
        #expect(try JSONDecoder().decode([String: String].self, from: Data(complaint.json.utf8)) == members)
    }

    @Test func `a person reads three lines, and one more for each further reason`() {
        #expect(
            complaint.lines
                == "error: tag \"a/b\" is not known\n  why:  one\n        two\u{1B}\n  next: see: é\n")
    }
}
