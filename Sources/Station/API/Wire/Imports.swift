package import Foundation
package import Registry

/// What an import did, or would do.
package struct ImportResult: Hashable, Sendable, Codable {
    package let schema: Int
    package let rows: Int
    /// Unknown columns and the like: nothing that kept a row out.
    package let warnings: [String]
    /// What becomes of stores that exist already.
    package let changes: [StoreChange]
    /// Whether nothing was changed, because the request asked for that.
    package let isDryRun: Bool

    package init(rows: Int, warnings: [String], changes: [StoreChange] = [], isDryRun: Bool = false) {
        schema = 1
        self.rows = rows
        self.warnings = warnings
        self.changes = changes
        self.isDryRun = isDryRun
    }
}

/// A deployment's manifest and the files that it names.
package struct DeploymentRequest: Hashable, Sendable, Codable {
    package let manifest: DeploymentManifest
    package let files: [String: Data]

    package init(manifest: DeploymentManifest, files: [String: Data]) {
        self.manifest = manifest
        self.files = files
    }
}

/// What loading a deployment did, or would do.
package struct DeploymentResult: Hashable, Sendable, Codable {
    package let schema: Int
    package let name: String
    package let stores: Int
    package let experiences: Int
    /// The deployment's batches as they are now; after a dry run, those that exist.
    package let batches: [BatchSummary]
    package let warnings: [String]
    /// What becomes of stores that exist already.
    package let changes: [StoreChange]
    /// How many tags are new, in all batches.
    package let added: Int
    /// What the registry keeps although the files say otherwise, one sentence each.
    package let notTaken: [String]
    package let isDryRun: Bool

    package init(
        name: String, stores: Int, experiences: Int, batches: [BatchSummary], warnings: [String],
        changes: [StoreChange], added: Int, notTaken: [String], isDryRun: Bool
    ) {
        schema = 1
        self.name = name
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
        self.warnings = warnings
        self.changes = changes
        self.added = added
        self.notTaken = notTaken
        self.isDryRun = isDryRun
    }
}

package struct ReplaceRequest: Hashable, Sendable, Codable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}
