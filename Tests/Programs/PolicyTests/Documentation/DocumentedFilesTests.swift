import AppClips
import Audit
import CSV
import Foundation
import Registry
import Testing

/// The examples of docs/files.md, read by the readers they are examples for.
struct DocumentedFilesTests {
    private static let page = "docs/files.md"

    private static func bytes(_ heading: String) throws -> [UInt8] {
        Array(try Repository.block("csv", in: page, after: heading).utf8)
    }

    /// The columns that the page's table lists.
    private static func columns(_ heading: String, numbers: Set<String> = []) throws -> TableSchema {
        let rows = try Repository.table(in: page, after: heading)
        func names(_ mark: String) -> [String] {
            rows.filter { $0[1] == mark }.flatMap { $0[0].split(separator: ", ").map(String.init) }
        }
        return TableSchema(required: names("required"), optional: names(""), numbers: numbers)
    }

    @Test func `the example of stores is taken in, and the columns are those`() throws {
        let stores = try StoreFile.read(Self.bytes("## Stores"), file: "stores.csv")
        #expect(stores.rows.map { $0.region == nil } == [false, true])
        #expect(stores.warnings == [])
        #expect(try Self.columns("## Stores", numbers: StoreFile.schema.numbers) == StoreFile.schema)
    }

    @Test func `the example of experiences is taken in, and the columns are those`() throws {
        let experiences = try ExperienceFile.read(Self.bytes("## Experiences"), file: "experiences.csv")
        #expect(experiences.rows.count == 2)
        #expect(experiences.warnings == [])
        #expect(
            try Self.columns("## Experiences") == ExperienceFile.schema)
    }

    @Test func `the example of a batch is taken in, and the columns are those`() throws {
        let name = try #require(BatchName("example"))
        let batch = try BatchFile.read(
            Self.bytes("## Batches"), file: "example.csv", name: name,
            template: URLTemplate(Self.manifest().template ?? ""),
            stores: Set(StoreFile.read(Self.bytes("## Stores"), file: "stores.csv").rows.map(\.id)))
        #expect(batch.batch.tags.first?.url == "https://fruta.example/store/cupertino?tag=n-cu-01")
        #expect(batch.batch.tags.count == 3)
        #expect(batch.warnings == [])
        #expect(try Self.columns("## Batches", numbers: BatchFile.schema.numbers) == BatchFile.schema)
    }

    @Test func `the example of sightings is read whole, and the columns are those`() throws {
        let auditor = Auditor(AuditScope(stores: [], experiences: [], templates: []))
        try auditor.intake.readSightings("walk.csv", bytes: Self.bytes("## Sightings"))
        let outcome = auditor.outcome()
        #expect(outcome.report().summary.sightings == 2)
        #expect(outcome.report().badRows == nil)
        #expect(outcome.warnings == [])
        #expect(
            try Self.columns("## Sightings", numbers: AuditIntake.sightingSchema.numbers) == AuditIntake.sightingSchema)
    }

    @Test func `the example of confirmations is read whole, and the columns are those`() throws {
        let auditor = Auditor(AuditScope(stores: [], experiences: [], templates: []))
        try auditor.intake.readConfirmations("taps.csv", bytes: Self.bytes("## Confirmations"))
        let outcome = auditor.outcome()
        #expect(outcome.report().badRows == nil)
        #expect(outcome.warnings == [])
        #expect(try Self.columns("## Confirmations") == AuditIntake.confirmationSchema)
    }

    @Test func `the templates of the page make the URLs beside them`() throws {
        let values = ["store": "cupertino", "placement": "table 4", "tag": "104"]
        for row in try Repository.table(in: Self.page, after: "### URL templates") {
            #expect(try URLTemplate(row[0]).expand(values) == row[1])
        }
        #expect(throws: AppClipError.self) { try URLTemplate("https://fruta.example/{store}{tag}") }
    }

    @Test func `the example of deployment.json is a manifest without complaints`() throws {
        #expect(try Self.manifest().complaints == [])
    }

    private static func manifest() throws -> DeploymentManifest {
        let text = try Repository.block("json", in: page, after: "## deployment.json")
        return try JSONDecoder().decode(DeploymentManifest.self, from: Data(text.utf8))
    }
}
