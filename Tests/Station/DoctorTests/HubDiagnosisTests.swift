import Doctor
import Testing

struct HubDiagnosisTests {
    @Test func `a healthy hub has no findings, and everything was looked at`() {
        let report = DiagnosisReport(HubPicture.healthy)
        #expect(report.findings == [])
        #expect(report.notChecked == [])
        #expect(
            report.fine
                == [
                    "waymark-hub answers", "PostgreSQL 15.8 answers waymark_hub", "schema 2", "the hub is settled",
                    "the newest checkpoint is signed with the key",
                ])
        #expect(report.text.hasSuffix("\nno findings"))
    }

    /// The fault, the whole fault and nothing but the fault.
    @Test(arguments: PlantedHubFault.all)
    func `a planted fault is the one finding, with the command that mends it`(_ fault: PlantedHubFault) throws {
        var picture = HubPicture.healthy
        fault.plant(&picture)
        let report = DiagnosisReport(picture)
        #expect(report.findings.map(\.code) == [fault.code], "\(report.findings)")
        let finding = try #require(report.findings.first)
        #expect(finding.next.contains(fault.mending), "\(finding.next)")
        #expect(!finding.message.isEmpty && !finding.why.isEmpty)
        #expect(report.text.contains(": \(fault.code.rawValue): \(finding.message)\n  why:  "))
    }

    @Test func `a missing key is a fault only where something was signed`() {
        var picture = HubPicture.healthy
        picture.change { $0.checkpoint = nil }
        picture.checkpointKey = .missing
        #expect(DiagnosisReport(picture).findings == [])
    }

    @Test func `what cannot be seen is said to be unseen`() {
        var picture = HubPicture(configuration: "hub.json")
        #expect(DiagnosisReport(picture).notChecked.count == 3)
        picture.refusal = HubPicture.Failure(message: "it is refused", why: "it is empty", next: "write one")
        #expect(DiagnosisReport(picture).notChecked == ["the database"])
    }

    @Test func `batches that have left are unseen where their notes are, and that alone`() {
        var picture = HubPicture.healthy
        picture.handBackNotes = .unseen
        let report = DiagnosisReport(picture)
        #expect(report.findings == [] && report.fine.contains("the hub is settled"))
        #expect(report.notChecked.count == 1 && report.notChecked[0].contains("batches that have left"))
    }

    @Test func `a signature is not checked without the key`() {
        var picture = HubPicture.healthy
        picture.checkpointKey = .there(signed: nil)
        let unseen = DiagnosisReport(picture).notChecked
        #expect(unseen.count == 1 && unseen[0].hasPrefix("whether the newest checkpoint is signed"))
        picture.change { $0.checkpoint = nil }
        #expect(DiagnosisReport(picture).notChecked == [])
    }

    @Test(arguments: [(1, nil), (4, 4)] as [(Int64, Int64?)])
    func `a hub with tables of another version is not said to be settled`(schema: Int64, contraction: Int64?) {
        var picture = HubPicture.healthy
        picture.change { ($0.schema, $0.contraction) = (schema, contraction) }
        let report = DiagnosisReport(picture)
        #expect(!report.fine.contains("the hub is settled"))
        #expect(report.notChecked.contains { $0.hasPrefix("whom the hub waits for") })
    }

    @Test
    func `an adoption that was interrupted is named with its station, its file, its beginning and how far it has come`()
        throws
    {
        var picture = HubPicture.healthy
        picture.change {
            $0.unfinishedAdoptions = [
                .init(of: "berlin", .init(with: "/srv/b.sqlite", at: "2026-11-25T23:30:00.000Z"), hasTags: false),
                .init(of: "paris", .init(with: nil, at: nil), hasTags: true),
            ]
        }
        let findings = DiagnosisReport(picture).findings
        #expect(findings.map(\.message).map { $0.contains("berlin") } == [true, false])
        #expect(findings[0].why.hasPrefix("begun 2026-11-25T23:30:00.000Z with /srv/b.sqlite: "))
        #expect(findings[0].why.contains("still the station's own"))
        #expect(
            findings[1].why.contains("no station gets them") && findings[1].next.hasSuffix("waymark-hub adopt FILE"))
    }

    @Test func `many stations are named, and the rest counted`() throws {
        var picture = HubPicture.healthy
        picture.change { $0.awaited = (1...12).map { "s\($0)" } }
        let finding = try #require(DiagnosisReport(picture).findings.first)
        #expect(finding.message.contains("12 stations") && finding.why.hasSuffix("s10 and 2 more"))
    }
}

