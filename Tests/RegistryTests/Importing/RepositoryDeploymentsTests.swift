import AppClips
import Foundation
import Registry
import Testing

@Suite struct `The deployments under tags` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "tags")

    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
        .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/deployment.json").path) }
        .sorted() ?? []

    @Test func `are there`() {
        #expect(Self.names.contains("brightegg"))
        #expect(Self.names.contains("fruta"))
    }

    @Test(arguments: names)
    func `load without a complaint or a warning, and every tag opens an experience`(name: String) throws {
        let folder = Self.folder.appending(path: name)
        let manifest = try JSONDecoder().decode(
            DeploymentManifest.self, from: Data(contentsOf: folder.appending(path: "deployment.json")))
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
        #expect(BatchCheck.unmatched(tags, experiences: deployment.experiences).map(\.reason) == [])

        // Read backwards, each URL names the tag and the store that it was made for.
        let template = try URLTemplate(#require(deployment.template))
        for tag in tags {
            let values = template.recover(from: tag.url)
            #expect(values?["store"] == tag.store.text)
            #expect(values?["tag"] == tag.id.text)
        }
        for path in manifest.files.sightings + manifest.files.confirmations {
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: path).path), "\(path)")
        }
    }
}
