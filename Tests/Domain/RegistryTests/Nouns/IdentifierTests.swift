import Registry
import Testing

@Suite struct Identifiers {
    @Test(arguments: ["cupertino", "seoul-gangnam", "t 4", "서울", "101", String(repeating: "é", count: 64)])
    func `keep their text`(text: String) throws {
        let id = try #require(StoreName(text))
        #expect(id.text == text)
        #expect(id.description == text)
        #expect(StoreName.complaint(about: text) == nil)
    }

    @Test(
        arguments: [
            ("", "is empty"), (" a", "begins or ends with white space"),
            ("a\u{3000}", "begins or ends with white space"),
            ("a\nb", "contains a control character"), ("a\u{7F}b", "contains a control character"),
            (String(repeating: "a", count: 65), "has 65 characters, at most 64 are allowed"),
        ])
    func `say what is wrong with a text`(text: String, complaint: String) {
        #expect(TagID(text) == nil)
        #expect(TagID.complaint(about: text) == complaint)
    }

    @Test func `are compared byte for byte`() throws {
        #expect(try #require(StoreName("Cupertino")) != #require(StoreName("cupertino")))
        // The same to a reader's eye and to Swift's strings, two keys in a database and two paths of a URL.
        let composed = try #require(StoreName("caf\u{E9}"))
        let decomposed = try #require(StoreName("cafe\u{301}"))
        #expect(composed.text == decomposed.text)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(decomposed < composed)
    }

    @Test func `are ordered by their bytes`() throws {
        let names = ["b", "a", "B", "é", "z", "aa"].compactMap { StoreName($0) }
        #expect(names.sorted().map(\.text) == ["B", "a", "aa", "b", "z", "é"])
    }

    @Test func `are strings in JSON, and are checked there too`() throws {
        #expect(try JSON.text(["store": TagID("t 1")]) == #"{"store":"t 1"}"#)
        #expect(try JSON.value(#"["t 1"]"#, as: [TagID].self) == [TagID("t 1")])
        let error = try #require(throws: DecodingError.self) { try JSON.value(#"[" t"]"#, as: [TagID].self) }
        #expect("\(error)".contains("identifier begins or ends with white space"))
    }
}
