import Testing
import XML

struct XMLReaderTests {
    private func events(_ text: String, cutAt size: Int = 1_000, limits: XMLReader.Limits = .init()) throws
        -> [XMLEvent]
    {
        var reader = try XMLReader(limits: limits)
        var events: [XMLEvent] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += try reader.read(Array(rest.prefix(size)), isLast: false)
            rest = rest.dropFirst(size)
        }
        return events + (try reader.read([], isLast: true))
    }

    @Test(arguments: [1, 2, 3, 7, 1_000]) func `a document says the same wherever it is cut`(_ size: Int) throws {
        let said = try events("<a x=\"1 &amp; 2\"><b/>é</a>", cutAt: size)
        #expect(said.first == .start(name: "a", attributes: ["x": "1 & 2"]))
        #expect(said.last == .end(name: "a"))
        #expect(said.contains(.start(name: "b", attributes: [:])) && said.contains(.text("é")))
    }

    @Test(arguments: [
        ("<a><b></a>", XMLError.Code.notWellFormed), ("<a>", .notWellFormed), ("", .notWellFormed),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", .documentType), ("<a><a><a><a><a/></a></a></a></a>", .tooDeep),
    ])
    func `what is not whole, or beyond the limits, is refused`(_ text: String, _ code: XMLError.Code) {
        let error = #expect(throws: XMLError.self) { try events(text, limits: .init(depth: 4)) }
        #expect(error?.code == code)
    }

    @Test func `a tag without end is refused before it fills the memory`() {
        let text = "<a>\n<b c=\"" + String(repeating: "x", count: 100_000)
        let error = #expect(throws: XMLError.self) { try events(text, limits: .init(token: 10_000)) }
        #expect(error?.code == .tooLarge && error?.line == 2)
    }
}
