import Faults
import HTTPServer
import Registry
import Testing

@testable import StationService

@Suite struct PagingTests {
    private static let names = (0..<7).map { "a name?\u{FF}~\($0)" }

    private func page(_ limit: Int, after cursor: String?) async throws -> (elements: [String], next: String?) {
        let query = [("limit", "\(limit)")] + (cursor.map { [("cursor", $0)] } ?? [])
        return try await Paging.page(try .made(.get, query: query, Paging.parameters), \String.self) { page in
            let rest = page.after.map { after in Self.names.drop { $0 != after }.dropFirst() } ?? Self.names[...]
            return Array(rest.prefix(page.limit))
        }
    }

    @Test(arguments: 1...8) func `pages hold everything once and in order`(limit: Int) async throws {
        var (found, cursor) = ([String](), String?.none)
        repeat {
            let (elements, next) = try await page(limit, after: cursor)
            #expect(elements.count == min(limit, Self.names.count - found.count))
            found += elements
            cursor = next
            // What a client puts into a query without an escape: RFC 3986, section 2.3.
            #expect(next?.wholeMatch(of: #/[A-Za-z0-9._~-]+/#) != nil || next == nil)
        } while cursor != nil
        #expect(found == Self.names)
    }

    @Test(arguments: ["?", "====", "a", "YQ==", "YR", "_w", "AA", "Y Q", "é"])
    func `what is not a cursor is refused`(cursor: String) async throws {
        let refusal = await #expect(throws: StationError.self) { try await page(2, after: cursor) }
        #expect(refusal?.status == 422 && refusal?.complaint.code == "bad-cursor")
    }

    @Test(arguments: ["0", "1001", "-1", "+1", "01", " 1", "1.0", ""])
    func `a page has from 1 to 1000 elements`(limit: String) throws {
        let refusal = #expect(throws: StationError.self) {
            try OperationCall.made(.get, query: [("limit", limit)], Paging.parameters)
        }
        #expect(refusal?.status == 400)
    }
}
