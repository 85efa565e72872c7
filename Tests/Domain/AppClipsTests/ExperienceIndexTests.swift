import AppClips
import Testing

@Suite struct `Experience index` {
    /// Renders a result as text, so that tables can say what they expect.
    private func match(_ scanned: String, _ registered: [String]) throws -> String {
        let index = ExperienceIndex(try registered.map { try InvocationURL($0) })
        switch index.match(try InvocationURL(scanned)) {
        case .match(let url, let others): return ([url] + others).map(\.text).joined(separator: " ")
        case .noMatch(let reason): return reason.rawValue
        case .ambiguous(let reason, let candidates):
            return ([reason.rawValue + "?"] + candidates.map(\.text)).joined(separator: " ")
        }
    }

    @Test(arguments: [
        // The four deployments of Apple's session.
        ("https://bikesrental.example/rent?bike=7", ["https://bikesrental.example/rent"], 0),
        ("https://brighteggcafe.example/store/42", ["https://brighteggcafe.example/store/"], 0),
        (
            "https://brighteggcafe.example/store/cupertino?tag=1",
            ["https://brighteggcafe.example/store/", "https://brighteggcafe.example/store/cupertino"], 1
        ),
        (
            "https://melamela.example/reservation/5",
            ["https://melamela.example/order", "https://melamela.example/reservation"], 1
        ),
        // Identical, bare host, path then slash.
        ("https://a.example/x?y=1", ["https://a.example/x?y=1", "https://a.example/"], 0),
        ("https://a.example/", ["https://a.example"], 0),
        ("https://a.example", ["https://a.example/"], 0),
        ("https://a.example?x=1", ["https://a.example/"], 0),
        ("https://a.example/rent/1", ["https://a.example", "https://a.example/rent"], 1),
        ("https://a.example/store/", ["https://a.example/store", "https://a.example/store/"], 1),
        ("https://a.example/store/?x", ["https://a.example/store/"], 0),
        ("https://a.example/store/table%204", ["https://a.example/store/"], 0),
        ("https://a.example//x", ["https://a.example//x"], 0),
        // A longer certain match settles a shorter question.
        ("https://a.example/rental/5", ["https://a.example/rent", "https://a.example/rental/"], 1),
    ])
    func `the most specific registered prefix matches`(_ scanned: String, _ registered: [String], _ best: Int)
        throws
    {
        let result = try match(scanned, registered)
        #expect(result.split(separator: " ").first.map(String.init) == registered[best])
        #expect(!result.contains("? "))
    }

