import AppClips
import Faults
import Testing

@Suite struct `URL template` {
    private let host = "https://example.com"

    // The values of RFC 6570 section 1.2, expanded as its tables say, behind a host.
    @Test(
        arguments: [
            ("/{var}", "/value"), ("/{hello}", "/Hello%20World%21"),
            ("/{+hello}", "/Hello%20World!"), ("/{+path}/here", "//foo/bar/here"),
            ("/{+path}", "//foo/bar"), ("/X{#var}", "/X#value"), ("/X{#hello}", "/X#Hello%20World!"),
            ("/map?{x}", nil), ("/{x,hello,y}", "/1024,Hello%20World%21,768"), ("/X{.var}", "/X.value"),
            ("{/var}", "/value"), ("{/var,x}/here", "/value/1024/here"), ("/{;x,y}", "/;x=1024;y=768"),
            ("/{;x,y,empty}", "/;x=1024;y=768;empty"), ("/{?x,y}", "/?x=1024&y=768"),
            ("/{?x,y,empty}", "/?x=1024&y=768&empty="), ("/?fixed=yes{&x}", "/?fixed=yes&x=1024"),
            ("/p?fixed=yes{&x,y,empty}", "/p?fixed=yes&x=1024&y=768&empty="), ("/{half}", "/50%25"),
            ("/p?s={x}&t={y}#f", "/p?s=1024&t=768#f"),
        ] as [(String, String?)])
    func `expansion follows RFC 6570 and recovery undoes it`(_ template: String, _ expected: String?) throws {
        let all = [
            "var": "value", "hello": "Hello World!", "path": "/foo/bar", "x": "1024", "y": "768", "empty": "",
            "half": "50%",
        ]
        guard let expected else {
            #expect(throws: AppClipError.self) { try URLTemplate(host + template) }
            return
        }
        let parsed = try URLTemplate(host + template)
        let values = all.filter { parsed.variables.contains($0.key) }
        let url = try parsed.expand(values)
        #expect(url == host + expected)
        #expect(parsed.recover(from: url) == values)
    }

    @Test func `the deployment's template names store, placement and tag`() throws {
        let template = try URLTemplate("https://brighteggcafe.example/store/{store}{?placement,tag}")
        #expect(template.variables == ["store", "placement", "tag"])
        let values = ["store": "cupertino", "placement": "table 4", "tag": "t-1"]
        let url = "https://brighteggcafe.example/store/cupertino?placement=table%204&tag=t-1"
        #expect(try template.expand(values) == url)
        #expect(template.recover(from: url) == values)
        #expect(try template.expand(["store": "sf", "medium": "qr"]) == "https://brighteggcafe.example/store/sf")
        #expect(template.recover(from: "https://brighteggcafe.example/store/sf") == ["store": "sf"])
    }

    @Test func `query parameters are recovered in any order`() throws {
        let template = try URLTemplate("https://a.example/s?v=1&store={store}{&tag}")
        let expected = ["store": "sf", "tag": "7"]
        #expect(template.recover(from: "https://a.example/s?tag=7&store=sf&v=1") == expected)
        #expect(template.recover(from: "https://a.example/s?v=1&tag=7&store=sf") == expected)
    }

    @Test(arguments: [
        "http://brighteggcafe.example/store/sf", "https://brighteggcafe.example/store/",
        "https://brighteggcafe.example/store/sf/", "https://brighteggcafe.example/store/%FF",
        "https://brighteggcafe.example/stores/sf", "",
    ])
    func `a URL that is no expansion gives no values`(_ url: String) throws {
        let template = try URLTemplate("https://brighteggcafe.example/store/{store}{?placement,tag}")
        #expect(template.recover(from: url) == nil)
    }

    @Test(
        arguments: [
            ("sf?tag=q-1&smoothie=BerryBlue", "q-1"), ("sf?utm_source=poster&tag=q-1", "q-1"),
            ("sf?smoothie=BerryBlue", nil),
            ("sf?tag=1&tag=2", "1"), ("sf?tag&tag=2", nil), ("sf?tag=%FF", nil), ("sf?&&tag=3&", "3"), ("sf?", nil),
            ("sf?tagged=4", nil), ("sf#x", nil), ("sf?tag=5#x", "5"),
        ] as [(String, String?)])
    func `what the template does not have is ignored and hides nothing`(_ rest: String, _ tag: String?) throws {
        let template = try URLTemplate("https://brighteggcafe.example/store/{store}{?placement,tag}")
        var expected = ["store": "sf"]
        expected["tag"] = tag
        #expect(template.recover(from: "https://brighteggcafe.example/store/\(rest)") == expected)
    }

    @Test(
        arguments: [
            ("/{a}{b}", "nothing tells where the value of a ends"),
            ("/{a}-{b}", "nothing tells where the value of a ends"),
            ("/X{.a,b}", "nothing tells where the value of a ends"),
            ("/{+a}/x/{b}", "nothing tells where the value of a ends"),
            ("/{+a}{?b}", "nothing tells where the path ends"),
            ("/{;a}x", "nothing tells where the parameters a end"),
            ("/{a}/{a}", "the variable a appears twice"),
            ("/{a*}", "{a*} is of level 4; levels 1 to 3 are supported"),
            ("/{a:3}", "{a:3} is of level 4; levels 1 to 3 are supported"),
            ("/{!a}", "{!a} has the operator !, which RFC 6570 reserves"),
            ("/{a", "a { is not closed"), ("/a}", "a } has no { before it"), ("/{}", "{} names no variable"),
            ("/{a b}", "\"a b\" is not a variable name"), ("/{a,}", "\"\" is not a variable name"),
            ("{a}", "a variable can change its host"), ("/{?a}&b=1", nil), ("/{?a}{&b}", nil), ("/{&a}", nil),
            ("/p?{a}", "a parameter of the query has no fixed name"),
            ("/p?a=1&a={b}", "the query has the parameter a twice"),
            ("/p?q={+a}", "{+a} cannot be read backwards at this place"),
            ("/a b/{c}", "byte 22 is a space or a control character"),
        ] as [(String, String?)])
    func `a template that cannot be read backwards is refused with the reason`(
        _ text: String, _ reason: String?
    )
        throws
    {
        let error = try #require(throws: AppClipError.self) { try URLTemplate(host + text) }
        if let reason { #expect(error.reason == reason) }
    }

    @Test(arguments: ["", "/{a}", "https:///{a}", "https://{host}/x", "ftp://a.example/{a}"])
    func `scheme and host must be literal`(_ text: String) throws {
        #expect(throws: AppClipError.self) { try URLTemplate(text) }
    }

    @Test(arguments: [
        ("/{a}.html", "x.html"), ("/{a}-v/{b}", "p-v/q"), ("/pre-{a}-post", "a-b"), ("/{a}{;b,c}/{d}", "é/ü"),
    ])
    func `values that look like the template's text come back`(_ text: String, _ value: String) throws {
        let template = try URLTemplate(host + text)
        let values = Dictionary(uniqueKeysWithValues: template.variables.map { ($0, value) })
        #expect(template.recover(from: try template.expand(values)) == values)
    }

    @Test(
        arguments: [
            ([:], "store has no value"), (["store": ""], "store has no value"),
            (["tag": "1", "table": "2"], "store has no value"),
        ] as [([String: String], String)])
    func `values that do not fit are refused`(_ values: [String: String], _ reason: String) throws {
        let template = try URLTemplate(host + "/{store}{?tag}")
        let error = try #require(throws: AppClipError.self) { try template.expand(values) }
        #expect(error.reason == reason)
    }
}