/// A fault put into the picture of a healthy hub, and what must be said of it.
struct PlantedHubFault: Sendable, CustomTestStringConvertible {
    let name: String
    let code: DiagnosisCode
    /// Part of the command that mends it.
    let mending: String
    let plant: @Sendable (inout HubPicture) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ code: DiagnosisCode, mending: String, plant: @escaping @Sendable (inout HubPicture) -> Void
    ) {
        self.name = name
        self.code = code
        self.mending = mending
        self.plant = plant
    }

    private static let certificate = "server certificate for \"db\" does not match host name \"db1.example\""

    static let all = [
        PlantedHubFault("a key is misspelt", .hubConfiguration, mending: "correct the file") {
            $0.refusal = HubPicture.Failure(
                message: "the hub's configuration is refused", why: "the key \"lisen\" is unknown",
                next: "correct the file")
            ($0.database, $0.checkpointKey) = (.notAsked, .unseen)
        },
        PlantedHubFault("the unit was never enabled", .hubNotRunning, mending: "systemctl enable --now waymark-hub") {
            $0.isServing = false
        },
        PlantedHubFault("the certificate is of another host", .databaseUnverified, mending: "database.authorities") {
            $0.database = .away(why: certificate)
        },
        PlantedHubFault("the server speaks no TLS", .databaseUnverified, mending: "database.authorities") {
            $0.database = .away(why: "server does not support SSL, but SSL was required")
        },
        PlantedHubFault("a replica for audits was promoted", .replicaAway, mending: "database.auditHosts") {
            $0.auditReplica = .wrong(why: "b.example is not the database, and does not follow it")
        },
        PlantedHubFault("PostgreSQL was stopped", .databaseAway, mending: "pg_hba.conf") {
            $0.database = .away(why: "connection refused")
        },
        PlantedHubFault(
            "the database is empty", .schemaBehind, mending: "waymark-hub migrate --configuration owner.json"
        ) {
            $0.change { ($0.schema, $0.checkpoint) = (0, nil) }
            $0.checkpointKey = .missing
        },
        PlantedHubFault("the package was upgraded", .schemaBehind, mending: "waymark-hub migrate") {
            $0.change { $0.schema = 1 }
        },
        PlantedHubFault("the package was set back", .schemaAhead, mending: "sudo apt install") {
            $0.change { ($0.schema, $0.contraction) = (4, 4) }
        },
        PlantedHubFault("the daemon is the owner", .privilegesWide, mending: "an account that owns nothing") {
            $0.change { ($0.isOwner, $0.rewritable) = (true, ["journal"]) }
        },
        PlantedHubFault(
            "the daemon may change the journal", .privilegesWide,
            mending: "REVOKE UPDATE, DELETE, TRUNCATE ON checkpoints, journal FROM waymark_hub"
        ) {
            $0.change { $0.rewritable = ["checkpoints", "journal"] }
        },
        PlantedHubFault("the key was not restored", .checkpointKeyMissing, mending: "/etc/credstore/checkpoint-key") {
            $0.checkpointKey = .missing
        },
        PlantedHubFault("everyone may read the key", .checkpointKeyMissing, mending: "mode 0600, with the same key") {
            $0.checkpointKey = .refused(
                HubPicture.Failure(message: "the secret file is refused", why: "mode 644", next: "chmod 600 key"))
        },
        PlantedHubFault("a second daemon has made a key", .checkpointKeyOther, mending: "the credential checkpoint-key")
        {
            $0.checkpointKey = .there(signed: false)
        },
        PlantedHubFault("a backup was restored", .hubUnsettled, mending: "waymark hub lost NAME") {
            $0.change { $0.awaited = ["berlin", "paris"] }
        },
        PlantedHubFault("the server was started anew", .hubUnsettled, mending: "systemctl start waymark-hub") {
            $0.change { $0.awaitedDaemons = ["hub-2"] }
        },
        PlantedHubFault(
            "an adoption was interrupted", .adoptionUnfinished, mending: "sudo waymark-hub adopt /srv/berlin.sqlite"
        ) {
            let begun = HubDatabasePicture.Beginning(with: "/srv/berlin.sqlite", at: "2026-11-25T23:30:00.000Z")
            $0.change { $0.unfinishedAdoptions = [.init(of: "berlin", begun, hasTags: true)] }
        },
        PlantedHubFault(
            "a hand-back was interrupted", .handBackUnfinished,
            mending: "sudo waymark-hub hand-back /srv/own.sqlite --batch signs --batch spring"
        ) {
            let begun = HubDatabasePicture.Beginning(with: "/srv/own.sqlite", at: "2026-11-25T23:30:00.000Z")
            $0.change { $0.unfinishedHandBacks = [.init(of: ["signs", "spring"], begun)] }
        },
        PlantedHubFault(
            "a backup from before a hand-back was restored", .handBackForgotten,
            mending: "sudo systemctl restart waymark-hub"
        ) {
            $0.change { $0.forgottenHandBacks = [["signs", "spring"]] }
        },
        PlantedHubFault("a note of a hand-back is damaged", .handBackForgotten, mending: "restore that file") {
            $0.handBackNotes = .unreadable(
                HubPicture.Failure(message: "it is not known", why: "it is damaged", next: "restore that file"))
        },
        PlantedHubFault("a copied station has written", .hubConflicts, mending: "waymark hub settle NUMBER") {
            $0.change { $0.openConflicts = [3, 4] }
        },
        PlantedHubFault("the server does not sync", .databaseUnsafe, mending: "ALTER SYSTEM SET fsync = on") {
            $0.change { $0.unsafeSettings = ["fsync"] }
        },
        PlantedHubFault("pages may be torn", .databaseUnsafe, mending: "ALTER SYSTEM SET full_page_writes = on") {
            $0.change { $0.unsafeSettings = ["full_page_writes"] }
        },
        PlantedHubFault(
            "commits are not waited for", .databaseUnsafe, mending: "ALTER ROLE waymark_hub RESET synchronous_commit"
        ) {
            $0.change { $0.unsafeSettings = ["synchronous_commit"] }
        },
        PlantedHubFault("the cluster has no checksums", .databaseWithoutChecksums, mending: "pg_checksums --enable") {
            $0.change { $0.hasChecksums = false }
        },
        PlantedHubFault("WAL stays where it is", .databaseNotArchived, mending: "pgBackRest") {
            $0.change { $0.isArchived = false }
        },
    ]
}

extension HubPicture {
    static let healthy: HubPicture = {
        var picture = HubPicture(configuration: "/etc/waymark/hub.json")
        (picture.isServing, picture.checkpointKey) = (true, .there(signed: true))
        var database = HubDatabasePicture()
        (database.account, database.server) = ("waymark_hub", "15.8")
        (database.schema, database.neededSchema) = (2, 2)
        database.checkpoint = "waymark-hub\n9\n"
        picture.database = .answered(database)
        return picture
    }()

    mutating func change(_ change: (inout HubDatabasePicture) -> Void) {
        guard case .answered(var database) = database else { return }
        change(&database)
        self.database = .answered(database)
    }
}
