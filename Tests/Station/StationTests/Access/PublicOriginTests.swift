import Testing

@testable import StationService

@Suite struct PublicOriginTests {
    @Test(
        arguments: [
            ("https://bench.example.com", "https://bench.example.com"),
            ("HTTPS://Bench.Example.com", "https://bench.example.com"),
            ("https://bench.example.com:443", "https://bench.example.com"),
            ("https://bench.example.com:8443", "https://bench.example.com:8443"),
            ("https://192.0.2.10", "https://192.0.2.10"), ("https://[2001:db8::1]", "https://[2001:db8::1]"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
            ("https://[2001:DB8:0::1]", "https://[2001:db8::1]"),
            ("https://[2001:db8:0:0:1:0:0:1]:8443", "https://[2001:db8::1:0:0:1]:8443"),
            ("https://[::ffff:192.0.2.10]", "https://[::ffff:c000:20a]"), ("https://[0:0::]", "https://[::]"),
        ])
    func `is written as browsers write it`(text: String, origin: String) {
        #expect(PublicOrigin(text)?.text == origin)
    }

    @Test(
        arguments: [
            "", "bench.example.com", "http://bench.example.com", "https://", "https://bench.example.com/",
            "https://bench.example.com/walk", "https://bench.example.com?a", "https://bench.example.com#a",
            "https://anna@bench.example.com", "https://*.example.com", "https://bench.example.com:",
            "https://bench.example.com:0", "https://bench.example.com:08443", "https://bench.example.com:+443",
            "https://bench.example.com:65536", "https://bench.example.com.", "https://2001:db8::1", "https://[]",
            "https://[bench.example.com]", "https://[192.0.2.10]", "https://192.0.2.010", " https://bench.example.com",
        ])
    func `is https with a name and nothing else`(text: String) { #expect(PublicOrigin(text) == nil) }

    @Test func `says where phones open the page of walks`() {
        #expect(PublicOrigin("https://bench.example.com")?.walkPage == "https://bench.example.com/walk/")
    }
}
