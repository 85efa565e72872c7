import AppClips
import Testing
import TextCoding

/// Characters outside ASCII: one form on chips and in codes, whatever form they come in.
@Suite struct `A URL with characters outside ASCII` {
    @Test(arguments: [
        ("https://egg.example/카페/1", "https://egg.example/%EC%B9%B4%ED%8E%98/1"),
        ("https://egg.example/s?tag=é", "https://egg.example/s?tag=%C3%A9"),
        ("https://egg.example/s#é", "https://egg.example/s#%C3%A9"),
        // As it is: encoded already, in either case, or all ASCII.
        ("https://egg.example/%ec%b9%b4", "https://egg.example/%ec%b9%b4"),
        ("https://egg.example/%C3%A9/é", "https://egg.example/%C3%A9/%C3%A9"),
        ("https://egg.example/a+b?c=d", "https://egg.example/a+b?c=d"),
    ])
    func `is carried percent-encoded`(raw: String, carried: String) throws {
        let url = try InvocationURL(raw)
        #expect(url.carried.text == carried)
        #expect(url.objectionToCarrying == nil)
        #expect(InvocationURL.carried(raw) == carried)
        #expect(InvocationURL.carried(carried) == carried)
    }

    @Test(arguments: ["https://카페.example/1", "https://é.example/é"])
    func `in its host is refused`(text: String) throws {
        #expect(try InvocationURL(text).objectionToCarrying?.hasPrefix("its host has characters outside ASCII") == true)
        #expect(throws: AppClipError.self) { try URLTemplate("\(text)/{store}") }
    }

    @Test func `that becomes too long is refused`() throws {
        let url = try InvocationURL("https://egg.example/" + String(repeating: "é", count: 700))
        #expect(url.objectionToCarrying == "it is longer than 2048 bytes when encoded")
    }

    @Test(arguments: ["wifi:é", "é", "https://"]) func `that is none stays as it is`(text: String) {
        #expect(InvocationURL.carried(text) == text)
    }

    @Test func `means the same to its template in either form`() throws {
        let template = try URLTemplate("https://egg.example/카페/{store}{?tag}")
        let values = ["store": "명동", "tag": "é-1"]
        let url = try template.expand(values)
        #expect(url == "https://egg.example/%EC%B9%B4%ED%8E%98/%EB%AA%85%EB%8F%99?tag=%C3%A9-1")
        #expect(template.recover(from: url) == values)
        #expect(template.recover(from: "https://egg.example/카페/명동?tag=é-1") == values)
        #expect(template.recover(from: "https://egg.example/카페/%EB%AA%85동?tag=é-1") == values)
    }
}
