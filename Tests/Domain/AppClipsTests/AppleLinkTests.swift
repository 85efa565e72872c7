import AppClips
import Testing

/// Links that Apple makes, codes that Apple's tools make, and the words for a match.
struct AppleLinkTests {
    private static let index: ExperienceIndex? = {
        let urls = [
            "https://egg.example/", "https://egg.example/store/", "https://egg.example/store/cupertino",
            "https://bikes.example/rent", "https://bikes.example/rental",
        ]
        return ExperienceIndex(urls.compactMap { try? InvocationURL($0) })
    }()

    @Test(arguments: [
        ("https://appclip.apple.com/id?p=com.example.Clip", AppleLink.standard(bundle: "com.example.Clip")),
        ("https://appclip.apple.com/id?token=1&p=com.example.Clip", .standard(bundle: "com.example.Clip")),
        ("https://appclip.apple.com/id?=com.example.Clip&promotion=1", .standard(bundle: "com.example.Clip")),
        ("https://appclip.apple.com/id", .demo), ("https://appclip.apple.com/id?p=", .demo),
        ("https://APPCLIP.apple.com/demo", .demo),
    ])
    func `Apple's own links are known`(url: String, link: AppleLink) throws {
        #expect(AppleLink(try InvocationURL(url)) == link)
        let match = try #require(Self.index).match(try InvocationURL(url))
        #expect(match == .noMatch(link == .demo ? .demoLink : .defaultLink))
    }

    @Test func `another host is nobody's link`() throws {
        #expect(AppleLink(try InvocationURL("https://appclip.apple.com.example/id?p=x")) == nil)
    }

    @Test(arguments: [
        ("https://egg.example/store?p=1", nil),
        ("https://egg.example/a-b_c.d/%20#x=,+;:&", nil),
        ("HTTPS://egg.example/", "it does not begin with https in lower case"),
        ("https://egg_.example/", "its host has the character \"_\": only a to z, full stop and hyphen are listed"),
        ("https://egg2.example/", nil),
        ("https://xn--gg-9ia.example/", "its host has letters outside ASCII, or their xn-- form"),
        ("https://appclip.apple.com/short", nil),
        ("https://appclip.apple.com/demo?token=1", "codes carry Apple's demo link in its short version alone"),
        ("https://egg.example:443/", "it has a user or a port"),
        ("https://egg.example/~x", "it has the character \"~\", which a code cannot carry"),
        ("https://egg.example/é", "it has the character outside ASCII, which a code cannot carry"),
        ("https://appclip.apple.com/id?p=x", "codes do not carry Apple's default link"),
    ])
    func `a code carries the characters that Apple lists`(url: String, complaint: String?) throws {
        #expect(ClipCodeAlphabet.complaint(about: try InvocationURL(url)) == complaint)
    }

    @Test(arguments: [
        (
            "https://egg2.example/",
            "its host has the digit \"2\", which Apple's page does not list and Apple's generator takes"
        ),
        ("https://egg.example/2", nil), ("https://egg2.example/~", nil),
    ])
    func `digits in a host are doubtful, and nothing else is`(url: String, doubt: String?) throws {
        #expect(ClipCodeAlphabet.doubt(about: try InvocationURL(url)) == doubt)
    }

    @Test(arguments: [
        (
            "https://egg.example/store/cupertino?tag=1", "it begins with the registered URL, with the query ?tag=1",
            [
                "https://egg.example/store/: a prefix, too, but 9 characters less specific",
                "https://egg.example/: a prefix, too, but 15 characters less specific",
            ]
        ),
        (
            "https://bikes.example/rent",
            "it is the registered URL itself, as Maps and Siri launch it; no other "
                + "registered URL is a prefix", []
        ),
        ("https://nobody.example/", "no experience is registered for its host", []),
        (
            "https://bikes.example/rentals", "the registered URL ends in the middle of a component of its path",
            [
                "https://bikes.example/rental: a prefix under one reading only",
                "https://bikes.example/rent: a prefix under one reading only",
            ]
        ),
    ])
    func `a match is explained, and so is every URL that does not win`(url: String, why: String, others: [String])
        throws
    {
        let url = try InvocationURL(url)
        let told = MatchExplanation(try #require(Self.index).match(url), of: url)
        #expect(told.why == why)
        #expect(told.others.map { "\($0.url): \($0.why)" } == others)
    }

    @Test func `URLs that overlap are found from the longer one`() throws {
        let index = try #require(Self.index)
        let overlap = index.overlap(of: try InvocationURL("https://bikes.example/rental"))
        #expect(overlap?.other.text == "https://bikes.example/rent" && overlap?.question == .partialComponent)
        #expect(index.overlap(of: try InvocationURL("https://bikes.example/rent")) == nil)
        #expect(index.overlap(of: try InvocationURL("https://egg.example/store/cupertino")) == nil)
    }
}
