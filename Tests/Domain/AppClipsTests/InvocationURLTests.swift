import AppClips
import Faults
import Testing
import TextCoding

@Suite struct `Invocation URL` {
    @Test func `a URL is taken apart and kept as it is written`() throws {
        let url = try InvocationURL("HTTPS://Ann@Example.com:8443/a%2Fb/../c?x=1&y#top")
        #expect(url.scheme == "HTTPS")
        #expect(url.userInfo == "Ann")
        #expect(url.host == "Example.com")
        #expect(url.port == "8443")
        #expect(url.path == "/a%2Fb/../c")
        #expect(url.query == "x=1&y")
        #expect(url.fragment == "top")
        #expect(url.text == "HTTPS://Ann@Example.com:8443/a%2Fb/../c?x=1&y#top")
    }

    @Test func `absent parts are told from empty ones`() throws {
        let bare = try InvocationURL("https://example.com")
        #expect([bare.userInfo, bare.port, bare.query, bare.fragment] == [nil, nil, nil, nil])
        #expect(bare.path.isEmpty)
        let empty = try InvocationURL("https://@[::1]:?#")
        #expect([empty.userInfo, empty.port, empty.query, empty.fragment] == ["", "", "", ""])
        #expect(empty.host == "[::1]")
    }

    @Test func `letters outside ASCII are kept`() throws {
        #expect(try InvocationURL("https://café.example/tür").host == "café.example")
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("example.com/store", "it has no scheme such as https:"),
        ("mailto:ann@example.com", "its scheme is not followed by //"),
        ("https:///store", "it has no host"),
        ("https://example.com:80a/", "its port is not a number"),
        ("https://[::1]x/", "its port is not a number"),
        ("https://example.com/a b", "byte 22 is a space or a control character"),
        ("https://example.com/a\n", "byte 22 is a space or a control character"),
        ("https://example.com/{store}", "the character { is not allowed in a URL"),
        ("https://example.com/[a]", "it has a bracket outside its host"),
        ("https://example.com/%4", "a percent sign is not followed by two hexadecimal digits"),
        ("https://example.com/%zz", "a percent sign is not followed by two hexadecimal digits"),
        (
            "https://example.com/" + String(repeating: "a", count: 2_029),
            "it has 2049 bytes, the limit is 2048"
        ),
    ])
    func `what is no URL is refused with the reason`(_ text: String, _ reason: String) throws {
        let error = try #require(throws: AppClipError.self) { try InvocationURL(text) }
        #expect(error.reason == reason)
    }

    @Test func `bytes that are not UTF-8 are refused`() throws {
        let error = try #require(throws: AppClipError.self) {
            try InvocationURL(bytes: Array("https://a/".utf8) + [0xFF])
        }
        #expect(error.reason == "it is not UTF-8")
    }
}

@Suite struct `App Clip card` {
    @Test func `a card at the limits is allowed`() throws {
        let card = try Card(
            title: String(repeating: "é", count: 30), subtitle: String(repeating: "x", count: 56),
            action: "Open")
        #expect(card.action == .open)
    }

    @Test(arguments: [
        (31, 1, "open", "the title has 31 characters, the limit is 30"),
        (1, 57, "view", "the subtitle has 57 characters, the limit is 56"),
        (0, 1, "play", "the title is empty"),
        (1, 1, "buy", "action \"buy\" is not one of view, play, open"),
    ])
    func `a card beyond the limits is refused`(
        _ title: Int, _ subtitle: Int, _ action: String, _ reason: String
    )
        throws
    {
        let error = try #require(throws: AppClipError.self) {
            try Card(
                title: String(repeating: "t", count: title),
                subtitle: String(repeating: "s", count: subtitle),
                action: action)
        }
        #expect(error.reason == reason)
    }
}
