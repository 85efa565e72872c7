import AppClips
import Geodesy
import Registry
import Testing

/// Stores belong to deployments: two deployments may use one identifier.
@Suite(.takesTurns) struct `Stores of deployments` {
    /// A deployment with the store `cupertino` so many degrees north of the usual one, and a batch of its name.
    private func deployment(_ deployment: String, north: Double, tags: [String]) throws -> LoadedDeployment {
        let owner: DeploymentName = try name(deployment)
        let store = StoreID(try name("cupertino"), of: owner)
        let centre = try Coordinate(latitude: 37.32 + north, longitude: -122.03)
        let batch: BatchName = try name("\(deployment)-nfc")
        let template = "https://\(deployment).example/store/{store}{?tag}"
        let planned = try tags.map { tag in
            Registry.Tag(
                id: try name(tag), batch: batch, store: store, placement: "door", medium: .nfc,
                url: "https://\(deployment).example/store/cupertino?tag=\(tag)")
        }
        let experience = try Samples.experience("https://\(deployment).example/store/").of(owner)
        return LoadedDeployment(
            name: deployment, template: template,
            stores: [
                Store(id: store, name: "\(deployment) Cupertino", region: try Region(centre: centre, radius: 100))
            ],
            experiences: [experience],
            batches: [Batch(name: batch, template: template, tags: planned, deployment: owner)])
    }

    @Test(arguments: StorageKind.all)
    func `of one identifier stay two stores, in either order of loading`(kind: StorageKind) async throws {
        let fruta = try deployment("fruta", north: 0, tags: ["f-1", "f-2"])
        let egg = try deployment("egg", north: 0.004, tags: ["e-1"])
        for order in [[fruta, egg], [egg, fruta, egg]] {
            let bench = try await Bench(kind)
            for deployment in order { try await bench.record(.deploymentLoaded(deployment)) }
            #expect(try await bench.storage.stores() == egg.stores + fruta.stores)
            #expect(try await bench.storage.batch(fruta.batches[0].name) == fruta.batches[0])
            #expect(try await bench.storage.batch(egg.batches[0].name) == egg.batches[0])
            #expect(try await bench.storage.experiences() == egg.experiences + fruta.experiences)
            #expect(try await bench.storage.templates().map(\.deployment?.text) == ["egg", "fruta"])
            // One more, without a deployment.
            try await bench.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"))
            #expect(try await bench.storage.stores().map(\.deployment?.text) == [nil, "egg", "fruta"])
            #expect(try await bench.storage.tags().allSatisfy { $0.deployment != nil })
        }
    }

    @Test(arguments: StorageKind.all)
    func `take over what was written without a deployment, with its findings`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let fruta = try deployment("fruta", north: 0, tags: ["f-1"])
        // As an older version loaded it.
        let old = try Samples.store("cupertino")
        let tag = fruta.batches[0].tags[0]
        let plan = Registry.Tag(
            id: tag.id, batch: tag.batch, store: old.id, placement: tag.placement, medium: tag.medium, url: tag.url)
        func finding(_ store: StoreID, at time: Int64) -> FoundFinding {
            FoundFinding(
                identity: "missing \(store.key) | fruta-nfc", code: "missing", severity: "warning", stores: [store],
                tags: ["f-1"], batches: ["fruta-nfc"], message: "not seen", next: "Look for it.", evidence: time)
        }
        func audited(_ store: StoreID, at time: Int64) -> JournalEvent {
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(findings: [finding(store, at: time)]))
        }
        try await bench.record([
            .storesImported([old], file: "stores.csv"),
            .experiencesImported([try Samples.experience("https://fruta.example/store/")], file: "experiences.csv"),
            .batchCreated(Batch(name: tag.batch, template: fruta.template, tags: [plan])),
            audited(old.id, at: 10), .deploymentLoaded(fruta),
        ])
        #expect(try await bench.storage.stores() == fruta.stores)
        #expect(try await bench.storage.tags().map(\.store) == [fruta.stores[0].id])
        #expect(try await bench.storage.batches().map(\.deployment) == [fruta.identifier])
        #expect(try await bench.storage.experiences() == fruta.experiences)
        try await bench.record(audited(fruta.stores[0].id, at: 20))
        let findings = try await bench.findings()
        #expect(findings.map(\.state) == [.stillThere])
        #expect(findings.map(\.deployments) == [["fruta"]])
    }

    @Test(arguments: StorageKind.all)
    func `have findings of their own`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let (fruta, egg) = try (
            StoreID(name("cupertino"), of: name("fruta")), StoreID(name("cupertino"), of: name("egg"))
        )
        func audit(_ time: Int64, found: [StoreID], covered: StoreID) -> JournalEvent {
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(
                    covered: [covered: time],
                    findings: found.map {
                        FoundFinding(
                            identity: "region-suspect \($0.key) |", code: "region-suspect", severity: "warning",
                            stores: [$0], tags: [], batches: [], message: "m", next: "n",
                            evidence: time)
                    }))
        }
        try await bench.record([audit(10, found: [fruta, egg], covered: fruta), audit(20, found: [], covered: egg)])
        let findings = try await bench.findings()
        #expect(findings.map(\.state) == [.new, .resolved])
        #expect(findings.map(\.deployments) == [["fruta"], ["egg"]])
    }

    @Test(arguments: StorageKind.all)
    func `refuse an experience that is another deployment's`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let url = "https://fruta.example/store/"
        let own = try Samples.experience(url).of(name("fruta"))
        try await bench.record(.experiencesImported([own], file: "e.csv"))
        try await bench.refuses(
            .experiencesImported([own.of(try name("egg"))], file: "e.csv"), .contradiction,
            why: "it belongs to deployment fruta, and a URL opens one experience only")
        // Without a deployment it is brought up to date, and stays where it is.
        try await bench.record(.experiencesImported([try Samples.experience(url, title: "New")], file: "e.csv"))
        #expect(try await bench.storage.experiences() == [try Samples.experience(url, title: "New").of(name("fruta"))])
    }
}
