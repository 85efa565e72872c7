package import Registry
internal import TextCoding

extension WaymarkClient {
    package func status() async throws -> StationStatus { try await get("/v1/status") }

    /// Who asks, as the daemon sees it.
    package func whoAsks() async throws -> WhoAnswer { try await get("/v1/session") }

    package func tokens() async throws -> TokenList { try await get("/v1/tokens") }

    package func createToken(_ request: TokenRequest) async throws -> TokenCreated {
        try await post("/v1/tokens", body: request)
    }

    package func revokeToken(_ name: TokenName) async throws -> TokenRevoked {
        try await delete("/v1/tokens/\(PercentCoding.encode(name.text))")
    }

    // MARK: The journal

    /// At most `limit` entries (1 to 1 000) from a sequence number on.
    package func journal(from sequence: Int64, limit: Int) async throws -> JournalPage {
        try await get("/v1/journal", [("from", String(sequence)), ("limit", String(limit))])
    }

    /// At most `limit` entries (1 to 1 000) that satisfy a filter.
    package func journal(_ filter: JournalFilter, limit: Int) async throws -> JournalPage {
        try await get(
            "/v1/journal",
            [
                ("from", filter.from.map { String($0) }), ("kind", filter.kind?.rawValue), ("tag", filter.tag?.text),
                ("actor", filter.actor), ("text", filter.text), ("since", filter.since?.iso8601),
                ("until", filter.until?.iso8601), ("order", filter.newestFirst ? "newest" : "oldest"),
                ("limit", String(limit)),
            ])
    }

    /// Walks the whole journal's chain.
    package func checkJournal() async throws -> JournalCheck { try await get("/v1/journal/check") }

    /// The registry as it is now, as an SQLite file, piece by piece. Returns the SHA-256 of the file that the daemon has
    /// checked, in hexadecimal; nil from a daemon that checks none.
    package func backUp(_ take: ([UInt8]) throws -> Void) async throws -> String? {
        try await download("/v1/backup", lengthIn: BackupHeader.length, digestIn: BackupHeader.digest, take)
    }
}
