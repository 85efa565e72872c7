package import Chips
package import Registry
internal import TextCoding

extension WaymarkClient {
    package func status() async throws -> StationStatus { try await get("/v1/status") }

    // MARK: Stores, experiences, deployments

    package func stores() async throws -> StoreList {
        StoreList(try await pages("/v1/stores") { (page: StoreList) in (page.stores, page.next) })
    }

    /// `isConfirmed`: regions may move away from deployed tags.
    package func importStores(
        _ csv: [UInt8], file: String, deployment: DeploymentName? = nil, isDryRun: Bool = false,
        isConfirmed: Bool = false
    ) async throws -> ImportResult {
        try await upload(
            "/v1/stores",
            [
                ("file", file), ("deployment", deployment?.text), ("dry-run", Self.flag(isDryRun)),
                ("confirmed", Self.flag(isConfirmed)),
            ], csv: csv)
    }

    package func importExperiences(
        _ csv: [UInt8], file: String, deployment: DeploymentName? = nil, isDryRun: Bool = false
    ) async throws -> ImportResult {
        try await upload(
            "/v1/experiences",
            [("file", file), ("deployment", deployment?.text), ("dry-run", Self.flag(isDryRun))], csv: csv)
    }

    /// Left out where it is not set.
    private static func flag(_ isSet: Bool) -> String? { isSet ? "true" : nil }

    package func match(_ url: String) async throws -> ExperienceAnswer {
        try await get("/v1/experiences/match", [("url", url)])
    }

    /// `isConfirmed`: regions may move away from deployed tags.
    package func load(
        _ deployment: DeploymentRequest, isDryRun: Bool = false, isConfirmed: Bool = false
    ) async throws -> DeploymentResult {
        try await post(
            "/v1/deployments", [("dry-run", Self.flag(isDryRun)), ("confirmed", Self.flag(isConfirmed))],
            body: deployment)
    }

    /// Everything that the check of the App Clip side looks at.
    package func holdings() async throws -> RegistryHoldings { try await get("/v1/registry") }

    // MARK: Batches and tags

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

    // MARK: Deletion

    /// Deletes a batch whose tags were never on a chip or a label.
    package func deleteBatch(_ name: BatchName) async throws -> BatchDeletion {
        try await delete("/v1/batches/\(PercentCoding.encode(name.text))")
    }

    /// Deletes a tag that was never on a chip or a label.
    package func deleteTag(_ id: TagID) async throws -> TagDeletion {
        try await delete("/v1/tags/\(PercentCoding.encode(id.text))")
    }

    /// Deletes a store that no tag and no experience is for.
    package func deleteStore(_ name: StoreName, of deployment: DeploymentName?) async throws -> StoreDeletion {
        try await delete("/v1/stores/\(PercentCoding.encode(name.text))", [("deployment", deployment?.text)])
    }

    /// Deletes an experience that no tag opens.
    package func deleteExperience(_ url: String) async throws -> ExperienceDeletion {
        try await delete("/v1/experiences", [("url", url)])
    }

    // MARK: Access

    package func tokens() async throws -> TokenList { try await get("/v1/tokens") }

    package func createToken(_ request: TokenRequest) async throws -> TokenCreated {
        try await post("/v1/tokens", body: request)
    }

    package func revokeToken(_ name: TokenName) async throws -> TokenRevoked {
        try await delete("/v1/tokens/\(PercentCoding.encode(name.text))")
    }

    // MARK: Readers

    package func readers() async throws -> ReaderList { try await get("/v1/readers") }

    /// Adds a reader and waits until it has answered or failed once.
    package func addReader(_ connection: String, name: ReaderName?) async throws -> ReaderStatus {
        try await post("/v1/readers", body: ReaderRequest(connection: connection, name: name))
    }

    package func removeReader(_ name: ReaderName) async throws -> ReaderRecord {
        try await delete("/v1/readers/\(PercentCoding.encode(name.text))")
    }

    /// Waits for a tag for so many seconds, 1 to 600; not for the one that is still on the reader from before.
    package func read(
        reader: ReaderName?, after uid: ChipUID? = nil, timeout seconds: Int
    ) async throws -> TagReading {
        try await act(
            "/v1/readings",
            [("reader", reader?.text), ("timeout", String(seconds)), ("after", uid?.hexadecimal)],
            timeout: .seconds(seconds + 30))
    }

    // MARK: Write jobs

    package func startWriting(_ request: WriteJobRequest) async throws -> WriteJob {
        try await post("/v1/jobs", body: request)
    }

    /// The jobs that the station still knows, the newest first.
    package func jobs() async throws -> JobList { try await get("/v1/jobs") }

    package func job(_ id: Int) async throws -> WriteJob { try await get("/v1/jobs/\(id)") }

    /// Leaves a job, which continues for its other participants; the last one ends it. Waits until the readers that only
    /// this participant wanted have ended their tags.
    package func leave(_ id: Int, participant: Int) async throws -> WriteJob {
        try await delete("/v1/jobs/\(id)/participants/\(participant)")
    }

    /// Ends a job for all of its participants, between two tags.
    package func cancel(_ id: Int) async throws -> WriteJob { try await delete("/v1/jobs/\(id)") }

    /// Says something to a running job: what comes of it is among the job's events.
    package func order(_ order: WriteOrder, inJob id: Int) async throws -> WriteJob {
        try await post("/v1/jobs/\(id)/orders", body: order)
    }

    /// Everything that has happened in a job, and what happens until it ends.
    package func events(ofJob id: Int) -> AsyncThrowingStream<WriteEvent, any Error> {
        events("/v1/jobs/\(id)/events")
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
