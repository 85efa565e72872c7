internal import Cryptography
internal import Foundation
internal import Registry

/// Lists that come in pages.
enum Paging {
    static let limit = RequestParameter<Int>.query("limit", in: 1...1_000, default: 100, "how many at most")
    static let cursor = RequestParameter<String?>.text("cursor", atMost: 2_000, "`next` of the page before")
    static let parameters: [any DescribedParameter] = [limit, cursor]

    /// A page of a list, and the cursor of the next one. One element more than wanted is asked for: it says whether
    /// there is more.
    static func page<Element>(
        _ call: OperationCall, _ key: (Element) -> String, _ read: (PageRequest) async throws -> [Element]
    ) async throws -> (elements: [Element], next: String?) {
        let after = try call[cursor].map(key(ofCursor:))
        let found = try await read(PageRequest(after: after, limit: call[limit] + 1))
        guard found.count > call[limit] else { return (found, nil) }
        let elements = Array(found.prefix(call[limit]))
        return (elements, elements.last.map { Self.cursor(of: key($0)) })
    }

    /// Opaque, and without a character that would need an escape in a query: a plus sign is a space in many.
    private static func cursor(of key: String) -> String { Base64URL.text(Array(key.utf8)) }

    private static func key(ofCursor cursor: String) throws -> String {
        let digits = cursor.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: digits + padding), let key = String(data: data, encoding: .utf8),
            !key.contains("\0"), Self.cursor(of: key) == cursor
        else { throw badCursor(cursor) }
        return key
    }

    /// Also where what a page ended at is gone: where to go on is not known then.
    static func badCursor(_ cursor: String) -> StationError {
        StationError(
            .badCursor, "the page is refused", why: "no page ended at \"\(cursor.prefix(80))\"",
            next: "begin at the first page: leave cursor out")
    }

    static let problems: [ListedProblem] = [.station(.badCursor)]
}
