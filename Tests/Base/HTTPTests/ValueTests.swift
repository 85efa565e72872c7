import Testing

@testable import HTTPServer

struct `Values` {
    @Test(arguments: [
        (ServerSentEvent(data: "x"), "data: x\n\n"),
        (ServerSentEvent(id: "7", event: "tag", data: "{}"), "id: 7\nevent: tag\ndata: {}\n\n"),
        (ServerSentEvent(data: "a\nb\r\nc\rd"), "data: a\ndata: b\ndata: c\ndata: d\n\n"),
        (ServerSentEvent(data: ""), "data: \n\n"),
        (
            ServerSentEvent(id: "1\ndata: evil", event: "a\rb\0", data: "x"),
            "id: 1 data: evil\nevent: a b \ndata: x\n\n"
        ),
    ])
    func `an event is written as the standard reads it`(event: ServerSentEvent, text: String) {
        #expect(String(decoding: event.bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a%2Fb/c+d", ["a/b", "c+d"]),
        ("/%C3%A9", ["é"]), ("http://host:1/a/b", ["a", "b"]), ("http://host", [""]), ("/a?/b", ["a"]),
        ("/../x", ["..", "x"]),
    ])
    func `an address is taken apart before it is decoded`(text: String, path: [String]) {
        #expect(RequestTarget(text)?.path == path)
    }

    @Test(arguments: ["", "a", "*", "/%", "/%4", "/%4g", "/%00", "/%FF", "/?a=%"])
    func `an address that cannot be read is none`(text: String) {
        #expect(RequestTarget(text) == nil)
    }

    @Test(arguments: [
        ("/tags/new", "new"), ("/tags/x", "tag"), ("/tags/x/log", "any log"), ("/tags/new/log", "new thing"),
        ("/other", "any"),
    ])
    func `a literal comes before a variable, whichever was added first`(text: String, name: String) throws {
        for patterns in [Self.patterns, Self.patterns.reversed()] {
            var router = HTTPRouter()
            for (pattern, name) in patterns { router.on(.get, pattern) { _ in .text(name) } }
            let target = try #require(RequestTarget(text))
            let (route, _) = try router.route(.get, target.path).get()
            let expected = try #require(patterns.first { $0.1 == name })
            #expect(route.pattern == RoutePattern(expected.0))
        }
    }

    private static let patterns = [
        ("/{any}", "any"), ("/tags/{tag}", "tag"), ("/tags/new", "new"), ("/tags/{tag}/log", "any log"),
        ("/tags/new/{thing}", "new thing"),
    ]
}
