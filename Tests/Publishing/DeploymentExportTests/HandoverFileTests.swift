import AppClips
import Audit
import DeploymentExport
import Foundation
import Geodesy
import Registry
import Testing

/// What is handed over to the app team, for every shipped deployment.
struct HandoverFileTests {
    private static let tags = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tags")
    private static func deployment(_ name: String) throws -> LoadedDeployment {
        let folder = tags.appending(path: name)
        let manifest = try JSONDecoder().decode(
            DeploymentManifest.self, from: Data(contentsOf: folder.appending(path: "deployment.json")))
        let contents = try manifest.registryFiles.map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }
        return try DeploymentFiles(manifest: manifest, contents: Dictionary(uniqueKeysWithValues: contents))
            .read(known: []).deployment
    }

    private static func file(_ deployment: LoadedDeployment) throws -> HandoverFile {
        try HandoverFile(
            deployment.profile, stores: deployment.stores, experiences: deployment.experiences,
            tags: deployment.batches.flatMap(\.tags))
    }

    @Test func `the shipped deployments are handed over with their regions and every tag`() throws {
        let file = try Self.file(Self.deployment("brightegg"))
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
        let loaded = try Self.deployment("brightegg")
        let profile = DeploymentProfile(
            name: "brightegg", template: loaded.template, push: "https://brighteggcafe.example/store/{store}")
        let file = try HandoverFile(
            profile, stores: loaded.stores, experiences: loaded.experiences, tags: loaded.batches.flatMap(\.tags))
        #expect(file.tags.first?.targetContentID == "https://brighteggcafe.example/store/cupertino")
    }

    /// A surveyed position has no error: the audit then says inside or outside by the region alone.
    @Test(arguments: ["fruta", "brightegg", "melamela"])
    func `the positions agree with the audit's verdicts`(name: String) throws {
        let deployment = try Self.deployment(name)
        let file = try Self.file(deployment)
        for vector in file.positions {
            let tag = try #require(file.tags.first { $0.store == vector.store })
            let auditor = Auditor(
                AuditScope(
                    stores: deployment.stores, experiences: deployment.experiences,
                    templates: try [deployment.template].compactMap { try $0.map { try URLTemplate($0) } },
                    tags: deployment.batches.flatMap(\.tags), tagsAreDeployed: false))
            let row = "2026-11-19T17:10:38Z,\(tag.url),,\(vector.latitude),\(vector.longitude),0\n"
            try auditor.readSightings(
                "vector.csv", bytes: Array("time,url,uid,latitude,longitude,accuracy\n\(row)".utf8))
            let verdicts = auditor.outcome(keepingEveryTag: true).report(listingTags: true).tags?.compactMap(\.verdict)
            #expect(verdicts == [vector.isInside ? .inside : .outside], "\(vector)")
        }
    }

    @Test(.enabled(if: SwiftCompiler.path != nil, "needs swiftc"), .timeLimit(.minutes(10)))
    func `the Swift file compiles, and finds the store of every URL`() throws {
        var main = ""
        var wanted = ""
        var sources: [(name: String, text: String)] = []
        for deployment in try Self.samples() {
            let file = try Self.file(deployment)
            sources.append((deployment.name, try file.swift))
            let type = deployment.name.prefix(1).uppercased() + deployment.name.dropFirst() + "Deployment"
            main += """
                for (url, store) in \(type).urlVectors {
                    print(url, store ?? "-", \(type).store(for: url)?.id ?? "-")
                }
                for vector in \(type).positionVectors {
                    guard let region = \(type).store(id: vector.store)?.region else { fatalError("no region") }
                    print(vector.store, region.latitude, region.longitude, region.radius, vector.isInside)
                }

                """
            for vector in file.urls { wanted += "\(vector.url) \(vector.store ?? "-") \(vector.store ?? "-")\n" }
            for vector in file.positions {
                let store = try #require(file.stores.first { $0.store == vector.store })
                let numbers = [store.latitude, store.longitude, store.radius].map { $0.map { "\($0)" } ?? "nil" }
                wanted += "\(vector.store) \(numbers.joined(separator: " ")) \(vector.isInside)\n"
            }
        }
        #expect(try SwiftCompiler.run(sources, main: main) == wanted)
    }

    /// The shipped ones, one with positions in its URLs, and one whose names would be code if they could.
    private static func samples() throws -> [LoadedDeployment] {
        let shipped = try ["bikesrental", "brightegg", "fruta", "melamela"].map(deployment)
        let fruta = shipped[2]
        let template = "https://fruta.example/store/at/{latitude}/{longitude}{?tag}"
        let tags = try fruta.batches[0].tags.map { tag in
            let centre = try #require(fruta.stores.first { $0.id == tag.store }?.region?.centre)
            let url = try URLTemplate(template).expand([
                "latitude": LocationText.decimal(centre.latitude),
                "longitude": LocationText.decimal(centre.longitude), "tag": tag.id.text,
            ])
            return Registry.Tag(
                id: tag.id, batch: tag.batch, store: tag.store, placement: tag.placement, medium: tag.medium, url: url)
        }
        let located = LoadedDeployment(
            name: "located", template: template, stores: fruta.stores, experiences: fruta.experiences,
            batches: [Batch(name: fruta.batches[0].name, template: template, tags: tags)])
        let odd = #"a"\(fatalError()) é"#
        let id = try #require(StoreID(odd))
        let oddURL = try URLTemplate("https://fruta.example/store/{store}{?tag}").expand(["store": odd, "tag": "1"])
        let hostile = LoadedDeployment(
            name: "hostile", template: "https://fruta.example/store/{store}{?tag}",
            stores: [Store(id: id, name: odd + "\u{2028}\u{202E}", region: fruta.stores[0].region)],
            experiences: fruta.experiences,
            batches: [
                Batch(
                    name: fruta.batches[0].name, template: nil,
                    tags: [
                        Registry.Tag(
                            id: tags[0].id, batch: tags[0].batch, store: id, placement: "door", medium: .qr, url: oddURL
                        )
                    ])
            ])
        return shipped + [located, hostile]
    }
}
