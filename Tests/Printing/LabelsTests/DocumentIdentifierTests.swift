import Testing

@testable import Labels

/// The identifier in a PDF's trailer, by which archives and print servers tell files apart.
@Suite struct DocumentIdentifierTests {
    private static func identifier(url: String) async throws -> Substring {
        var label = Samples.labels(1)[0]
        label.url = url
        let sheet = try Sheet([label], on: try LabelStock.builtIn("22805"), settings: Samples.settings())
        let end = String(decoding: try await sheet.pdf().suffix(200), as: UTF8.self)
        let match = try #require(end.firstMatch(of: #/\/ID\[<([0-9A-F]{16})>/#))
        return match.1
    }

    @Test func `two sheets that differ in a URL alone have different identifiers`() async throws {
        let (one, other) = ("https://b.example/1", "https://b.example/2")
        #expect(try await Self.identifier(url: one) != Self.identifier(url: other))
        #expect(try await Self.identifier(url: one) == Self.identifier(url: one))
    }
}
