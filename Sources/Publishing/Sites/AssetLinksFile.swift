internal import Faults
internal import Foundation
package import Registry

/// `assetlinks.json`: which Android apps get a host's URLs. Waymark's are the statements about the deployment's apps; the
/// rest stays.
///
/// See: Android Developers, "Configure website associations"; Digital Asset Links, "Statement syntax".
package struct AssetLinksFile: Sendable, Equatable {
    package static let path = ".well-known/assetlinks.json"
    /// More is not read.
    package static let sizeLimit = 1 << 20
    /// What a statement grants: to open the host's URLs.
    private static let relation = "delegate_permission/common.handle_all_urls"

    /// By package: the certificates of which an app gets the host's URLs.
    package let apps: [String: Set<String>]
    /// The file as JSON, keys sorted.
    package let bytes: [UInt8]

    /// Reads a file.
    package init(_ bytes: [UInt8]) throws(SiteError) {
        apps = Self.apps(try Self.statements(bytes))
        self.bytes = bytes
    }

    /// A file that grants these apps the host's URLs, beside the statements of an existing file. Throws when that is no
    /// list of statements: it is not overwritten.
    package init(apps: [AndroidApp], merging existing: [UInt8]?) throws(SiteError) {
        var statements = try existing.map { bytes throws(SiteError) in try Self.statements(bytes) } ?? []
        for app in apps {
            let index = statements.firstIndex { Self.opens($0, app.name) }
            if let index, let old = Self.target(statements[index]) {
                let known = old["sha256_cert_fingerprints"] as? [String] ?? []
                let all = known + app.fingerprints.filter { !known.contains($0) }
                statements[index]["target"] = old.merging(["sha256_cert_fingerprints": all]) { $1 }
            } else {
                statements.append([
                    "relation": [Self.relation],
                    "target": [
                        "namespace": "android_app", "package_name": app.name,
                        "sha256_cert_fingerprints": app.fingerprints,
                    ] as [String: Any],
                ])
            }
        }
        self.apps = Self.apps(statements)
        do {
            let data = try JSONSerialization.data(
                withJSONObject: statements, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
            bytes = Array(data) + [0x0A]
        } catch {
            throw .badAssetLinks("it cannot be written as JSON", next: "look at the file that is there")
        }
    }

    /// What the file does not grant, one sentence for each app.
    package func lacking(_ wanted: [AndroidApp]) -> [String] {
        wanted.compactMap { $0.lacks(in: apps) }
    }

    private static func statements(_ bytes: [UInt8]) throws(SiteError) -> [[String: Any]] {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else {
            throw .badAssetLinks("it is not JSON", next: "correct the file, or move it away")
        }
        guard let statements = value as? [[String: Any]] else {
            throw .badAssetLinks("it is not a list of statements", next: "correct the file, or move it away")
        }
        return statements
    }

    private static func target(_ statement: [String: Any]) -> [String: Any]? {
        guard let target = statement["target"] as? [String: Any], target["namespace"] as? String == "android_app" else {
            return nil
        }
        return target
    }

    private static func opens(_ statement: [String: Any], _ name: String) -> Bool {
        (statement["relation"] as? [String])?.contains(relation) == true
            && target(statement)?["package_name"] as? String == name
    }

    private static func apps(_ statements: [[String: Any]]) -> [String: Set<String>] {
        var apps: [String: Set<String>] = [:]
        for statement in statements {
            guard let name = target(statement)?["package_name"] as? String, opens(statement, name) else { continue }
            apps[name, default: []].formUnion(target(statement)?["sha256_cert_fingerprints"] as? [String] ?? [])
        }
        return apps
    }
}

extension SiteError {
    fileprivate static func badAssetLinks(_ reason: String, next: String) -> SiteError {
        SiteError(
            code: .badAssetLinks, message: "this is not an assetlinks.json for Android apps", reason: reason, next: next
        )
    }
}
