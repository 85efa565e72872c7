import AppClips
import Audit
import DeploymentExport
import Foundation
import Geodesy
import Registry
import Testing

/// What is handed over to the app team, for every shipped deployment.
struct HandoverFileTests {
    private static func file(_ deployment: LoadedDeployment) throws -> HandoverFile {
        try HandoverFile(
            deployment.profile, stores: deployment.stores, experiences: deployment.experiences,
            tags: deployment.batches.flatMap(\.tags))
    }

    @Test func `the shipped deployments are handed over with their regions and every tag`() throws {
        let file = try Self.file(Samples.deployment("brightegg"))
        #expect(file.stores.map(\.store) == ["cupertino", "palo-alto", "san-jose", "berkeley", "cart-1"])
        #expect(file.stores.map(\.radius) == [100, 90, 150, 80, nil])
        #expect(file.tags.count == 18)
        let flagship = try #require(file.tags.first { $0.store == "cupertino" })
        #expect(flagship.experience == "https://brighteggcafe.example/store/cupertino")
        #expect(flagship.targetContentID == flagship.url)
        // Four regions with a centre and eight places on either side of the edge.
        #expect(file.positions.count == 4 * 17)
        #expect(file.positions.count { $0.isInside } == 4 * 9)
    }

    @Test func `a push names what the deployment's template makes`() throws {
        let loaded = try Samples.deployment("brightegg")
        let profile = DeploymentProfile(
            name: "brightegg", template: loaded.template, push: "https://brighteggcafe.example/store/{store}")
        let file = try HandoverFile(
            profile, stores: loaded.stores, experiences: loaded.experiences, tags: loaded.batches.flatMap(\.tags))
        #expect(file.tags.first?.targetContentID == "https://brighteggcafe.example/store/cupertino")
    }

    /// A surveyed position has no error: the audit then says inside or outside by the region alone.
    @Test(arguments: ["fruta", "brightegg", "melamela"])
    func `the positions agree with the audit's verdicts`(name: String) throws {
        let deployment = try Samples.deployment(name)
        let file = try Self.file(deployment)
        for vector in file.positions {
            let tag = try #require(file.tags.first { $0.store == vector.store })
            let auditor = Auditor(
                AuditScope(
                    stores: deployment.stores, experiences: deployment.experiences,
                    templates: try [deployment.template].compactMap { try $0.map { try URLTemplate($0) } },
                    tags: deployment.batches.flatMap(\.tags), tagsAreDeployed: false))
            let row = "2026-11-19T17:10:38Z,\(tag.url),,\(vector.latitude),\(vector.longitude),0\n"
            try auditor.intake.readSightings(
                "vector.csv", bytes: Array("time,url,uid,latitude,longitude,accuracy\n\(row)".utf8))
            let verdicts = auditor.outcome(keepingEveryTag: true).report(listingTags: true).tags?.compactMap(\.verdict)
            #expect(verdicts == [vector.isInside ? .inside : .outside], "\(vector)")
        }
    }
}