    @Test func `shorter prefixes are named as others`() throws {
        let registered = ["https://a.example/store/", "https://a.example/", "https://a.example/store/1"]
        #expect(
            try match("https://a.example/store/1/t", registered)
                == "https://a.example/store/1 https://a.example/store/ https://a.example/")
    }

    @Test(arguments: [
        ("https://b.example/rent", "other-host"),
        ("https://www.a.example/rent", "other-host"),
        ("https://a.example/menu", "no-prefix"),
        ("https://a.example/ren", "no-prefix"),
        ("https://a.example/", "no-prefix"),
        ("ftp://a.example/rent", "not-web"),
    ])
    func `without a prefix there is no match and the reason is named`(_ scanned: String, _ reason: String)
        throws
    {
        #expect(try match(scanned, ["https://a.example/rent"]) == reason)
    }

    @Test(arguments: ["/storefront/1", "/storefront", "/store2?tag=1", "/stor%65front/1"])
    func `a registered path that ends in a slash needs that slash`(_ scanned: String) throws {
        #expect(try match("https://a.example\(scanned)", ["https://a.example/store/"]) == "no-prefix")
        #expect(
            try match("https://a.example\(scanned)", ["https://a.example/store/", "https://a.example/"])
                == "https://a.example/")
    }

    @Test(arguments: [
        ("/rental", "/rent", "partial-component"),
        ("/rent2", "/rent", "partial-component"),
        ("/store", "/store/", "trailing-slash"),
        ("/store?x=1", "/store/", "trailing-slash"),
        ("/p?b=2&a=1", "/p?a=1&b=2", "query"),
        ("/p?a=1&b=2", "/p?a=1", "query"),
        ("/p?a=12", "/p?a=1", "query"),
        ("/rent#top", "/rent", "fragment"),
        ("/rent?", "/rent", "empty-query"),
        ("/store//1", "/store/", "empty-segment"),
        ("//store/1", "/store/", "empty-segment"),
        ("/store/../store/1", "/store/", "dot-segment"),
        ("/store/%2e%2e/x", "/store/", "dot-segment"),
        ("/a/../store/1", "/store/", "dot-segment"),
        ("/caf%c3%a9/1", "/caf%C3%A9", "percent-encoding"),
        ("/st%6Fre/1", "/store/", "percent-encoding"),
        ("/Store/1", "/store/", "path-case"),
    ])
    func `what Apple leaves open is ambiguous and says why`(
        _ scanned: String, _ registered: String, _ reason: String
    ) throws {
        let host = "https://a.example"
        #expect(try match(host + scanned, [host + registered]) == "\(reason)? \(host)\(registered)")
    }

    @Test(arguments: [
        ("https://A.example/rent/1", "host-case"),
        ("https://a.example:443/rent/1", "port"),
        ("https://ann@a.example/rent/1", "user-info"),
        ("http://a.example/rent/1", "scheme"),
        ("HTTPS://a.example/rent/1", "scheme"),
    ])
    func `so is another spelling of scheme and host`(_ scanned: String, _ reason: String) throws {
        #expect(try match(scanned, ["https://a.example/rent"]) == "\(reason)? https://a.example/rent")
    }

    @Test func `the two spellings of an international host are a question`() throws {
        #expect(
            try match("https://xn--caf-dma.example/1", ["https://café.example/"])
                == "international-host? https://café.example/")
        #expect(
            try match("https://café.example/1", ["https://café.example/"])
                == "international-host? https://café.example/")
    }

    @Test func `a question about a longer prefix makes a shorter match ambiguous`() throws {
        #expect(
            try match(
                "https://a.example/store/12", ["https://a.example/store/", "https://a.example/store/1"])
                == "partial-component? https://a.example/store/1 https://a.example/store/")
        #expect(
            try match(
                "https://a.example/store/1?x=1&y",
                ["https://a.example/store/", "https://a.example/store/1?x=1"])
                == "query? https://a.example/store/1?x=1 https://a.example/store/")
    }

    @Test func `many experiences are searched without looking at each`() throws {
        var urls = try (0..<20_000).map { try InvocationURL("https://a.example/store/\($0)/") }
        urls.append(try InvocationURL("https://a.example/store/"))
        let index = ExperienceIndex(urls)
        #expect(index.count == 20_001)
        #expect(
            index.match(try InvocationURL("https://a.example/store/1234/5"))
                == .match(urls[1_234], others: [urls[20_000]]))
    }
}

@Suite struct `Certain matches` {
    private struct Letters: RandomNumberGenerator {
        var state: UInt64 = 88_172_645_463_325_252

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    /// URLs from few parts, so that they often are prefixes of one another, with all that Apple leaves open.
    private func url(_ letters: inout Letters) -> String {
        let hosts = [
            "https://a.example", "https://a.example", "https://b.example", "http://a.example", "https://A.example",
        ]
        let parts = ["", "/", "/s", "/s/", "/st", "/S", "/s/1", "/s/12", "/x.y", "//", "/./s", "/%73", "/s/1/t"]
        let ends = ["", "", "", "/", "?t=1", "?t=1&u=2", "?", "#f", "?u=2&t=1", "?p=%20"]
        func any(_ of: [String]) -> String { of.randomElement(using: &letters) ?? "" }
        return any(hosts) + any(parts) + any(parts) + any(ends)
    }

    @Test func `the shortcut says what the index says, or nothing`() throws {
        var letters = Letters()
        var certain = 0
        for _ in 0..<400 {
            let registered = try (0..<8).map { _ in try InvocationURL(url(&letters)) }
            let index = ExperienceIndex(registered)
            for _ in 0..<60 {
                let text = url(&letters)
                let bytes = Array("x\(text)y".utf8)
                guard let found = index.fastMatch(bytes.span, 1..<(bytes.count - 1)) else { continue }
                certain += 1
                guard case .match(let expected, _) = index.match(try InvocationURL(text)) else {
                    Issue.record("\(text) is not a match among \(registered)")
                    continue
                }
                #expect(index.certainURLs[found] == expected, "\(text) among \(registered)")
            }
        }
        #expect(certain > 100)
    }

