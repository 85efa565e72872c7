import AppClips
import DeploymentExport
import Foundation
import Geodesy
import Registry
import Testing

/// Deployments to hand over.
enum Samples {
    private static let tags = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tags")

    static func deployment(_ name: String) throws -> LoadedDeployment {
        let folder = tags.appending(path: name)
        let manifest = try JSONDecoder().decode(
            DeploymentManifest.self, from: Data(contentsOf: folder.appending(path: "deployment.json")))
        let contents = try manifest.registryFiles.map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }
        return try DeploymentFiles(manifest: manifest, contents: Dictionary(uniqueKeysWithValues: contents))
            .read(known: []).deployment
    }

    /// The shipped ones, one with positions in its URLs, and one whose names would be code if they could.
    static func all() throws -> [LoadedDeployment] {
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

    /// A chain of stores a kilometre apart, each with a few tags, every tenth with an experience of its own.
    static func chain(_ count: Int) throws -> LoadedDeployment {
        let template = try URLTemplate("https://chain.example/store/{store}{?tag}")
        let batch = try #require(BatchName("signs"))
        var (stores, experiences, tags): ([Store], [Experience], [Registry.Tag]) = ([], [], [])
        func experience(_ url: String, _ store: String?) throws -> Experience {
            Experience(
                url: try InvocationURL(url), card: try Card(title: "Chain", subtitle: "Breakfast", action: .open),
                store: store.flatMap { StoreName($0) })
        }
        experiences.append(try experience("https://chain.example/store/", nil))
        for number in 0..<count {
            let name = "s-\(number)"
            let id = try #require(StoreID(name))
            let centre = try Coordinate(
                latitude: 30 + 0.01 * Double(number / 100), longitude: -120 + 0.01 * Double(number % 100))
            stores.append(Store(id: id, name: "Store \(number)", region: try Region(centre: centre, radius: 120)))
            if number % 10 == 0 { experiences.append(try experience("https://chain.example/store/\(name)", name)) }
            for place in 0..<2 {
                let tag = "\(number)-\(place)"
                tags.append(
                    Registry.Tag(
                        id: try #require(TagID(tag)), batch: batch, store: id, placement: "door", medium: .qr,
                        url: try template.expand(["store": name, "tag": tag])))
            }
        }
        return LoadedDeployment(
            name: "chain", template: template.text, stores: stores, experiences: experiences,
            batches: [Batch(name: batch, template: template.text, tags: tags)],
            profile: DeploymentProfile(
                name: "chain", template: template.text, apps: ["ABCDE12345.example.chain.Clip"],
                fullApps: ["ABCDE12345.example.chain"]))
    }
}
