package import Registry
internal import TextCoding

extension WaymarkClient {
    package func batches() async throws -> BatchList {
        BatchList(try await pages("/v1/batches") { (page: BatchList) in (page.batches, page.next) })
    }

    package func batch(_ name: BatchName) async throws -> BatchDetail {
        try await get("/v1/batches/\(PercentCoding.encode(name.text))")
    }

    package func createBatch(
        _ name: BatchName, template: String?, rules: RulesRequest = RulesRequest(), deployment: DeploymentName? = nil,
        isDryRun: Bool = false, file: String, _ csv: [UInt8]
    ) async throws -> BatchCreated {
        try await upload(
            "/v1/batches/\(PercentCoding.encode(name.text))",
            [
                ("template", template), ("file", file), ("protection", rules.protection?.rawValue),
                ("mirror", rules.mirror?.rawValue), ("genuineness", rules.genuineness?.rawValue),
                ("deployment", deployment?.text), ("dry-run", Self.flag(isDryRun)),
            ], csv: csv)
    }

    /// Changes what the batch's chips are to be. Those that are written otherwise are to be written again.
    package func ruleBatch(_ name: BatchName, _ rules: RulesRequest) async throws -> BatchSummary {
        try await post("/v1/batches/\(PercentCoding.encode(name.text))/rules", body: rules)
    }

    /// Lets the batch's chips get passwords from the station's current key.
    package func rotateKey(of name: BatchName) async throws -> BatchSummary {
        try await act("/v1/batches/\(PercentCoding.encode(name.text))/rotate")
    }

    package func reviseBatch(
        _ name: BatchName, template: String?, isDryRun: Bool = false, file: String, _ csv: [UInt8]
    ) async throws -> BatchRevised {
        try await upload(
            "/v1/batches/\(PercentCoding.encode(name.text))",
            [("template", template), ("file", file), ("dry-run", Self.flag(isDryRun))], csv: csv, method: "PUT")
    }

    package func checkBatch(_ name: BatchName) async throws -> BatchCheckAnswer {
        try await get("/v1/batches/\(PercentCoding.encode(name.text))/check")
    }

    /// Stops the writing of a batch between two tags, until it is resumed.
    package func pauseBatch(_ name: BatchName, reason: String?) async throws -> BatchSummary {
        try await post("/v1/batches/\(PercentCoding.encode(name.text))/pause", body: PauseRequest(reason: reason))
    }

    package func resumeBatch(_ name: BatchName, reason: String?) async throws -> BatchSummary {
        try await post("/v1/batches/\(PercentCoding.encode(name.text))/resume", body: ResumeRequest(reason: reason))
    }

    /// Tags of all batches by identifier. `isCommissioned`: whether it is known where they were put up.
    package func tags(of batch: BatchName?, in store: StoreName?, isCommissioned: Bool?) async throws -> [Tag] {
        let query: [(String, String?)] = [
            ("batch", batch?.text), ("store", store?.text),
            ("commissioned", isCommissioned.map { $0 ? "yes" : "no" }),
        ]
        return try await pages("/v1/tags", query: query) { (page: TagList) in (page.tags, page.next) }
    }

    package func tag(_ id: TagID) async throws -> TagDetail {
        try await get("/v1/tags/\(PercentCoding.encode(id.text))")
    }

    /// Frees a tag's identifier for another chip or label.
    package func replaceTag(_ id: TagID, reason: String) async throws -> TagDetail {
        try await post("/v1/tags/\(PercentCoding.encode(id.text))/replace", body: ReplaceRequest(reason: reason))
    }

    package func retireTag(_ id: TagID, reason: String) async throws -> TagDetail {
        try await post("/v1/tags/\(PercentCoding.encode(id.text))/retire", body: ReplaceRequest(reason: reason))
    }

    /// Puts a sheet on record. Returns the journal's entry.
    @discardableResult
    package func recordSheet(_ sheet: SheetRecord) async throws -> JournalEntry {
        try await post("/v1/sheets", body: sheet)
    }

    /// Puts on record that a sheet came out of a printer. Returns the journal's entry.
    @discardableResult
    package func recordPrint(_ printed: PrintRecord) async throws -> JournalEntry {
        try await post("/v1/prints", body: printed)
    }
}