    @Test func `what a template begins with says what each URL says, or nothing`() throws {
        var letters = Letters()
        let templates = try [
            "https://a.example/s/{store}{?tag,t,u}", "https://a.example/s{?store,tag,t,u}",
            "https://a.example/s/{?store,tag,t,u}", "https://a.example{?store,tag}",
        ].map { try FastTemplate(URLTemplate($0), isOnly: true) }
        let roots = ["https://a.example", "https://a.example/", "https://a.example/s", "https://a.example/s/"]
        let others = [
            "https://a.example/s/1", "https://b.example/s/", "https://A.example/s/", "https://a.example/?t=1",
        ]
        let rests = [
            "1", "12", "x.y", "/t", "/", "//", "/.x", "?tag=5&u=2", "?t=1", "?", "%20", "#f", "", "?t%61g=1", "&t=2",
        ]
        func any(_ of: [String]) -> String { of.randomElement(using: &letters) ?? "" }
        var fitting = Array(repeating: 0, count: templates.count)
        for round in 0..<4_000 {
            let urls = [any(roots)] + (Bool.random(using: &letters) ? [any(roots + others)] : [])
            let index = ExperienceIndex(try urls.map { try InvocationURL($0) })
            let number = round % templates.count
            let quick = try #require(templates[number])
            guard let prefix = FastPrefix(quick, index) else { continue }
            for _ in 0..<60 {
                let start = ["https://a.example", "https://a.example/", "https://a.example/s", "https://a.example/s/"]
                let bytes = Array("x\(any(start))\(any(rests))\(any(rests))\(any(rests))y".utf8)
                let range = 1..<(bytes.count - 1)
                let wholly = quick.fields(in: bytes.span, range)
                guard let fields = prefix.fields(in: bytes.span, range) else { continue }
                fitting[number] += 1
                let found = index.fastMatch(bytes.span, range)
                #expect(found == prefix.experience)
                #expect(fields == wholly)
            }
        }
        #expect(fitting.allSatisfy { $0 > 100 }, "\(fitting.description)")
    }

    @Test(arguments: [
        "https://a.example/s/1?tag=7", "https://a.example/s/1", "https://a.example/", "https://a.example/t/2/3",
    ])
    func `an ordinary URL takes the shortcut`(_ text: String) throws {
        let index = ExperienceIndex(
            try ["https://a.example", "https://a.example/s/"].map { try InvocationURL($0) })
        let bytes = Array(text.utf8)
        #expect(index.fastMatch(bytes.span, 0..<bytes.count) != nil)
    }

    @Test(arguments: [
        ("https://a.example/{store}/x{?tag,p}", "https://a.example/s1/x?tag=5&p=2"),
        ("https://a.example/{store}{?tag}", "https://a.example/s1"),
        ("https://a.example/{store}{?tag}", "https://a.example/s1?tag=1&tag=2"),
        ("https://a.example/{store}{?tag}", "https://a.example/s1?other=1"),
        ("https://a.example/{store}{?tag}", "https://a.example/s1?other=1&tag=7"),
        ("https://a.example/{store}{?tag}", "https://a.example/s1?tag&tag=7"),
        ("https://a.example/{store}{?tag}", "https://a.example/s1?tagged=1&tag=7"),
        ("https://a.example/{store}{?tag}", "https://a.example/s1?other&tag=7"),
        ("https://a.example/{store}", "https://a.example/s1?other=1"),
        ("https://a.example/{store}", "https://a.example/s1?"),
        ("https://a.example/{store}{?tag}", "https://a.example/s%201?tag=1"),
        ("https://a.example/{?store,tag}", "https://a.example/?tag=9&store=4"),
        ("https://a.example/{store}-x", "https://a.example/4-x"),
        ("https://a.example/s?v=1{&tag}", "https://a.example/s?v=1&tag=3"),
    ])
    func `fields are what the template recovers, or nothing`(_ template: String, _ text: String) throws {
        let template = try URLTemplate(template)
        let bytes = Array(text.utf8)
        guard let fields = FastTemplate(template, isOnly: true)?.fields(in: bytes.span, 0..<bytes.count) else {
            return
        }
        let values = try #require(template.recover(from: text))
        func value(_ range: Range<Int>?) -> String? { range.map { String(decoding: bytes[$0], as: UTF8.self) } }
        #expect(value(fields.store) == values["store"] && value(fields.tag) == values["tag"])
    }
}
