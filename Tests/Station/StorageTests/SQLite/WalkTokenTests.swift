import Registry
import Storage
import TestBench
import Testing

/// The token of a paired phone, with the stores of its walk.
struct WalkTokenTests {
    @Test func `keeps its stores over a restart, and the journal accounts for it`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        let stores = try [nil, "fruta"].map { deployment in
            StoreID(try name("cupertino"), of: try deployment.map { try name($0) })
        }
        let token = AccessToken(
            name: try name("anna"), role: .walk, expires: nil, scope: try WalkScope(Set(stores)))
        var registry: SQLiteRegistry? = try SQLiteRegistry(path: path)
        try await registry?.record(.tokenCreated(token, digest: "d1"), by: Author(station: "s", actor: "alice"))
        registry = nil
        let again = try SQLiteRegistry(path: path)
        #expect(try await again.tokens().map(\.token) == [token])
        #expect(token.scope?.identifiers == Set(stores))
        #expect(try await again.proveTables().deviations == [])

        // What was forgotten of it stays forgotten: an earlier moment changes nothing.
        let session = Session(digest: "s", token: token.name, expires: Timestamp(milliseconds: 9_000_000_000_000))
        try await again.record(.sessionOpened(session), by: Author(station: "s", actor: "token:anna"))
        for moment in [5_000, 3_000] as [Int64] {
            try await again.record(
                .evidenceForgotten(
                    Forgetting(cause: .asked, before: Timestamp(milliseconds: moment), phones: .one(token.name)),
                    device: nil), by: Author(station: "s", actor: "alice"))
        }
        #expect(try await again.sessions() == [session])
        #expect(try await again.tokens().map(\.forgotten) == [Timestamp(milliseconds: 5_000)])
        #expect(try await again.proveTables().deviations == [])
    }
}
