import AppClips
import DeploymentCheck
import Foundation
import Registry

/// A deployment of the folder `tags`, perhaps with a fault planted in a copy of its files.
struct ShippedDeployment {
    static let names = ["bikesrental", "brightegg", "fruta", "melamela"]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tags")

    let manifest: DeploymentManifest
    var contents: [String: [UInt8]] = [:]

    /// An edit names a file, what stands there, and what shall stand there instead.
    init(_ name: String, edits: [(file: String, from: String, to: String)] = []) throws {
        func text(_ file: String) throws -> String {
            let path = Self.folder.appending(path: "\(name)/\(file)")
            var text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
            for edit in edits where edit.file == file {
                guard text.contains(edit.from) else { throw CocoaError(.fileReadCorruptFile) }
                text = text.replacingOccurrences(of: edit.from, with: edit.to)
            }
            return text
        }
        manifest = try JSONDecoder().decode(
            DeploymentManifest.self, from: Data(try text(DeploymentManifest.fileName).utf8))
        for path in manifest.registryFiles { contents[path] = Array(try text(path).utf8) }
    }

    /// With pictures as they should be, and site associations for every App Clip.
    func subject() throws -> CheckSubject {
        let deployment = try DeploymentFiles(manifest: manifest, contents: contents).read(known: []).deployment
        var subject = CheckSubject(deployment)
        let good = PictureFacts(format: "PNG", width: 1_800, height: 1_200, hasAlpha: false, transparentPixels: 0)
        subject.pictures = Dictionary(
            uniqueKeysWithValues: Set(deployment.experiences.compactMap(\.image)).map { ($0, .facts(good)) })
        subject.associations = Dictionary(
            uniqueKeysWithValues: Set(deployment.experiences.map(\.url.host)).map { host in
                let urls = deployment.experiences.map(\.url).filter { $0.host == host }
                let links = AppLinks([.init(apps: manifest.fullApps ?? [], components: LinkComponent.opening(urls))])
                return (host, .apps(manifest.apps, links: links))
            })
        return subject
    }
}
