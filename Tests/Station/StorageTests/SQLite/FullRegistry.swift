import AppClips
import Cryptography
import Foundation
import Geodesy
import Registry
import Storage
import Testing

/// A registry with rows in every table: documents of every kind, tags in every state, access, evidence, audits, answers.
enum FullRegistry {
    static let author = Author(station: "bench-1", actor: "alice (uid 1000)")

    /// Makes it in a file, with so many tags in each of three batches.
    static func make(_ path: String, tags: Int = 4) async throws -> SQLiteRegistry {
        let registry = try SQLiteRegistry(path: path, now: Bench.clock())
        for event in try documents(tags) + work() + access() { try await registry.record(event, by: author) }
        try await addEvidence(to: registry)
        try await registry.record(audit(), by: author)
        let found = try #require(try await registry.finding(1))
        try await registry.record(.findingAssigned(FindingAssignment(finding: found, person: "Kim")), by: author)
        try await registry.record(
            .findingRepaired(
                FindingWork(
                    finding: found, person: "Kim", note: "moved", before: try SHA256.hexadecimal(of: Samples.picture)),
                RepairPictures(before: try ScanPicture(jpeg: Samples.picture))), by: author)
        let key = RequestKey(actor: "token:tablet", key: "k-1")
        _ = try await registry.begin(key, isPersonal: false, at: Timestamp(milliseconds: 1_795_221_000_000))
        try await registry.keep(
            KeptAnswer(status: 200, headers: "Content-Type: application/json", body: #"{"schema":1}"#),
            of: "a request", under: key)
        return registry
    }

    private static func documents(_ tags: Int) throws -> [JournalEvent] {
        let stores = try (1...12).map { try Samples.store("till-\($0)", radius: 40 + Double($0)) }
        let shop: DeploymentName = try name("shop")
        let far = try Coordinate(latitude: -0.0, longitude: 127.0276)
        let own = [
            Store(
                id: StoreID(try name("gangnam"), of: shop), name: "강남점", region: nil, address: "Teheran-ro 4:2\nSeoul",
                isRoaming: true, place: far)
        ]
        let signs = try (1...tags).map { number in
            Registry.Tag(
                id: try name("s-\(number)"), batch: try name("shop signs"), store: own[0].id,
                placement: "table \(number)", medium: .qr, url: "https://shop.example/\(number)",
                deployed: Deployed(position: far, accuracy: 3.5, time: Timestamp(milliseconds: 1_795_000_000_123)))
        }
        let deployment = LoadedDeployment(
            name: "shop", template: "https://shop.example/{tag}", stores: own,
            experiences: [try Samples.experience("https://shop.example/", title: "Shop").of(shop)],
            batches: [
                Batch(name: try name("shop signs"), template: nil, tags: signs, deployment: shop)
            ],
            profile: DeploymentProfile(
                name: "shop", template: "https://shop.example/{tag}", apps: ["AB.shop.Clip", "AB.é.Clip"],
                appStoreIDs: ["AB.shop.Clip": "12", "AB.é.Clip": "13"], fullApps: ["AB.shop"],
                minimumIOS: "16.4", push: "https://shop.example/push", chip: nil,
                android: [AndroidApp(name: "shop.app", fingerprints: ["AB:CD", "EF:01"])],
                order: WebOrder(url: "https://order.shop.example/{store}", labels: ["KO": "주문", "EN": "Order"])))
        return try [
            .storesImported([try Samples.store("cupertino")] + stores, file: "stores.csv"),
            .experiencesImported(
                (1...8).map { try Samples.experience("https://example.com/\($0)", title: "Egg \($0)") }, file: "e.csv"),
            .deploymentLoaded(deployment),
            .batchCreated(Samples.batch("opening", (1...max(3, tags)).map { "t-\($0)" })),
            .batchCreated(Samples.batch("signs", (1...max(2, tags)).map { "q-\($0)" }, medium: .qr)),
            .batchRuled(BatchPolicy(batch: name("signs"), rules: BatchRules(genuineness: .required))),
            .batchPaused(BatchPause(batch: name("signs"), reason: "lunch")),
        ]
    }

    private static func work() throws -> [JournalEvent] {
        try [
            .writeIntended(Samples.write("t-1", chip: 1)), .writeConfirmed(Samples.write("t-1", chip: 1)),
            .writeIntended(Samples.write("t-2", chip: 2)), .writeConfirmed(Samples.write("t-2", chip: 2)),
            .tagReplaced(Samples.release("t-2", chip: 2)), .tagRetired(Samples.release("t-3")),
            .sheetMade(Samples.sheet(["q-1", "q-2"])), .sheetMade(Samples.sheet(["q-2"])),
            .tagReplaced(Samples.release("q-1")),
            .batchRevised(Samples.batch("opening", ["t-1"])),
            .readerAdded(ReaderRecord(name: name("till"), connection: "usb:1-1")),
            .readerAdded(ReaderRecord(name: name("bench"), connection: "usb:1-2")),
            .readerRemoved(ReaderRecord(name: name("bench"), connection: "usb:1-2")),
        ]
    }

    private static func access() throws -> [JournalEvent] {
        let token = { AccessToken(name: try name($0), role: .read, expires: nil) }
        let open = { (digest: String) in
            Session(digest: digest, token: try name("tablet"), expires: Timestamp(milliseconds: 1_795_300_000_000))
        }
        return try [
            .tokenCreated(token("tablet"), digest: "d1"), .tokenCreated(token("old"), digest: "d2"),
            .sessionOpened(open("c1")), .sessionOpened(open("c2")),
            .sessionEnded(SessionEnd(digest: "c2", token: name("tablet"))), .tokenRevoked(token("old")),
        ]
    }

    private static func addEvidence(to registry: SQLiteRegistry) async throws {
        let seen = try await registry.beginImport(.sightings, file: "walk.csv")
        // With its type said, it compiles in a hundredth of the time.
        let sightings: [KeptSighting] = try (0..<60).map { (number: Int) throws -> KeptSighting in
            KeptSighting(
                time: 1_795_000_000 + Int64(number), url: Samples.url(of: "t-\(number % 7)"), uid: try Samples.chip(1),
                place: try Coordinate(latitude: 37.3193, longitude: -122.0293 + Double(number) / 1e5), sigma: 4.5,
                device: number % 3 == 0 ? nil : DevicePseudonym(hexadecimal: "aabbccddeeff0011\(number % 5)"))
        }
        let new = try await registry.keep(sightings, import: seen)
        try await registry.record(
            .evidenceImported(
                EvidenceImport(
                    number: seen, kind: .sightings, file: "walk.csv", digest: nil, rows: 60, new: new, badRows: 0,
                    isComplete: true)), by: author)
        let device = DevicePseudonym(hexadecimal: "aabbccddeeff00110")
        for (number, picture) in [(1, nil), (2, try ScanPicture(jpeg: Samples.picture))] {
            let remark = KeptRemark(
                time: 1_795_000_000, url: Samples.url(of: "t-\(number)"), device: device,
                note: "scratched \(number)", picture: picture)
            #expect(try await registry.keep([remark]) == 1)
        }
        let open = try await registry.beginImport(.confirmations, file: "torn.csv")
        _ = try await registry.keep(
            (0..<9).map {
                KeptConfirmation(
                    time: 1_795_000_000 + $0, url: "https://example.com/\($0)", outcome: "inRegion", device: nil)
            }, import: open)
    }

    private static func audit() throws -> JournalEvent {
        let verdicts = (0..<7).map { number in
            TagVerdict(
                url: Samples.url(of: "t-\(number)"), uid: nil, label: "t-\(number)", store: StoreID("cupertino"),
                verdict: "outside", probability: 0.125, distance: 812.5, foundStore: StoreID("till-1"),
                lastSeen: 1_795_000_000 + Int64(number))
        }
        let findings = (0..<5).map { number in
            FoundFinding(
                identity: "misplaced \(number)", code: "misplaced", severity: "critical",
                stores: [StoreID("cupertino")].compactMap(\.self), tags: ["t-\(number)"], batches: ["opening"],
                message: "t-\(number) is elsewhere", next: "Bring it back.", evidence: 1_795_000_059)
        }
        return .audited(
            AuditRecord(batch: nil, sightings: 60, badRows: 0, findings: ["misplaced": 5]),
            run: AuditRun(
                covered: [try Samples.store("cupertino").id: 1_795_000_059],
                verdicts: verdicts, findings: findings))
    }
}
