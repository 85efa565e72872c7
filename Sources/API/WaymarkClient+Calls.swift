public import Registry

extension WaymarkClient {
    public func status() async throws -> StationStatus { try await get("/v1/status") }

    // MARK: Stores, experiences, deployments

    public func stores() async throws -> StoreList {
        StoreList(try await pages("/v1/stores") { (page: StoreList) in (page.stores, page.next) })
    }

    public func importStores(_ csv: [UInt8], file: String) async throws -> ImportResult {
        try await upload("/v1/stores", [("file", file)], csv: csv)
    }

    public func importExperiences(_ csv: [UInt8], file: String) async throws -> ImportResult {
        try await upload("/v1/experiences", [("file", file)], csv: csv)
    }

    public func match(_ url: String) async throws -> ExperienceAnswer {
        try await get("/v1/experiences/match", [("url", url)])
    }

    public func load(_ deployment: DeploymentRequest) async throws -> DeploymentResult {
        try await post("/v1/deployments", body: deployment)
    }

    /// Everything that the check of the App Clip side looks at.
    public func holdings() async throws -> RegistryHoldings { try await get("/v1/registry") }

    // MARK: Batches and tags

    public func batches() async throws -> BatchList {
        BatchList(try await pages("/v1/batches") { (page: BatchList) in (page.batches, page.next) })
    }

    public func batch(_ name: BatchName) async throws -> BatchDetail {
        try await get("/v1/batches/\(Self.percentEncoded(name.text))")
    }

    public func createBatch(
        _ name: BatchName, template: String?, rules: RulesRequest = RulesRequest(), file: String, _ csv: [UInt8]
    ) async throws -> BatchCreated {
        try await upload(
            "/v1/batches/\(Self.percentEncoded(name.text))",
            [
                ("template", template), ("file", file), ("protection", rules.protection?.rawValue),
                ("mirror", rules.mirror?.rawValue), ("genuineness", rules.genuineness?.rawValue),
            ], csv: csv)
    }

    /// Changes what the batch's chips are to be. Those that are written otherwise are to be written again.
    public func ruleBatch(_ name: BatchName, _ rules: RulesRequest) async throws -> BatchSummary {
        try await post("/v1/batches/\(Self.percentEncoded(name.text))/rules", body: rules)
    }

    /// Lets the batch's chips get passwords from the station's current key.
    public func rotateKey(of name: BatchName) async throws -> BatchSummary {
        try await post("/v1/batches/\(Self.percentEncoded(name.text))/rotate", body: RestRequest(reason: nil))
    }

    public func reviseBatch(
        _ name: BatchName, template: String?, file: String, _ csv: [UInt8]
    ) async throws -> BatchRevised {
        try await upload(
            "/v1/batches/\(Self.percentEncoded(name.text))", [("template", template), ("file", file)], csv: csv,
            method: "PUT")
    }

    public func checkBatch(_ name: BatchName) async throws -> BatchCheckAnswer {
        try await get("/v1/batches/\(Self.percentEncoded(name.text))/check")
    }

    /// Stops the writing of a batch between two tags, until it is resumed.
    public func pauseBatch(_ name: BatchName, reason: String?) async throws -> BatchSummary {
        try await post("/v1/batches/\(Self.percentEncoded(name.text))/pause", body: RestRequest(reason: reason))
    }

    public func resumeBatch(_ name: BatchName, reason: String?) async throws -> BatchSummary {
        try await post("/v1/batches/\(Self.percentEncoded(name.text))/resume", body: RestRequest(reason: reason))
    }

    public func tag(_ id: TagID) async throws -> TagDetail {
        try await get("/v1/tags/\(Self.percentEncoded(id.text))")
    }

    /// Frees a tag's identifier for another chip or label.
    public func replaceTag(_ id: TagID, reason: String) async throws -> TagDetail {
        try await post("/v1/tags/\(Self.percentEncoded(id.text))/replace", body: ReplaceRequest(reason: reason))
    }

    public func retireTag(_ id: TagID, reason: String) async throws -> TagDetail {
        try await post("/v1/tags/\(Self.percentEncoded(id.text))/retire", body: ReplaceRequest(reason: reason))
    }

    /// Puts a sheet on record. Returns the journal's entry.
    @discardableResult
    public func recordSheet(_ sheet: SheetRecord) async throws -> JournalEntry {
        try await post("/v1/sheets", body: sheet)
    }

    /// Puts on record that a sheet came out of a printer. Returns the journal's entry.
    @discardableResult
    public func recordPrint(_ printed: PrintRecord) async throws -> JournalEntry {
        try await post("/v1/prints", body: printed)
    }

    // MARK: Access

    public func tokens() async throws -> TokenList { try await get("/v1/tokens") }

    public func createToken(_ request: TokenRequest) async throws -> TokenCreated {
        try await post("/v1/tokens", body: request)
    }

    public func revokeToken(_ name: TokenName) async throws -> TokenRevoked {
        try await delete("/v1/tokens/\(Self.percentEncoded(name.text))")
    }

    // MARK: Readers

    public func readers() async throws -> ReaderList { try await get("/v1/readers") }

    /// Adds a reader and waits until it has answered or failed once.
    public func addReader(_ connection: String, name: ReaderName?) async throws -> ReaderStatus {
        try await post("/v1/readers", body: ReaderRequest(connection: connection, name: name))
    }

    public func removeReader(_ name: ReaderName) async throws -> ReaderRecord {
        try await delete("/v1/readers/\(Self.percentEncoded(name.text))")
    }

    /// Waits for a tag for so many seconds, 1 to 600.
    public func read(reader: ReaderName?, timeout seconds: Int) async throws -> TagReading {
        try await post(
            "/v1/readings", [("reader", reader?.text), ("timeout", String(seconds))], body: [String: String](),
            timeout: .seconds(seconds + 30))
    }

    // MARK: Write jobs

    public func startWriting(_ request: WriteJobRequest) async throws -> WriteJob {
        try await post("/v1/jobs", body: request)
    }

    public func job(_ id: Int) async throws -> WriteJob { try await get("/v1/jobs/\(id)") }

    /// Ends a job between two tags.
    public func cancel(_ id: Int) async throws -> WriteJob { try await delete("/v1/jobs/\(id)") }

    /// Says something to a running job: what comes of it is among the job's events.
    public func order(_ order: WriteOrder, inJob id: Int) async throws -> WriteJob {
        try await post("/v1/jobs/\(id)/orders", body: order)
    }

    /// Everything that has happened in a job, and what happens until it ends.
    public func events(ofJob id: Int) -> AsyncThrowingStream<WriteEvent, any Error> {
        events("/v1/jobs/\(id)/events")
    }

    // MARK: Audits and the journal

    public func audit(_ request: AuditRequest) async throws -> AuditAnswer {
        try await post("/v1/audits", body: request)
    }

    /// At most `limit` entries (1 to 1 000) from a sequence number on.
    public func journal(from sequence: Int64, limit: Int) async throws -> JournalPage {
        try await get("/v1/journal", [("from", String(sequence)), ("limit", String(limit))])
    }

    /// Walks the whole journal's chain.
    public func checkJournal() async throws -> JournalCheck { try await get("/v1/journal/check") }

    /// The registry as it is now, as an SQLite file, piece by piece.
    public func backUp(_ take: ([UInt8]) throws -> Void) async throws {
        try await download("/v1/backup", lengthIn: BackupHeader.length, take)
    }
}
