import AppClips
import Faults
import Foundation
import Registry
import Testing

@Suite struct `The deployments under tags` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tags")

    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
        .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/deployment.json").path) }
        .sorted() ?? []

    @Test func `are there`() {
        #expect(Self.names == ["bikesrental", "brightegg", "fruta", "melamela"])
    }

    @Test(arguments: names)
    func `load without a complaint or a warning, and every tag opens an experience`(name: String) throws {
        let folder = Self.folder.appending(path: name)
        let manifest = try JSONDecoder().decode(
            HandWritten<DeploymentManifest>.self, from: Data(contentsOf: folder.appending(path: "deployment.json"))
        ).value
        #expect(manifest.name == name)
        var contents: [String: [UInt8]] = [:]
        for path in manifest.registryFiles {
            contents[path] = Array(try Data(contentsOf: folder.appending(path: path)))
        }
        let (deployment, warnings) = try DeploymentFiles(manifest: manifest, contents: contents).read(known: [])
        #expect(warnings.isEmpty)
        #expect(!deployment.stores.isEmpty && !deployment.experiences.isEmpty)
        let tags = deployment.batches.flatMap(\.tags)
        #expect(!tags.isEmpty)
        let template = try URLTemplate(#require(deployment.template))
        let doubts = BatchCheck.doubts(
            about: tags, stores: deployment.stores, experiences: deployment.experiences,
            templates: [StoreTemplate(template)])
        #expect(doubts.map(\.why) == [])

        // Read backwards, each URL that a template made names the tag and the store that it was made for.
        let read = tags.compactMap { tag in template.recover(from: tag.url).map { (tag, $0) } }
        #expect(!read.isEmpty)
        for (tag, values) in read {
            if template.variables.contains("store") { #expect(values["store"] == tag.store.text) }
            #expect(values["tag"] == tag.id.text)
        }
        // By identifier or by experience, every URL means its tag's store.
        let finder = StoreFinder(
            stores: deployment.stores, templates: [StoreTemplate(template)], experiences: deployment.experiences)
        for tag in tags {
            guard case .match(let store, _) = finder.store(of: try InvocationURL(tag.url)) else {
                Issue.record("\(tag.url) means no store")
                continue
            }
            #expect(store == tag.store)
        }
        for path in manifest.files.sightings + manifest.files.confirmations {
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: path).path), "\(path)")
        }
    }
}
