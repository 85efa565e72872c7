import AppClips
import Audit
import Foundation
import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// The shipped deployments in one registry: two of them have a store `cupertino`.
struct ShippedDeploymentsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tags")
    private static let names = ["bikesrental", "brightegg", "fruta", "melamela"]

    private struct Shipped {
        let manifest: DeploymentManifest
        let deployment: LoadedDeployment

        init(_ name: String) throws {
            let folder = ShippedDeploymentsTests.folder.appending(path: name)
            manifest = try JSONDecoder().decode(
                DeploymentManifest.self, from: Data(contentsOf: folder.appending(path: "deployment.json")))
            let contents = try manifest.registryFiles.map {
                ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
            }
            deployment = try DeploymentFiles(manifest: manifest, contents: Dictionary(uniqueKeysWithValues: contents))
                .read(known: []).deployment
        }

        /// The walks that are shipped; each tag at its own store; and each tag at the store of the next one.
        func walks() throws -> [[UInt8]] {
            let shipped = try manifest.files.sightings.map {
                Array(try Data(contentsOf: ShippedDeploymentsTests.folder.appending(path: "\(manifest.name)/\($0)")))
            }
            let stores = deployment.stores.filter { $0.region != nil }
            let tags = deployment.batches.flatMap(\.tags)
            func walk(shift: Int) -> [UInt8] {
                let rows = tags.compactMap { tag -> String? in
                    guard let own = stores.firstIndex(where: { $0.id == tag.store }),
                        let region = stores[(own + shift) % stores.count].region
                    else { return nil }
                    return "2026-11-20T10:00:00Z,\(tag.url),,\(region.centre.latitude),\(region.centre.longitude),4\n"
                }
                return Array(("time,url,uid,latitude,longitude,accuracy\n" + rows.joined()).utf8)
            }
            return shipped + [walk(shift: 0), walk(shift: 1)]
        }
    }

    /// What an audit says of each walk of each deployment, as JSON.
    private func answers(_ loaded: [Shipped], about: [Shipped]) async throws -> [String: [String]] {
        let place = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: place["registry.sqlite"])
        for shipped in loaded {
            try await registry.record(.deploymentLoaded(shipped.deployment), by: Author(station: "s", actor: "a"))
        }
        let scope = AuditScope(
            stores: try await registry.stores(), experiences: try await registry.experiences(),
            storeTemplates: try await registry.templates(), tags: try await registry.tags())
        var answers: [String: [String]] = [:]
        for shipped in about {
            answers[shipped.manifest.name] = try shipped.walks().map { walk in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                var texts: [String] = []
                for keepsEveryTag in [true, false] {
                    let auditor = Auditor(scope)
                    try auditor.intake.readSightings("walk.csv", bytes: walk)
                    let report = auditor.outcome(keepingEveryTag: keepsEveryTag).report(listingTags: keepsEveryTag)
                    texts.append(String(decoding: try encoder.encode(report), as: UTF8.self))
                }
                return texts.joined(separator: "\n")
            }
        }
        return answers
    }

    private static func orders(_ all: [Shipped]) -> [[Shipped]] {
        if all.isEmpty { return [[]] }
        return all.indices.flatMap { index in
            var rest = all
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    @Test func `in each order of loading every walk has the findings that it has with its own deployment alone`()
        async throws
    {
        let all = try Self.names.map { try Shipped($0) }
        var alone: [String: [String]] = [:]
        for shipped in all { alone.merge(try await answers([shipped], about: [shipped])) { first, _ in first } }
        #expect(alone["fruta"]?.first?.contains("\"swapped\"") == true)
        let orders = Self.orders(all)
        #expect(orders.count == 24)
        for order in orders {
            let found = try await answers(order, about: all)
            #expect(found == alone, "\(order.map(\.manifest.name))")
        }
    }
}
