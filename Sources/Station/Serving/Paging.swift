internal import Foundation
internal import Registry

/// Lists that come in pages.
enum Paging {
    static let limit = Parameter<Int>.query("limit", in: 1...1_000, usual: 100, "how many at most")
    static let cursor = Parameter<String?>.text("cursor", atMost: 2_000, "`next` of the page before")
    static let parameters: [any DescribedParameter] = [limit, cursor]

    /// A page of a list, and the cursor of the next one. One element more than wanted is asked for: it says whether
    /// there is more.
    static func page<Element>(
        _ call: Call, _ key: (Element) -> String, _ read: (PageRequest) async throws -> [Element]
    ) async throws -> (elements: [Element], next: String?) {
        let after = try call[cursor].map(key(ofCursor:))
        let found = try await read(PageRequest(after: after, limit: call[limit] + 1))
        guard found.count > call[limit] else { return (found, nil) }
        let elements = Array(found.prefix(call[limit]))
        return (elements, elements.last.map { Self.cursor(of: key($0)) })
    }

    /// Nobody is to read anything into it: base64.
    private static func cursor(of key: String) -> String { Data(key.utf8).base64EncodedString() }

    private static func key(ofCursor cursor: String) throws -> String {
        guard let data = Data(base64Encoded: cursor), let key = String(data: data, encoding: .utf8),
            !key.contains("\0")
        else {
            throw StationError(
                422, "bad-cursor", "the page is refused", why: "no page ended at \"\(cursor.prefix(80))\"",
                next: "begin at the first page: leave cursor out")
        }
        return key
    }

    static let problems: Endpoint.Problems = [422: ["bad-cursor"]]
}
