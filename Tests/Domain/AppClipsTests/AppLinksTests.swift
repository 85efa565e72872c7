import AppClips
import Testing

/// Which URLs of a host go to a full app, as Apple's pages say.
struct AppLinksTests {
    private static let app = "ABCDE12345.com.example.app"

    /// The example of "Supporting associated domains".
    private static let apple = AppLinks([
        .init(
            apps: [app],
            components: [
                LinkComponent(fragment: "no_universal_links", excludes: true), LinkComponent(path: "/buy/*"),
                LinkComponent(path: "/help/website/*", excludes: true),
                LinkComponent(path: "/help/*", query: .items(["articleNumber": "????"])),
            ])
    ])

    @Test(arguments: [
        ("/buy/", true), ("/buy/7/now?x=1", true), ("/buy", false), ("/Buy/7", false),
        ("/buy/7#no_universal_links", false),
        ("/help/website/1?articleNumber=1234", false), ("/help/1?articleNumber=1234", true),
        ("/help/1?x=1&articleNumber=1234&y", true), ("/help/1?articleNumber=123", false),
        ("/help/1?articleNumber=12345", false), ("/help/1", false), ("/help/1?articlenumber=1234", false), ("/", false),
    ])
    func `Apple's example is read as its comments say`(path: String, opens: Bool) throws {
        let url = try InvocationURL("https://example.com\(path)")
        #expect(Self.apple.opens(url, in: Self.app) == opens)
        #expect(!Self.apple.opens(url, in: "ABCDE12345.com.example.other"))
    }

    @Test(arguments: [
        (LinkComponent(), "/a?b#c", true), (LinkComponent(path: "*"), "", true),
        (LinkComponent(path: "/?*"), "/", false),
        (LinkComponent(path: "/?*"), "/é", true), (LinkComponent(path: "/*/b/*c"), "/a/b/x/b/yc", true),
        (LinkComponent(path: "/*/b/*c"), "/a/b/x/b/y", false),
        (LinkComponent(path: "/A", isCaseSensitive: false), "/a", true),
        (LinkComponent(path: "/a b", isPercentEncoded: false), "/a%20b", true),
        (LinkComponent(path: "/a b"), "/a%20b", false),
        (LinkComponent(query: .text("a=*")), "/x?a=1", true), (LinkComponent(query: .text("a=*")), "/x", false),
        (LinkComponent(query: .text("*")), "/x", true), (LinkComponent(query: .items(["a": "*"])), "/x?a", true),
        (LinkComponent(query: .items(["a": "?*"])), "/x?a=", false),
        (LinkComponent(query: .items(["a": "*"])), "/x", true), (LinkComponent(query: .items(["a": ""])), "/x", true),
        (LinkComponent(query: .items(["a": "?*"])), "/x", false),
        (LinkComponent(query: .items(["a": "1"])), "/x?a=1&a=2", false),
        (LinkComponent(query: .items(["a": "?"])), "/x?a=1&b&a=2", true),
        (LinkComponent(query: .items(["a": "?"])), "/x?a=1&a", false),
        (LinkComponent(path: "/$(lang)/$(digit)"), "/en/7", true),
        (LinkComponent(path: "/$(lang)/$(digit)"), "/e/7", false),
        (LinkComponent(path: "/$(food)", variables: ["food": ["burrito", "p*a"]]), "/pizza", true),
        (LinkComponent(path: "/$(food)", variables: ["food": ["burrito", "p*a"]]), "/pie", false),
        (LinkComponent(path: "/$(food)"), "/pie", false), (LinkComponent(path: "/$x("), "/$x(", true),
    ])
    func `patterns match as they are written`(component: LinkComponent, path: String, matches: Bool) throws {
        #expect(component.matches(try InvocationURL("https://example.com\(path)")) == matches)
    }

    @Test func `a pattern of many stars ends`() throws {
        let component = LinkComponent(path: String(repeating: "*a", count: 200) + "b")
        #expect(!component.matches(try InvocationURL("https://example.com/" + String(repeating: "a", count: 1_000))))
    }

    @Test(arguments: [
        (["https://a.example/store/", "https://a.example/store/cupertino"], ["/store/*"]),
        (
            ["https://a.example/order", "https://a.example/reservation"],
            ["/order", "/order/*", "/reservation", "/reservation/*"]
        ),
        (["https://a.example/x", "https://a.example"], ["*"]), (["https://a.example/a*b$(c)/"], ["/a?b?(c)/*"]),
        (["https://a.example/rent?kind=bike"], ["/rent"]), (["https://a.example/x?k=1&k=2"], ["/x"]), ([], []),
    ])
    func `what opens registered URLs is short`(registered: [String], paths: [String]) throws {
        let urls = try registered.map { try InvocationURL($0) }
        let links = AppLinks([.init(apps: [Self.app], components: LinkComponent.opening(urls))])
        #expect(links.details[0].components.map { $0.path ?? "" } == paths)
        for url in urls {
            #expect(links.opens(url, in: Self.app))
            let below = try InvocationURL(
                url.query == nil ? "\(url)\(url.text.hasSuffix("/") ? "" : "/")7?tag=1" : "\(url)&tag=1")
            #expect(links.opens(below, in: Self.app))
        }
        #expect(!links.opens(try InvocationURL("https://a.example/rent?kind=car"), in: Self.app) || paths == ["*"])
    }
}
